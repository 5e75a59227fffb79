"""An output and the source in; what would be refused, and what looks odd, out. No reference is read."""

from __future__ import annotations

import warnings
from pathlib import Path

from redink.errors import RedinkError
from redink.evaluation.plausibility.look import PlausibilityWarning
from redink.frozen import frozen
from redink.leaderboard.task import Task, expect_plain


@frozen
class Checked:
    """What was found."""

    errors: tuple[str, ...]
    """Why the output would be refused."""
    warnings: tuple[str, ...]
    """What looks odd; it would be scored."""
    sentences: int


def check(task: Task, output: str | Path) -> Checked:
    """Check what a team can check before it submits: lines, UTF-8, empty sentences, order, wrappers, tokens."""
    path = Path(output)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            expect_plain(path)
            data = task.data({path.stem or "output": path}, references=False)
        except RedinkError as error:
            return Checked((str(error),), (), 0)
        except OSError as error:
            return Checked((f"{path}: {error.strerror or error}",), (), 0)
    odd = [str(warning.message) for warning in caught if issubclass(warning.category, PlausibilityWarning)]
    texts = data.systems[0].texts
    empty = [number for number, tokens in enumerate(texts, start=1) if not tokens]
    if empty:
        odd.append(f"{len(empty)} empty lines, the first in line {empty[0]}: an empty line deletes the sentence")
    unchanged = sum(tokens == source for tokens, source in zip(texts, data.sources, strict=True))
    if unchanged == len(texts):
        odd.append("no sentence was changed")
    return Checked((), tuple(odd), len(texts))
