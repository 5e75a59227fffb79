"""Peak memory of `redink annotate` on a corpus and on one ten times longer: a workbench in, megabytes out."""

from __future__ import annotations

from dataclasses import asdict

from bench.corpora import longer, one_output, teams
from bench.finding import Finding
from bench.workbench import Workbench

_FULL, _LONG = 3, 10


def memory(bench: Workbench) -> list[Finding]:
    """Measure all teams at once, one output, and the same output several times over.

    Peaks grow until the annotator's short memory of analyses is full, which three copies of one output
    see to; from there on they should stand still.
    """
    short = one_output()
    full, long = (longer(short, times, bench.folder) for times in (_FULL, _LONG))
    findings = []
    for pipeline in bench.pipelines:
        peaks = {}
        for corpus in (teams().shortened(bench.quick), short, full, long):
            _, usage = bench.annotate(corpus, pipeline)
            peaks[corpus] = usage.peak
            what = f"MB at most, {corpus.name} × {len(corpus.corrections)}"
            details = {"ours": asdict(usage)}
            findings.append(Finding("memory", pipeline, what, usage.peak, at_most=400, details=details))
        of = f"peak of the {_LONG} × longer corpus to that of the"
        findings += [
            Finding("memory", pipeline, f"{of} short one", peaks[long] / peaks[short]),
            Finding("memory", pipeline, f"{of} {_FULL} × longer", peaks[long] / peaks[full], at_most=1.1),
        ]
    return findings
