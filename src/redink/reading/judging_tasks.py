"""A file of items to judge in, one `TaskSet` out, and back: pairs of errors, edits to rate, sentences to correct.

The file has JSON lines. The first says what the file is, the others are items in the order they were drawn:

    {"kind": "redink judging tasks", "schema": 1, "task": "pair", "seed": 1, "size": 8, "systems": [names], …}
    {"pair": "p0001", "left": {error}, "right": {error}}

An error has its identity (corpus, sentence from 1, span from 0, reference, correction, type), its sentence and
neighbours, the other edits of the sentence, and how systems did: the level N − n and a flag for each system.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias, get_args

import msgspec

from redink.errors import InputError, Place
from redink.reading.files import Source, display_name, read_lines, write_whole
from redink.reading.strict_json import decode_json

KIND = "redink judging tasks"
SCHEMA = 1

Task: TypeAlias = Literal["pair", "likert", "edit", "rating", "correct", "valid"]
"""What is asked: which error is harder; how hard is it; is this edit right; does the type fit; correct this sentence;
is this a valid correction."""

Block: TypeAlias = Literal["", "first", "shared", "adaptive"]
"""How a pair is asked: by the plan alone; of everybody at the beginning; of everybody; when it teaches most."""

TASKS: tuple[Task, ...] = get_args(Task)

ANSWERS: dict[Task, tuple[str, ...]] = {
    "pair": (">", "<", "=", "?"),
    "likert": ("1", "2", "3", "4", "5", "?"),
    "edit": ("accept", "reject", "unsure"),
    "rating": ("good", "acceptable", "bad"),
    "correct": (),
    "valid": ("yes", "no"),
}
"""The allowed answers, by task; `correct` is answered by a sentence."""


class ErrorId(msgspec.Struct, frozen=True, omit_defaults=True):
    """The identity of an error in a corpus."""

    sentence: int
    """Number of the sentence, from 1."""
    start: int
    """First token of the span, from 0."""
    end: int
    """One past the last."""
    correction: str
    """The tokens that replace the span, separated by blanks; empty for a deletion."""
    corpus: str = ""
    """Checksum of the source text."""
    reference: str = ""
    """Name of the reference."""
    type: str = ""

    @property
    def key(self) -> str:
        """The key of the error within its corpus, e.g. `51:14-15:at`."""
        return f"{self.sentence}:{self.start}-{self.end}:{self.correction}"


class OtherEdit(msgspec.Struct, frozen=True):
    """A further gold edit of the same sentence."""

    start: int
    """First token."""
    end: int
    """One past the last."""
    correction: str
    """The tokens that replace the span."""


class Passage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence with its neighbours."""

    sentence: int
    """Number of the sentence, from 1."""
    text: str
    """Its tokens, separated by blanks."""
    corpus: str = ""
    """Checksum of the source text."""
    before: tuple[str, ...] = ()
    """Sentences before it, of the same document."""
    after: tuple[str, ...] = ()
    """Sentences after it."""


class ErrorInContext(msgspec.Struct, frozen=True, omit_defaults=True):
    """An error as a judge sees it, and how the systems did, which no judge sees."""

    # Not a subclass of `ErrorId`: that would change the order of fields in files, whose checksum is kept with answers.

    sentence: int
    """Number of the sentence, from 1."""
    start: int
    """First token of the span, from 0."""
    end: int
    """One past the last."""
    correction: str
    """The tokens that replace the span."""
    text: str
    """The sentence, tokens separated by blanks."""
    corpus: str = ""
    """Checksum of the source text."""
    reference: str = ""
    """Name of the reference."""
    type: str = ""
    before: tuple[str, ...] = ()
    """Sentences before it."""
    after: tuple[str, ...] = ()
    """Sentences after it."""
    others: tuple[OtherEdit, ...] = ()
    """The other gold edits of the sentence."""
    level: int | None = None
    """N − n: how many systems do not correct it; `None` when no system was asked."""
    solved: tuple[int, ...] = ()
    """1 for each system that corrects it, 0 for the others; empty when only their number is known."""

    @property
    def identity(self) -> ErrorId:
        """Which error it is, without its context."""
        return ErrorId(self.sentence, self.start, self.end, self.correction, self.corpus, self.reference, self.type)


class Item(msgspec.Struct, frozen=True, omit_defaults=True):
    """One item to judge."""

    pair: str = ""
    """Its name, if it is a pair of errors."""
    item: str = ""
    """Its name otherwise."""
    left: ErrorInContext | None = None
    """First error of a pair."""
    right: ErrorInContext | None = None
    """Second error of a pair."""
    error: ErrorInContext | None = None
    """The edit whose type is rated, that is voted on, or whose difficulty is rated."""
    passage: Passage | None = None
    """The sentence to correct, or the source of the correction that is voted on."""
    correction: str | None = None
    """The correction that is voted on."""
    repeat_of: str = ""
    """Name of the item that this one repeats; empty if it repeats none."""
    swapped: bool = False
    """Whether a repeat is shown with left and right exchanged."""
    block: Block = ""
    """How the plan asks it."""

    @property
    def id(self) -> str:
        """Its name."""
        return self.pair or self.item


class TaskSet(msgspec.Struct, frozen=True):
    """A whole file of items."""

    task: Task
    """What is asked."""
    items: tuple[Item, ...]
    """The items, in the order they were drawn."""
    seed: int = 0
    """Seed of the random orders and sides."""
    size: int = 0
    """N, the number of systems that judged the difficulty; 0 when none was asked."""
    systems: tuple[str, ...] = ()
    """Their names, in the order of the flags; empty when only their number is known."""
    votes: int | None = None
    """How many different people should judge each item; `None` for everybody. Everybody judges shared pairs."""
    levels: tuple[int, ...] = ()
    """Errors of the corpus at each level 0 … N, drawn or not."""
    signature: str = ""
    """How the items were drawn."""
    each: int | None = None
    """How many answers each judge is to give; `None` for all items."""
    pace: float | None = None
    """Seconds of an answer that the plan assumes."""
    precision: float | None = None
    """With adaptive pairs: the mean chance that the harder error of a pair is known, at which asking stops."""


class _Header(msgspec.Struct):
    kind: str
    schema: int
    task: Task
    seed: int = 0
    size: int = 0
    systems: tuple[str, ...] = ()
    votes: int | None = None
    levels: tuple[int, ...] = ()
    signature: str = ""
    each: int | None = None
    pace: float | None = None
    precision: float | None = None


_SHARED = ("seed", "size", "systems", "votes", "levels", "signature", "each", "pace", "precision")


def write_tasks(path: Source, tasks: TaskSet) -> None:
    """Write a file of items, whole or not at all."""
    shared = {name: getattr(tasks, name) for name in _SHARED}
    header = _Header(KIND, SCHEMA, tasks.task, **shared)
    encoder = msgspec.json.Encoder()
    with write_whole(path) as out:
        for record in (header, *tasks.items):
            out.write(encoder.encode(record).decode() + "\n")


def read_tasks(path: Source) -> TaskSet:
    """Read a file of items; an error names its line."""
    name = display_name(path)
    lines = read_lines(path)
    header = _header(next(lines, ""), Place(name, 1))
    items: list[Item] = []
    earlier_ids: set[str] = set()
    for number, line in enumerate(lines, start=2):
        if not line.strip():
            continue
        place = Place(name, number)
        item = decode_json(line, Item, "not an item", place=place, remedy="make the file with `redink pairs`")
        for cause in _faults(item, header, earlier_ids):
            raise InputError(cause, place=place, remedy="make the file with `redink pairs`")
        earlier_ids.add(item.id)
        items.append(item)
    if not items:
        raise InputError(
            "there is nothing to judge in this file", place=Place(name), remedy="make items with redink pairs"
        )
    return TaskSet(header.task, tuple(items), **{field: getattr(header, field) for field in _SHARED})


def _header(line: str, place: Place) -> _Header:
    remedy = "make it with `redink pairs`"
    header = decode_json(line, _Header, "this is not a file of judging tasks", place=place, remedy=remedy)
    if header.kind != KIND or header.schema != SCHEMA:
        raise InputError(
            f"this is {header.kind!r}, version {header.schema}, not {KIND!r}, version {SCHEMA}",
            place=place,
            remedy="make the file with this version of redink",
        )
    if header.systems and len(header.systems) != header.size:
        raise InputError(
            f"{len(header.systems)} names for {header.size} systems", place=place, remedy="make it with `redink pairs`"
        )
    return header


def _faults(item: Item, header: _Header, earlier_ids: set[str]) -> Iterator[str]:
    """Yield what is wrong with an item, the worst fault first."""
    if not item.id:
        yield "an item has no name"
    if item.id in earlier_ids:
        yield f"two items are called {item.id!r}"
    if item.repeat_of and item.repeat_of not in earlier_ids:
        yield f"{item.id!r} repeats {item.repeat_of!r}, which does not come before it"
    about_error = dict.fromkeys(("likert", "edit", "rating"), (item.error,))
    needed = {"pair": (item.left, item.right), **about_error, "correct": (item.passage,)}
    parts: Sequence[object] = needed.get(header.task, (item.passage, item.correction))
    if any(part is None for part in parts):
        yield f"{item.id!r} lacks what a {header.task!r} task needs"
    for error in (item.left, item.right, item.error):
        if error is not None:
            yield from _error_faults(error, header)
    if item.passage is not None and not item.passage.text.split():
        yield f"{item.id!r} has an empty sentence"


def _error_faults(error: ErrorInContext, header: _Header) -> Iterator[str]:
    length = len(error.text.split())
    spans = [(error.start, error.end), *((edit.start, edit.end) for edit in error.others)]
    for start, end in spans:
        if not 0 <= start <= end <= length:
            yield f"the span {start} {end} reaches beyond the sentence of {length} tokens"
    if error.level is not None and not 0 <= error.level <= header.size:
        yield f"an error has level {error.level}, but there are {header.size} systems"
    if len(error.solved) != len(header.systems):
        yield f"{len(error.solved)} flags for {len(header.systems)} systems"
    if not set(error.solved) <= {0, 1}:
        yield f"the flags of an error are {list(error.solved)}: a flag is 1 (solved) or 0"
    elif error.solved and error.level not in (None, header.size - sum(error.solved)):
        yield f"an error has level {error.level}, but {header.size - sum(error.solved)} systems do not solve it"
