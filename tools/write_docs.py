"""Write the pages that are made from code: `python -m tools.write_docs` (or `make docs`).

Command pages hold the help text and examples with their real output; the examples of all other pages are filled in
between their markers. A test runs the same functions and fails when a page lags behind.
"""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import click

import redink
from redink.cli.main import redink as commands
from redink.example import path as example_path
from tools.annotation_pages import error_types_page, explained_page, rules_page
from tools.command_examples import EXAMPLES, Example
from tools.forking import run_forked

ROOT = Path(__file__).resolve().parents[1]
_BLOCK = re.compile(r"<!-- run: (.*?) -->\n.*?<!-- end -->", re.DOTALL)


def pages() -> dict[Path, str]:
    """Give every generated page with what it should say."""
    made = {
        ROOT / "docs" / "error-types.md": error_types_page(),
        ROOT / "docs" / "classification-rules.md": rules_page(),
        ROOT / "docs" / "explained.md": explained_page(),
        ROOT / "docs" / "api.md": _api_page(),
    }
    with tempfile.TemporaryDirectory() as folder:
        workplace = Path(folder) / "example"
        shutil.copytree(example_path(""), workplace)
        names = sorted(commands.list_commands(click.Context(commands)))
        for name in names:
            made[ROOT / "docs" / "commands" / f"{name}.md"] = _command_page(name, workplace)
        made[ROOT / "docs" / "commands" / "README.md"] = _index(names)
        for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
            text = page.read_text(encoding="utf-8")
            if page not in made and _BLOCK.search(text):
                made[page] = _BLOCK.sub(lambda found: _filled(found[1], workplace), text)
    return made


def _api_page() -> str:
    """Name every public function and record; mkdocstrings puts their docstrings in when the site is built."""
    homes = {name: home for name, home in redink._HOMES.items() if not name.startswith("_")}
    kinds = {"Functions": [name for name in homes if name.islower()], "Records and errors": []}
    kinds["Records and errors"] = [name for name in homes if name not in kinds["Functions"]]
    parts = (
        f"## {title}\n\n" + "\n".join(f"::: {homes[name]}.{name}\n" for name in sorted(names))
        for title, names in kinds.items()
    )
    return (
        "# API\n\nWhat `import redink` gives. `make docs` fills this page on the site, from the docstrings. "
        "[Python and notebooks](python.md) shows how the functions are used.\n\n" + "\n".join(parts)
    )


def _index(names: list[str]) -> str:
    rows = "\n".join(f"| [`redink {name}`]({name}.md) | {_summary(name)} |" for name in names)
    return f"# Commands\n\nMade by `make docs`.\n\n| command | what it does |\n| --- | --- |\n{rows}\n\n{_FORMS}"


_PLACE = "In a copy of the bundled example (`redink demo --folder example --files` makes one):"
_FORMS = """## How to read tables

`--format` of every command that shows tables is `table` (text), `md`, `latex`, `tsv` or `json`; the report and
notebooks use `html`. Text, Markdown, LaTeX and HTML have rounded numbers with a true minus sign (−0.0026). `–` means
not available (such as 0/0). A p-value is shown as 0.0420, as < 0.0001, or as the bound ≤ 1/1001 if no draw of a test
with 1,000 draws was as extreme. TSV and JSON have every digit and p as a number. A value that is not available is an
empty cell in TSV and `null` in JSON.

On a terminal, a table that is too wide wraps its headings, then puts intervals below their numbers, then continues
below with further columns. In a pipe or a file, the width of the table does not depend on the terminal.
"""


def _summary(name: str) -> str:
    command = commands.get_command(click.Context(commands), name)
    assert command is not None
    return command.get_short_help_str(limit=200)


def _command_page(name: str, workplace: Path) -> str:
    help_text = "\n".join(run(f"redink {one} --help", workplace) for one in (name, *_subcommands(name)))
    shown = "\n".join(_session(example, workplace) for example in EXAMPLES[name])
    return (
        f"# redink {name}\n\nMade by `make docs`.\n\n```text\n{help_text}```\n\n"
        f"## Example\n\n{_PLACE}\n\n```console\n{shown}```\n"
    )


def _subcommands(name: str) -> list[str]:
    """Name the commands inside a command that is a group."""
    command = commands.get_command(click.Context(commands), name)
    return [f"{name} {inner}" for inner in command.commands] if isinstance(command, click.Group) else []


def _session(example: Example, workplace: Path) -> str:
    output = run(example.line, workplace)
    return f"$ {example.line}\n{output if example.same_everywhere else '…' + chr(10)}"


def _filled(line: str, workplace: Path) -> str:
    return f"<!-- run: {line} -->\n```console\n$ {line}\n{run(line, workplace)}```\n<!-- end -->"


def run(line: str, workplace: Path) -> str:
    """Run one example line and give what it prints."""
    # The interpreter's own folder comes first, so that `redink` is the one under test.
    environment = {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "LC_ALL": "C.UTF-8"}
    command, _, filters = line.partition(" | ")
    written = b""
    if (words := _arguments(command, workplace)) is not None:
        finished = run_forked(words, environment, folder=workplace)
        line, written = filters if not finished.returncode else "", finished.stdout
    if line:
        shell = ["bash", "-o", "pipefail", "-c", line]
        finished = subprocess.run(
            shell, cwd=workplace, env=environment, input=written, capture_output=True, check=False
        )
    if finished.returncode:
        raise RuntimeError(f"{command}\n{finished.stdout.decode()}{finished.stderr.decode()}")
    return finished.stdout.decode()


def _arguments(line: str, workplace: Path) -> list[str] | None:
    """Split a line that only runs `redink` as a shell would; `None` for all other lines, which need one."""
    if re.search(r"[][|&;<>$`\\?~{}()#!]", line):
        return None
    program, *words = shlex.split(line)
    if program != "redink":
        return None
    return [name for word in words for name in _matching(word, workplace)]


def _matching(word: str, workplace: Path) -> list[str]:
    return sorted(str(path.relative_to(workplace)) for path in workplace.glob(word)) if "*" in word else [word]


def main() -> None:
    """Write all pages that differ."""
    for page, text in pages().items():
        page.parent.mkdir(parents=True, exist_ok=True)
        if not page.is_file() or page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8")
            sys.stdout.write(f"{page.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
