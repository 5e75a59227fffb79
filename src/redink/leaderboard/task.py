"""The folder of a shared task in; the task, its data and its submissions out.

    task.toml
    submissions/TEAM/RUN/output.txt, about.toml
    results/TEAM/RUN.json             written by `add`

Teams write what is in submissions/, so that nothing there is trusted: names are checked, links are not followed, and
large files are refused.
"""

from __future__ import annotations

import hashlib
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from redink.errors import InputError, Note, Place, RedinkError, UsageError
from redink.evaluation.data import read
from redink.evaluation.tokenising import splitting_of
from redink.frozen import frozen
from redink.questions.score.plan import Plan, run_plan
from redink.reading.files import write_bytes_whole
from redink.records import EvalSet
from redink.scoring.measure import Conventions

TASK = "task.toml"
OUTPUT = "output.txt"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
LARGEST = 50_000_000
"""Bytes of an output; the largest test sets of the field have a tenth of it."""
_LONGEST = 400_000
"""Bytes of a line."""
_MOST_LINES = 1_000_000


class Phase(msgspec.Struct, forbid_unknown_fields=True):
    """A time in which teams may submit."""

    name: str
    start: str
    end: str = ""
    description: str = ""


class TaskFile(msgspec.Struct, forbid_unknown_fields=True):
    """What task.toml says."""

    name: str
    source: str
    references: list[str] = []
    description: str = ""
    measures: tuple[str, ...] = ("F0.5",)
    preset: str | None = None
    pipeline: str = "redink-en"
    tokenise: str = "auto"
    rules: str = ""
    visibility: Literal["public", "hidden"] = "public"
    metadata: str | None = None
    groups: list[str] = []
    coverage: str | None = None
    phases: list[Phase] = []


class About(msgspec.Struct):
    """What a team says about a run, in about.toml; other entries are left alone."""

    description: str = ""
    authors: str = ""
    paper: str = ""
    date: str = ""


@frozen
class Submission:
    """One run of one team."""

    team: str
    run: str
    path: Path
    """Its output."""
    about: About

    @property
    def name(self) -> str:
        """How tables call it."""
        return f"{self.team}/{self.run}"

    @property
    def checksum(self) -> str:
        """SHA-256 of the output."""
        return hashlib.sha256(self.path.read_bytes()).hexdigest()


@frozen
class Task:
    """A task and its folder."""

    folder: Path
    says: TaskFile
    plan: Plan
    """Measures, the main one first, conventions and pipeline."""

    @property
    def is_hidden(self) -> bool:
        """Whether nothing of the references may be shown."""
        return self.says.visibility == "hidden"

    def file(self, name: str) -> Path:
        """Give a file of the task."""
        return self.folder / name

    def data(self, outputs: dict[str, Path] | None = None, *, references: bool = True) -> EvalSet:
        """Read source, references and outputs by name."""
        return read(
            list((outputs or {}).values()),
            names=list(outputs or {}),
            source=self.file(self.says.source),
            references=[self.file(name) for name in self.says.references] if references else (),
            tokenise=self.tokeniser,
        )

    @property
    def tokeniser(self) -> str:
        """How all texts are tokenised: as task.toml says, or as the source needs it, whatever an output looks like."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Note)
            return splitting_of(self.says.tokenise, [self.file(self.says.source)]).name

    def submissions(self, refused: list[str] | None = None) -> Iterator[Submission]:
        """Give the submissions, by team and run; those that cannot be read are named in `refused` if it is given."""
        known: set[str] = set()
        for team in _folders(self.folder / "submissions"):
            for run in _folders(team):
                try:
                    submission = read_submission(run / OUTPUT)
                    _expect_new(submission, known)
                except RedinkError as error:
                    if refused is None:
                        raise
                    refused.append(f"{team.name[:80]!r}, {run.name[:80]!r}: {error}")
                else:
                    yield submission


def read_task(folder: str | Path, *, references: bool = True) -> Task:
    """Read task.toml; what is wrong in it is said with its place. Teams have the source and nothing else."""
    path = Path(folder) / TASK
    says = _toml(path, TaskFile)
    if references and not says.references:
        raise InputError("the task has no references", place=Place(str(path)), remedy='write references = ["gold.m2"]')
    for name in (says.source, *((*says.references, says.metadata, says.coverage) if references else ())):
        if name is not None and not (Path(folder) / name).is_file():
            raise InputError(f"there is no file {name}", place=Place(str(path)), remedy="write paths from the folder")
    measures = ("F0.5",) if says.preset else tuple(says.measures)
    plan = run_plan(measures, Conventions(), says.preset, says.pipeline, unless_named=("F0.5",))
    # Presets name the measure that ranks last.
    ordered = tuple(dict.fromkeys((plan.measures[-1], *plan.measures))) if says.preset else plan.measures
    return Task(Path(folder), says, Plan(ordered, plan.conventions, plan.pipeline))


def read_submission(output: Path) -> Submission:
    """Read what is known of a run; refuse links, odd names and very large files."""
    run, team = output.parent, output.parent.parent
    for part in (team, run):
        expect_name(part.name)
    about = run / "about.toml"
    if any(part.is_symlink() for part in (team, run, output, about)):
        raise InputError("a submission must not be a link", place=Place(str(output)), remedy="submit the file itself")
    if not output.is_file():
        raise InputError(f"there is no {OUTPUT}", place=Place(str(run)), remedy=f"put the corrections in {OUTPUT}")
    expect_plain(output)
    return Submission(team.name, run.name, output, _toml(about, About) if about.is_file() else About())


def expect_plain(path: Path) -> None:
    """Refuse what is no text of sentences before it is read whole: folders, huge files, endless lines."""
    if path.exists() and not path.is_file():
        raise InputError("this is no file", place=Place(str(path)), remedy="submit a text file")
    if path.stat().st_size > LARGEST:
        raise InputError(f"more than {LARGEST:,} bytes", place=Place(str(path)), remedy="submit text only")
    number = 0
    with path.open("rb") as handle:
        while line := handle.readline(_LONGEST + 1):
            number += 1
            if len(line) > _LONGEST or number > _MOST_LINES:
                much = (
                    f"a line of more than {_LONGEST:,} bytes" if len(line) > _LONGEST else f"more than {number:,} lines"
                )
                raise InputError(much, place=Place(str(path), number), remedy="write one sentence on each line")


def _expect_new(submission: Submission, known: set[str]) -> None:
    """Refuse names that differ in case alone: on some disks, their pages would be one file."""
    name = submission.name.lower()
    if name in known:
        raise InputError(
            f"{submission.name} differs from another submission in upper and lower case only",
            place=Place(str(submission.path)),
            remedy="rename one of them",
        )
    known.add(name)


def expect_name(name: str) -> str:
    """Refuse names of teams and runs that could lead out of the folder, or look like something else on a page."""
    if not _NAME.fullmatch(name):
        raise UsageError(
            f"{name[:80]!r} cannot name a team or a run",
            remedy="use up to 64 Latin letters, digits, dots, hyphens and underscores",
        )
    return name


def _folders(root: Path) -> list[Path]:
    return sorted(path for path in root.iterdir() if path.is_dir()) if root.is_dir() else []


def _toml(path: Path, kind: type[Any]) -> Any:
    try:
        if path.stat().st_size > 1_000_000:
            raise InputError("the file is too large", place=Place(str(path)), remedy="describe the run in a few lines")
        return msgspec.toml.decode(path.read_bytes(), type=kind)
    except OSError as error:
        raise InputError(
            f"cannot read: {error.strerror or error}",
            place=Place(str(path)),
            remedy="redink leaderboard init makes one",
        ) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError(
            str(error), place=Place(str(path)), remedy="see docs/organisers.md for what it may say"
        ) from error


_TEMPLATE = """\
# The task. Paths are relative to this folder. docs/organisers.md explains every line.
name = "My shared task"
description = "What teams are asked to do, in one sentence."
source = "source.txt"
references = ["reference.txt"]
measures = ["F0.5", "P", "R"]      # the first one ranks; or preset = "bea19"
pipeline = "redink-en"
tokenise = "auto"                  # as the source needs it; or en, penn, char, the code of a language, none
rules = "Where data may come from, and how many runs a team may submit."
visibility = "public"              # hidden: nothing of the references is shown, and no small slices
# metadata = "essays.tsv"          # one row for each sentence
# groups = ["level"]               # its columns by which scores are shown
# coverage = "coverage.json"       # of redink coverage --save

[[phases]]
name = "Evaluation"
start = "2026-01-01"
end = "2026-01-31"
"""


def init(folder: str | Path) -> Path:
    """Make the folder of a task with a task.toml to fill in; gives its path."""
    path = Path(folder) / TASK
    if path.exists():
        raise UsageError(f"{path} is there already", remedy="choose another folder")
    (Path(folder) / "submissions").mkdir(parents=True, exist_ok=True)
    write_bytes_whole(path, _TEMPLATE.encode())
    return path
