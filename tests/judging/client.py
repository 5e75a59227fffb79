"""A browser's part without a browser: takes forms from pages and sends them back."""

import asyncio
import re
from contextlib import contextmanager
from html import unescape

import httpx

from redink.judging.app import make_app
from redink.judging.entrance import Settings
from redink.judging.security import Keys

HOST = "testserver"


class Client:
    """Requests to an app in this process, one after the other; what the app raises is raised here."""

    def __init__(self, app):
        self.runner = asyncio.Runner()
        self.http = httpx.AsyncClient(
            transport=httpx.ASGITransport(app), base_url=f"http://{HOST}", follow_redirects=True
        )
        self.cookies = self.http.cookies

    def __enter__(self):
        self.runner.__enter__()
        return self

    def __exit__(self, *error):
        self.runner.run(self.http.aclose())
        self.runner.__exit__(*error)

    def get(self, path, **options):
        return self.request("GET", path, **options)

    def post(self, path, **options):
        return self.request("POST", path, **options)

    def request(self, method, path, **options):
        return self.runner.run(self.http.request(method, path, **options))


@contextmanager
def client_of(journal, person=None, *, tokens=True, hosts=(HOST,)):
    app = make_app(journal, Settings(frozenset(hosts), tokens))
    with Client(app) as client:
        if person is not None:
            enter(client, journal, person)
        yield client


def enter(client, journal, person):
    """Open the link of a person and press its button."""
    number = person if isinstance(person, int) else journal.people[person].number
    path = f"/enter/{Keys(journal.store.secret).link(number, journal.generation(number))}"
    response = client.get(path)
    if path in forms(response.text):  # not there if the person is in already
        response = client.post(path, data=forms(response.text)[path])
    assert response.status_code == 200
    return response


def forms(text):
    """Give the hidden fields of every form of a page, by where the form goes."""
    found = {}
    for action, body in re.findall(r'<form method="post" action="([^"]+)".*?>(.*?)</form>', text, re.DOTALL):
        fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', body)
        found[action] = {name: unescape(value) for name, value in fields}
    return found


def send(client, action, **fields):
    """Fill in a form of the page at hand, and send it."""
    return client.post(action, data=forms(client.get("/").text)[action] | fields)
