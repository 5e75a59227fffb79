"""Ten pairs of sentences whose edits are certain: `redink check` puts them in and compares what comes out."""

from __future__ import annotations

KNOWN_PAIRS = (
    ("She walk to school .", "She walks to school .", "R:VERB:SVA"),
    ("I have three sister .", "I have three sisters .", "R:NOUN:NUM"),
    ("He bought car yesterday .", "He bought a car yesterday .", "M:DET"),
    ("We discussed about the plan .", "We discussed the plan .", "U:PREP"),
    ("They recieve many letters .", "They receive many letters .", "R:SPELL"),
    ("Yesterday we go to the museum .", "Yesterday we went to the museum .", "R:VERB:TENSE"),
    ("He is interested on music .", "He is interested in music .", "R:PREP"),
    ("I like always tea .", "I always like tea .", "R:WO"),
    ("He lives in london .", "He lives in London .", "R:ORTH"),
    ("She enjoys to read .", "She enjoys reading .", "R:VERB:FORM"),
)
"""Source, correction, type of the only edit."""


def expected_type(kind: str, *, classifies: bool) -> str:
    """Give the type that a pipeline should find; without parts of speech, only the operation is known."""
    return kind if classifies else f"{kind[0]}:OTHER"
