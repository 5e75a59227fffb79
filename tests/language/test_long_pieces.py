"""Long pieces of text without a blank: they stay whole, because splitting them takes quadratic time."""

import pytest

from redink.language.registry import load_pipeline
from redink.language.tokenising.english import LONGEST_PIECE, tokenise


@pytest.mark.parametrize("name", ["redink-en", "errant"])
def test_bug_a_piece_of_thousands_of_marks_took_seconds(name):
    """`redink diagnose` took more than 10 CPU s for a line that begins with 5,000 brackets."""
    if name == "errant":
        pytest.importorskip("spacy", reason="needs the extra [errant]")
    split = load_pipeline(name).tokenise
    drawing = "(" * 100_000
    text = f"Don't go. {drawing} It's {'-' * (LONGEST_PIECE + 1)}"
    tokens = split(text)
    assert [token for token, _ in tokens if len(token) < 9] == ["Do", "n't", "go", ".", "It", "'s"]
    assert drawing in [token for token, _ in tokens]
    assert all(text.startswith(token, start) for token, start in tokens)
    assert split("a" + "." * 3) == tokenise("a" + "." * 3)
