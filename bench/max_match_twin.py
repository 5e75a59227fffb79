"""`python -m bench.max_match_twin WHO OUTPUT GOLD`: M2 of an output by `ours` or by the `textbook` twin of the tests.

Prints JSON: counts, F0.5 and the CPU seconds of scoring alone. The twin lists all arcs in the manner of Floyd and
Warshall and walks them in that of Bellman and Ford, as the published scorer does.
"""

from __future__ import annotations

import json
import sys
import time

import numpy as np

from redink.arrays import Floats
from redink.evaluation.data import read as load
from redink.records import EvalSet
from redink.scoring.max_match import choose_annotators, score_from_sums, sentence_stats
from redink.scoring.measure import reference_edits
from tests.scoring.slow_max_match import slow_counts


def main() -> None:
    """Score, and print what came of it."""
    who, output, gold = sys.argv[1:]
    data = load(output, source=None, references=gold)
    began = time.process_time()
    sums = (_ours if who == "ours" else _textbook)(data).sum(axis=0)
    seconds = time.process_time() - began
    print(json.dumps({"counts": sums.tolist(), "F0.5": float(score_from_sums(sums)), "cpu": seconds}))


def _ours(data: EvalSet) -> Floats:
    return sentence_stats(data.sources, data.systems[0].texts, reference_edits(data, "missing"), rule="faithful")


def _textbook(data: EvalSet) -> Floats:
    answers = [[tuple(e for e in own if not e.is_noop) for own in row] for row in reference_edits(data, "missing")]
    triples = zip(data.sources, data.systems[0].texts, answers, strict=True)
    counts = [np.array([slow_counts(source, text, own) for own in row], dtype=float) for source, text, row in triples]
    chosen = choose_annotators(counts, rule="faithful")
    return np.array([rows[number] for rows, number in zip(counts, chosen, strict=True)])


if __name__ == "__main__":
    main()
