"""`redink convert`: an M2 file in, one annotator's M2 or plain corrected text out."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import click

from redink.cli.options import format_option, output_option, quiet_option
from redink.errors import InputError, Place, UsageError
from redink.reading.conversion import corrected_lines, select_annotators, source_lines
from redink.reading.corrections import annotators_of
from redink.reading.files import display_name, write_whole
from redink.reading.m2 import format_m2, read_m2


@click.command("convert")
@click.argument("m2", metavar="FILE.m2")
@click.option(
    "-a",
    "--annotator",
    "annotators",
    type=click.IntRange(min=0),
    multiple=True,
    help="Keep this annotator (repeat for several; default: all in M2, 0 in text).",
)
@click.option("--source", "wants_source", is_flag=True, help="Text: the source sentences instead of corrections.")
@click.option(
    "--absent",
    type=click.Choice(["source", "error"]),
    default="source",
    show_default=True,
    help="Text: what to write where the annotator has no line of its own.",
)
@click.option(
    "--overlaps",
    type=click.Choice(["error", "warn", "first"]),
    default="warn",
    show_default=True,
    help="Edits of one annotator that overlap: refuse, warn, or keep the first of each clash.",
)
@format_option("text", "m2", default="text")
@output_option
@quiet_option
def command(
    m2: str,
    annotators: tuple[int, ...],
    wants_source: bool,
    absent: str,
    overlaps: str,
    form: str,
    output: str,
) -> None:
    r"""Turn annotations into text, or pick annotators out of an M2 file.

    \b
    Examples:
      redink convert gold.m2 --source -o source.txt
      redink convert gold.m2 --annotator 1 -o reference1.txt
      redink convert gold.m2 -f m2 -a 0 -a 2 -o two-annotators.m2

    To turn text into annotations see redink annotate.
    """
    if wants_source and (form == "m2" or annotators):
        raise UsageError("--source has no annotator and is always text", remedy="leave out one of the options")
    # Text cannot hold a clash: one of two overlapping corrections has to go.
    conflicts = "first" if form == "text" and overlaps == "warn" else overlaps
    if annotators and m2 != "-" and output == "-":
        # Lines on standard output cannot be taken back: know that the annotators exist before the first.
        _refuse_unknown(m2, annotators)
    sentences = read_m2(m2, conflicts=conflicts)  # type: ignore[arg-type]
    lines: Iterator[str]
    if form == "m2":
        lines = map(format_m2, select_annotators(sentences, annotators, name=display_name(m2)))
    elif wants_source:
        lines = source_lines(sentences)
    else:
        lines = corrected_lines(sentences, annotators, name=display_name(m2), absent_is_error=absent == "error")
    with write_whole(output) as out:
        out.writelines(lines)


def _refuse_unknown(m2: str, annotators: tuple[int, ...]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they are shown when the file is read for good
        present = annotators_of(read_m2(m2, conflicts="first"))
    for annotator in annotators:
        if annotator not in present:
            raise InputError(
                f"annotator {annotator} has no line anywhere",
                place=Place(display_name(m2)),
                remedy=f"it has {', '.join(map(str, present))}",
            )
