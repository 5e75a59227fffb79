"""CLEME and CLEME2.0: by hand, against the authors' program, properties, and a slow twin."""

import json
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import redink
from redink.errors import UsageError
from redink.records import Edit, EvalSet, Reference, System
from redink.scoring import cleme
from redink.scoring.cleme_measures import NAMES
from redink.scoring.measure import Conventions
from redink.scoring.names import parse_measure
from tests.scoring import slow_cleme
from tests.shared_files import SHARED, needs_shared

SOURCE = ("he", "go", "to", "the", "the", "school", "yesterday")
WENT, HOME, THE = Edit(1, 2, ("went",)), Edit(2, 6, ("home",)), Edit(3, 4, ())
COLUMNS = {name: place for place, name in enumerate(cleme.COLUMNS)}


def table(output, *references, assumption="dependent", rule="faithful", source=SOURCE):
    chunks = cleme.count_chunks([source], [output], [references], assumption=assumption, rule=rule)
    return chunks.table(cleme.weighting("corpus", assumption, rule))


def score(name, data, rule="faithful"):
    measure = parse_measure(name, Conventions(rule))
    return [float(measure.score_from_sums(measure.sentence_stats(data, system).sum(axis=0))) for system in data.systems]


def test_by_hand():
    # Chunks: he | go | to | the | the school yesterday; the output leaves the doubled article.
    assert table((WENT,), (WENT, THE))[0, :6].tolist() == [1, 0, 1, 3, 0, 0]
    # The edits of the second reference touch: go to the the school is one chunk, and the output is half of it.
    assert table((WENT,), (WENT, HOME))[0, :6].tolist() == [0, 1, 0, 2, 1, 0]
    # Nobody else changes that chunk.
    assert table((WENT,), ())[0, :6].tolist() == [0, 1, 0, 2, 0, 1]


def test_independent_takes_each_chunk_from_any_reference_and_needs_all_for_a_miss():
    first, second = (WENT,), (THE,)
    assert table((WENT, THE), first, second, assumption="independent")[0, :3].tolist() == [2, 0, 0]
    assert table((WENT, THE), first, second)[:, :3].tolist() == [[1, 1, 0], [1, 1, 0]]
    assert table((), first, second, assumption="independent")[0, :4].tolist() == [0, 0, 0, 5]
    assert table((), first, first, assumption="independent")[0, :3].tolist() == [0, 0, 1]


def test_longer_chunks_count_more_when_right_and_less_when_wrong():
    bounds = (2.0, 0.75, 1.25)
    lengths = np.arange(6)
    right = cleme.length_weights(lengths, 2.0, bounds)
    assert right.tolist() == sorted(right)
    assert right[2] == 1
    assert cleme.length_weights(lengths, 2.0, bounds, reverse=True)[::-1].tolist() == pytest.approx(
        sorted(cleme.length_weights(lengths, 2.0, bounds, reverse=True))
    )
    assert cleme.length_weights(np.array([10**6]), 2.0, bounds, reverse=True) == 0.75


def test_an_error_that_is_marked_but_not_corrected_is_a_deletion_for_the_program_only():
    unclear = Edit(1, 2, (), "UNK")
    assert table((), (unclear,))[0, 2] == 1
    assert table((), (unclear,), rule="corrected")[0, :6].tolist() == [0, 0, 0, 1, 0, 0]


def test_a_reference_that_deletes_everything_is_left_out_unless_it_is_alone():
    nothing = (Edit(0, len(SOURCE), ()),)
    assert len(table((), nothing, (WENT,))) == 1
    assert table((), nothing, nothing)[:, 2].tolist() == [1]


def test_zero_cases():
    idle = EvalSet((SOURCE,), (Reference("r", (SOURCE,), ((),)),), (System("s", (SOURCE,), ((),)),))
    for name in ("CLEME-dependent", "CLEME-independent", "CLEME-dependent-sentence", "CLEME-independent-sentence"):
        assert score(name, idle) == [1.0]
    assert score("CLEME2-dependent", idle) == pytest.approx([0.55])
    assert score("CLEME2-dependent-sentence", idle) == pytest.approx([0.65])
    empty = EvalSet(((),), (Reference("r", ((),), ((),)),), (System("s", ((),), ((),)),))
    assert score("CLEME-dependent", empty) == [1.0]
    measure = parse_measure("CLEME-dependent-sentence")
    assert np.isnan(measure.score_from_sums(np.zeros(5)))


def test_edits_cannot_be_left_out():
    with pytest.raises(UsageError, match="cannot leave edits out"):
        parse_measure("CLEME-dependent", Conventions(exclude=("PUNCT",)))


@pytest.mark.parametrize("name", ["CLEME", "CLEME2-dependent-P", "CLEME-dependent-hit", "CLEME2-dependent-weighted"])
def test_names_that_mean_nothing_are_refused(name):
    with pytest.raises(UsageError, match="there is no measure"):
        parse_measure(name)


WORDS = ("x", "he", "go")
texts = st.sampled_from([*[()] * 4, *[(word,) for word in WORDS] * 2, *product(WORDS, WORDS)])


@st.composite
def edit_lists(draw):
    """Edits of one version of a sentence of seven tokens, without overlaps."""
    borders = sorted(draw(st.sets(st.integers(0, 7), max_size=6)))
    spans = list(zip(borders[::2], borders[1::2], strict=False))
    gaps = draw(st.sets(st.integers(0, 7), max_size=2))
    spans += [(gap, gap) for gap in gaps if not any(start < gap < end for start, end in spans)]
    return tuple(Edit(start, end, text) for start, end in sorted(spans) if (text := draw(texts)) or end > start)


sentences = st.tuples(edit_lists(), st.lists(edit_lists(), min_size=1, max_size=3))
corpora = st.lists(sentences, min_size=1, max_size=4)
assumptions = st.sampled_from(["dependent", "independent"])


@settings(max_examples=40)
@given(corpora, assumptions)
def test_the_slow_twin_agrees(corpus, assumption):
    outputs, references = zip(*corpus, strict=True)
    chunks = cleme.count_chunks([SOURCE] * len(corpus), outputs, references, assumption=assumption, rule="corrected")
    weights = cleme.weighting("sentence", assumption, "corrected")
    rows = chunks.table(weights)
    plain = [
        [[(e.start, e.end, e.replacement) for e in edits] for edits in (output, *answers)] for output, answers in corpus
    ]
    kept = []
    for output, *answers in plain:
        texts = [slow_cleme.corrected(SOURCE, edits, 0, len(SOURCE))[0] for edits in answers]
        kept.append((output, [e for e, text in zip(answers, texts, strict=True) if text] or answers[:1]))
    lengths = [
        max(end - start, len(slow_cleme.corrected(SOURCE, answer, start, end)[0]))
        for output, answers in kept
        for answer in answers
        for start, end, melted in slow_cleme.cut(SOURCE, [output, *answers])
        if melted and slow_cleme.corrected(SOURCE, answer, start, end)[1]
    ]
    mean = sum(lengths) / len(lengths) if lengths else 0.0
    assert chunks.mean_length == pytest.approx(mean)
    twins = [row for output, answers in kept for row in slow_cleme.outcomes(SOURCE, output, answers, assumption)]
    assert len(rows) == len(twins)
    for row, twin in zip(rows, twins, strict=True):
        counts = Counter(outcome for outcome, _ in twin)
        assert [row[COLUMNS[name]] for name in ("tp", "wrong", "over", "fn", "tn")] == [
            counts[name] for name in ("tp", "wrong", "over", "fn", "tn")
        ]
        for column, names, bounds, sign in (
            ("w_tp", ("tp",), weights.tp, 1),
            ("w_fp", ("wrong", "over"), weights.fp, -1),
            ("w_fn", ("fn",), weights.fn, 1),
        ):
            expected = sum(slow_cleme.weight(size, mean, *bounds, sign) for name, size in twin if name in names)
            assert row[COLUMNS[column]] == pytest.approx(expected)


def evaluation_set(corpus, system=None):
    outputs, references = zip(*corpus, strict=True)
    most = max(map(len, references))
    texts = (SOURCE,) * len(corpus)
    answers = [
        Reference(str(n), texts, tuple((row[n] if n < len(row) else row[0]) for row in references)) for n in range(most)
    ]
    return EvalSet(texts, tuple(answers), (System("s", texts, system or outputs),))


def has_text(edits):
    return bool(slow_cleme.corrected(SOURCE, [(e.start, e.end, e.replacement) for e in edits], 0, len(SOURCE))[0])


@settings(max_examples=40)
@given(corpora, st.sampled_from(NAMES))
def test_the_order_of_references_and_of_sentences_does_not_matter_when_corrected(corpus, name):
    shuffled = [(output, answers[::-1]) for output, answers in corpus[::-1]]
    # Equal lists of references, so that the padding of short ones is the same.
    corpus, shuffled = ([(o, (a * 3)[:3] if len(a) != 2 else [*a, a[0]]) for o, a in c] for c in (corpus, shuffled))
    assert score(name, evaluation_set(corpus), "corrected") == pytest.approx(
        score(name, evaluation_set(shuffled), "corrected")
    )


@settings(max_examples=40)
@given(corpora, st.sampled_from([name for name in NAMES if name.startswith("CLEME-")]))
def test_the_first_reference_itself_is_perfect(corpus, name):
    corpus = [(answers[0], [answers[0]]) for _, answers in corpus]
    assert score(name, evaluation_set(corpus)) == [1.0]


@settings(max_examples=40)
@given(corpora, assumptions)
def test_counts_add_up(corpus, assumption):
    for output, answers in corpus:
        for row in table(output, *answers, assumption=assumption):
            counts = dict(zip(cleme.COLUMNS, row, strict=True))
            assert counts["fp"] == counts["wrong"] + counts["over"]
            assert counts["tp"] + counts["fp"] <= len(output)
            assert sum(row[:4]) >= 1


@settings(max_examples=40)
@given(edit_lists(), edit_lists())
def test_independent_never_misses_more_and_never_hits_less_than_one_reference(output, answer):
    if has_text(answer):
        dependent, independent = (
            table(output, answer, answer, assumption=kind)[0] for kind in ("dependent", "independent")
        )
        assert independent[0] == dependent[0]


ERRANT = SHARED / "golden" / "errant-3.0.2"


@cache
def conll14(team, references):
    first = ERRANT / ("AMU.m2" if team == "INPUT" else f"{team}.m2")
    with pytest.warns(UserWarning, match="has no line"):
        data = redink.read([first], references=[ERRANT / f"official-2014.combined.{references}.m2"])
    nothing = System("INPUT", data.sources, ((),) * len(data.sources))
    return replace(data, systems=(nothing,)) if team == "INPUT" else data


@needs_shared
@pytest.mark.parametrize(("team", "references"), [("INPUT", "auto"), ("CAMB", "auto"), ("AMU", "gold")])
@pytest.mark.parametrize("assumption", ["dependent", "independent"])
def test_the_program_on_conll14(team, references, assumption):
    # THUKElab/CLEME e90abea; P, R and F have its four decimals, counts and means more.
    golden = json.loads((SHARED / "golden" / "modern" / "cleme.json").read_text())["results"][references][team]
    data = conll14(team, references)
    counted = parse_measure(f"CLEME-{assumption}").count(data, data.systems[0])
    assert counted.mean_length == pytest.approx(golden["mean_changed_chunk_length_references"], abs=1e-12)
    corrected = parse_measure(f"CLEME-{assumption}-weighted-sentence", Conventions("corrected"))
    documented = cleme.sentence_values(
        corrected.counts_by_reference(counted), counted.starts, replace(corrected.choice, rule="faithful")
    )
    assert documented[:, 0].mean() == pytest.approx(
        golden[assumption]["sentence_weighted_documented_parameters"]["f"], abs=1e-9
    )
    for weight, scale in (("", ""), ("-weighted", ""), ("", "-sentence"), ("-weighted", "-sentence")):
        key = f"{scale[1:] or 'corpus'}_{'weighted' if weight else 'unweighted'}"
        expected = golden[assumption][key + ("_as_the_code_runs" if weight and scale else "")]
        for suffix, letter in (("", "f"), ("-P", "p"), ("-R", "r")):
            measure = parse_measure(f"CLEME-{assumption}{weight}{scale}{suffix}")
            sums = measure.stats_of(counted).sum(axis=0)
            value = float(measure.score_from_sums(sums))
            assert (value if scale else round(value, 4)) == pytest.approx(expected[letter], abs=1e-9)
        if not scale:
            columns = ("w_tp", "w_fp", "w_fn", "tn") if weight else ("tp", "fp", "fn", "tn")
            assert [sums[COLUMNS[name]] for name in columns] == pytest.approx(
                [expected[name] for name in ("tp", "fp", "fn", "tn")], abs=1e-8
            )
    for scale in ("", "-sentence"):
        for part in ("", "-hit", "-wrong", "-under", "-over"):
            measure = parse_measure(f"CLEME2-{assumption}{scale}{part}")
            value = measure.score_from_sums(measure.stats_of(counted).sum(axis=0))
            assert value == pytest.approx(golden[assumption][f"cleme2_{scale[1:] or 'corpus'}"][part[1:] or "score"])


@needs_shared
def test_every_sentence_of_one_team():
    golden = json.loads((SHARED / "golden" / "modern" / "cleme-sentence-F-CAMB.json").read_text())
    data = conll14("CAMB", "auto")
    for assumption in ("dependent", "independent"):
        measure = parse_measure(f"CLEME-{assumption}-sentence")
        assert measure.sentence_stats(data, data.systems[0])[:, 0].tolist() == golden[assumption]["unweighted"]
