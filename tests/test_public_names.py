"""The public names: all listed, all there, and none of them costs anything before it is used."""

import importlib

import pytest

import redink
from tests.cli.running import run_python

HEAVY = ("numpy", "scipy", "rich", "jinja2", "spacy", "msgspec", "click", "rapidfuzz")


def test_the_list_is_the_table_of_homes():
    assert redink.__all__ == sorted(redink._HOMES)
    assert dir(redink) == sorted(redink.__all__)


@pytest.mark.parametrize("name", redink.__all__)
def test_every_name_is_where_the_table_says(name):
    assert getattr(redink, name) is getattr(importlib.import_module(redink._HOMES[name]), name)


def test_a_name_that_is_not_there():
    with pytest.raises(AttributeError, match="module 'redink' has no attribute 'metric'"):
        _ = redink.metric


def test_importing_redink_imports_nothing_heavy():
    code = f"import sys, redink; print([name for name in {HEAVY} if name in sys.modules])"
    assert run_python(code).strip() == "[]"
