"""The errors of a reference in; what can be seen of each error before any system has tried to correct it out.

The features measure the criteria of "Exploring human-judged and automatically-induced correction difficulty": C1
(amount of context), C2 (lexicality) and C3 (other errors around it); then error type and operation. They need no
language pipeline. Only *misspelt* uses an English word list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from redink.annotation.word_list import is_word
from redink.arrays import Floats, Ints
from redink.records import Edits, Tokens
from redink.scoring.edit_overlap import main_type_of

Features: TypeAlias = dict[str, Floats]
"""(E,) values by name."""

FEWEST = 8
"""A feature that fewer errors have is left out of a fit."""
_FAR = 30
"""Distance, in words, of an error that is alone in its sentence."""
_DISSIMILAR = 0.5
"""Below this share of common letters a replacement is another word: a lexical choice."""


def error_features(edits: Edits, sentence: Ints, sources: Sequence[Tokens]) -> Features:
    """Measure every error; `sentence` gives the sentence of each."""
    places = sentence.tolist()
    spans = [sources[place][edit.start : edit.end] for place, edit in zip(places, edits, strict=True)]
    corrections = [edit.replacement for edit in edits]
    changes = [(" ".join(old).lower(), " ".join(new).lower()) for old, new in zip(spans, corrections, strict=True)]
    wrong, right = (np.array([len(words) for words in side], dtype=np.int64) for side in (spans, corrections))
    gaps = _gaps(edits, places)
    features = {
        "ln words in the sentence": np.log([max(len(sources[place]), 1) for place in places]),
        "ln words to replace": np.log1p(wrong),
        "ln words of the correction": np.log1p(right),
        "one word for one": (wrong == 1) & (right == 1),
        **_letters(changes),
        "ln distance to the next error": np.log1p([min([*near, _FAR]) for near in gaps]),
        "next to another error": [0 in near for near in gaps],
        "errors within 3 words": [sum(gap <= 3 for gap in near) for near in gaps],
        **_frequencies(changes, sources),
        "misspelt": [any(map(_is_misspelt, span)) for span in spans],
        "missing": [edit.operation == "M" for edit in edits],
        "unnecessary": [edit.operation == "U" for edit in edits],
        **_types(edits),
    }
    return {name: np.asarray(values, dtype=np.float64) for name, values in features.items()}


def _gaps(edits: Edits, places: Sequence[int]) -> list[list[int]]:
    """Give for each error the words between it and every other error of its sentence."""
    together: dict[int, list[int]] = {}
    for number, place in enumerate(places):
        together.setdefault(place, []).append(number)
    return [
        [
            max(edits[other].start - edit.end, edit.start - edits[other].end, 0)
            for other in together[place]
            if other != number
        ]
        for number, (edit, place) in enumerate(zip(edits, places, strict=True))
    ]


def _letters(changes: Sequence[tuple[str, str]]) -> dict[str, Sequence[float]]:
    from rapidfuzz.distance import Indel, Levenshtein, Prefix

    return {
        "ln letters changed": [float(np.log1p(Levenshtein.distance(*change))) for change in changes],
        "shared beginning": [Prefix.normalized_similarity(*change) for change in changes],
        "lexical": [all(change) and Indel.normalized_similarity(*change) < _DISSIMILAR for change in changes],
        "only capitals": [old == new for old, new in changes],
        "only punctuation": [not any(map(str.isalnum, old + new)) for old, new in changes],
    }


def _frequencies(changes: Sequence[tuple[str, str]], sources: Sequence[Tokens]) -> dict[str, Sequence[float]]:
    """Give logarithms of frequencies in this corpus: of the rarest words, and of the same change in other places."""
    words = Counter(word.lower() for tokens in sources for word in tokens)
    total = max(words.total(), 1)
    same, same_correction = Counter(changes), Counter(new for _, new in changes)

    def rarest(text: str) -> float:
        return float(np.log1p(min((1e5 * words[word] / total for word in text.split()), default=0.0)))

    def elsewhere(count: int) -> float:
        return float(np.log1p(1000 * (count - 1) / len(changes)))

    return {
        "ln frequency of the correction": [rarest(new) for _, new in changes],
        "ln frequency of the original": [rarest(old) for old, _ in changes],
        "ln same change elsewhere": [elsewhere(same[change]) for change in changes],
        "ln same correction elsewhere": [elsewhere(same_correction[new]) for _, new in changes],
    }


def _is_misspelt(word: str) -> bool:
    return word.isalpha() and not is_word(word) and not is_word(word.lower())


def _types(edits: Edits) -> dict[str, Sequence[float]]:
    """Give a flag for each type; types of missing and of unnecessary words have one of their own besides."""
    main = [main_type_of(edit.type) or "" for edit in edits]
    coded = [f"{edit.operation}:{kind}" if kind else "" for edit, kind in zip(edits, main, strict=True)]
    return {
        f"type {name}": [kind == name for kind in kinds]
        for kinds in (main, coded)
        for name in sorted({*kinds} - {""})
        if not name.startswith("R:")
    }
