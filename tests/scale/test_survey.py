"""One pass before the work: line counts as the reader counts, checksums, and early refusals."""

import gzip
import hashlib

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import InputError
from redink.reading.files import read_lines
from redink.scale.survey import survey


@given(
    text=st.text(alphabet="ab é€\r\n", max_size=60), packing=st.sampled_from([bytes, gzip.compress, zstandard.compress])
)
def test_lines_are_those_the_reader_yields(text, packing, tmp_path_factory):
    path = tmp_path_factory.mktemp("survey") / "text"
    path.write_bytes(packing(text.encode()))
    (found,) = survey([str(path)])
    assert found.lines == sum(1 for _ in read_lines(path))
    assert found.checksum == hashlib.sha256(path.read_bytes()).hexdigest()


def test_a_character_cut_at_the_end_is_refused_with_its_line(tmp_path):
    path = tmp_path / "cut.txt"
    path.write_bytes("one\ntwo é".encode()[:-1])
    with pytest.raises(InputError) as caught:
        survey([str(path)])
    assert caught.value.place.line == 2


def test_files_of_unequal_length_are_refused_before_the_work(tmp_path):
    (tmp_path / "a").write_text("1\n2\n3\n")
    (tmp_path / "b").write_text("1\n2\n")
    with pytest.raises(InputError, match=r"2 lines, but .*a has 3"):
        survey([str(tmp_path / "a"), str(tmp_path / "b")])


@pytest.mark.parametrize("path", ["-", "nowhere", "x" * 1000, "/"])
def test_what_is_no_file_is_left_to_the_reader(path):
    assert survey([path]) is None
