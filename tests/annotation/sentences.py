"""Sentences for the tests of this room: hand-made analyses and Hypothesis strategies."""

from __future__ import annotations

from itertools import product

from hypothesis import strategies as st

from redink.language.pipeline import Analysis, Token


def token(text: str, pos: str = "", *, lemma: str | None = None, tag: str = "") -> Token:
    """Make a token of which only the given things are known."""
    return Token(text, text.lower(), tag, pos, text.lower() if lemma is None else lemma, "", 0)


def plain(sentence: str) -> Analysis:
    """Analyse a sentence as a pipeline does that knows nothing but words."""
    return tuple(token(word) for word in sentence.split())


def tagged(sentence: str) -> Analysis:
    """Read `word/POS` or `word/POS/lemma`; the tag is POS where the part of speech is written POS."""
    tokens = []
    for item in sentence.split():
        text, pos, *lemma = item.split("/")
        possessive = pos == "POS"
        tokens.append(
            token(
                text,
                "PART" if possessive else pos,
                lemma=lemma[0] if lemma else None,
                tag="POS" if possessive else "",
            )
        )
    return tuple(tokens)


WORDS = ["a", "A", "b", "B", "c", "ab", "a-b", "'s", ",", "."]
LARGE_LONELY = ["d", "abcdefgh", "abcdefgi"]
KINDS = ["NOUN", "VERB", "AUX", "PART", "DET", "PUNCT", "ADP"]


def tokens(kinds: list[str], words: list[str] | None = None) -> st.SearchStrategy[Token]:
    """Draw from few words, kinds and lemmas, so that ties, swaps and each rule come up often."""
    chances = product(words or [*WORDS, *LARGE_LONELY], kinds, [None, None, "x"], ["", "", "", "", "POS"])
    return st.sampled_from([token(text, kind, lemma=lemma, tag=tag) for text, kind, lemma, tag in chances])


def sentences(kinds: list[str], size: int = 12, words: list[str] | None = None) -> st.SearchStrategy[Analysis]:
    """Draw whole sentences of such tokens."""
    return st.lists(tokens(kinds, words), max_size=size).map(tuple)


@st.composite
def related_pairs(draw: st.DrawFn, kinds: list[str], size: int = 24) -> tuple[Analysis, Analysis]:
    """Draw a sentence and the same with a few stretches dropped, put in, replaced or shuffled."""
    source = draw(sentences(kinds, size))
    target = list(source)
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(target)))
        end = min(len(target), start + draw(st.integers(0, 4)))
        if draw(st.booleans()):
            target[start:end] = draw(st.permutations(target[start:end]))
        else:
            target[start:end] = draw(sentences(kinds, 3))
    return source, tuple(target)


anything = st.lists(st.text(max_size=4).map(token), max_size=12).map(tuple)
"""Sentences of any characters at all, empty tokens among them."""
