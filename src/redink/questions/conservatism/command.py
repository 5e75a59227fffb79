"""The command `conservatism`: outputs and references in; how much each changes, in which direction, out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from redink.evaluation import options as declare
from redink.evaluation import shared_options as shared
from redink.evaluation.option_types import NumberRange
from redink.evaluation.scoring_options import TypeOptions

if TYPE_CHECKING:
    from redink.annotation.word_alignment import Rule as Alignment
    from redink.questions.conservatism.mathematics.four_way import Several


@declare.record
class ConservatismOptions(shared.IntervalOptions, shared.LevelOptions, TypeOptions, shared.EvaluationOptions):
    r"""Measure how much systems and references change the source: words, word order, sentences and edits.

    A system that changes less than the references is conservative. A system that changes more over-edits. The
    measures are those of Choshen's thesis. With --documents, merged sentences are found too.

    \b
    Examples:
      redink conservatism a.txt b.txt -s source.txt -r reference.txt --ci
      redink conservatism systems/*.m2 -r gold.m2 --by type --figures figures
      redink conservatism a.txt -s source.txt -r one.txt -r two.txt --no-edits --documents essays.tsv essay
    """

    systems: tuple[str, ...] = declare.argument(nargs=-1, required=True, metavar="OUTPUT...")
    alignment: Alignment = declare.choice(
        "--alignment",
        choices=("thesis", "gap"),
        help="Word alignment: as in the thesis, or with a cost for each unaligned word, which gives cleaner pairs "
        "(gap).",
    )
    gap: float = declare.option(
        "--gap", default=0.4, type=NumberRange(min=0), help="With --alignment gap: the cost of an unaligned word."
    )
    marks: bool = declare.flag("--keep-punctuation", help="Count punctuation marks as words.")
    case: bool = declare.flag("--keep-case", help="Treat upper and lower case as different.")
    edits: bool = declare.option(
        "--edits/--no-edits",
        default=True,
        help="Also count edits: edit ratios, and Hit, Wrong, Under and Over. For this, redink annotates the texts.",
    )
    several: Several = declare.choice(
        "--several",
        choices=("best", "any"),
        help="How Hit, Wrong, Under and Over use several references: the best for each sentence, or all together "
        "(any).",
    )
    by: str | None = shared.types_option("Also show edit ratios for each error type.")
    figures: str | None = declare.option(
        "--figures", metavar="FOLDER", help="Write the figures to this folder, as SVG files."
    )


def _conservatism(options: ConservatismOptions) -> declare.Output:
    from redink.evaluation.command_data import read_files
    from redink.questions.conservatism.charts import all_charts
    from redink.questions.conservatism.run import conservatism
    from redink.reports.charts import save_charts

    results = declare.call(conservatism, read_files(options, options.systems), options=options)
    if not options.figures:
        return declare.Output(results)
    paths = save_charts(all_charts(results), options.figures)
    return declare.Output(results, (f"redink: {len(paths)} figures in {options.figures}",))


COMMAND = declare.Command(ConservatismOptions, _conservatism)
