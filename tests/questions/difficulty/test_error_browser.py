"""The error browser as Chromium shows it: sorting, filters, addresses, no script, narrow and dark pages."""

import pytest

from redink.records import EvalSet, Reference, System
from tests.questions.difficulty.demo import GOLD, SOURCES, SYSTEM_EDITS, measure

playwright = pytest.importorskip("playwright.sync_api")


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    systems = tuple(System(name, SOURCES, edits) for name, edits in SYSTEM_EDITS.items())
    references = (Reference("gold", SOURCES, GOLD), Reference("half", SOURCES, (GOLD[0], ())))
    path = tmp_path_factory.mktemp("page") / "errors.html"
    data = EvalSet(SOURCES, references, systems)
    measure(data, groups={"A": "x", "B": "y", "C": "y"}).save_browser(path)
    return path.as_uri()


def types(page):
    page.locator("#errors-table").wait_for()
    return [row.inner_text() for row in page.query_selector_all("#errors-table tbody td:nth-child(3)")]


def test_sorting_filters_and_addresses(browser, address):
    page = browser.new_page()
    complaints = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text))
    page.goto(address)
    assert types(page)[0] == "U:NOUN"  # nobody solves it
    page.click("#errors-table th:nth-child(4) button")
    page.click("#errors-table th:nth-child(4) button")
    assert page.get_attribute("#errors-table th:nth-child(4)", "aria-sort") == "ascending"
    assert types(page)[-1] == "U:NOUN"
    for name, value, count in (
        *(("type", "DET", 1), ("type", "M:", 2), ("need", "all", 3), ("need", "few", 3), ("solved", "0", 1)),
        *(("outcome", "miss", 1), ("group", "0", 2)),
    ):
        page.goto("about:blank")
        page.goto(f"{address}#errors?{name}={value}")
        assert len(types(page)) == count, (name, value)
    rows = page.locator("#errors-table tbody tr")
    page.goto(f"{address}#errors?system=1&outcome=alone")
    playwright.expect(rows).to_have_count(1)
    assert types(page) == ["U:PREP"]
    page.click("#errors-filters button[type=reset]")
    playwright.expect(rows).to_have_count(6)
    page.fill("#errors-least", "0.5")
    playwright.expect(page).to_have_url(f"{address}#errors?least=0.5")
    playwright.expect(rows).to_have_count(4)
    assert complaints == []
    page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_without_scripts_shows_all_errors(browser, address, scheme):
    context = browser.new_context(
        viewport={"width": 360, "height": 700}, java_script_enabled=False, color_scheme=scheme
    )
    page = context.new_page()
    page.goto(address)
    assert len(types(page)) == 6
    assert page.locator(".missing").is_visible()
    assert not page.locator("#errors-filters").is_visible()
    context.close()
