"""Output that survives: whatever a crash leaves behind, the resumed file has the bytes of an undisturbed one."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.errors import InputError, RedinkError
from redink.reading.files import read_lines
from redink.scale import journal as module
from redink.scale.journal import journalled, log_of, part_of

CONDITIONS = {"pipeline": "plain@1", "inputs": "abc"}
ROWS = [f"row {number} – é\n" for number in range(40)]


@pytest.fixture(autouse=True)
def _small_blocks(monkeypatch):
    monkeypatch.setattr(module, "BLOCK", 3)


class CrashError(Exception):
    pass


def write(path, *, until=None, resume=False, conditions=CONDITIONS, head="", end=CrashError, **options):
    """Write all rows, or crash after some; give how many were there at the start."""
    with journalled(path, conditions, resume=resume, **options) as journal:
        start = journal.rows
        if head:
            journal.write_head(head)
        journal.write(ROWS[start:until])
        if until is not None:
            raise end("somewhere")
    return start


def crash(path, until, **options):
    with pytest.raises(CrashError):
        write(path, until=until, **options)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_an_undisturbed_run_leaves_only_its_file(tmp_path):
    write(tmp_path / "out")
    assert names(tmp_path) == ["out"]
    assert (tmp_path / "out").read_text() == "".join(ROWS)


def test_a_resumed_run_goes_on_behind_the_last_whole_block(tmp_path):
    crash(tmp_path / "out", 17, head="HEAD\n")
    assert names(tmp_path) == ["out.part", "out.part.log"]
    assert write(tmp_path / "out", resume=True, head="HEAD\n") == 17
    assert (tmp_path / "out").read_text() == "HEAD\n" + "".join(ROWS)
    assert names(tmp_path) == ["out"]


@settings(deadline=None)
@given(
    until=st.integers(0, len(ROWS)),
    part_cut=st.integers(0, 700),
    log_cut=st.integers(0, 2500),
    garbage=st.binary(max_size=9),
    flipped=st.one_of(st.none(), st.integers(0, 700)),
)
def test_whatever_is_torn_is_done_again(until, part_cut, log_cut, garbage, flipped, tmp_path_factory):
    """A power cut may lose the end of either file, leave rubbish there, or turn a byte of the text."""
    path = tmp_path_factory.mktemp("journal") / "out"
    crash(path, until)
    part, log = part_of(path), log_of(path)
    text = bytearray(part.read_bytes()[:part_cut])
    if flipped is not None and flipped < len(text):
        text[flipped] ^= 1
    part.write_bytes(bytes(text) + garbage)
    log.write_bytes(log.read_bytes()[:log_cut] + garbage)
    write(path, resume=True)
    assert path.read_text() == "".join(ROWS)
    assert names(path.parent) == ["out"]


@given(stops=st.lists(st.integers(0, len(ROWS)), max_size=6))
def test_any_number_of_crashes(stops, tmp_path_factory):
    path = tmp_path_factory.mktemp("journal") / "out"
    for stop in sorted(stops):
        crash(path, stop, resume=True)
    write(path, resume=True)
    assert path.read_text() == "".join(ROWS)


@pytest.mark.parametrize("name", ["out.gz", "out.zst"])
@given(stops=st.lists(st.integers(0, len(ROWS) // 3).map(lambda blocks: 3 * blocks), max_size=4))
def test_packed_output_has_the_bytes_of_an_undisturbed_run(name, stops, tmp_path_factory):
    """Every block is packed by itself, so that a run can go on between two."""
    folder = tmp_path_factory.mktemp("journal")
    (folder / "calm").mkdir()
    write(folder / "calm" / name)
    for stop in sorted(stops):
        crash(folder / name, stop, resume=True)
    write(folder / name, resume=True)
    assert (folder / name).read_bytes() == (folder / "calm" / name).read_bytes()
    assert [f"{line}\n" for line in read_lines(folder / name)] == ROWS


def test_other_conditions_are_refused_and_nothing_is_lost(tmp_path):
    crash(tmp_path / "out", 17)
    with pytest.raises(RedinkError, match="other conditions: inputs") as caught:
        write(tmp_path / "out", resume=True, conditions=CONDITIONS | {"inputs": "abd"})
    assert caught.value.exit_code == 3
    assert "delete" in caught.value.remedy  # without --resume an unfinished run is refused, too
    assert write(tmp_path / "out", resume=True) == 17


def test_unfinished_work_is_not_overwritten(tmp_path):
    crash(tmp_path / "out", 17)
    with pytest.raises(RedinkError, match="unfinished run here") as caught:
        write(tmp_path / "out")
    assert "--resume" in caught.value.remedy
    assert write(tmp_path / "out", resume=True) == 17


def test_a_run_that_got_nowhere_is_forgotten(tmp_path):
    crash(tmp_path / "out", 0)
    assert write(tmp_path / "out") == 0


def test_bad_input_leaves_nothing_behind(tmp_path):
    (tmp_path / "out").write_text("older")
    with pytest.raises(InputError):
        write(tmp_path / "out", until=7, end=InputError)
    assert names(tmp_path) == ["out"]
    assert (tmp_path / "out").read_text() == "older"


def test_what_came_through_a_pipe_is_not_kept(tmp_path):
    crash(tmp_path / "out", 7, repeatable=False)
    assert names(tmp_path) == []


def test_two_runs_cannot_write_one_file(tmp_path):
    with journalled(tmp_path / "out", CONDITIONS) as first:
        with pytest.raises(RedinkError, match="another redink is writing"):
            write(tmp_path / "out", resume=True)
        first.write(ROWS)
    assert (tmp_path / "out").read_text() == "".join(ROWS)


def test_permissions_and_links_of_the_old_file_stay(tmp_path):
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("older")
    real.chmod(0o640)
    link.symlink_to(real)
    write(link)
    assert link.is_symlink()
    assert real.read_text() == "".join(ROWS)
    assert real.stat().st_mode & 0o777 == 0o640


def test_a_folder_is_refused(tmp_path):
    with pytest.raises(InputError, match="folder"):
        write(tmp_path)


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(InputError, match="cannot write here"):
        write(tmp_path / "nowhere" / "out")


def test_a_seal_gives_the_final_form(tmp_path):
    def upper(lines: Path, target: Path):
        target.write_text(lines.read_text().upper())

    with journalled(tmp_path / "out", CONDITIONS, seal=upper) as journal:
        journal.write(ROWS)
    assert (tmp_path / "out").read_text() == "".join(ROWS).upper()
    assert names(tmp_path) == ["out"]


def test_a_torn_first_line_of_the_log_leaves_no_trace(tmp_path):
    log_of(tmp_path / "out").write_bytes(b'{"format":1,"condi')
    crash(tmp_path / "out", 6, resume=True)
    assert log_of(tmp_path / "out").read_bytes().startswith(b"{")
    assert write(tmp_path / "out", resume=True) == 6
    assert (tmp_path / "out").read_text() == "".join(ROWS)


def test_a_run_that_ends_while_another_begins_keeps_its_file(tmp_path, monkeypatch):
    """The other has the files open when the first puts them in place: it must not begin to write in them."""
    claim = module._claim

    def late(log, *rest):
        monkeypatch.setattr(module, "_claim", claim)
        part_of(tmp_path / "out").write_text("finished")
        part_of(tmp_path / "out").replace(tmp_path / "out")
        log_of(tmp_path / "out").unlink()
        claim(log, *rest)

    monkeypatch.setattr(module, "_claim", late)
    with pytest.raises(RedinkError, match="another redink"):
        write(tmp_path / "out")
    assert (tmp_path / "out").read_text() == "finished"
