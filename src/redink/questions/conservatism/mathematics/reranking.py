"""Candidates of every sentence with their statistics in; the best choice out (Choshen's thesis, ch. 3).

`sentence` takes in each sentence the candidate with the best score of its own; ties go to the candidate that stands
first in the n-best list. A score that is undefined for want of anything to do (no edit proposed, none wanted) counts
as 1, as in the published scorers.

`corpus` makes the score of the whole corpus good instead (micro-F, as the thesis' text has it): it starts from the
sentence choice and takes in one sentence after the other the candidate with the best score of all sums, until a
round changes nothing. That finds a choice no single sentence can improve, not always the best of all.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from redink.arrays import Floats
from redink.stats.resampling import ScoreFromSums

Level: TypeAlias = Literal["sentence", "corpus"]
Choice: TypeAlias = NDArray[np.intp]

_TIE = 1e-12
"""Scores nearer than this are equal: the same counts may be summed in another order."""
_MOST_ROUNDS = 20


def best_of_each(scores: Floats, sizes: Sequence[int]) -> Choice:
    """Choose in each sentence the first candidate with the best score.

    Args:
        scores: Scores of all candidates, sentence by sentence; NaN for undefined.
        sizes: How many candidates each sentence has; at least one.
    """
    known = np.where(np.isnan(scores), 1.0, scores)
    chosen = []
    start = 0
    for size in sizes:
        sentence_scores = known[start : start + size]
        chosen.append(int(np.argmax(sentence_scores >= sentence_scores.max() - _TIE)))
        start += size
    return np.array(chosen, dtype=np.intp)


def best_together(stats: Floats, sizes: Sequence[int], score_from_sums: ScoreFromSums, start: Choice) -> Choice:
    """Improve a choice until no sentence can better the score of the corpus.

    Args:
        stats: (candidates × columns) statistics of a measure, sentence by sentence.
        sizes: How many candidates each sentence has.
        score_from_sums: The measure's.
        start: The choice to begin with.
    """
    borders = np.concatenate([[0], np.cumsum(sizes)])
    chosen = start.copy()
    totals = stats[borders[:-1] + chosen].sum(axis=0)
    for _ in range(_MOST_ROUNDS):
        moved = False
        for sentence, (first, last) in enumerate(pairwise(borders.tolist())):
            without = totals - stats[first + chosen[sentence]]
            scores = np.nan_to_num(score_from_sums(without + stats[first:last]), nan=1.0)
            if scores.max() > scores[chosen[sentence]] + _TIE:
                chosen[sentence] = int(np.argmax(scores >= scores.max() - _TIE))
                totals = without + stats[first + chosen[sentence]]
                moved = True
        if not moved:
            break
    return chosen
