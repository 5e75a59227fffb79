"""Words of a treebank in, the record of endings and changes for their dictionary forms out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from difflib import SequenceMatcher
from functools import lru_cache

from redink.language.universal.lemmas import LONGEST, WHOLE, Change, Lemmas
from training.languages.treebank import Word

_ENOUGH = 2
"""Word types that an ending needs to be put on record."""


@lru_cache(maxsize=200_000)
def change_between(form: str, lemma: str) -> Change:
    """Give the change from a form to its lemma: what they have in common in one piece is kept."""
    lower, plain = form.lower(), lemma.lower()
    capitals = "l" if lemma == plain else "u" if lemma == lemma.upper() and len(lemma) > 1 else "t"
    match = SequenceMatcher(None, lower, plain, autojunk=False).find_longest_match()
    if not match.size:
        return Change(len(lower), plain, 0, "", capitals)
    end, plain_end = match.a + match.size, match.b + match.size
    return Change(match.a, plain[: match.b], len(lower) - end, plain[plain_end:], capitals)


def build(words: Iterable[Word]) -> Lemmas:
    """Record an ending where the shorter ones give another change."""
    by_type: defaultdict[tuple[str, str], Counter[Change]] = defaultdict(Counter)
    for word in words:
        if word.lemma not in ("_", ""):
            by_type[word.pos, word.form.lower()][change_between(word.form, word.lemma)] += 1
    changes_of: defaultdict[str, Counter[Change]] = defaultdict(Counter)
    for (pos, lower), counts in by_type.items():
        change = _best(counts)
        for start in range(max(0, len(lower) - LONGEST), len(lower) + 1):
            changes_of[f"{pos} {lower[start:]}"][change] += 1
    kept: dict[str, Change] = {}
    for key in sorted(changes_of, key=lambda key: (len(key), key)):
        pos, _, ending = key.partition(" ")
        counts = changes_of[key]
        if (not ending or counts.total() >= _ENOUGH) and _decided(kept, pos, ending[1:], bool(ending)) != _best(counts):
            kept[key] = _best(counts)
    for (pos, lower), counts in by_type.items():
        if _decided(kept, pos, lower[-LONGEST:], True) != _best(counts):
            kept[f"{pos} {WHOLE}{lower}"] = _best(counts)
    numbers = {change: number for number, (change, _) in enumerate(Counter(kept.values()).most_common())}
    return Lemmas(numbers, {key: numbers[change] for key, change in kept.items()})


def _best(counts: Counter[Change]) -> Change:
    return max(counts, key=lambda change: (counts[change], change))


def _decided(kept: dict[str, Change], pos: str, ending: str, has_parent: bool) -> Change | None:
    """Give the change that the endings on record so far would give."""
    if not has_parent:
        return None
    for start in range(len(ending) + 1):
        if (change := kept.get(f"{pos} {ending[start:]}")) is not None:
            return change
    return None
