"""Results of a meta-evaluation on a suite in, tables to show out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from redink.reports.tables import Cell, Column, Row, Table

if TYPE_CHECKING:
    from redink.questions.meta.suite_results import Contest, Part, SuiteResults


def agreement_table(results: SuiteResults, part: Part) -> Table:
    """Show for each measure its agreement with people on systems and on sentences, the best first."""
    rankings = list(dict.fromkeys(pair.ranking for pair in part.agreement.systems))
    columns = [Column("measure")]
    for ranking in rankings:
        columns.append(Column(f"pearson {ranking}", f"r ({ranking})", direction="higher", digits=3))
        columns.append(Column(f"spearman {ranking}", f"ρ ({ranking})", direction="higher", digits=3))
    columns += [
        Column("accuracy", "accuracy (ties dropped)", direction="higher", digits=3),
        Column("accuracy_counted", "accuracy (ties half)", direction="higher", digits=3),
        Column("accuracy_seeda", "accuracy (SEEDA)", direction="higher", digits=3),
        Column("tau_counted", "τ (ties counted)", direction="higher", digits=3),
    ]
    pairs = {(pair.measure, pair.ranking): pair.correlations for pair in part.agreement.systems}
    sentences = {pair.measure: pair for pair in part.agreement.sentences}

    def order(measure: str) -> float:
        value = pairs[measure, rankings[0]][0].value if rankings else None
        return 2.0 if value is None else -value

    rows = []
    for measure in sorted(results.measures, key=order):
        cells = [Cell(measure)]
        for ranking in rankings:
            cells += [Cell(each.value, each.interval) for each in pairs[measure, ranking][:2]]
        pair = sentences[measure]
        cells += [Cell(pair.accuracy), Cell(pair.accuracy_counted), Cell(pair.accuracy_seeda)]
        rows.append(Row((*cells, Cell(pair.tau_counted, pair.interval_counted))))
    systems = part.agreement.systems[0].systems if part.agreement.systems else ()
    title = f"{part.design}, {part.subset}: measures against people ({len(systems)} systems)"
    notes = (
        f"Systems: {', '.join(systems)}. Intervals of τ: bootstrap over sentences.",
        *results.notes,
        f"Signature: {results.signature}.",
    )
    return Table(title, tuple(columns), tuple(rows), notes=notes)


def contest_table(results: SuiteResults) -> Table:
    """Show the tests of every measure against the best one of its design and subset; JSON has all pairs."""
    columns = (
        *(Column(name) for name in ("design", "subset", "best", "measure")),
        Column("difference", "r of best − r", digits=3),
        Column("williams_adjusted_p", "p (Williams)", digits=4),
        Column("permutation_adjusted_p", "p (permutation)", digits=4),
        Column("sentence_difference", "accuracy of best − accuracy", digits=3),
        Column("sentence_adjusted_p", "p (sentences)", digits=4),
    )
    rows = []
    for part in results.parts:
        first = next((pair.ranking for pair in part.agreement.systems), None)
        values = {p.measure: p.correlations[0].value for p in part.agreement.systems if p.ranking == first}
        known = {name: value for name, value in values.items() if value is not None}
        best = max(known, key=known.__getitem__, default=None)
        contests = [each for each in results.contests if _is_of(each, part)]
        rows += [_row(each, best) for each in contests if best in (each.first, each.second)]
    notes = ("p-values are two-sided and corrected by Holm for all pairs of measures of a design and subset.",)
    return Table("Does the best measure agree with people better than the others?", columns, tuple(rows), notes=notes)


def _is_of(contest: Contest, part: Part) -> bool:
    return (contest.design, contest.subset) == (part.design, part.subset)


def _row(contest: Contest, best: str | None) -> Row:
    sign = 1 if contest.second == best else -1
    other = contest.first if contest.second == best else contest.second
    differences = [
        None if value is None else sign * value for value in (contest.difference, contest.sentence_difference)
    ]
    return Row(
        (
            *map(Cell, (contest.design, contest.subset, best, other, differences[0])),
            Cell(contest.williams_adjusted_p),
            Cell(contest.permutation_adjusted_p),
            Cell(differences[1]),
            Cell(contest.sentence_adjusted_p),
        )
    )


def window_table(results: SuiteResults) -> Table:
    """Show for each measure the range of its correlations over the windows."""
    columns = (
        Column("design"),
        Column("measure"),
        Column("windows", digits=0),
        Column("size", digits=0),
        *(Column(f"{kind}_{name}", f"{kind} {letter}", digits=3) for name, letter in _LETTERS for kind in _ENDS),
    )
    rows = []
    for design, measure in dict.fromkeys((each.design, each.measure) for each in results.windows):
        here = [each for each in results.windows if (each.design, each.measure) == (design, measure)]
        cells = [Cell(design), Cell(measure), Cell(len(here)), Cell(len(here[0].systems))]
        for name, _ in _LETTERS:
            values = [value for each in here if (value := getattr(each, name)) is not None]
            cells += [Cell(end(values, default=None)) for end in (min, max)]
        rows.append(Row(tuple(cells)))
    notes = ("A window has neighbours in the human ranking of the base systems; JSON and the figure have each window.",)
    return Table("Windows of neighbouring systems", columns, tuple(rows), notes=notes)


_LETTERS = (("pearson", "r"), ("spearman", "ρ"))
_ENDS = ("lowest", "highest")
