"""The text of one file in; the corrections alone (`--clean`), one for each source sentence (`--align`), out."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from redink.errors import InputError, Note, Place, users_line
from redink.evaluation.tokenising import Splitting, cut_alike
from redink.records import Tokens
from redink.scoring.measure import expect_choice

Align: TypeAlias = Literal["sentences"]
Clean: TypeAlias = Literal["llm"]


@dataclass(slots=True)
class TextStages:
    """What is done to the text of outputs and references before it is compared with the source."""

    clean: Clean | None
    """Whether outputs are answers of language models, of which only the corrections are wanted."""
    align: Align | None
    """Whether text is cut anew at the source's sentences."""
    sources: Sequence[str]
    """The source sentences."""
    splitting: Splitting = field(default_factory=Splitting)
    """How the text of each sentence then becomes tokens."""
    fixed: Sequence[Tokens] = ()
    """The tokens of the source if these are not redink's (M2): unchanged text gets the same."""
    strict: bool = False
    """Whether it is an error if sentences are lost or added, or answers refuse or break off."""
    messages: list[str] = field(default_factory=list)
    """What was done to which file."""

    def __post_init__(self) -> None:
        """Refuse values that nobody knows."""
        if self.align is not None:
            expect_choice("way to align", self.align, ("sentences",))
        if self.clean is not None:
            expect_choice("way to clean", self.clean, ("llm",))

    @property
    def settings(self) -> tuple[tuple[str, str], ...]:
        """What the signature says."""
        chosen = (("clean", self.clean), ("align", self.align))
        return tuple((name, value) for name, value in chosen if value is not None)

    def through(self, lines: Sequence[str], name: str, *, is_output: bool) -> Sequence[str]:
        """Give the lines of a file after all stages, and note what was done."""
        if self.clean is not None and is_output:
            from redink.evaluation.cleaning import cleaned

            cleaning = cleaned(self.sources, lines)
            if self.strict and cleaning.problems:
                raise InputError(str(cleaning), place=Place(name), remedy="look there, or leave out --strict")
            if cleaning.rules or cleaning.problems:
                self._say(f"{name}: {cleaning}")
            lines = cleaning.texts
        if self.align is None:
            return lines
        from redink.evaluation.segmentation import segmented

        segmentation = segmented(self.sources, lines, name)
        if self.strict and not segmentation.is_complete:
            raise InputError(str(segmentation), place=Place(name), remedy="look there, or leave out --strict")
        if segmentation.texts != tuple(lines):
            self._say(f"{name}: {segmentation}")
        return segmentation.texts

    def tokens(self, texts: Sequence[str | Sequence[str]]) -> tuple[Tokens, ...]:
        """Split the texts of all sentences."""
        if not self.fixed or not self.splitting.settings or len(self.fixed) != len(texts):
            return tuple(map(self.splitting.split, texts))
        return tuple(
            cut_alike(source, text, self.splitting) if isinstance(text, str) else self.splitting.split(text)
            for source, text in zip(self.fixed, texts, strict=True)
        )

    def _say(self, message: str) -> None:
        self.messages.append(message)
        warnings.warn(f"redink: note: {message}", Note, stacklevel=users_line())
