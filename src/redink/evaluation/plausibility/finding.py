"""What was found to be odd about a file: a record that becomes a warning or an error."""

from __future__ import annotations

from collections.abc import Sequence

from redink.errors import InputError, Place
from redink.frozen import frozen
from redink.records import Tokens

Texts = Sequence[Tokens | None]
"""The sentences of a file; `None` where an annotator has no line."""


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
    """What to do about it."""
    first: int | None = None
    """The first line, from 1, where a line is to blame."""
    certain: bool = False
    """Whether nobody can have meant it."""

    @property
    def error(self) -> InputError:
        """The finding as an error."""
        return InputError(self.cause, place=Place(self.file, self.first), remedy=self.remedy)

    def __str__(self) -> str:
        """The finding as a warning."""
        place = Place(self.file, self.first)
        return f"{place}: {self.cause}; {self.remedy}"


def share(part: int, whole: int) -> str:
    """Write how many lines are meant."""
    return f"{part:,} of {whole:,} lines"
