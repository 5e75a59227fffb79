"""Events in, rows of one SQLite file out; rows are appended, flushed to disk before the call returns, never changed.

Every event has its own key. An event that is sent twice, by a double click or by a browser that got no answer because
the server died, is stored once.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Literal, NamedTuple, TypeAlias, TypeVar

import msgspec

from redink.errors import InputError, Place
from redink.version import __version__

Kind: TypeAlias = Literal["draw", "answer", "skip", "undo", "round"]
TOOL = f"redink {__version__}"
Cell = TypeVar("Cell")
_VERSION = "2"
_PATIENCE = 2.0
"""Seconds that a server waits for the lock: an export has it for a moment."""

_TABLES = """
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE people (number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, added TEXT NOT NULL);
CREATE TABLE events (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  person TEXT NOT NULL REFERENCES people (name),
  item TEXT NOT NULL,
  pass INTEGER NOT NULL,
  answer TEXT NOT NULL,
  note TEXT NOT NULL,
  shown TEXT NOT NULL,
  position INTEGER,
  seconds REAL,
  started TEXT NOT NULL,
  ended TEXT NOT NULL,
  tool TEXT NOT NULL,
  criterion TEXT NOT NULL DEFAULT ''
);
CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
CREATE TRIGGER events_are_kept BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;
CREATE TRIGGER people_stay BEFORE UPDATE ON people BEGIN SELECT RAISE(ABORT, 'people are never changed'); END;
CREATE TRIGGER people_are_kept BEFORE DELETE ON people BEGIN SELECT RAISE(ABORT, 'people are never deleted'); END;
"""
_TABLE_NAMES = {"settings", "people", "events"}


class Event(NamedTuple):
    """One action of one person."""

    key: str
    """Unique key of the event; the same when it is sent again."""
    kind: Kind
    """`draw` (an item that few people get is shown to this one), `answer`, `skip`, `undo` (of the event whose key is in
    `answer`), `round` (a new pass begins)."""
    person: str
    """Name of the person."""
    item: str = ""
    """Id of the item."""
    round: int = 1
    """Number of the pass."""
    answer: str = ""
    """The answer; for pairs it is about left and right, whichever the screen showed first."""
    note: str = ""
    shown: str = ""
    """`left-right` or `right-left`."""
    position: int | None = None
    """Number of answers before this one, plus 1."""
    seconds: float | None = None
    """Duration of the answer."""
    started: str = ""
    """Time when the item was shown."""
    ended: str = ""
    """Time of the event: when the answer arrived."""
    tool: str = TOOL
    """Program that recorded the event."""
    criterion: str = ""
    """Id of the criterion that decided, as the card calls it."""


_NAMES = ", ".join("pass" if name == "round" else name for name in Event._fields)
_PLACES = ", ".join("?" * len(Event._fields))


def now() -> str:
    """Give the current time as it is stored: UTC, to the millisecond."""
    return time_of(time.time())


def time_of(seconds: float) -> str:
    """Give a time in seconds since 1970 as it is stored."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


def seconds_of(stored: str) -> float:
    """Give a stored time in seconds since 1970; −1 for anything that is no time."""
    try:
        return datetime.fromisoformat(stored).timestamp()
    except (ValueError, OverflowError):
        return -1.0


class Store:
    """One file of events, open for appending."""

    def __init__(self, path: Path, connection: sqlite3.Connection, secret: str) -> None:
        """Use an open connection; `open_store` makes one."""
        self.path = path
        self.secret = secret
        self._connection = connection
        self._lock = threading.Lock()

    def append(self, events: Sequence[Event]) -> list[bool]:
        """Write events to disk in one transaction; tell for each whether it is new. All are on disk on return."""
        with self._lock, self._connection as transaction:
            transaction.execute("BEGIN IMMEDIATE")
            statement = f"INSERT INTO events ({_NAMES}) VALUES ({_PLACES}) ON CONFLICT (key) DO NOTHING"
            return [transaction.execute(statement, event).rowcount == 1 for event in events]

    def add_person(self, name: str) -> int:
        """Give the number of the person of a name, who is added if necessary."""
        with self._lock, self._connection as transaction:
            transaction.execute("BEGIN IMMEDIATE")
            transaction.execute(
                "INSERT INTO people (name, added) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", (name, now())
            )
            row = transaction.execute("SELECT number FROM people WHERE name = ?", (name,)).fetchone()
        return int(row[0])

    def people(self) -> dict[str, int]:
        """Give the number of each person by name, in the order in which they joined."""
        with self._lock:
            rows = self._connection.execute("SELECT name, number FROM people ORDER BY number").fetchall()
        return {_typed(name, str, self.path): _typed(number, int, self.path) for name, number in rows}

    def generations(self) -> dict[int, int]:
        """Give how many links of a person are no longer in use, by the number of the person."""
        with self._lock:
            rows = self._connection.execute("SELECT name, value FROM settings WHERE name LIKE 'link %'").fetchall()
        try:
            return {int(name.removeprefix("link ")): int(value) for name, value in rows}
        except (ValueError, TypeError, AttributeError) as error:
            raise damaged(self.path, str(error)) from error

    def renew_link(self, number: int) -> int:
        """Count one more link of a person that is no longer in use; give how many there are."""
        with self._lock, self._connection as transaction:
            transaction.execute("BEGIN IMMEDIATE")
            row = transaction.execute(
                "INSERT INTO settings VALUES (?, 1) ON CONFLICT (name) DO UPDATE SET value = value + 1 RETURNING value",
                (f"link {number}",),
            ).fetchone()
        return int(row[0])

    def change_card(self, checksum: str) -> bool:
        """Keep the checksum of the card that judges read; tell whether answers were given with another one."""
        with self._lock, self._connection as transaction:
            transaction.execute("BEGIN IMMEDIATE")
            row = transaction.execute("SELECT value FROM settings WHERE name = 'card'").fetchone()
            answered = transaction.execute("SELECT 1 FROM events WHERE kind = 'answer' LIMIT 1").fetchone()
            transaction.execute("INSERT OR REPLACE INTO settings VALUES ('card', ?)", (checksum,))
        return row is not None and row[0] != checksum and answered is not None

    def events(self) -> list[Event]:
        """Give all events in the order in which they happened."""
        with self._lock:
            rows = self._connection.execute(f"SELECT {_NAMES} FROM events ORDER BY number").fetchall()
        return [_typed(row, Event, self.path) for row in rows]


def _typed(value: object, kind: type[Cell], path: Path) -> Cell:
    """Give a value that was read if it has the type that was written: SQLite itself does not look at types."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise damaged(path, f"it holds {str(value)[:60]!r}: {error}") from error


@contextmanager
def open_store(path: Path, tasks: str, *, read_only: bool = False) -> Iterator[Store]:
    """Open a file of events, which is created if necessary; only one process at a time may do so.

    The file must have been made for items of the same checksum. Whoever only reads may do so beside a server, and keeps
    no server from starting.
    """
    _expect_ours(path)
    if read_only:
        with _alone(path, read_only=True) as is_alone:
            if is_alone:  # nobody else makes the tables of a new file, or adds what an old one lacks
                with _open(path, tasks, _connect):
                    pass
        with _open(path, tasks, _reading) as store:
            yield store
    else:
        with _alone(path, read_only=False), _open(path, tasks, _connect) as store:
            yield store


@contextmanager
def _open(path: Path, tasks: str, connect: Callable[[Path], sqlite3.Connection]) -> Iterator[Store]:
    try:
        connection = connect(path)
    except (sqlite3.Error, OSError) as error:
        raise InputError(
            f"cannot open the file of judgements: {error}",
            place=Place(str(path)),
            remedy="does another program have it open? are you allowed to write there?",
        ) from error
    try:
        yield Store(path, connection, _prepared(connection, path, tasks))
    except sqlite3.Error as error:
        raise damaged(path, str(error)) from error
    finally:
        connection.close()


def damaged(path: Path, cause: str) -> InputError:
    """Give the error about a file of judgements that cannot be used further."""
    return InputError(
        f"the file of judgements cannot be used: {cause}",
        place=Place(str(path)),
        remedy="is the disk full? if the file is damaged, restore a copy, or save the rest with: sqlite3 FILE .recover",
    )


def _expect_ours(path: Path) -> None:
    """Refuse a file of another program before anything in it or beside it changes; one without tables is accepted."""
    if not path.is_file() or not path.stat().st_size:
        return
    modes = ["mode=ro&immutable=1"]  # no locks, no log, no repair
    real = path.resolve()  # SQLite follows a link, and so does the name of its log
    if real.with_name(f"{real.name}-wal").exists():
        modes.append("mode=ro")  # a server that was killed early left its tables only in the log
    tables: set[str] | None = None
    cause = "it holds the tables of another program"
    for mode in modes:
        try:
            tables = _tables(path, mode)
        except sqlite3.Error as error:
            cause = str(error)
        if tables:
            break
    if tables is None or (tables and not tables >= _TABLE_NAMES):
        raise InputError(
            f"this is not a file of judgements: {cause}", place=Place(str(path)), remedy="choose another with --store"
        )


def _tables(path: Path, mode: str) -> set[str]:
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True)) as connection:
        return {str(name) for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def _reading(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False, timeout=10)


def _connect(path: Path) -> sqlite3.Connection:
    # Autocommit: transactions begin and end explicitly. One worker thread appends, another one reads.
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=10)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")  # a commit returns when the bytes are on the disk
        connection.execute("PRAGMA foreign_keys = ON")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _prepared(connection: sqlite3.Connection, path: Path, tasks: str) -> str:
    """Make the tables of a new file, or check those of an old one; give the secret of the file."""
    try:
        n_tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        if not n_tables:
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                for statement in _statements():
                    connection.execute(statement)
                initial = (("version", _VERSION), ("tasks", tasks), ("secret", secrets.token_hex(32)))
                connection.executemany("INSERT INTO settings VALUES (?, ?)", initial)
        settings = dict(connection.execute("SELECT name, value FROM settings").fetchall())
        if settings.get("version") == "1" and settings.get("tasks") == tasks:
            settings["version"] = _from_version_1(connection)
    except sqlite3.Error as error:
        raise InputError(
            f"this is not a file of judgements: {error}",
            place=Place(str(path)),
            remedy="give a file that redink judge made, or the name of a new one",
        ) from error
    if settings.get("version") != _VERSION:
        raise InputError(
            "another version of redink made this file",
            place=Place(str(path)),
            remedy="serve it with the version that made it, or begin a new file",
        )
    if settings.get("tasks") != tasks:
        raise InputError(
            "these judgements belong to another file of items",
            place=Place(str(path)),
            remedy="give the items they were made with, or another file with --store",
        )
    return _typed(settings.get("secret"), str, path)


def _from_version_1(connection: sqlite3.Connection) -> str:
    """Add the column of criteria to a file of redink 0.2; every row stays as it is."""
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("ALTER TABLE events ADD COLUMN criterion TEXT NOT NULL DEFAULT ''")
        connection.execute("UPDATE settings SET value = ? WHERE name = 'version'", (_VERSION,))
    return _VERSION


def _statements() -> Iterable[str]:
    statement = ""
    for line in _TABLES.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


@contextmanager
def _alone(path: Path, *, read_only: bool) -> Iterator[bool]:
    """Lock the file, which is created if necessary, because the memory of two servers would drift apart.

    Gives whether it was locked; with `read_only`, it need not be.

    The lock belongs to the file, whatever name or link leads to it, and ends with the process. SQLite's own locks are
    of another kind.
    """
    try:
        handle = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # it holds the key of all personal links
    except OSError as error:
        raise InputError(
            f"cannot write here: {error.strerror}", place=Place(str(path)), remedy="choose a place where you may write"
        ) from error
    with handle:  # closed after the connection: closing a file ends all locks of SQLite on it
        yield _lock(handle, path, read_only=read_only)


def _lock(handle: IO[str], path: Path, *, read_only: bool) -> bool:
    try:
        import fcntl
    except ImportError:  # Windows: the check is left out
        return True
    end = time.monotonic() + (0 if read_only else _PATIENCE)
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            if read_only:
                return False
            if time.monotonic() >= end:
                raise InputError(
                    "another `redink judge` is using this file", place=Place(str(path)), remedy="stop it first"
                ) from error
            time.sleep(0.02)
        except OSError as error:
            raise InputError(
                f"cannot lock the file: {error.strerror}",
                place=Place(str(path)),
                remedy="choose a file on a local disk",
            ) from error
        else:
            return True
