"""gzip and zstd: what was packed comes out, what was cut off is refused, and bombs do not go off."""

import gzip
import io

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import InputError
from redink.reading import unpacking
from redink.reading.files import read_lines


def streamed(data):
    """Pack as `zstd` does in a pipe: the size is not told beforehand."""
    packer = zstandard.ZstdCompressor().compressobj()
    return packer.compress(data) + packer.flush()


@given(parts=st.lists(st.text(alphabet="ab é\n", max_size=200), min_size=1, max_size=4))
@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress, streamed])
def test_members_and_frames_follow_each_other(pack, parts, tmp_path_factory):
    path = tmp_path_factory.mktemp("packed") / "text"
    path.write_bytes(b"".join(pack(part.encode()) for part in parts))
    text = "".join(parts)
    assert list(read_lines(path)) == text.split("\n")[: -1 if text.endswith("\n") or not text else None]


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress, streamed])
def test_no_cut_goes_unnoticed(pack, tmp_path):
    packed = pack("".join(f"line {number}\n" for number in range(300)).encode())
    path = tmp_path / "cut"
    for length in range(4, len(packed)):
        path.write_bytes(packed[:length])
        with pytest.raises(InputError, match="packed data is damaged"):
            list(read_lines(path))


@pytest.mark.parametrize("pack", [gzip.compress, streamed])
def test_a_bomb_is_refused_before_it_fills_the_memory(pack, tmp_path, monkeypatch):
    monkeypatch.setattr(unpacking, "_SURE", 1 << 20)
    path = tmp_path / "bomb"
    path.write_bytes(pack(bytes(8 << 20)))
    with pytest.raises(InputError, match="200 times its size") as caught:
        list(read_lines(path))
    assert "REDINK_UNPACK_RATIO=0" in caught.value.remedy
    monkeypatch.setenv("REDINK_UNPACK_RATIO", "0")
    assert len(next(read_lines(path))) == 8 << 20


def test_text_that_packs_well_is_believed(tmp_path, monkeypatch):
    monkeypatch.setattr(unpacking, "_SURE", 1000)
    path = tmp_path / "text.gz"
    path.write_bytes(gzip.compress(b"".join(b"This is sentence number %d .\n" % number for number in range(5000))))
    assert sum(1 for _ in read_lines(path)) == 5000


def test_pieces_larger_than_asked_for_are_kept():
    stream = unpacking.guarded(io.BytesIO(streamed(b"x" * 100_000)), unpacking.unzstd, "x")
    assert stream.read(10) == b"x" * 10
    assert len(stream.read()) == 99_990
