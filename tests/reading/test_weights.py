"""Weight files: both kinds there and back, and everything odd refused with its place."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import InputError
from redink.reading.weights import (
    SolvedCounts,
    format_published,
    format_weights,
    read_weights,
    sentence_checksum,
    write_published,
    write_weights,
)
from tests.questions.difficulty.demo import PUBLISHED, edits

SOURCES = (("a", "b"), ("c",))


def counts(rows, size, **more):
    lengths = np.array([len(row) for row in rows], dtype=np.int64)
    return SolvedCounts("x", size, lengths, np.array([n for row in rows for n in row], dtype=np.int32), **more)


@given(st.integers(1, 9), st.lists(st.lists(st.integers(0, 9), min_size=1, max_size=5), min_size=1, max_size=4))
def test_both_kinds_round_trip(tmp_path_factory, size, rows):
    rows = [[min(n, size) for n in row] for row in rows]
    folder = tmp_path_factory.mktemp("weights")
    sums = tuple(f"{number:08x}" for number in range(len(rows)))
    whole = counts(rows, size, systems=("s",), reference="r", errors=2, checksums=sums, settings={"pipeline": "plain"})
    write_weights(folder / "w.json", whole, SOURCES)
    write_published(folder / "w.txt", whole)
    for name in ("w.json", "w.txt"):
        found = read_weights(folder / name)
        assert (found.size, found.lengths.tolist(), found.solved.tolist()) == (
            size,
            [len(row) for row in rows],
            [n for row in rows for n in row],
        )
    ours = read_weights(folder / "w.json")
    assert (ours.systems, ours.reference, ours.errors, ours.checksums) == (("s",), "r", 2, sums)
    assert ours.settings == {"pipeline": "plain"}


def test_the_published_demo(tmp_path):
    path = tmp_path / "w.txt"
    path.write_text(PUBLISHED)
    found = read_weights(path)
    assert (found.size, found.lengths.tolist(), found.systems) == (3, [11, 13], ())
    assert format_published(found) == PUBLISHED


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("", "number of systems", 1),
        ("0\n", "number of systems", 1),
        ("S a b\n", "number of systems", 1),
        ("3\n1 x\n", "must be numbers", 2),
        ("3\n1 2\n1 4\n", "between 0 and 3", 3),
        ("3\n1 -1\n", "between 0 and 3", 2),
        ("3\n1 2\n\n1\n", "has no chunks", 3),
    ],
)
def test_odd_published_files_are_refused(tmp_path, text, message, line):
    path = tmp_path / "w.txt"
    path.write_text(text)
    with pytest.raises(InputError, match=message) as caught:
        read_weights(path)
    assert caught.value.place.line == line


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"schema":1', '"schema":2', "schema"),
        ("redink difficulty weights", "something else", "schema"),
        ('"size":2', '"size":"2"', "not a weight file"),
        ('{"1":1}', '{"7":1}', "no such chunk"),
        ('{"1":1}', '{"1":5}', "no such chunk"),
        ('{"1":1}', '{"-1":1}', "no such chunk"),
    ],
)
def test_odd_files_of_ours_are_refused(tmp_path, old, new, message):
    text = format_weights(counts([[2, 1]], 2, checksums=("00000000",), errors=1), SOURCES)
    assert old in text
    path = tmp_path / "w.json"
    path.write_text(text.replace(old, new))
    with pytest.raises(InputError, match=message):
        read_weights(path)


def test_checksums_see_tokens_spans_and_corrections_but_not_types():
    same = sentence_checksum(("a",), edits((0, 1, "x", "R:NOUN")))
    assert sentence_checksum(("a",), edits((0, 1, "x", "R:VERB"))) == same
    others = [
        sentence_checksum(("b",), edits((0, 1, "x"))),
        sentence_checksum(("a",), edits((0, 0, "x"))),
        sentence_checksum(("a",), edits((0, 1, "y"))),
        sentence_checksum(("a",), ()),
    ]
    assert len({same, *others}) == 5
