"""Who leads at each error type: ties, tests against the second, Holm over the types, the tally."""

from dataclasses import replace

import pytest

from redink.evaluation.trust import Trust
from redink.questions.score.leaders import leaders_table
from redink.records import EvalSet
from redink.scoring.measure import Conventions
from redink.stats.significance import holm
from tests.evaluation.test_tables import shown
from tests.questions.samples import DATA, EAGER, IDLE, PERFECT, leaders_of

MISSING = Conventions("corrected", "missing")


def repeated(systems, times):
    def many(one):
        return replace(one, texts=one.texts * times, edits=one.edits * times)

    return EvalSet(DATA.sources * times, (many(DATA.references[0]),), tuple(map(many, systems)))


def test_the_best_system_of_each_type():
    found = {one.group: one for one in leaders_of(DATA, conventions=MISSING)}
    # Nobody got ADJ right (a false positive), so nobody leads there.
    assert list(found) == ["DET", "VERB:SVA", "VERB:TENSE"]
    assert (found["DET"].systems, found["DET"].score, found["DET"].second) == (("perfect",), 1, "eager")
    assert found["DET"].difference == 1
    assert (found["VERB:TENSE"].systems, found["VERB:TENSE"].second, found["VERB:TENSE"].p) == (("eager",), None, None)


def test_p_values_are_adjusted_for_the_number_of_types():
    found = leaders_of(repeated((PERFECT, EAGER, IDLE), 30), trust=Trust(seed=0))
    tested = [one for one in found if one.p is not None]
    assert len(tested) > 1
    assert [one.adjusted_p for one in tested] == pytest.approx(
        holm([1.0 if one.p is None else one.p for one in found])[[found.index(one) for one in tested]].tolist()
    )
    assert all(one.adjusted_p < 0.05 for one in tested)
    assert leaders_of(repeated((PERFECT, EAGER, IDLE), 30), trust=Trust(seed=0)) == found


def test_ties_lead_together_and_differ_by_nothing():
    twins = repeated((PERFECT, replace(PERFECT, name="twin"), IDLE), 10)
    found = leaders_of(twins, "operation")
    assert [(one.group, one.systems, one.p) for one in found] == [
        ("R", ("perfect", "twin"), 1),
        ("U", ("perfect", "twin"), 1),
    ]
    note = leaders_table(found, by="operation").notes[0]
    assert "perfect 2 (0 significantly), twin 2 (0 significantly)" in note


def test_the_table_tells_how_many_types_each_leads():
    table = leaders_table(leaders_of(repeated((PERFECT, EAGER, IDLE), 30), trust=Trust(seed=0)))
    assert [row["leader"] for row in shown(table)] == ["perfect", "perfect"]
    assert "perfect 2 (2 significantly)" in table.notes[0]
    assert len(table.notes) == 1


def test_too_few_draws_are_spoken_of():
    few = Trust(resamples=20)
    table = leaders_table(leaders_of(DATA, conventions=MISSING, trust=few), trust=few)
    assert "use " in table.notes[-1]


def test_without_edits_there_is_nobody_to_lead():
    table = leaders_table(leaders_of(replace(DATA, systems=(IDLE,))))
    assert (table.rows, table.notes) == ((), ())
