"""Scores or statistics of the candidates of every sentence in; the candidate to choose for each sentence out.

The method is that of Choshen's thesis, ch. 3. `sentence` chooses in each sentence the candidate with the best sentence
score; ties go to the candidate that comes first in the n-best list. A score is undefined if no edit is proposed and
none is needed; it then counts as 1, as in the published scorers.

`corpus` maximises the score of the whole corpus instead (micro-F, as the text of the thesis says). It starts from the
sentence choice. It then visits the sentences in turn and takes the candidate that gives the best corpus score, until a
round changes nothing. The result cannot be improved by changing one sentence, but it is not always the best of all.
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
"""Scores that differ by less than this are equal: the same counts may have been summed in another order."""
_MOST_ROUNDS = 20


def best_of_each(scores: Floats, sizes: Sequence[int]) -> Choice:
    """Give the first candidate with the best score in each sentence.

    `scores` has all candidates, sentence by sentence, NaN for undefined; `sizes` tells how many each sentence has.
    """
    defined = np.where(np.isnan(scores), 1.0, scores)
    chosen = []
    start = 0
    for size in sizes:
        candidates = defined[start : start + size]
        chosen.append(int(np.argmax(candidates >= candidates.max() - _TIE)))
        start += size
    return np.array(chosen, dtype=np.intp)


def best_together(stats: Floats, sizes: Sequence[int], score_from_sums: ScoreFromSums, start: Choice) -> Choice:
    """Improve a choice until changing a single sentence cannot improve the score of the corpus.

    Args:
        stats: (candidates × columns) statistics of a measure, sentence by sentence.
        sizes: How many candidates each sentence has.
        score_from_sums: The function that turns sums of the statistics into scores.
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
