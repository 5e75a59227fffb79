"""Nothing in; commands that run in one process, or are forked from it, analyse and align equal sentences once.

For tests and recordings, where hundreds of commands read the same few sentences. What is kept depends on its key alone,
so that every command prints what it prints otherwise.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from redink import example
from redink.annotation.annotator import Annotator, Settings
from redink.annotation.cache import AnalysisCache
from redink.evaluation import preparation
from redink.language.pipeline import Analysis, Pipeline
from redink.questions.score.run import score
from redink.records import Edits, Tokens
from redink.scoring.walks import Walker

_KEPT = ("redink-en", "errant", "plain")
"""Pipelines that are kept: those whose version tells everything about them."""


def replacements() -> Iterator[tuple[Any, str, Callable[..., Any]]]:
    """Give (object, name of an attribute, what to put there); each call begins with nothing kept."""
    analyses: dict[tuple[str, str], dict[Tokens, Analysis]] = defaultdict(dict)
    edits: dict[tuple[str, str, Settings, Tokens, Tokens], Edits] = {}
    walks: dict[int, tuple[Any, Any]] = defaultdict(lambda: ({}, {}))
    load, start_walker = preparation.load_pipeline, Walker.__init__
    start, edits_of = Annotator.__init__, Annotator.edits
    kept_pipeline = cache(load)

    def load_once(name: str) -> Pipeline:
        return kept_pipeline(name) if name in _KEPT else load(name)

    def start_with_analyses(
        self: Annotator, pipeline: Pipeline, settings: Settings | None = None, cache: AnalysisCache | None = None
    ) -> None:
        start(self, pipeline, settings, cache)
        if pipeline.name in _KEPT and cache is None:
            self._known = analyses[pipeline.name, pipeline.version]

    def edits_once(self: Annotator, source: Tokens, correction: Tokens) -> Edits:
        if self.pipeline.name not in _KEPT or self.settings.taxonomy:
            return edits_of(self, source, correction)
        key = self.pipeline.name, self.pipeline.version, self.settings, source, correction
        if key not in edits:
            edits[key] = edits_of(self, source, correction)
        return edits[key]

    def start_with_walks(self: Walker, max_unchanged: int) -> None:
        start_walker(self, max_unchanged)
        self._walks, self._ways = walks[max_unchanged]

    yield preparation, "load_pipeline", load_once
    yield Annotator, "__init__", start_with_analyses
    yield Annotator, "edits", edits_once
    yield Walker, "__init__", start_with_walks


@cache
def remember_example(*pipelines: str) -> None:
    """Replace for good, analyse the bundled example and walk through it, so that processes that are forked need not."""
    for place, name, value in replacements():
        setattr(place, name, value)
    data = example.load()
    for pipeline in pipelines:
        data = preparation.prepare(example.load(), pipeline=pipeline).data
    score(data, "M2")
