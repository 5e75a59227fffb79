"""The teams of CoNLL-2014 in; how well `--align sentences` brings back outputs that were joined, cut and damaged out.

All sentences of an output are joined. 1 % of them are lost and 1 % are there twice. The text is cut into lines at
random places. What should come back: the team's sentence, or the source where the sentence was lost.
Run it as `python -m tools.recut_teams [--scores]` (needs ../shared; --scores adds F0.5 and M2 of both).
"""

from __future__ import annotations

import random
import sys
from itertools import pairwise
from pathlib import Path

import redink
from redink.evaluation.segmentation import Segmentation, segmented
from redink.reports.rendering import render
from redink.reports.tables import Column, make_table

DATA = Path(__file__).resolve().parents[1].parent / "shared" / "data"
GOLD = DATA / "conll14-official" / "noalt" / "official-2014.combined.m2"
_SHARE = 0.01
_SEED = 1


def damaged(lines: list[str], sources: list[str], rng: random.Random) -> tuple[list[str], list[str], int, int]:
    """Give the lines of a damaged output, what should come back, and how many sentences were lost and repeated."""
    words: list[str] = []
    wanted, lost, repeated = list(lines), 0, 0
    for number, line in enumerate(lines):
        draw = rng.random()
        if draw < _SHARE:
            wanted[number], lost = sources[number], lost + 1
            continue
        words += line.split()
        if draw > 1 - _SHARE:
            words, repeated = words + line.split(), repeated + 1
    cuts = [0, *sorted(rng.sample(range(1, len(words)), len(lines))), len(words)]
    recut = [" ".join(words[start:end]) for start, end in pairwise(cuts)]
    return recut, wanted, lost, repeated


def scores(sources: list[str], texts: dict[str, list[str]]) -> list[float | None]:
    """Give F0.5 and M2 of what should come back and of what came back."""
    data = redink.read(texts, source=sources, references=[GOLD])
    results = redink.score(data, ["F0.5", "M2"])
    return [results[name, measure].value for measure in ("F0.5", "M2") for name in texts]


def main(with_scores: bool) -> None:
    """Print one row for each team."""
    rng = random.Random(_SEED)
    sources = (DATA / "conll14-official" / "source.tok.txt").read_text(encoding="utf-8").splitlines()
    rows = []
    for path in sorted((DATA / "conll14-teams").iterdir()):
        if path.name in ("README.md", "INPUT"):
            continue
        lines = [" ".join(line.split()) for line in path.read_text(encoding="utf-8").splitlines()]
        recut, wanted, lost, repeated = damaged(lines, sources, rng)
        result: Segmentation = segmented(sources, recut, path.name)
        other = sum(text != expected for text, expected in zip(result.texts, wanted, strict=True))
        found = scores(sources, {"wanted": wanted, "back": list(result.texts)}) if with_scores else []
        rows.append((path.name, lost, len(result.lost), repeated, len(result.added), other, *found))
    columns = [
        Column("team"),
        *(Column(name, digits=0) for name in ("lost", "said lost", "repeated", "said added", "other sentences")),
    ]
    if with_scores:
        columns += [Column(name, digits=4) for name in ("F0.5", "F0.5 back", "M2", "M2 back")]
    print(render(make_table("Outputs that were joined and cut anew", tuple(columns), rows), "md"))


if __name__ == "__main__":
    main("--scores" in sys.argv)
