"""`redink reannotate`: an M2 file in, the same with our spans and types (or only our types) out."""

from __future__ import annotations

from redink.cli.annotate import SpanOptions
from redink.cli.progress import with_progress
from redink.errors import UsageError
from redink.evaluation.options import Command, argument, choice, flag, record
from redink.evaluation.shared_options import OutputOptions, PipelineOptions


@record
class ReannotateOptions(SpanOptions, PipelineOptions, OutputOptions):
    r"""Replace the edits of an M2 file with redink's edits (--auto), or only their error types (--gold).

    \b
    Examples:
      redink reannotate official-2014.combined.m2 --auto -o auto.m2
      redink reannotate official-2014.combined.m2 --gold -o gold.m2
    """

    m2: str = argument(default="", metavar="FILE.m2")
    auto: bool = flag("--auto", help="Replace the old edits: find new spans and new types.")
    gold: bool = flag("--gold", help="Keep the old spans, and give them new types.")
    no_minimise: bool = flag(
        "--no-minimise",
        help="With --gold: keep the tokens that are the same on both sides at the start or end of an edit.",
    )
    keep_types: bool = flag("--keep-types", help="With --gold: keep the old types.")
    form: str = choice(*("-f", "--format"), choices=("m2", "json", "tsv"), help="Output format.")


def _reannotate(options: ReannotateOptions) -> None:
    if options.auto == options.gold:
        raise UsageError(
            "--auto or --gold is missing", remedy="give either --auto (new spans) or --gold (old spans, new types)"
        )
    from redink.annotation.reannotation import Reannotation, reannotate_all
    from redink.annotation.rendering import TSV_HEADER, numbered, renderer
    from redink.evaluation.edits import annotation_settings
    from redink.evaluation.language_hint import hint_unless_english
    from redink.evaluation.preparation import load_annotator
    from redink.reading.files import write_whole
    from redink.reading.m2 import read_m2

    how = Reannotation(
        "auto" if options.auto else "gold", minimise=not options.no_minimise, keep_types=options.keep_types
    )
    settings = annotation_settings(options.merge, levenshtein=options.levenshtein)
    annotator = load_annotator(options.pipeline, settings, cache=options.cache)
    sentences = with_progress(read_m2(options.m2, conflicts="first"), "reannotating")
    sentences = hint_unless_english(sentences, options.pipeline, lambda sentence: sentence.tokens)
    rendered = map(renderer(options.form), reannotate_all(sentences, annotator, how))
    with write_whole(options.output) as out:
        if options.form == "tsv":
            out.write(TSV_HEADER)
        out.writelines(numbered(rendered) if options.form == "tsv" else rendered)


COMMAND = Command(ReannotateOptions, _reannotate, in_place=True)
