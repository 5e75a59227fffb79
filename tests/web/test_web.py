"""`redink web`: what the form gives, what is refused, and the page in a real browser."""

import json
import signal
import subprocess

import httpx
import pytest

from redink.web.app import EXAMPLE, make_app
from tests.browser import serious_faults
from tests.cli.running import command, environment, start

HOST = "127.0.0.1:1"
EVIL = "<script>alert('x')</script>"


@pytest.fixture(scope="module")
def app():
    return make_app("redink-en", frozenset({HOST}))


@pytest.fixture
def ask(app):
    async def asked(method, path, **options):
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
            return await client.request(method, path, **options)

    import asyncio

    return lambda *given, **options: asyncio.run(asked(*given, **options))


def test_edits_types_reasons_difficulty_and_scores_are_shown(ask):
    text = ask("POST", "/", data=EXAMPLE).text
    for shown in (
        "R:VERB:SVA",
        "✓ in a reference",
        "(Subject–verb agreement)",
        "not corrected by the output",
        ">corrected by the output<",
        "F0.5",
    ):
        assert shown in text, shown
    assert "third person singular" in text


def test_the_script_gets_the_lower_part_alone(ask):
    part = ask("POST", "/", data=EXAMPLE, headers={"X-Part": "yes"}).text
    assert "<textarea" not in part
    assert "R:VERB:SVA" in part


def test_files_to_take_away(ask):
    m2 = ask("POST", "/take/m2", data=EXAMPLE)
    assert m2.headers["content-disposition"] == 'attachment; filename="edits.m2"'
    assert m2.text.startswith("S He go to school every days .\nA 1 2|||R:VERB:SVA|||goes|||REQUIRED|||-NONE-|||0\n")
    explained = json.loads(ask("POST", "/take/json", data=EXAMPLE).text)
    assert explained["sentences"][1]["versions"]["output 1"] == []
    assert explained["scores"]["systems"]
    assert ask("POST", "/take/report", data=EXAMPLE).text.startswith("<!doctype html>")


def test_what_is_wrong_is_said_in_words(ask):
    assert "reference 1 has 1 line, the source has 2" in ask("POST", "/", data={**EXAMPLE, "reference1": "one"}).text
    assert ask("POST", "/take/m2", data={**EXAMPLE, "reference1": "one"}).status_code == 400
    assert "there is no source yet" in ask("POST", "/", data={"source": ""}).text
    refused = ask("POST", "/take/m2", data={"source": " "})
    assert (refused.status_code, "no source" in refused.text) == (400, True)
    assert ask("POST", "/", data={"source": "a\n" * 300}).text.count("too many for this page") == 1


def test_bug_everything_vanished_while_a_line_was_typed(ask):
    text = ask("POST", "/", data={**EXAMPLE, "source": EXAMPLE["source"] + "\nA new line .\nAnd another ."}).text
    assert "output 1 has 2 lines, the source has 4." in text
    assert "only the first 2 sentences are shown" in text
    assert "R:VERB:SVA" in text
    assert "F0.5" in text
    assert "A new line" not in text.split("</form>")[1]


def test_without_references_and_outputs_there_is_no_score(ask):
    text = ask("POST", "/", data={"source": "He go .", "output1": "He goes ."}).text
    assert "R:VERB:SVA" in text
    assert "in no reference" not in text
    assert "redink-table" not in text


def test_text_stays_text_and_other_sites_are_refused(ask):
    assert EVIL not in ask("POST", "/", data={"source": EVIL, "output1": EVIL + " x"}).text
    assert ask("POST", "/", data=EXAMPLE, headers={"Origin": "http://evil.example"}).status_code == 403
    assert ask("GET", "/", headers={"Host": "evil.example"}).status_code == 400
    assert ask("POST", "/", data={"source": "a" * 70_000}).status_code == 413
    assert "script-src 'self'" in ask("GET", "/").headers["content-security-policy"]


@pytest.fixture(scope="module")
def address():
    """Start the command, and give the address that it prints."""
    with start("web", "--no-open", "--port", "0") as process:
        yield process.stdout.readline().decode().strip()
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == b"redink: stop with Ctrl-C; nothing is stored\n"
        assert process.wait(60) == 0


@pytest.mark.parametrize(("scheme", "width"), [("light", 1100), ("dark", 360)])
def test_a_browser_shows_it_as_it_is_typed(browser, address, scheme, width):
    context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 800})
    page = context.new_page()
    troubles = []
    page.on("console", lambda message: troubles.append(message.text))
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(address)
    page.get_by_label("Output 1").fill("He goes to school every day .\nI agree with you .")
    page.get_by_text("corrected by the output", exact=True).nth(2).wait_for()
    assert page.get_by_text("not corrected by the output").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert serious_faults(page, ("minor", "moderate", "serious", "critical")) == []
    with page.expect_download() as download:
        page.get_by_role("button", name="M2").click()
    assert download.value.suggested_filename == "edits.m2"
    assert troubles == []
    context.close()


def test_a_dropped_file_fills_its_field(browser, address):
    page = browser.new_page()
    page.goto(address)
    field = page.get_by_label("Output 1")
    dropped = page.evaluate_handle(
        """() => {
          const carried = new DataTransfer();
          carried.items.add(new File(["He goes to school every day .\\nI agree with you ."], "output.txt"));
          return carried;
        }"""
    )
    field.dispatch_event("drop", {"dataTransfer": dropped})
    page.get_by_text("corrected by the output", exact=True).nth(2).wait_for()
    assert field.input_value() == "He goes to school every day .\nI agree with you ."
    page.close()


def test_other_machines_cannot_reach_it():
    refused = subprocess.run(
        command("web", "--no-open", "--host", "0.0.0.0"), capture_output=True, env=environment(), check=False
    )
    assert refused.returncode == 2
    assert b"no passwords" in refused.stderr
