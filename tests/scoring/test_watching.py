"""Slow measures may be watched, and nobody need watch."""

from redink.scoring.names import parse_measure
from redink.scoring.watching import unwatched, watched, watching
from tests.questions.samples import DATA


def test_what_is_watched_comes_through_unchanged():
    seen = []

    def watcher(items, what, total):
        for item in items:
            seen.append((what, total, item))
            yield item

    with watching(watcher):
        assert list(watched("ab", "letters", 2)) == ["a", "b"]
        stats = [parse_measure(name).sentence_stats(DATA, DATA.systems[1]) for name in ("I", "M2")]
    assert seen[:2] == [("letters", 2, "a"), ("letters", 2, "b")]
    assert {what for what, _, _ in seen[2:]} == {"I", "M2"}
    assert len(seen) == 2 + 2 * len(DATA.sources)
    for name, own in zip(("I", "M2"), stats, strict=True):
        assert parse_measure(name).sentence_stats(DATA, DATA.systems[1]).tolist() == own.tolist()
    assert len(seen) == 2 + 2 * len(DATA.sources)


def test_a_worker_forgets_its_watcher():
    with watching(lambda items, _what, _total: items):
        unwatched()
        assert list(watched([1], "one")) == [1]
