"""Human rankings of system outputs in (Appraise XML, WMT's CSV), one frozen record a pairwise choice out."""

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
"""What WMT's tables write for a system that was not shown."""


class PairwiseChoice(NamedTuple):
    """What one judge said of two systems' outputs for one sentence."""

    sentence: int
    """0-based number of the source sentence."""
    judge: str
    """Who decided."""
    first: str
    """A system."""
    second: str
    """Another system."""
    outcome: Outcome
    """Which of them did better."""
    identical: bool = False
    """Whether the outputs were the same text, shown once: a tie nobody had to think about."""


def read_choices(path: Source) -> tuple[PairwiseChoice, ...]:
    """Read either format; XML is recognised by its first character."""
    with open_bytes(path) as handle:
        # Looked at, not read: standard input comes only once.
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
        """Give all pairs: those of one group tie, the others by rank, in the order of the file."""
        for _, systems in self.groups:
            for first, second in combinations(systems, 2):
                yield PairwiseChoice(self.sentence, self.judge, first, second, "=", identical=True)
        for (rank, systems), (other_rank, others) in combinations(self.groups, 2):
            for first in systems:
                for second in others:
                    yield PairwiseChoice(self.sentence, self.judge, first, second, _outcome(rank, other_rank))


def _outcome(rank: int, other: int) -> Outcome:
    return ">" if rank < other else "<" if rank > other else "="


def read_appraise(path: Source) -> tuple[PairwiseChoice, ...]:
    """Read `ranking-item` elements (src-id, user) with `translation` children (system, rank).

    Several systems in one `system` attribute, separated by blanks or commas, made the same output.
    """
    rankings: list[_Ranking] = []
    reader = _AppraiseReader(display_name(path), rankings)
    parse_strictly(path, reader.parser)
    if not rankings:
        raise InputError("no ranking-item in this file", place=Place(display_name(path)))
    return tuple(choice for ranking in rankings for choice in ranking.choices())


class _AppraiseReader:
    """Handlers of the streaming parser; they know the line, which a tree would not."""

    def __init__(self, name: str, rankings: list[_Ranking]) -> None:
        self.name = name
        self.rankings = rankings
        self.inside = False
        self.parser = strict_parser(name, self._start, self._end)

    def _place(self) -> Place:
        return Place(self.name, self.parser.CurrentLineNumber)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "ranking-item":
            self.inside = True
            sentence = _whole(self._attribute(tag, attributes, "src-id"), "src-id", self._place())
            judge = self._attribute(tag, attributes, "user")
            self.rankings.append(_Ranking(sentence, judge, self.parser.CurrentLineNumber, []))
        elif tag == "translation" and self.inside:
            rank = _whole(self._attribute(tag, attributes, "rank"), "rank", self._place())
            systems = tuple(self._attribute(tag, attributes, "system").replace(",", " ").split())
            if rank != _NOT_RANKED:
                self.rankings[-1].groups.append((rank, systems))

    def _attribute(self, tag: str, attributes: dict[str, str], name: str) -> str:
        if not attributes.get(name, "").strip():
            raise InputError(f"a <{tag}> without {name}", place=self._place())
        return attributes[name]

    def _end(self, tag: str) -> None:
        if tag != "ranking-item":
            return
        self.inside = False
        names = [system for _, systems in self.rankings[-1].groups for system in systems]
        for system in names:
            if names.count(system) > 1:
                place = Place(self.name, self.rankings[-1].line)
                raise InputError(f"system {system!r} is ranked twice in one ranking-item", place=place)


def _whole(text: str, name: str, place: Place) -> int:
    try:
        return int(text)
    except ValueError:
        raise InputError(f"{name} must be a whole number, not {text[:40]!r}", place=place) from None


_COLUMNS = (
    ("srcindex", "segmentid"),
    ("judgeid",),
    ("system1id",),
    ("system2id",),
    ("system1rank",),
    ("system2rank",),
)
"""Names under which each column is known."""


def read_pairwise_csv(path: Source) -> tuple[PairwiseChoice, ...]:
    """Read WMT's table of pairs: srcIndex, judgeId, system1Id, system1rank, system2Id, system2rank.

    Names of columns are compared without case; other columns are allowed. Systems called
    `testset.NAME.src-trg` become NAME. A rank of −1 (not shown) drops the pair.
    """
    name = display_name(path)
    rows = csv.reader(read_lines(path), strict=True)
    choices: list[PairwiseChoice] = []
    try:
        header = [cell.strip().lower() for cell in next(rows, [])]
        places = [_column(header, names, name) for names in _COLUMNS]
        suffix = [header.index(one) for one in ("srclang", "trglang") if one in header]
        for row in rows:
            place = Place(name, rows.line_num)
            if len(row) != len(header):
                raise InputError(f"{len(row)} cells, but the header has {len(header)}", place=place)
            choices += _choice([row[index] for index in places], "-".join(row[index] for index in suffix), place)
    except csv.Error as error:
        raise InputError(f"not CSV: {error}", place=Place(name, rows.line_num)) from error
    return tuple(choices)


def _column(header: Sequence[str], names: Sequence[str], file: str) -> int:
    for name in names:
        if name in header:
            return header.index(name)
    raise InputError(
        f"there is no column {names[0]!r}",
        place=Place(file, 1),
        remedy="pairwise rankings have srcIndex, judgeId, system1Id, system1rank, system2Id, system2rank",
    )


def _choice(cells: Sequence[str], languages: str, place: Place) -> list[PairwiseChoice]:
    sentence, judge, first, second, rank, other_rank = cells
    ranks = _whole(rank, "system1rank", place), _whole(other_rank, "system2rank", place)
    if _NOT_RANKED in ranks:
        return []
    one, other = _system(first, languages), _system(second, languages)
    if one == other:
        raise InputError(f"system {one!r} is compared with itself", place=place)
    return [PairwiseChoice(_whole(sentence, "srcIndex", place), unguarded(judge), one, other, _outcome(*ranks))]


def _system(name: str, languages: str) -> str:
    suffix = f".{languages}"
    if languages and name.endswith(suffix) and "." in name.removesuffix(suffix):
        return name.removesuffix(suffix).split(".", 1)[1]
    return name
