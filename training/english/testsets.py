"""The folder of evaluation data in; pairs of source and correction of each learner corpus out."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

Pair: TypeAlias = tuple[str, str]
"""A source and its correction, tokens separated by blanks."""

TEAMS = ["AMU", "CAMB", "CUUI", "IITB", "IPN", "NTHU", "PKU", "POST", "RAC", "SJTU", "UFC", "UMC"]


def lines(path: Path) -> list[str]:
    """Read a file's lines with single blanks between tokens."""
    return [" ".join(line.split()) for line in path.read_text(encoding="utf-8").splitlines()]


def jfleg(data: Path, part: str) -> list[Pair]:
    """Give the pairs of JFLEG's four references."""
    folder = data / "jfleg" / part
    source = lines(folder / f"{part}.src")
    references = [lines(folder / f"{part}.ref{i}") for i in range(4)]
    return _whole(pair for reference in references for pair in zip(source, reference, strict=True))


def conll14_references(data: Path) -> list[list[str]]:
    """Give both annotators' corrections of CoNLL-2014."""
    folder = data / "conll14-official" / "gecmetrics-refs"
    return [lines(folder / f"conll14st-test.tok.trg{i}") for i in range(2)]


def conll14_source(data: Path) -> list[str]:
    """Give the source of CoNLL-2014."""
    return lines(data / "conll14-official" / "source.tok.txt")


def conll14_teams(data: Path) -> dict[str, list[str]]:
    """Give the outputs of the twelve teams."""
    return {team: lines(data / "conll14-teams" / team) for team in TEAMS}


def conll14(data: Path) -> list[Pair]:
    """Give the pairs of twelve teams and two references."""
    source = conll14_source(data)
    versions = [*conll14_teams(data).values(), *conll14_references(data)]
    return _whole(pair for version in versions for pair in zip(source, version, strict=True))


def conll13(data: Path) -> list[Pair]:
    """Give the pairs of CoNLL-2013's revised annotation."""
    text = (data / "conll13/revised/data/official-preprocessed.m2").read_text(encoding="utf-8")
    return _whole(_apply(block.splitlines()) for block in text.strip().split("\n\n"))


def _apply(block: list[str]) -> Pair:
    """Apply the first annotator's edits of an M2 block."""
    tokens = block[0].split()[1:]
    corrected = list(tokens)
    edits = [line[2:].split("|||") for line in block[1:]]
    for span, _, correction, *_, annotator in reversed(edits):
        start, end = map(int, span.split())
        if annotator == "0" and start >= 0:
            corrected[start:end] = correction.split("||")[0].split()
    return " ".join(tokens), " ".join(corrected)


def _whole(pairs: Iterable[Pair]) -> list[Pair]:
    return [pair for pair in pairs if all(pair)]
