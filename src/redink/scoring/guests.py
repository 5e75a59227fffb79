"""The name of a measure of the package gec-metrics in, the measure out: `gecmetrics:scribendi@settings.json`.

The package is not a dependency: it brings torch. It is imported when a sentence must be scored, and never for sentences
whose scores are on disk already. The settings file is JSON with the fields of the measure's `Config`, such as local
folders of models. docs/guests.md has the table of measures.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.metadata
import json
import sqlite3
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Literal

import numpy as np

from redink.arrays import Floats, ratio
from redink.errors import InputError, MissingExtraError, Place, UsageError, users_line
from redink.frozen import frozen
from redink.records import EvalSet, System
from redink.scoring.measure import Conventions, Need, reference_texts, refuse_filters
from redink.signature import Value

PREFIX = "gecmetrics:"
WITH_REFERENCES = ("bertscore", "pterrant")
REFERENCE_FREE = ("some", "impara", "scribendi")
_OURS = {
    "errant": "F0.5 (with --pipeline errant)",
    "gleu": "GLEU",
    "gleuofficial": "GLEU",
    "green": "GREEN-gecmetrics",
    "gotoscorer": "wF0.5",
}
"""Measures that redink has itself."""
_CONTENT = 1 << 20
"""Bytes of each file of a model that are looked at."""


@frozen
class Guest:
    """The mean (of Scribendi: the sum) of the sentence scores that gec-metrics gives."""

    id: str
    """The package's name of the measure."""
    path: str
    """The settings file; empty for the package's own settings."""
    settings: str
    """Its contents."""
    conventions: Conventions
    columns: ClassVar[tuple[str, ...]] = ("score", "sentences")
    needs: Need = "texts"

    @property
    def name(self) -> str:
        """`gecmetrics:bertscore@settings.json` and the like."""
        return f"{PREFIX}{self.id}" + (f"@{self.path}" if self.path else "")

    @property
    def conditions(self) -> Mapping[str, Value]:
        """The version of the package."""
        return {"gec-metrics": _version()}

    def inputs(self) -> Mapping[str, Iterable[str]]:
        """The settings, and the files of the models that they name."""
        return {"models": [self.settings, *_model_lines(self.settings)]}

    def sentence_stats(self, data: EvalSet, system: System) -> Floats:
        """The score of each sentence, and a 1 that counts sentences."""
        scores = self._scores(data, system)
        return np.column_stack([scores, np.ones(len(scores))])

    def score_from_sums(self, sums: Floats) -> Floats:
        """The mean; of Scribendi the sum, as the package has it."""
        if self.id == "scribendi":
            total: Floats = np.asarray(sums, dtype=np.float64)[..., 0]
            return total
        return ratio(sums[..., 0], sums[..., 1])

    def sentence_scores(self, data: EvalSet, system: System) -> Floats:
        """The score of each sentence."""
        return self._scores(data, system)

    def _rows(self, data: EvalSet, system: System) -> list[tuple[str, ...]]:
        """Give source, output and references of each sentence as texts; a missing reference is the first once more."""
        rows = []
        answers = reference_texts(data, self.conventions.absent) if self.id in WITH_REFERENCES else None
        most = max(map(len, answers), default=0) if answers else 0
        for number, (source, text) in enumerate(zip(data.sources, system.texts, strict=True)):
            sentence_answers = (
                [*answers[number], *[answers[number][0]] * (most - len(answers[number]))] if answers else []
            )
            rows.append(tuple(" ".join(tokens) for tokens in (source, text, *sentence_answers)))
        return rows

    def _scores(self, data: EvalSet, system: System) -> Floats:
        rows = self._rows(data, system)
        store = ScoreStore.usual()
        start = "\n".join((self.id, _version(), *self.inputs()["models"]))
        keys = [hashlib.sha256("\0".join((start, *row)).encode()).hexdigest() for row in rows]
        known = store.find(keys)
        missing = list(dict.fromkeys(key for key in keys if key not in known))
        if missing:
            by_key = dict(zip(keys, rows, strict=True))
            fresh = dict(zip(missing, self._ask([by_key[key] for key in missing]), strict=True))
            store.keep(fresh)
            known |= fresh
        return np.array([known[key] for key in keys], dtype=np.float64)

    def _ask(self, rows: Sequence[tuple[str, ...]]) -> list[float]:
        metric = _loaded(self.id, self.settings, self.path)
        sources, hypotheses, *references = (list(column) for column in zip(*rows, strict=True))
        handler = _package("gec_metrics.metrics").inputs_handler
        scores = metric.score_sentence(**handler(metric, sources, hypotheses, references))
        return [float(score) for score in scores]


class GuestWithoutReferences(Guest):
    """The same for a measure that looks at sources and outputs alone."""

    __slots__ = ()
    without_references: ClassVar[Literal[True]] = True


def make(name: str, conventions: Conventions) -> Guest | None:
    """Give the measure of a name; `None` if the name is not one of gec-metrics."""
    if not name.lower().startswith(PREFIX):
        return None
    identity, _, path = name[len(PREFIX) :].partition("@")
    identity = identity.lower()
    if identity in _OURS:
        raise UsageError(f"redink has {identity} itself", remedy=f"use -m {_OURS[identity]}")
    if identity not in WITH_REFERENCES + REFERENCE_FREE:
        cause = "compares pairs of outputs and gives no score" if identity.startswith("llm") else "is not known"
        raise UsageError(
            f"{name}: {identity!r} {cause}", remedy=f"choose from {', '.join(WITH_REFERENCES + REFERENCE_FREE)}"
        )
    refuse_filters(name, conventions)
    kind = GuestWithoutReferences if identity in REFERENCE_FREE else Guest
    return kind(identity, path, _read_settings(path), conventions)


make.names = ()  # type: ignore[attr-defined] # guests need models, so no list of measures names them


def _read_settings(path: str) -> str:
    if not path:
        return "{}"
    try:
        given = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"no settings can be read: {error}", place=Place(path), remedy="give a JSON object") from error
    if not isinstance(given, dict):
        raise InputError("the settings are no JSON object", place=Place(path), remedy='write {"model": "FOLDER"}')
    return json.dumps(given, sort_keys=True)


def _model_lines(settings: str) -> list[str]:
    """Describe the files of every local model that settings name."""
    lines = []
    for value in json.loads(settings).values():
        folder = Path(value) if isinstance(value, str) and value else None
        if folder is not None and folder.exists():
            files = sorted(folder.rglob("*")) if folder.is_dir() else [folder]
            lines += [f"{file.name} {file.stat().st_size} {_digest(file)}" for file in files if file.is_file()]
    return lines


@cache
def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.sha256(file.read(_CONTENT)).hexdigest()[:16]


def _package(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise MissingExtraError(
            f"measures of gec-metrics need that package ({error})", remedy="type: pip install gec-metrics"
        ) from error


def _version() -> str:
    try:
        return importlib.metadata.version("gec-metrics")
    except importlib.metadata.PackageNotFoundError:
        return str(getattr(_package("gec_metrics"), "__version__", "unknown"))


@cache
def _loaded(identity: str, settings: str, path: str) -> Any:
    """Load a measure with its models, once."""
    kind = _package("gec_metrics").get_metric(identity)
    try:
        return kind(kind.Config(**json.loads(settings)))
    except TypeError as error:
        raise InputError(
            f"{identity}: {error}", place=Place(path or "settings"), remedy="see docs/guests.md"
        ) from error
    except OSError as error:  # what transformers raises for a model that is not there
        raise MissingExtraError(
            f"the model of {identity} cannot be loaded: {str(error).splitlines()[0]}",
            remedy=f"name a local folder in a settings file: -m {PREFIX}{identity}@settings.json",
        ) from error


@frozen
class ScoreStore:
    """Scores of sentences on disk, by a key of text, model and version; losing the file loses only time."""

    path: Path

    @classmethod
    def usual(cls) -> ScoreStore:
        """Give the store in the user's cache."""
        from platformdirs import user_cache_path

        return cls(user_cache_path("redink") / "guest-scores.sqlite")

    def find(self, keys: Sequence[str]) -> dict[str, float]:
        """Give the scores that are there."""
        kept: dict[str, float] = {}
        try:
            with self._open() as table:
                for key in dict.fromkeys(keys):
                    row = table.execute("SELECT score FROM scores WHERE key = ?", (key,)).fetchone()
                    if row is not None:
                        kept[key] = float(row[0])
        except (sqlite3.Error, OSError) as error:
            warnings.warn(f"{self.path}: scores of earlier runs cannot be read: {error}", stacklevel=users_line())
        return kept

    def keep(self, scores: Mapping[str, float]) -> None:
        """Add scores."""
        try:
            with self._open() as table:
                table.executemany("INSERT OR REPLACE INTO scores VALUES (?, ?)", scores.items())
        except (sqlite3.Error, OSError) as error:
            warnings.warn(f"{self.path}: scores cannot be kept: {error}", stacklevel=users_line())

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self.path, timeout=60)) as table, table:  # the second `with` commits
            table.execute("CREATE TABLE IF NOT EXISTS scores (key TEXT PRIMARY KEY, score REAL)")
            yield table
