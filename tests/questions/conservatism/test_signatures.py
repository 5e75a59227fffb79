"""Whatever can move a number of conservatism or re-ranking moves its signature."""

from dataclasses import replace

import pytest

import redink
from redink.questions.conservatism.mathematics.statistics import Settings
from redink.questions.conservatism.reranking import How, reranked
from redink.questions.conservatism.run import measured
from redink.records import EvalSet
from tests.questions.samples import DATA, WENT, WENT_TEXT

TEXTS = EvalSet(DATA.sources, DATA.references, documents=DATA.documents)
CANDIDATES = {0: (DATA.sources[0], WENT_TEXT), 1: (DATA.sources[1],)}


def test_bug_the_same_text_with_other_edits_was_signed_alike():
    first = DATA.references[0]
    wider = replace(WENT, start=0, end=2, replacement=("He", "goes"))
    other = replace(DATA, references=(replace(first, edits=((wider,), *first.edits[1:])), DATA.references[1]))
    there, back = measured(DATA), measured(other)
    assert there.to_dict()["types"] != back.to_dict()["types"]
    assert there.signature != back.signature


def test_bug_documents_moved_merges_but_not_the_signature():
    sources = (("He", "went", "home"), ("and", "slept", "."))
    merged = {"a": [("He", "went", "home", "and", "slept", "."), ()]}
    data = redink.read(merged, source=sources, references=[sources])
    joined = replace(data, documents=("e", "e"))
    apart = replace(data, documents=("e", "f"))
    signatures = {str(redink.conservatism(own, edits=False).signature) for own in (data, joined, apart)}
    assert len(signatures) == 3


@pytest.mark.parametrize(
    "option",
    [
        *({"alignment": "gap"}, {"marks": True}, {"case": True}, {"several": "any"}, {"edits": False}),
        *({"absent": "noop"}, {"ci": True}),
    ],
    ids=str,
)
def test_every_option_of_conservatism(option):
    bare = replace(DATA, systems=tuple(replace(system, edits=None) for system in DATA.systems))
    plain = redink.conservatism(bare, pipeline="plain")
    assert redink.conservatism(bare, pipeline="plain", **option).signature != plain.signature


@pytest.mark.parametrize(
    "option",
    [
        *({"measure": "GLEU"}, {"numbers": [1]}, {"level": "corpus"}, {"draws": 2}, {"with_source": True}),
        *({"absent": "noop"}, {"ci": True}),
    ],
    ids=str,
)
def test_every_option_of_rerank(option):
    candidates = {0: (WENT_TEXT,)}
    plain = redink.rerank(TEXTS, candidates, measure="EM")
    assert redink.rerank(TEXTS, candidates, **({"measure": "EM"} | option)).signature != plain.signature


@pytest.mark.parametrize("settings", [Settings("gap"), Settings(marks=True), Settings(case=True)], ids=str)
def test_the_comparison_of_words_signs_reranking_too(settings):
    plain, other = (reranked(TEXTS, CANDIDATES, how=How("EM", settings=own)) for own in (Settings(), settings))
    assert plain.signature != other.signature


def test_bug_candidates_were_not_signed():
    """They are a condition of the picks: other candidates, or the same in another order, give other picks."""
    turned = CANDIDATES | {0: CANDIDATES[0][::-1]}
    moved = {0: CANDIDATES[0], 2: (DATA.sources[2],)}
    lists = (CANDIDATES, turned, moved)
    assert len({str(redink.rerank(TEXTS, own, measure="EM").signature) for own in lists}) == 3


def test_numbers_that_are_spelt_out_are_the_same_run():
    plain, spelt = (redink.rerank(TEXTS, CANDIDATES, measure="EM", numbers=own) for own in ((), (2, 1)))
    assert plain.signature == spelt.signature
