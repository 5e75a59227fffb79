"""`stanza:LANGUAGE`: the models of Stanza that are on this machine in, the analyses of sentences out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from redink.errors import MissingExtraError
from redink.language.pipeline import Analysis, Scheme, Token
from redink.language.tokenising.generic import tokenise
from redink.language.universal.weights import word_list_of

_BATCH = 256


class StanzaPipeline:
    """Stanza's tagger and lemmatiser of one language; nothing is downloaded."""

    scheme: Scheme = "universal"

    def __init__(self, name: str, language: str = "") -> None:
        """Load the models of a language."""
        try:
            import stanza
        except ImportError as error:
            raise MissingExtraError("Stanza is not installed", remedy="type: pip install stanza") from error
        try:
            self._run = stanza.Pipeline(
                name,
                processors="tokenize,mwt,pos,lemma",
                tokenize_pretokenized=True,
                download_method=None,
                verbose=False,
            )
        except Exception as error:  # any error: Stanza raises its own kinds, torch and the file system theirs
            raise MissingExtraError(
                f"Stanza cannot load its models for {name!r}: {str(error).splitlines()[0] if str(error) else error!r}",
                remedy=f"get them first: python -c \"import stanza; stanza.download('{name}')\"",
            ) from error
        self.name = f"stanza-{name}"
        self.version = str(stanza.__version__)
        self.language = language or name
        self.knows = word_list_of(self.language)

    def analyse(self, sentences: Iterable[Sequence[str]]) -> Iterator[Analysis]:
        """Analyse sentences in order; an empty sentence has an empty analysis."""
        remaining = iter(sentences)
        while batch := [list(words) for words in islice(remaining, _BATCH)]:
            full = [words for words in batch if words]
            analysed = iter(self._run(full).sentences if full else ())
            for words in batch:
                yield tuple(map(_token, range(len(words)), words, next(analysed).words)) if words else ()

    def tokenise(self, text: str) -> list[tuple[str, int]]:
        """Split at blanks and punctuation."""
        return tokenise(text)


def _token(place: int, word: str, entry: object) -> Token:
    feats, pos, lemma = (getattr(entry, name, None) or "" for name in ("feats", "upos", "lemma"))
    return Token(word, word.lower(), feats, pos, lemma or word.lower(), "", place)
