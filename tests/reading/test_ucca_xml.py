"""UCCA's standard XML: round trips, and everything that is refused."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import InputError
from redink.reading.ucca import Edge, Passage, Terminal, Unit
from redink.reading.ucca_xml import read_ucca_xml, ucca_xml, write_ucca_xml
from tests.shared_files import DATA, needs_shared
from tests.ucca_strategies import passages

SMALL = """<root annotationID="0" passageID="7">
  <attributes />
  <layer layerID="0">
    <attributes />
    <node ID="0.1" type="Word">
      <attributes paragraph="1" paragraph_position="1" text="go" />
    </node>
  </layer>
  <layer layerID="1">
    <attributes />
    <node ID="1.1" type="FN">
      <attributes />
      <edge toID="1.2" type="H">
        <attributes />
      </edge>
    </node>
    <node ID="1.2" type="FN">
      <attributes />
      <edge toID="0.1" type="Terminal">
        <attributes />
      </edge>
    </node>
  </layer>
</root>
"""


def write(folder, text):
    path = folder / "p.xml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_small_file(tmp_path):
    passage = read_ucca_xml(write(tmp_path, SMALL))
    assert passage == Passage(
        "7",
        (Terminal("0.1", "go"),),
        (Unit("1.1"), Unit("1.2")),
        (Edge("1.1", "1.2", "H"), Edge("1.2", "0.1", "Terminal")),
    )
    assert passage.yields == {"1.1": {0}, "1.2": {0}}
    assert passage.tops == ("1.1",)
    assert ucca_xml(passage) == SMALL


def test_categories_of_newer_files_are_a_set_of_labels(tmp_path):
    edge = '<attributes /><category tag="H" /><category tag="A" slot="1" />'
    text = SMALL.replace('type="H">\n        <attributes />', f'type="H">{edge}')
    passage = read_ucca_xml(write(tmp_path, text))
    assert passage.edges[0].labels == {"H", "A"}
    assert read_ucca_xml(write(tmp_path, ucca_xml(passage))) == passage


@given(passages())
def test_round_trip(tmp_path_factory, passage):
    path = tmp_path_factory.mktemp("x") / "p.xml"
    write_ucca_xml(path, passage)
    assert read_ucca_xml(path) == passage


def test_a_character_that_xml_cannot_hold():
    with pytest.raises(InputError, match="XML cannot hold"):
        ucca_xml(Passage("p", (Terminal("0.1", "a\x00b"),), (), ()))


@pytest.mark.parametrize(
    ("old", "new", "message", "line"),
    [
        ('toID="1.2"', 'toID="1.9"', "does not exist", 11),
        ('toID="0.1" type="Terminal"', 'toID="1.1" type="A"', "contains itself", 11),
        ('toID="0.1" type="Terminal"', 'toID="0.1" type="A"', "leads to a token", 17),
        ('ID="1.2" type="FN"', 'ID="1.1" type="FN"', "two nodes", 17),
        ('ID="1.2" type="FN"', 'ID="1.2" type="XX"', "cannot be 'XX'", 17),
        ('type="Word"', 'type="Noise"', "must be a Word", 5),
        ('text="go"', "", "must be a Word", 5),
        ('paragraph="1"', 'paragraph="one"', "is not a number", 5),
        (' toID="1.2"', "", "has no toID", 13),
        (' type="H"', "", "neither type nor category", 13),
        ('layerID="1"', 'layerID="3"', "not a UCCA passage", 1),
        (' passageID="7"', "", "has no passageID", 1),
        ("</root>", "", "not well-formed", None),
        ("<root ", "<!DOCTYPE x><root ", "document type", 1),
    ],
)
def test_what_is_refused_and_where(tmp_path, old, new, message, line):
    assert old in SMALL
    with pytest.raises(InputError, match=message) as caught:
        read_ucca_xml(write(tmp_path, SMALL.replace(old, new, 1)))
    assert line is None or caught.value.place.line == line
    assert caught.value.place.name.endswith("p.xml")


def test_an_entity_bomb_does_not_go_off(tmp_path):
    lines = ['<!DOCTYPE bomb [<!ENTITY a "ha">']
    lines += [f'<!ENTITY {two} "{f"&{one};" * 10}">' for one, two in zip("abcdefgh", "bcdefghi", strict=True)]
    bomb = "<?xml version='1.0'?>\n" + "\n".join(lines) + "]>\n<root>&i;</root>"
    with pytest.raises(InputError, match="document type"):
        read_ucca_xml(write(tmp_path, bomb))


def test_elements_that_nest_too_deep(tmp_path):
    with pytest.raises(InputError, match="too deep"):
        read_ucca_xml(write(tmp_path, "<root>" + "<a>" * 50 + "</a>" * 50 + "</root>"))


@needs_shared
def test_all_22_files_are_written_byte_for_byte_as_they_were_read():
    paths = sorted((DATA / "ucca-learner").glob("*.xml"))
    texts = [path.read_text(encoding="utf-8") for path in paths]
    assert (len(texts), len(set(texts))) == (22, 21)
    found = [read_ucca_xml(path) for path in paths]
    assert [ucca_xml(passage) for passage in found] == texts
    assert sum(edge.remote for passage in found for edge in passage.edges) == 447
    assert sum(unit.implicit for passage in found for unit in passage.units) == 18


@pytest.mark.parametrize("encoding", ["nonsense", "utf-7", "utf-32"])
def test_odd_encodings(tmp_path, encoding):
    with pytest.raises(InputError):
        read_ucca_xml(write(tmp_path, f'<?xml version="1.0" encoding="{encoding}"?>\n{SMALL}'))


@given(st.integers(0, len(SMALL)), st.integers(0, 40), st.binary(max_size=6))
def test_damaged_files_give_our_error_or_a_passage(tmp_path_factory, start, length, junk):
    data = SMALL.encode()
    path = tmp_path_factory.mktemp("d") / "p.xml"
    path.write_bytes(data[:start] + junk + data[start + length :])
    try:
        found = read_ucca_xml(path)
    except InputError:
        pass
    else:
        assert found.id


def test_deep_and_many_parented_passages_are_no_trouble():
    """5,000 units in a chain, then 40 diamonds: each unit is drawn once."""
    from redink.questions.faithfulness.mathematics.dag_f import dag_f
    from redink.questions.faithfulness.mathematics.drawing import draw_passage

    units = [Unit(f"1.{number}") for number in range(5000)]
    chain = [Edge(one.id, two.id, "A") for one, two in pairwise(units)]
    deep = Passage("deep", (Terminal("0.1", "go"),), tuple(units), (*chain, Edge("1.4999", "0.1", "Terminal")))
    assert deep.yields["1.0"] == {0}
    assert draw_passage(deep).count("\n") == 5000
    assert dag_f(deep, deep).labelled.f(1) == 1
    few = [Unit(f"1.{number}") for number in range(121)]
    edges = [Edge(f"1.{3 * number}", f"1.{3 * number + side}", "A") for number in range(40) for side in (1, 2)] + [
        Edge(f"1.{3 * number + side}", f"1.{3 * number + 3}", "A") for number in range(40) for side in (1, 2)
    ]
    diamonds = Passage("d", (Terminal("0.1", "go"),), tuple(few), (*edges, Edge("1.120", "0.1", "Terminal")))
    assert draw_passage(diamonds).count("\n") == 161
    assert dag_f(diamonds, diamonds).labelled.f(1) == 1
