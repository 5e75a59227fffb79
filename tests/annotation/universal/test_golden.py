"""Real data: part of speech on a treebank's test part, and types beside those of the German corpus's own program."""

import pytest

from redink.annotation.annotator import Annotator
from redink.annotation.gold_types import with_own_types
from redink.language.registry import load_pipeline
from redink.reading.m2 import read_m2
from redink.scoring.edit_overlap import coarse_type_of
from tests.shared_files import DATA, needs_shared
from training.languages.treebank import read_treebank


@needs_shared
@pytest.mark.parametrize(("language", "least"), [("de", 0.89), ("cs", 0.92), ("es", 0.92)])
def test_parts_of_speech_on_the_test_part(language, least):
    pytest.importorskip("redink_languages")
    sentences = read_treebank(DATA / f"ud-{language}").test[:150]
    analyses = load_pipeline(language).analyse([[word.form for word in sentence.words] for sentence in sentences])
    pairs = [
        (token.pos, word.pos)
        for analysis, sentence in zip(analyses, sentences, strict=True)
        for token, word in zip(analysis, sentence.words, strict=True)
    ]
    assert sum(ours == gold for ours, gold in pairs) / len(pairs) > least


@needs_shared
def test_german_types_agree_with_those_of_the_corpus():
    pytest.importorskip("redink_languages")
    sentences = list(read_m2(DATA / "ml-falko-merlin/fm-test.m2"))[:150]
    gold = [tuple(edit for edit in sentence.edits if not edit.is_noop) for sentence in sentences]
    own = with_own_types([sentence.tokens for sentence in sentences], gold, Annotator(load_pipeline("de")))
    pairs = [
        (coarse_type_of(theirs.type), coarse_type_of(ours.type))
        for their_edits, our_edits in zip(gold, own, strict=True)
        for theirs, ours in zip(their_edits, our_edits, strict=True)
    ]
    assert len(pairs) > 200
    assert sum(theirs == ours for theirs, ours in pairs) / len(pairs) > 0.75
