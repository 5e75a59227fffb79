"""Axes: round ticks in the right places, for any data."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.reports.scales import Axis, make_scale, round_step
from tests.reports.samples import wild_numbers


@pytest.mark.parametrize(
    ("axis", "values", "labels"),
    [
        (Axis("F", percent=True), [0.0, 0.62], ("0", "20", "40", "60", "80")),
        (Axis("I"), [-0.3, 0.15], ("−0.3", "−0.2", "−0.1", "0.0", "0.1", "0.2")),
        (Axis("edits", whole=True), [0, 2], ("0", "1", "2")),
        (Axis("edits"), [0, 26000], ("0", "10,000", "20,000", "30,000")),
        (Axis("M", log=True), [1, 1000], ("1", "10", "100", "1,000")),
        (Axis("p", low=0, high=1), [0.3], ("0.0", "0.2", "0.4", "0.6", "0.8", "1.0")),
        (Axis("none"), [], ("0.0", "0.2", "0.4", "0.6", "0.8", "1.0")),
    ],
)
def test_ticks_are_round(axis: Axis, values: list[float], labels: tuple[str, ...]) -> None:
    assert make_scale(axis, values, 0, 100).labels == labels


def test_places_by_hand() -> None:
    scale = make_scale(Axis("x"), [0, 10], 100, 300)
    assert [scale.at(value) for value in (0, 5, 10, 99, -9)] == [100, 200, 300, 300, 100]
    upwards = make_scale(Axis("x", log=True), [1, 100], 200, 0)
    assert [round(upwards.at(value), 6) for value in (1, 10, 100, 0)] == [200, 100, 0, 200]


def test_tight_axes_end_with_the_data() -> None:
    scale = make_scale(Axis("M", whole=True), [1, 9], 0, 100, tight=True)
    assert (scale.low, scale.high, scale.ticks) == (1, 9, (2, 4, 6, 8))


def test_titles_have_units() -> None:
    assert Axis("F0.5", percent=True).title == "F0.5 (%)"
    assert Axis("length", unit="tokens").title == "length (tokens)"
    assert Axis("weight").title == "weight"


@pytest.mark.parametrize(("span", "step"), [(10, 2), (1, 0.2), (0.7, 0.2), (62, 20), (5, 1)])
def test_steps_are_1_2_5(span: float, step: float) -> None:
    assert math.isclose(round_step(span, 5), step)


@given(st.lists(wild_numbers, max_size=6), st.booleans(), st.booleans(), st.booleans(), st.booleans())
def test_any_data_get_an_axis(values: list[float | None], percent: bool, whole: bool, log: bool, zero: bool) -> None:
    axis = Axis("x", percent=percent, whole=whole, log=log)
    scale = make_scale(axis, values, 0, 100, zero=zero)
    assert scale.low < scale.high
    assert len(scale.ticks) <= 30
    assert all(left < right for left, right in pairwise(scale.ticks))
    for value in values:
        known = axis.drawable(value)
        if known is not None:
            assert -1e-9 <= scale.at(known) <= 100 + 1e-9
            slack = (scale.high - scale.low) * 1e-8
            assert scale.low - slack <= known <= scale.high + slack


def test_a_logarithmic_axis_has_no_place_for_values_that_half_of_is_nothing():
    scale = make_scale(Axis("x", log=True), [5e-324, 1e-323], 0, 100)
    assert (scale.low, scale.high) == (1, 10)
