"""The lines of a file that is one answer to many sentences in; the lines of the correction out.

The rules have the names that they have in `llm_answers`. A line is removed only if it is unlike every source sentence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from redink.reading.chat_phrases import AGREEMENT, EXPLANATION
from redink.reading.llm_answers import NUMBER, RULES, CleanAnswer, likeness

_WHOLE = ("tokens", "thinking", "markup", "entities")
"""Rules that work on a file as on an answer."""
_HEAD = 5
"""Lines at the beginning that may be chatter."""
_MOST = 0.8
"""The share of numbered lines that makes a list."""
_ALIKE = 0.4


def clean_file(sources: Sequence[str], lines: Sequence[str]) -> CleanAnswer:
    """Take the corrected sentences out of a file."""
    source, text = "\n".join(sources), "\n".join(lines)
    rules = []
    for name in _WHOLE:
        changed = RULES[name](source, text)
        if changed != text:
            rules.append(name)
            text = changed
    kept = text.split("\n")
    opened = "```" not in source and sum(line.strip().startswith("```") for line in kept)
    if opened:
        first = next(number for number, line in enumerate(kept) if line.strip().startswith("```"))
        closing = [number for number in range(first + 1, len(kept)) if kept[number].strip().startswith("```")]
        kept = kept[first + 1 : closing[-1] if closing else len(kept)]
        kept = [line for line in kept if not line.strip().startswith("```")]
        rules.append("fence")
    for name, changed_lines in (
        ("preamble", _without_head(sources, kept)),
        ("explanation", _without_tail(sources, _without_head(sources, kept))),
    ):
        if changed_lines != kept:
            rules.append(name)
            kept = changed_lines
    full = [line for line in kept if line.strip()]
    if len(full) < len(kept) and all(line.strip() for line in sources):
        kept = full
        rules.append("blank lines")
    numbered = sum(bool(NUMBER.match(line)) for line in full)
    if full and numbered >= _MOST * len(full) and sum(bool(NUMBER.match(line)) for line in sources) < numbered / 2:
        kept = [NUMBER.sub("", line) for line in kept]
        rules.append("numbering")
    return CleanAnswer("\n".join(kept), tuple(rules), "truncated" if opened == 1 else "answer")


def _is_known(sources: Sequence[str], line: str) -> bool:
    return any(likeness(source, line) >= _ALIKE for source in sources)


def _without_head(sources: Sequence[str], lines: list[str]) -> list[str]:
    """Remove the first lines up to one that announces the text, if none of them is like a sentence of the source."""
    full = [number for number, line in enumerate(lines) if line.strip()][:_HEAD]
    for number in reversed(full):
        line = lines[number].strip().rstrip("*_ ")
        if line.endswith((":", "：")) or AGREEMENT.fullmatch(line):
            head = [line for line in lines[: number + 1] if line.strip()]
            if not any(_is_known(sources[: 2 * _HEAD], line) for line in head):
                return lines[number + 1 :]
    return lines


def _without_tail(sources: Sequence[str], lines: list[str]) -> list[str]:
    """Remove everything from a line on that begins an explanation, if nothing behind it is like the source's end."""
    for number in range(len(lines) // 2, len(lines)):
        line = lines[number]
        begins = EXPLANATION.match(f"\n{line}") or re.fullmatch(r"\s*(?:-{3,}|\*{3,}|_{3,})\s*", line)
        if begins and not any(_is_known(sources[-4 * _HEAD :], later) for later in lines[number:] if later.strip()):
            return lines[:number]
    return lines
