"""The section of the report: people against people, curves of a file, and statistics that are counted once."""

from dataclasses import replace

import pytest

from redink import example
from redink.evaluation.preparation import prepare
from redink.evaluation.sections import SectionInputs
from redink.evaluation.trust import Trust
from redink.questions.coverage.run import coverage
from redink.questions.coverage.section import SECTION, coverage_section
from redink.questions.score.run import scored
from redink.reports.charts import Chart
from redink.reports.one_page import Fold
from redink.reports.tables import Table
from redink.scoring.measure import Conventions
from redink.scoring.text_measures import Gleu
from tests.questions.samples import DATA


def _inputs(data=DATA, **asked):
    trust = Trust(resamples=50, seed=0)
    results = scored(data, ("F0.5", "P"), trust=trust)
    return SectionInputs(data, results, Conventions(), trust, "none", {"pipeline": "plain", **asked})


def _rows(section, title):
    tables = [part for part in section.parts if isinstance(part, Table) and part.title.startswith(title)]
    return [[cell.value for cell in row.cells] for table in tables for row in table.rows]


def _saved(folder):
    pairs = [("He go home .", ["He goes home .", "He goes home .", "He went home ."])]
    results = coverage(pairs, numbers=(1, 2), measures="GLEU", sentences=20, untouched=2, resamples=20)
    results.save(folder / "c.json")
    return folder / "c.json"


def test_people_against_people_without_a_coverage_file():
    section = coverage_section(_inputs())
    assert section.finding == (
        "The human references agree with each other at F0.5 0.000: do not expect a system to reach 1. "
        "Scored in the same way, perfect has 0.500."
    )
    assert isinstance(section.parts[0], Chart)
    assert _rows(section, "F0.5 as a share of people's")[0][:2] == ["perfect", "system"]
    assert coverage_section(_inputs(replace(DATA, references=DATA.references[:1]))) is None


def test_curves_of_a_coverage_file(tmp_path):
    section = coverage_section(_inputs(coverage=_saved(tmp_path)))
    assert section.finding.startswith("With your 2 references a perfect corrector would score GLEU")
    assert [row[0] for row in _rows(section, "Systems compared")] == ["perfect", "eager", "idle"]
    assert isinstance(section.parts[0], Chart)
    assert isinstance(section.parts[-1], Fold)
    assert SECTION.place == 70


def test_systems_are_counted_once_for_the_whole_page(tmp_path, monkeypatch):
    inputs = _inputs(coverage=_saved(tmp_path))
    counted = []
    count = Gleu.count_systems

    def counting(self, data, systems):
        counted.extend((len(data.references), system.name) for system in systems)
        return count(self, data, systems)

    monkeypatch.setattr(Gleu, "count_systems", counting)
    for _ in range(2):
        coverage_section(inputs)
    assert [names for names in counted if names[0] == 2] == [(2, "perfect"), (2, "eager"), (2, "idle")]


@pytest.mark.parametrize("path", ["corrections.tsv"])
def test_corrections_are_measured_as_the_report_was_asked_to(path):
    data = prepare(example.load(), pipeline="plain").data
    strong = tuple(system for system in data.systems if system.name == "strong")
    inputs = _inputs(replace(data, systems=strong), coverage=example.path(path))
    expected = coverage(
        example.path(path), source=data.sources, data=inputs.data, resamples=50, seed=0, pipeline="plain"
    )
    section = coverage_section(inputs)
    assert section.finding.startswith(expected.advice()[0].removesuffix("."))
    assert section.finding.endswith("score higher are closer to these references than other people are: strong.")
    assert [row[:3] for row in _rows(section, "Systems compared")] == [
        [line.name, line.measure, line.score] for line in expected.systems
    ]


def test_the_first_picture_shows_what_the_sentence_says(tmp_path):
    section = coverage_section(_inputs(coverage=_saved(tmp_path)))
    assert "would score GLEU" in section.finding
    assert section.parts[0].title == "A perfect corrector's GLEU by number of references"
