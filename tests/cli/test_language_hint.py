"""The hint that a text is not English: once, on standard error, and only with the English pipeline."""

import pytest

from redink.evaluation.language_hint import hint_about
from redink.language.universal import weights
from tests.cli.running import run

GERMAN = "Gestern sind wir mit dem Zug nach Hause gefahren , weil das Wetter nicht mehr so schön war ."
HINT = "does not look like English"


@pytest.fixture
def german(tmp_path):
    paths = [tmp_path / name for name in ("source", "correction")]
    for path, word in zip(paths, ("gefahren", "gegangen"), strict=True):
        path.write_text((GERMAN.replace("gefahren", word) + "\n") * 300)
    return paths


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_annotate_says_so_once(german, jobs):
    finished = run("annotate", *german, "--jobs", jobs)
    assert finished.returncode == 0
    assert finished.stderr.decode().count(HINT) == 1
    assert "--pipeline plain" in finished.stderr.decode()
    assert finished.stdout.decode().count("S Gestern") == 300


def test_score_and_reannotate_say_so(german, tmp_path):
    source, correction = german
    finished = run("score", correction, "--source", source, "-r", correction)
    assert (finished.returncode, finished.stderr.decode().count(HINT)) == (0, 1)
    assert run("annotate", *german, "-p", "plain", "-o", tmp_path / "german.m2").stderr == b""
    finished = run("reannotate", tmp_path / "german.m2", "--auto")
    assert (finished.returncode, finished.stderr.decode().count(HINT)) == (0, 1)


def test_nothing_is_said_when_another_pipeline_is_named_or_the_user_wants_quiet(german):
    assert run("annotate", *german, "--pipeline", "plain").stderr == b""
    assert run("annotate", *german, "--quiet").stderr == b""


def test_nothing_is_said_about_little(tmp_path):
    path = tmp_path / "short"
    path.write_text(GERMAN + "\n")
    assert run("annotate", path, path).stderr == b""


def test_text_that_is_not_tokenised_is_noticed(tmp_path):
    path = tmp_path / "raw"
    path.write_text("He go home.\n")
    finished = run("annotate", path, path, "--tokenise", "none")
    assert "does not look tokenised: 'home.' counts as one word" in finished.stderr.decode()
    assert "--tokenise en sets words and marks apart" in finished.stderr.decode()
    assert run("annotate", path, path, "--tokenise", "en").stderr == b""
    assert "(--tokenise en)" in run("annotate", path, path).stderr.decode()
    assert "(--tokenise en)" in run("score", path, "-s", path, "-r", path).stderr.decode()


def test_explain_notices_it_too_unless_told():
    assert b"does not look tokenised" in run("explain", "He go home.", "He goes home.", "--tokenise", "none").stderr
    assert run("explain", "He go home.", "He goes home.", "--tokenise", "en").stderr == b""
    assert run("explain", "Mr. Lee , of the U.S. , go home .", "Mr. Lee goes home .").stderr == b""


@pytest.mark.parametrize(
    ("text", "analysers", "advice"),
    [
        (GERMAN, ("cs", "de"), "this looks like German: --language de;"),
        (GERMAN, (), 'this looks like German: pip install "redink[languages]", then --language de;'),
        (GERMAN, ("cs",), "redink-en knows; for any other"),
        ("我 喜欢 吃 苹果 。", (), "this looks like Chinese: --language zh;"),
        ("私 は 学校 に 行き ます 。", ("cs", "de"), "this looks like Japanese: --language ja;"),
    ],
)
def test_the_language_is_named_if_it_can_be_analysed(monkeypatch, text, analysers, advice):
    monkeypatch.setattr(weights, "languages", lambda: analysers)
    with pytest.warns(UserWarning, match="does not look like English") as caught:
        hint_about(text.split() * 60, "redink-en")
    assert advice in str(caught[0].message)


@pytest.mark.parametrize("pipeline", ["en", "errant"])
def test_bug_other_names_of_english_pipelines_said_nothing(pipeline):
    with pytest.warns(UserWarning, match=f"does not look like English, the only language that {pipeline} knows"):
        hint_about(GERMAN.split() * 60, pipeline)
