"""People and machines on one scale, where users meet them; the bundled judgements are simulated and show no finding."""

import msgspec
import numpy as np
import pytest

import redink
from redink import example
from redink.errors import InputError, UsageError
from redink.evaluation.preparation import prepare
from redink.questions.difficulty.mathematics.error_models import fitted_model
from redink.questions.difficulty.mathematics.judged_reference import judge_reference
from redink.questions.difficulty.mathematics.people import joined
from redink.reading.judgements import Judgement, read_judgements
from redink.reading.judging_tasks import ErrorId

ANSWERS = example.path("judgements.jsonl")


@pytest.fixture(scope="module")
def data():
    return prepare(example.load(), types=True).data


@pytest.fixture(scope="module")
def both(data):
    return redink.difficulty(data, model="irt", judgements=[ANSWERS])


@pytest.fixture(scope="module")
def machines(data):
    return redink.difficulty(data, model="irt")


@pytest.fixture(scope="module")
def table(data):
    return judge_reference(data).table


@pytest.fixture(scope="module")
def model(data, table):
    return fitted_model(table, data.sources, "irt")


def test_weights_are_those_of_the_common_scale(data, both, machines, tmp_path):
    machine = machines.reference()
    judged = both.reference()
    assert judged.model.difficulty == pytest.approx(judged.people.scale.common.mean, abs=0.01)
    assert np.corrcoef(judged.error_weights, machine.error_weights)[0, 1] > 0.9
    assert not np.allclose(judged.error_weights, machine.error_weights)
    low, high = judged.model.intervals(0.95)
    assert (low < judged.model.difficulty).all()
    assert (judged.model.difficulty < high).all()
    both.save_weights(tmp_path / "both.json")
    again = redink.difficulty(data, weights=tmp_path / "both.json")
    assert again["strong", "wF0.5"].value == pytest.approx(both["strong", "wF0.5"].value)


def test_abilities_stay_those_of_the_machines(both, machines):
    assert both.values("ability") == pytest.approx(machines.values("ability"), abs=5e-3)


def test_tables_and_json_show_people(both):
    titles = [table.title for table in both.to_tables()]
    assert sum(title.startswith("People and machines") for title in titles) == 3
    people = both.to_dict()["people"]
    assert {row["scale"] for row in people["agreement"]} == {"joint", "machine", "people"}
    assert sum(people["answers"]) % 2 == 0
    assert len(people["common"]) == len(both.reference().table.gold.edits)
    assert "judgements" in str(both.signature)


def simulated(table, truth, seed):
    """Give answers of simulated judges about random pairs of errors, who find errors as hard as the truth says."""
    rng = np.random.default_rng(seed)
    edits, sentences = table.gold.edits, table.gold.sentence.tolist()
    keys = [ErrorId(s + 1, e.start, e.end, " ".join(e.replacement)) for s, e in zip(sentences, edits, strict=True)]
    for number in range(500):
        left, right = rng.choice(len(keys), 2, replace=False)
        harder = rng.random() < 1 / (1 + np.exp(-4 * (truth[left] - truth[right])))
        answer = ">" if harder else "<"
        yield Judgement(
            pair=f"p{number}", annotator="j", answer=answer, left=keys[left], right=keys[right], asked="pair"
        )


def test_simulated_judges_who_find_spelling_hard_are_understood(table, model):
    spelling = np.array([edit.type.endswith("SPELL") for edit in table.gold.edits])
    truth = model.difficulty + np.where(spelling, 1.5, 0.0)
    joint, people = joined(model, table.gold, list(simulated(table, truth, 0)))
    discrepancy = dict(zip(people.types, people.scale.groups.mean, strict=True))
    assert max(discrepancy, key=discrepancy.get) == "SPELL"
    assert discrepancy["SPELL"] > 0.4
    shares = {row.scale: row.right / row.answers for row in people.agreement}
    assert shares["joint"] > shares["people"]
    assert shares["joint"] > shares["machine"] - 0.02  # few errors differ: the machine alone is hard to beat here
    assert np.corrcoef(people.scale.people.mean, truth)[0, 1] > np.corrcoef(model.difficulty, truth)[0, 1]
    assert joint.is_joint


def test_answers_about_other_errors_are_counted_and_left_out(table, model, both):
    answers = read_judgements(ANSWERS)
    stranger = msgspec.structs.replace(answers[0], pair="other", left=ErrorId(1, 90, 91, "x"))
    _, people = joined(model, table.gold, [*answers, stranger])
    assert people.strangers == both.reference().people.strangers + 1


def test_judgements_of_another_corpus_are_refused(table, model):
    answers = [msgspec.structs.replace(a, left=ErrorId(1, 90, 91, "x")) for a in read_judgements(ANSWERS)]
    with pytest.raises(InputError, match="none of"):
        joined(model, table.gold, answers)


@pytest.mark.parametrize("options", [{}, {"model": "irt", "leave_one_out": True}])
def test_judgements_need_a_model_of_all_systems(data, options):
    with pytest.raises(UsageError, match="joined with a model"):
        redink.difficulty(data, judgements=[ANSWERS], **options)
