"""Docs cannot lag behind: every command has help, a page and a runnable example whose output is shown as it is."""

import doctest
import inspect
import re
from importlib import import_module

import click
import pytest

import redink
from redink import example
from redink.cli.main import redink as commands
from tools.command_examples import EXAMPLES
from tools.write_docs import ROOT, pages

NAMES = sorted(commands.list_commands(click.Context(commands)))


def command(name):
    found = commands.get_command(click.Context(commands), name)
    assert found is not None
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_command_explains_itself(name):
    found = command(name)
    assert found.help
    assert "Examples:" in found.help
    assert f"redink {name}" in found.help
    for parameter in found.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, parameter.name


@pytest.mark.parametrize("name", NAMES)
def test_the_summary_of_a_command_is_whole(name):
    """It ends with the first full stop, that of an abbreviation too."""
    summary = command(name).get_short_help_str(limit=200)
    assert summary.count("(") == summary.count(")"), summary


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_a_runnable_example(name):
    assert EXAMPLES[name]
    assert any(f"redink {name}" in example.line for example in EXAMPLES[name])


def test_no_example_without_a_command():
    assert set(EXAMPLES) == set(NAMES)


def test_made_pages_are_up_to_date():
    # Blanks do not count: another version of click or rich may lay a line out differently.
    for page, text in pages().items():
        assert page.is_file(), f"{page} is missing: make docs"
        assert page.read_text(encoding="utf-8").split() == text.split(), f"{page} lags behind: make docs"


def test_links_of_the_pages_lead_somewhere():
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page}: {target}"


def test_the_page_for_python_says_what_happens(tmp_path, monkeypatch):
    example.copy_to(tmp_path)
    monkeypatch.chdir(tmp_path)
    found = doctest.testfile(str(ROOT / "docs" / "python.md"), module_relative=False)
    assert (found.attempted, found.failed) == (19, 0)


def test_the_page_for_python_names_every_function_and_every_setting():
    page = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
    functions = {name for name in redink.__all__ if inspect.isfunction(getattr(redink, name))}
    assert not {name for name in functions if f"`{name}`" not in page}
    for module, name in re.findall(r"`(redink\.[\w.]+)\.([A-Z]\w+)`", page):
        assert hasattr(import_module(module), name)
