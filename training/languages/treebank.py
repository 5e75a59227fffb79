"""A folder of `../shared/data/ud-XX` in, its sentences with part of speech, features, lemma and source out."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

_ROW = re.compile(r"^\| (train|dev|test) \| (UD_\S+) \| [0-9a-f]{40} \| [^|]+ \| [^|]+ \| ([\d,]+) \|", re.MULTILINE)
_ARABIC_VOWELS = re.compile("[\u064b-\u0652\u0670]")


class Word(NamedTuple):
    """A word as the treebank analyses it."""

    form: str
    lemma: str
    pos: str
    feats: str
    """As in the file: `Case=Nom|Number=Sing`, or `_`."""


class Sentence(NamedTuple):
    """A sentence of a treebank."""

    words: tuple[Word, ...]
    """The words of Universal Dependencies, where `im` is `in dem`."""
    surface: tuple[Word, ...]
    """The tokens as they are written, where `im` is one token, with the labels of its first word."""
    source: str
    """Name of the treebank."""


class Treebank(NamedTuple):
    """The three parts, and the treebank that the test part is from, whose conventions count."""

    train: list[Sentence]
    dev: list[Sentence]
    test: list[Sentence]
    main: str


def read_treebank(folder: Path) -> Treebank:
    """Read all parts of a language."""
    rows = _ROW.findall((folder / "README.md").read_text(encoding="utf-8"))
    main = next(name for part, name, _ in rows if part == "test")
    parts = [
        _labelled(folder / f"{part}.conllu.gz", [(n, int(c.replace(",", ""))) for p, n, c in rows if p == part])
        for part in ("train", "dev", "test")
    ]
    return Treebank(*parts, main)


def _labelled(path: Path, sources: list[tuple[str, int]]) -> list[Sentence]:
    """Read a file whose sources stand one after the other.

    The counts are those before a few duplicate sentences were taken out, so that they are scaled to the file.
    """
    sentences = list(read_sentences(path))
    total = sum(count for _, count in sources)
    ends = [end * len(sentences) / total for end in accumulate(count for _, count in sources)]
    source_of = (next(name for (name, _), end in zip(sources, ends, strict=True) if i < end + 1e-6)
                 for i in range(len(sentences)))  # fmt: skip
    return [Sentence(*tokens, source) for tokens, source in zip(sentences, source_of, strict=True)]


def read_sentences(path: Path) -> Iterator[tuple[tuple[Word, ...], tuple[Word, ...]]]:
    """Yield the words and the surface tokens of each sentence."""
    words: list[Word] = []
    spans: dict[int, tuple[int, str]] = {}
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            cells = line.rstrip("\n").split("\t")
            if len(cells) == 10 and cells[0].isdigit():
                words.append(Word(cells[1], _dictionary_form(cells[2], cells[4]), cells[3], cells[5]))
            elif len(cells) == 10 and "-" in cells[0]:
                first, last = map(int, cells[0].split("-"))
                spans[first - 1] = last, cells[1]
            elif not line.strip() and words:
                yield tuple(words), _surface(words, spans)
                words, spans = [], {}
    if words:
        yield tuple(words), _surface(words, spans)


def _dictionary_form(lemma: str, tags: str) -> str:
    """Give the lemma, without the vowel signs that Arabic text lacks.

    One that is a row of morphemes (학교+에, NNG+JKB) loses its particles (J) and endings (E).
    """
    lemma = _ARABIC_VOWELS.sub("", lemma) or lemma
    morphemes, kinds = lemma.split("+"), tags.split("+")
    if len(morphemes) != len(kinds) or len(kinds) == 1:
        return lemma
    end = next((place for place, kind in enumerate(kinds) if kind[:1] in "JE" and place), len(kinds))
    return "".join(morphemes[:end])


def _surface(words: list[Word], spans: dict[int, tuple[int, str]]) -> tuple[Word, ...]:
    """Join the words of each multi-word token; features are those of the first word that has any."""
    tokens: list[Word] = []
    place = 0
    while place < len(words):
        end, form = spans.get(place, (place + 1, words[place].form))
        feats = next((word.feats for word in words[place:end] if word.feats != "_"), "_")
        tokens.append(words[place]._replace(form=form, feats=feats))
        place = end
    return tuple(tokens)
