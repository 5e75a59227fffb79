"""Packed by name: what is written under .gz and .zst is what other programs read, and the same on every run."""

import gzip
import io
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import MissingExtraError
from redink.reading.files import read_lines, write_whole
from redink.reading.packing import packed_stream, packer, unpacked_name

zstandard = pytest.importorskip("zstandard", reason="the extra `cluster` is not installed")

UNPACK = {".gz": gzip.decompress, ".zst": lambda packed: zstandard.ZstdDecompressor().stream_reader(packed).read()}


@pytest.mark.parametrize("ending", [".gz", ".zst"])
def test_a_file_is_packed_by_its_name_and_the_same_every_time(ending, tmp_path):
    paths = [tmp_path / f"{number}.m2{ending}" for number in (1, 2)]
    for path in paths:
        with write_whole(path) as out:
            out.writelines(["S naïve\n", "\n"])
    assert UNPACK[ending](paths[0].read_bytes()) == "S naïve\n\n".encode()
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert list(read_lines(paths[0])) == ["S naïve", ""]


@pytest.mark.parametrize("ending", [".gz", ".zst"])
def test_nothing_is_packed_as_well(ending, tmp_path):
    path = tmp_path / f"empty{ending}"
    with write_whole(path):
        pass
    assert path.read_bytes() == packer(path)(b"")
    assert UNPACK[ending](path.read_bytes()) == b""


def test_other_names_are_not_packed(tmp_path):
    assert [packer(name) for name in ("out.m2", "gz", "out.gz.txt")] == [None] * 3
    with write_whole(tmp_path / "gz") as out:
        out.write("a\n")
    assert (tmp_path / "gz").read_bytes() == b"a\n"


@pytest.mark.parametrize("ending", [".gz", ".zst"])
@given(pieces=st.lists(st.binary(max_size=40), max_size=8))
def test_pieces_are_one_stream(ending, pieces):
    packed = io.BytesIO()
    out = packed_stream(packed, packer(f"x{ending}"))
    for piece in pieces:
        out.write(piece)
        out.flush()
    unpacked = (
        gzip.decompress(packed.getvalue())
        if ending == ".gz"
        else zstandard.ZstdDecompressor().stream_reader(packed.getvalue(), read_across_frames=True).read()
    )
    assert unpacked == b"".join(pieces)


def test_zstd_without_its_package(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "zstandard", None)
    with pytest.raises(MissingExtraError, match="zstandard"), write_whole(tmp_path / "out.zst"):
        pass
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("ending", ["", ".gz", ".zst", ".GZ"])
def test_the_form_of_a_file_is_told_by_its_name_unpacked(ending):
    from redink.judging.exports import form_for
    from redink.questions.coverage.inputs import is_table
    from redink.questions.coverage.saved import is_saved
    from redink.questions.faithfulness.inputs import kind_of
    from redink.reading.kinds import is_m2, system_name

    assert is_table(f"there.csv{ending}")
    assert is_saved(f"coverage.json{ending}")
    assert is_m2(f"edits.m2{ending}")
    assert kind_of([f"a.mrp{ending}"]) == "ucca"
    assert system_name(f"systems/strong.m2{ending}") == "strong"
    assert form_for("pair", f"j.wmt.csv{ending}") == "wmt.csv"
    assert unpacked_name(f"dir.gz/a.txt{ending}") == "dir.gz/a.txt"
