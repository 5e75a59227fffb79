"""`redink explain`: two sentences or two files in, aligned tables with reasons out."""

import json
import os
import subprocess

import pytest
from rich.cells import cell_len

from tests.cli.running import command, environment, run
from tests.terminal import open_terminal

PAIR = ("He go home .", "He goes home .")


def explain(*arguments, **more):
    finished = run("explain", *arguments, "-p", "plain", **more)
    assert (finished.returncode, finished.stderr) == (0, b"")
    return finished.stdout.decode()


@pytest.fixture
def files(tmp_path):
    paths = tmp_path / "source", tmp_path / "correction"
    for path, text in zip(paths, ("He go home .\nSame .\na b\n", "He goes home .\nSame .\na c\n"), strict=True):
        path.write_text(text)
    return paths


def test_a_pair_of_sentences():
    assert explain(*PAIR) == (
        "\nHe  go    home  .\n=   ≠     =     =\nHe  goes  home  .\n\n\n"
        "R:OTHER  1–2  go → goes\n"
        "    rule   operation only: The language pipeline does not know parts of speech.\n\n"
    )


def test_type_rule_and_reasons(run_with_errant):
    text = run_with_errant("explain", *PAIR)
    assert "PRP  VB" in text
    assert "R:VERB:SVA  1–2  go → goes" in text
    assert "    rule   " in text
    assert "    saw    " in text


def test_json_holds_everything(run_with_errant):
    record = json.loads(run_with_errant("explain", *PAIR, "--json"))
    (edit,) = record["edits"]
    assert (edit["type"], edit["from"], edit["to"]) == ("R:VERB:SVA", "go", "goes")
    assert edit["rule"]
    assert edit["because"]
    assert edit["saw"]
    assert [token["text"] for token in record["correction"]] == ["He", "goes", "home", "."]


def test_of_files_only_pairs_that_differ_are_shown(files):
    records = [json.loads(line) for line in explain(*files, "--json").splitlines()]
    assert [record["edits"][0]["to"] for record in records] == ["goes", "c"]
    assert explain(files[0], "-", "--json", stdin=b"He go home .\nSame .\na c\n").count("\n") == 1


def test_sentences_that_are_the_same_and_empty_ones():
    assert "no edit: the sentences are the same" in explain("a b", "a b")
    assert "no edit" in explain("", "")
    assert "M:OTHER  0–0  ∅ → a" in explain("", "a")
    assert "U:OTHER  0–1  a → ∅" in explain("a", "")


def test_running_text():
    assert "R:OTHER  1–2  cant → can't" in explain("I cant swim.", "I can't swim.", "--tokenise", "generic")


def test_columns_line_up_in_wide_scripts():
    _, source, marks, correction, *_ = explain("我 去 学校 a", "我 去 大学 b").splitlines()
    width = max(map(cell_len, (source, correction)))
    assert cell_len(source[: source.index("a")]) == cell_len(correction[: correction.index("b")])
    assert cell_len(marks) <= width


def test_options_reach_the_annotator():
    assert len(json.loads(explain("a b", "b a", "--json"))["alignment"]) == 1
    assert len(json.loads(explain("a b", "b a", "--json", "--levenshtein"))["alignment"]) > 1
    assert len(json.loads(explain("a b", "c d e", "--json", "--merge", "all-split"))["edits"]) == 3


def test_a_sentence_longer_than_any_file_name():
    """Found here: it was a crash, since asking whether such a file exists is an error of the system."""
    assert "M:OTHER  80–80  ∅ → end" in explain("word " * 80, "word " * 80 + "end")


def test_a_file_and_a_sentence_are_a_slip_of_the_pen(files, tmp_path):
    """Found here: a mistyped file name was taken for a sentence without a word."""
    for arguments in ((files[0], tmp_path / "no-such-file"), ("a sentence", files[1]), ("-", "a sentence")):
        finished = run("explain", *arguments, "-p", "plain")
        assert (finished.returncode, finished.stdout) == (2, b"")
        assert b"give only files or only sentences" in finished.stderr


def test_a_file_as_reference_of_a_sentence_is_a_slip_of_the_pen(files):
    finished = run("explain", "He go .", "He goes .", "-r", files[0], "-m", "GLEU")
    assert finished.returncode == 2
    assert b"is a file, but 'He go .' is not" in finished.stderr


def test_unequal_files_are_refused(files, tmp_path):
    files[1].write_text("He goes home .\n")
    finished = run("explain", *files, "-p", "plain", "-o", tmp_path / "out.txt")
    assert finished.returncode == 3
    assert not (tmp_path / "out.txt").exists()


def test_an_output_file(tmp_path):
    assert explain(*PAIR, "-o", tmp_path / "out.txt") == ""
    assert (tmp_path / "out.txt").read_text(encoding="utf-8") == explain(*PAIR)


@pytest.mark.parametrize(("changes", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_colours_on_a_terminal_only(changes, coloured):
    assert "\x1b" not in explain(*PAIR)
    screen, theirs = open_terminal()
    subprocess.run(command("explain", *PAIR, "-p", "plain"), stdout=theirs, env=environment(**changes), check=True)
    os.close(theirs)
    shown = os.read(screen, 100_000)
    os.close(screen)
    assert (b"\x1b[31mgo" in shown) == coloured


def test_a_long_sentence_is_cut_where_the_terminal_ends():
    screen, theirs = open_terminal()
    words = " ".join(f"word{number}" for number in range(20))
    changes = {"COLUMNS": "50", "NO_COLOR": "1"}
    subprocess.run(
        command("explain", words, words, "-p", "plain"), stdout=theirs, env=environment(**changes), check=True
    )
    os.close(theirs)
    shown = os.read(screen, 100_000).decode().replace("\r\n", "\n")
    os.close(screen)
    assert max(map(len, shown.splitlines())) <= 50
    assert shown.split().count("word19") == 2
    assert "word0  word1  word2" in shown
