"""An output, references and a claimed score in; the settings that give this score out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import get_args

from redink.annotation.annotator import Annotator
from redink.errors import MissingExtraError, UsageError
from redink.evaluation.conditions import conditions
from redink.evaluation.language_hint import hint_about
from redink.evaluation.preparation import annotated, described, expect_data, lacks_edits, load_annotator
from redink.language.registry import DEFAULT
from redink.questions.diagnose.mathematics.claims import Claim, read_claim
from redink.questions.diagnose.mathematics.scores import Scores, counted_measure
from redink.questions.diagnose.mathematics.settings import TOKENISING, Blanks, EditsFrom, Setting, Text
from redink.questions.diagnose.mathematics.settings import described as in_words
from redink.questions.diagnose.mathematics.texts import with_blanks, with_text
from redink.questions.diagnose.results import Diagnosis, Step, Tried
from redink.records import EvalSet
from redink.scoring.edit_overlap import Rule
from redink.scoring.watching import watched

MEASURES = ("F0.5", "M2", "GLEU", "F1", "P", "R", "F0.5-detection", "F0.5-token", "M2-F1", "EM")
"""The measures that are tried unless some are named."""
PIPELINES = (DEFAULT, "plain", "errant")
"""The pipelines that are tried, if they are installed; the first is the official one."""
_SLOW = "errant"
"""It takes most of the time, so that it is tried with at most one other change of texts and edits."""
_NEAREST = 5


def diagnose(data: EvalSet, claimed: str, *, measures: str | Sequence[str] = ()) -> Diagnosis:
    """Find the settings under which an output scores what somebody claims.

    Args:
        data: What `read` gave, with one system.
        claimed: The score as it was printed, as text: `65.2` is in percent, `0.652` a fraction. The number of digits
            says how near a score must be.
        measures: Names of the measures to try; all usual ones when empty.
    """
    claim = read_claim(claimed)
    names = (measures,) if isinstance(measures, str) else tuple(measures)
    annotators = _load_annotators()
    tried = try_settings(data, names or MEASURES, annotators)
    return explained(data, claim, tried, annotators)


def _load_annotators() -> dict[str, Annotator]:
    annotators = {}
    for name in PIPELINES:
        try:
            annotators[name] = load_annotator(name)
        except MissingExtraError:
            continue
    return annotators


@dataclass(frozen=True, slots=True)
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
    """Score the output of the only system in every setting, those with the fewest changes first."""
    expect_data(data)
    if len(data.systems) != 1 or not data.references:
        raise UsageError(
            f"there are {len(data.systems)} outputs and {len(data.references)} references",
            remedy="give one output, and at least one reference",
        )
    names = dict.fromkeys(counted_measure(name).name for name in measures)
    hint_about(chain.from_iterable(data.sources), PIPELINES[0])
    blocks = sorted(_blocks(data, annotators), key=lambda block: len(block.setting.changes))
    scored = watched(blocks, "trying settings", len(blocks))
    has_gold = any(reference.edits is not None for reference in data.references)
    tried = list(
        chain.from_iterable(_try_block(block, list(names), annotators[block.pipeline], has_gold) for block in scored)
    )
    place = {name: number for number, name in enumerate(names)}
    return tuple(sorted(tried, key=lambda attempt: (len(attempt.setting.changes), place[attempt.setting.measure])))


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
    versions = _versions(block, [name for name in measures if kinds[name]], kinds, annotator)
    for name in measures:
        for kind in kinds[name]:
            scores = versions[kind]
            rules: list[Rule] = ["faithful"] if name == "EM" else ["faithful", "corrected"]
            for reading in scores.readings:
                for rule in rules:
                    setting = replace(block.setting, measure=name, edits=kind, **reading._asdict(), rule=rule)
                    yield Tried(setting, scores.value(name, rule, reading))


def _versions(
    block: _Block, measures: Sequence[str], kinds: Mapping[str, Sequence[EditsFrom]], annotator: Annotator
) -> dict[EditsFrom, Scores]:
    """Find the edits that the measures need, once; give the data with the edits of the file, and with new ones."""
    needs = {counted_measure(name).needs for name in measures}
    data, anew = block.data, any("auto" in kinds[name] for name in measures)
    if needs - {"texts"}:
        need = "edits" if "edits" in needs else "reference edits"
        data = annotated(data, annotator, need=need, anew=anew)  # type: ignore[arg-type]
    references = tuple(
        new if given.edits is None else given for given, new in zip(block.data.references, data.references, strict=True)
    )
    return {"given": Scores(replace(data, references=references)), "auto": Scores(data)}


def explained(data: EvalSet, claim: Claim, tried: Sequence[Tried], annotators: Mapping[str, Annotator]) -> Diagnosis:
    """Find the settings that give the claim among those that were tried."""
    known = [attempt for attempt in tried if attempt.value is not None]
    matches = [attempt for attempt in known if attempt.value is not None and claim.is_met(attempt.value)]
    nearest = sorted(known, key=lambda attempt: claim.distance(attempt.value or 0.0))[:_NEAREST]
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
        () if matches else tuple(nearest),
        tuple(_path(best.setting, {attempt.setting: attempt.value for attempt in tried})),
    )


def _path(goal: Setting, values: Mapping[Setting, float | None]) -> Iterator[Step]:
    """Go from the official setting to the goal, one change after the other.

    Changes that give a score only together with the next one are one step.
    """
    current, pending = goal.official, []
    before = values.get(current)
    yield Step(f"official {goal.measure}", before, None)
    for name in goal.changes:
        current = replace(current, **{name: getattr(goal, name)})
        pending.append(in_words(name, goal))
        if current in values:
            value = values[current]
            known = value is not None and before is not None
            yield Step(", ".join(pending), value, value - before if known else None)  # type: ignore[operator]
            before, pending = value, []
