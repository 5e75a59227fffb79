"""Score files: three forms in, the same numbers out; and what is refused."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import InputError
from redink.reading.score_files import read_score_file

JSON = {
    "schema": 1,
    "systems": [
        {"name": "A", "scores": [{"measure": "M2", "value": 0.5}, {"measure": "GLEU", "value": None}]},
        {"name": "B", "scores": [{"measure": "M2", "value": 0}, {"measure": "GLEU", "value": 0.25}]},
    ],
}


def write(folder, text, name="scores.tsv"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_json_of_redink_score(tmp_path):
    found = read_score_file(write(tmp_path, json.dumps(JSON, indent=2)))
    assert found.systems == {"M2": {"A": 0.5, "B": 0.0}, "GLEU": {"B": 0.25}}
    assert found.sentences == {}


@pytest.mark.parametrize(
    ("text", "systems", "sentences"),
    [
        ("A\t0.5\nB\t-1e-3\n", {"scores": {"A": 0.5, "B": -0.001}}, {}),
        ("A\t0\t0.5\nA\t1\t1\n", {}, {"scores": {("A", 0): 0.5, ("A", 1): 1.0}}),
        ("m2\ts-t\tset\tA\t0.5\n", {"m2": {"A": 0.5}}, {}),
        ("m2\ts-t\tset\tA\t3\t0.5\n", {}, {"m2": {("A", 3): 0.5}}),
        ("system\tM2\tI\nA\t0.5\t–\n\nB\t1\t2\n", {"M2": {"A": 0.5, "B": 1.0}, "I": {"B": 2.0}}, {}),
        ("System\tsentence\tM2\nA\t4\t0.5\n", {}, {"M2": {("A", 4): 0.5}}),
    ],
)
def test_tables(tmp_path, text, systems, sentences):
    found = read_score_file(write(tmp_path, text))
    assert found.systems == systems
    assert found.sentences == sentences


@pytest.mark.parametrize(
    ("text", "line", "cause"),
    [
        ("", None, "empty"),
        ("A\t0.5\nB\tgood\n", 2, "'good'"),
        ("A\t0.5\nB\tinf\n", 2, "'inf'"),
        ("A\t0.5\nA\t0.6\n", 2, "twice"),
        ("A\t0.5\nA 0.6\n", 2, "1 cells"),
        ("A\tx\t0.5\n", 1, "number of a sentence"),
        ("name\tM2\nA\t0.5\n", 1, "header"),
        ("system\tM2\nA\t0.5\t0.6\n", 2, "3 cells"),
        ("{", None, "not JSON"),
        ('{"rows": []}', None, "redink score"),
        ('{"systems": [{"name": "A"}]}', None, "redink score"),
    ],
)
def test_what_is_wrong_is_named(tmp_path, text, line, cause):
    with pytest.raises(InputError, match=cause) as caught:
        read_score_file(write(tmp_path, text))
    assert caught.value.place.line == line


def test_our_own_sentence_scores_count_from_one_and_hold_statistics_beside(tmp_path):
    path = tmp_path / "sentences.tsv"
    path.write_text(
        "system\tsentence\tM2\tM2.correct\tM2.proposed\tM2.gold\tEM\tEM.equal\n"
        "A\t1\t0.5\t1\t2\t2\t0\t0\nA\t2\t\t0\t0\t0\t1\t1\n"
    )
    assert read_score_file(path).sentences == {"M2": {("A", 0): 0.5}, "EM": {("A", 0): 0.0, ("A", 1): 1.0}}


NAMES = st.text("ABCab1-", min_size=1, max_size=5)
SCORES = st.floats(-1, 1) | st.none()


@given(st.dictionaries(NAMES, st.tuples(SCORES, SCORES), min_size=1), st.sampled_from(["json", "tsv", "sentences"]))
def test_scores_come_back_from_every_form(tmp_path_factory, scores, form):
    folder = tmp_path_factory.mktemp("scores")
    rows = [(name, ["–" if value is None else repr(value) for value in pair]) for name, pair in scores.items()]
    known = [{name: pair[k] for name, pair in scores.items() if pair[k] is not None} for k in (0, 1)]
    wanted = {measure: values for measure, values in zip(("M2", "I"), known, strict=True) if values}
    if form == "json":
        systems = [
            {"name": name, "scores": [{"measure": m, "value": v} for m, v in zip(("M2", "I"), pair, strict=True)]}
            for name, pair in scores.items()
        ]
        assert read_score_file(write(folder, json.dumps({"schema": 1, "systems": systems}))).systems == wanted
    elif form == "tsv":
        text = "system\tM2\tI\n" + "".join(f"{name}\t{first}\t{second}\n" for name, (first, second) in rows)
        assert read_score_file(write(folder, text)).systems == wanted
    else:
        text = "system\tsentence\tM2\tI\n" + "".join(f"{name}\t7\t{a}\t{b}\n" for name, (a, b) in rows)
        found = read_score_file(write(folder, text)).sentences
        assert found == {measure: {(name, 7): v for name, v in values.items()} for measure, values in wanted.items()}
