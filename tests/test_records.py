"""The nouns: alignment of an `EvalSet`, counts and their zero cases, absent against "no change"."""

from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import InputError
from redink.records import AnnotatedSentence, Counts, Edit, EvalSet, Reference, System

HE = ("He", "go", ".")
SHE = ("She", "goes", ".")


@pytest.mark.parametrize(
    ("edit", "operation"),
    [(Edit(1, 1, ("a",)), "M"), (Edit(1, 2, ("a",)), "R"), (Edit(1, 2, ()), "U")],
)
def test_the_operation_follows_from_span_and_replacement(edit, operation):
    assert edit.operation == operation


def test_noop_and_detected_only_edits_say_so():
    assert Edit(-1, -1, ("-NONE-",), "noop").is_noop
    assert not Edit(0, 1, ("a",), "R:NOUN").is_noop
    assert Edit(0, 1, ("a",), "UNK").is_detected_only
    assert Edit(0, 1, ("a",), "Um").is_detected_only
    assert not Edit(0, 1, ("a",), "R:NOUN").is_detected_only


def test_records_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        Edit(0, 1, ("a",)).start = 2


def test_absent_and_no_change_are_different_things():
    change = Edit(1, 2, ("goes",), "R:VERB:SVA", annotator=0)
    noop = Edit(-1, -1, ("-NONE-",), "noop", annotator=1)
    sentence = AnnotatedSentence(HE, (change, noop))
    assert sentence.annotators() == (0, 1)
    assert sentence.edits_of(0) == (change,)
    assert sentence.edits_of(1) == ()  # looked, and left it alone
    assert sentence.edits_of(2) is None  # has no line here


def test_a_block_without_any_line_was_left_alone_by_everybody():
    sentence = AnnotatedSentence(HE, ())
    assert sentence.annotators() == ()
    assert sentence.edits_of(0) == sentence.edits_of(5) == ()


def test_the_line_of_a_block_is_no_part_of_its_value():
    assert AnnotatedSentence(HE, (), line=1) == AnnotatedSentence(HE, (), line=9)


def test_an_aligned_eval_set_is_accepted():
    references = (Reference("r0", (HE, None), edits=((), None)), Reference("r1", (HE, SHE)))
    eval_set = EvalSet((HE, SHE), references, (System("s", (HE, SHE)),), documents=("a", "a"))
    assert len(eval_set.sources) == 2


def test_an_eval_set_tells_of_itself_in_a_line():
    data = EvalSet((HE, SHE), (Reference("gold", (HE, SHE)),), (System("s", (HE, SHE)),))
    assert repr(data) == "<EvalSet: 2 sentences, references ['gold'], systems ['s']>"


def test_an_empty_eval_set_is_aligned():
    assert EvalSet(()).references == ()


@pytest.mark.parametrize(
    ("parts", "what"),
    [
        ({"references": (Reference("r", (HE,)),)}, "reference 'r'"),
        ({"systems": (System("s", (HE, SHE, HE)),)}, "system 's'"),
        ({"systems": (System("s", (HE, SHE), edits=((),)),)}, r"system 's' \(edits\)"),
        ({"references": (Reference("r", (HE, SHE), edits=((), (), ())),)}, r"reference 'r' \(edits\)"),
        ({"documents": ("a",)}, "document ids"),
    ],
)
def test_an_eval_set_refuses_parts_of_another_length(parts, what):
    with pytest.raises(InputError, match=rf"^{what}, sentence \d: \d sentences, but the source has 2") as caught:
        EvalSet((HE, SHE), **parts)
    assert caught.value.place.sentence in {2, 3}
    assert caught.value.remedy


@pytest.mark.parametrize(
    "parts",
    [
        {"systems": (System("x", (HE,)), System("x", (SHE,)))},
        {"references": (Reference("x", (HE,)), Reference("x", (SHE,)))},
    ],
)
def test_an_eval_set_refuses_a_name_used_twice(parts):
    with pytest.raises(InputError, match="are called 'x'"):
        EvalSet((HE,), **parts)


def test_a_system_and_a_reference_may_share_a_name():
    assert EvalSet((HE,), (Reference("x", (HE,)),), (System("x", (HE,)),))


def test_counts_by_hand():
    counts = Counts(tp=3, fp=1, fn=2)
    assert counts.precision == 3 / 4
    assert counts.recall == 3 / 5
    assert counts.f(1) == pytest.approx(2 / 3)  # 2·(3/4)·(3/5) / (3/4 + 3/5)
    assert counts.f(0.5) == pytest.approx(1.25 * 3 / (1.25 * 3 + 1 + 0.25 * 2))


@pytest.mark.parametrize(
    ("counts", "precision", "recall", "f"),
    [
        (Counts(), None, None, None),
        (Counts(fp=2), 0, None, 0),
        (Counts(fn=2), None, 0, 0),
        (Counts(fp=1, fn=1), 0, 0, 0),
        (Counts(tp=1), 1, 1, 1),
    ],
)
def test_nought_over_nought_is_not_available_and_never_zero(counts, precision, recall, f):
    assert (counts.precision, counts.recall, counts.f(0.5)) == (precision, recall, f)


numbers = st.integers(0, 1000)
counts = st.builds(Counts, numbers, numbers, numbers)


@given(counts, st.sampled_from([0.5, 1.0, 2.0]))
def test_f_is_the_weighted_harmonic_mean_of_p_and_r(count, beta):
    p, r = count.precision, count.recall
    if p and r:
        assert count.f(beta) == pytest.approx((1 + beta**2) * p * r / (beta**2 * p + r))
    else:
        assert not count.f(beta)


@given(counts, counts)
def test_counts_add_component_by_component(one, other):
    total = one + other
    assert total == other + one
    assert (total.tp, total.fp, total.fn) == (one.tp + other.tp, one.fp + other.fp, one.fn + other.fn)


@pytest.mark.parametrize("form", [str, list])
def test_bug_the_letters_of_a_text_were_taken_for_its_tokens(form):
    good = (("He", "goes"), ("He",))
    wrong = (("He", "goes"), form("ab"))
    for build in (
        lambda: EvalSet(wrong),
        lambda: EvalSet(good, (Reference("r", wrong),)),
        lambda: EvalSet(good, (), (System("s", wrong),)),
    ):
        with pytest.raises(InputError, match="tuple of tokens"):
            build()
