"""Stored results in; paired tests of all outputs out, each made once and kept in results/pairs.json."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import TypeAlias

import msgspec

from redink.evaluation.estimate import Pair, enough_resamples
from redink.evaluation.trust import Draws, Trust
from redink.leaderboard.stored import Stored
from redink.leaderboard.task import Task
from redink.reading.files import write_whole
from redink.scoring.measure import Measure
from redink.scoring.names import parse_measures
from redink.stats.resampling import swap_sums
from redink.stats.significance import PairedResult, approximate_randomisation

_STEP = 20_000
"""Resamples come in steps, so that a new submission leaves the tests of the others as they are."""
_Outputs: TypeAlias = tuple[str, str]
"""The checksums of two outputs, in their order, so that a pair has one key however the systems rank."""


class _Kept(msgspec.Struct):
    """Tests of pairs of outputs."""

    conditions: str
    pairs: dict[str, tuple[float | None, float | None, int]]
    """Difference, p and undefined draws, by the checksums of both outputs."""


def board_draws(task: Task, results: Sequence[Stored]) -> Draws:
    """Give the draws that all tests of a board share."""
    size = len(results[0].rows[task.plan.measures[0]]) if results else 0
    return Draws(Trust(resamples=-(-max(enough_resamples(len(results)), _STEP) // _STEP) * _STEP), size)


def tested_pairs(task: Task, results: Sequence[Stored], draws: Draws) -> dict[Pair, PairedResult]:
    """Test every pair by the main measure; those that were tested before are read."""
    main = _main(task)
    kept = _read(task, results, draws)
    keys = {(i, j): _key(results[i], results[j]) for i, j in combinations(range(len(results)), 2)}
    new = {key for key in keys.values() if " ".join(key) not in kept.pairs}
    if new:
        for key, test in _tests(results, sorted(new), main, draws):
            kept.pairs[" ".join(key)] = test
        path = _path(task)
        path.parent.mkdir(parents=True, exist_ok=True)
        with write_whole(path) as out:
            out.write(msgspec.json.encode(kept).decode() + "\n")
    tests = {}
    for (i, j), key in keys.items():
        difference, p, undefined = kept.pairs[" ".join(key)]
        if difference is not None and results[i].output != key[0]:
            difference = -difference
        tests[i, j] = PairedResult(difference, p, "approximate randomisation", draws.trust.resamples, undefined)
    return tests


def changed_pairs(task: Task, results: Sequence[Stored]) -> list[_Outputs]:
    """Test every pair again; give those whose kept test is another."""
    draws = board_draws(task, results)
    kept = _read(task, results, draws)
    keys = sorted({_key(first, second) for first, second in combinations(results, 2)})
    known = [key for key in keys if " ".join(key) in kept.pairs]
    return [key for key, test in _tests(results, known, _main(task), draws) if kept.pairs[" ".join(key)] != test]


def _main(task: Task) -> Measure:
    return parse_measures(task.plan.measures, task.plan.conventions)[0]


def _key(first: Stored, second: Stored) -> _Outputs:
    low, high = sorted((first.output, second.output))
    return low, high


def _tests(
    results: Sequence[Stored], keys: Sequence[_Outputs], main: Measure, draws: Draws
) -> Iterator[tuple[_Outputs, tuple[float | None, float | None, int]]]:
    wanted = {output for key in keys for output in key}
    tables = {stored.output: stored.table(main.name) for stored in results if stored.output in wanted}
    sums = dict(zip(tables, swap_sums(list(tables.values()), draws.swaps), strict=True)) if keys else {}
    for first, second in keys:
        test = approximate_randomisation(sums[first], sums[second], main.score_from_sums)
        yield (first, second), (test.difference, test.p, test.undefined)


def _path(task: Task) -> Path:
    return task.folder / "results" / "pairs.json"


def _read(task: Task, results: Sequence[Stored], draws: Draws) -> _Kept:
    """Read the tests that were made under the same conditions."""
    conditions = f"{results[0].conditions if results else ''} {task.plan.measures[0]} {draws.trust}"
    digest = hashlib.sha256(conditions.encode()).hexdigest()
    path = _path(task)
    if path.is_file():
        try:
            kept = msgspec.json.decode(path.read_bytes(), type=_Kept)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return _Kept(digest, {})
        if kept.conditions == digest:
            return kept
    return _Kept(digest, {})
