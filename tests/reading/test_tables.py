"""Tables with one row for each sentence: in order, or by the numbers in a column `sentence`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink import example
from redink.errors import InputError
from redink.reading.tables import read_documents, read_labels, read_table


def labels(folder, rows, header="sentence\tlevel", sentences=None):
    path = folder / "table.tsv"
    path.write_text("\n".join([header, *rows]) + "\n")
    return read_labels(path, "level", source="source.txt", sentences=len(rows) if sentences is None else sentences)


@given(order=st.permutations(range(6)), first=st.sampled_from([0, 1]))
def test_bug_rows_in_another_order_were_given_to_other_sentences(tmp_path_factory, order, first):
    rows = [f"{number + first}\tL{number}" for number in order]
    assert labels(tmp_path_factory.mktemp("t"), rows) == tuple(f"L{number}" for number in range(6))


def test_the_bundled_table_may_be_reversed(tmp_path):
    header, *rows = example.path("essays.tsv").read_text().splitlines()
    assert labels(tmp_path, rows[::-1], header) == read_table(example.path("essays.tsv"))["level"]


def test_numbers_that_begin_again_in_every_essay_and_texts_leave_the_order(tmp_path):
    assert labels(tmp_path, ["1\ta", "2\tb", "1\tc", "2\td", "3\te"]) == tuple("abcde")
    assert labels(tmp_path, ["He go .\ta", "Yes .\tb"]) == ("a", "b")
    assert labels(tmp_path, ["x\ta", "y\tb"], "essay\tlevel") == ("a", "b")


@pytest.mark.parametrize(
    ("rows", "cause"),
    [
        (["2\ta", "1\tb", "2\tc"], ":4: sentence 2 stands twice"),
        (["3\ta", "1\tb", "4\tc"], ":4: sentence 4 does not exist: there are 3"),
        (["3\ta", "0\tb", "2\tc"], ":2: sentence 3 does not exist"),
    ],
)
def test_numbers_that_make_no_sense_are_refused(tmp_path, rows, cause):
    with pytest.raises(InputError, match=cause):
        labels(tmp_path, rows)


def test_shorter_and_longer_tables_are_refused(tmp_path):
    for sentences in (1, 3):
        with pytest.raises(InputError, match=f"2 rows, but source.txt has {sentences} sentences"):
            labels(tmp_path, ["2\ta", "1\tb"], sentences=sentences)


def test_a_table_with_commas_is_told_to_have_tabs(tmp_path):
    with pytest.raises(InputError, match="separate the columns by tabs, not commas"):
        labels(tmp_path, ["1,A2"], header="sentence,level")


def test_bug_one_row_without_a_number_moved_all_others(tmp_path):
    with pytest.raises(InputError, match=r":4: '' is no number of a sentence, and the rows stand in another order"):
        labels(tmp_path, ["3\ta", "1\tb", "\tc"])
    assert labels(tmp_path, ["1\ta", "2\tb", "\tc"]) == ("a", "b", "c")
    assert labels(tmp_path, ["1.0\ta", "3.0\tb", "2.0\tc"]) == ("a", "c", "b")
    assert labels(tmp_path, ["He goes .\ta", "42\tb", "2\tc", "No .\td"]) == ("a", "b", "c", "d")


def test_bug_sentences_without_a_document_were_one_document_without_a_word(tmp_path):
    path = tmp_path / "essays.tsv"
    path.write_text("essay\ne1\n \ne2\n", encoding="utf-8")
    with pytest.warns(UserWarning, match=r"1 of 3 sentences have no 'essay' \(the first is sentence 2\)"):
        assert read_documents(path, "essay", source="source.txt", sentences=3) == ("e1", " ", "e2")
