"""Parallel files: unequal numbers of corrections, marks of MuCGEC, blanks or characters, errors with their line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import InputError
from redink.reading.para import is_para, read_para
from tests.shared_files import DATA, needs_shared


def write(folder, text, name="file.para"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def words(*texts):
    return tuple(None if text is None else tuple(text.split()) for text in texts)


def test_later_references_are_absent_where_there_are_fewer_corrections(tmp_path):
    text = "1\tHe go .\tHe goes .\tHe went .\n2\tFine .\tFine .\n3\tI likes it .\tI like it .\t\n"
    sources, references = read_para(write(tmp_path, text))
    assert sources == words("He go .", "Fine .", "I likes it .")
    assert [reference.texts for reference in references] == [
        words("He goes .", "Fine .", "I like it ."),
        words("He went .", None, None),
    ]
    assert [reference.edits for reference in references] == [None, None]


def test_marks_of_mucgec_mean_no_change_and_no_reference(tmp_path):
    text = "1\t我去。\t没有错误\t我走。\n2\t去我。\t无法标注\n"
    sources, (first, second) = read_para(write(tmp_path, text))
    assert sources == (tuple("我去。"), tuple("去我。"))
    assert first.texts == (tuple("我去。"), None)
    assert second.texts == (tuple("我走。"), None)


def test_text_without_blanks_is_split_into_characters_and_stray_blanks_go(tmp_path):
    text = "1\t我爱 IT。\t我[缺失成分]IT。\n2\t我去。\t我去了。\n3\t好。\t好。\n"
    sources, (reference,) = read_para(write(tmp_path, text))
    assert sources[0] == ("我", "爱", "I", "T", "。")
    assert reference.texts[0] == ("我", "[缺失成分]", "I", "T", "。")


@pytest.mark.parametrize(("text", "line"), [("1\ta b\tc d\n\n", 2), ("1\ta b\tc d\n2\n", 2), ("1\t \tc\n", 1)])
def test_a_line_without_a_source_is_refused(tmp_path, text, line):
    with pytest.raises(InputError, match="no source sentence") as caught:
        read_para(write(tmp_path, text))
    assert caught.value.place.line == line


@pytest.mark.parametrize("line", ["He go .\tHe goes .", "她走了。\t她走。"])
def test_a_sentence_instead_of_an_id_is_refused(tmp_path, line):
    with pytest.raises(InputError, match="is not an id") as raised:
        read_para(write(tmp_path, f"1\tHe go .\tHe goes .\n{line}\n"))
    assert raised.value.place.line == 2


def test_a_thousand_tabs_are_a_mistake(tmp_path):
    with pytest.raises(InputError, match="1001 corrections"):
        read_para(write(tmp_path, "1\ta" + "\tb" * 1001))


def test_parallel_files_are_told_by_name_or_by_their_first_line(tmp_path):
    assert is_para("anything.para")
    assert is_para("anything.para.gz")
    assert is_para(write(tmp_path, "12\tHe go .\tHe goes .\n", "data.txt"))
    assert not is_para(write(tmp_path, "He go .\tHe goes .\n", "text.txt"))
    assert not is_para(write(tmp_path, "12 He go .\n", "other.txt"))
    assert not is_para(tmp_path / "missing.txt")


sentence = st.lists(st.sampled_from(["a", "bc", "d", "."]), min_size=2, max_size=5)


@given(rows=st.lists(st.tuples(sentence, st.lists(sentence, max_size=4)), min_size=1, max_size=6))
def test_whatever_was_written_is_read(tmp_path_factory, rows):
    lines = ["\t".join([str(n), " ".join(source), *map(" ".join, targets)]) for n, (source, targets) in enumerate(rows)]
    sources, references = read_para(write(tmp_path_factory.mktemp("para"), "\n".join(lines) + "\n"))
    assert sources == tuple(tuple(source) for source, _ in rows)
    assert len(references) == max(len(targets) for _, targets in rows)
    for row, (_, targets) in enumerate(rows):
        present = [reference.texts[row] for reference in references[: len(targets)]]
        assert present == [tuple(target) for target in targets]
        assert all(reference.texts[row] is None for reference in references[len(targets) :])


@needs_shared
def test_mucgec_has_one_to_seven_references():
    sources, references = read_para(DATA / "ml-mucgec" / "MuCGEC_dev.txt")
    # Counted with awk: lines of 3, 4, … 9 cells, of which 3 say that nobody could correct the sentence.
    lines = (287, 462, 313, 62, 10, 2, 1)
    at_least = [sum(lines[number:]) for number in range(7)]
    assert [sum(text is not None for text in reference.texts) for reference in references] == [
        at_least[0] - 3,
        *at_least[1:],
    ]
    assert len(sources) == 1137
    assert len(sources[0]) == 19
