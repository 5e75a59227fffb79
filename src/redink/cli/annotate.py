"""`redink annotate`: a source and its corrections in, typed edits (M2, JSON or TSV) out."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeAlias

from redink.cli.progress import with_progress
from redink.errors import MissingExtraError, UsageError
from redink.evaluation.options import Command, Options, argument, choice, flag, option, record
from redink.evaluation.shared_options import OutputOptions, PipelineOptions, WorkOptions, tokenise_option

if TYPE_CHECKING:
    from redink.annotation.annotator import Annotator, Row
    from redink.annotation.merge import Strategy
    from redink.evaluation.tokenising import Splitting
    from redink.records import AnnotatedSentence
    from redink.scale.inputs import Inputs
    from redink.scale.journal import Journal, Stream

Work: TypeAlias = "Callable[[Iterable[Row], Callable[[AnnotatedSentence], Any]], Iterator[Any]]"
"""Has rows annotated and rendered, in order."""


@record
class SpanOptions(Options):
    """How edits are found."""

    merge: Strategy = choice(
        "--merge",
        choices=("rules", "all-split", "all-merge", "all-equal"),
        help="How aligned words are joined into edits.",
    )
    levenshtein: bool = flag(
        "--levenshtein", help="Align words with plain Levenshtein costs instead of linguistic costs."
    )


@record
class AnnotateOptions(SpanOptions, PipelineOptions, WorkOptions, OutputOptions):
    r"""Find the edits that turn SOURCE into each CORRECTION, and give each edit an error type.

    Files have one sentence on each line, and may be compressed with gzip or zstd; - is standard input. Each CORRECTION
    becomes one annotator of the output, in the same order. The first 500 lines are checked: files that cannot belong
    together are refused (with --errant-compat, there is only a warning). Until the output is complete, its name is
    FILE.part. To continue an interrupted run, add --resume. The format jsonl has the texts as given, the character and
    token spans of edits, and the reasons for their types.

    \b
    Examples:
      redink annotate source.txt system.txt -o system.m2
      redink annotate source.txt reference0.txt reference1.txt -o references.m2
      redink annotate essay.txt corrected.txt --tokenise en --format jsonl
      redink annotate quelle.txt korrektur.txt --pipeline plain
      redink annotate pairs.parquet --columns source,correction --format parquet -o edits.parquet
      redink annotate source.txt system.txt -o system.m2 --cluster tcp://10.0.0.5:8786
    """

    source: str = argument(default="")
    corrections: tuple[str, ...] = argument(nargs=-1, metavar="[CORRECTION]...")
    columns: str | None = option(
        "--columns",
        metavar="SOURCE,CORRECTION,...",
        help="Read Parquet or JSON lines as SOURCE: the columns that contain the source and the corrections.",
    )
    tokenise: str = tokenise_option()
    errant_compat: bool = flag(
        "--errant-compat",
        help="Write exactly what errant_parallel writes, including its bugs: it drops blank source lines, and writes "
        "no line for a correction that differs only in white space.",
    )
    resume: bool = flag("--resume", help="Continue an interrupted run of the same command.")
    form: str = choice(
        *("-f", "--format"),
        choices=("m2", "json", "jsonl", "tsv", "parquet"),
        help="Output format.",
    )


def _annotate(options: AnnotateOptions) -> None:
    from redink.annotation.rendering import TSV_HEADER, numbered
    from redink.evaluation.edits import annotation_settings
    from redink.evaluation.language_hint import SET_APART, hint_unless_english
    from redink.evaluation.plausibility.look import looked_at
    from redink.evaluation.preparation import load_annotator
    from redink.evaluation.tokenising import splitting_of_rows
    from redink.language.tokenising.choosing import NONE
    from redink.scale.inputs import Inputs

    _refuse_what_does_not_fit(options)
    columns = tuple(name.strip() for name in options.columns.split(",")) if options.columns else ()
    inputs = Inputs((options.source, *options.corrections), columns)
    settings = annotation_settings(options.merge, levenshtein=options.levenshtein)
    annotator = load_annotator(options.pipeline, settings, cache=options.cache)
    known = inputs.examine()
    if options.resume and known is None and _is_file(options.output) and not inputs.missing():
        raise UsageError("input from a pipe cannot be read again", remedy="leave out --resume")
    splitting, rows = splitting_of_rows(inputs.rows(), NONE if options.errant_compat else options.tokenise)
    rows = looked_at(rows, inputs.names, splitting.tokens, refuse=not options.errant_compat)
    with _workforce(annotator, options) as work, _writer(inputs, known, annotator, options, splitting) as out:
        lines = with_progress(rows, "annotating", known[0] if known else None)
        lines = hint_unless_english(
            lines, options.pipeline, lambda line: line[0].split(), remedy="" if splitting.settings else SET_APART
        )
        rendered = _rendered(lines, out.rows, annotator, work, options, splitting)
        if options.form == "tsv":
            out.write_head(TSV_HEADER)
            rendered = numbered(rendered, first=out.rows + 1)
        out.write(rendered)


def _refuse_what_does_not_fit(options: AnnotateOptions) -> None:
    if options.errant_compat and options.tokenise not in ("auto", "none"):
        raise UsageError("--errant-compat works on tokenised text", remedy="leave out one of the two options")
    if options.cluster and (options.jobs != 1 or options.cache):
        raise UsageError(
            "--cluster uses the processes of the cluster", remedy="leave out --jobs and --cache, or leave out --cluster"
        )
    if options.output.endswith(".parquet") and options.form != "parquet":
        raise UsageError(
            f"{options.form} output cannot have a name that ends in .parquet",
            remedy="add --format parquet, or choose another name",
        )
    if options.form == "parquet" and not _is_file(options.output):
        raise UsageError("Parquet cannot be written to a pipe", remedy="name a file with --output")
    if options.form == "parquet" and find_spec("pyarrow") is None:  # before the work, and before there is a file
        raise MissingExtraError("Parquet needs pyarrow", remedy='type: pip install "redink[cluster]"')
    if options.resume and not _is_file(options.output):
        raise UsageError("only a file can be resumed", remedy="name it with --output, as in the first run")


def _is_file(output: str) -> bool:
    from redink.reading.files import is_device

    return output != "-" and not is_device(output)


@contextmanager
def _workforce(annotator: Annotator, options: AnnotateOptions) -> Iterator[Work]:
    """Give the function that has rows annotated: here, by processes of ours, or by a cluster."""
    from redink.annotation.workers import annotate_rows

    if not options.cluster:
        jobs = options.jobs or os.cpu_count() or 1
        yield lambda rows, render: annotate_rows(rows, annotator, render, jobs=jobs)
        return
    from redink.scale.cluster import Recipe, annotate_on_cluster, connected

    with connected(options.cluster) as client:
        recipe = Recipe.of(options.pipeline, annotator)
        yield lambda rows, render: annotate_on_cluster(rows, client, recipe, render)


@contextmanager
def _writer(
    inputs: Inputs,
    known: tuple[int, tuple[str, ...]] | None,
    annotator: Annotator,
    options: AnnotateOptions,
    splitting: Splitting,
) -> Iterator[Journal | Stream]:
    """Open the output: a file is written so that it can be resumed, a pipe as it comes."""
    from redink.reading.files import write_whole
    from redink.reading.parquet import edits_to_parquet
    from redink.scale.journal import Stream, journalled

    if not _is_file(options.output):
        with write_whole(options.output) as out:
            yield Stream(out)
        return
    conditions = {
        "pipeline": f"{annotator.pipeline.name}@{annotator.version}",
        "settings": f"{annotator.settings.costs} {annotator.settings.strategy}",
        "tokenise": splitting.name,
        **{name: str(getattr(options, name)) for name in ("errant_compat", "form")},
        "columns": ",".join(inputs.columns),
        "inputs": " ".join(known[1]) if known else "",
    }
    seal = edits_to_parquet if options.form == "parquet" else None
    with journalled(
        options.output, conditions, resume=options.resume, repeatable=known is not None, seal=seal
    ) as journal:
        yield journal


def _rendered(
    lines: Iterator[tuple[str, ...]],
    skip: int,
    annotator: Annotator,
    work: Work,
    options: AnnotateOptions,
    splitting: Splitting,
) -> Iterator[str]:
    """Yield the output row by row, without the rows that are there already."""
    from redink.annotation.inputs import raw_rows, tokenised_rows
    from redink.annotation.rendering import renderer
    from redink.annotation.workers import as_it_is

    if options.form == "jsonl":
        from redink.annotation.edit_lines import edit_line

        return (edit_line(line, annotator, splitting.placed) for line in islice(lines, skip, None))
    render = renderer("json" if options.form == "parquet" else options.form)
    if splitting.settings:
        from redink.annotation.running_text import annotate_texts

        texts = islice(lines, skip, None)
        return map(render, annotate_texts(texts, annotator, splitting.placed, lambda rows: work(rows, as_it_is)))
    rows = raw_rows(lines) if options.errant_compat else tokenised_rows(lines)
    return work(islice(rows, skip, None), render)


COMMAND = Command(AnnotateOptions, _annotate)
