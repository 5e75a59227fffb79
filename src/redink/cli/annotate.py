"""`redink annotate`: a source and its corrections in, typed edits (M2, JSON or TSV) out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from redink.cli.language_hint import hint_unless_english
from redink.cli.options import (
    cache_option,
    costs_option,
    format_option,
    jobs_option,
    make_annotator,
    merge_option,
    output_option,
    pipeline_option,
    quiet_option,
    worker_count,
)
from redink.cli.progress import with_progress
from redink.errors import UsageError


@click.command("annotate")
@click.argument("source")
@click.argument("corrections", nargs=-1, required=True, metavar="CORRECTION...")
@click.option("--tokenise", is_flag=True, help="The text is not tokenised yet; character offsets are kept in JSON.")
@pipeline_option
@merge_option
@costs_option
@click.option(
    "--errant-compat",
    is_flag=True,
    help="Write what errant_parallel writes, faults included: blank source lines are dropped, and a correction "
    "that differs only in white space leaves no line at all.",
)
@cache_option
@jobs_option
@format_option("m2", "json", "tsv", default="m2")
@output_option
@quiet_option
def command(
    source: str,
    corrections: tuple[str, ...],
    tokenise: bool,
    pipeline: str,
    merge: str,
    levenshtein: bool,
    errant_compat: bool,
    use_cache: bool,
    jobs: int,
    form: str,
    output: str,
) -> None:
    r"""Find and name the edits that turn SOURCE into each CORRECTION.

    Files hold one sentence a line, gzip or not; - is standard input. The n-th CORRECTION becomes
    annotator n of the output.

    \b
    Examples:
      redink annotate source.txt system.txt -o system.m2
      redink annotate source.txt reference0.txt reference1.txt -o references.m2
      redink annotate essay.txt corrected.txt --tokenise --format json
      redink annotate quelle.txt korrektur.txt --pipeline plain
    """
    from redink.annotation.inputs import raw_rows, tokenised_rows
    from redink.annotation.rendering import TSV_HEADER, renderer
    from redink.annotation.workers import annotate_rows
    from redink.reading.files import write_whole
    from redink.reading.plain_text import read_parallel

    if errant_compat and tokenise:
        raise UsageError("--errant-compat works on tokenised text", remedy="leave out one of the two options")
    annotator = make_annotator(pipeline, merge, levenshtein, use_cache)
    lines = with_progress(read_parallel((source, *corrections)), "annotating", _line_count(source))
    lines = hint_unless_english(lines, pipeline, lambda line: line[0].split())
    if tokenise:
        from redink.annotation.running_text import annotate_texts

        rendered: Iterator[str] = map(renderer(form), annotate_texts(lines, annotator, jobs=worker_count(jobs)))
    else:
        rows = raw_rows(lines) if errant_compat else tokenised_rows(lines)
        rendered = annotate_rows(rows, annotator, renderer(form), jobs=worker_count(jobs))
    with write_whole(output) as out:
        if form == "tsv":
            out.write(TSV_HEADER)
        out.writelines(rendered)


def _line_count(source: str) -> int | None:
    """Count the lines of a regular file that is not compressed, for the bar."""
    try:
        # A pipe would be used up; what is wrong with a file is told when it is read.
        if source == "-" or not Path(source).is_file():
            return None
        with Path(source).open("rb") as handle:
            if handle.peek(2)[:2] == b"\x1f\x8b":  # gzip
                return None
            return sum(block.count(b"\n") for block in iter(lambda: handle.read(1 << 20), b""))
    except OSError:
        return None
