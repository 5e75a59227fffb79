"""Hypothesis strategies: random tokens, edits and annotated sentences, valid unless their name says not."""

from itertools import cycle, islice, product

from hypothesis import strategies as st

from redink.reading.m2 import noop
from redink.records import AnnotatedSentence, Edit, Tokens

# No blanks of any kind and no control characters: neither text nor M2 can carry them inside a token.
# The bar is M2's own; a byte-order mark at the start of a file is not part of its first token.
token_text = st.text(
    st.characters(exclude_categories=("Cs", "Cc", "Z"), exclude_characters="|\ufeff"), min_size=1, max_size=6
)
common_tokens = st.sampled_from(["He", "go", "goes", "home", ".", "S", "A", "-NONE-", "noop", "naïve", "中文"])
tokens = st.lists(common_tokens | token_text, max_size=8).map(tuple)
some_tokens = st.lists(common_tokens | token_text, min_size=1, max_size=3).map(tuple)

types = st.sampled_from(["R:VERB:SVA", "M:DET", "U:PREP", "ArtOrDet", "Um", "UNK", "R:OTHER", ""])
required = st.sampled_from(["REQUIRED", "OPTIONAL", ""])
comments = st.sampled_from(["-NONE-", "", "see line 3"]) | st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="|"), max_size=12
)


@st.composite
def corrections(draw: st.DrawFn) -> tuple[Tokens, ...]:
    """Draw one correction and its alternatives; at most one of them is empty (a deletion)."""
    ways = draw(st.lists(some_tokens, max_size=3))
    if not ways or draw(st.booleans()):
        ways.insert(draw(st.integers(0, len(ways))), ())
    return tuple(ways)


@st.composite
def edits(draw: st.DrawFn, *, length: int, annotator: int = 0) -> Edit:
    """Draw one edit of a sentence of `length` tokens."""
    start = draw(st.integers(0, length))
    return draw(_edit_at(start, draw(st.integers(start, length)), annotator))


@st.composite
def _edit_at(draw: st.DrawFn, start: int, end: int, annotator: int) -> Edit:
    replacement, *alternatives = draw(corrections())
    return Edit(
        start,
        end,
        replacement,
        draw(types),
        annotator,
        tuple(alternatives),
        draw(required),
        draw(comments),
    )


@st.composite
def edits_of_one(draw: st.DrawFn, *, length: int, annotator: int = 0) -> tuple[Edit, ...]:
    """Draw one annotator's edits: sorted, without overlap, insertions at one place included."""
    borders = sorted(draw(st.lists(st.integers(0, length), max_size=8)))
    spans = zip(borders[::2], borders[1::2], strict=False)
    return tuple(draw(_edit_at(start, end, annotator)) for start, end in spans)


@st.composite
def annotated_sentences(draw: st.DrawFn) -> AnnotatedSentence:
    """Draw a block: several annotators or none, some with a `noop`, some without any line."""
    source = draw(tokens)
    annotators = sorted(draw(st.sets(st.integers(0, 12), max_size=3)))
    found: list[Edit] = []
    for annotator in annotators:
        own = draw(edits_of_one(length=len(source), annotator=annotator))
        found += own or [noop(annotator)]
    return AnnotatedSentence(source, tuple(found))


_PIECES = [
    *["S ", "S", "A ", "|||", "||", "|", "\n", "\n\n", " ", "0", "1", "2", "-1", "-1 -1", "0 1", "1 1", "noop", "UNK"],
    *["R:X", "REQUIRED", "-NONE-", "a", "b c", "\r\n", "\ufeff", "\u2028", "\x00", "١", "1_0"],
]


def _a_lines(spans: list[str], types: list[str], annotators: list[str]) -> list[str]:
    fillings = ["", "x", "x||y", "x||", "||", "|", "-NONE-"]
    return [
        f"A {span}|||{kind}|||{filling}|||REQUIRED|||-NONE-|||{annotator}\n"
        for span, kind, filling, annotator in product(spans, types, fillings, annotators)
    ]


def _one_of(*groups: list[str]) -> st.SearchStrategy[str]:
    """Draw from all groups alike, in one draw: Hypothesis would take one for the group and one for each part."""
    most = max(map(len, groups))
    return st.sampled_from([text for group in groups for text in islice(cycle(group), most)])


_GOOD = _a_lines(["0 1", "0 2", "1 2", "1 1", "2 3", "3 3"], ["R:X", "UNK"], ["0", "1"])
_NOOPS = _a_lines(["-1 -1"], ["noop"], ["0", "1"])
_BAD = _a_lines(["0 1", "2 1", "-1 -1", "0", "3 3"], ["noop", "R:X"], ["0", "-1", "x"])
_odd_texts = st.lists(_one_of(_PIECES, _GOOD, _NOOPS, _BAD, ["S a b\n", "S a b c\n"]), max_size=14).map("".join)
_clashing_texts = st.lists(
    st.lists(_one_of(_GOOD, _NOOPS), max_size=4).map(lambda lines: "".join(["S a b c\n", *lines, "\n"]))
)
m2_like_texts = _odd_texts | _clashing_texts.map("".join)
"""Text made of M2's own parts: half of it mostly wrong, half right but for its clashes."""
