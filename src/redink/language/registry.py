"""A pipeline's name in, the pipeline out; heavy ones are imported only here and only when asked for."""

from __future__ import annotations

from importlib.util import find_spec

from redink.errors import MissingExtraError
from redink.language.errant_model import INSTALL
from redink.language.pipeline import Pipeline

DEFAULT = "redink-en"


def load_pipeline(name: str = DEFAULT) -> Pipeline:
    """Load `redink-en`, `errant`, `plain`, or any spaCy model by name or path."""
    if name == DEFAULT:
        from redink.language.english.pipeline import EnglishPipeline

        return EnglishPipeline()
    if name == "plain":
        from redink.language.plain import PlainPipeline

        return PlainPipeline()
    if name != "errant" and find_spec("spacy") is None:
        raise MissingExtraError(
            f"there is no pipeline {name!r}",
            remedy=f"choose redink-en, errant or plain; to use a spaCy model, install spaCy: {INSTALL}",
        )
    from redink.language.spacy_pipeline import ErrantPipeline, SpacyPipeline

    return ErrantPipeline() if name == "errant" else SpacyPipeline(name)
