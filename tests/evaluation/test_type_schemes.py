"""Types of references and systems that cannot meet, and what is done about them."""

from dataclasses import replace

import pytest

import redink
from redink.evaluation.preparation import RETYPED, prepare
from redink.evaluation.type_schemes import have_unlike_types, scheme_of
from redink.records import Edit, EvalSet, Reference, System

SOURCE = ("He", "go", "to", "school", "by", "bus", ".")
BETTER = ("He", "goes", "to", "school", "by", "bus", ".")


def sentences(kind: str, number: int) -> tuple[tuple[Edit, ...], ...]:
    return tuple((Edit(1, 2, ("goes",), type=kind),) for _ in range(number))


def data(gold: str, system: str, number: int = 12) -> EvalSet:
    texts = tuple(BETTER for _ in range(number))
    return EvalSet(
        tuple(SOURCE for _ in range(number)),
        (Reference("gold", texts, sentences(gold, number)),),
        (System("system", texts, sentences(system, number)),),
    )


@pytest.mark.parametrize(
    ("gold", "system", "unlike"),
    [
        ("SVA", "R:VERB:SVA", True),
        ("R:VERB:SVA", "SVA", True),
        ("R:OTHER", "R:VERB:SVA", True),
        ("R:VERB:SVA", "R:VERB:FORM", False),
        ("SVA", "Vform", False),
        ("UNK", "R:VERB:SVA", False),
        ("", "R:VERB:SVA", False),
    ],
)
def test_schemes(gold, system, unlike):
    assert have_unlike_types(data(gold, system)) == unlike


def test_a_few_edits_without_a_type_of_their_own_tell_nothing():
    assert scheme_of(data("R:OTHER", "R:OTHER", 9).references) is None
    assert scheme_of(data("R:OTHER", "R:OTHER", 10).references) == "plain"


@pytest.mark.parametrize(("gold", "system"), [("SVA", "R:VERB:SVA"), ("R:VERB:SVA", "SVA"), ("SVA", "R:OTHER")])
def test_edits_get_our_types_where_types_count_and_keep_their_spans(gold, system):
    given = data(gold, system)
    ready = prepare(given, types=True)
    assert ready.notes == (RETYPED,)
    for before, after in zip(given.references + given.systems, ready.data.references + ready.data.systems, strict=True):
        assert {edit.type for edits in after.edits for edit in edits} == {"R:VERB:SVA"}
        assert [[replace(edit, type="") for edit in edits] for edits in before.edits] == [
            [replace(edit, type="") for edit in edits] for edits in after.edits
        ]
    assert prepare(given).data == given
    with pytest.warns(UserWarning, match="different error types"):
        assert prepare(given, types=True, keep_types=True).data == given


def test_a_breakdown_by_type_says_so_and_other_scores_do_not_move():
    given = data("SVA", "R:VERB:SVA")
    plain, by_type = redink.score(given, "F0.5"), redink.score(given, "F0.5", by="type")
    (table,) = by_type.breakdowns
    assert [row.cells[0].value for row in table.rows][:1] == ["VERB:SVA"]
    assert RETYPED in table.notes
    assert RETYPED not in by_type.footnotes
    assert plain["system", "F0.5"].value == by_type["system", "F0.5"].value == 1
    assert plain.signature.to_dict()["gold"] == by_type.signature.to_dict()["gold"]
    with pytest.warns(UserWarning, match="different error types"):
        kept = redink.score(given, "F0.5", by="type", keep_types=True)
    assert {row.cells[0].value for row in kept.breakdowns[0].rows} == {"SVA", "macro average"}
    assert kept.signature.to_dict()["types"] != by_type.signature.to_dict()["types"]


@pytest.mark.parametrize("nothing", [Edit(3, 4, ("school",), type="Mec"), Edit(3, 4, ("-NONE-",), type="Um")])
def test_bug_scores_moved_with_a_breakdown_where_an_edit_corrects_nothing(nothing):
    given = data("SVA", "R:VERB:SVA")
    (gold,) = given.references
    given = replace(given, references=(replace(gold, edits=tuple((*edits, nothing) for edits in gold.edits)),))
    plain, by_type = redink.score(given, "F0.5"), redink.score(given, "F0.5", by="type")
    assert plain["system", "F0.5"].counts == by_type["system", "F0.5"].counts
    assert plain["system", "F0.5"].counts.fn == 12
    assert [row.cells[0].value for row in by_type.breakdowns[0].rows][:2] == sorted(["VERB:SVA", nothing.type])


def test_types_that_are_excluded_or_compared_are_made_alike_too():
    given = data("SVA", "R:VERB:SVA")
    assert redink.score(given, "F0.5", exclude=["VERB:SVA"])["system", "F0.5"].counts.tp == 0
    assert redink.score(given, "F0.5-type")["system", "F0.5-type"].value == 1
    two = replace(given, systems=(*given.systems, replace(given.systems[0], name="twin")))
    assert RETYPED in redink.compare(two, "F0.5-type").footnotes


def test_difficulty_and_conservatism_have_our_types():
    given = data("SVA", "R:VERB:SVA")
    difficulty = redink.difficulty(given, by="type")
    assert [row.type for row in difficulty.reference().by_type()] == ["VERB:SVA"]
    assert any(RETYPED in table.notes for table in difficulty.to_tables())
    changes = redink.conservatism(given, by="type")
    assert any(RETYPED in table.notes for table in changes.to_tables())


def test_bug_a_misspelt_type_left_nothing_out_without_a_word():
    arguments = {
        "sources": ["He go to the home ."],
        "outputs": {"mine": ["He goes to the home ."]},
        "references": [["He goes home ."]],
    }
    found = redink.score(**arguments, exclude=["R:VERB:SVA", "DET", "punct"])
    assert found.footnotes[0] == (
        "No edit has the excluded type 'DET' or 'punct': nothing is left out by it. Types are written as in "
        "R:OTHER, R:VERB:SVA."
    )
    assert "No edit" not in redink.score(**arguments, exclude=["VERB:SVA"]).footnotes[0]
