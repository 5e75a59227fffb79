"""MaxMatch counts of one sentence, for tests of single cases."""

from collections.abc import Sequence
from typing import Any

from redink.arrays import Floats
from redink.records import Edits, Tokens
from redink.scoring.max_match import Matching, count_edits


def match_counts(source: Tokens, hypothesis: Tokens, gold: Sequence[Edits], **options: Any) -> Floats:
    """Give (annotators × [correct, proposed, gold]); the options are those of `Matching`."""
    return count_edits([source], [hypothesis], [gold], Matching(**options)).counts[0]
