"""`redink reannotate`: an M2 file in, the same with our spans and types (or only our types) out."""

from __future__ import annotations

import click

from redink.cli.language_hint import hint_unless_english
from redink.cli.options import (
    cache_option,
    costs_option,
    format_option,
    make_annotator,
    merge_option,
    output_option,
    pipeline_option,
    quiet_option,
)
from redink.cli.progress import with_progress
from redink.errors import UsageError


@click.command("reannotate")
@click.argument("m2", metavar="FILE.m2")
@click.option("--auto", is_flag=True, help="Forget the spans and find them anew.")
@click.option("--gold", is_flag=True, help="Keep the spans, name their types anew.")
@click.option("--no-minimise", is_flag=True, help="Gold: keep tokens that both sides of an edit share at its edges.")
@click.option("--keep-types", is_flag=True, help="Gold: keep the old types.")
@pipeline_option
@merge_option
@costs_option
@cache_option
@format_option("m2", "json", "tsv", default="m2")
@output_option
@quiet_option
def command(
    m2: str,
    auto: bool,
    gold: bool,
    no_minimise: bool,
    keep_types: bool,
    pipeline: str,
    merge: str,
    levenshtein: bool,
    use_cache: bool,
    form: str,
    output: str,
) -> None:
    r"""Give an M2 file redink's own edits (--auto) or its own types on the old spans (--gold).

    \b
    Examples:
      redink reannotate official-2014.combined.m2 --auto -o auto.m2
      redink reannotate official-2014.combined.m2 --gold -o gold.m2
    """
    if auto == gold:
        raise UsageError("say what to keep", remedy="give either --auto (new spans) or --gold (old spans, new types)")
    from redink.annotation.reannotation import Reannotation, reannotate_all
    from redink.annotation.rendering import TSV_HEADER, numbered, renderer
    from redink.reading.files import write_whole
    from redink.reading.m2 import read_m2

    how = Reannotation("auto" if auto else "gold", minimise=not no_minimise, keep_types=keep_types)
    annotator = make_annotator(pipeline, merge, levenshtein, use_cache)
    sentences = with_progress(read_m2(m2, conflicts="first"), "reannotating")
    sentences = hint_unless_english(sentences, pipeline, lambda sentence: sentence.tokens)
    rendered = map(renderer(form), reannotate_all(sentences, annotator, how))
    with write_whole(output) as out:
        if form == "tsv":
            out.write(TSV_HEADER)
        out.writelines(numbered(rendered) if form == "tsv" else rendered)
