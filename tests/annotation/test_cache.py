"""Analyses on disk: found again, shared by processes, never trusted when damaged."""

import sqlite3
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.annotation.annotator import Annotator
from redink.annotation.cache import AnalysisCache, _key
from redink.errors import InputError
from redink.language.pipeline import Token
from redink.language.plain import PlainPipeline
from tests.cli.running import environment, run
from tests.language.counting import CountingPipeline

ROWS = [((f"s{i}", "a"), ((f"s{i}", "b"), (f"s{i}",))) for i in range(700)]
SENTENCE = ("He", "", "naïve")
ANALYSIS = (
    Token("He", "he", "PRP", "PRON", "he", "nsubj", 2),
    Token("", "", "", "", "", "dep", 1),
    Token("naïve", "naïve", "JJ", "ADJ", "naïve", "ROOT", 2),
)


@pytest.fixture
def cache(tmp_path):
    return AnalysisCache(tmp_path / "deep" / "folder", "plain", "1")


def test_what_is_stored_is_found_by_another(cache):
    cache.store({SENTENCE: ANALYSIS, (): ()})
    other = AnalysisCache(cache.path.parent, "plain", "1")
    assert other.find([("unknown",), SENTENCE, ()]) == {SENTENCE: ANALYSIS, (): ()}
    assert other.find([]) == {}


def test_what_is_there_stays(cache):
    cache.store({SENTENCE: ANALYSIS})
    cache.store({SENTENCE: tuple(token._replace(tag="X") for token in ANALYSIS), ("new",): ()})
    assert cache.find([SENTENCE]) == {SENTENCE: ANALYSIS}


def test_a_second_run_analyses_nothing(cache):
    first, second = CountingPipeline(), CountingPipeline()
    fresh = list(Annotator(CountingPipeline()).annotate(ROWS))
    assert list(Annotator(first, cache=cache).annotate(ROWS)) == fresh
    assert len(first.seen) == 2100
    assert list(Annotator(second, cache=cache).annotate(ROWS)) == fresh
    assert second.calls == 0


def test_another_system_on_the_same_source_costs_only_its_own_sentences(cache):
    list(Annotator(PlainPipeline(), cache=cache).annotate(ROWS))
    pipeline = CountingPipeline()
    list(Annotator(pipeline, cache=cache).annotate((source, (("new", *source),)) for source, _ in ROWS))
    assert pipeline.seen == Counter({("new", *source): 1 for source, _ in ROWS})


def test_another_pipeline_or_version_has_another_file(tmp_path):
    paths = {
        AnalysisCache(tmp_path, name, version).path
        for name, version in (("plain", "1"), ("plain", "2"), ("errant", "1"), ("../x", "1"))
    }
    assert len(paths) == 4
    assert {path.parent for path in paths} == {tmp_path}
    AnalysisCache(tmp_path, "plain", "1").store({SENTENCE: ANALYSIS})
    assert AnalysisCache(tmp_path, "plain", "2").find([SENTENCE]) == {}


@given(
    st.lists(st.lists(st.text(max_size=3) | st.sampled_from(["", " ", "1", "0 "]), max_size=4).map(tuple), max_size=5)
)
def test_keys_keep_token_lists_apart(sentences):
    assert len({_key(sentence) for sentence in sentences}) == len(set(sentences))


def test_keys_do_not_depend_on_the_run():
    assert _key(("He", "goes")).hex() == "39be108854336930a42c088615d55767"


def write_rows(cache, rows):
    with sqlite3.connect(cache.path) as connection:
        connection.executemany("INSERT OR REPLACE INTO analyses VALUES (?, ?)", rows)
    connection.close()


def damage_header(cache):
    cache.path.write_bytes(b"this is no database at all, but long enough to be taken for one" * 20)


def damage_middle(cache):
    content = bytearray(cache.path.read_bytes())
    content[100:] = b"\xff" * (len(content) - 100)
    cache.path.write_bytes(content)


def damage_row(cache):
    write_rows(cache, [(_key(SENTENCE), b"\xc1nonsense")])


def shorten_row(cache):
    write_rows(cache, [(_key(SENTENCE), cache._encode([["x"], ["x"], ["x"], ["x"], [0]]))])


def mistype_row(cache):
    write_rows(cache, [(_key(SENTENCE), cache._encode([[1], [2], [3], [4], ["x"]]))])


def drop_table(cache):
    with sqlite3.connect(cache.path) as connection:
        connection.execute("DROP TABLE analyses")
    connection.close()


def lose_a_head(cache):
    write_rows(cache, [(_key(SENTENCE), cache._encode([["x"] * 3, ["x"] * 3, ["x"] * 3, ["x"] * 3, [0, 1, 99]]))])


def empty_row(cache):
    write_rows(cache, [(_key(SENTENCE), None)])


DAMAGES = [
    damage_header, damage_middle, damage_row, shorten_row, mistype_row, lose_a_head, empty_row, drop_table,
]  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGES)
def test_bug_a_damaged_file_ended_the_run(cache, damage):
    """Found by an attack: it is a warning and a fresh start now, whenever the damage is seen."""
    cache.store({SENTENCE: ANALYSIS})
    damage(cache)
    with pytest.warns(UserWarning, match="the cache is damaged") as warned:
        assert cache.find([SENTENCE]) == {}
    assert str(cache.path) in str(warned[0].message)
    cache.store({SENTENCE: ANALYSIS})
    assert cache.find([SENTENCE]) == {SENTENCE: ANALYSIS}


@pytest.mark.parametrize("damage", [damage_header, damage_middle, drop_table])
def test_damage_that_is_seen_while_writing(cache, damage):
    damage(cache)
    with pytest.warns(UserWarning, match="the cache is damaged"):
        cache.store({SENTENCE: ANALYSIS})
    assert cache.find([SENTENCE]) == {}
    cache.store({SENTENCE: ANALYSIS})
    assert cache.find([SENTENCE]) == {SENTENCE: ANALYSIS}


def test_a_file_that_is_no_database_is_replaced_at_once(cache):
    damage_header(cache)
    with pytest.warns(UserWarning, match="the cache is damaged"):
        again = AnalysisCache(cache.path.parent, "plain", "1")
    again.store({SENTENCE: ANALYSIS})
    assert again.find([SENTENCE]) == {SENTENCE: ANALYSIS}


def test_a_file_that_cannot_be_used_is_left_as_it_is(cache, monkeypatch):
    cache.store({SENTENCE: ANALYSIS})
    before = cache.path.read_bytes()

    def locked(**_):
        raise sqlite3.OperationalError("database is locked")

    monkeypatch.setattr(cache, "_connection", locked)
    with pytest.warns(UserWarning, match="continuing without a cache: .*database is locked"):
        assert cache.find([SENTENCE]) == {}
    assert cache.find([SENTENCE]) == {}  # without a second warning
    cache.store({SENTENCE: ANALYSIS})
    assert cache.path.read_bytes() == before


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError) as caught:
        AnalysisCache(tmp_path / "file", "plain", "1")
    assert str(caught.value.place).startswith(str(tmp_path / "file"))


WRITER = """
import sys
from pathlib import Path
from redink.annotation.cache import AnalysisCache
from redink.language.plain import PlainPipeline
folder, who = Path(sys.argv[1]), int(sys.argv[2])
print("ready", flush=True)
sys.stdin.readline()
for round in range(10):
    cache = AnalysisCache(folder / str(round), "plain", "1")
    for start in range(0, 200, 20):
        sentences = [(str(i), "shared" if i % 2 else f"own {who}") for i in range(start, start + 20)]
        cache.store(dict(zip(sentences, PlainPipeline().analyse(sentences))))
        assert len(cache.find(sentences)) == 20
"""


def test_two_processes_share_a_cache_even_while_it_is_made(tmp_path):
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path), str(who)],
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for who in range(2)
    ]
    for writer in writers:
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        writer.stdin.write("go\n")
        writer.stdin.flush()
    for writer in writers:
        _, complaints = writer.communicate(timeout=60)
        assert (writer.returncode, complaints) == (0, "")
    for round_ in range(10):
        found = AnalysisCache(tmp_path / str(round_), "plain", "1").find(
            [("1", "shared"), ("0", "own 0"), ("0", "own 1")]
        )
        assert len(found) == 3


def test_workers_share_the_cache(cache):
    from redink.annotation.workers import annotate_rows
    from redink.reading.m2 import format_m2

    alone = list(annotate_rows(ROWS, Annotator(PlainPipeline()), format_m2))
    assert list(annotate_rows(ROWS, Annotator(PlainPipeline(), cache=cache), format_m2, jobs=2)) == alone
    second = CountingPipeline()
    assert list(annotate_rows(ROWS, Annotator(second, cache=cache), format_m2)) == alone
    assert second.calls == 0


def test_the_option_keeps_the_file_under_the_users_cache_folder(tmp_path):
    source, correction = tmp_path / "source", tmp_path / "correction"
    source.write_text("He go home\n")
    correction.write_text("He goes home\n")
    folder = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    outputs = {
        run("annotate", source, correction, "-p", "plain", option, env=folder).stdout
        for option in ("--no-cache", "--cache", "--cache")
    }
    assert len(outputs) == 1
    if sys.platform == "linux":
        assert [path.name for path in (tmp_path / "cache" / "redink").iterdir()] == ["plain-1.sqlite"]
