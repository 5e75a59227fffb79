"""The heat map as Chromium shows it: keyboard, touch, narrow screens, dark pages, and what axe finds."""

from pathlib import Path

import pytest

from redink.questions.difficulty.views import heat_map_page
from redink.records import EvalSet, Reference, System
from redink.reports.one_page import content_policy
from tests.questions.difficulty.demo import GOLD, SOURCES, SYSTEM_EDITS, measure

VISIBLE = "[...document.querySelectorAll('.detail')].filter(e => e.getBoundingClientRect().width > 0)"


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    systems = tuple(System(name, SOURCES, own) for name, own in SYSTEM_EDITS.items())
    data = EvalSet(SOURCES, (Reference("gold", SOURCES, GOLD),), systems)
    path = tmp_path_factory.mktemp("page") / "heat.html"
    results = measure(data)
    path.write_text(heat_map_page(results.reference(), results.signature), encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def opened(browser, file):
    contexts = []

    def open_page(width=1000, **more):
        contexts.append(browser.new_context(viewport={"width": width, "height": 700}, **more))
        page = contexts[-1].new_page()
        page.goto(file)
        return page

    yield open_page
    for context in contexts:
        context.close()


def test_tab_moves_from_chunk_to_chunk_and_shows_its_details(opened):
    page = opened()
    page.select_option(".redink-false-from", "0")
    page.focus(".redink-false-from")
    for number in (0, 1):
        page.keyboard.press("Tab")
        assert page.evaluate(f"document.activeElement === document.querySelectorAll('.sentence .chunk')[{number}]")
        assert page.evaluate(f"{VISIBLE}.length") == 1
        assert page.evaluate(f"document.activeElement.contains({VISIBLE}[0])")
    assert "have been" in page.evaluate(f"{VISIBLE}[0].innerText")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_tap_on_a_narrow_screen_shows_details_inside_the_screen(opened, scheme):
    page = opened(360, has_touch=True, is_mobile=True, color_scheme=scheme)
    page.select_option(".redink-false-from", "0")
    for chunk in page.query_selector_all(".sentence .chunk"):
        chunk.tap()
        left, right, bottom = page.evaluate(f"(r => [r.left, r.right, r.bottom])({VISIBLE}[0].getBoundingClientRect())")
        assert 0 <= left < right <= 360
        assert bottom <= 700
    assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.parametrize("width", [700, 1000])
def test_details_stay_inside_wide_screens_too(opened, width):
    page = opened(width)
    page.select_option(".redink-false-from", "0")
    for chunk in page.query_selector_all(".sentence .chunk"):
        chunk.focus()
        left, right = page.evaluate(f"(r => [r.left, r.right])({VISIBLE}[0].getBoundingClientRect())")
        assert 0 <= left < right <= width


def test_switches_show_corrections_and_false_positives_from_a_weight(opened):
    page = opened()
    fixes, gaps, words = (page.locator(f".sentence {name}") for name in (".fix", ".gap", ".false-positive:not(.gap)"))
    assert (fixes.first.is_visible(), gaps.first.is_visible()) == (False, False)
    assert "none" in page.evaluate("getComputedStyle(document.querySelector('.sentence .gap')).display")
    page.check(".redink-show-fixes")
    page.select_option(".redink-false-from", "0")
    assert (fixes.first.is_visible(), gaps.first.is_visible()) == (True, True)
    assert words.count() == 0 or words.first.evaluate("node => getComputedStyle(node).display") == "inline"
    page.select_option(".redink-false-from", "6")  # from a weight of 0.75
    assert not gaps.first.is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(opened, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = opened(color_scheme=scheme)
    found = axe.Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []


def test_bug_the_page_had_no_policy_against_scripts(browser, file, tmp_path):
    text = Path(file.removeprefix("file://")).read_text(encoding="utf-8")
    assert f'<meta http-equiv="Content-Security-Policy" content="{content_policy()}">' in text
    attacked = tmp_path / "attacked.html"
    attacked.write_text(text.replace("</main>", "<script>window.hit = 1</script></main>"), encoding="utf-8")
    page = browser.new_page()
    page.goto(attacked.as_uri())
    assert page.evaluate("window.hit") is None
    page.close()
