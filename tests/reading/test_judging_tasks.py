"""Files of items: there and back, and every fault with its line."""

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import InputError
from redink.reading.judging_tasks import read_tasks, write_tasks
from tests.judging.samples import pairs, ratings, sentences, votes


@pytest.mark.parametrize("tasks", [pairs(4, repeats=1, swapped=1), ratings(), sentences(), votes()])
def test_there_and_back(tasks, tmp_path):
    write_tasks(tmp_path / "items.jsonl", tasks)
    assert read_tasks(tmp_path / "items.jsonl") == tasks


def lines_of(tasks, tmp_path):
    write_tasks(tmp_path / "good.jsonl", tasks)
    return [json.loads(line) for line in (tmp_path / "good.jsonl").read_text(encoding="utf-8").splitlines()]


def changed(record, **changes):
    return record | changes


FAULTS = [
    (1, lambda r: changed(r, kind="something else"), "not 'redink judging tasks'"),
    (1, lambda r: changed(r, schema=99), "version 99"),
    (1, lambda r: changed(r, task="sing"), "not a file of judging tasks"),
    (1, lambda _: ["no", "object"], "not a file of judging tasks"),
    (2, lambda r: changed(r, pair=""), "an item has no name"),
    (3, lambda r: changed(r, pair="p000"), "two items are called 'p000'"),
    (2, lambda r: changed(r, repeat_of="p009"), "repeats 'p009', which does not come before it"),
    (2, lambda r: {key: value for key, value in r.items() if key != "right"}, "lacks what a 'pair' task needs"),
    (2, lambda r: changed(r, left=r["left"] | {"end": 99}), "the span 1 99 reaches beyond the sentence"),
    (2, lambda r: changed(r, left=r["left"] | {"start": -1}), "the span -1 2 reaches beyond the sentence"),
    (2, lambda r: changed(r, left=r["left"] | {"others": [{"start": 5, "end": 4, "correction": ""}]}), "span 5 4"),
    (2, lambda r: changed(r, left=r["left"] | {"level": 3}), "level 3, but there are 2 systems"),
    (2, lambda r: changed(r, left=r["left"] | {"solved": [1]}), "1 flags for 2 systems"),
    (2, lambda r: changed(r, left=r["left"] | {"solved": []}), "0 flags for 2 systems"),
    (1, lambda r: changed(r, size=3), "2 names for 3 systems"),
    (2, lambda r: changed(r, left="text"), "not an item"),
    (2, lambda r: changed(r, left=r["left"] | {"sentence": "one"}), "not an item"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "change", "said"), FAULTS)
def test_faults_are_named_with_their_line(line, change, said, tmp_path):
    records = lines_of(pairs(2), tmp_path)
    records[line - 1] = change(records[line - 1])
    path = tmp_path / "bad.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_tasks(path)
    assert said in caught.value.cause
    assert caught.value.place.line == line
    assert caught.value.remedy


def test_empty_and_broken_files(tmp_path):
    path = tmp_path / "items.jsonl"
    for text, said in (("", "not a file of judging tasks"), ("{", "not a file"), ("\\ud800", "not a file")):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match=said):
            read_tasks(path)
    header = lines_of(pairs(1), tmp_path)[0]
    path.write_text(json.dumps(header) + "\n\n", encoding="utf-8")
    with pytest.raises(InputError, match="nothing to judge"):
        read_tasks(path)


def test_an_empty_sentence(tmp_path):
    records = lines_of(sentences(1), tmp_path)
    records[1]["passage"]["text"] = "  "
    path = tmp_path / "bad.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    with pytest.raises(InputError, match="empty sentence"):
        read_tasks(path)


@given(st.integers(1, 6), st.data())
def test_any_change_of_an_item_is_read_as_it_was_written_or_refused(tmp_path_factory, number, data):
    """A cell of an item takes any value: the file is refused with its line, or comes back as it was read."""
    folder = tmp_path_factory.mktemp("tasks")
    records = lines_of(pairs(number), folder)
    line = data.draw(st.integers(0, len(records) - 1))
    name = data.draw(st.sampled_from(sorted(records[line])))
    values = st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.lists(st.integers(), max_size=2)
    records[line][name] = data.draw(values)
    path = folder / "items.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    with suppress(InputError):
        tasks = read_tasks(path)
        write_tasks(path, tasks)
        assert read_tasks(path) == tasks
