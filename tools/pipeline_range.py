"""The English outputs of ../shared in; how far scores move from ERRANT's pipeline to `redink-en` out.

    python -m tools.pipeline_range ../shared

This makes the table in docs/english.md. It needs the extras `errant` and `fluency` (Harper, a grammar checker, which
gives outputs where a corpus has no system's), and about ten minutes of CPU.
"""

from __future__ import annotations

import csv
import random
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from functools import partial
from itertools import combinations, islice
from pathlib import Path
from typing import NamedTuple

import click
from harper import Linter

from redink.evaluation.data import read
from redink.evaluation.preparation import annotated, load_annotator
from redink.questions.score.run import scored
from redink.records import EvalSet, Reference, System, Tokens
from redink.reports.rendering import render
from redink.reports.tables import Column, Table, make_table
from tools.bryant2017 import TEAMS
from tools.cross_corpora import corrected

MEASURES = ("F0.5", "P", "R", "F0.5-detection", "F0.5-type")
_WEB_PAIRS = 2000
LATER = ("**/*.out", "ge2018/*", "rozovskaya-roth2016/*", "xie2016-char/*")


class Moves(NamedTuple):
    """How far the scores of one domain move."""

    domain: str
    references: str
    systems: int
    largest: Mapping[str, float]
    """Measure → the largest difference of any system, in points."""
    farthest: str
    """The system whose F0.5 moves most."""
    between: float
    """The largest difference between two systems' moves of F0.5, in points."""
    swapped: Sequence[str]
    """Pairs that change places by F0.5, each with the distance that ERRANT's edits give."""


def domains(data: Path) -> dict[str, Callable[[], EvalSet]]:
    """Name the sets of outputs, each with a function that reads them."""
    return {
        "CoNLL-14, 12 teams": partial(conll14, data, data / "conll14-teams", TEAMS),
        "CoNLL-14, later systems": partial(conll14, data, data / "conll14-systems", LATER),
        "CoNLL-14, people": partial(conll14, data, data / "conll14-fluency-refs", ("*_annotations/*/*",)),
        "JFLEG dev": partial(jfleg, data / "jfleg", "dev"),
        "JFLEG test": partial(jfleg, data / "jfleg", "test"),
        "web text": partial(web_text, data / "web-text" / "c4-pairs.csv"),
    }


def conll14(data: Path, folder: Path, patterns: Sequence[str]) -> EvalSet:
    """Read outputs for CoNLL-2014; systems have the names of their folders."""
    paths = sorted(path for pattern in patterns for path in folder.glob(pattern) if path.is_file())
    official = data / "conll14-official" / "noalt" / "official-2014.combined.m2"
    return read(paths, references=[official], names=[str(path.relative_to(folder)) for path in paths])


def jfleg(folder: Path, part: str) -> EvalSet:
    """Read the spell-checked source; the references are M2 for the test set alone (that of dev has a wrong span)."""
    gold = folder / "EACL_exp" / "m2converter" / f"{part}.ref.m2"
    texts = [folder / part / f"{part}.ref{number}" for number in range(4)]
    known = read(
        {"spell-checked source": folder / part / f"{part}.spellchecked.src"},
        source=folder / part / f"{part}.src",
        references=[gold] if part == "test" else texts,
        overlaps="first",
    )
    return _with_harper(known)


def _with_harper(data: EvalSet) -> EvalSet:
    """Add the outputs of Harper, and of its speller alone."""
    linter = Linter()
    harper = System("Harper", tuple(corrected(source, linter) for source in data.sources))
    speller = System("speller", tuple(corrected(source, linter, kinds=["Spelling"]) for source in data.sources))
    return replace(data, systems=(*data.systems, harper, speller))


def web_text(path: Path) -> EvalSet:
    """Read pairs of the web; outputs are Harper's, and two that make half of the corrections, drawn by chance."""
    tokenise = load_annotator().pipeline.tokenise
    with path.open(encoding="utf-8", newline="") as handle:
        rows = list(islice(csv.DictReader(handle), _WEB_PAIRS))
    sources, targets = (
        tuple(tuple(token for token, _ in tokenise(row[column].removeprefix("grammar: "))) for row in rows)
        for column in ("input", "target")
    )
    halves = tuple(System(f"half of the corrections, seed {seed}", _half(sources, targets, seed)) for seed in (1, 2))
    return _with_harper(EvalSet(sources, (Reference("target", targets),), halves))


def _half(sources: Sequence[Tokens], targets: Sequence[Tokens], seed: int) -> tuple[Tokens, ...]:
    draw = random.Random(seed)
    return tuple(_some(source, target, draw) for source, target in zip(sources, targets, strict=True))


def _some(source: Tokens, target: Tokens, draw: random.Random) -> Tokens:
    """Make each change from source to target with a chance of one half."""
    words: list[str] = []
    for _, start, end, new_start, new_end in SequenceMatcher(None, source, target, autojunk=False).get_opcodes():
        words += target[new_start:new_end] if draw.random() < 0.5 else source[start:end]
    return tuple(words)


def moves(name: str, data: EvalSet) -> Iterator[Moves]:
    """Score with either pipeline, against gold edits if the references have any, and against edits found again."""
    ours, errants = (annotated(data, load_annotator(pipeline), anew=True) for pipeline in ("redink-en", "errant"))
    yield _moves(name, "auto", ours, errants)
    if all(reference.edits is not None for reference in data.references):
        yield _moves(name, "gold", *(replace(data, systems=found.systems) for found in (ours, errants)))


def _moves(name: str, references: str, ours: EvalSet, errants: EvalSet) -> Moves:
    scores = [scored(data, MEASURES) for data in (ours, errants)]
    names = [system.name for system in ours.systems]
    by_measure = {
        measure: [[100 * (results[system, measure].value or 0.0) for system in names] for results in scores]
        for measure in MEASURES
    }
    largest = {
        measure: max(abs(new - old) for new, old in zip(*pair, strict=True)) for measure, pair in by_measure.items()
    }
    new, old = by_measure["F0.5"]
    moved = [after - before for after, before in zip(new, old, strict=True)]
    farthest = max(range(len(names)), key=lambda place: abs(moved[place]))
    swapped = [
        f"{names[i]} / {names[j]} ({abs(old[i] - old[j]):.2f})"
        for i, j in combinations(range(len(names)), 2)
        if (new[i] - new[j]) * (old[i] - old[j]) < 0
    ]
    return Moves(
        name,
        references,
        len(names),
        largest,
        f"{names[farthest]} {old[farthest]:.2f} → {new[farthest]:.2f}",
        max(moved) - min(moved),
        swapped,
    )


def table(found: Sequence[Moves]) -> Table:
    """Show one row per domain and kind of references."""
    columns = [
        Column("domain"),
        Column("references"),
        Column("outputs", digits=0),
        *(Column(measure, digits=2) for measure in MEASURES),
        Column("farthest", "largest move of F0.5"),
        Column("between", "between two systems", digits=2),
        Column("swapped", "change places (distance by ERRANT)"),
    ]
    rows: list[tuple[str | float, ...]] = [
        (
            *(move.domain, move.references, move.systems),
            *(move.largest[measure] for measure in MEASURES),
            *(move.farthest, move.between, "; ".join(move.swapped) or "none"),
        )
        for move in found
    ]
    return make_table("Largest difference between redink-en and ERRANT, in points", columns, rows)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("shared", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--only", default="", metavar="TEXT", help="Only sets whose names contain this.")
def main(shared: Path, only: str) -> None:
    """Print how far redink-en moves scores from those of ERRANT's edits, for the English outputs in SHARED."""
    warnings.simplefilter("ignore")
    for name, load in domains(shared / "data").items():
        if only in name:
            click.echo(render(table(list(moves(name, load()))), "md"))


if __name__ == "__main__":
    main()
