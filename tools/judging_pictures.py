"""Take the pictures of docs/judging.md: `python -m tools.judging_pictures` (needs Playwright and Chromium).

The pairs and judgements are the bundled example's; a made-up person has judged some pairs more.
"""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from redink import example

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
_REDINK = (sys.executable, "-c", "from redink.cli import main; main()")
_WIDE = {"width": 1200, "height": 700}
_PHONE = {"width": 360, "height": 740}


def _redink(*arguments: object) -> None:
    subprocess.run([*_REDINK, *map(str, arguments), "--quiet"], check=True, stdout=subprocess.DEVNULL)


@contextlib.contextmanager
def _server(items: Path) -> Iterator[dict[str, str]]:
    command = [*_REDINK, "judge", str(items), "--annotator", "anna", "--port", "0", "--no-open", "--quiet"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        links: dict[str, str] = {}
        while "organiser" not in links:
            assert process.stdout is not None
            name, _, link = process.stdout.readline().strip().partition(" ")
            links[name] = link.strip()
        try:
            yield links
        finally:
            process.terminate()


def main() -> None:
    """Judge a little, and look at it."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        items = Path(folder) / "pairs.jsonl"
        corpus = ("--source", example.path("source.txt"), "-r", example.path("reference-minimal.txt"))
        systems = sorted(example.path("systems").glob("*.txt"))
        judged = example.path("judgements.jsonl")
        _redink("pairs", *systems, *corpus, "--of", judged, "-o", items)
        _redink("judge", items, "--import", judged, "--export", Path(folder) / "out.jsonl")
        page = Path(folder) / "agreement.html"
        _redink("agreement", judged, "--pairs", items, "--page", page)
        program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])

        def take(name: str, address: str, act: Callable[[Any], None] | None = None, **options: Any) -> None:
            context = browser.new_context(**({"viewport": _WIDE} | options))
            opened = context.new_page()
            opened.goto(address)
            if "/enter/" in address:
                opened.locator("form button").click()
                opened.wait_for_load_state()
            if act is not None:
                act(opened)
            opened.screenshot(path=PICTURES / f"{name}.png", full_page="figures" not in name)
            context.close()

        with _server(items) as links:
            take("judge-light", links["anna"], _judge)
            take("judge-dark", links["anna"], _look_closer, color_scheme="dark")
            take("judge-phone", links["anna"], viewport=_PHONE, is_mobile=True, has_touch=True)
            take("judge-organiser", links["organiser"])
        take("agreement-figures", f"{page.as_uri()}#figures", viewport={"width": 1000, "height": 900})
        browser.close()


def _judge(page: Any) -> None:
    """Answer a few pairs at the pace of a person in a hurry."""
    for key in ("1", "2", "2", "0", "1", "2", "1", "1"):
        page.wait_for_timeout(2300)
        with page.expect_navigation():
            page.keyboard.press(key)


def _look_closer(page: Any) -> None:
    for key in ("o", "c", "h"):
        page.keyboard.press(key)


if __name__ == "__main__":
    main()
