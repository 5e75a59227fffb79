"""Sentences in, the complaints of a grammar checker out: Harper (offline), or LanguageTool, which needs Java."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from redink.errors import MissingExtraError, UsageError
from redink.questions.faithfulness.mathematics.running_text import running_text
from redink.questions.faithfulness.mathematics.trigram import INSTALL


class Complaint(NamedTuple):
    """One error that a checker finds."""

    kind: str
    """The checker's name for the kind of error, e.g. `Agreement`."""
    text: str
    """The words concerned."""
    message: str


class Checker(Protocol):
    """A program that finds errors in running text."""

    @property
    def name(self) -> str:
        """The name that users type."""

    @property
    def version(self) -> str:
        """The version, for the signature."""

    def check(self, text: str) -> tuple[Complaint, ...]:
        """Give the complaints about a sentence."""


class Harper:
    """`harper-py`: a grammar checker in Rust that needs neither Java nor a network."""

    name = "harper"

    def __init__(self) -> None:
        """Load the checker."""
        try:
            import harper
        except ImportError as error:
            raise MissingExtraError("the grammar checker Harper is not installed", remedy=f"type: {INSTALL}") from error
        self._linter = harper.Linter()
        self.version = _version("harper-py")

    def check(self, text: str) -> tuple[Complaint, ...]:
        """Give the complaints about a sentence."""
        return tuple(Complaint(lint.lint_kind, lint.problem_text, lint.message) for lint in self._linter.lint(text))


class LanguageTool:
    """LanguageTool through `language-tool-python`; it needs Java, and LanguageTool on this machine."""

    name = "languagetool"

    def __init__(self, language: str = "en-US") -> None:
        """Start the server that comes with the package."""
        if shutil.which("java") is None:
            raise MissingExtraError("LanguageTool needs Java", remedy="install Java 17 or later, or use harper")
        try:
            import language_tool_python
        except ImportError as error:
            raise MissingExtraError(
                "the package for LanguageTool is not installed", remedy="type: pip install language-tool-python"
            ) from error
        if not _languagetool_is_here():
            raise MissingExtraError(
                "LanguageTool is not on this machine, and redink downloads nothing",
                remedy=f"download it: python -c \"import language_tool_python as it; it.LanguageTool('{language}')\"",
            )
        try:
            self._tool: Any = language_tool_python.LanguageTool(language)
        except Exception as error:  # anything at all: it starts a server
            raise MissingExtraError(
                f"LanguageTool does not start: {str(error)[:200]}", remedy="is its Java recent enough? or use harper"
            ) from error
        self.version = _version("language-tool-python")

    def check(self, text: str) -> tuple[Complaint, ...]:
        """Give the complaints about a sentence."""
        return tuple(self._complaint(match, text) for match in self._tool.check(text))

    def _complaint(self, match: Any, text: str) -> Complaint:
        # The package renamed its fields in version 3.
        rule = getattr(match, "rule_id", None) or match.ruleId
        length = getattr(match, "error_length", None) or match.errorLength
        return Complaint(str(rule), text[match.offset : match.offset + length], str(match.message))


def _languagetool_is_here() -> bool:
    """Tell whether the package would find LanguageTool; if not, it would download 250 MB without asking."""
    fetched = Path(os.environ.get("LTP_PATH", "~/.cache/language_tool_python")).expanduser()
    return bool(os.environ.get("LTP_JAR_DIR_PATH")) or any(fetched.glob("LanguageTool-*"))


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"


def load_checker(name: str) -> Checker:
    """Load `harper` or `languagetool`."""
    if name == "harper":
        return Harper()
    if name == "languagetool":
        return LanguageTool()
    raise UsageError(f"there is no grammar checker {name!r}", remedy="choose harper or languagetool")


def check_all(checker: Checker, sentences: Iterable[Sequence[str]]) -> Iterator[tuple[Complaint, ...]]:
    """Give the complaints about each tokenised sentence, checked as running text."""
    return (checker.check(running_text(tokens)) for tokens in sentences)


class Steps(NamedTuple):
    """The three steps of the thesis for one sentence: errors before, errors removed, errors introduced."""

    before: int
    """Number of errors in the source."""
    removed: int
    """How many of these the correction no longer has."""
    introduced: int
    """Number of errors in the correction that the source did not have."""

    @property
    def left(self) -> int:
        """Number of errors of the source that the correction still has."""
        return self.before - self.removed

    @property
    def after(self) -> int:
        """Number of errors in the correction."""
        return self.left + self.introduced


def three_steps(before: Sequence[Complaint], after: Sequence[Complaint]) -> Steps:
    """Compare the complaints about a source and its correction; complaints of the same kind and text are equal."""
    old, new = (Counter((error.kind, error.text.casefold()) for error in complaints) for complaints in (before, after))
    left = (old & new).total()
    return Steps(len(before), len(before) - left, len(after) - left)
