"""What goes into the source distribution: whoever unpacks it can run the tests and follow the links."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

from tools.pypi_page import _PAGES, description, links, repository

ROOT = Path(__file__).parents[1]
BUILD = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]
INCLUDED = {name.strip("/") for name in BUILD["targets"]["sdist"]["include"]}


README = (ROOT / "README.md").read_text(encoding="utf-8")
HOME = "https://git.example.org/people/redink"


@pytest.mark.parametrize("address", [None, HOME])
def test_the_description_on_pypi_has_no_links_that_lead_nowhere(address):
    text = description(README, address, "v1.2.3")
    assert "pip install redink" in text
    assert "Start: five minutes" in text
    assert not re.findall(r"\]\((?!https?://)", text)


def test_links_and_pictures_on_pypi_lead_to_files_of_the_release():
    text = description(README, HOME, "v1.2.3")
    pictures = re.findall(rf"!\[[^]]*\]\({HOME}/raw/v1.2.3/([^)]*)\)", text)
    pages = re.findall(rf"(?<!!)\[[^]]*\]\({HOME}/blob/v1.2.3/([^)#]*)", text)
    assert pictures == ["docs/pictures/report-chart.png"]
    assert len(pages) == len(re.findall(r"\]\((?!\w+://)", README)) - len(pictures)
    assert all((ROOT / file).is_file() for file in [*pictures, *pages, *_PAGES.values()])
    assert links(HOME, "v1.2.3")["Repository"] == HOME
    assert links(HOME, "v1.2.3")["Changelog"] == f"{HOME}/blob/v1.2.3/CHANGELOG.md"


def test_without_a_repository_on_the_web_there_are_no_links():
    assert links(None, "v1.2.3") == {}


@pytest.mark.parametrize(
    "remote",
    [
        HOME,
        f"{HOME}.git",
        f"{HOME}/",
        "https://someone:secret@git.example.org/people/redink.git",
        "git@git.example.org:people/redink.git",
        "ssh://git@git.example.org/people/redink",
        "ssh://git@git.example.org:22/people/redink.git",
    ],
)
def test_the_web_address_of_a_remote_never_holds_a_password(remote):
    assert repository(remote) == HOME


def test_the_web_address_keeps_the_port_of_web_pages():
    assert repository("https://git.example.org:8443/people/redink.git") == "https://git.example.org:8443/people/redink"


@pytest.mark.parametrize("remote", ["", "/srv/redink", "../redink", "file:///srv/redink", "C:\\redink", "redink"])
def test_a_folder_has_no_web_address(remote):
    assert repository(remote) is None


def imported(file):
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield (node.module or "").split(".")[0]
        elif isinstance(node, ast.Import):
            yield from (name.name.split(".")[0] for name in node.names)


def test_bug_tests_of_the_source_distribution_could_not_be_collected():
    rooms = {name for file in (ROOT / "tests").rglob("*.py") for name in imported(file)}
    ours = {name for name in rooms if (ROOT / name).is_dir()}
    assert {"bench", "tools", "training"} <= ours
    assert ours <= INCLUDED


def test_bug_the_readme_of_the_source_distribution_led_nowhere():
    linked = re.findall(r"\]\(([^):#\s]+)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert {Path(target).parts[0] for target in linked} <= INCLUDED
