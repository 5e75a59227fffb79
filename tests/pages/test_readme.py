"""README.md in a real browser, as wide as on GitHub and PyPI: what the first screen shows."""

from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCREEN = 900
"""Height of a laptop's screen, without what is above the text there."""


def test_the_first_screen_has_a_picture_two_commands_and_the_line_for_users_of_errant(browser, tmp_path):
    markdown_it = pytest.importorskip("markdown_it", reason="needs the extra [test]: markdown-it-py")
    text = markdown_it.MarkdownIt().render((ROOT / "README.md").read_text(encoding="utf-8"))
    style = "body{font:16px/1.5 sans-serif;width:830px}img{max-width:100%}pre{padding:16px;font-size:13.6px}"
    written = f"<base href='{ROOT.as_uri()}/'><meta charset='utf-8'><style>{style}</style>{text}"
    (tmp_path / "readme.html").write_text(written, encoding="utf-8")
    page = browser.new_page(viewport={"width": 1000, "height": SCREEN})
    page.goto((tmp_path / "readme.html").as_uri())
    page.wait_for_load_state()
    for line in ("pip install redink", "redink demo ", "errant_compare -hyp", "redink score output.m2"):
        assert page.locator("p, pre", has_text=line).first.bounding_box()["y"] < SCREEN / 2, line
    picture = page.locator("img").first.bounding_box()
    assert picture["height"] > 200
    assert picture["y"] + picture["height"] < SCREEN
    page.close()
