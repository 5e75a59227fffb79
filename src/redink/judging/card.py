"""A card in TOML in; the questions, answers and criteria that judges of difficulty read, by language, out."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from importlib.resources import files
from typing import TypeAlias

import msgspec

from redink.errors import InputError, Place
from redink.reading.files import Source, display_name, read_lines
from redink.signature import checksum

_TAKEN = frozenset("0123456789=?uscohny")
"""Keys of the page that no criterion may have."""


class Criterion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A reason for which one error is harder than another."""

    id: str
    """Name that is stored with an answer, such as `C1`."""
    key: str
    """Key that selects it."""
    name: str
    text: str
    example: str = ""


class Answers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The words on the buttons of a pair."""

    first: str
    equal: str
    second: str
    unsure: str


class CardText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The card in one language."""

    question: str
    answers: Answers
    scale_question: str
    scale: tuple[str, str, str, str, str]
    title: str
    criteria: tuple[Criterion, ...]
    decided: str = ""
    advice: str = ""


Card: TypeAlias = dict[str, CardText]
"""The card by language; the first is the default."""


def read_card(path: Source | None = None) -> Card:
    """Read a card; without a path, the one that redink carries (criteria C1–C3 of the study)."""
    if path is None:
        name, text = "card.toml", (files("redink.judging") / "data" / "card.toml").read_text(encoding="utf-8")
    else:
        name, text = display_name(path), "\n".join(read_lines(path))
    try:
        card = msgspec.convert(tomllib.loads(text), Card)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise InputError(
            f"this is not a card: {error}", place=Place(name), remedy="docs/judging.md has a card to begin with"
        ) from error
    cause = next(_faults(card), None)
    if cause is not None:
        raise InputError(cause, place=Place(name), remedy="change the card")
    return card


def _faults(card: Card) -> Iterator[str]:
    if not card:
        yield "the card has no language"
    wanted = [criterion.id for criterion in next(iter(card.values())).criteria] if card else []
    for language, text in card.items():
        ids = [criterion.id for criterion in text.criteria]
        keys = [criterion.key for criterion in text.criteria]
        if ids != wanted:
            yield f"the criteria of {language!r} are {ids}, those of the first language {wanted}"
        if len(set(ids)) != len(ids) or not all(ids):
            yield f"two criteria of {language!r} have the same id, or one has none"
        for key in keys:
            if len(key) != 1 or key in _TAKEN or keys.count(key) > 1:
                yield f"the key {key!r} of {language!r} is taken, or is not one character"


def checksum_of_card(card: Card) -> str:
    """Give a short checksum of a card."""
    return checksum([msgspec.json.encode(card).decode()])


def language_for(card: Card, wanted: Iterable[str]) -> str:
    """Give the first wanted language that the card has, such as `de` for `de-AT`; else the default."""
    for name in wanted:
        for language in (name, name.partition("-")[0]):
            if language in card:
                return language
    return next(iter(card))
