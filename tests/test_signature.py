"""Signatures: the line and the JSON object round-trip, and unlike settings are named."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import InputError, RedinkError
from redink.signature import Signature, checksum
from redink.version import __version__

names = st.from_regex(r"[A-Za-z_][A-Za-z0-9_.-]{0,8}", fullmatch=True)
odd_strings = st.sampled_from(
    [
        *[
            "",
            " ",
            "a b",
            "a ",
            "|",
            '"',
            "\\",
            '\\"|',
            "null",
            "true",
            "NaN",
            "Infinity",
            "-1",
            "1e3",
            "007",
        ],
        *["a:b", "a|b:c", "\n", "é", "中文", "\u2028", "[1]", "{}", "9" * 5000, "-", ".", "x/y+z@1 -2"],
    ]
)
values = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12) | odd_strings
signatures = st.dictionaries(names, values, max_size=5).map(Signature.from_dict)


def typed(signature):
    """Give the fields with their types, since Python holds 1, 1.0 and True for equal."""
    return [(name, type(value), value) for name, value in signature.fields]


def test_the_line_looks_as_documented():
    signature = Signature((("redink", "0.1.0"), ("measure", "F0.5"), ("seed", 0), ("ref", None)))
    assert str(signature) == "redink:0.1.0|measure:F0.5|seed:0|ref:null"


def test_a_signature_begins_with_the_version():
    assert str(Signature.of(measure="M2", seed=12345)) == f"redink:{__version__}|measure:M2|seed:12345"


def test_strings_that_look_like_numbers_stay_strings():
    assert str(Signature((("version", "1.0"), ("flag", "true")))) == 'version:"1.0"|flag:"true"'


@given(signatures)
def test_the_line_reads_back(signature):
    assert typed(Signature.parse(str(signature))) == typed(signature)


@given(signatures)
def test_the_line_is_one_line_and_splits_at_its_bars(signature):
    line = str(signature)
    assert "\n" not in line
    assert line.isascii()
    assert len(line.split("|")) == max(1, len(signature.fields))


@given(signatures)
def test_the_json_object_reads_back(signature):
    assert typed(Signature.from_dict(json.loads(json.dumps(signature.to_dict())))) == typed(signature)


@given(signatures)
def test_a_signature_does_not_differ_from_itself(signature):
    assert signature.differences(signature) == ()


def test_differences_are_named():
    one = Signature.from_dict({"measure": "F0.5", "seed": 1, "only": "here"})
    other = Signature.from_dict({"seed": 2, "measure": "F0.5"})
    assert one.differences(other) == ("seed", "only")
    assert other.differences(one) == ("seed", "only")


@pytest.mark.parametrize("name", ["", "a b", "1a", "a:b", "a|b", "é", "-x"])
def test_a_name_that_could_not_be_read_back_is_refused(name):
    with pytest.raises(InputError, match="cannot be a name"):
        Signature(((name, 1),))


@pytest.mark.parametrize("line", ["nonsense", "a:1|b", "a:", 'a:"open', "a:b\tc", "|", ":1"])
def test_a_line_that_is_no_signature_is_refused(line):
    with pytest.raises(InputError):
        Signature.parse(line)


@given(st.text(max_size=30) | st.lists(st.sampled_from(["a", ":", "|", '"', "\\", "1", "[", " "])).map("".join))
def test_no_line_raises_anything_but_our_own_errors(line):
    try:
        signature = Signature.parse(line)
    except RedinkError:
        return
    assert typed(Signature.parse(str(signature))) == typed(signature)


def test_a_checksum_depends_on_every_line_and_on_their_borders():
    assert checksum(["a", "b"]) == checksum(iter(["a", "b"]))
    assert len({checksum(lines) for lines in (["a", "b"], ["b", "a"], ["ab"], ["a", "b", ""], [])}) == 5
    assert checksum([]) == "e3b0c44298fc"  # SHA-256 of nothing


@pytest.mark.parametrize("text", ["9" * 5000, "[" * 100_000])
def test_bug_text_json_cannot_hold_raised_python_errors(text):
    long_text = Signature.from_dict({"odd": text})
    assert Signature.parse(str(long_text)) == long_text
    try:
        Signature.parse(f"odd:{text}")
    except InputError:
        assert text.startswith("[")


@pytest.mark.parametrize("line", ["a:[1, 2]", "a:{}", "a:[]"])
def test_bug_lists_and_objects_were_taken_for_values(line):
    with pytest.raises(InputError, match="'a' in a signature must be"):
        Signature.parse(line)


def test_bug_a_name_used_twice_was_lost_in_the_json_object():
    with pytest.raises(InputError, match="'seed' twice"):
        Signature.parse("seed:1|seed:2")


@pytest.mark.parametrize(
    ("one", "other"),
    [({"a": None}, {}), ({"a": True}, {"a": 1}), ({"a": 0}, {"a": False}), ({"a": 1}, {"a": "1"})],
)
def test_bug_differences_took_null_for_missing_and_true_for_one(one, other):
    assert Signature.from_dict(one).differences(Signature.from_dict(other)) == ("a",)
    assert Signature.from_dict(other).differences(Signature.from_dict(one)) == ("a",)


def test_not_a_number_does_not_differ_from_itself():
    assert Signature.from_dict({"a": math.nan}).differences(Signature.from_dict({"a": math.nan})) == ()


def test_infinity_reads_back():
    assert Signature.parse(str(Signature.from_dict({"limit": math.inf}))).fields == (("limit", math.inf),)
