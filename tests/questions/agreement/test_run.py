"""Agreement: by hand, by the paper's printed numbers, and against plain counting."""

from itertools import combinations, islice, permutations
from statistics import mean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink import example
from redink.errors import InputError, UsageError
from redink.questions.agreement.ratings import correction_table, measure_ratings
from redink.questions.agreement.results import AgreementPlan
from redink.questions.agreement.run import measure_agreement
from redink.questions.agreement.section import agreement_page
from redink.questions.agreement.tables import charts
from redink.questions.agreement.tables import result_tables as tables
from redink.reading.judgements import FLIPPED, Judgement, read_judgements
from redink.reading.judging_tasks import ErrorInContext, Item, TaskSet
from tests.judging.samples import pairs

SIGNS = "><=?"


def said(person, answers, tasks, **more):
    """One person's answers to the first pairs of a set; a blank is no answer."""
    return [
        Judgement(pair=item.id, annotator=person, answer=answer, **more)
        for item, answer in zip(tasks.items, answers, strict=False)
        if answer != " "
    ]


def machine_of(tasks):
    signs = {1: ">", -1: "<", 0: "="}
    return [signs[int(np.sign(item.left.level - item.right.level))] for item in tasks.items]


def test_by_hand():
    tasks = pairs(6)  # levels 0-0, 1-1, 2-2, 0-1, 1-2, 2-0: the machine says = = = < < >
    assert machine_of(tasks) == ["=", "=", "=", "<", "<", ">"]
    judgements = said("H1", "=<>?<>", tasks) + said("H2", "=>>?<<", tasks)
    results = measure_agreement(judgements, tasks)
    both = {(one.first, one.second, one.block): one for one in results.agreements}
    # Equal answers: =, >, <; the ? they share does not count.
    assert both["H1", "H2", "all"].agreed == 3
    assert both["H1", "H2", "all"].rate == pytest.approx(3 / 6)
    assert both["H1", "M", "all"].agreed == 3
    assert both["H1", "M", "unlike"].agreed == 2
    assert both["H2", "M", "unlike"].agreed == 1
    assert both["H1", "M", "all"].baseline == 3  # always =
    assert results.distribution == {"H1": (2, 2, 1, 1), "H2": (2, 2, 1, 1), "M": (1, 2, 3, 0)}
    assert results.human_machine[0][:2] == ("all", pytest.approx((3 + 2) / 12))
    assert [(row.group, row.n) for row in results.by_gap] == [("0", 3), ("1", 2), ("2", 1)]
    assert [row.pair for row in results.dissent] == ["p002"]
    assert (results.dissent[0].people, results.dissent[0].machine) == (">", "=")


def test_the_papers_human_agreement_from_a_table_with_its_margins():
    # The paper prints margins and the diagonal's sum; these cells have both.
    cells = {
        ("<", "<"): 650, ("<", "="): 57, ("<", ">"): 215,
        ("=", "<"): 106, ("=", "="): 60, ("=", ">"): 90,
        (">", "<"): 182, (">", "="): 50, (">", ">"): 614,
        ("?", ">"): 1,
    }  # fmt: skip
    judgements = []
    for first, second in (pair for pair, count in cells.items() for _ in range(count)):
        number = len(judgements) // 2
        judgements.append(Judgement(pair=f"p{number}", annotator="H1", answer=first))
        judgements.append(Judgement(pair=f"p{number}", annotator="H2", answer=second))
    results = measure_agreement(judgements)
    assert results.distribution["H1"] == (846, 922, 256, 1)
    assert results.distribution["H2"] == (920, 938, 167, 0)
    (found,) = results.agreements
    assert found.n == 2025
    assert found.agreed == 1324
    assert round(100 * found.rate, 2) == 65.38
    assert found.kappa.value == pytest.approx(0.4121, abs=5e-5)


CODES = st.sampled_from([*SIGNS, " "])


@given(st.lists(st.tuples(CODES, CODES, CODES), min_size=6, max_size=6))
def test_against_plain_counting(rows):
    tasks = pairs(6)
    columns = ["".join(row[place] for row in rows) for place in range(3)]
    judgements = [one for place, answers in enumerate(columns) for one in said(f"H{place}", answers, tasks)]
    if not judgements:
        with pytest.raises(UsageError, match="no judgements about pairs"):
            measure_agreement(judgements, tasks)
        return
    results = measure_agreement(judgements, tasks)
    named = {f"H{place}": answers for place, answers in enumerate(columns) if answers.strip()} | {
        "M": "".join(machine_of(tasks))
    }
    for one in results.agreements:
        chosen = [
            (a, b)
            for a, b, item in zip(named[one.first], named[one.second], tasks.items, strict=True)
            if " " not in (a, b) and (one.block == "all" or item.left.level != item.right.level)
        ]
        agreed = sum(a == b != "?" for a, b in chosen)
        assert (one.n, one.agreed) == (len(chosen), agreed)
        assert one.only_agreed - one.only_baseline == one.agreed - one.baseline


def test_by_number_of_systems_is_the_mean_over_all_choices():
    tasks = pairs(6)
    answers = {"H1": "<<>=<>", "H2": "=>><<?"}
    judgements = [one for person, own in answers.items() for one in said(person, own, tasks)]
    results = measure_agreement(judgements, tasks)
    for row in results.by_size:
        rates, untied, ties = [], [], []
        for chosen in combinations(range(2), row.k):
            machine = []
            for item in tasks.items:
                left, right = (sum(one.solved[place] for place in chosen) for one in (item.left, item.right))
                machine.append(">" if left < right else "<" if left > right else "=")
            ties.append(machine.count("=") / 6)
            for own in answers.values():
                rates.append(sum(a == b for a, b in zip(own, machine, strict=True)) / 6)
                decided = [(a, b) for a, b in zip(own, machine, strict=True) if b != "="]
                if decided:
                    untied.append(sum(a == b for a, b in decided) / len(decided))
        assert row.rate == pytest.approx(mean(rates))
        assert row.ties == pytest.approx(mean(ties))
        assert row.untied == pytest.approx(mean(untied))


def test_the_baseline_does_not_depend_on_the_order_of_judgements():
    tasks = pairs(6)
    one, other = said("H1", ">><<>>", tasks), said("H2", ">><<==", tasks)  # H2 says each of > < = twice
    for first in islice(permutations(one), 0, None, 10):
        (found,) = measure_agreement([*first, *other]).agreements
        # Always >, right on the first two pairs, where H1 and H2 agree as well as on the next two.
        assert (found.agreed, found.baseline, found.only_agreed, found.only_baseline) == (4, 2, 2, 0)


def test_the_baseline_never_says_that_it_cannot_judge():
    tasks = pairs(6)
    (found,) = measure_agreement(said("H1", "????<<", tasks) + said("H2", "????<<", tasks)).agreements
    assert (found.agreed, found.baseline) == (2, 2)
    (found,) = measure_agreement(said("H1", "??", tasks) + said("H2", "??", tasks)).agreements
    assert (found.agreed, found.baseline) == (0, 0)


def test_types_come_by_their_mean_rate():
    kinds = ("R:SPELL", "R:VERB", "R:NOUN", "R:ADJ")
    items = tuple(
        Item(pair=f"p{number}", left=renamed(item.left, kind), right=renamed(item.right, kind))
        for number, (kind, item) in enumerate((kind, pairs(6).items[3]) for kind in kinds for _ in range(2))
    )  # the machine says < of all
    tasks = TaskSet("pair", items, size=2, systems=("a", "b"))
    # Rates of H1–H2, H1–M and H2–M: SPELL 1 0 0, VERB ½ 1 ½, NOUN 0 0 ½; H1 did not judge ADJ.
    judgements = said("H1", [*">>", *"<<", *">=", *"  "], tasks) + said("H2", [*">>", *"<>", *"<>", *"<<"], tasks)
    rows = measure_agreement(judgements, tasks, plan=AgreementPlan(fewest=1)).by_type
    assert [(row.group, row.rates) for row in rows] == [
        ("ADJ", (None, None, 1.0)),
        ("VERB", (0.5, 1.0, 0.5)),
        ("SPELL", (1.0, 0.0, 0.0)),
        ("NOUN", (0.0, 0.0, 0.5)),
    ]


def test_types_count_for_both_errors_or_for_the_left():
    tasks = pairs(30)
    judgements = said("H1", "<" * 30, tasks) + said("H2", "<" * 30, tasks)
    unlike = sum(item.left.level != item.right.level for item in tasks.items)
    both = {row.group: row.n for row in measure_agreement(judgements, tasks).by_type}
    assert both == {"VERB:SVA": unlike, "SPELL": unlike}
    first = measure_agreement(judgements, tasks, plan=AgreementPlan(types="first")).by_type
    assert {row.group: row.n for row in first} == {"VERB:SVA": unlike}
    assert measure_agreement(judgements, tasks, plan=AgreementPlan(fewest=31)).by_type == ()


def test_other_is_hidden_unless_asked_for():
    tasks = pairs(30)
    items = tuple(
        Item(pair=item.pair, left=renamed(item.left, "R:OTHER"), right=renamed(item.right, "R:OTHER"))
        for item in tasks.items
    )
    tasks = TaskSet("pair", items, size=2, systems=("a", "b"))
    judgements = said("H1", "<" * 30, tasks)
    assert measure_agreement(judgements, tasks).by_type == ()
    shown = measure_agreement(judgements, tasks, plan=AgreementPlan(with_other=True)).by_type
    assert [row.group for row in shown] == ["OTHER"]


def renamed(error, kind):
    import msgspec

    return msgspec.structs.replace(error, type=kind)


def test_conduct():
    tasks = pairs(6, repeats=1, swapped=1)
    judgements = said("H1", "<<<<<<<>", tasks, shown="left-right", seconds=1.0)
    judgements += said("H1", "><", tasks, round=2, seconds=10.0, shown="right-left")
    (conduct,) = measure_agreement(judgements, tasks).conduct
    # Repeats of p000 and p001; in the second pass these two were answered > and <.
    assert (conduct.repeats, conduct.repeats_agreed) == (1, 0)
    assert (conduct.swapped, conduct.swapped_agreed) == (1, 0)
    assert (conduct.second_pass, conduct.changed) == (2, 1)
    assert (conduct.answers, conduct.too_fast) == (8, 8)
    assert (conduct.first_harder, conduct.second_harder) == (2, 6)
    first = measure_agreement(judgements, tasks, plan=AgreementPlan(which="first")).conduct[0]
    assert (first.repeats_agreed, first.swapped_agreed) == (1, 0)


def test_the_last_pass_counts_unless_the_first_is_asked_for():
    tasks = pairs(2)
    judgements = said("H1", "<<", tasks) + said("H1", ">", tasks, round=2)
    assert measure_agreement(judgements, tasks).distribution["H1"] == (1, 1, 0, 0)
    first = measure_agreement(judgements, tasks, plan=AgreementPlan(which="first"))
    assert first.distribution["H1"] == (0, 2, 0, 0)


def test_judgements_of_others_are_fitted_by_their_errors():
    tasks = pairs(3)
    item = tasks.items[1]
    turned = Judgement(
        annotator="H1", answer=">", left=item.right.identity, right=item.left.identity, shown="left-right"
    )
    results = measure_agreement([turned], tasks)
    assert results.distribution["H1"] == (0, 1, 0, 0)
    assert FLIPPED[">"] == "<"
    assert results.conduct[0].first_harder == 1
    stranger = Judgement(pair="p999", annotator="H1", answer=">")
    with pytest.raises(InputError, match="not among the pairs"):
        measure_agreement([stranger], tasks)


def test_strengths_put_the_harder_type_first():
    tasks = pairs(30)
    results = measure_agreement(said("H1", ">" * 25 + "<" * 5, tasks), tasks)
    assert [row.group for row in results.strengths] == ["VERB:SVA", "SPELL"]
    assert results.strengths[0].theta == pytest.approx(np.log(25.05 / 5.05) / 2, abs=1e-6)
    levels = measure_agreement(said("H1", ">" * 30, tasks), tasks, plan=AgreementPlan(strength="level", fewest=1))
    assert {row.group for row in levels.strengths} <= {"level 0", "level 1", "level 2"}


def test_a_person_called_m():
    tasks = pairs(3)
    results = measure_agreement(said("M", "<<<", tasks), tasks)
    assert results.couples == (("M", "machine"),)
    assert len(results.human_machine) == 2


def test_without_pairs_people_are_compared_among_themselves():
    results = measure_agreement(read_judgements(example.path("judgements.jsonl")))
    assert results.couples == (("hand-1", "hand-2"),)
    assert results.agreements[0].agreed == 39
    assert results.by_gap == results.by_type == results.by_size == results.dissent == ()
    assert next(table.title for table in tables(results)) == "Agreement (Table 3)"
    assert charts(results) == []


def test_everything_can_be_shown(tmp_path):
    tasks = pairs(30, repeats=2)
    judgements = said("H1", "<>=?<>" * 5, tasks) + said("H2", "<>=?>>" * 5, tasks) + said("H3", "<<=" * 10, tasks)
    results = measure_agreement(judgements, tasks)
    assert results.fleiss is not None
    page = agreement_page(results)
    assert "Figure 1" in page
    assert "Figure 2" in page
    assert len(charts(results)) == 2
    assert "Cohen" in results.to_latex()
    assert "<table" in results._repr_html_()
    results.save(tmp_path / "r.json")
    assert (tmp_path / "r.json").read_text(encoding="utf-8") == results.to_json()
    assert results.to_dicts()[0]["first"] == "H1"
    assert results.to_dict()["signature"]["measures"] == "agreement"


def test_many_people_are_shown_by_their_means():
    tasks = pairs(12)
    judgements = [one for number in range(5) for one in said(f"H{number}", "<>=<" * 3, tasks)]
    results = measure_agreement(judgements, tasks, plan=AgreementPlan(fewest=1))
    table = next(table for table in tables(results) if "Table 5" in table.title)
    assert [column.key for column in table.columns] == ["type", "n", "people (mean)", "people–machine (mean)"]
    assert table.rows[0].cells[2].value == 1
    agreed = [rate for couple, rate in zip(results.couples, results.by_type[0].rates, strict=True) if "M" in couple]
    assert table.rows[0].cells[3].value == pytest.approx(mean(agreed))
    assert len(charts(results)[0].table.rows) == 2 * len(results.by_gap)


def rated(rows, item="r"):
    return [
        Judgement(item=f"{item}{place}", annotator=f"rater {who}", answer=answer)
        for who, answers in enumerate(rows, start=1)
        for place, answer in enumerate(answers)
    ]


def test_bryants_table_3():
    # Rows of Table 3 as counts of 200 edits; which edits they rated alike was not printed.
    rows = [(184, 8, 8), (179, 13, 8), (166, 26, 8), (169, 22, 9), (165, 31, 4)]
    answers = [["good"] * g + ["acceptable"] * a + ["bad"] * b for g, a, b in rows]
    results = measure_ratings(rated(answers))
    first = results.to_tables()[0]
    shown = {row.cells[0].value: [round(100 * cell.value, 1) for cell in row.cells[1:4]] for row in first.rows}
    assert shown["rater 1"] == [92.0, 4.0, 4.0]
    assert shown["rater 3"] == [83.0, 13.0, 4.0]
    assert shown["OVERALL"] == [86.3, 10.0, 3.7]


def test_ratings_by_hand():
    # Item 0: all three agree; item 1: one couple of three agrees. p_o = (1 + 1/3) / 2, p_e = 1/3.
    results = measure_ratings(rated([["good", "bad"], ["good", "good"], ["good", "good"]]))
    assert results.free.value == pytest.approx((2 / 3 - 1 / 3) / (2 / 3))
    assert results.majority == {"good": 2, "acceptable": 0, "bad": 0, "tie": 0}
    assert "κ_free 0.500" in results.to_tables()[0].notes[0]
    assert results.to_dicts()[0] == {"judge": "rater 1", "good": 1, "acceptable": 0, "bad": 1}
    assert "Good" in results.to_latex()


def test_votes_and_corrections():
    votes = measure_ratings(rated([["yes", "no"], ["yes", "yes"], ["no", "no"]]), "valid")
    assert votes.majority == {"yes": 1, "no": 1, "tie": 0}
    records = [
        Judgement(item="c0", annotator=who, answer=text, source="He go .", sentence=1, asked="correct")
        for who, text in (("a", "He goes ."), ("b", "He goes ."), ("c", "He go ."))
    ]
    (row,) = correction_table(records).rows
    assert [cell.value for cell in row.cells] == ["c0", 1, 3, 2, pytest.approx(2 / 3), 1]
    with pytest.raises(UsageError, match="no judgements of the task"):
        measure_ratings(records)


def test_spelling_in_short():
    from redink.questions.agreement.run import in_short

    error = ErrorInContext(sentence=1, start=1, end=1, correction="the", text="in park")
    assert in_short(error) == "∅ → the"
