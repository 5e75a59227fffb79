"""Plain text: one sentence per line, blank lines kept, files of unequal length refused."""

import gzip
import io
import os
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import InputError, RedinkError
from redink.reading.plain_text import first_suspicious_line, read_parallel, read_sentences, unequal_lengths
from tests.shared_files import DATA, needs_shared
from tests.strategies import tokens


def write(path, *lines):
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return path


def test_blank_lines_are_empty_sentences_and_never_dropped(tmp_path):
    path = write(tmp_path / "a", "", "He goes .", "   ", "", "x", "")
    assert read_sentences(path) == ((), ("He", "goes", "."), (), (), ("x",), ())


def test_blanks_at_the_end_of_a_line_do_not_matter(tmp_path):
    path = tmp_path / "a"
    path.write_bytes(b"\xef\xbb\xbf He  goes . \t\r\nx")
    assert read_sentences(path) == (("He", "goes", "."), ("x",))


def test_an_empty_file_has_no_sentences(tmp_path):
    assert read_sentences(write(tmp_path / "a")) == ()


@given(st.lists(tokens, max_size=5))
def test_what_was_written_reads_back(tmp_path_factory, sentences):
    path = write(tmp_path_factory.getbasetemp() / "sentences", *map(" ".join, sentences))
    assert read_sentences(path) == tuple(sentences)


@given(st.binary(max_size=40))
def test_random_bytes_give_sentences_or_our_error(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "bytes"
    path.write_bytes(data)
    try:
        sentences = read_sentences(path)
    except RedinkError:
        return
    assert all(token.strip() for sentence in sentences for token in sentence)


def test_files_of_one_length_are_read_side_by_side(tmp_path):
    one = write(tmp_path / "one", "a", "", "c")
    two = tmp_path / "two.gz"
    two.write_bytes(gzip.compress(b"A\r\n\r\nC"))
    assert list(read_parallel([one, two])) == [("a", "A"), ("", ""), ("c", "C")]


def test_side_by_side_reading_streams(tmp_path):
    rows = read_parallel([write(tmp_path / "one", "a", "b"), write(tmp_path / "two", "a")])
    assert next(rows) == ("a", "a")


SOURCE = ["He go home .", "It rain a lot .", "We was late .", "They like tea .", "I has two dog ."]


def test_unequal_files_are_refused_with_both_counts_and_the_first_suspicious_line(tmp_path):
    source = write(tmp_path / "source", *SOURCE)
    output = write(tmp_path / "output", *SOURCE[:2], *SOURCE[3:])  # the third line was dropped
    with pytest.raises(InputError, match=r"4 lines, but .*source has 5; .*shifted from line 3") as caught:
        list(read_parallel([source, source, output]))
    assert str(caught.value.place) == f"{output}:3"
    assert "same order" in caught.value.remedy


def test_where_nothing_looks_shifted_the_first_surplus_line_is_named(tmp_path):
    source, output = write(tmp_path / "source", *SOURCE[:3]), write(tmp_path / "output", *SOURCE)
    with pytest.raises(InputError, match=r"5 lines, but .*source has 3") as caught:
        list(read_parallel([source, output]))
    assert caught.value.place.line == 4


def test_an_empty_file_beside_a_full_one_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"0 lines, but .* has 5"):
        list(read_parallel([write(tmp_path / "source", *SOURCE), write(tmp_path / "output")]))


def test_only_one_file_can_come_from_standard_input():
    with pytest.raises(InputError, match="only one file"):
        list(read_parallel(["-", "-"]))


def test_first_suspicious_line_by_hand(tmp_path):
    longer = write(tmp_path / "longer", "He go home .", "", "It rain .", "Bananas !")
    assert first_suspicious_line(longer, write(tmp_path / "b", "He goes home .", "", "Bananas !"), surplus=1) == 3
    assert first_suspicious_line(longer, write(tmp_path / "b", "", "It rains .", "Bananas !"), surplus=1) == 1
    assert first_suspicious_line(longer, write(tmp_path / "b", "Bananas !"), surplus=3) == 1
    assert first_suspicious_line(longer, write(tmp_path / "b", "He goes home .", ""), surplus=2) is None


@needs_shared
def test_bug_a_dropped_line_of_a_real_reference_was_not_found(tmp_path):
    """CoNLL-2014's second reference has a blank line (24) and free rewordings; none is a false alarm."""
    official = DATA / "conll14-official"
    lines = (official / "gecmetrics-refs/conll14st-test.tok.trg1").read_text(encoding="utf-8").splitlines()
    for dropped in (3, 200, 1000, 1311):
        output = write(tmp_path / "output", *lines[: dropped - 1], *lines[dropped:])
        assert first_suspicious_line(official / "source.tok.txt", output, surplus=1) == dropped


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize(("stdin", "file"), [(3, 5), (5, 3)])
def test_bug_the_length_of_standard_input_was_guessed(tmp_path, monkeypatch, order, stdin, file):
    text = io.TextIOWrapper(io.BytesIO("\n".join(SOURCE[:stdin]).encode()))
    monkeypatch.setattr(sys, "stdin", text)
    paths = ["-", write(tmp_path / "file", *SOURCE[:file])][::order]
    lengths = [stdin, file][::order]
    with pytest.raises(InputError, match=rf": {lengths[1]} lines, but .* has {lengths[0]};"):
        list(read_parallel(paths))


def test_bug_unequal_pipes_raised_a_python_error():
    """A pipe (as from the shell's `<(...)`) can be read only once: counting again found no lines."""
    paths = []
    for lines in (SOURCE, SOURCE[:3]):
        reader, writer = os.pipe()
        os.write(writer, "".join(line + "\n" for line in lines).encode())
        os.close(writer)
        paths.append(f"/dev/fd/{reader}")
    with pytest.raises(InputError, match=r"3 lines, but /dev/fd/\d+ has 5") as caught:
        list(read_parallel(paths))
    assert caught.value.place.line == 4
    for path in paths:
        os.close(int(path.rsplit("/", 1)[1]))


def test_cleaned_lines_are_not_looked_for_in_the_file(tmp_path):
    source, answer = tmp_path / "source", tmp_path / "answer"
    source.write_text("a b c\nd e f\ng h i\n")
    answer.write_text('{"a": ["a b c", "d e f", "g h i", "j"]}\n')
    error = unequal_lengths([source, answer], [3, 4])
    assert str(error).startswith(f"{answer}:4: 4 lines, but {source} has 3")
