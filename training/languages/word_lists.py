"""The code of a language in, the words that its word list knows out: frequent words of wordfreq and of the treebank."""

from __future__ import annotations

from collections.abc import Iterable

from redink.language.universal.vocabulary import CAPITALS
from training.languages.treebank import Sentence

MOST = 200_000
"""Words that are taken from wordfreq's list, the most frequent first; rare ones are often misspelt."""
OTHER_CODES = {"nn": "nb"}
"""Languages that wordfreq has under another code."""


def word_list(language: str, sentences: Iterable[Sentence]) -> set[str]:
    """Give the words in lower case; only those that consist of letters."""
    from wordfreq import top_n_list

    words = top_n_list(OTHER_CODES.get(language, language), MOST)
    seen = (word.form for sentence in sentences for word in (*sentence.words, *sentence.surface))
    capitals = CAPITALS.get(language, {})
    return {word.translate(capitals).casefold() for word in (*words, *seen) if word.isalpha()}
