"""Whether judgements count sentences from 0 or from 1: found from identical outputs, then from the numbers, or said."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import InputError, Note
from redink.questions.meta.mathematics.numbering import equal_share, find_numbering
from redink.questions.meta.run import meta
from redink.reading.human_rankings import PairwiseChoice, read_choices
from redink.reading.score_files import read_score_file
from tests.cli.running import run
from tests.shared_files import DATA, needs_shared

OUTPUTS = ("aab", "abb", "aba", "aab", "bab", "abb")
"""For each sentence the outputs of the systems A, B and C; equal letters are equal outputs."""


def scores_of(outputs):
    """Score all sentences so that equal outputs, and no others in a sentence, have equal scores."""
    return {
        "S": {
            (system, number): 10.0 * number + ord(letter)
            for number, row in enumerate(outputs)
            for system, letter in zip("ABC", row, strict=True)
        }
    }


def choices_of(outputs, first_sentence, sentences=None):
    """Let a judge see every distinct output once, and prefer `a`."""
    choices = []
    for number, row in enumerate(outputs):
        if sentences is None or number in sentences:
            for one, other in (("A", "B"), ("A", "C"), ("B", "C")):
                left, right = row["ABC".index(one)], row["ABC".index(other)]
                outcome = "=" if left == right else ">" if left < right else "<"
                choices.append(PairwiseChoice(number + first_sentence, "j", one, other, outcome, left == right))
    return choices


@pytest.mark.parametrize("first_sentence", [0, 1])
def test_bug_judgements_that_count_from_1_were_read_as_if_from_0(first_sentence):
    choices = choices_of(OUTPUTS, first_sentence, sentences={1, 2, 3, 4})
    numbering = find_numbering(choices, scores_of(OUTPUTS), file="judgments.xml")
    assert (numbering.first_sentence, numbering.is_known) == (first_sentence, True)
    assert f"from {first_sentence}" in str(numbering)
    assert "100.0 % of pairs" in numbering.reason


@given(st.lists(st.permutations("aab").map("".join), min_size=4, max_size=12), st.sampled_from([0, 1]))
def test_the_right_way_of_counting_makes_all_identical_outputs_equal(outputs, first_sentence):
    choices = choices_of(outputs, first_sentence)
    assert equal_share(choices, scores_of(outputs), first_sentence) == 1
    numbering = find_numbering(choices, scores_of(outputs), file="x")
    assert numbering.first_sentence == first_sentence


def test_what_fits_neither_way_is_refused_with_place_cause_and_remedy():
    choices = choices_of(OUTPUTS, 2)
    with pytest.raises(InputError, match="neither from 0 nor from 1") as caught:
        find_numbering(choices, scores_of(OUTPUTS), file="judgments.xml")
    assert str(caught.value.place) == "judgments.xml"
    assert "--first-sentence" in caught.value.remedy


def unlike(choices):
    """Choices as in WMT's tables, which do not say what was identical."""
    return [choice._replace(identical=False) for choice in choices]


@pytest.mark.parametrize(
    ("first_sentence", "sentences", "reason"),
    [(0, {0, 3}, "there is a sentence 0"), (1, {3, 5}, "the last is number 6, and there are scores of 6 sentences")],
)
def test_without_identical_outputs_the_numbers_may_tell(first_sentence, sentences, reason):
    choices = unlike(choices_of(OUTPUTS, first_sentence, sentences))
    numbering = find_numbering(choices, scores_of(OUTPUTS), file="x")
    assert (numbering.first_sentence, numbering.reason, numbering.is_known) == (first_sentence, reason, True)


def test_what_nothing_tells_is_a_guess():
    numbering = find_numbering(unlike(choices_of(OUTPUTS, 0, {1, 2})), scores_of(OUTPUTS), file="x")
    assert (numbering.first_sentence, numbering.is_known) == (0, False)


def test_a_measure_that_cannot_tell_outputs_apart_leaves_it_to_the_numbers():
    constant = {"S": dict.fromkeys(scores_of(OUTPUTS)["S"], 1.0)}
    assert find_numbering(choices_of(OUTPUTS, 1), constant, file="x").reason.startswith("the last is number 6")


def test_what_is_given_holds_and_doubts_are_said():
    choices, scores = choices_of(OUTPUTS, 1), scores_of(OUTPUTS)
    right, wrong = (find_numbering(choices, scores, file="x", given=given) for given in (1, 0))
    assert (right.reason, right.is_known) == ("as given", True)
    assert (wrong.first_sentence, wrong.is_known) == (0, False)
    assert wrong.reason.startswith("as given, but outputs shown as one")


XML = "<r>{}</r>"
ITEM = '<ranking-item src-id="{}" id="{}" user="j">{}</ranking-item>'


def written(folder, outputs, first_sentence):
    """Write the judgements and the scores of some outputs."""
    items = []
    for number, row in enumerate(outputs):
        groups = {letter: [system for system, own in zip("ABC", row, strict=True) if own == letter] for letter in "ab"}
        ranks = [
            f'<translation rank="{rank}" system="{" ".join(group)}"/>'
            for rank, group in enumerate(groups.values(), start=1)
            if group
        ]
        items.append(ITEM.format(number + first_sentence, number, "".join(ranks)))
    (folder / "judgments.xml").write_text(XML.format("\n".join(items)), encoding="utf-8")
    rows = (f"{system}\t{number}\t{score}" for (system, number), score in scores_of(outputs)["S"].items())
    (folder / "S.tsv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return folder / "S.tsv", folder / "judgments.xml"


@pytest.mark.parametrize("first_sentence", [0, 1])
def test_meta_says_how_it_counts_in_its_result_its_table_and_its_signature(tmp_path, first_sentence):
    scores, human = written(tmp_path, OUTPUTS, first_sentence)
    with pytest.warns(Note, match=f"counted from {first_sentence}"):
        results = meta(scores, human=human, resamples=10)
    assert results.to_dict()["numbering"][0]["first_sentence"] == first_sentence
    assert results.signature.to_dict()["first-sentence"] == first_sentence
    assert f"counted from {first_sentence}" in results.to_tables()[-1].notes[-1]
    (agreed,) = results.sentences
    assert (agreed.concordant, agreed.discordant) == (0, 12)  # the measure prefers b, people a


def test_the_command_refuses_what_fits_neither_way_and_obeys_the_option(tmp_path):
    scores, human = written(tmp_path, OUTPUTS, 2)
    finished = run("meta", scores, "--human", human)
    assert finished.returncode == 3
    assert b"neither from 0 nor from 1" in finished.stderr
    told = run("meta", scores, "--human", human, "--first-sentence", "1", "--resamples", "10", "-f", "json")
    assert told.returncode == 0, told.stderr
    assert json.loads(told.stdout)["numbering"][0]["first_sentence"] == 1
    assert b"as given, but outputs shown as one" in told.stderr


def test_the_command_notes_what_it_found_on_standard_error(tmp_path):
    scores, human = written(tmp_path, OUTPUTS, 1)
    finished = run("meta", scores, "--human", human, "--resamples", "10")
    assert finished.returncode == 0
    assert b"sentences are counted from 1" in finished.stderr


@needs_shared
def test_the_judgements_of_grundkiewicz_count_from_0_and_moved_by_one_from_1(tmp_path):
    """Moved by one and read as if from 0, GLEU's τ of sentences was 0.049 instead of 0.392, without a word."""
    published = DATA / "metric-scores-chollampatt18" / "sentence_scores_metrics" / "gleu.txt.gz"
    scores = read_score_file(published).sentences
    text = (DATA / "human-grundkiewicz15" / "judgments.xml").read_text(encoding="utf-8")
    moved = tmp_path / "moved.xml"
    moved.write_text(re.sub(r'src-id="(\d+)"', lambda found: f'src-id="{int(found[1]) + 1}"', text), encoding="utf-8")
    for path, expected in ((DATA / "human-grundkiewicz15" / "judgments.xml", 0), (moved, 1)):
        choices = read_choices(path)
        assert equal_share(choices, scores, expected) == 1
        assert equal_share(choices, scores, 1 - expected) < 0.55
        assert find_numbering(choices, scores, file="x").first_sentence == expected
