"""The 25 error types and their 55 codes as data.

Bryant, Felice and Briscoe 2017, Table 2 (types) and Table 9 (which operation goes with which type).
"""

from __future__ import annotations

from redink.frozen import frozen

UNKNOWN = "UNK"
"""The one code without an operation: an error was found but not corrected."""

OPERATIONS = {"M": "missing", "R": "replacement", "U": "unnecessary"}


@frozen
class ErrorType:
    """One kind of error, whatever the operation."""

    code: str
    """Short name, e.g. `VERB:SVA`."""
    name: str
    """Name in words."""
    meaning: str
    """Which errors belong to the type."""
    example: tuple[str, str]
    """Our own example: text before and after."""
    operations: str
    """The operations it goes with, out of `MRU`; empty for `UNK`, whose code stands alone."""

    @property
    def codes(self) -> tuple[str, ...]:
        """The full codes, e.g. `M:DET`, `R:DET`, `U:DET`."""
        return tuple(f"{operation}:{self.code}" for operation in self.operations) or (self.code,)


ERROR_TYPES: tuple[ErrorType, ...] = (
    ErrorType("ADJ", "Adjective", "A wrong, missing or unnecessary adjective.",
              ("a tall price", "a high price"), "MRU"),
    ErrorType("ADJ:FORM", "Adjective form", "A wrongly formed comparative or superlative.",
              ("the most old house", "the oldest house"), "R"),
    ErrorType("ADV", "Adverb", "A wrong, missing or unnecessary adverb.",
              ("speaks always slowly", "speaks rather slowly"), "MRU"),
    ErrorType("CONJ", "Conjunction", "A wrong, missing or unnecessary coordinating conjunction.",
              ("tea or milk", "tea and milk"), "MRU"),
    ErrorType("CONTR", "Contraction", "A short form such as n't or 'll in place of its long form, or the reverse.",
              ("do n't", "do not"), "MRU"),
    ErrorType("DET", "Determiner", "Articles, demonstratives, possessive determiners, quantifiers.",
              ("a water", "the water"), "MRU"),
    ErrorType("MORPH", "Morphology", "Words of one family, when no more specific type applies.",
              ("a beauty garden", "a beautiful garden"), "R"),
    ErrorType("NOUN", "Noun", "A wrong, missing or unnecessary noun.",
              ("at the beach of the river", "at the bank of the river"), "MRU"),
    ErrorType("NOUN:INFL", "Noun inflection", "A noun form that English does not have.",
              ("two childs", "two children"), "R"),
    ErrorType("NOUN:NUM", "Noun number", "Singular instead of plural, or the reverse.",
              ("three book", "three books"), "R"),
    ErrorType("NOUN:POSS", "Noun possessive", "The possessive ending of a noun.",
              ("my sister car", "my sister 's car"), "MRU"),
    ErrorType("ORTH", "Orthography", "Only capitals or spaces differ.",
              ("on monday", "on Monday"), "R"),
    ErrorType("OTHER", "Other", "Anything that no other type describes, such as rewording.",
              ("she is of good mood", "she is happy"), "MRU"),
    ErrorType("PART", "Particle", "The particle of a phrasal verb.",
              ("turn the light out", "turn the light off"), "MRU"),
    ErrorType("PREP", "Preposition", "A wrong, missing or unnecessary preposition.",
              ("arrive to Rome", "arrive in Rome"), "MRU"),
    ErrorType("PRON", "Pronoun", "A wrong, missing or unnecessary pronoun.",
              ("I saw he", "I saw him"), "MRU"),
    ErrorType("PUNCT", "Punctuation", "A wrong, missing or unnecessary punctuation mark.",
              ("Who came .", "Who came ?"), "MRU"),
    ErrorType("SPELL", "Spelling", "A misspelt word, even if the misspelling is itself a word.",
              ("a nise day", "a nice day"), "R"),
    ErrorType(UNKNOWN, "Unknown", "An error was marked, but nobody could tell what was meant.",
              ("the of by week", "the of by week"), ""),
    ErrorType("VERB", "Verb", "A wrong, missing or unnecessary main verb.",
              ("make a photo", "take a photo"), "MRU"),
    ErrorType("VERB:FORM", "Verb form", "Infinitive (with or without to), gerund, participle.",
              ("enjoy to swim", "enjoy swimming"), "MRU"),
    ErrorType("VERB:INFL", "Verb inflection", "A verb form that English does not have.",
              ("she catched it", "she caught it"), "R"),
    ErrorType("VERB:SVA", "Subject–verb agreement", "Subject and verb differ in number or person.",
              ("the dog bark", "the dog barks"), "R"),
    ErrorType("VERB:TENSE", "Verb tense", "Tense, including auxiliaries; modal verbs; passive.",
              ("yesterday I go", "yesterday I went"), "MRU"),
    ErrorType("WO", "Word order", "The same words in another order.",
              ("I know where is it", "I know where it is"), "R"),
)  # fmt: skip
"""All types in alphabetical order of their codes."""

CODES: frozenset[str] = frozenset(code for kind in ERROR_TYPES for code in kind.codes)
"""The 55 codes an edit can get."""

_IN_WORDS = {kind.code: kind.name.lower() for kind in ERROR_TYPES} | {"OTHER": "rewording and the like"}


def in_words(code: str) -> str:
    """Give a code, with or without operation, and what it means: `SPELL (spelling)`; unknown codes stay alone."""
    words = _IN_WORDS.get(code) or _IN_WORDS.get(code.partition(":")[2])
    return f"{code} ({words})" if words else code
