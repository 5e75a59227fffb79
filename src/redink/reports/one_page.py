"""Sections of tables, charts and marked sentences in, one offline HTML page out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from redink.reports.charts import Chart, theme_css
from redink.reports.html import to_html
from redink.reports.tables import Table


@dataclass(frozen=True, slots=True)
class MarkedError:
    """One error of a reference, and how the systems fared with it."""

    old: str
    """What the learner wrote; empty when something is missing."""
    new: str
    """What the reference has instead; empty when something is to go."""
    type: str
    """Error type."""
    solved_by: tuple[str, ...]
    """Systems that made exactly this correction."""
    level: int
    """0 all systems solved it … 4 none did: the shade of red."""


@dataclass(frozen=True, slots=True)
class MarkedOutput:
    """One system's version of a sentence, in pieces."""

    system: str
    """Whose it is."""
    pieces: tuple[tuple[str, str], ...]
    """(kind, text): `same`, `right` (as the reference has it), `wrong` (not so), `gone` (deleted)."""


@dataclass(frozen=True, slots=True)
class MarkedSentence:
    """A source sentence with its errors marked, and all outputs."""

    number: int
    """1-based number in the corpus."""
    pieces: tuple[str | MarkedError, ...]
    """Text between errors, and the errors."""
    outputs: tuple[MarkedOutput, ...]
    """What each system made of it."""


@dataclass(frozen=True, slots=True)
class Essay:
    """Sentences that belong together."""

    title: str
    """Name of the document, or a range of sentences."""
    sentences: tuple[MarkedSentence, ...]
    """In the order of the corpus."""


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter of the page."""

    anchor: str
    """Its id."""
    title: str
    """Its heading."""
    text: str
    """One or two sentences on how to read it."""
    parts: tuple[Table | Chart, ...] = ()
    """Tables and charts in order."""
    essays: tuple[Essay, ...] = ()
    """Marked sentences, where the section shows them."""


@dataclass(frozen=True, slots=True)
class Page:
    """All that is on the page."""

    title: str
    """Its title."""
    lead: str
    """What was evaluated, in a sentence."""
    sections: tuple[Section, ...]
    """Its chapters."""
    signature: str
    """The conditions of all numbers."""


def to_page(page: Page) -> str:
    """Write the page; all text is escaped, nothing is loaded from elsewhere."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("redink.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["fragments"] = _fragments
    return environment.get_template("page.html").render(page=page, theme=theme_css())


def _fragments(parts: Sequence[Table | Chart]) -> str:
    """Render tables and charts, which escape their own text."""
    from markupsafe import Markup

    return Markup("".join(to_html(part) if isinstance(part, Table) else part.to_figure() for part in parts))
