"""Errors in single outputs in; one error that names all of them out, or, with `--keep-going`, one warning for each."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from redink.errors import InputError, Note, users_line
from redink.evaluation.plausibility.finding import Finding

Version = TypeVar("Version")


@dataclass(slots=True)
class BadFiles:
    """The outputs of a run that cannot be used."""

    files: int
    """How many outputs there are."""
    keep_going: bool = False
    """Whether the others are used without them."""
    errors: list[InputError] = field(default_factory=list)
    """One for each bad output."""

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Go on after an error in one output."""
        try:
            yield
        except InputError as error:
            self.errors.append(error)

    def without(self, systems: Sequence[tuple[str, Version]], refused: Sequence[Finding]) -> list[tuple[str, Version]]:
        """Give the outputs that can be used; raise if a reference is refused, or an output without `keep_going`."""
        files = [file for file, _ in systems]
        for finding in refused:
            if finding.file not in files:
                raise finding.error
        first = {finding.file: finding.error for finding in reversed(refused)}
        self.errors += [first[file] for file in files if file in first]
        if self.errors and (not self.keep_going or len(self.errors) >= self.files):
            raise self._joined()
        for message in self.messages:
            warnings.warn(f"redink: warning: {message}", Note, stacklevel=users_line())
        return [system for system in systems if system[0] not in first]

    @property
    def messages(self) -> list[str]:
        """What is said about each bad output."""
        return [f"left out: {error}" for error in self.errors]

    def _joined(self) -> InputError:
        if len(self.errors) == 1:
            return self.errors[0]
        reasons = "".join(f"\n  {error}" for error in self.errors)
        remedy = "" if self.keep_going else "correct them, or score the others with --keep-going"
        return InputError(f"{len(self.errors)} of {self.files} outputs cannot be used:{reasons}", remedy=remedy)
