"""Options and steps that `score`, `compare` and their like share: files in, annotated data out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import reduce
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from redink.cli.options import (
    cache_option,
    cluster_option,
    complete_from,
    format_option,
    jobs_option,
    names_option,
    output_option,
    overlaps_option,
    pipeline_option,
    quiet_option,
    resamples_option,
    seed_option,
    source_option,
    worker_count,
)
from redink.cli.progress import with_progress
from redink.errors import UsageError

if TYPE_CHECKING:
    from redink.evaluation.results import Results
    from redink.questions.score.run import Trust
    from redink.records import EvalSet
    from redink.reports.tables import Table
    from redink.scoring.measure import Conventions, Need

Command = TypeVar("Command", bound=Callable[..., Any])

_OVERLAPS_OF_CHUNKS = click.option(
    "--overlaps",
    type=click.Choice(["error", "first", "both"]),
    show_default="error; both with --mode faithful, as the published program has it",
    help="Overlapping edits of one annotator (M2): refuse the file, keep the first, or make chunks of both.",
)
_ABSENT = click.option(
    "--absent",
    type=click.Choice(["noop", "missing"]),
    show_default="noop; missing with --rule faithful, as the published programs have it",
    help="An annotator without a line: left the sentence alone (noop), or was not asked (missing).",
)
_ABSENT_OF_CHUNKS = click.option(
    "--absent",
    type=click.Choice(["noop", "missing"]),
    show_default="noop, by any rule: the published program knows no absent annotators",
    help="An annotator without a line: left the sentence alone (noop), or was not asked (missing).",
)
_OPTIONS = (
    source_option,
    click.option(
        "-r",
        "--references",
        "--reference",
        "references",
        multiple=True,
        required=True,
        metavar="FILE",
        help="A reference: text, or M2 with one or more annotators; repeat for several.",
    ),
    names_option,
    click.option("--with-source", is_flag=True, help="Let the unchanged source take part as a system."),
    click.option("--auto", is_flag=True, help="Find the edits of M2 references anew instead of keeping their spans."),
    click.option(
        "--rule",
        type=click.Choice(["corrected", "faithful"]),
        default="corrected",
        show_default=True,
        help="faithful: digit for digit the published programs; corrected: free of their faults.",
    ),
    _ABSENT,
    overlaps_option,
    click.option(
        "--documents",
        nargs=2,
        metavar="TSV COLUMN",
        help="Draw whole documents (essays) instead of sentences; the table has one row a sentence.",
    ),
    resamples_option,
    seed_option,
    pipeline_option,
    cache_option,
    output_option,
    quiet_option,
)


_SCORING = (
    click.option("--percent", is_flag=True, help="Show scores times 100 with two decimals (not in JSON)."),
    click.option(
        "--size",
        type=click.Choice(["all", "single", "multi"]),
        default="all",
        show_default=True,
        help="Score only edits of at most one token a side, or only longer ones (P, R, F).",
    ),
    click.option(
        "--exclude-type",
        "exclude",
        multiple=True,
        metavar="TYPE",
        help="Leave out an error type, as R:PUNCT or PUNCT; repeat for several (P, R, F).",
    ),
    click.option(
        "--preset",
        type=click.Choice(["conll14", "bea19", "jfleg"]),
        help="Score as a shared task did: M2 (conll14), F0.5 of ERRANT's edits (bea19), GLEU (jfleg), all faithful.",
    ),
    jobs_option,
    cluster_option,
)


class TakesMeasures(click.Command):
    """A command whose -m may be followed by several names, as in `-m F0.5 M2 GLEU`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put -m before each further name; what is a file, or no measure, is left as it is."""
        spread: list[str] = []
        follows = False
        for number, word in enumerate(args):
            if follows and not word.startswith("-") and _is_measure(word):
                spread += "-m", word
                continue
            follows = (number > 0 and args[number - 1] in ("-m", "--measure")) or word.startswith("--measure=")
            spread.append(word)
        return super().parse_args(ctx, spread)


def _is_measure(word: str) -> bool:
    if Path(word).exists():
        return False
    from redink.errors import UsageError
    from redink.scoring.measure import parse_measure

    try:
        parse_measure(word)
    except UsageError:
        return False
    return True


def _split(_context: click.Context, _parameter: click.Parameter, given: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for one in given for name in one.replace(",", " ").split())


def _measure_names() -> tuple[str, ...]:
    from redink.scoring.measure import measure_names

    return measure_names()


def measure_option(*default: str) -> Callable[[Command], Command]:
    """Add the option that names measures; the command must be one that `TakesMeasures`."""
    return click.option(
        "-m",
        "--measure",
        "measures",
        multiple=True,
        default=default,
        show_default=True,
        callback=_split,
        shell_complete=complete_from(_measure_names),
        metavar="NAME...",
        help="F0.5, F1, P, R (also -detection, -token, -type), M2, GLEU, I, I-nomix, EM, EIM; case does not matter.",
    )


def interval_options(command: Command) -> Command:
    """Add the options that ask for confidence intervals."""
    wanted = click.option("--ci", is_flag=True, help="Add 95 % confidence intervals.")
    kind = click.option(
        "--interval",
        type=click.Choice(["percentile", "bca"]),
        default="percentile",
        show_default=True,
        help="Kind of confidence interval.",
    )
    return wanted(kind(command))


def data_options(command: Command) -> Command:
    """Add the options that say what is evaluated, and where the result goes."""
    return reduce(lambda decorated, option: option(decorated), reversed(_OPTIONS), command)


def chunk_options(command: Command) -> Command:
    """Add the options of commands that work on chunks: as `evaluation_options`, with their own clashes."""
    others = {overlaps_option: _OVERLAPS_OF_CHUNKS, _ABSENT: _ABSENT_OF_CHUNKS}
    options = [others.get(option, option) for option in _OPTIONS]
    shown = format_option("table", "tsv", "json", "md", "latex", default="table")(command)
    return reduce(lambda decorated, option: option(decorated), reversed(options), shown)


def evaluation_options(command: Command) -> Command:
    """Add the options that every command has which evaluates and shows tables."""
    return data_options(format_option("table", "tsv", "json", "md", "latex", default="table")(command))


def scoring_options(command: Command) -> Command:
    """Add what commands have that score by measures of the user's choice."""
    return reduce(lambda decorated, option: option(decorated), reversed(_SCORING), evaluation_options(command))


_TOKENISE = (
    "tokenise sources, references and outputs alike; redink annotate SOURCE OUTPUT --tokenise -o OUTPUT.m2 does so, "
    "and makes M2 that can be evaluated"
)


def load_data(systems: tuple[str, ...], options: dict[str, Any], need: Need) -> tuple[EvalSet, str]:
    """Read the files and annotate what is only text; gives the data and the pipeline for the signature."""
    from redink.cli.language_hint import hint_about
    from redink.cli.options import make_annotator
    from redink.evaluation.data import annotated, lacks_edits, load

    data = load(
        systems,
        source=options["source"],
        references=options["references"],
        names=options["names"],
        documents=options["documents"],
        with_source=options["with_source"],
        overlaps=options["overlaps"],
    )
    if not options["auto"] and not lacks_edits(data, need):
        return data, "none"
    hint_about(chain.from_iterable(data.sources), options["pipeline"], remedy=_TOKENISE)
    annotator = make_annotator(options["pipeline"], "rules", levenshtein=False, use_cache=options["use_cache"])
    pipeline = f"{annotator.pipeline.name}@{annotator.pipeline.version}"
    jobs = worker_count(options.get("jobs", 1))
    if not options.get("cluster"):
        return annotated(data, annotator, need=need, anew=options["auto"], jobs=jobs), pipeline
    from redink.scale.cluster import Recipe, annotating_on, connected

    with connected(options["cluster"]) as client:
        work = annotating_on(client, Recipe.of(options["pipeline"], annotator))
        return annotated(data, annotator, need=need, anew=options["auto"], elsewhere=work), pipeline


@contextmanager
def scorers(options: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Give the arguments that say who scores: this process, several, or a cluster."""
    jobs = worker_count(options["jobs"])
    if not options["cluster"]:
        yield {"jobs": jobs}
        return
    from redink.scale.cluster import connected, scoring_on

    if jobs > 1:
        raise UsageError("the processes of a cluster are its own", remedy="leave out --jobs, or leave out --cluster")
    with connected(options["cluster"]) as client:
        yield {"elsewhere": scoring_on(client)}


def conventions_of(options: dict[str, Any]) -> Conventions:
    """Take the conventions from the options, or from the preset, which must then stand alone."""
    from redink.evaluation.presets import find_preset
    from redink.scoring.measure import Conventions

    if options.get("preset"):
        return find_preset(options["preset"]).conventions
    chosen = Conventions(options["rule"], options["absent"])
    # Not every command that calls this has `scoring_options`.
    return replace(chosen, size=options.get("size", "all"), exclude=tuple(sorted(set(options.get("exclude", ())))))


def apply_preset(options: dict[str, Any], measures: tuple[str, ...]) -> tuple[str, ...]:
    """Give the measures of the run: those asked for, or the preset's, which also sets the pipeline."""
    from redink.errors import UsageError
    from redink.evaluation.presets import find_preset

    if not options["preset"]:
        return measures
    preset = find_preset(options["preset"])
    context = click.get_current_context()
    for name, flag in _FIXED.items():
        fixed = name != "pipeline" or preset.pipeline is not None
        if fixed and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise UsageError(f"--preset {options['preset']} fixes {flag}", remedy=f"leave out {flag}, or the preset")
    options["pipeline"] = preset.pipeline or options["pipeline"]
    return preset.measures


_FIXED = {
    "measures": "-m",
    "rule": "--rule",
    "absent": "--absent",
    "size": "--size",
    "exclude": "--exclude-type",
    "pipeline": "--pipeline",
}


def trust_of(options: dict[str, Any]) -> Trust:
    """Take the resampling plan from the options."""
    from redink.questions.score.run import Trust

    return Trust(resamples=options["resamples"], seed=options["seed"], method=options.get("interval", "percentile"))


@contextmanager
def slow_work_shown() -> Iterator[None]:
    """Show progress while measures are at work."""
    from redink.scoring.watching import watching

    with watching(with_progress):
        yield


def show_results(results: Results, more: list[Table], options: dict[str, Any]) -> None:
    """Write scores and the tables that go with them; JSON is one object, with the tables under `tables`."""
    from redink.evaluation.tables import tables_of

    if options["form"] != "json":
        show([*tables_of(results), *more], options)
        return
    import json

    import msgspec

    from redink.reading.files import write_whole
    from redink.reports.machine import to_json

    record = results.to_dict() | ({"tables": [json.loads(to_json(table)) for table in more]} if more else {})
    with write_whole(options["output"]) as out:
        out.write(msgspec.json.format(msgspec.json.encode(record)).decode() + "\n")


def show(tables: list[Table], options: dict[str, Any]) -> None:
    """Write tables in the form the user asked for."""
    import sys

    from redink.evaluation.tables import in_percent
    from redink.reading.files import write_whole
    from redink.reports.rendering import render
    from redink.reports.terminal import Paper, paper_of

    to_terminal = options["output"] == "-"
    with write_whole(options["output"]) as out:
        paper = paper_of(sys.stdout) if to_terminal else Paper(None, colour=False)
        if options.get("percent"):
            tables = [in_percent(table, scaled=options["form"] == "tsv") for table in tables]
        parts = [render(table, options["form"], paper=paper) for table in tables]
        several = options["form"] == "json" and len(parts) > 1
        out.write(f"[{','.join(parts)}]\n" if several else "\n".join(parts))
