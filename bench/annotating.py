"""`redink annotate` against `errant_parallel`: a workbench in, CPU ratios and equality of the output out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import TypeAlias

from bench.corpora import Corpus, jfleg, one_output, shared_is_there, teams
from bench.edits import differing_blocks
from bench.finding import Finding
from bench.measure import mean
from bench.workbench import Workbench

Targets: TypeAlias = Mapping[str, float]
"""The ratio aimed at, by pipeline."""


def annotate_teams(bench: Workbench) -> list[Finding]:
    """All systems of a shared task: one run of ours, one run of ERRANT's for each."""
    return _against_errant(bench, "annotate-12", teams().shortened(bench.quick), {"errant": 10, "redink-en": 30})


def annotate_jfleg(bench: Workbench) -> list[Finding]:
    """Four references in one run."""
    return _against_errant(bench, "annotate-jfleg", jfleg("test"), {"errant": 4, "redink-en": 8})


def annotate_one(bench: Workbench) -> list[Finding]:
    """One output alone, where there is least to share."""
    return _against_errant(bench, "annotate-one", one_output(), {"errant": 3.5, "redink-en": 12})


def _against_errant(bench: Workbench, name: str, corpus: Corpus, targets: Targets) -> list[Finding]:
    # Ours before and after theirs: a machine that slows down or speeds up meanwhile favours nobody.
    before = {pipeline: bench.annotate(corpus, pipeline)[1] for pipeline in bench.pipelines}
    outputs, theirs = bench.errant(corpus)
    findings = []
    for pipeline in bench.pipelines:
        out, after = bench.annotate(corpus, pipeline)
        ours = mean([before[pipeline], after])
        details = {"corpus": corpus.name, "ours": asdict(ours), "errant": asdict(theirs), "runs": len(outputs)}
        what = f"times less CPU than {_runs(len(outputs))} of errant_parallel ({corpus.name})"
        # The targets are those of the whole corpora: a few teams, or the small example, have less to share.
        whole = shared_is_there() and not (bench.quick and name == "annotate-12")
        target = targets[pipeline] if whole else None
        findings.append(Finding(name, pipeline, what, theirs.cpu / ours.cpu, at_least=target, details=details))
        if pipeline == "errant":
            different = differing_blocks(out, outputs)
            findings.append(Finding(name, pipeline, "sentences whose M2 differs from ERRANT's", different, at_most=0))
    return findings


def _runs(count: int) -> str:
    return "1 run" if count == 1 else f"{count} runs"
