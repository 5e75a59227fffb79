"""Any text in, text that is safe inside HTML, LaTeX, Markdown, a TSV cell or a terminal out.

Everything a user or a file can name passes through exactly one of these functions on its way out.
"""

from __future__ import annotations

import html
import re
from typing import Final

_BLANKS = re.compile("[\t\n\v\f\r\x1c-\x1f\x85\u2028\u2029]+")
# Not allowed in XML 1.0, or (C1, DEL) able to steer a terminal.
_FORBIDDEN = re.compile("[\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")

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
    # After `\\` a bracket would be read as its option and a star as its variant.
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
"""Letters and their commands; what looks like a Latin letter (Α, ο) has none."""
_PAIRS = iter(_GREEK_NAMES.split())
_GREEK: Final = {letter: rf"$\{name}$" for letter, name in zip(_PAIRS, _PAIRS, strict=True)}
_LATEX_PATTERN = re.compile(
    # Two of these in a row melt into one sign (-- to a dash, '' to a quotation mark).
    r"(?P<pair>[-',])(?=(?P=pair))"
    # A Greek letter among others is no Greek word but a symbol (Δw); Greek words are left to the reader's fonts.
    rf"|(?<![\u0370-\u03ff\u1f00-\u1fff])(?P<greek>[{''.join(_GREEK)}])(?![\u0370-\u03ff\u1f00-\u1fff])"
    rf"|(?P<special>[{re.escape(''.join(_LATEX))}])"
)
_MARKDOWN_PATTERN = re.compile(r"[\\`*_{}\[\]#|~$]")
# What a line may start with only if it means a list, a heading or a rule.
_MARKDOWN_START = re.compile(r"^(\d+)(?=[.)](?:\s|$))|^(?=[-+](?:\s|$)|[-=]+\s*$)")


def one_line(text: str) -> str:
    """Turn tabs and line ends into blanks, and characters no document can hold into U+FFFD."""
    return _FORBIDDEN.sub("\ufffd", _BLANKS.sub(" ", text))


def escape_html(text: str) -> str:
    """Make text safe as content and as quoted attribute of HTML, SVG and XML."""
    return html.escape(one_line(text), quote=True)


def escape_latex(text: str) -> str:
    """Make text safe in running LaTeX, captions and table cells.

    Symbols become commands every engine knows; words of other scripts stay as they are, for LuaLaTeX or XeLaTeX.
    """
    return _LATEX_PATTERN.sub(_latex_of, one_line(text))


def _latex_of(found: re.Match[str]) -> str:
    if found["pair"]:
        return found["pair"] + "{}"
    return _GREEK[found["greek"]] if found["greek"] else _LATEX[found["special"]]


def escape_markdown(text: str) -> str:
    """Make text safe in a Markdown paragraph or table cell (GitHub's dialect, with its `$`)."""
    escaped = _MARKDOWN_PATTERN.sub(r"\\\g<0>", one_line(text).strip())
    escaped = escaped.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _MARKDOWN_START.sub(lambda found: f"{found[1]}\\" if found[1] else "\\", escaped)
