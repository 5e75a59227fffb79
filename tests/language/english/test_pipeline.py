"""`redink-en` as the rest of the package sees it."""

from __future__ import annotations

import gc
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.language.english import pipeline as pipeline_module
from redink.language.english.pipeline import EnglishPipeline
from redink.language.pipeline import Analysis, Pipeline, Token

PIPELINE = EnglishPipeline()


def analyse(text: str) -> Analysis:
    return next(iter(PIPELINE.analyse([text.split()])))


def test_keeps_the_protocol() -> None:
    pipeline: Pipeline = PIPELINE
    assert pipeline.name == "redink-en"
    assert re.fullmatch(r"\d+\+[0-9a-f]{8}", pipeline.version)
    assert (pipeline.scheme, pipeline.language) == ("english", "en")
    assert pipeline.tokenise("Don't!") == [("Do", 0), ("n't", 2), ("!", 5)]


def test_a_plain_sentence() -> None:
    tokens = analyse("She has been reading the longest books in London .")
    assert [token.tag for token in tokens] == [
        "PRP",
        "VBZ",
        "VBN",
        "VBG",
        "DT",
        "JJS",
        "NNS",
        "IN",
        "NNP",
        ".",
    ]
    assert [token.pos for token in tokens][:4] == ["PRON", "AUX", "AUX", "VERB"]
    assert [token.lemma for token in tokens][:7] == ["she", "have", "be", "read", "the", "long", "book"]
    assert [token.dep for token in tokens][:3] == ["nsubj", "aux", "aux"]
    assert [token.head for token in tokens] == [0, 3, 3, 3, 4, 5, 6, 7, 8, 9]


def test_learners_errors() -> None:
    tokens = analyse("He go to school and he want learn many thing .")
    assert (tokens[1].tag, tokens[1].pos, tokens[1].lemma) == ("VBP", "VERB", "go")
    assert (tokens[2].tag, tokens[2].pos, tokens[2].dep) == ("IN", "ADP", "prep")
    assert (tokens[9].tag, tokens[9].lemma) == ("NN", "thing")


def test_existential_there() -> None:
    tokens = analyse("There are many reasons for this .")
    assert tokens[0].tag == "EX"
    assert (tokens[1].pos, tokens[1].lemma) == ("VERB", "be")


def test_infinitive_and_particle() -> None:
    tokens = analyse("I want to give up smoking .")
    assert (tokens[2].tag, tokens[2].pos, tokens[2].dep, tokens[2].head) == ("TO", "PART", "aux", 3)
    assert (tokens[4].tag, tokens[4].dep) == ("RP", "prt")


token = st.one_of(
    st.text(max_size=10),
    st.sampled_from(
        [
            "",
            " ",
            "\n",
            "😀",
            "👨\u200d👩\u200d👧",
            "\ud800",
            "\udfff",
            "漢字",
            "שלום",
            "a" * 500,
            "\x00",
            "İ",
            "ß",
        ]
    ),
)


@given(st.lists(st.lists(token, max_size=8), max_size=5))
def test_never_fails_and_keeps_every_token(batch: list[list[str]]) -> None:
    analyses = list(PIPELINE.analyse(batch))
    assert [[token.text for token in analysis] for analysis in analyses] == batch
    for analysis in analyses:
        for token in analysis:
            assert isinstance(token, Token)
            assert token.lower == token.text.lower()
            assert all((token.tag, token.pos, token.dep))
            assert 0 <= token.head < len(analysis)


def test_a_line_of_ten_thousand_tokens() -> None:
    line = ["the", "cat", "sat", ","] * 2500
    (analysis,) = PIPELINE.analyse([line])
    assert len(analysis) == 10_000
    # Far from both ends every round has the same company.
    assert analysis[4000:4004][0].tag == analysis[6000:6004][0].tag == "DT"


def test_batches_and_caches_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    batch = [f"She {verb} {i} books which are there .".split() for i in range(40) for verb in ("reads", "has read")]
    expected = list(PIPELINE.analyse(batch))
    assert [next(iter(PIPELINE.analyse([words]))) for words in batch] == expected
    small = EnglishPipeline()
    monkeypatch.setattr(pipeline_module, "TOKENS_AT_ONCE", 11)
    monkeypatch.setattr(pipeline_module, "READINGS_KEPT", 3)
    assert list(small.analyse(iter(batch))) == expected


def test_sentences_come_while_input_still_flows() -> None:
    def endless() -> Iterator[list[str]]:
        while True:
            yield ["A", "cat", "."]

    first = next(iter(PIPELINE.analyse(endless())))
    assert [token.text for token in first] == ["A", "cat", "."]


def test_the_collector_is_left_as_it_was() -> None:
    assert gc.isenabled()
    analyse("It works .")
    assert gc.isenabled()
    gc.disable()
    try:
        analyse("It works .")
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_loading_needs_numpy_only() -> None:
    # The interpreter's own imports do not count: Debian's has a `sitecustomize`, and a `.pth` file may import anything.
    program = """
import sys
at_start = set(sys.modules)
from redink.language.english.pipeline import EnglishPipeline
list(EnglishPipeline().analyse([["It", "works", "."]]))
names = {name.split(".")[0] for name in set(sys.modules) - at_start}
print(__import__("json").dumps(sorted(names - sys.stdlib_module_names)))
"""
    source = Path(__file__).resolve().parents[3] / "src"
    environment = os.environ | {"PYTHONPATH": str(source)}
    command = [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(source)!r}){program}"]
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    modules = {name for name in json.loads(answer.stdout) if not name.startswith("_")}
    assert modules <= {"numpy", "redink", "cython_runtime"}


def test_package_data_stays_small() -> None:
    folder = Path(pipeline_module.__file__).parent / "data"
    assert sum(path.stat().st_size for path in folder.iterdir()) <= 3_000_000
