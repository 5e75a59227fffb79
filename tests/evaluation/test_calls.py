"""Mistakes in Python calls: every one is a `RedinkError`, and warnings point at the user's line."""

import inspect
import warnings

import pytest

import redink
from redink.errors import UnknownName

SOURCES = ["He go home .", "I like musics ."]
CORRECT = ["He goes home .", "I like music ."]
TEXTS = {"sources": SOURCES, "outputs": {"mine": CORRECT}, "references": [CORRECT], "pipeline": "plain"}


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: redink.score(**TEXTS, measures=None), r"measures is None \(give a text or a list of texts"),
        (lambda: redink.score(**TEXTS, measures=[1]), r"measures is \[1\]"),
        (lambda: redink.score(**TEXTS, measures=[]), r"measures is empty \(name one or more"),
        (lambda: redink.compare(**TEXTS, measures=[]), "measures is empty"),
        (lambda: redink.score(**TEXTS, ci=True, seed=None), r"seed is None \(give a whole number"),
        (lambda: redink.score(**TEXTS, ci=True, seed="a"), "seed is 'a'"),
        (lambda: redink.score(**TEXTS, ci=True, resamples=10.5), "resamples is 10.5"),
        (lambda: redink.score(**TEXTS, ci=True, level="high"), r"level is 'high' \(give a number"),
        (lambda: redink.score(**TEXTS, ci="no"), r"ci is 'no' \(give True or False"),
        (lambda: redink.score(**TEXTS, exclude="R:PUNCT"), r"exclude is a text, 'R:PUNCT', not a list"),
        (lambda: redink.score(**TEXTS, mesures=["F1"]), r"score: .*'mesures' \(help\(redink.score\)"),
        (redink.score, "missing a required argument: 'data'"),
        (lambda: redink.explain("He go .", None), r"correction is None \(give a text, or a list of tokens"),
        (lambda: list(redink.annotate([("He go .", None)])), "a sentence is None"),
        (lambda: list(redink.annotate([("He go .", ["He goes .", None])])), "a sentence is"),
        (lambda: list(redink.annotate([None])), "a pair is a source and its correction, not None"),
        (lambda: redink.read(None), "systems is None"),
        (lambda: redink.pairs(sources=SOURCES), "pairs: "),
        (lambda: redink.coverage("x.tsv", seed=1.5), "seed is 1.5"),
    ],
)
def test_every_mistake_in_a_call_is_a_usage_error(call, message):
    with pytest.raises(redink.UsageError, match=message):
        call()


def test_bug_a_list_of_sentences_was_one_sentence_of_odd_tokens():
    """`explain` and `annotate` took every sentence of a list for a token."""
    with pytest.raises(redink.UsageError, match=r"source is .*list of tokens without blanks"):
        redink.explain(SOURCES, CORRECT)
    with pytest.raises(redink.UsageError, match=r"a sentence is .*list of tokens without blanks"):
        list(redink.annotate([(SOURCES, CORRECT)]))
    assert redink.explain(["1\u00a0000", "."], ["1\u00a0000", "!"], pipeline="plain").edits


@pytest.mark.parametrize(
    "name",
    [name for name in redink.__all__ if inspect.isfunction(getattr(redink, name)) and not name.startswith("read_")],
)
def test_every_verb_is_checked(name):
    with pytest.raises(redink.UsageError, match=rf"help\(redink\.{name}\)"):
        getattr(redink, name)(no_such_argument=1)


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("mine", r"'mine' is not two \(write results\['mine', 'P'\]; there are mine, each with P, R, F0.5"),
        ("ab", "'ab' is not two"),
        (("mine", "GLEU"), r"mine has no GLEU \(there are P, R, F0.5"),
        (("other", "P"), r"there is no system 'other' \(there are mine"),
    ],
)
def test_names_that_a_result_does_not_have(key, message):
    results = redink.score(**TEXTS)
    with pytest.raises(UnknownName, match=message) as caught:
        results[key]
    assert isinstance(caught.value, KeyError)
    assert isinstance(caught.value, redink.RedinkError)


def test_one_name_for_results_of_other_verbs():
    for results in (redink.conservatism(**TEXTS), redink.difficulty(**TEXTS)):
        with pytest.raises(UnknownName, match="'ab' is not two"):
            results["ab"]


def test_a_chart_of_a_measure_that_was_not_computed():
    with pytest.raises(UnknownName, match="mine has no GLEU"):
        redink.score(**TEXTS).plot("GLEU")


def test_an_error_says_which_arguments_its_options_are():
    with pytest.raises(redink.UsageError, match="needs a reference") as caught:
        redink.score(sources=SOURCES, outputs=CORRECT)
    assert caught.value.__notes__ == [
        "In Python, options are arguments: references= for --references, references= for -r"
    ]


def test_bug_warnings_pointed_into_redink():
    german = [f"Das ist nicht der Hund , und ich habe die Katze {number} ." for number in range(12)]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        redink.score(sources=german, outputs=german, references=german[::-1])
    assert [warning.filename for warning in caught if "look like English" in str(warning.message)] == [__file__]
