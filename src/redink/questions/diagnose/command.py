"""The command `diagnose`: an output and a claimed score in; the settings that give this score out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from redink.evaluation import options as declare
from redink.evaluation import shared_options as shared

if TYPE_CHECKING:
    from redink.reading.corrections import Overlaps
    from redink.records import EvalSet


@declare.record
class DiagnoseOptions(shared.TableOptions):
    r"""Find out how a claimed score was made: which measure, rule, references, edits, tokens and case give it.

    OUTPUT is a text file with one sentence on each line, or an M2 file. The command scores it in hundreds of settings
    and shows the settings that give the claimed number. Settings with the fewest changes from the official one come
    first. If no setting gives the number, the nearest ones are shown. A second table shows how each change moves the
    score.

    \b
    Examples:
      redink diagnose output.txt -s source.txt -r reference.txt --claimed 65.2
      redink diagnose output.txt -r official-2014.combined.m2 --claimed 37.48 -m M2
      redink diagnose output.txt -s source.txt -r gold.m2 --claimed 0.652 -m F0.5 GLEU -f json
    """

    system: str = declare.argument(default="", metavar="OUTPUT")
    claimed: str = declare.option(
        "--claimed",
        default="",
        required=True,
        metavar="NUMBER",
        help="The score as it was printed: 65.2 (in percent) or 0.652 (a fraction). Its digits say how near a score "
        "must be.",
    )
    measures: tuple[str, ...] = shared.measures_option(
        help="Measures to try. Without it: F0.5, M2, GLEU, F1, P, R, F0.5-detection, F0.5-token, M2-F1 and EM."
    )
    source: str | None = shared.source_option()
    references: tuple[str, ...] = shared.references_option(
        help="A reference file: text, or M2 with one or more annotators; repeat for several."
    )
    overlaps: Overlaps = declare.choice(
        "--overlaps",
        choices=("both", "first", "error"),
        help="When edits of one annotator overlap in an M2 file: keep both, keep the first edit, or refuse the file.",
    )
    tokenise: str = shared.tokenise_option()
    columns: tuple[str, ...] = shared.columns_option()
    cut: bool = declare.flag(
        "--cut",
        help="If the output has more or fewer lines than the source, cut all texts to the shorter length, as some "
        "programs do. Without it, such an output is refused.",
    )


def _diagnose(options: DiagnoseOptions) -> declare.Output:
    from redink.questions.diagnose.run import diagnose

    data, notes = _read(options)
    return declare.Output(declare.call(diagnose, data, options=options), notes)


def _read(options: DiagnoseOptions) -> tuple[EvalSet, tuple[str, ...]]:
    import warnings
    from dataclasses import replace

    from redink.evaluation.containers import is_container
    from redink.evaluation.data import read
    from redink.evaluation.tokenising import Splitting, tokeniser_of
    from redink.questions.diagnose.mathematics.texts import with_sentences
    from redink.reading.files import read_lines
    from redink.reading.kinds import is_m2, system_name
    from redink.reading.m2 import AbsentWarning
    from redink.records import System

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", AbsentWarning)  # all readings of absent annotators are tried
        if not options.cut or is_m2(options.system) or is_container(options.system):
            return declare.call(read, [options.system], options=options), ()
        data = declare.call(read, (), options=options)
        texts = tuple(map(Splitting(tokeniser_of(data)).tokens, read_lines(options.system)))
    lines = min(len(data.sources), len(texts))
    note = f"redink: note: the output has {len(texts)} lines and the source {len(data.sources)}; all are cut to {lines}"
    notes = (note,) if len(texts) != len(data.sources) else ()
    data = with_sentences(data, range(lines))
    return replace(data, systems=(System(system_name(options.system), texts[:lines]),)), notes


COMMAND = declare.Command(DiagnoseOptions, _diagnose)
