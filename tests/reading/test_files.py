"""Bytes on disk: lines come out of every kind of file, or one of our errors; files are written whole."""

import gzip
import io
import os
import random
import signal
import subprocess
import sys
import warnings
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import redink
from redink.errors import InputError, Note, RedinkError
from redink.reading.files import display_name, first_of_stdin, read_lines, write_whole

SRC = str(Path(redink.__file__).parents[1])


def names_in(folder):
    return sorted(path.name for path in folder.iterdir())


def lines_of(folder, data):
    path = folder / "input"
    path.write_bytes(data)
    return list(read_lines(path))


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", []),
        (b"\n", [""]),
        (b"a\nb\n", ["a", "b"]),
        (b"a\nb", ["a", "b"]),
        (b"a\n\nb\n\n", ["a", "", "b", ""]),
        (b"a\r\nb\r\n", ["a", "b"]),
        (b"a\r\nb", ["a", "b"]),
        (b"a\r\r\n", ["a\r"]),
        (b"\xef\xbb\xbfa\nb\n", ["a", "b"]),
        (b"a\n\xef\xbb\xbfb\n", ["a", "\ufeffb"]),
        ("naïve\u2028x\x0by\x85z\n".encode(), ["naïve\u2028x\x0by\x85z"]),
        (b" a  b \n", [" a  b "]),
    ],
    ids=repr,
)
def test_lines_of_all_kinds_of_files(tmp_path, data, lines):
    assert lines_of(tmp_path, data) == lines
    assert lines_of(tmp_path, gzip.compress(data)) == lines


def test_gzip_is_known_by_its_first_bytes_not_by_its_name(tmp_path):
    packed, plain = tmp_path / "packed.txt", tmp_path / "plain.gz"
    packed.write_bytes(gzip.compress(b"a\n"))
    plain.write_bytes(b"b\n")
    assert [*read_lines(packed), *read_lines(str(plain))] == ["a", "b"]


def test_gzip_in_several_pieces_is_one_file(tmp_path):
    assert lines_of(tmp_path, gzip.compress(b"a\nb") + gzip.compress(b"c\n")) == ["a", "bc"]


@pytest.mark.parametrize(
    "damage",
    [lambda data: data[:-9], lambda data: data[:12] + b"\xff" * 20 + data[32:], lambda _: b"\x1f\x8bxx"],
)
def test_damaged_gzip_is_our_error(tmp_path, damage):
    path = tmp_path / "damaged.gz"
    path.write_bytes(damage(gzip.compress(os.urandom(500).hex().encode())))
    with pytest.raises(InputError, match="packed data is damaged") as caught:
        list(read_lines(path))
    assert caught.value.place.name == str(path)
    assert caught.value.remedy


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_wrong_byte_names_file_and_line(tmp_path, pack):
    path = tmp_path / "latin1.txt"
    path.write_bytes(pack(b"fine\nna\xefve\n"))
    lines = read_lines(path)
    assert next(lines) == "fine"
    with pytest.raises(InputError, match="byte 0xef at position 3") as caught:
        next(lines)
    assert str(caught.value.place) == f"{path}:2"
    assert "iconv" in caught.value.remedy


def test_standard_input_is_read_from_dash(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xef\xbb\xbfa\r\nb")))
    assert list(read_lines("-")) == ["a", "b"]


def test_gzip_on_standard_input(monkeypatch):
    packed = io.BufferedReader(io.BytesIO(gzip.compress(b"a\nb\n")))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(packed))
    assert list(read_lines("-")) == ["a", "b"]


def test_the_beginning_of_damaged_gzip_tells_nothing(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(b"\x1f\x8bdamaged"))))
    assert first_of_stdin() == ""
    with pytest.raises(InputError, match="<stdin>: the packed data is damaged"):
        next(read_lines("-"))


@pytest.mark.parametrize(("size", "told"), [(100, True), (200_000, False)])
def test_the_beginning_of_zstd_is_told_or_refused(monkeypatch, size, told):
    zstandard = pytest.importorskip("zstandard", reason="the extra `cluster` is not installed")
    text = b"S a b\n" + random.Random(0).randbytes(size).hex().encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(zstandard.compress(text)))))
    if told:
        assert first_of_stdin().startswith("S a b\n")
        return
    with pytest.raises(InputError, match="zstd") as caught:
        first_of_stdin()
    assert "zstdcat" in caught.value.remedy


def test_standard_input_has_a_name_in_messages():
    assert (display_name("-"), display_name(Path("a/b"))) == ("<stdin>", "a/b")


def test_a_missing_file_and_a_folder_are_our_errors(tmp_path):
    with pytest.raises(InputError, match="no such file") as caught:
        list(read_lines(tmp_path / "absent"))
    assert caught.value.place.name.endswith("absent")
    with pytest.raises(InputError, match="a folder, not a file"):
        list(read_lines(tmp_path))
    (tmp_path / "file").write_text("x")
    with pytest.raises(InputError, match="cannot read"):
        list(read_lines(tmp_path / "file" / "below"))


@given(st.binary(max_size=60), st.booleans())
@example(b"\xfe\xff", False)
@settings(max_examples=500)
def test_random_bytes_give_lines_or_our_error(tmp_path_factory, data, packed):
    path = tmp_path_factory.getbasetemp() / "random-bytes"
    path.write_bytes(gzip.compress(data) if packed else data)
    try:
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always", Note)
            lines = list(read_lines(path))
    except RedinkError:
        return
    if said:
        assert data.startswith((b"\xff\xfe", b"\xfe\xff")), "only the sign of UTF-16 (or 32) is worth a note"
        return
    assert len(lines) == data.count(b"\n") + (not data.endswith(b"\n") and bool(data))


def test_a_file_appears_when_it_is_complete(tmp_path):
    path = tmp_path / "out.txt"
    with write_whole(path) as out:
        out.write("naïve\n")
        assert not path.exists()
    assert path.read_bytes() == "naïve\n".encode()
    assert names_in(tmp_path) == ["out.txt"]


def test_a_new_file_has_the_usual_rights(tmp_path):
    with write_whole(tmp_path / "ours") as out:
        out.write("x")
    (tmp_path / "usual").write_text("x")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_an_exception_in_the_middle_leaves_the_old_file_and_nothing_else(tmp_path):
    path = tmp_path / "out.txt"
    path.write_text("old")
    lines = ("new\n" if number < 3 else str(1 // 0) for number in range(5))
    with pytest.raises(ZeroDivisionError), write_whole(path) as out:
        out.writelines(lines)
    assert path.read_text() == "old"
    assert names_in(tmp_path) == ["out.txt"]


@pytest.mark.parametrize("old", ["old", None])
def test_a_kill_in_the_middle_leaves_the_old_file_or_none(tmp_path, old):
    path = tmp_path / "out.txt"
    if old is not None:
        path.write_text(old)
    script = (
        "import sys, time\n"
        "from redink.reading.files import write_whole\n"
        "with write_whole(sys.argv[1]) as out:\n"
        "    out.write('new' * 100_000); out.flush()\n"
        "    print('half way', flush=True); time.sleep(60)\n"
    )
    command = [sys.executable, "-c", script, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": SRC}) as process:
        assert process.stdout.readline() == b"half way\n"
        process.send_signal(signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    assert (path.read_text() if path.exists() else None) == old


def test_a_folder_that_is_not_there_is_our_error(tmp_path):
    with pytest.raises(InputError, match="cannot write here") as caught, write_whole(tmp_path / "no" / "x"):
        pass
    assert "--output" in caught.value.remedy


def test_a_folder_cannot_be_overwritten(tmp_path):
    (tmp_path / "folder").mkdir()
    with pytest.raises(InputError, match="cannot write"), write_whole(tmp_path / "folder") as out:
        out.write("x")
    assert names_in(tmp_path) == ["folder"]


def test_a_folder_we_may_not_write_to_is_our_error(tmp_path):
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o555)
    # /proc takes no new files from anybody; root may write to a locked folder.
    target = Path("/proc/redink-out") if os.access(locked, os.W_OK) else locked / "out"
    with pytest.raises(InputError, match="cannot write here"), write_whole(target):
        pass


def test_dash_is_standard_output(capsys):
    with write_whole("-") as out:
        out.write("x\n")
    assert capsys.readouterr().out == "x\n"


def test_bug_a_device_or_pipe_was_replaced_by_a_plain_file(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with write_whole(pipe) as out:
        out.write("x\n")
    assert os.read(reader, 10) == b"x\n"
    os.close(reader)
    assert pipe.is_fifo()
    assert names_in(tmp_path) == ["pipe"]


def test_what_the_shell_calls_dev_stdout_can_be_written_to():
    script = "from redink.reading.files import write_whole\nwith write_whole('/dev/stdout') as out: out.write('x')"
    command = [sys.executable, "-c", script]
    assert subprocess.check_output(command, env={**os.environ, "PYTHONPATH": SRC}, timeout=60) == b"x"


def test_bug_a_link_was_replaced_instead_of_the_file_it_points_to(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    with write_whole(tmp_path / "link") as out:
        out.write("new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


def test_bug_a_private_file_became_readable_to_all(tmp_path):
    path = tmp_path / "private"
    path.touch(mode=0o600)
    with write_whole(path) as out:
        out.write("new")
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_text_may_begin_with_the_name_of_a_gene(tmp_path):
    (tmp_path / "genes.txt").write_text("PAR1 is a gene .\n")  # Parquet begins with PAR1 too
    assert list(read_lines(tmp_path / "genes.txt")) == ["PAR1 is a gene ."]
