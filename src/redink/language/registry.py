"""A pipeline's name in, the pipeline out; heavy ones are imported only here and only when asked for.

A name is one of ours (`redink-en`, `errant`, `plain`), the code of a language (`de` or `redink-de`), a door to another
program (`conllu:FILE`, `udpipe:FILE`, `stanza:de`, `spacy:NAME`), that of a plug-in in the group `redink.pipelines`, or
a spaCy model. `de=conllu:FILE` names the language of a door, whose rules and word list are then used. `+FILE.toml` at
the end adds a taxonomy, the rules and types of a user: `de+errors.toml`.
"""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

from redink.errors import MissingExtraError, UsageError
from redink.language.errant_model import INSTALL
from redink.language.pipeline import Pipeline
from redink.registry import contribution

DEFAULT = "redink-en"
_LANGUAGE = re.compile(r"(?:redink-)?([a-z]{2})")
BY_CHARACTER = ("ja", "zh")
"""Languages without an analyser of ours, whose text is split into characters."""
_DOOR = re.compile(r"(?:([a-z]{2})=)?(conllu|udpipe|stanza|spacy):(.+)", re.DOTALL)
_TAXONOMY = "+"


def with_taxonomy(name: str, taxonomy: str) -> str:
    """Give the name of a pipeline whose types come from a file of a user."""
    joined = f"{name}{_TAXONOMY}{taxonomy}"
    if split_taxonomy(joined) != (name, taxonomy):
        raise UsageError(
            f"{taxonomy!r} cannot be the name of a taxonomy", remedy="give a path that ends in .toml and has no +"
        )
    return joined


def split_taxonomy(name: str) -> tuple[str, str]:
    """Split a name into that of the pipeline and the file of the taxonomy, which is empty if there is none."""
    pipeline, _, taxonomy = name.rpartition(_TAXONOMY)
    return (pipeline, taxonomy) if pipeline and taxonomy.endswith(".toml") else (name, "")


def load_pipeline(name: str = DEFAULT) -> Pipeline:
    """Load a pipeline by its name, a language by its code, or any spaCy model by name or path."""
    if name in (DEFAULT, "en"):
        from redink.language.english.pipeline import EnglishPipeline

        return EnglishPipeline()
    if name == "plain":
        from redink.language.plain import PlainPipeline

        return PlainPipeline()
    if name == "errant":
        from redink.language.spacy_pipeline import ErrantPipeline

        return ErrantPipeline()
    if make := contribution("redink.pipelines", name):
        made: Pipeline = make()
        return made
    if name.removeprefix("redink-") in BY_CHARACTER:
        from redink.language.plain import CharacterPipeline

        return CharacterPipeline(name.removeprefix("redink-"))
    if match := _LANGUAGE.fullmatch(name):
        from redink.language.universal.pipeline import UniversalPipeline

        return UniversalPipeline(match[1])
    if match := _DOOR.fullmatch(name):
        return _behind(match[2], match[3], match[1] or "")
    return _spacy(name)


def _behind(door: str, name: str, language: str) -> Pipeline:
    """Load what is behind a door."""
    if door == "conllu":
        from redink.language.doors.conllu import ConlluPipeline

        return ConlluPipeline(name, language)
    if door == "udpipe":
        from redink.language.doors.udpipe import UdpipePipeline

        return UdpipePipeline(name, language)
    if door == "stanza":
        from redink.language.doors.stanza import StanzaPipeline

        return StanzaPipeline(name, language)
    return _spacy(name)


def _spacy(name: str) -> Pipeline:
    from redink.language.universal.weights import NAMES

    codes = {language.casefold(): code for code, language in NAMES.items()} | {"english": "en"}
    if name.casefold() in codes and not Path(name).exists():
        raise UsageError(f"{name!r} is no pipeline", remedy=f"write the code of the language: {codes[name.casefold()]}")
    if find_spec("spacy") is None:
        raise MissingExtraError(
            f"there is no pipeline {name!r}",
            remedy=f"choose redink-en, errant or plain; to use a spaCy model, install spaCy: {INSTALL}",
        )
    from redink.language.spacy_pipeline import SpacyPipeline

    return SpacyPipeline(name)
