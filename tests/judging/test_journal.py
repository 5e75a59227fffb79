"""The engine: what is asked next, what undo, skip and a second pass do, and what comes out at the end."""

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.errors import InputError, UsageError
from redink.judging.exports import EXPORTS, export_of, form_for
from redink.judging.journal import is_answer
from redink.judging.order import order_for
from redink.judging.standing import event_key
from redink.judging.store import Event, now
from redink.reading.judgements import Judgement, read_judgements
from tests.judging.samples import OpenJournal, pairs, ratings, sentences, votes


def do(journal, event):
    return asyncio.run(journal.append(event))


def answer_key(own, question):
    return event_key("answer", own.number, question.round, question.item.id, question.undone)


def skip_key(own, question):
    return event_key("skip", own.number, question.round, question.item.id, question.skips)


def answer(journal, own, said=">"):
    question = journal.question(own)
    event = Event(
        answer_key(own, question),
        "answer",
        own.name,
        question.item.id,
        question.round,
        said,
        shown=question.shown,
        ended="2026-01-01",
    )
    assert do(journal, event)
    return question.item.id


def skip(journal, own):
    question = journal.question(own)
    do(journal, Event(skip_key(own, question), "skip", own.name, question.item.id, question.round))
    return question.item.id


def undo(journal, own):
    last = own.last_done
    assert do(journal, Event(f"undo/{last.key}", "undo", own.name, last.item, last.round, last.key, ended=now()))
    return last.item


def again(journal, own):
    do(journal, Event(f"round/{own.number}/2", "round", own.name, "", 2))


def test_everything_is_asked_once_in_ones_own_order(tmp_path):
    with OpenJournal(pairs(), tmp_path, "anna", "ben") as journal:
        for own in journal.people.values():
            asked = [answer(journal, own) for _ in range(6)]
            assert asked == order_for(journal.tasks.items, 1, own.number)
            assert journal.question(own) is None
        assert len(journal.judgements()) == 12


def test_the_same_answer_twice_is_one(tmp_path):
    with OpenJournal(pairs(), tmp_path, "anna") as journal:
        own = journal.people["anna"]
        question = journal.question(own)
        event = Event(answer_key(own, question), "answer", "anna", question.item.id, 1, ">")
        assert [do(journal, event), do(journal, event._replace(answer="<"))] == [True, False]
        assert [one.answer for one in journal.judgements()] == [">"]


def test_undo_asks_again_and_the_late_copy_of_the_old_answer_is_not_counted(tmp_path):
    with OpenJournal(pairs(), tmp_path, "anna") as journal:
        own = journal.people["anna"]
        first = journal.question(own)
        answer(journal, own)
        second = answer(journal, own, "<")
        assert undo(journal, own) == second
        assert journal.question(own).item.id == second
        assert undo(journal, own) == first.item.id
        assert journal.question(own).item.id == first.item.id
        assert own.last_done is None
        assert not do(journal, Event(answer_key(own, first), "answer", "anna", first.item.id, 1, "="))
        assert answer(journal, own, "?") == first.item.id
        assert [one.answer for one in journal.judgements()] == ["?"]
        assert [event.kind for event in journal.store.events()] == ["answer", "answer", "undo", "undo", "answer"]


def test_skipped_items_come_back_at_the_end(tmp_path):
    with OpenJournal(pairs(4), tmp_path, "anna") as journal:
        own = journal.people["anna"]
        put_off = [skip(journal, own), skip(journal, own)]
        rest = [answer(journal, own), answer(journal, own)]
        assert own.skipped == 2
        assert [skip(journal, own), answer(journal, own), answer(journal, own)] == [put_off[0], put_off[1], put_off[0]]
        assert journal.question(own) is None
        assert not set(rest) & set(put_off)


def test_a_late_skip_does_not_open_what_was_answered(tmp_path):
    with OpenJournal(pairs(1), tmp_path, "anna") as journal:
        own = journal.people["anna"]
        asked = journal.question(own)
        answer(journal, own)
        do(journal, Event(skip_key(own, asked), "skip", "anna", asked.item.id, 1))
        assert (journal.question(own), own.skipped, own.last_done.kind) == (None, 0, "answer")


def test_undo_of_a_skip(tmp_path):
    with OpenJournal(pairs(4), tmp_path, "anna") as journal:
        own = journal.people["anna"]
        put_off = skip(journal, own)
        assert undo(journal, own) == put_off
        assert journal.question(own).item.id == put_off
        assert own.skipped == 0
        assert skip(journal, own) == put_off


def test_the_second_pass_logs_changes(tmp_path):
    with OpenJournal(pairs(2), tmp_path, "anna") as journal:
        own = journal.people["anna"]
        first = {answer(journal, own, ">"): ">", answer(journal, own, "="): "="}
        again(journal, own)
        assert own.last_done is None  # the first pass cannot be undone from the second
        question = journal.question(own)
        assert question.earlier.answer == first[question.item.id]
        answer(journal, own, "<")
        answer(journal, own, first[journal.question(own).item.id])
        second = [one for one in journal.judgements() if one.round == 2]
        assert [one.changed_from for one in second] == [first[question.item.id], ""]
        assert len(journal.judgements()) == 4
        wmt = export_of(journal, "wmt.csv").splitlines()
        assert len(wmt) == 1 + 2


def test_everything_is_there_after_a_restart(tmp_path):
    with OpenJournal(pairs(), tmp_path, "anna") as journal:
        own = journal.people["anna"]
        answer(journal, own)
        skip(journal, own)
        answer(journal, own)
        undo(journal, own)
        before, records = journal.question(own), journal.judgements()
    with OpenJournal(pairs(), tmp_path) as journal:
        assert journal.question(journal.people["anna"]) == before
        assert journal.judgements() == records


MOVES = st.lists(st.tuples(st.sampled_from(["anna", "ben"]), st.sampled_from(["answer", "skip", "undo"])), max_size=25)


@settings(max_examples=40)
@given(MOVES)
def test_memory_is_a_reading_of_the_file(tmp_path_factory, moves):
    folder = tmp_path_factory.mktemp("journal")
    with OpenJournal(pairs(3), folder, "anna", "ben") as journal:
        for name, move in moves:
            own = journal.people[name]
            if move == "undo":
                if own.last_done is not None:
                    undo(journal, own)
            elif journal.question(own) is not None:
                (answer if move == "answer" else skip)(journal, own)
        questions = {name: journal.question(own) for name, own in journal.people.items()}
        records = journal.judgements()
        for own in journal.people.values():
            named = [one.id for one in records if one.annotator == own.name]
            assert len(set(named)) == len(named) == own.done
    with OpenJournal(pairs(3), folder) as journal:
        assert {name: journal.question(own) for name, own in journal.people.items()} == questions
        assert journal.judgements() == records


def test_enough_votes_are_enough(tmp_path):
    with OpenJournal(votes(1, votes=2), tmp_path, "a", "b", "c") as journal:
        people = [journal.people[name] for name in "abc"]
        assert journal.total(people[2]) == 1
        answer(journal, people[0], "yes")
        answer(journal, people[1], "no")
        assert journal.question(people[2]) is None
        assert journal.total(people[2]) == 0
        undo(journal, people[1])
        assert journal.question(people[2]) is None  # it is back on the screen of b


def test_many_at_once_are_written_together(tmp_path):
    with OpenJournal(pairs(40), tmp_path, "anna") as journal:

        async def all_at_once():
            events = [Event(f"k{number}", "answer", "anna", f"p{number:03}", 1, ">") for number in range(40)]
            return await asyncio.gather(*map(journal.append, events * 2))

        calls = []
        original = journal.store.append
        journal.store.append = lambda events: calls.append(len(events)) or original(events)
        fresh = asyncio.run(all_at_once())
        assert sum(fresh) == 40
        assert len(calls) < 5
        assert len(journal.judgements()) == 40


def test_a_disk_that_fails_tells_and_the_next_answer_is_taken(tmp_path):
    with OpenJournal(pairs(), tmp_path, "anna") as journal:
        original = journal.store.append

        def broken(_):
            raise OSError("no space left")

        journal.store.append = broken
        own = journal.people["anna"]
        question = journal.question(own)
        with pytest.raises(OSError, match="no space"):
            do(journal, Event(answer_key(own, question), "answer", "anna", question.item.id, 1, ">"))
        assert journal.question(own) == question
        journal.store.append = original
        answer(journal, own)
        assert own.done == 1


ALL = [(pairs(2), ">"), (ratings(2), "good"), (sentences(2), "He goes ."), (votes(2), "no")]


@pytest.mark.parametrize(("tasks", "said"), ALL)
def test_exports_can_be_taken_in_elsewhere(tasks, said, tmp_path):
    with OpenJournal(tasks, tmp_path, "anna") as journal:
        for _ in range(2):
            answer(journal, journal.people["anna"], said)
        texts = {name: export_of(journal, name) for name in EXPORTS[tasks.task]}
    path = tmp_path / "out.jsonl"
    path.write_text(texts["judgements.jsonl"], encoding="utf-8")
    table = tmp_path / "out.csv"
    table.write_text(texts["judgements.csv"], encoding="utf-8")
    for folder in ("other", "table"):
        (tmp_path / folder).mkdir()
    with OpenJournal(tasks, tmp_path / "table") as journal:
        assert journal.take_in(read_judgements(table)) == (2, 0)
        assert export_of(journal, "judgements.csv") == texts["judgements.csv"]
    with OpenJournal(tasks, tmp_path / "other") as journal:
        assert journal.take_in(read_judgements(path)) == (2, 0)
        assert journal.take_in(read_judgements(path)) == (0, 2)
        assert export_of(journal, "judgements.jsonl") == texts["judgements.jsonl"]
        assert journal.question(journal.people["anna"]) is None
        for name in EXPORTS[tasks.task]:
            assert len(export_of(journal, name).splitlines()) == len(texts[name].splitlines())


def test_what_does_not_fit_is_not_taken_in(tmp_path):
    with OpenJournal(ratings(), tmp_path) as journal:
        with pytest.raises(InputError, match="of the task 'pair'"):
            journal.take_in([Judgement(pair="p", annotator="a", answer="<")])
        with pytest.raises(InputError, match="not among the items"):
            journal.take_in([Judgement(item="r99", annotator="a", answer="good")])
        assert journal.store.events() == []


def test_the_largest_numbers_are_taken_in(tmp_path):
    largest = 2**63 - 1
    line = f'{{"pair": "p000", "annotator": "a", "answer": "<", "pass": {largest}, "position": {largest}}}'
    (tmp_path / "j.jsonl").write_text(line, encoding="utf-8")
    with OpenJournal(pairs(), tmp_path) as journal:
        assert journal.take_in(read_judgements(tmp_path / "j.jsonl")) == (1, 0)
    with OpenJournal(pairs(), tmp_path) as journal:
        assert [(one.round, one.position) for one in journal.judgements()] == [(largest, largest)]


def test_forms_by_name():
    assert form_for("pair", "x.wmt.csv") == "wmt.csv"
    assert form_for("pair", "x.csv") == "judgements.csv"
    assert form_for("correct", "x.tsv") == "corrections.tsv"
    assert form_for("valid", "x.tsv") == "votes.tsv"
    assert form_for("rating", "X.CSV") == "judgements.csv"
    assert form_for("pair", "x.wmt.csv.gz") == "wmt.csv"
    assert form_for("valid", "x.csv.zst") == "judgements.csv"
    assert form_for("pair", "x.txt") == "judgements.jsonl"
    for task, name in (("pair", "x.tsv"), ("rating", "x.tsv"), ("valid", "x.wmt.csv"), ("correct", "x.wmt.csv")):
        with pytest.raises(UsageError, match="cannot be written as") as caught:
            form_for(task, name)
        assert ".jsonl or " in caught.value.remedy


def test_answers_that_count():
    assert is_answer("pair", "=")
    assert not is_answer("pair", "good")
    assert is_answer("correct", "anything")
    assert not is_answer("correct", "")


def test_judgements_can_be_read_while_answers_come_in(tmp_path, monkeypatch):
    """The organiser's page reads in a thread of its own, between any two steps of which people go on."""
    with OpenJournal(pairs(), tmp_path, "ann", "bob") as journal:
        ann = journal.people["ann"]
        answer(journal, ann)
        answer(journal, ann)
        plain = journal._judgement

        def meanwhile(own, event):
            answer(journal, ann)
            return plain(own, event)

        monkeypatch.setattr(journal, "_judgement", meanwhile)
        assert len(journal.judgements()) == 2
