"""JSON under another name, unknown columns, cells that are no texts or lists of tokens, and missing values."""

import json

import pytest

import redink
from redink.errors import InputError, Note, UsageError

SOURCE = "He go home .\nShe like it .\nFine .\n"
REFERENCE = "He goes home .\nShe likes it .\nFine .\n"


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


ROWS = [
    {"source": source, "reference": reference, "output": source}
    for source, reference in zip(SOURCE.splitlines(), REFERENCE.splitlines(), strict=True)
]


def test_json_lines_may_be_called_json(tmp_path):
    (tmp_path / "d.json").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    assert redink.read("d.json").systems[0].texts[1] == ("She", "like", "it", ".")


@pytest.mark.parametrize(
    ("value", "indent", "kind", "command"),
    [
        (ROWS, None, "a JSON array, not", "jq -c '.[]' d.json > d.jsonl"),
        (ROWS, 2, "a JSON array, not", "jq -c '.[]' d.json > d.jsonl"),
        (SOURCE.splitlines(), 2, "a JSON array of texts, not", "jq -r '.[]' d.json > d.txt"),
        (ROWS[0], 2, "JSON on several lines, not", "jq -c '.' d.json > d.jsonl"),
    ],
)
def test_bug_other_json_was_read_as_text(value, indent, kind, command, tmp_path):
    (tmp_path / "d.json").write_text(json.dumps(value, indent=indent))
    for files in ({"systems": "d.json"}, {"source": SOURCE.splitlines(), "references": ["d.json"]}):
        with pytest.raises(InputError, match=f"d.json: this is {kind}") as caught:
            redink.read(**files)
        assert command in caught.value.remedy


def test_bug_columns_were_not_named_where_no_reference_is_known(tmp_path):
    keys = {"source": "src", "reference": "gold", "output": "hyp"}
    rows = [{keys[name]: text for name, text in row.items()} for row in ROWS]
    (tmp_path / "d.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.warns(
        Note, match=r"d.jsonl: no column is known to be the reference; the columns are src, gold, hyp."
    ) as told:
        data = redink.read("d.jsonl")
    assert "--columns reference=NAME" in str(told[0].message)
    with pytest.raises(UsageError, match=r"P needs a reference .*--columns reference=NAME"):
        redink.score(data, "P")
    assert len(redink.read("d.jsonl", columns={"reference": "gold"}).references) == 1


@pytest.mark.parametrize(("name", "cell"), [("output", 5), ("reference", [["x"]]), ("reference", 5), ("source", 5)])
def test_bug_the_remedy_for_a_number_was_that_for_no_value(name, cell):
    with pytest.raises(InputError, match=f"in column '{name}' is not a text") as caught:
        redink.read([ROWS[0], {**ROWS[1], name: cell}])
    assert caught.value.remedy.startswith("write a text in quotation marks")


def test_bug_the_tokens_of_a_reference_were_several_references():
    rows = [{name: text.split() for name, text in row.items()} for row in ROWS]
    data = redink.read(rows)
    assert [reference.texts for reference in data.references] == [tuple(tuple(row["reference"]) for row in rows)]
    assert redink.score(rows, "EM", pipeline="plain")["output", "EM"].value == pytest.approx(1 / 3)
    several = [{**row, "reference": [row["reference"], row["source"]]} for row in rows[:2]] + rows[2:]
    first, second = redink.read(several).references
    assert first.texts == data.references[0].texts
    assert second.texts == (data.sources[0], data.sources[1], None)
    texts = [{**row, "reference": [" ".join(row["reference"]), "Or this ."]} for row in rows]
    assert [reference.texts[0] for reference in redink.read(texts).references] == [
        ("He", "goes", "home", "."),
        ("Or", "this", "."),
    ]


def test_bug_the_missing_values_of_pandas_were_refused():
    pandas = pytest.importorskip("pandas")
    for missing in (float("nan"), pandas.NA, None):
        frame = pandas.DataFrame([*ROWS[:2], {**ROWS[2], "reference": missing}])
        with pytest.warns(UserWarning, match="1 of 3 sentences have no reference"):
            assert len(redink.read(frame).sources) == 2
        with pytest.warns(UserWarning, match="1 of 3 sentences have no reference"):
            redink.read([*ROWS[:2], {**ROWS[2], "reference": missing}])
        lists = {name: list(frame[name]) for name in ("source", "output")}
        with pytest.warns(UserWarning, match="1 of 3 sentences have no reference"):
            redink.score(
                sources=lists["source"], outputs=lists["output"], references=[frame["reference"]], measures="EM"
            )
        frame = pandas.DataFrame([*ROWS[:2], {**ROWS[2], "output": missing}])
        with pytest.raises(InputError, match="no value in column 'output'"):
            redink.read(frame)
