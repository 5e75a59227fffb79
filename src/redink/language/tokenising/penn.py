"""Running English text in, Penn-like tokens with the offset of their first character out.

The conventions are those of the Penn Treebank as the older GEC corpora use them (CoNLL-2013 and 2014, JFLEG): `do n't`,
`learner 's`, punctuation apart; abbreviations, numbers, addresses, hyphenated words and emoji stay whole. A comma, a
full stop or an apostrophe stays with the word that follows without a blank (`home,then`, `'click`), and so do hyphens
and slashes on both sides. The full stop at the end of the text is always a token (`etc .`).
"""

from __future__ import annotations

import re
from typing import Final

_TITLES: Final = (
    "mr mrs ms mx dr prof rev hon gen col maj capt lt sgt gov sen rep pres st mt ft jr sr "
    "ph.d m.d b.a m.a b.sc m.sc d.c vs etc al cf fig figs eq no nos vol ed eds pp op "
    "inc ltd co corp dept est approx jan feb mar apr jun jul aug sep sept oct nov dec "
    "mon tue tues wed thu thur thurs fri sat sun"
)
ABBREVIATIONS: Final = frozenset(_TITLES.split())
"""Words (without their last full stop) after which a full stop may belong to the word."""

WORDS_AS_WELL: Final = frozenset(
    ["no", "co", "sun", "sat", "mar", "jun", "mon", "ed", "est", "al", "fig", "wed", "op", "eds"]
)
"""Abbreviations that are words or names as well: they own the full stop only before a digit, lower case, `,` or `(`."""

_APOSTROPHE: Final = "['’ʼ]"

_TOKEN: Final = re.compile(
    rf"""
      (?: https?:// | ftp:// | www\.(?=\w) ) [^\s<>"“”]* [^\s<>"“”.,;:!?)\]}}'’]   # addresses
    | [\w.+-]+ @ \w[\w-]* (?: \.\w[\w-]* )+                                         # e-mail
    | [@\#]\w+                                                                      # mentions, hashtags
    | <[/]?[^\W\d_]+[^<>\s]*>                                                             # mark-up
    | [:;=8xX][-~o']?[()\[\]DPp/\\|*3](?!\w)                                        # emoticons
    | [\U0001F1E6-\U0001F1FF]{{2}}                                                  # flags
    | [0-9\#*]\uFE0F?\u20E3                                                         # keycaps
    | [\u2190-\u21FF\u2300-\u27BF\u2B00-\u2BFF\U0001F000-\U0001FAFF]
      (?: [\uFE0E\uFE0F\U0001F3FB-\U0001F3FF\U000E0020-\U000E007F]
        | \u200D [\u2190-\u27BF\u2B00-\u2BFF\U0001F000-\U0001FAFF] )*               # emoji sequences
    | [^\W\d_] (?: \.[^\W\d_] )+ (?: \. (?! \s*\Z ) )? (?! \.?\w )                # U.S. e.g. a.m.
    | \d+ (?: [.,:/-] \d+ )* (?: st | nd | rd | th | s | am | pm )? (?! [-/,.:]?\w )  # numbers, dates, times
    | {_APOSTROPHE}(?: s | m | d | ll | re | ve | em | cause | tis | twas )(?!\w)   # a lone clitic
    | {_APOSTROPHE}\d\ds?(?!\w)                                                     # '90s
    | '\w+'(?= \. \s* \Z )                                                         # a quoted word at the end
    | (?: ['.,/-](?=\w) )? \w+ (?: (?: ['’ʼ`´] | [-‐‑.,&/](?=\w) | @ | \u00AD | \u200D ) \w+ )*
      (?: [-/](?! [-/\w] ) )?                                                      # words
    | \.{{2,}} | …+ | -{{2,}} | [—–]+ | `` | ''                                       # runs of a mark
    | \S                                                                            # anything else
    """,
    re.VERBOSE | re.UNICODE | re.IGNORECASE,
)

_CLITIC: Final = re.compile(
    rf"(?P<host>.*\w) (?P<clitic> n{_APOSTROPHE}t | {_APOSTROPHE}(?: s | m | d | ll | re | ve ) )",
    re.VERBOSE | re.IGNORECASE,
)
_JOINED: Final = {
    "cannot": 3, "gonna": 3, "gotta": 3, "wanna": 3, "gimme": 3, "lemme": 3, "dunno": 2, "whaddya": 3,
}  # fmt: skip
"""Words that the treebank writes as two, and where the second begins."""


def tokenise(text: str) -> list[tuple[str, int]]:
    """Split the running text of one sentence into tokens with the offset of their first character."""
    tokens: list[tuple[str, int]] = []
    position = 0
    while match := _TOKEN.search(text, position):
        word, start = match.group(), match.start()
        position = match.end()
        if _owns_full_stop(text, word, position):
            word, position = word + ".", position + 1
        tokens += _split_word(word, start)
    return tokens


def _owns_full_stop(text: str, word: str, end: int) -> bool:
    """Tell whether the full stop after `word` is part of an abbreviation."""
    if not text.startswith(".", end) or text.startswith("..", end):
        return False
    following = text[end + 1 :].lstrip()
    if not following:
        return False
    lower = word.lower()
    if len(word) == 1 and word.isupper():
        return word != "I" and bool(following.strip("\"'”’)]"))
    if lower in WORDS_AS_WELL:
        return following[0].isdigit() or following[0].islower() or following[0] in ",("
    return lower in ABBREVIATIONS


def _split_word(word: str, start: int) -> list[tuple[str, int]]:
    """Split `don't` into `do` and `n't`, `he'd've` into three, `cannot` into `can` and `not`."""
    ends: list[tuple[str, int]] = []
    while cut := _cut(word):
        ends.append((word[cut:], start + cut))
        word = word[:cut]
    return [(word, start), *reversed(ends)]


def _cut(word: str) -> int:
    """Give the place where the last part of a word begins; 0 if the word is whole."""
    match = None if word.lower() in _JOINED else _CLITIC.fullmatch(word)
    return _JOINED.get(word.lower(), 0) if match is None else match.start("clitic")
