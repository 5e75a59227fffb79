"""The error family: exit codes, how errors read, and the journey through a pickle."""

import ast
import pickle
from pathlib import Path

import pytest

import redink
from redink.errors import GateFailed, InputError, MissingExtraError, Place, RedinkError, UsageError

SOURCE = Path(redink.__file__).parent
CODES = {GateFailed: 1, UsageError: 2, InputError: 3, MissingExtraError: 4}


@pytest.mark.parametrize(("kind", "code"), CODES.items())
def test_each_kind_has_the_exit_code_the_design_gives_it(kind, code):
    assert kind.exit_code == code
    assert issubclass(kind, RedinkError)


def test_no_error_is_left_out_of_the_table_of_exit_codes():
    assert set(RedinkError.__subclasses__()) == set(CODES)


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (Place("a.m2"), "a.m2"),
        (Place("a.m2", 7), "a.m2:7"),
        (Place("system 'x'", sentence=3), "system 'x', sentence 3"),
        (Place("a.m2", line=7, sentence=3), "a.m2:7"),
    ],
)
def test_a_place_reads_as_file_and_line_or_sentence(place, text):
    assert str(place) == text


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (InputError("bad span"), "bad span"),
        (InputError("bad span", place=Place("a.m2", 2)), "a.m2:2: bad span"),
        (InputError("bad span", remedy="count from 0"), "bad span (count from 0)"),
        (InputError("bad", place=Place("a.m2", 2), remedy="mend it"), "a.m2:2: bad (mend it)"),
    ],
)
def test_an_error_reads_as_place_cause_and_remedy(error, text):
    assert str(error) == text


@pytest.mark.parametrize("kind", [RedinkError, *CODES])
def test_an_error_survives_the_journey_back_from_a_worker_process(kind):
    error = kind("cause", place=Place("file", 3), remedy="remedy")
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is kind
    assert (back.cause, back.place, back.remedy) == ("cause", Place("file", 3), "remedy")
    assert str(back) == str(error)


INNER = ("stats", "reports", "signature.py")
"""What only programmers call with numbers of their own; users of files and commands never meet these errors."""


def without_remedy():
    for path in sorted(SOURCE.rglob("*.py")):
        if path.relative_to(SOURCE).parts[0] in INNER:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id
            if named in {kind.__name__ for kind in CODES} and not any(one.arg == "remedy" for one in node.keywords):
                yield f"{path.relative_to(SOURCE)}:{node.lineno}"


def test_every_error_that_users_meet_says_what_to_do():
    assert list(without_remedy()) == []


def test_bug_the_line_to_type_had_quotes_that_not_every_shell_knows():
    """In `cmd.exe` single quotes are letters; every remedy has the line as the README has it."""
    lines = [line for file in SOURCE.rglob("*.py") for line in file.read_text(encoding="utf-8").splitlines()]
    told = [line for line in lines if "pip install" in line and "redink[" in line]
    assert len(told) >= 8
    assert all('pip install "redink[' in line for line in told)
