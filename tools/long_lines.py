"""CPU seconds and memory of every measure on long lines: `python -m tools.long_lines [--measures M2] [--tokens 1000]`.

Each row is a command `redink score` of its own. *edited* is a line of which every twentieth word was changed,
*unrelated* is two lines of other words. A row is bad if it takes more than a minute or 1 GB.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from redink import example
from redink.scoring.names import measure_names

SIZES = (10, 1_000, 10_000, 100_000, 1_000_000)
KINDS = ("edited", "unrelated")
MOST_SECONDS, MOST_MEGABYTES = 60, 1024


def lines(kind: str, tokens: int, count: int) -> dict[str, list[str]]:
    """Give source, reference and two outputs: `count` lines of so many tokens each."""
    random = Random(f"{kind}{tokens}")
    words = sorted(set(example.path("source.txt").read_text(encoding="utf-8").split()))
    texts: dict[str, list[str]] = {"source": [], "reference": [], "one": [], "two": []}
    for _ in range(count):
        source = random.choices(words, k=tokens)
        for name, line in texts.items():
            if name == "source":
                given = source
            elif kind == "edited":
                given = [random.choice(words) if random.random() < 0.05 else word for word in source]
            else:
                given = random.choices(words, k=tokens)
            line.append(" ".join(given) + "\n")
    return texts


def measured(measure: str, folder: Path) -> tuple[int, float, float, str]:
    """Run one command; give its exit code, CPU seconds, peak in MB and last message."""
    files = ["one.txt", "two.txt", "-s", "source.txt", "-r", "reference.txt"]
    command = [sys.executable, "-m", "redink", "score", *files, "-m", measure, "--tokenise", "none", "-f", "json"]
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1", "PYTHONWARNINGS": "ignore"}
    with (folder / "messages").open("w+b") as messages, (folder / "results").open("wb") as results:
        child = subprocess.Popen(
            command,
            cwd=folder,
            stdout=results,
            stderr=messages,
            env=environment,
            preexec_fn=_limited,  # noqa: PLW1509
        )
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        messages.seek(0)
        said = messages.read().decode(errors="replace").strip().partition("error: ")[2]
    return child.returncode, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, said.replace("\n", " ")


def _limited() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS + 5, MOST_SECONDS + 10))
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))


def main() -> None:
    """Print one row for each measure, size and kind of line; end with 1 if a row is bad."""
    parser = argparse.ArgumentParser(prog="python -m tools.long_lines")
    parser.add_argument("--measures", nargs="+", default=measure_names())
    parser.add_argument("--tokens", nargs="+", type=int, default=SIZES)
    parser.add_argument("--kinds", nargs="+", default=KINDS, choices=KINDS)
    parser.add_argument("--lines", type=int, default=1)
    options = parser.parse_args()
    bad = 0
    print("| measure | tokens a line | lines | exit code | CPU s | MB | |")
    print("| :-- " + "| --: " * 5 + "| :-- |")
    for tokens in options.tokens:
        for kind in options.kinds:
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                for role, texts in lines(kind, tokens, options.lines).items():
                    (folder / f"{role}.txt").write_text("".join(texts), encoding="utf-8")
                for measure in options.measures:
                    code, seconds, megabytes, said = measured(measure, folder)
                    is_bad = code not in {0, 3} or seconds > MOST_SECONDS or megabytes > MOST_MEGABYTES
                    bad += is_bad
                    row = (measure, f"{tokens:,} {kind}", options.lines, code, f"{seconds:.1f}", f"{megabytes:.0f}")
                    print("|", " | ".join(map(str, row)), "|", "bad" if is_bad else "", said[:120], "|", flush=True)
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
