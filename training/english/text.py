"""Plain text, one paragraph a line, in; tokenised sentences as GEC corpora write them out."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from redink.language.tokenising.penn import tokenise

Words = list[str]

SHORTEST, LONGEST = 2, 70
"""Sentences outside these lengths are left out."""

_SENTENCE_END = re.compile(r"([.!?][\"”')\]]*) +(?=[A-Z“\"‘(])")
_STRAIGHT = str.maketrans({"“": '"', "”": '"', "’": "'", "‘": "'", "—": "-", "–": "-", "\u00a0": " "})
_HYPHENED = re.compile(r"(?<=\w)([-–])(?=\w)")


def read_paragraphs(path: Path) -> Iterator[str]:
    """Read a text file, gzipped or not, one paragraph a line."""
    packed = path.read_bytes()
    text = gzip.decompress(packed) if path.suffix == ".gz" else packed
    yield from filter(None, map(str.strip, text.decode("utf-8").split("\n")))


def split_sentences(paragraph: str) -> list[str]:
    """Split a paragraph where a sentence seems to end."""
    return _SENTENCE_END.sub(r"\1\n", paragraph).split("\n")


def sentences(paragraph: str, rng: np.random.Generator) -> Iterator[Words]:
    """Split a paragraph into sentences of tokens, in one of the typographic habits of corpora."""
    straight, apart, whole = rng.random(3)
    paragraph = paragraph.replace("—", " — ")
    if straight < 0.9:
        paragraph = paragraph.translate(_STRAIGHT)
    for sentence in split_sentences(paragraph):
        # Corpora made with spaCy (W&I, FCE) write `well - known`, those made with NLTK `well-known`.
        text = _HYPHENED.sub(r" \1 ", sentence) if apart < 0.3 else sentence
        words = [word for word, _ in tokenise(text)]
        if whole < 0.5:
            words = _rejoin(words)
        if SHORTEST <= len(words) <= LONGEST:
            yield _penn_quotes(words) if straight < 0.05 else words


def _rejoin(words: Words) -> Words:
    """Write `cannot` as one word, as many corpora do."""
    return " ".join(words).replace("can not", "cannot").replace("Can not", "Cannot").split(" ")


def _penn_quotes(words: Words) -> Words:
    """Write double quotes the treebank's way, opening and closing by turns."""
    opening = False
    written = []
    for word in words:
        opening ^= word == '"'
        written.append(("``" if opening else "''") if word == '"' else word)
    return written
