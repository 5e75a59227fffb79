"""Run the tests on every Python that is installed here (`make nox`), and the demo on the oldest packages we allow."""

import os
import tomllib
from pathlib import Path

import nox

nox.options.error_on_missing_interpreters = False
nox.options.default_venv_backend = "venv"
# The commands that pyenv puts on the path answer only for the versions it was told to use: look at all it has.
_FOLDERS = sorted(map(str, Path.home().glob(".pyenv/versions/*/bin")))
os.environ["PATH"] = os.pathsep.join([*_FOLDERS, os.environ["PATH"]])


@nox.session(python=["3.11", "3.12", "3.13", "3.14"])
def tests(session: nox.Session) -> None:
    """Run the tests; arguments after `--` go to pytest."""
    session.install("--editable", "./languages", "--editable", ".[test,all]")
    session.run("python", "-m", "pytest", "-n", "auto", "--dist", "loadfile", *session.posargs)


@nox.session(python="3.11")
def lowest(session: nox.Session) -> None:
    """Run the demo with the lowest version of each core package that pyproject.toml allows."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    session.install(".", *(package.replace(">=", "==") for package in project["dependencies"]))
    session.run("redink", "demo", "--folder", session.create_tmp())
