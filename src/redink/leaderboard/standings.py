"""Stored results in; the ranking with intervals, tests and ties, and scores of parts of the data, out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from redink.arrays import Floats
from redink.evaluation.rankings import rank_systems, resolution_notes, resolved
from redink.evaluation.results import Procedure, Ranking
from redink.frozen import frozen
from redink.leaderboard.pair_tests import board_draws, tested_pairs
from redink.leaderboard.stored import Stored
from redink.leaderboard.task import Task
from redink.scoring.edit_measures import EditOverlap
from redink.scoring.measure import Measure
from redink.scoring.names import lower_is_better, parse_measures

SMALLEST = 20
"""Sentences, or errors, of the smallest part of which a hidden task shows scores."""


@frozen
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
    draws = board_draws(task, ordered)
    tests = tested_pairs(task, ordered, draws) if keep or len(ordered) > 1 else {}
    testing = Procedure(draws.trust.test, draws.trust.resamples, draws.trust.alpha, draws.trust.correction)
    values = [stored.scores[main.name].value for stored in ordered]
    ranking = rank_systems(main.name, [stored.name for stored in ordered], values, tests, testing)
    limit = resolved([stored.table(main.name) for stored in ordered], main, draws) if len(ordered) > 1 else None
    ranking = replace(ranking, resolved=limit)
    return Board(task, tuple(ordered), ranking, testing, resolution_notes([ranking], draws))


def large_parts(sizes: Mapping[str, float], *, hidden: bool) -> list[str]:
    """Give the parts of which scores may be shown: all, or those of a hidden task that are large enough.

    What is left out must be large enough too: otherwise its score would follow from those of the whole and of the rest.
    """
    if not hidden:
        return list(sizes)
    falling = sorted(sizes, key=lambda name: -sizes[name])
    shown = [name for name in falling if sizes[name] >= SMALLEST]
    while shown and 0 < sum(sizes[name] for name in falling if name not in shown) < SMALLEST:
        shown.pop()
    return [name for name in sizes if name in shown]


def part_scores(board: Board, labels: Sequence[str]) -> dict[str, dict[str, float | None]]:
    """Give the main score of each system for each part of the sentences; small parts of a hidden task are left out."""
    (main, *_) = board.measures
    names = list(dict.fromkeys(labels))
    members = np.array([[label == name for label in labels] for name in names], dtype=np.float64)
    shown = large_parts(dict(zip(names, members.sum(axis=1).tolist(), strict=True)), hidden=board.task.is_hidden)
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
    values: dict[str, dict[str, float | None]] = {}
    for stored, row, levels in zip(board.results, solved, level, strict=True):
        groups = {name: row[levels == number] for number, name in enumerate(LEVELS)}
        values[stored.name] = {
            name: float(part.mean()) if len(part) >= (SMALLEST if board.task.is_hidden else 1) else None
            for name, part in groups.items()
        }
    return values


def type_scores(board: Board) -> tuple[list[str], dict[str, dict[str, float | None]]]:
    """Give the types, the most frequent first, and the F0.5 of each system for each type."""
    (measure,) = parse_measures(["F0.5"], board.task.plan.conventions)
    assert isinstance(measure, EditOverlap)
    gold: dict[str, float] = {}
    for stored in board.results:
        for name, counts in stored.types.items():
            gold[name] = max(gold.get(name, 0.0), counts[0] + counts[2])
    known = {name: number for name, number in gold.items() if number}
    names = sorted(large_parts(known, hidden=board.task.is_hidden), key=lambda name: (-gold[name], name))
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
