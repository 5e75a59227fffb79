"""Data of the examples browser: compact, complete, and harmless inside a script element."""

import json

from hypothesis import given
from hypothesis import strategies as st

from redink.reports.escape import one_line
from redink.reports.examples import Example, ExampleError, Examples, Proposal, as_script_data, compact, type_groups

ONE = Example("essay", ("He", "go"), (ExampleError(1, 2, ("goes",), "R:VERB:SVA", (0,)),), ())
OTHER = Example("essay", ("Fine",), (), (Proposal(0, 1, "Good", "ADJ", (0, 1)), Proposal(1, 1, "!", "M:PUNCT", (1,))))
EXAMPLES = Examples(("a", "b"), ("r",), (ONE, OTHER))


def test_names_are_stored_once():
    assert compact(EXAMPLES) == {
        "systems": ["a", "b"],
        "references": ["r"],
        "types": ["R:VERB:SVA", "ADJ", "M:PUNCT"],
        "essays": ["essay"],
        "sentences": [
            [0, ["He", "go"], [[1, 2, ["goes"], 0, [0]]], []],
            [0, ["Fine"], [], [[0, 1, "Good", 1, [0, 1]], [1, 1, "!", 2, [1]]]],
        ],
    }


def test_types_to_choose_from():
    assert type_groups(EXAMPLES) == [
        ("Operation", [("M:", "M: missing"), ("R:", "R: replace")]),
        ("Type", [("ADJ", "ADJ"), ("PUNCT", "PUNCT"), ("VERB:SVA", "VERB:SVA")]),
    ]
    assert type_groups(Examples((), (), ())) == []


@given(st.recursive(st.text(), lambda inner: st.lists(inner, max_size=3), max_leaves=6))
def test_data_survive_and_cannot_leave_the_script(value):
    written = as_script_data(value)
    assert json.loads(written) == cleaned(value)
    assert "<" not in written
    assert not {"\u2028", "\u2029"} & set(written)
    written.encode("utf-8")


def cleaned(value):
    return one_line(value) if isinstance(value, str) else [cleaned(part) for part in value]


def test_what_ends_scripts_is_written_otherwise():
    assert as_script_data(["</script><!--\ud800"]) == '["\\u003c/script>\\u003c!--\ufffd"]'
