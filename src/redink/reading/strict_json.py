"""JSON text in, a record of the wanted type out: the one place that decides how JSON is read.

Refused with place, cause and remedy are: text that is not JSON, not UTF-8, nested too deeply, or of another shape than
the record; and whole numbers beyond 64 bits, which neither NumPy nor SQLite can hold.
"""

from __future__ import annotations

import re
from typing import Any, TypeVar

import msgspec

from redink.errors import InputError, Place
from redink.reading.files import Source, display_name, open_bytes

Record = TypeVar("Record")

_LEAST, _MOST = -(2**63), 2**63 - 1
_LONG_NUMBER = re.compile(rb'(?<![\d."])\d{19,}(?![\d.eE])')
"""A number that may be beyond 64 bits; it may also stand within a text, so that the values must be looked at."""
_BOM = b"\xef\xbb\xbf"


def read_json(path: Source, kind: type[Record], what: str, *, remedy: str) -> Record:
    """Read a file that is one JSON value."""
    with open_bytes(path) as handle:
        raw = handle.read()
    return decode_json(raw.removeprefix(_BOM), kind, what, place=Place(display_name(path)), remedy=remedy)


def decode_json(raw: bytes | str, kind: type[Record], what: str, *, place: Place, remedy: str) -> Record:
    """Decode one JSON value.

    Args:
        raw: The text.
        kind: The type of the record, as msgspec knows types.
        what: Beginning of the message if the text is something else, e.g. `not a weight file`.
        place: The file, and the line if the value is one line of it.
        remedy: What the user can do about it.
    """
    try:
        data = raw.encode() if isinstance(raw, str) else raw
        if not isinstance(raw, str):
            data.decode()  # msgspec does not look at the bytes of fields that the record lacks
        record = msgspec.json.decode(data, type=kind)
        if _LONG_NUMBER.search(data):
            _expect_64_bits(msgspec.json.decode(data))
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        cause = f"{what}: byte 0x{error.object[error.start]:02x} is not UTF-8"
        raise InputError(cause, place=Place(place.name, place.line or line), remedy=remedy) from error
    except RecursionError as error:
        raise InputError(f"{what}: it is nested too deeply", place=place, remedy=remedy) from error
    except (msgspec.MsgspecError, UnicodeEncodeError, OverflowError) as error:
        raise InputError(f"{what}: {error}", place=place, remedy=remedy) from error
    return record


def _expect_64_bits(value: Any) -> None:
    if isinstance(value, int) and not _LEAST <= value <= _MOST:
        raise OverflowError(f"the number {str(value)[:30]} has more than 64 bits")
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        _expect_64_bits(part)
