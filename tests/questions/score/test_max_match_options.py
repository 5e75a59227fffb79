"""Gold edits that overlap, and the two settings of M2, from files to numbers and signatures."""

import json
import warnings

import pytest
from click.testing import CliRunner

import redink
from redink.errors import InputError, RedinkError, UsageError
from redink.reading.m2 import OverlapWarning
from redink.records import Counts
from redink.scoring import max_match
from tests.cli.running import click_command

GOLD = """S He go to to school
A 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0
A 1 3|||R:OTHER|||goes|||REQUIRED|||-NONE-|||0
A 2 3|||U:PREP||||||REQUIRED|||-NONE-|||0

S She reads a books
A 2 3|||U:DET||||||REQUIRED|||-NONE-|||0

"""
"""The second edit overlaps the first and the third."""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gold.m2").write_text(GOLD)
    (tmp_path / "short.txt").write_text("He goes to school\nShe reads a books\n")
    (tmp_path / "cased.txt").write_text("he go to to school\nShe reads books\n")
    return tmp_path


def run(command, *arguments):
    finished = CliRunner().invoke(click_command(command), list(arguments), catch_exceptions=True)
    if isinstance(finished.exception, RedinkError):
        raise finished.exception
    assert finished.exit_code == 0, finished.output
    return finished.stdout


def scored(*arguments):
    """Give the counts or the score of each measure of the first system, and the signature."""
    record = json.loads(run("score", *arguments, "-p", "plain", "-f", "json"))
    scores = {score["measure"]: score.get("counts") or score["value"] for score in record["systems"][0]["scores"]}
    return scores, record["signature"]


OVERLAPPING = pytest.mark.filterwarnings("ignore:.*overlap")


@pytest.mark.usefixtures("folder")
def test_overlapping_gold_edits_are_refused_if_asked_for():
    with pytest.raises(InputError, match="edit 1 3 overlaps annotator 0's edit 1 2") as caught:
        run("score", "short.txt", "-r", "gold.m2", "-m", "M2", "--overlaps", "error")
    assert "--overlaps both" in caught.value.remedy


@pytest.mark.usefixtures("folder")
def test_bug_the_obvious_command_refused_what_the_published_scorers_count():
    with pytest.warns(OverlapWarning, match="gold.m2: edits of one annotator overlap in 1 of 2 sentences") as caught:
        obvious, _ = scored("short.txt", "-r", "gold.m2", "-m", "M2")
    assert len(caught) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        settled = (("-m", "M2", "--overlaps", "both"), ("--preset", "conll13"))
        assert [scored("short.txt", "-r", "gold.m2", *options)[0] for options in settled] == [obvious, obvious]


@pytest.mark.usefixtures("folder")
def test_all_overlapping_gold_edits_are_counted_with_both():
    scores, signature = scored("short.txt", "-r", "gold.m2", "-m", "M2", "F0.5", "--overlaps", "both")
    # All four gold edits count. M2 finds two of them on one path: goes, and the deletion of to.
    assert scores["M2"] == {"tp": 2, "fp": 0, "fn": 2}
    assert sum(scores["F0.5"][name] for name in ("tp", "fn")) == 4
    assert signature["overlaps"] == "both"


@OVERLAPPING
@pytest.mark.usefixtures("folder")
def test_measures_of_texts_use_the_first_of_two_edits():
    measures = ("-m", "GLEU", "EM", "I", "I-nomix")
    both, _ = scored("short.txt", "-r", "gold.m2", *measures, "--overlaps", "both")
    first, _ = scored("short.txt", "-r", "gold.m2", *measures, "--overlaps", "first")
    assert both == first


@OVERLAPPING
@pytest.mark.usefixtures("folder")
def test_compare_report_and_gate_take_both_too(folder):
    gold = ("-r", "gold.m2", "--overlaps", "both", "-p", "plain")
    assert "overlaps:both" in run("compare", "short.txt", "cased.txt", *gold, "-m", "M2", "--resamples", "20")
    run("report", "short.txt", "cased.txt", *gold, "-o", "page.html", "--resamples", "20")
    assert "overlaps:both" in (folder / "page.html").read_text(encoding="utf-8")
    run("score", "short.txt", *gold, "-m", "M2", "--save", "results.json")
    assert "overlaps:both" in run("gate", "short.txt", *gold, "--against", "results.json", "--resamples", "20")


@OVERLAPPING
def test_python_reads_both_too(folder):
    data = redink.read([folder / "short.txt"], references=folder / "gold.m2", overlaps="both")
    results = redink.score(data, "M2", rule="faithful")
    assert results["short", "M2"].counts == Counts(2, 0, 2)
    assert "overlaps:both" in str(results.signature)
    without = redink.read([folder / "short.txt"], references=folder / "gold.m2", overlaps="first")
    assert "overlaps" not in str(redink.score(without, "M2", rule="faithful").signature)


@OVERLAPPING
@pytest.mark.usefixtures("folder")
def test_edits_of_case_alone_can_be_ignored():
    usual = ("cased.txt", "-r", "gold.m2", "-m", "M2", "--overlaps", "first")
    scores, signature = scored(*usual)
    assert scores["M2"] == {"tp": 1, "fp": 1, "fn": 2}
    assert not {"max_unchanged", "ignored"} & signature.keys()
    scores, signature = scored(*usual, "--ignore-whitespace-casing")
    assert scores["M2"] == {"tp": 1, "fp": 0, "fn": 2}
    assert signature["ignored"] == "whitespace casing"


def test_unchanged_tokens_inside_an_edit_are_limited(folder):
    (folder / "wide.m2").write_text("S a b c d\nA 0 4|||R:OTHER|||x b c y|||REQUIRED|||-NONE-|||0\n\n")
    data = redink.read({"mine": ["x b c y"]}, references=folder / "wide.m2")
    assert redink.score(data, "M2")["mine", "M2"].counts == Counts(1, 0, 0)
    narrow = redink.score(data, "M2", max_unchanged=1)
    assert narrow["mine", "M2"].counts == Counts(0, 2, 1)
    assert "max_unchanged:1" in str(narrow.signature)


@OVERLAPPING
@pytest.mark.usefixtures("folder")
def test_settings_of_m2_are_refused_without_it_and_beside_a_preset():
    for option in (["--max-unchanged", "3"], ["--ignore-whitespace-casing"]):
        for command in ("score", "report"):
            with pytest.raises(UsageError, match="M2, which is not among the measures"):
                run(command, "short.txt", "-r", "gold.m2", "--overlaps", "first", "-m", "GLEU", *option)
        with pytest.raises(UsageError, match=f"--preset conll14 fixes {option[0]}"):
            run("score", "short.txt", "-r", "gold.m2", "--preset", "conll14", *option)
    with pytest.raises(UsageError, match="max_unchanged cannot be -1"):
        redink.score(redink.read({"mine": ["a"]}, source=["b"], references=[["a"]]), "M2", max_unchanged=-1)


@OVERLAPPING
@pytest.mark.usefixtures("folder")
def test_all_betas_share_the_counts_of_m2(monkeypatch):
    calls = []
    count = max_match.count_edits
    monkeypatch.setattr(max_match, "count_edits", lambda *given: calls.append(1) or count(*given))
    scores, _ = scored("short.txt", "-r", "gold.m2", "--overlaps", "both", "-m", "M2", "M2-F1", "M2-F2")
    assert len(calls) == 1
    assert scores["M2"] == scores["M2-F1"] == scores["M2-F2"]
