"""Results of `difficulty` in, tables to show out: scores, ranks, types, levels, systems beside each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from redink.arrays import Floats
from redink.evaluation.tables import difference_table
from redink.frozen import frozen
from redink.questions.difficulty.group_tables import group_tables
from redink.questions.difficulty.mathematics.breakpoint import breakpoint_of
from redink.questions.difficulty.mathematics.formulas import UNWEIGHTED, WEIGHTED, formulas, row_weights
from redink.questions.difficulty.mathematics.judged_reference import JudgedReference
from redink.questions.difficulty.mathematics.stability import rank_changes, rank_stability
from redink.questions.difficulty.model_tables import model_tables
from redink.reports.numbers import in_words
from redink.reports.tables import Cell, Column, Row, Table, make_table, p_cell
from redink.scoring.edit_overlap import GROUPS
from redink.scoring.measure import expect_choice

if TYPE_CHECKING:
    from redink.questions.difficulty.results import DifficultyResults

_COUNTS = ("TP", "FP", "FN", "TN")
_UNWEIGHTED_NOTE = (
    "Counted in chunks of the reference, not in edits: not comparable with M2 or ERRANT. An error corrected wrongly "
    "is both FP and FN."
)
_NEED = "; its weight is multiplied by the share of annotators who change it"
_ERRORS = {"one": "Errors that one system alone solves", "none": "Errors that no system solves", "all": "Errors"}
"""Which errors can be listed, and how the list is called."""


@frozen
class Details:
    """What is shown beside the scores."""

    by: str | None = None
    """Difficulty by `operation`, `type` or `operation-type`."""
    levels: bool = False
    """How many errors there are at each level, and the breakpoint."""
    teams: bool = False
    """What each system adds, and which systems complement one another."""
    errors: str | None = None
    """A list of the errors that `one` system alone solves, that `none` solves, or `all`."""
    corpus: bool = False
    """Sentences, tokens, chunks, errors and the token error rate."""
    compare: bool = False
    """Paired tests of every system against the first."""

    def __post_init__(self) -> None:
        """Refuse words that mean nothing."""
        if self.by is not None:
            expect_choice("breakdown", self.by, tuple(GROUPS))
        if self.errors is not None:
            expect_choice("list of errors", self.errors, tuple(_ERRORS))


def tables_of(results: DifficultyResults) -> list[Table]:
    """Give the scores and every table that was asked for."""
    reference, details = results.reference(), results.details
    tables = [weighted_table(results), unweighted_table(results)]
    if details.corpus:
        tables.append(corpus_table({"this corpus": reference}))
    if results.against is not None:
        tables += rank_tables(results, results.against, results.values(results.against))
    tables += (stability_table(corpora, measure) for measure, corpora in results.across.items())
    if details.by is not None:
        tables.append(type_table(reference, details.by, results.type_notes))
    if details.levels:
        tables += [level_table(reference), breakpoint_table(reference)]
    if details.teams:
        tables += [system_table(reference), team_table(reference)]
    if details.errors is not None:
        tables.append(error_table(reference, details.errors))
    if results.groups is not None:
        tables += group_tables(results.groups, details.by or "type")
    if details.compare:
        tables += [difference_table(results.scores), chunk_test_table(results)]
    if reference.model is not None:
        tables += model_tables(results, reference.model)
    return tables


def weighted_table(results: DifficultyResults) -> Table:
    """One row per system: weighted counts, P, R, F_β, A."""
    reference = results.reference()
    pool = ", ".join(reference.pool.systems) or "not named in the weight file"
    facts = reference.facts()
    notes = (
        f"Difficulty judged by N = {reference.pool.size} systems: {pool}.",
        *need_notes(results),
        f"{facts.errors} errors in {facts.chunks} chunks of {facts.sentences} sentences ({reference.name}).",
        *results.warnings,
        f"Signature: {results.signature}.",
    )
    return _score_table("Difficulty-weighted scores", results, results.counts, WEIGHTED, 2, notes)


def need_notes(results: DifficultyResults) -> Iterator[str]:
    """Say how many annotators want the errors corrected, where several references count."""
    need = results.judged.table.gold.need
    if not len(need) or not (results.judged.has_regions or results.settings.need):
        return
    yield f"On average, {need.mean():.2f} of the annotators change an error{_NEED if results.settings.need else ''}."


def unweighted_table(results: DifficultyResults) -> Table:
    """The same without weights."""
    notes = (_UNWEIGHTED_NOTE,)
    return _score_table("The same without weights", results, results.unweighted, UNWEIGHTED, 0, notes)


def _score_table(
    title: str, results: DifficultyResults, counts: Mapping[str, Floats], prefix: str, digits: int, notes: Sequence[str]
) -> Table:
    measures = [formula.name for formula in formulas(results.settings, prefix)]
    columns = (
        Column("system"),
        *(Column(name.lower(), name, digits=digits) for name in _COUNTS),
        *(Column(name, direction="higher", digits=4) for name in measures),
    )
    rows = []
    for system in results.scores.systems:
        sums = counts[system.name].sum(axis=0).tolist()
        scores = [system[measure] for measure in measures]
        cells = (
            Cell(system.name),
            *map(Cell, sums[: len(_COUNTS)]),
            *(Cell(score.value, score.interval) for score in scores),
        )
        rows.append(Row(cells, competes=system.name != "source"))
    return Table(title, columns, tuple(rows), notes=tuple(notes))


def rank_tables(results: DifficultyResults, measure: str, conventional: Sequence[float | None]) -> list[Table]:
    """Rank systems by wF_β and by wA, each with the places gained or lost against a conventional measure."""
    return [_rank_table(results, weighted, measure, conventional) for weighted in results.ranked]


def _rank_table(results: DifficultyResults, new: str, old: str, conventional: Sequence[float | None]) -> Table:
    names = [system.name for system in results.scores.systems]
    changes = rank_changes(names, results.values(new), conventional)
    columns = (
        Column("rank", digits=0),
        Column("system"),
        Column(new, digits=4),
        Column("old_rank", f"rank by {old}", digits=0),
        Column(old, digits=4),
        Column("change", "difference in ranking"),
    )
    rows = [(row.rank, row.system, row.score, row.old_rank, row.old_score, row.arrow) for row in changes]
    return make_table(f"Ranking by {new} against {old}", columns, rows)


def stability_table(scores: Mapping[str, Mapping[str, float | None]], measure: str) -> Table:
    """One row per system, one column per corpus: ranks, their mean and spread, and how well the rankings agree."""
    stability = rank_stability(scores)
    columns = [
        Column("system"),
        *(Column(name, digits=0) for name in stability.corpora),
        Column("mean_rank", "mean rank"),
        Column("sd", "SD"),
    ]
    rows = [
        (name, *ranks.tolist(), mean, sd)
        for name, ranks, mean, sd in zip(stability.systems, stability.ranks, *stability.spread(), strict=True)
    ]
    leaders = ", ".join(f"{name} ({stability.leaders.count(name)})" for name in dict.fromkeys(stability.leaders))
    tau = in_words(stability.tau)
    notes = [f"Mean Kendall τ of the rankings: {tau}. Leaders in {len(stability.corpora)} corpora: {leaders}."]
    return make_table(f"Ranks by {measure} across corpora", columns, rows, notes=notes)


def type_table(reference: JudgedReference, granularity: str, notes: Sequence[str] = ()) -> Table:
    """One row per type: mean weight, sample SD, frequency; hardest first (the paper's Table 4)."""
    columns = (Column(granularity), Column("mean", "mean w", digits=3), Column("sd", "SD", digits=3), _count("errors"))
    rows = [tuple(row) for row in reference.by_type(granularity)]
    spread = "SD: of the sample (n − 1); not available for a single error."
    return make_table(f"Difficulty by {granularity}", columns, rows, notes=(spread, *notes))


def level_table(reference: JudgedReference) -> Table:
    """One row per level: how many errors were missed by that many systems."""
    pool = reference.pool
    counts = reference.levels()
    total = max(int(counts.sum()), 1)
    weights = reference.settings.weight(np.arange(pool.size, -1, -1), pool.size)
    columns = (
        _count("level"),
        _count("solved", "solved by"),
        Column("w"),
        _count("errors"),
        Column("share", digits=1, percent=True),
    )
    rows = [
        (level, pool.size - level, float(weight), int(count), int(count) / total)
        for level, (weight, count) in enumerate(zip(weights, counts, strict=True))
    ]
    return make_table("Errors by level of difficulty", columns, rows)


def _count(key: str, header: str = "") -> Column:
    return Column(key, header, digits=0)


def corpus_table(corpora: Mapping[str, JudgedReference]) -> Table:
    """One row per corpus: its size and token error rate (the paper's Table 1), and how hard its errors are."""
    columns = (
        Column("corpus"),
        *(_count(name) for name in ("sentences", "tokens", "chunks", "errors")),
        Column("token_error_rate", "token error rate", digits=3),
        _count("N"),
        Column("mean", "mean w of errors", digits=3),
        Column("unsolved", "solved by none", digits=3),
        Column("need", "mean need", digits=3),
        Column("mean_by_need", "mean w by need", digits=3),
    )
    shown = len(columns) if any(reference.has_regions for reference in corpora.values()) else -2
    rows = [
        (name, *reference.facts(), reference.pool.size, *_hardness(reference), *needs(reference))[:shown]
        for name, reference in corpora.items()
    ]
    note = "Token error rate: tokens to insert, delete or replace, divided by source tokens, over all references."
    return make_table(
        "Corpora", columns[:shown], rows, notes=[note, "Weights from pools of different sizes are not comparable."]
    )


def _hardness(reference: JudgedReference) -> tuple[float | None, float | None]:
    levels = reference.levels()
    if not levels.sum():
        return None, None
    return float(reference.error_weights.mean()), float(levels[-1] / levels.sum())


def needs(reference: JudgedReference) -> tuple[float | None, float | None]:
    """Give the mean need, and the mean weight if each error counts as often as annotators change it."""
    need, weights = reference.table.gold.need, replace(reference.settings, need=False)
    if not len(need):
        return None, None
    plain = row_weights(reference.table, reference.pool, weights)[0][reference.table.is_error]
    return float(need.mean()), float(np.average(plain, weights=need))


def system_table(reference: JudgedReference) -> Table:
    """One row per system: errors solved, solved by it alone, and what the pool would be without it."""
    table = reference.table
    solved = table.of_errors().sum(axis=0)
    unique, unsolved = reference.unique(), reference.unsolved()
    influence = {row.system: row for row in reference.influence()}
    columns = (
        Column("system"),
        _count("solved"),
        _count("alone", "solved by it alone"),
        Column("mean_without", "mean w without it", digits=4),
        Column("moved", "mean |Δw|", digits=4),
        _count("ranks", "ranks changed"),
    )
    rows = []
    for index, name in enumerate(table.systems):
        effect = influence.get(name)
        tail = (effect.mean_weight, effect.moved, effect.ranks_changed) if effect else (None, None, None)
        rows.append((name, int(solved[index]), len(unique[name]), *tail))
    notes = [
        f"{len(unsolved)} of {len(table.gold.edits)} errors are solved by none of these systems.",
        "The last columns leave one system out of the pool at a time; ranks are those of the others by weighted F.",
    ]
    return make_table("What each system adds", columns, rows, notes=notes)


def error_table(reference: JudgedReference, which: str) -> Table:
    """List errors one by one: those that `one` system alone solves, that `none` solves, or `all`; hardest first."""
    table = reference.table
    solved = table.of_errors()
    counts, weights = solved.sum(axis=1), reference.error_weights
    wanted = {"one": counts == 1, "none": counts == 0, "all": counts >= 0}[which]
    order = sorted(np.flatnonzero(wanted).tolist(), key=lambda index: (-weights[index], index))
    rows = []
    for index in order:
        edit, sentence = table.gold.edits[index], int(table.gold.sentence[index])
        original = " ".join(reference.sources[sentence][edit.start : edit.end])
        who = ", ".join(name for name, flag in zip(table.systems, solved[index], strict=True) if flag)
        span, correction = f"{edit.start} {edit.end}", " ".join(edit.replacement)
        rows.append((sentence + 1, span, edit.type, original, correction, float(weights[index]), who))
    names = ("span", "type", "original", "correction")
    columns = (_count("sentence"), *map(Column, names), Column("w"), Column("solved_by", "solved by"))
    if reference.model is not None:
        bounds = zip(
            reference.model.difficulty.tolist(), *map(np.ndarray.tolist, reference.model.intervals(0.95)), strict=True
        )
        known = list(bounds)
        rows = [(*row, *known[index]) for row, index in zip(rows, order, strict=True)]
        columns = (*columns, Column("b"), Column("b_low", "b: 95 % from"), Column("b_high", "to"))
    return make_table(_ERRORS[which], columns, rows)


def team_table(reference: JudgedReference) -> Table:
    """One row per team size: the systems that together solve the most errors."""
    columns = (_count("k"), _count("solved"), Column("recall", "oracle recall", digits=4), Column("systems"))
    teams = reference.teams()
    rows = [(k, team.solved, team.recall, ", ".join(team.members)) for k, team in enumerate(teams, start=1)]
    notes = ["Oracle recall: share of errors that at least one of the systems solves (unweighted)."]
    if not all(team.exact for team in teams):
        notes.append("Where there are too many teams to try all, systems were added one by one.")
    return make_table("Best teams", columns, rows, notes=notes)


def breakpoint_table(reference: JudgedReference) -> Table:
    """How many errors a unique system must solve to match N − 1 copies of the best one."""
    table, pool = reference.table, reference.pool
    errors = len(table.gold.edits)
    solved = int(table.of_errors().sum(axis=0).max()) if errors else 0
    recall = solved / errors if errors else 0.0
    k = breakpoint_of(errors, recall, pool.size, reference.settings.weight) if pool.size > 1 else None
    share = None if k is None or not errors else k / errors
    columns = (
        _count("M", "M (errors)"),
        Column("R", "R (best system)", digits=4),
        _count("N"),
        Column("K", digits=1),
        Column("share", "K / M", digits=4),
    )
    note = "K = M·R·w(N − 1)/w(1): K errors that no other system solves are worth N − 1 copies of the best system."
    return make_table("Breakpoint", columns, [(errors, recall, pool.size, k, share)], notes=[note])


def chunk_test_table(results: DifficultyResults) -> Table:
    """McNemar's tests on the chunks that two systems share."""
    columns = (
        Column("system"),
        Column("base"),
        _count("only_system", "only system right"),
        _count("only_base", "only base right"),
        Column("p", digits=4),
        Column("adjusted_p", "p (Holm)", digits=4),
        _count("errors_only_system", "errors: only system"),
        _count("errors_only_base", "errors: only base"),
        Column("errors_p", "p (errors)", digits=4),
        Column("errors_adjusted_p", "p (errors, Holm)", digits=4),
    )
    rows = [
        (
            *(test.system, test.base, test.only_system, test.only_base, p_cell(test.p), p_cell(test.adjusted_p)),
            *(test.errors_only_system, test.errors_only_base, p_cell(test.errors_p), p_cell(test.errors_adjusted_p)),
        )
        for test in results.chunk_tests
    ]
    note = "McNemar's exact test, two-sided, on b of all chunks and of errors alone; 0.0000 means below 0.00005."
    return make_table("Chunk by chunk", columns, rows, notes=[note])
