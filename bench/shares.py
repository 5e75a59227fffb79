"""Where `redink annotate` spends its time: a workbench in, the share of each stage out."""

from __future__ import annotations

import json

from bench.corpora import teams
from bench.finding import Finding
from bench.workbench import Workbench


def shares(bench: Workbench) -> list[Finding]:
    """Time the stages on all teams."""
    corpus = teams().shortened(bench.quick)
    findings = []
    for pipeline in bench.pipelines:
        printed, _ = bench.python("-m", "bench.stages", pipeline, corpus.source, *corpus.corrections)
        seconds = json.loads(printed.read_text())
        whole = sum(seconds.values())
        findings += [
            Finding("shares", pipeline, f"share of {stage}", part / whole, details={"seconds": part})
            for stage, part in seconds.items()
        ]
    return findings
