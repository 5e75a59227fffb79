"""The page in a real browser: by keyboard, by two people at once, after a restart, without scripts, on a phone."""

import json
import re
import time

import pytest

from redink.reading.judging_tasks import Item, Passage, TaskSet
from tests.browser import serious_faults
from tests.judging.samples import difficulties, edits, error, pairs, ratings, sentences, votes
from tests.judging.serving import free_port, items_file, serving


def count(page):
    """Read how many are done."""
    return int(page.locator(".where strong").inner_text().replace(",", ""))


def press(page, key):
    """Press a key that sends a form, and wait for the page that comes after it."""
    with page.expect_navigation():
        page.keyboard.press(key)


def click(page, target):
    """Click what sends a form, and wait for the page that comes after it."""
    with page.expect_navigation():
        (page.locator(target) if isinstance(target, str) else target).click()


def come_in(page, link):
    """Open a personal link, and press its button unless the browser is known already."""
    page.goto(link)
    if "/enter/" in page.url:
        click(page, "form button")


def records(server, page):
    """Read the organiser's export."""
    come_in(page, server.links["organiser"])
    response = page.request.get(f"{server.base}/export/judgements.jsonl")
    assert response.ok
    return [json.loads(line) for line in response.text().splitlines()]


def watched(page):
    """Collect what the browser complains about."""
    complaints = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda problem: complaints.append(str(problem)))
    page.on("dialog", lambda dialog: complaints.append(dialog.message))
    return complaints


def test_two_people_at_once_by_keyboard_undo_restart_second_pass(new_page, tmp_path):
    items, port = items_file(tmp_path, pairs(4)), free_port()
    anna, ben, organiser = new_page(), new_page(), new_page()
    complaints = watched(anna), watched(ben)
    with serving(items, port=port) as server:
        come_in(anna, server.links["anna"])
        come_in(ben, server.links["ben"])
        press(anna, "1")
        press(ben, "ArrowRight")
        press(anna, "=")
        press(ben, "?")
        assert (count(anna), count(ben)) == (2, 2)
        shown = anna.locator(".panels").inner_text()
        press(anna, "0")
        press(anna, "u")
        assert count(anna) == 2
        assert anna.locator(".panels").inner_text() == shown
        assert "Taken back" in anna.locator("[role=status]").inner_text()
        before = anna.locator(".panels").inner_text(), ben.locator(".panels").inner_text()
        server.kill()
    with serving(items, port=port) as server:
        for page, panels in ((anna, before[0]), (ben, before[1])):
            page.goto(server.base)  # the cookie is still good
            assert count(page) == 2
            assert page.locator(".panels").inner_text() == panels
        for key in ("ArrowLeft", "2"):
            press(anna, key)
        assert "Thank you, anna" in anna.locator("h1").inner_text()
        click(anna, anna.get_by_role("button", name="Start the second pass"))
        assert "second pass" in anna.locator(".where").inner_text()
        assert not anna.locator(".earlier p").is_visible()
        anna.locator(".earlier summary").click()
        assert anna.locator(".earlier p").is_visible()
        for _ in range(4):
            press(anna, "?")
        for key in ("1", "1"):
            press(ben, key)
        found = records(server, organiser)
        progress = organiser.locator("#live").inner_text()
    assert complaints == ([], [])
    first = [one["answer"] for one in found if one["annotator"] == "anna" and "pass" not in one]
    again = [one for one in found if one["annotator"] == "anna" and one.get("pass") == 2]
    assert len(first) == len(again) == 4
    assert [one["answer"] for one in again] == ["?"] * 4
    assert all("changed_from" in one for one in again)
    assert sum(one["annotator"] == "ben" for one in found) == 4
    assert "4 of 4" in progress
    assert "anna – ben" in progress


def test_toggles_note_card_skip(new_page, tmp_path):
    with serving(items_file(tmp_path, pairs(3))) as server:
        page = new_page()
        come_in(page, server.links["anna"])
        fix, around, card = page.locator(".other .fix").first, page.locator(".around").first, page.locator("#card dl")
        assert not any(one.is_visible() for one in (fix, around, card))
        for key in ("o", "c", "h"):
            page.keyboard.press(key)
        assert all(one.is_visible() for one in (fix, around, card))
        page.keyboard.press("n")
        page.keyboard.type("1 or 2? u s")  # typed, not pressed
        page.keyboard.press("Escape")
        assert count(page) == 0
        press(page, "1")
        assert count(page) == 1
        assert page.locator(".other .fix").first.is_visible()  # remembered
        press(page, "s")
        assert "1 skipped" in page.locator(".aside").inner_text()
        (record,) = records(server, page)
    assert record["note"] == "1 or 2? u s"
    assert record["answer"] == {"left-right": ">", "right-left": "<"}[record["shown"]]


def test_a_key_held_down_answers_once(new_page, tmp_path):
    with serving(items_file(tmp_path, pairs(6))) as server:
        page = new_page()
        come_in(page, server.links["anna"])
        with page.expect_navigation():
            for _ in range(5):
                page.keyboard.down("1")  # from the second on, repeats of a key that is down
        page.wait_for_load_state()
        page.keyboard.down("1")
        time.sleep(0.2)
        assert count(page) == 1
        page.keyboard.up("1")
        press(page, "1")
        assert count(page) == 2


def test_tab_and_enter_are_enough(new_page, tmp_path):
    with serving(items_file(tmp_path, pairs(2))) as server:
        page = new_page()
        come_in(page, server.links["anna"])
        names = []
        for _ in range(12):
            page.keyboard.press("Tab")
            names.append(page.evaluate("document.activeElement.value || document.activeElement.id"))
            if names[-1] == "second":
                break
        assert names == ["on", "on", "C1", "first", "equal", "second"]
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
        press(page, "Enter")
        assert count(page) == 1


def test_a_key_records_the_criterion_and_the_card_speaks_german(new_page, tmp_path):
    with serving(items_file(tmp_path, pairs(3))) as server:
        page = new_page(locale="de-AT")
        complaints = watched(page)
        come_in(page, server.links["anna"])
        assert page.locator("h1").inner_text() == "Welcher Fehler ist schwerer zu korrigieren?"
        page.keyboard.press("k")
        assert page.locator("input[value=C2]").is_checked()
        press(page, "1")
        page.keyboard.press("j")
        page.keyboard.press("j")  # taken back
        assert not page.locator("input[value=C1]").is_checked()
        press(page, "2")
        page.keyboard.press("h")
        click(page, page.get_by_role("link", name="en", exact=True))
        assert page.locator("h1").inner_text() == "Which error is harder to correct?"
        page.keyboard.press("l")
        press(page, "=")
        assert [row.get("criterion", "") for row in records(server, page)] == ["C2", "", "C3"]
        assert not complaints


TASKS = [
    (pairs(2), "equal"),
    (difficulties(2), "4"),
    (edits(2), "reject"),
    (ratings(2), "acceptable"),
    (sentences(2), "corrected"),
    (votes(2), "yes"),
]
TASK_NAMES = [tasks.task for tasks, _ in TASKS]


@pytest.mark.parametrize(("tasks", "button"), TASKS, ids=TASK_NAMES)
def test_without_javascript(tasks, button, new_page, tmp_path):
    with serving(items_file(tmp_path, tasks)) as server:
        page = new_page(java_script_enabled=False)
        come_in(page, server.links["anna"])
        page.locator("label[for=around]").click()
        assert page.locator(".around").first.is_visible()
        if tasks.task == "pair":
            assert not page.locator(".other .fix").first.is_visible()
            page.locator("label[for=others]").click()
            assert page.locator(".other .fix").first.is_visible()
        if tasks.task == "correct":
            page.locator("#text").fill("He goes home .")
        page.locator("#card summary").click()
        assert page.locator("#card p").first.is_visible()
        click(page, f"button[value='{button}']")
        assert count(page) == 1
        click(page, page.get_by_role("button", name="Undo"))
        assert count(page) == 0
        click(page, page.get_by_role("button", name="Skip for now"))
        for _ in range(2):
            click(page, f"button[value='{button}']")
        assert "Thank you" in page.locator("h1").inner_text()
        click(page, page.get_by_role("button", name="Start the second pass"))
        assert "second pass" in page.locator(".where").inner_text()


@pytest.mark.parametrize("tasks", [tasks for tasks, _ in TASKS], ids=TASK_NAMES)
def test_on_a_phone(tasks, new_page, tmp_path):
    with serving(items_file(tmp_path, tasks)) as server:
        page = new_page(viewport={"width": 360, "height": 740}, is_mobile=True, has_touch=True)
        for link in (server.links["anna"], server.links["organiser"]):
            come_in(page, link)
            assert page.evaluate("document.documentElement.scrollWidth") <= 360
        come_in(page, server.links["anna"])
        for button in page.locator(".choices button").all():
            box = button.bounding_box()
            assert box["height"] >= 44
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 360
        if tasks.task == "pair":
            first, second = (page.locator(f"#panel-{number}").bounding_box() for number in (1, 2))
            assert first["y"] < second["y"]  # one below the other
            with page.expect_navigation():
                page.locator("button[value=first]").tap()
            assert count(page) == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(scheme, new_page, tmp_path):
    for tasks, button in TASKS:
        folder = tmp_path / tasks.task
        folder.mkdir()
        with serving(items_file(folder, tasks)) as server:
            page = new_page(color_scheme=scheme)
            come_in(page, server.links["anna"])
            click(page, f"button[value='{button}']")  # now there is a pace, and something to undo
            for key in ("o", "c", "h", "n"):
                page.keyboard.press(key)
            assert serious_faults(page) == []
            if tasks.task != "pair":
                continue
            click(page, "button[value=equal]")
            assert serious_faults(page) == []
            page.goto(server.links["organiser"])
            assert serious_faults(page) == []
            come_in(page, server.links["organiser"])
            assert serious_faults(page) == []
            page.goto(f"{server.base}/nothing")
            assert serious_faults(page) == []
    with serving(items_file(tmp_path, pairs(1)), "--no-tokens", people=()) as server:
        page = new_page(color_scheme=scheme)
        page.goto(server.base)
        assert serious_faults(page) == []
        page.locator("#name").fill("Anna")
        click(page, "button")
        assert "Which error is harder" in page.locator("h1").inner_text()


def test_scripts_in_the_corpus_do_not_run(new_page, tmp_path):
    attack = "<img/src=x/onerror=window.hit=1><script>window.hit=1</script>"
    name = "<script>window.hit=1</script>"
    hostile = error(0, kind=attack, text=f"She {attack} a b c d e f g h")
    around = Passage(1, f"He {attack}", "", (attack,), (attack,))
    tasks = [
        TaskSet("pair", (Item(pair=attack, left=hostile, right=hostile),)),
        TaskSet("valid", (Item(item=attack, passage=around, correction=f"He goes {attack}"),)),
    ]
    for number, one in enumerate(tasks):
        folder = tmp_path / str(number)
        folder.mkdir()
        with serving(items_file(folder, one), people=("anna", name)) as server:
            page = new_page()
            complaints = watched(page)
            come_in(page, server.links["anna"])
            assert attack in page.locator(".panels").inner_text()
            assert page.evaluate("window.hit") is None
            come_in(page, server.links["organiser"])
            assert name in page.locator("#live").inner_text()
            assert page.evaluate("window.hit") is None
            assert complaints == []


RIGHT_TO_LEFT = "הוא הלך אל ה שוק ."


def test_sentences_from_right_to_left(new_page, tmp_path):
    both = error(0, text=f"{RIGHT_TO_LEFT} {RIGHT_TO_LEFT}")
    with serving(items_file(tmp_path, TaskSet("pair", (Item(pair="p", left=both, right=both),)))) as server:
        page = new_page()
        come_in(page, server.links["anna"])
        direction = "element => getComputedStyle(element).direction"
        assert page.locator(".sentence").first.evaluate(direction) == "rtl"
        assert page.locator("h1").evaluate(direction) == "ltr"
        # The correction stands to the left of the error, and the arrow points there.
        old, new = (page.locator(f".target {name}").first.bounding_box() for name in ("del", "ins"))
        assert new["x"] < old["x"]
        arrow = "element => getComputedStyle(element).transform"
        assert page.locator(".target .arrow").first.evaluate(arrow) == "matrix(-1, 0, 0, 1, 0, 0)"
        page.keyboard.press("n")
        note = '"it\'s" <b>🎉</b> שלום & مرحبا'
        page.locator("#note-text").fill(note)
        page.keyboard.press("Escape")
        press(page, "1")
        (record,) = records(server, page)
    assert record["note"] == note


def test_back_reload_and_a_second_tab(new_page, tmp_path):
    with serving(items_file(tmp_path, pairs(4))) as server:
        page = new_page()
        come_in(page, server.links["anna"])
        other = page.context.new_page()
        other.goto(server.base)
        press(page, "1")
        shown = page.locator(".panels").inner_text()
        page.reload()
        assert (count(page), page.locator(".panels").inner_text()) == (1, shown)
        page.go_back()
        page.wait_for_load_state()
        assert (count(page), page.locator(".panels").inner_text()) == (1, shown)  # not the one already answered
        assert count(other) == 0
        press(other, "2")  # an old page: the first answer stands
        assert "out of date" in other.locator("[role=status]").inner_text()
        assert other.locator(".panels").inner_text() == shown
        (record,) = records(server, page)
    assert record["answer"] == {"left-right": ">", "right-left": "<"}[record["shown"]]


def test_the_organisers_numbers_stay_fresh(new_page, tmp_path):
    with serving(items_file(tmp_path, pairs(3))) as server:
        organiser, anna = new_page(), new_page()
        organiser.clock.install()
        come_in(organiser, server.links["organiser"])
        assert re.search(r"0 of 3", organiser.locator("#live").inner_text())
        come_in(anna, server.links["anna"])
        press(anna, "1")
        organiser.clock.run_for(10_500)
        # Not wait_for_function: it polls by eval, which our Content-Security-Policy forbids.
        expect = pytest.importorskip("playwright.sync_api").expect
        expect(organiser.locator("#live")).to_contain_text("1 of 3", timeout=30_000)
