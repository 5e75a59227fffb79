"""Votes on corrections."""

import pytest

from redink.errors import InputError
from redink.questions.coverage.mathematics.counts import Normalisation, normalised
from redink.questions.coverage.mathematics.validity import validity_by_frequency
from redink.reading.corrected_sentences import read_votes
from tests.questions.coverage.samples import CROWD, corrected, crowd
from tests.shared_files import needs_shared


def test_by_frequency() -> None:
    own = corrected("a", ["b", "b", "c"])
    votes = {
        (("a",), ("b",)): [True, True, False],
        (("a",), ("c",)): [True, False, False],
        (("a",), ("d",)): [True, True, True],
    }
    found = validity_by_frequency(votes, [own])
    assert [(row.frequency, row.corrections, row.validity, row.majority) for row in found.rows] == [
        (0, 1, 1.0, 1.0),
        (1, 1, pytest.approx(1 / 3), 0.0),
        (2, 1, pytest.approx(2 / 3), 1.0),
    ]
    assert (found.judged, found.votes, found.valid) == (3, 9, pytest.approx(2 / 3))


def test_no_votes() -> None:
    with pytest.raises(InputError, match="no vote"):
        validity_by_frequency({}, [corrected("a", ["b"])])


@needs_shared
def test_the_thesis_figure() -> None:
    loose = Normalisation(fold_case=True, drop_punctuation=True)
    votes: dict = {}
    for (source, text), own in read_votes(CROWD / "validity.tsv").items():
        votes.setdefault((loose(source), loose(text)), []).extend(own)
    found = validity_by_frequency(votes, normalised(crowd(), loose))
    once = next(row for row in found.rows if row.frequency == 1)
    assert once.validity == pytest.approx(0.780, abs=0.002)  # "0.78" in the thesis; SPEC §5: .780, 871 corrections
    assert abs(once.corrections - 871) <= 10
    assert found.kappa == pytest.approx(0.23, abs=0.005)  # SPEC §5
    assert found.judged == 1077
    assert found.valid == pytest.approx(0.84, abs=0.01)
