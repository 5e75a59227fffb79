"""One verb, two faces: every command's record has the names and defaults of the function that Python users call."""

import inspect
from dataclasses import MISSING, fields

import click
import pytest

import redink
from redink.cli.main import redink as commands
from redink.evaluation.data import read
from redink.registry import contribution, names

READING = set(inspect.signature(read).parameters)
"""What the files of an evaluation are read with."""

LAYOUT = {"given", "form", "output", "percent"}
"""How results are written."""

VERBS = {
    "agreement": "agreement",
    "compare": "compare",
    "conservatism": "conservatism",
    "convert": "convert",
    "coverage": "coverage",
    "design": "design",
    "diagnose": "diagnose",
    "difficulty": "difficulty",
    "explain": "explain",
    "faithfulness": "faithfulness",
    "gate": "gate",
    "incentive": "incentive",
    "meta": "meta",
    "pairs": "pairs",
    "report": "report",
    "rerank": "rerank",
    "score": "score",
}
"""Commands, and the public function behind each."""

WRITES_FILES = {
    "agreement": {"page", "judgements", "pairs"},
    "compare": {"systems"},
    "design": {"outputs", "figures"},
    "conservatism": {"figures"},
    "coverage": {"save", "page"},
    "diagnose": {"system", "cut"},
    "difficulty": {"save_weights", "heatmap", "browser", "chunks"},
    "explain": {"as_json"},
    "faithfulness": {"plane"},
    "gate": {"new"},
    "incentive": {"figures"},
    "meta": {"figures"},
    "rerank": {"picks", "figures"},
    "score": {"per_sentence", "save"},
}
"""What the command line alone has: outputs by their names, and files that are written beside the result."""


def record(command):
    return contribution("redink.commands", command).options


def option_defaults(command):
    return {field.name: field.default for field in fields(record(command)) if field.metadata}


@pytest.mark.parametrize("command", VERBS)
def test_names_and_defaults_are_the_same(command):
    parameters = inspect.signature(getattr(redink, VERBS[command])).parameters
    for name, default in option_defaults(command).items():
        if name in READING | LAYOUT | WRITES_FILES.get(command, set()) and name not in parameters:
            continue
        assert name in parameters, f"{command} has the option {name}, and {VERBS[command]}() does not"
        expected = parameters[name].default
        if expected is not inspect.Parameter.empty:
            assert _plain(expected) == _plain(default), f"{command}: another default of {name}"


@pytest.mark.parametrize("command", VERBS)
def test_whatever_python_can_say_the_command_line_can_say(command):
    names = set(option_defaults(command))
    parameters = inspect.signature(getattr(redink, VERBS[command])).parameters
    plain = {name for name, parameter in parameters.items() if parameter.kind is parameter.KEYWORD_ONLY}
    assert plain - names <= ONLY_PYTHON.get(command, set())


ONLY_PYTHON: dict[str, set[str]] = {"coverage": {"data"}}
"""Arguments that make sense in Python alone, such as data that are in memory."""


def _plain(value):
    return tuple(value) if isinstance(value, list | tuple) else value


@pytest.mark.parametrize("command", names("redink.commands"))
def test_every_option_has_a_default_that_click_gives_too(command):
    built = commands.get_command(click.Context(commands), command)
    if isinstance(built, click.Group):
        return
    for field in fields(record(command)):
        assert field.default is not MISSING
