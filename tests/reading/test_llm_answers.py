"""`--clean llm`: 200 answers in 20 styles, refusals, answers that break off, and clean text."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink import example
from redink.reading.llm_answers import RULES, clean_answer
from redink.reading.llm_files import clean_file
from tests.reading.llm_styles import HELD_OUT, STYLES, answers

SOURCE = "He go to the school every days , but he do not like it ."
CORRECTION = "He goes to school every day , but he does not like it ."


def test_two_hundred_answers_in_twenty_styles():
    wrong = Counter()
    found = list(answers(STYLES | HELD_OUT))
    for style, source, answer, correction in found:
        cleaned = clean_answer(source, answer)
        wrong[style] += (cleaned.text, cleaned.state) != (correction, "answer")
    assert len(found) == 200
    assert +wrong == {}


@pytest.mark.parametrize(
    ("answer", "rules"),
    [
        (CORRECTION, ()),
        (f"<think>Hm.</think>{CORRECTION}", ("thinking",)),
        (f"{CORRECTION}<|im_end|>", ("tokens",)),
        (f"```\n{CORRECTION}\n```", ("fence",)),
        (f'{{"corrected": "{CORRECTION}"}}', ("JSON",)),
        (f"<corrected>{CORRECTION}</corrected>", ("tags",)),
        (f"$\\boxed{{\\text{{{CORRECTION}}}}}$", ("tags",)),
        (f"Here is the corrected text: {CORRECTION}", ("preamble",)),
        (f"{SOURCE} -> {CORRECTION}", ("repetition",)),
        (f"{CORRECTION}\n\nExplanation: the verbs agree now.", ("explanation",)),
        (f"3. {CORRECTION}", ("numbering",)),
        (CORRECTION.replace("goes", "**goes**"), ("markup",)),
        (CORRECTION.replace("goes", "~~go~~ goes"), ("markup",)),
        (f'"{CORRECTION}"', ("quotes",)),
        (CORRECTION.replace(",", "&#44;"), ("entities",)),
        (f"{CORRECTION}\\nI hope this helps!", ("escapes", "explanation")),
    ],
)
def test_each_rule_has_its_name(answer, rules):
    cleaned = clean_answer(SOURCE, answer)
    assert (cleaned.text, cleaned.rules, cleaned.state) == (CORRECTION, rules, "answer")


@pytest.mark.parametrize(
    "answer",
    [
        "I'm sorry, but I can't help with that.",
        "As an AI language model, I cannot correct this text.",
        "Could you please provide the sentence you would like me to correct?",
        "It looks like there is no text. Please share it.",
        "",
        "  \n ",
    ],
)
def test_a_refusal_is_no_correction(answer):
    assert clean_answer(SOURCE, answer).text == SOURCE
    assert clean_answer(SOURCE, answer).state == "refusal"


def test_a_learner_may_be_sorry():
    source, correction = "I 'm sorry , I can not helps you .", "I 'm sorry , I can not help you ."
    assert clean_answer(source, correction).text == correction
    assert clean_answer(source, correction).state == "answer"


@pytest.mark.parametrize(
    "answer", ["The sentence is already correct.", "No corrections needed.", "No errors found in this sentence."]
)
def test_nothing_to_correct_is_an_answer(answer):
    cleaned = clean_answer(SOURCE, answer)
    assert (cleaned.text, cleaned.rules, cleaned.state) == (SOURCE, ("no change",), "answer")


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("<think>The verb must agree, so", SOURCE),
        ("```\nHe goes to school every day , but he", "He goes to school every day , but he"),
        ("He goes to school every day ,", "He goes to school every day ,"),
    ],
)
def test_an_answer_that_breaks_off_is_truncated(answer, text):
    cleaned = clean_answer(SOURCE, answer)
    assert (cleaned.text, cleaned.state) == (text, "truncated")


@pytest.mark.parametrize(
    ("source", "correction"),
    [
        ("Note : it rain .", "Note : it rains ."),
        ("1. He go .", "1. He goes ."),
        ('"He go ."', '"He goes ."'),
        ("Advantages : they is cheap .", "Advantges : they are cheap ."),
        ("We use * stars * here .", "We use * stars * now ."),
        ("Sure ! He come .", "Sure ! He comes ."),
        ("There are two reason first it is cold .", "There are two reasons : first , it is cold ."),
        ("AT&amp;T are big .", "AT&amp;T is big ."),
        ("He said <b>no</b> .", "He says <b>no</b> ."),
    ],
)
def test_what_the_source_has_is_kept(source, correction):
    assert clean_answer(source, correction).rules == ()
    assert clean_answer(source, correction).text == correction


def test_the_example_is_clean():
    sources = example.path("source.txt").read_text(encoding="utf-8").splitlines()
    for path in [example.path("reference-fluent.txt"), *example.path("systems").glob("*.txt")]:
        for source, line in zip(sources, path.read_text(encoding="utf-8").splitlines(), strict=True):
            assert clean_answer(source, line, frozenset()).text == line


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_answer_gives_some_text(source, answer):
    cleaned = clean_answer(source, answer)
    assert set(cleaned.rules) <= {*RULES, "no change"}
    assert clean_answer(answer, answer).text == answer


def test_a_file_can_be_one_answer():
    sources = [SOURCE, "She like tea .", "We was there ."]
    texts = [CORRECTION, "She likes tea .", "We were there ."]
    numbered = [f"{number}. {text}" for number, text in enumerate(texts, start=1)]
    lines = ["Sure! Here are the corrected sentences:", "", *numbered, "", "**Explanation:**", "- the verbs agree"]
    cleaned = clean_file(sources, lines)
    assert cleaned.text.split("\n") == texts
    assert cleaned.rules == ("markup", "preamble", "explanation", "blank lines", "numbering")
    fenced = clean_file(sources, ["Here you go:", "```text", *texts, "```", "Let me know if you need more."])
    assert (fenced.text.split("\n"), fenced.rules) == (texts, ("fence",))
    assert clean_file(sources, texts[:2]).text.split("\n") == texts[:2]


def test_bug_entities_that_a_system_wrote_itself_were_decoded():
    """A system wrote `&amp;` for a quotation mark: that is its mistake, and no escaping of the text."""
    kept = CORRECTION.replace("goes to", "goes &amp; to")
    assert clean_answer(SOURCE, kept).text == kept
    assert clean_answer(SOURCE.replace("go to", "go & to"), kept).text == CORRECTION.replace("goes to", "goes & to")
    assert clean_answer(SOURCE, CORRECTION.replace("does not", "doesn&#39;t")).text == CORRECTION.replace(
        "does not", "doesn't"
    )


@pytest.mark.parametrize("source", ['"', '"Hello" he say.', 'He say "Hello"', "'Hello' he say."])
def test_bug_quotes_around_a_source_with_quotes_stayed(source):
    correction = source.replace("say", "says")
    assert clean_answer(source, f'"{correction}"').text == correction
    assert clean_answer("'Hello'", '"Hello"').text == '"Hello"'


@pytest.mark.parametrize("depth", [300, 900, 100_000])
def test_json_that_is_nested_too_deeply_is_text(depth):
    answer = "[" * depth + "]" * depth
    assert clean_answer(SOURCE, answer).text == answer
