"""A browser for the page tests: Debian's Chromium by its path, never one that is downloaded."""

import os
import shutil

import pytest


@pytest.fixture(scope="session")
def chromium():
    sync_api = pytest.importorskip("playwright.sync_api", reason="needs Playwright")
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if path is None:
        pytest.skip("there is no Chromium")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


@pytest.fixture
def new_page(chromium):
    """Give a function that opens a page in a context of its own (its own cookies), closed at the end."""
    contexts = []

    def opened(**options):
        context = chromium.new_context(**({"viewport": {"width": 1200, "height": 800}} | options))
        context.set_default_timeout(30_000)
        contexts.append(context)
        return context.new_page()

    yield opened
    for context in contexts:
        context.close()
