"""`python -m fuzz NAME|all [libFuzzer options]`: runs a target until it is told to stop or finds a fault."""

from __future__ import annotations

import os
import sys
import tempfile
import warnings
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["redink"]):
    import redink.annotation.annotator
    import redink.reading.conllu
    import redink.reading.corrected_sentences
    import redink.reading.corrections
    import redink.reading.human_rankings
    import redink.reading.judgements
    import redink.reading.judging_tasks
    import redink.reading.m2
    import redink.reading.nbest
    import redink.reading.tables
    import redink.reading.ucca_mrp
    import redink.reading.ucca_xml
    import redink.reading.weights  # noqa: F401
from fuzz.seeds import seeds
from fuzz.targets import TARGETS, run_bytes


def main() -> None:
    """Hand the rest of the command line to libFuzzer, with files of the right kind to begin from."""
    name, options = "".join(sys.argv[1:2]), sys.argv[2:]
    if name == "all":
        sys.exit(max(_run_in_a_child(target, options) for target in TARGETS))
    if name not in TARGETS:
        sys.exit(f"which one? {', '.join(TARGETS)}, or all")
    _fuzz(name, options)


def _run_in_a_child(name: str, options: list[str]) -> int:
    """Run a target in a forked process, which need not instrument the modules again; give its exit code."""
    sys.stderr.write(f"target {name}\n")
    sys.stderr.flush()
    child = os.fork()
    if not child:
        _fuzz(name, options)
        os._exit(0)
    return abs(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


def _fuzz(name: str, options: list[str]) -> None:
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory(prefix="redink-fuzz-") as folder:
        for number, seed in enumerate(seeds(name)):
            (Path(folder) / str(number)).write_bytes(seed)
        atheris.Setup([sys.argv[0], *options, folder], lambda data: run_bytes(TARGETS[name], data))
        atheris.Fuzz()


if __name__ == "__main__":
    main()
