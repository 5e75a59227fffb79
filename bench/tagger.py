"""`redink-en` against the model it learnt from: a workbench in; out speed, agreement of edits, and moved scores."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from bench.corpora import OFFICIAL, Corpus, jfleg, shared_is_there, teams
from bench.edits import agreement, annotator_blocks
from bench.finding import Finding
from bench.workbench import Workbench
from redink.records import Counts

_NAME = "redink-en"
_SHOWN = 40


def tagger(bench: Workbench) -> list[Finding]:
    """Compare speed on sentences that share nothing, then edits, then F0.5 of the teams."""
    if bench.pipelines != ("errant", _NAME):
        return []
    findings = _speed(bench)
    for corpus, span_f in ((teams().shortened(bench.quick), 0.996), (jfleg("test"), 0.99)):
        findings += _edits(bench, corpus, span_f)
    return findings + (_scores(bench) if shared_is_there() else [])


def _speed(bench: Workbench) -> list[Finding]:
    sources = dict.fromkeys((teams().source, jfleg("test").source, jfleg("dev").source))
    rates: dict[str, float] = {}
    details: dict[str, object] = {}
    for name in ("teacher", "errant", _NAME):
        printed, _ = bench.python("-m", "bench.tagging", name, *sources)
        measured = json.loads(printed.read_text())
        rates[name] = measured["words"] / measured["cpu"]
        details[name] = measured
    return [
        Finding("tagger", _NAME, "words per CPU second", rates[_NAME]),
        Finding("tagger", "errant", "words per CPU second", rates["errant"]),
        Finding("tagger", "teacher's nlp.pipe", "words per CPU second", rates["teacher"]),
        Finding(
            "tagger", _NAME, "times the teacher's words per CPU second", rates[_NAME] / rates["teacher"],
            at_least=15, details=details,
        ),
    ]  # fmt: skip


def _edits(bench: Workbench, corpus: Corpus, span_f: float) -> list[Finding]:
    errant, ours = (bench.annotate(corpus, name)[0] for name in ("errant", _NAME))
    found = agreement(errant, ours)
    confusions = [[*types, count] for types, count in found.confusions.most_common(_SHOWN)]
    details = {"errant": found.left, _NAME: found.right, "same span": found.same_span, "confusions": confusions}
    where = f"({corpus.name} × {len(corpus.corrections)})"
    return [
        Finding("tagger", _NAME, f"F₁ of edits' spans {where}", found.span_f, at_least=span_f, details=details),
        Finding("tagger", _NAME, f"types equal given span {where}", found.type_given_span, at_least=0.98),
    ]


def _scores(bench: Workbench) -> list[Finding]:
    """Score the teams with errant_compare, hypotheses and reference annotated by one pipeline."""
    corpus = teams().shortened(bench.quick)
    scores = {name: _team_scores(bench, corpus, name) for name in bench.pipelines}
    moved = {
        path.name: 100 * (ours - errant)
        for path, errant, ours in zip(corpus.corrections, scores["errant"], scores[_NAME], strict=True)
    }
    largest = max(map(abs, moved.values()))
    what = f"points by which F0.5 moves at most ({len(moved)} teams, auto reference)"
    return [Finding("tagger", _NAME, what, largest, at_most=0.1, details={"moved": moved})]


def _team_scores(bench: Workbench, corpus: Corpus, pipeline: str) -> list[float]:
    reference, _ = bench.redink(
        "reannotate", OFFICIAL / "official-2014.combined.m2", "--auto", "--pipeline", pipeline
    )  # fmt: skip
    together, _ = bench.annotate(corpus, pipeline)
    return [_score(bench, list(annotator_blocks(together, n)), reference) for n in range(len(corpus.corrections))]


def _score(bench: Workbench, hypothesis: Sequence[Sequence[str]], reference: Path) -> float:
    """Give F0.5 unrounded, from the counts that errant_compare prints."""
    path = bench.new_file("hypothesis.m2")
    path.write_text("".join("\n".join(block) + "\n\n" for block in hypothesis), encoding="utf-8")
    program = "from errant.commands.compare_m2 import main; main()"
    printed, _ = bench.python("-c", program, "-hyp", path, "-ref", reference)
    head, counts = printed.read_text().strip().splitlines()[1:3]
    assert head.split() == ["TP", "FP", "FN", "Prec", "Rec", "F0.5"], head
    return Counts(*map(int, counts.split()[:3])).f(0.5) or 0.0
