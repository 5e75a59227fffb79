"""Docs cannot lag behind: every command has help, a page and a runnable example whose output is shown as it is."""

import doctest
import inspect
import re
from importlib import import_module

import click
import pytest
import yaml

import redink
from redink import example
from redink.cli.main import redink as commands
from tools.command_examples import EXAMPLES
from tools.site_pages import OUTSIDE, site_links
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


def test_the_navigation_of_the_site_names_every_page_once():
    site = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    named = list(page_paths(site["nav"]))
    made = {page for page in OUTSIDE.values() if page != "index.md"}
    docs = ROOT / "docs"
    assert sorted(named) == sorted({page.relative_to(docs).as_posix() for page in docs.rglob("*.md")} | made)


def page_paths(nav):
    for entry in nav:
        if isinstance(entry, str):
            yield entry
        else:
            for below in entry.values():
                yield from [below] if isinstance(below, str) else page_paths(below)


def test_links_out_of_the_docs_lead_to_pages_of_the_site():
    assert site_links("[a](../CONTRIBUTING.md#x)", "architecture.md") == "[a](contributing.md#x)"
    assert site_links("[a](../../README.md) [b](x.md)", "how-to/types.md") == "[a](../index.md) [b](x.md)"
    assert site_links("[a](docs/scale.md) ![b](docs/p.png)", "contributing.md") == "[a](scale.md) ![b](p.png)"


def test_command_lines_of_the_pages_use_options_that_exist():
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        text = re.sub(r"\\\n\s*", " ", page.read_text(encoding="utf-8"))
        for name, line in re.findall(r"^\$ redink (\w+) (.*)$", text, re.MULTILINE):
            if name in NAMES and not isinstance(command(name), click.Group):
                words = line.split("#")[0].split("|")[0].split("redink")[0].split()
                known = {
                    option
                    for parameter in command(name).params
                    for option in (*parameter.opts, *parameter.secondary_opts)
                }
                given = {word.split("=")[0] for word in words if re.match(r"--[a-z]", word)}
                assert given <= known | {"--help"}, f"{page}: {line}"


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
