"""Long lines: every measure ends with bounded memory, or refuses the line before any work is done."""

import subprocess
import sys

import numpy as np
import pytest

import redink
from redink.annotation import word_alignment
from redink.errors import InputError, UsageError
from redink.evaluation import preparation
from redink.records import EvalSet, Reference, System
from redink.scoring import gleu, green, max_match
from redink.scoring.exact_index_match import changed_places
from redink.scoring.max_match import Matching, count_edits
from tests.cli.running import environment, run


def words(letter, count):
    return tuple(f"{letter}{number}" for number in range(count))


def long_lines(count):
    return EvalSet((words("s", count),), (Reference("r", (words("r", count),)),), (System("o", (words("o", count),)),))


def not_wanted(*_given, **_options):
    raise AssertionError("work was done before the refusal")


@pytest.mark.parametrize("measure", ["M2", "M2-F1", "I", "I-nomix"])
@pytest.mark.parametrize("verb", [redink.score, redink.compare])
def test_bug_lines_were_annotated_before_they_were_refused(verb, measure, monkeypatch):
    data = long_lines(100_000)
    data = EvalSet(data.sources, data.references, (*data.systems, System("p", data.sources)))
    monkeypatch.setattr(preparation, "annotated", not_wanted)
    with pytest.raises(InputError, match="cannot align a sentence of 100000 tokens") as caught:
        verb(data, measures=[measure])
    assert caught.value.remedy == "give one sentence per line"


@pytest.mark.parametrize("insertions", [True, False])
def test_bug_exact_index_match_of_long_lines_filled_the_memory(insertions, monkeypatch):
    """A line of 12,000 tokens took 5.7 GB."""
    monkeypatch.setattr("rapidfuzz.process.cdist", not_wanted)
    with pytest.raises(InputError, match="a text of 12000 words cannot be aligned with one of 12000") as caught:
        changed_places(words("s", 12_000), words("o", 12_000), insertions=insertions)
    assert "one sentence per line" in caught.value.remedy


def test_a_long_line_with_few_changes_is_aligned():
    source = words("s", 100_000)
    places = changed_places(source, (*source[:50_000], "x", *source[50_000:]))
    assert places == ((), (50_000,))
    assert changed_places(source, (*source[:7], "x", *source[8:])) == ((7,), ())


def test_bug_alignments_of_long_lines_were_all_kept():
    word_alignment._kept.cache_clear()
    word_alignment._kept_positions.cache_clear()
    word_alignment.align_words(words("s", 300), words("o", 300))
    assert word_alignment._kept.cache_info().currsize == 0
    assert word_alignment._kept_positions.cache_info().currsize == 0
    word_alignment.align_words(words("s", 30), words("o", 30))
    assert word_alignment._kept.cache_info().currsize == 1
    assert word_alignment._kept_positions.cache_info().currsize == 1


def test_a_line_that_is_too_long_to_be_annotated_is_refused_before_the_others(monkeypatch):
    data = long_lines(300_000)
    short = (("a", "b"),)
    data = EvalSet(
        short + data.sources,
        (Reference("r", short + data.references[0].texts),),
        (System("o", short + data.systems[0].texts),),
    )
    monkeypatch.setattr("redink.annotation.annotator.Annotator.analyse", not_wanted)
    with pytest.raises(InputError, match="a line of 300000 tokens and its correction of 300000 are too long"):
        redink.score(data, measures=["F0.5"], pipeline="plain")


def test_a_long_line_without_a_change_needs_no_annotation():
    same = words("s", 300_000)
    data = EvalSet((same,), (Reference("r", (same,)),), (System("o", (same,)),))
    assert redink.score(data, measures=["P"], pipeline="plain")["o", "P"].value is not None


def test_gleu_refuses_lines_of_a_million_tokens_and_counts_few_long_ones_at_once(monkeypatch):
    with pytest.raises(InputError, match="GLEU cannot score a line of 1000000 tokens"):
        redink.score(long_lines(1_000_000), measures=["GLEU"])
    sources = [words("s", number) for number in range(1, 9)]
    outputs = [("x", *source) for source in sources]
    whole = gleu.reference_stats(sources, outputs, [[source] for source in sources])
    monkeypatch.setattr(gleu, "_BLOCK_TOKENS", 20)
    in_blocks = gleu.reference_stats(sources, outputs, [[source] for source in sources])
    assert np.array_equal(whole, in_blocks)


@pytest.mark.parametrize("measure", ["GREEN", "GREEN-char"])
def test_green_refuses_lines_of_a_million_tokens_and_counts_few_long_ones_at_once(measure, monkeypatch):
    with pytest.raises(InputError, match=f"{measure} cannot score a line that has"):
        redink.score(long_lines(1_000_000), measures=[measure])
    sources = [words("s", number) for number in range(1, 9)]
    outputs = [("x", *source) for source in sources]
    references = [[source, *([output] * (len(source) % 3))] for source, output in zip(sources, outputs, strict=True)]
    unit = "char" if measure == "GREEN-char" else "word"
    whole = green.reference_counts(sources, outputs, references, unit=unit)
    for block in (1, 20, 60):
        monkeypatch.setattr(green, "_BLOCK", block)
        in_blocks = green.reference_counts(sources, outputs, references, unit=unit)
        assert np.array_equal(whole, in_blocks, equal_nan=True)


# As a command, with the peak of its memory.

PEAK = """
import resource, subprocess, sys
code = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL)
print(code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="counts memory in kB")
def test_what_is_scored_stays_small(tmp_path):
    for name, line in {"s": words("s", 10_000), "r": words("r", 10_000), "o": words("o", 10_000)}.items():
        (tmp_path / name).write_text(" ".join(line) + "\n")
    files = [tmp_path / "o", "-s", tmp_path / "s", "-r", tmp_path / "r", "-p", "plain"]
    redink_command = [sys.executable, "-m", "redink", "score", *files, "-m", "F0.5", "-m", "GLEU", "-m", "EM"]
    finished = subprocess.run(
        [sys.executable, "-c", PEAK, *map(str, redink_command)],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    code, kilobytes = map(int, finished.stdout.split())
    assert code == 0, finished.stderr
    assert kilobytes < 500_000


def test_a_billion_resamples_are_refused(tmp_path):
    for name in ("s", "r", "o"):
        (tmp_path / name).write_text(f"a b {name}\n" * 3)
    files = [tmp_path / "o", "-s", tmp_path / "s", "-r", tmp_path / "r", "-p", "plain"]
    finished = run("score", *files, "-m", "EM", "--ci", "--resamples", 10**9)
    assert finished.returncode == 2
    assert b"the number of resamples cannot be 1000000000" in finished.stderr
    with pytest.raises(UsageError, match="the number of resamples cannot be"):
        redink.score(long_lines(3), measures=["EM"], ci=True, resamples=10**9)


def test_bug_256_long_lines_were_held_together(monkeypatch):
    sentences = [(words("s", 3 + number), ("x", *words("s", 2 + number)), [()]) for number in range(20)]
    together = count_edits(*zip(*sentences, strict=True), Matching("faithful"))
    monkeypatch.setattr(max_match, "_CELLS_TOGETHER", 100)
    batches = list(max_match._batches(sentences))
    assert [row for batch in batches for row in batch] == sentences
    assert all(len(batch) == 1 or sum((len(s) + 1) * (len(h) + 1) for s, h, _ in batch) <= 100 for batch in batches)
    assert 1 < len(batches) <= 20
    alone = count_edits(*zip(*sentences, strict=True), Matching("faithful"))
    assert [row.tolist() for row in alone.counts] == [row.tolist() for row in together.counts]


def many_long_lines(count, length, *, changed):
    """Lines of which every so-manieth word of source and correction differs."""
    sources = tuple(tuple(f"w{line}.{number}" for number in range(length)) for line in range(count))
    texts = tuple(tuple(f"x{word}" if n % changed == 0 else word for n, word in enumerate(line)) for line in sources)
    return EvalSet(sources, (Reference("r", texts),), (System("o", texts),))


@pytest.mark.parametrize("measures", [["F0.5"], ["M2"], ["wF0.5"], ["CLEME-dependent"]])
def test_bug_many_unrelated_long_lines_had_no_limit(measures, monkeypatch):
    """M2 of 60 lines of 600 tokens took more than 72 CPU s."""
    data = many_long_lines(60, 600, changed=1)
    monkeypatch.setattr("redink.annotation.annotator.Annotator.analyse", not_wanted)
    with pytest.raises(InputError, match="lines of more than 200 tokens that have next to nothing in common") as caught:
        redink.score(data, measures=measures, pipeline="plain")
    assert "check that the files belong together" in caught.value.remedy


def test_many_related_long_lines_are_scored():
    data = many_long_lines(60, 600, changed=20)
    assert redink.score(data, measures=["F0.5", "M2"], pipeline="plain")["o", "M2"].value == 1


@pytest.mark.parametrize("measure", ["USim-UD", "no-risk", "grammaticality", "fluency", "Scribendi", "noref-F0.5"])
@pytest.mark.parametrize("count", [3_000, 20_000])
def test_bug_long_lines_were_parsed_before_they_were_refused(measure, count, monkeypatch):
    """Two lines of 10,000 tokens were parsed for 6 s, and then refused."""
    for tool in ("_spoken", "_compared", "_parser", "_checker", "_model"):
        monkeypatch.setattr(f"redink.questions.faithfulness.measures.{tool}", not_wanted)
    data = long_lines(count)
    if count == 3_000 and measure not in {"USim-UD", "no-risk", "noref-F0.5"}:
        return  # what asks no parser can take more
    with pytest.raises(InputError, match=f"{measure} cannot compare a line of {count} tokens with one of {count}"):
        redink.score(data, measures=[measure])


def test_bug_analyses_of_long_lines_were_kept_by_number(monkeypatch):
    from redink.annotation import annotator as module
    from redink.language.plain import PlainPipeline

    monkeypatch.setattr(module, "_REMEMBERED", 1_000)
    monkeypatch.setattr(module, "_CHUNK_TOKENS", 500)
    rows = [(words(f"s{line}.", 100), (("x", *words(f"s{line}.", 99)),)) for line in range(20)]
    assert [len(chunk) for chunk in module.chunks(rows)] == [3] * 6 + [2]
    annotator = module.Annotator(PlainPipeline())
    list(annotator.annotate(rows))
    assert sum(map(len, annotator._known)) <= 1_000 + 600
