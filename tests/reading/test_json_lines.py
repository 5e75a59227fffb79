"""JSON lines: objects in, columns out; what is no object is refused with its line."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import InputError
from redink.reading.json_lines import json_line_texts, read_json_lines

ROWS = st.lists(
    st.dictionaries(st.sampled_from(["source", "output", "x y"]), st.text() | st.none() | st.lists(st.text()))
)


@given(ROWS)
def test_what_was_written_is_read(tmp_path_factory, rows):
    path = tmp_path_factory.mktemp("lines") / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    columns = read_json_lines(path)
    assert [
        {name: values[number] for name, values in columns.items()} for number in range(len(rows) if columns else 0)
    ] == [{name: row.get(name) for name in columns} for row in (rows if columns else [])]


@pytest.mark.parametrize("line", ["[1]", "{", "text", "1"])
def test_what_is_no_object_is_refused(tmp_path, line):
    path = tmp_path / "rows.jsonl"
    path.write_text('{"a": "b"}\n\n' + line + "\n")
    with pytest.raises(InputError, match=r"rows\.jsonl:3: not a JSON object"):
        read_json_lines(path)


def test_texts_of_columns(tmp_path):
    path = tmp_path / "rows.jsonl"
    path.write_text('{"a": "b", "c": "d"}\n{"c": "e", "a": ""}\n')
    assert list(json_line_texts(path, ["c", "a"])) == [("d", "b"), ("e", "")]
    with pytest.raises(InputError, match=r"rows\.jsonl:1: no value in column 'z' \(.*this line has a, c"):
        list(json_line_texts(path, ["z"]))
