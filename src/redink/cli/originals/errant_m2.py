"""`redink errant_m2`: an M2 file in, the M2 file with ERRANT's own edits or types that ERRANT 3.0.2 writes out."""

from __future__ import annotations

import warnings
from argparse import Namespace
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from itertools import tee
from typing import TYPE_CHECKING

import click

from redink.cli.originals.program import Program, add_edit_options, edit_options, needing_errant, new_parser
from redink.errors import InputError, Place, UsageError

if TYPE_CHECKING:
    from redink.records import AnnotatedSentence

_PARSER = new_parser("errant_m2", "errant_m2 (ERRANT 3.0.2)")
_PARSER.add_argument("m2_file", help="An M2 file.")
_MODE = _PARSER.add_mutually_exclusive_group(required=True)
_MODE.add_argument("-auto", action="store_true", help="Find new spans and new types.")
_MODE.add_argument("-gold", action="store_true", help="Keep the spans, and give them new types.")
_PARSER.add_argument("-out", required=True, help="The M2 file to write.")
_PARSER.add_argument("-no_min", action="store_true", help="With -gold: keep equal tokens at the ends of an edit.")
_PARSER.add_argument("-old_cats", action="store_true", help="With -gold: keep the old types.")
add_edit_options(_PARSER)


def _same(arguments: Namespace) -> list[str]:
    flags = {"--auto": arguments.auto, "--gold": arguments.gold}
    if arguments.gold:
        flags |= {"--no-minimise": arguments.no_min, "--keep-types": arguments.old_cats}
    chosen = (flag for flag, given in flags.items() if given)
    return ["reannotate", arguments.m2_file, *chosen, *edit_options(arguments), "-o", arguments.out]


def _run(arguments: Namespace) -> None:
    if arguments.auto and arguments.old_cats:
        raise UsageError("-old_cats keeps the types of old spans", remedy="use it with -gold, or leave it out")
    from redink.annotation.reannotation import Reannotation, reannotate_all
    from redink.evaluation.edits import annotation_settings
    from redink.evaluation.preparation import load_annotator
    from redink.reading.files import write_whole
    from redink.reading.m2 import format_m2

    how = Reannotation(
        "auto" if arguments.auto else "gold", minimise=not arguments.no_min, keep_types=arguments.old_cats
    )
    click.echo("Loading resources...")
    click.echo("Processing M2 file...")
    old, sentences = tee(_as_errant_reads(arguments.m2_file))
    with needing_errant("redink reannotate M2_FILE --auto -o OUT (or --gold)"), write_whole(arguments.out) as out:
        annotator = load_annotator("errant", annotation_settings(arguments.merge, levenshtein=arguments.lev))
        new = reannotate_all(sentences, annotator, how)
        out.writelines(format_m2(_as_errant_writes(*pair)) for pair in zip(old, new, strict=True))


def _as_errant_reads(path: str) -> Iterator[AnnotatedSentence]:
    """Read all but an unfinished last block; refuse what ERRANT takes for something else."""
    from redink.reading.files import read_lines
    from redink.reading.m2 import M2Warning, read_m2

    last = deque(read_lines(path), maxlen=1)
    waiting: AnnotatedSentence | None = None
    for sentence in read_m2(path):
        if waiting is not None:
            yield waiting
        if any(edit.alternatives for edit in sentence.edits):
            raise InputError(
                "an edit has alternative corrections (||), which errant_m2 takes for one word",
                place=Place(path, sentence.line),
                remedy="redink reannotate uses the first alternative",
            )
        waiting = sentence
    if waiting is not None and last[0].strip():
        text = f"{path}: there is no blank line after the last sentence; errant_m2 leaves this sentence out"
        warnings.warn(text, M2Warning, stacklevel=2)
    elif waiting is not None:
        yield waiting


def _as_errant_writes(old: AnnotatedSentence, new: AnnotatedSentence) -> AnnotatedSentence:
    """Order annotators as text (10 before 2), forget comments, and drop a noop that the file did not have."""
    unchanged = {edit.annotator for edit in old.edits if edit.is_noop}
    edits = (edit for edit in new.edits if not edit.is_noop or edit.annotator in unchanged)
    ordered = sorted(edits, key=lambda edit: str(edit.annotator))
    return replace(new, edits=tuple(replace(edit, required="REQUIRED", comment="-NONE-") for edit in ordered))


COMMAND = Program(_PARSER, _run, _same)
