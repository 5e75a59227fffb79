"""Where automatic annotation is right: a workbench in; out agreement with ERRANT-typed gold and with human spans.

Two questions. Given human spans of CoNLL-14, are our types those of the published ERRANT-typed file? And given
only the corrected text, how many of the spans that a human marked do we find, under each way of merging?
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from bench.corpora import OFFICIAL, SHARED, TYPED, shared_is_there
from bench.edits import read_sentences
from bench.finding import Finding
from bench.workbench import Workbench
from redink.records import AnnotatedSentence, Counts

_STRATEGIES = ("rules", "all-split", "all-merge", "all-equal")
_GOLD = SHARED / "golden" / "errant-3.0.2" / "official-2014.combined.gold.m2"


def honesty(bench: Workbench) -> list[Finding]:
    """Ask both questions of every pipeline."""
    if not shared_is_there():
        return []
    findings = [_types(_GOLD, "ERRANT 3.0.2 itself", at_least=None)]
    for pipeline in bench.pipelines:
        retyped, _ = bench.redink("reannotate", TYPED, "--gold", "--pipeline", pipeline)
        findings.append(_types(retyped, pipeline, at_least=0.95))
        findings += _spans(bench, pipeline)
    return findings


def _types(retyped: Path, who: str, at_least: float | None) -> Finding:
    """Compare types edit by edit in the order of the file, since trimming may have moved an edit's edges."""
    confusions: Counter[tuple[str, str]] = Counter()
    for published, ours in zip(read_sentences(TYPED), read_sentences(retyped), strict=True):
        for annotator in published.annotators():
            pairs = zip(_types_of(published, annotator), _types_of(ours, annotator), strict=True)
            confusions.update(pairs)
    right = sum(count for (old, new), count in confusions.items() if old == new)
    wrong = [[*types, count] for types, count in confusions.most_common() if types[0] != types[1]]
    details = {"edits": confusions.total(), "confusions": wrong, "by type": _by_type(confusions)}
    what = "types equal to the published ones, gold spans of CoNLL-14"
    return Finding("honesty", who, what, right / confusions.total(), at_least=at_least, details=details)


def _types_of(sentence: AnnotatedSentence, annotator: int) -> list[str]:
    own = sentence.edits_of(annotator) or ()
    return [edit.type for edit in sorted(own, key=lambda edit: (edit.start, edit.end))]


def _by_type(confusions: Counter[tuple[str, str]]) -> dict[str, list[int]]:
    """Give for each published type, operation aside, how many there are and how many we name alike."""
    counts: dict[str, list[int]] = {}
    for (old, new), count in sorted(confusions.items()):
        row = counts.setdefault(_category(old), [0, 0])
        row[0] += count
        row[1] += count * (_category(old) == _category(new))
    return counts


def _category(code: str) -> str:
    return code[2:] if code[1:2] == ":" else code


def _spans(bench: Workbench, pipeline: str) -> list[Finding]:
    findings = []
    # Sixteen runs on the same text, of which nothing is timed.
    where = {"XDG_CACHE_HOME": str(bench.new_file("cache"))}
    for annotator in (0, 1):
        human = OFFICIAL / f"official-2014.{annotator}.m2"
        for costs in ((), ("--levenshtein",)):
            for strategy in _STRATEGIES:
                options = ("--auto", "--merge", strategy, *costs, "--pipeline", pipeline, "--cache")
                auto, _ = bench.redink("reannotate", human, *options, **where)
                what = f"F₁ of spans, annotator {annotator}, {strategy}{' (Levenshtein)' if costs else ''}"
                counts = span_counts(human, auto)
                details = {"precision": counts.precision, "recall": counts.recall}
                findings.append(Finding("honesty", pipeline, what, counts.f(1) or 0.0, details=details))
    return findings


def span_counts(human: Path, automatic: Path) -> Counts:
    """Count spans that both have, only the automatic side has, only the human has."""
    counts = Counts()
    for one, other in zip(read_sentences(human), read_sentences(automatic), strict=True):
        wanted, found = _changed(one), _changed(other)
        counts += Counts((wanted & found).total(), (found - wanted).total(), (wanted - found).total())
    return counts


def _changed(sentence: AnnotatedSentence) -> Counter[tuple[int, int]]:
    """Give the spans of edits that change the text."""
    edits = (edit for edit in sentence.edits if not edit.is_noop and not edit.is_detected_only)
    return Counter(
        (edit.start, edit.end) for edit in edits if sentence.tokens[edit.start : edit.end] != edit.replacement
    )
