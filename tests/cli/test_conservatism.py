"""`redink conservatism` and `redink rerank`: the example, options, messages for what is wrong."""

import json

from redink.example import path
from tests.cli.running import run

FILES = ("-s", path("source.txt"), "-r", path("reference-minimal.txt"), "-r", path("reference-fluent.txt"))


def shown(*arguments):
    finished = run(*arguments)
    assert finished.returncode == 0, finished.stderr.decode()
    return finished.stdout.decode()


def test_conservatism_of_texts(tmp_path):
    text = shown(
        *("conservatism", path("systems/strong.txt"), path("systems/fluent.txt"), *FILES, "--no-edits", "--ci"),
        *("--resamples", "20", "--figures", tmp_path / "figures", "--documents", path("essays.tsv"), "essay"),
    )
    assert "False alarms" in text
    assert "Edits:" not in text
    assert {own.name for own in (tmp_path / "figures").iterdir()} == {
        *["word-change.svg", "boundaries.svg", "word-order.svg"]
    }


def test_conservatism_as_json():
    options = (
        "--alignment",
        "gap",
        "--keep-punctuation",
        "--keep-case",
        "--several",
        "any",
        "-f",
        "json",
        "-p",
        "plain",
    )
    found = json.loads(shown("conservatism", path("systems/strong.txt"), *FILES, *options))
    assert found["signature"]["alignment"] == "gap"
    assert found["signature"]["several"] == "any"
    assert [own["name"] for own in found["versions"]] == ["strong", "reference-minimal", "reference-fluent"]


def test_conservatism_by_type():
    text = shown("conservatism", path("systems/strong.txt"), *FILES, "--by", "type", "-f", "tsv")
    assert "NOUN:NUM" in text


def test_types_of_another_scheme(tmp_path):
    """The systems make M:DET and R:VERB:SVA or nothing, the reference NUCLE's SVA."""
    gold = "S He go to home .\nA 1 2|||SVA|||goes|||REQUIRED|||-NONE-|||0\n\n"
    (tmp_path / "gold.m2").write_text(gold)
    (tmp_path / "one.txt").write_text("He goes to the home .\n")
    (tmp_path / "none.txt").write_text("He go to home .\n")
    systems = (tmp_path / "one.txt", tmp_path / "none.txt")
    arguments = ("conservatism", *systems, "-r", tmp_path / "gold.m2", "--by", "type", "-f", "tsv")
    finished = run(*arguments, "--keep-types")
    assert finished.stderr.decode().count("have different error types") == 1
    rows = {row[0]: row[1:] for row in (line.split("\t") for line in finished.stdout.decode().splitlines())}
    assert rows["SVA"] == ["1.0", "0.0", "0.0"]
    assert rows["DET"] == ["0.0", "", ""]
    finished = run(*arguments)
    assert finished.stderr == b""
    rows = {row[0]: row[1:] for row in (line.split("\t") for line in finished.stdout.decode().splitlines())}
    assert rows["VERB:SVA"] == ["1.0", "1.0", "0.0"]


def test_rerank(tmp_path):
    finished = run(
        *("rerank", path("nbest.txt"), *FILES, "-m", "GLEU", "-M", "2", "--with-source", "--level", "corpus"),
        *("--picks", tmp_path / "picks.txt", "--figures", tmp_path, "-f", "tsv", "--draws", "2"),
    )
    assert finished.returncode == 0, finished.stderr.decode()
    assert "30 of 175 sentences have candidates" in finished.stderr.decode()
    rows = [line.split("\t")[0] for line in finished.stdout.decode().splitlines()]
    assert rows == ["picked", "1-best", "M = 2", "reference-minimal", "reference-fluent"]
    assert len((tmp_path / "picks.txt").read_text().splitlines()) == 30
    assert (tmp_path / "reranking.svg").is_file()


def test_rerank_by_edits():
    assert "1-best" in shown("rerank", path("nbest.txt"), *FILES, "-M", "1", "--ci", "--resamples", "20")


def test_the_order_of_counts_does_not_matter():
    arguments = ("rerank", path("nbest.txt"), *FILES, "-m", "GLEU", "-f", "tsv")
    assert shown(*arguments, "-M", "2", "-M", "1") == shown(*arguments, "-M", "1-2") == shown(*arguments)


def test_numbers_of_references_are_spelt_alike_in_rerank_and_coverage():
    helps = [" ".join(shown(name, "--help").split()) for name in ("rerank", "coverage")]
    for text in helps:
        assert "-M, --numbers LIST Numbers of references M, as 1-5,10; repeat for more." in text


def test_more_references_than_there_are_are_refused():
    finished = run("rerank", path("nbest.txt"), *FILES, "-m", "GLEU", "-M", "3")
    assert (finished.returncode, b"M = 3, but the number of references is 2" in finished.stderr) == (2, True)


def test_a_plain_output_is_no_nbest_list():
    finished = run("rerank", path("systems/strong.txt"), *FILES, "-m", "GLEU")
    assert (finished.returncode, b"blank line" in finished.stderr) == (3, True)


def test_candidates_beyond_the_source_name_both_files(tmp_path):
    (tmp_path / "short.txt").write_text("a b .\n" * 3)
    given = ("-s", tmp_path / "short.txt", "-r", tmp_path / "short.txt")
    finished = run("rerank", path("nbest.txt"), *given, "-m", "GLEU")
    message = f"nbest.txt, sentence 30: candidates for sentence 30, but {tmp_path / 'short.txt'} has 3 sentences"
    assert (finished.returncode, message in finished.stderr.decode()) == (3, True)


def test_rerank_has_no_systems():
    assert run("rerank", path("nbest.txt"), *FILES, "-n", "x").returncode == 2
