"""Ten pairs of sentences whose edits are certain: `redink check` puts them in and compares what comes out."""

from __future__ import annotations

from collections.abc import Sequence

from redink.language.pipeline import Pipeline, Scheme

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


UNIVERSAL_PAIRS = {
    "de": (
        ("Ich habe einen hund .", "Ich habe einen Hund .", "R:ORTH:CASE"),
        ("Ich weiß nicht wo er ist .", "Ich weiß nicht , wo er ist .", "M:PUNCT"),
        ("Wir fahren mit der Zug .", "Wir fahren mit dem Zug .", "R:DET:FORM"),
    ),
    "cs": (
        ("Ona žije v praze .", "Ona žije v Praze .", "R:ORTH:CASE"),
        ("Nevím kde je .", "Nevím , kde je .", "M:PUNCT"),
        ("Mam rád čaj .", "Mám rád čaj .", "R:SPELL:ACCENT"),
    ),
    "es": (
        ("Vivo en madrid .", "Vivo en Madrid .", "R:ORTH:CASE"),
        ("No sé dónde está", "No sé dónde está .", "M:PUNCT"),
        ("Veo el casa .", "Veo la casa .", "R:DET:FORM"),
    ),
    "el": (
        ("Μένω στην αθήνα .", "Μένω στην Αθήνα .", "R:ORTH:CASE"),
        ("Ο δρομος είναι μακρύς .", "Ο δρόμος είναι μακρύς .", "R:SPELL:ACCENT"),
    ),
    "tr": (("Ben istanbul'da yaşıyorum .", "Ben İstanbul'da yaşıyorum .", "R:ORTH:CASE"),),
    "ko": (("나는 학교를 간다 .", "나는 학교에 간다 .", "R:NOUN:FORM"),),
    "zh": (("他 跑 的 快", "他 跑 得 快", "R:PART:DE"),),
}
"""The same for languages under the types for any language; a type may have a finer name below it."""


def pairs_of(pipeline: Pipeline) -> Sequence[tuple[str, str, str]]:
    """Give the pairs for a pipeline, with the types that it should find; none where there are none for its language."""
    if pipeline.scheme == "universal":
        return UNIVERSAL_PAIRS.get(pipeline.language, ())
    return [(source, correction, expected_type(kind, pipeline.scheme)) for source, correction, kind in KNOWN_PAIRS]


def expected_type(kind: str, scheme: Scheme) -> str:
    """Give the type that a pipeline should find; without parts of speech, only the operation is known."""
    return kind if scheme == "english" else f"{kind[0]}:OTHER"
