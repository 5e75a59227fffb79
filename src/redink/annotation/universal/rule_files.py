"""A TOML file of rules in; rules, the names of features, and a map of types out; every error has its place."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from redink.annotation.universal.conditions import CONDITIONS, SAME, Condition
from redink.annotation.universal.edit import UniversalEdit
from redink.errors import InputError, Place

_FIELDS = {"name", "type", "because", "example", "when"}
_FOLDER = "redink.annotation.universal.rules"


@dataclass(frozen=True, slots=True)
class UniversalRule:
    """One reason to give an edit a type."""

    name: str
    """Its name in explanations."""
    type: str
    """The type it gives, without operation; `{POS}` is the part of speech in common, `{NEW}` that of the new side."""
    because: str
    """When it applies, in one sentence."""
    conditions: tuple[Condition, ...]
    example: tuple[str, ...] = ()
    """A source and a correction with an edit it decides."""

    def decide(self, edit: UniversalEdit) -> str | None:
        """Give the type, or `None` when the rule does not apply."""
        if not all(check(edit) for check in self.conditions):
            return None
        return self.type.replace("{POS}", edit.common_pos or "OTHER").replace("{NEW}", _last_pos(edit))


@dataclass(frozen=True, slots=True)
class RuleFile:
    """What one file says."""

    rules: tuple[UniversalRule, ...]
    fine: Mapping[str, str] = field(default_factory=dict)
    """Feature of Universal Dependencies → its name below `:FORM`, the most telling first."""
    types: Mapping[str, str] = field(default_factory=dict)
    """Our types → those of a project; the longest name that fits counts."""
    checksum: str = ""


def _last_pos(edit: UniversalEdit) -> str:
    return (edit.new or edit.old)[-1].pos


@cache
def own_rules(name: str) -> RuleFile:
    """Give the rules of a language, or `general`; no rules if the language adds none."""
    path = resources.files(_FOLDER).joinpath(f"{name}.toml") if name.isalpha() else None
    if path is None or not path.is_file():
        return RuleFile(())
    return _parsed(path.read_text(encoding="utf-8"), f"{name}.toml")


def read_rules(path: Path) -> RuleFile:
    """Read a file of a user: `[[rule]]` tables are tried before ours, `[types]` maps our types to others."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"the taxonomy cannot be read: {error}", place=Place(str(path)), remedy="check the path"
        ) from error
    return _parsed(text, str(path))


def _parsed(text: str, name: str) -> RuleFile:
    place = Place(name)
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"this is not TOML: {error}", place=place, remedy="see docs/languages.md") from error
    if unknown := content.keys() - {"rule", "fine", "types"}:
        raise InputError(
            f"there is no table {sorted(unknown)[0]!r}", place=place, remedy="use [[rule]], [fine] and [types]"
        )
    rules = content.get("rule", [])
    if not isinstance(rules, list):
        raise InputError("[rule] is one table", place=place, remedy="write [[rule]], with two brackets, for each rule")
    return RuleFile(
        tuple(_rule(table, number, place) for number, table in enumerate(rules, start=1)),
        _texts(content.get("fine", {}), "fine", place),
        _texts(content.get("types", {}), "types", place),
        hashlib.sha256(text.encode()).hexdigest()[:8],
    )


def _texts(table: Any, name: str, place: Place) -> dict[str, str]:
    if not isinstance(table, dict) or not all(isinstance(value, str) for value in table.values()):
        raise InputError(f"[{name}] has a value that is no text", place=place, remedy='write lines such as "A" = "B"')
    return dict(table)


def _rule(table: Mapping[str, Any], number: int, place: Place) -> UniversalRule:
    where = f"rule {number}"
    if unknown := table.keys() - _FIELDS:
        raise InputError(
            f"{where} has the unknown field {sorted(unknown)[0]!r}", place=place,
            remedy=f"use {', '.join(sorted(_FIELDS))}",
        )  # fmt: skip
    for name in ("name", "type"):
        if not isinstance(table.get(name), str) or not table[name]:
            raise InputError(f"{where} has no {name}", place=place, remedy=f'write {name} = "…"')
    because = table.get("because", "")
    when = table.get("when", {})
    if not isinstance(because, str) or not isinstance(when, dict):
        raise InputError(f"{where}: because is a text and when is a table", place=place, remedy="see docs/languages.md")
    conditions = tuple(_condition(name, value, where, place) for name, value in when.items())
    return UniversalRule(table["name"], table["type"], because, conditions, tuple(map(str, table.get("example", ()))))


def _condition(name: str, value: Any, where: str, place: Place) -> Condition:
    if name not in CONDITIONS:
        raise InputError(
            f"{where} has the unknown condition {name!r}", place=place, remedy=f"use {', '.join(CONDITIONS)}"
        )
    kind = _KINDS.get(name, list)
    is_right = isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
    if not is_right or (kind is list and not all(isinstance(entry, str) for entry in value)):
        raise InputError(
            f"{where}: {name} has a value of the wrong kind", place=place, remedy=f"give {_KIND_NAMES[kind]}"
        )
    try:
        return CONDITIONS[name](value)
    except KeyError as error:
        choices = ", ".join(SAME) if name == "same" else "1:1, n:m"
        raise InputError(f"{where}: {name} cannot be {error}", place=place, remedy=f"use {choices}") from error


_KINDS: Mapping[str, Any] = {
    "operation": str,
    "tokens": str,
    "old_known": bool,
    "new_known": bool,
    "no_list": bool,
    "open_class": bool,
    "similarity": (int, float),
    "in_place": (int, float),
    "longest": int,
}
_KIND_NAMES: Mapping[Any, str] = {
    str: "a text",
    bool: "true or false",
    int: "a whole number",
    (int, float): "a number",
    list: "a list of texts",
}
