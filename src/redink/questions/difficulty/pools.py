"""The name of a weight pool that redink carries, or of a weight file, in; how many systems solved each chunk out.

A pool holds counts and checksums only, no text. `tools/build_weight_pools.py` makes the files; NOTICE.md says from what.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path

from redink.errors import InputError, Place
from redink.reading.files import Source
from redink.reading.weights import SolvedCounts, format_published, read_weights

POOLS = {
    "conll14": "the 12 teams of the CoNLL-2014 shared task",
    "conll14-newer": "7 systems of 2016 to 2019 on the same sentences",
    "conll14-all": "all 19 of them",
}
"""What each pool is made from. Each has a file for either annotator of CoNLL-2014."""
ANNOTATORS = (0, 1)


def pool_path(name: str, annotator: int) -> Path:
    """Give the file of a pool for one annotator."""
    return Path(str(files("redink.questions.difficulty"))) / "data" / f"{name}.{annotator}.json.gz"


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
