"""`udpipe:FILE`: a model of UDPipe 1 in, the analyses of sentences out; needs the package ufal.udpipe."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from redink.errors import InputError, MissingExtraError, Place
from redink.language.pipeline import Analysis, Scheme, Token
from redink.language.tokenising.generic import tokenise
from redink.language.universal.weights import word_list_of


class UdpipePipeline:
    """A model file of UDPipe 1, without its parser."""

    scheme: Scheme = "universal"

    def __init__(self, name: str, language: str = "") -> None:
        """Load a model."""
        try:
            from ufal import udpipe
        except ImportError as error:
            raise MissingExtraError("UDPipe is not installed", remedy="type: pip install ufal.udpipe") from error
        path = Path(name)
        model = udpipe.Model.load(name) if path.is_file() else None
        if model is None:
            raise InputError("this is no model of UDPipe", place=Place(name), remedy="write udpipe:FILE.udpipe")
        self._udpipe, self._model = udpipe, model
        self.name = f"udpipe-{path.stem}"
        self.version = hashlib.sha256(path.read_bytes()).hexdigest()[:8]
        self.language = language
        self.knows = word_list_of(language)

    def analyse(self, sentences: Iterable[Sequence[str]]) -> Iterator[Analysis]:
        """Analyse sentences in order."""
        for words in sentences:
            sentence = self._udpipe.Sentence()
            for word in words:
                sentence.addWord(word or "_")
            self._model.tag(sentence, self._model.DEFAULT)
            # Word 0 is the root.
            tagged = [sentence.words[place] for place in range(1, len(words) + 1)]
            yield tuple(
                Token(word, word.lower(), entry.feats, entry.upostag, entry.lemma or word.lower(), "", place)
                for place, (word, entry) in enumerate(zip(words, tagged, strict=True))
            )

    def tokenise(self, text: str) -> list[tuple[str, int]]:
        """Split at blanks and punctuation."""
        return tokenise(text)
