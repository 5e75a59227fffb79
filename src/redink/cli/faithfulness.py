"""`redink faithfulness`: outputs and their source in; meaning kept and language improved, without references, out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from redink.cli.evaluation import interval_options, show, trust_of
from redink.cli.messages import note
from redink.cli.options import (
    format_option,
    given_options,
    names_option,
    output_option,
    quiet_option,
    resamples_option,
    seed_option,
)

if TYPE_CHECKING:
    from redink.questions.faithfulness.results import FaithfulnessResults
    from redink.questions.faithfulness.run import Plan
    from redink.reading.conllu import Tree
    from redink.reports.tables import Table


@click.command("faithfulness")
@click.argument("systems", nargs=-1, required=True, metavar="OUTPUT...")
@click.option("-s", "--source", required=True, metavar="FILE", help="The source, in the same form as the outputs.")
@names_option
@click.option(
    "-p",
    "--pipeline",
    default="errant",
    show_default=True,
    metavar="NAME",
    help="Who draws the trees of texts: errant (spaCy's en_core_web_sm 3.8.0) or a spaCy model by name or path.",
)
@click.option(
    "--compat",
    type=click.Choice(["printed", "released"]),
    default="printed",
    show_default=True,
    help="USim as the papers define it, or as the published program computes it (units of several words only).",
)
@click.option(
    "--alignment",
    type=click.Choice(["thesis", "gap"]),
    default="thesis",
    show_default=True,
    help="How words are aligned, as in `redink conservatism`.",
)
@click.option(
    "--level",
    type=click.Choice(["essay", "sentence"]),
    default="sentence",
    show_default=True,
    help="UCCA passages only: compare whole passages, or the sentences inside them.",
)
@click.option(
    "--checker",
    type=click.Choice(["harper", "languagetool", "none"]),
    show_default="harper where it is installed",
    help="Who counts errors: harper (offline), languagetool (needs Java), or nobody.",
)
@click.option(
    "--fluency/--no-fluency",
    default=None,
    show_default="where the extra [fluency] is installed",
    help="Perplexity by the trigram model of pocketsphinx, and Scribendi's rule on it.",
)
@click.option("--embedding", metavar="MODEL", help="Cosine by a sentence-transformers model, by name or path.")
@click.option("--sentences", type=click.IntRange(0), metavar="N", help="List the N sentences most at risk (0: all).")
@click.option(
    "--sort",
    type=click.Choice(["risk", "kept", "words", "fluency", "sentence"]),
    default="risk",
    show_default=True,
    help="With --sentences: their order.",
)
@click.option("--check", "checks", multiple=True, metavar="NAME", help="With --sentences: only findings of this check.")
@click.option("--details", is_flag=True, help="Precision and recall by direction, unlabelled USim, DistSim.")
@click.option("--plane", metavar="FILE", help="Draw meaning kept × language improved: page (.html) or picture (.svg).")
@click.option("--documents", nargs=2, metavar="TSV COLUMN", help="Draw whole essays for intervals.")
@resamples_option
@seed_option
@interval_options
@format_option("table", "tsv", "json", "md", "latex", default="table")
@output_option
@quiet_option
def command(systems: tuple[str, ...], **options: Any) -> None:
    r"""Tell without references whether corrections keep the meaning, and whether the language got better.

    Source and outputs are text or M2 (parsed here), trees (.conllu), or UCCA (.xml, .mrp, or a folder of .xml).
    Meaning kept is USim-UD for trees and USim for UCCA; no edit = 1.0, so read it beside the amount of change.

    \b
    Examples:
      redink faithfulness a.txt b.txt -s source.txt --ci --plane plane.html
      redink faithfulness a.txt -s source.txt --sentences 20 --check "dropped argument"
      redink faithfulness corrected.conllu -s learner.conllu --details
      redink faithfulness corrected.xml -s learner.xml --level essay --compat released
    """
    _refuse(options)
    results = _measure(systems, options)
    if options["plane"]:
        _save_plane(results, options["plane"])
    if options["form"] == "json":
        from redink.reading.files import write_whole

        with write_whole(options["output"]) as out:
            out.write(results.to_json())
        return
    show(_asked_for(results, options), options)


def _measure(systems: Sequence[str], options: dict[str, Any]) -> FaithfulnessResults:
    from redink.errors import UsageError
    from redink.evaluation.data import load, system_name
    from redink.language.trees import load_tree_parser
    from redink.questions.faithfulness.inputs import kind_of, passage_pairs
    from redink.questions.faithfulness.run import measure_faithfulness, measure_pairs, measure_trees
    from redink.reading.conllu import read_conllu

    source, names = options["source"], options["names"] or [_stem(system_name(path)) for path in systems]
    if len(names) != len(systems) or len(set(names)) != len(names):
        raise UsageError("every output needs a name of its own", remedy="give one --name an output")
    kind = kind_of([source, *systems])
    _refuse_idle(kind, options["level"])
    if kind == "text":
        # The parser comes first: it may be missing, which must not wait for a grammar checker's answer.
        parser = load_tree_parser(options["pipeline"])
        data = load(systems, source=source, references=(), names=names, documents=options["documents"])
        return measure_faithfulness(data, parser, plan=plan_of(options))
    if kind == "trees":
        own = read_conllu(source)
        trees = {name: _as_many_trees(path, own, source) for name, path in zip(names, systems, strict=True)}
        groups = _groups(options, len(own))
        return measure_trees(own, trees, plan=plan_of(options), trees="CoNLL-U", groups=groups)
    pairs = {
        name: passage_pairs(source, path, level=options["level"]) for name, path in zip(names, systems, strict=True)
    }
    groups = _groups(options, len(next(iter(pairs.values()), ())))
    graphs = f"UCCA/{options['level']}"
    return measure_pairs(pairs, measure="USim", plan=plan_of(options), graphs=graphs, groups=groups)


def _as_many_trees(path: str, sources: Sequence[Tree], source: str) -> tuple[Tree, ...]:
    from redink.errors import InputError, Place
    from redink.reading.conllu import read_conllu

    trees = read_conllu(path)
    if len(trees) != len(sources):
        raise InputError(
            f"{len(trees)} trees, but {source} has {len(sources)}",
            place=Place(path),
            remedy="every file must have one tree a source sentence, in the same order",
        )
    return trees


def _groups(options: dict[str, Any], sentences: int) -> tuple[str, ...] | None:
    from redink.reading.tables import read_labels

    given = options["documents"]
    return read_labels(*given, source=options["source"], sentences=sentences) if given else None


def _refuse_idle(kind: str, level: str) -> None:
    """Refuse options that say nothing about this kind of file."""
    from redink.errors import UsageError

    if kind != "ucca" and level == "essay":
        raise UsageError(
            "--level essay compares UCCA passages; texts and trees are compared sentence by sentence",
            remedy="leave it out; --documents draws whole essays for intervals",
        )
    if kind != "text" and "pipeline" in given_options(click.get_current_context()):
        raise UsageError("--pipeline parses texts, and these files hold their graphs", remedy="leave it out")


def _stem(name: str) -> str:
    return name.removesuffix(".conllu").removesuffix(".xml").removesuffix(".mrp")


def plan_of(options: dict[str, Any]) -> Plan:
    """Take from the options what is measured; what they do not name is as the command has it by default."""
    from redink.cli.progress import with_progress
    from redink.questions.faithfulness.mathematics.embedding import Embedder
    from redink.questions.faithfulness.run import Plan

    trust = trust_of(options) if options.get("ci") or options.get("plane") else None
    return Plan(
        options.get("compat", "printed"),
        options.get("alignment", "thesis"),
        _checker(options.get("checker")),
        _model(options.get("fluency")),
        Embedder(options["embedding"]) if options.get("embedding") else None,
        trust,
        with_progress,
    )


def _checker(name: str | None) -> Any:
    """Load the checker asked for; unasked, Harper where it is there."""
    from redink.errors import MissingExtraError
    from redink.questions.faithfulness.mathematics.fluency_errors import load_checker

    if name == "none":
        return None
    try:
        return load_checker(name or "harper")
    except MissingExtraError as error:
        if name:
            raise
        note(f"redink: errors are not counted: {error}")
        return None


def _model(wanted: bool | None) -> Any:
    from redink.errors import MissingExtraError
    from redink.questions.faithfulness.mathematics.trigram import load_model

    if wanted is False:
        return None
    try:
        return load_model()
    except MissingExtraError as error:
        if wanted:
            raise
        note(f"redink: no perplexity: {error}")
        return None


def _refuse(options: dict[str, Any]) -> None:
    """Refuse options that would do nothing, or not what they say, before the work."""
    from redink.errors import UsageError
    from redink.questions.faithfulness.mathematics.checks import CHECKS

    for name in options["checks"]:
        if name not in CHECKS:
            raise UsageError(f"there is no check {name!r}", remedy=f"known: {', '.join(CHECKS)}")
    if options["checks"] and options["sentences"] is None:
        raise UsageError("--check chooses among listed sentences", remedy="add --sentences N (0: all)")
    if options["plane"] and not options["plane"].endswith((".html", ".htm", ".svg")):
        raise UsageError(f"{options['plane']} is neither a page nor a picture", remedy="end its name in .html or .svg")


def _asked_for(results: FaithfulnessResults, options: dict[str, Any]) -> list[Table]:
    from redink.questions.faithfulness.tables import detail_tables, sentence_table

    found = results.to_tables()
    if options["details"]:
        found += detail_tables(results)
    if options["sentences"] is not None:
        found.append(sentence_table(results, options["sentences"], only=options["checks"], by=options["sort"]))
    return found


def _save_plane(results: FaithfulnessResults, path: str) -> None:
    from redink.questions.faithfulness.page import plane_page
    from redink.reading.files import write_whole

    with write_whole(path) as out:
        out.write(results.plane().svg if path.endswith(".svg") else plane_page(results))
