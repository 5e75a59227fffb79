"""What was found to be odd about a file: a record that becomes a warning or an error."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from redink.errors import InputError, Place
from redink.frozen import frozen
from redink.records import Tokens

Texts = Sequence[Tokens | None]
"""The sentences of a file; `None` where an annotator has no line."""

_scoring: ContextVar[bool] = ContextVar("scoring", default=True)


@contextmanager
def remedies(*, scoring: bool) -> Iterator[None]:
    """Let findings name the options of the commands that score inside the `with` block, or not."""
    token = _scoring.set(scoring)
    try:
        yield
    finally:
        _scoring.reset(token)


@frozen
class File:
    """A file of the data: source, reference or output."""

    name: str
    """How messages call it."""
    texts: Texts
    """Its sentences."""
    is_text: bool = True
    """Whether it was read as text: edits of an M2 file may delete a whole sentence on purpose."""
    may_delete: bool = False
    """Whether some blank lines of a text may be meant."""


@frozen
class Finding:
    """Something that does not look like what the user meant."""

    file: str
    """The file that is odd."""
    cause: str
    """What is odd about it, with the number of lines."""
    remedy: str
    """What to do about it, for any command."""
    first: int | None = None
    """The first line, from 1, where a line is to blame."""
    certain: bool = False
    """Whether nobody can have meant it."""
    scoring_remedy: str = ""
    """What to do about it instead with the options of the commands that score, such as `--clean`."""

    @property
    def error(self) -> InputError:
        """The finding as an error."""
        return InputError(self.cause, place=Place(self.file, self.first), remedy=self._advice)

    def __str__(self) -> str:
        """The finding as a warning."""
        place = Place(self.file, self.first)
        return f"{place}: {self.cause}; {self._advice}"

    @property
    def _advice(self) -> str:
        return (self.scoring_remedy if _scoring.get() else "") or self.remedy


def share(part: int, whole: int) -> str:
    """Write how many lines are meant."""
    return f"{part:,} of {whole:,} lines"
