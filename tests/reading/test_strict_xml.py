"""Strict XML: elements in the order of the file, and nothing that reaches beyond it."""

from contextlib import suppress
from xml.sax.saxutils import quoteattr

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

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


names = st.from_regex(r"[A-Za-z_][\w.-]{0,5}", fullmatch=True).filter(str.isascii)
values = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"], exclude_characters="\ufffe\uffff"))
elements = st.recursive(
    st.tuples(names, st.dictionaries(names, values, max_size=2), st.just([])),
    lambda inner: st.tuples(names, st.dictionaries(names, values, max_size=2), st.lists(inner, max_size=3)),
    max_leaves=8,
)


def written(element):
    name, attributes, children = element
    given_attributes = "".join(f" {key}={quoteattr(value)}" for key, value in attributes.items())
    return f"<{name}{given_attributes}>{''.join(map(written, children))}</{name}>"


def events(element):
    name, attributes, children = element
    return [(name, attributes), *(event for child in children for event in events(child)), name]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(elements)
def test_what_is_written_is_read(tmp_path, element):
    assert parsed(tmp_path, written(element)) == events(element)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(elements, st.data())
def test_damaged_xml_is_read_or_refused(tmp_path, element, data):
    text = written(element)
    place = data.draw(st.integers(0, len(text) - 1))
    with suppress(InputError):  # no other error
        seen = parsed(tmp_path, text[:place] + data.draw(st.sampled_from("<>&/x")) + text[place + 1 :])
        assert len(seen) >= 2
