"""Two people's first hour with redink, from a clean environment: `python -m tools.two_paths --shared ../shared`.

A researcher goes from `pip install` to a LaTeX table with intervals and a report. An engineer goes from raw JSON
lines to a gate in a workflow. Every command is what a person would type; the script counts them and the time they take.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import click
import yaml

ROOT = Path(__file__).resolve().parents[1]
PUBLISHED = "37.33"
"""F0.5 of CAMB in the shared task of CoNLL-2014."""
EXAMPLES = (
    ("She don't like apples.", "She doesn't like apples.", "She don't like apples."),
    ("I am here since three days.", "I have been here for three days.", "I am here for three days."),
    ("He go home.", "He goes home.", "He goes home."),
    ("I like musics.", "I like music.", "I like music."),
    ("It is fine.", "It is fine.", "It is fine."),
)
"""Source, reference and released output of the engineer's file."""


class Walk(NamedTuple):
    """What a path took."""

    name: str
    commands: int
    seconds: float


class Person:
    """Somebody who types commands in a folder, with a `redink` of their own."""

    def __init__(self, folder: Path, programs: Path) -> None:
        """Type in `folder`; programs are looked for in `programs` first."""
        self.folder, self.commands, self.started = folder, 0, time.monotonic()
        self.environment = {**os.environ, "PATH": f"{programs}:/usr/bin:/bin", "LC_ALL": "C.UTF-8"}

    def types(self, line: str, *, fails: bool = False) -> str:
        """Run a line; stop if its outcome is not the expected one."""
        self.commands += 1
        finished = subprocess.run(
            ["bash", "-c", line], cwd=self.folder, env=self.environment, capture_output=True, text=True, check=False
        )
        if (finished.returncode != 0) != fails:
            raise RuntimeError(f"{line}\n{finished.stdout}{finished.stderr}")
        return finished.stdout

    def walk(self, name: str) -> Walk:
        """Say what the path took."""
        return Walk(name, self.commands, time.monotonic() - self.started)


def researcher(person: Person, shared: Path | None) -> Walk:
    """From outputs to a LaTeX table with intervals, with published digits where the shared task's files are there."""
    person.types("redink demo --folder example --files")
    table = person.types(
        "redink score example/systems/*.txt -s example/source.txt -r example/reference-minimal.txt -m F0.5 GLEU --ci "
        "--percent --format latex -o table.tex && cat table.tex"
    )
    assert re.search(r"strong & .*83\.58.*\[", table), table
    if shared is not None:
        data = shared.resolve() / "data"
        official = data / "conll14-official"
        table = person.types(
            f"redink score {data}/conll14-teams/CAMB -s {official}/source.tok.txt "
            f"-r {official}/noalt/official-2014.combined.m2 --preset conll14 --ci --percent --format latex"
        )
        assert PUBLISHED in table, table
        assert re.search(r"CAMB.*37\.33 & .*\[", table), table
    person.types(
        "redink report example/systems/*.txt -s example/source.txt -r example/reference-minimal.txt -o report.html"
    )
    assert (person.folder / "report.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    return person.walk("researcher")


def engineer(person: Person) -> Walk:
    """From raw text in JSON lines to a gate that fails in a workflow when corrections become worse."""
    folder = person.folder
    _write(folder / "test.jsonl", [{"source": source, "reference": gold} for source, gold, _ in EXAMPLES])
    _write(folder / "released.jsonl", [{"output": output} for *_, output in EXAMPLES])
    _write(folder / "worse.jsonl", [{"output": source} for source, *_ in EXAMPLES])
    person.types("redink score released.jsonl -s test.jsonl -r test.jsonl -m F0.5 --save gate.json")
    gate = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))["runs"]["steps"][-1]["run"]
    given = {"SOURCE": "test.jsonl", "REFERENCE": "test.jsonl", "AGAINST": "gate.json", "MAX_DROP": "1"}
    person.environment |= {**given, "ARGUMENTS": "", "GITHUB_STEP_SUMMARY": str(folder / "summary.md")}
    for output, fails in (("released.jsonl", False), ("worse.jsonl", True)):
        person.environment["OUTPUT"] = output
        person.types(gate, fails=fails)
    assert (folder / "summary.md").read_text(encoding="utf-8").count("| F0.5 |") == 2
    return person.walk("engineer")


def _write(path: Path, rows: list[dict[str, str]]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--shared", type=click.Path(exists=True, file_okay=False, path_type=Path), help="Data of shared tasks.")
def main(shared: Path | None) -> None:
    """Walk both paths, each from a new virtual environment, and say what they took."""
    for name in ("researcher", "engineer"):
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            person = Person(folder, folder / "venv" / "bin")
            person.types(f"{sys.executable} -m venv venv")
            person.types(f"pip install --quiet {ROOT}")
            walk = researcher(person, shared) if name == "researcher" else engineer(person)
        click.echo(f"{walk.name}: {walk.commands} commands, {walk.seconds / 60:.1f} minutes")


if __name__ == "__main__":
    main()
