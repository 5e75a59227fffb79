"""Merge the steps of an alignment into spans to edit: steps and both sentences in, spans out.

Steps are too small for edits: `want` → `would like` is a substitution and an insertion, but one error.
The strategy `rules` is ERRANT's (Bryant et al. 2017, §3.2). Matches separate runs, a transposition is always
a span of its own, and a run of substitutions, insertions and deletions is divided by rules on its
stretches: two or more operations in a row, one of them a substitution, longest stretch first, then from left
to right. The first rule that holds for a stretch divides the run into at most three parts; each part but a
merged one is divided again. A run in which no rule holds is one span if there is a content word in it.

Which stretches are one word or one kind of word (`_one_word`, `_one_kind`) does not depend on the run they
are in, so they are found once for all. The rules on the first or last token of a stretch hold for a short
stretch only if they hold for the longest one with that end, so they are asked for stretches that begin the
run. Together this makes a run of L operations cost O(L²) steps, and no recursion.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import groupby
from string import punctuation
from typing import Literal, NamedTuple, TypeAlias, get_args

from rapidfuzz.distance import Indel

from redink.annotation.spans import Span, Step
from redink.errors import UsageError
from redink.language.pipeline import Analysis, Token

Strategy: TypeAlias = Literal["rules", "all-split", "all-merge", "all-equal"]
_STRATEGIES: tuple[str, ...] = get_args(Strategy)

_CONTENT = frozenset({"ADJ", "ADV", "AUX", "NOUN", "VERB", ""})
"""Parts of speech of content words; a word of unknown kind counts as one, since most are."""
_VERBAL = frozenset({"AUX", "PART", "VERB"})
_SIMILAR = 0.75
_DROP_JOINERS = str.maketrans("", "", "'-")

_LONGEST_RUN = 300
"""The longest run that is divided as a whole; a longer one corrects nothing, and no corpus has one."""
_STRETCH = 60
"""A longer run is first cut into stretches of this length, so that hostile text takes bounded time."""

_Part: TypeAlias = tuple[int, int, bool]
"""First and last operation of a part of a run, and whether it is settled as one span."""


def merge(steps: Sequence[Step], source: Analysis, target: Analysis, *, strategy: Strategy = "rules") -> list[Span]:
    """Merge steps into the spans of edits.

    Args:
        steps: The alignment of the two sentences.
        source: What the learner wrote.
        target: The correction.
        strategy: `rules` merges what a human would call one error; `all-split` merges nothing; `all-merge`
            whatever is adjacent; `all-equal` adjacent steps of the same operation (and size, for transpositions).

    Returns:
        Spans from left to right; replacing each gives the correction.
    """
    if strategy not in _STRATEGIES:
        raise UsageError(f"there is no merging strategy {strategy!r}", remedy=f"use one of {', '.join(_STRATEGIES)}")
    if strategy == "all-split":
        return [Span(*step[1:]) for step in steps if step.operation != "M"]
    if strategy == "all-merge":
        return [_hull(list(run)) for match, run in groupby(steps, _is_match) if not match]
    if strategy == "all-equal":
        groups = groupby(steps, _operation_and_size)
        return [_hull(list(group)) for (operation, _), group in groups if operation != "M"]
    return _merge_by_rules(steps, source, target)


def _is_match(step: Step) -> bool:
    return step.operation == "M"


def _operation_and_size(step: Step) -> tuple[str, int]:
    return step.operation, step.end - step.start if step.operation == "T" else 0


def _hull(steps: Sequence[Step]) -> Span:
    first, last = steps[0], steps[-1]
    return Span(first.start, last.end, first.target_start, last.target_end)


def _merge_by_rules(steps: Sequence[Step], source: Analysis, target: Analysis) -> list[Span]:
    spans: list[Span] = []
    run: list[Step] = []
    for step in steps:
        if step.operation not in "MT":
            run.append(step)
            continue
        if run:
            spans += _divide_any(run, source, target)
            run = []
        if step.operation == "T":
            spans.append(Span(*step[1:]))
    return spans + _divide_any(run, source, target) if run else spans


def _divide_any(run: list[Step], source: Analysis, target: Analysis) -> list[Span]:
    """Divide a run of any length; long ones are cut first, because the rules take the cube of the length."""
    if len(run) <= _LONGEST_RUN:
        return _divide(run, source, target)
    stretches = (run[start : start + _STRETCH] for start in range(0, len(run), _STRETCH))
    return [span for stretch in stretches for span in _divide(stretch, source, target)]


def _divide(steps: list[Step], source: Analysis, target: Analysis) -> list[Span]:
    """Divide a run without matches and transpositions into spans."""
    if len(steps) == 1:
        return [_hull(steps)]
    run = _Run(steps, source, target, _substitutions_before(steps))
    joined = _joined(run)
    spans: list[Span] = []
    parts: list[_Part] = [(0, len(steps) - 1, False)]
    while parts:
        first, last, settled = parts.pop()
        if settled or first == last:
            spans.append(_hull(steps[first : last + 1]))
        elif first < last:
            parts += reversed(_parts(run, joined, first, last))
    return spans


class _Run(NamedTuple):
    """Adjacent substitutions, insertions and deletions, numbered from 0."""

    steps: list[Step]
    source: Analysis
    target: Analysis
    substitutions: list[int]
    """How many of the steps before each one are substitutions."""

    def substitutes(self, first: int, last: int) -> bool:
        """Tell whether there is a substitution from operation `first` to `last`."""
        return self.substitutions[last + 1] > self.substitutions[first]

    def sides(self, first: int, last: int) -> tuple[Analysis, Analysis]:
        """Give the source and the target tokens of a stretch."""
        a, b = self.steps[first], self.steps[last]
        return self.source[a.start : b.end], self.target[a.target_start : b.target_end]

    def sizes(self, first: int, last: int) -> tuple[int, int]:
        """Give the number of source and of target tokens of a stretch."""
        a, b = self.steps[first], self.steps[last]
        return b.end - a.start, b.target_end - a.target_start


def _substitutions_before(steps: list[Step]) -> list[int]:
    counts = [0]
    for step in steps:
        counts.append(counts[-1] + (step.operation == "S"))
    return counts


def _parts(run: _Run, joined: dict[int, list[int]], first: int, last: int) -> list[_Part]:
    """Apply the first rule that holds to the operations `first` to `last`; parts come from left to right."""
    operations = {step.operation for step in run.steps[first : last + 1]}
    if len(operations) == 1 and "S" not in operations:
        return [(first, last, True)]
    if "S" not in operations:
        return [(place, place, True) for place in range(first, last + 1)]
    if _starts_with_possessive(run, first, last):
        return _cut_after(first, first, last)
    for reach in range(last - first, 0, -1):
        if (block := _block_at(run, first, first + reach)) is not None:
            return _merged(*block, first, last)
        start = _first_joined(joined.get(reach, []), first, last - reach)
        if reach == 1 and (cut := _cut(run, first, last, start)) is not None:
            return _cut_after(cut, first, last)
        if start is not None:
            return _merged(start, start + reach, first, last)
    old, new = run.sides(first, last)
    if any(token.pos in _CONTENT for token in (*old, *new)):
        return [(first, last, True)]
    return [(place, place, True) for place in range(first, last + 1)]


def _first_joined(starts: list[int], first: int, last: int) -> int | None:
    place = bisect_left(starts, first)
    return starts[place] if place < len(starts) and starts[place] <= last else None


def _merged(block_first: int, block_last: int, first: int, last: int) -> list[_Part]:
    return [(first, block_first - 1, False), (block_first, block_last, True), (block_last + 1, last, False)]


def _cut_after(place: int, first: int, last: int) -> list[_Part]:
    return [(first, place, False), (place + 1, last, False)]


def _block_at(run: _Run, first: int, end: int) -> tuple[int, int] | None:
    """Give the block to merge by the rules on the last tokens of a stretch that begins the run."""
    if not run.substitutes(first, end):
        return None
    last, (size, target_size) = run.steps[end], run.sizes(first, end)
    a, b = run.source[last.end - 1], run.target[last.target_end - 1]
    if _is_possessive(a) or _is_possessive(b):
        return end - 1, end
    if a.lower != b.lower:
        return None
    if _gains_or_loses_capital(run, first, size, target_size):
        return first, end
    before = run.source[last.end - 2] if size > 1 else None
    target_before = run.target[last.target_end - 2] if target_size > 1 else None
    return (end - 1, end) if _is_punctuation(before) or _is_punctuation(target_before) else None


def _starts_with_possessive(run: _Run, first: int, last: int) -> bool:
    """Split off a possessive that begins the run: [`'s` → `of`, `dog` → `cats`] are two errors."""
    old, new = run.sides(first, last)
    return _is_possessive(old[0]) or _is_possessive(new[0])


def _is_possessive(token: Token) -> bool:
    """Merge a possessive with the operation before it: [`teachers` → `teacher 's`]."""
    return token.tag == "POS"


def _gains_or_loses_capital(run: _Run, first: int, size: int, target_size: int) -> bool:
    """Merge words before the former first word: [`Dogs` → `All of the dogs`]; the last words are the same."""
    step = run.steps[first]
    a, b = run.source[step.start], run.target[step.target_start]
    return (size == 1 and b.text[:1].isupper()) or (target_size == 1 and a.text[:1].isupper())


def _is_punctuation(token: Token | None) -> bool:
    """Merge a change of case with the mark before it: [`; they` → `. They`]; the last words are the same."""
    # As in ERRANT, any part of the list of ASCII marks counts too: `()` and `./`, but not `!!`.
    return token is not None and (token.pos == "PUNCT" or token.text in punctuation)


def _joined(run: _Run) -> dict[int, list[int]]:
    """Find stretches that are one word or one kind of word: length less one → starts."""
    count = len(run.steps)
    texts = _Texts.of(run)
    kinds = _reaches(run)
    starts: dict[int, list[int]] = {}
    for start in range(count - 1):
        for end in range(start + 1, count):
            if run.substitutes(start, end) and (
                _one_word(texts, start, end) or (end <= kinds[start] and _one_kind(run, start, end))
            ):
                starts.setdefault(end - start, []).append(start)
    return starts


class _Texts(NamedTuple):
    """The lower-cased text of both sides of a run, without blanks, apostrophes and hyphens."""

    source: str
    target: str
    ends: list[int]
    """Where the source text of the first k operations ends."""
    target_ends: list[int]
    """Where the target text of the first k operations ends."""

    @classmethod
    def of(cls, run: _Run) -> _Texts:
        """Write both sides of a run."""
        source, target, ends, target_ends = "", "", [0], [0]
        for place in range(len(run.steps)):
            old, new = run.sides(place, place)
            source += "".join(token.lower for token in old).translate(_DROP_JOINERS)
            target += "".join(token.lower for token in new).translate(_DROP_JOINERS)
            ends.append(len(source))
            target_ends.append(len(target))
        return cls(source, target, ends, target_ends)


def _one_word(texts: _Texts, start: int, end: int) -> bool:
    """Merge words that differ only in blanks, apostrophes, hyphens and case: [`on - line` → `online`]."""
    a, b = texts.ends[start], texts.target_ends[start]
    size = texts.ends[end + 1] - a
    if texts.target_ends[end + 1] - b != size:
        return False
    return texts.source[a : a + size] == texts.target[b : b + size]


def _one_kind(run: _Run, start: int, end: int) -> bool:
    """Merge unequal numbers of words if all are verbal, or of the same POS: [`to swim` → `swimming`]."""
    size, target_size = run.sizes(start, end)
    return size != target_size


def _reaches(run: _Run) -> list[int]:
    """Tell for each operation how far to the right all words are verbal, or of the same known POS."""
    count = len(run.steps)
    reaches = [0] * count
    verbal = alike = count
    after = ""
    for place in range(count - 1, -1, -1):
        old, new = run.sides(place, place)
        kinds = {token.pos for token in (*old, *new)}
        verbal = (verbal if verbal < count else place) if kinds <= _VERBAL else count
        kind = kinds.pop() if len(kinds) == 1 else ""
        alike = (alike if kind == after else place) if kind else count
        after = kind
        reaches[place] = max((far for far in (verbal, alike) if far < count), default=place)
    return reaches


def _cut(run: _Run, first: int, last: int, joined: int | None) -> int | None:
    """Find the first two operations to be kept apart, unless two that are to be joined come before them."""
    for place in range(first, last if joined is None else joined):
        if run.substitutes(place, place + 1) and _keep_apart(run, place, last):
            return place
    return None


def _keep_apart(run: _Run, place: int, last: int) -> bool:
    if run.sizes(place, place + 1) == (2, 2):
        return True
    return _similar(run, place) or _similar(run, place + 1) or (place + 1 == last and _ends_in_article(run, last))


def _similar(run: _Run, place: int) -> bool:
    """Split off a substitution of look-alikes: [`becuase` → `because`, `of` → ``] are two errors."""
    step = run.steps[place]
    if step.operation != "S":
        return False
    a, b = run.source[step.start].text, run.target[step.target_start].text
    return 1 - Indel.normalized_distance(a, b) > _SIMILAR


def _ends_in_article(run: _Run, last: int) -> bool:
    """Split off a determiner that ends the run: [`on` → `at`, `` → `the`] are two errors."""
    old, new = run.sides(last, last)
    return any(token.pos == "DET" for token in (*old, *new))
