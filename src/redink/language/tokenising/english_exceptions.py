"""Nothing in; the words that English tokenising keeps whole, or cuts in places that no mark shows, out.

The decisions are spaCy's (its English tokeniser, 3.8), because ERRANT and the corpora of BEA 2019 use it. They are
written here as rules: which pronouns go together with which clitics, and so on. `I'm` and `Im` are cut alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

_CLITICS = {
    "i": "m ma ll llve d dve ve",
    "you we they": "ll llve d dve ve re",
    "he she it": "ll llve d dve s",
    "who what when where why how there": "s ll llve re ve d dve",
    "that this": "s ll llve d dve",
    "these those": "ll llve re ve d dve",
    "could might must should would not": "ve",
}
"""Words, and what may follow them, with an apostrophe before each part or without any."""

_PARTS = {"ma": ("m", "a"), "llve": ("ll", "ve"), "dve": ("d", "ve")}
"""Clitics of two parts; the second part of `ma` has no apostrophe."""

_NEGATED = "ca could do does did had may might must need ought sha should wo would"
_NEGATED_ONLY = "ai are is was were have has dare"
"""Verbs before `n't`; `'ve` may follow the negation of the first, not that of the second."""

_WORDS = frozenset(["ill", "its", "hell", "shell", "shed", "were", "well", "whore"])
"""What the rules would cut without an apostrophe, but what is a common word."""

_CUT = (
    "y'|all y|all how|'d|'y can|not gon|na got|ta let|'s c'm|on "
    "°|c|. °|f|. °|k|. °|C|. °|F|. °|K|."
)  # fmt: skip
"""Words that no rule above cuts, with their cuts."""

_ABBREVIATIONS = (
    "Mt. Ak. Ala. Apr. Ariz. Ark. Aug. Calif. Colo. Conn. Dec. Del. Feb. Fla. Ga. Ia. Id. Ill. Ind. Jan. Jul. Jun. "
    "Kan. Kans. Ky. La. Mar. Mass. Mich. Minn. Miss. N.C. N.D. N.H. N.J. N.M. N.Y. Neb. Nebr. Nev. Nov. Oct. Okla. "
    "Ore. Pa. S.C. Sep. Sept. Tenn. Va. Wash. Wis. a.m. p.m. Adm. Bros. co. Co. Corp. D.C. Dr. e.g. E.g. E.G. i.e. "
    "I.e. I.E. Gen. Gov. Inc. Jr. Ltd. Md. Messrs. Mo. Mont. Mr. Mrs. Ms. Ph.D. Prof. Rep. Rev. Sen. St. vs. v.s. "
    "a. b. c. d. e. f. g. h. i. j. k. l. m. n. o. p. q. r. s. t. u. v. w. x. y. z. ä. ö. ü."
)
_WHOLE = (
    "'em 'll 'nuff 'S 's ‘S ‘s 're 'd 'Cause 'cause 'cos 'Cos 'coz 'Coz 'cuz 'Cuz 'bout ma'am Ma'am o'clock O'clock "
    "doin' goin' nothin' nuthin' ol' somethin' lovin' havin' Doin' Goin' Nothin' Nuthin' Ol' Somethin' Lovin' Havin' "
    "and/or w/o C++ <space> '' \\\") \\n \\t"
)
_FACES = (
    ":) :-) :)) :-)) :))) :-))) (: (-: =) (= :] :-] [: [-: [= =] :o) (o: :} :-} 8) 8-) (-8 ;) ;-) (; (-; :( :-( :(( "
    ":-(( :((( :-((( ): )-: =( >:( :') :'-) :'( :'-( :/ :-/ =/ =| :| :-| ]= =[ :1 :P :-P :p :-p :O :-O :o :-o :0 :-0 "
    ":() >:o :* :-* :3 :-3 =3 :> :-> :X :-X :x :-x :D :-D ;D ;-D =D xD XD xDD XDD 8D 8-D ^_^ ^__^ ^___^ >.< >.> <.< "
    "._. ;_; -_- -__- v.v V.V v_v V_V o_o o_O O_o O_O 0_o o_0 0_0 o.O O.o O.O o.o 0.0 o.0 0.o @_@ <3 <33 <333 </3 "
    "(^_^) (-_-) (._.) (>_<) (*_*) (¬_¬) ಠ_ಠ ಠ︵ಠ (ಠ_ಠ) ¯\\(ツ)/¯ (╯°□°）╯︵┻━┻ ><(((*>"
)


@cache
def exceptions() -> dict[str, tuple[str, ...]]:
    """Give every exception with its tokens; apostrophes may be straight or curly."""
    straight = {"".join(parts): parts for parts in _exceptions() if "".join(parts).lower() not in _WORDS}
    curly = {
        word.replace("'", "’"): tuple(part.replace("'", "’") for part in parts)
        for word, parts in straight.items()
        if "'" in word
    }
    return curly | straight


def _exceptions() -> Iterator[tuple[str, ...]]:
    for words, clitics in _CLITICS.items():
        for word, clitic in product(words.split(), clitics.split()):
            parts = _PARTS.get(clitic, (clitic,))
            marked = ("'m", "a") if clitic == "ma" else tuple(f"'{part}" for part in parts)
            yield from _in_both_cases(word, *parts)
            yield from _in_both_cases(word, *marked)
    for verb, mark in product(f"{_NEGATED} {_NEGATED_ONLY}".split(), ("", "'")):
        yield from _in_both_cases(verb, f"n{mark}t")
        if verb in _NEGATED.split():
            yield from _in_both_cases(verb, f"n{mark}t", f"{mark}ve")
    for cut in _CUT.split():
        first, *others = cut.split("|")
        yield from _in_both_cases(first, *others) if first not in ("y", "y'", "°") else ((first, *others),)
    for hour, part in product(range(1, 13), ("a.m.", "am", "p.m.", "pm")):
        yield str(hour), part
    yield from ((word,) for word in f"{_ABBREVIATIONS} {_WHOLE} {_FACES}".split())


def _in_both_cases(first: str, *others: str) -> Iterator[tuple[str, ...]]:
    """Give the parts as they are, and with a capital."""
    yield first, *others
    yield first[:1].upper() + first[1:], *others
