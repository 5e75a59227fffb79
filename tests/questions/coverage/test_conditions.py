"""Whatever moves a number of coverage moves its signature."""

import json
from dataclasses import replace
from functools import cache

import pytest

from redink import example
from redink.questions.coverage.run import coverage

_FILES = {"corrections": example.path("corrections.tsv"), "source": example.path("source.txt")}
_QUICK = {"numbers": (1, 2), "measures": ("EM", "GLEU"), "resamples": 20, "sentences": 60, "untouched": 6}


def _measured(**changed):
    return coverage(**{**_FILES, **_QUICK, **changed})


@cache
def _usual():
    """Measure once, for all tests that change something."""
    return _measured()


def _numbers(results):
    plain = json.loads(results.to_json())
    return {name: part for name, part in plain.items() if name not in ("signature", "settings", "advice")}


@pytest.mark.parametrize(
    "changed",
    [
        {"where": ["worker=w01", "worker=w02", "worker=w03"]},
        {"fold_case": True},
        {"drop_punctuation": True},
        {"left_alone": 0.1},
        {"fewest": 20},
        {"matches": ("exact",)},
        {"matches": ("exact", "index-printed")},
        {"numbers": (1, 3)},
        {"unseen": "zou"},
        {"floor": 0.01},
        {"grid": 1.5},
        {"alpha": 0.0},
        {"gammas": (0.05,)},
        {"measures": ("EM",)},
        {"measures": "F0.5", "pipeline": "plain"},
        {"measures": ("M2",), "pipeline": "plain", "rule": "faithful"},
        {"sentences": 61},
        {"untouched": 5},
        {"draw": "independent"},
        {"resamples": 21},
        {"seed": 0},
        {"level": 0.9},
        {"data": example.load()},
        {"data": replace(example.load(), references=example.load().references[:1])},
    ],
    ids=str,
)
def test_every_setting_is_a_condition(changed):
    usual, other = _usual(), _measured(**changed)
    assert usual.signature != other.signature
    if "fewest" not in changed:  # all sentences have as many
        assert _numbers(usual) != _numbers(other)


def test_votes_are_conditions(tmp_path):
    signatures = set()
    for vote in ("yes", "no"):
        (tmp_path / "votes.tsv").write_text(f"sentence\tcorrection\tis_correction\n2\tIn my town\t{vote}\n")
        signatures.add(_measured(validity=tmp_path / "votes.tsv").signature)
    assert len(signatures | {_usual().signature}) == 3


def test_a_sentence_that_is_dropped_is_a_condition():
    pairs = [("a b", ["a c", "a c", "a d"])] * 2
    first, second = (coverage(more + pairs, **_QUICK) for more in ([], [("e f", ["e f", "e f"])]))
    assert (first.facts.dropped, second.facts.dropped) == (0, 1)
    assert first.signature != second.signature


def test_what_is_set_beside_is_a_condition(tmp_path):
    _usual().save(tmp_path / "c.json")
    data = example.load()
    alone = coverage(tmp_path / "c.json")
    assert alone.signature == _usual().signature
    signatures = [
        coverage(tmp_path / "c.json", data=changed).signature
        for changed in (
            data,
            replace(data, documents=None),
            replace(data, references=data.references[:1]),
            replace(data, references=data.references[::-1]),
        )
    ]
    assert len({alone.signature, *signatures}) == 5
    again = coverage(tmp_path / "c.json", data=data)
    again.save(tmp_path / "beside.json")
    assert coverage(tmp_path / "beside.json", data=data).signature == again.signature


def test_the_version_that_measured_is_kept(tmp_path):
    plain = _usual().to_dict()
    plain["signature"]["redink"] = "0.0.1"
    (tmp_path / "c.json").write_text(json.dumps(plain))
    assert coverage(tmp_path / "c.json").signature.to_dict()["redink"] == "0.0.1"
    beside = coverage(tmp_path / "c.json", data=example.load()).signature.to_dict()
    assert beside["measured_by"] == "0.0.1"


def test_outputs_are_no_condition(tmp_path):
    _usual().save(tmp_path / "c.json")
    data = example.load()
    first, second = (
        coverage(tmp_path / "c.json", data=replace(data, systems=(system,))) for system in data.systems[:2]
    )
    assert first.systems != second.systems
    assert first.signature == second.signature
