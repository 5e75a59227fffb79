"""The demo of SPEC-difficulty §1.3 as records: two sentences, three systems; the first is the paper's example (3)."""

from redink.questions.difficulty.mathematics.chunks import gold_chunks
from redink.questions.difficulty.mathematics.judging_table import judge
from redink.questions.difficulty.plan import Plan
from redink.questions.difficulty.run import measured
from redink.records import Edit, System


def edits(*triples):
    """Make edits of (start, end, text) or (start, end, text, type)."""
    return tuple(
        Edit(start, end, tuple(text.split()), type=rest[0] if rest else "") for start, end, text, *rest in triples
    )


SOURCES = (
    ("We", "discussing", "about", "its", "."),
    ("I", "have", "been", "to", "park", "tomorrow", "."),
)
GOLD = (
    edits((1, 1, "have been", "M:VERB"), (2, 3, "", "U:PREP"), (3, 4, "it", "R:PRON")),
    edits((1, 3, "go", "R:VERB"), (4, 4, "the", "M:DET"), (5, 6, "", "U:NOUN")),
)
SYSTEM_EDITS = {
    "A": (edits((1, 1, "have been"), (3, 4, "it")), edits((1, 3, "go"), (4, 4, "the"))),
    "B": (
        edits((0, 0, '"'), (1, 1, "are"), (2, 3, ""), (3, 4, "it"), (5, 5, '"')),
        edits((2, 3, "went"), (4, 4, "the")),
    ),
    "C": (edits((1, 3, "talking"), (3, 4, "it")), edits((2, 2, "to"), (4, 4, "the"), (5, 6, "past"))),
}
SYSTEMS = tuple(System(name, SOURCES, own) for name, own in SYSTEM_EDITS.items())
PUBLISHED = "3\n2 3 1 2 3 1 3 3 3 3 2\n3 3 3 1 3 3 3 3 3 0 3 3 3\n"
"""The weight file of the demo."""


def judged(sources=SOURCES, gold=GOLD, systems=SYSTEMS):
    """Judge the demo, or something like it."""
    return judge(gold_chunks(sources, gold), sources, systems)


def dense(table, system):
    """Spell out b and "touched" of one system for every chunk of the corpus."""
    column = table.systems.index(system)
    correct, touched = [True] * table.gold.n_chunks, [False] * table.gold.n_chunks
    for row, chunk in enumerate(table.chunk.tolist()):
        correct[chunk] = bool(table.correct[row, column])
        touched[chunk] = bool(table.touched[row, column])
    return correct, touched


def measure(data, *, pipeline="none", **plan):
    """Measure data that have their edits, by a plan with these fields."""
    return measured(data, Plan(**plan), pipeline=pipeline)
