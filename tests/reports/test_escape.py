"""Escaping: every special character by hand, and any text by Hypothesis, read back by another's reader."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from redink.reports.escape import closed_up, escape_html, escape_latex, escape_markdown, one_line
from tests.reports.samples import any_text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("我 昨 天 去 学 校 。", "我昨天去学校。"),
        ("カ タ カ ナ と 漢 字", "カタカナと漢字"),
        ("看 Star Wars 吧 ！", "看 Star Wars 吧！"),
        ("ذهبت إلى المدرسة .", "ذهبت إلى المدرسة ."),
        ("나는 학교에 간다 .", "나는 학교에 간다 ."),
        ("no change .", "no change ."),
    ],
)
def test_chinese_and_japanese_are_closed_up(text, expected):
    assert closed_up(text) == expected


@pytest.mark.parametrize(
    ("text", "html", "latex"),
    [
        ("<", "&lt;", r"\textless{}"),
        (">", "&gt;", r"\textgreater{}"),
        ("&", "&amp;", r"\&"),
        ('"', "&quot;", '"'),
        ("_", "_", r"\_"),
        ("%", "%", r"\%"),
        ("$", "$", r"\$"),
        ("#", "#", r"\#"),
        ("{}", "{}", r"\{\}"),
        ("~", "~", r"\textasciitilde{}"),
        ("^", "^", r"\textasciicircum{}"),
        ("\\", "\\", r"\textbackslash{}"),
        ("|", "|", r"\textbar{}"),
        ("[x]*", "[x]*", "{[}x{]}{*}"),
        ("a--b", "a--b", "a-{}-b"),
        ("α = 1", "α = 1", r"$\alpha$ = 1"),
        ("κατά", "κατά", "κατά"),
        ("系统", "系统", "系统"),
        ("שלום", "שלום", "שלום"),
        ("a\tb\r\nc", "a b c", "a b c"),
        ("\x00\x1b\x9b\ud800\uffff", "\ufffd" * 5, "?????"),
    ],
)
def test_special_characters(text: str, html: str, latex: str) -> None:
    assert escape_html(text) == html
    assert escape_latex(text) == latex


@given(any_text)
def test_html_is_read_back_as_it_was(text: str) -> None:
    escaped = escape_html(text)
    element = ElementTree.fromstring(f'<a b="{escaped}">{escaped}</a>')
    assert (element.text or "") == element.get("b") == one_line(text)


_LATEX = {
    r"\textbackslash{}": "\\",
    r"\textasciitilde{}": "~",
    r"\textasciicircum{}": "^",
    r"\textless{}": "<",
    r"\textgreater{}": ">",
    r"\textbar{}": "|",
    r"\textasciigrave{}": "`",
    r"\textendash{}": "–",
    r"\dots{}": "…",
    "{[}": "[",
    "{]}": "]",
    "{*}": "*",
    **{rf"\{sign}": sign for sign in "{}$&#_%"},
    **{f"{sign}{{}}": sign for sign in "-',"},
    "$-$": "−",
    r"$\uparrow$": "↑",
    r"$\downarrow$": "↓",
    r"$\to$": "→",
    r"$\leq$": "≤",
    r"$\geq$": "≥",
    r"$\times$": "×",
    r"$\pm$": "±",
    r"$\alpha$": "α",
    r"$\beta$": "β",
    r"$\Delta$": "Δ",
    r"$\kappa$": "κ",
    r"$\rho$": "ρ",
    r"$\tau$": "τ",
}
_COMMANDS = re.compile("|".join(map(re.escape, _LATEX)))


@given(any_text | st.text("\\{}$&#_%~^<>|`-',[]*–−…αα↑", max_size=12))
def test_latex_has_only_known_commands_and_they_mean_the_text(text: str) -> None:
    escaped = escape_latex(text)
    assert not set(_COMMANDS.sub("", escaped)) & set("\\{}$&#_%~^<>|`[]*")
    assert not re.search(r"--|''|,,", _COMMANDS.sub(" ", escaped))
    assert _COMMANDS.sub(lambda found: _LATEX[found[0]], escaped) == one_line(text).replace("\ufffd", "?")


@given(any_text | st.text("\\`*_{}[]<>()#+-.!|~$&=1 a", max_size=12))
def test_markdown_is_read_back_as_it_was(text: str) -> None:
    tokens = MarkdownIt("commonmark").enable("table").parse(f"| h |\n| - |\n| {escape_markdown(text)} |\n")
    cells = [child for token in tokens for child in token.children or []]
    assert {child.type for child in cells} <= {"text", "text_special"}
    assert "".join(child.content for child in cells).strip() == "h" + one_line(text).strip()
    paragraph = MarkdownIt("commonmark").parse(escape_markdown(text))
    assert {token.type for token in paragraph} <= {"paragraph_open", "inline", "paragraph_close"}


@given(any_text)
def test_one_line_is_one_line_without_control_characters(text: str) -> None:
    line = one_line(text)
    assert len(line.splitlines()) <= 1
    assert not re.search("[\x00-\x1f\x7f-\x9f\ud800-\udfff]", line)
    assert one_line(line) == line
