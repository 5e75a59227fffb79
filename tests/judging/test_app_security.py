"""The judging server under attack: links, cookies, forms of other sites, hosts, sizes, paths, and text that is code."""

import pytest

from redink.judging.security import GUEST, ORGANISER, Keys, RefusedError, Session, new_session
from redink.reading.judging_tasks import Item, Passage, TaskSet
from tests.judging.client import client_of, enter, forms, send
from tests.judging.samples import OpenJournal, error, pairs, sentences

ATTACKS = (
    "<script>window.hit=1</script>",
    '"><img src=x onerror="window.hit=1">',
    "{{ 'zqzqzq' ~ 'zqzqzq' }}",
    "</title><b>x",
)


def test_without_a_link_there_is_nothing(tmp_path):
    with OpenJournal(pairs(), tmp_path, "anna") as journal, client_of(journal) as client:
        for path in ("/", "/organiser", "/export/judgements.jsonl"):
            assert client.get(path).status_code == 403
        for path in ("/answer", "/skip", "/undo", "/again", "/start", "/organiser/people"):
            assert client.post(path, data={}).status_code == 403
        assert client.get("/nothing").status_code == 404
        assert client.get("/answer").status_code == 405


def test_forged_links_and_cookies(tmp_path):
    with OpenJournal(pairs(), tmp_path, "anna") as journal, client_of(journal) as client:
        keys, others = Keys(journal.store.secret), Keys("another secret")
        good = keys.link(1)
        for forged in (others.link(1), good[:-1], good[:-2] + "AA", "MQ", "1", "x" * 5000, keys.link(99), "%00", "é"):
            assert client.get(f"/enter/{forged}").status_code in (403, 404)
        session = new_session(1)
        for value in (
            others.cookie(session),
            keys.cookie(session)[:-2],
            keys.link(1),
            keys.ticket([1, "x"]),
            "1",
            "",
            "a.b.c",
            keys.cookie(Session(99, "n")),
            keys.cookie(Session(GUEST, "n")),
        ):
            client.cookies.clear()
            client.cookies.set(keys.cookie_name, value)
            assert client.get("/").status_code == 403
            assert client.post("/answer", data={"answer": "first"}).status_code == 403
        assert journal.judgements() == []


def test_servers_on_one_machine_do_not_take_each_others_cookies(tmp_path):
    with OpenJournal(pairs(), tmp_path, "anna") as journal, client_of(journal, "anna") as client:
        client.cookies.set("redink_judge_00000000", "of another server")
        assert client.get("/").status_code == 200
    assert Keys("one").cookie_name != Keys("two").cookie_name


def test_cookies_are_signed_http_only_and_lax(tmp_path):
    with OpenJournal(pairs(), tmp_path, "anna") as journal, client_of(journal) as client:
        path = f"/enter/{Keys(journal.store.secret).link(1)}"
        response = client.post(path, data=forms(client.get(path).text)[path], follow_redirects=False)
        assert response.status_code == 303
        cookie = response.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "samesite=lax" in cookie.lower()


def test_form_tokens_are_needed_on_every_post(tmp_path):
    with OpenJournal(pairs(1), tmp_path, "anna", "ben") as journal, client_of(journal, "anna") as client:
        form = forms(client.get("/").text)["/answer"]
        for action in ("/answer", "/skip", "/undo", "/again"):
            for token in ({}, {"token": ""}, {"token": "é"}, {"token": "0" * 64}):
                fields = {"ticket": form["ticket"], "answer": "first", **token}
                assert client.post(action, data=fields).status_code == 403, action
        enter(client, journal, "ben")  # another session: the old token is worth nothing
        assert client.post("/answer", data=form | {"answer": "first"}).status_code == 403
        enter(client, journal, ORGANISER)
        assert client.post("/organiser/people", data={"name": "eve"}).status_code == 403
        assert journal.judgements() == []
        assert set(journal.people) == {"anna", "ben"}


def test_tickets_belong_to_one_person(tmp_path):
    with OpenJournal(pairs(1), tmp_path, "anna", "ben") as journal, client_of(journal, "anna") as client:
        ticket = forms(client.get("/").text)["/answer"]["ticket"]
        enter(client, journal, "ben")
        assert send(client, "/answer", ticket=ticket, answer="first").status_code == 403
        assert send(client, "/answer", ticket="forged", answer="first").status_code == 403
        assert send(client, "/answer", ticket=Keys("x").ticket([2]), answer="first").status_code == 403


def test_forms_of_other_sites_are_refused(tmp_path):
    with OpenJournal(pairs(1), tmp_path, "anna") as journal, client_of(journal, "anna") as client:
        form = forms(client.get("/").text)["/answer"] | {"answer": "first"}
        for origin in ("https://evil.example", "null", "http://[", "http://testserver.evil.example"):
            assert client.post("/answer", data=form, headers={"origin": origin}).status_code == 403
        assert client.post("/answer", data=form, headers={"origin": "http://testserver"}).status_code == 200
        assert len(journal.judgements()) == 1


@pytest.mark.parametrize("host", ["evil.example", "testserver.evil.example", "testserver:81", "", "127.0.0.1"])
def test_other_hosts_are_refused(host, tmp_path):
    with OpenJournal(pairs(1), tmp_path, "anna") as journal, client_of(journal) as client:
        response = client.get("/static/judge.css", headers={"host": host})
        assert response.status_code == 400
        assert "Content-Security-Policy" in response.headers


def test_headers(tmp_path):
    with OpenJournal(pairs(1), tmp_path, "anna") as journal, client_of(journal, "anna") as client:
        for path in ("/", "/organiser", "/static/judge.js", "/nothing"):
            headers = client.get(path).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert headers["x-content-type-options"] == "nosniff"
        page = client.get("/").text
        assert "<script>" not in page
        assert "style=" not in page
        assert " on" not in page.replace(" on ", "").split("<body")[0]
        assert client.get("/").headers["cache-control"] == "no-store"


def test_size_limits(tmp_path):
    with OpenJournal(sentences(2), tmp_path, "anna") as journal, client_of(journal, "anna") as client:
        form = forms(client.get("/").text)["/answer"]
        assert client.post("/answer", data=form | {"text": "x" * 70_000}).status_code == 413
        assert client.post("/answer", data=form | {str(n): "" for n in range(50)}).status_code == 400
        assert client.post("/answer", content=b"\xff\xfe", headers=URLENCODED).status_code == 400
        assert client.post("/answer", content=b"token=%ff", headers=URLENCODED).status_code == 400
        assert client.post("/answer", json={"token": form["token"]}).status_code == 415
        assert (
            client.post("/answer", data=form | {"text": "y" * 9000, "answer": "x", "note": "z" * 9000}).status_code
            == 200
        )
        (record,) = journal.judgements()
        assert (len(record.answer), len(record.note)) == (5000, 2000)


URLENCODED = {"content-type": "application/x-www-form-urlencoded"}


@pytest.mark.parametrize(
    "name", ["../app.py", "..%2fapp.py", "/etc/passwd", "judge.css/", "base.html", "%2e%2e/store.py"]
)
def test_no_path_of_the_client_touches_the_disk(name, tmp_path):
    with OpenJournal(pairs(1), tmp_path, "anna") as journal, client_of(journal, ORGANISER) as client:
        for folder in ("static", "export"):
            response = client.get(f"/{folder}/{name}", follow_redirects=False)
            assert response.status_code in (404, 307)
            assert "import" not in response.text


# Text stays text


@pytest.mark.parametrize("attack", ATTACKS)
def test_what_is_in_the_corpus_stays_text(attack, tmp_path):
    safe = attack.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&#34;")
    safe = safe.replace("'", "&#39;")
    hostile = error(0, kind=attack, text=f"She {attack.replace(' ', '_')} home a b c d e f {attack}")
    around = Passage(1, f"He go {attack}", "", (attack,), (attack,))
    items = {
        "pair": Item(pair="p", left=hostile, right=hostile),
        "rating": Item(item="r", error=hostile),
        "correct": Item(item="c", passage=around),
        "valid": Item(item="v", passage=around, correction=f"He goes {attack}"),
    }
    for task, item in items.items():
        (tmp_path / task).mkdir()
        tasks = TaskSet(task, (item,))
        with OpenJournal(tasks, tmp_path / task, attack) as journal, client_of(journal, attack) as client:
            page = client.get("/").text
            assert attack not in page or attack.startswith("{{")
            assert "zqzqzqzqzqzq" not in page
            assert safe.replace(" ", "_") in page or safe in page
            send(
                client,
                "/answer",
                answer={"pair": "first", "rating": "good", "correct": "unchanged", "valid": "yes"}[task],
            )
            assert attack not in client.get("/").text or attack.startswith("{{")
            enter(client, journal, ORGANISER)
            page = client.get("/organiser").text
            assert attack not in page or attack.startswith("{{")
            assert safe in page


# The organiser


def test_purposes_are_kept_apart():
    keys = Keys("s")
    with pytest.raises(RefusedError):
        keys.read_cookie(keys.link(1))
    with pytest.raises(RefusedError):
        keys.read_link(keys.ticket([1]))
    with pytest.raises(RefusedError):
        keys.read_ticket(keys.cookie(Session(1, "n")))
