"""A word, its Penn tag and its dependency class in; its Universal POS and its ClearNLP label out.

The table follows the definitions of the two tag sets; where Penn leaves a choice open (IN, DT, WDT,
verbs), the dependency class or the word decides, as the UD guidelines for English have it.
"""

from __future__ import annotations

from typing import Final

_BY_TAG: Final = {
    "NN": "NOUN", "NNS": "NOUN", "NNP": "PROPN", "NNPS": "PROPN", "CD": "NUM", "FW": "X", "LS": "X",
    "JJ": "ADJ", "JJR": "ADJ", "JJS": "ADJ", "AFX": "ADJ", "RB": "ADV", "RBR": "ADV", "RBS": "ADV",
    "WRB": "SCONJ", "CC": "CCONJ", "TO": "PART", "POS": "PART", "RP": "ADP", "IN": "ADP",
    "DT": "DET", "PDT": "DET", "WDT": "PRON", "WP$": "DET", "PRP$": "PRON",
    "PRP": "PRON", "WP": "PRON", "EX": "PRON", "UH": "INTJ", "MD": "AUX",
    "VB": "VERB", "VBD": "VERB", "VBG": "VERB", "VBN": "VERB", "VBP": "VERB", "VBZ": "VERB",
    "$": "SYM", "SYM": "SYM", "ADD": "X", "GW": "X", "XX": "X", "_SP": "SPACE",
    ".": "PUNCT", ",": "PUNCT", ":": "PUNCT", "``": "PUNCT", "''": "PUNCT", "-LRB-": "PUNCT",
    "-RRB-": "PUNCT", "HYPH": "PUNCT", "NFP": "PUNCT",
}  # fmt: skip

_CONJUNCTIONS: Final = frozenset(
    [
        "that",
        "if",
        "because",
        "while",
        "since",
        "although",
        "though",
        "so",
        "whether",
        "once",
        "whereas",
        "unless",
        "till",
        "albeit",
        "lest",
        "but",
        "upon",
        "despite",
        "besides",
        "except",
        "notwithstanding",
    ]
)
"""IN words that the teacher calls SCONJ in any function; the last five are prepositions by nature."""

_INDEFINITE: Final = frozenset(
    start + end for start in ("some", "any", "every", "no") for end in ("thing", "one", "body")
) - {"noone"}
"""Indefinite pronouns, which Penn tags as nouns."""

_NEGATIONS: Final = frozenset(("not", "n't", "n’t", "nt", "n`t"))
BE_FORMS: Final = frozenset(
    ["be", "am", "is", "are", "was", "were", "been", "being", "'s", "'m", "'re", "’s", "’m", "’re", "'d"]
)
_HAVE_OR_DO: Final = frozenset(["have", "has", "had", "do", "does", "did", "'ve", "'d", "’ve"])

_LABELS: Final = {"arg": "nsubj", "clause": "ROOT", "other": "dep"}
"""The ClearNLP label that stands for a class of several; the other classes are labels themselves."""


def label_of(dependency_class: str) -> str:
    """Give the ClearNLP label that represents a class."""
    return _LABELS.get(dependency_class, dependency_class)


def pos_of(lower: str, tag: str, dependency_class: str, *, after_there: bool = False) -> str:
    """Give the Universal POS of a lower-case word; `after_there`: an existential *there* is before it."""
    if tag.startswith("VB"):
        return _pos_of_verb(lower, dependency_class, after_there)
    if dependency_class == "aux" and tag != "TO":
        return "AUX"
    if tag == "IN":
        return "SCONJ" if dependency_class == "mark" or lower in _CONJUNCTIONS else "ADP"
    if tag == "DT":
        is_number = dependency_class == "other" and lower in ("a", "an")  # `a dozen years`
        return "DET" if dependency_class == "det" or is_number else "PRON"
    if tag == "WDT":
        return "DET" if dependency_class == "det" and lower != "that" else "PRON"
    if tag == "NN" and lower in _INDEFINITE:
        return "PRON"
    if tag == "RB" and lower in _NEGATIONS:
        return "PART"
    return _BY_TAG.get(tag, "X")


def _pos_of_verb(lower: str, dependency_class: str, after_there: bool) -> str:
    """Tell auxiliaries and the copula from full verbs; the *be* of *there is* is a full verb."""
    if lower in BE_FORMS:
        return "VERB" if after_there else "AUX"
    if dependency_class == "aux":
        return "AUX"
    return "AUX" if lower in _HAVE_OR_DO and dependency_class != "clause" else "VERB"
