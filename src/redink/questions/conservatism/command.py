"""The command `conservatism`: outputs and references in; how much each changes, in which direction, out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from redink.evaluation.options import (
    Command,
    EvaluationOptions,
    IntervalOptions,
    LevelOptions,
    NumberRange,
    Output,
    argument,
    call,
    choice,
    flag,
    option,
    read_files,
    record,
)

if TYPE_CHECKING:
    from redink.annotation.word_alignment import Rule as Alignment
    from redink.questions.conservatism.mathematics.four_way import Several


@record
class ConservatismOptions(IntervalOptions, LevelOptions, EvaluationOptions):
    r"""Measure how much systems and references change: words, word order, sentences, edits (Choshen's thesis).

    Less than the references is conservative, more is over-editing. --documents finds merged sentences too.

    \b
    Examples:
      redink conservatism a.txt b.txt -s source.txt -r reference.txt --ci
      redink conservatism systems/*.m2 -r gold.m2 --by type --figures figures
      redink conservatism a.txt -s source.txt -r one.txt -r two.txt --no-edits --documents essays.tsv essay
    """

    systems: tuple[str, ...] = argument(nargs=-1, required=True, metavar="OUTPUT...")
    alignment: Alignment = choice(
        "--alignment",
        choices=("thesis", "gap"),
        default="thesis",
        help="Word alignment: as in the thesis, or with a cost for words without a partner (cleaner pairs).",
    )
    gap: float = option("--gap", default=0.4, type=NumberRange(min=0), help="That cost, for gap.")
    marks: bool = flag("--keep-punctuation", help="Let punctuation count as words.")
    case: bool = flag("--keep-case", help="Do not fold upper and lower case.")
    edits: bool = option(
        "--edits/--no-edits",
        default=True,
        help="Count edits too: ratios, Hit, Wrong, Under and Over; texts are annotated for that.",
    )
    several: Several = choice(
        "--several",
        choices=("best", "any"),
        default="best",
        help="Several references, for Hit and its like: the best of each sentence, or all together.",
    )
    by: str | None = choice(
        "--by", choices=("operation", "type", "operation-type"), default=None, help="Edit ratios by error type."
    )
    figures: str | None = option("--figures", metavar="FOLDER", help="Write the figures there as SVG files.")


def _conservatism(options: ConservatismOptions) -> Output:
    from redink.questions.conservatism.charts import all_charts
    from redink.questions.conservatism.run import conservatism
    from redink.reports.charts import save_charts

    results = call(conservatism, read_files(options, options.systems), options=options)
    if not options.figures:
        return Output(results)
    paths = save_charts(all_charts(results), options.figures)
    return Output(results, (f"redink: {len(paths)} figures in {options.figures}",))


COMMAND = Command(ConservatismOptions, _conservatism)
