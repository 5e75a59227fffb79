"""The load of `bench judge`, made small: everybody answers, and all of it is there."""

from bench import judge
from bench.workbench import Workbench


def test_a_small_load(tmp_path, monkeypatch):
    monkeypatch.setattr(judge, "PEOPLE", 3)
    monkeypatch.setattr(judge, "ANSWERS", 6)
    monkeypatch.setattr(judge, "_THINKING", (0.0, 0.01))
    findings = {one.what.split(",")[0]: one for one in judge.judge(Workbench(tmp_path, quick=False))}
    assert findings["answers sent and not stored"].value == 0
    saved = findings["ms until an answer is saved"]
    assert saved.value > 0
    assert saved.details["answers"] == saved.details["stored"] == 6
