"""`redink m2scorer` and `redink gleu`: the original scripts' arguments in, their output out."""

import json
import math
import random
from pathlib import Path
from statistics import NormalDist, fmean, pstdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.errors import InputError, UsageError
from redink.example import path as example_path
from redink.scoring.max_match import Matching, precision_recall_f
from redink.scoring.max_match_report import published_scores, scorer_edits
from tests.cli.originals.in_process import both, printed, way
from tests.cli.running import run
from tests.scoring import conll14
from tests.scoring.slow_gleu import slow_score, slow_stats
from tests.scoring.slow_m2_scorer import scored
from tests.scoring.test_max_match import cases
from tests.shared_files import DATA, needs_shared


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ── m2scorer

GOLD = """S Our café open at nine .
A 2 3|||SVA|||opens||opened|||REQUIRED|||-NONE-|||0
A 3 4|||Prep|||-NONE-|||REQUIRED|||-NONE-|||0
A 3 4|||Prep||||||REQUIRED|||-NONE-|||1
A 4 4|||Prep|||before|||REQUIRED|||-NONE-|||1

S It 's fine .

"""
OUTPUT = "Our café opens before nine .\nIt 's very fine .\n"


@pytest.fixture
def files(folder):
    (folder / "gold.m2").write_text(GOLD, encoding="utf-8")
    (folder / "out.txt").write_text(OUTPUT, encoding="utf-8")


@pytest.mark.usefixtures("files")
def test_the_scores_are_printed_as_the_scorer_prints_them():
    # 2 correct, 4 proposed and 2 gold edits; annotator 0 comes first and is as good as annotator 1.
    expected = "Precision   : 0.5000\nRecall      : 1.0000\nF_{}       : {}\n"
    assert printed("m2scorer", "out.txt", "gold.m2") == expected.format("0.5", "0.5556")
    assert printed("m2scorer", "--beta", "1", "out.txt", "gold.m2") == expected.format("1.0", "0.6667")


@pytest.mark.usefixtures("files")
def test_the_verbose_report_is_that_of_python_2():
    """Origin of the file: rules of the scorer 3.2 (master), walked and printed by Python 2.7.18; tolerance none."""
    expected = (Path(__file__).parent / "m2scorer-report.txt").read_bytes()
    finished = run("m2scorer", "-v", "out.txt", "gold.m2")
    assert finished.stdout == expected
    assert printed("m2scorer", "--verbose", "out.txt", "gold.m2").encode() == expected


@given(cases(), st.integers(0, 3), st.booleans())
@settings(max_examples=300)
def test_the_edits_of_the_report_are_those_of_the_slow_twin(case, max_unchanged, drop_same):
    source, hypothesis, gold = case
    (row,) = scorer_edits(source, hypothesis, [gold], Matching("faithful", max_unchanged, drop_same))
    expected = scored(source, hypothesis, gold, max_unchanged, drop_same)
    assert row.counts() == expected.counts
    assert [(edit.start, edit.end, hypothesis[edit.first : edit.last]) for edit in row.proposed] == expected.edits
    assert set(row.correct) <= set(row.proposed)


@given(st.integers(0, 200), st.integers(0, 200), st.integers(0, 200), st.sampled_from([0.5, 1.0, 2.0]))
def test_the_scorers_arithmetic_gives_the_measures_number(correct, others, missed, beta):
    sums = (correct, correct + others, correct + missed)
    ours = precision_recall_f(sums, beta=beta, rule="faithful")
    assert published_scores(*sums, beta) == pytest.approx(ours.tolist(), abs=1e-12)


def test_bug_the_last_digit_depends_on_how_f_is_computed():
    # (1+β²)·c / (e + β²·g) is 0.78125 to the last bit, which rounds to 0.7812; the scorer prints 0.7813.
    assert f"{published_scores(85, 107, 116, 0.5)[2]:.4f}" == "0.7813"


@needs_shared
@pytest.mark.parametrize("team", ["AMU", "CAMB", "CUUI"])
def test_official_scores_are_printed(team, folder):
    """Origin: the shared task's own scores on the combined M2 file; four digits."""
    (folder / team).write_bytes((DATA / "conll14-teams" / team).read_bytes().replace(b"\r", b""))
    gold = DATA / "conll14-official" / "noalt" / "official-2014.combined.m2"
    official = {"AMU": "0.3501", "CAMB": "0.3733", "CUUI": "0.3679"}[team]
    last = printed("m2scorer", team, gold).splitlines()[-1]
    assert last == f"F_0.5       : {official}"
    assert printed("m2scorer", "-v", team, gold).splitlines()[-1] == last


@pytest.mark.parametrize(
    "options", [(), ("--beta", "2"), ("--max_unchanged_words", "0"), ("--ignore_whitespace_casing", "--beta", "1")]
)
@pytest.mark.usefixtures("folder")
def test_the_way_of_m2scorer_gives_the_same_number(options):
    references = (example_path("reference-minimal.txt"), example_path("reference-fluent.txt"))
    both("annotate", example_path("source.txt"), *references, "-p", "plain", "-o", "gold.m2", "-q")
    arguments = ("m2scorer", *options, example_path("systems/fluent.txt"), "gold.m2")
    expected = float(printed(*arguments).split()[-1])
    (system,) = json.loads(both(*way(*arguments), "--format", "json", "-q")[0])["systems"]
    assert system["scores"][0]["value"] == pytest.approx(expected, abs=0.5001e-4)


@pytest.mark.usefixtures("files")
def test_what_m2scorer_cannot_do_is_refused(folder):
    with pytest.raises(UsageError, match="--very_verbose is not supported"):
        both("m2scorer", "--very_verbose", "out.txt", "gold.m2")
    with pytest.raises(UsageError, match="below 0"):
        both("m2scorer", "--max_unchanged_words", "-1", "out.txt", "gold.m2")
    (folder / "short.txt").write_text("One .\n")
    with pytest.raises(InputError, match=r"1 lines, but gold\.m2 has 2 sentences"):
        both("m2scorer", "short.txt", "gold.m2")


# ── gleu

EXAMPLE = ("-s", "source.txt", "-r", "reference-minimal.txt", "reference-fluent.txt")
SYSTEMS = ("systems/strong.txt", "systems/rules.txt")


@pytest.fixture
def example(monkeypatch):
    monkeypatch.chdir(example_path(""))


def read(name):
    return [tuple(line.split()) for line in Path(name).read_text(encoding="utf-8").splitlines()]


def as_printed(scores):
    mean, deviation = fmean(scores), pstdev(scores)
    reach = NormalDist().inv_cdf(0.975) * deviation if deviation else math.nan
    return [f"{mean:f}", f"{deviation:f}", f"({mean - reach:.3f},{mean + reach:.3f})"]


def slow_gleu(output, rounds=500):
    """Give the lines of all sentences and of the corpus, drawing references as Python 2's `randint` does."""
    sources, references = read(EXAMPLE[1]), [read(name) for name in EXAMPLE[3:]]
    table = [
        [slow_stats(source, hypothesis, reference[number], "type") for reference in references]
        for number, (source, hypothesis) in enumerate(zip(sources, read(output), strict=True))
    ]
    scores = []
    for number in range(rounds):
        generator = random.Random(101 * number)
        drawn = [row[int(generator.random() * len(references))] for row in table]
        scores.append(slow_score([sum(column) for column in zip(*drawn, strict=True)]))
    return [as_printed([slow_score(stats, smooth=True) for stats in row]) for row in table], as_printed(scores)


@pytest.mark.usefixtures("example")
def test_gleu_prints_as_compute_gleu_does():
    expected = "".join(f"{Path(name).name} {slow_gleu(name)[1][0]}\n" for name in SYSTEMS)
    assert printed("gleu", *EXAMPLE, "-o", *SYSTEMS) == expected
    stdin = Path(SYSTEMS[0]).read_bytes()
    assert run("gleu", *EXAMPLE, "-o", "-", stdin=stdin).stdout.decode() == f"- {slow_gleu(SYSTEMS[0])[1][0]}\n"


@pytest.mark.usefixtures("example")
def test_gleu_prints_sentences_as_compute_gleu_does():
    sentences, corpus = slow_gleu(SYSTEMS[0], rounds=20)
    rows = "".join(f"{number} {' '.join(row)}\n" for number, row in enumerate(sentences))
    assert "(nan,nan)" in rows
    assert printed("gleu", *EXAMPLE, "-o", SYSTEMS[0], "-d", "--iter", "20") == (
        f"\n===== Sentence-level scores =====\nSID Mean Stdev 95%CI GLEU\n{rows}"
        f"\n==== Overall score =====\nMean Stdev 95%CI GLEU\n{' '.join(corpus)}\n"
    )


@pytest.mark.usefixtures("example")
def test_gleu_prints_as_jflegs_script_does():
    sentences, corpus = slow_gleu(SYSTEMS[0])
    assert printed("gleu", *EXAMPLE, "--hyp", SYSTEMS[0]) == f"{SYSTEMS[0]}\n{[corpus]}\n"
    assert printed("gleu", *EXAMPLE, "--hyp", SYSTEMS[0], "--sent") == f"{SYSTEMS[0]}\n{sentences}\n"


@pytest.mark.usefixtures("example")
def test_with_one_reference_there_is_one_round():
    one = printed("gleu", *EXAMPLE[:-1], "-o", SYSTEMS[0], "-d")
    assert one.splitlines()[-1].endswith(" 0.000000 (nan,nan)")


@needs_shared
def test_published_gleu_is_printed(folder):
    """Origin: Chollampatt & Ng (2018), system scores of GLEU; four digits."""
    references = DATA / "conll14-official" / "gecmetrics-refs"
    official = conll14.system_scores("gleu")
    for team in ("AMU", "CAMB"):
        (folder / team).write_bytes((DATA / "conll14-teams" / team).read_bytes().replace(b"\r", b""))
    output = printed(
        "gleu",
        *("-s", DATA / "conll14-official" / "source.tok.txt", "-o", "AMU", "CAMB", "-r"),
        *(references / f"conll14st-test.tok.trg{number}" for number in (0, 1)),
    )
    assert {name: float(score) for name, score in map(str.split, output.splitlines())} == {
        team: pytest.approx(official[team], abs=1e-4) for team in ("AMU", "CAMB")
    }


@needs_shared
@pytest.mark.parametrize(("part", "published"), [("dev", "38.21"), ("test", "40.54")])
def test_jflegs_score_of_the_source_is_printed(part, published):
    """Origin: JFLEG's own list of results, row SOURCE; two decimals."""
    folder = DATA / "jfleg" / part
    references = (folder / f"{part}.ref{number}" for number in range(4))
    source = folder / f"{part}.src"
    mean = printed("gleu", "-s", source, "-r", *references, "--hyp", source).splitlines()[1].split("'")[1]
    assert f"{100 * float(mean):.2f}" == published


@pytest.mark.usefixtures("example")
def test_the_way_of_gleu_gives_the_same_number():
    arguments = ("gleu", *EXAMPLE, "-o", *SYSTEMS)
    expected = [float(line.split()[1]) for line in printed(*arguments).splitlines()]
    systems = json.loads(both(*way(*arguments), "--format", "json", "-q")[0])["systems"]
    assert [system["scores"][0]["value"] for system in systems] == pytest.approx(expected, abs=0.5001e-6)


@pytest.mark.parametrize(
    "options", [("-o", "x", "-n", "3"), ("-o", "x", "--iter", "0"), ("-o", "x", "--sent"), ("--hyp", "x", "-d")]
)
@pytest.mark.usefixtures("example")
def test_what_gleu_cannot_do_is_refused(options):
    with pytest.raises(UsageError):
        both("gleu", *EXAMPLE, *options)


def test_bug_python_3_takes_more_characters_for_white_space(folder):
    # The scripts split bytes: a no-break space is part of its token.
    for name in ("s", "r", "o"):
        (folder / name).write_text("a b c d\u00a0e f\n" if name != "o" else "a b c d e f\n", encoding="utf-8")
    assert printed("gleu", "-s", "s", "-r", "r", "-o", "r") == "r 1.000000\n"
    assert printed("gleu", "-s", "s", "-r", "r", "-o", "o") != "o 1.000000\n"


@pytest.mark.usefixtures("example")
def test_files_of_unequal_length_are_refused(tmp_path):
    (tmp_path / "short").write_text("One .\n")
    with pytest.raises(InputError, match=r"lines, but source\.txt has"):
        both("gleu", *EXAMPLE, "-o", tmp_path / "short")
