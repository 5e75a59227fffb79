"""CoNLL-U files with gold tags in, shares of tokens that pipelines tag as the treebank does out. Not what we aim at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from spacy.tokens import Doc

from redink.language.english.lemmas import LemmaTables, lemma_of
from redink.language.pipeline import Pipeline

FILES = {"EWT test": "EWT/en_ewt-ud-test.conllu", "PUD": "PUD/en_pud-ud-test.conllu"}


class Gold(NamedTuple):
    """A word as the treebank, or somebody else, sees it."""

    text: str
    lemma: str
    pos: str
    tag: str


class Accuracy(NamedTuple):
    """Shares of words with the treebank's Penn tag, Universal POS and lemma (capitals do not count)."""

    tag: float
    pos: float
    lemma: float

    def __str__(self) -> str:
        """Give all three."""
        return f"tag {self.tag:.4f}, POS {self.pos:.4f}, lemma {self.lemma:.4f}"


def read(text: str) -> Iterator[list[Gold]]:
    """Give the words of each sentence; ranges (`8-9`) and empty nodes (`8.1`) are none."""
    for block in text.strip().split("\n\n"):
        rows = [line.split("\t") for line in block.split("\n") if not line.startswith("#")]
        yield [Gold(row[1], row[2], row[3], row[4]) for row in rows if row[0].isdecimal()]


def accuracy(gold: Iterable[Sequence[Gold]], found: Iterable[Sequence[Gold]]) -> Accuracy:
    """Count words that agree."""
    pairs = [pair for sides in zip(gold, found, strict=True) for pair in zip(*sides, strict=True)]
    tags = sum(ours.tag == theirs.tag for ours, theirs in pairs)
    pos = sum(ours.pos == theirs.pos for ours, theirs in pairs)
    lemmas = sum(ours.lemma.lower() == theirs.lemma.lower() for ours, theirs in pairs)
    return Accuracy(tags / len(pairs), pos / len(pairs), lemmas / len(pairs))


def report(student: Pipeline, teacher: Any, tables: LemmaTables, folder: Path) -> Iterator[str]:
    """Give a line for each treebank and side, and how our lemmas do on gold tags."""
    for name, path in FILES.items():
        gold = list(read((folder / path).read_text(encoding="utf-8")))
        words = [[word.text for word in sentence] for sentence in gold]
        ours = [
            [Gold(token.text, token.lemma, token.pos, token.tag) for token in analysis]
            for analysis in student.analyse(words)
        ]
        theirs = [
            [Gold(token.text, token.lemma_, token.pos_, token.tag_) for token in document]
            for document in teacher.pipe(Doc(teacher.vocab, words=sentence) for sentence in words)
        ]
        given_tags = [
            [word._replace(lemma=lemma_of(word.text, word.tag, word.pos, tables)) for word in sentence]
            for sentence in gold
        ]
        yield f"{name}, {sum(map(len, gold))} words: {student.name} {accuracy(gold, ours)}"
        yield f"  teacher {accuracy(gold, theirs)}; our lemmas given gold tags {accuracy(gold, given_tags).lemma:.4f}"
