"""Analyses on disk: sentences in, the analyses that a pipeline once gave them out.

One SQLite file for each pipeline and version, so that a second run, or another system on the same
source, need not analyse (nor even load the model) again. Deleting the file loses nothing but time.
"""

from __future__ import annotations

import hashlib
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec

from redink.errors import InputError, Place
from redink.language.pipeline import Analysis, Token
from redink.records import Tokens

_QUESTION = 500
"""Keys asked for in one statement."""
_PATIENCE = 60.0
"""Seconds to wait for another process that writes."""

_Columns = tuple[list[str], list[str], list[str], list[str], list[int]]
"""Tags, parts of speech, lemmas, labels and heads; the words themselves are the key."""


class AnalysisCache:
    """A table of analyses by sentence."""

    def __init__(self, folder: Path, pipeline: str, version: str) -> None:
        """Open (or begin) the file of one pipeline and version in a folder."""
        name = re.sub(r"[^\w.+-]+", "_", f"{pipeline}-{version}")
        self.path = folder / f"{name}.sqlite"
        self._encode = msgspec.msgpack.Encoder().encode
        self._decode = msgspec.msgpack.Decoder(_Columns).decode
        with self._complaints():
            folder.mkdir(parents=True, exist_ok=True)
            with self._connection(writes=True) as connection:
                connection.execute(
                    "CREATE TABLE IF NOT EXISTS analyses (key BLOB PRIMARY KEY, columns BLOB) WITHOUT ROWID"
                )

    def find(self, sentences: Sequence[Tokens]) -> dict[Tokens, Analysis]:
        """Give the analyses that the file holds."""
        analyses: dict[Tokens, Analysis] = {}
        with self._complaints(), self._connection() as connection:
            for start in range(0, len(sentences), _QUESTION):
                keys = {_key(sentence): sentence for sentence in sentences[start : start + _QUESTION]}
                marks = ",".join("?" * len(keys))
                rows = connection.execute(f"SELECT key, columns FROM analyses WHERE key IN ({marks})", list(keys))
                analyses |= {keys[key]: self._build(keys[key], columns) for key, columns in rows}
        return analyses

    def store(self, analyses: Mapping[Tokens, Analysis]) -> None:
        """Store analyses; those that are in the file already stay."""
        rows = [
            (_key(sentence), self._encode([[token[field] for token in analysis] for field in range(2, 7)]))
            for sentence, analysis in analyses.items()
        ]
        with self._complaints(), self._connection(writes=True) as connection:
            connection.executemany("INSERT OR IGNORE INTO analyses VALUES (?, ?)", rows)

    def _build(self, sentence: Tokens, columns: bytes) -> Analysis:
        return tuple(
            Token(word, word.lower(), *fields) for word, *fields in zip(sentence, *self._decode(columns), strict=True)
        )

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

    @contextmanager
    def _complaints(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, msgspec.DecodeError, OSError, ValueError) as error:
            raise InputError(
                f"the cache cannot be used: {error}",
                place=Place(str(self.path)),
                remedy="delete it, or leave --cache out",
            ) from error


def _key(sentence: Tokens) -> bytes:
    # The lengths keep ("a b", "c") and ("a", "b c") apart whatever the tokens hold.
    text = " ".join((*(str(len(token)) for token in sentence), *sentence))
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
