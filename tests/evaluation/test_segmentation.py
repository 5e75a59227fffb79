"""Outputs whose sentences do not match the source's: `--align sentences`."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import redink
from redink import example
from redink.errors import InputError, Note
from redink.evaluation.segmentation import segmented
from tests.shared_files import DATA, needs_shared

SOURCES = ["He go home .", "She like tea , really .", "Introdution", "We was there yesterday !"]
OUTPUT = ["He goes home .", "She likes tea , really .", "Introduction", "We were there yesterday !"]


def test_joined_and_split_lines_are_cut_as_the_source_is():
    result = segmented(
        SOURCES, ["He goes home . She likes", "tea , really . Introduction We", "were there yesterday !"], "x"
    )
    assert result.texts == tuple(OUTPUT)
    assert (result.split, result.joined) == (2, 2)
    assert result.is_complete


def test_a_lost_sentence_counts_as_unchanged_and_is_said():
    result = segmented(SOURCES, [OUTPUT[0], OUTPUT[2], OUTPUT[3]], "x")
    assert result.texts == (OUTPUT[0], SOURCES[1], OUTPUT[2], OUTPUT[3])
    assert result.lost == (2,)
    assert "1 lost (counted as unchanged: sentences 2)" in str(result)


def test_text_that_belongs_to_no_sentence_is_shown_and_not_scored():
    result = segmented(SOURCES, ["Here are all of your corrected sentences :", *OUTPUT], "x")
    assert result.texts == tuple(OUTPUT)
    assert result.added == ((1, "Here are all of your corrected sentences :"),)
    assert "line 1: 'Here are all of your corrected sentences :'" in str(result)


def test_raw_text_is_cut_between_words_and_keeps_its_spaces():
    result = segmented(["He go home.", "She's late,he said."], ["He goes home. She's late, he", "said."], "x")
    assert result.texts == ("He goes home.", "She's late, he said.")


def test_chinese_needs_no_spaces():
    result = segmented(["我喜欢吃苹果。", "他去了学校！"], ["我很喜欢吃苹果。他去", "学校了！"], "x")
    assert result.texts == ("我很喜欢吃苹果。", "他去学校了！")
    result = segmented(["我 喜 欢 吃 。", "他 去 了 ！"], ["我 很 喜", "欢 吃 。 他 去", "了 ！"], "x")
    assert result.texts == ("我 很 喜 欢 吃 。", "他 去 了 ！")


def test_an_output_of_another_text_is_refused():
    with pytest.raises(InputError, match="only 0 of 4 source sentences"):
        segmented(SOURCES, ["Cats never wanted any water at all .", "Quite so ."], "x")


LINE = st.lists(
    st.sampled_from(["a", "The", "the", "cat", "cats", ".", "etc.", "don't", "中", "中文。", "“"]),
    min_size=1,
    max_size=5,
)


@settings(max_examples=40)
@given(st.lists(LINE.map(" ".join), min_size=1, max_size=6), st.randoms(use_true_random=False))
def test_any_segmentation_of_the_same_text_is_recovered(sources, random):
    words = " ".join(sources).split(" ")
    text = "".join(word + random.choice(" \n") for word in words)
    result = segmented(sources, text.splitlines(), "x")
    assert ["".join(part.split()) for part in result.texts] == ["".join(source.split()) for source in sources]
    assert result.is_complete


def files(folder):
    example.copy_to(folder)
    return folder / "source.txt", folder / "reference-minimal.txt", folder / "systems" / "strong.txt"


def test_read_aligns_outputs_and_references_and_signs_it(tmp_path):
    source, reference, system = files(tmp_path)
    plain = redink.read([system], source=source, references=[reference])
    for path in (system, reference):
        path.write_text(path.read_text().replace("\n", " ", 3))
    with pytest.raises(InputError, match="--align sentences"):
        redink.read([system], source=source, references=[reference])
    with pytest.warns(Note, match="joined"):
        data = redink.read([system], source=source, references=[reference], align="sentences")
    assert data.systems == plain.systems
    assert data.references == plain.references
    assert len(data.warnings) == 2
    signature = str(redink.score(data, "EM").signature)
    assert "align:sentences" in signature
    assert "align" not in str(redink.score(plain, "EM").signature)


def test_strict_refuses_lost_sentences(tmp_path):
    source, reference, system = files(tmp_path)
    system.write_text(system.read_text().partition("\n")[2])
    with pytest.raises(InputError, match=r"1 lost \(counted as unchanged: sentences 1\)"):
        redink.read([system], source=source, references=[reference], align="sentences", strict=True)


@needs_shared
def test_a_team_of_conll14_comes_back():
    sources = (DATA / "conll14-official/source.tok.txt").read_text().splitlines()[:300]
    team = [" ".join(line.split()) for line in (DATA / "conll14-teams/CAMB").read_text().splitlines()[:300]]
    generator = random.Random(5)
    words = " ".join(team[:20] + team[21:150] + team[149:]).split(" ")  # number 20 is lost, and 149 is there twice
    text = "".join(word + generator.choice(" " * 20 + "\n") for word in words)
    result = segmented(sources, text.splitlines(), "CAMB")
    assert result.lost == (21,)
    assert [text for _, text in result.added] == [team[149]]
    assert result.texts == (*team[:20], sources[20], *team[21:])
