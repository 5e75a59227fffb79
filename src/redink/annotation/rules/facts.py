"""A rule and an edit in; what the rule looked at, as lines of text for `redink explain`, out."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from redink.annotation.lancaster import stem
from redink.annotation.rules.rule import Context, Fact, Rule
from redink.annotation.word_list import is_word
from redink.language.pipeline import Analysis, Token

ARROW = " → "


def _both_sides(edit: Context, show: Callable[[Token], str]) -> str:
    sides = (" ".join(map(show, side)) for side in (edit.old, edit.new))
    return ARROW.join(side or "∅" for side in sides)


def _classes(edit: Context) -> str:
    return ARROW.join(" ".join(side) or "∅" for side in (edit.old_pos, edit.new_pos))


def _auxiliaries(sentence: Analysis, token: Token, position: int, *, siblings: bool) -> str:
    head = token.head if siblings else position
    auxiliaries: Iterable[str] = (
        candidate.text
        for i, candidate in enumerate(sentence)
        if i != head and candidate.head == head and candidate.dep.startswith("aux")
    )
    return " ".join(auxiliaries) or "∅"


def _both_auxiliaries(edit: Context) -> str:
    siblings = edit.both_auxiliaries
    old = _auxiliaries(edit.source, edit.was, edit.start, siblings=siblings)
    return old + ARROW + _auxiliaries(edit.target, edit.now, edit.target_start, siblings=siblings)


FACTS: dict[Fact, Callable[[Context], str]] = {
    "words": lambda edit: _both_sides(edit, lambda token: token.text),
    "tags": lambda edit: _both_sides(edit, lambda token: token.tag or "?"),
    "parts of speech": _classes,
    "dependency labels": lambda edit: _both_sides(edit, lambda token: token.dep or "?"),
    "lemmas": lambda edit: _both_sides(edit, lambda token: token.lemma or "?"),
    "stems": lambda edit: _both_sides(edit, lambda token: stem(token.text)),
    "similarity": lambda edit: f"{edit.similarity:.3f}",
    "lengths": lambda edit: _both_sides(edit, lambda token: str(len(token.text))),
    "in word list": lambda edit: "yes" if is_word(edit.was.text) or is_word(edit.was.lower) else "no",
    "auxiliaries": _both_auxiliaries,
}
"""How each fact is written. Both sides are joined by an arrow; an empty side is ∅, an unknown label ?."""


def what_it_saw(rule: Rule, edit: Context) -> tuple[tuple[str, str], ...]:
    """Give the facts a rule looks at, as (label, value) pairs."""
    return tuple((label, FACTS[label](edit)) for label in rule.looks_at)
