"""`redink faithfulness`: text, trees and UCCA in; messages for what is wrong."""

import json

import pytest

from tests.cli.running import run
from tests.reading.test_ucca_xml import SMALL

ROWS = ("1\tMary\t_\t_\t_\t_\t2\tnsubj\t_\t_", "2\thit\t_\t_\t_\t_\t0\troot\t_\t_", "3\tJohn\t_\t_\t_\t_\t2\tobj\t_\t_")
TREE = "\n".join(ROWS) + "\n\n"
SWAPPED = TREE.replace("Mary", "x").replace("John", "Mary").replace("x", "John")


@pytest.fixture
def files(tmp_path):
    (tmp_path / "source.conllu").write_text(TREE * 2)
    (tmp_path / "swap.conllu").write_text(TREE + SWAPPED)
    (tmp_path / "short.conllu").write_text(TREE)
    (tmp_path / "p.xml").write_text(SMALL)
    (tmp_path / "source.txt").write_text("He go home .\n")
    return tmp_path


def faithfulness(files, output, *options, source="source.conllu"):
    return run("faithfulness", files / output, "-s", files / source, "--checker", "none", "--no-fluency", *options)


def test_trees(files):
    finished = faithfulness(files, "swap.conllu", "--sentences", "5", "--details", "--ci", "--check", "swapped roles")
    assert finished.returncode == 0, finished.stderr.decode()
    shown = finished.stdout.decode()
    assert "No edit = 1.0" in shown
    assert "swapped roles: Mary (subject) → Mary (object)" in shown
    assert "DistSim" in shown


def test_json_and_plane(files):
    finished = faithfulness(files, "swap.conllu", "-f", "json", "--plane", files / "plane.html")
    found = json.loads(finished.stdout)
    assert (found["measure"], found["systems"][0]["name"], found["systems"][0]["changed"]) == ("USim-UD", "swap", 1)
    assert "Is the meaning kept" in (files / "plane.html").read_text()


def test_ucca(files):
    finished = faithfulness(files, "p.xml", "-f", "tsv", source="p.xml")
    assert finished.returncode == 0, finished.stderr.decode()
    assert finished.stdout.decode().splitlines()[1].split("\t")[:2] == ["p", "0"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("source.txt", "-p", "redink-en"), 4, 'pip install "redink[errant]"'),
        (("p.xml",), 2, "source.txt is text, but"),
        (("source.txt", "-p", "plain"), 4, "plain makes no"),
        (("none.txt", "-p", "redink-en"), 4, "makes no"),
    ],
)
def test_what_is_refused(files, arguments, code, message):
    finished = faithfulness(files, *arguments, source="source.txt")
    assert finished.returncode == code
    assert message in finished.stderr.decode()


@pytest.mark.parametrize(
    ("output", "source", "options", "message"),
    [
        ("source.txt", "source.txt", ("--level", "essay"), "--level essay compares UCCA passages"),
        ("swap.conllu", "source.conllu", ("--level", "essay"), "--level essay compares UCCA passages"),
        ("swap.conllu", "source.conllu", ("-p", "errant"), "--pipeline parses texts"),
        ("p.xml", "p.xml", ("-p", "errant"), "--pipeline parses texts"),
    ],
)
def test_options_that_would_do_nothing_are_refused(files, output, source, options, message):
    finished = faithfulness(files, output, *options, source=source)
    assert finished.returncode == 2
    assert message in finished.stderr.decode()


def test_unequal_trees(files):
    finished = faithfulness(files, "short.conllu")
    assert finished.returncode == 3
    assert f"{files / 'short.conllu'}: 1 trees, but {files / 'source.conllu'} has 2" in finished.stderr.decode()


def test_a_table_of_essays_must_have_a_row_a_tree(files):
    (files / "essays.tsv").write_text("essay\na\n")
    finished = faithfulness(files, "swap.conllu", "--ci", "--documents", files / "essays.tsv", "essay")
    message = f"{files / 'essays.tsv'}:3: 1 rows, but {files / 'source.conllu'} has 2 sentences"
    assert (finished.returncode, message in finished.stderr.decode()) == (3, True)


def test_no_such_check(files):
    finished = faithfulness(files, "swap.conllu", "--check", "nonsense")
    assert (finished.returncode, "there is no check" in finished.stderr.decode()) == (2, True)


def test_a_check_without_a_list_is_refused(files):
    finished = faithfulness(files, "swap.conllu", "--check", "swapped roles")
    assert (finished.returncode, b"--sentences" in finished.stderr) == (2, True)


def test_a_plane_is_html_or_svg(files):
    finished = faithfulness(files, "swap.conllu", "--plane", files / "plane.png")
    assert (finished.returncode, b".html or .svg" in finished.stderr) == (2, True)
    assert not (files / "plane.png").exists()


def test_names_must_differ(files):
    finished = run("faithfulness", files / "swap.conllu", files / "swap.conllu", "-s", files / "source.conllu")
    assert (finished.returncode, "its own name" in finished.stderr.decode()) == (2, True)
