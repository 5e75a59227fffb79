"""`redink explain`: a sentence and its correction in, each edit with type, rule and reasons out."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from redink.cli.annotate import SpanOptions
from redink.errors import UsageError
from redink.evaluation.options import Command, argument, flag, record
from redink.evaluation.shared_options import (
    OutputOptions,
    measures_option,
    pipeline_option,
    references_option,
    tokenise_option,
)

if TYPE_CHECKING:
    from redink.annotation.explanation import Attribution, Explanation


@record
class ExplainOptions(SpanOptions, OutputOptions):
    r"""Show the edits of a correction, and the rule that gave each edit its error type.

    SOURCE and CORRECTION are two sentences or two files. For files, only the pairs that differ are shown. With -m, the
    output also shows what each edit adds to the score of the sentence.

    \b
    Examples:
      redink explain "He go home ." "He goes home ."
      redink explain "i cant swim" "I can't swim" --tokenise en
      redink explain source.txt system.txt --json | head -1
      redink explain "He go to home ." "He goes to home ." -r "He goes home ." --measure GLEU
    """

    source: str = argument(default="")
    correction: str = argument(default="")
    as_json: bool = flag("--json", help="Write one JSON object for each pair, with all details.")
    tokenise: str = tokenise_option()
    measures: tuple[str, ...] = measures_option(
        help="Show what each edit adds to the sentence's score by this measure: the score minus the score without the "
        "edit, and the edit's Shapley value; repeat for several."
    )
    references: tuple[str, ...] = references_option(
        help="For -m: a reference correction, as a sentence, or as a text file if SOURCE is a file; repeat for several."
    )
    pipeline: str = pipeline_option()


def _explain(options: ExplainOptions) -> None:
    from redink.annotation.explanation import explain
    from redink.evaluation.attribution import with_attributions
    from redink.evaluation.edits import annotation_settings
    from redink.evaluation.language_hint import SET_APART, hint_unless_english
    from redink.evaluation.preparation import load_annotator
    from redink.evaluation.tokenising import splitting_of_rows
    from redink.reading.files import write_whole
    from redink.reports.terminal import paper_of

    are_files = _are_files(options.source, options.correction, *options.references)
    settings = annotation_settings(options.merge, levenshtein=options.levenshtein)
    annotator = load_annotator(options.pipeline, settings)
    width = paper_of(sys.stdout).width if options.output == "-" else None
    with write_whole(options.output) as out:
        rows = _pairs((options.source, options.correction, *options.references), are_files=are_files)
        splitting, pairs = splitting_of_rows(rows, options.tokenise)
        remedy = "" if splitting.settings else SET_APART
        for pair in hint_unless_english(pairs, options.pipeline, lambda pair: pair[0].split(), remedy=remedy):
            old, new, *answers = map(splitting.tokens, pair)
            if old != new or not are_files:
                explanation = explain(old, new, annotator)
                if options.measures:
                    explanation = with_attributions(explanation, old, new, answers, options.measures, annotator)
                text = (
                    json.dumps(explanation.to_dict(), ensure_ascii=False)
                    if options.as_json
                    else draw(explanation, width)
                )
                out.write((text if _in_colour(options.output) else click.unstyle(text)) + "\n")


def _in_colour(output: str) -> bool:
    return output == "-" and sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def _is_file(name: str) -> bool:
    try:
        return name == "-" or Path(name).is_file()
    except OSError:  # a sentence longer than any file name
        return False


def _are_files(*texts: str) -> bool:
    """Tell whether files are meant; a file and a sentence together are a slip of the pen."""
    files = [*map(_is_file, texts)]
    if any(files) and not all(files):
        raise UsageError(
            f"{texts[files.index(True)]!r} is a file, but {texts[files.index(False)]!r} is not",
            remedy="give only files or only sentences",
        )
    return all(files)


def _pairs(texts: tuple[str, ...], *, are_files: bool) -> Iterator[tuple[str, ...]]:
    from redink.reading.plain_text import read_parallel

    yield from read_parallel(texts) if are_files else (texts,)


def draw(explanation: Explanation, width: int | None = None) -> str:
    """Draw an explanation in colour, in pieces no wider than the terminal; what edits add to scores follows."""
    from redink.annotation.explanation import drawn

    lines = drawn(explanation, width, style=click.style)
    for attribution in explanation.attributions:
        lines += ["", *_attribution(explanation, attribution)]
    return "\n".join(lines) + "\n"


def _attribution(explanation: Explanation, found: Attribution) -> list[str]:
    """Show a table of the edits: what the score loses without each, and its Shapley value."""
    from redink.annotation.explanation import words_of
    from redink.reports.numbers import show_number

    def shown(value: float | None) -> str:
        return show_number(value, digits=4)

    how = "" if found.exact else ", from drawn orders"
    lines = [f"{found.measure}: {shown(found.source_score)} without edits, {shown(found.score)} with all"]
    if explanation.edits:
        lines.append(f"    leave-one-out   Shapley{how}")
    for edit, left_out, share in zip(explanation.edits, found.left_out, found.shapley, strict=True):
        span = edit.span
        old = words_of(explanation.source[span.start : span.end]) or "∅"
        new = words_of(explanation.target[span.target_start : span.target_end]) or "∅"
        lines.append(f"    {shown(left_out):>13}   {shown(share):>7}   {span.start}–{span.end}  {old} → {new}")
    return lines


COMMAND = Command(ExplainOptions, _explain)
