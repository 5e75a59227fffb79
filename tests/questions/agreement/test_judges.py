"""Single judges, criteria, Likert ratings, edit votes, adaptive pairs, rankings of systems, and people with machine."""

import numpy as np
import pytest

import redink
from redink.errors import InputError, UsageError
from redink.questions.agreement.ratings import measure_ratings
from redink.questions.agreement.run import measure_agreement
from redink.reading.judgements import Judgement, read_judgements
from redink.reading.judging_tasks import ErrorInContext, Item, TaskSet
from tests.judging.samples import difficulties, error, pairs
from tests.shared_files import DATA, needs_shared


def said(person, name, answer, **more):
    return Judgement(pair=name, annotator=person, answer=answer, asked="pair", **more)


def rated(person, item, answer, task="likert"):
    return Judgement(item=item, annotator=person, answer=answer, asked=task)


def test_chosen_pairs_count_for_difficulty_only():
    items = [Item(pair=item.pair, left=item.left, right=item.right, block="adaptive" if number > 2 else "shared")
             for number, item in enumerate(pairs(6).items)]  # fmt: skip
    tasks = TaskSet("pair", tuple(items), 1, 2, ("a", "b"))
    answers = [said(person, item.pair, ">" if person == "anna" or number < 3 else "<")
               for person in ("anna", "ben") for number, item in enumerate(items)]  # fmt: skip
    results = measure_agreement(answers, tasks)
    assert (results.pairs, results.agreements[0].n, results.agreements[0].rate) == (3, 3, 1.0)
    assert "3 pairs were asked because they teach most" in results.notes[0]
    blocks = [said(row.annotator, row.pair, row.answer, block=items[int(row.pair[1:])].block) for row in answers]
    assert measure_agreement(blocks).agreements[0].n == 3  # the judgements themselves say so, too


def test_drift_between_passes_by_hand():
    tasks = pairs(4)
    first = [said("anna", f"p{number:03}", answer) for number, answer in enumerate("><==")]
    second = [said("anna", f"p{number:03}", answer, round=2) for number, answer in enumerate(">>>=")]
    (drift,) = measure_agreement([*first, *second], tasks).judges.drift
    assert (drift.pairs, drift.changed, drift.ties_first, drift.ties_second) == (4, 2, 0.5, 0.25)
    assert drift.kappa.observed == 0.5


def test_fatigue_is_seen():
    rng = np.random.default_rng(0)
    answers = []
    for number in range(80):
        right = "<>"[number % 2]
        wrong = {"<": ">", ">": "<"}[right]
        tired = wrong if number >= 40 and rng.random() < 0.6 else right
        answers.append(said("anna", f"p{number}", right, position=number + 1, seconds=9.0))
        answers.append(said("ben", f"p{number}", tired, position=number + 1, seconds=10 - number / 10))
    judges = measure_agreement(answers).judges
    agreed = [row.agreed for row in judges.quarters if row.person == "ben"]
    assert agreed[:2] == [1.0, 1.0]
    assert max(agreed[2:]) < 0.8
    trend = next(row for row in judges.trends if row.person == "ben")
    assert trend.seconds == pytest.approx(-1)
    assert trend.agreed < -0.3
    assert trend.agreed_p < 0.01
    assert next(row for row in judges.trends if row.person == "anna").seconds is None  # nothing varies


def test_criteria_and_the_features_of_errors_by_hand():
    far = ErrorInContext(1, 1, 2, "purchase", text="They get a very old red car there .", level=1, solved=(1, 0))
    near = error(1, level=1)  # 9 words; one other error, 6 words off
    tasks = TaskSet(
        "pair", (Item(pair="p", left=near, right=far), Item(pair="q", left=near, right=far)), 1, 2, ("a", "b")
    )
    answers = [
        said("anna", "p", "<", criterion="C2"),
        said("ben", "p", "<", criterion="C2"),
        said("anna", "q", ">", criterion="C1"),
        said("ben", "q", "<", criterion="C2"),
    ]
    rows = {row.criterion: row for row in measure_agreement(answers, tasks).judges.criteria}
    assert (rows["C2"].answers, rows["C2"].shared, rows["C2"].agreed, rows["C2"].same) == (3, 2, 0.5, 0.5)
    assert (rows["C2"].context, rows["C2"].lexical, rows["C2"].neighbours) == (-1, 1, 0)
    assert (rows["C1"].answers, rows["C1"].agreed, rows["C1"].context) == (1, 0, 1)


def test_people_and_machine_are_joined_where_levels_are_known():
    answers = [
        said(person, item.pair, ">" if item.left.level >= item.right.level else "<")
        for person in ("anna", "ben")
        for item in pairs(12).items
    ]
    judges = measure_agreement(answers, pairs(12), plan=_joint()).judges
    assert [row.scale for row in judges.scales] == ["joint", "machine", "people"]
    assert judges.scales[0].answers == 24
    assert {row.type for row in judges.discrepancies} == {"VERB:SVA", "SPELL"}
    with pytest.raises(UsageError, match="no machine"):
        measure_agreement(answers, plan=_joint())


def _joint():
    from redink.questions.agreement.results import AgreementPlan

    return AgreementPlan(joint=True)


def test_likert_ratings_have_severity_weighted_kappa_and_the_machine():
    tasks = difficulties(6)
    answers = [rated("anna", f"l{number}", str(1 + number % 3)) for number in range(6)]
    answers += [rated("ben", f"l{number}", str(2 + number % 3)) for number in range(6)]
    answers.append(rated("cleo", "l0", "?"))
    results = measure_ratings(answers, "likert", tasks=tasks)
    assert results.couples[0].agreed == 0
    assert results.couples[0].weighted.value > 0.1
    assert results.with_machine == pytest.approx(1)
    both = measure_ratings(answers[:-1], "likert", tasks=tasks)
    assert {row.judge: round(row.severity, 2) for row in both.raters} == {"anna": -0.5, "ben": 0.5}
    assert [table.title for table in both.to_tables()][-1] == "Raters by a model"


def test_edit_votes_by_system():
    items = tuple(
        Item(item=f"e{number}", error=ErrorInContext(1, 0, 1, "x", text="a b .", solved=flags))
        for number, flags in enumerate([(1, 0), (1, 1), (0, 1)])
    )
    tasks = TaskSet("edit", items, 1, 2, ("one", "two"))
    votes = {"anna": ["accept", "reject", "accept"], "ben": ["accept", "reject", "unsure"]}
    answers = [rated(person, f"e{n}", vote, "edit") for person, given in votes.items() for n, vote in enumerate(given)]
    results = measure_ratings(answers, "edit", tasks=tasks)
    assert [(row.system, row.edits, row.accepted) for row in results.systems] == [("one", 2, 1), ("two", 2, 1)]
    assert results.alpha.value == 1  # unsure is left out
    assert results.majority == {"accept": 1, "reject": 1, "unsure": 0, "tie": 1}


APPRAISE = """<appraise-results>
<ranking-item src-id="3" user="anna">
<translation rank="1" system="B"/><translation rank="2" system="A C"/>
</ranking-item>
<ranking-item src-id="3" user="ben">
<translation rank="2" system="B"/><translation rank="1" system="A C"/>
</ranking-item>
<ranking-item src-id="3" user="ben">
<translation rank="1" system="B"/><translation rank="1" system="A"/>
</ranking-item>
</appraise-results>"""


def test_rankings_of_systems_are_judgements(tmp_path):
    path = tmp_path / "rankings.xml"
    path.write_text(APPRAISE, encoding="utf-8")
    read = read_judgements(path)
    assert [(row.annotator, row.pair, row.answer, row.round) for row in read] == [
        ("anna", "3 A B", "<", 1),
        ("anna", "3 B C", ">", 1),
        ("ben", "3 A B", ">", 1),
        ("ben", "3 B C", "<", 1),
        ("ben", "3 A B", "=", 2),
    ]
    results = redink.agreement(str(path), fewest=1).pairs
    assert results.agreements[0].n == 2
    assert [row.group for row in results.strengths] == ["B", "C", "A"]  # ben's last word on A and B is a tie
    assert results.judges.drift[0].changed == 1
    assert all(row.bias is None for row in results.judges.models)


WMT = """"srclang","trglang","srcIndex","judgeId","system1Id","system1rank","system2Id","system2rank"
en,de,3,anna,wmt.B.en-de,1,wmt.A.en-de,2
en,de,3,anna,wmt.B.en-de,1,wmt.C.en-de,2
en,de,3,ben,wmt.B.en-de,2,wmt.A.en-de,1
en,de,3,ben,wmt.B.en-de,-1,wmt.A.en-de,-1
en,de,3,ben,wmt.C.en-de,1,wmt.B.en-de,2
en,de,3,ben,wmt.A.en-de,1,wmt.B.en-de,1
"""


def test_wmt_s_table_is_read_and_analysed_as_appraise_s_xml_is(tmp_path):
    paths = [tmp_path / "rankings.csv", tmp_path / "rankings.xml"]
    for path, text in zip(paths, (WMT, APPRAISE), strict=True):
        path.write_text(text, encoding="utf-8")
    table, xml = map(read_judgements, paths)
    assert table == xml
    assert {row.systems for row in table} == {("A", "B"), ("B", "C")}
    results = redink.agreement(str(paths[0]), fewest=1).pairs
    assert (results.agreements[0].n, results.agreements[0].agreed) == (2, 0)
    assert [row.group for row in results.strengths] == ["B", "C", "A"]
    assert results.judges.drift[0].changed == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (WMT.splitlines()[0], "no ranking of two different outputs"),
        (WMT.replace(",1,", ",one,"), "system1rank must be a whole number"),
        (WMT.replace("judgeId", "who"), "no column 'judgeid'"),
    ],
)
def test_faults_of_wmt_s_table(text, said, tmp_path):
    path = tmp_path / "rankings.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=said):
        read_judgements(path)


@needs_shared
def test_the_rankings_of_grundkiewicz_are_read_whole():
    read = read_judgements(DATA / "human-grundkiewicz15" / "judgments.xml")
    assert len(read) == 66_803
    assert len({row.annotator for row in read}) == 8
    assert sum(row.round == 1 for row in read) == 61_794
