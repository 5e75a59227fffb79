"""People and systems against the references without one."""

from dataclasses import replace

import numpy as np
import pytest

from redink import example
from redink.errors import UsageError
from redink.evaluation.data import read
from redink.evaluation.preparation import prepare
from redink.evaluation.trust import Draws, Trust
from redink.questions.coverage.mathematics.human_scores import human_scores
from redink.records import EvalSet, Reference, System
from redink.scoring.names import parse_measure
from tests.shared_files import DATA, needs_shared

_FEW = 60


@pytest.fixture(scope="module")
def data() -> EvalSet:
    whole = example.load()
    strong, middling = whole.systems[3], whole.systems[2]
    third, copy = (
        Reference("third", strong.texts),
        System("copy", tuple(text or () for text in whole.references[0].texts)),
    )
    references = [Reference(own.name, own.texts[:_FEW]) for own in (*whole.references, third)]
    systems = [System(own.name, own.texts[:_FEW]) for own in (middling, copy)]
    own = EvalSet(whole.sources[:_FEW], tuple(references), tuple(systems))
    return prepare(own, pipeline="plain").data


def _draws(data: EvalSet, resamples: int = 100) -> Draws:
    return Draws(Trust("bca", resamples=resamples, seed=0), len(data.sources))


@pytest.mark.parametrize("name", ["F0.5", "M2", "GLEU", "EM", "I"])
def test_each_against_the_rest_as_the_measure_itself_scores_it(data, name) -> None:
    measure = parse_measure(name)
    found = human_scores(data, measure, _draws(data))
    assert (found.references, found.measure) == (2, name)

    def scored(system: System, without: int) -> float:
        rest = tuple(own for number, own in enumerate(data.references) if number != without)
        stats = measure.sentence_stats(replace(data, references=rest), system)
        return float(measure.score_from_sums(stats.sum(axis=0)[np.newaxis])[0])

    people = [scored(System(own.name, own.texts, own.edits), number) for number, own in enumerate(data.references)]
    assert found.people == pytest.approx(np.mean(people))
    assert [row.score for row in found.rows if row.is_person] == pytest.approx(people)
    for system, row in zip(data.systems, found.rows, strict=False):
        mean = np.mean([scored(system, out) for out in range(3)])
        assert row.score == pytest.approx(mean)
        assert row.share == pytest.approx(mean / np.mean(people))
        assert row.share_interval is not None


def test_a_copy_of_a_reference_is_above_people(data) -> None:
    found = human_scores(data, parse_measure("F0.5"), _draws(data))
    above = {row.name: row.above_people for row in found.rows}
    assert above["copy"]
    assert not above["middling"]


def test_two_are_needed(data) -> None:
    with pytest.raises(UsageError, match="at least two"):
        human_scores(replace(data, references=data.references[:1]), parse_measure("EM"), _draws(data))


def test_people_who_never_agree() -> None:
    data = EvalSet((("a",),) * 3, (Reference("A", (("b",),) * 3), Reference("B", (("c",),) * 3)), ())
    found = human_scores(data, parse_measure("EM"), _draws(data))
    assert found.people == 0
    assert [row.share for row in found.rows] == [None, None]


@needs_shared
def test_ten_references_of_conll14() -> None:
    """A3 and A7 are nearly the official two: against each other they score what the official two score."""
    files = [DATA / f"conll14-10refs/A{number}.m2" for number in (3, 7)]
    official = [DATA / f"conll14-official/noalt/official-2014.{number}.m2" for number in (1, 0)]
    scores = []
    for own in (files, official):
        data = read(references=own)
        found = human_scores(data, parse_measure("M2"), _draws(data, 2))
        scores.append([row.score for row in found.rows])
    assert scores[0] == pytest.approx(scores[1], abs=0.002)
