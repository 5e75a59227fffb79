"""The rules in, the page that lists them in the order they are tried out.

python -m redink.annotation.rules.page > docs/classification-rules.md
"""

from __future__ import annotations

from collections.abc import Iterator

from redink.annotation.rules import ADDED_OR_TAKEN_AWAY, ALL_RULES, ONE_FOR_ONE
from redink.annotation.rules.rule import Group


def _group_lines(group: Group) -> Iterator[str]:
    yield f"## {group.name[0].upper()}{group.name[1:]}"
    yield ""
    yield "| rule | gives | when | example |"
    yield "|---|---|---|---|"
    for rule in group.rules:
        types = ", ".join(f"`{kind}`" for kind in rule.gives)
        before, after = rule.example
        yield f"| {rule.name} | {types} | {rule.because} | `{before}` → `{after}` |"
    yield ""


def as_markdown() -> str:
    """Give the content of `docs/classification-rules.md`."""
    lines = [line for group in (*ADDED_OR_TAKEN_AWAY, *ONE_FOR_ONE) for line in _group_lines(group)]
    return f"""# How an edit gets its type

<!-- Written by `python -m redink.annotation.rules.page`; change the rules there, not here. -->

{len(ALL_RULES)} rules are tried from top to bottom; the first that applies decides. `redink explain` prints
which one it was and what it saw. An edit that changes nothing is `UNK`. If both sides of a longer edit end
in the same word apart from case (*Doctor* → *The doctor*), that word is left out first. Edits with one empty
side only see the groups about tokens added or removed; replacements that are not one for one only see
"any replacement" and "several tokens". Order, word lists and thresholds are those of ERRANT 3.0.2, with two
exceptions: a tag that is not in the table counts as X, where ERRANT stops with a KeyError; and so does white
space, for which ERRANT has a 26th type, SPACE.

""" + "\n".join(lines).rstrip("\n") + "\n"  # fmt: skip


if __name__ == "__main__":
    print(as_markdown(), end="")
