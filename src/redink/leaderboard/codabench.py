"""A task in, a competition bundle for Codabench out; and the scoring program that runs there.

The platform unpacks a submission to input/res and the reference data to input/ref, runs the command of the scoring
program, and reads output/scores.json and output/detailed_results.html. Nothing that a team sees there comes from the
references but scores of the whole test set and of its large parts: messages are made before references are read.
"""

from __future__ import annotations

import io
import json
import re
import struct
import warnings
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

import msgspec

from redink.leaderboard.checking import check
from redink.leaderboard.site import parts_page
from redink.leaderboard.standings import rank
from redink.leaderboard.stored import Counting
from redink.leaderboard.task import LARGEST, OUTPUT, TASK, About, Phase, Submission, Task, TaskFile, read_task
from redink.reading.files import write_bytes_whole
from redink.reports.escape import escape_html
from redink.scoring.names import lower_is_better
from redink.version import __version__

_SAME_DATE = (1980, 1, 1, 0, 0, 0)
_FAILED = "The output could not be scored. Please ask the organisers."

SCORE_PROGRAM = f'''\
"""Called by Codabench: python3 score.py INPUT OUTPUT. Installs redink if the image lacks it, and scores INPUT/res."""

import subprocess
import sys

try:
    import redink
except ImportError:
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "redink=={__version__}"], check=True)

from redink.leaderboard.codabench import score_folder

sys.exit(score_folder(sys.argv[1], sys.argv[2]))
'''


def score_key(measure: str) -> str:
    """Give the name of a measure in scores.json: letters, digits and underscores."""
    return re.sub(r"[^A-Za-z0-9]+", "_", measure)


def score_folder(given: str | Path, output: str | Path) -> int:
    """Score INPUT/res against INPUT/ref; write scores.json and detailed_results.html. Gives the exit code."""
    import sys

    folder, place = Path(given), Path(output)
    place.mkdir(parents=True, exist_ok=True)
    try:
        task = read_task(folder / "ref")
        found, problem = _find_output(folder / "res")
        if found is not None:
            checked = check(task, found)
            problem = "" if not checked.errors else _without_folders(checked.errors[0], folder)
        if found is None or problem:
            return _refused(problem, place)
        submission = Submission("team", "run", found, About())
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what looks odd about references is not for teams
            counting = Counting(task)
            (stored,) = counting.count([submission])
        stored.warnings = [_without_folders(warning, folder) for warning in checked.warnings]
        board = rank(task, [stored], keep=False)
        scores = {score_key(name): round(score.value or 0.0, 4) for name, score in stored.scores.items()}
        (place / "scores.json").write_text(json.dumps(scores), encoding="utf-8")
        (place / "detailed_results.html").write_text(parts_page(board, stored, counting.data), encoding="utf-8")
    except Exception as error:  # a traceback could quote a reference
        print(f"redink: {type(error).__name__}", file=sys.stderr)
        return _refused(_FAILED, place)
    return 0


def _find_output(folder: Path) -> tuple[Path | None, str]:
    """Give output.txt, or the only text file; and why there is none."""
    if not folder.is_dir():
        return None, "There is no submission."
    named = folder / OUTPUT
    texts = [named] if named.exists() or named.is_symlink() else sorted(folder.glob("*.txt"))[:2]
    if len(texts) != 1:
        return None, f"The submission must contain {OUTPUT}."
    path = texts[0]
    if path.is_symlink() or not path.is_file():
        return None, f"{OUTPUT} must be a file, not a link or a folder."
    if path.stat().st_size > LARGEST:
        return None, f"{OUTPUT} has more than {LARGEST:,} bytes."
    with path.open("rb") as handle:
        if handle.read(4)[:2] in (b"\x1f\x8b", b"PK") or path.name.endswith((".gz", ".zst")):
            return None, f"{OUTPUT} must be plain text."
    return path, ""


def _without_folders(message: str, folder: Path) -> str:
    return message.replace(f"{folder / 'res'}/", "").replace(f"{folder / 'ref'}/", "")


def _refused(problem: str, place: Path) -> int:
    import sys

    print(f"redink: {problem}", file=sys.stderr)
    page = f'<!doctype html><html lang="en"><title>Not scored</title><h1>Not scored</h1><p>{escape_html(problem)}</p>\n'
    (place / "detailed_results.html").write_text(page, encoding="utf-8")
    return 1


def bundle(task: Task, path: str | Path) -> Path:
    """Write the competition bundle."""
    files: dict[str, bytes] = {
        "competition.yaml": _competition(task),
        "logo.png": _logo(),
        "overview.md": _overview(task).encode(),
        "terms.md": (task.says.rules or "The organisers have not written any rules yet.").encode() + b"\n",
        "scoring_program.zip": _zip({"score.py": SCORE_PROGRAM.encode(), "metadata.yaml": _COMMAND}),
        "reference_data.zip": _zip(_reference_data(task)),
        "starting_kit.zip": _zip(_starting_kit(task)),
    }
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    write_bytes_whole(target, _zip(files))
    return target


_COMMAND = b"command: python3 score.py /app/input/ /app/output/\n"


def _competition(task: Task) -> bytes:
    """Write competition.yaml; JSON is YAML, and leaves nothing to quote."""
    says = task.says
    phases = [
        {
            "index": number,
            "name": phase.name,
            "description": phase.description or phase.name,
            "start": phase.start,
            **({"end": phase.end} if phase.end else {}),
            "max_submissions_per_day": 5,
            "tasks": [0],
            "starting_kit": "starting_kit.zip",
        }
        for number, phase in enumerate(says.phases or [Phase("Evaluation", "2026-01-01")])
    ]
    columns = [
        {"index": number, "title": name, "key": score_key(name), "sorting": _sorting(name)}
        for number, name in enumerate(task.plan.measures)
    ]
    competition = {
        "version": 2,
        "title": says.name,
        "description": says.description,
        "image": "logo.png",
        "docker_image": "python:3.12",
        "terms": "terms.md",
        "enable_detailed_results": True,
        "pages": [{"title": "Overview", "file": "overview.md"}],
        "tasks": [
            {
                "index": 0,
                "name": says.name,
                "description": says.description or says.name,
                "reference_data": "reference_data.zip",
                "scoring_program": "scoring_program.zip",
            }
        ],
        "solutions": [],
        "phases": phases,
        "leaderboards": [{"index": 0, "title": "Results", "key": "main", "columns": columns}],
    }
    return (json.dumps(competition, indent=2, ensure_ascii=True) + "\n").encode()


def _sorting(measure: str) -> str:
    return "asc" if lower_is_better(measure) else "desc"


def _overview(task: Task) -> str:
    return (
        f"# {task.says.name}\n\n{task.says.description}\n\nSubmit a zip file with one file, `{OUTPUT}`: one corrected "
        f"sentence on each line, {len(task.data(references=False).sources):,} lines. Check it before you submit:\n\n"
        f"    pip install redink=={__version__}\n    redink leaderboard check . {OUTPUT}\n\n"
        f"Ranked by {task.plan.measures[0]}.\n"
    )


def _reference_data(task: Task) -> dict[str, bytes]:
    says = task.says
    names = {says.source: "source" + Path(says.source).suffix}
    names |= {name: f"reference{number}{Path(name).suffix}" for number, name in enumerate(says.references)}
    there = TaskFile(
        says.name,
        names[says.source],
        [names[name] for name in says.references],
        measures=says.measures,
        preset=says.preset,
        pipeline=says.pipeline,
        tokenise=task.tokeniser,
        visibility="hidden",
    )
    return {TASK: _toml(there)} | {new: task.file(old).read_bytes() for old, new in names.items()}


def _starting_kit(task: Task) -> dict[str, bytes]:
    says = task.says
    source = "source" + Path(says.source).suffix
    kit = TaskFile(
        says.name,
        source,
        measures=says.measures,
        preset=says.preset,
        pipeline=says.pipeline,
        tokenise=task.tokeniser,
    )
    readme = _overview(task).encode()
    return {TASK: _toml(kit), source: task.file(says.source).read_bytes(), "README.md": readme}


def _toml(task: TaskFile) -> bytes:
    """Write a task file; JSON strings and lists are TOML."""
    record = msgspec.to_builtins(task)
    lines = (f"{name} = {json.dumps(value)}" for name, value in record.items() if value not in (None, [], ""))
    return ("\n".join(lines) + "\n").encode()


def _zip(files: Mapping[str, bytes]) -> bytes:
    """Pack files; the same files give the same bytes."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            info = zipfile.ZipInfo(name, _SAME_DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(info, content)
    return out.getvalue()


def _logo(size: int = 128) -> bytes:
    """Give a red square as PNG: the platform wants a picture."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    rows = (b"\x00" + b"\xb4\x1f\x24" * size) * size
    head = struct.pack(">IIBBBBB", size, size, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
