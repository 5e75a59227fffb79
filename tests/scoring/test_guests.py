"""Measures of gec-metrics: the adapter's contract, with a stand-in of the same interface."""

import json
import sqlite3
import sys
import types
from dataclasses import dataclass

import numpy as np
import pytest

import redink
from redink.errors import InputError, MissingExtraError, UsageError
from redink.records import EvalSet, Reference, System
from redink.scoring import guests
from redink.scoring.names import parse_measure

A, B = ("he", "go"), ("he", "goes")
DATA = EvalSet((A, A, B), (Reference("r", (B, None, B)), Reference("q", (B, B, B))), (System("s", (B, A, B)),))


@pytest.fixture
def package(monkeypatch, tmp_path):
    """Stand in for the package, and count the sentences that it is asked about."""
    asked = []

    class Metric:
        @dataclass
        class Config:
            model: str = "none"
            bonus: float = 0.0

        def __init__(self, config):
            if config.model == "absent":
                raise OSError("absent is not a local folder\nand more")
            self.bonus = config.bonus

        def score_sentence(self, sources, hypotheses, references=None):
            asked.extend(hypotheses)
            if references is not None:
                assert all(len(column) == len(sources) for column in references)
                return [float(any(h == c[n] for c in references)) + self.bonus for n, h in enumerate(hypotheses)]
            return [float(s != h) + self.bonus for s, h in zip(sources, hypotheses, strict=True)]

    def inputs_handler(_metric, sources, hypotheses, references):
        inputs = {"sources": sources, "hypotheses": hypotheses}
        return inputs | ({"references": references} if references else {})

    top, inside = types.ModuleType("gec_metrics"), types.ModuleType("gec_metrics.metrics")
    top.get_metric, top.__version__, inside.inputs_handler = (lambda _name: Metric), "9", inputs_handler
    monkeypatch.setitem(sys.modules, "gec_metrics", top)
    monkeypatch.setitem(sys.modules, "gec_metrics.metrics", inside)
    monkeypatch.setattr(guests, "_version", lambda: "9")
    monkeypatch.setattr(guests.ScoreStore, "usual", classmethod(lambda cls: cls(tmp_path / "scores.sqlite")))
    guests._loaded.cache_clear()
    yield asked
    guests._loaded.cache_clear()


def test_scores_are_means_and_each_sentence_is_asked_about_once(package):
    measure = parse_measure("gecmetrics:impara")
    rows = measure.sentence_stats(DATA, DATA.systems[0])
    assert rows.tolist() == [[1, 1], [0, 1], [0, 1]]
    assert measure.score_from_sums(rows.sum(axis=0)) == pytest.approx(1 / 3)
    assert np.isnan(measure.score_from_sums(np.zeros(2)))
    before = len(package)
    assert measure.sentence_stats(DATA, DATA.systems[0]).tolist() == rows.tolist()
    assert len(package) == before  # the scores came from disk
    scribendi = parse_measure("gecmetrics:Scribendi")
    assert scribendi.score_from_sums(rows.sum(axis=0)) == 1


def test_references_are_handed_over_and_absent_ones_are_filled(package):
    results = redink.score(DATA, "gecmetrics:bertscore", ci=True, resamples=20, pipeline="plain")
    assert results["s", "gecmetrics:bertscore"].value == pytest.approx(2 / 3)
    assert 'gec-metrics:"9"' in str(results.signature)
    assert package.count("he goes") == 2  # with two sources


def test_settings_and_models_are_part_of_the_key_and_of_the_signature(package, tmp_path):
    model, settings = tmp_path / "model", tmp_path / "settings.json"
    model.mkdir()
    (model / "weights").write_text("one")
    settings.write_text(json.dumps({"model": str(model), "bonus": 1}))
    name = f"gecmetrics:some@{settings}"
    first = redink.score(DATA, name, pipeline="plain")
    assert first["s", name].value == pytest.approx(4 / 3)
    (model / "weights").write_text("two")
    guests._digest.cache_clear()
    asked = len(package)
    assert str(redink.score(DATA, name, pipeline="plain").signature) != str(first.signature)
    assert len(package) > asked


@pytest.mark.parametrize(
    ("name", "cause"),
    [("gleu", "redink has gleu"), ("llmkobayashi24hfsent", "compares pairs"), ("bleurt", "not known")],
)
def test_what_is_not_offered(name, cause):
    with pytest.raises(UsageError, match=cause):
        parse_measure(f"gecmetrics:{name}")


@pytest.mark.usefixtures("package")
def test_without_the_package_or_the_model_the_exit_code_is_4(tmp_path, monkeypatch):
    (tmp_path / "s.json").write_text('{"model": "absent"}')
    with pytest.raises(MissingExtraError, match="absent is not a local folder") as caught:
        parse_measure(f"gecmetrics:some@{tmp_path / 's.json'}").sentence_stats(DATA, DATA.systems[0])
    assert caught.value.exit_code == 4
    monkeypatch.setitem(sys.modules, "gec_metrics", None)
    with pytest.raises(MissingExtraError, match="gec-metrics") as caught:
        parse_measure("gecmetrics:impara").sentence_stats(DATA, DATA.systems[0])
    assert "pip install gec-metrics" in caught.value.remedy


@pytest.mark.usefixtures("package")
def test_settings_that_cannot_be_used(tmp_path):
    bad = tmp_path / "bad.json"
    for text in ("[]", "{"):
        bad.write_text(text)
        with pytest.raises(InputError):
            parse_measure(f"gecmetrics:some@{bad}")
    bad.write_text('{"colour": 1}')
    with pytest.raises(InputError, match="colour"):
        parse_measure(f"gecmetrics:some@{bad}").sentence_stats(DATA, DATA.systems[0])


def test_a_store_that_cannot_be_used_costs_time_only(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    store = guests.ScoreStore(tmp_path / "file" / "scores.sqlite")
    with pytest.warns(UserWarning, match="cannot be read"):
        assert store.find(["a"]) == {}
    with pytest.warns(UserWarning, match="cannot be kept"):
        store.keep({"a": 1.0})


def test_bug_the_store_left_its_file_open(tmp_path, monkeypatch):
    """Python 3.13 warns of it."""
    opened, connect = [], sqlite3.connect

    def watched(*given, **options):
        opened.append(connect(*given, **options))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", watched)
    store = guests.ScoreStore(tmp_path / "scores.sqlite")
    store.keep({"a": 1.0})
    assert store.find(["a", "b"]) == {"a": 1.0}
    for connection in opened:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            connection.execute("SELECT 1")
