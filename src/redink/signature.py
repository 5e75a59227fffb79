"""The signature of a score: settings and versions in, one line or one JSON object out, and back.

A line looks like `redink:0.1.0|measure:F0.5|pipeline:errant|seed:12345`. Results
whose signatures differ are never compared without a warning.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias

from redink.errors import InputError
from redink.frozen import frozen
from redink.version import __version__

Value: TypeAlias = str | int | float | bool | None
"""The values that a signature may hold: JSON's scalars."""

_BARE = re.compile(r"[\w.][\w./+@ -]*(?<! )", re.ASCII)
_KEY = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)
_PAIR = re.compile(r'([A-Za-z_][\w.-]*):("(?:[^"\\]|\\.)*"|[^|"]*)(?:\||$)', re.ASCII)


@frozen
class Signature:
    """An ordered set of named settings."""

    fields: tuple[tuple[str, Value], ...]
    """Names and values in the order they are shown."""

    @classmethod
    def of(cls, **fields: Value) -> Signature:
        """Make a signature that begins with redink's version."""
        return cls((("redink", __version__), *fields.items()))

    def __post_init__(self) -> None:
        """Refuse fields that could not be read back: odd or duplicate names, and values that are not scalars."""
        seen: set[str] = set()
        for name, value in self.fields:
            if not _KEY.fullmatch(name):
                raise InputError(f"{name!r} cannot be a name in a signature")
            if name in seen:
                raise InputError(f"a signature has {name!r} twice", remedy="give each setting once")
            if value is not None and not isinstance(value, str | int | float):
                raise InputError(f"{name!r} in a signature must be text, a number, true, false or null")
            seen.add(name)

    def __str__(self) -> str:
        """Write the one-line form."""
        return "|".join(f"{name}:{_write(value)}" for name, value in self.fields)

    def to_dict(self) -> dict[str, Value]:
        """Give the JSON object."""
        return dict(self.fields)

    @classmethod
    def from_dict(cls, fields: Mapping[str, Value]) -> Signature:
        """Make a signature from its JSON object."""
        return cls(tuple(fields.items()))

    @classmethod
    def parse(cls, line: str) -> Signature:
        """Make a signature from its one-line form."""
        fields: list[tuple[str, Value]] = []
        position = 0
        while position < len(line):
            pair = _PAIR.match(line, position)
            if pair is None:
                raise InputError(f"not a signature: {line[position:]!r}", remedy="write name:value|name:value …")
            fields.append((pair[1], _read(pair[2])))
            position = pair.end()
        return cls(tuple(fields))

    def differences(self, other: Signature) -> tuple[str, ...]:
        """Name the settings in which two signatures differ."""
        # The written forms are compared, because in Python 1 equals True and NaN differs from itself.
        values = {name: _write(value) for name, value in self.fields}
        other_values = {name: _write(value) for name, value in other.fields}
        return tuple(name for name in {**values, **other_values} if values.get(name) != other_values.get(name))


def _write(value: Value) -> str:
    if isinstance(value, str) and _BARE.fullmatch(value) and not _is_json(value):
        return value
    # A quoted string may hold any character; the bar is escaped, so that every bar in a line separates two fields.
    return json.dumps(value).replace("|", "\\u007c")


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):  # ValueError: also for more digits than Python reads
        return False
    return True


def _read(text: str) -> Value:
    if _is_json(text):
        value: Value = json.loads(text)
        return value
    if _BARE.fullmatch(text):
        return text
    raise InputError(f"not a value of a signature: {text!r}", remedy="give a signature as redink prints it")


def checksum(lines: Iterable[str]) -> str:
    """Give the checksum of a list of lines, twelve hex digits; the file they came from does not matter."""
    text = "".join([f"{line}\n" for line in lines])
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
