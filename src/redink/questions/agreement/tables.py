"""Results of `measure_agreement` in; the paper's tables and figures, and ours beside them, out."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from redink.questions.agreement.judge_tables import judge_tables
from redink.questions.agreement.panel import SIGNS
from redink.reports.charts import Axis, Chart, Curve, curves
from redink.reports.numbers import show_interval, show_number
from redink.reports.tables import Cell, Column, Row, Table, make_table, p_cell

if TYPE_CHECKING:
    from redink.questions.agreement.results import Agreement, AgreementResults, RateBy

_BLOCKS = {"all": "all pairs", "unlike": "pairs of different levels"}
_SHOWN = ("<", "=", ">", "?")
_MOST_COUPLES = 10
"""Couples that have columns of their own; of more, means are shown."""


def result_tables(results: AgreementResults) -> list[Table]:
    """Give every table that has rows."""
    made = [
        level_table(results),
        agreement_table(results),
        baseline_table(results),
        answer_table(results),
        type_table(results),
        gap_table(results),
        size_table(results),
        conduct_table(results),
        dissent_type_table(results),
        dissent_table(results),
        strength_table(results),
        *judge_tables(results.judges),
    ]
    return [table for table in made if table.rows]


def charts(results: AgreementResults) -> list[Chart]:
    """Draw the paper's Figures 1 and 2, where there is something to draw."""
    made = []
    rate = Axis("agreement rate", percent=True, low=0, high=1)
    if results.by_gap:
        lines = [_curve(name, results.by_gap, places) for name, places in _columns(results)]
        gap = Axis("difference in level", whole=True)
        made.append(curves("Agreement by difference in level (Figure 1)", lines, x_axis=gap, y_axis=rate))
    if results.by_size:
        sizes = tuple(float(row.k) for row in results.by_size)
        lines = [
            Curve("all pairs", sizes, tuple(row.rate for row in results.by_size)),
            Curve("untied pairs", sizes, tuple(row.untied for row in results.by_size)),
            Curve("share of ties", sizes, tuple(row.ties for row in results.by_size)),
        ]
        number = Axis("systems that judge", whole=True)
        title = "Human–machine agreement by number of systems (Figure 2)"
        made.append(curves(title, lines, x_axis=number, y_axis=rate))
    return made


def _curve(name: str, rows: Sequence[RateBy], places: Sequence[int]) -> Curve:
    return Curve(name, tuple(float(row.group) for row in rows), tuple(_mean(row, places) for row in rows))


def _columns(results: AgreementResults) -> list[tuple[str, list[int]]]:
    """Name the columns of rates, and whose rates they are the mean of: every two evaluators, or two kinds of them."""
    if len(results.couples) <= _MOST_COUPLES:
        return [(couple_name(couple), [place]) for place, couple in enumerate(results.couples)]
    people = set(results.people)
    kinds: dict[str, list[int]] = {"people (mean)": [], "people–machine (mean)": []}
    for place, couple in enumerate(results.couples):
        kinds["people (mean)" if set(couple) <= people else "people–machine (mean)"].append(place)
    return [(name, places) for name, places in kinds.items() if places]


def _mean(row: RateBy, places: Sequence[int]) -> float | None:
    known = [rate for rate in (row.rates[place] for place in places) if rate is not None]
    return math.fsum(known) / len(known) if known else None


def couple_name(couple: tuple[str, str]) -> str:
    """Name two evaluators: `H1–M`."""
    return f"{couple[0]}–{couple[1]}"


def _count(key: str, header: str = "") -> Column:
    return Column(key, header, digits=0)


def _percent(key: str, header: str = "") -> Column:
    return Column(key, header, digits=2, percent=True)


def level_table(results: AgreementResults) -> Table:
    """One row per level: errors of the corpus (Table 2)."""
    rows: list[tuple[str, int]] = [(str(level), count) for level, count in enumerate(results.levels)]
    if rows:
        rows.append(("Total", sum(results.levels)))
    columns = (Column("level", "difficulty level", align="right"), _count("errors"))
    note = "Level: how many systems do not correct the error; higher is harder."
    return make_table("Machine-judged difficulty (Table 2)", columns, rows, notes=[note])


def agreement_table(results: AgreementResults) -> Table:
    """One row for every two evaluators and block: rate and κ (Table 3)."""
    columns = (
        Column("pairs", "pairs"),
        Column("evaluators"),
        _count("n"),
        _count("agreed"),
        _percent("rate", "agreement rate"),
        Column("kappa", "Cohen's κ", digits=4),
        Column("weighted", "weighted κ", digits=4),
    )
    rows: list[Row] = [_agreement_row(agreement) for agreement in results.agreements]
    for block, rate, kappa in results.human_machine:
        if len(results.people) > 1:
            cells = (Cell(_BLOCKS[block]), Cell("mean with M"), Cell(None), Cell(None), Cell(rate), Cell(kappa))
            rows.append(Row((*cells, Cell(None)), competes=False))
    notes = [
        "Agreement rate: equal answers (? excluded) as a share of the pairs both judged; κ counts ? as a fourth answer."
    ]
    notes.append("Weighted κ: < = > in this order with linear weights, ? left out.")
    if results.alpha.value is not None:
        ends = show_interval(results.alpha.interval, digits=3)
        notes.append(f"Krippendorff's α of all people (ordinal): {show_number(results.alpha.value, digits=4)} {ends}.")
    if results.fleiss is not None and results.fleiss.value is not None:
        notes.append(f"Fleiss' κ of all people: {show_number(results.fleiss.value, digits=4)}.")
    return Table(
        "Agreement (Table 3)", columns, tuple(rows), notes=(*notes, *results.notes, f"Signature: {results.signature}.")
    )


def _agreement_row(agreement: Agreement) -> Row:
    return Row(
        (
            Cell(_BLOCKS[agreement.block]),
            Cell(couple_name((agreement.first, agreement.second))),
            Cell(agreement.n),
            Cell(agreement.agreed),
            Cell(agreement.rate, agreement.interval),
            Cell(agreement.kappa.value, agreement.kappa.interval),
            Cell(agreement.weighted.value, agreement.weighted.interval),
        )
    )


def baseline_table(results: AgreementResults) -> Table:
    """One row for every two evaluators: rate against the majority baseline, unpaired and paired."""
    columns = (
        Column("pairs"),
        Column("evaluators"),
        _percent("rate", "agreement rate"),
        _percent("baseline"),
        Column("z", digits=2),
        Column("p", "p (z)", digits=4),
        _count("only_agreed", "only agreed"),
        _count("only_baseline", "only baseline"),
        Column("mcnemar", "p (McNemar)", digits=4),
    )
    rows = [
        (
            *(_BLOCKS[agreement.block], couple_name((agreement.first, agreement.second)), agreement.rate),
            *(agreement.baseline / agreement.n if agreement.n else None, agreement.z, p_cell(agreement.z_p)),
            *(agreement.only_agreed, agreement.only_baseline, p_cell(agreement.mcnemar_p)),
        )
        for agreement in results.agreements
    ]
    notes = [
        "Baseline: always the machine's most frequent answer (without a machine: the second evaluator's).",
        "z compares the two shares as if they came from different pairs, as the paper does; they come from the same "
        "pairs, and McNemar's exact test takes that into account.",
    ]
    return make_table("Against the majority baseline", columns, rows, notes=notes)


def answer_table(results: AgreementResults) -> Table:
    """One row per evaluator: how often each answer was given (Table 4)."""
    columns = (Column("evaluator"), *(_count(sign) for sign in _SHOWN))
    rows: list[tuple[str | int, ...]] = [
        (name, *(counts[SIGNS.index(sign)] for sign in _SHOWN)) for name, counts in results.distribution.items()
    ]
    notes = ["<: the right error is harder; >: the left one; =: equally hard; ?: cannot judge."]
    return make_table("Answers (Table 4)", columns, rows, notes=notes)


def _rate_table(results: AgreementResults, title: str, group: str, rows: Sequence[RateBy], note: str) -> Table:
    shown = _columns(results)
    columns = (Column(group), _count("n"), *(Column(name, digits=2) for name, _ in shown))
    cells = [(row.group, row.n, *(_mean(row, places) for _, places in shown)) for row in rows]
    return make_table(title, columns, cells, notes=[note])


def type_table(results: AgreementResults) -> Table:
    """One row per error type (Table 5)."""
    counted = "both errors" if results.plan.types == "both" else "the left error"
    fewest = results.plan.fewest
    note = f"Pairs of different levels; a pair counts for the type of {counted}. Types with n < {fewest} are left out."
    return _rate_table(results, "Agreement by error type (Table 5)", "type", results.by_type, note)


def gap_table(results: AgreementResults) -> Table:
    """One row per difference of levels (Figure 1)."""
    note = "Difference: between the levels of the two errors."
    return _rate_table(results, "Agreement by difference in level (Figure 1)", "difference", results.by_gap, note)


def size_table(results: AgreementResults) -> Table:
    """One row per number of systems (Figure 2)."""
    columns = (
        _count("k", "systems"),
        _count("subsets"),
        _percent("rate", "agreement rate"),
        _percent("ties"),
        _percent("untied", "rate on untied pairs"),
    )
    rows = [(row.k, row.subsets, row.rate, row.ties, row.untied) for row in results.by_size]
    notes = [
        "Mean over all choices of that many systems and over all people.",
        "Fewer systems tie more often, but people rarely do: part of the rise is mechanical, as the last column shows.",
    ]
    return make_table("Human–machine agreement by number of systems (Figure 2)", columns, rows, notes=notes)


def conduct_table(results: AgreementResults) -> Table:
    """One row per person: self-agreement, position bias, haste, changes of mind."""
    columns = (
        Column("person"),
        _count("answers"),
        Column("median", "median seconds", digits=1),
        _count("too_fast", "too fast"),
        _count("first", "first harder"),
        _count("second", "second harder"),
        Column("bias", "p (bias)", digits=4),
        Column("repeats", "same again"),
        Column("swapped", "same when swapped"),
        Column("changed", "changed in pass 2"),
    )
    rows = [
        (
            *(
                conduct.person,
                conduct.answers,
                conduct.median_seconds,
                conduct.too_fast,
                conduct.first_harder,
                conduct.second_harder,
            ),
            *(
                conduct.bias_p,
                _of(conduct.repeats_agreed, conduct.repeats),
                _of(conduct.swapped_agreed, conduct.swapped),
            ),
            _of(conduct.changed, conduct.second_pass),
        )
        for conduct in results.conduct
    ]
    seconds = results.plan.too_fast
    notes = [
        f"Too fast: under {seconds} s. First, second harder: by position on the screen; p: exact binomial test.",
        "Same again: pairs asked twice that got the same answer.",
    ]
    return make_table("How people judged", columns, rows, notes=notes)


def _of(part: int, whole: int) -> str | None:
    return f"{part} of {whole}" if whole else None


def dissent_type_table(results: AgreementResults) -> Table:
    """One row per type: pairs where all people agree against the machine."""
    harder = Counter(row.harder_type for row in results.dissent if row.people != "=")
    easier = Counter(row.easier_type for row in results.dissent if row.people != "=")
    equal = Counter(kind for row in results.dissent if row.people == "=" for kind in {row.harder_type, row.easier_type})
    kinds = sorted({*harder, *easier, *equal}, key=lambda kind: (-(harder[kind] + easier[kind] + equal[kind]), kind))
    columns = (
        Column("type"),
        _count("harder", "people: harder"),
        _count("easier", "people: easier"),
        _count("equal", "people: equal"),
    )
    rows = [(kind, harder[kind], easier[kind], equal[kind]) for kind in kinds]
    return make_table("All people against the machine, by type", columns, rows)


def dissent_table(results: AgreementResults) -> Table:
    """One row per pair on which all people agree against the machine."""
    columns = (
        Column("pair"),
        Column("harder_type", "harder for people"),
        Column("harder", "error"),
        Column("easier_type", "easier for people"),
        Column("easier", "other error"),
        Column("people"),
        Column("machine"),
        Column("levels"),
    )
    rows = [
        (row.pair, row.harder_type, row.harder, row.easier_type, row.easier, row.people, row.machine, row.levels)
        for row in results.dissent
    ]
    notes = [
        "People and machine: which error is harder, left or right. Levels: of the two errors, in the order shown here."
    ]
    return make_table("All people against the machine, pair by pair", columns, rows, notes=notes)


def strength_table(results: AgreementResults) -> Table:
    """One row per type or level: difficulty from people's answers."""
    columns = (Column("group", "type, level or system"), Column("theta", "θ"), Column("error", "±"), _count("answers"))
    rows = [(row.group, row.theta, row.error, row.answers) for row in results.strengths]
    notes = [
        "Bradley–Terry: P(i is called harder than j) = 1 / (1 + exp(θⱼ − θᵢ)); = counts as half for each, ? is not "
        "counted. Of systems, θ is how good they are. Single errors are compared too rarely to have a θ of their own."
    ]
    return make_table("Difficulty according to people", columns, rows, notes=notes)
