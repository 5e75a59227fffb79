"""Names of files of the bundled example in, their paths out; or the whole example as an `EvalSet`.

The example has ten invented learner essays with two references and six very different systems (README.md in this
folder; CC0). Every command can be tried on it.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from redink.errors import InputError, Place
from redink.reading.files import write_whole
from redink.reading.plain_text import read_sentences
from redink.reading.tables import read_table
from redink.records import EvalSet, Reference, System

REFERENCES = ("minimal", "fluent")
_ENDINGS = {".json", ".jsonl", ".md", ".toml", ".tsv", ".txt"}
SYSTEMS = ("speller", "rules", "middling", "strong", "fluent", "stutter")


def path(name: str) -> Path:
    """Give the path of one file of the example, e.g. `source.txt` or `systems/strong.txt`."""
    return Path(str(files(__name__))) / name


def copy_to(folder: Path) -> None:
    """Copy the files of the example into a folder, which is created if necessary; no different file is replaced."""
    names = [file.relative_to(path("")) for file in sorted(path("").rglob("*")) if file.suffix in _ENDINGS]
    for name in names:
        target = folder / name
        if target.exists() and target.read_bytes() != path(str(name)).read_bytes():
            raise InputError("another file of this name is there", place=Place(str(target)), remedy="name a new folder")
    (folder / "systems").mkdir(parents=True, exist_ok=True)
    for name in names:
        with write_whole(folder / name) as out:
            out.write(path(str(name)).read_text(encoding="utf-8"))


def load() -> EvalSet:
    """Give the example: sources, references, systems and the essay of each sentence."""
    table = read_table(path("essays.tsv"))
    return EvalSet(
        sources=read_sentences(path("source.txt")),
        references=tuple(Reference(name, read_sentences(path(f"reference-{name}.txt"))) for name in REFERENCES),
        systems=tuple(System(name, read_sentences(path(f"systems/{name}.txt"))) for name in SYSTEMS),
        documents=tuple(f"{essay} {title}" for essay, title in zip(table["essay"], table["title"], strict=True)),
    )
