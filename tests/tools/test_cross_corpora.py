"""Outputs that stand in for systems: the same in every run, whatever the order of Harper's suggestions."""

from types import SimpleNamespace

import pytest

pytest.importorskip("harper", reason="needs the extra fluency")

from tools.cross_corpora import corrected


def lints(message, *texts):
    suggestions = [SimpleNamespace(kind="ReplaceWith", replacement_text=text) for text in texts]
    found = SimpleNamespace(
        span=SimpleNamespace(start=2, end=7), lint_kind="Grammar", message=message, suggestions=suggestions
    )
    return SimpleNamespace(lint=lambda _: [found])


@pytest.mark.parametrize("forms", [("ate", "eaten"), ("eaten", "ate")])
def test_irregular_forms_are_taken_in_the_order_of_the_alphabet(forms):
    """Harper lists them in an order that differs from run to run."""
    message = f"Use the irregular form '{forms[0]}' or '{forms[1]}' instead of 'eated'"
    assert corrected(("I", "eated", "it"), lints(message, *forms)) == ("I", "ate", "it")


def test_otherwise_the_first_suggestion_is_taken():
    assert corrected(("I", "eated", "it"), lints("Did you mean this?", "eaten", "ate")) == ("I", "eaten", "it")
