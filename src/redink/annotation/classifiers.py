"""A pipeline in; the classifier that names the errors its labels can tell apart out.

A package can bring a classifier of its own by an entry point in the group `redink.classifiers`, named after a language:
a function that takes the pipeline and gives an object like `Classifier` (docs/plugins.md).
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from redink.annotation.classify import Classification, classify, classify_by_operation, error_type
from redink.annotation.spans import Span
from redink.errors import UsageError
from redink.frozen import frozen
from redink.language.pipeline import Analysis, Pipeline
from redink.registry import contribution


class Classifier(Protocol):
    """An object that names the error that an edit corrects."""

    @property
    def version(self) -> str:
        """What can change its types, for the signature; empty if the version of redink says it."""

    def error_type(self, source: Analysis, target: Analysis, span: Span) -> str:
        """Give the type of an edit, operation first."""

    def classify(self, source: Analysis, target: Analysis, span: Span) -> Classification:
        """Give the type with the rule that named it and what that rule saw."""


@frozen
class _English:
    """The 25 types of Bryant and others (2017)."""

    version: str = ""

    def error_type(self, source: Analysis, target: Analysis, span: Span) -> str:
        return error_type(source, target, span)

    def classify(self, source: Analysis, target: Analysis, span: Span) -> Classification:
        return classify(source, target, span)


@frozen
class _OperationOnly:
    """Missing, replaced, unnecessary: all that can be told without parts of speech."""

    version: str = ""

    def error_type(self, source: Analysis, target: Analysis, span: Span) -> str:
        return classify_by_operation(source, target, span).type

    def classify(self, source: Analysis, target: Analysis, span: Span) -> Classification:
        return classify_by_operation(source, target, span)


def classifier_of(pipeline: Pipeline, taxonomy: str = "") -> Classifier:
    """Give the classifier of a pipeline: that of a plug-in for its language, or else ours for its scheme."""
    is_known = pipeline.language not in ("", "en")
    make = contribution("redink.classifiers", pipeline.language) if is_known else None
    if pipeline.scheme == "universal" and not make:
        from redink.annotation.universal.classifier import UniversalClassifier

        knows = pipeline.knows if pipeline.knows("a") is not None else None
        return UniversalClassifier(pipeline.language, knows=knows, taxonomy=Path(taxonomy) if taxonomy else None)
    if taxonomy:
        raise UsageError(
            f"--taxonomy needs the types for any language, which {pipeline.name} does not give",
            remedy="choose a language, for example --language de",
        )
    if make:
        made: Classifier = make(pipeline)
        return made
    return _English() if pipeline.scheme == "english" else _OperationOnly()
