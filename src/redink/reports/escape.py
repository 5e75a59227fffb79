"""Any text in, text that is safe inside HTML, LaTeX, Markdown, a TSV cell or a terminal out.

Every text from a user or a file passes through exactly one of these functions on its way out.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_BLANKS = re.compile("[\t\n\v\f\r\x1c-\x1f\x85\u2028\u2029]+")
# Characters that XML 1.0 does not allow, or (C1, DEL) that can control a terminal.
_FORBIDDEN = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")

_NO_BLANKS = "\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
_BLANK_INSIDE = f"([{_NO_BLANKS}]) (?=[{_NO_BLANKS}])"
"""A blank between two characters of Chinese or Japanese; `examples.js` has the same pattern.

Compiled when it is first needed, which takes as long as reading ten sentences.
"""

_LATEX: Final = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "_": r"\_",
    "%": r"\%",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "`": r"\textasciigrave{}",
    # After `\\`, LaTeX would read a bracket as an option and a star as a variant.
    "[": "{[}",
    "]": "{]}",
    "*": "{*}",
    "−": "$-$",
    "–": r"\textendash{}",
    "…": r"\dots{}",
    "↑": r"$\uparrow$",
    "↓": r"$\downarrow$",
    "→": r"$\to$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "×": r"$\times$",
    "±": r"$\pm$",
    "≠": r"$\neq$",
    "≈": r"$\approx$",
    "∞": r"$\infty$",
    "↔": r"$\leftrightarrow$",
    "′": r"$'$",
    "▲": r"$\bigtriangleup$",
    "▼": r"$\bigtriangledown$",
    "\ufffd": "?",
}
_GREEK_NAMES: Final = (
    "α alpha β beta γ gamma δ delta ε varepsilon ζ zeta η eta θ theta ι iota κ kappa λ lambda μ mu ν nu ξ xi "
    "π pi ρ rho σ sigma τ tau υ upsilon φ varphi χ chi ψ psi ω omega Γ Gamma Δ Delta Θ Theta Λ Lambda Ξ Xi "
    "Π Pi Σ Sigma Φ Phi Ψ Psi Ω Omega"
)
"""Letters and their commands; letters that look like Latin ones (Α, ο) have no command."""
_PAIRS = iter(_GREEK_NAMES.split())
_GREEK: Final = {letter: rf"$\{name}$" for letter, name in zip(_PAIRS, _PAIRS, strict=True)}
_LATEX_PATTERN = re.compile(
    # LaTeX joins two of these in a row into one character (-- to a dash, '' to a quotation mark).
    r"(?P<pair>[-',])(?=(?P=pair))"
    # A Greek letter without Greek neighbours is a symbol (Δw); Greek words are left to the user's fonts.
    rf"|(?<![\u0370-\u03ff\u1f00-\u1fff])(?P<greek>[{''.join(_GREEK)}])(?![\u0370-\u03ff\u1f00-\u1fff])"
    rf"|(?P<special>[{re.escape(''.join(_LATEX))}])"
)
_MARKDOWN_PATTERN = re.compile(r"[\\`*_{}\[\]#|~$]")
# Beginnings of a line that Markdown reads as a list, a heading or a rule.
_MARKDOWN_START = re.compile(r"^(\d+)(?=[.)](?:\s|$))|^(?=[-+](?:\s|$)|[-=]+\s*$)")


def one_line(text: str) -> str:
    """Give the text with blanks for tabs and line ends, and with U+FFFD for characters that no document can hold."""
    if text.isprintable():  # none of the characters below is, and this is seen much faster
        return text
    return _FORBIDDEN.sub("\ufffd", _BLANKS.sub(" ", text))


def closed_up(text: str) -> str:
    """Give tokens of Chinese or Japanese, joined by blanks, as they are written: without these blanks."""
    return text if text.isascii() else re.sub(_BLANK_INSIDE, r"\1", text)


@lru_cache(maxsize=4096)
def escape_html(text: str) -> str:
    """Give the text safe as content and as quoted attribute of HTML, SVG and XML."""
    # As `html.escape`, whose module brings a table of all entities.
    safe = one_line(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return safe.replace('"', "&quot;").replace("'", "&#x27;")


def escape_latex(text: str) -> str:
    """Give the text safe in running LaTeX, captions and table cells.

    Symbols become commands that every engine knows. Words in other scripts are unchanged, for LuaLaTeX or XeLaTeX.
    """
    return _LATEX_PATTERN.sub(_latex_of, one_line(text))


def _latex_of(match: re.Match[str]) -> str:
    if match["pair"]:
        return match["pair"] + "{}"
    return _GREEK[match["greek"]] if match["greek"] else _LATEX[match["special"]]


def escape_markdown(text: str) -> str:
    """Give the text safe in a Markdown paragraph or table cell (GitHub's dialect, with its `$`)."""
    escaped = _MARKDOWN_PATTERN.sub(r"\\\g<0>", one_line(text).strip())
    escaped = escaped.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _MARKDOWN_START.sub(lambda match: f"{match[1]}\\" if match[1] else "\\", escaped)
