"""Regions of several references: by hand, and what must not change them."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.errors import InputError, UsageError
from redink.questions.difficulty.mathematics.formulas import Settings
from redink.questions.difficulty.mathematics.judged_reference import judge_reference
from redink.questions.difficulty.mathematics.regions import joined_references
from redink.reading.corrections import apply_edits
from redink.records import Edit, EvalSet, Reference, System
from tests.questions.difficulty.demo import edits, measure
from tests.strategies import edits_of_one

SOURCE = ("He", "go", "to", "the", "home", ".")


def reference(name, *sentence_edits, source=SOURCE):
    return Reference(name, (source,), (sentence_edits[0] if sentence_edits else (),))


def made(references, systems=()):
    named = tuple(System(f"s{number}", (SOURCE,), (own,)) for number, own in enumerate(systems))
    return EvalSet((SOURCE,), tuple(reference(f"r{n}", own) for n, own in enumerate(references)), named)


def regions(*references):
    (joined,) = joined_references(made(references)).references
    return [(e.start, e.end, *(" ".join(way) for way in (e.replacement, *e.alternatives))) for e in joined.edits[0]]


def test_edits_that_overlap_are_one_region_with_the_texts_of_both():
    first = edits((1, 2, "goes"), (2, 4, ""))
    second = edits((1, 3, "is going"))
    assert regions(first, second) == [(1, 4, "goes", "is going the")]


def test_edits_that_meet_at_a_border_stay_apart():
    assert regions(edits((1, 1, "will")), edits((1, 2, "goes"), (2, 2, "x"))) == [
        *((1, 1, "will"), (1, 2, "goes"), (2, 2, "x")),
    ]
    assert regions(edits((1, 1, "will")), edits((1, 1, "must"))) == [(1, 1, "must", "will")]
    assert regions(edits((2, 2, "x")), edits((1, 3, "y"))) == [(1, 3, "go x to", "y")]


def test_the_most_frequent_text_and_type_come_first():
    goes, went = edits((1, 2, "goes", "R:SVA")), edits((1, 2, "went", "R:TENSE"))
    other = edits((1, 2, "went", "R:TENSE"), (2, 3, ""))
    (joined,) = joined_references(made([goes, went, other])).references
    assert joined.edits[0][0] == Edit(1, 2, ("went",), "R:TENSE", alternatives=(("goes",),))


def solved(references, systems, **options):
    return judge_reference(made(references, systems), several="regions", **options).table.of_errors().tolist()


def test_a_region_is_solved_by_the_text_of_any_annotator():
    two = [edits((1, 2, "goes")), edits((1, 2, "went"))]
    assert solved(two, [edits((1, 2, "goes")), edits((1, 2, "went")), edits((1, 2, "gone")), ()]) == [
        [True, True, False, False]
    ]


def test_where_spans_differ_the_text_decides():
    two = [edits((1, 2, "goes"), (2, 4, "")), edits((1, 4, "went"))]
    systems = [
        edits((1, 2, "goes"), (2, 3, ""), (3, 4, "")),  # the text of the first, by three edits
        edits((1, 4, "went")),
        edits((1, 2, "goes")),  # half of it
        edits((0, 2, "He goes"), (2, 4, "")),  # reaches beyond the region
        edits((1, 2, "goes"), (2, 4, ""), (4, 4, "x")),  # an insertion beside it is another chunk
    ]
    assert solved(two, systems) == [[True, True, False, False, True]]


def test_with_one_span_a_system_must_have_it_as_in_the_paper():
    one = [edits((1, 3, "went to"))]
    assert solved(one, [edits((1, 2, "went"))]) == solved(one * 2, [edits((1, 2, "went"))]) == [[False]]


def test_who_changes_something_and_who_saw_the_sentence():
    references = [edits((1, 2, "goes"), (3, 4, "")), edits((1, 3, "went to")), (), None]
    data = made(references[:3], [()])
    data = replace(data, references=(*data.references, Reference("absent", (None,), (None,))))
    joined = judge_reference(data, several="regions")
    assert joined.table.gold.need.tolist() == pytest.approx([2 / 3, 1 / 3])
    first = judge_reference(data)
    assert first.table.gold.need.tolist() == pytest.approx([2 / 3, 1 / 3])
    assert joined.error_weights.tolist() == [1, 1]
    weighed = judge_reference(data, several="regions", settings=Settings(need=True))
    assert weighed.error_weights.tolist() == pytest.approx([2 / 3, 1 / 3])


def test_need_weighs_errors_and_leaves_correct_text_alone():
    systems = [edits((1, 2, "goes"), (5, 5, "now")), edits((3, 4, "")), ()]
    data = made([edits((1, 2, "goes")), edits((3, 4, ""))], systems)
    plain, weighed = (measure(data, several="regions", settings=Settings(need=need)) for need in (False, True))
    for name in ("s0", "s1"):
        before, after = plain.counts[name].sum(axis=0), weighed.counts[name].sum(axis=0)
        assert after[[0, 2]].tolist() == pytest.approx((before[[0, 2]] / 2).tolist())  # TP and FN
        assert after[1] == pytest.approx(before[1])  # FP on correct text


def test_annotators_edits_that_overlap_have_no_text():
    clash = edits((1, 3, "x"), (2, 4, "y"))
    with pytest.raises(InputError, match="2 4 overlaps") as caught:
        regions(clash, edits((1, 2, "z")))
    assert caught.value.place.sentence == 1
    assert regions(clash, clash) == [(1, 3, "x"), (2, 4, "y")]  # one reference stays as it is


def test_the_published_program_has_no_regions():
    with pytest.raises(UsageError, match="one reference"):
        measure(made([()], [()]), several="regions", settings=Settings("faithful"))


annotations = st.lists(edits_of_one(length=len(SOURCE)).map(lambda own: own), min_size=1, max_size=4)
outputs = st.lists(edits_of_one(length=len(SOURCE)), min_size=1, max_size=3)


def told(data, several="regions", **options):
    """Everything that regions decide: scores, errors, texts, types, who solves what, need."""
    found = measure(data, several=several, settings=Settings(**options))
    gold = found.judged.table.gold
    return (
        [[score.value for score in system.scores] for system in found.scores.systems],
        [(e.start, e.end, e.replacement, e.type, e.alternatives) for e in gold.edits],
        found.judged.table.of_errors().tolist(),
        gold.need.tolist(),
    )


def referenced(annotators):
    return tuple(Reference(f"r{number}", (apply_edits(SOURCE, own),), (own,)) for number, own in enumerate(annotators))


@settings(max_examples=60, deadline=None)
@given(annotations, outputs, st.randoms(use_true_random=False), st.booleans())
def test_neither_order_nor_copies_of_references_matter(annotators, systems, random, need):
    data = replace(made([()], systems), references=referenced(annotators))
    shuffled = random.sample(annotators, len(annotators))
    again = [told(replace(data, references=referenced(other)), need=need) for other in (shuffled, annotators * 2)]
    assert again == [told(data, need=need)] * 2
    # A copy of one annotator changes the need and nothing else.
    copied = told(replace(data, references=referenced([*annotators, annotators[0]])))
    assert copied[:3] == told(data)[:3]


@settings(max_examples=60, deadline=None)
@given(edits_of_one(length=len(SOURCE)), outputs, st.integers(1, 3), st.booleans())
def test_one_reference_is_exactly_the_paper(annotator, systems, copies, need):
    data = replace(made([()], systems), references=referenced([annotator] * copies))
    assert told(data, need=need) == told(data, several="one")


@settings(max_examples=40, deadline=None)
@given(annotations, outputs)
def test_the_errors_do_not_depend_on_the_systems_and_every_annotator_solves_all_it_changes(annotators, systems):
    data = replace(made([()], systems), references=referenced(annotators))
    own = tuple(System(f"a{n}", reference.texts, reference.edits) for n, reference in enumerate(data.references))
    people = judge_reference(replace(data, systems=own), several="regions")
    judged = judge_reference(data, several="regions")
    assert people.table.gold.edits == judged.table.gold.edits
    # A region exists because someone changes it, so someone has its text.
    changing = ~people.table.gold.unchanging
    assert people.table.of_errors()[changing].any(axis=1).all()
    assert np.isin(people.table.gold.need * len(annotators), range(1, len(annotators) + 1)).all()
