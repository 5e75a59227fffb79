"""Pools: weights from systems at hand and from files, and files that belong elsewhere."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from redink.errors import InputError, UsageError
from redink.questions.difficulty.mathematics.chunks import gold_chunks
from redink.questions.difficulty.mathematics.formulas import Settings, sentence_stats
from redink.questions.difficulty.mathematics.judging_table import judge
from redink.questions.difficulty.mathematics.pool import mismatches, pool_from_file, pool_of, solved_counts
from redink.questions.difficulty.mathematics.weights import linear
from redink.reading.weights import format_published, read_weights
from tests.questions.difficulty.demo import GOLD, PUBLISHED, SOURCES, SYSTEMS, edits, judged
from tests.questions.difficulty.test_judging_table import corpora
from tests.questions.difficulty.test_measures import WEIGHTED, row


def counts_of(table, sources=SOURCES):
    return solved_counts(table, pool_of(table), sources, reference="gold", settings={})


@pytest.fixture
def published(tmp_path):
    path = tmp_path / "demo.txt"
    path.write_text(PUBLISHED)
    return read_weights(path)


def test_the_demos_weight_file():
    assert format_published(counts_of(judged())) == PUBLISHED


@pytest.mark.parametrize("system", [0, 1, 2])
def test_one_system_scored_with_a_file(published, system):
    # "A alone with the weight file: same row as A above" (SPEC-difficulty §1.3).
    alone = judged(systems=[SYSTEMS[system]])
    table, pool = pool_from_file(alone, published, SOURCES)
    name = SYSTEMS[system].name
    assert row(table, name, Settings("faithful"), pool) == WEIGHTED[name]


def test_one_system_without_a_file_scores_nothing_in_the_program():
    found = row(judged(systems=[SYSTEMS[0]]), "A", Settings("faithful"))
    assert found[4:] == [0, 0, 0, 0]


@given(corpora(systems=3))
def test_a_file_gives_the_scores_of_the_pool_it_was_made_by(corpus):
    sources, gold, systems = corpus
    chunks = gold_chunks(sources, gold)
    whole = judge(chunks, sources, systems)
    counts = counts_of(whole, sources)
    for column, system in enumerate(systems):
        table, pool = pool_from_file(judge(chunks, sources, [system]), counts, sources)
        np.testing.assert_allclose(
            sentence_stats(table, 0, pool, Settings()),
            sentence_stats(whole, column, pool_of(whole), Settings()),
            atol=1e-12,
        )


def test_a_file_with_other_chunks_is_refused_naming_the_first_sentence(published):
    gold = (GOLD[0], edits((0, 3, "go")))
    with pytest.raises(InputError, match="13 chunks, but the reference makes 11") as caught:
        pool_from_file(judged(gold=gold), published, SOURCES)
    assert caught.value.place.sentence == 2


def test_chunk_counts_alone_cannot_tell_deletions_apart_but_checksums_can():
    other = (GOLD[0], edits((1, 3, "go"), (4, 4, "a"), (5, 6, "")))
    table = judged(gold=other)
    assert table.gold.lengths.tolist() == judged().gold.lengths.tolist()
    counts = counts_of(judged())
    assert mismatches(table.gold, counts, SOURCES) == [1]
    with pytest.raises(InputError, match="other gold edits") as caught:
        pool_from_file(table, counts, SOURCES)
    assert caught.value.place.sentence == 2


def test_another_version_of_the_pipeline_is_named_but_no_option_can_bring_it_back():
    counts = replace(counts_of(judged()), settings={"pipeline": "redink-en@1"})
    other = judged(gold=(GOLD[0], edits((0, 3, "go"))))
    with pytest.raises(InputError, match="redink-en@1, these edits with redink-en@2") as caught:
        pool_from_file(other, counts, SOURCES, "redink-en@2")
    assert "--pipeline" not in caught.value.remedy
    with pytest.raises(InputError, match="with plain@1") as caught:
        pool_from_file(other, counts, SOURCES, "plain@1")
    assert "--pipeline redink-en" in caught.value.remedy


def test_files_of_another_length_are_refused(published):
    longer = (*SOURCES, ("more",))
    table = judged(longer, (*GOLD, ()), [type(SYSTEMS[0])("s", longer, ((), (), ()))])
    assert mismatches(table.gold, published, longer) == [2]
    with pytest.raises(InputError, match="2 sentences, but the corpus has 3") as caught:
        pool_from_file(table, published, longer)
    assert caught.value.place.sentence == 3
    shorter = judged(SOURCES[:1], GOLD[:1], [type(SYSTEMS[0])("s", SOURCES[:1], ((),))])
    with pytest.raises(InputError, match="2 sentences, but the corpus has 1"):
        pool_from_file(shorter, published, SOURCES[:1])


def test_leave_one_out_needs_two():
    table = judged(systems=[SYSTEMS[0]])
    with pytest.raises(UsageError, match="at least two"):
        pool_of(table).weights_without(linear(), "A", table.correct[:, 0].astype(np.int64))
