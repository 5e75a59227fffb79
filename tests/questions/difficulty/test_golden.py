"""The published weight files and the paper's tables, from ../shared (SPEC-difficulty §1.6, fixtures B, C, E)."""

import warnings
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from redink import example
from redink.annotation.annotator import Annotator
from redink.evaluation.data import read
from redink.evaluation.preparation import annotated, load_annotator, retyped
from redink.questions.difficulty.mathematics.chunks import gold_chunks
from redink.questions.difficulty.mathematics.corpus import token_error_rate
from redink.questions.difficulty.mathematics.formulas import Settings
from redink.questions.difficulty.mathematics.pool import mismatches
from redink.questions.difficulty.mathematics.stability import rank_stability
from redink.questions.difficulty.mathematics.weights import reciprocal
from redink.questions.difficulty.tables import corpus_table
from redink.reading.corrections import read_references
from redink.reading.weights import read_weights
from tests.questions.difficulty.demo import measure
from tests.shared_files import DATA, SHARED, needs_shared

GOLD = DATA / "conll14-official" / "noalt" / "official-2014.0.m2"
WEIGHTS = DATA / "gts-weights"
SYSTEMS = DATA / "conll14-systems"
PUBLIC = {
    "JDG16": SYSTEMS / "junczys-dowmunt2016" / "cclm" / "best.sparse+cclm.out",
    "JD18": SYSTEMS / "junczys-dowmunt2018" / "test2014.out",
    "Ge18": SYSTEMS / "ge2018" / "conll_fb_learning.txt",
    "Kiyono19": SYSTEMS / "kiyono2019" / "pretlarge+sse+r2l" / "conll14.test.out",
}
MODES = ("paper", "faithful")
# Mean w and frequency of the paper's Table 4.
TABLE_4 = {
    "ADJ": (0.982, 28), "CONTR": (0.979, 6), "OTHER": (0.972, 440), "PUNCT": (0.966, 109), "CONJ": (0.945, 16),
    "ORTH": (0.940, 42), "NOUN": (0.937, 93), "PRON": (0.923, 63), "ADV": (0.911, 55), "VERB": (0.891, 160),
    "NOUN:POSS": (0.890, 17), "VERB:TENSE": (0.876, 191), "WO": (0.800, 10), "PART": (0.797, 16), "DET": (0.747, 356),
    "PREP": (0.724, 226), "MORPH": (0.644, 78), "VERB:FORM": (0.590, 89), "NOUN:NUM": (0.539, 210),
    "SPELL": (0.533, 64), "VERB:SVA": (0.499, 97), "ADJ:FORM": (0.375, 5), "NOUN:INFL": (0.208, 6),
    "VERB:INFL": (0.062, 2),
}  # fmt: skip


@cache
def annotator():
    return load_annotator()


@cache
def public():
    data = read(PUBLIC, references=[GOLD])
    return annotated(data, annotator())


@cache
def teams():
    folder = SHARED / "golden" / "errant-3.0.2"
    files = sorted(path for path in folder.glob("*.m2") if "official" not in path.name)
    return read(files, references=[GOLD], with_source=True)


@cache
def with_eight():
    return measure(public(), weights=[read_weights(WEIGHTS / "conll14_8sys.txt")])


def scores(results):
    return {system.name: {score.measure: score.value for score in system.scores} for system in results.scores.systems}


def weighted(results):
    """Give wP, wR, wF0.5 and wA of each system."""
    return {name: [values[kind] for kind in ("wP", "wR", "wF0.5", "wA")] for name, values in scores(results).items()}


@needs_shared
def test_b_the_eight_systems_weights_fit_the_official_gold():
    results = with_eight()
    facts = results.reference().facts()
    assert (facts.sentences, facts.chunks, facts.errors) == (1312, 60410, 2379)
    assert results.reference().levels().tolist() == [110, 80, 104, 107, 109, 111, 154, 208, 1396]
    everything = next(iter(results.counts.values()))[:, 4].sum()
    assert (everything, results.reference().error_weights.sum()) == (2644.875, 1893.5)
    assert results.reference().error_weights.mean() == pytest.approx(0.7959, abs=5e-5)


@needs_shared
def test_b_difficulty_by_nucle_types():
    found = {row.type: (round(row.mean, 3), row.frequency) for row in with_eight().reference().by_type()}
    expected = {
        "SVA": (0.531, 105), "Nn": (0.537, 215), "Vform": (0.651, 132), "Prep": (0.727, 211), "ArtOrDet": (0.746, 331),
        "Mec": (0.820, 228), "Vt": (0.884, 133), "Rloc-": (0.932, 94), "Wci": (0.939, 340), "Others": (1.000, 44),
    }  # fmt: skip
    assert {kind: found[kind] for kind in expected} == expected


@needs_shared
def test_table_4_by_our_own_types():
    data = retyped(public(), annotator())
    results = measure(data, weights=[read_weights(WEIGHTS / "conll14_8sys.txt")])
    found = {row.type: row.mean for row in results.reference().by_type()}
    pairs = np.array([(found[kind], mean, count) for kind, (mean, count) in TABLE_4.items() if kind in found])
    ours, theirs, count = pairs.T
    covariance = np.cov(ours, theirs, aweights=count)
    assert len(pairs) == len(TABLE_4)
    assert covariance[0, 1] / np.sqrt(covariance[0, 0] * covariance[1, 1]) >= 0.97


@needs_shared
def test_c_tables_2_and_3():
    # The paper's numbers come from its program, hence `faithful`; tolerance 0.8 (another ERRANT version).
    results = measure(public(), settings=Settings("faithful"), weights=[read_weights(WEIGHTS / "conll14_8sys.txt")])
    found = scores(results)
    paper = {"Kiyono19": (26.09, 25.19), "JD18": (21.40, 22.98), "Ge18": (19.14, 23.76), "JDG16": (15.76, 24.10)}
    for name, (f, accuracy) in paper.items():
        assert 100 * found[name]["wF0.5"] == pytest.approx(f, abs=0.8)
        assert 100 * found[name]["wA"] == pytest.approx(accuracy, abs=0.8)
    for place, kind in enumerate(("wF0.5", "wA")):
        order = sorted(paper, key=lambda name: paper[name][place])
        assert sorted(paper, key=lambda name: found[name][kind]) == order
        assert sorted(paper, key=lambda name: scores(with_eight())[name][kind]) == order


@needs_shared
def test_c_the_digits_of_the_published_program(errant_pipeline):
    """What SPEC-difficulty's own run gave with ERRANT 3.0.2, whose edits only `errant` gives."""
    data = read(PUBLIC, references=[GOLD])
    results = measure(
        annotated(data, Annotator(errant_pipeline)),
        settings=Settings("faithful"),
        weights=[read_weights(WEIGHTS / "conll14_8sys.txt")],
    )
    found, order = scores(results), ("Kiyono19", "JD18", "Ge18", "JDG16")
    assert [round(100 * found[name]["wF0.5"], 2) for name in order] == [26.28, 22.12, 19.65, 16.11]
    assert [round(100 * found[name]["wA"], 2) for name in order] == [25.28, 23.29, 23.96, 24.23]


@needs_shared
def test_c_the_modes_differ_by_double_false_positives_alone():
    # In `paper` JD18's wF0.5 is 22.34, 0.94 above Table 2: 0.31 are the program's double false positives, which JD18
    # has 21 times. The program itself is 0.72 above it on ERRANT's edits of these outputs (22.12).
    weights = read_weights(WEIGHTS / "conll14_8sys.txt")
    paper, faithful = (measure(public(), settings=Settings(mode), weights=[weights]) for mode in MODES)
    table, w = paper.reference().table, paper.reference().pool.weights(paper.settings.weight)[0]
    moved = {}
    for column, name in enumerate(table.systems):
        double = table.brushed[:, column]
        more = [0, w[double].sum(), 0, 0, 0, 0, 0]
        assert faithful.counts[name].sum(axis=0).tolist() == (paper.counts[name].sum(axis=0) + more).tolist()
        fall = 100 * (scores(paper)[name]["wF0.5"] - scores(faithful)[name]["wF0.5"])
        moved[name] = (int(double.sum()), float(more[1]), round(fall, 2))
    assert moved == {
        "JDG16": (22, 19.25, 0.32),
        "JD18": (21, 19.25, 0.31),
        "Ge18": (18, 16.75, 0.30),
        "Kiyono19": (24, 23.125, 0.42),
    }


@needs_shared
def test_e_twelve_teams_and_the_input():
    results = measure(teams())
    assert results.warnings == ()
    found = {name: [None if v is None else round(v, 4) for v in own] for name, own in weighted(results).items()}
    assert found["AMU"] == [0.4161, 0.0964, 0.2502, 0.2599]
    assert found["CAMB"] == [0.3760, 0.1358, 0.2777, 0.2547]
    assert found["CUUI"] == [0.4039, 0.1122, 0.2658, 0.2459]
    assert found["source"][:3] == [None, 0, 0]
    assert found["source"][3] == pytest.approx(0.2371, abs=5e-4)


@needs_shared
def test_e_as_the_program_counts():
    # SPEC-difficulty's digits come from another annotation of the outputs: within .005. 111 spurious FP in all.
    found = weighted(measure(teams(), settings=Settings("faithful")))
    assert found["AMU"] == pytest.approx([0.4085, 0.0964, 0.2480, 0.2599], abs=5e-3)
    assert found["CAMB"] == pytest.approx([0.3639, 0.1354, 0.2720, 0.2543], abs=5e-3)
    assert found["CUUI"] == pytest.approx([0.3884, 0.1122, 0.2603, 0.2458], abs=5e-3)
    assert found["source"][:3] == [0, 0, 0]
    assert measure(teams()).reference().table.brushed.sum() == 111


@needs_shared
@pytest.mark.parametrize(
    ("settings", "order"),
    [
        (Settings(), ["CAMB", "CUUI", "AMU"]),
        (Settings(leave_one_out=True), ["CAMB", "CUUI", "AMU"]),
        (Settings(weight=reciprocal()), ["CAMB", "CUUI", "AMU"]),
        (Settings(false_positives="unit"), ["AMU", "CUUI", "CAMB"]),
    ],
)
def test_e_the_weight_of_false_positives_decides_the_order(settings, order):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = scores(measure(teams(), settings=settings))
    assert sorted(order, key=lambda name: -found[name]["wF0.5"]) == order
    unweighted = sorted(order, key=lambda name: -found[name]["uF0.5"])
    assert unweighted == ["AMU", "CUUI", "CAMB"]


@needs_shared
def test_eight_systems_are_four_and_the_four_public_ones():
    # conll14_4sys + the four public outputs, against conll14_8sys: ≥ 99.5 % of chunks, ≥ 97 % of errors.
    results = measure(public())
    four, eight = (read_weights(WEIGHTS / f"conll14_{n}sys.txt") for n in (4, 8))
    same = four.solved + results.reference().solved_counts().solved == eight.solved
    assert same.mean() >= 0.995
    assert same[results.reference().table.gold.chunk].mean() >= 0.97


@needs_shared
def test_ranks_across_two_annotators():
    # Figure 3 in small: the same thirteen outputs, two golds for corpora. One system leads in both, as in the paper.
    other = read(references=[GOLD.with_name("official-2014.1.m2")])
    runs = {"0": measure(teams()), "1": measure(replace(teams(), references=other.references))}
    found = rank_stability(
        {name: {own: row["wF0.5"] for own, row in scores(run).items()} for name, run in runs.items()}
    )
    assert found.leaders == ("CAMB", "CAMB")
    assert found.tau == pytest.approx(0.949, abs=5e-4)


# Sentences whose chunks are not those of the published file: 11 and 6, as SPEC-difficulty's author found.
CONLL13_DIFFERS = [17, 74, 374, 410, 503, 606, 752, 851, 858, 1187, 1239]
JFLEG_DIFFERS = [33, 76, 185, 199, 437, 448]


@needs_shared
@pytest.mark.parametrize(
    ("file", "annotator", "weights", "different", "clashing"),
    [
        ("conll14-official/noalt/official-2014.0.m2", 0, "conll14_4sys.txt", [], 0),
        ("conll13/original/data/official-preprocessed.m2", 0, "conll13_4sys.txt", CONLL13_DIFFERS, 49),
        ("jfleg/EACL_exp/m2converter/test.ref.m2", 2, "jfleg_4sys.txt", JFLEG_DIFFERS, 0),
    ],
)
def test_published_weight_files_against_their_corpora(file, annotator, weights, different, clashing):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # overlapping edits, absent annotators: known of these files
        sources, references = read_references(DATA / file, overlaps="both")
    reference = references[annotator]
    gold = gold_chunks(sources, [own or () for own in reference.edits], clashes="both")
    found = mismatches(gold, read_weights(WEIGHTS / weights), sources)
    assert [number + 1 for number in found] == different
    assert len(gold.clashing()) == clashing


@needs_shared
@pytest.mark.parametrize(
    ("files", "each", "printed"),
    [
        (["official-2014.0.m2", "official-2014.1.m2"], [0.1047, 0.1424], 0.12),
        (["../../conll13/original/data/official-preprocessed.m2"], [0.1478], 0.15),
        (["../../jfleg/EACL_exp/m2converter/test.ref.m2"], [0.1864, 0.1800, 0.2040, 0.2486], 0.20),
    ],
)
def test_the_token_error_rates_of_table_1(files, each, printed):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        read_files = [read_references(GOLD.parent / file, overlaps="first") for file in files]
    sources = read_files[0][0]
    references = [reference for _, found in read_files for reference in found]
    assert [round(token_error_rate(sources, [reference]), 4) for reference in references] == each
    assert round(token_error_rate(sources, references), 2) == printed


@needs_shared
def test_corpora_beside_each_other():
    # Weights of the same four systems; the source stands in for outputs, which are not public for two of the corpora.
    files = {
        "conll14_4sys": (GOLD, 0),
        "conll13_4sys": (DATA / "conll13/original/data/official-preprocessed.m2", 0),
        "jfleg_4sys": (DATA / "jfleg/EACL_exp/m2converter/test.ref.m2", 2),
    }
    found = {}
    for name, (path, index) in files.items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            data = read(references=[path], with_source=True, overlaps="both")
        weights = read_weights(WEIGHTS / f"{name}.txt")
        found[name] = measure(
            data, reference=index, mismatches="skip", clashes="both", absent="noop", weights=[weights]
        )
    example_data = annotated(example.load(), annotator())
    corpora = {name: results.reference() for name, results in (found | {"example": measure(example_data)}).items()}
    table = corpus_table(corpora)
    rows = {row.cells[0].value: [cell.value for cell in row.cells[1:]] for row in table.rows}
    assert [rows[name][0] for name in rows] == [1312, 1370, 741, 175]
    assert [rows[name][5] for name in rows] == [4, 4, 4, 6]
    skipped = next(warning for warning in found["jfleg_4sys"].warnings if "left out" in warning)
    assert skipped.startswith("6 sentences do not have the chunks")
    assert all(0.5 < rows[name][6] < 1 for name in files)
