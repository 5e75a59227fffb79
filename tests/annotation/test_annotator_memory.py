"""What the annotator remembers is forgotten between chunks, never amid one."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import pytest

from redink.annotation import annotator as module
from redink.annotation.annotator import CHUNK, Annotator, Row
from redink.language.pipeline import Analysis
from redink.language.plain import PlainPipeline


class CountingPipeline(PlainPipeline):
    def __init__(self) -> None:
        self.seen: Counter[tuple[str, ...]] = Counter()
        self.calls = 0

    def analyse(self, sentences: Iterable[Sequence[str]]) -> Iterator[Analysis]:
        several = [tuple(words) for words in sentences]
        self.seen.update(several)
        self.calls += 1
        return super().analyse(several)


def test_a_full_memory_does_not_analyse_a_chunk_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_REMEMBERED", CHUNK)
    rows: list[Row] = [((str(n), "a"), ((str(n), "b"), (str(n), "c"))) for n in range(3 * CHUNK)]
    pipeline = CountingPipeline()
    assert len(list(Annotator(pipeline).annotate(rows))) == len(rows)
    assert set(pipeline.seen.values()) == {1}
    assert pipeline.calls == 3


def test_a_full_memory_is_emptied_when_something_new_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_REMEMBERED", 2)
    pipeline = CountingPipeline()
    annotator = Annotator(pipeline)
    annotator.analyse([("a",), ("b",), ("c",)])
    annotator.analyse([("c",), ("d",)])
    annotator.analyse([("a",)])
    assert pipeline.seen == {("a",): 2, ("b",): 1, ("c",): 1, ("d",): 1}
