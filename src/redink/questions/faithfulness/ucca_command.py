"""The commands `ucca …`: UCCA passages in; a drawing, another format, or the agreement of two annotators out."""

from __future__ import annotations

from redink.errors import UsageError
from redink.evaluation.options import Command, CommandGroup, Output, argument, flag, record
from redink.evaluation.shared_options import OutputOptions, TableOptions


@record
class ShowOptions(OutputOptions):
    r"""Draw UCCA passages as text, with one line for each unit.

    The parts of a unit are indented below it. Remote parts are marked with *.

    FILE is a UCCA file in standard XML, an MRP file (.mrp), or a folder of XML files.

    \b
    Examples:
      redink ucca show passage.xml
      redink ucca show essays.mrp --linkage -o essays.txt
    """

    path: str = argument(default="", metavar="FILE")
    linkage: bool = flag("--linkage", help="Also list the linkage units.")


def _show(options: ShowOptions) -> None:
    from redink.questions.faithfulness.inputs import read_passages
    from redink.questions.faithfulness.mathematics.drawing import draw_passage, legend
    from redink.reading.files import write_whole

    passages = read_passages(options.path)
    with write_whole(options.output) as out:
        for passage in passages:
            out.write(draw_passage(passage, linkage=options.linkage))
            out.write(f"({legend(passage)})\n")


@record
class ConvertOptions(OutputOptions):
    r"""Convert UCCA passages to XML or to MRP.

    If the name after -o ends in .xml, the output is XML, which holds one passage. Otherwise it is MRP, which holds any
    number of passages.

    \b
    Examples:
      redink ucca convert essays/ -o essays.mrp
      redink ucca convert passage.mrp -o passage.xml
    """

    path: str = argument(default="", metavar="FILE")


def _convert(options: ConvertOptions) -> None:
    from redink.questions.faithfulness.inputs import read_passages
    from redink.reading.packing import unpacked_name
    from redink.reading.ucca_mrp import write_ucca_mrp
    from redink.reading.ucca_xml import write_ucca_xml

    passages = read_passages(options.path)
    if not unpacked_name(options.output).endswith(".xml"):
        write_ucca_mrp(options.output, passages)
    elif len(passages) == 1:
        write_ucca_xml(options.output, passages[0])
    else:
        raise UsageError(f"{len(passages)} passages do not fit into one XML file", remedy="write MRP: -o FILE.mrp")


@record
class AgreeOptions(TableOptions):
    r"""Measure how far two UCCA annotators of the same tokens agree.

    The measure is DAG-F, for primary and for remote edges.

    \b
    Examples:
      redink ucca agree first.xml second.xml
      redink ucca agree first/ second/ -f tsv
    """

    first: str = argument(default="", metavar="FILE")
    second: str = argument(default="", metavar="FILE")


def _agree(options: AgreeOptions) -> Output:
    from redink.questions.faithfulness.inputs import agreement_table, read_passages

    return Output([agreement_table(read_passages(options.first), read_passages(options.second))])


COMMAND = CommandGroup(
    """Show, convert and compare UCCA annotations: graphs of the meaning of a text (standard XML or MRP).

    \b
    Examples:
      redink ucca show passage.xml
      redink ucca convert essays/ -o essays.mrp
      redink ucca agree first.xml second.xml
    """,
    {
        "show": Command(ShowOptions, _show),
        "convert": Command(ConvertOptions, _convert),
        "agree": Command(AgreeOptions, _agree),
    },
)
