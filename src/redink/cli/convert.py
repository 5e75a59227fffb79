"""`redink convert`: an M2 file in, one annotator's M2 or plain corrected text out."""

from __future__ import annotations

import click

from redink.evaluation.options import Command, argument, call, choice, flag, option, record
from redink.evaluation.scoring_options import preset_option
from redink.evaluation.shared_options import OutputOptions


@record
class ConvertOptions(OutputOptions):
    r"""Convert an M2 file to text, or keep only some of its annotators.

    \b
    Examples:
      redink convert gold.m2 --source -o source.txt
      redink convert gold.m2 --annotator 1 -o reference1.txt
      redink convert gold.m2 -f m2 -a 0 -a 2 -o two-annotators.m2

    To convert text to M2, use redink annotate.
    """

    m2: str = argument(default="", metavar="FILE.m2")
    annotators: tuple[int, ...] = option(
        *("-a", "--annotator"),
        type=click.IntRange(min=0),
        multiple=True,
        help="Keep this annotator; repeat for several.  [default: all for M2; 0 for text]",
    )
    source: bool = flag("--source", help="For text: write the source sentences instead of the corrections.")
    absent: str = choice(
        "--absent",
        choices=("error", "agree", "source"),
        help="When the annotator has no line for a sentence that others edited: stop with an error, take the "
        "correction of the first annotator who has one (agree), or the source sentence.",
    )
    preset: str | None = preset_option("Read the file as a shared task has it: conll14 means --absent agree.")
    overlaps: str = choice(
        "--overlaps",
        choices=("error", "warn", "first"),
        default="warn",
        help="When edits of one annotator overlap: refuse the file, warn, or keep the first edit.",
    )
    form: str = choice(*("-f", "--format"), choices=("text", "m2"), help="Output format.")


def _convert(options: ConvertOptions) -> None:
    from redink.evaluation.edits import convert, refuse_unknown_annotators
    from redink.reading.files import write_whole

    lines = call(convert, options.m2, options=options)
    if options.annotators and options.m2 != "-":
        # Lines on standard output cannot be taken back, and an annotator of another file is not an absent one.
        refuse_unknown_annotators(options.m2, options.annotators)
    with write_whole(options.output) as out:
        out.writelines(lines)


COMMAND = Command(ConvertOptions, _convert, in_place=True)
