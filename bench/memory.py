"""Peak memory of `redink annotate` on a corpus and on one ten times longer: a workbench in, megabytes out."""

from __future__ import annotations

from dataclasses import asdict

from bench.corpora import longer, one_output, teams
from bench.finding import Finding
from bench.workbench import Workbench

_TIMES = 10


def memory(bench: Workbench) -> list[Finding]:
    """Measure all teams at once, one output, and the same output ten times over."""
    short = one_output()
    long = longer(short, _TIMES, bench.folder)
    together = teams().shortened(bench.quick)
    findings = []
    for pipeline in bench.pipelines:
        peaks = []
        for corpus in (together, short, long):
            _, usage = bench.annotate(corpus, pipeline)
            peaks.append(usage.peak)
            what = f"MB at most, {corpus.name} × {len(corpus.corrections)}"
            details = {"ours": asdict(usage)}
            findings.append(Finding("memory", pipeline, what, usage.peak, at_most=400, details=details))
        what = f"peak of the {_TIMES} × longer corpus to that of the short one"
        findings.append(Finding("memory", pipeline, what, peaks[2] / peaks[1], at_most=1.2))
    return findings
