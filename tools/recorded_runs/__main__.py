"""`python -m tools.recorded_runs record | compare | update`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import redink
from tools.recorded_runs.comparing import differences, runs_of_one
from tools.recorded_runs.held import HELD, held_numbers, numbers_in, written
from tools.recorded_runs.recording import record_example, record_shared


def _record(options: argparse.Namespace) -> int:
    folder = Path(options.folder)
    print(f"recording {Path(redink.__file__).parent}", file=sys.stderr)
    for name, wanted, work in (("example", True, record_example), ("shared", options.shared, record_shared)):
        if wanted and not (options.shared == "only" and name == "example"):
            count, seconds = work(folder / name, options.jobs, options.only)
            print(f"{name}: {count} runs, {seconds:.0f} CPU seconds", file=sys.stderr)
    return 0


def _compare(options: argparse.Namespace) -> int:
    found = list(
        differences(
            Path(options.old),
            Path(options.new),
            signatures=not options.ignore_signatures,
            numbers=options.numbers,
            lines=options.lines,
        )
    )
    for one in found:
        print(one)
    runs = {one.run for one in found}
    strangers = runs_of_one(Path(options.old), Path(options.new))
    if strangers:
        print(f"{len(strangers)} runs are in one recording only: {' '.join(strangers)[:400]}", file=sys.stderr)
    print(f"{len(found)} differences in {len(runs)} runs", file=sys.stderr)
    return 1 if found or (strangers and not options.some) else 0


def _update(options: argparse.Namespace) -> int:
    path = Path(options.to)
    held = numbers_in(Path(options.recorded) / "example") if options.recorded else held_numbers(options.jobs)
    path.write_text(written(held), encoding="utf-8")
    print(f"{path}: {path.stat().st_size:,} bytes", file=sys.stderr)
    return 0


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tools.recorded_runs", description="Record what every command does."
    )
    parser.add_argument("-j", "--jobs", type=int, default=2, help="runs at a time")
    tasks = parser.add_subparsers(required=True)
    record = tasks.add_parser("record", help="run everything; keep streams and files")
    record.add_argument("folder", help="where to: FOLDER/example and FOLDER/shared, which must be new")
    record.add_argument(
        "--shared",
        nargs="?",
        const="too",
        choices=("too", "only"),
        help="the runs on ../shared/data too, or only these",
    )
    record.add_argument(
        "--only", nargs="+", default=["*"], metavar="NAME", help="only runs of such names, as 'score.*'"
    )
    record.set_defaults(work=_record)
    compare = tasks.add_parser("compare", help="show every difference of two recordings; exit code 1 if there are any")
    compare.add_argument("old")
    compare.add_argument("new")
    compare.add_argument("--ignore-signatures", action="store_true", help="mask signatures; the rest must be the same")
    compare.add_argument("--numbers", action="store_true", help="compare the numbers in their order, not the words")
    compare.add_argument("--some", action="store_true", help="runs that only one has do not count as a difference")
    compare.add_argument("--lines", type=int, default=12, help="most lines of a difference to show")
    compare.set_defaults(work=_compare)
    update = tasks.add_parser("update", help="write anew the numbers that the test holds")
    update.add_argument("--to", default=HELD, help="another file than the test's")
    update.add_argument("--recorded", help="take the numbers from this recording instead of running anything")
    update.set_defaults(work=_update)
    return parser


if __name__ == "__main__":
    chosen = _options().parse_args()
    sys.exit(chosen.work(chosen))
