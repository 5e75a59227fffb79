"""The bundled example: names of files in, their paths out; or the whole as an `EvalSet`.

Ten invented learner essays with two references and six systems of unlike character (README.md in
this folder; CC0). Every command can be tried on it.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from redink.reading.plain_text import read_sentences
from redink.reading.tables import read_table
from redink.records import EvalSet, Reference, System

REFERENCES = ("minimal", "fluent")
SYSTEMS = ("speller", "rules", "middling", "strong", "fluent", "stutter")


def path(name: str) -> Path:
    """Give the path of one file of the example, e.g. `source.txt` or `systems/strong.txt`."""
    return Path(str(files(__name__))) / name


def load() -> EvalSet:
    """Read sources, references, systems and the essay of each sentence."""
    table = read_table(path("essays.tsv"))
    return EvalSet(
        sources=read_sentences(path("source.txt")),
        references=tuple(Reference(name, read_sentences(path(f"reference-{name}.txt"))) for name in REFERENCES),
        systems=tuple(System(name, read_sentences(path(f"systems/{name}.txt"))) for name in SYSTEMS),
        documents=tuple(f"{essay} {title}" for essay, title in zip(table["essay"], table["title"], strict=True)),
    )
