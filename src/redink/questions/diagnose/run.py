"""An output, references and a claimed score in; the settings that give this score out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain, combinations
from typing import Any, get_args

from redink.annotation.annotator import Annotator
from redink.errors import MissingExtraError, UsageError
from redink.evaluation.calls import checked
from redink.evaluation.conditions import conditions
from redink.evaluation.language_hint import hint_about
from redink.evaluation.preparation import annotated, described, expect_data, lacks_edits, load_annotator
from redink.frozen import frozen
from redink.language.registry import DEFAULT
from redink.questions.diagnose.mathematics.claims import Claim, read_claim
from redink.questions.diagnose.mathematics.scores import Reading, Scores, counted_measure
from redink.questions.diagnose.mathematics.settings import TOKENISING, Blanks, EditsFrom, Setting, Text
from redink.questions.diagnose.mathematics.settings import described as in_words
from redink.questions.diagnose.mathematics.texts import with_blanks, with_text
from redink.questions.diagnose.results import Diagnosis, Step, Tried
from redink.questions.diagnose.tables import simplest
from redink.records import EvalSet
from redink.scoring.edit_overlap import Rule
from redink.scoring.measure import Need
from redink.scoring.watching import watched, watching

MEASURES = ("F0.5", "M2", "GLEU", "F1", "P", "R", "F0.5-detection", "F0.5-token", "M2-F1", "EM")
"""The measures that are tried unless some are named."""
PIPELINES = (DEFAULT, "plain", "errant")
"""The pipelines that are tried, if they are installed; the first is the official one."""
_SLOW = "errant"
"""It takes most of the time, so that it is tried with at most one other change of texts and edits."""
_NEAREST = 5


@checked
def diagnose(data: EvalSet, claimed: str, *, measures: str | Sequence[str] = ()) -> Diagnosis:
    """Find the settings that give a claimed score.

    Args:
        data: The result of `read`, with one system.
        claimed: The score as it was printed, as text: `65.2` is in percent, `0.652` a fraction. The number of digits
            says how near a score must be.
        measures: Names of the measures to try. If empty: the usual measures.
    """
    claim = read_claim(claimed)
    _expect_one_output(data)
    given = (measures,) if isinstance(measures, str) else tuple(measures)
    names = list(dict.fromkeys(counted_measure(name).name for name in given or MEASURES))
    annotators = _load_annotators()
    return explained(data, claim, try_settings(data, names, annotators), annotators)


def _expect_one_output(data: EvalSet) -> None:
    expect_data(data)
    if len(data.systems) != 1 or not data.references:
        raise UsageError(
            f"there are {len(data.systems)} outputs and {len(data.references)} references",
            remedy="give one output, and at least one reference",
        )


def _load_annotators() -> dict[str, Annotator]:
    annotators = {}
    for name in PIPELINES:
        with suppress(MissingExtraError):
            annotators[name] = load_annotator(name)
    return annotators


@frozen
class _Block:
    """Settings with the same texts and the same pipeline, which share their edits."""

    text: Text
    blanks: Blanks
    pipeline: str
    data: EvalSet
    """The data with these texts; edits that have to be found are not there yet."""

    @property
    def setting(self) -> Setting:
        return Setting("", text=self.text, blanks=self.blanks, pipeline=self.pipeline)

    def edits_for(self, measure: str, *, has_gold: bool) -> list[EditsFrom]:
        """Give the kinds of edits that this block is for; none if another block gives the same score."""
        need = counted_measure(measure).needs
        usual: list[EditsFrom] = ["given"]
        if self.pipeline != PIPELINES[0] and self.text not in TOKENISING and not lacks_edits(self.data, need):
            usual = []
        if need != "texts" and has_gold:
            # New tokens have no gold edits.
            usual = ["auto"] if self.text == "all tokenised" else [*usual, "auto"]
        return [kind for kind in usual if not self._is_too_slow(kind)]

    def _is_too_slow(self, kind: EditsFrom) -> bool:
        others = [
            self.text != "as it is",
            self.blanks != "as they are",
            kind == "auto" and self.text != "all tokenised",
        ]
        return self.pipeline == _SLOW and sum(others) > 1


def try_settings(data: EvalSet, measures: Sequence[str], annotators: Mapping[str, Annotator]) -> tuple[Tried, ...]:
    """Score the only output in every setting, those with the fewest changes first."""
    hint_about(chain.from_iterable(data.sources), PIPELINES[0])
    has_gold = any(reference.edits is not None for reference in data.references)
    blocks = sorted(_blocks(data, annotators), key=lambda block: len(block.setting.changes))
    tried: list[Tried] = []
    for block in watched(blocks, "trying settings", len(blocks)):
        with watching(_in_silence):
            tried += _try_block(block, measures, annotators[block.pipeline], has_gold)
    place = {name: number for number, name in enumerate(measures)}
    return tuple(sorted(tried, key=lambda attempt: (len(attempt.setting.changes), place[attempt.setting.measure])))


def _in_silence(items: Iterable[Any], _what: str, _total: int | None) -> Iterable[Any]:
    return items  # one bar is enough


def _blocks(data: EvalSet, annotators: Mapping[str, Annotator]) -> Iterator[_Block]:
    """Give every version of the texts that differs from the data as they are, with every pipeline."""
    for pipeline, annotator in annotators.items():
        for text in get_args(Text):
            changed = with_text(data, text, annotator.pipeline.tokenise)
            if changed is data and text != "as it is":
                continue
            for blanks in get_args(Blanks):
                filled = with_blanks(changed, blanks)
                if (filled is not changed or blanks == "as they are") and filled.sources:
                    yield _Block(text, blanks, pipeline, filled)


def _try_block(block: _Block, measures: Sequence[str], annotator: Annotator, has_gold: bool) -> Iterator[Tried]:
    kinds = {name: block.edits_for(name, has_gold=has_gold) for name in measures}
    versions = _versions(block, kinds, annotator)
    for name in measures:
        for kind in kinds[name]:
            for reading in versions[kind].readings:
                for rule in _rules(name, reading, block.data):
                    setting = replace(block.setting, measure=name, edits=kind, rule=rule, **reading._asdict())
                    yield Tried(setting, versions[kind].value(name, rule, reading))


def _rules(measure: str, reading: Reading, data: EvalSet) -> tuple[Rule, ...]:
    """Give the rules under which a score can differ."""
    is_alone = len(data.references) == 1 or reading.reference != ""
    if measure == "EM" or (measure.startswith("GLEU") and is_alone):
        return ("faithful",)
    return ("faithful", "corrected")


def _versions(block: _Block, kinds: Mapping[str, Sequence[EditsFrom]], annotator: Annotator) -> dict[EditsFrom, Scores]:
    """Find the edits that the measures need, once; give the data with the edits of the files, and with new ones."""
    needs = {counted_measure(name).needs for name in kinds if kinds[name]}
    data = block.data
    if needs - {"texts"}:
        need: Need = "edits" if "edits" in needs else "reference edits"
        data = annotated(data, annotator, need=need, anew=any("auto" in chosen for chosen in kinds.values()))
    references = tuple(
        new if given.edits is None else given for given, new in zip(block.data.references, data.references, strict=True)
    )
    return {"given": Scores(replace(data, references=references)), "auto": Scores(data)}


def explained(data: EvalSet, claim: Claim, tried: Sequence[Tried], annotators: Mapping[str, Annotator]) -> Diagnosis:
    """Find the settings that give the claim among those that were tried."""
    known = [attempt for attempt in tried if attempt.value is not None]
    matches = [attempt for attempt in known if attempt.value is not None and claim.is_met(attempt.value)]
    by_distance = sorted(known, key=lambda attempt: claim.distance(attempt.value or 0.0))
    nearest = [] if matches else simplest(by_distance, claim, _NEAREST)
    best = (matches or nearest or tried)[0]
    measures = dict.fromkeys(attempt.setting.measure for attempt in tried)
    return Diagnosis(
        conditions(
            {"claimed": claim.text, "measures": " ".join(measures)},
            data=data,
            with_edits=True,
            pipeline=" ".join(described(annotator) for annotator in annotators.values()),
        ),
        data.systems[0].name,
        claim,
        tuple(tried),
        tuple(matches),
        tuple(nearest),
        tuple(path_to(best.setting, {attempt.setting: attempt.value for attempt in tried})),
    )


def path_to(goal: Setting, values: Mapping[Setting, float | None]) -> Iterator[Step]:
    """Go from the official setting to the goal, one change after the other.

    Changes that give a score only together are one step.
    """
    current, remaining = goal.official, list(goal.changes)
    before = values.get(current)
    yield Step(f"official {goal.measure}", before, None)
    while remaining:
        names, current = next(
            (names, setting)
            for size in range(1, len(remaining) + 1)
            for names in combinations(remaining, size)
            if (setting := replace(current, **{name: getattr(goal, name) for name in names})) in values
        )
        value = values[current]
        known = value is not None and before is not None
        words = ", ".join(in_words(name, goal) for name in names)
        yield Step(words, value, value - before if known else None)  # type: ignore[operator]
        before, remaining = value, [name for name in remaining if name not in names]
