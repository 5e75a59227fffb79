"""`redink meta`: scores and human judgements in, how far measures and people agree out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from redink.cli.options import format_option, level_option, output_option, quiet_option, resamples_option, seed_option

if TYPE_CHECKING:
    from redink.questions.meta.run import MetaPlan
    from redink.reading.human_rankings import PairwiseChoice
    from redink.reading.score_files import ScoreFile


@click.command("meta")
@click.argument("scores", nargs=-1, metavar="[SCORES]...")
@click.option(
    "--human",
    multiple=True,
    metavar="FILE",
    help="Human choices: Appraise XML, or WMT's CSV of pairs; repeat for several.",
)
@click.option(
    "--human-scores",
    multiple=True,
    metavar="FILE",
    help="Human scores of systems that are known already (a table like SCORES); repeat for several.",
)
@click.option(
    "--ranking",
    "methods",
    type=click.Choice(["expected-wins", "bradley-terry", "trueskill"]),
    multiple=True,
    default=("expected-wins",),
    show_default=True,
    help="How a ranking is made from choices; repeat for several.",
)
@click.option(
    "--identical/--no-identical",
    default=True,
    show_default=True,
    help="Whether outputs of the same text, shown to the judge once, count as ties.",
)
@click.option(
    "--alias",
    "aliases",
    multiple=True,
    metavar="HUMAN=OURS",
    help="What a system of the human judgements is called in SCORES, e.g. INPUT=source; repeat for several.",
)
@click.option("--without", multiple=True, metavar="SYSTEM", help="Leave a system out; repeat for several.")
@click.option(
    "--interval",
    type=click.Choice(["fisher", "bootstrap"]),
    default="fisher",
    show_default=True,
    help="Intervals of system correlations; those of sentences are always bootstrapped.",
)
@level_option
@click.option(
    "--orders",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    help="Random orders trueskill is averaged over.",
)
@resamples_option
@seed_option
@format_option("table", "tsv", "json", "md", "latex", default="table")
@output_option
@quiet_option
def command(scores: tuple[str, ...], human: tuple[str, ...], human_scores: tuple[str, ...], **options: Any) -> None:
    """Evaluate measures: do they rank systems and sentences as people do?

    SCORES are files of `redink score -f json`, or tables with tabs: system, score; or system, sentence
    (from 0), score; or with a header and one column a measure; or WMT's. Without SCORES only the human
    rankings are shown.

    \b
    Examples:
      redink score systems/*.txt -s source.txt -r gold.m2 -m M2 -m GLEU -f json -o scores.json
      redink meta scores.json --human judgments.xml
      redink meta scores.json --human judgments.xml --ranking bradley-terry --ranking trueskill
      redink meta sentence-scores.tsv --human pairwise.csv --alias orig=source
      redink meta scores.tsv --human-scores expected-wins.tsv --interval bootstrap
    """  # noqa: D301 - click wants this backspace itself
    from redink.cli.evaluation import show
    from redink.questions.meta.run import evaluate_measures
    from redink.reading.human_rankings import read_choices
    from redink.reading.score_files import read_score_file

    names = _aliases(options["aliases"])
    choices = [choice for path in human for choice in read_choices(path)]
    choices = _renamed(choices, names, options["without"])
    given = _joined((read_score_file(path) for path in human_scores), names, options["without"])
    measured = _joined((read_score_file(path) for path in scores), {}, options["without"])
    results = evaluate_measures(measured.systems, measured.sentences, choices, given=given.systems, plan=_plan(options))
    if options["form"] == "json":
        from redink.reading.files import write_whole

        with write_whole(options["output"]) as out:
            out.write(results.to_json())
        return
    show(results.to_tables(), options)


def _plan(options: dict[str, Any]) -> MetaPlan:
    from redink.questions.meta.run import MetaPlan

    return MetaPlan(
        tuple(dict.fromkeys(options["methods"])),
        options["identical"],
        options["interval"],
        options["level"],
        options["resamples"],
        options["seed"],
        options["orders"],
    )


def _aliases(pairs: tuple[str, ...]) -> dict[str, str]:
    from redink.errors import UsageError

    for pair in pairs:
        if not all(pair.partition("=")):
            raise UsageError(f"--alias {pair!r}", remedy="write it as HUMAN=OURS, e.g. INPUT=source")
    return {pair.partition("=")[0]: pair.partition("=")[2] for pair in pairs}


def _renamed(
    choices: Iterable[PairwiseChoice], names: dict[str, str], without: tuple[str, ...]
) -> list[PairwiseChoice]:
    renamed = (
        choice._replace(first=names.get(choice.first, choice.first), second=names.get(choice.second, choice.second))
        for choice in choices
    )
    return [choice for choice in renamed if choice.first not in without and choice.second not in without]


def _joined(files: Iterable[ScoreFile], names: dict[str, str], without: tuple[str, ...]) -> ScoreFile:
    """Put the measures of several files together; one that is in two files is refused."""
    from redink.errors import UsageError
    from redink.reading.score_files import ScoreFile

    whole = ScoreFile()
    for file in files:
        for measure in (*file.systems, *file.sentences):
            if measure in whole.systems or measure in whole.sentences:
                raise UsageError(
                    f"two files have scores of {measure!r}", remedy="name the measures apart in the header"
                )
        for measure, own in file.systems.items():
            whole.systems[measure] = {names.get(one, one): v for one, v in own.items() if one not in without}
        for measure, own_sentences in file.sentences.items():
            whole.sentences[measure] = {key: v for key, v in own_sentences.items() if key[0] not in without}
    return whole
