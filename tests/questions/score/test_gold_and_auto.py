"""Gold edits of references against automatic ones: by hand, by its slow twin, refusals, and CoNLL-2014."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import redink
from redink.errors import UsageError
from redink.evaluation.statistics import Statistics
from redink.evaluation.trust import Draws, Trust
from redink.questions.score.gold_and_auto import gold_and_auto
from redink.records import Edit, EvalSet, Reference, System
from redink.scoring.measure import Conventions
from redink.scoring.names import parse_measures
from redink.stats.significance import holm
from tests.shared_files import SHARED, needs_shared

CONVENTIONS = Conventions()
F = parse_measures(["F0.5"], CONVENTIONS)

SOURCES = (("He", "have", "two", "cat", "."), ("I", "likes", "it", "."))
CORRECTED = (("He", "has", "two", "cats", "."), ("I", "like", "it", "."))
HAS, CATS, WIDE = Edit(1, 2, ("has",)), Edit(3, 4, ("cats",)), Edit(2, 4, ("two", "cats"))
LIKE = Edit(1, 2, ("like",))
GOLD = Reference("gold", CORRECTED, ((HAS, WIDE), (LIKE,)))
PERFECT, HALF = System("perfect", CORRECTED), System("half", (CORRECTED[0], SOURCES[1]))
DATA = EvalSet(SOURCES, (GOLD,), (PERFECT, HALF))


def rows_of(results, title="Gold and automatic edits of the references"):
    table = next(table for table in results.breakdowns if table.title == title)
    keys = [column.key for column in table.columns]
    return [dict(zip(keys, (cell.value for cell in row.cells), strict=True)) for row in table.rows]


def test_scores_against_either_kind_of_edits_by_hand():
    """The annotator marked two tokens where the pipeline marks one: TP 2, FP 1, FN 1 against gold."""
    results = redink.score(DATA, ["F0.5", "M2", "GLEU"], gold_against_auto=True, resamples=20)
    perfect, half, perfect_m2, half_m2 = rows_of(results)
    assert perfect["gold"] == pytest.approx(2 / 3)
    assert perfect["auto"] == 1
    assert perfect["difference"] == pytest.approx(1 / 3)
    assert half["gold"] == pytest.approx(1.25 * 1 / (1.25 * 1 + 0.25 * 2 + 1))
    assert half["auto"] == pytest.approx(1.25 * 2 / (1.25 * 2 + 0.25 * 1))
    assert (perfect_m2["measure"], perfect_m2["gold"], perfect_m2["auto"], perfect_m2["p"]) == ("M2", 1, 1, 1)
    assert half_m2["difference"] == 0
    assert results["perfect", "F0.5"].value == perfect["gold"]


def test_the_scores_are_those_of_two_runs():
    rows = rows_of(redink.score(DATA, ["F0.5"], gold_against_auto=True, resamples=5))
    for auto, key in ((False, "gold"), (True, "auto")):
        alone = redink.score(DATA, ["F0.5"], auto=auto)
        assert [row[key] for row in rows] == alone.values("F0.5")


def test_the_result_names_the_test_and_the_pipeline():
    results = redink.score(DATA, gold_against_auto=True, resamples=20)
    notes = results.to_tables()[-1].notes
    assert any("paired bootstrap, 20 resamples" in note for note in notes)
    assert any("With 20 resamples no difference can be significant" in note for note in notes)
    signed = results.signature.to_dict()
    assert signed["auto"].startswith("redink-en@")
    assert (signed["test"], signed["correction"], signed["resamples"], signed["systems"]) == (
        "bootstrap",
        "holm",
        20,
        2,
    )
    assert results.to_dict()["tables"][-1]["title"] == "Gold and automatic edits of the references"


def test_bug_the_best_of_each_type_keeps_its_test_beside_gold_against_auto():
    alone, beside = (
        redink.score(DATA, leaders=True, gold_against_auto=both, resamples=20).breakdowns[0] for both in (False, True)
    )
    assert alone.rows == beside.rows


def test_what_cannot_be_compared_is_refused():
    text = replace(DATA, references=(GOLD, Reference("fluent", CORRECTED)))
    with pytest.raises(UsageError, match="the reference 'fluent' is text") as refusal:
        redink.score(text, gold_against_auto=True)
    assert "M2" in refusal.value.remedy
    with pytest.raises(UsageError, match="both kinds of edits"):
        redink.score(DATA, gold_against_auto=True, auto=True)
    with pytest.raises(UsageError, match="looks at their edits") as refusal:
        redink.score(DATA, ["GLEU"], gold_against_auto=True)
    assert "F0.5" in refusal.value.remedy


CHOICES = st.lists(st.tuples(*[st.booleans()] * 4), min_size=1, max_size=6)


def two_kinds(choices):
    """Give the same systems against two references: which of two edits each of them has, sentence by sentence."""
    sources = (SOURCES[0],) * len(choices)

    def edits(place):
        return tuple((HAS,) if chosen[place] else (CATS,) for chosen in choices)

    systems = tuple(System(name, sources, edits(place)) for place, name in enumerate(("first", "second")))
    return [EvalSet(sources, (Reference("reference", sources, edits(place)),), systems) for place in (2, 3)]


def rows_for(gold, auto, trust):
    return gold_and_auto(Statistics(gold), Statistics(auto), F, Draws(trust, len(gold.sources)))


def slow_p(choices, system, trust):
    """Count resamples one by one. A sentence has one edit on either side, so F is the share of equal ones."""
    gains = [(chosen[system] == chosen[3]) - (chosen[system] == chosen[2]) for chosen in choices]
    extreme = 0
    for drawn in Draws(trust, len(choices)).resamples.counts.tolist():
        moved = sum(times * gain for times, gain in zip(drawn, gains, strict=True))
        extreme += abs(moved - sum(gains)) >= abs(sum(gains))
    return (extreme + 1) / (trust.resamples + 1)


@given(CHOICES)
def test_p_values_are_those_of_the_slow_twin(choices):
    trust = Trust(resamples=30, test="bootstrap")
    expected = [slow_p(choices, system, trust) for system in (0, 1)]
    found = rows_for(*two_kinds(choices), trust)
    assert [row.p for row in found] == pytest.approx(expected)
    assert [row.adjusted_p for row in found] == pytest.approx(holm(expected).tolist())


@given(CHOICES)
def test_gold_and_auto_exchange_their_parts(choices):
    gold, auto = two_kinds(choices)
    trust = Trust(resamples=30, test="bootstrap")
    for row, other in zip(rows_for(gold, auto, trust), rows_for(auto, gold, trust), strict=True):
        assert (row.gold, row.auto, row.p, row.adjusted_p) == (other.auto, other.gold, other.p, other.adjusted_p)
        assert row.difference == pytest.approx(-other.difference)


@given(CHOICES)
def test_the_same_edits_make_no_difference(choices):
    gold, _ = two_kinds(choices)
    for row in rows_for(gold, gold, Trust(resamples=30, test="bootstrap")):
        assert (row.difference, row.p, row.adjusted_p) == (0, 1, 1)


@needs_shared
@pytest.mark.filterwarnings("ignore")
def test_conll_2014_with_our_own_pipeline():
    """M2 gold is Table 4 of Bryant et al. (2017); IPN's overlap is the only significant difference there."""
    official = SHARED / "golden" / "errant-3.0.2" / "official-2014.combined.gold.m2"
    data = redink.read([SHARED / "data" / "conll14-teams" / team for team in ("IPN", "UFC")], references=official)
    ipn_m2, ufc_m2, ipn, ufc = rows_of(redink.score(data, ["M2", "F0.5"], gold_against_auto=True))
    assert [round(100 * row["gold"], 2) for row in (ipn_m2, ufc_m2)] == [7.09, 7.84]
    assert [round(100 * row[key], 2) for row in (ipn, ufc) for key in ("gold", "auto")] == [6.09, 5.99, 7.94, 7.92]
    assert (ipn["verdict"], ufc["verdict"]) == ("lower with auto", "no significant difference")
    assert ipn_m2["adjusted_p"] > 0.05
