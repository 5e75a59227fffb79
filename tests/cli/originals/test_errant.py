"""`redink errant_parallel`, `errant_m2`, `errant_compare`: ERRANT's arguments in, ERRANT's bytes out."""

import io
import json
import re
import subprocess
import sys
import warnings
from contextlib import redirect_stdout
from importlib import import_module

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from redink.cli.originals import original
from redink.errors import InputError, UsageError
from redink.evaluation import preparation
from redink.example import path as example_path
from redink.reading.m2 import format_m2
from redink.records import AnnotatedSentence, Edit
from tests.annotation import errant_live
from tests.cli.originals.in_process import both, printed, way
from tests.cli.running import START, environment, run
from tests.shared_files import DATA, SHARED, needs_shared

GOLDEN = SHARED / "golden" / "errant-3.0.2"
pytestmark = pytest.mark.filterwarnings("ignore:unclosed file:ResourceWarning")  # ERRANT does not close its files
needs_errant = pytest.mark.skipif(not errant_live.IS_THERE, reason="needs errant, spaCy and its small English model")


def errant_itself(monkeypatch, module, *arguments):
    """Run a program of ERRANT in this process, with the model loaded once for all tests; give what it prints."""
    import errant

    loaded = errant_live.errant()
    output = io.StringIO()
    with monkeypatch.context() as changed, redirect_stdout(output):
        changed.setattr(errant, "load", lambda _: loaded)
        changed.setattr(sys, "argv", [module, *map(str, arguments)])
        import_module(f"errant.commands.{module}").main()
    return output.getvalue()


@pytest.fixture
def loaded_once(monkeypatch, errant_pipeline):
    monkeypatch.setattr(preparation, "load_pipeline", {"errant": errant_pipeline}.__getitem__)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ── errant_parallel

ROWS = (
    ("He go home .", "He goes home .", "He go home ."),
    ("", "x", ""),
    ("He  goes  home .", "He  goes  home .", "He goes home ."),
    ("I has a apple", "", "I  have an  apple"),
    ("We are agree with this this .", "We agree with this .", "We agree , with it ."),
)


@pytest.fixture
def texts(folder):
    for name, lines in zip(("orig", "cor0", "cor1"), zip(*ROWS, strict=True), strict=True):
        (folder / name).write_text("\n".join(lines) + "\n", encoding="utf-8")


@needs_errant
@pytest.mark.parametrize("options", [(), ("-lev",), ("-merge", "all-split"), ("-lev", "-merge", "all-merge")])
@pytest.mark.usefixtures("texts", "loaded_once")
def test_errant_parallel_writes_errants_bytes(folder, monkeypatch, options):
    arguments = ("-orig", "orig", "-cor", "cor0", "cor1", *options)
    expected = errant_itself(monkeypatch, "parallel_to_m2", *arguments, "-out", "theirs.m2")
    assert printed("errant_parallel", *arguments, "-out", "ours.m2") == expected
    assert (folder / "ours.m2").read_bytes() == (folder / "theirs.m2").read_bytes()


@needs_shared
@pytest.mark.usefixtures("loaded_once")
def test_errant_parallel_writes_the_golden_file(folder):
    """Origin: errant 3.0.2 on the first 150 sentences of CAMB; tolerance none."""
    for name, path in (
        ("orig", DATA / "conll14-official" / "source.tok.txt"),
        ("cor", DATA / "conll14-teams" / "CAMB"),
    ):
        (folder / name).write_bytes(b"".join(path.read_bytes().replace(b"\r", b"").splitlines(keepends=True)[:150]))
    printed("errant_parallel", "-orig", "orig", "-cor", "cor", "-out", "ours.m2")
    blocks = (GOLDEN / "CAMB.m2").read_text(encoding="utf-8").split("\n\n")
    assert (folder / "ours.m2").read_text(encoding="utf-8") == "\n\n".join(blocks[:150]) + "\n\n"


@pytest.mark.usefixtures("texts", "loaded_once")
def test_the_way_of_errant_parallel_writes_the_same_file(folder):
    words = way("errant_parallel", "-orig", "orig", "-cor", "cor0", "cor1", "-lev", "-out", "ours.m2")
    before = (folder / "ours.m2").read_bytes()
    (folder / "ours.m2").unlink()
    both(*words)
    assert (folder / "ours.m2").read_bytes() == before


@pytest.mark.usefixtures("texts")
def test_tokenising_is_refused_with_a_remedy():
    with pytest.raises(UsageError, match="-tok is not supported"):
        both("errant_parallel", "-orig", "orig", "-cor", "cor0", "-out", "x.m2", "-tok")


@pytest.mark.usefixtures("texts")
def test_unequal_files_are_refused_although_errant_stops_at_the_shorter_one(folder):
    (folder / "short").write_text("He goes home .\n")
    finished = run("errant_parallel", "-orig", "orig", "-cor", "short", "-out", "x.m2")
    assert finished.returncode in {3, 4}  # 4: without the extra
    assert not (folder / "x.m2").exists()


@pytest.mark.parametrize(
    ("arguments", "instead"),
    [
        (("errant_parallel", "-orig", "orig", "-cor", "cor0", "-out", "x.m2"), "redink annotate"),
        (("errant_m2", "-auto", "gold.m2", "-out", "x.m2"), "redink reannotate"),
    ],
)
@pytest.mark.usefixtures("texts")
def test_without_the_extra_both_ways_out_are_told(folder, arguments, instead):
    (folder / "gold.m2").write_text(BLOCK.format("goes"))
    code = f"import sys; sys.modules['spacy'] = None; {START}"
    finished = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, env=environment(), timeout=60, check=False
    )
    assert finished.returncode == 4
    assert 'type: pip install "redink[errant]"' in finished.stderr.decode()
    assert instead in finished.stderr.decode().splitlines()[-1]
    assert not (folder / "x.m2").exists()


# ── errant_m2

M2 = """S He go to home .
A 1 4|||Vform|||goes home|||REQUIRED|||-NONE-|||0
A 1 2|||Vt|||went|||OPTIONAL|||unsure|||10
A 2 3|||Um|||???|||REQUIRED|||-NONE-|||10
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||2

S A dog is here .
A 0 1|||Wci|||A|||REQUIRED|||-NONE-|||0
A 1 2|||Nn|||dogs|||REQUIRED|||-NONE-|||1
A 2 3|||SVA|||are|||REQUIRED|||-NONE-|||1

S Alone .

"""
"""Old types, a marked passage, a comment, annotator 10 before 2, and an edit that changes nothing."""


@needs_errant
@pytest.mark.parametrize("end", ["", "S He go .\nA 1 2|||Vt|||goes|||REQUIRED|||-NONE-|||0\n"])
@pytest.mark.parametrize(
    "options", [("-auto",), ("-gold",), ("-gold", "-no_min"), ("-gold", "-old_cats"), ("-auto", "-lev", "-no_min")]
)
@pytest.mark.usefixtures("loaded_once")
def test_errant_m2_writes_errants_bytes(folder, monkeypatch, options, end):
    (folder / "gold.m2").write_text(M2 + end)
    expected = errant_itself(monkeypatch, "m2_to_m2", *options, "gold.m2", "-out", "theirs.m2")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert printed("errant_m2", *options, "gold.m2", "-out", "ours.m2") == expected
    assert (folder / "ours.m2").read_bytes() == (folder / "theirs.m2").read_bytes()
    assert ["leaves this sentence out" in str(warning.message) for warning in told] == [True] * bool(end)


@needs_shared
@pytest.mark.parametrize("mode", ["auto", "gold"])
@pytest.mark.usefixtures("loaded_once")
def test_errant_m2_writes_the_golden_file(folder, mode):
    """Origin: errant 3.0.2 on the first 60 sentences of the official references; tolerance none."""

    def first(path):
        return "\n\n".join(path.read_text(encoding="utf-8").split("\n\n")[:60]) + "\n\n"

    (folder / "gold.m2").write_text(first(DATA / "conll14-official" / "noalt" / "official-2014.combined.m2"))
    printed("errant_m2", f"-{mode}", "gold.m2", "-out", "ours.m2")
    assert (folder / "ours.m2").read_text() == first(GOLDEN / f"official-2014.combined.{mode}.m2")


@pytest.mark.usefixtures("loaded_once")
def test_alternatives_are_refused_because_errant_takes_them_for_a_word(folder):
    (folder / "gold.m2").write_text("S a b\nA 0 1|||Nn|||c||d|||REQUIRED|||-NONE-|||0\n\n")
    with pytest.raises(InputError, match="takes for one word"):
        both("errant_m2", "-gold", "gold.m2", "-out", "x.m2")
    assert not (folder / "x.m2").exists()


@pytest.mark.usefixtures("folder")
def test_old_types_go_with_old_spans():
    with pytest.raises(UsageError, match="-old_cats"):
        both("errant_m2", "-auto", "-old_cats", "gold.m2", "-out", "x.m2")


@pytest.mark.usefixtures("loaded_once")
def test_the_way_of_errant_m2_is_a_command(folder):
    (folder / "gold.m2").write_text("S He go .\nA 1 2|||Vt|||goes|||REQUIRED|||-NONE-|||0\n\n")
    words = way("errant_m2", "-gold", "-no_min", "-old_cats", "gold.m2", "-out", "ours.m2")
    (folder / "ours.m2").unlink()
    both(*words)
    assert (folder / "ours.m2").read_bytes() == (folder / "gold.m2").read_bytes()


# ── errant_compare

KINDS = ("M:DET", "R:NOUN", "U:DET", "R:NOUN:NUM", "UNK", "ArtOrDet")


@st.composite
def annotators(draw, length):
    """Draw the edits of up to three annotators; they may overlap and be repeated, and ids come in any order."""
    found = []
    for annotator in draw(st.permutations(range(draw(st.integers(0, 3))))):
        spans = draw(st.lists(st.tuples(st.integers(0, length), st.integers(0, length)), max_size=4))
        for span in sorted(tuple(sorted(span)) for span in spans):
            text = draw(st.sampled_from([(), ("a",), ("the", "a"), ("'s",), ("é",)]))
            found.append(Edit(*span, text, draw(st.sampled_from(KINDS)), annotator))
        if not spans:
            found.append(Edit(-1, -1, ("-NONE-",), "noop", annotator))
    return tuple(found)


@st.composite
def two_files(draw):
    sources = draw(
        st.lists(
            st.lists(st.sampled_from(["a", "the", "é"]), min_size=1, max_size=4).map(tuple), min_size=1, max_size=4
        )
    )
    return tuple(
        "".join(format_m2(AnnotatedSentence(tokens, draw(annotators(len(tokens))))) for tokens in sources)
        for _ in range(2)
    )


OPTIONS = st.tuples(
    st.sampled_from([(), ("-cs",), ("-cse",), ("-ds",), ("-dt",)]),
    st.sampled_from([(), ("-single",), ("-multi",)]),
    st.sampled_from([(), ("-b", "1"), ("--beta", "2.25")]),
    st.sampled_from([(), ("-cat", "1"), ("-cat", "2"), ("-cat", "3")]),
    st.sampled_from([(), ("-filt", "M:DET"), ("-filt", "DET", "R:NOUN")]),
    st.sampled_from([(), ("-v",)]),
).map(lambda parts: [word for part in parts for word in part])


@needs_errant
@given(two_files(), OPTIONS)
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_errant_compare_prints_errants_bytes(folder, monkeypatch, files, options):
    for name, text in zip(("hyp.m2", "ref.m2"), files, strict=True):
        (folder / name).write_text(text, encoding="utf-8")
    arguments = ("-hyp", "hyp.m2", "-ref", "ref.m2", *options)
    expected = errant_itself(monkeypatch, "compare_m2", *arguments)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # overlapping edits
        assert printed("errant_compare", *arguments) == expected


@needs_shared
@pytest.mark.parametrize("kind", ["auto", "gold"])
@pytest.mark.parametrize("team", ["AMU", "UFC"])
def test_errant_compare_prints_the_golden_bytes(team, kind, monkeypatch):
    """Origin: errant 3.0.2, ten runs for each pair of files; tolerance none."""
    monkeypatch.chdir(GOLDEN)
    runs = (GOLDEN / "compare" / f"{team}.{kind}.txt").read_text(encoding="utf-8").split("## ")[1:]
    assert len(runs) == 10
    for block in runs:
        line, _, expected = block.partition("\n")
        assert printed(*line.split()) == expected, line


BLOCK = "S He go home .\nA 1 2|||R:VERB:SVA|||{}|||REQUIRED|||-NONE-|||0\n\n"


def test_the_output_and_the_way_by_hand(folder):
    (folder / "hyp.m2").write_text(BLOCK.format("goes") + BLOCK.format("going"))
    (folder / "ref.m2").write_text(BLOCK.format("goes") * 2)
    finished = run("errant_compare", "-hyp", folder / "hyp.m2", "-ref", folder / "ref.m2", "-b", "1", "-cat", "1")
    assert finished.returncode == 0
    assert finished.stdout.decode() == (
        "\n===================== Span-Based Correction ======================\n"
        "Category       TP       FP       FN       P        R        F1.0\n"
        "R              1        1        1        0.5      0.5      0.5\n"
        "\n=========== Span-Based Correction ============\n"
        "TP\tFP\tFN\tPrec\tRec\tF1.0\n1\t1\t1\t0.5\t0.5\t0.5\n"
        "==============================================\n\n"
    )
    assert finished.stderr.decode() == (
        f"redink: the same in redink's own words: redink score {folder / 'hyp.m2'} -r {folder / 'ref.m2'} "
        "-m P R F1 --by operation --counts --keep-types\n"
    )


@pytest.mark.parametrize(
    "options", [(), ("-ds", "-cat", "2"), ("-dt", "-multi"), ("-cse", "-b", "2", "-filt", "R:OTHER")]
)
@pytest.mark.usefixtures("folder")
def test_the_way_of_errant_compare_gives_the_same_numbers(options):
    for name, text in (("hyp.m2", "systems/strong.txt"), ("ref.m2", "reference-minimal.txt")):
        both("annotate", example_path("source.txt"), example_path(text), "-p", "plain", "-o", name, "-q")
    lines = printed("errant_compare", "-hyp", "hyp.m2", "-ref", "ref.m2", *options).splitlines()
    expected = next(line.split("\t")[3:] for line in lines if re.match(r"\d+\t", line))
    words = way("errant_compare", "-hyp", "hyp.m2", "-ref", "ref.m2", *options)
    output, _ = both(*words, "--format", "json", "-q")
    (system,) = json.loads(output)["systems"]
    values = {score["measure"][0]: score["value"] for score in system["scores"]}
    assert [float(number) for number in expected] == [pytest.approx(values[name], abs=0.5001e-4) for name in "PRF"]


def test_files_of_unequal_length_are_refused(folder):
    (folder / "hyp.m2").write_text(BLOCK.format("goes"))
    (folder / "ref.m2").write_text(BLOCK.format("goes") * 2)
    with pytest.raises(InputError, match=r"1 sentences, but ref\.m2 has 2"):
        both("errant_compare", "-hyp", "hyp.m2", "-ref", "ref.m2")


def test_other_sources_are_scored_as_errant_does_but_not_in_silence(folder):
    (folder / "hyp.m2").write_text(BLOCK.format("goes"))
    (folder / "ref.m2").write_text(BLOCK.format("goes").replace("He", "She"))
    with pytest.warns(UserWarning, match="different source sentences"):
        assert "1\t0\t0\t1.0\t1.0\t1.0" in printed("errant_compare", "-hyp", "hyp.m2", "-ref", "ref.m2")


@pytest.mark.parametrize("options", [("-cat", "4"), ("-ds", "-dt"), ("-single", "-multi"), ("-b", "0"), ("-b", "x")])
def test_what_makes_no_sense_has_code_2(options, capsys):
    with pytest.raises(SystemExit) as stop:
        original("errant_compare").make_context("errant_compare", ["-hyp", "a", "-ref", "b", *options])
    assert stop.value.code == 2
    assert "usage: redink errant_compare" in capsys.readouterr().err
