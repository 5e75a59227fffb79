"""Source sentences and gold edits in; errors and sentences with the context that a judge needs to see out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from redink.arrays import Flags, Ints
from redink.frozen import frozen
from redink.reading.judging_tasks import ErrorInContext, OtherEdit, Passage
from redink.records import Edit, Edits, Tokens
from redink.signature import checksum

NEIGHBOURS = 2
"""Number of sentences shown before and after the sentence."""


@frozen
class Surroundings:
    """A corpus that gives each sentence with its neighbours."""

    sources: tuple[Tokens, ...]
    documents: tuple[str, ...] | None
    """The essay of each sentence, if known: neighbours come from the same essay."""
    corpus: str
    """Checksum of the sources."""

    @classmethod
    def of(cls, sources: Sequence[Tokens], documents: Sequence[str] | None = None) -> Surroundings:
        """Give a corpus with its checksum."""
        essays = None if documents is None else tuple(documents)
        return cls(tuple(sources), essays, checksum(" ".join(tokens) for tokens in sources))

    def passage(self, sentence: int) -> Passage:
        """Give a sentence (from 0) with its neighbours."""
        return Passage(
            sentence + 1,
            " ".join(self.sources[sentence]),
            self.corpus,
            self._neighbours(range(sentence - NEIGHBOURS, sentence), sentence),
            self._neighbours(range(sentence + 1, sentence + 1 + NEIGHBOURS), sentence),
        )

    def _neighbours(self, numbers: range, sentence: int) -> tuple[str, ...]:
        present = [number for number in numbers if 0 <= number < len(self.sources)]
        if self.documents is not None:
            present = [number for number in present if self.documents[number] == self.documents[sentence]]
        return tuple(" ".join(self.sources[number]) for number in present)

    def error(
        self,
        sentence: int,
        edit: Edit,
        others: Edits,
        *,
        reference: str = "",
        level: int | None = None,
        solved: Sequence[int] = (),
    ) -> ErrorInContext:
        """Give an error of a sentence (from 0) with its context; `others` may include the edit itself."""
        around = self.passage(sentence)
        return ErrorInContext(
            sentence=around.sentence,
            start=edit.start,
            end=edit.end,
            correction=" ".join(edit.replacement),
            text=around.text,
            corpus=around.corpus,
            reference=reference,
            type=edit.type,
            before=around.before,
            after=around.after,
            others=tuple(
                OtherEdit(other_edit.start, other_edit.end, " ".join(other_edit.replacement))
                for other_edit in others
                if other_edit is not edit and not other_edit.is_noop and not other_edit.is_detected_only
            ),
            level=level,
            solved=tuple(solved),
        )


@dataclass(frozen=True, slots=True, eq=False)
class JudgedErrors:
    """The E gold errors of a corpus, and how many of N systems miss each."""

    around: Surroundings
    """The corpus of the errors."""
    reference: str
    """Name of the reference that has the errors."""
    edits: Edits
    """(E,) the errors."""
    sentence: Ints
    """(E,) the sentence of each error, from 0."""
    level: Ints
    """(E,) N − n, the level of each error."""
    size: int
    """N."""
    systems: tuple[str, ...] = ()
    """Names of the systems, if known."""
    solved: Flags | None = None
    """(E × N) which system solves which error, if known."""

    def in_context(self, index: int) -> ErrorInContext:
        """Give one error as a judge sees it."""
        sentence = int(self.sentence[index])
        low, high = self.sentence.searchsorted([sentence, sentence + 1])
        return self.around.error(
            sentence,
            self.edits[index],
            self.edits[int(low) : int(high)],
            reference=self.reference,
            level=int(self.level[index]),
            solved=() if self.solved is None else self.solved[index].astype(int).tolist(),
        )
