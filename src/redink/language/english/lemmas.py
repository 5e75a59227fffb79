"""A word with its tag in, its dictionary form out: WordNet's exception lists, then its detachment rules.

The method is WordNet's own ("morphy"): look the form up among the irregular ones; else take endings
off and keep the first result that is a known word. Unlike morphy, a form whose every result is
unknown gives up its ending all the same (`computeres` → `computere`), since learners' words seldom
stand in a dictionary and the annotation rules ask whether two forms belong to one word.
"""

from __future__ import annotations

import gzip
from collections.abc import Mapping, Set
from functools import cache
from pathlib import Path
from typing import Final, Literal, TypeAlias

from redink.frozen import frozen
from redink.language.sorted_words import SortedWords

WordClass: TypeAlias = Literal["noun", "verb", "adj", "adv"]

_ENDINGS: Final[Mapping[WordClass, tuple[tuple[str, str], ...]]] = {
    "noun": (
        ("s", ""), ("ses", "s"), ("ves", "f"), ("xes", "x"), ("zes", "z"),
        ("ches", "ch"), ("shes", "sh"), ("men", "man"), ("ies", "y"),
    ),
    "verb": (
        ("s", ""), ("ies", "y"), ("es", "e"), ("es", ""),
        ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", ""),
    ),
    "adj": (("er", ""), ("est", ""), ("er", "e"), ("est", "e")),
    "adv": (),
}  # fmt: skip
"""WordNet's rules of detachment (morphy(7WN)): ending, what stands for it in the dictionary form."""
_BY_LAST_LETTER: Final = {
    word_class: {
        letter: tuple(rule for rule in rules if rule[0].endswith(letter))
        for letter in {ending[-1] for ending, _ in rules}
    }
    for word_class, rules in _ENDINGS.items()
}
"""The same rules by the last letter of the form."""


@frozen
class LemmaTables:
    """The dictionary: irregular forms and known dictionary forms of each word class."""

    irregular: Mapping[WordClass, Mapping[str, str]]
    """Form → dictionary form."""
    known: Mapping[WordClass, Set[str]]
    """Dictionary forms."""

    def detached(self, form: str, word_class: WordClass) -> list[str]:
        """Give every result of taking an ending off a form, known or not."""
        return [
            form[: len(form) - len(ending)] + replacement
            for ending, replacement in _BY_LAST_LETTER[word_class].get(form[-1:], ())
            if form.endswith(ending) and len(form) > len(ending)
        ]

    def lemma(self, form: str, word_class: WordClass) -> str | None:
        """Give the dictionary form of a lower-case inflected form, `None` if it has no ending to lose.

        Of several known results the last one counts, as it does for the teacher (`hoped` → `hop`):
        both sides of an edit are treated alike, so agreement matters more than the better guess.
        """
        if irregular := self.irregular[word_class].get(form):
            return irregular
        results = self.detached(form, word_class)
        known = self.known[word_class]
        for lemma in reversed(results):
            if lemma in known:
                return lemma
        return results[0] if results else None


_PRONOUNS: Final = {"i": "I", "me": "I", "us": "we", "him": "he", "her": "she", "them": "they", "'s": "us"}
"""Objective forms of personal pronouns (tag PRP)."""
_AUXILIARIES: Final = {
    **dict.fromkeys(("be", "am", "is", "are", "was", "were", "been", "being", "'m", "'re", "'s"), "be"),
    **dict.fromkeys(("have", "has", "had", "'ve"), "have"),
    **dict.fromkeys(("do", "does", "did", "done"), "do"),
    "ca": "can",
    "wo": "will",
    "sha": "shall",
    "'ll": "will",
    "'d": "would",
}
"""Forms of auxiliaries, full and contracted."""
_FINITE_BE: Final = frozenset(("am", "is", "are", "was", "were", "'s", "'re", "'m"))
"""The *be* of *there are* is a full verb, and irregular beyond the reach of endings."""
_OTHERS: Final = {"n't": "not", "nt": "not", "“": '"', "”": '"', "‘": "'", "’": "'"}
_INFLECTED: Final[Mapping[str, WordClass]] = {
    "NNS": "noun", "VBD": "verb", "VBG": "verb", "VBN": "verb", "VBZ": "verb",
    "JJR": "adj", "JJS": "adj", "RB": "adv", "RBR": "adv", "RBS": "adv",
}  # fmt: skip
"""Tags of inflected forms; a form with another tag is its own dictionary form."""


def lemma_of(word: str, tag: str, pos: str, tables: LemmaTables) -> str:
    """Give the dictionary form of a word with its Penn tag and Universal POS."""
    lower = word.lower()
    if pos == "PROPN":
        return word
    if pos == "AUX" or (pos == "VERB" and lower in _FINITE_BE):
        return _AUXILIARIES.get(lower, lower)
    if tag == "PRP":
        return _PRONOUNS.get(lower, lower)
    if (word_class := _INFLECTED.get(tag)) is not None and pos != "PART":
        return tables.lemma(lower, word_class) or (lower if word_class == "adv" else word)
    return _OTHERS.get(lower, lower)


@cache
def read_tables() -> LemmaTables:
    """Read the tables that come with the package, once."""
    packed = Path(__file__).with_name("data").joinpath("lemmas.txt.gz").read_bytes()
    return parse_tables(gzip.decompress(packed))


def parse_tables(text: bytes) -> LemmaTables:
    """Read the text form: two lines per word class, `form lemma form lemma …` and the known dictionary forms."""
    irregular: dict[WordClass, dict[str, str]] = {}
    known: dict[WordClass, SortedWords] = {}
    lines = iter(text.split(b"\n"))
    for word_class in _ENDINGS:
        forms = next(lines).decode().split(" ")
        irregular[word_class] = dict(zip(forms[::2], forms[1::2], strict=True))
        known[word_class] = SortedWords(next(lines), b" ")
    return LemmaTables(irregular, known)
