"""Whole commands on damaged inputs: `python -m fuzz.commands --inputs 200000 [--seed 1] [--first 0]`.

Each input takes a valid line of a command, damages one or two of the files that it reads (or an option), and runs the
command in this process. Findings are: an exit code other than 0, 1, 2, 3, 4 and 130; a number that is not finite, or a
score outside its range, with exit code 0; more than 10 CPU seconds or 1 GB. Input N of a seed is always the same.
"""

from __future__ import annotations

import argparse
import contextlib
import functools
import gc
import io
import json
import os
import re
import resource
import shlex
import signal
import sys
import tempfile
import time
import warnings
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, NoReturn

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before NumPy is there, as `main` does

from fuzz.corpus import LINES, SLOW, make_corpus
from fuzz.mutations import NUMBERS, ODD, mutated
from redink.cli import main as redink_main
from redink.cli import messages

EXITS = frozenset({0, 1, 2, 3, 4, 130})
MOST_SECONDS = 10
MOST_BYTES = 1 << 30
_SHARE = re.compile(r"(?:[PR]|F[\d.]+|[wu](?:[PRA]|F[\d.]+)|M2|GLEU|EM|EIM)(?:-\w+)?")
"""Measures that go from 0 to 1."""
_SITE = re.compile(r'File "[^"]*/(redink/[^"]+)", line (\d+)')


class Outcome(NamedTuple):
    """What a command did."""

    code: int
    stdout: str
    stderr: str
    seconds: float


class Finding(NamedTuple):
    """What should not have happened."""

    kind: str
    """In short, with the place in our code, so that equal findings are counted together."""
    line: str
    """The command."""
    number: int
    """Number of the input."""


class TooSlow(BaseException):
    """The CPU time is used up; nothing in a command catches this."""


def run_command(arguments: list[str]) -> Outcome:
    """Run `redink` in this process, in the current folder, as `main` does: real exit codes, real streams."""
    before = sys.argv, sys.stdout, sys.stderr, sys.stdin, warnings.showwarning, gc.get_threshold()
    began = time.process_time()
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8", errors="surrogateescape") as out,
        contextlib.ExitStack() as stack,
    ):
        stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("default")  # pytest makes errors of them
        messages._shown.clear()  # a process says each thing once
        messages._said.clear()
        sys.argv, sys.stdout, sys.stderr = ["redink", *arguments], out, io.StringIO()
        sys.stdin = stack.enter_context(open(os.devnull, encoding="utf-8"))  # noqa: PTH123
        try:
            with _limited():
                redink_main()
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 1
        except TooSlow:
            code = -1
        finally:
            errors = sys.stderr.getvalue()
            sys.argv, sys.stdout, sys.stderr, sys.stdin, warnings.showwarning, threshold = before
            gc.set_threshold(*threshold)
        text = b""
        with contextlib.suppress(OSError):  # `main` closes an output that cannot be written
            out.flush()
            out.seek(0)
            text = out.buffer.read()
        return Outcome(code, text.decode("utf-8", "surrogateescape"), errors, time.process_time() - began)


@contextlib.contextmanager
def _limited() -> Iterator[None]:
    def stop(*_: object) -> NoReturn:
        raise TooSlow

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def fault(outcome: Outcome, line: str) -> str | None:
    """Name what is wrong with an outcome; `None` if nothing is."""
    if outcome.code == -1:
        return f"more than {MOST_SECONDS} CPU seconds: {line.split(maxsplit=1)[0]}"
    if outcome.code not in EXITS:
        sites = _SITE.findall(outcome.stderr)
        site = ":".join(sites[-1]) if sites else "?"
        cause = outcome.stderr.rpartition("this should not happen: ")[2].splitlines()[:1]
        return f"exit {outcome.code}: {site}: {''.join(cause)[:100]}"
    if outcome.code == 3 and "redink: error: " not in outcome.stderr:
        return "exit 3 without a message"
    if outcome.code == 0 and line.endswith("-f json") and "precision can exceed 1" not in outcome.stderr:
        return _wrong_number(outcome.stdout, line.split(maxsplit=1)[0])
    return None


def _wrong_number(text: str, command: str) -> str | None:
    try:
        _expect_ranges(json.loads(text, parse_constant=_refuse))
    except ValueError as error:
        return f"{command}: {error}"
    return None


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"the number {constant} in JSON")


def _expect_ranges(value: Any) -> None:
    if isinstance(value, dict):
        name = value.get("measure")
        for key in ("value", "low", "high") if isinstance(name, str) and _SHARE.fullmatch(name) else ():
            if isinstance(value.get(key), float) and not 0 <= value[key] <= 1:
                raise ValueError(f"{key} of {name} is outside its range")
        for part in value.values():
            _expect_ranges(part)
    elif isinstance(value, list):
        for part in value:
            _expect_ranges(part)


class Fuzzer:
    """A folder of valid inputs, and the inputs made of them one after the other."""

    def __init__(self, folder: Path, seed: int) -> None:
        """Make the valid inputs, and check that their lines work."""
        from redink.language import spacy_pipeline
        from redink.language.english import pipeline

        self.folder, self.seed = folder, seed
        # Made and loaded once: an input must be cheap.
        program: Any = sys.modules["redink.cli.main"]
        program.build = functools.partial(_built_once, {}, program.build)
        pipeline.EnglishPipeline = functools.cache(pipeline.EnglishPipeline)  # type: ignore[misc]
        spacy_pipeline.ErrantPipeline = functools.cache(spacy_pipeline.ErrantPipeline)  # type: ignore[misc]
        os.chdir(folder)
        os.environ |= {"XDG_CACHE_HOME": str(folder / "cache"), "REDINK_TRACEBACK": "1", "NO_COLOR": "1"}
        make_corpus(folder, self._prepare)
        self.valid = {name: path.read_bytes() for name, path in self._files().items()}
        self.stamps = {name: _stamp(folder / name) for name in self.valid}
        for line in LINES:
            if line != "explain":
                self._prepare(shlex.split(line))
                self._restore()

    def _prepare(self, arguments: list[str]) -> None:
        outcome = run_command(arguments)
        if outcome.code:
            sys.exit(f"the valid inputs cannot be made: {arguments}\n{outcome.stderr}")

    def input(self, number: int) -> tuple[list[str], dict[str, bytes]]:
        """Give the command and the damaged files of one input."""
        random = Random(f"{self.seed}/{number}")
        line = random.choice(LINES)
        if line.startswith(SLOW) and random.random() < 0.95:
            line = random.choice([line for line in LINES if not line.startswith(SLOW)])
        arguments = shlex.split(line)
        if line == "explain":
            return [line, *_texts(random)], {}
        files = [name for name in self.valid if name in arguments or name.split("/")[0] in arguments]
        if arguments[-1] == "--resume":
            return arguments, self._unfinished(random)
        changed = {}
        for name in random.sample(files, min(len(files), random.choice((1, 1, 1, 2)))):
            changed[name] = mutated(self.valid[name], random, self.valid[random.choice(list(self.valid))])
        if random.random() < 0.05:
            place = random.randrange(1, len(arguments))
            arguments[place] = random.choice((*NUMBERS[:-2], "", "-", "\udcff", random.choice(list(self.valid))))
        return arguments, changed

    def _unfinished(self, random: Random) -> dict[str, bytes]:
        """Give an interrupted run of `annotate`, damaged."""
        log = b'{"format":1,"conditions":{}}\n{"rows":1,"bytes":30,"checksum":"x"}\n'
        part = self.valid["references.m2"]
        return {
            "resumed.m2.part": mutated(part, random, log),
            "resumed.m2.part.log": mutated(log, random, part),
            "resumed.m2.log": mutated(log, random, part),
        }

    def try_input(self, number: int) -> tuple[str, int, Finding | None]:
        """Run one input; give its command, its exit code and what was found."""
        arguments, changed = self.input(number)
        for name, data in changed.items():
            (self.folder / name).write_bytes(data)
        try:
            outcome = run_command(arguments)
        finally:
            self._restore()
        kind = fault(outcome, shlex.join(arguments))
        finding = None if kind is None else Finding(kind, shlex.join(arguments), number)
        return arguments[0], outcome.code, finding

    def _files(self) -> dict[str, Path]:
        """Give all files with their names, which have the folder in them."""
        return {path.relative_to(self.folder).as_posix(): path for path in self.folder.rglob("*") if path.is_file()}

    def _restore(self) -> None:
        present = self._files()
        for name in present.keys() - self.valid.keys():
            present[name].unlink()
            with contextlib.suppress(OSError):  # until a folder is not empty
                for parent in present[name].parents[: name.count("/")]:
                    parent.rmdir()
        for name, data in self.valid.items():
            if name not in present or _stamp(present[name]) != self.stamps[name]:
                path = self.folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
                self.stamps[name] = _stamp(path)


def _built_once(built: dict[str, Any], build: Callable[[str, Any], Any], name: str, declared: Any) -> Any:
    if name not in built:
        built[name] = build(name, declared)
    return built[name]


def _stamp(path: Path | os.DirEntry[str]) -> tuple[int, int]:
    """Tell one state of a file from another."""
    status = path.stat()
    return status.st_mtime_ns, status.st_size


def _texts(random: Random) -> list[str]:
    words = ["He", "go", "home", ".", "goes", "café", "1", "''", *(odd.decode("utf-8", "replace") for odd in ODD)]
    texts = [" ".join(random.choices(words, k=random.randrange(9))).replace("\x00", "") for _ in range(2)]
    return [*random.choice(([], ["--json"], ["--tokenise", "en"], ["--merge", "all-merge"])), "--", *texts]


def main() -> None:
    """Try inputs, and print what was found."""
    parser = argparse.ArgumentParser(prog="python -m fuzz.commands")
    parser.add_argument("--inputs", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    codes: defaultdict[str, Counter[int]] = defaultdict(Counter)
    findings: dict[str, list[Finding]] = {}
    place = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(prefix="redink-fuzz-", dir=place) as folder:
        fuzzer = Fuzzer(Path(folder), options.seed)
        used = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + MOST_BYTES, resource.RLIM_INFINITY))
        for number in range(options.first, options.first + options.inputs):
            command, code, finding = fuzzer.try_input(number)
            codes[command][code] += 1
            if finding is not None:
                if finding.kind not in findings:
                    print(f"{finding.number}: {finding.kind}\n    {finding.line}", flush=True)
                findings.setdefault(finding.kind, []).append(finding)
            if (number + 1) % 1000 == 0:
                seconds = time.process_time()
                print(f"{number + 1} inputs, {seconds:.0f} CPU s, exits {_total(codes)}", file=sys.stderr, flush=True)
        os.chdir("/")
    for command, counts in sorted(codes.items()):
        print(f"{command}: {counts.total()} inputs, exit codes {dict(sorted(counts.items()))}")
    print(f"{options.inputs} inputs, exit codes {_total(codes)}, {len(findings)} kinds of findings")
    sys.exit(bool(findings))


def _total(codes: dict[str, Counter[int]]) -> dict[int, int]:
    return dict(sorted(sum(codes.values(), Counter[int]()).items()))


if __name__ == "__main__":
    main()
