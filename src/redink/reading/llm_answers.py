r"""A source and a language model's answer in; the correction alone out, with the names of the rules that found it.

A rule removes only what the source does not have. What is left must fit the source at least as well as before.

    thinking      <think> … </think>
    tokens        <|im_end|>, </s> and other marks of chat templates
    fence         ``` … ```
    JSON          {"corrected": "…"}
    tags          <corrected> … </corrected>, \boxed{…}
    escapes       \n and \" written as two characters
    preamble      "Here is the corrected text:", "Sure!"
    repetition    the learner's sentence, given again before its correction
    explanation   what follows the text
    numbering     "1." before the sentence, where the source has none
    markup        **bold**, ~~deleted~~, headings, <b>
    quotes        quotation marks around the whole
    entities      &amp;quot;
    no change     "The sentence is already correct."

An answer that refuses or asks back has no correction (`refusal`). One that breaks off is `truncated`.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Iterator
from typing import Literal, TypeAlias

from redink.frozen import frozen
from redink.reading.chat_phrases import AGREEMENT, CORRECTED_LABEL, EXPLANATION, NO_CHANGE, ORIGINAL_LABEL, REFUSAL
from redink.reading.rough_words import rough_words

State: TypeAlias = Literal["answer", "refusal", "truncated"]
Rule: TypeAlias = Callable[[str, str], str]
"""The source and the text in, the text without what the rule removes out."""


@frozen
class CleanAnswer:
    """What is left of an answer."""

    text: str
    """The correction; the source where there is none."""
    rules: tuple[str, ...] = ()
    """Names of the rules that removed something, each once."""
    state: State = "answer"
    """Whether it is an answer at all, and whether it is whole."""


_ALIKE = 0.4
"""Texts with this similarity (0 to 1) are versions of one sentence."""
_EDGE = 3
"""Words at the beginning of a sentence of which one must be kept."""
_PASSES = 4
"""Wrappers may stand in wrappers."""


WEAK = frozenset({"quotes", "numbering"})
"""Rules for what a correction may have too: used after another rule, or if it is a habit of the whole file."""


def clean_answer(source: str, answer: str, habits: frozenset[str] = WEAK) -> CleanAnswer:
    """Take the correction of `source` out of an answer; of the weak rules, `habits` are used in any case."""
    if answer == source:
        return CleanAnswer(answer)
    text, broken_off = _without_open_ends(source, answer)
    if source.strip() and not text.strip():
        return CleanAnswer(source, ("thinking",) if broken_off else (), "truncated" if broken_off else "refusal")
    rules: dict[str, None] = {"fence": None} if broken_off else {}
    for _ in range(_PASSES):
        before = text
        for name, rule in RULES.items():
            if name in WEAK - habits and not rules:
                continue
            changed = rule(source, text)
            if changed != text and (changed.strip() or not source.strip()):
                rules[name] = None
                text = changed
        if text == before:
            break
    text = text.strip() if rules else text
    if likeness(source, text) < _ALIKE:
        if REFUSAL.search(text) and not REFUSAL.search(source):
            return CleanAnswer(source, tuple(rules), "refusal")
        if NO_CHANGE.search(text) and not NO_CHANGE.search(source):
            return CleanAnswer(source, (*rules, "no change"))
    truncated = broken_off or _breaks_off(source, text)
    return CleanAnswer(text, tuple(rules), "truncated" if truncated else "answer")


def likeness(source: str, text: str) -> float:
    """Give the share of words that two texts have in common in the same order, from 0 to 1."""
    from rapidfuzz.distance import LCSseq

    ours, other = rough_words(source), rough_words(text)
    return 2 * LCSseq.similarity(ours, other) / max(len(ours) + len(other), 1)


def kept_words(source: str, text: str) -> int:
    """Give the number of words of the source that a text keeps in order."""
    from rapidfuzz.distance import LCSseq

    return int(LCSseq.similarity(rough_words(source), rough_words(text)))


def _closest(source: str, texts: Iterator[str]) -> str | None:
    """Give the text that is most like the source, if one is like it at all."""
    likely = [(likeness(source, text), text) for text in texts]
    best = max(likely, default=(0.0, ""), key=lambda pair: pair[0])
    return best[1] if best[0] >= _ALIKE else None


_THOUGHTS = r"think|thinking|thought|thoughts|reasoning|reflection|analysis|scratchpad"


def _without_open_ends(source: str, answer: str) -> tuple[str, bool]:
    """Remove a block of thoughts or a fence that is never closed: the answer was cut off inside it."""
    opened = re.search(rf"<({_THOUGHTS})>(?!.*</\1>)", answer, re.DOTALL | re.IGNORECASE)
    if opened and opened[0] not in source:
        return answer[: opened.start()], True
    if answer.count("```") == 1 and "```" not in source:
        before, after = re.split(r"```[\w-]*", answer, maxsplit=1)
        return (after if likeness(source, after) >= likeness(source, before) else before), not before.strip() or (
            likeness(source, after) >= likeness(source, before)
        )
    return answer, False


def _thinking(source: str, text: str) -> str:
    if re.search(rf"</?(?:{_THOUGHTS})>", source, re.IGNORECASE):
        return text
    text = re.sub(rf"<({_THOUGHTS})>.*?</\1>", "", text, flags=re.DOTALL | re.IGNORECASE)
    # Some servers drop the opening tag.
    return re.sub(rf"\A.*</(?:{_THOUGHTS})>", "", text, flags=re.DOTALL | re.IGNORECASE)


_TOKENS = re.compile(
    r"<\|[\w-]+\|>|<｜[^｜<>]*｜>|</?s>|\[/?INST\]|<</?SYS>>|<(?:eos|bos|pad|end_of_turn|start_of_turn)>"
)


def _tokens(source: str, text: str) -> str:
    return text if _TOKENS.search(source) else _TOKENS.sub("", text)


def _fence(source: str, text: str) -> str:
    if "```" in source or "```" not in text:
        return text
    blocks = re.findall(r"```[\w-]*[ \t]*\n?(.*?)```", text, re.DOTALL)
    return _closest(source, iter(blocks)) or text.replace("```", "")


def _json(source: str, text: str) -> str:
    bare = text.strip()
    if not bare or bare[0] not in "{[" or source.strip()[:1] == bare[0]:
        return text
    try:
        strings = list(_strings(json.loads(bare)))
    except (ValueError, RecursionError):  # RecursionError: nested too deeply
        values = re.findall(r'"(?:[^"\\]|\\.)*"\s*:\s*"((?:[^"\\]|\\.)*)', bare)
        strings = [value.replace('\\"', '"') for value in values]
    return _best_version(source, strings) or text


def _strings(record: object) -> Iterator[str]:
    if isinstance(record, str):
        yield record
    elif isinstance(record, dict):
        named = sorted(record.items(), key=lambda item: bool(ORIGINAL_LABEL.match(str(item[0]))))
        for _, value in named:
            yield from _strings(value)
    elif isinstance(record, list):
        for value in record:
            yield from _strings(value)


def _best_version(source: str, texts: list[str]) -> str | None:
    """Give the version of the source among texts: not the source itself if there is another."""
    likely = [text for text in texts if likeness(source, text) >= _ALIKE]
    changed = [text for text in likely if rough_words(text) != rough_words(source)]
    return (_closest(source, iter(changed)) if changed else None) or (likely[0] if likely else None)


def _tags(source: str, text: str) -> str:
    boxed = re.search(r"\\boxed\{(?:\\text\{)?(.+?)\}+\s*\$*\s*\Z", text, re.DOTALL)
    if boxed and "\\boxed" not in source and likeness(source, boxed[1]) >= _ALIKE:
        return boxed[1]
    pairs = re.findall(r"<([A-Za-z][\w-]*)(?:\s[^<>]*)?>(.*?)</\1\s*>", text, re.DOTALL)
    inside = [content for name, content in pairs if f"<{name}" not in source and name.lower() not in _INLINE]
    return _best_version(source, inside) or text


_INLINE = frozenset({"b", "i", "u", "s", "em", "strong", "mark", "ins", "del", "strike", "code", "span"})


def _escapes(source: str, text: str) -> str:
    if "\\" in source or not re.search(r'\\[n"]', text):
        return text
    return text.replace("\\n", "\n").replace('\\"', '"')


def _preamble(source: str, text: str) -> str:
    """Remove what stands before the text: agreement, or anything up to a colon that shares no words with the source."""
    bare = text.lstrip()
    agreed = AGREEMENT.match(bare)
    if agreed and not AGREEMENT.match(source.lstrip()) and _fits_as_well(source, bare[agreed.end() :], text):
        return bare[agreed.end() :].lstrip()
    for colon in re.finditer(r"：|:(?:\*\*|__)?(?=\s|[\"“「*`]|[^\x00-\x7f]|\Z)", bare[:300]):
        before, after = bare[: colon.end()], bare[colon.end() :]
        labelled = bool(CORRECTED_LABEL.match(before))
        least = _ALIKE / 2 if labelled else _ALIKE
        if (
            (labelled or source.count(colon[0][0]) < bare.count(colon[0][0]))
            and _is_foreign(source, before)
            and _fits_as_well(source, after, text, least)
            and (labelled or _begins_alike(source, after))
        ):
            return after.lstrip()
    return text


def _is_foreign(source: str, part: str) -> bool:
    """Tell whether a part of an answer is no part of the correction: most of its words are not in the source."""
    words, known = rough_words(part), set(rough_words(source))
    letters = [word for word in words if word[0].isalnum()]
    shared = sum(word in known for word in letters)
    return (
        bool(letters)
        and part.strip() not in source
        and len(letters) <= 30
        and (bool(CORRECTED_LABEL.search(part)) or shared <= len(letters) / 4)
    )


def _fits_as_well(source: str, part: str, whole: str, least: float = _ALIKE) -> bool:
    """Tell whether a part of an answer keeps all words of the source that the whole keeps, and is like the source."""
    return likeness(source, part) >= least and kept_words(source, part) >= 0.9 * kept_words(source, whole)


def _begins_alike(source: str, part: str) -> bool:
    """Tell whether a part of an answer begins with one of the first words of the source."""
    return bool(kept_words(" ".join(rough_words(source)[:_EDGE]), " ".join(rough_words(part)[:_EDGE])))


def _repetition(source: str, text: str) -> str:
    """Keep the correction where the learner's sentence stands before it: on a line, after a label, before an arrow."""
    bare = text.strip()
    for arrow in re.finditer(r"\s*(?:->|=>|→|➔|➡|⇒)\s*", bare):
        before, after = bare[: arrow.start()], bare[arrow.end() :]
        if arrow[0].strip() not in source and likeness(source, before) > 0.9 and likeness(source, after) >= _ALIKE:
            return after
    parts = re.split(r"\n+|(?<=[.!?\"”])\s+(?=\W*(?i:correct(?:ed|ion)|revised|fixed|output|edited)[\w ]*\W*:)", bare)
    if len(parts) > 1 and ORIGINAL_LABEL.match(parts[0]) and not ORIGINAL_LABEL.match(source):
        later = bare[bare.index(parts[0]) + len(parts[0]) :].strip()
        if likeness(source, later) >= _ALIKE / 2:
            return later
    return text


def _explanation(source: str, text: str) -> str:
    """Remove lines around the text that are unlike the source, and explanations behind it on the same line."""
    if "\n" in text.strip() and "\n" not in source.strip():
        return _line_of_source(source, text)
    for marker in EXPLANATION.finditer(text):
        before, after = text[: marker.start()], text[marker.start() :]
        if after.strip() not in source and before.strip() and _fits_as_well(source, before, text):
            return before.rstrip()
    return text


def _line_of_source(source: str, text: str) -> str:
    """Give the lines of an answer that are a version of a source of one line."""
    lines = [line for line in text.strip().splitlines() if line.strip()]
    likely = [likeness(source, line) for line in lines]
    labelled = [
        number
        for number, line in enumerate(lines)
        if likely[number] >= _ALIKE and CORRECTED_LABEL.match(line.lstrip(" *_#-"))
    ]
    alike = [number for number, like in enumerate(likely) if like >= _ALIKE]
    changed = [number for number in alike if rough_words(lines[number].strip(" -+>*")) != rough_words(source)]
    versions = changed or alike
    if not versions:
        return text
    best = max(likely[number] for number in versions)
    first = (labelled or [number for number in versions if likely[number] >= best - 0.3])[0]
    last = first
    while last + 1 < len(lines) and likeness(source, "\n".join(lines[first : last + 2])) > likeness(
        source, "\n".join(lines[first : last + 1])
    ):
        last += 1
    return " ".join(lines[first : last + 1])


NUMBER = re.compile(r"\A\s*(?:[(\[]?\d{1,4}[.):\]](?!\d)|[-*•–+])\s+")


def _numbering(source: str, text: str) -> str:
    numbered = NUMBER.match(text)
    return text[numbered.end() :] if numbered and not NUMBER.match(source) and numbered.end() < len(text) else text


def _markup(source: str, text: str) -> str:
    if not re.search(r"~~|</?del\b|</?strike\b", source):
        text = re.sub(r"~~[^~\n]+~~\s?|<(del|strike|s)>.*?</\1>\s?", "", text)
    for mark in (r"\*\*\*", r"\*\*", "__", r"\*", "_", "`"):
        if mark.replace("\\", "") not in source:
            text = re.sub(rf"(?<![\w*]){mark}(?=\S)([^*`\n]+?)(?<=\S){mark}(?![\w*])", r"\1", text)
    if not re.search(r"</?\w+>", source):
        text = re.sub(rf"</?(?:{'|'.join(sorted(_INLINE))})>", "", text)
    return text if source.lstrip().startswith(("#", ">")) else re.sub(r"\A\s*(?:#{1,6}|>)\s+(?=\S)", "", text)


_QUOTES = {
    '"': '"',
    "“": "”",
    "'": "'",
    "‘": "’",
    "«": "»",
    "„": "“",
    "`": "`",
    "「": "」",
    "『": "』",
    "''": "''",
    "``": "''",
}


def _quotes(source: str, text: str) -> str:
    bare, ours = text.strip(), source.strip()
    for opening, closing in _QUOTES.items():
        inside = bare[len(opening) : -len(closing)]
        if (
            bare.startswith(opening)
            and bare.endswith(closing)
            and inside.strip()
            and (not (ours.endswith(closing) or ours[:1] in _QUOTES) or inside.strip()[:1] == ours[:1])
            and sum(map(inside.count, {opening, closing})) == sum(map(source.count, {opening, closing}))
        ):
            return inside.strip()
    return text


_ENTITY = re.compile(r"(?P<alone>(?<=\s))?&(?:[a-zA-Z]{2,8}|#\d{1,6}|#x[0-9a-fA-F]{1,6});(?P<blank>(?=\s))?")


def _entities(source: str, text: str) -> str:
    """Decode entities, but not one that stands between blanks for a character that the source does not have."""
    if _ENTITY.search(source):
        return text

    def decoded(match: re.Match[str]) -> str:
        character = html.unescape(match[0]).replace("\xa0", " ")
        stands_alone = match["alone"] is not None and match["blank"] is not None
        return match[0] if stands_alone and character not in source else character

    return _ENTITY.sub(decoded, text)


RULES: dict[str, Rule] = {
    "tokens": _tokens,
    "thinking": _thinking,
    "fence": _fence,
    "JSON": _json,
    "tags": _tags,
    "escapes": _escapes,
    "repetition": _repetition,
    "preamble": _preamble,
    "explanation": _explanation,
    "numbering": _numbering,
    "markup": _markup,
    "quotes": _quotes,
    "entities": _entities,
}
"""In the order in which they are tried."""


def _breaks_off(source: str, text: str) -> bool:
    """Tell whether a text stops in the middle: its last words are followed by a good part of the source."""
    from rapidfuzz.distance import LCSseq

    ours, other = rough_words(source), rough_words(text)
    if len(ours) < 6 or not other or ours[-1] == other[-1] or other[-1] in ".!?。！？":
        return False
    blocks = LCSseq.opcodes(ours, other)
    equal = [code for code in blocks if code.tag == "equal"]
    if not equal:
        return False
    last = equal[-1]
    return len(ours) - last.src_end >= max(3, 0.25 * len(ours)) and len(other) - last.dest_end <= 2
