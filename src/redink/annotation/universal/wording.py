"""A type of the scheme for any language in, its name and meaning in words out."""

from __future__ import annotations

_CLASSES = {
    "ADJ": "Adjective", "ADP": "Preposition or postposition", "ADV": "Adverb", "AUX": "Auxiliary",
    "CCONJ": "Conjunction", "DET": "Determiner", "INTJ": "Interjection", "NOUN": "Noun", "NUM": "Number",
    "PART": "Particle", "PRON": "Pronoun", "PROPN": "Name", "SCONJ": "Subordinating conjunction", "SYM": "Symbol",
    "VERB": "Verb", "X": "Foreign word",
}  # fmt: skip
_FEATURES = {
    "AGR": "agreement", "ASPECT": "aspect", "CASE": "case", "DEF": "definiteness", "DEGREE": "degree",
    "GENDER": "gender", "MOOD": "mood", "NUM": "number", "PERSON": "person", "TENSE": "tense",
    "VERBFORM": "kind of verb form", "VOICE": "voice",
}  # fmt: skip
_OTHERS = {
    "ORTH": ("Orthography", "Only capitals, blanks, hyphens or apostrophes differ."),
    "ORTH:CASE": ("Orthography: capitals", "Only capitals differ."),
    "ORTH:SPACE": ("Orthography: blanks", "Only blanks, hyphens or apostrophes differ."),
    "ORTH:SEP": ("Orthography: separable verb", "A verb and its prefix are joined or separated."),
    "ORTH:FINALN": ("Orthography: final n", "Only a final n differs."),
    "SPELL": ("Spelling", "A word that does not exist becomes a similar word."),
    "SPELL:ACCENT": ("Spelling: accents", "Only accents and other marks differ."),
    "SPELL:CHAR": ("Spelling: characters", "Some characters of the word are wrong."),
    "SCONJ:DASS": ("das or dass", "The conjunction dass is confused with das."),
    "PART:DE": ("的, 地 or 得", "Particles that sound alike are confused."),
    "PUNCT": ("Punctuation", "Only punctuation differs."),
    "WO": ("Word order", "The same words in another order."),
    "MORPH": ("Morphology", "Another part of speech with the same stem."),
    "OTHER": ("Other", "Anything that no other type describes, such as rewording."),
}  # fmt: skip


def in_words(code: str) -> tuple[str, str]:
    """Give the name and the meaning of a type without its operation; both are empty for types of other schemes."""
    if code in _OTHERS:
        return _OTHERS[code]
    part, _, form = code.partition(":")
    feature = form.removeprefix("FORM").removeprefix(":")
    name = _CLASSES.get(part)
    if name is None or form not in ("", "FORM", f"FORM:{feature}") or (feature and feature not in _FEATURES):
        return "", ""
    if not form:
        return name, "Another word of this part of speech, or one that is missing or unnecessary."
    if feature == "AGR":
        return f"{name} form: agreement", "Another form of the same word: the new one agrees with its noun."
    if feature:
        return f"{name} form: {_FEATURES[feature]}", f"Another form of the same word: its {_FEATURES[feature]} changes."
    return f"{name} form", "Another form of the same word."
