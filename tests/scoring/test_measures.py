"""Measures by name: names round-trip, unknown ones list the choices, and plug-ins are found."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import InputError, UsageError
from redink.records import Edit, EvalSet, Reference, System
from redink.scoring.measure import Conventions, filled, reference_edits, reference_texts
from redink.scoring.names import measure_names, parse_measure
from tests.cli.running import SRC

PAGE = Path(__file__).resolve().parents[2] / "docs" / "plugins.md"
GOES = Edit(1, 2, ("goes",), "R:VERB:SVA")
SOURCE = ("He", "go", "home", "now", ".")
BETTER = ("He", "goes", "home", "now", ".")
DATA = EvalSet(
    (SOURCE, SOURCE),
    (
        Reference("one", (BETTER, BETTER), ((GOES,), (GOES,))),
        Reference("two", (SOURCE, None), ((), None)),
    ),
    (System("right", (BETTER, BETTER), ((GOES,), (GOES,))), System("idle", (SOURCE, SOURCE), ((), ()))),
)

CLEME = ["CLEME-dependent", "CLEME-independent-weighted-sentence", "CLEME-dependent-P", "CLEME-independent-sentence-R"]
LEVELS = ["", "-detection", "-token", "-type"]
OTHERS = ["M2", "GLEU", "I", "I-nomix", "EM", "EIM", "EIM-printed", "GREEN", "GREEN-gecmetrics-char", *CLEME]
betas = st.decimals("0.0000001", "10000000", places=7).map(lambda beta: f"{beta:f}".rstrip("0").rstrip("."))
names = st.one_of(
    st.builds("{}{}".format, betas.map("F{}".format) | st.sampled_from("PR"), st.sampled_from(LEVELS)),
    betas.filter(lambda beta: beta != "0.5").map("M2-F{}".format),
    betas.filter(lambda beta: beta != "2").map("GREEN-char-F{}".format),
    st.sampled_from(["CLEME2-dependent", "CLEME2-independent-sentence-over"]),
    st.sampled_from(OTHERS),
)


@given(names, st.sampled_from(["corrected", "faithful"]))
def test_names_round_trip(name, rule):
    measure = parse_measure(name, Conventions(rule))
    assert measure.name == name
    assert parse_measure(measure.name, Conventions(rule)) == measure


def test_other_spellings_have_one_name():
    assert parse_measure("M2-F0.5").name == "M2"
    assert parse_measure("F1.0").name == "F1"


@pytest.mark.parametrize("name", [*measure_names(), "F2-token", "M2-F1", "M2-F0.25", "GREEN-F0.5", "CLEME-dependent-P"])
def test_case_does_not_matter(name):
    assert parse_measure(name).name == parse_measure(name.lower()).name == parse_measure(name.upper()).name == name


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("gelu", "GLEU"),
        ("F0.5-tokens", "F0.5-token"),
        ("I-mix", "I-nomix"),
        ("M3", "M2"),
        ("errant", "F0.5"),
        ("m2scorer", "M2"),
    ],
)
def test_a_slip_is_met_with_what_was_meant(typed, meant):
    with pytest.raises(UsageError) as caught:
        parse_measure(typed)
    assert caught.value.remedy.startswith("did you mean ")
    assert meant in caught.value.remedy.split("?")[0]


@pytest.mark.parametrize("name", ["", "F", "F0.5-span", "BLEU", "M2-F", "F-1", "F1e3"])
def test_an_unknown_name_lists_the_choices(name):
    with pytest.raises(UsageError) as caught:
        parse_measure(name)
    assert all(choice in caught.value.remedy for choice in ("F0.5", "F0.5-detection", "M2", "GLEU", "I", "EM"))


@pytest.mark.parametrize("name", [f"F1{'0' * 200}", f"M2-F{'9' * 400}"])
def test_a_beta_without_a_square_is_refused(name):
    with pytest.raises(UsageError, match="β cannot be"):
        parse_measure(name)


@pytest.mark.parametrize("name", ["F05", "f05-detection", "M2-F05", "GREEN-F05", "wF05", "noref-F05"])
def test_bug_a_beta_without_its_point_was_another_beta(name):
    """F05 was F with β = 5, which rewards recall, and the table said F5."""
    with pytest.raises(UsageError, match="F05 has no decimal point") as caught:
        parse_measure(name)
    assert "F0.5" in caught.value.remedy


def test_bug_the_remedy_for_a_zero_too_many_had_two_points():
    with pytest.raises(UsageError, match=r"F00\.5 has a zero too many") as caught:
        parse_measure("F00.5")
    assert caught.value.remedy == "write F0.5"


@pytest.mark.parametrize("name", ["P", "R", "F0.5", "F1-detection", "F2-token", "F0.5-type", *OTHERS])
def test_every_measure_fills_its_columns_and_prefers_the_right_output(name):
    measure = parse_measure(name)
    data = EvalSet(DATA.sources, DATA.references[:1], DATA.systems)
    right, idle = (measure.sentence_stats(data, system) for system in data.systems)
    assert right.shape == idle.shape == (2, len(measure.columns))
    best, twice, worse = measure.score_from_sums(np.stack([right.sum(axis=0), right.sum(axis=0) * 2, idle.sum(axis=0)]))
    assert (best, twice) == pytest.approx((1, 1))
    assert worse < 1 or (name in {"P", "CLEME-dependent-P"} and worse == 1)


def test_an_absent_annotator_left_the_sentence_alone_or_was_not_asked():
    assert reference_edits(DATA, "noop") == [[(GOES,), ()], [(GOES,), ()]]
    assert reference_edits(DATA, "missing") == [[(GOES,), ()], [(GOES,)]]
    assert reference_texts(DATA, "noop") == [[BETTER, SOURCE], [BETTER, SOURCE]]
    assert reference_texts(DATA, "missing") == [[BETTER, SOURCE], [BETTER]]


def test_an_absent_annotator_may_agree_with_the_first_who_has_a_line():
    assert reference_edits(DATA, "agree") == [[(GOES,), ()], [(GOES,), (GOES,)]]
    assert reference_texts(DATA, "agree") == [[BETTER, SOURCE], [BETTER, BETTER]]
    assert filled(DATA, "missing") is DATA
    alone = EvalSet(DATA.sources, DATA.references[1:])
    with pytest.raises(InputError, match="sentence 2: no reference has this sentence"):
        reference_texts(alone, "agree")


def test_a_sentence_nobody_was_asked_about_is_refused():
    alone = EvalSet(DATA.sources, DATA.references[1:])
    with pytest.raises(InputError, match="sentence 2: no reference has this sentence"):
        reference_texts(alone, "missing")


@pytest.mark.parametrize("which", ["references", "systems"])
def test_missing_edits_are_spoken_of(which):
    bare = EvalSet(
        DATA.sources,
        (Reference("one", (BETTER, BETTER), None if which == "references" else ((GOES,), (GOES,))),),
        (System("right", (BETTER, BETTER), None if which == "systems" else ((GOES,), (GOES,))),),
    )
    with pytest.raises(UsageError, match="has no edits yet"):
        parse_measure("F0.5").sentence_stats(bare, bare.systems[0])


def plugin_files():
    """Take the small package out of the docs: a path in bold before each block of code."""
    found = re.findall(r"\*\*`([^`]+)`\*\*\n+```\w*\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return dict(found)


def test_the_plugin_of_the_docs_works_when_installed(tmp_path):
    files = plugin_files()
    (tmp_path / "shorter.py").write_text(files["shorter.py"])
    entry = re.search(r'\[project\.entry-points\."redink\.measures"\]\n(.*?)\n', files["pyproject.toml"])
    installed = tmp_path / "redink_shorter-1.0.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: redink-shorter\nVersion: 1.0\n")
    (installed / "entry_points.txt").write_text("[redink.measures]\n" + entry[1].replace('"', "") + "\n")
    for name, text in {"source.txt": "a b c d\ne\n", "output.txt": "a b c\ne\n", "reference.txt": "a\ne\n"}.items():
        (tmp_path / name).write_text(text)
    code = (
        "import redink; data = redink.read(['output.txt'], source='source.txt', references=['reference.txt']);"
        "print(redink.score(data, ['Shorter'], ci=True, seed=0, pipeline='plain').to_dicts())"
    )
    finished = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([SRC, str(tmp_path)])},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert finished.stderr == ""
    assert "'measure': 'Shorter', 'value': 0.2, " in finished.stdout


def test_the_published_rule_and_annotators_who_were_not_asked_are_the_default():
    assert (Conventions().rule, Conventions().absent) == ("faithful", "missing")
    assert Conventions("corrected").absent == "missing"


def test_bug_a_perfect_output_scored_gleu_below_one():
    source = ("the", "cat", "and", "the", "cat", "and", "the", "dog", "saw", "the", "cat", ".")
    reference = ("the", "cat", "and", "a", "cat", "and", "the", "dog", "saw", "a", "cat", ".")
    data = EvalSet((source,), (Reference("r", (reference,)),), (System("s", (reference,)),))
    for rule in ("corrected", "faithful"):
        measure = parse_measure("GLEU", Conventions(rule))
        assert measure.score_from_sums(measure.sentence_stats(data, data.systems[0])) == pytest.approx([1.0])
    assert parse_measure("GLEU-multiset").name == "GLEU-multiset"


@pytest.mark.parametrize("slip", [{"rule": "faithfull"}, {"absent": "no"}, {"size": "one"}])
def test_bug_a_convention_that_does_not_exist_was_taken_and_signed(slip):
    with pytest.raises(UsageError, match="choose from"):
        Conventions(**slip)


def test_bug_one_type_to_exclude_was_taken_letter_by_letter():
    with pytest.raises(UsageError, match=r"exclude=\['PUNCT'\]"):
        Conventions(exclude="PUNCT")
