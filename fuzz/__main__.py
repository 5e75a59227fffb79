"""`python -m fuzz NAME|all [libFuzzer options]`: runs a target until it is told to stop or finds a fault."""

from __future__ import annotations

import subprocess
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
    name, options = (*sys.argv[1:2], ""), sys.argv[2:]
    if name[0] == "all":
        sys.exit(max(subprocess.call([sys.executable, "-m", "fuzz", one, *options]) for one in TARGETS))
    if name[0] not in TARGETS:
        sys.exit(f"which one? {', '.join(TARGETS)}, or all")
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory(prefix="redink-fuzz-") as folder:
        for number, seed in enumerate(seeds(name[0])):
            (Path(folder) / str(number)).write_bytes(seed)
        atheris.Setup([sys.argv[0], *options, folder], lambda data: run_bytes(TARGETS[name[0]], data))
        atheris.Fuzz()


if __name__ == "__main__":
    main()
