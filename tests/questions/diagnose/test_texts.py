"""Texts are changed together with their edits, and only where something changes."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.language.plain import PlainPipeline
from redink.questions.diagnose.mathematics.scores import Reading, readings
from redink.questions.diagnose.mathematics.texts import with_blanks, with_sentences, with_text
from redink.reading.corrections import apply_edits
from redink.records import Edit, EvalSet, Reference, System
from redink.scoring.measure import filled, reference_texts
from tests.questions.diagnose.samples import gold, plain
from tests.strategies import edits_of_one, some_tokens, tokens

TOKENISE = PlainPipeline().tokenise


@st.composite
def corpora(draw):
    sources = draw(st.lists(some_tokens, min_size=1, max_size=4))
    edits = tuple(draw(edits_of_one(length=len(source))) for source in sources)
    texts = tuple(apply_edits(source, row) for source, row in zip(sources, edits, strict=True))
    reference = Reference("reference", texts, edits)
    return EvalSet(tuple(sources), (reference,), (System("system", texts, edits),))


@given(corpora(), st.sampled_from(["lower case", "straight quotes", "NFC"]))
def test_changed_edits_make_the_changed_text(data, text):
    changed = with_text(data, text, TOKENISE)
    for version in (*changed.references, *changed.systems):
        for source, edits, tokens_ in zip(changed.sources, version.edits, version.texts, strict=True):
            assert apply_edits(source, edits) == tokens_


@given(corpora(), st.sampled_from(["lower case", "straight quotes", "NFC", "all tokenised"]))
def test_a_change_is_made_once(data, text):
    changed = with_text(data, text, TOKENISE)
    assert with_text(changed, text, TOKENISE) is changed


@given(corpora())
def test_new_tokens_have_no_edits(data):
    changed = with_text(data, "all tokenised", TOKENISE)
    if changed is not data:
        assert all(version.edits is None for version in (*changed.references, *changed.systems))


def test_an_edit_of_case_is_gone_in_lower_case():
    case, word = Edit(0, 1, ("I",), "R:ORTH"), Edit(1, 2, ("Am",), "R:VERB", alternatives=(("Was",),))
    data = EvalSet((("i", "be"),), (Reference("r", (("I", "Am"),), ((case, word),)),), (System("s", (("I", "Am"),)),))
    changed = with_text(data, "lower case", TOKENISE)
    assert changed.references[0].edits == ((replace(word, replacement=("am",), alternatives=(("was",),)),),)
    assert changed.systems[0].texts == (("i", "am"),)


def test_only_an_output_that_seems_untokenised_is_tokenised():
    assert with_text(gold(), "output tokenised", TOKENISE) is gold()
    changed = with_text(plain(), "output tokenised", TOKENISE)
    assert changed.systems[0].texts[0][-1] == "."
    assert (changed.sources, changed.references) == (plain().sources, plain().references)


def test_blank_outputs():
    data = gold()
    blank = [number for number, text in enumerate(data.systems[0].texts) if not text]
    assert len(blank) == 2
    without = with_blanks(data, "left out")
    assert len(without.sources) == len(without.references[1].edits) == len(data.sources) - 2
    assert () not in without.systems[0].texts
    instead = with_blanks(data, "source")
    assert [instead.systems[0].texts[number] for number in blank] == [data.sources[number] for number in blank]
    assert with_blanks(instead, "left out") is instead


@given(corpora())
def test_all_sentences_are_the_same_data(data):
    assert with_sentences(data, range(len(data.sources))) == data


@given(st.lists(st.lists(st.none() | tokens, min_size=3, max_size=3), min_size=1, max_size=4))
def test_readings_pick_what_the_measures_pick(rows):
    """The slow twin fills gaps and drops references before it asks for texts."""
    references = tuple(Reference(f"r{place}", column) for place, column in enumerate(zip(*rows, strict=True)))
    data = EvalSet(tuple(("source",) for _ in rows), references)
    noop = reference_texts(data, "noop")
    chosen = readings(data)
    for absent in ("missing", "noop", "agree"):
        for name in ("", "r0", "r1", "r2"):
            full = filled(data, absent)
            some = replace(full, references=tuple(one for one in full.references if name in ("", one.name)))
            has_gaps = any(text is None for one in data.references if name in ("", one.name) for text in one.texts)
            columns = [one.texts for one in some.references]
            expected = [[text for text in row if text is not None] for row in zip(*columns, strict=True)]
            places = chosen.get(Reading(absent, name))
            if (not has_gaps and absent != "missing") or not all(expected):
                assert places is None
            else:
                assert [[noop[number][place] for place in row] for number, row in enumerate(places)] == expected


@pytest.mark.parametrize("make", [gold, plain])
def test_samples_have_something_to_change(make):
    assert with_text(make(), "lower case", TOKENISE) is not make()
