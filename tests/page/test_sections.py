"""Sections by hand on three sentences: perfect corrects both errors, eager one wrongly, idle none."""

from dataclasses import replace

import pytest

from redink.annotation.error_types import ERROR_TYPES
from redink.evaluation.sections import SectionInputs, called_reference, essay_name, reference_label
from redink.evaluation.trust import Trust
from redink.questions.conservatism.section import conservatism_section
from redink.questions.coverage.section import coverage_section
from redink.questions.difficulty.sections import heat_maps
from redink.questions.difficulty.sections.complementarity import complementarity_section
from redink.questions.difficulty.sections.difficulty import _steps, difficulty_section
from redink.questions.difficulty.sections.heat_maps import heat_maps_section
from redink.questions.faithfulness import section as faithfulness_section
from redink.questions.score.run import scored as score
from redink.questions.score.sections.detection import detection_section
from redink.questions.score.sections.error_types import error_types_section
from redink.questions.score.sections.examples import examples_section, gather
from redink.questions.score.sections.operations import operations_section
from redink.questions.score.sections.significance import significance_section
from redink.questions.score.sections.summary import summary_section
from redink.reading.conllu import Tree
from redink.records import Edit, Reference
from redink.registry import contribution, names
from redink.reports.charts import Chart
from redink.reports.examples import ExampleError, Proposal
from redink.reports.one_page import Fold, Section
from redink.reports.tables import Table
from redink.scoring.measure import Conventions
from tests.questions.samples import DATA, GOES, GOOD, NO_THE, SOURCES

MEASURES = ("F0.5", "P")


def inputs_of(data=DATA, *, asked=None, measures=MEASURES, **trust):
    trust = Trust(resamples=50, seed=0, **trust)
    conventions = Conventions("corrected", "noop")
    results = score(data, measures, conventions=conventions, trust=trust)
    return SectionInputs(data, results, conventions, trust, asked=asked or {})


class Flat:
    """A parser for which everything depends on the first word."""

    name, version = "flat", "1"

    def parse(self, sentences):
        return (
            Tree(words, (0,) * len(words), ("root", *["obj"] * (len(words) - 1))[: len(words)]) for words in sentences
        )


def table_of(section, title):
    """Find a table, or the twin of a chart, by the beginning of its title."""
    for part in section.parts:
        inside = part.parts if isinstance(part, Fold) else (part,)
        for one in inside:
            if isinstance(one, Table | Chart) and one.title.startswith(title):
                return [[cell.value for cell in row.cells] for row in (getattr(one, "table", one)).rows]
    raise AssertionError([part.title for part in section.parts])


@pytest.mark.parametrize("name", names("redink.sections"))
def test_every_section_shows_something_and_explains_itself(name, monkeypatch):
    monkeypatch.setattr(faithfulness_section, "load_tree_parser", lambda _: Flat())
    maker = contribution("redink.sections", name)
    groups = {"perfect": "good", "eager": "bad", "idle": "bad"}
    section = maker.make(inputs_of(asked={"faithfulness": True, "pipeline": "plain", "groups": groups}))
    assert isinstance(section, Section)
    assert section.parts
    assert section.text.endswith(".")
    assert not section.finding or section.finding.endswith(".")


def test_people_against_people_without_a_coverage_file():
    section = coverage_section(inputs_of())
    assert section.finding == (
        "The human references agree with each other at F0.5 0.000: do not expect a system to reach 1. "
        "Scored in the same way, perfect has 0.500."
    )
    assert table_of(section, "F0.5 as a share of people's")[0][:2] == ["perfect", "system"]
    assert coverage_section(inputs_of(replace(DATA, references=DATA.references[:1]))) is None


def test_anchors_differ():
    makers = [contribution("redink.sections", name) for name in names("redink.sections")]
    assert len({maker.place for maker in makers}) == len(makers)
    shown = [section for maker in makers if (section := maker.make(inputs_of())) is not None]
    assert (
        len({section.anchor for section in shown}) == len(shown) == len(makers) - 2
    )  # faithfulness and groups were not asked for


def test_what_is_not_there_is_not_shown():
    alone = inputs_of(replace(DATA, systems=DATA.systems[:1]))
    assert significance_section(alone) is None
    assert complementarity_section(alone) is None
    clean = replace(
        DATA,
        references=(replace(DATA.references[0], texts=SOURCES, edits=((), (), ())),),
    )
    assert difficulty_section(inputs_of(clean)) is None
    assert complementarity_section(inputs_of(clean)) is None
    assert heat_maps_section(inputs_of(clean)).parts
    assert detection_section(inputs_of(clean)).parts


def test_the_summary_ranks_by_every_measure():
    section = summary_section(inputs_of())
    assert table_of(section, "Ranking by every measure") == [["perfect", 1, 1], ["eager", 2, 2], ["idle", 3, None]]
    assert section.finding == "perfect has the best F0.5: 1.000."


def test_another_leader_is_named():
    results = inputs_of().results
    swapped = replace(results.systems[1], scores=(results.systems[1].scores[0], results.systems[0].scores[1]))
    worse = replace(results.systems[0], scores=(results.systems[0].scores[0], results.systems[1].scores[1]))
    inputs = replace(inputs_of(), results=replace(results, systems=(worse, swapped, results.systems[2])))
    assert summary_section(inputs).finding.endswith("eager has the best precision.")


def test_bug_a_system_without_edits_was_praised_for_its_precision():
    """The unchanged source had "the best P", and its point at precision 1 stretched the chart."""
    data = replace(DATA, systems=(DATA.systems[1], DATA.systems[2]))
    results = score(data, ("F0.5", "P", "R"), conventions=Conventions(), trust=Trust(resamples=20))
    inputs = replace(inputs_of(data), results=results, conventions=Conventions())
    assert results["idle", "P"].value == 1
    assert summary_section(inputs).finding.endswith("idle, which changes nothing, has the best precision.")
    section = detection_section(inputs)
    assert [row[0] for row in table_of(section, "Precision and recall")] == ["eager"]
    assert section.text.endswith("no precision to show in the first chart: idle.")


@pytest.mark.parametrize("test", ["randomisation", "bootstrap"])
def test_three_sentences_tell_nothing_for_sure(test):
    section = significance_section(inputs_of(test=test))
    ranks = table_of(section, "Significant ranks")
    assert [row[3:] for row in ranks] == [["1–3", "1–2"], ["1–3", "1–2"], ["1–3", None]]
    assert {row[1] for row in ranks} == {1}
    assert {row[2] for row in ranks} == {"a"}
    assert section.finding == (
        "perfect is first in F0.5, but its lead over eager and idle is not significant: it may be due to chance."
    )
    assert ("randomisation" in section.text) == (test == "randomisation")


MANY = replace(
    DATA,
    sources=SOURCES * 20,
    documents=None,
    references=tuple(replace(own, texts=own.texts * 20, edits=own.edits * 20) for own in DATA.references),
    systems=tuple(replace(own, texts=own.texts * 20, edits=own.edits * 20) for own in DATA.systems),
)


def test_many_sentences_tell_who_is_better():
    section = significance_section(inputs_of(MANY))
    assert section.finding == "perfect is first in F0.5, and its lead over every other system is significant."
    gaps = table_of(section, "By how much")
    assert gaps[0][1] is None
    assert gaps[0][2] > 0
    assert gaps[2][1:] == [None, None, None]
    curve = table_of(section, "Smallest difference")
    limits = {row[1]: row[2] for row in curve}
    size = len(MANY.sources)
    words = f"{size} sentences are too few to detect differences below {limits[size]:.1f} points of F0.5"
    assert words in section.text
    assert limits[4 * size] == pytest.approx(limits[size] / 2)


def test_bug_the_report_praised_the_system_with_the_most_faults():
    """Bug: where lower is better, the report ranked upside down: in words, in the chart of ranks and in the matrix."""
    best_first = replace(MANY, systems=tuple(sorted(MANY.systems, key=lambda own: own.name == "eager")))
    assert [own.name for own in best_first.systems] == ["perfect", "idle", "eager"]
    faults = "CLEME2-dependent-over"
    inputs = inputs_of(best_first, measures=(faults, "F0.5"))
    section = summary_section(inputs)
    assert "eager has the best" not in section.finding
    assert [row[1] for row in table_of(section, "Ranking by every measure")] == [1, 1, 3]
    section = significance_section(inputs)
    assert section.finding == (
        f"perfect is first in {faults}, but its lead over idle is not significant: it may be due to chance."
    )
    gaps = table_of(section, "By how much")
    assert [row[3] is not None for row in gaps] == [True, True, False]
    assert gaps[2][1:] == [None, None, None]


def test_bug_a_system_without_a_score_was_said_to_be_worse():
    section = significance_section(inputs_of(MANY, measures=("P",)))
    words = "perfect is first in P, and its lead over every other system that has a score is significant."
    assert section.finding == words


def test_findings_about_one_system_speak_of_one():
    inputs = inputs_of(replace(DATA, systems=DATA.systems[:1]))
    assert "the best" not in summary_section(inputs).finding
    assert "On average" not in operations_section(inputs).finding


def test_operations_are_counted():
    chart = table_of(operations_section(inputs_of()), "Edits by operation")
    assert chart == [
        ["first (reference)", 0, 1, 1],
        ["second (reference)", 0, 1, 0],
        ["perfect", 0, 1, 1],
        ["eager", 0, 2, 0],
        ["idle", 0, 0, 0],
    ]


def test_levels_add_up_to_the_errors():
    section = difficulty_section(inputs_of())
    levels = table_of(section, "Errors by the number")
    assert [sum(row[1:]) for row in levels] == [2, 1]
    assert section.finding.startswith("Each of the 2 errors is corrected by at least one system.")
    assert table_of(section, "Which systems rise")[0][0] == "perfect"


@pytest.mark.parametrize("size", [1, 2, 3, 4, 12, 20])
def test_steps_cover_every_number_of_systems_once(size):
    covered = sorted(number for low, high, _ in _steps(size) for number in range(low, high + 1))
    assert covered == list(range(size + 1))


def test_errors_that_one_alone_corrects():
    section = complementarity_section(inputs_of())
    assert section.finding == "perfect corrects 2 errors that no other system corrects."
    assert 'data-wish="solved=1"' in section.parts[-1]
    assert 'data-wish="solved=0"' in section.parts[-1]
    assert [row[2] for row in table_of(section, "Errors that the best k")] == [1, 1, 1]


def test_heat_maps_have_all_references_and_essays():
    legend, *folds = heat_maps_section(inputs_of()).parts
    assert "Weight of errors" in legend
    assert [fold.title for fold in folds] == ["Reference first", "Reference second"]
    assert [part.title for part in folds[0].parts if isinstance(part, Fold)] == ["e1", "e2"]
    assert "false-positive" in folds[0].parts[-1].parts[0]


def test_heat_maps_stop_when_the_page_grows_too_long(monkeypatch):
    monkeypatch.setattr(heat_maps, "MOST_CHARACTERS", 10)
    parts = heat_maps_section(inputs_of()).parts[1].parts
    assert not [part for part in parts if isinstance(part, Fold)]
    assert "2 more are in the examples below" in parts[-1]


def test_sentences_without_essays_are_shown_in_slices():
    loose = replace(DATA, documents=None)
    assert essay_name(loose, 0) == "Sentences 1 to 3"
    assert essay_name(DATA, 2) == "e2"
    assert {sentence.essay for sentence in gather(loose).sentences} == {""}, "no label where no essays are known"


def test_each_change_is_stored_once():
    found = gather(DATA)
    first, second, third = found.sentences
    assert first.errors == (
        ExampleError(1, 2, ("goes",), "R:VERB:SVA", (0,)),
        ExampleError(1, 2, ("went",), "R:VERB:TENSE", (1,)),
    )
    assert first.proposals == (
        Proposal(1, 2, "goes", "R:VERB:SVA", (0,)),
        Proposal(1, 2, "went", "R:VERB:TENSE", (1,)),
    )
    assert second.errors == (ExampleError(2, 3, ("",), NO_THE.type, (0,)),)
    assert third.proposals == (Proposal(0, 1, "Good", GOOD.type, (1,)),)
    assert [own.essay for own in found.sentences] == ["e1", "e1", "e2"]


def test_shared_changes_name_all_who_make_them():
    twin = replace(DATA.systems[0], name="twin")
    agreeing = replace(DATA.references[1], edits=((GOES,), None, ()))
    found = gather(replace(DATA, systems=(*DATA.systems, twin), references=(DATA.references[0], agreeing)))
    assert found.sentences[0].errors == (ExampleError(1, 2, ("goes",), "R:VERB:SVA", (0, 1)),)
    assert found.sentences[0].proposals[0].systems == (0, 3)


def test_alternatives_are_ways_and_marks_without_correction_are_left_out():
    unsure = (Edit(1, 2, ("goes",), "X", alternatives=(("went",),)), Edit(0, 1, (), "UNK"), Edit(-1, -1, (), "noop"))
    reference = replace(DATA.references[0], edits=(unsure, (), ()))
    found = gather(replace(DATA, references=(reference,)))
    assert found.sentences[0].errors == (ExampleError(1, 2, ("goes", "went"), "X", (0,)),)


def test_the_browser_offers_all_systems_and_types():
    (fragment,) = examples_section(inputs_of()).parts
    for wanted in (">perfect</option>", ">VERB:SVA</option>", 'value="U:"', "<noscript>"):
        assert wanted in fragment


def test_bug_equal_systems_had_a_best_and_a_worst_and_nothing_right_was_right_most_often():
    alike = replace(DATA, systems=tuple(replace(DATA.systems[2], name=name) for name in "ab"))
    assert [own.texts for own in alike.systems] == [SOURCES, SOURCES]
    inputs = inputs_of(alike, measures=("F0.5",))
    assert operations_section(inputs).finding == ""
    same = "a, which changes nothing, and b, which changes nothing, have the same F0.5: 0.000."
    assert summary_section(inputs).finding == same
    assert significance_section(inputs).finding == ""
    assert conservatism_section(inputs).finding == (
        "Both systems change fewer words than a human reference does. None of them changes a word."
    )
    clean = (Reference("clean", SOURCES, tuple(() for _ in SOURCES)),)
    data = replace(DATA, references=clean)
    results = score(data, ("F0.5",), conventions=Conventions("faithful"), trust=Trust(resamples=50))
    assert detection_section(SectionInputs(data, results, Conventions("faithful"), Trust(resamples=50))).finding == ""


def test_the_summary_says_what_each_measure_means():
    text = summary_section(inputs_of(measures=("F0.5", "P", "EM"))).text
    assert text.endswith("P is precision. EM is the share of sentences that are exactly right.")


def test_the_types_are_explained():
    section = error_types_section(inputs_of())
    shown = {row[0] for row in table_of(section, "F0.5 by error type")}
    meanings = {row[0]: row[1:] for row in table_of(section, "What the types mean")}
    assert meanings["DET"][0] == "Determiner"
    assert set(meanings) == shown & {kind.code for kind in ERROR_TYPES}


def test_references_have_names_that_a_reader_knows_for_references():
    assert [reference_label(name) for name in ("first", "reference 0")] == ["first (reference)", "reference 0"]
    assert [called_reference(name) for name in ("first", "reference 0")] == ["the reference first", "reference 0"]
    assert "Weights, ranks and types are those of the reference first." in difficulty_section(inputs_of()).text


@pytest.mark.parametrize(
    ("number", "detection", "difficulty"),
    [
        (0, "perfect is right in 100 % of its changes (precision 1.000), and corrects 100 % of the errors", "2 of 2"),
        (2, "", "idle corrects 0 of 2 errors (0 %)."),
    ],
)
def test_one_system_is_not_spoken_of_as_several(number, detection, difficulty):
    alone = inputs_of(replace(DATA, systems=DATA.systems[number : number + 1]))
    assert detection_section(alone).finding.startswith(detection)
    assert bool(detection_section(alone).finding) == bool(detection)
    assert difficulty in difficulty_section(alone).finding
    assert "systems" not in difficulty_section(alone).finding


def test_the_only_system_that_corrects_is_named():
    some = inputs_of(replace(DATA, systems=(DATA.systems[0], DATA.systems[2])))
    expected = "perfect is the only system that corrects an error as the reference does."
    assert detection_section(some).finding == expected
