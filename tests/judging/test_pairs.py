"""Pairs of errors: so many for each combination of levels, by seed; and the paper's own numbers."""

import tracemalloc
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink import example
from redink.annotation.annotator import Annotator
from redink.errors import UsageError
from redink.evaluation.preparation import annotated
from redink.judging import pairs
from redink.judging.contexts import JudgedErrors, Surroundings
from redink.judging.errors_of import judged_errors
from redink.judging.pairs import PairPlan, named_pairs, sample_pairs
from redink.language.registry import load_pipeline
from redink.reading.corrections import read_references
from redink.reading.judging_tasks import read_tasks, write_tasks
from redink.reading.weights import read_weights
from redink.records import Edit, EvalSet
from tests.shared_files import DATA, needs_shared

GOLD = DATA / "conll14-official" / "noalt" / "official-2014.0.m2"
# The paper's Table 2.
TABLE_2 = (110, 80, 104, 107, 109, 111, 154, 208, 1396)


def errors(levels, size=2, types=None):
    """One error a sentence, of the levels given."""
    sources = [("He", "go", *["there"] * (number % 3), ".") for number in range(len(levels))]
    kinds = types or ["R:VERB:SVA"] * len(levels)
    edits = tuple(Edit(1, 2, ("goes",), kind) for kind in kinds)
    places = np.arange(len(levels))
    return JudgedErrors(Surroundings.of(sources), "ref", edits, places, np.array(levels, dtype=np.int64), size)


def levels_of(item):
    return tuple(sorted((item.left.level, item.right.level)))


@needs_shared
def test_the_papers_table_2_and_its_2025_pairs():
    sources, references = read_references(GOLD)
    found = judged_errors(
        EvalSet(sources, references[:1]), weights=[read_weights(DATA / "gts-weights" / "conll14_8sys.txt")]
    )
    for seed in (0, 12345):
        sampled = sample_pairs(found, PairPlan(seed=seed))
        assert sampled.levels == TABLE_2
        assert sum(sampled.levels) == 2379
        assert len(sampled.tasks.items) == 2025 == 36 * 50 + 9 * 25
        counts = Counter(map(levels_of, sampled.tasks.items))
        assert counts == {(a, b): 25 if a == b else 50 for a in range(9) for b in range(a, 9)}
        assert sampled.short == ()
        # The paper's draw has 1,412 distinct errors; independent draws have about 1,325.
        assert 1270 < sampled.distinct < 1412
        keys = {one.identity.key for item in sampled.tasks.items for one in (item.left, item.right)}
        assert len(keys) == sampled.distinct


@given(
    levels=st.lists(st.integers(0, 2), min_size=2, max_size=25),
    unlike=st.integers(0, 4),
    like=st.integers(0, 3),
    most=st.none() | st.integers(1, 3),
    seed=st.integers(0, 5),
)
def test_what_is_drawn_is_what_was_asked_for(levels, unlike, like, most, seed):
    found = errors(levels)
    plan = PairPlan(unlike, like, most_uses=most, seed=seed)
    try:
        sampled = sample_pairs(found, plan)
    except UsageError:
        sizes = [levels.count(level) for level in range(3)]
        pairs = sizes[0] * sizes[1] + sizes[0] * sizes[2] + sizes[1] * sizes[2]
        assert not (unlike and pairs)
        assert not (like and any(size > 1 for size in sizes))
        return
    places = [tuple(sorted((item.left.sentence, item.right.sentence))) for item in sampled.tasks.items]
    assert len(set(places)) == len(places)
    assert all(left != right for left, right in places)
    uses = Counter(place for pair in places for place in pair)
    assert most is None or max(uses.values()) <= most
    assert sampled.distinct == len(uses)
    drawn = Counter(map(levels_of, sampled.tasks.items))
    for one in sampled.combinations:
        assert one.drawn == drawn[one.low, one.high] <= one.wanted
        if most is None:
            n, m = levels.count(one.low), levels.count(one.high)
            there = n * (n - 1) // 2 if one.low == one.high else n * m
            assert one.drawn == min(one.wanted, there)
    assert sample_pairs(found, plan) == sampled


def test_seeds_differ_and_zero_is_a_seed():
    found = errors([0, 1, 2] * 10)
    drawn = [sample_pairs(found, PairPlan(5, 2, seed=seed)).tasks.items for seed in (0, 0, 1)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_sides_are_drawn_too():
    sampled = sample_pairs(errors([0] * 30 + [2] * 30), PairPlan(200, 0))
    left_harder = sum(item.left.level > item.right.level for item in sampled.tasks.items)
    assert 70 < left_harder < 130


def test_types_and_lengths_can_be_left_out():
    found = errors([0, 1] * 6, types=["R:PUNCT", "M:DET", "R:SPELL"] * 4)
    sampled = sample_pairs(found, PairPlan(50, 50, exclude=("PUNCT", "M:DET")))
    assert {one.type for item in sampled.tasks.items for one in (item.left, item.right)} == {"R:SPELL"}
    assert sampled.eligible == (2, 2, 0)
    assert sum(sampled.levels) == 12
    short = sample_pairs(found, PairPlan(50, 50, longest=3))
    assert {len(one.text.split()) for item in short.tasks.items for one in (item.left, item.right)} == {3}


def test_repeats_say_whose_they_are():
    sampled = sample_pairs(errors([0, 1, 2] * 5), PairPlan(4, 2, repeats=3, swapped=2))
    items = {item.pair: item for item in sampled.tasks.items}
    again = [item for item in sampled.tasks.items if item.repeat_of]
    assert [item.swapped for item in again] == [False] * 3 + [True] * 2
    for item in again:
        old = items[item.repeat_of]
        assert (item.left, item.right) == (old.left, old.right)
    assert len({item.repeat_of for item in again}) == 5
    with pytest.raises(UsageError, match="repeats are asked for"):
        sample_pairs(errors([0, 1]), PairPlan(1, 0, repeats=2))


def test_large_levels_are_drawn_from_without_a_list_of_all_pairs():
    found = errors([0] * 1500)
    sampled = sample_pairs(found, PairPlan(0, 40))
    assert len(sampled.tasks.items) == 40


def test_thirteen_systems_do_not_hold_a_shuffle_for_every_combination():
    found = errors([level for level in range(14) for _ in range(300)], size=13)
    tracemalloc.start()
    sampled = sample_pairs(found, PairPlan(3, 2))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(sampled.tasks.items) == 91 * 3 + 14 * 2
    # Whole, each of 105 shuffles takes 300 · 300 · 8 bytes as an array, and more as a list: 75 MB and above.
    assert peak < 15e6


@given(st.integers(0, 40), st.integers(0, 5))
def test_a_shuffle_in_stretches_is_the_generators_permutation(whole, seed):
    one, other = np.random.default_rng(seed), np.random.default_rng(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pairs, "_FIRST_HELD", 3)
        patch.setattr(pairs, "_MOST_HELD", 7)
        found = list(pairs._shuffled(whole, one))
    assert found == other.permutation(whole).tolist()
    assert one.integers(1 << 40) == other.integers(1 << 40)


def test_the_example_round_trip(tmp_path):
    data = annotated(example.load(), Annotator(load_pipeline("redink-en")))
    found = judged_errors(data)
    assert found.systems == example.SYSTEMS
    tasks = sample_pairs(found, PairPlan(2, 1)).tasks
    write_tasks(tmp_path / "pairs.jsonl", tasks)
    assert read_tasks(tmp_path / "pairs.jsonl") == tasks
    for item in tasks.items:
        for one in (item.left, item.right):
            assert one.level == 6 - sum(one.solved)
            assert one.text == " ".join(data.sources[one.sentence - 1])
            assert all(other.start != one.start or other.end != one.end for other in one.others)
            essay = data.documents[one.sentence - 1]
            around = [place for place in range(len(data.sources)) if data.documents[place] == essay]
            assert set(one.before) | set(one.after) <= {" ".join(data.sources[place]) for place in around}


def test_pairs_that_judgements_name():
    found = errors([0, 1, 2])
    tasks = named_pairs(found, [("x", "1:1-2:goes", "3:1-2:goes")], seed=7)
    assert [(item.pair, item.left.level, item.right.level) for item in tasks.items] == [("x", 0, 2)]
    assert tasks.seed == 7
    with pytest.raises(UsageError, match="no edit 9:1-2:goes"):
        named_pairs(found, [("x", "1:1-2:goes", "9:1-2:goes")], seed=7)


def test_nothing_to_judge_by():
    sources = (("He", "go"),)
    with pytest.raises(UsageError, match="nothing to judge the difficulty by"):
        judged_errors(EvalSet(sources))
