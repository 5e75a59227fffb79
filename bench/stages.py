"""A pipeline's name, a source and corrections in; out, as JSON, the CPU seconds of each stage of annotating.

    python -m bench.stages PIPELINE SOURCE CORRECTION...

The stages of `redink annotate` one after the other on each chunk, with the same sharing of sentences and
pairs, timed without a profiler, which would make small functions look dear.
"""

from __future__ import annotations

import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice

from redink.annotation.align import align
from redink.annotation.annotator import CHUNK, Annotator, Row
from redink.annotation.classify import error_type
from redink.annotation.inputs import raw_rows
from redink.annotation.merge import merge
from redink.language.registry import load_pipeline
from redink.reading.m2 import format_m2
from redink.reading.plain_text import read_parallel


class Stopwatch:
    """CPU seconds by stage."""

    def __init__(self) -> None:
        """Start at nothing."""
        self.seconds: defaultdict[str, float] = defaultdict(float)

    @contextmanager
    def timing(self, stage: str) -> Iterator[None]:
        """Add what happens inside to a stage."""
        began = time.process_time()
        yield
        self.seconds[stage] += time.process_time() - began


def time_chunk(chunk: Sequence[Row], annotator: Annotator, watch: Stopwatch) -> None:
    """Take a chunk through all stages, then once more as the command does it, to see what else that costs."""
    pairs = dict.fromkeys((s, c) for s, several in chunk for c in several if c is not None and c != s)
    with watch.timing("analysing"):
        analyses = annotator.analyse(sentence for pair in pairs for sentence in pair)
    both = list(zip(analyses[::2], analyses[1::2], strict=True))
    with watch.timing("aligning"):
        steps = [align(old, new) for old, new in both]
    with watch.timing("merging"):
        spans = [merge(path, old, new) for path, (old, new) in zip(steps, both, strict=True)]
    with watch.timing("classifying"):
        for several, (old, new) in zip(spans, both, strict=True):
            for span in several:
                error_type(old, new, span)
    with watch.timing("whole chunk"):
        sentences = annotator.annotate_chunk(chunk)
    with watch.timing("writing M2"):
        "".join(map(format_m2, sentences))


def main(pipeline: str, paths: Sequence[str]) -> None:
    """Print the seconds of each stage."""
    watch = Stopwatch()
    annotator = Annotator(load_pipeline(pipeline))
    annotator.analyse([("Load", "what", "is", "loaded", "late", ".")])
    watch.seconds["start-up"] = time.process_time()
    rows = raw_rows(read_parallel(tuple(paths)))
    while True:
        with watch.timing("reading"):
            chunk = list(islice(rows, CHUNK))
        if not chunk:
            break
        time_chunk(chunk, annotator, watch)
    seconds = watch.seconds
    # The second pass finds every sentence analysed already; what it takes beyond the stages is making records.
    parts = seconds["aligning"] + seconds["merging"] + seconds["classifying"]
    seconds["making records"] = max(0.0, seconds.pop("whole chunk") - parts)
    print(json.dumps(seconds))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
