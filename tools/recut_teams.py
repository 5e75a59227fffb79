"""The teams of CoNLL-2014 in; how well `--align sentences` brings back outputs that were joined, cut and damaged out.

All sentences of an output are joined. 1 % of them are lost and 1 % are there twice. The text is cut into lines at
random places. What should come back: the text that the alignment gives for the intact output, or the source where the
sentence was lost. `moved` counts the sentences that the alignment moves in the intact output. They are listed below the
table, with the share of words that the source has in common with the team's line, and with what was moved there.
Run it as `python -m tools.recut_teams [--scores]` (needs ../shared; --scores adds F0.5 and M2 of both).
"""

from __future__ import annotations

import random
import sys
from itertools import pairwise
from pathlib import Path

from rapidfuzz.distance import Indel

import redink
from redink.evaluation.segmentation import Segmentation, segmented
from redink.reports.rendering import render
from redink.reports.tables import Column, Row, make_table

DATA = Path(__file__).resolve().parents[1].parent / "shared" / "data"
GOLD = DATA / "conll14-official" / "noalt" / "official-2014.combined.m2"
_SHARE = 0.01
_SEED = 1


def damaged(lines: list[str], rng: random.Random) -> tuple[list[str], list[int], list[str]]:
    """Give the lines of a damaged output, the numbers of the sentences that were lost, and those that were repeated."""
    words: list[str] = []
    lost: list[int] = []
    repeated: list[str] = []
    for number, line in enumerate(lines):
        draw = rng.random()
        if draw < _SHARE:
            lost.append(number)
            continue
        words += line.split()
        if draw > 1 - _SHARE:
            words += line.split()
            repeated.append(line)
    cuts = [0, *sorted(rng.sample(range(1, len(words)), len(lines))), len(words)]
    recut = [" ".join(words[start:end]) for start, end in pairwise(cuts)]
    return recut, lost, repeated


def scores(sources: list[str], texts: dict[str, list[str]]) -> list[float | None]:
    """Give F0.5 and M2 of what should come back and of what came back."""
    data = redink.read(texts, source=sources, references=[GOLD])
    results = redink.score(data, ["F0.5", "M2"])
    return [results[name, measure].value for measure in ("F0.5", "M2") for name in texts]


def shared_words(source: str, text: str) -> float:
    """Give the share of words that two sentences have in common, in order."""
    return Indel.normalized_similarity(source.split(), text.split())


def main(with_scores: bool) -> None:
    """Print one row for each team, and the sentences that were moved."""
    rng = random.Random(_SEED)
    sources = (DATA / "conll14-official" / "source.tok.txt").read_text(encoding="utf-8").splitlines()
    rows, moves = list[Row](), list[Row]()
    for path in sorted((DATA / "conll14-teams").iterdir()):
        if path.name in ("README.md", "INPUT"):
            continue
        lines = [" ".join(line.split()) for line in path.read_text(encoding="utf-8").splitlines()]
        intact = segmented(sources, lines, path.name).texts
        moved = [number for number, line in enumerate(lines) if intact[number] != line]
        moves += [
            (path.name, number + 1, *(shared_words(sources[number], text[number]) for text in (lines, intact)))
            for number in moved
        ]
        recut, lost, repeated = damaged(lines, rng)
        wanted = [sources[number] if number in lost else text for number, text in enumerate(intact)]
        result: Segmentation = segmented(sources, recut, path.name)
        added = [text for _, text in result.added]
        shown = sum(any(line in text for text in added) for line in repeated)
        other = sum(text != expected for text, expected in zip(result.texts, wanted, strict=True))
        texts = {"wanted": wanted, "back": list(result.texts)}
        values = scores(sources, texts) if with_scores else []
        counts = (len(moved), len(lost), len(result.lost), len(repeated), shown, other)
        rows.append((path.name, *counts, *values))
    names = ("moved", "lost", "said lost", "repeated", "said added", "other sentences")
    columns = [Column("team"), *(Column(name, digits=0) for name in names)]
    if with_scores:
        kinds = ("", " back")
        columns += [Column(f"{measure}{kind}", digits=4) for measure in ("F0.5", "M2") for kind in kinds]
    print(render(make_table("Outputs that were joined and cut anew", tuple(columns), rows), "md"))
    shares = (Column("team's line", digits=2), Column("moved there", digits=2))
    print(render(make_table("Moved", (Column("team"), Column("sentence", digits=0), *shares), moves), "md"))


if __name__ == "__main__":
    main("--scores" in sys.argv)
