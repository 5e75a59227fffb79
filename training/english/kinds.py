"""The kinds of English text: what each is made of, which part is trained on and which is kept to look at."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

import numpy as np

from redink.language.tokenising import english
from training.english import packages, treebank
from training.english.testsets import Pair
from training.english.text import LONGEST, SHORTEST, Words, read_paragraphs, sentences, split_sentences

Part = Literal["train", "dev", "test"]

KINDS = ("textbooks", "web", "treebank", "technical", "dictionary")
"""Kinds that may be trained on."""
UNSEEN = ("dialogue", "news")
"""Kinds that are only looked at."""
PARTS = {
    "technical": ("gnome-user-docs", "debian-handbook", "python3.11-doc", "postgresql-doc-15"),
    "dictionary": ("wordnet-base",),
    "dialogue": ("endless-sky-data",),
}
"""Kind → the Debian packages it is made of."""
WORDS = {"technical": 150_000, "dictionary": 450_000, "dialogue": 60_000}
"""Kind → the words taken from each of its packages."""
WEB_ROWS: dict[Part, slice] = {"test": slice(0, 2000), "dev": slice(2000, 3000), "train": slice(3000, 5000)}
SPLIT_SEED = 22
"""Seed of the order in which paragraphs of packages are drawn."""


class Places(NamedTuple):
    """Where the texts are."""

    data: Path
    """Folder of the corpora."""
    packages: Path
    """Folder of the Debian packages."""


def training_sentences(kind: str, places: Places, rng: np.random.Generator) -> list[Words]:
    """Give the distinct sentences of a kind to train on, cut into tokens in several ways."""
    if kind == "textbooks":
        texts: Iterator[str] = read_paragraphs(places.data / "plain-text/openstax.txt.gz")
        told = (sentence for text in texts for sentence in sentences(text, rng))
    elif kind == "treebank":
        told = (words for words in _treebank(places.data, "EWT/en_ewt-ud-train.conllu"))
    else:
        told = (words for text in _texts(kind, "train", places) for words in _cut(text, rng))
    return [list(words) for words in dict.fromkeys(map(tuple, told))]


def clean_sentences(kind: str, part: Part, places: Places) -> list[str]:
    """Give the sentences of a kind that are noised to look at, cut by redink's own tokeniser."""
    if kind == "treebank":
        return [" ".join(words) for words in _treebank(places.data, f"EWT/en_ewt-ud-{part}.conllu")]
    if kind == "news":
        return [" ".join(words) for words in _treebank(places.data, "PUD/en_pud-ud-test.conllu")]
    rng = np.random.default_rng(SPLIT_SEED)
    told = (" ".join(words) for text in _texts(kind, part, places) for words in sentences(text, rng))
    return list(dict.fromkeys(told))


def web_pairs(part: Part, data: Path) -> list[Pair]:
    """Give the pairs of the web as redink cuts them."""
    pairs = ([" ".join(word for word, _ in english.tokenise(text)) for text in row] for row in _web(part, data))
    return [(source, target) for source, target in pairs if source and target]


def _web(part: Part, data: Path) -> list[tuple[str, str]]:
    with (data / "web-text/c4-pairs.csv").open(encoding="utf-8", newline="") as handle:
        rows = [(row["input"].removeprefix("grammar: "), row["target"]) for row in csv.DictReader(handle)]
    return rows[WEB_ROWS[part]]


def _treebank(data: Path, path: str) -> Iterator[Words]:
    for sentence in treebank.read((data / "treebank" / path).read_text(encoding="utf-8")):
        words = [part for word in sentence for part in word.text.split()]
        if SHORTEST <= len(words) <= LONGEST:
            yield words


def _texts(kind: str, part: Part, places: Places) -> list[str]:
    """Give running text: rows of the web, or some paragraphs of packages."""
    if kind == "web":
        return [text for row in _web(part, places.data) for text in row]
    drawn = (_share(packages.paragraphs(name, places.packages), WORDS[kind], part) for name in PARTS[kind])
    return [text for share in drawn for text in share]


def _share(paragraphs: Sequence[str], words: int, part: Part) -> list[str]:
    """Give a part of some paragraphs: the first tenth to choose on, the second to report, then those to train on."""
    order = np.random.default_rng(SPLIT_SEED).permutation(len(paragraphs))
    tenth = len(paragraphs) // 10
    bounds: dict[Part, slice] = {"dev": slice(tenth), "test": slice(tenth, 2 * tenth), "train": slice(2 * tenth, None)}
    share = []
    for i in order[bounds[part]]:
        share.append(paragraphs[i])
        words -= len(paragraphs[i].split())
        if words < 0:
            break
    return share


def _cut(text: str, rng: np.random.Generator) -> Iterator[Words]:
    """Cut a paragraph by the habits of corpora, by spaCy's tokeniser or, now and then, at blanks only."""
    way = rng.random()
    if way < 0.5:
        yield from sentences(text, rng)
        return
    for sentence in split_sentences(text):
        words = [word for word, _ in english.tokenise(sentence)] if way < 0.95 else sentence.split()
        if SHORTEST <= len(words) <= LONGEST:
            yield words
