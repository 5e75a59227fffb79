"""Coming in: only by the button of one's own link; links and sessions that the organiser has ended."""

import base64
import json
import re

import pytest

from redink.judging.security import ORGANISER, Keys, Session
from tests.judging.client import client_of, enter, forms, send
from tests.judging.samples import OpenJournal, pairs


def link_of(journal, number, generation=0):
    return f"/enter/{Keys(journal.store.secret).link(number, generation)}"


# By a button


def test_bug_a_mere_get_of_another_site_let_a_visitor_in_as_somebody_else(tmp_path):
    with OpenJournal(pairs(2), tmp_path, "anna", "eve") as journal, client_of(journal, "anna") as client:
        assert "Welcome, <bdi>eve</bdi>" in client.get(link_of(journal, 2)).text  # as an image of another site would
        send(client, "/answer", answer="first")
        assert [record.annotator for record in journal.judgements()] == ["anna"]
    with OpenJournal(pairs(2), tmp_path, "anna", "eve") as journal, client_of(journal) as client:
        assert client.get(link_of(journal, 2)).status_code == 200
        assert client.get("/").status_code == 403


def test_the_button_works_only_on_our_page(tmp_path):
    with OpenJournal(pairs(2), tmp_path, "anna", "eve") as journal, client_of(journal) as client:
        path = link_of(journal, 2)
        assert client.post(path, data={}).status_code == 403  # no page of ours was open
        fields = forms(client.get(path).text)[path]
        for wrong in ({"token": ""}, {"token": "0" * 64}):
            assert client.post(path, data=wrong).status_code == 403
        assert client.post(path, data=fields, headers={"origin": "https://evil.example"}).status_code == 403
        assert client.get("/").status_code == 403
        with client_of(journal) as victim:  # the token of the attacker's own browser
            assert victim.post(path, data=fields).status_code == 403
            victim.get(path)
            assert victim.post(path, data=fields).status_code == 403
        assert "Which error" in client.post(path, data=fields, headers={"origin": "http://testserver"}).text


def test_whoever_is_in_need_not_press_it_again(tmp_path):
    with OpenJournal(pairs(2), tmp_path, "anna", "ben") as journal, client_of(journal, "anna") as client:
        assert "Which error" in client.get(link_of(journal, 1)).text
        assert "Welcome, <bdi>ben</bdi>" in client.get(link_of(journal, 2)).text
        assert "Which error" in client.get("/").text  # still anna
        enter(client, journal, ORGANISER)
        assert client.get(link_of(journal, ORGANISER)).url.path == "/organiser"
        client.cookies.set(Keys(journal.store.secret).entry_cookie_name, "forged")
        assert client.get(link_of(journal, 2)).status_code == 200


# Links that have ended


def renew(client, number):
    page = client.get("/organiser").text
    return client.post(f"/organiser/links/{number}", data=forms(page)[f"/organiser/links/{number}"])


def test_a_link_and_its_sessions_are_ended_from_the_organisers_page(tmp_path):
    with (
        OpenJournal(pairs(3), tmp_path, "anna", "ben") as journal,
        client_of(journal, "anna") as anna,
        client_of(journal, "ben") as ben,
        client_of(journal, ORGANISER) as organiser,
    ):
        old = forms(anna.get("/").text)["/answer"] | {"answer": "first"}
        page = renew(organiser, 1).text
        assert "The old link and every session" in page
        assert f"http://testserver{link_of(journal, 1, 1)}" in page
        assert link_of(journal, 1) not in page
        assert "ended this session" in anna.get("/").text
        assert anna.post("/answer", data=old).status_code == 403
        assert anna.get(link_of(journal, 1)).status_code == 403
        assert "no longer in use" in anna.get(link_of(journal, 1)).text
        assert journal.judgements() == []
        assert "Which error" in enter(anna, journal, "anna").text
        send(anna, "/answer", answer="first")
        assert ben.get("/").status_code == organiser.get("/organiser").status_code == 200
        renew(organiser, 1)
        assert anna.get("/").status_code == 403
    with OpenJournal(pairs(3), tmp_path) as journal, client_of(journal) as client:  # after a restart
        for generation in (0, 1):
            assert client.get(link_of(journal, 1, generation)).status_code == 403
        assert client.get(link_of(journal, 1, 2)).status_code == client.get(link_of(journal, 2)).status_code == 200
        assert len(journal.judgements()) == 1


def test_the_organisers_own_link_ends_elsewhere_only(tmp_path):
    with (
        OpenJournal(pairs(3), tmp_path, "anna") as journal,
        client_of(journal, ORGANISER) as here,
        client_of(journal, ORGANISER) as elsewhere,
    ):
        assert renew(here, ORGANISER).status_code == 200
        assert here.get("/organiser").status_code == 200
        assert elsewhere.get("/organiser").status_code == 403
        assert elsewhere.get(link_of(journal, ORGANISER)).status_code == 403


def test_only_the_organiser_ends_links(tmp_path):
    with OpenJournal(pairs(3), tmp_path, "anna", "ben") as journal, client_of(journal, "anna") as client:
        token = forms(client.get("/").text)["/answer"]["token"]
        assert client.post("/organiser/links/2", data={"token": token}).status_code == 403
        enter(client, journal, ORGANISER)
        assert client.post("/organiser/links/2", data={"token": token}).status_code == 403
        token = forms(client.get("/organiser").text)["/organiser/people"]["token"]
        for number in ("9", "-1", "x", "1.5"):
            assert client.post(f"/organiser/links/{number}", data={"token": token}).status_code == 404
        assert journal.generation(2) == 0


def test_without_links_a_name_that_was_ended_is_typed_again(tmp_path):
    with OpenJournal(pairs(3), tmp_path) as journal, client_of(journal, tokens=False) as client:
        send(client, "/start", name="anna")
        journal.renew_link(1)
        assert "Who is judging" in client.get("/").text
        assert "Which error" in send(client, "/start", name="anna").text


def test_links_and_cookies_of_earlier_versions_are_good(tmp_path):
    with OpenJournal(pairs(3), tmp_path, "anna") as journal, client_of(journal) as client:
        keys = Keys(journal.store.secret)
        assert keys.read_link(keys._links.dumps(1)) == (1, 0)
        assert keys.read_cookie(keys._cookies.dumps([1, "n"])) == Session(1, "n")
        client.cookies.set(keys.cookie_name, keys._cookies.dumps([1, "n"]))
        assert "Which error" in client.get("/").text


# Planted repeats


def readable(ticket):
    payload = ticket.rpartition(".")[0]
    return json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))


@pytest.mark.parametrize("kind", ["repeats", "swapped"])
def test_bug_planted_repeats_could_be_told_from_the_ticket_and_the_undo_field(kind, tmp_path):
    tasks = pairs(4, **{kind: 2})
    with OpenJournal(tasks, tmp_path, "anna") as journal, client_of(journal, "anna") as client:
        shapes, codes = set(), set()
        for _ in tasks.items:
            page = client.get("/").text
            assert not re.search(r"p00\d", page)
            ticket = readable(forms(page)["/answer"]["ticket"])
            assert len(ticket) == 8
            assert not any("p00" in str(part) for part in ticket)
            codes.add(ticket[1])
            undo = forms(page).get("/undo", {}).get("target", "0" * 32)
            shapes.add((len(ticket[1]), len(undo), re.fullmatch("[0-9a-f]+", ticket[1] + undo) is not None))
            send(client, "/answer", answer="first")
        assert shapes == {(32, 32, True)}
        assert len(codes) == len(tasks.items)
        assert {record.pair for record in journal.judgements()} == {item.id for item in tasks.items}
