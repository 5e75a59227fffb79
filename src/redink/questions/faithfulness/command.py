"""The command `faithfulness`: outputs and their source in; meaning kept and language improved out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from redink.errors import UsageError
from redink.evaluation.options import (
    Command,
    DrawOptions,
    IntervalOptions,
    Output,
    TableOptions,
    argument,
    call,
    choice,
    flag,
    option,
    record,
)

if TYPE_CHECKING:
    from redink.annotation.word_alignment import Rule
    from redink.questions.faithfulness.inputs import Level
    from redink.questions.faithfulness.mathematics.usim import Compat
    from redink.questions.faithfulness.run import CheckerName


@record
class FaithfulnessOptions(DrawOptions, IntervalOptions, TableOptions):
    r"""Tell without references whether corrections keep the meaning, and whether the language got better.

    Source and outputs are text or M2 (parsed here), trees (.conllu), or UCCA (.xml, .mrp, or a folder of .xml).
    Meaning kept is USim-UD for trees and USim for UCCA; no edit = 1.0, so read it beside the amount of change.

    \b
    Examples:
      redink faithfulness a.txt b.txt -s source.txt --ci --plane plane.html
      redink faithfulness a.txt -s source.txt --sentences 20 --check "dropped argument"
      redink faithfulness corrected.conllu -s learner.conllu --details
      redink faithfulness corrected.xml -s learner.xml --level essay --compat released
    """

    systems: tuple[str, ...] = argument(nargs=-1, required=True, metavar="OUTPUT...")
    source: str | None = option(
        *("-s", "--source"), required=True, metavar="FILE", help="The source, in the same form as the outputs."
    )
    names: tuple[str, ...] = option(
        *("-n", "--name"), default=(), multiple=True, help="Name of a system (repeat); file names otherwise."
    )
    pipeline: str = option(
        *("-p", "--pipeline"),
        default="errant",
        metavar="NAME",
        help="Who draws the trees of texts: errant (spaCy's en_core_web_sm 3.8.0) or a spaCy model by name or path.",
    )
    compat: Compat = choice(
        "--compat",
        choices=("printed", "released"),
        default="printed",
        help="USim as the papers define it, or as the published program computes it (units of several words only).",
    )
    alignment: Rule = choice(
        "--alignment",
        choices=("thesis", "gap"),
        default="thesis",
        help="How words are aligned, as in `redink conservatism`.",
    )
    level: Level = choice(
        "--level",
        choices=("essay", "sentence"),
        default="sentence",
        help="UCCA passages only: compare whole passages, or the sentences inside them.",
    )
    checker: CheckerName | None = choice(
        "--checker",
        choices=("harper", "languagetool", "none"),
        default=None,
        show_default="harper where it is installed",
        help="Who counts errors: harper (offline), languagetool (needs Java), or nobody.",
    )
    fluency: bool | None = option(
        "--fluency/--no-fluency",
        default=None,
        show_default="where the extra [fluency] is installed",
        help="Perplexity by the trigram model of pocketsphinx, and Scribendi's rule on it.",
    )
    embedding: str | None = option(
        "--embedding", metavar="MODEL", help="Cosine by a sentence-transformers model, by name or path."
    )
    sentences: int | None = option(
        "--sentences", type=click.IntRange(0), metavar="N", help="List the N sentences most at risk (0: all)."
    )
    sort: str = choice(
        "--sort",
        choices=("risk", "kept", "words", "fluency", "sentence"),
        default="risk",
        help="With --sentences: their order.",
    )
    checks: tuple[str, ...] = option(
        "--check", default=(), multiple=True, metavar="NAME", help="With --sentences: only findings of this check."
    )
    details: bool = flag("--details", help="Precision and recall by direction, unlabelled USim, DistSim.")
    plane: str | None = option(
        "--plane", metavar="FILE", help="Draw meaning kept × language improved: page (.html) or picture (.svg)."
    )
    documents: tuple[str, str] | None = option(
        "--documents", nargs=2, metavar="TSV COLUMN", help="Draw whole essays for intervals."
    )


def _faithfulness(options: FaithfulnessOptions) -> Output:
    from redink.questions.faithfulness.inputs import kind_of
    from redink.questions.faithfulness.results import Listing
    from redink.questions.faithfulness.run import faithfulness

    Listing(options.sentences, options.sort, options.checks)  # refuses before the work
    plane = options.plane
    if plane and not plane.endswith((".html", ".htm", ".svg")):
        raise UsageError(f"{plane} is neither a page nor a picture", remedy="end its name in .html or .svg")
    if "pipeline" in options.given and kind_of([str(options.source), *options.systems]) != "text":
        raise UsageError("--pipeline parses texts, and these files hold their graphs", remedy="leave it out")
    results = call(faithfulness, options.systems, options=options, ci=options.ci or bool(plane))
    if plane:
        from redink.questions.faithfulness.section import plane_page
        from redink.reading.files import write_whole

        with write_whole(plane) as out:
            out.write(results.plane().svg if plane.endswith(".svg") else plane_page(results))
    return Output(results, results.notes)


COMMAND = Command(FaithfulnessOptions, _faithfulness)
