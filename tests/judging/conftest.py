"""A browser for the page tests, one context a person."""

import pytest

from tests.browser import browser

__all__ = ["browser"]


@pytest.fixture
def new_page(browser):
    """Give a function that opens a page in a context of its own (its own cookies), closed at the end."""
    contexts = []

    def opened(**options):
        context = browser.new_context(**({"viewport": {"width": 1200, "height": 800}} | options))
        context.set_default_timeout(30_000)
        contexts.append(context)
        return context.new_page()

    yield opened
    for context in contexts:
        context.close()
