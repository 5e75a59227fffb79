"""The report in a real browser: filters, search, keyboard, no network, dark, phone, paper, and axe-core's opinion."""

import re
from contextlib import contextmanager
from dataclasses import replace

import pytest

from redink import example
from redink.annotation.annotator import Annotator
from redink.evaluation.preparation import annotated
from redink.evaluation.trust import Trust
from redink.language.registry import load_pipeline
from redink.page.report import build_report
from redink.reports.html import packed
from redink.reports.one_page import to_page
from tests.browser import serious_faults
from tests.questions.samples import hostile


@pytest.fixture(scope="module")
def data():
    """Annotate the bundled example."""
    return annotated(example.load(), Annotator(load_pipeline("redink-en")))


def written(data, path):
    """Write a report."""
    built = build_report(data, ("F0.5", "P", "R", "EM"), title="Example", trust=Trust(resamples=50, seed=0))
    path.write_text(to_page(built.page), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def report(data, tmp_path_factory):
    """Write the report of the bundled example."""
    return written(data, tmp_path_factory.mktemp("report") / "report.html")


@pytest.fixture(scope="module")
def short_report(data, tmp_path_factory):
    """Write the report of its first essay alone: axe-core looks at every element, and takes its time."""
    first = [number for number, essay in enumerate(data.documents) if essay == data.documents[0]]
    short = replace(
        data,
        sources=data.sources[: len(first)],
        documents=data.documents[: len(first)],
        references=tuple(cut(one, len(first)) for one in data.references),
        systems=tuple(cut(one, len(first)) for one in data.systems),
    )
    return written(short, tmp_path_factory.mktemp("short") / "report.html")


def cut(version, length):
    return replace(version, texts=version.texts[:length], edits=version.edits[:length])


@contextmanager
def opened(browser, path, fragment="", *, reach=True, **options):
    """Open the page in a context of its own; afterwards nothing may have gone wrong, and nothing been fetched.

    The examples start when they are reached.
    """
    context = browser.new_context(**{"viewport": {"width": 1100, "height": 800}, **options})
    context.set_default_timeout(30_000)
    page = context.new_page()
    troubles, requests = [], []
    page.on("console", lambda message: troubles.append(message.text))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on("request", lambda request: requests.append(request.url))
    page.goto(f"{path.as_uri()}{fragment}")
    if reach and options.get("java_script_enabled", True):
        page.locator("#examples").scroll_into_view_if_needed()
        page.locator("#examples-list li").first.wait_for()
    yield page
    assert troubles == []
    assert requests == [path.as_uri() + fragment] or {url.split("#")[0] for url in requests} == {path.as_uri()}
    context.close()


def field(page, label):
    """Find a filter by its label."""
    return page.locator("#examples-filters").get_by_label(label, exact=True)


def hits(page):
    """Wait for the live region to settle, and give the number of sentences it announces."""
    # By a timer of the page itself: the page's own, which was set before and is shorter, has then run on any machine.
    page.evaluate("() => new Promise(done => setTimeout(done, 250))")
    return int(re.match(r"([\d,]+) of", page.locator("#examples-count").inner_text())[1].replace(",", ""))


def test_filters_narrow_what_is_shown(browser, report):
    with opened(browser, report) as page:
        everything = hits(page)
        assert everything == 175
        assert page.locator("#examples-list > li").count() == 25
        field(page, "Type").select_option("DET")
        determiners = hits(page)
        assert 0 < determiners < everything
        field(page, "Corrected by").select_option("0")
        unsolved = hits(page)
        assert unsolved < determiners
        field(page, "Corrected by").select_option("")
        field(page, "System").select_option(label="speller")
        field(page, "Outcome").select_option("hit")
        hit = hits(page)
        field(page, "Outcome").select_option("miss")
        missed = hits(page)
        assert hit + missed >= determiners
        assert max(hit, missed) <= determiners
        assert page.locator("#examples-list .fits").count() > 0
        page.get_by_role("search", name="Examples").get_by_role("button", name="Clear").click()
        assert hits(page) == everything


def test_needless_changes_can_be_found(browser, report):
    with opened(browser, report) as page:
        field(page, "Outcome").select_option("needless")
        field(page, "System").select_option(label="stutter")
        assert 0 < hits(page) < 175
        first = page.locator("#examples-list > li").first
        first.get_by_text("What each system wrote").click()
        row = first.locator("dt", has_text="stutter").locator("xpath=following-sibling::dd[1]")
        row.locator(".wrong").first.wait_for()  # the fold is filled after the click


def test_search_looks_at_the_source_and_at_corrections(browser, report):
    with opened(browser, report) as page:
        field(page, "Search").fill("MONTALBA")
        assert hits(page) == 1
        assert "Montalba" in page.locator("#examples-list").inner_text()
        field(page, "Search").fill("no such words anywhere")
        assert hits(page) == 0
        assert page.locator("#examples-list > li").count() == 0


def test_outputs_are_those_of_the_systems(browser, report):
    texts = {system.name: system.texts for system in example.load().systems}
    with opened(browser, report) as page:
        for number in (0, 8):
            item = page.locator("#examples-list > li").nth(number)
            item.get_by_text("What each system wrote").click()
            for name in ("strong", "fluent"):
                row = item.locator("dt", has_text=re.compile(f"^{name}$")).locator("xpath=following-sibling::dd[1]")
                row.evaluate("node => node.querySelectorAll('del').forEach(gone => gone.remove())")
                assert row.inner_text().split() == list(texts[name][number])


def test_the_keyboard_reaches_everything(browser, report):
    with opened(browser, report) as page:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Skip to the results"
        field(page, "Search").focus()
        page.keyboard.type("town")
        assert 0 < hits(page) < 175
        page.keyboard.press("Tab")
        page.keyboard.press("ArrowDown")
        assert field(page, "Type").input_value() == "M:"
        hits(page)
        page.locator("#examples-list .chunk").first.focus()
        detail = page.locator("#examples-list .chunk").first.locator(".detail")
        assert detail.is_visible()
        assert "Weight" in detail.inner_text() or "correct" in detail.inner_text()
        page.get_by_role("search", name="Examples").get_by_role("button", name="Clear").focus()
        page.keyboard.press("Enter")
        assert hits(page) == 175
        page.locator("#examples-more").focus()
        page.keyboard.press("Enter")
        assert page.locator("#examples-list > li").count() == 50
        assert page.evaluate("document.activeElement.tagName") == "SUMMARY"


def test_the_heat_map_tells_details_by_keyboard_and_by_mouse(browser, report):
    with opened(browser, report) as page:
        chunk = page.locator("#heat-maps .chunk.error[tabindex]").first
        assert not chunk.locator(".detail").is_visible()
        chunk.focus()
        said = chunk.locator(".detail").inner_text()
        assert all(word in said for word in ("→", "Weight", "Corrected by:", "Missed by:"))
        other = page.locator("#heat-maps .chunk.false-positive[tabindex]").first
        other.hover()
        assert "Changed by" in other.locator(".detail").inner_text()


def test_the_address_keeps_the_filters(browser, report):
    with opened(browser, report) as page:
        field(page, "Type").select_option("VERB:SVA")
        wanted = hits(page)
        page.wait_for_function("location.hash === '#examples?type=VERB%3ASVA'")
        fragment = page.evaluate("location.hash")
    with opened(browser, report, fragment) as page:
        assert field(page, "Type").input_value() == "VERB:SVA"
        assert hits(page) == wanted


def test_without_script_the_page_reads_and_says_what_is_missing(browser, report):
    with opened(browser, report, java_script_enabled=False) as page:
        assert page.locator("#examples .missing").is_visible()
        assert not page.locator("#examples-filters").is_visible()
        assert "strong has the best F0.5" in page.locator("#findings").inner_text()
        assert page.locator("#heat-maps .chunk.error[tabindex]").first.is_visible()
        page.locator("#summary summary", has_text="Scores").click()
        assert page.get_by_role("region", name="Scores").is_visible()
        page.locator("#heat-maps summary", has_text="e02").first.click()
        assert page.locator("#heat-maps details details").nth(1).locator("s").first.is_visible()


def test_the_page_opens_light_and_fills_what_is_opened(browser, report):
    assert report.stat().st_size < 1_000_000
    with opened(browser, report, reach=False) as page:
        assert page.evaluate("document.querySelectorAll('*').length") < 4000
        assert page.locator("#examples-list li, #errors-table").count() == 0
        assert not page.get_by_role("region", name="Scores").is_visible()
        page.locator("#summary summary", has_text="Scores").click()
        page.get_by_role("region", name="Scores").wait_for()  # what a fold holds is filled in after the click
        page.locator("#summary summary", has_text="The same as a table").first.click()
        page.get_by_role("region", name="F0.5 with 95 % confidence intervals").wait_for()
        page.locator("#heat-maps summary", has_text="e02").first.click()
        page.locator("#heat-maps details[open] .chunk .detail").last.wait_for(state="attached")
        page.locator("#difficulty summary", has_text="Tables").click()
        page.locator("#difficulty a[data-wish]").first.click()
        page.locator("#errors-table tbody tr").first.wait_for()
        assert re.search("#errors[?]type=", page.url)


def test_every_section_opens_with_words_and_a_picture(browser, report):
    with opened(browser, report, reach=False) as page:
        openings = page.evaluate(
            "[...document.querySelectorAll('main > section')].map(part => [part.id, "
            "...[...part.children].slice(1, 3).map(child => child.className || child.tagName)])"
        )
    lists = {"findings", "errors", "heat-maps", "examples", "method"}
    assert [rest for name, *rest in openings if name not in lists] == [["finding", "redink-chart"]] * 10


def test_what_is_cut_off_on_a_phone_fades(browser, report):
    with opened(browser, report, reach=False, viewport={"width": 360, "height": 640}) as page:
        box = page.locator("nav ul")
        assert "more-right" in box.get_attribute("class")
        box.evaluate("box => box.scrollTo(box.scrollWidth, 0)")
        page.wait_for_timeout(100)
        assert box.get_attribute("class") == "more-left"


def test_bug_without_scripts_a_phone_cut_charts_without_a_sign(browser, report):
    narrow = {"java_script_enabled": False, "viewport": {"width": 360, "height": 640}}
    with opened(browser, report, reach=False, **narrow) as page:
        for box in (page.locator(".redink-chart > div").first, page.locator(".redink-table").first):
            style = box.evaluate("box => [getComputedStyle(box).maskImage, getComputedStyle(box).paddingInlineEnd]")
            assert "gradient" in style[0]
            assert float(style[1].removesuffix("px")) >= 52  # what fades at the end of the way is empty
        assert page.locator("nav").evaluate("nav => nav.scrollWidth - nav.clientWidth") <= 0


def test_bug_charts_were_twice_as_wide_as_a_phone(browser, report):
    with opened(browser, report, reach=False, viewport={"width": 360, "height": 640}, is_mobile=True) as page:
        page.wait_for_function("() => !document.querySelector('[data-phone]')")
        # One drawing of each chart is shown: the first on a page, the second on a phone and never on paper.
        widths = "boxes => boxes.map(box => [box.scrollWidth - box.clientWidth, box.querySelectorAll('svg').length])"
        assert {tuple(each) for each in page.locator(".redink-chart > div").evaluate_all(widths)} == {(0, 2)}
        drawings = page.locator("#types .redink-chart svg[role]")
        assert [drawings.nth(number).is_visible() for number in range(2)] == [False, True]
        page.set_viewport_size({"width": 1000, "height": 640})
        assert [drawings.nth(number).is_visible() for number in range(2)] == [True, False]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(browser, short_report, scheme):
    with opened(browser, short_report, color_scheme=scheme) as page:
        page.locator("#examples-list summary").first.click()
        page.evaluate("for (const fold of document.querySelectorAll('details.fold')) fold.open = true")
        assert serious_faults(page) == []


def test_dark_is_dark(browser, report):
    with opened(browser, report, color_scheme="dark") as page:
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(21, 24, 28)"


def test_bug_a_fold_that_is_filled_meanwhile_disturbed_the_drawings_for_phones(browser, report):
    with opened(browser, report, viewport={"width": 360, "height": 640}) as page:
        page.wait_for_function("() => !document.querySelector('[data-phone]')")
        drawn = page.evaluate(
            """async (drawing) => {
                const boxes = [...document.querySelectorAll(".redink-chart > div")].slice(0, 5);
                for (const box of boxes) box.dataset.phone = drawing;
                await Promise.all([drawForPhones(), drawForPhones()]);
                return boxes.map((box) => box.querySelectorAll("i.drawn").length);
            }""",
            packed('<i class="drawn"></i>'),
        )
        assert drawn == [1] * 5


def test_a_phone_need_not_scroll_sideways(browser, report):
    with opened(browser, report, viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True) as page:
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        chunks = page.locator("#heat-maps .sentence .chunk.error")
        for number in range(5):
            chunks.nth(number).tap()
            assert chunks.nth(number).locator(".detail").is_visible()
            assert page.evaluate("document.documentElement.scrollWidth") <= 360
            box = chunks.nth(number).locator(".detail").bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 360
        page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_paper_gets_light_colours_and_no_controls(browser, report):
    with opened(browser, report, color_scheme="dark") as page:
        page.emulate_media(media="print")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
        assert not page.locator("nav").is_visible()
        assert not page.locator("#examples-filters").is_visible()
        assert page.pdf().startswith(b"%PDF")


def test_markup_in_names_and_text_stays_text(browser, tmp_path):
    built = build_report(hostile(), ("F0.5", "EM"), title="</title><b>", trust=Trust(resamples=20, seed=0))
    path = tmp_path / "hostile.html"
    path.write_text(to_page(built.page), encoding="utf-8")
    with opened(browser, path) as page:
        assert hits(page) == 1
        page.locator("#examples-list summary").first.click()
        page.locator("#examples-list dl").first.wait_for()
        assert "<script>alert('x')</script>" in page.locator("#examples-list").inner_text()
        assert page.locator("#examples-list script, img, b").count() == 0


@pytest.mark.parametrize("attack", ["<script>window.hit = 1</script>", '<img src="x" onerror="window.hit = 1">'])
def test_bug_a_script_that_gets_into_the_page_would_run(attack, browser, tmp_path):
    """No text becomes markup; if a fault ever let it, the policy still refuses to run it."""
    built = build_report(hostile(), ("F0.5", "EM"), title="Attack", trust=Trust(resamples=20, seed=0))
    path = tmp_path / "attacked.html"
    path.write_text(to_page(built.page).replace("</main>", f"{attack}</main>"), encoding="utf-8")
    page = browser.new_page()
    page.goto(f"{path.as_uri()}#examples")
    page.locator("#examples-list li").first.wait_for()
    assert hits(page) == 1  # our own script has run
    assert page.evaluate("window.hit") is None
    page.close()
