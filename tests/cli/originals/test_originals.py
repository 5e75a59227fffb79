"""The original programs among redink's commands: where they stand, and what they never shadow."""

import tomllib
from pathlib import Path

import click
import pytest

from redink.cli.main import redink
from redink.cli.originals import NAMES
from tests.cli.running import run, run_python

ROOT = Path(__file__).resolve().parents[3]


def test_the_help_names_them_in_one_sentence_at_its_end():
    *_, last = run("--help").stdout.decode().split("\n\n")
    assert last.startswith("Original programs:\n")
    assert all(name in last for name in NAMES)
    assert not set(NAMES) & set(redink.list_commands(click.Context(redink)))


@pytest.mark.parametrize("name", NAMES)
def test_each_explains_itself_and_refuses_nothing_at_all(name):
    finished = run(name, "--help")
    assert (finished.returncode, finished.stderr) == (0, b"")
    assert finished.stdout.startswith(f"usage: redink {name} ".encode())
    finished = run(name)
    assert (finished.returncode, finished.stdout) == (2, b"")
    assert f"usage: redink {name} ".encode() in finished.stderr


def test_no_program_of_others_is_shadowed():
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    assert list(scripts) == ["redink"]


def test_nothing_of_them_is_imported_before_they_are_asked_for():
    code = "import sys, redink.cli.main\nprint('argparse' in sys.modules, 'redink.cli.originals.gleu' in sys.modules)"
    assert run_python(code) == "False False\n"
