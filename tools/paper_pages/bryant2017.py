"""`docs/papers/bryant2017.md` in, the same page with its tables computed again out; its text is written by hand."""

from __future__ import annotations

import re
from pathlib import Path

from redink.reports.rendering import render
from tools.papers import TABLES, read_conll14

_PAGE = Path(__file__).resolve().parents[2] / "docs" / "papers" / "bryant2017.md"
_TABLE = re.compile(r"(?:^\|.*\n)+", re.MULTILINE)


def page(shared: Path) -> str:
    """Give the page; the first table under the heading of a table or figure of the paper is replaced."""
    data = read_conll14(shared)
    sections = re.split(r"(?m)^(?=## )", _PAGE.read_text(encoding="utf-8"))
    for place, section in enumerate(sections):
        heading = re.match(r"## (?:Table (\d)|(Figure 1)):", section)
        name = (heading[1] or "figure-1") if heading else ""
        if name in TABLES and _TABLE.search(section):
            fresh = _TABLE.search(render(TABLES[name](data), "md"))
            assert fresh is not None
            sections[place] = _TABLE.sub(lambda _, made=fresh[0]: made, section, count=1)
    return "".join(sections)
