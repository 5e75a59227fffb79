"""The page behind a proxy with HTTPS: a real server, and a small proxy of the standard library in front."""

import contextlib
import json
import re
import socket
import ssl
import threading
import urllib.error
import urllib.request
from urllib.parse import urlencode

import pytest

from tests.browser import browser
from tests.certificates import make_certificate
from tests.judging.client import forms
from tests.judging.samples import pairs
from tests.judging.serving import come_in, free_port, items_file, serving

__all__ = ["browser"]


def copy(source, target):
    with contextlib.suppress(OSError):
        while chunk := source.recv(65536):
            target.sendall(chunk)
    for end in (source, target):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


def serve_one(client, port):
    with client, socket.create_connection(("127.0.0.1", port)) as server:
        back = threading.Thread(target=copy, args=(server, client), daemon=True)
        back.start()
        copy(client, server)
        back.join()


@contextlib.contextmanager
def proxy(listening, context, port):
    """Take TLS off what arrives at a socket, and hand it to a port of this machine, with the Host header as it is."""

    def accept():
        while True:
            try:
                client, _ = listening.accept()
            except OSError:
                return
            with contextlib.suppress(OSError):  # a browser that does not trust the certificate
                secured = context.wrap_socket(client, server_side=True)
                threading.Thread(target=serve_one, args=(secured, port), daemon=True).start()

    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    yield
    listening.shutdown(socket.SHUT_RDWR)
    thread.join(10)


@pytest.fixture
def behind_proxy(tmp_path):
    """Start a server that is known by an https name, and a proxy of that name."""
    certificate, key = make_certificate(tmp_path)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    port = free_port()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        base = f"https://localhost:{listening.getsockname()[1]}"
        with (
            serving(items_file(tmp_path, pairs(3)), "--known-as", base, port=port) as server,
            proxy(listening, context, port),
        ):
            yield server, base, certificate


def test_people_answer_through_the_proxy(behind_proxy):
    server, base, certificate = behind_proxy
    assert all(link.startswith(f"{base}/enter/") for link in server.links.values())
    cookies = urllib.request.HTTPCookieProcessor()
    trusting = urllib.request.HTTPSHandler(context=ssl.create_default_context(cafile=certificate))
    person = urllib.request.build_opener(cookies, trusting)
    fields = forms(come_in(person, server.links["anna"]))["/answer"] | {"answer": "first"}
    assert [cookie.secure for cookie in cookies.cookiejar] == [True, True]
    request = urllib.request.Request(f"{base}/answer", urlencode(fields).encode(), {"Origin": "https://evil.example"})
    with pytest.raises(urllib.error.HTTPError, match="403"):
        person.open(request, timeout=30).close()
    request = urllib.request.Request(f"{base}/answer", urlencode(fields).encode(), {"Origin": base})
    with person.open(request, timeout=30) as response:
        assert "2 of 3" in response.read().decode()
    page = come_in(person, server.links["organiser"])
    assert f'href="{base}/enter/' in page
    assert "http://" not in page
    with person.open(f"{base}/export/judgements.jsonl", timeout=30) as response:
        assert json.loads(response.read())["annotator"] == "anna"


def test_a_browser_through_the_proxy(behind_proxy, browser):
    server, _, _ = behind_proxy
    context = browser.new_context(ignore_https_errors=True)
    page = context.new_page()
    complaints = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.goto(server.links["anna"])
    page.locator("form button").click()
    page.locator("button[value=first]").click()
    page.locator(".where strong", has_text=re.compile("^1$")).wait_for()
    assert [cookie["secure"] for cookie in context.cookies()] == [True, True]
    assert complaints == []
    context.close()
