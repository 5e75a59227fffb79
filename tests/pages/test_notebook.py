"""Fragments of a notebook in a real browser: readable in light and dark Jupyter and VS Code, and on any page."""

import pytest

from redink.reports.html import to_html
from redink.reports.theme import DARK, LIGHT, notebook_fragment
from tests.browser import serious_faults
from tests.reports.samples import sample_charts, sample_table

NOTEBOOKS = {
    "Jupyter light": ('data-jp-theme-light="true"', "#ffffff", LIGHT),
    "Jupyter dark": ('data-jp-theme-light="false"', "#111111", DARK),
    "VS Code dark": ('class="vscode-dark"', "#1e1e1e", DARK),
    "VS Code light": ('class="vscode-light"', "#ffffff", LIGHT),
    "a plain page": ("", "#ffffff", None),
}


def rgb(colour):
    return f"rgb({', '.join(str(int(colour[place : place + 2], 16)) for place in (1, 3, 5))})"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", NOTEBOOKS)
def test_fragments_follow_the_notebook(browser, kind, scheme):
    mark, paper, expected = NOTEBOOKS[kind]
    expected = expected or (DARK if scheme == "dark" else LIGHT)
    chart = next(iter(sample_charts().values()))
    context = browser.new_context(color_scheme=scheme)
    page = context.new_page()
    fragments = notebook_fragment(to_html(sample_table())) + chart._repr_html_()
    head = '<html lang="en"><head><title>Notebook</title></head>'
    page.set_content(
        f'<!doctype html>{head}<body {mark} style="background:{paper}"><main>{fragments}</main></body></html>'
    )
    cell = page.locator(".redink-notebook td").first
    assert cell.evaluate("node => getComputedStyle(node).color") == rgb(expected["ink"])
    box = page.locator(".redink-notebook").first
    assert box.evaluate("node => getComputedStyle(node).backgroundColor") == rgb(expected["paper"])
    letters = page.locator(".redink-notebook svg text").first
    assert letters.evaluate("node => getComputedStyle(node).fill") == rgb(expected["ink"])
    assert serious_faults(page) == []
    context.close()
