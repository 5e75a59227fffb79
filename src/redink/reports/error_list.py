"""Errors with their difficulty in; an error browser out: a table to read, which a script lets readers sort and filter.

Without a script it is a table of all errors, hardest first. The script (`templates/errors.js`) reads the table itself,
so that nothing is stored twice.
"""

from __future__ import annotations

from redink.frozen import frozen
from redink.reports.escape import closed_up, escape_html, one_line
from redink.reports.examples import type_choices
from redink.reports.one_page import Html, environment, page_script
from redink.reports.theme import heat_step


@frozen
class ErrorRow:
    """One error to show."""

    sentence: int
    """Number of the sentence, from 1."""
    before: str
    """Words before the error."""
    original: str
    """Source text; empty where something is missing."""
    corrections: tuple[str, ...]
    """Texts that correct it; the empty text is a deletion."""
    after: str
    """Words after the error."""
    type: str
    weight: float
    """Its difficulty."""
    need: float
    """Share of the annotators who change something there."""
    solved: tuple[int, ...]
    """Numbers of the systems that solve it."""
    shares: tuple[float, ...] = ()
    """Share of the systems of each group that solve it."""
    difficulty: tuple[float, float, float] | None = None
    """What a model gives as its difficulty, and the ends of the interval."""


@frozen
class ErrorList:
    """The errors, and whom they were hard for."""

    systems: tuple[str, ...]
    """Names of the systems."""
    rows: tuple[ErrorRow, ...]
    groups: tuple[str, ...] = ()
    """Names of the groups of systems."""
    annotators: int = 1
    """Number of annotators; the need is shown if there are several."""
    deepest: float = 1.0
    """The weight of an error that nobody solves."""

    @property
    def is_modelled(self) -> bool:
        """Whether a model gives the difficulty of the errors."""
        return any(row.difficulty is not None for row in self.rows)


HARDEST = 100
"""Errors that readers without scripts see."""


def error_browser(errors: ErrorList) -> Html:
    """Give the browser as HTML: filters that a script needs, and the table of errors, hardest first."""
    rows = sorted(errors.rows, key=lambda row: (-row.weight, row.sentence))
    drawn = [_row(row, errors) for row in rows]
    return Html(
        environment()
        .get_template("errors.html")
        .render(
            errors=errors,
            types=type_choices({row.type for row in rows}),
            script=page_script("errors.js"),
            rows="\n".join(drawn),
            hardest="\n".join(drawn[:HARDEST]),
        )
    )


def _row(row: ErrorRow, errors: ErrorList) -> str:
    shade = f"difficulty-{heat_step(row.weight / errors.deepest if errors.deepest else 0.0, 0.0, 1.0)}"
    best = max(row.shares, default=0.0)
    ahead = [str(place) for place, share in enumerate(row.shares) if share == best > min(row.shares)]
    solved = ", ".join(errors.systems[place] for place in row.solved) or "none"
    cells = [
        f'<th scope="row" class="right">{row.sentence}</th>',
        f'<td dir="auto">{_context(row)}</td>',
        f"<td>{escape_html(row.type)}</td>",
        f'<td class="right"><span class="chunk {shade}">{row.weight:.2f}</span></td>',
        _modelled(*row.difficulty) if row.difficulty else "",
        f'<td class="right">{100 * row.need:.0f} %</td>' if errors.annotators > 1 else "",
        *(f'<td class="right">{100 * share:.0f} %</td>' for share in row.shares),
        f'<td class="solvers" dir="auto">{escape_html(solved)}</td>',
    ]
    data = f'data-w="{row.weight:.6g}" data-need="{row.need:.4g}" data-solved="{" ".join(map(str, row.solved))}"'
    return f'<tr {data} data-ahead="{" ".join(ahead)}">{"".join(cells)}</tr>'


def _context(row: ErrorRow) -> str:
    before, original, after = (escape_html(closed_up(one_line(text))) for text in (row.before, row.original, row.after))
    corrections = escape_html(" / ".join(closed_up(one_line(text)) or "(nothing)" for text in row.corrections))
    wrong = f"<del>{original}</del> " if original else ""
    return f"{before} {wrong}<ins>{corrections}</ins> {after}".strip()


def _modelled(value: float, low: float, high: float) -> str:
    return f'<td class="right">{value:.2f} <span class="interval">[{low:.2f}, {high:.2f}]</span></td>'
