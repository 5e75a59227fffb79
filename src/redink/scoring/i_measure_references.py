"""Gold edits of several annotators in; the candidate references of I-measure out.

Felice & Briscoe (2015), section 4: the edits of all annotators at one place are a *cluster* of alternatives.
Independent clusters may be mixed: a system is not blamed for agreeing with one annotator at one place and with another
annotator at another place.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple, TypeAlias

from redink.frozen import frozen
from redink.records import Edits, Tokens

Tokenise: TypeAlias = Callable[[Tokens], Tokens]


class Change(NamedTuple):
    """Source tokens start:end become `text`."""

    start: int
    end: int
    text: Tokens


Alternative: TypeAlias = frozenset[Change]
"""The changes of one annotator in one cluster; empty if the annotator leaves the place alone."""


@frozen
class Clusters:
    """All alternatives of one sentence."""

    source: Tokens
    alternatives: tuple[tuple[Alternative, ...], ...]
    """The distinct alternatives of each cluster, in order of annotator; leaving the place alone comes last."""
    single_texts: tuple[Tokens, ...]
    """The distinct texts that single annotators make of the sentence."""

    @property
    def combinations(self) -> int:
        """Number of ways to take one alternative from each cluster."""
        return math.prod(len(choices) for choices in self.alternatives)


def cluster_edits(source: Tokens, gold: Sequence[Edits], *, tokenise: Tokenise | None = None) -> Clusters:
    """Give the clusters of the edits of all annotators of a sentence.

    Args:
        source: Tokens of the source.
        gold: The edits of each annotator; an empty tuple for one who left the sentence alone. Only the
            first of several corrections of an edit is used, as in the original.
        tokenise: Applied to each correction. The original applies NLTK's word tokeniser, which splits a few
            corrections that an annotator had written as one token; by default they are not split.
    """
    edits = [
        (number, Change(edit.start, edit.end, tokenise(edit.replacement) if tokenise else edit.replacement))
        for number, annotator_edits in enumerate(gold)
        for edit in annotator_edits
        if not edit.is_noop
    ]
    clusters: list[list[tuple[int, Change]]] = []
    for number, change in sorted(edits, key=lambda pair: pair[1].start - pair[1].end):
        home = next((cluster for cluster in clusters if any(_overlap(change, member) for _, member in cluster)), None)
        if home is None:
            clusters.append([(number, change)])
        else:
            home.append((number, change))
    clusters.sort(key=lambda cluster: (cluster[0][1].start, cluster[0][1].end))
    alternatives = tuple(_alternatives(cluster, len(gold)) for cluster in clusters)
    return Clusters(source, alternatives, _single_texts(source, clusters, len(gold)))


def _overlap(first: Change, second: Change) -> bool:
    """Tell whether two changes exclude each other; an insertion does so only strictly inside a span."""
    if first[:2] == second[:2]:
        return True
    if first.start == first.end:
        return second.start < first.start < second.end
    if second.start == second.end:
        return first.start < second.start < first.end
    return first.start < second.end and second.start < first.end


def _alternatives(cluster: Sequence[tuple[int, Change]], annotators: int) -> tuple[Alternative, ...]:
    """Give the distinct alternatives of a cluster; an annotator without an edit there leaves the place alone."""
    numbers = sorted({number for number, _ in cluster})
    choices = [_joined([change for annotator, change in cluster if annotator == number]) for number in numbers]
    if len(numbers) < annotators:
        choices.append(frozenset())
    return tuple(dict.fromkeys(choices))


def _joined(changes: Sequence[Change]) -> Alternative:
    """Give the changes of one annotator, with several edits of the same span joined."""
    texts: dict[tuple[int, int], Tokens] = {}
    for start, end, text in changes:
        texts[start, end] = texts.get((start, end), ()) + text
    return frozenset(Change(start, end, text) for (start, end), text in texts.items())


def _single_texts(
    source: Tokens, clusters: Sequence[Sequence[tuple[int, Change]]], annotators: int
) -> tuple[Tokens, ...]:
    texts = []
    for number in range(annotators):
        parts = (_joined([change for annotator, change in cluster if annotator == number]) for cluster in clusters)
        texts.append(apply_changes(source, [change for part in parts for change in part]))
    return tuple(dict.fromkeys(texts)) or (source,)


def apply_changes(source: Tokens, changes: Sequence[Change]) -> Tokens:
    """Give the corrected sentence; changes are applied from its end to its beginning.

    A change that would delete the whole sentence is not made: the annotators of CoNLL mark unclear sentences in this
    way.
    """
    tokens = list(source)
    for start, end, text in sorted(changes, key=lambda change: change[:2], reverse=True):
        changed = [*tokens[:start], *text, *tokens[max(start, end) :]]
        tokens = changed or tokens
    return tuple(tokens)


def mix(source: Tokens, choice: Sequence[Alternative]) -> Tokens | None:
    """Give the sentence with one alternative of each cluster applied; `None` when two change the same span."""
    changes = [change for alternative in choice for change in alternative]
    if len({change[:2] for change in changes}) < len(changes):
        return None
    return apply_changes(source, changes)


def mixed_references(clusters: Clusters) -> Iterator[Tokens]:
    """Give every distinct text that a choice of alternatives makes; the source if there is none."""
    seen: dict[Tokens, None] = {}
    for choice in product(*clusters.alternatives):
        text = mix(clusters.source, choice)
        if text is not None:
            seen.setdefault(text)
    yield from seen or (clusters.source,)
