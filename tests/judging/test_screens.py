"""A screen holds what was drawn for one person: stored before the page, there after a restart, free after a while."""

import asyncio
import time
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.errors import InputError
from redink.judging.screens import HELD
from redink.judging.store import Event
from tests.judging.client import client_of, forms
from tests.judging.samples import OpenJournal, votes
from tests.judging.test_journal import answer, skip, undo
from tests.judging.test_plans import plan

PEOPLE = ("anna", "ben", "cleo")
PLANS = {
    "shared out": plan(count=30, judges=3, overlap=0.1, pace=600),
    "adaptive": plan(count=30, judges=3, overlap=0.1, pace=600, adaptive=True, precision=1),
    "votes": votes(6, votes=2),
}


def ask(journal, own):
    return asyncio.run(journal.ask(own))


def everybody_sees(journal, people=PEOPLE):
    questions = {name: ask(journal, journal.people[name]) for name in people}
    return {name: question and question.item for name, question in questions.items()}


@pytest.fixture(params=PLANS)
def tasks(request):
    return PLANS[request.param]


def test_after_a_restart_everybody_sees_the_same_and_nobody_else_gets_it(tasks, tmp_path):
    said = "yes" if tasks.task == "valid" else ">"
    with OpenJournal(tasks, tmp_path, *PEOPLE) as journal:
        for own in journal.people.values():
            answer(journal, own, said)
            answer(journal, own, said)
        before = everybody_sees(journal)
    drawn = {item.id for item in before.values() if item.block in ("", "adaptive")}
    assert drawn
    with OpenJournal(tasks, tmp_path, "dora") as journal:
        dora = journal.people["dora"]
        if tasks.task == "pair":
            asked = [answer(journal, dora, said) for _ in range(10)]
            assert not drawn & set(asked)
        assert everybody_sees(journal) == before


def test_what_nobody_answers_is_free_after_a_while(tmp_path, monkeypatch):
    with OpenJournal(votes(1, votes=1), tmp_path, "anna", "ben") as journal:
        anna, ben = journal.people.values()
        assert ask(journal, anna).item.id == "v0"
        assert ask(journal, ben) is None
    later = time.time() + HELD + 1
    monkeypatch.setattr(time, "time", lambda: later)
    with OpenJournal(votes(1, votes=1), tmp_path) as journal:
        anna, ben = journal.people.values()
        assert ask(journal, ben).item.id == "v0"
        assert ask(journal, anna) is None
        assert [(event.kind, event.person) for event in journal.store.events()] == [("draw", "anna"), ("draw", "ben")]


def test_a_page_that_is_loaded_again_draws_nothing(tasks, tmp_path):
    with OpenJournal(tasks, tmp_path, "anna") as journal:
        own = journal.people["anna"]
        seen = ask(journal, own)
        assert ask(journal, own) == seen
        assert journal.is_done(own) is False
        drawn = seen.item.block in ("", "adaptive")
        assert [event.kind for event in journal.store.events()] == ["draw"] * drawn


def test_bug_an_item_for_two_people_was_on_all_screens_at_once(tmp_path):
    with OpenJournal(votes(2, votes=2), tmp_path, *"abcdef") as journal:
        screens = Counter(item.id for item in everybody_sees(journal, "abcdef").values() if item is not None)
        assert screens == {"v0": 2, "v1": 2}


MOVES = st.lists(
    st.tuples(st.sampled_from(PEOPLE), st.sampled_from(["answer", "skip", "undo", "look", "restart"])), max_size=20
)


@settings(max_examples=30)
@given(st.sampled_from(sorted(PLANS)), MOVES)
def test_screens_are_a_reading_of_the_file(tmp_path_factory, name_of_plan, moves):
    tasks, folder = PLANS[name_of_plan], tmp_path_factory.mktemp("journal")
    said = "yes" if tasks.task == "valid" else ">"
    opened = OpenJournal(tasks, folder, *PEOPLE)
    journal = opened.__enter__()
    for name, move in moves:
        own = journal.people[name]
        if move == "restart":
            seen = everybody_sees(journal)
            opened.__exit__(None, None, None)
            opened = OpenJournal(tasks, folder)
            journal = opened.__enter__()
            assert everybody_sees(journal) == seen
        elif move == "undo":
            if own.last_done is not None:
                undo(journal, own)
        elif ask(journal, own) is not None and move != "look":
            skip(journal, own) if move == "skip" else answer(journal, own, said)
    people = Counter(record.id for record in journal.judgements())
    shared = {item.id for item in tasks.items if item.block in ("first", "shared")}
    assert all(many <= tasks.votes for item, many in people.items() if item not in shared)
    opened.__exit__(None, None, None)


def test_a_question_is_asked_even_if_the_disk_is_full(tmp_path, monkeypatch, caplog):
    def broken(*_):
        raise OSError("no space left")

    with OpenJournal(votes(2), tmp_path, "anna") as journal, client_of(journal, "anna") as client:
        answer(journal, journal.people["anna"], "yes")
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(journal.store, "append", broken)
            page = client.get("/")
        assert "/answer" in forms(page.text)
        assert caplog.messages == ["redink: not saved: the question of 'anna': OSError: no space left"]


@pytest.mark.parametrize("ended", ["", "yesterday", "1900-01-01T00:00:00+00:00"])
def test_a_draw_without_a_time_is_damage(ended, tmp_path):
    with OpenJournal(votes(1), tmp_path, "anna") as journal:
        journal.store.append([Event("draw/1/x", "draw", "anna", "v0", ended=ended)])
    with pytest.raises(InputError, match="makes no sense"), OpenJournal(votes(1), tmp_path):
        pass
