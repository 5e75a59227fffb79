"""Judgements: JSON lines and CSV, ours and others', there and back; every fault with its line."""

import csv
import io
import re

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink import example
from redink.errors import InputError
from redink.reading.human_rankings import read_choices
from redink.reading.judgement_tables import to_corrections_tsv, to_csv, to_jsonl, to_votes_tsv, to_wmt_csv
from redink.reading.judgements import Judgement, read_corrections, read_judgements
from redink.reading.judging_tasks import ErrorId
from redink.reading.spreadsheets import guarded, unguarded

PLAIN = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=12)
TEXT = PLAIN | st.text("'=+-@ax,;\t\"＝", max_size=6)
ERRORS = st.builds(ErrorId, st.integers(1, 99), st.integers(0, 9), st.integers(0, 9), TEXT)
JUDGEMENTS = st.builds(
    Judgement,
    pair=TEXT.filter(bool),
    annotator=TEXT.filter(lambda text: text.strip() == text != ""),
    answer=st.sampled_from("<>=?"),
    left=ERRORS,
    right=ERRORS,
    shown=st.sampled_from(["", "left-right", "right-left"]),
    seconds=st.none() | st.floats(0, 1000),
    round=st.integers(1, 2),
    note=TEXT,
)


def written(path, text):
    path.write_text(text, encoding="utf-8")
    return path


def test_the_bundled_judgements():
    records = read_judgements(example.path("judgements.jsonl"))
    assert len(records) == 120
    assert {one.annotator for one in records} == {"hand-1", "hand-2"}
    assert {one.task for one in records} == {"pair"}
    assert records[0].left.key == "51:14-15:at"


@given(st.lists(JUDGEMENTS, min_size=1, max_size=5))
def test_json_lines_there_and_back(tmp_path_factory, records):
    path = tmp_path_factory.mktemp("j") / "j.jsonl"
    assert read_judgements(written(path, to_jsonl(records))) == tuple(records)


def test_bug_a_judge_named_as_a_column_of_rankings(tmp_path):
    """Found by Hypothesis: the file was read as WMT's table of rankings."""
    records = (Judgement(pair="p", annotator="system1Id", answer="<"),)
    assert read_judgements(written(tmp_path / "j.jsonl", to_jsonl(records))) == records


@given(st.lists(JUDGEMENTS, min_size=1, max_size=5))
def test_csv_there_and_back(tmp_path_factory, records):
    path = tmp_path_factory.mktemp("j") / "j.csv"
    assert read_judgements(written(path, to_csv(records))) == tuple(records)


def of_items(task, answers):
    passages = {"rating": {}, "correct": {"source": TEXT}, "valid": {"source": TEXT, "correction": TEXT}}
    known = {"sentence": st.none() | st.integers(1, 99), **passages[task]} if passages[task] else {}
    named = TEXT.filter(lambda text: text.strip() == text != "")
    return st.builds(
        Judgement,
        item=TEXT.filter(bool),
        annotator=named,
        answer=answers,
        asked=st.just(task),
        seconds=st.none() | st.floats(0, 1000),
        round=st.integers(1, 2),
        note=TEXT,
        **known,
    )


RATINGS = of_items("rating", st.sampled_from(["good", "acceptable", "bad"]))
SENTENCES = of_items("correct", TEXT.filter(str.strip))
VOTES = of_items("valid", st.sampled_from(["yes", "no"]))


@given(st.lists(RATINGS, min_size=1) | st.lists(SENTENCES, min_size=1) | st.lists(VOTES, min_size=1))
def test_csv_of_the_other_tasks_there_and_back(tmp_path_factory, records):
    path = tmp_path_factory.mktemp("j") / "j.csv"
    assert read_judgements(written(path, to_csv(records, records[0].task))) == tuple(records)


@given(st.lists(JUDGEMENTS | RATINGS | SENTENCES | VOTES, min_size=1))
def test_no_cell_is_a_formula(records):
    for task in ("pair", "rating", "correct", "valid"):
        header, *rows = csv.reader(io.StringIO(to_csv(records, task)))
        assert len(rows) == sum(one.task == task for one in records)
        for row in rows:
            # The sign of an answer stands alone, and is ours: no formula.
            cells = [cell for name, cell in zip(header, row, strict=True) if (name, cell) != ("answer", "=")]
            assert not any(cell.startswith(("=", "+", "-", "@", "＝")) for cell in cells)
    for row in list(csv.reader(io.StringIO(to_wmt_csv(records))))[1:]:
        assert not any(cell.startswith(("=", "+", "-", "@", "＝")) for cell in row[:4])


@given(st.text("'=+-@a;\t\r\n\0＝"))
def test_bug_after_a_semicolon_or_tab_a_formula_was_not_guarded(text):
    """Where cells are separated by `;` or tabs, quotation marks after a comma mean nothing."""
    assert unguarded(guarded(text)) == text
    parts = re.split(r"[;\t\r\n]", guarded(text))
    assert not any(part.startswith(("=", "+", "-", "@", "＝")) for part in parts)


def test_bug_a_correction_could_be_a_formula_of_a_table_separated_by_semicolons(tmp_path):
    left = ErrorId(1, 0, 1, ';=HYPERLINK("x")')
    judged = Judgement(pair="p", annotator="a", answer=">", left=left, right=ErrorId(2, 0, 1, "b"), note="x;@y\t+z")
    for text in (to_csv([judged]), to_wmt_csv([judged])):
        assert not re.search(r"[;\t][=+\-@]", text)
    assert read_judgements(written(tmp_path / "j.csv", to_csv([judged])))[0].left == left
    assert read_choices(written(tmp_path / "wmt.csv", to_wmt_csv([judged])))[0].first == left.key


def test_names_of_judges_come_back_from_wmt(tmp_path):
    judged = Judgement(pair="p", annotator="=1+1", answer=">", left=ErrorId(1, 0, 1, "a"), right=ErrorId(2, 0, 1, "b"))
    text = to_wmt_csv([judged])
    assert "0,'=1+1,1:0-1:a" in text
    assert read_choices(written(tmp_path / "wmt.csv", text))[0].judge == "=1+1"


def test_csv_of_others(tmp_path):
    text = "left,right,winner\n1:0-1:a,2:3-3:b c,left\n1:0-1:a,2:3-3:b c,tie\n1:0-1:a,2:3-3:b c,\n"
    records = read_judgements(written(tmp_path / "x.csv", text))
    assert [one.answer for one in records] == [">", "=", "?"]
    assert {one.annotator for one in records} == {"someone"}
    assert records[0].right == ErrorId(2, 3, 3, "b c")


def test_wmt_csv_is_read_as_rankings(tmp_path):
    records = read_judgements(example.path("judgements.jsonl"))
    choices = read_choices(written(tmp_path / "wmt.csv", to_wmt_csv(records)))
    assert len(choices) == sum(one.answer != "?" for one in records)
    assert choices[0].first == "51:14-15:at"
    assert choices[0].outcome == ">"


JSON_FAULTS = [
    ("", "no judgements in this file"),
    ('{"pair": "p"}', "not a judgement"),
    ('{"pair": "p", "annotator": "", "answer": "<"}', "has no annotator"),
    ('{"annotator": "a", "answer": "<"}', "neither its item"),
    ('{"pair": "p", "annotator": "a", "answer": "x"}', "is not an answer"),
    ('{"item": "r", "annotator": "a", "answer": "great", "task": "rating"}', "'great' is not an answer"),
    ('{"pair": "p", "annotator": "a", "answer": "<", "shown": "up"}', "shown is 'up'"),
    ('{"pair": "p", "annotator": "a", "answer": "<", "pass": 0}', "the pass is 0"),
    (
        '{"pair": "p", "annotator": "a", "answer": "<", "pass": 9223372036854775808}',
        "the number 9223372036854775808 has more",
    ),
    (
        '{"pair": "p", "annotator": "a", "answer": "<", "position": 9223372036854775808}',
        "the number 9223372036854775808 has more",
    ),
    ('{"pair": "p", "annotator": "a", "answer": "<", "position": -1}', "the position is -1"),
    ('{"pair": "p", "annotator": "a", "answer": "<", "seconds": -1}', "-1.0 seconds"),
    ('{"pair": "p", "annotator": "a", "answer": "<", "left": 5}', "not a judgement"),
    ("{", "not a judgement"),
]


@pytest.mark.parametrize(("text", "said"), JSON_FAULTS)
def test_faults_of_json(text, said, tmp_path):
    with pytest.raises(InputError, match=said) as caught:
        read_judgements(written(tmp_path / "x.jsonl", text))
    assert caught.value.place.name.endswith("x.jsonl")
    assert caught.value.place.line == (1 if text else None)


CSV_FAULTS = [
    ("left,winner\n", "no column 'right'", 1),
    ("left,right,winner\n1:0-1:a,2:0-1:b\n", "2 cells", 2),
    ("left,right,winner\n1:0-1:a,2:0-1:b,north\n", "'north' is not a winner", 2),
    ("left,right,winner\nabc,2:0-1:b,left\n", "'abc' does not name an error", 2),
    ("left,right,winner,seconds\n1:0-1:a,2:0-1:b,left,soon\n", "'soon' is not a number", 2),
    ("left,right,winner,pass\n1:0-1:a,2:0-1:b,left,0\n", "the pass is 0", 2),
    ("left,right,winner,pass\n1:0-1:a,2:0-1:b,left,1\n1:0-1:a,2:0-1:b,left,1.5\n", "the pass is '1.5'", 3),
    ("left,right,winner,pass\n1:0-1:a,2:0-1:b,left,1e300\n", "the pass is 1000", 2),
    ("item,answer,task\nr1,great,rating\n", "'great' is not an answer", 2),
    ("item,answer,task\nr1,good,pair\n", "'pair' is not a task", 2),
    ("item,answer,sentence\nr1,He goes .,x\n", "no sentence 'x'", 2),
    ("item,answer\n,good\n", "neither its item", 2),
    ("item,answer,sentence\nr1,He goes .,0\n", "no sentence '0'", 2),
    ("item,answer,task\nr1,,correct\n", "an empty sentence is not a correction", 2),
    ("item\nr1\n", "no column 'left'", 1),
    ("left,right,winner\n", "no judgements in this file", None),
    ("item,task,annotator,answer\n", "no judgements in this file", None),
    ('left,right,winner\n"1:0-1:a,2:0-1:b,left\n', "not CSV", 2),
]


@pytest.mark.parametrize(("text", "said", "line"), CSV_FAULTS)
def test_faults_of_csv(text, said, line, tmp_path):
    with pytest.raises(InputError, match=said) as caught:
        read_judgements(written(tmp_path / "x.csv", text))
    assert caught.value.place.line == line


def test_tasks_are_told_from_answers():
    def task(answer, **more):
        return Judgement(annotator="a", answer=answer, **more).task

    assert [task("good"), task("no"), task("He goes ."), task("=")] == ["rating", "valid", "correct", "pair"]
    assert task("yes", item="c1", asked="correct") == "correct"


def test_tables_for_coverage(tmp_path):
    record = Judgement(item="c1", annotator="an\tna", answer="He  goes .", sentence=3, source="He go .")
    assert to_corrections_tsv([record]) == "sentence\tworker\tsource\tcorrection\n3\tan na\tHe go .\tHe goes .\n"
    vote = Judgement(item="v1", annotator="b", answer="yes", source="He go .", correction="He goes .")
    assert to_votes_tsv([vote]).splitlines()[1] == "b\tHe go .\tHe goes .\tYes"
    path = written(tmp_path / "c.tsv", to_corrections_tsv([record]))
    assert read_corrections(path, 3) == [(2, "He goes .")]
    assert read_corrections(written(tmp_path / "c.jsonl", to_jsonl([record])), 3) == [(2, "He  goes .")]
    with pytest.raises(InputError, match="no sentence '3'"):
        read_corrections(path, 2)
    with pytest.raises(InputError, match="task 'valid', whose answers are not corrections"):
        read_corrections(
            written(tmp_path / "v.jsonl", to_jsonl([msgspec.structs.replace(vote, asked="valid", sentence=3)])), 3
        )
    with pytest.raises(InputError, match="no column 'correction'"):
        read_corrections(written(tmp_path / "d.tsv", "sentence\tx\n"), 2)
