"""The card: languages, criteria and keys; what is refused; the criterion is kept with the answer; old files open."""

import sqlite3
from contextlib import closing

import pytest

from redink.errors import InputError
from redink.judging.card import checksum_of_card, language_for, read_card
from redink.judging.exports import export_of
from redink.judging.store import Event, open_store
from redink.reading.judgements import read_judgements
from tests.judging.client import client_of, forms
from tests.judging.samples import OpenJournal, pairs
from tests.judging.test_journal import answer

SMALL = """
[en]
question = "Harder?"
answers = {{ first = "1st", equal = "same", second = "2nd", unsure = "?" }}
scale_question = "How hard?"
scale = ["a", "b", "c", "d", "e"]
title = "Why?"
[[en.criteria]]
id = "{id}"
key = "{key}"
name = "Length <b>"
text = "Longer is harder."
"""


def test_the_default_card_has_the_criteria_of_the_study_in_three_languages():
    card = read_card()
    assert list(card) == ["en", "de", "ja"]
    for text in card.values():
        assert [(criterion.id, criterion.key) for criterion in text.criteria] == [("C1", "j"), ("C2", "k"), ("C3", "l")]
    assert language_for(card, ["fr", "de-AT", "en"]) == "de"
    assert language_for(card, ["", "fr"]) == "en"


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("[en", "not a card"),
        ("[en]\nquestion = 1", "not a card"),
        ("", "no language"),
        (SMALL.format(id="X", key="u"), "key 'u'"),
        (SMALL.format(id="X", key="xy"), "key 'xy'"),
        (SMALL.format(id="", key="x"), "id"),
        (SMALL.format(id="X", key="x") + SMALL.format(id="Y", key="x").replace("en", "de"), "criteria of 'de'"),
        (SMALL.format(id="X", key="x") + "colour = 1", "not a card"),
    ],
)
def test_a_wrong_card_is_refused(text, cause, tmp_path):
    (tmp_path / "card.toml").write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=cause):
        read_card(tmp_path / "card.toml")


def test_the_criterion_is_kept_and_comes_back_from_every_file(tmp_path):
    with OpenJournal(pairs(3), tmp_path, "anna") as journal, client_of(journal, "anna") as client:
        fields = forms(client.get("/").text)["/answer"]
        page = client.post("/answer", data=fields | {"answer": "first", "criterion": "C2"}).text
        client.post("/answer", data=forms(page)["/answer"] | {"answer": "first", "criterion": "<none>"})
        assert [record.criterion for record in journal.judgements()] == ["C2", ""]
        for name in ("judgements.jsonl", "judgements.csv"):
            path = tmp_path / name
            path.write_text(export_of(journal, name), encoding="utf-8")
            assert [record.criterion for record in read_judgements(path)] == ["C2", ""]


def test_the_page_speaks_the_language_that_was_chosen(tmp_path):
    with OpenJournal(pairs(2), tmp_path, "anna") as journal, client_of(journal, "anna") as client:
        assert "Which error is harder" in client.get("/").text
        assert "Welcher Fehler" in client.get("/", headers={"accept-language": "fr,de-CH;q=0.8"}).text
        assert "どちらの誤り" in client.get("/?language=ja").text
        assert "どちらの誤り" in client.get("/").text
        assert "どちらの誤り" in client.get("/?language=xx").text


def test_another_card_is_noticed_once_there_are_answers(tmp_path):
    with open_store(tmp_path / "a.sqlite", "sum") as store:
        assert not store.change_card("one")
        assert not store.change_card("two")
        store.add_person("anna")
        store.append([Event("k", "answer", "anna", "i", answer=">")])
        assert not store.change_card("two")
        assert store.change_card(checksum_of_card(read_card()))


def as_version_1(path):
    """Make the file one of redink 0.2.0: without the column of criteria."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("ALTER TABLE events DROP COLUMN criterion")
        connection.execute("UPDATE settings SET value = '1' WHERE name = 'version'")
        connection.commit()


def test_a_file_of_version_1_opens_with_all_its_answers(tmp_path):
    with OpenJournal(pairs(3), tmp_path, "anna") as journal:
        for _ in range(2):
            answer(journal, journal.people["anna"])
        before = [event._replace(criterion="") for event in journal.store.events()]
    as_version_1(tmp_path / "answers.sqlite")
    with OpenJournal(pairs(3), tmp_path) as journal:
        assert journal.store.events() == before
        answer(journal, journal.people["anna"])
        assert len(journal.judgements()) == 3


def test_files_can_be_read_while_a_server_has_them_open(tmp_path):
    path = tmp_path / "a.sqlite"
    with open_store(path, "sum") as store:
        store.add_person("anna")
        store.append([Event("k", "answer", "anna", "i", answer=">")])
        with open_store(path, "sum", read_only=True) as reader:
            assert [event.key for event in reader.events()] == ["k"]
            store.append([Event("l", "answer", "anna", "j", answer=">")])
            assert len(reader.events()) == 2
        with pytest.raises(InputError, match="another `redink judge`"), open_store(path, "sum"):
            pass
