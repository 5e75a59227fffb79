"""The real gec-metrics, with a tiny GPT-2 of random weights that is made here; nothing is downloaded."""

import json
import re
from pathlib import Path

import pytest

gec_metrics = pytest.importorskip("gec_metrics", reason="make test-guests installs gec-metrics")

import redink  # noqa: E402
from redink.records import EvalSet, System  # noqa: E402
from redink.scoring import guests  # noqa: E402
from redink.scoring.names import parse_measure  # noqa: E402

SOURCES = [tuple(text.split()) for text in ("he go home .", "she like it .", "it is fine .")]
OUTPUTS = [tuple(text.split()) for text in ("he goes home .", "she likes it .", "it is fine .")]
DATA = EvalSet(tuple(SOURCES), (), (System("s", tuple(OUTPUTS)),))


@pytest.fixture
def settings(tmp_path, monkeypatch):
    """Save a model with its tokeniser, and name it in a settings file."""
    import tokenizers
    import torch
    import transformers

    torch.manual_seed(1)
    words = sorted({word for text in (*SOURCES, *OUTPUTS) for word in text})
    vocabulary = {word: number for number, word in enumerate(["<s>", "<unk>", *words])}
    tokeniser = tokenizers.Tokenizer(tokenizers.models.WordLevel(vocabulary, unk_token="<unk>"))
    tokeniser.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
    fast = transformers.PreTrainedTokenizerFast(
        tokenizer_object=tokeniser, bos_token="<s>", eos_token="<s>", unk_token="<unk>", pad_token="<s>"
    )
    config = transformers.GPT2Config(
        vocab_size=len(vocabulary), n_positions=64, n_embd=8, n_layer=1, n_head=1, bos_token_id=0, eos_token_id=0
    )
    transformers.GPT2LMHeadModel(config).save_pretrained(tmp_path / "model")
    fast.save_pretrained(tmp_path / "model")
    path = tmp_path / "scribendi.json"
    path.write_text(json.dumps({"model": str(tmp_path / "model"), "no_cuda": True, "threshold": 0.0}))
    monkeypatch.setattr(guests.ScoreStore, "usual", classmethod(lambda cls: cls(tmp_path / "scores.sqlite")))
    return path


def test_the_numbers_are_those_of_the_package(settings):
    kind = gec_metrics.get_metric("scribendi")
    metric = kind(kind.Config(**json.loads(settings.read_text())))
    texts = [[" ".join(tokens) for tokens in version] for version in (SOURCES, OUTPUTS)]
    expected = metric.score_sentence(sources=texts[0], hypotheses=texts[1])
    measure = parse_measure(f"gecmetrics:scribendi@{settings}")
    assert measure.sentence_stats(DATA, DATA.systems[0])[:, 0].tolist() == expected
    results = redink.score(DATA, measure.name, ci=True, resamples=20, pipeline="plain")
    assert results["s", measure.name].value == metric.score_corpus(sources=texts[0], hypotheses=texts[1])
    assert results["s", measure.name].interval is not None


def test_the_interface_is_the_one_that_the_stand_in_has():
    assert {*guests.WITH_REFERENCES, *guests.REFERENCE_FREE} <= set(gec_metrics.get_metric_ids())
    from gec_metrics import metrics

    for name in guests.REFERENCE_FREE:
        assert issubclass(gec_metrics.get_metric(name), metrics.MetricBaseForReferenceFree)


def test_the_how_to_shows_the_digits_of_both(monkeypatch, capsys):
    """Their program as the page has it, with the model that `errant` has: its output is the page's, and ours."""
    import spacy

    from redink import example
    from redink.language.errant_model import find_model

    page = (Path(__file__).parents[2] / "docs" / "how-to" / "from-gec-metrics.md").read_text(encoding="utf-8")
    program, printed = re.search(r"```python\n(.*?)```\n\n```text\n(.*?)```", page, re.DOTALL).groups()
    load = spacy.load
    monkeypatch.setattr(spacy, "load", lambda _, **how: load(find_model(), **how))
    monkeypatch.chdir(example.path(""))
    exec(compile(program, "page", "exec"), {})
    assert capsys.readouterr().out == printed
    data = redink.read(["systems/strong.txt"], source="source.txt", references=["reference-minimal.txt"])
    ours = redink.score(data, ["F0.5", "GREEN", "GLEU"], pipeline="errant")
    theirs = [float(line.split()[1]) for line in printed.splitlines()]
    assert [ours["strong", name].value for name in ("F0.5", "GREEN", "GLEU")] == pytest.approx(theirs, abs=1e-12)
