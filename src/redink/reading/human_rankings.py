"""Human rankings of system outputs (Appraise XML or WMT's CSV) in, one frozen record per pairwise choice out."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from io import BufferedReader
from itertools import combinations
from typing import Literal, NamedTuple, TypeAlias, cast

from redink.errors import InputError, Place
from redink.reading.files import Source, display_name, open_bytes, read_lines
from redink.reading.spreadsheets import unguarded
from redink.reading.strict_xml import parse_strictly, strict_parser

Outcome: TypeAlias = Literal["<", ">", "="]
"""`>`: the first system did better; `<`: the second; `=`: they tie."""

SIGNS: dict[Outcome, int] = {">": 1, "<": -1, "=": 0}

_NOT_RANKED = -1
"""The rank that WMT's tables give to a system that was not shown."""


class PairwiseChoice(NamedTuple):
    """One judge's choice between two systems' outputs for one sentence."""

    sentence: int
    """Number of the source sentence as in the file: some files count from 0, others from 1."""
    judge: str
    """Who decided."""
    first: str
    """A system."""
    second: str
    """Another system."""
    outcome: Outcome
    """Which of them did better."""
    identical: bool = False
    """Whether the outputs were the same text, which was shown once: a tie without a decision."""


def read_choices(path: Source) -> tuple[PairwiseChoice, ...]:
    """Read the choices of a file in either format; XML is recognised by its first character."""
    with open_bytes(path) as handle:
        # Peeked, not read: standard input can be read only once.
        start = cast(BufferedReader, handle).peek(64).lstrip(b"\xef\xbb\xbf \t\r\n")[:1]
    return read_appraise(path) if start == b"<" else read_pairwise_csv(path)


class _Ranking(NamedTuple):
    """One judge's ranking of the distinct outputs for a sentence."""

    sentence: int
    judge: str
    line: int
    groups: list[tuple[int, tuple[str, ...]]]
    """Rank (1 is best) and the systems that share the output."""

    def choices(self) -> Iterator[PairwiseChoice]:
        """Yield all pairs in the order of the file: systems of one group tie, others are compared by rank."""
        for _, systems in self.groups:
            for first, second in combinations(systems, 2):
                yield PairwiseChoice(self.sentence, self.judge, first, second, "=", identical=True)
        for (rank, systems), (other_rank, other_systems) in combinations(self.groups, 2):
            for first in systems:
                for second in other_systems:
                    yield PairwiseChoice(self.sentence, self.judge, first, second, _outcome(rank, other_rank))


def _outcome(rank: int, other_rank: int) -> Outcome:
    return ">" if rank < other_rank else "<" if rank > other_rank else "="


def read_appraise(path: Source) -> tuple[PairwiseChoice, ...]:
    """Read `ranking-item` elements (src-id, user) with `translation` children (system, rank).

    Where the first item has no `src-id`, the sentence is the `id` of each item (Napoles et al. 2015). Several systems
    in one `system` attribute, separated by blanks or commas, have the same output.
    """
    rankings: list[_Ranking] = []
    reader = _AppraiseReader(display_name(path), rankings)
    parse_strictly(path, reader.parser)
    if not rankings:
        raise InputError(
            "there is no ranking-item in this file",
            place=Place(display_name(path)),
            remedy="give judgements in the format of Appraise (XML) or of WMT (CSV)",
        )
    return tuple(choice for ranking in rankings for choice in ranking.choices())


class _AppraiseReader:
    """Handlers for the streaming parser, which knows the line of an element; a tree would not."""

    def __init__(self, name: str, rankings: list[_Ranking]) -> None:
        self.name = name
        self.rankings = rankings
        self.inside = False
        self.sentence = ""
        """The attribute that has the number of the sentence; the first item decides."""
        self.parser = strict_parser(name, self._start, self._end)

    def _place(self) -> Place:
        return Place(self.name, self.parser.CurrentLineNumber)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "ranking-item":
            self.inside = True
            # `id` counts the items where there is a `src-id` too.
            self.sentence = self.sentence or ("src-id" if "src-id" in attributes or "id" not in attributes else "id")
            sentence = _whole(self._attribute(tag, attributes, self.sentence), self.sentence, self._place())
            judge = self._attribute(tag, attributes, "user")
            self.rankings.append(_Ranking(sentence, judge, self.parser.CurrentLineNumber, []))
        elif tag == "translation" and self.inside:
            rank = _whole(self._attribute(tag, attributes, "rank"), "rank", self._place())
            systems = tuple(self._attribute(tag, attributes, "system").replace(",", " ").split())
            if rank != _NOT_RANKED:
                self.rankings[-1].groups.append((rank, systems))

    def _attribute(self, tag: str, attributes: dict[str, str], name: str) -> str:
        if not attributes.get(name, "").strip():
            raise InputError(
                f"a <{tag}> has no {name}",
                place=self._place(),
                remedy="is this a file of judgements written by Appraise?",
            )
        return attributes[name]

    def _end(self, tag: str) -> None:
        if tag != "ranking-item":
            return
        self.inside = False
        names = [system for _, systems in self.rankings[-1].groups for system in systems]
        for system in names:
            if names.count(system) > 1:
                place = Place(self.name, self.rankings[-1].line)
                raise InputError(
                    f"system {system!r} is ranked twice in one ranking-item",
                    place=place,
                    remedy="remove one of the two",
                )


def _whole(text: str, name: str, place: Place) -> int:
    try:
        return int(text)
    except ValueError:
        raise InputError(
            f"{name} must be a whole number, not {text[:40]!r}", place=place, remedy="fix the file"
        ) from None


_SENTENCE = ("srcindex", "segmentid")
"""The accepted names of the column that has the number of the sentence."""


def read_pairwise_csv(path: Source) -> tuple[PairwiseChoice, ...]:
    """Read WMT's table of rankings: srcIndex, judgeId, system1Id, system1rank, system2Id, system2rank and so on.

    A row ranks two systems or more (five, in the tables of 2013 and 2014). Names of columns are compared without case;
    other columns are allowed. Systems called `testset.NAME.src-trg` become NAME. A rank of −1 (not shown) drops the
    system from the row.
    """
    name = display_name(path)
    rows = csv.reader(read_lines(path), strict=True)
    choices: list[PairwiseChoice] = []
    try:
        header = [cell.strip().lower() for cell in next(rows, [])]
        columns = _Columns.of(header, name)
        for row in rows:
            place = Place(name, rows.line_num)
            if len(row) != len(header):
                raise InputError(
                    f"{len(row)} cells, but the header has {len(header)}",
                    place=place,
                    remedy="cells are separated by commas; put quotes around a cell that contains commas",
                )
            choices += columns.ranking(row, place).choices()
    except csv.Error as error:
        raise InputError(
            f"not CSV: {error}",
            place=Place(name, rows.line_num),
            remedy="separate cells by commas, and put quotes around a cell that contains commas",
        ) from error
    return tuple(choices)


class _Columns(NamedTuple):
    """Where WMT's table has what."""

    sentence: int
    judge: int
    systems: list[tuple[int, int]]
    """The columns of each system and of its rank."""
    languages: list[int]

    @classmethod
    def of(cls, header: Sequence[str], name: str) -> _Columns:
        """Find the columns by their names."""
        sentence, judge = _column(header, _SENTENCE, name), _column(header, ("judgeid",), name)
        numbers = [1, 2]
        while f"system{len(numbers) + 1}id" in header:
            numbers.append(len(numbers) + 1)
        systems = [tuple(_column(header, (f"system{n}{end}",), name) for end in ("id", "rank")) for n in numbers]
        languages = [header.index(column) for column in ("srclang", "trglang") if column in header]
        return cls(sentence, judge, [(system, rank) for system, rank in systems], languages)

    def ranking(self, row: Sequence[str], place: Place) -> _Ranking:
        """Read a row."""
        languages = "-".join(row[index] for index in self.languages)
        groups: list[tuple[int, tuple[str, ...]]] = []
        for number, (system, rank_column) in enumerate(self.systems, start=1):
            rank = _whole(row[rank_column], f"system{number}rank", place)
            if rank == _NOT_RANKED:
                continue
            names = (_system(unguarded(row[system]), languages),)
            if any(names == earlier for _, earlier in groups):
                raise InputError(f"system {names[0]!r} is compared with itself", place=place, remedy="remove that row")
            groups.append((rank, names))
        sentence = _whole(row[self.sentence], "srcIndex", place)
        return _Ranking(sentence, unguarded(row[self.judge]), place.line or 0, groups)


def _column(header: Sequence[str], names: Sequence[str], file: str) -> int:
    for name in names:
        if name in header:
            return header.index(name)
    raise InputError(
        f"there is no column {names[0]!r}",
        place=Place(file, 1),
        remedy="pairwise rankings have srcIndex, judgeId, system1Id, system1rank, system2Id, system2rank",
    )


def _system(name: str, languages: str) -> str:
    suffix = f".{languages}"
    if languages and name.endswith(suffix) and "." in name.removesuffix(suffix):
        return name.removesuffix(suffix).split(".", 1)[1]
    return name
