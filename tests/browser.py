"""Debian's Chromium under Playwright, for all tests of pages; skipped visibly where there is none."""

import shutil

import pytest

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The first has no windows of its own to draw: page tests take 40 % less CPU time."""
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="module")
def browser():
    """Start one browser for a module; give each test a context of its own with `browser.new_context()`."""
    # Of the module, not of the session: Playwright's event loop must not run while others need theirs.
    sync_api = pytest.importorskip("playwright.sync_api", reason="needs the extra [test]: playwright")
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        pytest.skip("Chromium is not installed: apt-get install chromium-headless-shell")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield started
        started.close()


def serious_faults(page, impacts=("serious", "critical")):
    """Let axe-core look at a page; give what it calls serious or critical, or of other impacts, as lines to read."""
    module = pytest.importorskip("axe_playwright_python.sync_playwright", reason="needs the extra [test]: axe")
    # Without the list of all that is well, which takes longer than to find what is not.
    found = module.Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{fault['impact']} {fault['id']}: {node['html'][:200]}"
        for fault in found
        if fault["impact"] in impacts
        for node in fault["nodes"][:3]
    ]
