"""Statistics are counted once in a run, whatever asks for them: scores, tests, ranks, breakdowns, the report."""

from collections import Counter

import pytest

import redink
from redink import example
from redink.scoring import edit_overlap, gleu, i_measure, max_match


@pytest.fixture
def counts(monkeypatch):
    """Count how often a system is held against the references, by measure."""
    calls = Counter()

    def watch(module, name, key=None):
        original = getattr(module, name)

        def counted(*arguments, **options):
            calls[key or name] += 1
            return original(*arguments, **options)

        monkeypatch.setattr(module, name, counted)

    watch(edit_overlap, "match_references")
    watch(gleu, "system_stats")
    watch(max_match, "count_edits")
    watch(i_measure, "system_stats", "I")
    return calls


@pytest.fixture(scope="module")
def data():
    return example.load()


SYSTEMS = 6


def test_six_measures_of_one_family_match_edits_once(data, counts):
    assert len(data.systems) == SYSTEMS
    redink.score(data, ["P", "R", "F0.5", "F1", "F2", "F0.25"], pipeline="plain", ci=True, by="type", leaders=True)
    assert counts == {"match_references": SYSTEMS}


def test_a_breakdown_by_length_and_published_gleu_count_once(data, counts):
    redink.score(data, ["GLEU", "F0.5"], pipeline="plain", rule="faithful", by="length", counts=True)
    assert counts == {"system_stats": 1, "match_references": SYSTEMS}


def test_a_comparison_counts_once(data, counts):
    redink.compare(data, ["F0.5", "P", "GLEU"], pipeline="plain", resamples=20)
    assert counts == {"match_references": SYSTEMS, "system_stats": 1}


def test_saving_and_sentences_count_nothing_again(data, counts, tmp_path):
    results = redink.score(data, ["F0.5", "GLEU"], pipeline="plain")
    results.save_statistics(tmp_path / "results.json")
    assert counts == {"match_references": SYSTEMS, "system_stats": 1}


def test_a_gate_counts_once(data, counts, tmp_path):
    redink.score(data, ["F0.5", "P", "M2"], pipeline="plain").save_statistics(tmp_path / "results.json")
    counts.clear()
    first = redink.EvalSet(data.sources, data.references, data.systems[:1])
    redink.gate(first, tmp_path / "results.json", pipeline="plain", resamples=20)
    assert counts == {"match_references": 1, "count_edits": 1}


def test_the_report_counts_once(data, counts):
    # With two references, the page also scores each person against the others: another comparison.
    alone = redink.EvalSet(data.sources, data.references[:1], data.systems)
    redink.report(alone, ["F0.5", "P", "R", "GLEU", "M2", "I-nomix"], pipeline="plain", resamples=50)
    # Matches of corrections, and of detection: two ways to agree, each once a system.
    assert counts["match_references"] == 2 * SYSTEMS
    assert counts["system_stats"] == 1
    assert counts["count_edits"] == 1, "all systems at once"
    assert counts["I"] == 1, "all systems at once"
