"""Bytes that are not UTF-8 in; the encodings that they are likely to have, with their text, out. Nothing is converted.

An encoding is likely if the bytes can be read in it, and if words beyond ASCII then look like words of its languages.
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

_CYRILLIC = "абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґ"
_HAN = (
    "的一是不了在有人我他这個个们們中来來上大为為和国國地到以说說时時要就出会會可也你对對生能而子那得于於着下自之年过過发發后後作里裡"
    "用道行所然家种種事成方多经經么麼去法学學如都同现現当當没沒动動面起看定天分还還进進好小"
)
_KANA = "のにはをたがでてとしれさいるあらなもかっこまりすくきけみよわえうおつちどだばせそめねろん"
_CENTRAL = "áéíóúýčďěňřšťůžąćęłńśźżőűöüăâîşţľĺŕôäßđ"
_LATIN = {
    "windows-1252": "éèàùâêîôûçëïüöäßñáíóúòìãõåøæœýþð",
    "windows-1250": _CENTRAL,
    "iso-8859-2": _CENTRAL,
    "windows-1254": "ışğçöüâîû",
    "windows-1257": "āčēģīķļņšūžąęėįųõäöü",
}
"""Letters beside those of ASCII, by encodings of languages with the Latin script; all names are known to iconv."""
_OTHER = {
    "windows-1251": _CYRILLIC,
    "koi8-r": _CYRILLIC,
    "windows-1253": "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ",
    "windows-1255": "אבגדהוזחטיכךלמםנןסעפףצץקרשת",
    "windows-1256": "ابتثجحخدذرزسشصضطظعغفقكلمنهويءآأؤإئةىپچژگ",
}
"""All letters, by encodings of other alphabets."""
_SIGNS = {
    "shift_jis": _KANA,
    "euc-jp": _KANA,
    "euc-kr": "이다는의가을에고하지로사한기도어자리인나를은시대그서만정수아",
    "gb18030": _HAN,
    "big5": _HAN,
}
"""Frequent signs of scripts with thousands of them."""
_FREQUENT = 0.15
"""The share of frequent signs that a text surely has."""
_CLEAR, _NEAR = 0.5, 0.9
"""How well an encoding must fit, from 0 to 1, and how near to the best another must come to be named too."""
_MARKS = {
    codecs.BOM_UTF32_LE: "utf-32", codecs.BOM_UTF32_BE: "utf-32", codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}  # fmt: skip
"""First bytes that say how a text is encoded; those of UTF-32 begin with those of UTF-16."""


class Likely(NamedTuple):
    """An encoding that some bytes may have."""

    name: str
    """As iconv knows it."""
    text: str
    """The bytes read in it."""


def marked_encoding(start: bytes) -> str | None:
    """Give the encoding that the first bytes of a file name (a byte-order mark), other than UTF-8."""
    return next((name for mark, name in _MARKS.items() if start.startswith(mark)), None)


def unmarked_wide(data: bytes) -> str | None:
    """Give the encoding of text of which every other byte is 0: UTF-16 that lacks its mark."""
    even, odd = data[::2].count(0), data[1::2].count(0)
    if len(data) < 4 or max(even, odd) < len(data) / 3 or min(even, odd) > len(data) / 20:
        return None
    return "utf-16le" if odd > even else "utf-16be"


def likely_encodings(data: bytes) -> list[Likely]:
    """Give the encodings that fit bytes which are not UTF-8, the most likely first; none if nothing fits well."""
    fits: list[tuple[float, Likely]] = []
    for name in (*_LATIN, *_OTHER, *_SIGNS):
        text = _decoded(data, name)
        if text is not None:
            fits.append((_fit(name, text), Likely(name, text)))
    fits.sort(key=lambda pair: -pair[0])
    best = fits[0][0] if fits else 0.0
    readings: dict[str, Likely] = {}
    for fit, likely in fits:
        if fit >= max(_CLEAR, _NEAR * best):
            readings.setdefault(likely.text, likely)
    return list(readings.values())[:3]


def _fit(name: str, text: str) -> float:
    """Give the share of words, or of signs, that look right among those beyond ASCII."""
    if name in _SIGNS:
        signs = re.findall(r"[^\W\d_\x00-\x7f]", text)
        return min(1.0, sum(sign in _SIGNS[name] for sign in signs) / (_FREQUENT * max(len(signs), 1)))
    words = [word for word in re.findall(r"[^\W\d_]+", text) if not word.isascii()]
    return sum(_is_word(word, name) for word in words) / max(len(words), 1)


def _is_word(word: str, name: str) -> bool:
    if not (word.islower() or word.isupper() or word[1:] == word[1:].lower()):
        return False  # capitals inside: the Cyrillic encodings differ by which bytes are capitals
    letters = set(word.lower())
    ascii_letters = {letter for letter in letters if letter.isascii()}
    if name in _OTHER:
        return not ascii_letters and letters <= set(_OTHER[name])
    return bool(ascii_letters or len(word) < 3) and letters - ascii_letters <= set(_LATIN[name])


def _decoded(data: bytes, name: str) -> str | None:
    """Read bytes that may end in the middle of a character."""
    try:
        text = codecs.getincrementaldecoder(name)("strict").decode(data)
    except UnicodeDecodeError:
        return None
    return None if re.search(r"[\x80-\x9f]", text) else text  # control characters
