"""Alignment and merging against ERRANT itself: drawn analyses, and real sentences analysed by spaCy."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from redink.annotation.align import align
from redink.annotation.merge import merge
from redink.language.pipeline import Analysis
from tests.annotation.errant_live import IS_THERE, SHARED, analysis, parse
from tests.annotation.sentences import KINDS, related_pairs

pytest.importorskip("errant")
import spacy
from errant.alignment import Alignment
from errant.en import merger
from spacy.tokens import Doc

VOCABULARY = spacy.blank("en").vocab


def as_doc(sentence: Analysis) -> Doc:
    return Doc(
        VOCABULARY,
        words=[token.text for token in sentence],
        tags=[token.tag for token in sentence],
        pos=[token.pos for token in sentence],
        lemmas=[token.lemma for token in sentence],
    )


def check(source: Analysis, target: Analysis, ours: Doc, theirs: Doc) -> None:
    for costs in ("linguistic", "levenshtein"):
        original = Alignment(ours, theirs, costs == "levenshtein")
        steps = align(source, target, costs=costs)
        assert [_written(step) for step in steps] == original.align_seq
        expected = {
            "rules": merger.get_rule_edits(original),
            "all-split": original.get_all_split_edits(),
            "all-merge": original.get_all_merge_edits(),
            "all-equal": original.get_all_equal_edits(),
        }
        for strategy, theirs_edits in expected.items():
            spans = [tuple(span) for span in merge(steps, source, target, strategy=strategy)]
            assert spans == [(e.o_start, e.o_end, e.c_start, e.c_end) for e in theirs_edits]


def _written(step):
    size = str(step.end - step.start) if step.operation == "T" else ""
    return (step.operation + size, *step[1:])


@given(related_pairs(KINDS, 16))
@settings(max_examples=300, deadline=None)
def test_drawn_sentences(pair):
    check(*pair, as_doc(pair[0]), as_doc(pair[1]))


@pytest.mark.golden
@pytest.mark.skipif(not SHARED.is_dir(), reason="../shared is not there")
@pytest.mark.skipif(not IS_THERE, reason="ERRANT or its English model is not there")
@pytest.mark.parametrize("team", ["CAMB", "RAC"])
def test_sentences_of_conll_2014(team):
    sources, outputs = _lines("conll14-official/source.tok.txt"), _lines(f"conll14-teams/{team}")
    pairs = [(a, b) for a, b in zip(sources[:500], outputs[:500], strict=True) if a != b][:120]
    assert len(pairs) == 120
    docs = parse(line for pair in pairs for line in pair)
    for ours, theirs in zip(docs[::2], docs[1::2], strict=True):
        check(analysis(ours), analysis(theirs), ours, theirs)


def _lines(name: str) -> list[str]:
    return (SHARED / "data" / name).read_text(encoding="utf-8").replace("\r", "").split("\n")
