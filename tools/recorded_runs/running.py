"""Runs in; one folder of streams, exit codes and written files a run out.

Every line runs `redink.cli.main` in a process forked from one that has all modules loaded and the example analysed:
streams and exit codes are real, and nothing is left over from one run to the next.
"""

from __future__ import annotations

import gc
import json
import os
import shlex
import shutil
import signal
import sys
import tempfile
import threading
import traceback
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from glob import glob
from importlib import import_module
from importlib.metadata import PackageNotFoundError, distribution
from importlib.util import find_spec
from pathlib import Path
from pkgutil import walk_packages
from typing import NoReturn
from urllib.parse import unquote, urlsplit

import redink
from redink import example
from redink.cli import main
from redink.evaluation.preparation import prepare
from tools.recorded_runs.run import Run
from tools.remembering import remember_example

_HEAVY = ("numpy", "scipy.stats", "scipy.optimize", "jinja2", "msgspec", "rapidfuzz", "rich.table")
_KEPT = ("PATH", "HOME", "PYTHONPATH", "VIRTUAL_ENV", "TMPDIR", "PYTHONHASHSEED")
_SECONDS = 600
"""A line that runs longer is stopped."""
_LEFT_OUT = (".sqlite", ".sqlite-wal", ".sqlite-shm", ".sqlite-journal")
"""Files that hold times of day."""


def record(runs: Sequence[Run], start: Path, folder: Path, jobs: int, links: dict[str, Path]) -> float:
    """Run all in copies of `start`, write one folder per run into `folder`, and give the CPU seconds.

    `links` are folders that every copy has by name, without copying.
    """
    _prepare_process()
    folder.mkdir(parents=True, exist_ok=True)
    wanted = [one for one in runs if all(find_spec(package) for package in one.needs)]
    seconds: dict[str, float] = {}
    going: dict[int, str] = {}
    with tempfile.TemporaryDirectory(prefix="recorded-") as place:
        os.environ["XDG_CACHE_HOME"] = str(Path(place) / "cache")
        for one in sorted(wanted, key=_uses_errant):
            if _uses_errant(one):
                _load_errant()
            workplace = Path(place) / one.name
            if jobs == 1:  # a process as large as this one is forked in 35 ms of CPU: once a line is enough
                began = sum(os.times()[:4])
                _record_one(one, start, workplace, folder / one.name, links)
                seconds[one.name] = sum(os.times()[:4]) - began
                continue
            if len(going) >= jobs:
                _wait(going, seconds)
            going[_forked_run(one, start, workplace, folder / one.name, links)] = one.name
        while going:
            _wait(going, seconds)
    bugs = sorted(
        {path.parent.name for path in folder.glob("*/*.exit") if path.read_text(encoding="utf-8").strip() == "70"}
    )
    if bugs:
        print(f"exit code 70, a failure of ours: {' '.join(bugs)}", file=sys.stderr)
    slowest = sorted(seconds.items(), key=lambda pair: -pair[1])
    (folder / "cpu.tsv").write_text("".join(f"{name}\t{value:.2f}\n" for name, value in slowest), encoding="utf-8")
    return sum(seconds.values())


def _refuse_strangers() -> None:
    """Stop where entry points (measures, commands) are those of another checkout's installation."""
    try:
        origin = distribution("redink").read_text("direct_url.json")
    except PackageNotFoundError:
        return
    place = unquote(urlsplit(json.loads(origin)["url"]).path) if origin else ""
    if place and not Path(redink.__file__).resolve().is_relative_to(Path(place).resolve()):
        sys.exit(f"{redink.__file__} is running, but {place} is installed, and entry points are those of the latter")


def _prepare_process() -> None:
    _refuse_strangers()
    for name in set(os.environ) - set(_KEPT):
        del os.environ[name]
    os.environ["LANG"] = "C.UTF-8"
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    for package in _HEAVY:
        import_module(package)
    for module in walk_packages(redink.__path__, "redink.", onerror=lambda _: None):
        if not module.name.endswith("__main__"):
            with suppress(ImportError):  # of an extra that is not installed
                import_module(module.name)
    remember_example("redink-en")
    gc.collect()
    gc.freeze()
    if threading.active_count() > 1:
        sys.exit("the recorder cannot fork: something that it imports has started threads")


def _uses_errant(one: Run) -> bool:
    return any("-p errant" in line for line in one.lines)


@cache
def _load_errant() -> None:
    """Load spaCy after all runs that do without: it doubles what each fork copies."""
    if find_spec("spacy"):
        prepare(example.load(), pipeline="errant")
        gc.collect()
        gc.freeze()


def _wait(going: dict[int, str], seconds: dict[str, float]) -> None:
    pid, status, usage = os.wait4(-1, 0)
    name = going.pop(pid)
    seconds[name] = usage.ru_utime + usage.ru_stime
    if status:
        sys.exit(f"the recorder failed in {name}")


def _forked_run(one: Run, start: Path, workplace: Path, folder: Path, links: dict[str, Path]) -> int:
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if not pid:
        try:
            _record_one(one, start, workplace, folder, links)
        except BaseException:
            traceback.print_exc()
            _leave(1)
        _leave(0)
    return pid


def _record_one(one: Run, start: Path, workplace: Path, folder: Path, links: dict[str, Path]) -> None:
    shutil.copytree(start, workplace)
    for name, target in links.items():
        (workplace / name).symlink_to(target)
    for name, text in one.files:
        (workplace / name).parent.mkdir(parents=True, exist_ok=True)
        (workplace / name).write_text(text, encoding="utf-8")
    before = _contents(workplace)
    folder.mkdir(parents=True)
    (folder / "lines").write_text("".join(f"redink {line}\n" for line in one.lines), encoding="utf-8")
    for number, line in enumerate(one.lines, 1):
        last = number == len(one.lines)
        code = _run_line(_arguments(line, workplace), workplace, folder / str(number), one.stdin if last else "")
        (folder / f"{number}.exit").write_text(f"{code}\n", encoding="utf-8")
        for stream in (folder / f"{number}.stdout", folder / f"{number}.stderr"):
            stream.write_bytes(_without_place(stream.read_bytes(), workplace))
    for name, content in _contents(workplace).items():
        if before.get(name) != content:
            kept = folder / "files" / name
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_bytes(_without_place(content, workplace))
    shutil.rmtree(workplace)


def _without_place(content: bytes, workplace: Path) -> bytes:
    return content.replace(str(workplace).encode(), b"FOLDER")


def _contents(workplace: Path) -> dict[str, bytes]:
    found = {}
    for folder, _, names in os.walk(workplace):
        for name in names:
            path = Path(folder) / name
            if path.suffix not in _LEFT_OUT and not path.is_symlink():
                found[str(path.relative_to(workplace))] = path.read_bytes()
    return found


def _arguments(line: str, workplace: Path) -> list[str]:
    found: list[str] = []
    for word in shlex.split(line):
        names = sorted(glob(word, root_dir=workplace)) if "*" in word else []  # noqa: PTH207 - through links too
        found += names or [word]
    return found


def _run_line(arguments: Iterable[str], workplace: Path, streams: Path, stdin: str) -> int:
    pid = os.fork()
    if not pid:
        _become_redink(list(arguments), workplace, streams, stdin)
    _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status)


def _become_redink(arguments: list[str], workplace: Path, streams: Path, stdin: str) -> NoReturn:
    signal.alarm(_SECONDS)
    reading, writing = os.pipe()
    os.write(writing, stdin.encode())
    os.close(writing)
    os.dup2(reading, 0)
    for number, ending in ((1, ".stdout"), (2, ".stderr")):
        os.dup2(os.open(f"{streams}{ending}", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    os.chdir(workplace)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)  # noqa: SIM115
    sys.argv = ["redink", *arguments]
    sys.modules["__main__"].__package__ = ""  # else click calls the program `python -m tools.recorded_runs`
    code: object = 0
    try:
        main()
    except SystemExit as stop:
        code = stop.code
    except BaseException:
        traceback.print_exc()
        code = 1
    _leave(code if isinstance(code, int) else 0)


def _leave(code: int) -> NoReturn:
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def fresh(folder: Path) -> Path:
    """Give the folder, which must be new or empty: old runs would be taken for new ones."""
    if folder.exists() and any(folder.iterdir()):
        sys.exit(f"{folder} is not empty: remove it, or name another folder")
    return folder
