"""Stored results in; the ranking with intervals, tests and ties, and scores of parts of the data, out."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

import msgspec
import numpy as np

from redink.arrays import Floats
from redink.evaluation.estimate import Pair, enough_resamples
from redink.evaluation.rankings import rank_systems, resolution_notes, resolved
from redink.evaluation.results import Procedure, Ranking
from redink.evaluation.trust import Draws, Trust
from redink.leaderboard.stored import Stored
from redink.leaderboard.task import Task
from redink.reading.files import write_whole
from redink.scoring.measure import Measure
from redink.scoring.measures import EditOverlap
from redink.scoring.names import lower_is_better, parse_measures
from redink.stats.resampling import swap_sums
from redink.stats.significance import PairedResult, approximate_randomisation

_STEP = 20_000
"""Resamples come in steps, so that a new submission leaves the tests of the others as they are."""
SMALLEST = 20
"""Sentences, or errors, of the smallest part of which a hidden task shows scores."""


@dataclass(frozen=True, slots=True)
class Board:
    """All submissions, the best first."""

    task: Task
    results: tuple[Stored, ...]
    ranking: Ranking
    """By the main measure."""
    testing: Procedure
    notes: tuple[str, ...]
    """What the test set can show."""

    @property
    def main(self) -> str:
        """The measure that ranks."""
        return self.task.plan.measures[0]

    def score(self, stored: Stored) -> float | None:
        """Give the main score of a submission."""
        return stored.scores[self.main].value

    @property
    def measures(self) -> list[Measure]:
        """The measures, the main one first."""
        return parse_measures(self.task.plan.measures, self.task.plan.conventions)


def rank(task: Task, results: Sequence[Stored], *, keep: bool = True) -> Board:
    """Rank the submissions by the main measure; every pair is tested once, and the tests are kept if they may be."""
    main = parse_measures(task.plan.measures, task.plan.conventions)[0]
    sign = 1 if lower_is_better(main.name) else -1
    ordered = sorted(
        results,
        key=lambda one: (one.scores[main.name].value is None, sign * (one.scores[main.name].value or 0.0), one.name),
    )
    size = len(ordered[0].rows[main.name]) if ordered else 0
    wanted = enough_resamples(len(ordered))
    trust = Trust(resamples=-(-max(wanted, _STEP) // _STEP) * _STEP)
    draws = Draws(trust, size)
    tables = {stored.name: stored.table(main.name) for stored in ordered}
    tests = _tests(task, ordered, tables, main, draws) if keep or len(ordered) > 1 else {}
    testing = Procedure(trust.test, trust.resamples, trust.alpha, trust.correction)
    values = [stored.scores[main.name].value for stored in ordered]
    ranking = rank_systems(main.name, [stored.name for stored in ordered], values, tests, testing)
    limit = resolved(list(tables.values()), main, draws) if len(ordered) > 1 else None
    ranking = replace(ranking, resolved=limit)
    return Board(task, tuple(ordered), ranking, testing, resolution_notes([ranking], draws))


class _Kept(msgspec.Struct):
    """Tests of pairs of outputs."""

    conditions: str
    pairs: dict[str, tuple[float | None, float | None, int]]
    """Difference, p and undefined draws, by the checksums of both outputs."""


def _tests(
    task: Task, results: Sequence[Stored], tables: Mapping[str, Floats], main: Measure, draws: Draws
) -> dict[Pair, PairedResult]:
    """Test every pair; those that were tested before are read."""
    path = task.folder / "results" / "pairs.json"
    conditions = f"{results[0].conditions if results else ''} {main.name} {draws.trust}"
    kept = _kept(path, conditions)
    # In the order of checksums, so that a pair has one key however the systems rank.
    keys = {
        (i, j): tuple(sorted((results[i].output, results[j].output))) for i, j in combinations(range(len(results)), 2)
    }
    new = [pair for pair, key in keys.items() if " ".join(key) not in kept.pairs]
    if new:
        sums = dict(zip(tables, swap_sums(list(tables.values()), draws.swaps), strict=True))
        by_output = {stored.output: sums[stored.name] for stored in results}
        for pair in new:
            first, second = keys[pair]
            test = approximate_randomisation(by_output[first], by_output[second], main.score_from_sums)
            kept.pairs[f"{first} {second}"] = (test.difference, test.p, test.undefined)
        path.parent.mkdir(parents=True, exist_ok=True)
        with write_whole(path) as out:
            out.write(msgspec.json.encode(kept).decode() + "\n")
    found = {}
    for (i, j), key in keys.items():
        difference, p, undefined = kept.pairs[" ".join(key)]
        turned = results[i].output != key[0] and difference is not None
        found[i, j] = PairedResult(
            -difference if turned and difference is not None else difference,
            p,
            "approximate randomisation",
            draws.trust.resamples,
            undefined,
        )
    return found


def _kept(path: Path, conditions: str) -> _Kept:
    digest = hashlib.sha256(conditions.encode()).hexdigest()
    if path.is_file():
        try:
            kept = msgspec.json.decode(path.read_bytes(), type=_Kept)
        except msgspec.DecodeError:
            return _Kept(digest, {})
        if kept.conditions == digest:
            return kept
    return _Kept(digest, {})


def part_scores(board: Board, labels: Sequence[str]) -> dict[str, dict[str, float | None]]:
    """Give the main score of each system for each part of the sentences; small parts of a hidden task are left out."""
    (main, *_) = board.measures
    names = list(dict.fromkeys(labels))
    members = np.array([[label == name for label in labels] for name in names], dtype=np.float64)
    shown = [
        name for name, row in zip(names, members, strict=True) if not board.task.is_hidden or row.sum() >= SMALLEST
    ]
    scores: dict[str, dict[str, float | None]] = {}
    for stored in board.results:
        with np.errstate(divide="ignore", invalid="ignore"):
            values = main.score_from_sums(members @ stored.table(main.name))
        by_part = dict(zip(names, values.tolist(), strict=True))
        scores[stored.name] = {name: None if np.isnan(by_part[name]) else by_part[name] for name in shown}
    return scores


def solved_table(board: Board, reference: int = 0) -> Floats:
    """Give (systems × edits of a reference) 1 where a system has the edit."""
    return np.array([[mark == "1" for mark in stored.solved[reference]] for stored in board.results], dtype=np.float64)


LEVELS = ("no other system", "up to a quarter", "up to half", "more than half")
"""How many of the other systems correct an error."""


def level_recall(board: Board) -> dict[str, dict[str, float | None]]:
    """Give the share of errors that each system corrects, by how many of the other systems correct them."""
    solved = solved_table(board)
    if len(solved) < 2 or not solved.size:
        return {}
    others = (solved.sum(axis=0) - solved) / (len(solved) - 1)
    level = np.where(others == 0, 0, np.where(others <= 0.25, 1, np.where(others <= 0.5, 2, 3)))
    found: dict[str, dict[str, float | None]] = {}
    for stored, row, levels in zip(board.results, solved, level, strict=True):
        groups = {name: row[levels == number] for number, name in enumerate(LEVELS)}
        found[stored.name] = {
            name: float(part.mean()) if len(part) >= (SMALLEST if board.task.is_hidden else 1) else None
            for name, part in groups.items()
        }
    return found


def type_scores(board: Board) -> tuple[list[str], dict[str, dict[str, float | None]]]:
    """Give the types, the most frequent first, and the F0.5 of each system for each type."""
    (measure,) = parse_measures(["F0.5"], board.task.plan.conventions)
    assert isinstance(measure, EditOverlap)
    gold: dict[str, float] = {}
    for stored in board.results:
        for name, counts in stored.types.items():
            gold[name] = max(gold.get(name, 0.0), counts[0] + counts[2])
    fewest = SMALLEST if board.task.is_hidden else 1
    names = sorted((name for name, number in gold.items() if number >= fewest), key=lambda name: (-gold[name], name))
    scores: dict[str, dict[str, float | None]] = {}
    for stored in board.results:
        scores[stored.name] = {}
        for name in names:
            value = float(measure.score_from_sums(np.array([stored.types.get(name, [0.0, 0.0, gold[name]])]))[0])
            scores[stored.name][name] = None if np.isnan(value) else value
    return names, scores


def only_solver(board: Board) -> dict[str, list[int]]:
    """Give the edits of the first reference that one system alone has, by system."""
    solved = solved_table(board)
    alone = solved.sum(axis=0) == 1 if solved.size else np.zeros(0, dtype=bool)
    return {
        stored.name: np.flatnonzero(alone & (row == 1)).tolist()
        for stored, row in zip(board.results, solved, strict=True)
    }
