"""Strict XML: elements in the order of the file, and nothing that reaches beyond it."""

import pytest

from redink.errors import InputError
from redink.reading.strict_xml import parse_strictly, strict_parser


def parsed(tmp_path, text):
    path, seen = tmp_path / "x.xml", []
    path.write_text(text, encoding="utf-8")
    parse_strictly(path, strict_parser("x.xml", lambda *start: seen.append(start), seen.append))
    return seen


def test_handlers_see_elements_in_order(tmp_path):
    assert parsed(tmp_path, '<a b="1"><c/></a>') == [("a", {"b": "1"}), ("c", {}), "c", "a"]


@pytest.mark.parametrize(
    ("text", "cause", "line"),
    [("<a>\n</b>", "not well-formed XML", 2), ("\n<!DOCTYPE a>\n<a/>", "document type declaration", 2)],
)
def test_complaints_know_their_line(tmp_path, text, cause, line):
    with pytest.raises(InputError, match=cause) as caught:
        parsed(tmp_path, text)
    assert caught.value.place.line == line
