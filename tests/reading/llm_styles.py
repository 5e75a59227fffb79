# ruff: noqa: ARG001 - every style is made from the same three arguments
"""200 answers of language models in 20 styles, over the bundled example: source, answer, and what must be left of it.

Fifteen styles were written together with the rules. The five of `HELD_OUT` were written after the rules, and the rules
were tried on them as they were (docs/preparation-measured.md has the result).
"""

import json

from redink import example

EACH = 10
"""Answers of each style."""


def _think(source, correction, number):
    thoughts = (
        "Okay, the user wants me to fix the grammar.\nThe sentence is: " + source + "\nI should keep the meaning.",
        "Let's see. \n\nSubject and verb must agree. So the answer would be:\n" + correction + "\nThat looks right.",
    )[number % 2]
    return f"<think>\n{thoughts}\n</think>\n\n{correction}"


def _open_think(source, correction, number):
    return f'Let me look at this sentence. "{source}" has some problems.\n</think>\n{correction}'


def _preamble_line(source, correction, number):
    said = (
        "Here is the corrected text:",
        "Here's the corrected version of your sentence:",
        "Sure! Here is the corrected sentence:",
        "The corrected sentence is:",
        "Certainly! Below is the revised text with all grammar errors fixed:",
    )[number % 5]
    return f"{said}\n\n{correction}"


def _preamble_inline(source, correction, number):
    said = ("Corrected:", "Corrected sentence:", "Correction:", "Output:", "Revised version:")[number % 5]
    return f"{said} {correction}"


def _quoted(source, correction, number):
    opening, closing = (('"', '"'), ("“", "”"), ("'", "'"))[number % 3 if "'" not in correction else number % 2]
    return f"{opening}{correction}{closing}" if opening not in correction else f"«{correction}»"


def _fenced(source, correction, number):
    return f"```{('', 'text', 'plaintext')[number % 3]}\n{correction}\n```"


def _chatty_fence(source, correction, number):
    behind = "I fixed the grammar and spelling. Let me know if you need more!"
    return f"Sure, here you go:\n\n```\n{correction}\n```\n\n{behind}"


def _explained(source, correction, number):
    bullets = "- Changed the verb form\n- Added a missing article"
    said = (
        f"\n\n**Explanation:**\n{bullets}",
        "\n\nChanges made:\n1. The verb was corrected.\n2. An article was added.",
        "\n\nI corrected the tense of the verb and the spelling.",
        "\n\nNote: the original meaning was kept.",
        f"\n\n---\n\nKey changes:\n{bullets}",
    )[number % 5]
    return correction + said


def _explained_inline(source, correction, number):
    said = (
        " (I changed the verb form to agree with the subject.)",
        " Explanation: the past tense is needed here.",
        " Note: I also fixed the punctuation.",
        " Let me know if you would like any other changes!",
    )[number % 4]
    return correction + said


def _numbered(source, correction, number):
    return (f"{number + 1}. {correction}", f"{number + 1}) {correction}", f"({number + 1}) {correction}")[number % 3]


def _bold(source, correction, number):
    words = correction.split()
    place = min(2, len(words) - 1)
    words[place] = (f"**{words[place]}**", f"*{words[place]}*")[number % 2]
    return " ".join(words) if number % 3 else f"**{correction}**"


def _json(source, correction, number):
    record = (
        {"corrected": correction},
        {"original": source, "corrected": correction},
        {"input": source, "output": correction, "changes": ["verb form", "article"]},
    )[number % 3]
    return json.dumps(record, ensure_ascii=number % 2 == 0)


def _entities(source, correction, number):
    return "Corrected text: &quot;" + correction.replace("&", "&amp;").replace("'", "&#39;") + "&quot;"


def _before_and_after(source, correction, number):
    return (
        f"Original: {source}\nCorrected: {correction}",
        f"**Original sentence:** {source}\n\n**Corrected sentence:** {correction}\n\n**Explanation:** grammar.",
        f"{source} → {correction}",
    )[number % 3]


def _tagged(source, correction, number):
    return (
        f"<corrected>{correction}</corrected>",
        f"<answer>\n{correction}\n</answer>",
        f"{correction}<|im_end|>",
        f"<original>{source}</original>\n<correction>{correction}</correction>",
    )[number % 4]


STYLES = {
    "thinking": _think,
    "thinking, opening tag lost": _open_think,
    "preamble on a line": _preamble_line,
    "preamble before the sentence": _preamble_inline,
    "quotation marks": _quoted,
    "fence": _fenced,
    "fence with chatter": _chatty_fence,
    "explanation below": _explained,
    "explanation behind": _explained_inline,
    "numbers": _numbered,
    "bold words": _bold,
    "JSON": _json,
    "entities": _entities,
    "before and after": _before_and_after,
    "tags": _tagged,
}


def _teacher(source, correction, number):
    return (
        "Hi there,\n\nThank you for your sentence, you are doing very well. There are a few small things to look at. "
        f"A native speaker would probably write it like this:\n\n    {correction}\n\nKeep up the good work!\nAnna"
    )


def _transcript(source, correction, number):
    return (f"User: {source}\nAssistant: {correction}", f"Assistant: {correction}</s>")[number % 2]


def _other_language(source, correction, number):
    return (
        f"Hier ist der korrigierte Satz:\n\n„{correction}“\n\nErklärung: Das Verb stimmt jetzt mit dem Subjekt.",
        f"Voici la phrase corrigée :\n{correction}",
        f"修改后的句子：{correction}",
        f"Claro, aquí está la oración corregida: {correction}",
    )[number % 4]


def _page(source, correction, number):
    return (
        f"## Corrected Sentence\n\n> {correction}\n\n## What was wrong\n\n| Error | Fix |\n| --- | --- |\n"
        "| verb form | agreement |\n\n*Confidence: high*"
    )


def _difference(source, correction, number):
    return f"```diff\n- {source}\n+ {correction}\n```"


HELD_OUT = {
    "letter of a teacher": _teacher,
    "transcript": _transcript,
    "chatter in another language": _other_language,
    "page with headings": _page,
    "difference": _difference,
}


def answers(styles):
    """Give (style, source, answer, correction) for every answer of the styles."""
    sources = example.path("source.txt").read_text(encoding="utf-8").splitlines()
    corrections = example.path("reference-minimal.txt").read_text(encoding="utf-8").splitlines()
    for place, (style, make) in enumerate(styles.items()):
        for number in range(EACH):
            line = (place * 37 + number * 7) % len(sources)
            yield style, sources[line], make(sources[line], corrections[line], number), corrections[line]
