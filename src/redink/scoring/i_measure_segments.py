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
from collections.abc import Sequence
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

BESIDE = (0, 1, 3)
"""Least ℓ of the cuts that are tried: first with all cuts, then with fewer, for which more can be proved."""


class MixedCounts:
    """Counts a hypothesis against the references of a sentence."""

    def __init__(self, clusters: Clusters, hypothesis: Tokens) -> None:
        """Find the cuts."""
        self._clusters = clusters
        self._letters = letters = Letters()
        self._source, self._hypothesis = letters.spell(clusters.source), letters.spell(hypothesis)
        places: list[Place] = [
            {
                alternative: [(start, end, letters.spell(text)) for start, end, text in alternative]
                for alternative in choices
            }
            for choices in clusters.alternatives
        ]
        sentence = _Sentence(self._source, self._hypothesis, places)
        cuts = sentence.cuts()
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

    def unequal(self) -> str:
        """Give the letters of which two of the texts may have different numbers."""
        changed = "".join([self.source[start:end] + text for start, end, text in self.changes()])
        letters = {*self.source, *self.hypothesis}
        return "".join({*changed, *(x for x in letters if self.source.count(x) != self.hypothesis.count(x))})


class _Tally(NamedTuple):
    """What a segment adds to the whole."""

    row: Row
    cost: int
    """Cost of aligning all three."""
    distances: tuple[int, ...]
    """Of source–hypothesis, source–reference, hypothesis–reference."""
    surplus: list[int]
    """For each letter of `unequal`, how many the source has more than the reference."""


class _Cutting:
    """A sentence in segments."""

    def __init__(self, sentence: _Sentence, cuts: Sequence[Stretch], beside: int) -> None:
        self._sentence, self._cuts, self._beside = sentence, cuts, beside

    def row(self, choice: Sequence[Alternative]) -> Row | None:
        """Give the counts, if it is proved that every cheapest alignment passes all cuts."""
        tallies = [segment.tally(choice) for segment in self._segments]
        rows, costs, distances, surpluses = zip(*tallies, strict=True)
        d = [sum(column) for column in zip(*distances, strict=True)]
        above: int = sum(costs) - sum(d)
        if above >= 2 * GAP:
            return None
        surplus = [sum(column) for column in zip(*surpluses, strict=True)]
        against_hypothesis = [x - y for x, y in zip(surplus, self._surplus, strict=True)]
        for distance, more in zip(d, (self._surplus, surplus, against_hypothesis), strict=True):
            a, b = sum([n for n in more if n > 0]), -sum([n for n in more if n < 0])
            if above >= MISMATCH * (min(a, b) + self._beside + 1) + GAP * abs(a - b) - distance:
                return None
        return tuple([sum(column) for column in zip(*rows, strict=True)])

    @cached_property
    def _surplus(self) -> list[int]:
        """For each letter of `unequal`, how many the source has more than the hypothesis."""
        source, hypothesis = self._sentence.source, self._sentence.hypothesis
        return [source.count(letter) - hypothesis.count(letter) for letter in self._unequal]

    @cached_property
    def _unequal(self) -> str:
        return self._sentence.unequal()

    @cached_property
    def _segments(self) -> list[_Segment]:
        """Cut source and hypothesis behind each cut."""
        source, hypothesis, places = self._sentence
        starts = [min(start for start, *_ in chain(*place.values())) for place in places]
        segments = []
        start = start_h = number = 0
        for end, end_h in [(cut.places[0] + 1, cut.places[1] + 1) for cut in self._cuts] + [(len(source) + 1, None)]:
            last = bisect_left(starts, end, number)
            segments.append(
                _Segment(
                    source[start:end], hypothesis[start_h:end_h], start, slice(number, last), places, self._unequal
                )
            )
            start, start_h, number = end, end_h or 0, last
        return segments


class _Segment:
    """A part of the source with the clusters in it, and what the hypothesis has there."""

    def __init__(
        self, source: str, hypothesis: str, start: int, numbers: slice, places: Sequence[Place], unequal: str
    ) -> None:
        self._source, self._hypothesis, self._start = source, hypothesis, start
        self._numbers, self._places, self._unequal = numbers, places[numbers], unequal
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
        return _Tally(
            (*columns, *count_pairs(source, reference)),
            cost,
            tuple([pair_cost(*pair) for pair in combinations((source, self._hypothesis, reference), 2)]),
            [source.count(letter) - reference.count(letter) for letter in self._unequal],
        )
