"""The command `meta`: scores and human judgements in, how far measures and people agree out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from redink.errors import UsageError
from redink.evaluation import options as declare
from redink.evaluation import shared_options as shared
from redink.evaluation.scoring_options import rule_option

if TYPE_CHECKING:
    from redink.questions.meta.agreeing import RankingMethod
    from redink.scoring.edit_overlap import Rule
    from redink.stats.correlation import CorrelationInterval


@declare.record
class MetaOptions(shared.LevelOptions, shared.DrawOptions, shared.TableOptions):
    r"""Evaluate measures: show how well they agree with human rankings of systems and sentences.

    SCORES are files that `redink score -f json` wrote, or tables with tabs. A table has one of these forms: system,
    score; or system, sentence (counted from 0), score; or a header and one column for each measure; or the format of
    WMT. Without SCORES, only the human rankings are shown.

    With --suite, the command computes the measures itself. FOLDER has the judgements of GJG15 (judgments.xml) or of
    SEEDA. The output shows how well each measure agrees with people on systems and on sentences, for the usual subsets
    of systems and for windows of neighbouring systems. It also shows whether the best measure is significantly better
    than the others.

    \b
    Examples:
      redink score systems/*.txt -s source.txt -r gold.m2 -m M2 -m GLEU -f json -o scores.json
      redink meta scores.json --human judgments.xml
      redink meta scores.json --human judgments.xml --ranking bradley-terry --ranking wmt-trueskill
      redink meta sentence-scores.tsv --human pairwise.csv --alias orig=source
      redink meta scores.tsv --human-scores expected-wins.tsv --interval bootstrap
      redink meta --suite gjg15 --outputs teams -s source.txt -r gold.m2 -m M2 GLEU GREEN --ranking wmt-trueskill
      redink meta --suite SEEDA -r official-2014.combined.m2 --all --figures figures
    """

    scores: tuple[str, ...] = declare.argument(nargs=-1, metavar="[SCORES]...")
    human: tuple[str, ...] = declare.option(
        "--human",
        multiple=True,
        metavar="FILE",
        help="Human judgements: Appraise XML, or pairs in WMT's CSV format; repeat for several.",
    )
    human_scores: tuple[str, ...] = declare.option(
        "--human-scores",
        multiple=True,
        metavar="FILE",
        help="Human scores of the systems, as a table like SCORES; repeat for several.",
    )
    ranking: tuple[RankingMethod, ...] = declare.option(
        "--ranking",
        default=("expected-wins",),
        type=click.Choice(["expected-wins", "bradley-terry", "trueskill", "wmt-trueskill"]),
        multiple=True,
        help="Method that makes a ranking from human judgements; repeat for several. "
        "Published TrueSkill values have the scale of wmt-trueskill.",
    )
    identical: bool = declare.option(
        "--identical/--no-identical",
        default=True,
        help="Whether systems with the same output text, which the judge saw only once, count as tied.",
    )
    first_sentence: int | None = declare.option(
        "--first-sentence",
        type=click.IntRange(0, 1),
        help="The number of the first sentence in --human: 0 or 1. Without it, redink finds out: judges saw identical "
        "outputs as one, and only one way of counting fits that.",
    )
    aliases: tuple[str, ...] = declare.option(
        "--alias",
        multiple=True,
        metavar="HUMAN=OURS",
        help="The name in SCORES of a system in the human judgements, for example INPUT=source; repeat for several.",
    )
    without: tuple[str, ...] = declare.option(
        "--without", multiple=True, metavar="SYSTEM", help="Leave out this system; repeat for several."
    )
    interval: CorrelationInterval | None = declare.choice(
        "--interval",
        choices=("fisher", "bootstrap"),
        default=None,
        help="Intervals of the correlations over systems. Correlations over sentences always use the bootstrap.  "
        "[default: fisher; bootstrap with --suite]",
    )
    orders: int = declare.option(
        "--orders",
        default=10,
        type=click.IntRange(min=1),
        help="Number of random orders over which TrueSkill is averaged.",
    )
    suite: str | None = declare.option(
        "--suite", metavar="FOLDER", help="A folder of human judgements, in the layout of GJG15 or SEEDA."
    )
    outputs: str | None = declare.option(
        "--outputs",
        metavar="FOLDER",
        help="With --suite: the folder of the outputs, one file for each system, if the suite does not hold them.",
    )
    source: str | None = shared.source_option("With --suite: the source sentences. An M2 reference contains them.")
    references: tuple[str, ...] = shared.references_option(
        help="With --suite: a reference file, text or M2; repeat for several."
    )
    tokenise: str = shared.tokenise_option()
    measures: tuple[str, ...] = shared.measures_option("F0.5", "M2", "GLEU")
    every: bool = declare.flag("--all", help="With --suite: compute all measures that can be computed.")
    rule: Rule = rule_option()
    window: int = declare.option(
        "--window",
        default=8,
        type=click.IntRange(min=3),
        help="With --suite: number of neighbouring systems in the analysis of windows.",
    )
    pipeline: str = shared.pipeline_option()
    figures: str | None = declare.option(
        "--figures", metavar="FOLDER", help="With --suite: write the figures to this folder, as SVG files."
    )


def _meta(options: MetaOptions) -> declare.Output:
    from redink.questions.meta.run import meta
    from redink.questions.meta.suite_charts import all_charts
    from redink.questions.meta.suite_results import SuiteResults
    from redink.reports.charts import save_charts

    results = declare.call(meta, options=options)
    if not options.figures:
        return declare.Output(results)
    if not isinstance(results, SuiteResults):
        raise UsageError("--figures needs --suite", remedy="add --suite FOLDER, or leave out --figures")
    paths = save_charts(all_charts(results), options.figures)
    return declare.Output(results, (f"redink: {len(paths)} figures in {options.figures}",))


COMMAND = declare.Command(MetaOptions, _meta)
