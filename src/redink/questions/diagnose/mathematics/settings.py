"""What a score depends on beside the output: a setting, how it differs from the official one, and how to ask for it."""

from __future__ import annotations

from dataclasses import fields
from typing import Literal, TypeAlias

from redink.frozen import frozen
from redink.scoring.edit_overlap import Rule
from redink.scoring.measure import Absent

Text: TypeAlias = Literal["as it is", "lower case", "straight quotes", "NFC", "output tokenised", "all tokenised"]
Blanks: TypeAlias = Literal["as they are", "left out", "source"]
EditsFrom: TypeAlias = Literal["given", "auto"]

TOKENISING: frozenset[Text] = frozenset({"output tokenised", "all tokenised"})
"""Changes of text that a pipeline makes."""


@frozen
class Setting:
    """One way to score an output; the defaults are the official setting of a measure.

    What a measure does not look at has its official value.
    """

    measure: str
    """Name of the measure."""
    edits: EditsFrom = "given"
    """Whether the edits of M2 references are used, or found again by the pipeline."""
    text: Text = "as it is"
    """What was done to the texts before."""
    blanks: Blanks = "as they are"
    """What was done about empty outputs."""
    pipeline: str = "redink-en"
    """Language pipeline that finds edits and splits texts."""
    absent: Absent = "missing"
    """How an annotator without a line is read."""
    reference: str = ""
    """Name of the only reference; empty for all of them."""
    rule: Rule = "faithful"
    """`faithful` to the published program, or `corrected`."""

    @property
    def official(self) -> Setting:
        """The setting that the measure has unless somebody changes it."""
        return Setting(self.measure)

    @property
    def changes(self) -> tuple[str, ...]:
        """Names of the fields that are not official, in the order of `CHANGEABLE`."""
        return tuple(name for name in CHANGEABLE if getattr(self, name) != getattr(self.official, name))

    @property
    def options(self) -> str:
        """The options of `redink score` that ask for this setting, as far as there are any."""
        chosen = [_OPTIONS[name].format(getattr(self, name)) for name in self.changes if name in _OPTIONS]
        return " ".join((f"-m {self.measure}", *chosen))

    @property
    def words(self) -> str:
        """What no option of `redink score` can ask for."""
        return ", ".join(described(name, self) for name in self.changes if name not in _OPTIONS)


CHANGEABLE = tuple(field.name for field in fields(Setting) if field.name != "measure")
"""What can be changed. New edits come before new tokens, both before another pipeline, and the reading of absent
annotators before the choice of one of them: in this order, the steps on the way to a setting have scores too."""

_OPTIONS = {"edits": "--auto", "pipeline": "-p {}", "absent": "--absent {}", "rule": "--rule {}"}


def described(name: str, setting: Setting) -> str:
    """Say what one changed field of a setting means: an option of `redink score`, or words."""
    if name in _OPTIONS:
        return _OPTIONS[name].format(getattr(setting, name))
    if name == "reference":
        return f"only the reference {setting.reference!r}"
    return _WORDS[getattr(setting, name)].format(pipeline=setting.pipeline)


_WORDS: dict[Text | Blanks, str] = {
    "lower case": "all texts in lower case",
    "straight quotes": "curly quotes made straight in all texts",
    "NFC": "all texts in Unicode's form NFC",
    "output tokenised": "output tokenised by {pipeline}",
    "all tokenised": "all texts tokenised again by {pipeline}",
    "left out": "sentences with a blank output left out",
    "source": "source in place of blank outputs",
}
