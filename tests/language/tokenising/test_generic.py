"""Tokenisers of other languages: by hand, against treebanks, and what must hold for any text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.language.tokenising.choosing import find_tokeniser, tokeniser_names
from tests.shared_files import SHARED, needs_shared

NAMES = [name for name in tokeniser_names() if name not in ("auto", "none")]


def words(name: str, text: str) -> str:
    return " ".join(token for token, _ in find_tokeniser(name)(text))


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("de", "Am 3. Mai kam Dr. Groß z.B. mit 1,5 kg EU-Käse.", "Am 3. Mai kam Dr. Groß z.B. mit 1,5 kg EU-Käse ."),
        ("fr", "L'arbre qu'il a vu, dit-il, c'est l’if.", "L' arbre qu' il a vu , dit -il , c' est l’ if ."),
        ("it", "Un po' dell'arte, c'è.", "Un po' dell' arte , c' è ."),
        ("el", "Πάω σ' αυτόν, π.χ. αύριο.", "Πάω σ' αυτόν , π.χ. αύριο ."),
        ("cs", "Česko-slovenský spor, tj. hádka.", "Česko - slovenský spor , tj . hádka ."),
        ("no", "Det er f.eks. kl. 10:30...", "Det er f.eks. kl. 10:30 ..."),
        ("ru", "В 1990 г. А. Петров сказал: «Да!»", "В 1990 г. А. Петров сказал : « Да ! »"),
        (
            "generic",
            "Ha! 10.000 e\u0301te\u0301s, #tag @user a@b.org",
            "Ha ! 10.000 e\u0301te\u0301s , #tag @user a@b.org",
        ),
        ("generic", "我去学校。", "我 去 学 校 。"),
        ("char", "我去ABC。", "我 去 A B C 。"),
        ("char", "नमस्ते", "न म स् ते"),
    ],
)
def test_by_hand(name: str, text: str, expected: str) -> None:
    assert words(name, text) == expected


@given(st.sampled_from(NAMES), st.text())
def test_tokens_are_the_text_without_its_blanks(name: str, text: str) -> None:
    tokens = find_tokeniser(name)(text)
    assert all(text[start : start + len(token)] == token for token, start in tokens)
    assert "".join(token for token, _ in tokens) == "".join(text.split())


@needs_shared
@pytest.mark.parametrize(("name", "least"), [("de", 0.98), ("fr", 0.99), ("it", 0.97), ("uk", 0.99), ("es", 0.99)])
def test_treebanks_agree(name: str, least: float) -> None:
    # Universal Dependencies; docs/preparation-measured.md has all languages. What is tested here is a lower bound.
    from tools.tokeniser_tables import token_f, treebank_sentences

    sentences = treebank_sentences(SHARED / "data" / f"ud-{name}" / "dev.conllu.gz")
    assert token_f(sentences, find_tokeniser(name)) > least
