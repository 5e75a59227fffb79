"""Nothing lost: the server is killed 20 times amid 200 answers of 4 people; what was acknowledged is there, once."""

import http.client
import random
import threading
import time
from collections import Counter
from urllib.parse import urlencode, urlsplit

from redink.judging.journal import checksum_of
from redink.judging.store import open_store
from tests.judging.client import forms
from tests.judging.samples import pairs
from tests.judging.serving import PATIENCE, free_port, items_file, serving
from tests.judging.test_plans import plan

PEOPLE = ("anna", "ben", "cleo", "dora")
PAIRS = 50
KILLS = 20


class Answers(threading.Thread):
    """One person: answers all pairs, and sends a form again until it is acknowledged."""

    def __init__(self, name, link, acknowledged, stop):
        super().__init__(daemon=True)
        self.person, self.stop = name, stop
        self.address = urlsplit(link)
        self.acknowledged = acknowledged
        self.random = random.Random(name)
        self.resent = 0

    def run(self):
        _, visitor, page = self.until_it_works("GET", self.address.path)
        body = urlencode(forms(page)[self.address.path])
        cookie = self.until_it_works("POST", self.address.path, body, visitor.partition(";")[0])[1].partition(";")[0]
        number = 0
        while not self.stop.is_set():
            _, _, page = self.until_it_works("GET", "/", cookie=cookie)
            fields = forms(page).get("/answer")
            if fields is None:
                return
            number += 1
            note = f"{self.person} {number}"
            answer = self.random.choice(["first", "second", "equal", "unsure"])
            body = urlencode(fields | {"answer": answer, "note": note})
            status, _, _ = self.until_it_works("POST", "/answer", body=body, cookie=cookie)
            if status == 303:
                self.acknowledged[note] = answer

    def until_it_works(self, method, path, body=None, cookie=""):
        """Send as often as it takes; a server that dies may have saved the answer or not."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and not self.stop.is_set():
            connection = http.client.HTTPConnection(self.address.hostname, self.address.port, timeout=10)
            try:
                headers = {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"}
                connection.request(method, path, body, headers)
                response = connection.getresponse()
                return response.status, response.headers.get("set-cookie", ""), response.read().decode()
            except (OSError, http.client.HTTPException):
                self.resent += path == "/answer"
                time.sleep(0.02)
            finally:
                connection.close()
        raise TimeoutError(path)


def wait_for(condition, threads):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "nothing goes on"
        if not any(thread.is_alive() for thread in threads):
            return
        time.sleep(0.001)


def answered_amid_kills(tasks, tmp_path, kills=KILLS):
    """Give the events on disk, and the answers that were acknowledged by note."""
    items, port, chance = items_file(tmp_path, tasks), free_port(), random.Random(0)
    acknowledged, stop, threads = {}, threading.Event(), []
    killed = 0
    try:
        while True:
            with serving(items, people=PEOPLE, port=port) as server:
                if not threads:
                    threads = [Answers(name, server.links[name], acknowledged, stop) for name in PEOPLE]
                    for thread in threads:
                        thread.start()
                if killed == kills:
                    for thread in threads:
                        thread.join(PATIENCE)
                    break
                goal = (killed + 1) * len(PEOPLE) * (tasks.each or PAIRS) // (kills + 2)
                wait_for(lambda goal=goal: len(acknowledged) >= goal, threads)
                time.sleep(chance.random() * 0.004)
                server.kill()
                killed += 1
    finally:
        stop.set()
    assert killed == kills
    assert not any(thread.is_alive() for thread in threads)
    with open_store(items.with_suffix(".sqlite"), checksum_of(tasks)) as store:
        events = store.events()
    assert sum(thread.resent for thread in threads) >= 1  # kills did hit answers on their way
    return events, acknowledged


def test_nothing_is_lost_and_nothing_is_counted_twice(tmp_path):
    events, acknowledged = answered_amid_kills(pairs(PAIRS), tmp_path)
    stored = Counter((event.person, event.item) for event in events)
    assert max(stored.values()) == 1
    assert len(stored) == len(PEOPLE) * PAIRS == len(acknowledged)
    notes = {event.note for event in events}
    assert set(acknowledged) <= notes
    for event in events:
        turned = event.shown == "right-left"
        said = {">": "second" if turned else "first", "<": "first" if turned else "second", "=": "equal", "?": "unsure"}
        assert acknowledged[event.note] == said[event.answer]


def test_bug_pairs_on_a_screen_were_drawn_again_after_a_kill(tmp_path):
    tasks = plan(count=PAIRS * len(PEOPLE), judges=len(PEOPLE), adaptive=True, overlap=0.1, precision=1)
    events, acknowledged = answered_amid_kills(tasks, tmp_path, kills=8)
    answers = [event for event in events if event.kind == "answer"]
    blocks = {item.id: item.block for item in tasks.items}
    assert len(answers) == len(PEOPLE) * tasks.each == len(acknowledged)
    assert set(acknowledged) == {event.note for event in answers}
    assert max(Counter((event.person, event.item) for event in answers).values()) == 1
    people = Counter(event.item for event in answers if blocks[event.item] == "adaptive")
    assert len(people) > PAIRS
    assert max(people.values()) == 1
