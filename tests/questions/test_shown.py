"""Every result shows itself in the same ways: text, LaTeX, a notebook's HTML, JSON, rows, a frame."""

import json

import pytest

import redink
from redink import example
from redink.reports.shown import Shown, flat


def test_parts_of_a_row_have_columns_of_their_own():
    interval = {"low": 0.1, "high": 0.2}
    assert flat({"value": 0.15, "interval": interval, "counts": None}) == {"value": 0.15, "low": 0.1, "high": 0.2}


def results():
    data = redink.read(
        [example.path(f"systems/{name}.txt") for name in ("strong", "rules")],
        source=example.path("source.txt"),
        references=[example.path("reference-minimal.txt")],
        names=["strong", "rules & <b>"],
    )
    yield redink.score(data, ["F0.5"], pipeline="plain")
    yield redink.difficulty(data, pipeline="plain")
    yield redink.conservatism(data, pipeline="plain")
    yield redink.agreement(example.path("judgements.jsonl"))


@pytest.mark.parametrize("result", list(results()), ids=lambda one: type(one).__name__)
def test_every_form(result, tmp_path):
    pandas = pytest.importorskip("pandas")
    assert isinstance(result, Shown)
    title = result.to_tables()[0].title
    assert title.split(":")[0] in str(result)
    assert "\\begin{tabular}" in result.to_latex()
    page = result._repr_html_()
    assert "redink-notebook" in page
    assert "<b>" not in page
    assert json.loads(result.to_json()) == json.loads(json.dumps(result.to_dict()))
    result.save(tmp_path / "result.json")
    assert (tmp_path / "result.json").read_text() == result.to_json()
    frame = result.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert len(frame) == len(result.to_dicts()) > 0
    assert not any(isinstance(value, (dict, list, tuple)) for row in result.to_dicts() for value in row.values())
