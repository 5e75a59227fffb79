"""The app without a browser: all four tasks to the end, undo and skip, what cannot be saved, the organiser."""

import sqlite3

import pytest

from redink.judging.security import ORGANISER, Keys
from tests.judging.client import client_of, enter, forms, send
from tests.judging.samples import OpenJournal, pairs, ratings, sentences, votes


@pytest.mark.parametrize(
    ("tasks", "fields", "said"),
    [
        (pairs(2), {"answer": "unsure"}, "?"),
        (ratings(2), {"answer": "acceptable"}, "acceptable"),
        (sentences(2), {"answer": "corrected", "text": " He  goes\r\nhome . "}, "He goes home ."),
        (votes(2), {"answer": "no"}, "no"),
    ],
)
def test_every_task_to_the_end(tasks, fields, said, tmp_path):
    with OpenJournal(tasks, tmp_path, "anna") as journal, client_of(journal, "anna") as client:
        for done in range(2):
            page = client.get("/").text
            assert f"<strong>{done}</strong> of 2" in page
            response = send(client, "/answer", note=" odd ", **fields)
            assert response.status_code == 200
        assert "Thank you, <bdi>anna</bdi>" in response.text
        assert [(one.answer, one.note) for one in journal.judgements()] == [(said, "odd")] * 2
        record = journal.judgements()[0]
        assert record.position == 1
        assert 0 <= record.seconds < 60
        assert record.started <= record.ended
        assert record.tool.startswith("redink ")


def test_answers_are_kept_about_left_and_right(tmp_path):
    with OpenJournal(pairs(30), tmp_path, "anna") as journal, client_of(journal, "anna") as client:
        for _ in range(30):
            send(client, "/answer", answer="first")
        for one in journal.judgements():
            assert one.answer == {"left-right": ">", "right-left": "<"}[one.shown]
        assert {one.shown for one in journal.judgements()} == {"left-right", "right-left"}


def test_what_is_shown_first_stands_first(tmp_path):
    with OpenJournal(pairs(30), tmp_path, "anna") as journal, client_of(journal, "anna") as client:
        for _ in range(10):
            question = journal.question(journal.people["anna"])
            page = client.get("/").text
            places = [
                page.index(f"number {one.sentence - 1} every") for one in (question.item.left, question.item.right)
            ]
            assert (places[0] < places[1]) == (question.shown == "left-right")
            send(client, "/answer", answer="equal")


def test_a_sentence_left_alone_is_the_source(tmp_path):
    with OpenJournal(sentences(1), tmp_path, "anna") as journal, client_of(journal, "anna") as client:
        send(client, "/answer", answer="unchanged", text="something typed before", original="forged")
        assert [one.answer for one in journal.judgements()] == ["He go home number 0 ."]


def test_no_answer_is_no_answer(tmp_path):
    with OpenJournal(sentences(1), tmp_path, "anna") as journal, client_of(journal, "anna") as client:
        response = send(client, "/answer", answer="corrected", text="  ")
        assert response.status_code == 422
        assert "An empty sentence is not a correction" in response.text
        assert journal.judgements() == []
    (tmp_path / "b").mkdir()
    with OpenJournal(pairs(1), tmp_path / "b", "anna") as journal, client_of(journal, "anna") as client:
        assert send(client, "/answer", answer=">").status_code == 422
        assert send(client, "/answer").status_code == 422
        assert journal.judgements() == []


def test_undo_skip_and_second_pass(tmp_path):
    with OpenJournal(pairs(2), tmp_path, "anna") as journal, client_of(journal, "anna") as client:
        assert "/undo" not in forms(client.get("/").text)
        assert "Skipped" in send(client, "/skip").text
        assert "1 skipped" in client.get("/").text
        send(client, "/answer", answer="first")
        page = client.get("/")
        undo = forms(page.text)["/undo"]
        assert "Taken back" in client.post("/undo", data=undo).text
        assert "Taken back" not in client.post("/undo", data=undo).text  # the same form again
        assert journal.people["anna"].done == 0
        for _ in range(2):
            send(client, "/answer", answer="second")
        assert "Start the second pass" in client.get("/").text
        send(client, "/again")
        page = client.get("/").text
        assert "second pass" in page
        assert "Show my answer from the first pass" in page
        for _ in range(2):
            send(client, "/answer", answer="first")
        assert "for the second time" in client.get("/").text
        assert "/again" not in forms(client.get("/").text)
        changed = [one for one in journal.judgements() if one.changed_from]
        assert len(changed) == 2


def test_undo_with_nothing_to_undo(tmp_path):
    with OpenJournal(pairs(2), tmp_path, "anna") as journal, client_of(journal, "anna") as client:
        token = forms(client.get("/").text)["/answer"]["token"]
        assert "nothing to undo" in client.post("/undo", data={"token": token, "target": "x"}).text
        assert client.post("/again", data={"token": token}).status_code == 200
        assert journal.people["anna"].round == 1


def test_resending_and_second_tabs_count_once(tmp_path):
    with OpenJournal(pairs(3), tmp_path, "anna") as journal, client_of(journal, "anna") as client:
        form = forms(client.get("/").text)["/answer"]
        other_tab = forms(client.get("/").text)["/answer"]
        for fields in (form, form, other_tab):
            assert client.post("/answer", data=fields | {"answer": "first"}).status_code == 200
        assert len(journal.judgements()) == 1


def test_an_answered_item_is_not_put_off_from_an_old_page(tmp_path):
    with OpenJournal(pairs(1), tmp_path, "anna") as journal, client_of(journal, "anna") as client:
        other_tab = forms(client.get("/").text)["/skip"]
        send(client, "/answer", answer="first")
        page = client.post("/skip", data=other_tab).text
        assert "That page was out of date" in page
        assert "Thank you" in page
        assert [event.kind for event in journal.store.events()] == ["answer"]


def test_an_answer_from_an_old_page_is_not_taken_and_that_is_told(tmp_path):
    with OpenJournal(pairs(3), tmp_path, "anna") as journal, client_of(journal, "anna") as client:
        other_tab = forms(client.get("/").text)["/answer"]
        assert "out of date" not in send(client, "/answer", answer="first", note="sure").text
        # The same again is a form sent twice, and no news.
        assert "out of date" not in client.post("/answer", data=other_tab | {"answer": "first", "note": "sure"}).text
        for change in ({"answer": "second", "note": "sure"}, {"answer": "first", "note": "not so sure"}):
            page = client.post("/answer", data=other_tab | change).text
            assert "That page was out of date" in page
            assert "<strong>1</strong> of 3" in page
        (kept,) = journal.judgements()
        assert (kept.answer, kept.note) == ({"left-right": ">", "right-left": "<"}[kept.shown], "sure")
        send(client, "/undo")
        assert "out of date" in client.post("/answer", data=other_tab | {"answer": "first", "note": "sure"}).text
        assert journal.judgements() == []


def test_the_organiser_who_opens_a_judges_link_stays_organiser(tmp_path):
    with OpenJournal(pairs(3), tmp_path, "anna") as journal, client_of(journal, ORGANISER) as client:
        assert "Which error is harder" in enter(client, journal, "anna").text
        page = client.get("/organiser")
        assert page.status_code == 200
        send(client, "/answer", answer="first")
        fields = forms(page.text)["/organiser/people"]
        assert client.post("/organiser/people", data=fields | {"name": "ben"}).status_code == 200
        assert list(journal.people) == ["anna", "ben"]
        # One cookie is not good for the other's page.
        keys = Keys(journal.store.secret)
        judge, organiser = (client.cookies[name] for name in (keys.cookie_name, keys.organiser_cookie_name))
        client.cookies.clear()
        client.cookies.set(keys.organiser_cookie_name, judge)
        assert client.get("/organiser").status_code == 403
        client.cookies.clear()
        client.cookies.set(keys.cookie_name, organiser)
        assert client.get("/").status_code == 403


def test_refusals_say_what_to_do_and_lead_nowhere_in_vain(tmp_path):
    with OpenJournal(pairs(3), tmp_path, "anna") as journal, client_of(journal) as client:
        link = Keys(journal.store.secret).link(1)
        page = client.get(f"/enter/{link[:-3]}").text
        assert "cut short" in page
        assert 'href="/"' not in page
        enter(client, journal, "anna")
        assert 'href="/"' in client.get("/nothing").text


def test_the_page_always_says_who_is_judging(tmp_path):
    with OpenJournal(pairs(3), tmp_path, "anna") as journal, client_of(journal, "anna") as client:
        for page in (client.get("/"), send(client, "/answer", answer="first")):
            assert "<bdi>anna</bdi>" in page.text


def broken(*_):
    raise OSError("no space left")


def test_a_full_disk_is_told(tmp_path, monkeypatch, caplog):
    with OpenJournal(pairs(3), tmp_path, "anna") as journal, client_of(journal, "anna") as client:
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(journal.store, "append", broken)
            response = send(client, "/answer", answer="first", note='a "note"')
        assert response.status_code == 503
        assert 'role="alert">Not saved' in response.text
        assert "a &#34;note&#34;</textarea>" in response.text  # need not be typed again
        assert [record.getMessage() for record in caplog.records] == [
            f"redink: not saved: answer by 'anna' to {journal.question(journal.people['anna']).item.id!r}: "
            "OSError: no space left"
        ]
        assert caplog.records[0].exc_info is None
        assert send(client, "/answer", answer="first").status_code == 200
        assert len(journal.judgements()) == 1


def test_a_sentence_that_could_not_be_saved_is_still_there(tmp_path, monkeypatch):
    with OpenJournal(sentences(2), tmp_path, "anna") as journal, client_of(journal, "anna") as client:
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(journal.store, "append", broken)
            response = send(client, "/answer", answer="corrected", text="He goes <home> .")
        assert "He goes &lt;home&gt; .</textarea>" in response.text
        assert "He goes" not in client.get("/").text
        other = client.post("/answer", data=forms(response.text)["/answer"] | {"answer": "corrected", "text": "x ."})
        assert other.status_code == 200
        assert [one.answer for one in journal.judgements()] == ["x ."]


@pytest.mark.parametrize("action", ["/skip", "/undo"])
def test_what_else_could_not_be_saved_is_told_too(action, tmp_path, monkeypatch, caplog):
    with OpenJournal(pairs(3), tmp_path, "anna") as journal, client_of(journal, "anna") as client:
        send(client, "/answer", answer="first")
        monkeypatch.setattr(journal.store, "append", broken)
        response = send(client, action)
        assert response.status_code == 503
        assert 'role="alert">Not saved' in response.text
        assert f"not saved: {action[1:]} by 'anna'" in caplog.text


def test_a_fault_of_ours_is_logged_with_its_trace(tmp_path, monkeypatch, caplog):
    with OpenJournal(pairs(3), tmp_path, "anna") as journal, client_of(journal, "anna") as client:
        monkeypatch.setattr(journal.store, "append", lambda _: 1 / 0)
        assert send(client, "/answer", answer="first").status_code == 503
        assert "ZeroDivisionError" in caplog.text
        assert "Traceback" in caplog.text


def test_a_person_who_cannot_be_added_is_told(tmp_path, monkeypatch, caplog):
    def locked(_):
        raise sqlite3.OperationalError("database is locked")

    with OpenJournal(pairs(1), tmp_path) as journal, client_of(journal, ORGANISER) as client:
        monkeypatch.setattr(journal.store, "add_person", locked)
        fields = forms(client.get("/organiser").text)["/organiser/people"]
        response = client.post("/organiser/people", data=fields | {"name": "ben"})
        assert response.status_code == 503
        assert "Not saved" in response.text
        assert "not saved: POST /organiser/people: OperationalError: database is locked" in caplog.text


def test_breaks_are_suggested(tmp_path):
    with OpenJournal(pairs(101), tmp_path, "anna") as journal, client_of(journal, "anna") as client:
        for number in range(100):
            item = journal.tasks.items[number].id
            journal.take_in([one_judgement(item)])
        assert "100 done. A short break" in client.get("/").text


def one_judgement(item):
    from redink.reading.judgements import Judgement

    return Judgement(pair=item, annotator="anna", answer=">")


# Who may come in


def test_the_organiser_sees_progress_and_agreement_and_adds_people(tmp_path):
    with OpenJournal(pairs(6), tmp_path, "anna", "ben") as journal, client_of(journal, "anna") as client:
        for answers, name in (("first", "anna"), ("second", "ben")):
            enter(client, journal, name)
            for _ in range(6):
                send(client, "/answer", answer=answers)
        page = enter(client, journal, ORGANISER).text
        assert "6 of 6" in page
        assert "<bdi>anna</bdi> – <bdi>ben</bdi>" in page
        assert "<bdi>anna</bdi> – <bdi>M</bdi>" in page
        assert "M is the machine" in page
        token = forms(page)["/organiser/people"]
        page = client.post("/organiser/people", data=token | {"name": " Cleo  <b> "}).text
        assert "Added" in page
        assert "Cleo &lt;b&gt;" in page
        assert "Please give a name" in client.post("/organiser/people", data=token | {"name": " \n"}).text
        assert list(journal.people) == ["anna", "ben", "Cleo <b>"]
        assert client.get("/").url.path == "/"  # who judges as well stays a judge there
        client.cookies.delete(Keys(journal.store.secret).cookie_name)
        assert client.get("/").url.path == "/organiser"
        for name in ("judgements.jsonl", "judgements.csv", "wmt.csv", "events.jsonl"):
            response = client.get(f"/export/{name}")
            assert response.headers["content-disposition"] == f'attachment; filename="{name}"'
            assert len(response.text.splitlines()) in (12, 13)
        assert client.get("/export/votes.tsv").status_code == 404


@pytest.mark.parametrize("tasks", [pairs(2), ratings(2), votes(2), sentences(2)])
def test_the_organisers_page_reads_all_judgements_once(tasks, tmp_path, monkeypatch):
    with OpenJournal(tasks, tmp_path, "anna") as journal, client_of(journal, ORGANISER) as client:
        read, calls = journal.judgements, []
        monkeypatch.setattr(journal, "judgements", lambda: calls.append(1) or read())
        assert client.get("/organiser").status_code == 200
        assert len(calls) == 1


@pytest.mark.parametrize(("tasks", "said"), [(ratings(2), "good"), (votes(2), "yes"), (sentences(2), "")])
def test_live_agreement_of_the_other_tasks(tasks, said, tmp_path):
    with OpenJournal(tasks, tmp_path, "anna", "ben") as journal, client_of(journal, "anna") as client:
        for name in ("anna", "ben"):
            enter(client, journal, name)
            for _ in range(2):
                send(client, "/answer", answer=said, text="He goes .")
        page = enter(client, journal, ORGANISER).text
        assert ("Free-marginal κ of all people: 1.000" in page) == bool(said)


def test_without_tokens_people_give_a_name(tmp_path):
    with OpenJournal(pairs(2), tmp_path) as journal, client_of(journal, tokens=False) as client:
        page = client.get("/").text
        assert "Who is judging?" in page
        form = forms(page)["/start"]
        assert client.post("/start", data={"name": "anna"}).status_code == 403
        assert "Please give a name" in client.post("/start", data=form | {"name": " "}).text
        assert "Which error is harder" in client.post("/start", data=form | {"name": "anna"}).text
        send(client, "/answer", answer="first")
        assert [one.annotator for one in journal.judgements()] == ["anna"]


def test_bug_names_of_61_letters_were_cut(tmp_path):
    """Two people whose names begin alike became one."""
    with OpenJournal(pairs(2), tmp_path) as journal, client_of(journal, tokens=False) as client:
        form = forms(client.get("/").text)["/start"]
        for letters in (61, 62, 500):
            assert "a name of up to 60 letters" in client.post("/start", data=form | {"name": "n" * letters}).text
        assert not journal.people
        client.post("/start", data=form | {"name": "n" * 60})
        assert list(journal.people) == ["n" * 60]
