"""The example corpus: its files agree with each other, with its README, and with what redink makes of them."""

import json
import re
from collections import Counter, defaultdict

import pytest

from redink import example
from redink.annotation.annotator import Annotator
from redink.annotation.error_types import CODES, ERROR_TYPES
from redink.reading.corrections import apply_edits
from redink.reading.files import read_lines
from redink.reading.plain_text import read_sentences
from redink.reading.tables import read_table

CORPUS = example.load()
SOURCES = CORPUS.sources
MINIMAL, FLUENT = (reference.texts for reference in CORPUS.references)
SYSTEMS = {system.name: system.texts for system in CORPUS.systems}
README = " ".join(example.path("README.md").read_text(encoding="utf-8").split())
TEXT_FILES = ["source.txt", "reference-minimal.txt", "reference-fluent.txt"] + [
    f"systems/{name}.txt" for name in example.SYSTEMS
]


@pytest.fixture(scope="module")
def minimal_edits(errant_pipeline):
    annotator = Annotator(errant_pipeline)
    sentences = annotator.annotate((source, (text,)) for source, text in zip(SOURCES, MINIMAL, strict=True))
    return [sentence.edits_of(0) for sentence in sentences]


@pytest.mark.parametrize("name", TEXT_FILES)
def test_one_tokenised_sentence_a_line(name):
    lines = list(read_lines(example.path(name)))
    assert len(lines) == 175
    assert all(line == " ".join(line.split()) != "" for line in lines)
    assert "‘" not in "".join(lines), "straight quotes"


def test_no_file_is_forgotten():
    there = {str(path.relative_to(example.path("."))) for path in example.path(".").rglob("*") if path.is_file()}
    there = {name for name in there if not name.endswith((".py", ".pyc"))}
    others = {
        "README.md",
        "corrections.tsv",
        "essays.tsv",
        "groups.tsv",
        "judgements.jsonl",
        "nbest.txt",
        "task.toml",
        "unclear.tsv",
    }
    others |= {"weights.json", "weights.txt", "weights-errant.json", "weights-errant.txt"}
    assert there == others | set(TEXT_FILES)


def test_the_corpus_loads_whole():
    assert [reference.name for reference in CORPUS.references] == ["minimal", "fluent"]
    assert list(SYSTEMS) == list(example.SYSTEMS)
    assert len(SYSTEMS) == 6
    assert Counter(CORPUS.documents).keys() == {f"{essay} {title}" for essay, title in zip(*essays(), strict=True)}
    assert len(set(CORPUS.documents)) == 10


def essays():
    table = read_table(example.path("essays.tsv"))
    return table["essay"], table["title"]


def test_essays_name_every_sentence_once_and_in_order():
    table = read_table(example.path("essays.tsv"))
    assert list(table) == ["sentence", "essay", "title", "level", "first_language"]
    assert table["sentence"] == tuple(str(i) for i in range(1, 176))
    assert list(table["essay"]) == sorted(table["essay"])
    about = set(zip(*(table[name] for name in ("essay", "title", "level", "first_language")), strict=True))
    assert len(about) == 10, "one title, level and first language an essay"
    assert set(table["level"]) <= {"A1", "A2", "B1", "B2", "C1", "C2"}


def test_the_readmes_counts_are_true():
    lengths = [len(source) for source in SOURCES]
    unchanged = [i for i, (source, text) in enumerate(zip(SOURCES, MINIMAL, strict=True), start=1) if source == text]
    same = sum(a == b for a, b in zip(MINIMAL, FLUENT, strict=True))
    tokens = f"{sum(lengths):,}".replace(",", " ")
    assert f"{len(SOURCES)} learner sentences ({tokens} tokens, {min(lengths)} to {max(lengths)} a sentence)" in README
    assert f"{len(unchanged)} of them hold no error in the eyes of the minimal reference" in README
    assert f"the same as the first in {same} sentences" in README
    unclear = {int(sentence) for sentence in read_table(example.path("unclear.tsv"))["sentence"]}
    assert unclear <= set(unchanged)
    assert f"two of these {len(unchanged)} are the unclear ones" in README
    assert len(unclear) == 2


def test_each_type_occurs_in_the_minimal_reference(minimal_edits):
    found = {edit.type for edits in minimal_edits for edit in edits}
    assert found <= CODES
    kinds = {kind.code for kind in ERROR_TYPES} - {"UNK"}
    assert {code.split(":", 1)[1] for code in found} == kinds
    assert len(kinds) == 24
    assert {code[0] for code in found} == {"M", "R", "U"}


def test_edits_give_the_minimal_reference(minimal_edits):
    for source, edits, text in zip(SOURCES, minimal_edits, MINIMAL, strict=True):
        assert apply_edits(source, edits) == text


def test_unclear_passages_are_left_alone_by_both_references():
    table = read_table(example.path("unclear.tsv"))
    rows = list(zip(*(map(int, table[name]) for name in ("sentence", "start", "end")), strict=True))
    assert rows
    for (sentence, start, end), comment in zip(rows, table["comment"], strict=True):
        source = SOURCES[sentence - 1]
        assert 0 <= start < end <= len(source)
        assert source == MINIMAL[sentence - 1] == FLUENT[sentence - 1]
        words = [word.split("'")[0] for word in comment.split('"')[1].split()]
        assert words[0] in source[max(0, start - 3) : end], "the comment is about this passage"


def test_crowd_corrections():
    table = read_table(example.path("corrections.tsv"))
    assert list(table) == ["sentence", "worker", "correction"]
    workers = defaultdict(set)
    for sentence, worker, correction in zip(*table.values(), strict=True):
        assert 1 <= int(sentence) <= len(SOURCES)
        assert correction == " ".join(correction.split()) != ""
        workers[int(sentence)].add(worker)
    assert len(workers) == 10
    assert set(map(len, workers.values())) == {20}
    by_sentence = defaultdict(set)
    for sentence, _, correction in zip(*table.values(), strict=True):
        by_sentence[int(sentence)].add(correction)
    assert all(" ".join(MINIMAL[sentence - 1]) in texts for sentence, texts in by_sentence.items())


def test_the_n_best_list():
    candidates = defaultdict(list)
    for line in read_lines(example.path("nbest.txt")):
        number, text, rest = line.split(" ||| ", 2)
        features, score = rest.split("||| ")
        assert features == ""
        candidates[int(number)].append((tuple(text.split()), float(score)))
    assert list(candidates) == list(range(30))
    for number, ranked in candidates.items():
        texts, scores = zip(*ranked, strict=True)
        assert len(texts) == len(set(texts)) == 10
        assert list(scores) == sorted(scores, reverse=True)
        assert {SOURCES[number], MINIMAL[number], SYSTEMS["fluent"][number]} <= set(texts)


def test_judgements_are_about_edits_of_the_minimal_reference(minimal_edits):
    known = {
        (number, edit.start, edit.end, " ".join(edit.replacement))
        for number, edits in enumerate(minimal_edits, start=1)
        for edit in edits
    }
    records = [json.loads(line) for line in read_lines(example.path("judgements.jsonl"))]
    pairs = defaultdict(list)
    for record in records:
        assert set(record) == {"pair", "left", "right", "answer", "annotator", "shown", "seconds"}
        assert record["answer"] in {">", "<", "=", "?"}
        assert record["shown"] in {"left-right", "right-left"}
        assert record["seconds"] > 0
        for side in ("left", "right"):
            error = record[side]
            assert (error["sentence"], error["start"], error["end"], error["correction"]) in known, error
        assert record["left"] != record["right"]
        pairs[record["pair"]].append(record)
    assert len(pairs) == 60
    assert "60 pairs of errors" in README
    for both in pairs.values():
        assert sorted(record["annotator"] for record in both) == ["hand-1", "hand-2"]
        assert both[0]["left"] == both[1]["left"]
        assert both[0]["right"] == both[1]["right"]
    agreeing = sum(a["answer"] == b["answer"] for a, b in pairs.values())
    assert 0.55 < agreeing / 60 < 0.78, "README: about two thirds"


def test_systems_have_the_characters_the_readme_gives_them():
    changed = {name: sum(a != b for a, b in zip(SOURCES, texts, strict=True)) for name, texts in SYSTEMS.items()}
    right = {name: sum(a == b for a, b in zip(texts, MINIMAL, strict=True)) for name, texts in SYSTEMS.items()}
    assert changed["fluent"] == max(changed.values())
    assert right["strong"] == max(right.values())
    repeated = [
        number
        for number, text in enumerate(SYSTEMS["stutter"], start=1)
        if re.search(r"\b(\w+(?: \w+)*) \1\b", " ".join(text))
    ]
    assert 104 in repeated
    assert 0.25 < len(repeated) / 175 < 0.45, "about a third"
    assert len(SYSTEMS["stutter"][103]) > 2 * len(SOURCES[103])
    assert len(SYSTEMS["stutter"][147]) < len(SOURCES[147])


def test_paths_are_files():
    assert read_sentences(example.path("source.txt")) == SOURCES
    assert example.path("systems/strong.txt").is_file()
