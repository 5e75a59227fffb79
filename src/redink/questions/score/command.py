"""The commands `score`, `compare` and `gate`: outputs and references in; scores, tests and a verdict out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from redink.errors import GateFailed
from redink.evaluation import options as declare
from redink.evaluation import shared_options as shared
from redink.evaluation.option_types import SHARE, NumberRange
from redink.evaluation.scoring_options import ScoringOptions

if TYPE_CHECKING:
    from redink.evaluation.trust import Correction
    from redink.stats.aggregation import Aggregate, TieRule


def _alpha_option() -> Any:
    """Declare `--alpha`, the level of significance."""
    return declare.option(
        "--alpha",
        default=0.05,
        type=SHARE,
        help="Significance level: a difference with a p-value up to this is significant.",
    )


@declare.record
class ScoreOptions(
    shared.IntervalOptions,
    shared.LevelOptions,
    ScoringOptions,
    shared.WorkOptions,
    shared.EvaluationOptions,
):
    r"""Score system outputs against references.

    OUTPUT is a text file with one sentence on each line, JSON lines, or an M2 file. References are such files too.
    -m all computes every measure that can score these files, and says which measures are left out and why.

    \b
    Examples:
      redink score strong.txt weak.txt --source source.txt -r reference0.txt -r reference1.txt --ci
      redink score system.m2 -r gold.m2 --by type --counts --leaders
      redink score systems/*.txt -s source.txt -r gold.m2 -m GLEU EM --by level --metadata essays.tsv
      redink score output.txt -s source.txt -r gold.m2 --per-sentence -f tsv -o sentences.tsv
      redink score output.txt -r official-2014.combined.m2 --preset conll14
      redink score systems/*.txt -r gold.m2 -m F0.5 M2 --gold-against-auto
      redink score systems/*.txt -s source.txt -r gold.m2 -m GREEN CLEME-independent --aggregate trueskill
      redink score systems/*.txt -s source.txt -r gold.m2 --with-source --format latex
    """

    systems: tuple[str, ...] = declare.argument(nargs=-1, required=True, metavar="OUTPUT...")
    measures: tuple[str, ...] = shared.measures_option("P", "R", "F0.5")
    by: str | None = declare.option(
        "--by",
        metavar="WHAT",
        help="Show scores for each group. operation, coarse-type, type and operation-type group the edits, and show "
        "the first F measure of -m (otherwise F0.5). length and the columns of --metadata group the sentences, and "
        "show every measure.",
    )
    metadata: str | None = declare.option(
        "--metadata",
        metavar="TSV",
        help="A table with a header and one row for each sentence, for --by COLUMN. If it has a column sentence with "
        "their numbers, the rows may stand in any order.",
    )
    counts: bool = declare.flag("--counts", help="With --by: also show TP, FP, FN, P and R for each group and system.")
    leaders: bool = declare.flag(
        "--leaders", help="For each error type, show the best system and test it against the second best."
    )
    coverage: str | None = declare.option(
        "--coverage",
        metavar="FILE",
        help="Correct EM (or EIM) for the small number of references. FILE was written by redink coverage --save, or "
        "is a table of corrections.",
    )
    aggregate: tuple[Aggregate, ...] = declare.option(
        "--aggregate",
        multiple=True,
        type=click.Choice(["trueskill", "expected-wins", "mean"]),
        help="Also rank the systems by their sentence scores, as human judgements are ranked: each sentence compares "
        "every two systems. mean is the mean of the sentence scores. Repeat for several.",
    )
    ties: TieRule = declare.choice(
        "--ties",
        choices=("original", "half"),
        help="With --aggregate: equal sentence scores count as in the original programs (draws for trueskill, left out "
        "by expected-wins), or as half a win for each system.",
    )
    gold_against_auto: bool = declare.flag(
        "--gold-against-auto",
        help="Score against the edits of the M2 references, and against edits that are found again in the same "
        "corrections. Test the difference for each system (paired bootstrap).",
    )
    per_sentence: bool = declare.flag(
        "--per-sentence", help="Show the score and the statistics of each sentence, instead of the totals."
    )
    save: str | None = declare.option(
        "--save", metavar="FILE", help="Also save the results and the statistics of each sentence, for redink gate."
    )


def _score(options: ScoreOptions) -> declare.Output:
    from redink.evaluation.command_data import read_files
    from redink.questions.score.run import score

    data = read_files(options, options.systems)
    notes = tuple(_idle_options(options))
    if options.per_sentence:
        from redink.questions.score.slices import sentence_table

        alone = replace(options, ci=False, by=None, leaders=False, coverage=None, aggregate=(), gold_against_auto=False)
        return declare.Output([sentence_table(declare.call(score, data, options=alone))], notes)
    results = declare.call(score, data, options=options)
    if options.save:
        results.save_statistics(options.save)
    return declare.Output(results, notes)


_WORKS_WITH = {
    "documents": ("ci", "leaders", "aggregate", "gold_against_auto"),
    "interval": ("ci",),
    "level": ("ci", "aggregate"),
    "metadata": ("by",),
    "counts": ("by",),
    "ties": ("aggregate",),
}
"""Options that change nothing unless one of these others is given."""
_TOTALS = ("ci", "by", "leaders", "coverage", "aggregate", "gold_against_auto", "save")
"""Options that `--per-sentence` leaves out."""


def _idle_options(options: ScoreOptions) -> Iterator[str]:
    """Name the options that were typed and have no effect."""
    if options.per_sentence:
        for name in _TOTALS:
            if name in options.given:
                yield f"redink: note: {_flag(name)} has no effect with --per-sentence"
        return
    for name, others in _WORKS_WITH.items():
        if name in options.given and not any(getattr(options, other) for other in others):
            *first, last = map(_flag, others)
            words = f"{', '.join(first)} or {last}" if first else last
            yield f"redink: note: {_flag(name)} has no effect without {words}"


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


@declare.record
class CompareOptions(shared.PairedOptions, ScoringOptions, shared.WorkOptions, shared.EvaluationOptions):
    r"""Test which outputs are significantly better than others.

    The first line names the best output, and the outputs that do not differ significantly from it. Every pair of
    outputs is tested. With --base, or with two outputs, each is also compared with one base. The p-values are corrected
    for the number of comparisons. Two systems that share a letter beside their scores do not differ significantly.
    There are 1000 random draws, or more if the number of pairs needs more; --resamples sets another number.

    \b
    Examples:
      redink compare old.txt new.txt --source source.txt -r reference.txt
      redink compare systems/*.txt -s source.txt -r gold.m2 --correction bh --format latex
      redink compare baseline.m2 a.m2 b.m2 -r gold.m2 --base baseline -m F0.5 F0.5-detection --test bootstrap
      redink compare baseline.txt new.txt -r official-2014.combined.m2 --preset conll14
    """

    systems: tuple[str, ...] = declare.argument(nargs=-1, required=True, metavar="OUTPUT...")
    base: str | None = declare.option(
        "--base",
        metavar="NAME",
        help="The system with which each other one is compared. Without it: the first of two outputs; with more, the "
        "best one.",
    )
    measures: tuple[str, ...] = shared.measures_option("F0.5")
    correction: Correction = declare.choice(
        "--correction",
        choices=("holm", "bh", "none"),
        help="Correction for multiple tests: Holm's (holm), Benjamini and Hochberg's (bh), or none.",
    )
    alpha: float = _alpha_option()
    resamples: int | None = declare.option(
        "--resamples",
        type=click.IntRange(min=1),
        show_default="1000, or as many as the pairs need",
        help="Number of random draws.",
    )


def _compare(options: CompareOptions) -> declare.Output:
    from redink.evaluation.command_data import read_files
    from redink.questions.score.run import compare

    return declare.Output(declare.call(compare, read_files(options, options.systems), options=options))


@declare.record
class GateOptions(shared.PairedOptions, ScoringOptions, shared.WorkOptions, shared.EvaluationOptions):
    r"""Fail with exit code 1 if NEW loses more than --max-drop against a saved run, or is below --min-score.

    Use it in continuous integration (CI): save a good run once, then check every new output against it. Both runs
    must have the same source text, references, rule, pipeline and version. Otherwise the command refuses to compare.

    \b
    Examples:
      redink score released.txt -s source.txt -r reference.txt -m F0.5 --save results.json
      redink gate new.txt -s source.txt -r reference.txt --against results.json --max-drop 0.5 --min-score 0.6
    """

    new: str = declare.argument(default="", metavar="NEW")
    against: str = declare.option(
        "--against", default="", required=True, metavar="FILE", help="The earlier run, saved by redink score --save."
    )
    system: str | None = declare.option(
        "--system", metavar="NAME", help="The saved system to compare with, if the file has several."
    )
    max_drop: float = declare.option(
        "--max-drop",
        default=0.5,
        type=NumberRange(min=0),
        metavar="POINTS",
        help="The largest loss that is allowed, in points (score × 100), whether it may be chance or not.",
    )
    min_score: tuple[str, ...] = declare.option(
        "--min-score",
        multiple=True,
        metavar="[MEASURE=]SCORE",
        help="The score that must be reached, as printed: 0.5 for every measure, F0.5=0.5 for one. Repeat for more.",
    )
    significant_only: bool = declare.flag(
        "--significant-only", help="Let a drop beyond --max-drop fail only if it is significant."
    )
    alpha: float = _alpha_option()
    measures: tuple[str, ...] = declare.option(
        *("-m", "--measure"),
        multiple=True,
        help="A saved measure to check; repeat for several. Without it, all of them are checked.",
    )


def _gate(options: GateOptions) -> declare.Output:
    from redink.evaluation.command_data import read_files
    from redink.questions.score.gate import gate

    verdict = declare.call(gate, read_files(options, (options.new,)), options=options)
    failure = None
    if not verdict.passed:
        failure = GateFailed(
            f"{verdict.system} does not pass against {verdict.base}: {verdict.failures()}",
            remedy="if this is meant, change the limits (--max-drop, --min-score) or save a new run, with redink score "
            "--save",
        )
    return declare.Output(verdict, failure=failure)


SCORE = declare.Command(ScoreOptions, _score)
COMPARE = declare.Command(CompareOptions, _compare)
GATE = declare.Command(GateOptions, _gate)
