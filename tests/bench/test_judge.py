"""The load of `bench judge`, made small: everybody answers, and all of it is there."""

from bench import judge
from bench.workbench import Workbench


def test_a_small_load(tmp_path, monkeypatch):
    monkeypatch.setattr(judge, "PEOPLE", 3)
    monkeypatch.setattr(judge, "FEWER", 2)
    monkeypatch.setattr(judge, "ANSWERS", 6)
    monkeypatch.setattr(judge, "_THINKING", (0.0, 0.01))
    findings = judge.judge(Workbench(tmp_path, quick=False))
    assert [one.value for one in findings if one.what == "answers sent and not stored"] == [0, 0]
    saved = [one for one in findings if one.what.startswith("ms until an answer is saved")]
    assert all(one.value > 0 for one in saved)
    assert [(one.details["answers"], one.details["stored"]) for one in saved] == [(6, 6), (2, 2)]
