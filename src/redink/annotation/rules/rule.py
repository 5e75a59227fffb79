"""What a classification rule is, and what it may look at: two token spans in, facts about them out.

A rule is a record with a small function; rules are kept in groups that share a condition, and tried in
order. Nothing here knows spaCy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from rapidfuzz.distance import Levenshtein

from redink.annotation.spans import Span
from redink.frozen import frozen
from redink.language.pipeline import Analysis, Token

_TAGS_OF = {
    "ADJ": "AFX JJ JJR JJS",
    "ADV": "RB RBR RBS WRB",
    "CONJ": "CC",
    "DET": "DT PDT PRP$ WDT WP$",
    "INTJ": "UH",
    "NOUN": "NN NNP NNPS NNS",
    "NUM": "CD",
    "PART": "POS RP TO",
    "PREP": "IN",
    "PRON": "EX PRP WP",
    "PUNCT": "'' , -LRB- -RRB- . : HYPH `` \"\"",
    "SYM": "# $ SYM",
    "VERB": "BES HVS MD VB VBD VBG VBN VBP VBZ",
    "X": "ADD FW GW LS NFP NIL XX",
}
PART_OF_SPEECH = {tag: pos for pos, tags in _TAGS_OF.items() for tag in tags.split()}
"""Penn tag → part of speech as the error types call it. Not spaCy's own: `to` and `'s` are particles, modals
verbs, `my` and `which` determiners. A tag not listed counts as X (ERRANT stops with a KeyError), and so does
white space (ERRANT makes a type SPACE of it, which is none of the 55)."""

RARE = frozenset({"INTJ", "NUM", "SYM", "X"})
"""Parts of speech that no error type is named after."""

OPEN_CLASS = frozenset({"ADJ", "ADV", "NOUN", "VERB"})
"""Parts of speech whose words have more than one form."""

AUXILIARY = frozenset({"aux", "auxpass"})
"""Dependency labels of auxiliary verbs."""

POS_OF_DEPENDENCY = {
    "acomp": "ADJ",
    "amod": "ADJ",
    "advmod": "ADV",
    "det": "DET",
    "prep": "PREP",
    "prt": "PART",
    "punct": "PUNCT",
}
"""Dependency labels that tell the part of speech where tags do not agree."""


class Context:
    """One edit as the rules see it."""

    __slots__ = ("_similarity", "new", "new_pos", "now", "now_pos", "old", "old_pos", "source", "start",
                 "target", "target_start", "was", "was_pos")  # fmt: skip

    def __init__(self, source: Analysis, target: Analysis, span: Span) -> None:
        """Take the tokens of the span out of both sentences; at least one side must have some."""
        self.start, end, self.target_start, target_end = span
        self.source, self.target = source, target
        self.old, self.new = source[self.start : end], target[self.target_start : target_end]
        pos_of_tag = PART_OF_SPEECH.get
        self.old_pos = tuple([pos_of_tag(token.tag, "X") for token in self.old])
        self.new_pos = tuple([pos_of_tag(token.tag, "X") for token in self.new])
        # The first token of each side; if a side is empty, the first token of the other side.
        self.was: Token = (self.old or self.new)[0]
        self.now: Token = (self.new or self.old)[0]
        self.was_pos = (self.old_pos or self.new_pos)[0]
        self.now_pos = (self.new_pos or self.old_pos)[0]
        self._similarity = -1.0

    @property
    def tokens(self) -> Analysis:
        """The tokens of both sides."""
        return self.old + self.new

    @property
    def all_pos(self) -> set[str]:
        """The parts of speech that occur on either side."""
        return {*self.old_pos, *self.new_pos}

    @property
    def all_deps(self) -> set[str]:
        """The dependency labels that occur on either side."""
        return {token.dep for token in self.tokens}

    @property
    def similarity(self) -> float:
        """1 − Levenshtein distance / length of the longer word, for the first tokens in lower case."""
        if self._similarity < 0:
            self._similarity = Levenshtein.normalized_similarity(self.was.lower, self.now.lower)
        return self._similarity

    @property
    def same_last_lemma(self) -> bool:
        """Whether both sides end in forms of one word."""
        return self.old[-1].lemma == self.new[-1].lemma

    @property
    def same_lemma(self) -> bool:
        """Whether the first tokens are forms of one word."""
        return self.was.lemma == self.now.lemma

    @property
    def both_auxiliaries(self) -> bool:
        """Whether both first tokens are auxiliary verbs."""
        return self.was.dep.startswith("aux") and self.now.dep.startswith("aux")

    def swaps_pos(self, first: str, second: str) -> bool:
        """Tell whether the first tokens are of these two parts of speech, in either order."""
        was, now = self.was_pos, self.now_pos
        return (was == first and now == second) or (was == second and now == first)

    def swaps(self, first: str, second: str) -> bool:
        """Tell whether one of these two words becomes the other, in either direction."""
        was, now = self.was.lower, self.now.lower
        return (was == first and now == second) or (was == second and now == first)


Fact = Literal["words", "tags", "parts of speech", "dependency labels", "lemmas", "stems", "similarity",
               "lengths", "in word list", "auxiliaries"]  # fmt: skip
"""What a rule can look at; the label of a line in an explanation."""


@frozen
class Rule:
    """One reason to give an edit a type."""

    name: str
    """Its name in explanations."""
    gives: tuple[str, ...]
    """The types it can give, without operation."""
    because: str
    """When it applies, in one sentence."""
    example: tuple[str, str]
    """A source and a correction with an edit it decides."""
    looks_at: tuple[Fact, ...]
    """What it looks at."""
    decide: Callable[[Context], str | None]
    """Gives the type, or `None` when the rule does not apply."""


@frozen
class Group:
    """Rules that share a condition."""

    name: str
    """Which edits they are for."""
    when: Callable[[Context], bool]
    rules: tuple[Rule, ...]
    """Tried in this order."""


def always(_: Context) -> bool:
    """Give true: the condition of rules that always apply."""
    return True
