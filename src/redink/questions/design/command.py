"""The command `design`: a pilot, or nothing, in; how many sentences, references and judges out."""

from __future__ import annotations

import click

from redink.evaluation import options as declare
from redink.evaluation import shared_options as shared
from redink.evaluation.option_types import SHARE, NumberRange
from redink.evaluation.scoring_options import ScoringOptions


@declare.record
class DesignOptions(ScoringOptions, shared.WorkOptions, shared.EvaluationOptions):
    r"""Say how many sentences, references and judges a test set needs, and what it can show.

    OUTPUT... are the outputs of a pilot, with -r and -s, or one file of redink score --save. Without any, the pilot is
    the twelve systems of CoNLL-2014 (numbers only). The tables show the smallest difference that a paired test detects,
    the power for the difference that you want, the effect of more references, and how many items people must judge.

    \b
    Examples:
      redink design --difference 2 -m F0.5 GLEU
      redink design systems/*.txt -s source.txt -r reference0.txt -r reference1.txt --compared 12
      redink design results.json --sentences 500 --sentences 1000 --power 0.9
      redink design --cost-sentence 1 --cost-reference 3 -f json
    """

    outputs: tuple[str, ...] = declare.argument(nargs=-1, required=False, metavar="[OUTPUT...]")
    measures: tuple[str, ...] = shared.measures_option("F0.5")
    difference: float = declare.option(
        "--difference",
        default=1.0,
        type=NumberRange(min=0, min_open=True),
        metavar="POINTS",
        help="The difference between two systems that the test must detect, in points (score × 100).",
    )
    power: float = declare.option("--power", default=0.8, type=SHARE, help="How often the test must detect it.")
    alpha: float = declare.option("--alpha", default=0.05, type=SHARE, help="Significance level of the test.")
    compared: int = declare.option(
        "--compared",
        default=2,
        type=click.IntRange(min=2),
        help="Number of systems that will be compared with each other. Their pairs share the level.",
    )
    sentences: tuple[int, ...] = declare.option(
        "--sentences",
        multiple=True,
        type=click.IntRange(min=2),
        help="A number of sentences N to look at; repeat for several. The first is the size of the plan that "
        "the second table varies. Without it: 250 to 4000, and the size of the pilot.",
    )
    numbers: tuple[int, ...] = shared.numbers_option(shown="all that the pilot has")
    coverage: str | None = declare.option(
        "--coverage",
        metavar="FILE",
        help="A file of redink coverage --save, for more references than the pilot has.",
    )
    cost_sentence: float = declare.option(
        "--cost-sentence", default=1.0, type=NumberRange(min=0), help="Cost of a sentence without references."
    )
    cost_reference: float = declare.option(
        "--cost-reference", default=1.0, type=NumberRange(min=0), help="Cost of one reference of one sentence."
    )
    kappa: float = declare.option(
        "--kappa", default=0.5, type=NumberRange(0, 1, max_open=True), help="The agreement κ that you expect of judges."
    )
    half_width: float = declare.option(
        "--half-width", default=0.05, type=SHARE, help="How well κ must be known: κ ± this."
    )
    answers: int = declare.option(
        "--answers", default=3, type=click.IntRange(min=2), help="Number of answers that judges choose from."
    )
    figures: str | None = declare.option(
        "--figures", metavar="FOLDER", help="Also write the curves of power as power.svg to this folder."
    )


def _design(options: DesignOptions) -> declare.Output:
    from redink.evaluation.command_data import read_files
    from redink.questions.design.run import design
    from redink.reading.packing import unpacked_name
    from redink.reports.figure import save_charts

    outputs = options.outputs
    if not outputs or (len(outputs) == 1 and unpacked_name(outputs[0]).endswith(".json")):
        result = declare.call(design, outputs[0] if outputs else None, options=options)
    else:
        result = declare.call(design, read_files(options, outputs), options=options)
    if options.figures:
        save_charts({"power": result.curves()}, options.figures)
    return declare.Output(result)


COMMAND = declare.Command(DesignOptions, _design)
