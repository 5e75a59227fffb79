"""UCCA as MRP: round trips of what it can hold, and everything that is refused."""

import json

import pytest
from hypothesis import given

from redink.errors import InputError
from redink.reading.ucca import Edge, Passage, Terminal, Unit
from redink.reading.ucca_mrp import read_ucca_mrp, ucca_mrp, write_ucca_mrp
from redink.reading.ucca_xml import read_ucca_xml
from tests.shared_files import DATA, needs_shared
from tests.ucca_strategies import passages

GRAPH = {
    "id": "7",
    "framework": "ucca",
    "input": "He went .",
    "nodes": [{"id": 4}, {"id": 5, "anchors": [{"from": 0, "to": 2}]}, {"id": 6, "anchors": [{"from": 3, "to": 7}]}],
    "edges": [
        {"source": 4, "target": 5, "label": "A"},
        {"source": 4, "target": 6, "label": "P"},
        {"source": 4, "target": 6, "label": "D"},
    ],
}


def read(folder, *graphs):
    path = folder / "p.mrp"
    path.write_text("".join(json.dumps(graph) + "\n" for graph in graphs), encoding="utf-8")
    return read_ucca_mrp(path)


def test_a_small_graph(tmp_path):
    (passage,) = read(tmp_path, GRAPH)
    assert passage.tokens == ("He", "went", ".")
    assert [terminal.is_punctuation for terminal in passage.terminals] == [False, False, True]
    assert passage.yields == {"1.1": {0, 1}, "1.2": {0}, "1.3": {1}}
    assert [edge.labels for edge in passage.children["1.1"]] == [{"A"}, {"D", "P"}]


def test_edges_between_the_same_units_are_one_wherever_they_stand(tmp_path):
    first, second, third = GRAPH["edges"]
    (passage,) = read(tmp_path, GRAPH | {"edges": [second, first, third]})
    assert [edge.labels for edge in passage.children["1.1"]] == [{"D", "P"}, {"A"}]


def test_remote_edges_in_the_words_of_2019_and_2020(tmp_path):
    for key in ("properties", "attributes"):
        edge = {"source": 5, "target": 6, "label": "E", key: ["remote"], "values": [True]}
        (passage,) = read(tmp_path, GRAPH | {"edges": [*GRAPH["edges"], edge]})
        assert [found.remote for found in passage.children["1.2"]] == [False, True]
        assert passage.yields["1.2"] == {0}


def test_paragraphs_are_line_ends(tmp_path):
    passage = Passage(
        "p",
        (Terminal("0.1", "a", 1, 1), Terminal("0.2", "b", 4, 1)),
        (Unit("1.1"),),
        (Edge("1.1", "0.1", "Terminal"), Edge("1.1", "0.2", "Terminal")),
    )
    write_ucca_mrp(tmp_path / "p.mrp", [passage])
    (found,) = read_ucca_mrp(tmp_path / "p.mrp")
    assert [(one.paragraph, one.position) for one in found.terminals] == [(1, 1), (2, 1)]


@given(passages())
def test_round_trip(tmp_path_factory, passage):
    path = tmp_path_factory.mktemp("m") / "p.mrp"
    write_ucca_mrp(path, [passage, passage])
    plain = passage.plain()
    assert read_ucca_mrp(path) == (plain, plain)
    assert plain.plain() == plain
    assert plain.tokens == passage.tokens


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"framework": "amr"}, "framework 'amr'"),
        ({"nodes": [{"id": 4}, {"id": 4}]}, "same id|does not exist"),
        ({"nodes": [{"id": 1, "anchors": [{"from": 0, "to": 99}]}], "edges": []}, "anchor 0:99"),
        (
            {"nodes": [{"id": 1, "anchors": [{"from": 0, "to": 2}, {"from": 1, "to": 7}]}], "edges": []},
            "anchors 0:2 and 1:7 overlap",
        ),
        (
            {
                "nodes": [{"id": 1, "anchors": [{"from": 0, "to": 7}]}, {"id": 2, "anchors": [{"from": 3, "to": 7}]}],
                "edges": [],
            },
            "anchors 0:7 and 3:7 overlap",
        ),
        ({"edges": [{"source": 4, "target": 9, "label": "A"}]}, "node 9"),
        ({"edges": [{"source": 4, "target": 5}]}, "no category"),
        (
            {"edges": [{"source": 5, "target": 6, "label": "A"}, {"source": 6, "target": 5, "label": "A"}]},
            "contains itself",
        ),
        ({"nodes": "none"}, "not an MRP graph"),
    ],
)
def test_what_is_refused(tmp_path, change, message):
    with pytest.raises(InputError, match=message) as caught:
        read(tmp_path, GRAPH, GRAPH | change)
    assert caught.value.place.line == 2


def test_no_json(tmp_path):
    (tmp_path / "p.mrp").write_text("[[[" * 20000)
    with pytest.raises(InputError, match="not an MRP graph"):
        read_ucca_mrp(tmp_path / "p.mrp")


def test_a_token_without_text_cannot_be_anchored():
    with pytest.raises(InputError, match="no text"):
        ucca_mrp(Passage("p", (Terminal("0.1", ""),), (Unit("1.1"),), (Edge("1.1", "0.1", "Terminal"),)))


@needs_shared
def test_all_22_files_survive_mrp(tmp_path):
    found = [read_ucca_xml(path) for path in sorted((DATA / "ucca-learner").glob("*.xml"))]
    write_ucca_mrp(tmp_path / "all.mrp", found)
    again = read_ucca_mrp(tmp_path / "all.mrp")
    assert [passage.plain() for passage in found] == list(again)
    for one, two in zip(found, again, strict=True):
        kept = one.foundational()
        assert [kept.yields[unit.id] for unit in kept.units] == [two.yields[unit.id] for unit in two.units]
        assert sum(edge.remote for edge in one.edges) == sum(edge.remote for edge in two.edges)
        assert sum(unit.implicit for unit in one.units) == sum(unit.implicit for unit in two.units)
