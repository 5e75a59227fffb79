"""The tools behind docs/design-checked.md and the shipped pilot: the fast simulation, and the file that is shipped."""

import numpy as np
import pytest

from redink.questions.design.inputs import shipped_pilot
from redink.scoring.measure import Conventions
from redink.scoring.names import parse_measures
from redink.stats.resampling import Swaps, Units, swap_sums
from redink.stats.significance import approximate_randomisation
from tests.shared_files import SHARED, needs_shared
from tools.design_pilot import MEASURES, NUMBERS, OFFICIAL, choices, make_pilot, teams_with_ten, with_choices
from tools.design_simulation import errors_of, exchange_p_values, rejections, stacked

(F_HALF,) = parse_measures(["F0.5"], Conventions())


def systems(rng, number=3, sentences=300):
    """Make tables of TP, FP and FN; later systems correct more."""
    hard = rng.random(sentences)
    tables = []
    for place in range(number):
        right = (rng.random(sentences) * 0.5 + hard * 0.5 < 0.4 + 0.04 * place).astype(float)
        tables.append(np.stack([right, (rng.random(sentences) < 0.3).astype(float), 1 - right], axis=1))
    return tables


def test_fast_p_values_are_those_of_redink():
    rng = np.random.default_rng(1)
    tables, pairs = systems(rng), [(0, 1), (1, 2), (2, 0), (1, 1)]
    coins = rng.integers(0, 2, (99, 300), dtype=np.uint8)
    first, second = stacked(tables, pairs)
    fast = exchange_p_values(first, second, coins, F_HALF.score_from_sums)
    sums = swap_sums(tables, Swaps(Units.of(300), coins.view(np.bool_)))
    slow = [approximate_randomisation(sums[i], sums[j], F_HALF.score_from_sums).p for i, j in pairs]
    assert fast.tolist() == slow
    assert slow[-1] == 1


def test_an_undefined_score_has_no_p_value():
    nothing = np.zeros((20, 1, 2))
    something = np.ones((20, 1, 2))
    coins = np.zeros((9, 20), dtype=np.uint8)
    assert np.isnan(exchange_p_values(nothing, something, coins, lambda sums: sums[:, 0] / sums[:, 1])).all()


def test_simulated_tests_have_the_predicted_power_and_keep_their_level():
    rng = np.random.default_rng(2)
    tables = systems(rng, number=2, sentences=400)
    rows, formula = stacked(tables, [(0, 1)]), F_HALF.score_from_sums
    low, high = (float(formula(table.sum(axis=0)[np.newaxis])[0]) for table in tables)
    predicted = errors_of(tables, F_HALF).power((0, 1), high - low, 200)
    assert 0.1 < predicted < 0.9
    assert rejections([rows], formula, 200, 400, rng)[0] == pytest.approx(predicted, abs=0.08)
    assert rejections([rows], formula, 200, 1000, rng, null=True)[0] == pytest.approx(0.05, abs=0.02)


def test_references_are_added_to_the_official_ones():
    assert choices(2) == [OFFICIAL]
    assert choices(1) == [(6,), (2,)]
    for number in (3, 5, 10):
        for places in choices(number):
            assert places[:2] == OFFICIAL
            assert len(set(places)) == number
    assert len(choices(10)) == 1


@needs_shared
@pytest.mark.filterwarnings("ignore::redink.reading.m2.OverlapWarning")
def test_the_shipped_pilot_is_what_the_tool_makes():
    """EM with every number of references, and GLEU with two; measures of edits would take minutes."""
    data = teams_with_ten(SHARED, edits=False)
    shipped = {known.measure: known for known in shipped_pilot().measures}
    assert list(shipped) == list(MEASURES)
    for measure, numbers in (("EM", NUMBERS), ("GLEU", [2])):
        made = make_pilot(with_choices(data, numbers), [measure])
        assert made.name == shipped_pilot().name
        assert made.measures[0].spreads == tuple(shipped[measure].with_references(number) for number in numbers)
