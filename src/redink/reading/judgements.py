"""Human judgements (JSON lines or CSV, made by redink or elsewhere) in, one `Judgement` per row out.

JSON lines have `pair` (or `item`), `annotator`, `answer`, and for pairs `left` and `right`; CSV has `left`, `right`,
`winner` (or `item`, `answer`) and more columns. All other fields may be missing, as in files made elsewhere.
"""

from __future__ import annotations

import csv
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, TypeAlias, cast, get_args

import msgspec

from redink.errors import InputError, Place
from redink.reading.files import Source, display_name, read_lines
from redink.reading.human_rankings import read_choices
from redink.reading.judging_tasks import ANSWERS, TASKS, Block, ErrorId, Task
from redink.reading.numbers import natural
from redink.reading.spreadsheets import unguarded
from redink.reading.strict_json import decode_json
from redink.reading.tables import read_table

WINNERS = {">": "left", "<": "right", "=": "tie", "?": "ignore"}
"""The names of the answers about pairs in CSV; ranking programs skip `ignore`."""
_FROM_WINNER = {name: answer for answer, name in WINNERS.items()} | {
    "draw": "=", "equal": "=", "skip": "?", "unsure": "?", "": "?", **{sign: sign for sign in WINNERS}
}  # fmt: skip
FLIPPED = {">": "<", "<": ">", "=": "=", "?": "?"}
"""What an answer becomes when the two errors change places."""
_MOST = 2**63 - 1
"""The largest number that SQLite can store."""


Which: TypeAlias = Literal["last", "first"]
"""Which answer counts where people were asked twice."""


class Judgement(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One person's answer about one item."""

    pair: str = ""
    """Name of the item, if it is a pair."""
    item: str = ""
    """Name of the item otherwise."""
    annotator: str
    """Who gave the answer."""
    answer: str
    """For pairs `>` (left is harder), `<`, `=`, `?`; otherwise a rating, yes or no, or a sentence."""
    left: ErrorId | None = None
    """The pair's left error."""
    right: ErrorId | None = None
    """Its right error."""
    shown: str = ""
    """`left-right` or `right-left`: which error stood first."""
    seconds: float | None = None
    """How long the answer took."""
    round: int = msgspec.field(default=1, name="pass")
    """1, or 2 when asked a second time."""
    changed_from: str = ""
    """The first pass's answer, if the second changed it."""
    position: int | None = None
    """Number of this answer among all answers of the person, from 1."""
    started: str = ""
    """When the item was shown."""
    ended: str = ""
    """When the answer was given."""
    note: str = ""
    sentence: int | None = None
    """Number of the sentence corrected or voted on, from 1."""
    source: str = ""
    """That sentence."""
    correction: str = ""
    """The correction voted on."""
    tool: str = ""
    """The program that recorded the answer."""
    asked: str = msgspec.field(default="", name="task")
    """The task, if the file names it."""
    criterion: str = ""
    """The criterion that decided, as the card calls it."""
    systems: tuple[str, str] | None = None
    """The two systems that were compared, in judgements about systems instead of errors."""
    block: Block = ""
    """How the plan asked a pair: `adaptive` pairs tell nothing about rates of agreement."""

    @property
    def id(self) -> str:
        """Name of the item."""
        return self.pair or self.item

    @property
    def task(self) -> Task:
        """The task that was asked: as the file says, or else inferred from the answer."""
        if self.asked in TASKS:
            return self.asked
        if self.pair or self.left is not None or self.right is not None or self.answer in ANSWERS["pair"]:
            return "pair"
        for task in ("rating", "valid", "edit", "likert"):
            if self.answer in ANSWERS[task]:
                return task
        return "correct"


def read_judgements(path: Source) -> tuple[Judgement, ...]:
    """Read judgements from JSON lines or CSV; the first character decides which.

    Rankings of systems (Appraise's XML, WMT's CSV) become judgements about pairs of systems: `>` is the better one.
    """
    lines = list(read_lines(path))
    first = next((line.lstrip() for line in lines if line.strip()), "")
    is_json = first.startswith("{")
    if first.startswith("<") or (not is_json and "system1id" in re.split(r'[\s",]+', first.lower())):
        return _of_rankings(path)
    read = _from_json if is_json else _from_csv
    judgements = tuple(read(lines, display_name(path))) if first else ()
    if not judgements:
        raise InputError(
            "there are no judgements in this file",
            place=Place(display_name(path)),
            remedy="was it exported before anybody judged?",
        )
    return judgements


def _of_rankings(path: Source) -> tuple[Judgement, ...]:
    """Read rankings of systems; systems with the same output were not compared, and the order of a pair is by name."""
    judgements: list[Judgement] = []
    asked: Counter[tuple[str, str]] = Counter()
    for choice in read_choices(path):
        if choice.identical:
            continue
        turned = choice.first > choice.second
        sides = (choice.second, choice.first) if turned else (choice.first, choice.second)
        name = f"{choice.sentence} {sides[0]} {sides[1]}"
        answer = FLIPPED[choice.outcome] if turned else choice.outcome
        asked[choice.judge, name] += 1  # WMT asks judges again on purpose: that is another pass
        judgements.append(
            Judgement(
                pair=name,
                annotator=choice.judge,
                answer=answer,
                systems=sides,
                round=asked[choice.judge, name],
                asked="pair",
            )
        )
    if not judgements:
        raise InputError(
            "there is no ranking of two different outputs in this file",
            place=Place(display_name(path)),
            remedy="give judgements in the format of Appraise (XML) or of WMT (CSV)",
        )
    return tuple(judgements)


def _from_json(lines: Sequence[str], name: str) -> Iterator[Judgement]:
    remedy = "make the file with `redink judge ITEMS --export FILE`; give the file of pairs with --pairs"
    for number, line in enumerate(lines, start=1):
        if line.strip():
            place = Place(name, number)
            yield _checked(decode_json(line, Judgement, "not a judgement", place=place, remedy=remedy), place)


def _checked(record: Judgement, place: Place) -> Judgement:
    if not record.annotator:
        raise InputError("a judgement has no annotator", place=place, remedy="add the annotator")
    if not record.id and (record.left is None or record.right is None):
        raise InputError("a judgement names neither its item nor both errors", place=place, remedy="add `pair`")
    answers = ANSWERS[record.task]
    if answers and record.answer not in answers:
        allowed = " ".join(answers)
        raise InputError(f"{record.answer[:40]!r} is not an answer", place=place, remedy=f"choose from {allowed}")
    if not record.answer.strip():
        raise InputError("an empty sentence is not a correction", place=place, remedy="remove that judgement")
    if record.shown not in ("", "left-right", "right-left"):
        raise InputError(f"shown is {record.shown[:40]!r}", place=place, remedy="write left-right or right-left")
    for name, number in (("pass", record.round), ("position", record.position)):
        if number is not None and not 1 <= number <= _MOST:
            raise InputError(f"the {name} is {number}", place=place, remedy=f"give a number from 1 to {_MOST}")
    if record.seconds is not None and not 0 <= record.seconds < math.inf:
        raise InputError(f"the time is {record.seconds} seconds", place=place, remedy="give a number, 0 or more")
    return record


def _from_csv(lines: Sequence[str], name: str) -> Iterator[Judgement]:
    rows = csv.reader((f"{line}\n" for line in lines), strict=True)
    try:
        header = [cell.strip().lower() for cell in next(rows, [])]
        about_items = {"item", "answer"} <= set(header) and "winner" not in header
        missing = [] if about_items else [column for column in ("left", "right", "winner") if column not in header]
        if missing:
            raise InputError(
                f"there is no column {missing[0]!r}",
                place=Place(name, 1),
                remedy="judgements have the columns left, right and winner, or item and answer",
            )
        for row in rows:
            place = Place(name, rows.line_num)
            if len(row) != len(header):
                raise InputError(
                    f"{len(row)} cells, but the header has {len(header)}",
                    place=place,
                    remedy="cells are separated by commas in .csv, by tabs in .tsv",
                )
            cells = dict(zip(header, row, strict=True))
            judgement = _item_judgement(cells, place) if about_items else _pair_judgement(cells, place)
            yield _checked(msgspec.structs.replace(judgement, **_shared_fields(cells, place)), place)
    except csv.Error as error:
        raise InputError(
            f"not CSV: {error}",
            place=Place(name, rows.line_num),
            remedy="separate cells by commas (.csv) or tabs (.tsv)",
        ) from error


def _pair_judgement(cells: dict[str, str], place: Place) -> Judgement:
    winner = cells["winner"].strip().lower()
    if winner not in _FROM_WINNER:
        raise InputError(
            f"{winner[:40]!r} is not a winner", place=place, remedy=f"choose from {', '.join(WINNERS.values())}"
        )
    left, right = (error_id(unguarded(cells[side]), place) for side in ("left", "right"))
    pair = unguarded(cells.get("pair", ""))
    return Judgement(
        pair=pair, annotator="", answer=_FROM_WINNER[winner], left=left, right=right, shown=cells.get("shown", "")
    )


def _item_judgement(cells: dict[str, str], place: Place) -> Judgement:
    item, answer, source, correction = (
        unguarded(cells.get(name, "")) for name in ("item", "answer", "source", "correction")
    )
    asked, sentence = (cells.get(name, "").strip() for name in ("task", "sentence"))
    if asked not in ("", *TASKS) or asked == "pair":
        raise InputError(
            f"{asked[:40]!r} is not a task", place=place, remedy="choose from likert, edit, rating, correct, valid"
        )
    number = natural(sentence)
    if sentence and not number:
        raise InputError(f"there is no sentence {sentence[:20]!r}", place=place, remedy="sentences are numbered from 1")
    return Judgement(
        item=item, annotator="", answer=answer, asked=asked, sentence=number, source=source, correction=correction
    )


def _shared_fields(cells: dict[str, str], place: Place) -> dict[str, Any]:
    """Read the columns that every table may have beside the answer."""
    round_ = _number(cells.get("pass", ""), place)
    if round_ is not None and not round_.is_integer():
        raise InputError(f"the pass is {cells['pass'][:40]!r}", place=place, remedy="give a whole number from 1 on")
    return {
        "annotator": unguarded(cells.get("annotator", "").strip()) or "someone",
        "seconds": _number(cells.get("seconds", ""), place),
        "round": 1 if round_ is None else int(round_),
        "note": unguarded(cells.get("note", "")),
        "criterion": unguarded(cells.get("criterion", "")),
        "block": _block(cells.get("block", ""), place),
    }


def _block(text: str, place: Place) -> Block:
    for block in get_args(Block):
        if text.strip() == block:
            return cast(Block, block)
    raise InputError(f"{text[:40]!r} is not a block", place=place, remedy="write first, shared or adaptive, or nothing")


def _number(text: str, place: Place) -> float | None:
    try:
        number = float(text) if text.strip() else None
    except ValueError:
        number = math.nan
    if number is not None and not math.isfinite(number):
        raise InputError(f"{text[:40]!r} is not a number", place=place, remedy="fix the cell, or leave it empty")
    return number


def error_id(text: str, place: Place) -> ErrorId:
    """Read the key of an error, e.g. `51:14-15:at`."""
    sentence, _, span_and_correction = text.partition(":")
    span, _, correction = span_and_correction.partition(":")
    start, _, end = span.partition("-")
    if None in map(natural, (sentence, start, end)):
        raise InputError(
            f"{text[:60]!r} does not name an error",
            place=place,
            remedy="write sentence:start-end:correction, e.g. 51:14-15:at",
        )
    return ErrorId(int(sentence), int(start), int(end), correction)


def read_corrections(path: Source, n_sentences: int) -> list[tuple[int, str]]:
    """Read (sentence from 0, correction) pairs from a table `sentence worker correction` or judgements of `correct`."""
    first = next(iter(read_lines(path)), "")
    if first.startswith("{"):
        judgements = read_judgements(path)
        other_task = next((record.asked for record in judgements if record.asked not in ("", "correct")), None)
        if other_task is not None:
            raise InputError(
                f"these judgements are of the task {other_task!r}, whose answers are not corrections",
                place=Place(display_name(path)),
                remedy="give judgements of items from redink pairs --task correct",
            )
        rows = [(number, str(record.sentence), record.answer) for number, record in enumerate(judgements, start=1)]
    else:
        table = read_table(path)
        missing = [name for name in ("sentence", "correction") if name not in table]
        if missing:
            raise InputError(
                f"there is no column {missing[0]!r}",
                place=Place(display_name(path), 1),
                remedy="the columns are sentence, worker and correction",
            )
        cells = zip(table["sentence"], table["correction"], strict=True)
        rows = [(number, sentence, text) for number, (sentence, text) in enumerate(cells, start=2)]
    corrections = []
    for number, sentence, text in rows:
        sentence_number = natural(sentence)
        if sentence_number is None or not 1 <= sentence_number <= n_sentences:
            raise InputError(
                f"there is no sentence {sentence[:20]!r}",
                place=Place(display_name(path), number),
                remedy=f"sentences are numbered from 1 to {n_sentences}",
            )
        corrections.append((sentence_number - 1, text))
    return corrections


def latest(judgements: Iterable[Judgement], which: Which = "last") -> dict[tuple[str, str], Judgement]:
    """Keep one judgement of each person and item: of the last pass, or of the first."""
    kept: dict[tuple[str, str], Judgement] = {}
    for judgement in judgements:
        key = (judgement.annotator, name_of(judgement))
        old = kept.get(key)
        if old is None or (judgement.round >= old.round if which == "last" else judgement.round < old.round):
            kept[key] = judgement
    return kept


def name_of(judgement: Judgement) -> str:
    """Give the name of what was judged: that of the item, or else both errors."""
    if judgement.id or judgement.left is None or judgement.right is None:
        return judgement.id
    return f"{judgement.left.key} | {judgement.right.key}"
