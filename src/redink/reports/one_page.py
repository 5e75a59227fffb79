"""Sections of tables, charts and ready-made HTML in, one offline HTML page out."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, NewType, TypeAlias

from redink.frozen import frozen
from redink.reports.charts import Chart, theme_css
from redink.reports.escape import escape_html
from redink.reports.heat_map import STYLE
from redink.reports.html import packed, to_html
from redink.reports.tables import Table

if TYPE_CHECKING:
    from jinja2 import Environment

Html = NewType("Html", str)
"""Markup from a renderer of redink, with all text in it escaped."""


@frozen
class Fold:
    """Parts that a reader can open and close: long tables, details."""

    title: str
    """Title of the fold."""
    parts: tuple[Part, ...]
    """Tables, charts and the like, in order."""
    is_open: bool = False
    """Whether it is open at first."""
    plain: Html | None = None
    """For long parts, which are compressed: what readers without scripts see instead of them."""


Part: TypeAlias = "Table | Chart | Html | Fold"
"""A part of a section."""


@frozen
class Section:
    """A chapter of the page."""

    anchor: str
    """Id of the section."""
    title: str
    """Heading of the section."""
    text: str
    """One or two sentences on how to read the section."""
    parts: tuple[Part, ...] = ()
    """Parts of the section, in order."""
    finding: str = ""
    """The result of the section in one sentence, for the top of the page; empty if there is none."""
    papers: tuple[str, ...] = ()
    """The papers that describe the method, for the method notes: `Gotou et al. (2020): difficulty of errors`."""

    @property
    def name(self) -> str:
        """Name in the navigation: the anchor in words."""
        return self.anchor.replace("-", " ").capitalize()

    @property
    def picture(self) -> tuple[Part, ...]:
        """The chart that opens the section, if it has one."""
        return self.parts[:1] if self.parts and isinstance(self.parts[0], Chart) else ()

    @property
    def details(self) -> tuple[Part, ...]:
        """The other parts; below a picture, tables are folded."""
        others = self.parts[len(self.picture) :]
        if not self.picture:
            return others
        return tuple(Fold(part.title, (part,)) if isinstance(part, Table) else part for part in others)


@frozen
class Page:
    """The content of the page."""

    title: str
    """Title of the page."""
    lead: str
    """A sentence that says what was evaluated."""
    sections: tuple[Section, ...]
    """Sections of the page."""
    signature: str
    """The conditions of all numbers."""
    warnings: tuple[str, ...] = ()
    """What looked odd about the data; it stands in a box at the top."""

    @property
    def papers(self) -> tuple[str, ...]:
        """All papers that the sections name, in order, without duplicates."""
        return tuple(dict.fromkeys(paper for section in self.sections for paper in section.papers))


def to_page(page: Page) -> str:
    """Give the page as HTML; all text is escaped, and nothing is loaded from elsewhere."""
    template = environment().get_template("page.html")
    return template.render(
        page=page, theme=theme_css(), heat_map_style=STYLE, policy=content_policy(), script=page_script("unfold.js")
    )


SCRIPTS = ("unfold.js", "errors.js", "examples.js")
"""The only scripts that a page may have: they fill folds, sort and filter the errors, and fill the list of examples."""


@cache
def page_script(name: str) -> str:
    """Give one of the scripts."""
    return environment().get_template(name).render()


@cache
def content_policy() -> str:
    """Give the Content-Security-Policy of every page: nothing is loaded, and no script runs but ours, by its hash."""
    digests = [b64encode(sha256(page_script(name).encode()).digest()).decode() for name in SCRIPTS]
    scripts = " ".join(f"'sha256-{digest}'" for digest in digests)
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src {scripts}; base-uri 'none'; form-action 'none'"


@cache
def environment() -> Environment:
    """Give the loader of redink's templates; everything is escaped unless a renderer of redink made it."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    templates = Environment(
        loader=PackageLoader("redink.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters["fragments"] = _fragments
    templates.filters["packed"] = packed
    return templates


def _fragments(parts: Sequence[Part]) -> str:
    """Give the HTML of parts, in which all text is already escaped."""
    from markupsafe import Markup

    return Markup("".join(map(_fragment, parts)))


def _fragment(part: Part, *, waits: bool = True) -> str:
    """Give the HTML of a part; what it hides at first waits in `<noscript>`, which costs a browser nothing."""
    if isinstance(part, Table):
        return to_html(part)
    if isinstance(part, Chart):
        return part.to_figure(waits=waits, adapts=True)
    return _fold(part) if isinstance(part, Fold) else part


def _fold(fold: Fold) -> str:
    # An element <noscript> cannot hold another: only folds without further folds wait.
    waits = not fold.is_open and not any(isinstance(part, Fold) for part in fold.parts)
    inside = "".join(_fragment(part, waits=not waits) for part in fold.parts)
    data = ""
    if waits and fold.plain is not None:
        data, inside = f' data-packed="{packed(inside)}"', fold.plain
    content = f"<noscript>\n{inside}</noscript>\n" if waits else inside
    start = f'<details class="fold"{" open" if fold.is_open else ""}{data}>'
    return f"{start}\n<summary>{escape_html(fold.title)}</summary>\n{content}</details>\n"
