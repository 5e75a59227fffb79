import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.questions.conservatism.mathematics.edit_types import count_types, mean_types, type_ratios
from redink.questions.conservatism.mathematics.four_way import FourWay, four_way
from redink.reading.corrections import apply_edits
from redink.records import Edit
from tests.strategies import edits_of_one

SOURCE = ("He", "go", "to", "home", "now")


def edit(start, end, text, **more):
    return Edit(start, end, tuple(text.split()), **more)


GOES, WENT, HOME, BACK = edit(1, 2, "goes"), edit(1, 2, "went"), edit(2, 3, ""), edit(3, 3, "back")


@pytest.mark.parametrize(
    ("system", "reference", "expected"),
    [
        ((), (), FourWay()),
        ((), (GOES, HOME), FourWay(fn=2)),
        ((GOES, HOME), (), FourWay(fp_unneeded=2)),
        ((GOES,), (GOES,), FourWay(tp=1)),
        ((WENT, BACK), (GOES, HOME), FourWay(fp_needed=1, fn=1, fp_unneeded=1)),
        # Another cut of the same change is the same change.
        ((edit(1, 3, "goes"),), (GOES, HOME), FourWay(tp=1)),
        ((edit(0, 2, "He goes"),), (GOES,), FourWay(tp=1)),
        # Two insertions at one place meet; an insertion beside a changed word does not.
        ((edit(3, 3, "straight"),), (BACK,), FourWay(fp_needed=1)),
        ((edit(2, 2, "back"),), (HOME,), FourWay(fn=1, fp_unneeded=1)),
    ],
)
def test_chunks_by_hand(system, reference, expected):
    assert four_way(SOURCE, system, [reference]) == expected


def test_alternatives_are_as_good():
    reference = edit(1, 2, "went", alternatives=(("goes",),))
    assert four_way(SOURCE, (GOES,), [(reference,)]) == FourWay(tp=1)


def test_what_is_only_marked_is_no_change():
    assert four_way(SOURCE, (), [(edit(1, 2, "", type="UNK"),)]) == FourWay()


def test_several_references():
    references = [(GOES,), (WENT, HOME)]
    assert four_way(SOURCE, (GOES, HOME), references) == FourWay(tp=1, fp_unneeded=1)
    assert four_way(SOURCE, (GOES, HOME), references, several="any") == FourWay(tp=2)
    # Only the second reference changes "to": it may be left alone.
    assert four_way(SOURCE, (), references, several="any") == FourWay(fn=1)
    assert four_way(SOURCE, (), references) == FourWay(fn=1)


lengths = st.integers(0, 5)
cases = lengths.flatmap(
    lambda n: st.tuples(
        st.just(tuple(f"w{number}" for number in range(n))),
        edits_of_one(length=n),
        st.lists(edits_of_one(length=n), min_size=1, max_size=3),
    )
)


@given(cases, st.sampled_from(["best", "any"]))
def test_counts_are_bounded_and_perfect_systems_hit(case, several):
    source, system, references = case
    found = four_way(source, system, references, several=several)
    assert found.tp + found.fp_needed + found.fp_unneeded <= len(system)
    assert bool(found.tp + found.fp_needed + found.fp_unneeded) == any(not e.is_detected_only for e in system)
    perfect = four_way(source, references[0], references, several=several)
    assert perfect.fp_needed == perfect.fn == perfect.fp_unneeded == 0


@given(cases)
def test_one_reference_turned_round(case):
    source, system, (reference, *_) = case
    there, back = four_way(source, system, [reference]), four_way(source, reference, [system])
    assert (there.tp, there.fp_needed) == (back.tp, back.fp_needed)
    assert (there.fn, there.fp_unneeded) == (back.fp_unneeded, back.fn)


@given(cases)
def test_no_fault_means_the_same_text(case):
    source, system, (reference, *_) = case
    plain = [tuple(Edit(e.start, e.end, e.replacement) for e in own) for own in (system, reference)]
    found = four_way(source, plain[0], [plain[1]])
    if found.fp_needed == found.fn == found.fp_unneeded == 0:
        assert apply_edits(source, plain[0]) == apply_edits(source, plain[1])


def test_type_ratios():
    def types(*names):
        return [tuple(Edit(0, 1, (), name) for name in names), None]

    def group(name):
        return name or None

    references = [types("A"), types("A", "A", "C")]
    rows = type_ratios(count_types(types("A", "A", "B"), group), mean_types(references, group))
    assert [(row.type, row.edits, row.reference, row.ratio) for row in rows] == [
        *[("A", 2, 1.5, 2 / 1.5), ("C", 0, 0.5, 0.0), ("B", 1, 0.0, None)],
    ]
