"""The commands `score`, `compare` and `gate`: outputs and references in; scores, tests and a verdict out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from redink.errors import GateFailed
from redink.evaluation.options import (
    Command,
    EvaluationOptions,
    IntervalOptions,
    LevelOptions,
    NumberRange,
    Output,
    PairedOptions,
    ScoringOptions,
    WorkOptions,
    alpha_option,
    argument,
    call,
    choice,
    flag,
    measures_option,
    option,
    read_files,
    record,
    refuse_fixed,
)

if TYPE_CHECKING:
    from redink.evaluation.trust import Correction


@record
class ScoreOptions(IntervalOptions, LevelOptions, ScoringOptions, WorkOptions, EvaluationOptions):
    r"""Score system outputs against references.

    OUTPUT is a text file, one tokenised sentence a line, or an M2 file. References are text or M2.

    \b
    Examples:
      redink score strong.txt weak.txt --source source.txt -r reference0.txt -r reference1.txt --ci
      redink score system.m2 -r gold.m2 --by type --counts --leaders
      redink score systems/*.txt -s source.txt -r gold.m2 -m GLEU EM --by level --metadata essays.tsv
      redink score output.txt -s source.txt -r gold.m2 --per-sentence -f tsv -o sentences.tsv
      redink score output.txt -r official-2014.combined.m2 --preset conll14
      redink score systems/*.txt -s source.txt -r gold.m2 --with-source --format latex
    """

    systems: tuple[str, ...] = argument(nargs=-1, required=True, metavar="OUTPUT...")
    measures: tuple[str, ...] = measures_option("P", "R", "F0.5")
    by: str | None = option(
        "--by",
        metavar="WHAT",
        help="Break down: F of edits (the first one -m names, else F0.5) by operation, type or operation-type; every "
        "measure by length (of sentences) or by a column of --metadata.",
    )
    metadata: str | None = option(
        "--metadata", metavar="TSV", help="Table with a header and one row a sentence, for --by COLUMN."
    )
    counts: bool = flag("--counts", help="With --by: TP, FP, FN, P and R of each part and system too.")
    leaders: bool = flag("--leaders", help="Show the best system of each error type, tested against the second.")
    coverage: str | None = option(
        "--coverage",
        metavar="FILE",
        help="Correct EM (or EIM) for few references: a file of redink coverage --save, or a table of corrections.",
    )
    per_sentence: bool = flag("--per-sentence", help="Show the score and statistics of each sentence instead.")
    save: str | None = option(
        "--save", metavar="FILE", help="Also save results and statistics of sentences, for redink gate."
    )


def _score(options: ScoreOptions) -> Output:
    from redink.questions.score.run import score
    from redink.questions.score.slices import sentence_table

    refuse_fixed(options)
    data = read_files(options, options.systems)
    if options.per_sentence:
        alone = replace(options, ci=False, by=None, leaders=False, coverage=None)
        return Output([sentence_table(call(score, data, options=alone))])
    results = call(score, data, options=options)
    if options.save:
        results.save_statistics(options.save)
    idle = options.documents and not options.ci and not options.leaders
    return Output(results, ("redink: note: --documents has no effect without --ci or --leaders",) if idle else ())


@record
class CompareOptions(PairedOptions, ScoringOptions, WorkOptions, EvaluationOptions):
    r"""Test whether NEW outputs are better than BASE, and which of all outputs differ.

    p-values are corrected for the number of comparisons. Letters beside scores tell which systems do not
    differ (they share one); with three systems or more there are rank clusters. Unless --resamples is given, there
    are 1000, or as many as so many pairs need.

    \b
    Examples:
      redink compare old.txt new.txt --source source.txt -r reference.txt
      redink compare baseline.m2 a.m2 b.m2 -r gold.m2 -m F0.5 F0.5-detection --test bootstrap
      redink compare baseline.txt systems/*.txt -s source.txt -r gold.m2 --correction bh --format latex
      redink compare baseline.txt new.txt -r official-2014.combined.m2 --preset conll14
    """

    base: str = argument(default="")
    new: tuple[str, ...] = argument(nargs=-1, required=True, metavar="NEW...")
    measures: tuple[str, ...] = measures_option("F0.5")
    correction: Correction = choice(
        "--correction",
        choices=("holm", "bh", "none"),
        default="holm",
        help="Guard against many tests: Holm (no false alarm), Benjamini-Hochberg (few among the alarms), or none.",
    )
    alpha: float = alpha_option()
    resamples: int | None = option(
        "--resamples",
        type=click.IntRange(min=1),
        show_default="1000, or as many as the pairs need",
        help="Number of random draws.",
    )


def _compare(options: CompareOptions) -> Output:
    from redink.questions.score.run import compare

    refuse_fixed(options)
    return Output(call(compare, read_files(options, (options.base, *options.new)), options=options))


@record
class GateOptions(PairedOptions, ScoringOptions, WorkOptions, EvaluationOptions):
    r"""Fail with exit code 1 when NEW is significantly worse than a saved run, and drops by more than --max-drop.

    Made for CI: save the run that counts once, and check every new output against it. Runs with unlike signatures
    (other text, references, rule, pipeline or version) are refused.

    \b
    Examples:
      redink score released.txt -s source.txt -r reference.txt -m F0.5 --save results.json
      redink gate new.txt -s source.txt -r reference.txt --against results.json --max-drop 0.5
    """

    new: str = argument(default="", metavar="NEW")
    against: str = option(
        "--against", default="", required=True, metavar="FILE", help="The earlier run, saved with redink score --save."
    )
    system: str | None = option(
        "--system", metavar="NAME", help="Which saved system to compare with, when there are several."
    )
    max_drop: float = option(
        "--max-drop",
        default=0.5,
        type=NumberRange(min=0),
        metavar="POINTS",
        help="Points (score × 100) that a measure may lose.",
    )
    alpha: float = alpha_option()
    measures: tuple[str, ...] = option(
        *("-m", "--measure"),
        default=(),
        multiple=True,
        help="Which of the saved measures count; all of them if left out.",
    )


def _gate(options: GateOptions) -> Output:
    from redink.questions.score.gate import gate

    refuse_fixed(options)
    verdict = call(gate, read_files(options, (options.new,)), options=options)
    failure = None
    if not verdict.passed:
        failure = GateFailed(
            f"{verdict.system} is significantly worse than {verdict.base}: {verdict.failures()}",
            remedy="if the drop is meant, allow it (--max-drop) or save a new run (redink score --save)",
        )
    return Output(verdict, failure=failure)


SCORE = Command(ScoreOptions, _score)
COMPARE = Command(CompareOptions, _compare)
GATE = Command(GateOptions, _gate)
