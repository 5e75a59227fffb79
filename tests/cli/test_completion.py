"""`redink completion`: a script for each shell, and the answers the script will ask for."""

import shutil
import subprocess

import pytest

from tests.cli.running import run


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_for_each_shell(shell):
    finished = run("completion", shell)
    assert (finished.returncode, finished.stderr) == (0, b"")
    assert b"_REDINK_COMPLETE" in finished.stdout
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=finished.stdout, check=True, timeout=60)


def test_an_unknown_shell_is_wrong_usage():
    finished = run("completion", "dos")
    assert finished.returncode == 2
    assert b"'bash', 'zsh', 'fish'" in finished.stderr


def test_the_script_gets_commands_and_options():
    words = {"COMP_WORDS": "redink con", "COMP_CWORD": "1", "_REDINK_COMPLETE": "bash_complete"}
    assert b"convert" in run(env=words).stdout
    words = {"COMP_WORDS": "redink convert --over", "COMP_CWORD": "2", "_REDINK_COMPLETE": "bash_complete"}
    assert b"--overlaps" in run(env=words).stdout


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("redink score -m gl", b"GLEU-multiset"),
        ("redink compare -m i-", b"I-nomix"),
        ("redink annotate -p red", b"redink-en"),
        ("redink score --preset con", b"conll14"),
        ("redink compare --correction b", b"bh"),
    ],
)
def test_values_are_completed(words, wanted):
    asked = {"COMP_WORDS": words, "COMP_CWORD": "3", "_REDINK_COMPLETE": "bash_complete"}
    assert wanted in run(env=asked).stdout


@pytest.mark.parametrize(
    "words",
    [
        "redink score sys",
        "redink score -s sou",
        "redink difficulty --weights we",
        "redink report -o /tm",
        "redink ucca show pass",
        "redink conservatism --figures fol",
    ],
)
def test_bug_names_of_files_could_not_be_completed(words):
    place = str(len(words.split()) - 1)
    asked = {"COMP_WORDS": words, "COMP_CWORD": place, "_REDINK_COMPLETE": "bash_complete"}
    assert run(env=asked).stdout.startswith(b"file,")


def test_what_is_no_file_is_not_completed_as_one():
    asked = {"COMP_WORDS": "redink score --by ty", "COMP_CWORD": "3", "_REDINK_COMPLETE": "bash_complete"}
    assert b"file," not in run(env=asked).stdout
