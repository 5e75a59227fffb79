"""Sections of tables, charts and ready-made HTML in, one offline HTML page out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NewType, TypeAlias

from redink.reports.charts import Chart, theme_css
from redink.reports.escape import escape_html
from redink.reports.heat_map import STYLE
from redink.reports.html import to_html
from redink.reports.tables import Table

if TYPE_CHECKING:
    from jinja2 import Environment

Html = NewType("Html", str)
"""Markup that a renderer of ours made, with all text in it escaped."""


@dataclass(frozen=True, slots=True)
class Fold:
    """Parts that a reader opens when they are wanted: long tables, details."""

    title: str
    """What is inside."""
    parts: tuple[Part, ...]
    """Tables, charts and the like, in order."""
    is_open: bool = False
    """Whether it is open to begin with."""


Part: TypeAlias = "Table | Chart | Html | Fold"
"""What a section is made of."""


@dataclass(frozen=True, slots=True)
class Section:
    """A chapter of the page."""

    anchor: str
    """Its id."""
    title: str
    """Its heading."""
    text: str
    """One or two sentences on how to read it."""
    parts: tuple[Part, ...] = ()
    """What it shows, in order."""
    finding: str = ""
    """Its result in one sentence, for the top of the page; empty when it has none."""
    papers: tuple[str, ...] = ()
    """Whose method it is, for the method notes: `Gotou et al. (2020): difficulty of errors`."""

    @property
    def name(self) -> str:
        """What the navigation calls it: its anchor in words."""
        return self.anchor.replace("-", " ").capitalize()


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

    @property
    def papers(self) -> tuple[str, ...]:
        """All papers that sections name, each once, in order."""
        return tuple(dict.fromkeys(paper for section in self.sections for paper in section.papers))


def to_page(page: Page) -> str:
    """Write the page; all text is escaped, nothing is loaded from elsewhere."""
    return environment().get_template("page.html").render(page=page, theme=theme_css(), heat_map_style=STYLE)


def environment() -> Environment:
    """Make the loader of our templates: everything is escaped unless a renderer of ours made it."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("redink.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["fragments"] = _fragments
    return made


def _fragments(parts: Sequence[Part]) -> str:
    """Render parts, which escape their own text."""
    from markupsafe import Markup

    return Markup("".join(map(_fragment, parts)))


def _fragment(part: Part) -> str:
    if isinstance(part, Table):
        return to_html(part)
    if isinstance(part, Chart):
        return part.to_figure()
    if isinstance(part, Fold):
        inside = "".join(map(_fragment, part.parts))
        start = f'<details class="fold"{" open" if part.is_open else ""}>'
        return f"{start}\n<summary>{escape_html(part.title)}</summary>\n{inside}</details>\n"
    return part
