"""`redink ucca`: UCCA passages in; a drawing, another format, or the agreement of two annotators out."""

from __future__ import annotations

from typing import Any

import click

from redink.cli.options import format_option, output_option, quiet_option


@click.group("ucca")
def command() -> None:
    r"""Show, convert and compare UCCA annotation (standard XML, MRP).

    \b
    Examples:
      redink ucca show passage.xml
      redink ucca convert essays/ -o essays.mrp
      redink ucca agree first.xml second.xml
    """


@command.command("show")
@click.argument("path", metavar="FILE")
@click.option("--linkage", is_flag=True, help="List linkage units, too.")
@output_option
@quiet_option
def show_passages(path: str, linkage: bool, output: str) -> None:
    """Draw passages as text: one line a unit, parts indented below their whole; remote parts are marked with *.

    FILE is UCCA's standard XML, MRP (.mrp), or a folder of XML files.

    \b
    Examples:
      redink ucca show passage.xml
      redink ucca show essays.mrp --linkage -o essays.txt
    """  # noqa: D301 - click wants this backspace itself
    from redink.questions.faithfulness.inputs import read_passages
    from redink.questions.faithfulness.mathematics.drawing import draw_passage, legend
    from redink.reading.files import write_whole

    passages = read_passages(path)
    with write_whole(output) as out:
        for passage in passages:
            out.write(draw_passage(passage, linkage=linkage))
            out.write(f"({legend(passage)})\n")


@command.command("convert")
@click.argument("path", metavar="FILE")
@output_option
@quiet_option
def convert(path: str, output: str) -> None:
    """Write passages as XML (one passage; -o ends in .xml) or as MRP (any number).

    \b
    Examples:
      redink ucca convert essays/ -o essays.mrp
      redink ucca convert passage.mrp -o passage.xml
    """  # noqa: D301
    from redink.errors import UsageError
    from redink.questions.faithfulness.inputs import read_passages
    from redink.reading.packing import unpacked_name
    from redink.reading.ucca_mrp import write_ucca_mrp
    from redink.reading.ucca_xml import write_ucca_xml

    passages = read_passages(path)
    if not unpacked_name(output).endswith(".xml"):
        write_ucca_mrp(output, passages)
    elif len(passages) == 1:
        write_ucca_xml(output, passages[0])
    else:
        raise UsageError(f"{len(passages)} passages do not fit into one XML file", remedy="write MRP: -o FILE.mrp")


@command.command("agree")
@click.argument("first", metavar="FILE")
@click.argument("second", metavar="FILE")
@format_option("table", "tsv", "json", "md", "latex", default="table")
@output_option
@quiet_option
def agree(first: str, second: str, **options: Any) -> None:
    """Tell how far two annotators of the same tokens agree: DAG-F of primary and remote edges.

    \b
    Examples:
      redink ucca agree first.xml second.xml
      redink ucca agree first/ second/ -f tsv
    """  # noqa: D301
    from redink.cli.evaluation import show
    from redink.questions.faithfulness.inputs import agreement_table, read_passages

    show([agreement_table(read_passages(first), read_passages(second))], options)
