"""A claim means what its digits say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import UsageError
from redink.questions.diagnose.mathematics.claims import read_claim


@pytest.mark.parametrize(
    ("text", "value", "half"),
    [
        ("65.2", 0.652, 0.0005),
        ("65.20", 0.652, 0.00005),
        ("65", 0.65, 0.005),
        ("0.652", 0.652, 0.0005),
        (".652", 0.652, 0.0005),
        (" 0.6520 ", 0.652, 0.00005),
        ("0.7%", 0.007, 0.0005),
        ("65.2 %", 0.652, 0.0005),
        ("1.0", 1.0, 0.05),
        ("1", 1.0, 0.5),
        ("1.1", 0.011, 0.0005),
        ("100", 1.0, 0.005),
        ("0", 0.0, 0.5),
    ],
)
def test_digits_give_the_precision(text, value, half):
    claim = read_claim(text)
    assert claim.value == pytest.approx(value)
    assert claim.half == pytest.approx(half)


@pytest.mark.parametrize("text", ["abc", "", "-3", "65,2", "1e-3", "nan", "inf", "100.1", "65.2.1", "%", None, 65.2])
def test_what_is_no_score_is_refused(text):
    with pytest.raises(UsageError, match="claimed score"):
        read_claim(text)


@given(st.floats(0, 1), st.integers(2, 6))
def test_a_printed_score_is_met_by_itself(score, digits):
    assert read_claim(f"{score:.{digits}f}").is_met(score)


@given(st.floats(0.0101, 1), st.integers(0, 4))
def test_a_percentage_is_met_by_itself(score, digits):
    printed = f"{100 * score:.{digits}f}"
    if float(printed) > 1:
        assert read_claim(printed).is_met(score)


@given(st.floats(0, 1), st.floats(0, 1), st.integers(2, 5))
def test_a_score_that_is_printed_otherwise_does_not_meet_a_claim(claimed, score, digits):
    claim = read_claim(f"{claimed:.{digits}f}")
    if abs(score - claim.value) > 0.51 * 10**-digits:
        assert not claim.is_met(score)
