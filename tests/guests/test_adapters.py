"""The adapters with the real packages `evaluate` and `lm-eval`; run by `make test-guests`."""

import json

import pytest

import redink
from redink.adapters import METRIC

DOCUMENTS = [
    {"source": "He go home .", "reference": ["He goes home .", "He went home ."]},
    {"source": "I like musics .", "reference": ["I like music ."]},
]
OUTPUTS = ["He went home .", "I likes musics ."]
TASK = """
task: redink_test
dataset_path: json
dataset_kwargs: {{data_files: {{test: {path}}}}}
test_split: test
output_type: generate_until
doc_to_text: "{{{{source}}}}"
doc_to_target: "{{{{reference}}}}"
generation_kwargs: {{until: ["\\n"]}}
process_results: !function redink_functions.process_results
metric_list:
  - {{metric: f0.5, aggregation: !function redink_functions.f05, higher_is_better: true}}
  - {{metric: gleu, aggregation: !function redink_functions.gleu, higher_is_better: true}}
"""
FUNCTIONS = """
from redink.adapters.harness import task_functions

process_results, f05, gleu = task_functions("F0.5", "GLEU", pipeline="plain")
"""


def rows(outputs):
    return [{**doc, "output": output} for doc, output in zip(DOCUMENTS, outputs, strict=True)]


def test_evaluate_gives_the_numbers_of_score(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_MODULES_CACHE", str(tmp_path))
    evaluate = pytest.importorskip("evaluate", reason="make test-guests installs evaluate")
    metric = evaluate.load(METRIC, cache_dir=str(tmp_path))
    given = {"predictions": OUTPUTS, "sources": [doc["source"] for doc in DOCUMENTS]}
    references = [doc["reference"] for doc in DOCUMENTS]
    found = metric.compute(**given, references=references, measures=["F0.5", "GLEU"], pipeline="plain")
    expected = redink.score(rows(OUTPUTS), ["F0.5", "GLEU"], pipeline="plain")
    assert found == {
        **{score.measure: score.value for _, score in expected},
        "signature": str(expected.signature),
    }


def test_the_harness_gives_the_numbers_of_score(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HOME", str(tmp_path / "cache"))
    lm_eval = pytest.importorskip("lm_eval", reason="make test-guests installs lm-eval")
    from lm_eval.tasks import TaskManager

    data = tmp_path / "test.jsonl"
    data.write_text("".join(json.dumps(doc) + "\n" for doc in DOCUMENTS), encoding="utf-8")
    folder = tmp_path / "task"
    folder.mkdir()
    (folder / "redink_test.yaml").write_text(TASK.format(path=data), encoding="utf-8")
    (folder / "redink_functions.py").write_text(FUNCTIONS, encoding="utf-8")
    manager = TaskManager(include_path=str(folder), include_defaults=False)
    found = lm_eval.simple_evaluate(model="dummy", tasks=["redink_test"], task_manager=manager, bootstrap_iters=0)
    outputs = [sample["resps"][0][0] for sample in found["samples"]["redink_test"]]
    expected = redink.score(rows(outputs), ["F0.5", "GLEU"], pipeline="plain")
    scores = found["results"]["redink_test"]
    assert scores["f0.5,none"] == expected["output", "F0.5"].value
    assert scores["gleu,none"] == expected["output", "GLEU"].value
