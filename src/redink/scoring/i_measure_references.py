"""Gold edits of several annotators in; the candidate references of I-measure out.

Felice & Briscoe (2015), section 4: what annotators did at one place is a *cluster* of alternatives, and
independent clusters may be mixed, so that a system is not blamed for agreeing with one annotator here and
with another one there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple, TypeAlias

from redink.records import Edits, Tokens

Tokenise: TypeAlias = Callable[[Tokens], Tokens]


class Change(NamedTuple):
    """Source tokens start:end become `text`."""

    start: int
    end: int
    text: Tokens


Alternative: TypeAlias = frozenset[Change]
"""What one annotator does in one cluster; empty for "leave it"."""


@dataclass(frozen=True, slots=True)
class Clusters:
    """All there is to choose from in one sentence."""

    source: Tokens
    alternatives: tuple[tuple[Alternative, ...], ...]
    """For each cluster what may be done there, each once, in order of annotator; "leave it" comes last."""
    own: tuple[Tokens, ...]
    """What each annotator alone makes of the sentence, each text once."""

    @property
    def combinations(self) -> int:
        """Give the number of ways to take one alternative from each cluster."""
        return math.prod(len(choices) for choices in self.alternatives)


def cluster_edits(source: Tokens, gold: Sequence[Edits], *, tokenise: Tokenise | None = None) -> Clusters:
    """Cluster the edits of all annotators who looked at a sentence.

    Args:
        source: What the learner wrote.
        gold: The edits of each annotator; an empty tuple for one who left the sentence alone. Only the
            first of several corrections of an edit is used, as in the original.
        tokenise: Applied to each correction. The original runs NLTK's word tokeniser over them, which
            parts a few corrections an annotator had glued together; by default they stay as they are.
    """
    edits = [
        (number, Change(edit.start, edit.end, tokenise(edit.replacement) if tokenise else edit.replacement))
        for number, own in enumerate(gold)
        for edit in own
        if not edit.is_noop
    ]
    clusters: list[list[tuple[int, Change]]] = []
    for number, change in sorted(edits, key=lambda pair: pair[1].start - pair[1].end):
        home = next((cluster for cluster in clusters if any(_overlap(change, other) for _, other in cluster)), None)
        if home is None:
            clusters.append([(number, change)])
        else:
            home.append((number, change))
    clusters.sort(key=lambda cluster: (cluster[0][1].start, cluster[0][1].end))
    alternatives = tuple(_alternatives(cluster, len(gold)) for cluster in clusters)
    return Clusters(source, alternatives, _own_texts(source, clusters, len(gold)))


def _overlap(one: Change, other: Change) -> bool:
    """Whether two changes exclude each other; an insertion does so only strictly inside a span."""
    if one[:2] == other[:2]:
        return True
    if one.start == one.end:
        return other.start < one.start < other.end
    if other.start == other.end:
        return one.start < other.start < one.end
    return one.start < other.end and other.start < one.end


def _alternatives(cluster: Sequence[tuple[int, Change]], annotators: int) -> tuple[Alternative, ...]:
    """Group a cluster by annotator; who has nothing there says "leave it"."""
    numbers = sorted({number for number, _ in cluster})
    choices = [_joined([change for who, change in cluster if who == number]) for number in numbers]
    if len(numbers) < annotators:
        choices.append(frozenset())
    return tuple(dict.fromkeys(choices))


def _joined(changes: Sequence[Change]) -> Alternative:
    """Join what one annotator wrote in several edits of the same span."""
    texts: dict[tuple[int, int], Tokens] = {}
    for start, end, text in changes:
        texts[start, end] = texts.get((start, end), ()) + text
    return frozenset(Change(start, end, text) for (start, end), text in texts.items())


def _own_texts(source: Tokens, clusters: Sequence[Sequence[tuple[int, Change]]], annotators: int) -> tuple[Tokens, ...]:
    texts = []
    for number in range(annotators):
        parts = (_joined([change for who, change in cluster if who == number]) for cluster in clusters)
        texts.append(apply_changes(source, [change for part in parts for change in part]))
    return tuple(dict.fromkeys(texts)) or (source,)


def apply_changes(source: Tokens, changes: Sequence[Change]) -> Tokens:
    """Correct a sentence from its end to its beginning.

    A change that would leave nothing of the sentence is not made: CoNLL's annotators mark whole sentences
    as unclear that way.
    """
    tokens = list(source)
    for start, end, text in sorted(changes, key=lambda change: change[:2], reverse=True):
        changed = [*tokens[:start], *text, *tokens[max(start, end) :]]
        tokens = changed or tokens
    return tuple(tokens)


def mix(source: Tokens, choice: Sequence[Alternative]) -> Tokens | None:
    """Apply one alternative of each cluster; `None` when two of them change the same span."""
    changes = [change for alternative in choice for change in alternative]
    if len({change[:2] for change in changes}) < len(changes):
        return None
    return apply_changes(source, changes)


def mixed_references(clusters: Clusters) -> Iterator[Tokens]:
    """Give every different text some choice of alternatives makes; the source when there is none."""
    seen: dict[Tokens, None] = {}
    for choice in product(*clusters.alternatives):
        text = mix(clusters.source, choice)
        if text is not None:
            seen.setdefault(text)
    yield from seen or (clusters.source,)
