"""A source, a hypothesis and clusters of corrections in; the counts of any mixed reference out, segment by segment.

A sentence has many mixed references, but few different places. So it is cut between the places, each segment is
counted once for each choice of its own alternatives, and the counts of a reference are sums. The cuts are letters that
occur once in the source, in the hypothesis and in every reference, inside a stretch on which all of them agree. That a
cut changes no count is proved for each reference:

Let A and B be two of the three sentences, d the cost of their cheapest alignment, and a and b the numbers of letters
that A has more of than B, and B than A. Of the letters of the stretch that occur once, let ℓ or more lie on either side
of the cut. An alignment that does not match the cut with itself either

- matches one of these letters before the cut and one behind it: to match everything between them saves 4 or more; or
- matches none of them on one side. Then a + ℓ + 1 letters of A and b + ℓ + 1 of B are not matched, at a cost of
  3·min(a, b) + 2·|a − b| + 3(ℓ + 1) or more.

So not to match the cut costs at least min(4, 3·min(a, b) + 2·|a − b| + 3(ℓ + 1) − d) more than d. If that is above 0
for each of the pairs, the distances of the segments add up to d; if it is also above δ (see `alignment_gates`), each
cheapest alignment of the three sentences passes the cuts. If it is not, the whole reference is counted.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import chain, combinations, pairwise
from typing import NamedTuple, TypeAlias

from redink.records import Tokens
from redink.scoring.alignment_cube import GAP, MISMATCH
from redink.scoring.alignment_gates import FRESH, Letters, Stretch, pair_cost, stretches
from redink.scoring.i_measure_references import Alternative, Clusters, mix
from redink.scoring.three_way_alignment import count_columns, count_pairs

Row: TypeAlias = tuple[int, ...]
"""Columns tp, tn, fp, fn, fpn; then tn and fn of the source itself."""
Place: TypeAlias = dict[Alternative, list[tuple[int, int, str]]]
"""A cluster: for each alternative its changes, as source letters start:end and what they become."""

FEW = 2
"""So many references are counted as a whole: cuts would take longer than they save."""
BESIDE = (0, 1, 3)
"""Least ℓ of the cuts that are tried: first with all cuts, then with fewer, for which more can be proved."""


class MixedCounts:
    """Counts a hypothesis against the references of a sentence."""

    def __init__(self, clusters: Clusters, hypothesis: Tokens) -> None:
        """Find the cuts."""
        self._clusters = clusters
        self._letters = letters = Letters()
        self._source = letters.spell(clusters.source)
        places: list[Place] = [
            {
                alternative: [(start, end, letters.spell(text)) for start, end, text in alternative]
                for alternative in choices
            }
            for choices in clusters.alternatives
        ]
        # The hypothesis comes last, so that the letters of references are the same for every system.
        self._hypothesis = letters.spell(hypothesis)
        sentence = _Sentence(self._source, self._hypothesis, places)
        cuts = sentence.cuts() if clusters.combinations > FEW else []
        self._cuttings = [
            _Cutting(sentence, [cut for cut in cuts if cut.beside >= beside], beside)
            for beside in BESIDE
            if any(cut.beside >= beside for cut in cuts)
        ]

    def of_text(self, reference: Tokens) -> Row:
        """Count against any reference."""
        text = self._letters.spell(reference)
        columns, _ = count_columns(self._source, self._hypothesis, text)
        return (*columns, *count_pairs(self._source, text))

    def of_choice(self, choice: Sequence[Alternative]) -> Row | None:
        """Count against the reference that takes these alternatives; `None` if two of them change the same span."""
        for cutting in self._cuttings:
            if (row := cutting.row(choice)) is not None:
                return row
        text = mix(self._clusters.source, choice)
        return None if text is None else self.of_text(text)


class _Sentence(NamedTuple):
    """A source, a hypothesis and what references change."""

    source: str
    hypothesis: str
    places: list[Place]

    def changes(self, places: slice = slice(None)) -> list[tuple[int, int, str]]:
        """Give all changes of some clusters."""
        return [change for place in self.places[places] for changes in place.values() for change in changes]

    def cuts(self) -> list[Stretch]:
        """Give the letters at which the sentence may be cut; none if clusters overlap."""
        spans = [span for place in self.places for span in sorted({change[:2] for change in chain(*place.values())})]
        if any(first >= second for first, second in pairwise(spans)):
            return []
        # A reference with unknown letters where something is changed; letters of corrections occur more than once.
        certain = list(self.source)
        for start, end, _ in self.changes():
            certain[start:end] = FRESH * (end - start)
        for start in sorted({start for start, _ in spans}, reverse=True):
            certain.insert(start, FRESH)
        certain += [text for *_, text in self.changes()] * 2
        return list(stretches((self.source, self.hypothesis, "".join(certain))))


class _Tally(NamedTuple):
    """What a segment adds to the whole."""

    numbers: tuple[int, ...]
    """The row, the cost of aligning all three, and the distances source–hypothesis, source–reference and
    hypothesis–reference."""
    more: dict[str, int]
    """For each letter of which they have different numbers, how many the reference has more than the source."""


class _Cutting:
    """A sentence in segments."""

    def __init__(self, sentence: _Sentence, cuts: Sequence[Stretch], beside: int) -> None:
        self._sentence, self._cuts, self._beside = sentence, cuts, beside

    def row(self, choice: Sequence[Alternative]) -> Row | None:
        """Give the counts, if it is proved that every cheapest alignment passes all cuts."""
        tallies = [segment.tally(choice) for segment in self._variable]
        (*row, cost, d_sh, d_sr, d_hr), more = _total([*self._constant, *tallies])
        above = cost - d_sh - d_sr - d_hr
        room = MISMATCH * (self._beside + 1) - above
        proved = (
            above < 2 * GAP
            and d_sh < _least(self._more) + room
            and d_sr < _least(more) + room
            and d_hr < _least(_sum((self._more, more))) + room
        )
        return tuple(row) if proved else None

    @cached_property
    def _more(self) -> dict[str, int]:
        """For each letter of which they have different numbers, how many the source has more than the hypothesis."""
        return _difference(self._sentence.source, self._sentence.hypothesis)

    @cached_property
    def _constant(self) -> list[_Tally]:
        """What the segments without a choice add together."""
        first = [next(iter(place)) for place in self._sentence.places]
        tallies = [segment.tally(first) for segment in self._segments if not segment.is_variable]
        return [_total(tallies)] if tallies else []

    @cached_property
    def _variable(self) -> list[_Segment]:
        return [segment for segment in self._segments if segment.is_variable]

    @cached_property
    def _segments(self) -> list[_Segment]:
        """Cut source and hypothesis behind each cut."""
        source, hypothesis, places = self._sentence
        starts = [min(start for start, *_ in chain(*place.values())) for place in places]
        segments = []
        start = start_h = number = 0
        for end, end_h in [(cut.places[0] + 1, cut.places[1] + 1) for cut in self._cuts] + [(len(source) + 1, None)]:
            last = bisect_left(starts, end, number)
            texts = source[start:end], hypothesis[start_h:end_h]
            segments.append(_Segment(*texts, start, slice(number, last), places))
            start, start_h, number = end, end_h or 0, last
        return segments


class _Segment:
    """A part of the source with the clusters in it, and what the hypothesis has there."""

    def __init__(self, source: str, hypothesis: str, start: int, numbers: slice, places: Sequence[Place]) -> None:
        self._source, self._hypothesis, self._start = source, hypothesis, start
        self._numbers, self._places = numbers, places[numbers]
        self.is_variable = any(len(place) > 1 for place in self._places)
        self._tallies: dict[tuple[Alternative, ...], _Tally] = {}

    def tally(self, choice: Sequence[Alternative]) -> _Tally:
        """Count against a reference; each choice of the segment's own alternatives is counted once."""
        alternatives = tuple(choice[self._numbers])
        if alternatives not in self._tallies:
            self._tallies[alternatives] = self._count(alternatives)
        return self._tallies[alternatives]

    def _count(self, alternatives: tuple[Alternative, ...]) -> _Tally:
        source = reference = self._source
        changes = [place[alternative] for place, alternative in zip(self._places, alternatives, strict=True)]
        for start, end, text in sorted(chain(*changes), reverse=True):
            reference = reference[: start - self._start] + text + reference[max(start, end) - self._start :]
        columns, cost = count_columns(source, self._hypothesis, reference)
        distances = [pair_cost(*pair) for pair in combinations((source, self._hypothesis, reference), 2)]
        return _Tally((*columns, *count_pairs(source, reference), cost, *distances), _difference(reference, source))


def _total(tallies: Sequence[_Tally]) -> _Tally:
    """Give what segments add together."""
    numbers, differences = zip(*tallies, strict=True)
    return _Tally(tuple([sum(column) for column in zip(*numbers, strict=True)]), _sum(differences))


def _difference(first: str, second: str) -> dict[str, int]:
    """Give how many of each letter the first text has more; letters of which both have as many are left out."""
    if first == second:
        return {}
    return {letter: more for letter in {*first, *second} if (more := first.count(letter) - second.count(letter))}


def _sum(differences: Iterable[dict[str, int]]) -> dict[str, int]:
    """Give the differences of texts that consist of several parts."""
    total: dict[str, int] = {}
    for difference in differences:
        for letter, more in difference.items():
            total[letter] = total.get(letter, 0) + more
    return total


def _least(difference: dict[str, int]) -> int:
    """Give the least that an alignment of two texts can cost, 3·min(a, b) + 2·|a − b|."""
    a = sum([more for more in difference.values() if more > 0])
    b = a - sum(difference.values())
    return MISMATCH * min(a, b) + GAP * abs(a - b)
