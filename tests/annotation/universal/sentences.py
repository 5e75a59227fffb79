"""Analysed sentences in a line of text: `form/lemma/POS/feats` with blanks between tokens."""

from redink.annotation.spans import Span
from redink.annotation.universal.classifier import UniversalClassifier
from redink.language.pipeline import Analysis, Token

LISTS = {
    "de": "der die das den dem ein eine und ich er mit zug hund hunde haus geht gehen ging weiß dass schnell schnelle",
    "cs": "mám mam rád čaj on ona žije mě mně dej to v domě dům",
    "tr": "ev evde evler evlerde geldim geldi kitap kitabı okudum",
}
"""A few words of each language, in place of its word list."""


def analysis(text: str) -> Analysis:
    tokens = []
    for place, word in enumerate(text.split()):
        form, lemma, pos, feats = (*word.split("/"), "", "", "")[:4]
        tokens.append(Token(form, form.lower(), feats, pos, lemma or form.lower(), "", place))
    return tuple(tokens)


def classifier(language: str = "", **options: object) -> UniversalClassifier:
    words = set(LISTS.get(language, "").split())
    return UniversalClassifier(language, knows=(lambda word: word.lower() in words) if words else None, **options)


def kind(old: str, new: str, language: str = "", before: str = "", after: str = "", **options: object) -> str:
    """Give the type of the edit from `old` to `new`, between the same words on both sides."""
    start, end = analysis(before), analysis(after)
    source, target = start + analysis(old) + end, start + analysis(new) + end
    span = Span(len(start), len(source) - len(end), len(start), len(target) - len(end))
    return classifier(language, **options).error_type(source, target, span)
