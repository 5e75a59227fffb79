"""`redink coverage` and `redink score --coverage`: every option once, and messages for what is wrong."""

import json
import shutil

import pytest

from redink import example
from tests.cli.running import run


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("example")
    shutil.copytree(example.path("."), folder, dirs_exist_ok=True)
    return folder


_FAST = ("--resamples", "40", "-M", "1-3", "-p", "plain", "--sentences", "100", "--untouched", "10")


def coverage(files, *options):
    return run("coverage", files / "corrections.tsv", "-s", files / "source.txt", *_FAST, *options)


def test_tables_and_advice(files) -> None:
    finished = coverage(files)
    assert finished.returncode == 0, finished.stderr.decode()
    shown = finished.stdout.decode()
    assert "Coverage by number of references M, exact match" in shown
    assert "A perfect corrector would score F0.5" in shown
    assert "Signature: redink:" in shown


def test_few_corrections_make_a_note(files) -> None:
    """With two corrections a sentence all coverages are 0 or 1, and the accuracy seems certain."""
    two = (files / "reference-minimal.txt", files / "reference-fluent.txt")
    finished = run("coverage", *two, "-s", files / "source.txt", "-m", "none", "-M", "1", "--resamples", "20")
    assert "Some sentences have only 2 corrections:" in finished.stdout.decode()
    assert "Some sentences have only" not in coverage(files, "-m", "none").stdout.decode()


def test_everything_at_once(files) -> None:
    votes = files / "votes.tsv"
    votes.write_text("sentence\tcorrection\tvalid\n2\tIn my town\tyes\n2\tIn my town\tno\n")
    finished = coverage(
        files,
        *("--fold-case", "--drop-punctuation", "--left-alone", "0.9", "--fewest", "3", "--match", "index-printed"),
        *("--unseen", "zou", "--floor", "0.001", "--grid", "1.2", "--gamma", "0.05", "-m", "M2", "--rule", "faithful"),
        *("--draw", "distinct", "--system", files / "systems/strong.txt", "-r", files / "reference-minimal.txt"),
        *("--name", "mine", "--overlaps", "first", "-r", files / "reference-fluent.txt"),
        *("--validity", votes, "--vote", "valid", "--where", "worker=w01"),
        *("--where", "worker=w02", "--where", "worker=w03", "--page", files / "page.html", "-f", "md"),
    )
    assert finished.returncode == 0, finished.stderr.decode()
    shown = finished.stdout.decode()
    assert "Systems compared with a perfect corrector" in shown
    assert "With your 2 references" in shown
    assert "Fleiss" in shown
    assert (files / "page.html").read_text().count("<svg") == 2


def test_save_read_back_and_correct(files) -> None:
    saved = files / "coverage.json"
    first = coverage(files, "--save", saved, "-q")
    again = run("coverage", saved, "-q")
    assert first.returncode == again.returncode == 0
    assert first.stdout == again.stdout
    scored = run(
        *("score", files / "systems/strong.txt", files / "systems/rules.txt", "-s", files / "source.txt"),
        *("-r", files / "reference-minimal.txt", "-m", "EM", "--coverage", saved, "-f", "json"),
    )
    (table,) = json.loads(scored.stdout)["tables"]
    assert [row["cells"]["system"]["value"] for row in table["rows"]] == ["strong", "rules"]


def test_options_that_saved_results_cannot_take_are_named(files) -> None:
    saved = files / "saved.json"
    assert coverage(files, "-m", "EM", "--save", saved, "-q").returncode == 0
    finished = run("coverage", saved, "-M", "5", "-m", "M2", "--seed", "1")
    assert finished.returncode == 2
    assert "--numbers, --measure, --seed cannot be applied to saved results" in finished.stderr.decode()
    assert "--source cannot be applied" in run("coverage", saved, "-s", files / "source.txt").stderr.decode()
    assert "systems need references" in run("coverage", saved, "--system", saved).stderr.decode()


def test_systems_beside_saved_results(files) -> None:
    saved, page = files / "beside.json", files / "beside.html"
    plain = ("-s", files / "source.txt", "-r", files / "reference-minimal.txt", "-p", "plain")
    mine = ("--system", files / "systems/strong.txt", "-n", "mine")
    assert coverage(files, "--save", saved, "-q").returncode == 0
    finished = run("coverage", saved, *plain, *mine, "--page", page, "-f", "tsv", "-q")
    assert finished.returncode == 0, finished.stderr.decode()
    assert {line.split("\t")[1] for line in finished.stdout.decode().splitlines() if line.startswith("mine\t")} == {
        "F0.5",
        "GLEU",
    }
    assert page.is_file()


@pytest.mark.parametrize(
    "option",
    [
        ("--floor", "nan"),
        ("--floor", "0"),
        ("--floor", "1"),
        ("--grid", "nan"),
        ("--grid", "1"),
        ("--grid", "inf"),
        ("--alpha", "nan"),
        ("--alpha", "-1"),
        ("-M", "1-1000000000"),
    ],
)
def test_numbers_that_make_no_sense_are_refused(files, option) -> None:
    finished = run("coverage", files / "corrections.tsv", "-s", files / "source.txt", *option)
    assert finished.returncode == 2
    assert f"Invalid value for '{option[0]}'" in finished.stderr.decode()


def test_references_alone_are_corrections(files) -> None:
    finished = run(
        *("coverage", "-s", files / "source.txt", "-r", files / "reference-minimal.txt"),
        *("-r", files / "reference-fluent.txt", "-M", "1", "-m", "none", "--resamples", "20", "-f", "json"),
    )
    found = json.loads(finished.stdout)
    assert found["coverage"][0]["points"][0]["coverage"] == pytest.approx(58 / 149)


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        ((), 2, "no corrections"),
        (("corrections.tsv",), 2, "refers to sentences by number"),
        (("corrections.tsv", "-s", "source.txt", "-M", "0"), 2, "not numbers of references"),
        (("corrections.tsv", "-s", "source.txt", "-M", "3-1"), 2, "not numbers of references"),
        (("corrections.tsv", "-s", "source.txt", "-M", "9" * 5000), 2, "not numbers of references"),
        (
            ("corrections.tsv", "-s", "source.txt", "--untouched", "2000"),
            2,
            "--untouched 2000 is more than the 1312 sentences",
        ),
        (("corrections.tsv", "-s", "source.txt", "--where", "w01"), 2, "not a condition"),
        (("corrections.tsv", "-s", "source.txt", "--system", "systems/strong.txt"), 2, "systems need references"),
        (("nowhere.tsv",), 3, "no such file"),
        (("weights.json",), 3, "not saved by redink coverage"),
    ],
)
def test_what_is_wrong_is_said(files, options, code, message) -> None:
    paths = [files / option if "." in option else option for option in options]
    finished = run("coverage", *paths)
    assert finished.returncode == code
    assert message in finished.stderr.decode()
