"""What goes into the source distribution: whoever unpacks it can run the tests and follow the links."""

import ast
import re
import tomllib
from pathlib import Path

from tools.pypi_readme import description

ROOT = Path(__file__).parents[1]
BUILD = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]
INCLUDED = {name.strip("/") for name in BUILD["targets"]["sdist"]["include"]}


def test_the_description_on_pypi_has_no_links_that_lead_nowhere():
    text = description((ROOT / "README.md").read_text(encoding="utf-8"))
    assert "pip install redink" in text
    assert "Start: five minutes" in text
    assert not re.findall(r"\]\((?!https?://)", text)


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
