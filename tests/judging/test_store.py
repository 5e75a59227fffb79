"""The file of events: appended, never changed, one process at a time."""

import errno
import shutil
import sqlite3
import stat
import threading
from contextlib import closing

import pytest

from redink.errors import InputError
from redink.judging.store import Event, open_store


def test_events_come_back_in_order_and_once(tmp_path):
    path = tmp_path / "a.sqlite"
    with open_store(path, "sum") as store:
        store.add_person("anna")
        events = [Event(f"k{number}", "answer", "anna", "i", answer=">") for number in range(3)]
        assert store.append(events) == [True, True, True]
        assert store.append([events[1], Event("k3", "skip", "anna")]) == [False, True]
        secret = store.secret
    with open_store(path, "sum") as store:
        assert [event.key for event in store.events()] == ["k0", "k1", "k2", "k3"]
        assert store.events()[0] == events[0]
        assert store.people() == {"anna": 1}
        assert store.secret == secret
        assert len(secret) == 64


def test_settings_of_the_file(tmp_path):
    path = tmp_path / "a.sqlite"
    with open_store(path, "sum") as store:
        assert store._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert store._connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "statement",
    ["UPDATE events SET answer = '<'", "DELETE FROM events", "UPDATE people SET name = 'x'", "DELETE FROM people"],
)
def test_nothing_is_changed_in_place(statement, tmp_path):
    with open_store(tmp_path / "a.sqlite", "sum") as store:
        store.add_person("anna")
        store.append([Event("k", "answer", "anna", "i", answer=">")])
        with pytest.raises(sqlite3.IntegrityError, match="never"):
            store._connection.execute(statement)


def test_all_of_a_batch_or_nothing(tmp_path):
    with open_store(tmp_path / "a.sqlite", "sum") as store:
        store.add_person("anna")
        with pytest.raises(sqlite3.IntegrityError):
            store.append([Event("k1", "answer", "anna"), Event("k2", "answer", "nobody")])
        assert store.events() == []
        assert store.append([Event("k1", "answer", "anna")]) == [True]


def test_a_person_is_added_once(tmp_path):
    with open_store(tmp_path / "a.sqlite", "sum") as store:
        assert [store.add_person(name) for name in ("anna", "ben", "anna")] == [1, 2, 1]


def test_other_items_other_files_and_no_file_at_all(tmp_path):
    path = tmp_path / "a.sqlite"
    with open_store(path, "sum"):
        pass
    with pytest.raises(InputError, match="another file of items"), open_store(path, "other"):
        pass
    (tmp_path / "text.sqlite").write_text("this is no database at all, but long enough to look\n" * 50)
    with pytest.raises(InputError, match=r"text\.sqlite"), open_store(tmp_path / "text.sqlite", "sum"):
        pass
    with pytest.raises(InputError, match="cannot write here"), open_store(tmp_path / "no" / "a.sqlite", "sum"):
        pass


def seen(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.endswith("-shm")}


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
def test_another_programs_file_is_not_touched(mode, tmp_path):
    path = tmp_path / "photos #1?.sqlite"
    with closing(sqlite3.connect(path)) as other:
        other.execute(f"PRAGMA journal_mode = {mode}")
        other.execute("CREATE TABLE photos (name TEXT)")
        other.execute("CREATE TABLE settings (name TEXT, value TEXT)")
        other.commit()
        before = seen(tmp_path)  # in the second case all tables are in the log
        with pytest.raises(InputError, match="tables of another program") as caught, open_store(path, "sum"):
            pass
        assert seen(tmp_path) == before
    assert "--store" in caught.value.remedy
    before = seen(tmp_path)
    with pytest.raises(InputError, match="tables of another program"), open_store(path, "sum"):
        pass
    assert seen(tmp_path) == before
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_a_file_that_was_being_made_is_made_to_the_end(tmp_path):
    path = tmp_path / "a.sqlite"
    with closing(sqlite3.connect(path)) as begun:
        begun.execute("PRAGMA journal_mode = WAL")
    assert path.stat().st_size
    with open_store(path, "sum") as store:
        store.add_person("anna")
        # As after a kill: all tables are in the log, none in the file.
        for end in ("", "-wal"):
            shutil.copy(f"{path}{end}", tmp_path / f"b.sqlite{end}")
    with open_store(tmp_path / "b.sqlite", "sum") as store:
        assert store.people() == {"anna": 1}


def test_one_process_at_a_time(tmp_path):
    path = tmp_path / "a.sqlite"
    with (
        open_store(path, "sum"),
        pytest.raises(InputError, match="another `redink judge` is using"),
        open_store(path, "sum"),
    ):
        pass
    with open_store(path, "sum"):
        pass


def test_bug_a_server_could_not_start_while_a_file_was_exported(tmp_path):
    path = tmp_path / "a.sqlite"
    for _ in range(2):  # the first time, the reader makes the file
        with open_store(path, "sum", read_only=True) as reader, open_store(path, "sum") as server:
            server.add_person("anna")
            with open_store(path, "sum", read_only=True) as second_reader:
                assert reader.people() == second_reader.people() == {"anna": 1}
            with pytest.raises(sqlite3.OperationalError, match="readonly"):
                reader.append([Event("k", "answer", "anna")])


def test_after_a_kill_a_reader_sees_the_log(tmp_path):
    path = tmp_path / "a.sqlite"
    with open_store(path, "sum") as store:
        store.add_person("anna")
        for end in ("", "-wal"):
            shutil.copy(f"{path}{end}", tmp_path / f"b.sqlite{end}")
    with open_store(tmp_path / "b.sqlite", "sum", read_only=True) as store:
        assert store.people() == {"anna": 1}


def test_a_server_waits_for_the_lock_for_a_moment(tmp_path):
    path = tmp_path / "a.sqlite"
    opened = open_store(path, "sum")
    opened.__enter__()
    closing_soon = threading.Timer(0.3, opened.__exit__, (None, None, None))
    closing_soon.start()
    with open_store(path, "sum"):
        closing_soon.join()


@pytest.mark.parametrize("link", ["symlink_to", "hardlink_to"])
def test_bug_a_link_to_the_file_started_a_second_server(link, tmp_path):
    path, other = tmp_path / "a.sqlite", tmp_path / "elsewhere" / "b.sqlite"
    other.parent.mkdir()
    with open_store(path, "sum"):
        getattr(other, link)(path)
        with pytest.raises(InputError, match="another `redink judge` is using"), open_store(other, "sum"):
            pass
    with open_store(other, "sum"):
        pass
    assert {entry.name for entry in other.parent.iterdir()} == {"b.sqlite"}


def test_a_disk_without_locks_is_named(tmp_path, monkeypatch):
    def refused(*_):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", refused)
    with pytest.raises(InputError, match="cannot lock the file: No locks available"):
        open_store(tmp_path / "a.sqlite", "sum").__enter__()


def test_a_file_that_is_no_database_is_closed_again(tmp_path, monkeypatch):
    opened, connect = [], sqlite3.connect

    def watched(*given, **options):
        opened.append(connect(*given, **options))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", watched)
    (tmp_path / "text.sqlite").write_text("this is no database at all, but long enough to look\n" * 50)
    with pytest.raises(InputError), open_store(tmp_path / "text.sqlite", "sum"):
        pass
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        opened[0].execute("SELECT 1")
