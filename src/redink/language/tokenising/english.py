"""Running English text in; the tokens of spaCy's English tokeniser, with the offset of their first character, out.

Text is cut at white space first. Marks are then taken off both ends of a piece, one after the other, until an exception
(`Mr.`, `don't`, `:-)`) or nothing more is found; what is left is cut at hyphens, slashes and the like inside it.
Emoji of several characters stay whole, which is the one wanted difference from spaCy.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from unicodedata import category

from redink.language.tokenising.english_exceptions import exceptions

_QUOTES = "'\"”“`‘´’‚,„»«「」『』（）〔〕【】《》〈〉〈〉⟦⟧"
_MARKS = "…,:;!?¿؟¡()[]{}<>_#*&。？！，、；：～·।،۔؛٪"
_BOTH_ENDS = f"[{re.escape(_MARKS + _QUOTES)}—–]"
_CURRENCY = "(?:US|C|A)?\\$|[£€¥฿﷼₠-₿]"
_UNITS = (
    "km[²³]?|[cdm]?m[²³]?|ha|[µn]m|yd|in|ft|kg|[mµ]?g|t|lb|oz|m/s|km/h|kmh|mph|hPa|Pa|mbar|mb|MB|kb|KB|gb|GB|tb|TB|"
    "[TGMK%]"
)
_LETTER = "[^\\W\\d_]"

_PREFIX = re.compile(rf"[§%=]|\+(?![0-9])|{_BOTH_ENDS}|\.\.+|{_CURRENCY}")
_SUFFIX = re.compile(
    rf"(?:\.\.+|['’][sS]|{_BOTH_ENDS}|(?<=[0-9])(?:\+|{_CURRENCY}|{_UNITS}))\Z",
)
_INFIX = re.compile(
    rf"\.\.+|…|(?<=[0-9])[+\-*^](?=[0-9-])|\.|(?<={_LETTER}),(?={_LETTER})"
    rf"|(?<=[^\W_])(?:---?|——|[-–—~]|[:<>=/])(?={_LETTER})"
)  # fmt: skip
_BEFORE_STOP = frozenset(_QUOTES + _MARKS + "%²-+|\\")
_ADDRESS = re.compile(
    r"(?:[\w+\-.]{2,}://)? (?:\S+@)?"
    r"(?: \d{1,3}(?:\.\d{1,3}){3}"
    r"| (?: [A-Za-z0-9\u00a1-\uffff] (?:[\w\u00a1-\uffff-]*[A-Za-z0-9\u00a1-\uffff])? \. )+"
    r"  (?P<country>[^\W\d_]{2,63}) )"
    r"(?::\d{2,5})? (?:[/?#]\S*)?",
    re.VERBOSE,
)
_EMOJI = re.compile(
    r"(?: [\U0001F1E6-\U0001F1FF]{2} | [0-9\#*]\uFE0F?\u20E3 | [\u2190-\u21FF]\uFE0F"
    r"| [\u2300-\u27BF\u2B00-\u2BFF\U0001F000-\U0001FAFF]"
    r"(?: [\uFE0E\uFE0F\U0001F3FB-\U0001F3FF\U000E0020-\U000E007F]"
    r"| \u200D [\u2190-\u27BF\u2B00-\u2BFF\U0001F000-\U0001FAFF] )* )",
    re.VERBOSE,
)
_PIECE = re.compile(r"\S+")
LONGEST_PIECE = 1000
"""Characters without a blank that are split; a longer piece, such as a drawing of signs, stays whole."""
_MOST_PARTS = 12
"""No exception has more characters than this."""


def tokenise(text: str) -> list[tuple[str, int]]:
    """Split the running text of one sentence into tokens with the offset of their first character."""
    tokens: list[tuple[str, int]] = []
    for piece in _PIECE.finditer(text):
        position = piece.start()
        for token in _tokens_of(piece.group()):
            tokens.append((token, position))
            position += len(token)
    return tokens


@lru_cache(maxsize=1 << 16)
def _tokens_of(piece: str) -> tuple[str, ...]:
    """Split a piece of text without white space."""
    known = exceptions()
    if piece in known:
        return known[piece]
    if (piece.isalnum() and not piece[0].isdigit()) or len(piece) > LONGEST_PIECE:
        return (piece,)
    before, middle, after = _without_ends(piece)
    return _with_exceptions([*before, *_inside(middle), *reversed(after)])


def _without_ends(piece: str) -> tuple[list[str], str, list[str]]:
    """Take marks off both ends until an exception or no mark is left; the last part is in the order of taking."""
    before: list[str] = []
    after: list[str] = []
    known = exceptions()
    while piece and piece not in known:
        first = _first_mark(piece)
        if first and piece[first:] in known:
            before.append(piece[:first])
            return before, piece[first:], after
        last = _last_mark(piece[first:])
        if last and piece[:-last] in known:
            after.append(piece[-last:])
            return before, piece[:-last], after
        if not first and not last:
            break
        if first:
            before.append(piece[:first])
        if last:
            after.append(piece[-last:])
        piece = piece[first : len(piece) - last]
    return before, piece, after


def _first_mark(piece: str) -> int:
    """Give the length of the mark that a piece begins with."""
    match = _PREFIX.match(piece)
    if (match is None and not piece[0].isascii()) or piece[0] in "#*":
        match = _EMOJI.match(piece) or match
    if match is not None:
        return match.end()
    return int(category(piece[0]) == "So")


def _last_mark(piece: str) -> int:
    """Give the length of the mark that a piece ends with."""
    if not piece:
        return 0
    if match := _SUFFIX.search(piece):
        return len(match.group())
    if piece[-1] == "." and len(piece) > 1:
        return int(_ends_before_stop(piece[:-1]))
    if not piece[-1].isascii():
        for match in _EMOJI.finditer(piece):
            if match.end() == len(piece):
                return len(match.group())
        return int(category(piece[-1]) == "So")
    return 0


def _ends_before_stop(word: str) -> bool:
    """Tell whether a full stop after this word is a token: it is not after a single capital, as in `J.`."""
    last = word[-1]
    if last in "0123456789" or last in _BEFORE_STOP or (last.isalpha() and not last.isupper()):
        return True
    return len(word) > 1 and _is_capital(last) and _is_capital(word[-2])


def _is_capital(letter: str) -> bool:
    return letter.isalpha() and not letter.islower()


def _inside(word: str) -> tuple[str, ...]:
    """Cut a word at the marks inside it, unless it is an exception or an address."""
    if not word:
        return ()
    known = exceptions()
    if word in known:
        return known[word]
    if is_address(word):
        return (word,)
    parts: list[str] = []
    start = 0
    for mark in _inner_marks(word):
        if mark[0] == 0:
            continue
        parts += [word[start : mark[0]]] if mark[0] > start else []
        parts.append(word[mark[0] : mark[1]])
        start = mark[1]
    return (*parts, word[start:]) if start < len(word) else tuple(parts)


def _inner_marks(word: str) -> list[tuple[int, int]]:
    marks = [
        match.span() for match in _INFIX.finditer(word) if match.group() != "." or _is_stop_inside(word, match.start())
    ]
    if not word.isascii():
        marks += [match.span() for match in _EMOJI.finditer(word)]
        covered = {place for start, end in marks for place in range(start, end)}
        marks += [
            (place, place + 1)
            for place, character in enumerate(word)
            if category(character) == "So" and place not in covered
        ]
        marks.sort()
    return marks


def _is_stop_inside(word: str, place: int) -> bool:
    """Tell whether a full stop ends a sentence inside a word, as in `home.Then`."""
    if not 0 < place < len(word) - 1:
        return False
    before, after = word[place - 1], word[place + 1]
    return (before in _QUOTES or (before.isalpha() and not before.isupper())) and (
        after in _QUOTES or _is_capital(after)
    )


def is_address(word: str) -> bool:
    """Tell whether a word is an internet or e-mail address."""
    match = _ADDRESS.fullmatch(word) if "." in word else None
    return match is not None and not any(map(str.isupper, match["country"] or ""))


def _with_exceptions(tokens: list[str]) -> tuple[str, ...]:
    """Join neighbouring tokens that are an exception together, as `:` and `)`; longer exceptions go first."""
    if len(tokens) < 2:
        return tuple(tokens)
    known, joinable = exceptions(), _exceptions_with_marks()
    spans = [
        (end - start, start, end)
        for start in range(len(tokens))
        for end in range(start + 2, min(start + _MOST_PARTS, len(tokens)) + 1)
        if "".join(tokens[start:end]) in joinable
    ]
    taken: dict[int, int] = {}
    for _, start, end in sorted(spans, key=lambda span: (-span[0], span[1])):
        if not any(start < other_end and other < end for other, other_end in taken.items()):
            taken[start] = end
    joined: list[str] = []
    place = 0
    while place < len(tokens):
        end = taken.get(place, place + 1)
        joined += known["".join(tokens[place:end])] if place in taken else tokens[place:end]
        place = end
    return tuple(joined)


@cache
def _exceptions_with_marks() -> frozenset[str]:
    """Give the exceptions that can have been cut at their marks."""
    return frozenset(word for word in exceptions() if not word.isalnum())
