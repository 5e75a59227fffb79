"""`redink convert`: an M2 file in, one annotator's M2 or plain corrected text out."""

from __future__ import annotations

import click

from redink.evaluation.options import Command, OutputOptions, argument, call, choice, flag, option, record


@record
class ConvertOptions(OutputOptions):
    r"""Turn annotations into text, or pick annotators out of an M2 file.

    \b
    Examples:
      redink convert gold.m2 --source -o source.txt
      redink convert gold.m2 --annotator 1 -o reference1.txt
      redink convert gold.m2 -f m2 -a 0 -a 2 -o two-annotators.m2

    To turn text into annotations see redink annotate.
    """

    m2: str = argument(default="", metavar="FILE.m2")
    annotators: tuple[int, ...] = option(
        *("-a", "--annotator"),
        default=(),
        type=click.IntRange(min=0),
        multiple=True,
        help="Keep this annotator (repeat for several; default: all in M2, 0 in text).",
    )
    source: bool = flag("--source", help="Text: the source sentences instead of corrections.")
    absent: str = choice(
        "--absent",
        choices=("source", "error"),
        default="source",
        help="Text: what to write where the annotator has no line of its own.",
    )
    overlaps: str = choice(
        "--overlaps",
        choices=("error", "warn", "first"),
        default="warn",
        help="Edits of one annotator that overlap: refuse, warn, or keep the first of each clash.",
    )
    form: str = choice(*("-f", "--format"), choices=("text", "m2"), default="text", help="Form of the output.")


def _convert(options: ConvertOptions) -> None:
    from redink.evaluation.edits import convert, refuse_unknown_annotators
    from redink.reading.files import write_whole

    lines = call(convert, options.m2, options=options)
    if options.annotators and options.m2 != "-" and options.output == "-":
        # Lines on standard output cannot be taken back: know that the annotators exist before the first.
        refuse_unknown_annotators(options.m2, options.annotators)
    with write_whole(options.output) as out:
        out.writelines(lines)


COMMAND = Command(ConvertOptions, _convert)
