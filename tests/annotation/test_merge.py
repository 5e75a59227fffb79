"""Merging: each rule by hand, the slow twin, and what holds for any two sentences."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.annotation.align import align
from redink.annotation.merge import merge
from redink.annotation.spans import Step
from redink.errors import UsageError
from redink.language.pipeline import Analysis
from tests.annotation.sentences import KINDS, anything, related_pairs, sentences, tagged, token
from tests.annotation.slow_alignment import slow_merge

STRATEGIES = ("rules", "all-split", "all-merge", "all-equal")


def edits(source: str, target: str, operations: str, strategy: str = "rules") -> list[str]:
    """Merge the given operations (not those of the alignment, so that each rule is seen alone)."""
    ours, theirs = tagged(source), tagged(target)
    return [
        " ".join(token.text for token in ours[span.start : span.end])
        + "→"
        + " ".join(token.text for token in theirs[span.target_start : span.target_end])
        for span in merge(steps_of(operations), ours, theirs, strategy=strategy)
    ]


def steps_of(operations: str) -> list[Step]:
    steps, i, j = [], 0, 0
    for operation in operations.split():
        size = int(operation[1:] or 1)
        after, target_after = i + size * (operation[0] != "I"), j + size * (operation[0] != "D")
        steps.append(Step(operation[0], i, after, j, target_after))
        i, j = after, target_after
    return steps


@pytest.mark.parametrize(
    ("source", "target", "operations", "expected"),
    [
        # One operation, or only insertions or deletions.
        ("dog/NOUN", "cat/NOUN", "S", ["dog→cat"]),
        ("", "of/ADP the/DET", "I I", ["→of the"]),
        ("of/ADP the/DET", "", "D D", ["of the→"]),
        ("of/ADP", "the/DET", "D I", ["of→", "→the"]),
        # Possessives: split off in front, merged at the end.
        ("'s/POS dog/NOUN", "of/ADP cats/NOUN", "S S", ["'s→of", "dog→cats"]),
        ("'s/POS dog/NOUN", "of/ADP", "S D", ["'s→of", "dog→"]),
        ("teachers/NOUN", "teacher/NOUN 's/POS", "S I", ["teachers→teacher 's"]),
        (
            "old/ADJ teachers/NOUN",
            "young/X teacher/NOUN 's/POS",
            "S S I",
            ["old→young", "teachers→teacher 's"],
        ),
        # Last words alike: a capital pushed along, a mark before them.
        ("Dogs/NOUN", "All/DET of/ADP the/DET dogs/NOUN", "I I I S", ["Dogs→All of the dogs"]),
        ("A/DET dog/NOUN", "Dog/NOUN", "D S", ["A dog→Dog"]),
        (";/PUNCT they/PRON", "./PUNCT They/PRON", "S S", ["; they→. They"]),
        ("x/X ;/PUNCT they/PRON", "y/X ./PUNCT They/PRON", "S S S", ["x→y", "; they→. They"]),
        # The same letters.
        ("on/ADP -/PUNCT line/NOUN", "online/ADV", "S D D", ["on - line→online"]),
        ("wont/X", "wo/AUX n't/PART", "S I", ["wont→wo n't"]),
        # Verbal, or of one kind.
        ("to/PART swim/VERB", "swimming/VERB", "D S", ["to swim→swimming"]),
        ("bus/NOUN", "railway/NOUN station/NOUN", "I S", ["bus→railway station"]),
        # Kept apart: two for two, look-alikes, a last determiner.
        ("dog/NOUN barked/VERB", "cats/NOUN meow/VERB", "S S", ["dog→cats", "barked→meow"]),
        ("becuase/SCONJ of/ADP", "because/SCONJ", "S D", ["becuase→because", "of→"]),
        ("on/ADP", "at/ADP the/DET", "S I", ["on→at", "→the"]),
        # Nothing holds: one span if there is a content word.
        ("quickly/ADV", "in/ADP haste/NOUN", "S I", ["quickly→in haste"]),
        ("on/ADP", "that/SCONJ it/PRON", "S I", ["on→that", "→it"]),
        # Transpositions and matches stand between runs.
        ("a/X b/X c/X d/X", "b/X a/X c/X e/X", "T2 M S", ["a b→b a", "d→e"]),
        ("a/X b/X c/X d/X", "b/X a/X d/X c/X", "T2 T2", ["a b→b a", "c d→d c"]),
    ],
)
def test_rules(source, target, operations, expected):
    assert edits(source, target, operations) == expected


def test_words_of_unknown_kind_are_content_but_not_of_one_kind():
    """ERRANT has no such words; without a tagger all would be of the one kind `unknown`."""
    assert edits("want/", "would/ like/", "S I") == ["want→would like"]
    assert edits("recieve/ it/", "receive/", "S D") == ["recieve→receive", "it→"]


@pytest.mark.parametrize(
    ("strategy", "expected"),
    [
        ("all-split", ["a→", "b→", "→x", "c d→d c", "e f→f e", "g h i→i g h"]),
        ("all-merge", ["a b c d e f g h i→x d c f e i g h"]),
        ("all-equal", ["a b→", "→x", "c d e f→d c f e", "g h i→i g h"]),
    ],
)
def test_other_strategies(strategy, expected):
    source = "a/X b/X c/X d/X e/X f/X g/X h/X i/X j/X"
    target = "x/X d/X c/X f/X e/X i/X g/X h/X j/X"
    assert edits(source, target, "D D I T2 T2 T3 M", strategy) == expected


def test_unknown_strategies_are_refused():
    with pytest.raises(UsageError, match="all-equal"):
        merge([], (), (), strategy="some-merge")


def _apply(source: Analysis, target: Analysis, spans) -> list[str]:
    words, done = [], 0
    for span in spans:
        assert span.start >= done
        words += [token.text for token in source[done : span.start]]
        words += [token.text for token in target[span.target_start : span.target_end]]
        done = span.end
    return words + [token.text for token in source[done:]]


@given(anything, anything, st.sampled_from(STRATEGIES), st.sampled_from(("linguistic", "levenshtein")))
def test_spans_turn_the_source_into_the_target(source, target, strategy, costs):
    spans = merge(align(source, target, costs=costs), source, target, strategy=strategy)
    assert _apply(source, target, spans) == [token.text for token in target]


@given(related_pairs([*KINDS, ""]), st.sampled_from(STRATEGIES), st.sampled_from(("linguistic", "levenshtein")))
def test_spans_turn_related_sentences_into_each_other(pair, strategy, costs):
    spans = merge(align(*pair, costs=costs), *pair, strategy=strategy)
    assert _apply(*pair, spans) == [token.text for token in pair[1]]


@given(sentences([*KINDS, ""], 9), sentences([*KINDS, ""], 9), st.randoms(use_true_random=False))
@settings(max_examples=600, deadline=None)
def test_any_run_is_merged_as_by_the_slow_twin(source, target, random):
    """Runs of any operations, not only such as the alignment makes."""
    steps, i, j = [], 0, 0
    while (i, j) != (len(source), len(target)):
        rows, columns = random.choice([(1, 1), (1, 1), (0, 1), (1, 0)])
        if i + rows <= len(source) and j + columns <= len(target):
            operation = {(1, 1): "S", (0, 1): "I", (1, 0): "D"}[rows, columns]
            steps.append(Step(operation, i, i + rows, j, j + columns))
            i, j = i + rows, j + columns
    assert merge(steps, source, target) == slow_merge(steps, source, target)


@given(related_pairs([*KINDS, ""]), st.sampled_from(("linguistic", "levenshtein")))
@settings(max_examples=400, deadline=None)
def test_alignments_are_merged_as_by_the_slow_twin(pair, costs):
    steps = align(*pair, costs=costs)
    assert merge(steps, *pair) == slow_merge(steps, *pair)


@pytest.mark.parametrize("operations", ["S", "S I", "I S D", "S S D D I"])
def test_runs_of_a_thousand_operations_are_divided(operations):
    run = " ".join([operations] * (1000 // len(operations.split())))
    steps = steps_of(run)
    source = tuple(token(f"s{i}", KINDS[i % 5]) for i in range(steps[-1].end))
    target = tuple(token(f"t{j}", KINDS[j % 7]) for j in range(steps[-1].target_end))
    assert _apply(source, target, merge(steps, source, target)) == [token.text for token in target]
