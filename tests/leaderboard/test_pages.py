"""The pages of a leaderboard in a real browser: no network, dark, phone, and axe-core's opinion."""

import re

import pytest

from redink.leaderboard.example import build_example
from tests.browser import serious_faults

PAGES = ("index.html", "task.html", "strong~1.html")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return build_example(tmp_path_factory.mktemp("pages") / "leaderboard").parent


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_are_accessible_fit_a_phone_and_load_nothing(site, browser, scheme):
    context = browser.new_context(color_scheme=scheme, viewport={"width": 360, "height": 740})
    page = context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    for name in PAGES:
        page.goto((site / name).as_uri())
        assert serious_faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert all(url.startswith("file://") for url in asked)
    assert len(asked) == len(PAGES)
    context.close()


def test_links_lead_to_pages_that_are_there(site):
    for path in site.glob("*.html"):
        for address in re.findall(r'href="([^"#]+)"', path.read_text(encoding="utf-8")):
            assert (site / address).is_file(), f"{path.name}: {address}"
