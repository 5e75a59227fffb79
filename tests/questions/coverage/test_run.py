"""Coverage results: read, measured, saved and read back; tables, charts and corrected accuracies."""

import re
from dataclasses import replace

import msgspec
import numpy as np
import pytest

from redink import example
from redink.annotation.annotator import Annotator
from redink.errors import InputError, UsageError
from redink.evaluation.data import read
from redink.evaluation.preparation import annotated, load_annotator
from redink.evaluation.statistics import Statistics
from redink.questions.coverage.accuracy import corrected_accuracies, coverage_corrected_tables, read_counts
from redink.questions.coverage.charts import coverage_charts
from redink.questions.coverage.incentive import incentive
from redink.questions.coverage.inputs import read_corrections
from redink.questions.coverage.mathematics.counts import Normalisation, SentenceCounts
from redink.questions.coverage.results import CoverageSettings
from redink.questions.coverage.run import coverage, measured, size_and_clean
from redink.questions.coverage.saved import read_saved
from redink.records import EvalSet, Reference, System
from redink.reports.rendering import render
from redink.scoring import max_match
from redink.scoring.measure import Conventions, reference_edits
from redink.scoring.names import parse_measure
from redink.stats.intervals import interval
from redink.stats.resampling import Resamples, bootstrap
from tests.shared_files import DATA, needs_shared

_QUICK = CoverageSettings(
    references=(1, 2, 3, 20), sentences=175, clean=26, resamples=60, seed=0, measures=("F0.5", "GLEU")
)


@pytest.fixture(scope="module")
def annotator() -> Annotator:
    return load_annotator("plain")


@pytest.fixture(scope="module")
def results(annotator):
    data = annotated(example.load(), annotator)
    sentences = read_corrections([example.path("corrections.tsv")], source=example.path("source.txt"))
    votes = {(own.source, own.corrections[0]): [True, True, False] for own in sentences}
    return measured(sentences, _QUICK, annotator=annotator, data=data, votes=votes)


def test_what_was_measured(results) -> None:
    assert (results.facts.sentences, results.facts.corrections, results.facts.fewest) == (10, 200, 20)
    exact, index = results.matches
    assert [point.references for point in exact.points] == [1, 2, 3, 20]
    assert [point.extrapolated for point in exact.points] == [False, False, False, True]
    for point, other in zip(exact.points, index.points, strict=True):
        assert point.coverage <= other.coverage
        assert point.bias == 1 - point.coverage
        assert point.interval.low < point.coverage < point.interval.high
    assert [curve.measure for curve in results.curves] == ["F0.5", "GLEU"]
    # Twenty people cannot give an output and twenty references.
    assert [point.references for point in results.curves[0].points] == [1, 2, 3]
    assert any("One is used as the output, so only 19 are left as references." in line for line in results.footnotes)
    assert {line.name for line in results.systems} == {system.name for system in example.load().systems}
    assert [own.references for own in results.people] == [1, 1]
    assert results.validity.judged == 10


def test_advice_names_the_references_at_hand(results) -> None:
    first = results.advice()[0]
    assert first.startswith("With your 2 references a perfect corrector would score F0.5 0.")


def test_saved_and_read_back(results, tmp_path) -> None:
    results.save(tmp_path / "c.json")
    again = read_saved(tmp_path / "c.json")
    assert again.to_dict() == results.to_dict()
    assert [own.points for own in again.matches] == [own.points for own in results.matches]
    assert again.curves == results.curves
    for own, other in zip(again.matches, results.matches, strict=True):
        for point, twin in zip(own.accuracy, other.accuracy, strict=True):
            assert (point.density == twin.density).all()


def test_what_was_not_saved_by_us_is_refused(tmp_path) -> None:
    path = tmp_path / "c.json"
    path.write_text("{}")
    with pytest.raises(InputError, match="not saved by redink coverage"):
        read_saved(path)


@pytest.mark.parametrize("form", ["table", "tsv", "json", "md", "latex", "html"])
def test_all_tables_in_all_forms(results, form) -> None:
    tables = results.to_tables()
    # Two coverages, by size and by type, one of scores, two of numbers, systems, people by two measures, validity.
    assert len(tables) == 11
    for table in tables:
        assert render(table, form)


def test_no_number_of_corrections_without_its_floor(results) -> None:
    tables = [table for table in results.to_tables() if table.title.startswith("How many corrections")]
    assert len(tables) == 2
    for table in tables:
        assert any("floor of 0.0025" in note for note in table.notes)
        assert [row.cells[3].value for row in table.rows] == ["extrapolation"] * 3 + ["the sample"]


def test_charts_have_bands_and_systems_as_lines(results) -> None:
    f, _, by_match = coverage_charts(results)
    assert len(by_match.table.rows) == 4 * 4
    assert {row.cells[0].value for row in f.table.rows} >= {"perfect corrector", "strong", "stutter"}
    page = results.to_page()
    assert page.count("<svg") == 3
    assert "://" not in re.sub(r'xmlns="[^"]*"', "", page)


def test_flat_dictionaries(results) -> None:
    rows = results.to_dicts()
    assert {row["curve"] for row in rows} == {"exact", "index", "F0.5", "GLEU"}
    assert "tabular" in results.to_latex()


def test_measures_that_need_edits_need_an_annotator() -> None:
    sentences = read_corrections([example.path("corrections.tsv")], source=example.path("source.txt"))
    with pytest.raises(UsageError, match="need edits"):
        measured(sentences, _QUICK)


def test_corrections_of_references_and_text() -> None:
    names = ["reference-minimal.txt", "reference-fluent.txt"]
    found = read_corrections([example.path(name) for name in names], source=example.path("source.txt"))
    assert len(found) == 175
    assert all(len(own.corrections) == 2 for own in found)
    with pytest.raises(UsageError, match="not known"):
        read_corrections([example.path(name) for name in names])
    with pytest.raises(UsageError, match="must be the only input"):
        read_corrections([example.path("corrections.tsv"), example.path("source.txt")])
    # Both hands agree in 84 sentences: one reference covers the other there. In 26 of these neither changes anything.
    settings = CoverageSettings(references=(1,), measures=(), resamples=20, left_alone=None)
    assert measured(found, settings).matches[0].points[0].coverage == pytest.approx(84 / 175)
    own = measured(found, replace(settings, left_alone=1.0))
    assert own.facts.dropped == 26
    assert own.matches[0].points[0].coverage == pytest.approx(58 / 149)


def test_a_note_when_texts_are_not_tokenised_alike(tmp_path) -> None:
    path = tmp_path / "c.tsv"
    path.write_text("source\tcorrection\na b .\ta c.\na b .\ta c .\na b .\tA c.\n")
    settings = CoverageSettings(references=(1,), measures=(), resamples=20)
    assert any("--drop-punctuation" in line for line in _notes(path, settings))


def test_a_note_when_a_person_corrected_twice(tmp_path) -> None:
    path = tmp_path / "c.tsv"
    path.write_text("source\tworker\tcorrection\na b\tw\ta c\na b\tw\ta c\na b\tv\ta d\n")
    settings = CoverageSettings(references=(1,), measures=(), resamples=20)
    assert any("1 corrections are by a person who had already" in line for line in _notes(path, settings))


def _notes(path, settings) -> tuple[str, ...]:
    return measured(read_corrections([path]), settings).footnotes


def test_from_python(results, tmp_path) -> None:
    pairs = (("a b", ["a c", "a c", "a d"]) for _ in range(2))
    found = coverage(pairs, numbers=(1, 2), measures="EM", sentences=30, untouched=3, resamples=20)
    assert found["exact", 1].coverage == pytest.approx(1 / 3)
    with pytest.raises(KeyError, match="there are exact, index, EM"):
        found["F0.5", 1]
    with pytest.raises(KeyError, match="no point for 7 references"):
        found["EM", 7]
    results.save(tmp_path / "c.json")
    assert coverage(tmp_path / "c.json").curves == results.curves
    beside = coverage(tmp_path / "c.json", data=example.load(), pipeline="plain")
    assert beside.systems == results.systems


def test_one_call_does_what_the_steps_do(results) -> None:
    files = {"corrections": example.path("corrections.tsv"), "source": example.path("source.txt")}
    settings = {"numbers": (1, 2, 3, 20), "resamples": 60, "seed": 0, "data": example.load(), "pipeline": "plain"}
    found = coverage(**files, **settings)
    assert found.to_dict() | {"signature": 0, "validity": None} == results.to_dict() | {
        "signature": 0,
        "validity": None,
    }
    in_memory = coverage(files["corrections"], source=example.load().sources, **settings)
    assert in_memory.to_dict() == found.to_dict()


def test_rows_of_a_table_are_chosen_by_text_or_pair() -> None:
    files = {"corrections": example.path("corrections.tsv"), "source": example.path("source.txt")}
    settings = {"measures": "none", "numbers": (1,), "resamples": 20}
    texts = coverage(**files, **settings, where=["worker=w01", "worker=w02"])
    pairs = coverage(**files, **settings, where=[("worker", "w01"), ("worker", "w02")])
    assert texts.facts.corrections == 20 - 2 * texts.facts.dropped
    assert texts.to_dict() == pairs.to_dict()


def test_references_are_corrections_if_there_are_no_others() -> None:
    found = coverage(data=example.load(), measures=(), numbers=(1,), resamples=20)
    assert found["exact", 1].coverage == pytest.approx(58 / 149)
    assert (found.settings.sentences, found.settings.clean) == (175, 26)
    with pytest.raises(UsageError, match="there are no corrections"):
        coverage()


def test_python_users_are_told_what_is_missing(results, tmp_path) -> None:
    bare = replace(example.load(), references=())
    table = {"corrections": example.path("corrections.tsv"), "source": example.path("source.txt")}
    with pytest.raises(UsageError, match="there are no references"):
        size_and_clean(bare)
    with pytest.raises(UsageError, match="there are no references"):
        coverage(**table, measures="EM", data=bare)
    with pytest.raises(UsageError, match=r"redink\.read"):
        coverage(**table, data="output.txt")
    results.save(tmp_path / "c.json")
    with pytest.raises(UsageError, match="there are no references"):
        coverage(tmp_path / "c.json", data=bare, pipeline="plain")
    for changed in ({"measures": "EM"}, {"sentences": 50}, {"where": ["a=b"]}, {"fold_case": True}):
        with pytest.raises(UsageError, match="its own settings"):
            coverage(tmp_path / "c.json", **changed)
    with pytest.raises(UsageError, match="no number of references"):
        coverage(**table, measures="EM", numbers=())
    with pytest.raises(UsageError, match="60 is more than the 50 sentences"):
        coverage(**table, measures=(), sentences=50, untouched=60)
    # Without measures nothing else looks at these two numbers, and the accuracies would be of 60 sentences.
    with pytest.raises(UsageError, match="60 of 50 sentences cannot be clean"):
        measured([], replace(_QUICK, measures=(), sentences=50, clean=60))


def test_a_perfect_corrector_without_a_score_is_saved_and_read_back(tmp_path) -> None:
    # Nobody changes anything, so that F is 0/0.
    pairs = [("a b", ["a b"] * 3), ("c d", ["c d"] * 3)]
    quick = {"numbers": (1,), "sentences": 30, "untouched": 3, "resamples": 20, "pipeline": "plain"}
    found = coverage(pairs, measures="F0.5", left_alone=None, **quick)
    assert found["F0.5", 1].score is None
    assert not any("nan" in line for line in found.advice())
    assert found.to_page()
    found.save(tmp_path / "c.json")
    assert read_saved(tmp_path / "c.json").curves == found.curves


def test_curves_without_any_match_are_saved_and_read_back(tmp_path) -> None:
    quick = {"numbers": (1,), "sentences": 30, "untouched": 3, "resamples": 20, "pipeline": "plain"}
    found = coverage([("a b", ["a c", "a d", "a c"])] * 3, matches=(), measures="F0.5", **quick)
    found.save(tmp_path / "c.json")
    assert read_saved(tmp_path / "c.json").curves == found.curves
    with pytest.raises(UsageError, match="has no coverage of any match"):
        incentive([(0.9, 0.8)], coverage=tmp_path / "c.json")


def _accuracies(data, counts, absent="missing"):
    return corrected_accuracies(Statistics(data), "EM", counts, Conventions(absent=absent))


def test_corrected_accuracy_by_hand() -> None:
    # Of four sentences one is clean; of the others the system hits one; every second correction is covered.
    sources = (("a",), ("b",), ("c",), ("d",))
    reference = Reference("r", (("a",), ("B",), ("C",), ("D",)))
    system = System("s", (("a",), ("B",), ("c",), ("d",)))
    counts = [SentenceCounts((), (3, 1))]  # coverage at M = 1: ½
    (found,) = _accuracies(EvalSet(sources, (reference,), (system,)), counts)
    assert found.accuracy is not None
    assert (found.accuracy.hits, found.accuracy.sentences) == (1, 3)
    assert found.accuracy.estimate == pytest.approx(1 / 1.5)
    assert found.p is None


def _two_annotators() -> EvalSet:
    # Of three sentences the second reference has the first alone.
    first, second = Reference("1", (("A",), ("B",), ("C",))), Reference("2", (("AA",), None, None))
    systems = (System("s", (("A",), ("b",), ("c",))), System("t", (("A",), ("B",), ("C",))))
    return EvalSet((("a",), ("b",), ("c",)), (first, second), systems)


def test_a_missing_annotator_is_no_reference() -> None:
    counts = [SentenceCounts((), (3, 1))]  # coverage at M = 1: ½, at M = 2: ¾
    missing = _accuracies(_two_annotators(), counts, "missing")
    assert missing[0].accuracy is not None
    assert missing[0].accuracy.estimate == pytest.approx(1 / (0.75 + 0.5 + 0.5))
    asked = _accuracies(_two_annotators(), counts, "noop")
    assert asked[0].accuracy is not None
    assert asked[0].accuracy.estimate == pytest.approx(3 / (3 * 0.75))


def test_no_p_value_of_corrected_accuracies_without_coverage() -> None:
    counts = [SentenceCounts((), (1, 1))]  # coverage at M = 1: 0
    data = replace(_two_annotators(), references=_two_annotators().references[:1])
    first, second = _accuracies(data, counts)
    assert (first.accuracy, second.accuracy, second.p) == (None, None, None)
    with pytest.raises(InputError, match="a single correction says nothing"):
        _accuracies(data, [SentenceCounts((), (1,))])


def test_the_table_says_how_many_references_there_are_and_what_was_normalised(tmp_path) -> None:
    path = tmp_path / "c.tsv"
    path.write_text("source\tcorrection\na b\ta c\na b\tA c\na b\ta d\n")
    statistics = Statistics(_two_annotators())
    (table,) = coverage_corrected_tables(statistics, ["EM"], path, Conventions(absent="missing"))
    assert any("coverage of 1 to 2 reference(s)" in note for note in table.notes)
    assert not any("normalised" in note for note in table.notes)
    settings = CoverageSettings(references=(1,), measures=(), resamples=20, normalisation=Normalisation(fold_case=True))
    measured(read_corrections([path]), settings).save(tmp_path / "c.json")
    (table,) = coverage_corrected_tables(statistics, ["EM"], tmp_path / "c.json", Conventions())
    assert any("normalised corrections (nfkc+case), but EM compares" in note for note in table.notes)


def test_corrections_are_normalised_as_redink_coverage_does(tmp_path) -> None:
    (tmp_path / "c.tsv").write_text("source\tcorrection\na b\tﬁne\na b\tfine\n")
    assert [own.counts for own in read_counts(tmp_path / "c.tsv", ["exact"])[1]["exact"]] == [(2,)]


def test_at_least_two_corrections_a_sentence(tmp_path) -> None:
    path = tmp_path / "c.tsv"
    path.write_text("source\tcorrection\na b\ta c\nd e\td f\nd e\td g\n")
    settings = CoverageSettings(references=(1,), measures=(), resamples=20)
    with pytest.raises(UsageError, match="one correction says nothing"):
        measured(read_corrections([path]), replace(settings, fewest=1))
    saved = measured(read_corrections([path]), settings).to_dict()
    for counts in ([1], []):
        saved["estimates"][0]["sentences"][0]["counts"] = counts
        (tmp_path / "c.json").write_bytes(msgspec.json.encode(saved))
        with pytest.raises(InputError, match="say nothing about coverage"):
            read_saved(tmp_path / "c.json")


def test_corrected_accuracy_from_either_kind_of_file(results, tmp_path) -> None:
    results.save(tmp_path / "c.json")
    for source in (example.path("source.txt"), example.load().sources):
        raw = read_counts(example.path("corrections.tsv"), ["exact", "index"], source=source)
        assert raw == read_counts(tmp_path / "c.json", ["exact", "index"])
    with pytest.raises(UsageError, match="no coverage of index-printed"):
        read_counts(tmp_path / "c.json", ["index-printed"])
    statistics = Statistics(example.load())
    tables = coverage_corrected_tables(statistics, ["EM", "F0.5", "EIM"], tmp_path / "c.json", Conventions())
    assert [len(table.rows) for table in tables] == [6, 6]
    assert coverage_corrected_tables(statistics, ["EM"], example.path("corrections.tsv"), Conventions()) == tables[:1]
    with pytest.raises(UsageError, match="add -m EM"):
        coverage_corrected_tables(statistics, ["F0.5"], tmp_path / "c.json", Conventions())


_TEAMS = ("AMU", "CAMB", "CUUI", "IITB", "IPN", "NTHU", "PKU", "POST", "RAC", "SJTU", "UFC", "UMC")
_RELEASED = {
    **{team: f"conll14-teams/{team}" for team in _TEAMS},
    "JMGR": "conll14-systems/junczys-dowmunt2016/cclm/best.sparse+cclm.out",
    "conll14st.output.1cleaned": "conll14-systems/rozovskaya-roth2016/conll14st.output.1cleaned",
    "filtered_test.txt": "conll14-systems/xie2016-char/filtered_test.txt",
}


@needs_shared
@pytest.mark.filterwarnings("ignore:.*has no line for")
def test_the_released_intervals_of_real_systems() -> None:
    """All 15 overlap. RoRo's output has no capitals at sentence starts, so that edits of case alone are left out."""
    gold = DATA / "conll14-official/noalt/official-2014.combined.m2"
    data = read([DATA / path for path in _RELEASED.values()], references=gold, names=list(_RELEASED))
    answers = reference_edits(data, "missing")
    measure = parse_measure("M2", Conventions("faithful"))
    resamples = Resamples.draw(1312, 300, np.random.default_rng(0))
    for system in data.systems:
        stats = max_match.sentence_stats(
            data.sources,
            system.texts,
            answers,
            rule="faithful",
            ignore_whitespace_casing=system.name == "conll14st.output.1cleaned",
        )
        ours = interval(bootstrap(stats, measure.score_from_sums, resamples), method="bca")
        text = (DATA / f"choshen-results/significance/1000_{system.name}").read_text()
        (_, _, low), (_, _, high) = np.array(text.replace("[", " ").replace("]", " ").split(), float).reshape(2, 3)
        assert ours is not None
        assert ours.low <= high, system.name
        assert low <= ours.high, system.name


def test_a_sentence_with_one_correction_does_not_count_as_wholly_covered(tmp_path):
    rows = ("source\tcorrection", "a b\ta c", "d e\td f", "d e\td g")
    (tmp_path / "c.tsv").write_text("\n".join(rows) + "\n")
    assert [own.counts for own in read_counts(tmp_path / "c.tsv", ["exact"])[1]["exact"]] == [(1, 1)]
