"""Take pictures of the report, the leaderboard and `redink web`: `python -m tools.report_pictures`.

It needs Playwright and Chromium. Report and leaderboard are the bundled example's, as `redink demo` writes them.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "pictures"
_REDINK = (sys.executable, "-c", "from redink.cli import main; main()")
_PAGE = {"width": 1000, "height": 1250}
_CHART = {"width": 1000, "height": 440}
_MAP = {"width": 1000, "height": 1000}
_PHONE = {"width": 360, "height": 780}
_WEB = {"width": 1000, "height": 800}


def main() -> None:
    """Look at the report's top, a heat map in the dark, the examples on a phone, the leaderboard and `redink web`."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        demo = [*_REDINK, "demo", "--folder", folder, "--quiet"]
        subprocess.run(demo, check=True, stdout=subprocess.DEVNULL)
        report = (Path(folder) / "report.html").as_uri()
        program = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])

        def take(name: str, address: str, act: Callable[[Any], None] | None = None, **options: Any) -> None:
            context = browser.new_context(**options)
            opened = context.new_page()
            opened.goto(address)
            opened.wait_for_load_state()
            if act is not None:
                act(opened)
            opened.screenshot(path=PICTURES / f"{name}.png")
            context.close()

        take("report-light", report, viewport=_PAGE)
        take("report-chart", f"{report}#summary", viewport=_CHART)
        take("report-dark", f"{report}#heat-maps", _point_at, viewport=_MAP, color_scheme="dark")
        phone: dict[str, Any] = {"viewport": _PHONE, "is_mobile": True, "has_touch": True}
        take("report-phone", f"{report}#examples?outcome=miss", _begin_with_examples, **phone)
        take("leaderboard", (Path(folder) / "leaderboard" / "site" / "index.html").as_uri(), viewport=_MAP)
        web = [*_REDINK, "web", "--no-open", "--port", "0"]
        with subprocess.Popen(web, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
            assert server.stdout is not None
            take("web", server.stdout.readline().strip(), viewport=_WEB)
            server.terminate()
        browser.close()


def _point_at(page: Any) -> None:
    """Let the card of an error in the third sentence show."""
    page.locator("#heat-maps p.sentence").nth(2).locator(".chunk.error").first.focus()


def _begin_with_examples(page: Any) -> None:
    page.locator("#examples-list li").first.wait_for()
    page.locator("#examples").evaluate("section => section.scrollIntoView()")
    page.wait_for_timeout(500)  # a phone draws a page that jumps in two steps


if __name__ == "__main__":
    main()
