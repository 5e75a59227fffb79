"""`redink-en` against the model it learnt from: a workbench in; out speed, agreement of edits, and moved scores."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean, median

from bench.corpora import OFFICIAL, Corpus, jfleg, shared_is_there, teams, teams_and_references
from bench.edits import agreement, annotator_blocks
from bench.finding import Finding
from bench.ranking import Pairs, significant_pairs
from bench.workbench import Workbench
from redink.records import Counts

_NAME = "redink-en"
_SHOWN = 40
_ROUNDS = 3


def tagger(bench: Workbench) -> list[Finding]:
    """Compare speed on sentences that share nothing, then edits, then F0.5 of the teams."""
    if bench.pipelines != ("errant", _NAME):
        return []
    both = teams() if bench.quick else teams_and_references()
    findings = _speed(bench)
    for corpus, span_f in ((both.shortened(bench.quick), 0.996), (jfleg("test"), 0.99)):
        findings += _edits(bench, corpus, span_f)
    return findings + (_scores(bench, both.shortened(bench.quick)) if shared_is_there() else [])


def _speed(bench: Workbench) -> list[Finding]:
    """Let ours run before and after the teacher, three times; the ratio is the median of the three."""
    sources = tuple(dict.fromkeys((teams().source, jfleg("test").source, jfleg("dev").source)))
    rounds = [[_rate(bench, name, sources) for name in (_NAME, "teacher", _NAME)] for _ in range(_ROUNDS)]
    ours = [fmean((before, after)) for before, _, after in rounds]
    teacher = [rate for _, rate, _ in rounds]
    ratios = [own / other for own, other in zip(ours, teacher, strict=True)]
    details = {_NAME: ours, "teacher": teacher, "ratios": ratios}
    return [
        Finding("tagger", _NAME, "words per CPU second", median(ours)),
        Finding("tagger", "errant", "words per CPU second", _rate(bench, "errant", sources)),
        Finding("tagger", "teacher's nlp.pipe", "words per CPU second", median(teacher)),
        Finding(
            "tagger", _NAME, "times the teacher's words per CPU second", median(ratios), at_least=15, details=details
        ),
    ]  # fmt: skip


def _rate(bench: Workbench, name: str, sources: Sequence[Path]) -> float:
    printed, _ = bench.python("-m", "bench.tagging", name, *sources)
    measured = json.loads(printed.read_text())
    return float(measured["words"] / measured["cpu"])


def _edits(bench: Workbench, corpus: Corpus, span_f: float) -> list[Finding]:
    errant, ours = (_annotated(bench, corpus, name) for name in ("errant", _NAME))
    found = agreement(errant, ours)
    confusions = [[*types, count] for types, count in found.confusions.most_common(_SHOWN)]
    details = {"errant": found.left, _NAME: found.right, "same span": found.same_span, "confusions": confusions}
    where = f"({corpus.name} × {len(corpus.corrections)})"
    findings = [
        Finding("tagger", _NAME, f"F₁ of edits' spans {where}", found.span_f, at_least=span_f, details=details),
        Finding("tagger", _NAME, f"types equal given span {where}", found.type_given_span, at_least=0.98),
    ]
    if len(corpus.corrections) > len(teams().corrections):
        alone = agreement(errant, ours, annotators=range(len(teams().corrections)))
        findings.append(Finding("tagger", _NAME, "types equal given span (the teams alone)", alone.type_given_span))
    return findings


def _annotated(bench: Workbench, corpus: Corpus, pipeline: str) -> Path:
    return bench.annotate(corpus, pipeline)[0]


def _scores(bench: Workbench, corpus: Corpus) -> list[Finding]:
    """Score the teams, hypotheses and references annotated by one pipeline, and test their differences."""
    names = [path.name for path in corpus.corrections[: len(teams().corrections)]]
    scores: dict[str, list[float]] = {}
    differing: dict[str, Pairs] = {}
    for pipeline in bench.pipelines:
        reference, _ = bench.redink(
            "reannotate", OFFICIAL / "official-2014.combined.m2", "--auto", "--pipeline", pipeline
        )  # fmt: skip
        together = _annotated(bench, corpus, pipeline)
        hypotheses = [_alone(bench, together, n) for n in range(len(names))]
        scores[pipeline] = [_score(bench, hypothesis, reference) for hypothesis in hypotheses]
        differing[pipeline] = significant_pairs(hypotheses, names, reference)
    moved = {
        name: 100 * (ours - errant) for name, errant, ours in zip(names, scores["errant"], scores[_NAME], strict=True)
    }
    what = f"points by which F0.5 moves at most ({len(moved)} teams, auto reference)"
    changed = differing["errant"] ^ differing[_NAME]
    pairs = f"significant differences that come or go (of {len(differing['errant'])})"
    return [
        Finding("tagger", _NAME, what, max(map(abs, moved.values())), at_most=0.1, details={"moved": moved}),
        Finding("tagger", _NAME, pairs, len(changed), at_most=0, details={"changed": sorted(changed)}),
    ]


def _alone(bench: Workbench, together: Path, annotator: int) -> Path:
    """Write one annotator's edits to a file of their own."""
    path = bench.new_file("hypothesis.m2")
    blocks = annotator_blocks(together, annotator)
    path.write_text("".join("\n".join(block) + "\n\n" for block in blocks), encoding="utf-8")
    return path


def _score(bench: Workbench, hypothesis: Path, reference: Path) -> float:
    """Give F0.5 unrounded, from the counts that errant_compare prints."""
    program = "from errant.commands.compare_m2 import main; main()"
    printed, _ = bench.python("-c", program, "-hyp", hypothesis, "-ref", reference)
    head, counts = printed.read_text().strip().splitlines()[1:3]
    assert head.split() == ["TP", "FP", "FN", "Prec", "Rec", "F0.5"], head
    return Counts(*map(int, counts.split()[:3])).f(0.5) or 0.0
