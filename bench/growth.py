"""`python -m bench.growth`: how the time of every command grows with its input; fitted exponents out.

Each command is run on corpora in which one thing grows and all else stays: sentences, systems, references, tokens a
line, resamples. The seconds of a run on almost nothing (start-up) are taken off, and a line is fitted to the
logarithms: time ~ size^exponent. 1 is linear. Above `MOST` a row is marked, unless the mathematics says so (`KNOWN`).
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

import click
import numpy as np

from bench.corpora import jfleg, one_output
from bench.workbench import Workbench

MOST = 1.1
_BAND = "the table of an alignment is as long as the sentence, and as wide as the number of changes"
_ALIGNED = ("score --ci", "compare", "report", "difficulty", "conservatism", "diagnose", "annotate", "explain")
KNOWN: Mapping[tuple[str, str], str] = {
    ("compare", "systems"): "every two systems are compared",
    ("report", "systems"): "every two systems are compared",
    **{(command, "tokens"): _BAND for command in _ALIGNED},
    ("score -m EIM", "tokens"): "words are assigned to words",
    ("score -m M2", "tokens"): "a lattice of source × output",
    ("score -m I-nomix", "tokens"): "a table of source × output",
    ("coverage", "references"): "every two corrections are compared",
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
    size: Size

    @property
    def evaluation(self) -> Words:
        """The arguments of most commands."""
        return [*self.systems, "-s", self.source, *(word for path in self.references for word in ("-r", path))]

    @property
    def resampled(self) -> Words:
        """The same with resamples."""
        return [*self.evaluation, "--resamples", str(self.size.resamples)]


def _scored(measure: str) -> Callable[[Files], Words]:
    return lambda files: ["score", *files.evaluation, "-m", measure]


_TEXTS = ("sentences", "systems", "references", "tokens")
COMMANDS: Mapping[str, tuple[Callable[[Files], Words], Sequence[str]]] = {
    "score --ci": (lambda files: ["score", *files.resampled, "-m", "F0.5", "--ci"], (*_TEXTS, "resamples")),
    **{f"score -m {name}": (_scored(name), _TEXTS) for name in ("M2", "GLEU", "EM", "EIM", "I-nomix")},
    "compare": (lambda files: ["compare", *files.resampled, "-m", "F0.5"], (*_TEXTS, "resamples")),
    "report": (lambda files: ["report", *files.resampled], (*_TEXTS, "resamples")),
    "difficulty": (lambda files: ["difficulty", *files.evaluation], _TEXTS),
    "conservatism": (lambda files: ["conservatism", *files.evaluation], _TEXTS),
    "diagnose": (lambda files: ["diagnose", *files.evaluation], ("sentences", "tokens")),
    "annotate": (lambda files: ["annotate", files.source, *files.systems], ("sentences", "systems", "tokens")),
    "explain": (lambda files: ["explain", files.source, files.systems[0]], ("sentences", "tokens")),
    "coverage": (
        lambda files: ["coverage", "-s", files.source, *files.resampled[len(files.systems) + 2 :], "-m", "none"],
        ("sentences", "references", "resamples"),
    ),
}
"""For each command: its arguments on a corpus, and what grows."""


def write_corpus(folder: Path, size: Size) -> Files:
    """Write a corpus of made-up sentences: words of a real one, with a tenth of them changed in each version."""
    dice = random.Random(0)
    corpus = one_output()
    words = corpus.source.read_text(encoding="utf-8").split() + jfleg("test").source.read_text(encoding="utf-8").split()
    sources = [dice.choices(words, k=size.tokens) for _ in range(size.sentences)]
    folder.mkdir()
    kinds = ["system"] * size.systems + ["reference"] * size.references
    paths = [folder / f"{kind}{number}.txt" for number, kind in enumerate(kinds)]
    for path in paths:
        path.write_text("".join(_changed(source, words, dice) for source in sources), encoding="utf-8")
    source = folder / "source.txt"
    source.write_text("".join(" ".join(tokens) + "\n" for tokens in sources), encoding="utf-8")
    return Files(source, paths[: size.systems], paths[size.systems :], size)


def _changed(tokens: Sequence[str], words: Sequence[str], dice: random.Random) -> str:
    return " ".join(dice.choice(words) if dice.random() < 0.1 else token for token in tokens) + "\n"


def exponent(sizes: Sequence[float], seconds: Sequence[float]) -> float:
    """Fit time ~ size^exponent by least squares of the logarithms."""
    slope: float = np.polyfit(np.log(sizes), np.log(np.maximum(seconds, 1e-3)), 1)[0]
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
                remark = "" if fitted <= MOST else KNOWN.get((name, axis), "above 1.1")
                shown = ", ".join(f"{each:.2f}" for each in seconds)
                click.echo(f"| {name} | {axis} | {', '.join(map(str, levels))} | {shown} | {fitted:.2f} | {remark} |")


if __name__ == "__main__":
    main()
