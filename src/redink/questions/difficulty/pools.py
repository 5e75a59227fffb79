"""The name of a weight pool that redink carries, or of a weight file, in; how many systems solved each chunk out.

A pool holds counts and checksums, no text. `tools/build_weight_pools.py` makes the files; NOTICE.md says from what.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path

from redink.errors import InputError, Place
from redink.questions.difficulty.pool_names import POOLS
from redink.reading.files import Source
from redink.reading.weights import SolvedCounts, format_published, read_weights

ANNOTATORS = (0, 1)
"""Each pool has a file for either annotator of CoNLL-2014."""


def pool_path(name: str, annotator: int) -> Path:
    """Give the file of a pool for one annotator."""
    return Path(__file__).with_name("data") / f"{name}.{annotator}.json.gz"


def weights_of(name: Source) -> tuple[SolvedCounts, ...]:
    """Read a pool, which has counts for several references, or a weight file, which has counts for one."""
    if name in POOLS:
        return _pool(str(name))
    if isinstance(name, str) and name.isidentifier() and not Path(name).exists():
        raise InputError(
            "there is no weight file and no pool of this name",
            place=Place(name),
            remedy=f"the pools are {', '.join(POOLS)}; redink difficulty --save-weights FILE makes a weight file",
        )
    return (read_weights(name),)


@cache
def _pool(name: str) -> tuple[SolvedCounts, ...]:
    return tuple(replace(read_weights(pool_path(name, number)), name=name, pool=name) for number in ANNOTATORS)


def weight_lines(weights: Iterable[SolvedCounts]) -> list[str]:
    """Write out what counts say, for a signature."""
    return [line for counts in weights for line in (*counts.systems, format_published(counts))]
