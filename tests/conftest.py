"""What all tests share: one Hypothesis profile, deterministic, so that CI never flakes; one spaCy model."""

import builtins
import gc
import os
import sys

import pytest
from hypothesis import settings
from hypothesis.internal import entropy

# One thread for NumPy, as every command has: more only wait for each other, at the price of CPU. Before NumPy is there.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# For a hunt with fresh random numbers, twenty times as many: pytest --hypothesis-profile=thorough
settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("thorough", max_examples=2000, deadline=None)
settings.load_profile("ci")

# Hypothesis seeds NumPy's global random numbers for every example, and puts them back: 0.15 of 0.85 ms. Nothing here
# uses them (ruff: NPY002), and to Hypothesis they are managed already if this name holds something.
entropy.NP_RANDOM = object()


# The modules and tests that are collected stay until the end: there is no garbage among them to look for.
gc.disable()


def pytest_collection_finish():
    """Look for garbage from now on, as seldom as `redink` does, and only in what the tests make."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
    gc.enable()


def pytest_configure(config):
    """Let tests of several processes work in one where the system allows no more (/dev/shm is not mounted)."""
    config.addinivalue_line("filterwarnings", "ignore:worker processes cannot be started")


_sum = builtins.sum


# Its parameters have the names of the built-in's: torch refuses others.
def _sum_of_whole_numbers(iterable, /, start=0):
    """Sum as Python does, but refuse fractions to our own code: since Python 3.12 their sum has other last digits."""
    if not sys._getframe(1).f_globals.get("__name__", "").startswith("redink."):
        return _sum(iterable, start)
    values = iterable if type(iterable) in (list, tuple) else list(iterable)
    total = _sum(values, start)
    if type(total) is not int:  # among whole numbers there are no fractions
        fractions = [value for value in values if type(value) is float and not value.is_integer()]
        assert not fractions, "use math.fsum for fractions"
    return total


builtins.sum = _sum_of_whole_numbers


@pytest.fixture(scope="module")
def sentences_are_analysed_once():
    """Analyse, align and walk through equal sentences once for all tests of a file."""
    from tools.remembering import replacements

    with pytest.MonkeyPatch.context() as patch:
        for replacement in replacements():
            patch.setattr(*replacement)
        yield


@pytest.fixture(scope="session")
def errant_pipeline():
    """Give the pipeline `errant`, loaded once for all tests, since that takes seconds."""
    pytest.importorskip("spacy", reason="needs the extra [errant]")
    from redink.errors import MissingExtraError
    from redink.language.spacy_pipeline import ErrantPipeline

    try:
        return ErrantPipeline()
    except MissingExtraError as error:
        pytest.skip(str(error))


@pytest.fixture
def run_with_errant(errant_pipeline, monkeypatch):
    """Run a command with `--pipeline errant` in this process, where it is loaded; give what it prints."""
    from click.testing import CliRunner

    from redink.cli.main import redink
    from redink.evaluation import preparation

    monkeypatch.setattr(preparation, "load_pipeline", {"errant": errant_pipeline}.__getitem__)

    def run(*arguments):
        result = CliRunner().invoke(redink, [*map(str, arguments), "-p", "errant"], catch_exceptions=False)
        assert (result.exit_code, result.stderr) == (0, "")
        return result.stdout

    return run
