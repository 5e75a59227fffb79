"""Analyses on disk: sentences in, the analyses that a pipeline once gave them out.

One SQLite file for each pipeline and version, so that a second run, or another system on the same
source, need not analyse (nor even load the model) again. Deleting the file loses nothing but time: a file that is
damaged is replaced by an empty one, with a warning.
"""

from __future__ import annotations

import hashlib
import re
import sqlite3
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from redink.errors import InputError, Place, users_line
from redink.language.pipeline import Analysis, Token
from redink.records import Tokens

_QUESTION = 500
"""Keys asked for in one statement."""
_PATIENCE = 60.0
"""Seconds to wait for another process that writes."""

_Columns = tuple[list[str], list[str], list[str], list[str], list[int]]
"""Tags, parts of speech, lemmas, labels and heads; the words themselves are the key."""
_DAMAGE = (sqlite3.Error, msgspec.DecodeError, ValueError, TypeError, KeyError)
"""What a damaged file may raise."""


class AnalysisCache:
    """A table of analyses by sentence."""

    def __init__(self, folder: Path, pipeline: str, version: str) -> None:
        """Open (or begin) the file of one pipeline and version in a folder."""
        name = re.sub(r"[^\w.+-]+", "_", f"{pipeline}-{version}")
        self.path = folder / f"{name}.sqlite"
        self._encode = msgspec.msgpack.Encoder().encode
        self._decode = msgspec.msgpack.Decoder(_Columns).decode
        self._is_off = False
        try:
            folder.mkdir(parents=True, exist_ok=True)
            try:
                self._begin()
            except _DAMAGE as error:
                if not _is_damage(error):
                    raise
                self._begin_again(error)
        except (sqlite3.Error, OSError) as error:
            raise InputError(
                f"the cache cannot be used: {error}",
                place=Place(str(self.path)),
                remedy="delete it, or leave --cache out",
            ) from error

    def find(self, sentences: Sequence[Tokens]) -> dict[Tokens, Analysis]:
        """Give the analyses that the file holds; nothing if it is damaged, and a new one is begun."""
        analyses: dict[Tokens, Analysis] = {}
        if self._is_off:
            return analyses
        try:
            with self._connection() as connection:
                for start in range(0, len(sentences), _QUESTION):
                    keys = {_key(sentence): sentence for sentence in sentences[start : start + _QUESTION]}
                    marks = ",".join("?" * len(keys))
                    rows = connection.execute(f"SELECT key, columns FROM analyses WHERE key IN ({marks})", list(keys))
                    analyses |= {keys[key]: self._build(keys[key], columns) for key, columns in rows}
        except (*_DAMAGE, OSError) as error:
            self._give_up(error)
            return {}
        return analyses

    def store(self, analyses: Mapping[Tokens, Analysis]) -> None:
        """Store analyses; those that are in the file already stay."""
        if self._is_off:
            return
        rows = [
            (_key(sentence), self._encode([[token[field] for token in analysis] for field in range(2, 7)]))
            for sentence, analysis in analyses.items()
        ]
        try:
            with self._connection(writes=True) as connection:
                connection.executemany("INSERT OR IGNORE INTO analyses VALUES (?, ?)", rows)
        except (*_DAMAGE, OSError) as error:
            self._give_up(error)

    def _begin(self) -> None:
        with self._connection(writes=True) as connection:
            connection.execute("CREATE TABLE IF NOT EXISTS analyses (key BLOB PRIMARY KEY, columns BLOB) WITHOUT ROWID")

    def _begin_again(self, error: Exception) -> None:
        """Replace a damaged file by an empty one."""
        warnings.warn(f"{self.path}: the cache is damaged ({error}); beginning a new one", stacklevel=users_line())
        for end in ("", "-journal", "-wal", "-shm"):
            self.path.with_name(f"{self.path.name}{end}").unlink(missing_ok=True)
        self._begin()

    def _give_up(self, error: Exception) -> None:
        """Begin a new file if this one is damaged; go on without one if it cannot be used (a full disk, no rights)."""
        if _is_damage(error):
            try:
                self._begin_again(error)
            except (sqlite3.Error, OSError) as second:
                error = second
            else:
                return
        self._is_off = True
        warnings.warn(f"continuing without a cache: {self.path}: {error}", stacklevel=users_line())

    def _build(self, sentence: Tokens, columns: bytes) -> Analysis:
        decoded = self._decode(columns)
        if not all(0 <= head < len(sentence) for head in decoded[-1]):
            raise ValueError("a head is outside its sentence")
        return tuple(Token(word, word.lower(), *fields) for word, *fields in zip(sentence, *decoded, strict=True))

    @contextmanager
    def _connection(self, *, writes: bool = False) -> Iterator[sqlite3.Connection]:
        # A connection does not survive a fork, so none is kept; opening one takes microseconds.
        connection = sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None)
        try:
            if writes:
                # Lock at once: a lock requested in the middle of a transaction is refused without waiting if another
                # process requests it too, and so is a change to the write-ahead log.
                connection.execute("BEGIN IMMEDIATE")
            yield connection
            if writes:
                connection.execute("COMMIT")
        finally:
            connection.close()  # changes that are not committed are undone


def _is_damage(error: Exception) -> bool:
    """Tell whether the content of the file is wrong; otherwise it is only locked, full or not ours to write."""
    return not isinstance(error, (sqlite3.OperationalError, OSError)) or str(error).startswith("no such ")


def _key(sentence: Tokens) -> bytes:
    # The lengths keep ("a b", "c") and ("a", "b c") apart whatever the tokens hold.
    text = " ".join((*(str(len(token)) for token in sentence), *sentence))
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
