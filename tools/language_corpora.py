"""Corpora of `../shared/data` whose errors people marked in formats of their own in; annotated sentences out."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from redink.records import AnnotatedSentence, Edit

_MARK = re.compile(r"\[([^\][{}]*)\]\{([^}\][]*)\}<([a-z:]*)>")
"""A marked error of COWS-L2H: [wrong]{right}<codes>."""
_DAMAGED = re.compile(r"[\][{}<>]")
_ENDS = (".", "!", "?", "…")


def spanish_sentences(folder: Path, tokenise: Callable[[str], list[tuple[str, int]]]) -> Iterator[AnnotatedSentence]:
    """Yield the sentences of COWS-L2H with the marks of the first annotator; damaged marks spoil their sentence."""
    for path in sorted(folder.glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines):
                marked = next((text for name, text in row.items() if re.fullmatch("updated an.* ann1", name)), "")
                yield from _sentences(marked or "", tokenise)


def _sentences(marked: str, tokenise: Callable[[str], list[tuple[str, int]]]) -> Iterator[AnnotatedSentence]:
    tokens: list[str] = []
    edits: list[Edit] = []

    def sentence() -> Iterator[AnnotatedSentence]:
        if tokens and not any(map(_DAMAGED.search, tokens)):
            yield AnnotatedSentence(tuple(tokens), tuple(edits))
        tokens.clear()
        edits.clear()

    # Between the marks the pieces are: text, wrong, right, codes, text …
    pieces = _MARK.split(marked)
    for place in range(0, len(pieces), 4):
        for token, _ in tokenise(pieces[place]):
            tokens.append(token)
            if token in _ENDS:
                yield from sentence()
        if place + 3 < len(pieces):
            old, new = ([token for token, _ in tokenise(text)] for text in pieces[place + 1 : place + 3])
            if old != new:
                edits.append(Edit(len(tokens), len(tokens) + len(old), tuple(new), pieces[place + 3]))
            tokens += old
    yield from sentence()


_CLASSES = {"adj": "ADJ", "det": "DET", "art": "DET", "noun": "NOUN", "pron": "PRON", "adv": "ADV", "prep": "ADP"}
_AGREEMENT = {"ga", "gat", "na"}


def spanish_type(codes: str) -> str | None:
    """Give the coarse type that says the same as the codes of COWS-L2H; `None` if there is none."""
    first, *others = codes.split(":")
    part = next((_CLASSES[code] for code in others if code in _CLASSES), None)
    if first == "fs":
        return "VERB:FORM"
    if first == "conf" and "seta" in others:
        return "VERB"
    if first in _AGREEMENT:
        return f"{part}:FORM" if part else None
    if first == "col":
        return "WO"
    return part if first in ("ab", "pr", "conf") else None


def chinese_rows(path: Path) -> dict[str, list[str]]:
    """Give the texts of MuCGEC by number: the source, then references or a prediction."""
    rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines())
    return {row[0]: [text for text in row[1:] if text] for row in rows}
