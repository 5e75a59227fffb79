"""`--pipeline conllu:FILE`: any parser's analyses, looked up by tokens; words and surface tokens."""

import pytest

from redink.annotation.annotator import Annotator
from redink.errors import InputError
from redink.language.registry import load_pipeline
from tests.cli.running import run

PARSED = """# text = Er fährt im Zug
1\tEr\ter\tPRON\tPPER\tCase=Nom\t2\tnsubj\t_\t_
2\tfährt\tfahren\tVERB\tVVFIN\tTense=Pres\t0\troot\t_\t_
3-4\tim\t_\t_\t_\t_\t_\t_\t_\t_
3\tin\tin\tADP\tAPPR\t_\t5\tcase\t_\t_
4\tdem\tder\tDET\tART\tCase=Dat\t5\tdet\t_\t_
5\tZug\tZug\tNOUN\tNN\tCase=Dat|Number=Sing\t2\tobl\t_\t_

1\tEr\ter\tPRON\tPPER\tCase=Nom\t_\t_\t_\t_
2\tfuhr\tfahren\tVERB\tVVFIN\tTense=Past\t_\t_\t_\t_
3\tim\tin\tADP\tAPPRART\t_\t_\t_\t_\t_
4\tZüge\tZug\tNOUN\tNN\tCase=Nom|Number=Plur\t_\t_\t_\t_

1\t_\t_\tPUNCT\t_\t_\t_\t_\t_\t_

"""


@pytest.fixture
def parsed(tmp_path):
    path = tmp_path / "parsed.conllu"
    path.write_text(PARSED)
    return path


def test_words_and_surface_tokens_are_both_found(parsed):
    pipeline = load_pipeline(f"de=conllu:{parsed}")
    assert (pipeline.name, pipeline.language, pipeline.scheme) == ("conllu", "de", "universal")
    words, surface = pipeline.analyse([("Er", "fährt", "in", "dem", "Zug"), ("Er", "fährt", "im", "Zug")])
    assert [token.head for token in words] == [1, 1, 4, 4, 1]
    assert [(token.text, token.pos, token.lemma) for token in surface][2] == ("im", "ADP", "in")
    assert surface[3].tag == "Case=Dat|Number=Sing"
    (odd, bare) = pipeline.analyse([("_",), ("Er", "fuhr", "im", "Züge")])
    assert (odd[0].text, odd[0].lemma, odd[0].pos) == ("_", "_", "PUNCT")
    assert [token.head for token in bare] == [0, 1, 2, 3]


def test_types_come_from_the_files(parsed):
    annotator = Annotator(load_pipeline(f"conllu:{parsed}"))
    edits = annotator.edits(("Er", "fährt", "im", "Zug"), ("Er", "fuhr", "im", "Züge"))
    assert [edit.type for edit in edits] == ["R:VERB:FORM:TENSE", "R:NOUN:FORM:CASE"]


def test_a_sentence_that_no_file_has(parsed):
    pipeline = load_pipeline(f"conllu:{parsed}")
    with pytest.raises(InputError, match="exactly the tokens 'Er fährt'"):
        list(pipeline.analyse([("Er", "fährt")]))
    assert list(pipeline.analyse([()])) == [()]


def test_the_version_follows_the_content(parsed, tmp_path):
    before = load_pipeline(f"conllu:{parsed}").version
    assert load_pipeline(f"conllu:{tmp_path}").version == before
    parsed.write_text(PARSED.replace("Tense=Past", "Tense=Imp"))
    assert load_pipeline(f"conllu:{parsed}").version != before


@pytest.mark.parametrize("name", ["no.conllu", "."])
def test_files_that_are_not_there(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match="no CoNLL-U file"):
        load_pipeline(f"conllu:{name}")


def test_misnumbered_words_have_a_place(tmp_path):
    path = tmp_path / "bad.conllu"
    path.write_text(PARSED.replace("\n2\tfährt", "\n7\tfährt"))
    with pytest.raises(InputError, match="found word '7' where 2 was expected") as caught:
        next(load_pipeline(f"conllu:{path}").analyse([("Er",)]))
    assert str(caught.value.place).endswith("bad.conllu:3")


def test_the_command_line_types_and_explains(parsed, tmp_path):
    source, correction = tmp_path / "source.txt", tmp_path / "correction.txt"
    source.write_text("Er fährt im Zug\n")
    correction.write_text("Er fuhr im Züge\n")
    finished = run("annotate", source, correction, "--pipeline", f"de=conllu:{parsed}")
    assert b"A 1 2|||R:VERB:FORM:TENSE|||fuhr" in finished.stdout
    finished = run("explain", "Er fährt im Zug", "Er fuhr im Züge", "-p", f"conllu:{parsed}")
    assert "rule   form of one word: Both words are forms of one dictionary word. The feature Tense changes." in (
        finished.stdout.decode()
    )
