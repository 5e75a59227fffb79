"""Edits of redink beside ERRANT's own on text nobody has golden files for: a workbench in, differing pairs out."""

from __future__ import annotations

from bench.corpora import jfleg
from bench.edits import annotator_blocks
from bench.finding import Finding
from bench.workbench import Workbench


def parity_jfleg_dev(bench: Workbench) -> list[Finding]:
    """Annotate JFLEG dev with both and compare pair by pair."""
    if "errant" not in bench.pipelines:
        return []
    corpus = jfleg("dev")
    ours, _ = bench.annotate(corpus, "errant")
    (theirs,), _ = bench.errant(corpus)
    pairs = [
        (a, b)
        for annotator in range(len(corpus.corrections))
        for a, b in zip(annotator_blocks(ours, annotator), annotator_blocks(theirs, annotator), strict=True)
    ]
    different = [pair for pair in pairs if pair[0] != pair[1]]
    details = {"pairs": len(pairs), "edits": sum(len(a) - 1 for a, _ in pairs), "differing": different[:50]}
    what = f"differing pairs of {len(pairs)} ({corpus.name})"
    return [Finding("parity-jfleg-dev", "errant", what, len(different), at_most=0, details=details)]
