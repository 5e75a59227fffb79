"""`redink rerank`: an n-best list and references in; the best candidates, and how conservative they are, out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from redink.cli.evaluation import conventions_of, evaluation_options, interval_options, load_data, show, trust_of
from redink.cli.messages import note
from redink.cli.options import numbers_option

if TYPE_CHECKING:
    from redink.questions.conservatism.reranking import Reranked
    from redink.reading.nbest import Candidates
    from redink.records import EvalSet


@click.command("rerank")
@click.argument("nbest", metavar="NBEST")
@click.option(
    "-m", "--measure", default="F0.5", show_default=True, metavar="MEASURE", help="What a pick must be best by."
)
@numbers_option()
@click.option(
    "--level",
    type=click.Choice(["sentence", "corpus"]),
    default="sentence",
    show_default=True,
    help="Best score of each sentence, or of the corpus (greedy).",
)
@click.option(
    "--draws",
    type=click.IntRange(min=1),
    help="Choose the M references at random so many times and take means; otherwise the first M as given.",
)
@click.option(
    "--form",
    "list_form",
    type=click.Choice(["auto", "moses", "tsv", "blocks"]),
    default="auto",
    show_default=True,
    help="Form of the n-best list.",
)
@click.option("--picks", metavar="FILE", help="Write the picks of the largest M there, one line a sentence.")
@click.option("--figures", metavar="FOLDER", help="Write the figures there as SVG files.")
@interval_options
@evaluation_options
def command(nbest: str, **options: Any) -> None:
    """Pick from n-best lists what scores best against M references, and measure what the picks change.

    NBEST is a Moses list (0 ||| text ||| …), a TSV table (sentence, candidate) or blocks with blank lines between them.
    Ties go to the candidate that stands first. Sentences without candidates are left out.

    \b
    Examples:
      redink rerank nbest.txt -s source.txt -r minimal.txt -r fluent.txt
      redink rerank nbest.txt -r gold.m2 -m M2 -M 1-2 --level corpus --picks best.txt
    """  # noqa: D301 - click wants the character itself, to keep the lines below it apart
    from redink.questions.conservatism.reranking import How, rerank, rerank_charts, rerank_table
    from redink.reading.nbest import read_nbest
    from redink.scoring.names import need_of

    need = need_of([options["measure"]])
    if options["names"]:
        raise click.UsageError("--name has no use here: there are no systems")
    with_source = options.pop("with_source")
    data, pipeline = load_data((), options | {"with_source": False}, "texts")
    candidates = read_nbest(nbest, form=options["list_form"])
    _refuse_one_block(candidates, data, nbest)
    _refuse_too_many(candidates, data, nbest, options["source"] or options["references"][0])
    if with_source:
        candidates = _with_source(candidates, data)
    if len(candidates) < len(data.sources):
        note(f"redink: {len(candidates)} of {len(data.sources)} sentences have candidates; the others are left out")
    annotate = None
    if need != "texts":
        annotate, pipeline = _annotation(options, need)
    found = rerank(
        data,
        candidates,
        how=How(options["measure"], options["numbers"], options["level"], options["draws"], options["seed"]),
        conventions=conventions_of(options),
        trust=trust_of(options) if options["ci"] else None,
        annotate=annotate,
        pipeline=pipeline,
    )
    if options["picks"]:
        _save_picks(found, options["picks"])
    if options["figures"]:
        from redink.reports.charts import save_charts

        paths = save_charts(rerank_charts(found), options["figures"])
        note(f"redink: {len(paths)} figures in {options['figures']}")
    show([rerank_table(found)], options)


def _refuse_one_block(candidates: Candidates, data: EvalSet, path: str) -> None:
    """Refuse a plain output, one line a sentence, which reads as one long list for the first sentence."""
    from redink.errors import InputError, Place

    if len(candidates) == 1 and len(candidates.get(0, ())) > 1 and len(data.sources) > 1:
        raise InputError(
            f"all {len(candidates[0])} candidates are for the first of {len(data.sources)} sentences",
            place=Place(path),
            remedy="number the sentences (0 ||| text), or put a blank line after the candidates of each",
        )


def _refuse_too_many(candidates: Candidates, data: EvalSet, path: str, source: str) -> None:
    from redink.errors import InputError, Place

    last = max(candidates, default=-1) + 1
    if last > len(data.sources):
        raise InputError(
            f"candidates for sentence {last}, but {source} has {len(data.sources)} sentences",
            place=Place(path, sentence=last),
            remedy="the n-best list must belong to the source text; Moses numbers sentences from 0, tables from 1",
        )


def _with_source(candidates: Candidates, data: EvalSet) -> Candidates:
    return {
        number: tuple(dict.fromkeys((*own, data.sources[number]))) if number < len(data.sources) else own
        for number, own in candidates.items()
    }


def _annotation(options: dict[str, Any], need: Any) -> tuple[Any, str]:
    from redink.cli.options import make_annotator
    from redink.evaluation.data import annotated

    annotator = make_annotator(options["pipeline"], "rules", levenshtein=False, use_cache=options["use_cache"])
    pipeline = f"{annotator.pipeline.name}@{annotator.pipeline.version}"
    return lambda data: annotated(data, annotator, need=need), pipeline


def _save_picks(found: Reranked, path: str) -> None:
    from redink.reading.files import write_whole

    picked = [row for row in found.rows if row.name.startswith("M = ")][-1]
    with write_whole(path) as out:
        out.writelines(" ".join(text) + "\n" for text in picked.texts)
