"""Every way in which JSON can be bad, and every reader of JSON: all end in our own words."""

from contextlib import suppress

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import InputError, Place
from redink.reading.strict_json import decode_json, read_json


class Record(msgspec.Struct):
    number: int = 0
    text: str = ""
    value: str | int | float | bool | None = None


def decoded(raw):
    return decode_json(raw, Record, "not a record", place=Place("f.json"), remedy="write it again")


@pytest.mark.parametrize(
    ("raw", "cause"),
    [
        (b"", "truncated"),
        (b"{", "truncated"),
        (b'{"number": "1"}', "Expected `int`"),
        (b'{"text": "\xff"}', "f.json:1: not a record: byte 0xff is not UTF-8"),
        (b'{\n"other": "\xe9"}', "f.json:2: not a record: byte 0xe9 is not UTF-8"),
        (b'{"text": "\\ud800"}', "not a record"),
        (b'{"text": "\xed\xa0\x80"}', "not UTF-8"),
        ('{"text": "\ud800"}', "surrogates not allowed"),
        (b'{"other": ' + b"[" * 100_000, "nested too deeply"),
        (b"[" * 100_000, "not a record"),
        (b'{"number": 9223372036854775808}', "the number 9223372036854775808 has more than 64 bits"),
        (b'{"value": -9223372036854775809}', "more than 64 bits"),
        (b'{"other": [{"x": 99999999999999999999}]}', "more than 64 bits"),
        (b'{"number": ' + b"9" * 5000 + b"}", "out of range"),
        (b'{"value": 1e999}', "out of range"),
        (b'{"value": NaN}', "malformed"),
    ],
)
def test_refused(raw, cause):
    with pytest.raises(InputError) as caught:
        decoded(raw)
    assert cause in str(caught.value)
    assert "f.json" in str(caught.value)
    assert caught.value.remedy == "write it again"


def test_accepted():
    assert decoded(b'{"number": 9223372036854775807}').number == 2**63 - 1
    assert decoded(b'{"number": -9223372036854775808}').number == -(2**63)
    assert decoded('{"text": "99999999999999999999 é"}').text == "99999999999999999999 é"
    assert decoded(b'{"value": 0.12345678901234567890123}').value == 0.12345678901234568
    assert decoded(b'{"value": 12345678901234567890.5}').value == 12345678901234567890.5


@given(st.binary(max_size=40), st.integers(0, 30))
def test_any_bytes(noise, place):
    valid = b'{"number": 3, "text": "a", "value": 1}'
    with suppress(InputError):
        decoded(valid[:place] + noise + valid[place:])


def test_a_file_with_a_byte_order_mark(tmp_path):
    path = tmp_path / "f.json"
    path.write_bytes(b'\xef\xbb\xbf{"number": 3}')
    assert read_json(path, Record, "not a record", remedy="").number == 3
