"""Perfect correctors: pairs scored once against the measure itself, and the released intervals."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.annotation.annotator import Annotator
from redink.errors import UsageError
from redink.language.registry import load_pipeline
from redink.questions.coverage.mathematics.counts import Normalisation, cleaned, normalised
from redink.questions.coverage.mathematics.f_curve import Design, f_curves
from redink.questions.coverage.mathematics.pair_table import make_pool, pair_table, pairs_of, use_of
from redink.records import EvalSet, Reference, System
from redink.scoring.measure import Conventions
from redink.scoring.names import parse_measure as measure_of
from tests.questions.coverage.samples import corrected, crowd
from tests.shared_files import DATA, needs_shared

_SENTENCES = [
    corrected("he go home", ["he goes home", "he went home", "he goes home", "he go home", "he is going home"]),
    corrected(
        "I has a apple", ["I have an apple", "I have an apple", "I had an apple", "I have a apple", "I has apples"]
    ),
    corrected(
        "this are good", ["this is good", "these are good", "this is good", "these are fine ones", "this is good"]
    ),
]
_MEASURES = ("F0.5", "F1-detection", "P", "M2", "M2-F1", "GLEU", "EM", "EIM")


def parse_measure(name):
    # The rule of `redink coverage`: the reference of a sentence does not depend on the sentences before.
    return measure_of(name, Conventions("corrected"))


_SMALL = Design((1, 2, 3), sentences=60, clean=10, resamples=200)


@pytest.fixture(scope="module")
def pool():
    return make_pool(_SENTENCES, Annotator(load_pipeline("plain")))


@pytest.mark.parametrize("name", _MEASURES)
@given(st.integers(0, 2), st.lists(st.integers(0, 2), min_size=2, max_size=4))
@settings(max_examples=15, deadline=None)
def test_looking_up_is_scoring(pool, name: str, row: int, people: list[int]) -> None:
    """The pairs looked up give the statistics the measure itself gives with these references."""
    measure = parse_measure(name)
    table = pair_table(pool, measure)
    m = len(people) - 1
    *_, (_, places) = pairs_of(table, np.array([row]), np.array([people], dtype=np.int32), range(1, m + 1))
    if table.use == "mean":
        found = sum(
            table.stats[one].sum(axis=(0, 1))
            for _, one in pairs_of(table, np.array([row]), np.array([people], dtype=np.int32), range(1, m + 1))
        )
        found = found / m
    else:
        found = table.stats[places[0, 0]]
    texts, edits = [pool.texts[row][kind] for kind in people], [pool.edits[row][kind] for kind in people]
    system = System("output", (texts[0],), (edits[0],))
    references = tuple(Reference(f"{n}", (texts[n],), (edits[n],)) for n in range(1, m + 1))
    data = EvalSet((pool.sentences[row].source,), references, (system,))
    assert found == pytest.approx(measure.sentence_stats(data, system)[0])


@pytest.mark.parametrize("draw", ["people", "independent", "distinct"])
def test_more_references_never_hurt(pool, draw) -> None:
    (curve,) = f_curves(pool, [parse_measure("F0.5")], replace(_SMALL, draw=draw), np.random.default_rng(0))
    scores = [point.score for point in curve]
    assert scores == sorted(scores)
    assert 0 < scores[0] < scores[-1] <= 1
    for point in curve:
        for spread in (point.sentences, point.both, point.pool):
            assert spread is not None
            assert spread.method == "bca"
        assert point.both.low <= point.score <= point.both.high


def test_accuracy_is_coverage(pool) -> None:
    """EM of different people is the unbiased coverage, clean sentences aside."""
    from redink.questions.coverage.mathematics.accuracy_curve import coverage_of_counts
    from redink.questions.coverage.mathematics.counts import count_corrections

    design = Design((1, 2), sentences=400, clean=0, resamples=400)
    (curve,) = f_curves(pool, [parse_measure("EM")], design, np.random.default_rng(0))
    expected = np.mean([coverage_of_counts(own.counts, [1, 2]) for own in count_corrections(_SENTENCES)], axis=0)
    assert [point.score for point in curve] == pytest.approx(expected, abs=0.005)


def test_a_measure_with_a_way_of_its_own_is_run(pool) -> None:
    own = parse_measure("I")
    assert use_of(own) is None
    faithful = measure_of("M2", Conventions("faithful"))
    assert use_of(faithful) is None
    curves = f_curves(pool, [own, faithful, parse_measure("M2")], _SMALL, np.random.default_rng(0))
    assert [point.both for point in curves[0]] == [None] * 3
    assert all(point.sentences is not None for point in curves[0])
    # With one reference there is nothing to choose: both rules score the same draw.
    assert curves[1][0].sentences == curves[2][0].sentences


def test_the_same_seed_gives_the_same_curve(pool) -> None:
    first, second = (f_curves(pool, [parse_measure("GLEU")], _SMALL, np.random.default_rng(0)) for _ in range(2))
    assert first == second


def test_too_few_people(pool) -> None:
    with pytest.raises(UsageError, match="6 people"):
        f_curves(pool, [parse_measure("EM")], Design((5,), 50, 0), np.random.default_rng(0))
    with pytest.raises(UsageError, match="10 of 10 sentences are unchanged"):
        Design((1,), 10, 10)


def test_distinct_corrections_begin_again_when_there_are_no_more() -> None:
    alone = make_pool([corrected("a b", ["a c", "a c", "a c"])])
    design = Design((1, 4), sentences=20, clean=0, draw="distinct", resamples=20)
    (curve,) = f_curves(alone, [parse_measure("EM")], design, np.random.default_rng(0))
    assert [point.score for point in curve] == [1.0, 1.0]


@needs_shared
def test_the_released_intervals_of_the_perfect_corrector() -> None:
    """Different corrections, each as likely as any other, without the sentences that 8 of 50 left alone."""
    kept = cleaned(normalised(crowd(), Normalisation(drop_punctuation=True)), left_alone=0.16)
    assert len(kept) == 38
    pool = make_pool(kept, Annotator(load_pipeline("redink-en")))
    design = Design(draw="distinct", resamples=300)
    (curve,) = f_curves(pool, [parse_measure("M2")], design, np.random.default_rng(0))
    for point in curve:
        text = (DATA / f"choshen-results/significance/1000_perfect_output_for_{point.references}_sgss.m2").read_text()
        (_, _, low), (_, _, high) = np.array(text.replace("[", " ").replace("]", " ").split(), float).reshape(2, 3)
        assert point.both is not None
        assert point.both.low <= high
        assert low <= point.both.high
