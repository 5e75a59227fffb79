"""Trees of a source and of its correction in; signs that the meaning may have changed, with the words concerned, out.

A finding is a reason to look, not a verdict: a correction may rightly remove a negation or add a name. Words are
paired by the `gap` rule of the word alignment, which does not pair words that have little in common.
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
"""Words that negate a statement."""
_NUMBER_WORDS = (
    "zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion"
)
# `one` is left out: it is a pronoun more often than a number.
_VALUES = [0, *range(2, 21), 30, 40, 50, 60, 70, 80, 90, 100, 1000, 10**6, 10**9]
NUMBERS: Mapping[str, str] = dict(zip(_NUMBER_WORDS.split(), map(str, _VALUES), strict=True))
"""Number words and the digits of the same value."""

_SUBJECTS, _OBJECTS = frozenset({"nsubj", "agent"}), frozenset({"dobj", "obj", "nsubjpass"})
"""Relations of the subject and of the object of an act; the grammatical subject of a passive is the object."""
_NAME_LIKENESS = 0.7
"""Two names at least this similar (0 to 1) are taken as spellings of the same name."""


class Finding(NamedTuple):
    """One sign that the meaning may have changed."""

    check: CheckName
    """The check that found it."""
    source: tuple[str, ...]
    """The words of the source concerned."""
    correction: tuple[str, ...]
    """The words of the correction concerned."""

    def __str__(self) -> str:
        """Give the finding as a reader sees it: `name changed: Paris → London`."""
        return f"{self.check}: {' '.join(self.source) or '∅'} → {' '.join(self.correction) or '∅'}"


class _Pair(NamedTuple):
    """A source, its correction, and the alignment of their tokens."""

    source: Tree
    correction: Tree
    partner: Mapping[int, int]
    """The token of the correction that each aligned token of the source became."""


def check_meaning(source: Tree, correction: Tree) -> tuple[Finding, ...]:
    """Give the findings of all checks; a sentence that was left alone has none."""
    if source.tokens == correction.tokens:
        return ()
    pair = _Pair(source, correction, _partners(source, correction))
    checks: Sequence[Callable[[_Pair], Iterator[Finding]]] = (_arguments, _roles, _negations, _numbers, _names)
    return tuple(finding for check in checks for finding in check(pair))


def _partners(source: Tree, correction: Tree) -> dict[int, int]:
    source_words, correction_words = words_of(source.tokens), words_of(correction.tokens)
    pairs = align_words(source_words.texts, correction_words.texts, rule="gap").pairs
    return {source_words.positions[i]: correction_words.positions[j] for i, j in pairs}


def _arguments(pair: _Pair) -> Iterator[Finding]:
    """Find participants of a clause of which no word is left; of nested participants, only the outermost."""
    tree, below, clauses = pair.source, covered(pair.source), clause_heads(pair.source)
    correction_texts = set(words_of(pair.correction.tokens).texts)
    reported: frozenset[int] = frozenset()
    for word in sorted(range(len(tree.tokens)), key=lambda place: -len(below[place])):
        if relation(tree.labels[word]) in PUNCTUATION or below[word] <= reported:
            continue
        if unit_label(tree, word, clauses) != "A" or tree.heads[word] == word:
            continue
        texts = words_of(tuple(tree.tokens[place] for place in below[word])).texts
        # A word that moved has no partner in the alignment, but it is still in the correction.
        if texts and not (below[word] & pair.partner.keys()) and not correction_texts.intersection(texts):
            reported |= below[word]
            yield Finding("dropped argument", _texts(tree, below[word]), ())


class _Role(NamedTuple):
    """The role that a word has for a predicate."""

    name: str
    """`subject` or `object` of the act; the grammatical subject of a passive is the object."""
    leads: bool
    """Whether the word is the grammatical subject."""


def _roles(pair: _Pair) -> Iterator[Finding]:
    """Find words that were the subject of a predicate and became its object, or the other way round.

    A word that stays the grammatical subject is ignored: `it was happened` → `it happened` corrects the voice.
    """
    after = _role_holders(pair.correction)
    for (predicate, word), role in _role_holders(pair.source).items():
        place = pair.partner.get(word, -1)
        new = after.get((pair.partner.get(predicate, -1), place))
        if new and new.name != role.name and not (new.leads and role.leads):
            before, now = (pair.source.tokens[word], f"({role.name})"), (pair.correction.tokens[place], f"({new.name})")
            yield Finding("swapped roles", before, now)


def _role_holders(tree: Tree) -> dict[tuple[int, int], _Role]:
    """Give the role for each (predicate, head of its subject or object)."""
    roles = {}
    for word, label in enumerate(tree.labels):
        kind = "nsubjpass" if label.lower() == "nsubj:pass" else relation(label)
        holder = word
        if kind == "agent":  # ClearNLP: `by` heads the phrase
            inside = (place for place, name in enumerate(tree.labels) if name == "pobj" and tree.heads[place] == word)
            holder = next(inside, word)
        if kind in _SUBJECTS | _OBJECTS:
            role = _Role("subject" if kind in _SUBJECTS else "object", kind.startswith("nsubj"))
            roles[tree.heads[word], holder] = role
    return roles


def _negations(pair: _Pair) -> Iterator[Finding]:
    source_negators, correction_negators = _negators(pair.source), _negators(pair.correction)
    if len(source_negators) == len(correction_negators):
        return
    name: CheckName = "negation lost" if len(source_negators) > len(correction_negators) else "negation added"
    matched = {word for word in source_negators if pair.partner.get(word) in correction_negators}
    left = [word for word in source_negators if word not in matched]
    new = [word for word in correction_negators if word not in {pair.partner[negator] for negator in matched}]
    yield Finding(name, _texts(pair.source, left), _texts(pair.correction, new))


def _negators(tree: Tree) -> list[int]:
    return [place for place, token in enumerate(tree.tokens) if token.lower().replace("’", "'") in NEGATIONS]


def _numbers(pair: _Pair) -> Iterator[Finding]:
    source_values, correction_values = _values(pair.source), _values(pair.correction)
    lost, new = _surplus(source_values, correction_values), _surplus(correction_values, source_values)
    if lost or new:
        yield Finding("number changed", _texts(pair.source, lost), _texts(pair.correction, new))


def _values(tree: Tree) -> dict[int, str]:
    """Give the tokens that are numbers, by place, as digits: `2,000`, `two` and `1970's` are 2000, 2 and 1970."""
    values = {}
    for place, token in enumerate(tree.tokens):
        digits = re.sub(r"[^\d.]|\.$", "", token) if any(map(str.isdigit, token)) else NUMBERS.get(token.lower())
        if digits:
            values[place] = digits
    return values


def _surplus(values: Mapping[int, str], opposite_values: Mapping[int, str]) -> list[int]:
    """Give the places of values that occur less often on the opposite side."""
    left = list(opposite_values.values())
    surplus = []
    for place, value in values.items():
        if value in left:
            left.remove(value)
        else:
            surplus.append(place)
    return surplus


def _names(pair: _Pair) -> Iterator[Finding]:
    """Find names that were lost, and give the new names beside them; names spelt differently are ignored."""
    lost = _unlike(pair.source, pair.correction)
    if lost:
        new = _unlike(pair.correction, pair.source)
        yield Finding("name changed", _texts(pair.source, lost), _texts(pair.correction, new))


def _unlike(tree: Tree, opposite: Tree) -> list[int]:
    """Give the places of names that no word of the opposite side resembles."""
    from rapidfuzz.distance import Levenshtein

    opposite_texts = set(words_of(opposite.tokens).texts)
    places = []
    for place in _name_places(tree):
        text = words_of(tree.tokens[place : place + 1]).texts[0]
        if not any(Levenshtein.normalized_similarity(text, word) >= _NAME_LIKENESS for word in opposite_texts):
            places.append(place)
    return places


def _name_places(tree: Tree) -> list[int]:
    """Give the places of capitalised words after the first that the parser calls names (all of them without POS)."""
    return [
        place
        for place, token in enumerate(tree.tokens)
        if place and len(token) > 1 and token[:1].isupper() and token.isalpha()
        if not tree.pos or tree.pos[place] == "PROPN"
    ]


def _texts(tree: Tree, places: Sequence[int] | frozenset[int]) -> tuple[str, ...]:
    return tuple(tree.tokens[place] for place in sorted(places))
