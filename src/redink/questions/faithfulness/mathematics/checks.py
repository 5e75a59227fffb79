"""Trees of a source and of its correction in; named signs that the meaning is at risk out, with the words that show it.

A finding is a reason to look, not a verdict: a learner's text may rightly lose a negation or gain a name. Words are
paired by the `gap` rule of the word alignment, which leaves words alone that have little in common.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias, get_args

from redink.annotation.word_alignment import align_words, words_of
from redink.questions.faithfulness.mathematics.ud_units import PUNCTUATION, clause_heads, covered, relation, unit_label
from redink.reading.conllu import Tree

CheckName: TypeAlias = Literal[
    "dropped argument", "swapped roles", "negation added", "negation lost", "number changed", "name changed"
]
CHECKS: tuple[CheckName, ...] = get_args(CheckName)

_NEGATIONS = "not n't nt no never none nobody nothing nowhere neither nor without cannot hardly scarcely"
NEGATIONS = frozenset(_NEGATIONS.split())
"""Words that turn a statement round."""
_NUMBER_WORDS = (
    "zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion"
)
# `one` is left out: it is a pronoun more often than a number.
_VALUES = [0, *range(2, 21), 30, 40, 50, 60, 70, 80, 90, 100, 1000, 10**6, 10**9]
NUMBERS: Mapping[str, str] = dict(zip(_NUMBER_WORDS.split(), map(str, _VALUES), strict=True))
"""Number words and the digits that say the same."""

_SUBJECTS, _OBJECTS = frozenset({"nsubj", "agent"}), frozenset({"dobj", "obj", "nsubjpass"})
"""Roles of a predicate: the subject of a passive is what would be the object."""
_NAME_LIKENESS = 0.7
"""From this likeness (0 to 1) on, a name is taken for a respelt one."""


class Finding(NamedTuple):
    """One sign."""

    check: CheckName
    """Which check found it."""
    source: tuple[str, ...]
    """Words of the source that show it."""
    correction: tuple[str, ...]
    """Words of the correction that show it."""

    def __str__(self) -> str:
        """Write it as a reader sees it: `name changed: Paris → London`."""
        return f"{self.check}: {' '.join(self.source) or '∅'} → {' '.join(self.correction) or '∅'}"


class _Pair(NamedTuple):
    """A source, its correction, and which token became which."""

    source: Tree
    correction: Tree
    partner: Mapping[int, int]
    """Tokens of the source and their partners."""


def check_meaning(source: Tree, correction: Tree) -> tuple[Finding, ...]:
    """Run all checks; a sentence that was left alone has no findings."""
    if source.tokens == correction.tokens:
        return ()
    pair = _Pair(source, correction, _partners(source, correction))
    checks: Sequence[Callable[[_Pair], Iterator[Finding]]] = (_arguments, _roles, _negations, _numbers, _names)
    return tuple(finding for check in checks for finding in check(pair))


def _partners(source: Tree, correction: Tree) -> dict[int, int]:
    own, other = words_of(source.tokens), words_of(correction.tokens)
    pairs = align_words(own.texts, other.texts, rule="gap").pairs
    return {own.positions[i]: other.positions[j] for i, j in pairs}


def _arguments(pair: _Pair) -> Iterator[Finding]:
    """Find participants of a clause of which no word is left; of nested ones the outermost."""
    tree, below, clauses = pair.source, covered(pair.source), clause_heads(pair.source)
    kept = set(words_of(pair.correction.tokens).texts)
    said: frozenset[int] = frozenset()
    for word in sorted(range(len(tree.tokens)), key=lambda one: -len(below[one])):
        if relation(tree.labels[word]) in PUNCTUATION or below[word] <= said:
            continue
        if unit_label(tree, word, clauses) != "A" or tree.heads[word] == word:
            continue
        texts = words_of(tuple(tree.tokens[one] for one in below[word])).texts
        # Words that moved are alone in the alignment, but still there.
        if texts and not (below[word] & pair.partner.keys()) and not kept.intersection(texts):
            said |= below[word]
            yield Finding("dropped argument", _texts(tree, below[word]), ())


class _Role(NamedTuple):
    """What a word is to a predicate."""

    name: str
    """`subject` or `object` of the act: the subject of a passive is its object."""
    leads: bool
    """Whether it is the grammatical subject."""


def _roles(pair: _Pair) -> Iterator[Finding]:
    """Find words that were the subject of a predicate and became its object, or the other way round.

    A grammatical subject that stays one is let pass: `it was happened` → `it happened` mends the voice.
    """
    after = _role_holders(pair.correction)
    for (predicate, word), role in _role_holders(pair.source).items():
        place = pair.partner.get(word, -1)
        new = after.get((pair.partner.get(predicate, -1), place))
        if new and new.name != role.name and not (new.leads and role.leads):
            before, now = (pair.source.tokens[word], f"({role.name})"), (pair.correction.tokens[place], f"({new.name})")
            yield Finding("swapped roles", before, now)


def _role_holders(tree: Tree) -> dict[tuple[int, int], _Role]:
    """Give the role of each (predicate, head of its subject or object)."""
    found = {}
    for word, label in enumerate(tree.labels):
        kind = "nsubjpass" if label.lower() == "nsubj:pass" else relation(label)
        holder = word
        if kind == "agent":  # ClearNLP: `by` heads the phrase
            inside = (one for one, own in enumerate(tree.labels) if own == "pobj" and tree.heads[one] == word)
            holder = next(inside, word)
        if kind in _SUBJECTS | _OBJECTS:
            role = _Role("subject" if kind in _SUBJECTS else "object", kind.startswith("nsubj"))
            found[tree.heads[word], holder] = role
    return found


def _negations(pair: _Pair) -> Iterator[Finding]:
    own, other = _negators(pair.source), _negators(pair.correction)
    if len(own) == len(other):
        return
    name: CheckName = "negation lost" if len(own) > len(other) else "negation added"
    matched = {word for word in own if pair.partner.get(word) in other}
    left = [word for word in own if word not in matched]
    new = [word for word in other if word not in {pair.partner[one] for one in matched}]
    yield Finding(name, _texts(pair.source, left), _texts(pair.correction, new))


def _negators(tree: Tree) -> list[int]:
    return [place for place, token in enumerate(tree.tokens) if token.lower().replace("’", "'") in NEGATIONS]


def _numbers(pair: _Pair) -> Iterator[Finding]:
    own, other = _values(pair.source), _values(pair.correction)
    lost, new = _surplus(own, other), _surplus(other, own)
    if lost or new:
        yield Finding("number changed", _texts(pair.source, lost), _texts(pair.correction, new))


def _values(tree: Tree) -> dict[int, str]:
    """Give tokens that are numbers, as digits: `2,000`, `two` and `1970's` are 2000, 2 and 1970."""
    found = {}
    for place, token in enumerate(tree.tokens):
        digits = re.sub(r"[^\d.]|\.$", "", token) if any(map(str.isdigit, token)) else NUMBERS.get(token.lower())
        if digits:
            found[place] = digits
    return found


def _surplus(own: Mapping[int, str], other: Mapping[int, str]) -> list[int]:
    """Give the tokens whose values the other side does not have as often."""
    left = list(other.values())
    surplus = []
    for place, value in own.items():
        if value in left:
            left.remove(value)
        else:
            surplus.append(place)
    return surplus


def _names(pair: _Pair) -> Iterator[Finding]:
    """Find names that are gone, and show beside them those that are new; respelt names are let pass."""
    lost = _unlike(pair.source, pair.correction)
    if lost:
        new = _unlike(pair.correction, pair.source)
        yield Finding("name changed", _texts(pair.source, lost), _texts(pair.correction, new))


def _unlike(tree: Tree, other: Tree) -> list[int]:
    """Give the names to which no word of the other side is alike."""
    from rapidfuzz.distance import Levenshtein

    others = set(words_of(other.tokens).texts)
    found = []
    for place in _name_places(tree):
        text = words_of(tree.tokens[place : place + 1]).texts[0]
        if not any(Levenshtein.normalized_similarity(text, word) >= _NAME_LIKENESS for word in others):
            found.append(place)
    return found


def _name_places(tree: Tree) -> list[int]:
    """Find capitalised words inside the sentence that the parser calls names (all of them where it gives no POS)."""
    return [
        place
        for place, token in enumerate(tree.tokens)
        if place and len(token) > 1 and token[:1].isupper() and token.isalpha()
        if not tree.pos or tree.pos[place] == "PROPN"
    ]


def _texts(tree: Tree, places: Sequence[int] | frozenset[int]) -> tuple[str, ...]:
    return tuple(tree.tokens[place] for place in sorted(places))
