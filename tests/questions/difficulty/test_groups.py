"""Difficulty for groups of systems: by hand, on simulated truth, and what is refused."""

from dataclasses import replace

import numpy as np
import pytest

import redink
from redink.errors import InputError, UsageError
from redink.questions.difficulty.mathematics.formulas import Settings
from redink.questions.difficulty.mathematics.groups import make_groups
from redink.questions.difficulty.mathematics.judged_reference import judge_reference
from redink.records import Edit, EvalSet, Reference, System
from tests.questions.difficulty.demo import edits, measure

SOURCE = ("go", "home")


def simulated(solved, types):
    """Make a corpus of one error per sentence that the systems solve as in (errors × systems)."""
    sources = tuple(SOURCE for _ in solved)
    gold = tuple((Edit(0, 1, ("goes",), kind),) for kind in types)
    systems = tuple(
        System(f"s{column}", sources, tuple(edits((0, 1, "goes")) if flag else () for flag in flags))
        for column, flags in enumerate(np.transpose(solved).tolist())
    )
    return EvalSet(sources, (Reference("gold", sources, gold),), systems)


def drawn(seed=1, errors=800, lean=1.5):
    """Draw a strong and a weak group of three; the weak one is better at SPELL than its ability says."""
    rng = np.random.default_rng(seed)
    theta = np.array([1.0, 0.8, 0.6, -0.4, -0.6, -0.8])
    types = ["R:SPELL" if number % 4 == 0 else "R:PREP" if number % 4 == 1 else "R:VERB" for number in range(errors)]
    shift = np.where(np.array([kind == "R:SPELL" for kind in types])[:, np.newaxis] & (theta < 0), lean, 0.0)
    logits = theta + shift - rng.normal(0.5, 1, errors)[:, np.newaxis]
    return simulated(rng.random(logits.shape) < 1 / (1 + np.exp(-logits)), types)


NAMES = {f"s{number}": "strong" if number < 3 else "weak" for number in range(6)}


def test_difficulty_by_group_by_hand():
    data = simulated([[True, True, False], [True, False, False]], ["R:A", "R:B"])
    groups = make_groups(judge_reference(data), {"s0": "x", "s1": "x", "s2": "y"})
    assert groups.names == ("x", "y")
    assert groups.members == (("s0", "s1"), ("s2",))
    assert groups.shares.tolist() == [[1, 0], [0.5, 0]]
    assert groups.weights.tolist() == [[0, 1], [0.5, 1]]
    first, second = groups.by_type()
    assert {first.weights, second.weights} == {(0, 1), (0.5, 1)}
    assert first.group == "x"
    assert first.excess > 0
    assert first.adjusted_p >= first.p


def test_the_type_that_divides_the_groups_is_found_and_a_better_group_alone_is_not():
    groups = make_groups(judge_reference(drawn()), NAMES)
    first, *others = groups.by_type()
    assert groups.reference.table.gold.edits[first.errors[0]].type == "R:SPELL"
    assert (first.group, first.adjusted_p < 0.001, first.excess > 0.03) == ("weak", True, True)
    # The strong group solves far more verbs. Its ability explains that.
    fair = make_groups(judge_reference(drawn(lean=0.0)), NAMES)
    assert min(row.adjusted_p for row in fair.by_type()) > 0.05
    assert fair.weights[:, 0].mean() < fair.weights[:, 1].mean() - 0.1
    assert min(row.adjusted_p for row in fair.by_error() if row.p is not None) > 0.05
    assert len(others) == 2


def test_three_groups_make_three_comparisons():
    three = {f"s{number}": "abc"[number // 2] for number in range(6)}
    for row in make_groups(judge_reference(drawn()), three).by_type():
        assert row.adjusted_p >= min(3 * row.p, 1)


def test_errors_that_all_solve_or_none_does_are_not_tested():
    data = simulated([[True] * 4, [False] * 4, [True, True, False, False]], ["R:A"] * 3)
    groups = make_groups(judge_reference(data), dict(zip(("s0", "s1", "s2", "s3"), "xxyy", strict=True)))
    assert [row.p is None for row in groups.by_error()] == [False, True, True]
    assert groups.by_error()[0].errors == (2,)


def test_groups_are_found_in_one_half_and_tested_on_the_other():
    rng = np.random.default_rng(5)
    family = np.array([0, 0, 0, 1, 1, 1])
    types = ["R:A" if number // 2 % 2 else "R:B" for number in range(600)]
    shift = np.where(np.array([kind == "R:A" for kind in types])[:, np.newaxis] == (family == 0), 1.2, -1.2)
    data = simulated(rng.random((600, 6)) < 1 / (1 + np.exp(-shift)), types)
    groups = measure(data, groups="auto").groups
    assert groups.members == (("s0", "s1", "s2"), ("s3", "s4", "s5"))
    assert groups.by_type()[0].adjusted_p < 1e-6
    assert all(row.p is None or row.errors[0] % 2 for row in groups.by_error())
    noise = simulated(rng.random((600, 6)) < 0.5, types)
    assert min(row.adjusted_p for row in measure(noise, groups="auto").groups.by_type()) > 0.01


def test_groups_as_file_table_and_json(tmp_path):
    data = drawn(errors=40)
    path = tmp_path / "groups.tsv"
    path.write_text("system\tgroup\n" + "".join(f"{name}\t{group}\n" for name, group in NAMES.items()))
    results = [redink.difficulty(data, groups=given) for given in (path, NAMES)]
    assert str(results[0]) == str(results[1])
    assert "Error types that divide the groups" in str(results[0])
    assert results[0].to_dict()["groups"] == {"strong": ["s0", "s1", "s2"], "weak": ["s3", "s4", "s5"]}
    assert len(results[0].to_dict()["errors_by_group"]) == 40
    other = redink.difficulty(data, groups=NAMES | {"s0": "weak"})
    assert str(other.signature) != str(results[0].signature) != str(redink.difficulty(data).signature)
    assert "groups:auto" in str(redink.difficulty(data, groups="auto").signature)


def test_no_errors_and_the_source_as_a_system():
    data = drawn(errors=8)
    data = replace(data, systems=(*data.systems, System("source", data.sources, ((),) * 8)))
    assert measure(data, groups=NAMES).groups.members == (("s0", "s1", "s2"), ("s3", "s4", "s5"))
    nothing = replace(data, references=(Reference("r", data.sources, ((),) * 8),))
    found = measure(nothing, groups=NAMES, settings=Settings(weight=Settings().weight))
    assert found.groups.by_type() == found.groups.by_error() == ()
    assert "Difficulty by group" in str(found)


def test_groups_that_mean_nothing():
    data = drawn(errors=8)
    for wrong, message in ((dict.fromkeys(NAMES, "x"), "1 groups"), ({"s0": "x"}, "no group for s1, s2")):
        with pytest.raises(InputError, match=message):
            measure(data, groups=wrong)
    for wrong, message in (("auto:x", "no groups"), ("auto:1", "no groups"), ("auto:6", "6 groups of 6 systems")):
        with pytest.raises(UsageError, match=message):
            measure(data, groups=wrong)


def test_bug_equal_systems_were_one_group_that_stood_out_from_nothing():
    with pytest.raises(UsageError, match="they solve the same errors"):
        measure(simulated([[True] * 3, [False] * 3, [True] * 3], ["R:A"] * 3), groups="auto")


def test_cards_show_the_model_the_need_and_the_groups(tmp_path):
    results = redink.difficulty(drawn(errors=60), groups=NAMES, model="irt")
    results.save_heat_map(tmp_path / "heat.html")
    results.save_browser(tmp_path / "errors.html")
    heat = (tmp_path / "heat.html").read_text(encoding="utf-8")
    assert "Difficulty b " in heat
    assert "% of strong, " in heat
    assert "Solved more by strong or by weak" in heat
    assert "difficulty by the model" in (tmp_path / "errors.html").read_text(encoding="utf-8")
