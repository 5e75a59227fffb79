"""A file in the trie format of the package `pocketsphinx` in; log probabilities of words by its trigram model out.

The file is read as data; no code of the package runs. Layout (little-endian): the name of the format, the order, the
number of n-grams of each order; the quantisation tables (probability and back-off weight of bigrams, probability of
trigrams, 65,536 values each); unigrams (probability, back-off, first bigram); bigrams and trigrams as packed bits; the
words. The trie is reversed: the children of word w are the words before it. Numbers are logarithms to the base 1.0001.

Words that the model does not know get a floor (`OOV_FLOOR`), a little below the rarest word that it knows.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from struct import unpack_from

import numpy as np
import numpy.typing as npt

from redink.arrays import Floats
from redink.errors import InputError, MissingExtraError, Place
from redink.questions.faithfulness.mathematics.running_text import running_text

INSTALL = 'pip install "redink[fluency]"'
OOV_FLOOR = -9.5
"""log₁₀ of the probability of an unknown word: a little below −9.47, the value of the rarest words of the model."""

_FORMAT = b"Trie Language Model"
_MODEL = Path("model") / "en-us" / "en-us.lm.bin"
_BINS = 1 << 16
_STEP = math.log(1.0001)
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*", re.UNICODE)

_Integers = npt.NDArray[np.int64]
_Bytes = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class TrigramModel:
    """A trigram model: natural logarithms of probabilities and back-off weights, with n-grams as sorted keys."""

    name: str
    """File and version, for the signature."""
    numbers: dict[str, int]
    """Number of each word."""
    unigrams: Floats
    """(2 × V) probability and back-off."""
    bigram_keys: _Integers
    """last · V + the word before it."""
    bigrams: Floats
    """(2 × bigrams) probability and back-off."""
    trigram_keys: _Integers
    """number of the bigram · V + the word before that."""
    trigrams: Floats
    """(trigrams,) probability."""

    def score(self, sentences: Sequence[Sequence[str]]) -> tuple[Floats, _Integers]:
        """Give for each sentence ln P of its words and its end, and the number of both (words + 1).

        P(w_i | w_{i−2}, w_{i−1}) by back-off; the sentence begins with <s> and ends with </s>.
        """
        lengths = np.array([len(words) + 1 for words in sentences], dtype=np.int64)
        log_probabilities = self._conditional(
            _contexts([[self._number(word) for word in words] for words in sentences], self.numbers)
        )
        starts = np.concatenate([[0], np.cumsum(lengths)[:-1]]).astype(np.intp)
        return (np.add.reduceat(log_probabilities, starts) if len(lengths) else np.zeros(0)), lengths

    def _number(self, word: str) -> int:
        return self.numbers.get(word, self.numbers.get(word.lower(), -1))

    def _conditional(self, grams: _Integers) -> Floats:
        """Give ln P of the last column of (n × 3) word numbers; −1 is an unknown word, −2 no word."""
        oldest, before, last = grams.T
        in_vocabulary = last >= 0
        probability = np.where(in_vocabulary, self.unigrams[0][last], OOV_FLOOR * math.log(10))
        # Using a shorter context costs the back-off weight of the longer one, if the model has the longer one.
        probability += np.where((before >= 0) & in_vocabulary, self.unigrams[1][before], 0.0)
        bigram = self._bigram(last, before)
        probability = np.where(bigram >= 0, self.bigrams[0][bigram], probability)
        context = self._bigram(before, oldest)
        probability += np.where((context >= 0) & in_vocabulary, self.bigrams[1][context], 0.0)
        trigram = _find(self.trigram_keys, bigram * len(self.numbers) + oldest, (bigram >= 0) & (oldest >= 0))
        return np.where(trigram >= 0, self.trigrams[trigram], probability)

    def _bigram(self, last: _Integers, before: _Integers) -> _Integers:
        return _find(self.bigram_keys, last * len(self.numbers) + before, (last >= 0) & (before >= 0))


def _contexts(sentences: Sequence[Sequence[int]], numbers: dict[str, int]) -> _Integers:
    """Give every word with the two words before it, (words × 3)."""
    start, end = numbers["<s>"], numbers["</s>"]
    rows = []
    for words in sentences:
        line = [-2, start, *words, end]
        rows += [line[place - 2 : place + 1] for place in range(2, len(line))]
    return np.array(rows, dtype=np.int64).reshape(-1, 3)


def _find(keys: _Integers, wanted: _Integers, valid: npt.NDArray[np.bool_]) -> _Integers:
    """Give the places of the wanted keys in a sorted list; −1 for keys that are missing or not valid."""
    places = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where(valid & (keys[places] == wanted), places, -1)


def words_of_text(tokens: Sequence[str]) -> list[str]:
    """Give the words of a sentence in the form of the model: running text (`don't`), no punctuation, lower case."""
    return [word.lower().replace("’", "'") for word in _WORD.findall(running_text(tokens))]


def find_model() -> Path:
    """Give the path of the model in the installed package, without importing the package."""
    spec = find_spec("pocketsphinx")
    if spec is None or spec.origin is None:
        raise MissingExtraError("the package with the trigram model is not installed", remedy=f"type: {INSTALL}")
    path = Path(spec.origin).parent / _MODEL
    if not path.is_file():
        raise MissingExtraError(f"pocketsphinx has no {_MODEL}", remedy=f"install it again: {INSTALL}")
    return path


def load_model(path: Path | None = None) -> TrigramModel:
    """Read the model of the package, or another file of the same format."""
    file = find_model() if path is None else path
    try:
        data = file.read_bytes()
    except OSError as error:
        raise InputError(
            f"cannot read: {error.strerror or error}",
            place=Place(str(file)),
            remedy="install it again: pip install --force-reinstall pocketsphinx",
        ) from error
    try:
        return _parse(data, _name(file, path is None))
    except (ValueError, IndexError, KeyError) as error:
        raise InputError(
            f"not a trigram model of pocketsphinx's trie format: {error}", place=Place(str(file)), remedy=INSTALL
        ) from error


def _name(file: Path, packaged: bool) -> str:
    try:
        return f"{file.name}@pocketsphinx{version('pocketsphinx')}" if packaged else file.name
    except PackageNotFoundError:
        return file.name


def _parse(data: bytes, name: str) -> TrigramModel:
    if data[: len(_FORMAT)] != _FORMAT or len(data) < 40 or data[len(_FORMAT)] != 3:
        raise ValueError("it does not begin like one of order 3")
    counts = unpack_from("<3I", data, len(_FORMAT) + 1)
    place = len(_FORMAT) + 1 + 12 + 4  # the kind of quantisation comes after the counts
    tables = _STEP * np.frombuffer(data, "<f4", 3 * _BINS, place).reshape(3, _BINS).astype(np.float64)
    place += 12 * _BINS
    unigrams = np.frombuffer(data, [("p", "<f4"), ("b", "<f4"), ("next", "<u4")], counts[0] + 1, place)
    place += unigrams.nbytes
    word_bits, next_bits = counts[0].bit_length(), counts[2].bit_length()
    second = _Packed(data, place, counts[1], word_bits + 32 + next_bits)
    third = _Packed(data, second.end, counts[2], word_bits + 16)
    words = data[third.end + 4 :].decode("utf-8").split("\0")[: counts[0]]
    if len(words) < counts[0]:
        raise ValueError(f"{len(words)} words, expected {counts[0]}")
    used = int(unigrams["next"][-1])
    starts: _Integers = unigrams["next"].astype(np.int64)
    firsts = np.repeat(np.arange(counts[0]), starts[1:] - starts[:-1])
    children = second.field(word_bits + 32, next_bits)[: used + 1]
    below = np.diff(children)
    parents = np.repeat(np.arange(used), below)
    trigram_keys = parents * counts[0] + third.field(0, word_bits)[: len(parents)]
    # Two of two million bigrams of the packaged model have their words out of order.
    order = np.argsort(trigram_keys, kind="stable")
    first = np.stack([unigrams["p"][:-1], unigrams["b"][:-1]]).astype(np.float64)
    if not (np.isfinite(first).all() and np.isfinite(tables).all()):
        raise ValueError("it has probabilities that are not numbers")
    return TrigramModel(
        name,
        {word: number for number, word in enumerate(words)},
        _STEP * first,
        firsts * counts[0] + second.field(0, word_bits)[:used],
        np.stack([tables[0][second.field(word_bits + 16, 16)[:used]], tables[1][second.field(word_bits, 16)[:used]]]),
        trigram_keys[order],
        tables[2][third.field(word_bits, 16)[: len(parents)]][order],
    )


class _Packed:
    """Records of a fixed number of bits, one after the other."""

    def __init__(self, data: bytes, place: int, count: int, bits: int) -> None:
        # There is one more record than n-grams: it says where the children of the last n-gram end. Eight bytes of
        # padding follow it, so that eight bytes can be read at a time.
        self._count, self._bits = count + 1, bits
        self.end = place + ((count + 1) * bits + 7) // 8 + 8
        if self.end > len(data):
            raise ValueError("it ends too early")
        self._bytes: _Bytes = np.frombuffer(data, np.uint8, self.end - place, place)

    def field(self, shift: int, width: int) -> _Integers:
        """Give a field of all records; it is up to 32 bits wide, which takes five bytes with the shift."""
        bit = np.arange(self._count, dtype=np.int64) * self._bits + shift
        start, value = bit >> 3, np.zeros(self._count, dtype=np.uint64)
        for number in range(5):
            value |= self._bytes[start + number].astype(np.uint64) << np.uint64(8 * number)
        value = (value >> (bit & 7).astype(np.uint64)) & np.uint64((1 << width) - 1)
        return value.astype(np.int64)
