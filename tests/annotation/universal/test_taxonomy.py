"""A user's own rules and types: read strictly, tried first, and part of the signature."""

import pytest

import redink
from redink.annotation.universal.rule_files import read_rules
from redink.cli.building import build
from redink.errors import InputError, UsageError
from redink.evaluation.preparation import RENAMED, load_annotator, prepare
from redink.language.registry import split_taxonomy, with_taxonomy
from redink.registry import contribution, names
from tests.annotation.universal.sentences import classifier, kind

OWN = """
[[rule]]
name = "long words"
type = "LENGTH"
when = { tokens = "1:1", longest = 6, operation = "R" }

[types]
"NOUN:FORM" = "N-INFL"
"R:SPELL" = "TYPO"
"DET" = "ART"
"""


@pytest.fixture
def taxonomy(tmp_path):
    path = tmp_path / "own.toml"
    path.write_text(OWN)
    return path


def test_own_rules_come_first_and_own_names_last(taxonomy):
    assert kind("Garten/Garten/NOUN", "Gärten/Garten/NOUN", "de", taxonomy=taxonomy) == "R:LENGTH"
    assert kind("Hunde/Hund/NOUN/Number=Plur", "Hund/Hund/NOUN/Number=Sing", "de", taxonomy=taxonomy) == "R:N-INFL"
    assert kind("Hudn/Hudn/NOUN", "Hund/Hund/NOUN", "de", taxonomy=taxonomy) == "R:TYPO"
    assert kind("", "ein/ein/DET", "de", taxonomy=taxonomy) == "M:ART"
    assert kind("", "mit/mit/ADP", "de", taxonomy=taxonomy) == "M:ADP"


def test_the_version_says_which_file(taxonomy, tmp_path):
    other = tmp_path / "other.toml"
    other.write_text(OWN + "\n")
    versions = {classifier("de", taxonomy=path).version for path in (None, taxonomy, other)}
    assert len(versions) == 3


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("rule = 3", "two brackets"),
        ("[[rule]]\nname = 'a'", "has no type"),
        ("[[rule]]\nname = 'a'\ntype = 'B'\nwhy = 'c'", "unknown field 'why'"),
        ("[[rule]]\nname = 'a'\ntype = 'B'\nwhen = { weather = 'fine' }", "unknown condition 'weather'"),
        ("[[rule]]\nname = 'a'\ntype = 'B'\nwhen = { tokens = '3:2' }", "tokens cannot be '3:2'"),
        ("[[rule]]\nname = 'a'\ntype = 'B'\nwhen = { same = ['hat'] }", "same cannot be 'hat'"),
        ("[[rule]]\nname = 'a'\ntype = 'B'\nwhen = { same = 'words' }", "wrong kind"),
        ("[[rule]]\nname = 'a'\ntype = 'B'\nwhen = { similarity = true }", "wrong kind"),
        ("[types]\nNOUN = 3", "no text"),
        ("[colour]\na = 'b'", "no table 'colour'"),
        ("[[rule", "not TOML"),
    ],
)
def test_mistakes_have_a_place_and_a_remedy(tmp_path, text, complaint):
    path = tmp_path / "own.toml"
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read_rules(path)
    assert complaint in f"{caught.value.cause} {caught.value.remedy}"
    assert str(caught.value.place) == str(path)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        read_rules(tmp_path / "none.toml")


SOURCES = ["Wir fahren mit der Zug .", "Ich habe ein altes Auto ."]
BETTER = ["Wir fahren mit dem Zug .", "Ich habe ein neues Auto ."]


def types(results):
    return {edit.type for system in results.data.systems for edits in system.edits for edit in edits}


def test_scores_have_the_types_of_the_taxonomy_and_say_so(tmp_path):
    path = tmp_path / "course.toml"
    path.write_text('[types]\n"DET:FORM" = "ARTICLE"\n')
    data = redink.read({"a": BETTER}, source=SOURCES, references=[BETTER])
    ready = prepare(data, pipeline=f"de+{path}", types=True)
    assert types(ready) == {"R:ARTICLE", "R:ADJ"}
    assert ready.pipeline.startswith("redink-de@")
    assert "-course.toml-" in ready.pipeline
    assert ready.notes == ()
    plain = prepare(data, pipeline="de", types=True)
    assert plain.pipeline != ready.pipeline
    for keep, expected in ((False, types(ready)), (True, types(plain))):
        again = prepare(plain.data, pipeline=f"de+{path}", types=True, keep_types=keep)
        assert types(again) == expected
        assert again.notes == (() if keep else (RENAMED,))


def test_every_command_that_takes_a_language_takes_a_taxonomy():
    for name in names("redink.commands"):
        built = build(name, contribution("redink.commands", name))
        options = {flag for parameter in built.params for flag in parameter.opts}
        assert ("--language" in options) == ("--taxonomy" in options), name


@pytest.mark.parametrize("path", ["rules.txt", "a+b.toml", ""])
def test_names_that_cannot_be_told_from_the_pipeline_are_refused(path):
    with pytest.raises(UsageError, match="cannot be the name"):
        with_taxonomy("de", path)
    assert split_taxonomy(with_taxonomy("de=conllu:a+b.conllu", "c.toml")) == ("de=conllu:a+b.conllu", "c.toml")


def test_english_has_no_taxonomy(taxonomy):
    with pytest.raises(UsageError, match="redink-en does not give"):
        load_annotator(f"redink-en+{taxonomy}")
