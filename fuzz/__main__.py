"""`python -m fuzz NAME [libFuzzer options]`: runs one target until it is told to stop or finds a fault."""

from __future__ import annotations

import sys
import warnings

import atheris

with atheris.instrument_imports(include=["redink"]):
    import redink.annotation.annotator
    import redink.reading.corrections
    import redink.reading.human_rankings
    import redink.reading.m2
    import redink.reading.tables
    import redink.reading.weights  # noqa: F401
from fuzz.targets import TARGETS, run_bytes


def main() -> None:
    """Hand the rest of the command line to libFuzzer."""
    if len(sys.argv) < 2 or sys.argv[1] not in TARGETS:
        sys.exit(f"which one? {', '.join(TARGETS)}")
    name = sys.argv.pop(1)
    warnings.simplefilter("ignore")
    atheris.Setup(sys.argv, lambda data: run_bytes(TARGETS[name], data))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
