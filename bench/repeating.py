"""A second run with the cache, and two processes for one: a workbench in, CPU ratios out."""

from __future__ import annotations

from dataclasses import asdict

from bench.corpora import shared_is_there, teams
from bench.finding import Finding
from bench.measure import mean
from bench.workbench import Workbench


def cache(bench: Workbench) -> list[Finding]:
    """Annotate the teams twice with `--cache`; the second run against ERRANT's, which keeps nothing."""
    corpus = teams().shortened(bench.quick)
    _, theirs = bench.errant(corpus)
    findings = []
    for pipeline in bench.pipelines:
        where = {"XDG_CACHE_HOME": str(bench.new_file("cache"))}
        first_file, first = bench.annotate(corpus, pipeline, "--cache", **where)
        second_file, second = bench.annotate(corpus, pipeline, "--cache", **where)
        same = first_file.read_bytes() == second_file.read_bytes()
        details = {"first": asdict(first), "second": asdict(second), "errant": asdict(theirs), "same output": same}
        what = f"times less CPU than {len(corpus.corrections)} runs of errant_parallel, second run"
        target = 40 if pipeline == "errant" and shared_is_there() and not bench.quick else None
        findings += [
            Finding("cache", pipeline, what, theirs.cpu / second.cpu, at_least=target, details=details),
            Finding("cache", pipeline, "first run against second, CPU", first.cpu / second.cpu),
        ]
    return findings


def jobs(bench: Workbench) -> list[Finding]:
    """Annotate the teams with one and two processes: the bytes must be the same, the CPU nearly so."""
    corpus = teams().shortened(bench.quick)
    findings = []
    for pipeline in bench.pipelines:
        (out, one), (also_out, two), (_, one_again) = (
            bench.annotate(corpus, pipeline, "--jobs", n) for n in ("1", "2", "1")
        )
        single = mean([one, one_again])
        details = {"one": asdict(single), "two": asdict(two)}
        different = int(out.read_bytes() != also_out.read_bytes())
        findings += [
            Finding(
                "jobs", pipeline, "CPU of 2 jobs to that of 1", two.cpu / single.cpu, at_most=1.15, details=details
            ),
            Finding("jobs", pipeline, "wall of 2 jobs to that of 1", two.wall / single.wall),
            Finding("jobs", pipeline, "outputs that differ", different, at_most=0),
        ]
    return findings
