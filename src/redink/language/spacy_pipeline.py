"""spaCy's pipelines: a model's name or path in, analysed sentences out.

Only this file and `spacy_readings` import spaCy. `ErrantPipeline` gives the same analyses as spaCy's own
pipeline with less work: tagger and parser run as they are, coarse POS and lemma come from `spacy_readings`.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from itertools import chain, islice, pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from redink.errors import MissingExtraError
from redink.language.errant_model import INSTALL, find_model, verify
from redink.language.pipeline import Analysis, Scheme, Token, batches
from redink.language.spacy_readings import STAND_IN, Readings
from redink.language.spacy_vectors import WindowVectors
from redink.language.tokenising.english import LONGEST_PIECE
from redink.language.universal.weights import word_list_of

_BATCH = 128
"""Sentences that are tagged and parsed together."""
_TOKENS_AT_ONCE = 40_000
"""Tokens whose windows are compared: versions of a text share windows, but their vectors fill memory."""
_UNUSED = ("ner", "senter", "sentencizer", "entity_linker", "textcat")
_FORGET_ABOVE = 300_000
"""spaCy never forgets a word form that it has seen; above this many, the model is loaded afresh."""
_WORDS = "redink: words as written"
"""Key under which a Doc keeps its words as written, if substitutes stand for some of them."""


def _import_spacy() -> Any:
    """Import spaCy, or say how to get it."""
    try:
        with _without_command_line():
            import spacy
    except ImportError as error:
        raise MissingExtraError(f"spaCy cannot be used: {error}", remedy=f"type: {INSTALL}") from error
    return spacy


@contextmanager
def _without_command_line() -> Iterator[None]:
    """Keep spaCy from importing its command line, which takes a third of its start-up and only serves `spacy.info`.

    A stand-in takes the place of these modules during the import and goes when it is over, so that
    whoever asks for `spacy.cli` or `spacy.info` later still gets the real ones.
    """
    names = ("spacy.cli", "spacy.cli.info")
    if "spacy" in sys.modules or any(name in sys.modules for name in names):
        yield
        return
    for name in names:
        stand_in = ModuleType(name)
        stand_in.info = _real_info  # type: ignore[attr-defined]
        sys.modules[name] = stand_in
    try:
        yield
    finally:
        for name in names:
            sys.modules.pop(name, None)


def _real_info(*arguments: Any, **options: Any) -> Any:
    return import_module("spacy.cli.info").info(*arguments, **options)


def _load(path: str | Path, exclude: Iterable[str], config: dict[str, Any] | None = None) -> Any:
    """Load a model that computes with NumPy's own BLAS: cheaper than BLIS here, same analyses."""
    spacy = _import_spacy()
    from thinc.api import NumpyOps, get_current_ops, set_current_ops

    before = get_current_ops()
    set_current_ops(NumpyOps(use_blis=False))
    try:
        return spacy.load(path, exclude=list(exclude), config=config or {})
    finally:
        set_current_ops(before)


def _bare_tokeniser() -> Callable[[Any], Any]:
    """Give a function that makes tokenisers without any rule, as spaCy's configuration expects it."""
    from spacy.tokenizer import Tokenizer

    return lambda nlp: Tokenizer(nlp.vocab)


class SpacyPipeline:
    """Any installed spaCy model, run as it is (without the parts that edits do not need)."""

    def __init__(self, model: str) -> None:
        """Load a model by name or path."""
        _import_spacy()
        try:
            self._nlp = _load(model, _UNUSED)
        except Exception as error:  # any error: the name may be that of any package, which is then run
            raise MissingExtraError(
                f"the spaCy model {model!r} cannot be loaded: {_first_line(error)}",
                remedy="give the name of an installed model, the path of a model folder, or one of "
                "redink-en, errant, plain",
            ) from error
        meta = self._nlp.meta
        self.name = f"{meta['lang']}_{meta['name']}"
        self.version = f"{meta['version']}+spacy{version('spacy')}"
        if self._nlp.path == Path(model):
            # A folder may be trained anew under the same name and version; an installed package may not.
            self.version += f"+{_fingerprint(Path(model))}"
        self.language: str = meta["lang"]
        tags = bool({"tagger", "morphologizer"} & set(self._nlp.pipe_names))
        self.scheme: Scheme = "english" if self.language == "en" else "universal" if tags else "operation"
        self.knows = word_list_of(self.language)

    def analyse(self, sentences: Iterable[Sequence[str]]) -> Iterator[Analysis]:
        """Analyse sentences in order."""
        docs = (_doc(self._nlp, words) for words in sentences)
        for doc in self._nlp.pipe(docs, batch_size=_BATCH):
            yield _as_written(doc, _read(doc) if self.scheme == "english" else _read_universal(doc))

    def tokenise(self, text: str) -> list[tuple[str, int]]:
        """Split text with the model's own tokeniser; white space is never a token."""
        return [(token.text, token.idx) for token in self._nlp.tokenizer(text) if not token.is_space]


def _spelt(words: Iterable[str]) -> list[str]:
    """Give words that spaCy takes: a stand-in for an empty one, and no half of a surrogate pair.

    Such a half cannot come from a file, but it can be in a string.
    """
    spelt = [word or STAND_IN for word in words]
    return spelt if all(map(str.isascii, spelt)) else [word.encode("utf-8", "replace").decode() for word in spelt]


def _doc(nlp: Any, words: Sequence[str]) -> Any:
    from spacy.tokens import Doc

    spelt = _spelt(words)
    doc = Doc(nlp.vocab, words=spelt)
    if spelt != list(words):
        doc.user_data[_WORDS] = tuple(words)
    return doc


def _as_written(doc: Any, analysis: Analysis) -> Analysis:
    """Put words as written back in place of their substitutes."""
    if _WORDS not in doc.user_data:
        return analysis
    return tuple(
        token._replace(text=word, lower=word.lower())
        for word, token in zip(doc.user_data[_WORDS], analysis, strict=True)
    )


def _first_line(error: Exception) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]


def _fingerprint(folder: Path) -> str:
    """Give a short checksum of all files in a folder."""
    digest = hashlib.blake2b(digest_size=6)
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(str(path.relative_to(folder)).encode())
        with path.open("rb") as handle:
            digest.update(hashlib.file_digest(handle, "sha256").digest())
    return digest.hexdigest()


def _read(doc: Any) -> Analysis:
    return tuple(
        Token(token.text, token.lower_, token.tag_, token.pos_, token.lemma_, token.dep_, token.head.i) for token in doc
    )


def _read_universal(doc: Any) -> Analysis:
    """Read parts of speech and features of Universal Dependencies; a token without a lemma is its own."""
    return tuple(
        Token(
            token.text, token.lower_, str(token.morph), token.pos_, token.lemma_ or token.lower_, token.dep_,
            token.head.i,
        )
        for token in doc
    )  # fmt: skip


class ErrantPipeline:
    """spaCy's en_core_web_sm 3.8.0, verified, as ERRANT 3 uses it."""

    name = "errant"
    scheme: Scheme = "english"
    language = "en"

    def __init__(self, folder: Path | None = None) -> None:
        """Find the installed model, or take a folder of the same release; it is loaded on first use.

        So work that a cache can answer never has to wait for spaCy.
        """
        self._folder = find_model() if folder is None else folder
        try:
            self.version = f"en_core_web_sm-3.8.0+spacy{version('spacy')}"
        except PackageNotFoundError as error:
            raise MissingExtraError("spaCy is not installed", remedy=f"type: {INSTALL}") from error
        self._nlp: Any = None

    def _start(self) -> None:
        verify(self._folder)
        # Tokens come ready-made, so the tokeniser, a third of the loading time, is loaded only when it is needed.
        _import_spacy().registry.tokenizers("redink.Bare.v1", func=_bare_tokeniser)
        bare = {"nlp.tokenizer": {"@tokenizers": "redink.Bare.v1"}}
        self._nlp = _load(self._folder, (*_UNUSED, "tokenizer"), bare)
        self._tokeniser: Any = None
        self._vectors = WindowVectors(self._nlp.get_pipe("tok2vec"), self._nlp.vocab)
        self._nlp.select_pipes(disable=["tok2vec"])
        self._readings = Readings(self._nlp)

    def analyse(self, sentences: Iterable[Sequence[str]]) -> Iterator[Analysis]:
        """Analyse sentences in order; a batch shares the work on distinct tokens."""
        if self._nlp is None or len(self._readings) > _FORGET_ABOVE:
            self._start()
        docs = self._nlp.pipe(
            chain.from_iterable(map(self._docs, batches(sentences, _TOKENS_AT_ONCE))), batch_size=_BATCH
        )
        while batch := list(islice(docs, _BATCH)):
            yield from self._finish(batch)

    def _docs(self, sentences: Sequence[Sequence[str]]) -> Iterator[Any]:
        """Give sentences to tag and parse, with the vectors that both start from."""
        vectors, numbers = self._vectors([_spelt(words) for words in sentences])
        ends = np.cumsum([0, *map(len, sentences)]).tolist()
        for words, (start, end) in zip(sentences, pairwise(ends), strict=True):
            doc = _doc(self._nlp, words)
            doc.tensor = vectors[numbers[start:end]]
            yield doc

    def tokenise(self, text: str) -> list[tuple[str, int]]:
        """Split text as `errant_parallel -tok` does, but drop white-space tokens."""
        if self._nlp is None:
            self._start()
        if self._tokeniser is None:
            self._tokeniser = _bare_tokeniser()(self._nlp).from_disk(self._folder / "tokenizer")
        # spaCy needs quadratic time for a long piece of marks; pieces between blanks do not depend on each other.
        pieces = [match.span() for match in re.finditer(rf"\S{{{LONGEST_PIECE + 1},}}", text)]
        tokens: list[tuple[str, int]] = []
        for (_, start), (end, stop) in pairwise([(0, 0), *pieces, (len(text), len(text))]):
            between = self._tokeniser(text[start:end])
            tokens += ((token.text, start + token.idx) for token in between if not token.is_space)
            tokens += [(text[end:stop], end)] if end < stop else []
        return tokens

    def knows(self, word: str) -> None:
        """Give nothing: the English rules have a word list of their own."""

    def _finish(self, docs: list[Any]) -> Iterator[Analysis]:
        """Add coarse POS and lemma, sentence by sentence, from the readings of the tokens."""
        from spacy.attrs import DEP, HEAD, LOWER, ORTH, TAG

        # Heads are relative positions, written as unsigned numbers: read as signed ones they are right.
        tables = [doc.to_array([LOWER, DEP, HEAD, ORTH, TAG]).astype("int64").T.tolist() for doc in docs]
        readings, keys = self._readings.of(tables)
        label_of = self._readings.label_of
        make = tuple.__new__  # `Token(...)` without its constructor, which takes twice as long
        for doc, (lowers, labels, heads, _, _), row in zip(docs, tables, keys, strict=True):
            if self._readings.needs_context(doc, lowers, labels):
                yield _as_written(doc, _read(self._readings.complete(doc)))
                continue
            tokens = zip(row, labels, _positions(heads), strict=True)
            analysis = tuple([make(Token, (*readings[key], label_of[label], head)) for key, label, head in tokens])
            yield _as_written(doc, analysis)


def _positions(heads: list[int]) -> list[int]:
    """Turn heads relative to their tokens into positions."""
    return [position + head for position, head in enumerate(heads)]
