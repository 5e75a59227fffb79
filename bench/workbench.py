"""A corpus and a program in, its M2 and what it took out; what several comparisons need is run once."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cached_property
from itertools import count
from pathlib import Path

from bench.corpora import Corpus
from bench.measure import Usage, run, total

PIPELINES = ("errant", "redink-en")
REDINK = (sys.executable, "-c", "from redink.__main__ import main; main()")


class Workbench:
    """A scratch folder with the programs to compare."""

    def __init__(self, folder: Path, *, quick: bool) -> None:
        """Work in a folder; `quick` leaves most corrections out."""
        self.folder = folder
        self.quick = quick
        self._numbers = count()
        self._errant: dict[Corpus, tuple[list[Path], Usage]] = {}

    def new_file(self, name: str) -> Path:
        """Name a file that is not there yet."""
        return self.folder / f"{next(self._numbers):03d}-{name}"

    @cached_property
    def pipelines(self) -> tuple[str, ...]:
        """The pipelines that can be loaded here."""
        return tuple(filter(self._loads, PIPELINES))

    def _loads(self, pipeline: str) -> bool:
        from redink.errors import RedinkError
        from redink.language.registry import load_pipeline

        try:
            return load_pipeline(pipeline).name == pipeline
        except RedinkError as error:
            print(f"{pipeline} is left out: {error}", file=sys.stderr)
            return False

    def python(self, *arguments: str | Path) -> tuple[Path, Usage]:
        """Run Python in a process of its own; give what it printed, and what it took."""
        log = self.new_file("printed.txt")
        return log, run([sys.executable, *map(str, arguments)], log)

    def redink(self, *arguments: str | Path, **environment: str) -> tuple[Path, Usage]:
        """Run a redink command; give the file it wrote, and what it took."""
        out = self.new_file(f"redink-{arguments[0]}.m2")
        command = [*REDINK, *map(str, arguments), "--output", str(out)]
        return out, run(command, self.new_file("log.txt"), **environment)

    def annotate(self, corpus: Corpus, pipeline: str, *options: str, **environment: str) -> tuple[Path, Usage]:
        """Let redink annotate all corrections in one run, in ERRANT's very form."""
        form = ("--errant-compat", "--pipeline", pipeline, *options)
        return self.redink("annotate", corpus.source, *corpus.corrections, *form, **environment)

    def errant(self, corpus: Corpus) -> tuple[list[Path], Usage]:
        """Let ERRANT do the same: references in one run, systems one by one. Run once for all comparisons."""
        if corpus not in self._errant:
            groups = [corpus.corrections] if corpus.together else [(path,) for path in corpus.corrections]
            runs = [self._errant_parallel(corpus.source, group) for group in groups]
            self._errant[corpus] = [out for out, _ in runs], total([usage for _, usage in runs])
        return self._errant[corpus]

    def _errant_parallel(self, source: Path, corrections: Sequence[Path]) -> tuple[Path, Usage]:
        out = self.new_file("errant.m2")
        _, usage = self.python(
            "-m", "bench.errant_parallel", "-orig", source, "-cor", *corrections, "-out", out
        )  # fmt: skip
        return out, usage
