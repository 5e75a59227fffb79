"""The command `faithfulness`: outputs and their source in; meaning kept and language improved out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from redink.errors import UsageError
from redink.evaluation import options as declare
from redink.evaluation import shared_options as shared

if TYPE_CHECKING:
    from redink.annotation.word_alignment import Rule
    from redink.questions.faithfulness.inputs import Level
    from redink.questions.faithfulness.mathematics.usim import Compat
    from redink.questions.faithfulness.plan import CheckerName


@declare.record
class FaithfulnessOptions(shared.DrawOptions, shared.IntervalOptions, shared.TableOptions):
    r"""Measure, without references, whether corrections keep the meaning and improve the language.

    The source and the outputs are text or M2 files, which redink parses; or trees (.conllu); or UCCA graphs (.xml,
    .mrp, or a folder of .xml files). The measure of meaning is USim-UD for trees and USim for UCCA. An output without
    any change scores 1.0, so also look at how much each system changes.

    \b
    Examples:
      redink faithfulness a.txt b.txt -s source.txt --ci --plane plane.html
      redink faithfulness a.txt -s source.txt --sentences 20 --check "dropped argument"
      redink faithfulness corrected.conllu -s learner.conllu --details
      redink faithfulness corrected.xml -s learner.xml --level essay --compat released
    """

    systems: tuple[str, ...] = declare.argument(nargs=-1, required=True, metavar="OUTPUT...")
    source: str | None = shared.source_option("The source, in the same format as the outputs.")
    names: tuple[str, ...] = shared.names_option()
    pipeline: str = declare.option(
        *("-p", "--pipeline"),
        default="errant",
        metavar="NAME",
        help="Parser for text files: errant (spaCy's en_core_web_sm 3.8.0), or the name or path of a spaCy model.",
    )
    compat: Compat = declare.choice(
        "--compat",
        choices=("printed", "released"),
        help="Compute USim as the papers define it (printed), or as the published program does, which uses only units "
        "of several words (released).",
    )
    alignment: Rule = declare.choice(
        "--alignment", choices=("thesis", "gap"), help="Word alignment, as in `redink conservatism`."
    )
    level: Level = declare.choice(
        "--level",
        choices=("essay", "sentence"),
        default="sentence",
        help="For UCCA only: compare whole passages (essay), or the sentences in them (sentence).",
    )
    checker: CheckerName | None = declare.choice(
        "--checker",
        choices=("harper", "languagetool", "none"),
        default=None,
        show_default="harper where it is installed",
        help="Program that counts errors: harper (offline), languagetool (needs Java), or none.",
    )
    fluency: bool | None = declare.option(
        "--fluency/--no-fluency",
        default=None,
        show_default="where the extra [fluency] is installed",
        help="Compute perplexity with the trigram model of pocketsphinx, and apply the Scribendi rule to it.",
    )
    embedding: str | None = declare.option(
        "--embedding",
        metavar="MODEL",
        help="Compute the cosine similarity with a sentence-transformers model. Give its name or path.",
    )
    sentences: int | None = declare.option(
        "--sentences",
        type=click.IntRange(0),
        metavar="N",
        help="List the N sentences whose meaning is most at risk (0: all sentences).",
    )
    sort: str = declare.choice(
        "--sort",
        choices=("risk", "kept", "words", "fluency", "sentence"),
        help="With --sentences: the order of the list.",
    )
    checks: tuple[str, ...] = declare.option(
        "--check",
        multiple=True,
        metavar="NAME",
        help="With --sentences: list only what this check finds; repeat for several.",
    )
    details: bool = declare.flag(
        "--details", help="Also show precision and recall in each direction, unlabelled USim, and DistSim."
    )
    plane: str | None = declare.option(
        "--plane",
        metavar="FILE",
        help="Draw each system by how it keeps the meaning and improves the language: a page (.html) or a picture "
        "(.svg).",
    )
    tokenise: str = shared.tokenise_option()
    columns: tuple[str, ...] = shared.columns_option()
    documents: tuple[str, str] | None = shared.documents_option(
        "For intervals, resample whole essays instead of sentences. The table has one row for each sentence."
    )


def _faithfulness(options: FaithfulnessOptions) -> declare.Output:
    from redink.questions.faithfulness.inputs import kind_of
    from redink.questions.faithfulness.results import Listing
    from redink.questions.faithfulness.run import faithfulness

    Listing(options.sentences, options.sort, options.checks)  # refuses before the work
    plane = options.plane
    if plane and not plane.endswith((".html", ".htm", ".svg")):
        raise UsageError(f"{plane} is neither a page nor a picture", remedy="end its name in .html or .svg")
    if "pipeline" in options.given and kind_of(options.systems) != "text":
        raise UsageError("--pipeline parses texts, but these files already hold graphs", remedy="leave it out")
    results = declare.call(faithfulness, options.systems, options=options, ci=options.ci or bool(plane))
    if plane:
        from redink.questions.faithfulness.section import plane_page
        from redink.reading.files import write_whole

        with write_whole(plane) as out:
            out.write(results.plane().svg if plane.endswith(".svg") else plane_page(results))
    return declare.Output(results, results.notes)


COMMAND = declare.Command(FaithfulnessOptions, _faithfulness)
