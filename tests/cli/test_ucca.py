"""`redink ucca`: drawings, conversions and agreement."""

import pytest

from redink.questions.faithfulness.mathematics.drawing import draw_passage
from redink.reading.ucca import Passage, Terminal, Unit
from redink.reading.ucca_xml import ucca_xml
from tests.cli.running import run
from tests.questions.faithfulness.test_dag_f import FIRST, TEXT, passage
from tests.reading.test_ucca_xml import SMALL

DRAWN = """passage p: 6 tokens, 9 units
└─ H the old dog has barked .
   ├─ A the old dog
   │  ├─ E the
   │  ├─ E old
   │  └─ C dog
   ├─ F has
   ├─ P barked
   └─ U .
"""


@pytest.fixture
def files(tmp_path):
    (tmp_path / "p.xml").write_text(ucca_xml(passage(FIRST, TEXT)))
    (tmp_path / "other.xml").write_text(ucca_xml(passage([("H", ("P", 4), 0, 1, 2, 3, 5)], TEXT)))
    (tmp_path / "small.xml").write_text(SMALL)
    return tmp_path


def test_show(files):
    assert draw_passage(passage(FIRST, TEXT)) == DRAWN
    finished = run("ucca", "show", files / "p.xml")
    assert finished.stdout.decode() == DRAWN + (
        "(P process, A participant, C centre, E elaborator, H parallel scene, F function, U punctuation)\n"
    )


def test_remote_implicit_discontinuous_and_linkage():
    from redink.reading.ucca import Edge

    drawn = draw_passage(
        Passage(
            "p",
            tuple(Terminal(f"0.{place}", word, 1, place) for place, word in enumerate(["take", "it", "off"])),
            (Unit("1.0"), Unit("1.1"), Unit("1.2"), Unit("1.3", implicit=True), Unit("1.4", "LKG")),
            (
                Edge("1.0", "1.1", "P"), Edge("1.0", "1.2", "A"), Edge("1.0", "1.3", "A"),
                Edge("1.1", "0.0", "Terminal"), Edge("1.1", "0.2", "Terminal"), Edge("1.1", "1.2", "E", remote=True),
                Edge("1.2", "0.1", "Terminal"), Edge("1.4", "1.1", "LR"),
            ),
        ),
        linkage=True,
    )  # fmt: skip
    assert drawn.splitlines()[1:] == [
        "├─ P take … off",
        "│  └─ E* (it)",
        "├─ A it",
        "└─ A ∅",
        "linkage: LR take … off",
    ]


@pytest.mark.parametrize("packed", ["", ".gz"])
def test_convert_there_and_back(files, packed):
    assert run("ucca", "convert", files / "p.xml", "-o", files / f"p.mrp{packed}").returncode == 0
    assert run("ucca", "convert", files / f"p.mrp{packed}", "-o", files / f"again.xml{packed}").returncode == 0
    assert run("ucca", "show", files / f"again.xml{packed}").stdout.decode().startswith(DRAWN)


def test_many_passages_do_not_fit_into_one_xml_file(files):
    finished = run("ucca", "convert", files, "-o", files / "out.xml")
    assert (finished.returncode, "3 passages" in finished.stderr.decode()) == (2, True)


def test_agree(files):
    rows = run("ucca", "agree", files / "p.xml", files / "other.xml", "-f", "tsv").stdout.decode().splitlines()
    assert rows[1].split("\t")[:1] == ["primary, labelled"]
    assert rows[1].split("\t")[4:] == ["2", "7", "2"]


def test_other_tokens(files):
    finished = run("ucca", "agree", files / "p.xml", files / "small.xml")
    assert (finished.returncode, "not of the same tokens" in finished.stderr.decode()) == (3, True)


def test_a_bad_file_is_named_with_its_line(files):
    (files / "bad.xml").write_text(SMALL.replace('toID="1.2"', 'toID="1.9"'))
    finished = run("ucca", "show", files / "bad.xml")
    assert finished.returncode == 3
    assert "bad.xml:11" in finished.stderr.decode()
