"""`redink score`: formats, filters, slices, presets and messages, from files to standard output."""

import csv
import gzip
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from redink.errors import InputError, RedinkError, UsageError
from redink.evaluation import preparation
from tests.cli.running import click_command, run
from tests.questions.samples import write_files


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return write_files(tmp_path)


def score(*arguments):
    """Run inside this process; errors of ours come through."""
    found = CliRunner().invoke(click_command("score"), list(arguments), catch_exceptions=True)
    if isinstance(found.exception, RedinkError):
        raise found.exception
    assert found.exit_code == 0, found.output
    return found.stdout


def tsv(text):
    return list(csv.DictReader(io.StringIO(text), delimiter="\t"))


M2 = ("eager.m2", "-r", "gold.m2")
TEXT = ("eager.txt", "-s", "source.txt", "-r", "reference.txt", "-p", "plain")


@pytest.mark.usefixtures("folder")
def test_a_table_for_people():
    finished = run("score", "eager.m2", "perfect.txt", "-r", "gold.m2", "-p", "plain", "--with-source", "--ci")
    assert (finished.returncode, finished.stderr) == (0, b"")
    shown = finished.stdout.decode()
    assert [line.split()[:4] for line in shown.splitlines()[3:6]] == [
        ["eager", "1", "1", "0"],
        ["perfect", "2", "0", "0"],
        ["source", "0", "0", "1"],
    ]
    assert "In brackets: confidence intervals, 95 % (percentile)." in shown
    assert "Signature: redink:" in shown


@pytest.mark.usefixtures("folder")
def test_json_is_one_object_with_everything():
    record = json.loads(score(*M2, "-m", "F0.5", "-m", "EM", "--ci", "--interval", "bca", "--seed", "0", "-f", "json"))
    assert (record["schema"], record["comparisons"]) == (1, [])
    assert (record["signature"]["seed"], record["signature"]["interval"]) == (0, "bca")
    f, em = record["systems"][0]["scores"]
    assert (f["measure"], f["counts"], f["precision"], f["recall"]) == ("F0.5", {"tp": 1, "fp": 1, "fn": 0}, 0.5, 1)
    assert f["low"] <= f["value"] <= f["high"]
    assert "counts" not in em
    assert "tables" not in record


@pytest.mark.usefixtures("folder")
def test_json_carries_breakdowns_as_tables():
    record = json.loads(score(*M2, "--by", "type", "--leaders", "-f", "json"))
    assert [table["title"] for table in record["tables"]] == ["F0.5 by type", "Leaders by type"]
    first, *_ = record["tables"][0]["rows"][-1]["cells"].values()
    assert first["value"] == "macro average"


@pytest.mark.usefixtures("folder")
def test_undefined_is_null_and_a_dash():
    arguments = ("source.txt", "-r", "gold.m2", "-p", "plain", "-m", "P")
    corrected = (*arguments, "--rule", "corrected")
    assert json.loads(score(*corrected, "-f", "json"))["systems"][0]["scores"][0]["value"] is None
    assert "–" in score(*corrected)
    assert json.loads(score(*arguments, "-f", "json"))["systems"][0]["scores"][0]["value"] == 1


@pytest.mark.usefixtures("folder")
def test_several_kinds_of_counts_have_a_table():
    assert "\nCounts\n" in score(*M2, "-m", "F0.5", "-m", "M2")
    assert "\nCounts\n" not in score(*M2, "-m", "F0.5", "-m", "EM")


@pytest.mark.usefixtures("folder")
def test_scores_of_sentences():
    rows = tsv(score(*M2, "--per-sentence", "-m", "F0.5", "-m", "M2", "-f", "tsv"))
    assert [(row["system"], row["sentence"], row["F0.5.tp"], row["F0.5.fp"], row["F0.5"]) for row in rows] == [
        ("eager", "1", "1", "0", "1"),
        ("eager", "2", "0", "0", "1"),
        ("eager", "3", "0", "1", "0"),
    ]
    table = json.loads(score(*M2, "--per-sentence", "-f", "json"))
    assert len(table["rows"]) == 3
    assert table["notes"][0].startswith("Signature: redink:")


@pytest.mark.usefixtures("folder")
def test_slices_by_length_and_by_a_column():
    by_length = score(*TEXT, "-m", "EM", "--by", "length", "-f", "tsv").split("\n\n")[1]
    assert tsv(by_length) == [{"slice": "1-10", "sentences": "3", "eager": "0.0"}]
    by_level = score(*TEXT, "-m", "EM", "-m", "F0.5", "--by", "level", "--metadata", "essays.tsv", "-f", "tsv").split(
        "\n\n"
    )
    assert len(by_level) == 3
    assert [(row["slice"], row["sentences"]) for row in tsv(by_level[1])] == [("A2", "2"), ("B1", "1")]


@pytest.mark.usefixtures("folder")
def test_what_cannot_be_sliced_by():
    with pytest.raises(
        UsageError, match=r"cannot break down by 'level' \(choose from operation, .*length, or a column"
    ):
        score(*TEXT, "--by", "level")
    with pytest.raises(InputError, match="there is no column 'cefr'"):
        score(*TEXT, "--by", "cefr", "--metadata", "essays.tsv")
    Path("short.tsv").write_text("level\nA2\n")
    with pytest.raises(InputError, match=r"short\.tsv:3: 1 rows, but the source has 3 sentences"):
        score(*TEXT, "--by", "level", "--metadata", "short.tsv")


@pytest.mark.usefixtures("folder")
def test_filters_of_edits():
    rows = tsv(score(*M2, "--exclude-type", "ADJ", "--exclude-type", "ADJ", "-f", "tsv"))
    assert (rows[0]["tp"], rows[0]["fp"]) == ("1", "0")
    assert "|exclude:ADJ|" in score(*M2, "--exclude-type", "ADJ")
    assert tsv(score(*M2, "--size", "multi", "-f", "tsv"))[0]["tp"] == "0"
    with pytest.raises(UsageError, match="GLEU cannot leave edits out"):
        score(*M2, "--size", "multi", "-m", "GLEU")


@pytest.mark.usefixtures("folder")
def test_presets():
    shown = json.loads(score(*M2, "--preset", "conll14", "-f", "json"))
    assert shown["signature"]["preset"] == "conll14"
    assert [one["measure"] for one in shown["systems"][0]["scores"]] == ["M2"]
    for flag in (
        ("--rule", "corrected"),
        ("-m", "GLEU"),
        ("--absent", "noop"),
        ("--size", "all"),
        ("--exclude-type", "X"),
    ):
        with pytest.raises(UsageError, match=f"--preset conll14 fixes {flag[0]}"):
            score(*M2, "--preset", "conll14", *flag)
    # CoNLL-2014 has no say in who makes edits from text references; BEA-2019 has.
    assert "pipeline:plain@1" in score(*TEXT, "--preset", "conll14")
    with pytest.raises(UsageError, match="--preset bea19 fixes --pipeline"):
        score(*TEXT, "--preset", "bea19")


@pytest.mark.usefixtures("folder")
def test_the_preset_of_bea19_annotates_as_errant_does(monkeypatch):
    asked = []

    def note_pipeline(pipeline, *_, **__):
        asked.append(pipeline)
        raise UsageError("stop here")

    monkeypatch.setattr(preparation, "load_annotator", note_pipeline)
    with pytest.raises(UsageError, match="stop here"):
        score(*TEXT[:-2], "--preset", "bea19")
    assert asked == ["errant"]


@pytest.mark.usefixtures("folder")
def test_edits_of_ours_come_with_a_footnote():
    footnote = "--pipeline errant gives ERRANT-identical ones"
    text = TEXT[:-2]
    assert footnote in score(*text)
    assert footnote not in score(*text, "-m", "GLEU")
    assert footnote not in score(*M2)


@pytest.mark.usefixtures("folder")
def test_the_same_run_gives_the_same_bytes():
    first, second = (run("score", *TEXT, "--ci", "--seed", "0", "-f", "json").stdout for _ in range(2))
    assert first == second


def test_misaligned_files_have_code_3_and_name_the_sentence(folder):
    (folder / "short.txt").write_text("He goes home .\n")
    finished = run("score", "short.txt", "-s", "source.txt", "-r", "reference.txt", "-p", "plain")
    assert (finished.returncode, finished.stdout) == (3, b"")
    assert b"short.txt:2: 1 lines, but source.txt has 3; the files look shifted from line 2 on" in finished.stderr


@pytest.mark.usefixtures("folder")
def test_wrong_usage_has_code_2():
    unknown = run("score", *TEXT, "-m", "BLEU")
    assert unknown.returncode == 2
    assert b"there is no measure 'BLEU'" in unknown.stderr
    assert b"the measures are F0.5, P, R, " in unknown.stderr
    twice = run("score", "eager.m2", "eager.txt", "-r", "gold.m2", "-p", "plain")
    assert twice.returncode == 3
    assert b"two systems are called 'eager'" in twice.stderr


def test_output_goes_to_a_file_whole_or_not_at_all(folder):
    assert score(*M2, "-f", "json", "-o", "out.json") == ""
    assert json.loads((folder / "out.json").read_text())["schema"] == 1
    (folder / "out.json").write_text("old")
    with pytest.raises(UsageError):
        score(*M2, "-f", "json", "-o", "out.json", "-m", "nonsense")
    assert (folder / "out.json").read_text() == "old"


TYPES = ("-p", "plain", "-f", "json", "-m", "F0.5-type")


@pytest.mark.usefixtures("folder")
def test_gold_spans_or_spans_found_anew():
    gold, auto = (json.loads(score(*M2, *TYPES, *flag))["signature"] for flag in ((), ("--auto",)))
    assert (gold["pipeline"], auto["pipeline"]) == ("none", "plain@1")
    assert gold["types"] != auto["types"]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("form", ["md", "latex"])
def test_other_formats(form):
    assert "eager" in score(*M2, "-f", form)


@pytest.mark.usefixtures("folder")
def test_several_measures_after_one_option_in_any_case():
    wanted = score(*TEXT, "-m", "F0.5", "-m", "GLEU", "-m", "M2", "-f", "json")
    assert score(*TEXT, "-m", "f0.5", "gleu", "m2", "-f", "json") == wanted
    assert score("-m", "f0.5,GLEU", "--measure", "m2", *TEXT, "-f", "json") == wanted
    assert score("--measure=F0.5", "GLEU", "m2", *TEXT, "-f", "json") == wanted


def test_a_file_called_like_a_measure_is_a_file(folder):
    (folder / "em").write_text((folder / "eager.txt").read_text())
    found = json.loads(score("-m", "GLEU", "em", *TEXT[1:], "-f", "json"))
    assert [(one["name"], len(one["scores"])) for one in found["systems"]] == [("em", 1)]


@pytest.mark.usefixtures("folder")
def test_percent_is_for_people_and_tsv():
    plain, hundred = (score(*M2, "--ci", "-f", "tsv", *flag) for flag in ((), ("--percent",)))
    for key in ("P", "P_low", "F0.5", "F0.5_high"):
        assert float(tsv(hundred)[0][key]) == pytest.approx(100 * float(tsv(plain)[0][key]), abs=0.005)
    assert tsv(hundred)[0]["tp"] == tsv(plain)[0]["tp"]
    for form in ("table", "md", "latex"):
        assert "50.00" in score(*M2, "-m", "P", "--percent", "-f", form)
    assert score(*M2, "--percent", "-f", "json") == score(*M2, "-f", "json")


def test_m2_is_known_on_standard_input_too(folder):
    wanted = score(*M2, "-f", "json")
    m2 = (folder / "eager.m2").read_bytes()
    for sent in (m2, gzip.compress(m2)):
        finished = run("score", "-", "-r", "gold.m2", "-n", "eager", "-f", "json", stdin=sent)
        assert (finished.stdout.decode(), finished.stderr) == (wanted, b"")
    gold = (folder / "gold.m2").read_bytes()
    assert run("score", "eager.m2", "-r", "-", "-f", "json", stdin=gold).stdout.decode() == wanted
    text = run("score", "-", *TEXT[1:], "-n", "eager", "-f", "json", stdin=(folder / "eager.txt").read_bytes())
    assert text.stdout.decode() == score(*TEXT, "-f", "json")


def test_documents_without_anything_to_draw_are_spoken_of(folder):
    (folder / "essays.tsv").write_text("essay\ne1\ne1\ne2\n")
    documents = ("--documents", "essays.tsv", "essay")
    assert b"--documents has no effect without --ci" in run("score", *M2, *documents).stderr
    assert run("score", *M2, *documents, "--ci").stderr == b""


@pytest.mark.parametrize(
    ("options", "note"),
    [
        ("--counts", "--counts has no effect without --by"),
        ("--ties half", "--ties has no effect without --aggregate"),
        ("--interval bca", "--interval has no effect without --ci"),
        ("--level 0.9", "--level has no effect without --ci or --aggregate"),
        ("--metadata essays.tsv", "--metadata has no effect without --by"),
        ("--per-sentence --ci", "--ci has no effect with --per-sentence"),
        ("--per-sentence --by type", "--by has no effect with --per-sentence"),
        ("--per-sentence --save results.json", "--save has no effect with --per-sentence"),
    ],
)
def test_bug_options_without_effect_were_silent(folder, options, note):
    (folder / "essays.tsv").write_text("essay\ne1\ne1\ne2\n")
    assert run("score", *M2, *options.split()).stderr.decode() == f"redink: note: {note}\n"


@pytest.mark.usefixtures("folder")
def test_options_with_effect_have_no_note():
    for options in ("--by type --counts", "--ci --interval bca --level 0.9", "--per-sentence"):
        assert run("score", *M2, *options.split()).stderr == b""


@pytest.mark.usefixtures("folder")
def test_a_comma_in_the_name_of_a_measure():
    with pytest.raises(UsageError, match=r"no measure 'F0,5' \(did you mean F0\.5\?"):
        score(*M2, "-m", "F0,5")


@pytest.mark.usefixtures("folder")
def test_bug_too_few_resamples_gave_intervals_without_a_word():
    assert "1 resample is too few for intervals of 95 %: use 40 or more." in score(*M2, "--ci", "--resamples", "1")
    few = score(*M2, "--ci", "--resamples", "10", "--level", "0.9999")
    assert "10 resamples are too few for intervals of 99.99 %: use 20000 or more." in few
    assert "too few for intervals" not in score(*M2, "--ci", "--resamples", "40")


def test_bug_one_sentence_had_no_interval_and_no_reason(folder):
    for name in ("source", "output"):
        (folder / f"{name}.txt").write_text("He go home .\n")
    text = ("output.txt", "-s", "source.txt", "-r", "source.txt")
    assert "One sentence has no interval." in score(*text, "--ci", "-m", "GLEU", "-p", "plain")
    assert "no interval" not in score(*text, "-m", "GLEU", "-p", "plain")


def test_a_cache_that_cannot_be_kept_is_a_warning(folder):
    (folder / "full").write_text("a file where a folder should be")
    finished = run("score", *TEXT, "--cache", "-f", "json", env={"XDG_CACHE_HOME": str(folder / "full")})
    assert finished.returncode == 0
    assert b"warning: continuing without a cache" in finished.stderr
    assert finished.stdout.decode() == score(*TEXT, "-f", "json")


@pytest.mark.usefixtures("folder")
def test_counts_of_parts_by_the_measure_that_was_asked_for():
    by_type = json.loads(score(*M2, "-m", "F1-detection", "--by", "type", "--counts", "--leaders", "-f", "json"))
    scores, counts, leaders = by_type["tables"]
    assert (scores["title"], counts["title"]) == ("F1-detection by type", "Counts of F1-detection by type")
    assert leaders["columns"][2]["header"] == "F1"
    whole = by_type["systems"][0]["scores"][0]["counts"]
    for key in ("tp", "fp", "fn"):
        assert sum(row["cells"][key]["value"] for row in counts["rows"]) == whole[key]
    by_length = json.loads(score(*M2, "-m", "M2", "GLEU", "--by", "length", "--counts", "-f", "json"))
    assert [table["title"] for table in by_length["tables"]] == [
        "M2 by length",
        "Counts of M2 by length",
        "GLEU by length",
    ]
    (part,) = by_length["tables"][1]["rows"]
    counted = by_length["systems"][0]["scores"][0]["counts"]
    assert {key: part["cells"][key]["value"] for key in counted} == counted
