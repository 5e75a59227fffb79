"""M2, the field's annotation format: text in, `AnnotatedSentence`s out, and back without loss.

A block is an `S` line with the source tokens, any number of `A` lines, and a blank line:

    S He go home .
    A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
    A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

The fields of an `A` line are span, type, correction (`||` between alternatives), required,
comment, annotator. Tokens are separated by one blank, so that joining them gives the line back
byte for byte. More blanks in a row, and tabs, are read as one blank, as by the M2 scorer and ERRANT.

ChERRANT (Zhang et al. 2022) writes the corrected sentence before its edits, and `-NONE-` for nothing:

    S He go go home .
    T0-A0 He goes home .
    A 1 2|||S|||goes|||REQUIRED|||-NONE-|||0
    A 2 3|||R|||-NONE-|||REQUIRED|||-NONE-|||0
    T0-A1 He goes home .
    A 1 2|||R|||-NONE-|||REQUIRED|||-NONE-|||0
    A 2 3|||S|||goes|||REQUIRED|||-NONE-|||0

`T0-A1` is another sequence of edits with the same result. The edits of the first sequence are the annotator's; the
others are kept apart (`AnnotatedSentence.alternatives`), because they overlap the first.
"""

from __future__ import annotations

import re
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Literal, TypeAlias

from redink.errors import InputError, Place, users_line
from redink.frozen import frozen
from redink.reading.files import Source, display_name, read_lines
from redink.records import NOOP, NOT_ANNOTATABLE, AnnotatedSentence, Edit, Edits, Tokens

Conflicts: TypeAlias = Literal["error", "warn", "first", "both"]
"""What to do if edits of one annotator overlap: refuse the file, warn and keep all edits (conversion), warn and keep
the first of each clash, or keep all edits without a word (scoring: `read_references` warns once for the file)."""

_SEPARATOR = "|||"
_ALTERNATIVE = "||"
_FIELDS = 6
_STRAY_BARS = re.compile(r"(?<!\|)(\|{3}|\|{5,})(?!\|)")
_NOTHING = "-NONE-"
_USUAL = re.compile(
    r"A (-1|0|[1-9][0-9]{0,8}) (-1|0|[1-9][0-9]{0,8})"
    r"\|\|\|([^|]*)\|\|\|([^|]*)\|\|\|([^|]*)\|\|\|([^|]*)\|\|\|(0|[1-9][0-9]{0,8})"
)
_LINES_KEPT = 1 << 15
"""Lines whose contents are kept: files of several systems have their sources, and many edits, in common."""
_TARGET = re.compile(r"T[0-9]+(?:-A([0-9]{1,9}))?(?: |$)")


class M2Warning(UserWarning):
    """An M2 file has something odd that does not prevent its use."""


class AbsentWarning(M2Warning):
    """An annotator has no line in some sentences; a class of its own, so that other warnings do not hide it."""


class OverlapWarning(M2Warning):
    """Edits of one annotator overlap in some sentences, and all of them count."""


@frozen
class Problem:
    """An edit that does not go together with another edit of the same annotator."""

    kind: Literal["unsorted", "overlap"]
    """`unsorted` is harmless (they are sorted before use), `overlap` is not."""
    index: int
    """Position of the edit among those of the sentence, from 0, in the order of the file."""
    cause: str
    """What is wrong, in words."""


def is_target_line(line: str) -> bool:
    """Tell the lines with corrected sentences, which only ChERRANT writes."""
    return _TARGET.match(line) is not None


def split_tokens(text: str) -> Tokens:
    """Split at blanks and tabs only: other spaces, such as the wide one of Chinese, are tokens of some corpora."""
    tokens = tuple(text.split(" "))
    return tokens if "" not in tokens and "\t" not in text else tuple(filter(None, text.replace("\t", " ").split(" ")))


@lru_cache(maxsize=_LINES_KEPT)
def _source_tokens(line: str) -> Tokens:
    """Give the tokens of an `S` line."""
    return split_tokens(line[2:])


def read_m2(path: Source, *, conflicts: Conflicts = "error") -> Iterator[AnnotatedSentence]:
    """Yield the blocks of an M2 file one by one; memory is bounded by the block."""
    return parse_m2(read_lines(path), name=display_name(path), conflicts=conflicts)


def parse_m2(
    lines: Iterable[str], *, name: str = "<m2>", conflicts: Conflicts = "error"
) -> Iterator[AnnotatedSentence]:
    """Yield the blocks of M2 lines; every error names its line."""
    block: _Block | None = None
    for number, line in enumerate(lines, start=1):
        if block is not None and line[:2] == "A ":
            edit = _usual_edit(line, block.length) or parse_edit(line, block.length, Place(name, number))
            block.add(edit, number)
        elif line[:2] == "S " or line == "S":
            if block is not None:
                raise InputError(
                    "a second S line in one block",
                    place=Place(name, number),
                    remedy="separate blocks by a blank line",
                )
            block = _Block(_source_tokens(line), number)
        elif not line or line.isspace():
            if block is not None:
                yield block.finish(name, conflicts)
            block = None
        elif line[:2] == "A ":
            raise InputError(
                "an A line before any S line",
                place=Place(name, number),
                remedy="is this an M2 file? it must begin with a sentence: S and its tokens",
            )
        elif block is not None and (target := _TARGET.match(line)):
            block.begin_sequence(int(target[1] or 0))
        else:
            raise InputError(
                f"a line must start with 'S ' or 'A ', but this one starts with {line[:20]!r}",
                place=Place(name, number),
                remedy="is this an M2 file?",
            )
    if block is not None:
        yield block.finish(name, conflicts)


class _Block:
    """A block while it is read."""

    def __init__(self, tokens: Tokens, line: int) -> None:
        self.tokens = tokens
        self.length = len(tokens)
        self.line = line
        self.edits: list[Edit] = []
        self.edit_lines: list[int] = []
        self.alternatives: list[Edit] | None = None
        """`None` as long as no line shows that ChERRANT wrote the block."""
        self.is_first_sequence = True

    def begin_sequence(self, number: int) -> None:
        """Take note that the edits of a sequence follow."""
        self.alternatives = self.alternatives if self.alternatives is not None else []
        self.is_first_sequence = number == 0

    def add(self, edit: Edit, line: int) -> None:
        """Put an edit where it belongs."""
        if self.alternatives is not None:
            if edit.replacement == (_NOTHING,) and not edit.is_noop:
                edit = replace(edit, replacement=())
            if not self.is_first_sequence:
                self.alternatives.append(edit)
                return
        self.edits.append(edit)
        self.edit_lines.append(line)

    def finish(self, name: str, conflicts: Conflicts) -> AnnotatedSentence:
        """Give the sentence; refuse edits that clash, or warn of them."""
        alternatives = None if self.alternatives is None else tuple(self.alternatives)
        sentence = AnnotatedSentence(self.tokens, tuple(self.edits), self.line, alternatives)
        problems = find_problems(sentence)
        for problem in problems:
            place = Place(name, self.edit_lines[problem.index])
            if problem.kind == "overlap" and conflicts == "error":
                raise InputError(
                    problem.cause,
                    place=place,
                    remedy="one annotator can correct a token only once; fix the file, or keep only the first of "
                    "overlapping edits (--overlaps first); scores can also count all of them (--overlaps both)",
                )
            if problem.kind != "overlap" or conflicts != "both":
                warnings.warn(f"{place}: {problem.cause}", M2Warning, stacklevel=users_line())
        return without_clashes(sentence, problems) if conflicts == "first" and problems else sentence


def without_clashes(sentence: AnnotatedSentence, problems: Iterable[Problem] | None = None) -> AnnotatedSentence:
    """Give the sentence with only the first edit of each clash; `problems` saves a call of `find_problems`."""
    all_problems = find_problems(sentence) if problems is None else problems
    dropped = {problem.index for problem in all_problems if problem.kind == "overlap"}
    if not dropped:
        return sentence
    edits = tuple(edit for index, edit in enumerate(sentence.edits) if index not in dropped)
    return replace(sentence, edits=edits)


def without_overlaps(edits: Edits) -> Edits:
    """Give the edits of one annotator with only the first of each clash."""
    reach = 0
    for edit in edits:
        if edit.start < reach:
            dropped = {problem.index for problem in _overlaps(list(enumerate(edits)))}
            return tuple(edit for index, edit in enumerate(edits) if index not in dropped)
        reach = max(reach, edit.end)
    return edits  # most edits are in order, and this is seen quickly


def has_overlaps(sentences: Iterable[Edits | None]) -> bool:
    """Tell whether edits of one annotator overlap in some sentence."""
    return any(edits is not None and len(without_overlaps(edits)) < len(edits) for edits in sentences)


@lru_cache(maxsize=_LINES_KEPT)
def _usual_edit(line: str, length: int) -> Edit | None:
    """Read an `A` line of the usual form in a third of the time; `None` leaves all others to `parse_edit`."""
    match = _USUAL.fullmatch(line)
    if match is None:
        return None
    start, end, kind, correction, required, comment, annotator = match.groups()
    first, last = int(start), int(end)
    if kind == NOT_ANNOTATABLE or not ((first == last == -1) if kind == NOOP else 0 <= first <= last <= length):
        return None
    return Edit(first, last, split_tokens(correction), kind, int(annotator), (), required, comment)


def parse_edit(line: str, length: int, place: Place) -> Edit:
    """Read one `A` line of a sentence of `length` tokens."""
    span, kind, correction, required, comment, annotator = _split_fields(line[2:], place)
    numbers = span.split(" ")
    if len(numbers) != 2:
        raise InputError(
            f"the span must be two numbers, not {span!r}",
            place=place,
            remedy="an A line begins: A START END|||TYPE|||CORRECTION",
        )
    start, end = (_number(text, "span", place) for text in numbers)
    _check_span(start, end, kind, length, place)
    first, *alternatives = (split_tokens(part) for part in correction.split(_ALTERNATIVE))
    return Edit(
        start=start,
        end=end,
        replacement=first,
        type=kind,
        annotator=_number(annotator, "annotator", place),
        alternatives=tuple(alternatives),
        required=required,
        comment=comment,
    )


def _split_fields(text: str, place: Place) -> list[str]:
    # Split from both ends, because `||` beside an empty alternative makes a longer row of bars
    # ("the|||||REQUIRED" is "the", or nothing).
    *head, tail = text.split(_SEPARATOR, 2)
    fields = [*head, *tail.rsplit(_SEPARATOR, 3)]
    if len(fields) != _FIELDS or _STRAY_BARS.search(fields[2]):
        count = len(text.split(_SEPARATOR))
        raise InputError(
            f"an A line has {_FIELDS} fields separated by {_SEPARATOR!r}, but this one has {count}",
            place=place,
            remedy="write A START END|||TYPE|||CORRECTION|||REQUIRED|||-NONE-|||ANNOTATOR",
        )
    return fields


def _number(text: str, field: str, place: Place) -> int:
    try:
        number = int(text)
    except ValueError:
        number = None
    # int() is more generous than the format ("+1", "1_0", " 1", "١"), which would not round-trip.
    if number is None or str(number) != text:
        raise InputError(
            f"the {field} must be a number, not {text!r}",
            place=place,
            remedy="write A START END|||TYPE|||CORRECTION|||REQUIRED|||-NONE-|||ANNOTATOR",
        )
    return number


def _check_span(start: int, end: int, kind: str, length: int, place: Place) -> None:
    if kind == NOT_ANNOTATABLE and (start, end) == (-1, -1):
        return
    if kind == NOOP:
        if (start, end) != (-1, -1):
            raise InputError(
                f"a noop has the span -1 -1, not {start} {end}",
                place=place,
                remedy="write A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||ANNOTATOR",
            )
    elif not 0 <= start <= end <= length:
        raise InputError(
            f"the span {start} {end} does not fit a sentence of {length} tokens",
            place=place,
            remedy="spans count tokens from 0; the end is one past the last token",
        )


def find_problems(sentence: AnnotatedSentence) -> list[Problem]:
    """List the edits that overlap another edit of their annotator, or are out of order.

    Two insertions at one place do not overlap: they are applied in the order of the file. Nor do
    edits that only mark an unclear passage, since they change nothing.
    """
    if _are_orderly(sentence.edits):
        return []
    problems: list[Problem] = []
    by_annotator: defaultdict[int, list[tuple[int, Edit]]] = defaultdict(list)
    for index, edit in enumerate(sentence.edits):
        by_annotator[edit.annotator].append((index, edit))
    for annotator_edits in by_annotator.values():
        problems += _out_of_order(annotator_edits) + _overlaps(annotator_edits)
    return sorted(problems, key=lambda problem: problem.index)


def _are_orderly(edits: Edits) -> bool:
    """Tell quickly that nothing clashes, as in nearly every sentence; `False` means "perhaps something does"."""
    if len(edits) < 2:
        return True
    reaches: dict[int, int] = {}
    for edit in edits:
        if edit.start < reaches.get(edit.annotator, 0):
            return False  # also the span of a noop
        reaches[edit.annotator] = edit.end
    return True


def _out_of_order(numbered_edits: list[tuple[int, Edit]]) -> list[Problem]:
    return [
        Problem("unsorted", index, f"{_name(edit)} comes after {_name(before)}")
        for (_, before), (index, edit) in pairwise(numbered_edits)
        if not edit.is_noop and (edit.start, edit.end) < (before.start, before.end)
    ]


def _overlaps(numbered_edits: list[tuple[int, Edit]]) -> list[Problem]:
    problems: list[Problem] = []
    if len(numbered_edits) > 1:
        noops = [(index, edit) for index, edit in numbered_edits if edit.is_noop]
        # If there are only noops, one must stay: without it the annotator would be absent.
        surplus = noops[1:] if len(noops) == len(numbered_edits) else noops
        problems += [
            Problem("overlap", index, f"annotator {edit.annotator} has a noop together with other edits")
            for index, edit in surplus
        ]
    reach, before = -1, None
    changing = ((index, edit) for index, edit in numbered_edits if not edit.is_detected_only)
    for index, edit in sorted(changing, key=lambda item: (item[1].start, item[1].end)):
        if before is not None and edit.start < reach:
            problems.append(Problem("overlap", index, f"{_name(edit)} overlaps {_name(before)}"))
        elif edit.end > reach:
            reach, before = edit.end, edit
    return problems


def _name(edit: Edit) -> str:
    return f"annotator {edit.annotator}'s edit {edit.start} {edit.end}"


def format_edit(edit: Edit) -> str:
    """Write one `A` line; refuse text that would read back as something else."""
    correction = _ALTERNATIVE.join(" ".join(part) for part in (edit.replacement, *edit.alternatives))
    fields = (f"A {edit.start} {edit.end}", edit.type, correction, edit.required, edit.comment)
    line = _SEPARATOR.join((*fields, str(edit.annotator)))
    # Only surplus bars can be misread, so the slow check is rarely needed.
    expected = len(_SEPARATOR) * (_FIELDS - 1) + len(_ALTERNATIVE) * len(edit.alternatives)
    if line.count("|") != expected and not _reads_back(line, edit):
        raise InputError(
            f"{_name(edit)} contains bars that M2 would read as separators: {line!r}",
            remedy="replace || in the text, e.g. by ¦¦",
        )
    return line


def _reads_back(line: str, edit: Edit) -> bool:
    try:
        return parse_edit(line, max(edit.end, 0), Place("")) == replace(edit, characters=None)
    except InputError:
        return False


def format_m2(sentence: AnnotatedSentence) -> str:
    """Write one block with its closing blank line."""
    lines = (" ".join(("S", *sentence.tokens)), *map(format_edit, sentence.edits))
    return "\n".join(lines) + "\n\n"


def noop(annotator: int) -> Edit:
    """Make the pseudo-edit that says an annotator left the sentence alone."""
    return Edit(-1, -1, (_NOTHING,), "noop", annotator)
