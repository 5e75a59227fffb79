"""`python -m bench.growth`: how the time of every command grows with its input; fitted exponents out.

Each command is run on corpora in which one thing grows and all else stays: sentences, systems, references, tokens a
line, resamples. The seconds of a run on almost nothing (start-up) are taken off, and a line is fitted to the
logarithms: time ~ size^exponent. 1 is linear. Above `MOST` a row is marked, unless the mathematics says so (`KNOWN`).
"""

from __future__ import annotations

import math
import random
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

import click
import numpy as np

from bench.corpora import jfleg, one_output
from bench.workbench import Workbench

MOST = 1.1
LEAST = 0.1
"""Seconds, without start-up, below which a run says nothing: start-up itself varies by half of this."""
_BAND = "the table of an alignment is as long as the sentence, and as wide as the number of changes"
_ALIGNED = (
    "score --ci", "compare", "report", "difficulty", "conservatism", "diagnose", "annotate", "explain", "rerank",
    "pairs", "reannotate --auto",
)  # fmt: skip
KNOWN: Mapping[tuple[str, str], str] = {
    ("compare", "systems"): "every two systems are compared",
    ("report", "systems"): "every two systems are compared",
    **{(command, "tokens"): _BAND for command in _ALIGNED},
    ("score -m EIM", "tokens"): "words are assigned to words",
    ("score -m M2", "tokens"): "a lattice of source × output",
    ("score -m I-nomix", "tokens"): "a table of source × output",
    ("coverage", "references"): "every two corrections are compared",
    ("design", "references"): "every number of references up to those at hand is tried",
}
"""Why an exponent may be larger."""


@dataclass(frozen=True, slots=True)
class Size:
    """How much of everything."""

    sentences: int = 150
    systems: int = 3
    references: int = 2
    tokens: int = 20
    resamples: int = 200


LEVELS: Mapping[str, Sequence[int]] = {
    "sentences": (150, 600, 2400),
    "systems": (3, 12, 48),
    "references": (2, 8, 32),
    "tokens": (20, 80, 320),
    "resamples": (2_000, 8_000, 32_000),
}
Words: TypeAlias = list[str | Path]


@dataclass(frozen=True, slots=True)
class Files:
    """A corpus of a size."""

    source: Path
    systems: Sequence[Path]
    references: Sequence[Path]
    gold: Path
    """The references as M2."""
    nbest: Path
    """The outputs as candidates, in blocks."""
    size: Size

    @property
    def corpus(self) -> Words:
        """Source and references as arguments."""
        return ["-s", self.source, *(word for path in self.references for word in ("-r", path))]

    @property
    def evaluation(self) -> Words:
        """The arguments of most commands."""
        return [*self.systems, *self.corpus]

    @property
    def resamples(self) -> Words:
        """The option that says how many resamples."""
        return ["--resamples", str(self.size.resamples)]


def _scored(measure: str) -> Callable[[Files], Words]:
    return lambda files: ["score", *files.evaluation, "-m", measure]


_TEXTS = ("sentences", "systems", "references", "tokens")
_GOLD = ("sentences", "references", "tokens")
COMMANDS: Mapping[str, tuple[Callable[[Files], Words], Sequence[str]]] = {
    "score --ci": (
        lambda files: ["score", *files.evaluation, *files.resamples, "-m", "F0.5", "--ci"],
        (*_TEXTS, "resamples"),
    ),
    **{f"score -m {name}": (_scored(name), _TEXTS) for name in ("M2", "GLEU", "EM", "EIM", "I-nomix")},
    "compare": (lambda files: ["compare", *files.evaluation, *files.resamples, "-m", "F0.5"], (*_TEXTS, "resamples")),
    "report": (lambda files: ["report", *files.evaluation, *files.resamples], (*_TEXTS, "resamples")),
    "difficulty": (lambda files: ["difficulty", *files.evaluation], _TEXTS),
    "conservatism": (lambda files: ["conservatism", *files.evaluation], _TEXTS),
    "diagnose": (
        lambda files: ["diagnose", files.systems[0], *files.corpus, "--claimed", "50"],
        ("sentences", "tokens"),
    ),
    "annotate": (lambda files: ["annotate", files.source, *files.systems], ("sentences", "systems", "tokens")),
    "explain": (lambda files: ["explain", files.source, files.systems[0]], ("sentences", "tokens")),
    "coverage": (
        lambda files: ["coverage", *files.corpus, *files.resamples, "-m", "none"],
        ("sentences", "references", "resamples"),
    ),
    "rerank": (lambda files: ["rerank", files.nbest, *files.corpus], _TEXTS),
    "design": (lambda files: ["design", *files.evaluation], ("sentences", "systems", "references")),
    "pairs": (
        lambda files: ["pairs", *files.systems, "-s", files.source, "-r", files.references[0]],
        ("sentences", "systems", "tokens"),
    ),
    "convert": (lambda files: ["convert", files.gold, "--format", "m2"], _GOLD),
    "reannotate --auto": (lambda files: ["reannotate", files.gold, "--auto"], _GOLD),
    "reannotate --gold": (lambda files: ["reannotate", files.gold, "--gold"], _GOLD),
    "faithfulness": (
        lambda files: ["faithfulness", *files.systems, "-s", files.source],
        ("sentences", "systems"),
    ),
}
"""For each command: its arguments on a corpus, and what grows."""


def write_corpus(folder: Path, size: Size) -> Files:
    """Write a corpus of made-up sentences: words of a real one, with a tenth of them changed in each version."""
    dice = random.Random(0)
    texts = (corpus.source.read_text(encoding="utf-8") for corpus in (one_output(), jfleg("test")))
    words = [word for text in texts for word in text.split()]
    sources = [dice.choices(words, k=size.tokens) for _ in range(size.sentences)]
    folder.mkdir()
    kinds = ["system"] * size.systems + ["reference"] * size.references
    paths = [folder / f"{kind}{number}.txt" for number, kind in enumerate(kinds)]
    versions = [[_changed(source, words, dice) for source in sources] for _ in paths]
    for path, version in zip(paths, versions, strict=True):
        _write(path, version)
    source, gold, nbest = (folder / name for name in ("source.txt", "gold.m2", "nbest.txt"))
    _write(source, sources)
    _write(nbest, (line for lines in zip(*versions[: size.systems], strict=True) for line in (*lines, [])))
    references = zip(sources, *versions[size.systems :], strict=True)
    gold.write_text("".join(_block(tokens, texts) for tokens, *texts in references), encoding="utf-8")
    return Files(source, paths[: size.systems], paths[size.systems :], gold, nbest, size)


def _changed(tokens: Sequence[str], words: Sequence[str], dice: random.Random) -> list[str]:
    return [dice.choice(words) if dice.random() < 0.1 else token for token in tokens]


def _write(path: Path, lines: Iterable[Sequence[str]]) -> None:
    path.write_text("".join(" ".join(tokens) + "\n" for tokens in lines), encoding="utf-8")


def _block(source: Sequence[str], references: Sequence[Sequence[str]]) -> str:
    """Give a sentence of an M2 file."""
    lines = [f"S {' '.join(source)}"]
    for number, tokens in enumerate(references):
        changes = [i for i, word in enumerate(tokens) if word != source[i]]
        edits = [f"A {i} {i + 1}|||R:OTHER|||{tokens[i]}" for i in changes] or ["A -1 -1|||noop|||-NONE-"]
        lines += [f"{edit}|||REQUIRED|||-NONE-|||{number}" for edit in edits]
    return "\n".join([*lines, "", ""])


def exponent(sizes: Sequence[float], seconds: Sequence[float]) -> float:
    """Fit time ~ size^exponent by least squares of the logarithms; NaN if fewer than two runs took `LEAST` seconds."""
    runs = [run for run in zip(sizes, seconds, strict=True) if run[1] >= LEAST]
    if len(runs) < 2:
        return math.nan
    logarithms = np.log(runs)
    slope: float = np.polyfit(logarithms[:, 0], logarithms[:, 1], 1)[0]
    return slope


def _seconds(bench: Workbench, words: Words) -> float:
    return bench.redink(*words, "--quiet")[1].cpu


@click.command()
@click.argument("names", nargs=-1, type=click.Choice(list(COMMANDS)), metavar="[COMMAND]...")
@click.option("--largest", type=int, default=3, show_default=True, help="How many sizes of each thing.")
def main(names: tuple[str, ...], largest: int) -> None:
    """Fit how time grows for every command, or for those that are named."""
    click.echo("| command | what grows | sizes | CPU s without start-up | exponent | |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory(prefix="redink-growth-") as folder:
        bench = Workbench(Path(folder), quick=False)
        smallest = write_corpus(bench.new_file("smallest"), Size(sentences=2, tokens=5, resamples=1))
        for name in names or COMMANDS:
            arguments, axes = COMMANDS[name]
            start = min(_seconds(bench, arguments(smallest)) for _ in range(2))
            for axis in axes:
                levels = LEVELS[axis][:largest]
                sizes = [replace(Size(), **{axis: level}) for level in levels]
                files = [write_corpus(bench.new_file(axis), size) for size in sizes]
                seconds = [_seconds(bench, arguments(each)) - start for each in files]
                fitted = exponent(levels, seconds)
                remark = "" if not fitted > MOST else KNOWN.get((name, axis), "above 1.1")
                shown_exponent = "–" if math.isnan(fitted) else f"{fitted:.2f}"
                shown = ", ".join(f"{each:.2f}" for each in seconds)
                click.echo(
                    f"| {name} | {axis} | {', '.join(map(str, levels))} | {shown} | {shown_exponent} | {remark} |"
                )


if __name__ == "__main__":
    main()
