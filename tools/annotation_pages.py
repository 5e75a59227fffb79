"""Error types and rules in; the pages that list them, docs/error-types.md and docs/classification-rules.md, out."""

from __future__ import annotations

from collections.abc import Iterator

import click

from redink.annotation.error_types import CODES, ERROR_TYPES, OPERATIONS, UNKNOWN
from redink.annotation.explanation import explain
from redink.annotation.rules import ADDED_OR_TAKEN_AWAY, ALL_RULES, ONE_FOR_ONE
from redink.annotation.rules.rule import Group
from redink.cli.explain import draw
from redink.evaluation.preparation import load_annotator


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

A pipeline without parts of speech (`plain`) gives only operations: `M:OTHER`, `R:OTHER`, `U:OTHER`, and
`{UNKNOWN}` for an edit that changes nothing.
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
this rule and the facts that it used. An edit that changes nothing is `UNK`. If both sides of a longer edit
end in the same word apart from case (*Doctor* → *The doctor*), that word is left out first. Insertions and
deletions use only the groups about tokens added or removed. Replacements that are not one for one use only
"any replacement" and "several tokens". Order, word lists and thresholds are those of ERRANT 3.0.2, with two
exceptions. A tag that is not in the table counts as X; ERRANT stops with a KeyError. White space also counts
as X; ERRANT has a 26th type for it, SPACE.

""" + "\n".join(lines).rstrip("\n") + "\n"  # fmt: skip


CLASSIC = (
    ("She go to school every day .", "She goes to school every day ."),
    ("I have saw this film yesterday .", "I saw this film yesterday ."),
    ("He is taller then me .", "He is taller than me ."),
    ("I am interesting in music .", "I am interested in music ."),
    ("There is many people here .", "There are many people here ."),
    ("I bought an new car .", "I bought a new car ."),
    ("She gave me many informations .", "She gave me a lot of information ."),
    ("I look forward to meet you .", "I look forward to meeting you ."),
    ("He suggested me to go .", "He suggested that I go ."),
    ("I depend of my parents .", "I depend on my parents ."),
    ("Its raining today .", "It 's raining today ."),
    ("I dont know .", "I do n't know ."),
    ("We discussed about the problem .", "We discussed the problem ."),
    ("My sister she lives in Rome .", "My sister lives in Rome ."),
    ("I recieved your letter .", "I received your letter ."),
    ("i live in paris .", "I live in Paris ."),
    ("The book what I read was good .", "The book that I read was good ."),
    ("I not like coffee .", "I do not like coffee ."),
    ("She sings beautiful .", "She sings beautifully ."),
    ("I like very much tea .", "I like tea very much ."),
)
"""Mistakes that every teacher knows, with their corrections."""


def explained_page() -> str:
    """Show what `redink explain` says about classic pairs."""
    annotator = load_annotator("redink-en")
    parts = [
        "# Twenty pairs explained\n\nTwenty mistakes that every teacher knows, each with the output of `redink explain "
        "SOURCE CORRECTION` (made by `make docs`). The signs between the sentences mean: = equal, ≠ replaced, "
        "+ inserted, − deleted, ⇄ moved. Below each pair is every edit, with its type, the rule that gave the type, "
        "and what the rule saw.\n\n"
        "[`redink web`](commands/web.md) explains your own sentences as you type:\n\n"
        "![The page of redink web: source, output and reference, and below them edits with their types]"
        "(pictures/web.png)\n"
    ]
    for source, correction in CLASSIC:
        drawn = click.unstyle(draw(explain(tuple(source.split()), tuple(correction.split()), annotator), None))
        parts.append(f"## {source}\n\n```text\n{drawn.rstrip()}\n```\n")
    return "\n".join(parts)
