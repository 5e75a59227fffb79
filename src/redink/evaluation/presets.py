"""The name of a shared task or corpus in; the way its systems are scored out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from redink.errors import UsageError
from redink.scoring.measure import Absent, Conventions


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """How the systems of a shared task or corpus are scored; always `faithful` to the program that was used."""

    measures: tuple[str, ...]
    """Names of its measures; the last one ranks the systems."""
    pipeline: str | None = None
    """The pipeline that makes edits from text, where the task fixes that."""
    absent: Absent = "missing"
    """How to read an annotator without a line where all annotators are used: the programs know only lines."""
    picked_absent: Absent = "missing"
    """The same where one annotator is picked."""

    def conventions(self, name: str) -> Conventions:
        """Give the conventions of all its measures."""
        return Conventions("faithful", self.absent, preset=name)


_ERRANT = Preset(measures=("P", "R", "F0.5"), pipeline="errant")
_MAX_MATCH = Preset(measures=("M2",))

PRESETS: Mapping[str, Preset] = {
    # The combined file of CoNLL-2014 leaves out annotator 1 where it says the same as annotator 0.
    "conll14": Preset(measures=("M2",), picked_absent="agree"),
    "conll13": _MAX_MATCH,
    "bea19": _ERRANT,
    "fce": _ERRANT,
    "jfleg": Preset(measures=("GLEU",)),
    "falko-merlin": _MAX_MATCH,
    "akces": _MAX_MATCH,
    "multigec25": Preset(measures=("GLEU", "P", "R", "F0.5")),
}
"""Shared tasks and corpora, each with its usual way of scoring."""


def find_preset(name: str) -> Preset:
    """Give the preset of a name."""
    if name not in PRESETS:
        raise UsageError(f"there is no preset {name!r}", remedy=f"choose from {', '.join(PRESETS)}")
    return PRESETS[name]


def refuse_fixed(preset: str | None, given: Iterable[str]) -> None:
    """Refuse options that were typed beside a preset that fixes them, even where their values are the preset's."""
    if not preset:
        return
    for name, spelling in _FIXED.items():
        if name in given and (name != "pipeline" or find_preset(preset).pipeline is not None):
            raise UsageError(f"--preset {preset} fixes {spelling}", remedy=f"leave out {spelling}, or the preset")


_FIXED = {
    "measures": "-m",
    "rule": "--rule",
    "absent": "--absent",
    "overlaps": "--overlaps",
    "size": "--size",
    "exclude": "--exclude-type",
    "max_unchanged": "--max-unchanged",
    "ignore_whitespace_casing": "--ignore-whitespace-casing",
    "pipeline": "--pipeline",
}
