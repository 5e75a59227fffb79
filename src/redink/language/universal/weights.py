"""The code of a language in, the bytes of its trained analyser out: they come with the package redink-languages."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cached_property
from importlib import import_module, resources
from importlib.util import find_spec

from redink.errors import MissingExtraError, UsageError
from redink.language.tokenising.languages import SAME_AS
from redink.language.universal.vocabulary import CAPITALS, Vocabulary

PACKAGE = "redink_languages"
INSTALL = 'pip install "redink[languages]"'
NAMES = {
    "ar": "Arabic", "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek", "es": "Spanish", "fi": "Finnish",
    "fr": "French", "hi": "Hindi", "is": "Icelandic", "it": "Italian", "ko": "Korean", "lv": "Latvian",
    "nb": "Norwegian", "nl": "Dutch", "nn": "Norwegian (Nynorsk)", "pl": "Polish", "pt": "Portuguese",
    "ro": "Romanian", "ru": "Russian", "sl": "Slovenian", "sv": "Swedish", "tr": "Turkish", "uk": "Ukrainian",
    "zh": "Chinese", "ja": "Japanese",
}  # fmt: skip
"""The languages that can be analysed once redink-languages is installed; Chinese and Japanese by character."""


def languages() -> tuple[str, ...]:
    """List the languages that the installed redink-languages can analyse; none if it is not installed."""
    if find_spec(PACKAGE) is None:
        return ()
    return tuple(import_module(PACKAGE).LANGUAGES)


def read_weights(language: str) -> bytes:
    """Read the weights of a language."""
    code = SAME_AS.get(language, language)
    here = languages()
    if code not in (here or NAMES):
        raise UsageError(
            f"there is no analyser for the language {language!r}",
            remedy=f"choose from {', '.join(here or NAMES)}, or use --pipeline plain, conllu:FILE or a spaCy model",
        )
    if not here:
        raise MissingExtraError(
            f"the analyser for {language!r} is in the package redink-languages, which is not installed",
            remedy=f"type: {INSTALL}",
        )
    return resources.files(PACKAGE).joinpath(f"data/{code}.npz").read_bytes()


def word_list_of(language: str) -> Callable[[str], bool | None]:
    """Give the word list of a language as a function; one that knows nothing if redink-languages has none."""
    code = SAME_AS.get(language, language)
    return Words(code) if code in languages() else unlisted


def unlisted(_word: str) -> None:
    """Give nothing: there is no word list."""


class Words:
    """The word list of a language, read when it is asked for the first time."""

    def __init__(self, language: str) -> None:
        """Take the language's code."""
        self._language = language

    def __call__(self, word: str) -> bool | None:
        """Tell whether the list has a word."""
        return word.translate(CAPITALS.get(self._language, {})) in self._list

    @cached_property
    def _list(self) -> Vocabulary:
        import numpy as np

        with np.load(io.BytesIO(read_weights(self._language))) as file:
            return Vocabulary(file["vocabulary"])
