"""Requests nobody would send in good faith: never a 500, nothing saved, nothing leaked."""

from urllib.parse import quote, urlencode

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from redink.judging.security import ORGANISER, Keys, Session
from tests.judging.client import HOST, client_of, forms
from tests.judging.samples import OpenJournal, pairs, sentences

PATHS = ("/", "/answer", "/skip", "/undo", "/again", "/start", "/organiser", "/organiser/people", "/enter/x",
         "/export/judgements.jsonl", "/static/judge.css")  # fmt: skip
FIELDS = ("token", "ticket", "answer", "note", "text", "target", "name")
TEXT = st.text(max_size=30)
WORDS = st.sampled_from(
    ["first", "unsure", "unchanged", "corrected", "<script>", "../../etc/passwd", "\x00", "é" * 900]
)
HEADERS = st.dictionaries(
    st.sampled_from(["origin", "content-type", "accept", "x-forwarded-host", "range", "if-none-match"]),
    st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=40)
    | st.sampled_from(["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "http://testserver"]),
    max_size=3,
)


@st.composite
def requests(draw):
    """A method, a path, fields or raw bytes, headers, and whose cookie comes along."""
    path = draw(st.sampled_from(PATHS) | TEXT.map(lambda text: "/" + quote(text, safe="/%")))
    body = draw(st.dictionaries(st.sampled_from(FIELDS) | TEXT, TEXT | WORDS, max_size=6) | st.binary(max_size=200))
    return {
        "method": draw(st.sampled_from(["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"])),
        "path": path,
        "query": draw(st.dictionaries(st.just("m") | TEXT, TEXT, max_size=2)),
        "body": body,
        "headers": draw(HEADERS),
        "cookie": draw(st.sampled_from(["none", "person", "organiser", "stranger", "forged", "odd"])),
        "with": draw(st.sets(st.sampled_from(["token", "ticket"]))),
    }


SKIPPING = {"method": "POST", "path": "/skip", "query": {}, "body": {}, "headers": {"origin": f"http://{HOST}"},
            "cookie": "person", "with": {"token", "ticket"}}  # fmt: skip
"""A request in good faith: whatever Hypothesis draws, one request at least gets through."""


def cookie_of(kind, keys):
    sessions = {"person": 1, "organiser": ORGANISER, "stranger": 77}
    if kind in sessions:
        return keys.cookie(Session(sessions[kind], "n"))
    return {"forged": Keys("other").cookie(Session(1, "n")), "odd": "%%%;=\\"}.get(kind)


def sent(client, keys, ticket, wanted):
    """Send what Hypothesis thought of, with a valid form token and ticket where it asks for them."""
    client.cookies.clear()
    headers = dict(wanted["headers"])
    cookie = cookie_of(wanted["cookie"], keys)
    if cookie is not None:
        names = {"person": [keys.cookie_name], "organiser": [keys.organiser_cookie_name]}
        either = [keys.cookie_name, keys.organiser_cookie_name]
        headers["cookie"] = "; ".join(f"{name}={cookie}" for name in names.get(wanted["cookie"], either))
    body = wanted["body"]
    if isinstance(body, dict):
        if "token" in wanted["with"] and wanted["cookie"] in ("person", "organiser"):
            number = {"person": 1, "organiser": ORGANISER}[wanted["cookie"]]
            body = body | {"token": keys.form_token(Session(number, "n"))}
        if "ticket" in wanted["with"]:
            body = body | {"ticket": ticket}
        body = urlencode(body, errors="replace").encode()
        headers.setdefault("content-type", "application/x-www-form-urlencoded")
    return client.request(
        wanted["method"], wanted["path"], params=wanted["query"], content=body, headers=headers, follow_redirects=False
    )


@pytest.mark.parametrize("tasks", [pairs(3), sentences(3, votes=50)], ids=["pair", "correct"])
def test_never_a_500(tasks, tmp_path):
    with OpenJournal(tasks, tmp_path, "anna") as journal, client_of(journal, "anna") as client:
        keys = Keys(journal.store.secret)
        ticket = forms(client.get("/").text)["/answer"]["ticket"]
        seen = set()

        @settings(max_examples=300, suppress_health_check=list(HealthCheck))
        @given(requests())
        @example(SKIPPING)
        def hostile(wanted):
            response = sent(client, keys, ticket, wanted)
            assert response.status_code < 500
            assert "content-security-policy" in response.headers
            assert "Traceback" not in response.text
            assert journal.store.secret not in response.text
            seen.add(response.status_code)

        hostile()
        # Otherwise the requests were all turned away at the same door, and little was tried.
        assert {200, 303, 403, 404, 405} <= seen
        assert len(journal.judgements()) <= 3


def test_only_known_hosts(tmp_path):
    known = (HOST, "localhost:8765")
    with OpenJournal(pairs(1), tmp_path, "anna") as journal, client_of(journal, hosts=known) as client:

        @settings(max_examples=200)
        @given(
            st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=40)
            | st.sampled_from([*known, "LOCALHOST:8765", "localhost", f"{HOST}.", f"{HOST}:80", f"x{HOST}"])
        )
        def hostile(host):
            response = client.get("/static/icon.svg", headers={"host": host})
            assert response.status_code == (200 if host.lower() in known else 400)

        hostile()


@settings(max_examples=200)
@given(st.data())
def test_no_bit_of_a_signature_may_change(data):
    keys = Keys("secret")
    good = keys.cookie(Session(1, "nonce"))
    place = data.draw(st.integers(0, len(good) - 1))
    letter = data.draw(st.sampled_from("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."))
    changed = good[:place] + letter + good[place + 1 :]
    from redink.judging.security import RefusedError

    if changed == good:
        assert keys.read_cookie(changed) == Session(1, "nonce")
        return
    try:
        read = keys.read_cookie(changed)
    except RefusedError:
        return
    # The last letter of base64 has bits that carry nothing.
    assert place == len(good) - 1
    assert read == Session(1, "nonce")
