"""`redink difficulty`: outputs and a reference in; how hard each error is, weighted scores, ranks and views out."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from redink.cli.evaluation import chunk_options, conventions_of, interval_options, load_data, show, trust_of
from redink.cli.messages import note
from redink.cli.options import NumberRange, retype_option, test_option

if TYPE_CHECKING:
    from redink.questions.difficulty.mathematics.measures import Settings
    from redink.questions.difficulty.results import DifficultyResults
    from redink.records import EvalSet
    from redink.reports.tables import Table


@click.command("difficulty")
@click.argument("systems", nargs=-1, metavar="OUTPUT...")
@click.option(
    "--weights",
    metavar="FILE",
    help="Take the difficulty from a weight file (ours, or the published kind) made with the same reference and "
    "--pipeline.",
)
@click.option(
    "--mismatches",
    type=click.Choice(["error", "skip"]),
    default="error",
    show_default=True,
    help="Sentences that do not have the chunks of the weight file: refuse the file, or leave them out.",
)
@click.option(
    "--save-weights", metavar="FILE", help="Write a weight file: JSON, or the published kind if FILE ends in .txt."
)
@click.option(
    "--weight",
    "function",
    default="linear",
    show_default=True,
    metavar="FUNCTION",
    help="w of n of N systems: linear:A,B,C (A − (n+B)/(N+C); 1,0,0), reciprocal:K, log:K, constant.",
)
@click.option(
    "--mode",
    type=click.Choice(["paper", "faithful"]),
    help="What the paper says, or digit for digit what its program does.  [default: as --rule]",
)
@click.option(
    "--fp",
    type=click.Choice(["paper", "unit"]),
    default="paper",
    show_default=True,
    help="A false positive weighs as much as its chunk, or 1.",
)
@click.option("--leave-one-out", is_flag=True, help="No system judges the difficulty it is scored with.")
@click.option("--beta", type=NumberRange(0, 1e9), default=0.5, show_default=True, help="β of F.")
@click.option(
    "--several",
    type=click.Choice(["one", "best", "mean"]),
    default="one",
    show_default=True,
    help="Several references: use one, the best of each sentence, or the mean over all.",
)
@click.option("--reference-id", type=click.IntRange(min=0), default=0, show_default=True, help="Which one, from 0.")
@interval_options
@click.option("--by", type=click.Choice(["operation", "type", "operation-type"]), help="Difficulty by error type.")
@retype_option
@click.option("--levels", is_flag=True, help="How many errors there are at each level, and the breakpoint.")
@click.option("--rank-against", metavar="MEASURE", help="Places gained and lost against another measure, e.g. M2.")
@click.option("--across", multiple=True, metavar="JSON", help="Compare ranks with earlier runs saved by -f json.")
@click.option("--teams", is_flag=True, help="What each system adds, and which systems complement one another.")
@click.option(
    "--errors", type=click.Choice(["one", "none", "all"]), help="List errors: solved by one alone, none, or all."
)
@click.option("--compare", "paired", is_flag=True, help="Test every system against the first.")
@test_option
@click.option("--corpus", is_flag=True, help="Sentences, tokens, chunks, errors, token error rate.")
@click.option("--heatmap", metavar="FILE", help="Write a page (HTML) with every error coloured by its difficulty.")
@click.option("--chunks", is_flag=True, help="Show the chunks of every sentence with errors, and a heat map, as text.")
@chunk_options
def command(systems: tuple[str, ...], **options: Any) -> None:
    """Weigh every error by how few systems correct it, and score with these weights (Gotou and others, 2020).

    \b
    Examples:
      redink difficulty a.txt b.txt c.txt d.txt e.txt -s source.txt -r reference.txt
      redink difficulty systems/*.m2 -r gold.m2 --by type --levels --rank-against F0.5 --ci
      redink difficulty systems/*.m2 -r gold.m2 --save-weights weights.json --heatmap heat.html
      redink difficulty mine.txt -r official-2014.0.m2 --weights conll14_8sys.txt --mode faithful
    """  # noqa: D301 - click wants the character itself, to keep the lines below it apart
    from redink.questions.difficulty.run import References, compare_difficulty, measure_difficulty, with_conventional
    from redink.reading.weights import read_weights

    settings = _settings(options)
    options["overlaps"] = options["overlaps"] or ("both" if settings.mode == "faithful" else "error")
    with _no_garbage():
        data, pipeline = load_data(systems, options, "edits")
    if options["retype"]:
        data = _retyped(data, options)
    results = measure_difficulty(
        data,
        settings=settings,
        references=References(
            options["several"],
            options["reference_id"],
            options["absent"] or "noop",  # in both modes: the published program knows no absent annotators
            options["mismatches"] == "skip",
            "both" if options["overlaps"] == "both" else "refuse",
        ),
        weights=read_weights(options["weights"]) if options["weights"] else None,
        trust=trust_of(options) if options["ci"] else None,
        pipeline=pipeline,
    )
    if options["rank_against"]:
        results = with_conventional(results, data, options["rank_against"], conventions_of(options))
    if options["paired"]:
        results = compare_difficulty(results, data, _trust_of_test(options))
    for warning in results.warnings:
        note(f"redink: warning: {warning}")
    if options["save_weights"]:
        results.save_weights(options["save_weights"], pipeline=pipeline)
    if options["heatmap"]:
        results.save_heat_map(options["heatmap"])
    if options["form"] == "json":
        _write_json(results, options["output"])
    else:
        show(_asked_for(results, options), options)
        if options["chunks"]:
            _show_chunks(results, options)


@contextmanager
def _no_garbage() -> Iterator[None]:
    # Reading makes a million small records and no cycles: looking for some takes a sixth of the time. Frozen, they
    # are not looked at later either; the process ends soon anyway.
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()


def _settings(options: dict[str, Any]) -> Settings:
    from redink.questions.difficulty.mathematics.measures import Settings
    from redink.questions.difficulty.mathematics.weights import Mode, parse_weight

    mode: Mode = options["mode"] or ("faithful" if options["rule"] == "faithful" else "paper")
    return Settings(mode, parse_weight(options["function"]), options["fp"], options["leave_one_out"], options["beta"])


def _trust_of_test(options: dict[str, Any]) -> Any:
    from redink.questions.score.run import Trust

    return Trust(resamples=options["resamples"], seed=options["seed"], test=options["test"])


def _retyped(data: EvalSet, options: dict[str, Any]) -> EvalSet:
    from redink.cli.options import make_annotator
    from redink.questions.difficulty.run import retyped

    annotator = make_annotator(options["pipeline"], "rules", levenshtein=False, use_cache=options["use_cache"])
    return retyped(data, annotator)


def _asked_for(results: DifficultyResults, options: dict[str, Any]) -> list[Table]:
    """Build the tables the options name."""
    from redink.evaluation.tables import difference_table
    from redink.questions.difficulty import tables

    found = [tables.weighted_table(results), tables.unweighted_table(results)]
    if len(results.errors_left) > 1:
        found.append(tables.reference_table(results))
    if options["corpus"]:
        found.append(tables.corpus_table({"this corpus": results}))
    if options["rank_against"]:
        found += _ranked(results)
    if options["across"]:
        found += _across(results, options)
    if options["by"]:
        found.append(tables.type_table(results, options["by"]))
    if options["levels"]:
        found += [tables.level_table(results), tables.breakpoint_table(results)]
    if options["teams"]:
        found += [tables.system_table(results), tables.team_table(results)]
    if options["errors"]:
        found.append(tables.error_table(results, options["errors"]))
    if options["paired"]:
        found += [difference_table(results.scores), tables.chunk_test_table(results)]
    return found


def _ranked(results: DifficultyResults) -> list[Table]:
    from redink.questions.difficulty.tables import rank_tables

    systems = results.scores.systems
    return rank_tables(results, systems[0].scores[-1].measure, {one.name: one.scores[-1].value for one in systems})


def _across(results: DifficultyResults, options: dict[str, Any]) -> list[Table]:
    """Compare ranks by wF_β and wA across corpora, and by the conventional measure if there is one (Figure 3)."""
    from redink.evaluation.saved_scores import read_scores
    from redink.questions.difficulty.tables import score_of, stability_table

    first = results.scores.systems[0].scores
    tables = []
    for measure in [score.measure for score in (*first[2:4], *(first[-1:] if options["rank_against"] else ()))]:
        here = {one.name: score_of(one, measure).value for one in results.scores.systems}
        scores = {"this corpus": here} | {Path(path).stem: read_scores(path, measure) for path in options["across"]}
        tables.append(stability_table(scores, measure))
    return tables


def _show_chunks(results: DifficultyResults, options: dict[str, Any]) -> None:
    import sys

    from redink.questions.difficulty.views import chunk_views
    from redink.reports.terminal import paper_of

    if options["output"] != "-":
        note("redink: --chunks goes to standard output")
    paper = paper_of(sys.stdout)
    click.echo()
    for view in chunk_views(results, colour=paper.colour, width=paper.width):
        click.echo(view, color=paper.colour)


def _write_json(results: DifficultyResults, output: str) -> None:
    import msgspec

    from redink.reading.files import write_whole

    with write_whole(output) as out:
        out.write(msgspec.json.format(msgspec.json.encode(results.to_dict())).decode() + "\n")
