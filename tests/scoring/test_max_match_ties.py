"""`faithful` M2 is the published scorer's, also where several paths weigh (nearly) the same."""

import json
import random
import warnings
from collections import Counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from redink.evaluation.data import read
from redink.reading.corrections import apply_edits
from redink.reading.m2 import without_overlaps
from redink.records import Edit
from redink.scoring import arcs, max_match
from redink.scoring.gold_arcs import by_span
from redink.scoring.lattice import build_lattice, whole_region
from redink.scoring.max_match import sentence_stats
from redink.scoring.max_match_ties import list_arcs, scorer_path
from tests.scoring import conll14
from tests.scoring.one_sentence import match_counts
from tests.scoring.slow_m2_scorer import scored
from tests.shared_files import DATA, SHARED, needs_shared


def tokens(text):
    return tuple(text.split())


@st.composite
def cases(draw, letters="abcd", longest=7):
    """Draw two sentences and gold edits that may overlap, repeat each other, stand in any order, or change nothing."""
    sentences = st.lists(st.sampled_from(letters), max_size=longest).map(tuple)
    source, hypothesis = draw(sentences), draw(sentences)
    gold = []
    for _ in range(draw(st.integers(0, 5))):
        start = draw(st.integers(0, len(source)))
        end = min(len(source), start + draw(st.integers(0, 3)))
        first = draw(st.integers(0, len(hypothesis)))
        ways = [hypothesis[first : first + draw(st.integers(0, 3))]]
        if draw(st.booleans()):
            ways.insert(draw(st.integers(0, 1)), draw(st.sampled_from([source[start:end], (), tuple(letters[:1])])))
        gold += [Edit(start, end, ways[0], "", 0, tuple(ways[1:]))] * draw(st.sampled_from([1, 1, 1, 2]))
    return source, hypothesis, tuple(gold)


def faithful(source, hypothesis, gold, **options):
    (row,) = match_counts(source, hypothesis, [gold], rule="faithful", **options)
    return tuple(row)


def test_bug_rounding_decides_between_two_and_three_edits():
    # 1 + 3.001 + 1.001 = 5.001999999999999 is less than 1 + 4.002000000000001: three edits, not two.
    source, hypothesis = tokens("we will post a seed ."), tokens("we can write a post .")
    gold = (Edit(4, 5, ()),)
    assert faithful(source, hypothesis, gold) == (1, 3, 1)
    assert match_counts(source, hypothesis, [gold], rule="corrected").tolist() == [[1, 2, 1]]
    assert scored(source, hypothesis, gold).edits == [(1, 4, tokens("can write a")), (4, 4, ("post",)), (4, 5, ())]


def test_bug_an_edit_counts_once_for_every_equal_gold_edit():
    gold = (Edit(1, 2, ("x",)), Edit(1, 2, ("x",)), Edit(1, 2, ("y",), alternatives=(("x",),)))
    assert faithful(tokens("a b c"), tokens("a x c"), gold) == (3, 1, 3)
    assert match_counts(tokens("a b c"), tokens("a x c"), [gold], rule="corrected").tolist() == [[1, 1, 3]]


@needs_shared
def test_counts_of_the_published_scorer_where_simpler_rules_fail():
    """400 cases by the scorer's master (cb874a7), Python 2.7.18; the twin has its edits and its list too."""
    cases = json.loads((SHARED / "golden" / "m2-ties.json").read_text(encoding="utf-8"))["cases"]
    assert len(cases) == 400
    for case in cases:
        source, hypothesis = tokens(case["source"]), tokens(case["output"])
        gold = [
            tuple(
                Edit(start, end, tokens(ways[0]), "", 0, tuple(map(tokens, ways[1:]))) for start, end, ways in annotator
            )
            for annotator in case["gold"]
        ]
        assert match_counts(source, hypothesis, gold, rule="faithful").tolist() == case["counts"]
        for answers, counts, edits in zip(gold, case["counts"], case["edits"], strict=True):
            twin = scored(source, hypothesis, answers)
            assert list(twin.counts) == counts
            assert [[start, end, " ".join(text)] for start, end, text in twin.edits] == edits
            assert twin.entries == case["arc_list_length"]


@given(cases(), st.integers(0, 4))
@example(
    (tokens("c b d b b a"), tokens("a d c b"), (Edit(0, 2, ("d", "c")), Edit(1, 3, ("b",)), Edit(2, 3, ("d",)))), 2
)
@settings(max_examples=200, deadline=None)
def test_same_counts_as_the_scorer_rule_by_rule(case, max_unchanged):
    assert faithful(*case, max_unchanged=max_unchanged) == scored(*case, max_unchanged).counts


@given(cases("aAb"))
@settings(max_examples=100, deadline=None)
def test_the_same_when_case_and_spaces_are_ignored(case):
    assert faithful(*case, ignore_whitespace_casing=True) == scored(*case, drop_same=True).counts


@given(st.lists(cases("ab", longest=4), min_size=2, max_size=3), st.integers(0, 7))
@settings(max_examples=60, deadline=None)
def test_the_same_when_regions_are_far_apart(parts, gap):
    # Sums round over the whole sentence, so that regions are not independent.
    source, hypothesis, gold = (), (), ()
    for number, (before, after, edits) in enumerate(parts):
        shift = len(source)
        between = tuple(f"w{number}-{place}" for place in range(gap))
        gold += tuple(Edit(e.start + shift, e.end + shift, e.replacement, "", 0, e.alternatives) for e in edits)
        source, hypothesis = source + before + between, hypothesis + after + between
    assert faithful(source, hypothesis, gold) == scored(source, hypothesis, gold).counts


@given(cases())
@settings(max_examples=100, deadline=None)
def test_the_walk_takes_the_path_of_the_scorer(case):
    source, hypothesis, gold = case
    listed = list_arcs(whole_region(build_lattice(source, hypothesis)), 2)
    assert listed is not None
    twin = scored(source, hypothesis, gold)
    assert len(listed.entries) == twin.entries
    path = scorer_path(listed, hypothesis, by_span(gold))
    assert [(start[0], end[0], hypothesis[start[1] : end[1]]) for start, end in path] == twin.edits


def random_case(draw):
    letters = "abcdef"[: draw.randint(2, 6)]
    source, hypothesis = (tuple(draw.choices(letters, k=draw.randint(0, 8))) for _ in range(2))
    gold = []
    for _ in range(draw.randint(0, 4)):
        start = draw.randint(0, len(source))
        first = draw.randint(0, len(hypothesis))
        end = min(len(source), start + draw.choice((0, 0, 1, 1, 2)))
        gold += [Edit(start, end, hypothesis[first : first + draw.randint(0, 2)])] * draw.choice((1, 1, 1, 1, 2))
    return source, hypothesis, tuple(sorted(gold, key=lambda edit: (edit.start, edit.end)))


def test_a_batch_of_random_strings(monkeypatch):
    """500 of the 18,000 that were compared once; some must be walked, and most must not."""
    walks = Counter()
    walk = max_match.scorer_path
    monkeypatch.setattr(max_match, "scorer_path", lambda *given: walks.update(["walked"]) or walk(*given))
    draw = random.Random(20)
    drawn = [random_case(draw) for _ in range(500)]
    assert [faithful(*case) for case in drawn] == [scored(*case).counts for case in drawn]
    assert 5 < walks["walked"] < 100


def test_a_sentence_that_is_too_large_is_counted_with_a_warning(monkeypatch):
    sources, outputs = [("a",), tokens("a b c d e f"), ("a",)], [("a",), tokens("f e d c b a"), ("b",)]
    gold = [((),)] * 3
    monkeypatch.setattr(arcs, "MOST_ARCS", 30)
    with pytest.warns(UserWarning, match="M2: sentence 2 is too large to search as the published scorer does"):
        large = sentence_stats(sources, outputs, gold, rule="faithful")
    assert large[:, 1].tolist() == [0, 1, 1]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sentence_stats(sources, outputs, gold, rule="corrected")


@needs_shared
def test_no_sentence_of_a_team_has_to_be_walked(monkeypatch):
    """The check for ties has few false alarms; otherwise real outputs would take much longer."""
    monkeypatch.setattr(max_match, "scorer_path", lambda *_: pytest.fail("walked"))
    how = max_match.Matching("faithful")
    for team in ("CAMB", "CUUI"):
        counted = max_match.count_edits(conll14.sources(), conll14.output(team), conll14.gold(), how)
        assert counted.unsure == ()


@needs_shared
@pytest.mark.filterwarnings("ignore::redink.reading.m2.M2Warning")
def test_overlapping_gold_edits_of_conll_2013_are_all_counted():
    """48 sentences of the official file have such edits; each is compared with the scorer, rule by rule."""
    path = DATA / "conll13" / "original" / "data" / "official-preprocessed.m2"
    data = read([], references=path, overlaps="both")
    edits = data.references[0].edits
    assert sum(len([edit for edit in row or () if not edit.is_noop]) for row in edits) == 3462
    overlapping = [
        (source, gold) for source, gold in zip(data.sources, edits, strict=True) if gold != without_overlaps(gold or ())
    ]
    overlapping = [(source, gold) for source, gold in overlapping if gold]
    assert len(overlapping) == 48
    draw = random.Random(13)
    for source, gold in overlapping:
        some = [edit for edit in without_overlaps(gold) if draw.random() < 0.5]
        output = apply_edits(source, some)
        if len(build_lattice(source, output).on_path.nonzero()[0]) <= 100:
            assert faithful(source, output, gold) == scored(source, output, gold).counts
