"""Recorded text in; the same text out without version and times of day, and without signatures if so wished."""

from __future__ import annotations

import re

_VERSION = re.compile(r'(redink:|"redink"\s*:\s*")\d+\.\d+[\w.]*')
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?\+00:00")
# A bar stands between the settings; Markdown and LaTeX write it in their own way, as they do quotation marks.
_BAR = r"(?:\\?\||\\textbar\{\})"
_QUOTED = r'(?:\\?"|&quot;|&#34;)[^\n|]*?(?:\\?"|&quot;|&#34;)'
_NAME = r"[A-Za-z][\w.\\-]*"
_LINE = re.compile(
    rf"redink:[\w.]+{_BAR}(?:{_NAME}:(?:{_QUOTED}|[^|\"<\n]*?){_BAR})*{_NAME}:(?:{_QUOTED}|[\w./+@-]*\w)", re.ASCII
)
_OBJECT = re.compile(r'("\w*signature\w*"\s*:\s*)\{[^{}]*\}')
_DIFFERENCES = re.compile(r"(the signatures do not agree)[^\n]*")


def without_circumstances(text: str) -> str:
    """Mask redink's own version number, and when a judgement was brought in."""
    return _TIME.sub("TIME", _VERSION.sub(r"\1VERSION", text))


def without_signatures(text: str) -> str:
    """Mask signatures: lines of name:value|name:value, and objects of JSON."""
    text = _OBJECT.sub(r"\1SIGNATURE", _LINE.sub("SIGNATURE", text))
    return _DIFFERENCES.sub(r"\1", text)
