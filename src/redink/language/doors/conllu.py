"""`conllu:FILE`: CoNLL-U files by any parser in, the analyses of the sentences in them out.

A sentence is looked up by its tokens. These may be the words of the file, or its surface tokens (`im` where the words
are `in dem`); a surface token of several words has the part of speech and the features of the first one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path

from redink.errors import InputError, Place
from redink.language.pipeline import Analysis, Scheme, Token
from redink.language.tokenising.generic import tokenise
from redink.language.universal.weights import word_list_of
from redink.reading.conllu import ParsedToken, read_tokens
from redink.records import Tokens

_ENDINGS = (".conllu", ".conllu.gz")


class ConlluPipeline:
    """Looks sentences up in files."""

    scheme: Scheme = "universal"

    def __init__(self, names: str, language: str = "") -> None:
        """Take files or folders, separated by commas, and the language whose rules and word list are used."""
        self.name = "conllu"
        self.language = language
        self.knows = word_list_of(language)
        self._paths = list(_files(names))

    @cached_property
    def version(self) -> str:
        """A checksum of what the files say."""
        digest = hashlib.blake2b(digest_size=6)
        for path in self._paths:
            digest.update(hashlib.sha256(path.read_bytes()).digest())
        return digest.hexdigest()

    @cached_property
    def _analyses(self) -> dict[Tokens, Analysis]:
        analyses: dict[Tokens, Analysis] = {(): ()}
        for path in self._paths:
            for words, surface in read_tokens(path):
                for tokens in (surface, words):
                    analyses[tuple(token.form for token in tokens)] = tuple(map(_token, range(len(tokens)), tokens))
        return analyses

    def analyse(self, sentences: Iterable[Sequence[str]]) -> Iterator[Analysis]:
        """Give the analyses of sentences in order."""
        for sentence in sentences:
            analysis = self._analyses.get(tuple(sentence))
            if analysis is None:
                raise InputError(
                    f"no sentence of the CoNLL-U files has exactly the tokens {' '.join(sentence)[:80]!r}",
                    place=Place(", ".join(map(str, self._paths))),
                    remedy="parse sources, references and outputs with the tokens that they have here, and name all "
                    "files: conllu:source.conllu,output.conllu",
                )
            yield analysis

    def tokenise(self, text: str) -> list[tuple[str, int]]:
        """Split at blanks and punctuation."""
        return tokenise(text)


def _token(place: int, token: ParsedToken) -> Token:
    feats = "" if token.feats == "_" else token.feats
    lemma = token.lemma if token.lemma not in ("", "_") or token.form == "_" else token.form.lower()
    pos = "" if token.pos == "_" and token.form != "_" else token.pos
    head = place if token.head is None else token.head
    return Token(token.form, token.form.lower(), feats, pos, lemma, token.label, head)


def _files(names: str) -> Iterator[Path]:
    for name in filter(None, names.split(",")):
        path = Path(name)
        inside = sorted(file for file in path.iterdir() if file.name.endswith(_ENDINGS)) if path.is_dir() else [path]
        if not inside or not all(file.is_file() for file in inside):
            raise InputError("there is no CoNLL-U file", place=Place(name), remedy="write conllu:FILE or conllu:FOLDER")
        yield from inside
