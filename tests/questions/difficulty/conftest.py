"""The browser, for every module of this folder."""

from tests.browser import browser

__all__ = ["browser"]
