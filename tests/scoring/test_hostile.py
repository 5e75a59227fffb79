"""Outputs that break programs: one token many times over, a book on a line, nothing at all; by every measure.

No time is taken here; without bounds the published programs need hours for these.
"""

import math
from functools import cache

import numpy as np
import pytest

from redink.records import Edit, EvalSet, Reference, System
from redink.scoring.measure import Conventions, WithoutReferences, counts_of
from redink.scoring.names import measure_names, parse_measure

SOURCE = ("He", "go", "to", "the", "school", "every", "day", ".")
GOES, NO_THE = Edit(1, 2, ("goes",), "R:VERB:SVA"), Edit(3, 4, (), "U:DET")
CORRECT = ("He", "goes", "to", "school", "every", "day", ".")
BOOK = tuple(f"w{number}" for number in range(2000))


def changed(source, output):
    """Make the single edit that a whole new sentence is."""
    return (Edit(0, len(source), output, "R:OTHER" if output else "U:OTHER"),)


def evaluated(source, output, correct=CORRECT, gold=(GOES, NO_THE)):
    reference = Reference("gold", (correct, SOURCE), (gold, ()))
    system = System("hostile", (output, SOURCE), (changed(source, output), ()))
    return EvalSet((source, SOURCE), (reference,), (system,))


CASES = {
    "one token 400 times": evaluated(SOURCE, ("the",) * 400),
    "the sentence 250 times": evaluated(SOURCE, SOURCE * 250),
    "2,000 other tokens": evaluated(SOURCE, BOOK),
    "nothing": evaluated(SOURCE, ()),
    "three unlike books": evaluated(
        BOOK, tuple(f"h{n}" for n in range(2000)), tuple(f"r{n}" for n in range(2000)),
        changed(BOOK, tuple(f"r{n}" for n in range(2000))),
    ),
}  # fmt: skip


@cache
def counted(case, name, rule):
    """Give a measure and its counts, made once: M2 takes a second for some."""
    measure = parse_measure(name, Conventions(rule))
    return measure, measure.sentence_stats(CASES[case], CASES[case].systems[0])


@pytest.mark.filterwarnings(
    "ignore:Only .* the difficulty",
    "ignore:With one system, solved errors get weight",
    "ignore:M2. sentence .* too large to search",
)
@pytest.mark.parametrize("rule", ["corrected", "faithful"])
@pytest.mark.parametrize("name", measure_names())
@pytest.mark.parametrize("case", CASES)
def test_every_measure_comes_to_an_end(case, name, rule):
    data = CASES[case]
    measure, stats = counted(case, name, rule)
    assert np.isfinite(stats).all()
    value = float(measure.score_from_sums(stats.sum(axis=0)[np.newaxis])[0])
    if isinstance(measure, WithoutReferences):  # a share of sums; errors per 100 tokens and perplexities have no bound
        share = measure.formula.share
        assert math.isnan(value) or (0 <= value <= 1 if share else math.isfinite(value))
        return
    assert math.isnan(value) or -1 <= value <= 1
    counts = counts_of(measure, stats.sum(axis=0))
    if counts is not None:
        gold, own = (version.edits[0] for version in (data.references[0], data.systems[0]))
        if name.endswith("-token"):
            gold, own = ({at for edit in edits for at in range(edit.start, edit.end)} for edits in (gold, own))
        assert counts.tp + counts.fn == len(gold)
        assert name == "M2" or counts.tp + counts.fp == len(own)


BY_HAND = {
    # One edit is all that M2 sees in a repetition: it holds no more than two equal tokens. The only column where
    # source and output agree is "the", which should go; "go" is changed into the wrong word.
    ("one token 400 times", "M2"): [0, 1, 2],
    ("one token 400 times", "I"): [0, 0, 399, 2, 1, 6, 2],
    ("the sentence 250 times", "M2"): [0, 1, 2],
    ("the sentence 250 times", "I"): [0, 6, 1992, 2, 0, 6, 2],
    # Six unigrams of the reference are there, less the two of the source that it does not have.
    ("the sentence 250 times", "GLEU"): [2000, 7, 4, 2000, 0, 1999, 0, 1998, 0, 1997],
    # "the" can be deleted among all that is changed: one of three edits is right.
    ("2,000 other tokens", "M2"): [1, 3, 2],
    ("2,000 other tokens", "I"): [0, 0, 2000, 2, 2, 6, 2],
    ("nothing", "M2"): [1, 3, 2],
    ("nothing", "I"): [1, 0, 7, 1, 1, 6, 2],
    ("nothing", "GLEU"): [0, 7] + [0] * 8,
    ("three unlike books", "M2"): [0, 1, 1],
    ("three unlike books", "I"): [0, 0, 2000, 2000, 2000, 0, 2000],
}


@pytest.mark.parametrize(("case", "name"), BY_HAND)
def test_counts_of_the_hostile_sentence(case, name):
    _, stats = counted(case, name, "corrected")
    assert stats[0].tolist() == BY_HAND[case, name]
