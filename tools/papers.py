"""The files of CoNLL-2014 in; out Tables 4 to 8 and Figure 1 of Bryant et al. (2017), beside the paper's numbers.

    python -m tools.papers ../shared --table 4 --format md

The rule is `faithful` and an annotator without a line is `missing`: that is what the M2 scorer and
ERRANT's own comparison do, and what the paper's numbers were made with.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

import click
import numpy as np

from redink.annotation.annotator import Annotator
from redink.arrays import Floats
from redink.errors import RedinkError
from redink.evaluation.data import read as load
from redink.evaluation.preparation import annotated
from redink.evaluation.statistics import Statistics
from redink.evaluation.trust import Draws, Trust
from redink.language.registry import load_pipeline
from redink.questions.score.gold_and_auto import GoldAndAuto, gold_and_auto
from redink.reading.files import write_whole
from redink.reading.m2 import AbsentWarning
from redink.records import EvalSet, Reference, System
from redink.reports.rendering import render
from redink.reports.tables import Cell, Column, Row, Table
from redink.scoring import edit_overlap
from redink.scoring.edit_measures import EditOverlap
from redink.scoring.edit_overlap import Comparison, Overlap, full_type_of, main_type_of, operation_of
from redink.scoring.gold_measures import MaxMatch
from redink.scoring.measure import Conventions, reference_edits
from redink.signature import Signature
from tools import bryant2017
from tools.bryant2017 import TEAMS

CONVENTIONS = Conventions("faithful", "missing")
OPERATIONS = {"M": "Missing", "R": "Replacement", "U": "Unnecessary"}
_QUANTITIES = ("P", "R", "F0.5")


@dataclass(frozen=True, slots=True)
class Conll14:
    """The twelve teams with the two kinds of references."""

    gold: EvalSet
    """Against the annotators' own spans."""
    auto: EvalSet
    """Against spans found as the systems' were."""
    pipeline: str
    """Who found the edits."""


def read_conll14(shared: Path, pipeline: str | None = None) -> Conll14:
    """Read the edits ERRANT 3.0.2 found, or find them anew with one of our pipelines.

    Args:
        shared: The folder with `data` and `golden`.
        pipeline: `redink-en`, `errant` or another; `None` reads `golden/errant-3.0.2`.
    """
    with warnings.catch_warnings():
        # The files are known to lack lines of annotator 1; `missing` answers the question.
        warnings.simplefilter("ignore", AbsentWarning)
        if pipeline is None:
            return _read_golden(shared / "golden" / "errant-3.0.2")
        return _annotate(shared / "data", pipeline)


def _read_golden(folder: Path) -> Conll14:
    systems = [folder / f"{team}.m2" for team in TEAMS]
    auto = load(systems, source=None, references=[folder / "official-2014.combined.auto.m2"])
    gold = load([], source=None, references=[folder / "official-2014.combined.gold.m2"])
    return Conll14(replace(auto, references=gold.references), auto, "ERRANT 3.0.2")


def _annotate(data: Path, pipeline: str) -> Conll14:
    official = data / "conll14-official" / "noalt" / "official-2014.combined.m2"
    texts = load([data / "conll14-teams" / team for team in TEAMS], source=None, references=[official])
    annotator = Annotator(load_pipeline(pipeline))
    found = annotated(texts, annotator, anew=True)
    marked = tuple(map(_marked_unclear, texts.references))
    auto = replace(found, references=tuple(map(_with_unclear, found.references, marked)))
    return Conll14(replace(found, references=marked), auto, f"{annotator.pipeline.name}@{annotator.pipeline.version}")


def _marked_unclear(reference: Reference) -> Reference:
    # `faithful` knows errors that are marked but not corrected by ERRANT's name only, not by CoNLL's.
    edits = (
        None if own is None else tuple(replace(edit, type="UNK") if edit.is_detected_only else edit for edit in own)
        for own in reference.edits or ()
    )
    return replace(reference, edits=tuple(edits))


def _with_unclear(found: Reference, marked: Reference) -> Reference:
    # A text does not show what was marked and not corrected; detection (Figure 1) and M2 look at it.
    edits = (
        None if own is None else own + tuple(edit for edit in old or () if edit.is_detected_only)
        for own, old in zip(found.edits or (), marked.edits or (), strict=True)
    )
    return replace(found, edits=tuple(edits))


def _compare(data: EvalSet, system: System, how: Overlap) -> Comparison:
    assert system.edits is not None
    return edit_overlap.compare(system.edits, reference_edits(data, CONVENTIONS.absent), replace(how, rule="faithful"))


def _scores(table: Floats) -> tuple[float | None, ...]:
    """Give P, R and F0.5 of summed TP, FP, FN; nothing when the system attempted nothing (TP + FP = 0)."""
    sums = table.sum(axis=0)
    if sums[0] + sums[1] == 0:
        return None, None, None
    return tuple(float(score) for score in edit_overlap.precision_recall_f(sums))


def table_4(data: Conll14, *, resamples: int = 1000, seed: int = 12345) -> Table:
    """F0.5 of every team by the M2 scorer and by edit overlap, gold and auto, with a test of the difference."""
    trust = Trust(resamples=resamples, seed=seed, test="bootstrap")
    measures = {"M2": MaxMatch(0.5, CONVENTIONS), "overlap": EditOverlap("F", 0.5, "correction", CONVENTIONS)}
    draws = Draws(trust, len(data.auto.sources))
    tested = gold_and_auto(Statistics(data.gold), Statistics(data.auto), list(measures.values()), draws)
    blocks = {
        name: {row.system: row for row in tested if row.measure == measure.name} for name, measure in measures.items()
    }
    columns = [Column("team")]
    for name in measures:
        for kind in ("gold", "auto"):
            columns += [Column(f"{name} {kind}", percent=True), Column(f"{name} {kind} paper")]
        columns.append(Column(f"{name} p", digits=3))
    rows = [Row((Cell(team), *_cells_of_table_4(blocks.values(), team))) for team in TEAMS]
    notes = (
        f"p: paired bootstrap test of gold against auto, {resamples} resamples of sentences, seed {seed}.",
        *(_after_holm(name, block) for name, block in blocks.items()),
    )
    return _table(data, "Table 4: F0.5 by M2 and by edit overlap, gold and auto references", columns, rows, notes)


def _cells_of_table_4(blocks: Iterable[Mapping[str, GoldAndAuto]], team: str) -> Iterator[Cell]:
    for number, block in enumerate(blocks):
        gold, auto = bryant2017.TABLE_4[team][2 * number : 2 * number + 2]
        yield from map(Cell, (block[team].gold, gold, block[team].auto, auto, block[team].p))


def _after_holm(name: str, block: Mapping[str, GoldAndAuto]) -> str:
    left = [
        f"{team} ({row.adjusted_p:.3f})"
        for team, row in block.items()
        if row.adjusted_p is not None and row.adjusted_p <= 0.05
    ]
    return f"{name}: significant at 0.05 after Holm's correction over the teams: {', '.join(left) or 'none'}."


def _team(data: EvalSet, name: str) -> System:
    return next(system for system in data.systems if system.name == name)


def _table(
    data: Conll14, title: str, columns: Sequence[Column], rows: Iterable[Row], notes: tuple[str, ...] = ()
) -> Table:
    conditions = Signature.of(
        paper="bryant2017",
        rule=CONVENTIONS.rule,
        absent=CONVENTIONS.absent,
        pipeline=data.pipeline,
        sentences=len(data.auto.sources),
    )
    return Table(title, tuple(columns), tuple(rows), notes=(*notes, f"Signature: {conditions}."))


def _three(paper: bool) -> list[Column]:
    own = [Column(name, percent=True) for name in _QUANTITIES]
    return [*own, *(Column(f"{name} paper") for name in _QUANTITIES)] if paper else own


def table_5(data: Conll14) -> Table:
    """P, R and F0.5 by operation."""
    rows = []
    for system in data.auto.systems:
        groups = _compare(data.auto, system, Overlap()).by_type(operation_of)
        for letter, name in OPERATIONS.items():
            found = _scores(groups.get(letter, np.zeros((1, 3))))
            published = bryant2017.TABLE_5[system.name, name]
            rows.append(Row((Cell(system.name), Cell(name), *map(Cell, found), *map(Cell, published))))
    return _table(data, "Table 5: by operation", [Column("team"), Column("operation"), *_three(paper=True)], rows)


@cache
def _by_type(data: Conll14) -> dict[str, Mapping[str, Floats]]:
    return {system.name: _compare(data.auto, system, Overlap()).by_type(main_type_of) for system in data.auto.systems}


def table_6(data: Conll14) -> Table:
    """P, R and F0.5 of every error type and team, and who is best at it."""
    found = _scores_by_type(data)
    rows = []
    for kind in sorted(found):
        best = best_teams(found[kind])
        for place, quantity in enumerate(_QUANTITIES):
            cells = [Cell(found[kind][team][place]) for team in TEAMS]
            rows.append(Row((Cell(kind), Cell(quantity), *cells, Cell(" ".join(best) if place == 2 else ""))))
    columns = [Column("type"), Column("score"), *(Column(team, percent=True) for team in TEAMS), Column("best")]
    return _table(data, "Table 6: by error type", columns, rows, (_leaders(found),))


def _scores_by_type(data: Conll14) -> dict[str, dict[str, tuple[float | None, ...]]]:
    tables = _by_type(data)
    kinds = {kind for own in tables.values() for kind in own} - {"UNK"}
    nothing = np.zeros((1, 3))
    return {kind: {team: _scores(own.get(kind, nothing)) for team, own in tables.items()} for kind in kinds}


def best_teams(scores: Mapping[str, Sequence[float | None]]) -> list[str]:
    """Name who has the highest F0.5 of a type, ties included; nobody when it is 0."""
    top = max((own[2] or 0.0 for own in scores.values()), default=0.0)
    return [team for team, own in scores.items() if top > 0 and own[2] == top]


def _leaders(found: Mapping[str, Mapping[str, Sequence[float | None]]]) -> str:
    led = [team for scores in found.values() for team in best_teams(scores)]
    counts = sorted(((led.count(team), team) for team in TEAMS), key=lambda pair: (-pair[0], pair[1]))
    shown = ", ".join(f"{team} {count}" for count, team in counts if count)
    return f"Types led, of {len(found)} (ties count for each): {shown}."


def table_7(data: Conll14) -> Table:
    """Determiner errors of two teams by operation."""
    rows = []
    for team in ("CAMB", "CUUI"):
        groups = _compare(data.auto, _team(data.auto, team), Overlap()).by_type(full_type_of)
        for kind in ("M:DET", "R:DET", "U:DET", "DET"):
            table = groups[kind] if kind in groups else _by_type(data)[team][kind]
            published = bryant2017.TABLE_7[team, kind]
            rows.append(Row((Cell(team), Cell(kind), *map(Cell, _scores(table)), *map(Cell, published))))
    return _table(data, "Table 7: determiner errors", [Column("team"), Column("type"), *_three(paper=True)], rows)


def table_8(data: Conll14) -> Table:
    """P, R and F0.5 of edits with two or more tokens on a side."""
    rows = []
    for system in data.auto.systems:
        found = _scores(_compare(data.auto, system, Overlap(size="multi")).table())
        rows.append(Row((Cell(system.name), *map(Cell, found), *map(Cell, bryant2017.TABLE_8[system.name]))))
    return _table(data, "Table 8: multi-token edits", [Column("team"), *_three(paper=True)], rows)


def figure_1(data: Conll14) -> Table:
    """F0.5 of detection and of correction, and how much is lost between them."""
    rows = []
    for system in data.auto.systems:
        correction, detection = (
            _scores(_compare(data.auto, system, Overlap(level=level)).table())[2] or 0.0
            for level in ("correction", "detection")
        )
        rows.append(Row((Cell(system.name), Cell(detection), Cell(correction), Cell(detection - correction))))
    columns = [Column("team"), *(Column(name, percent=True) for name in ("detection", "correction", "difference"))]
    return _table(data, "Figure 1: detection and correction (F0.5)", columns, rows)


TABLES: Mapping[str, Callable[[Conll14], Table]] = {
    "4": table_4,
    "5": table_5,
    "6": table_6,
    "7": table_7,
    "8": table_8,
    "figure-1": figure_1,
}


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("shared", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("-t", "--table", "wanted", type=click.Choice(list(TABLES)), multiple=True, help="Which; all otherwise.")
@click.option("-p", "--pipeline", metavar="NAME", help="Find the edits anew; otherwise ERRANT 3.0.2's are read.")
@click.option("--resamples", type=click.IntRange(min=1), default=1000, show_default=True, help="Draws of Table 4.")
@click.option("--seed", type=click.IntRange(min=0), default=12345, show_default=True, help="Where they start.")
@click.option(
    "-f",
    "--format",
    "form",
    type=click.Choice(["table", "tsv", "json", "md", "latex"]),
    default="table",
    show_default=True,
    help="Form of the output.",
)
@click.option("-o", "--output", default="-", show_default="standard output", metavar="FILE", help="Where to write.")
def main(
    shared: Path, wanted: tuple[str, ...], pipeline: str | None, resamples: int, seed: int, form: str, output: str
) -> None:
    """Print Tables 4 to 8 and Figure 1 of Bryant et al. (2017) from the files in SHARED.

    \b
    Examples:
      python -m tools.papers ../shared
      python -m tools.papers ../shared --table 4 --table figure-1 --format md
      python -m tools.papers ../shared --pipeline redink-en -t 6
    """  # noqa: D301 - click wants this backspace itself
    try:
        data = read_conll14(shared, pipeline)
    except RedinkError as error:
        raise click.ClickException(str(error)) from error
    makers: dict[str, Callable[[Conll14], Table]] = {**TABLES, "4": partial(table_4, resamples=resamples, seed=seed)}
    with write_whole(output) as out:
        out.write("\n".join(render(makers[name](data), form) for name in wanted or TABLES))


if __name__ == "__main__":
    main()
