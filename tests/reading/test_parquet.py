"""Parquet in and out: columns by name, edits as nested rows, and clear refusals."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import InputError
from redink.reading.parquet import parquet_rows
from tests.cli.running import run

pyarrow = pytest.importorskip("pyarrow", reason="the extra `cluster` is not installed")
parquet = pytest.importorskip("pyarrow.parquet")

SOURCES = ["He go home .", "", "Yes", "I likes tea ."]
OUTPUTS = ["He goes home .", "Hello .", "Yes", "I like tea ."]


def write(path, **columns):
    parquet.write_table(pyarrow.table(columns), path)
    return str(path)


@pytest.fixture
def pairs(tmp_path):
    return write(tmp_path / "pairs.parquet", id=[1, 2, 3, 4], learner=SOURCES, teacher=OUTPUTS)


@given(texts=st.lists(st.tuples(st.text(), st.text()), max_size=20), batch=st.integers(1, 5))
def test_rows_come_back_in_order(texts, batch, tmp_path_factory):
    left, right = [a for a, _ in texts], [b for _, b in texts]
    path = tmp_path_factory.mktemp("pq") / "x.parquet"
    table = pyarrow.table({"a": pyarrow.array(left, pyarrow.string()), "b": pyarrow.array(right, pyarrow.string())})
    parquet.write_table(table, path, row_group_size=batch)
    assert list(parquet_rows(str(path), ("b", "a", "b"))) == [(b, a, b) for a, b in texts]


def test_edits_as_nested_rows_are_those_of_json(pairs, tmp_path):
    output = tmp_path / "edits.parquet"
    finished = run("annotate", pairs, "--columns", "learner,teacher", "-f", "parquet", "-o", output)
    assert finished.returncode == 0, finished.stderr
    found = parquet.read_table(output).to_pylist()
    lines = run("annotate", pairs, "--columns", "learner,teacher", "-f", "json").stdout.splitlines()
    expected = [json.loads(line) for line in lines]
    for row in expected:
        for correction in row["corrections"]:
            for edit in correction["edits"]:
                edit.setdefault("characters", None)
    assert found == expected
    assert found[0]["corrections"][0]["edits"][0]["type"] == "R:VERB:SVA"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["edits.parquet", "pairs.parquet"]


def test_m2_from_parquet_equals_m2_from_text(pairs, tmp_path):
    (tmp_path / "source.txt").write_text("".join(f"{line}\n" for line in SOURCES))
    (tmp_path / "output.txt").write_text("".join(f"{line}\n" for line in OUTPUTS))
    from_text = run("annotate", tmp_path / "source.txt", tmp_path / "output.txt").stdout
    assert run("annotate", pairs, "--columns", "learner,teacher").stdout == from_text


@pytest.mark.parametrize(
    ("columns", "message"),
    [("learner,nobody", "no column 'nobody'"), ("id,learner", "column 'id' holds int64, not text")],
)
def test_wrong_columns_are_named(pairs, columns, message):
    with pytest.raises(InputError, match=message):
        list(parquet_rows(pairs, columns.split(",")))


def test_a_missing_value_is_not_an_empty_sentence(tmp_path):
    path = write(tmp_path / "x.parquet", a=["x", "y"], b=["x", None])
    with pytest.raises(InputError, match="no value in column 'b'") as caught:
        list(parquet_rows(path, ("a", "b")))
    assert caught.value.place.sentence == 2


@pytest.mark.parametrize("content", [b"", b"PAR1", b"PAR1 and rubbish PAR1"])
def test_rubbish_is_refused(content, tmp_path):
    (tmp_path / "x.parquet").write_bytes(content)
    with pytest.raises(InputError, match="not Parquet, or damaged"):
        list(parquet_rows(str(tmp_path / "x.parquet"), ("a",)))
    finished = run("annotate", tmp_path / "x.parquet", "--columns", "a,b")
    assert finished.returncode == 3
    assert b"Traceback" not in finished.stderr


def test_damage_in_the_middle_is_our_error(tmp_path):
    path = write(tmp_path / "x.parquet", a=[f"sentence {number}" for number in range(5000)])
    content = bytearray((tmp_path / "x.parquet").read_bytes())
    content[200:4000] = bytes(3800)
    (tmp_path / "x.parquet").write_bytes(content)
    with pytest.raises(InputError, match="not Parquet, or damaged"):
        list(parquet_rows(path, ("a",)))


def test_blanks_between_names_of_columns_do_not_matter(pairs):
    assert run("annotate", pairs, "--columns", "learner, teacher").returncode == 0


def test_columns_must_be_named(pairs):
    finished = run("annotate", pairs)
    assert finished.returncode == 2
    assert b"--columns source,correction" in finished.stderr
