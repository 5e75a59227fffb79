"""The types as data: how many, which combinations, and pages that are up to date."""

from __future__ import annotations

from pathlib import Path

import pytest

from redink.annotation.error_types import CODES, ERROR_TYPES, in_words
from redink.annotation.rules import ALL_RULES
from tools.annotation_pages import error_types_page, rules_page

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_has_the_papers_25_types_and_55_codes() -> None:
    """Table 9 of Bryant, Felice and Briscoe 2017: 15 types with three operations, 9 with one, and UNK."""
    assert len(ERROR_TYPES) == len({kind.code for kind in ERROR_TYPES}) == 25
    assert len(CODES) == 55
    by_operations = [kind.operations for kind in ERROR_TYPES]
    assert (by_operations.count("MRU"), by_operations.count("R"), by_operations.count("")) == (15, 9, 1)


def test_types_are_in_order_and_told_apart() -> None:
    assert list(ERROR_TYPES) == sorted(ERROR_TYPES, key=lambda kind: kind.code)
    assert len({kind.example for kind in ERROR_TYPES}) == 25
    assert {"M:DET", "R:WO", "UNK"} <= CODES
    assert not {"M:WO", "U:SPELL", "R:UNK"} & CODES


@pytest.mark.parametrize(
    ("name", "content"),
    [("error-types.md", error_types_page()), ("classification-rules.md", rules_page())],
)
def test_page_is_up_to_date(name: str, content: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == content, f"write docs/{name} again (its comment says how)"


def test_rules_have_names_and_known_types() -> None:
    known = {kind.code for kind in ERROR_TYPES}
    assert len({rule.name for rule in ALL_RULES}) == len(ALL_RULES)
    for rule in ALL_RULES:
        assert set(rule.gives) <= known
        assert rule.because.endswith(".")
        assert rule.looks_at
        assert all(rule.example)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("SPELL", "SPELL (spelling)"),
        ("R:VERB:SVA", "R:VERB:SVA (subject–verb agreement)"),
        ("VERB:SVA", "VERB:SVA (subject–verb agreement)"),
        ("OTHER", "OTHER (rewording and the like)"),
        ("ArtOrDet", "ArtOrDet"),
    ],
)
def test_types_in_words(code: str, words: str) -> None:
    assert in_words(code) == words
