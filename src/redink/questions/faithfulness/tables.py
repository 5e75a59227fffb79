"""`FaithfulnessResults` in; tables and the plane of meaning kept × language improved out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from redink.questions.faithfulness.mathematics.checks import CHECKS
from redink.questions.faithfulness.mathematics.pairs import BINS
from redink.reports.charts import Axis, Chart, Dot, scatter
from redink.reports.tables import Cell, Column, Row, Table

if TYPE_CHECKING:
    from redink.questions.faithfulness.results import FaithfulnessResults, SentenceFaithfulness, SystemFaithfulness

NO_EDIT = (
    "No edit = 1.0: a system that changes nothing keeps all meaning, and the number falls with every change, good or "
    "bad. Read it with the amount of change, or at equal amounts (the matched bins); it is not a ranking."
)
"""What stands below every table of meaning kept."""


def result_tables(results: FaithfulnessResults) -> list[Table]:
    """Give the tables that have something to show, and those that were asked for."""
    tables = [meaning_table(results), bin_table(results), *language_tables(results)]
    if any(sum(system.checks.values()) for system in results.systems):
        tables.append(check_table(results))
    listing = results.listing
    if listing.details:
        tables += detail_tables(results)
    if listing.sentences is not None:
        tables.append(sentence_table(results, listing.sentences, only=listing.checks, by=listing.sort))
    return tables


def language_tables(results: FaithfulnessResults) -> list[Table]:
    """Give what is known of the language: perplexities, and the three steps."""
    return [
        *([fluency_table(results)] if _has(results, "perplexity") else []),
        *([step_table(results)] if _has(results, "errors before") else []),
    ]


def _has(results: FaithfulnessResults, name: str) -> bool:
    return any(system.score(name).value is not None for system in results.systems)


def meaning_table(results: FaithfulnessResults) -> Table:
    """One row per system: the amount of change first, then meaning kept."""
    name = results.measure
    columns = [
        Column("system"),
        Column("changed", "changed sentences", digits=0),
        Column("WordChange", "changed words per sentence", digits=2),
        Column(name, f"{name}, all", digits=3),
        Column(f"{name} changed", f"{name}, changed", digits=3),
        Column(f"{name} matched", f"{name}, matched", digits=3),
        Column("at risk", "meaning at risk", percent=True, digits=1),
        *([Column("embedding", "embedding cosine", digits=3)] if _has(results, "embedding") else []),
    ]
    rows = tuple(
        Row((Cell(system.name), Cell(system.changed), *(_cell(system, column.key) for column in columns[2:])))
        for system in results.systems
    )
    notes = (
        NO_EDIT,
        f"{name}, changed: mean over changed sentences; matched: the same at equal amounts of change, with bins "
        "weighted as in all systems together, and without bins in which a system has no sentence.",
        "Meaning at risk: sentences with a finding of a named check (a reason to look, not a verdict).",
        f"Signature: {results.signature}.",
    )
    return Table("Meaning kept, beside the amount of change", tuple(columns), rows, notes=notes)


def fluency_table(results: FaithfulnessResults) -> Table:
    """One row per system: perplexity before and after, and Scribendi's rule."""
    columns = (
        Column("system"),
        Column("perplexity before", digits=1),
        Column("perplexity", "perplexity after", digits=1),
        Column("fluency", "fell by", percent=True, digits=1),
        Column("Scribendi", digits=3),
    )
    rows = tuple(
        Row((Cell(system.name), *(_cell(system, column.key) for column in columns[1:]))) for system in results.systems
    )
    note = (
        "Scribendi: mean of +1 (more fluent, and similar to the source), −1 (not so) and 0 (unchanged), with this "
        "model's perplexity."
    )
    return Table("Language improved: fluency", columns, rows, notes=(note,))


def _cell(system: SystemFaithfulness, name: str) -> Cell:
    score = system.score(name)
    return Cell(score.value, score.interval)


def bin_table(results: FaithfulnessResults) -> Table:
    """One row per system, two columns an amount of change: meaning kept, and of how many sentences."""
    columns = [Column("system")]
    for words in BINS:
        columns += [Column(f"kept {words}", words, digits=3), Column(f"n {words}", "n", digits=0)]
    rows = tuple(
        Row(
            (
                Cell(system.name),
                *(cell for amount in system.bins for cell in (Cell(amount.kept), Cell(amount.sentences))),
            )
        )
        for system in results.systems
    )
    title = f"{results.measure} at equal amounts of change (changed words per sentence)"
    return Table(title, tuple(columns), rows, notes=(NO_EDIT,))


def step_table(results: FaithfulnessResults) -> Table:
    """Show the three steps of the thesis: errors before, what became of them, and what is new; beside meaning kept."""
    name = results.measure
    columns = (
        Column("system"),
        Column("errors before", "1 errors before", digits=2),
        Column("errors removed", "removed", digits=2),
        Column(f"{name} changed", f"2 {name}, changed", digits=3),
        Column("errors left", "3 errors left", digits=2),
        Column("errors introduced", "newly introduced", digits=2),
    )
    rows = tuple(
        Row((Cell(system.name), *(_cell(system, column.key) for column in columns[1:]))) for system in results.systems
    )
    notes = (
        "Errors per 100 tokens of the source, as the grammar checker sees them; before = removed + left.",
        "A complaint of the same kind about the same words counts as left.",
    )
    return Table("Three steps: errors amount, meaning kept, errors left", columns, rows, notes=notes)


def check_table(results: FaithfulnessResults) -> Table:
    """One row per system, one column per named check."""
    columns = (Column("system"), *(Column(check, digits=0) for check in CHECKS))
    rows = tuple(
        Row((Cell(system.name), *(Cell(system.checks.get(check, 0)) for check in CHECKS))) for system in results.systems
    )
    note = "Findings are reasons to look: learners' texts may rightly lose a negation or gain a name."
    return Table("Meaning at risk: findings of the named checks", columns, rows, notes=(note,))


def detail_tables(results: FaithfulnessResults) -> list[Table]:
    """Give P, R and F in both directions, and DistSim by label."""
    name = results.measure
    ways = ("precision forward", "recall forward", "precision backward", "recall backward", f"{name} unlabelled")
    details = Table(
        f"{name}: precision and recall by direction of alignment (means over all sentences)",
        (Column("system"), *(Column(way, digits=3) for way in (*ways, name))),
        tuple(Row((Cell(system.name), *(_cell(system, way) for way in (*ways, name)))) for system in results.systems),
        notes=(NO_EDIT, "Forward: units of the source are aligned to those of the correction."),
    )
    labels = sorted({label for system in results.systems for label in system.dist_sim})
    distances = Table(
        "DistSim: mean difference in the number of units with a label",
        (Column("system"), *(Column(label, digits=3) for label in labels)),
        tuple(
            Row((Cell(system.name), *(Cell(system.dist_sim.get(label, 0.0)) for label in labels)))
            for system in results.systems
        ),
    )
    return [details, distances]


SORTS: dict[str, Callable[[SentenceFaithfulness], float]] = {
    "risk": lambda row: -row.risk,
    "kept": lambda row: 1.0 if row.kept is None else row.kept,
    "words": lambda row: -row.word_change,
    "fluency": lambda row: row.fluency or 0.0,
    "sentence": lambda row: row.number,
}
"""What sentences can be sorted by."""


def sentence_table(
    results: FaithfulnessResults, most: int, *, only: Sequence[str] = (), by: str = "risk", brief: bool = False
) -> Table:
    """List changed sentences, most at risk first.

    Without `most` (0) all are listed. `only` leaves out those without a finding of these checks, `by` is a key of
    `SORTS`, and `brief` leaves out what is known of the language, so that the sentences have more room.
    """
    rows = [row for row in results.sentences if not only or any(finding.check in only for finding in row.findings)]
    rows.sort(key=SORTS[by])
    columns = [
        Column("risk", digits=2),
        Column("system"),
        Column("sentence", digits=0),
        Column("words", "changed words", digits=0),
        Column("kept", results.measure, digits=3),
        Column("findings", "why"),
        Column("source"),
        Column("correction"),
    ]
    if _has(results, "errors before") and not brief:
        columns.insert(5, Column("errors", "errors removed − new", digits=0))
    if _has(results, "fluency") and not brief:
        columns.insert(5, Column("fluency", "perplexity fell by", percent=True, digits=0))
    shown = tuple(Row(tuple(_sentence_cell(row, column.key) for column in columns)) for row in rows[: most or None])
    note = f"Risk = findings + 1 − {results.measure}. Shown: {len(shown)} of {len(rows)} changed sentences."
    order = "meaning most at risk first" if by == "risk" else f"sorted by {by}"
    return Table(f"Changed sentences, {order}", tuple(columns), shown, notes=(note,))


def _sentence_cell(row: SentenceFaithfulness, key: str) -> Cell:
    values: dict[str, str | float | int | None] = {
        "risk": row.risk,
        "system": row.system,
        "sentence": row.number,
        "words": row.word_change,
        "kept": row.kept,
        "findings": "; ".join(map(str, row.findings)),
        "source": " ".join(row.source),
        "correction": " ".join(row.correction),
        "errors": None if row.errors is None else row.errors.removed - row.errors.introduced,
        "fluency": row.fluency,
    }
    return Cell(values[key])


def plane(results: FaithfulnessResults) -> Chart:
    """Draw meaning kept against language improved; the area of a dot is the amount of change."""
    by = "fluency" if _has(results, "fluency") else "errors fewer"
    dots = []
    for system in results.systems:
        kept, better = system.score(results.measure), system.score(by)
        change = system.score("WordChange").value
        dots.append(Dot(system.name, kept.value, better.value, kept.interval, better.interval, change))
    y_axis = (
        Axis("Language improved: perplexity fell by", percent=True, digits=1)
        if by == "fluency"
        else Axis("Language improved: errors fewer per 100 tokens", digits=2)
    )
    return scatter(
        "Meaning kept and language improved (area of a dot: changed words per sentence)",
        dots,
        x_axis=Axis(f"Meaning kept: {results.measure}, all sentences (no edit = 1.0)", digits=3),
        y_axis=y_axis,
        size_axis=Axis("changed words per sentence", digits=2),
        description=f"{len(dots)} systems: meaning kept against language improved; larger dots change more words.",
    )
