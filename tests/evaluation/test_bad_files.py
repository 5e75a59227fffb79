"""Many submissions, some of them bad: all are named at once, and the others are scored with `keep_going`."""

import pytest

import redink
from redink import example
from redink.errors import InputError, Note


@pytest.fixture
def folder(tmp_path):
    example.copy_to(tmp_path)
    (tmp_path / "short.txt").write_text("one\ntwo\n")
    (tmp_path / "latin.txt").write_bytes("Un été .\n".encode("latin-1"))
    lines = (tmp_path / "source.txt").read_text().splitlines(keepends=True)
    (tmp_path / "shifted.txt").write_text("".join(lines[1:] + lines[:1]))
    return tmp_path


BAD = ("short", "latin", "missing", "shifted")


def read(folder, names, **how):
    files = [folder / f"{name}.txt" for name in names]
    return redink.read(files, source=folder / "source.txt", references=[folder / "reference-minimal.txt"], **how)


def test_all_bad_files_are_named_at_once_with_their_reasons(folder):
    with pytest.raises(InputError) as caught:
        read(folder, [*BAD, "systems/strong"])
    message = str(caught.value)
    assert "4 of 5 outputs cannot be used" in message
    for reason in ("short.txt:1: 2 lines", "latin.txt:1: not UTF-8", "missing.txt: no such file", "shifted.txt:1: "):
        assert reason in message
    assert "--keep-going" in message


def test_one_bad_file_keeps_its_own_error(folder):
    with pytest.raises(InputError) as caught:
        read(folder, ["latin", "systems/strong"])
    assert str(caught.value.place).endswith("latin.txt:1")


def test_the_others_are_read_when_asked_to_keep_going(folder):
    with pytest.warns(Note) as said:
        data = read(folder, [*BAD, "systems/strong", "systems/rules"], keep_going=True)
    assert [system.name for system in data.systems] == ["strong", "rules"]
    assert sum("left out" in str(each.message) for each in said) == 4
    assert sum(message.startswith("left out: ") for message in data.warnings) == 4


def test_nothing_is_scored_when_every_file_is_bad(folder):
    with pytest.raises(InputError, match="2 of 2 outputs"):
        read(folder, ["short", "shifted"], keep_going=True)


def test_a_bad_reference_is_an_error_all_the_same(folder):
    with pytest.raises(InputError, match="shifted"):
        redink.read(
            [folder / "systems/strong.txt"],
            source=folder / "source.txt",
            references=[folder / "shifted.txt"],
            keep_going=True,
        )
