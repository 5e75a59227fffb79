"""Error types and rules in; the pages that list them, docs/error-types.md and docs/classification-rules.md, out."""

from __future__ import annotations

from collections.abc import Iterator

from redink.annotation.error_types import CODES, ERROR_TYPES, OPERATIONS, UNKNOWN
from redink.annotation.rules import ADDED_OR_TAKEN_AWAY, ALL_RULES, ONE_FOR_ONE
from redink.annotation.rules.rule import Group


def _type_rows() -> Iterator[str]:
    yield "| type | name | meaning | example | M | R | U |"
    yield "|---|---|---|---|---|---|---|"
    for kind in ERROR_TYPES:
        before, after = kind.example
        marks = " | ".join(f"`{o}:{kind.code}`" if o in kind.operations else "–" for o in OPERATIONS)
        yield f"| `{kind.code}` | {kind.name} | {kind.meaning} | *{before}* → *{after}* | {marks} |"


def error_types_page() -> str:
    """Give the content of `docs/error-types.md`."""
    table = "\n".join(_type_rows())
    return f"""# Error types

<!-- Written by `make docs`; change the data in `redink.annotation.error_types`, not here. -->

Every edit gets one of {len(CODES)} codes: an operation (M {OPERATIONS["M"]}, R {OPERATIONS["R"]},
U {OPERATIONS["U"]}) and one of {len(ERROR_TYPES)} types, or `{UNKNOWN}` alone. A dash marks a
combination that cannot occur. The scheme is that of Bryant, Felice and Briscoe (2017), "Automatic
Annotation and Evaluation of Error Types for Grammatical Error Correction", Tables 2 and 9.

{table}

A pipeline that does not know parts of speech (`plain`) tells operations only: `M:OTHER`, `R:OTHER`,
`U:OTHER`, and `{UNKNOWN}` for an edit that changes nothing.
"""


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


def rules_page() -> str:
    """Give the content of `docs/classification-rules.md`."""
    lines = [line for group in (*ADDED_OR_TAKEN_AWAY, *ONE_FOR_ONE) for line in _group_lines(group)]
    return f"""# How an edit gets its type

<!-- Written by `make docs`; change the rules in `redink.annotation.rules`, not here. -->

{len(ALL_RULES)} rules are tried from top to bottom; the first that applies decides. `redink explain` prints
which one it was and what it saw. An edit that changes nothing is `UNK`. If both sides of a longer edit end
in the same word apart from case (*Doctor* → *The doctor*), that word is left out first. Edits with one empty
side only see the groups about tokens added or removed; replacements that are not one for one only see
"any replacement" and "several tokens". Order, word lists and thresholds are those of ERRANT 3.0.2, with two
exceptions: a tag that is not in the table counts as X, where ERRANT stops with a KeyError; and so does white
space, for which ERRANT has a 26th type, SPACE.

""" + "\n".join(lines).rstrip("\n") + "\n"  # fmt: skip
