"""Weight files in, how many systems solved each chunk out; and back: the published format, and ours in JSON.

The published format (Gotou et al. 2020) is the number N of systems, then one line per sentence with a count
for each chunk. It does not say which corpus, reference or systems it belongs to. Our format does:

    {"kind": "redink difficulty weights", "schema": 1, "redink": …, "corpus": checksum, "reference": name,
     "size": N, "systems": [names], "settings": {…}, "chunks": all, "errors": all,
     "sentences": [{"sum": checksum of tokens and gold edits, "chunks": M, "solved": {"place": n, …}}, …]}

where `solved` holds the chunks (from 0) that not all N systems got right. Weights of a model have expected n, which
need not be whole.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec
import numpy as np
from numpy.typing import NDArray

from redink.arrays import Floats, Ints
from redink.errors import InputError, Place, UsageError
from redink.reading.files import Source, display_name, open_bytes, read_lines, write_whole
from redink.reading.numbers import natural
from redink.reading.strict_json import read_json
from redink.records import Edit, Tokens
from redink.signature import checksum
from redink.version import __version__

KIND = "redink difficulty weights"
SCHEMA = 1


@dataclass(frozen=True, slots=True, eq=False)
class SolvedCounts:
    """What a weight file holds: S sentences, and for each chunk how many systems solved it."""

    name: str
    """Name of the file in messages."""
    size: int
    """N, the number of systems."""
    lengths: Ints
    """(S,) chunks of each sentence."""
    solved: NDArray[np.int32] | Floats
    """(all chunks,) n, sentence after sentence; whole, or as a model expects it."""
    systems: tuple[str, ...] = ()
    """Names of the systems; empty when the file does not name them."""
    reference: str = ""
    """Name of the reference; empty when the file does not name it."""
    errors: int | None = None
    """How many of the chunks are errors, when the file tells."""
    checksums: tuple[str, ...] = ()
    """(S,) checksums of tokens and gold edits, when the file tells."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """How the edits were made, and from which file, when the file tells."""
    pool: str = ""
    """Name of the pool, if redink carries it."""


class _Sentence(msgspec.Struct):
    sum: str
    chunks: int
    solved: dict[str, int | float]


class _File(msgspec.Struct):
    kind: str
    schema: int
    redink: str
    corpus: str
    reference: str
    size: int
    systems: list[str]
    settings: dict[str, str]
    chunks: int
    errors: int
    sentences: list[_Sentence]


_MOST = 1 << 28
"""The most chunks or systems that a file may have; more are a mistake and would fill the memory."""


def sentence_checksum(tokens: Tokens, edits: Sequence[Edit]) -> str:
    """Give eight hex digits for a sentence and its gold edits (spans and corrections, not types)."""
    parts = [" ".join(tokens)]
    for edit in edits:
        corrections = "||".join(" ".join(correction) for correction in (edit.replacement, *edit.alternatives))
        parts.append(f"{edit.start} {edit.end} {corrections}")
    return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:8]


def read_weights(path: Source) -> SolvedCounts:
    """Read a weight file of either kind, told apart by its first character."""
    with open_bytes(path) as handle:
        begins = handle.read(64).lstrip()[:1]
    return _read_ours(path) if begins == b"{" else _read_published(path)


def _read_published(path: Source) -> SolvedCounts:
    name = display_name(path)
    lines = iter(read_lines(path))
    first = next(lines, "").strip()
    size = natural(first)
    if not size or size > _MOST:
        raise InputError(
            f"the first line must be the number of systems, not {first[:20]!r}",
            place=Place(name, 1),
            remedy="is this a weight file?",
        )
    rows = [_row(line, size, Place(name, number)) for number, line in enumerate(lines, start=2)]
    lengths = np.array([len(row) for row in rows], dtype=np.int64)
    return SolvedCounts(name, size, lengths, np.concatenate(rows) if rows else np.zeros(0, dtype=np.int32))


def _row(line: str, size: int, place: Place) -> NDArray[np.int32]:
    try:
        counts = np.array(line.split(), dtype=np.int32)
    except (ValueError, OverflowError) as error:
        raise InputError(
            f"counts must be numbers, not {line[:30]!r}",
            place=place,
            remedy="is this a weight file? redink difficulty --save-weights makes one",
        ) from error
    if not len(counts):
        raise InputError("a sentence has no chunks", place=place, remedy="even an empty sentence has one chunk")
    if counts.min() < 0 or counts.max() > size:
        raise InputError(
            f"a count must be between 0 and {size}, the number of systems",
            place=place,
            remedy="is the first line the number of systems?",
        )
    return counts


def _read_ours(path: Source) -> SolvedCounts:
    name = display_name(path)
    file = read_json(path, _File, "not a weight file", remedy="redink difficulty --save-weights makes one")
    if file.kind != KIND or file.schema != SCHEMA:
        raise InputError(
            f"not a weight file of schema {SCHEMA}: {file.kind!r}, schema {file.schema}",
            place=Place(name),
            remedy=f"it was written by redink {file.redink}; this is {__version__}",
        )
    chunks = [sentence.chunks for sentence in file.sentences]
    if min(chunks, default=0) < 0 or sum(chunks) > _MOST or not 0 < file.size < _MOST:
        raise InputError(
            f"impossible numbers: {sum(chunks)} chunks and {file.size} systems",
            place=Place(name),
            remedy="is this a weight file? redink difficulty --save-weights makes one",
        )
    lengths = np.array(chunks, dtype=np.int64)
    return SolvedCounts(
        name=name,
        size=file.size,
        lengths=lengths,
        solved=_solved(file, lengths, name),
        systems=tuple(file.systems),
        reference=file.reference,
        errors=file.errors,
        checksums=tuple(sentence.sum for sentence in file.sentences),
        settings=file.settings,
    )


def _solved(file: _File, lengths: Ints, name: str) -> NDArray[np.int32] | Floats:
    whole = all(isinstance(count, int) for sentence in file.sentences for count in sentence.solved.values())
    n_chunks = int(lengths.sum())
    solved = np.full(n_chunks, file.size, dtype=np.int32) if whole else np.full(n_chunks, float(file.size))
    start = 0
    for number, sentence in enumerate(file.sentences, start=1):
        for place, count in sentence.solved.items():
            chunk = natural(place)
            if chunk is None or chunk >= sentence.chunks or not 0 <= count <= file.size:
                raise InputError(
                    f"no such chunk or count: {place!r}: {count}",
                    place=Place(name, sentence=number),
                    remedy="the file was changed: make it again with redink difficulty --save-weights",
                )
            solved[start + chunk] = count
        start += sentence.chunks
    return solved


def write_weights(path: Source, counts: SolvedCounts, sources: Sequence[Tokens]) -> None:
    """Write a weight file in our JSON format."""
    with write_whole(path) as out:
        out.write(format_weights(counts, sources))


def format_weights(counts: SolvedCounts, sources: Sequence[Tokens]) -> str:
    """Give our JSON, one sentence per line, so that versions of a file can be compared."""
    starts = np.concatenate(([0], np.cumsum(counts.lengths)))
    sentences = []
    for number, digest in enumerate(counts.checksums):
        solved = counts.solved[starts[number] : starts[number + 1]]
        missed = {str(place): solved[place].item() for place in np.flatnonzero(solved < counts.size)}
        sentences.append(_Sentence(digest, len(solved), missed))
    file = _File(
        kind=KIND,
        schema=SCHEMA,
        redink=__version__,
        corpus=checksum(" ".join(tokens) for tokens in sources),
        reference=counts.reference,
        size=counts.size,
        systems=list(counts.systems),
        settings=dict(counts.settings),
        chunks=int(counts.lengths.sum()),
        errors=counts.errors or 0,
        sentences=[],
    )
    head = msgspec.json.encode(file).decode().removesuffix("[]}")
    return head + "[\n" + ",\n".join(msgspec.json.encode(sentence).decode() for sentence in sentences) + "\n]}\n"


def write_published(path: Source, counts: SolvedCounts) -> None:
    """Write a weight file in the published format, which has whole numbers only."""
    if counts.solved.dtype.kind == "f":
        raise UsageError(
            "the published format cannot hold the weights of a model", remedy="give the file a name that ends in .json"
        )
    with write_whole(path) as out:
        out.write(format_published(counts))


def format_published(counts: SolvedCounts) -> str:
    """Give the text of a weight file in the published format."""
    rows = np.split(counts.solved, np.cumsum(counts.lengths)[:-1]) if len(counts.lengths) else []
    return "\n".join((str(counts.size), *(" ".join(map(str, row.tolist())) for row in rows))) + "\n"
