"""Names in, files to annotate out: the data in `../shared`, or the bundled example where that is not there."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from bench.measure import ROOT

SHARED = ROOT.parent / "shared"
DATA = SHARED / "data"
OFFICIAL = DATA / "conll14-official" / "noalt"
TYPED = DATA / "conll14-official" / "errant-typed" / "conll14st-test-corrected.m2"
_EXAMPLE = ROOT / "src" / "redink" / "example"
_SYSTEMS = ["AMU", "CAMB", "CUUI", "IITB", "IPN", "NTHU", "PKU", "POST", "RAC", "SJTU", "UFC", "UMC"]
_QUICK = 3


@dataclass(frozen=True, slots=True)
class Corpus:
    """A source and its corrections."""

    name: str
    """How tables call it."""
    source: Path
    """One tokenised sentence a line."""
    corrections: tuple[Path, ...]
    """Line by line beside the source."""
    together: bool = False
    """Whether ERRANT takes all corrections in one run (references) or each in its own (systems)."""

    def shortened(self, quick: bool) -> Corpus:
        """Keep a few corrections only, if it has to be quick."""
        return replace(self, corrections=self.corrections[:_QUICK]) if quick else self


@cache
def shared_is_there() -> bool:
    """Tell whether `../shared` is there, and say so once if it is not."""
    if not DATA.is_dir():
        print(f"{SHARED} is not there: measuring on the bundled example instead, which is small", file=sys.stderr)
    return DATA.is_dir()


def teams() -> Corpus:
    """Give the twelve systems of the CoNLL-2014 shared task."""
    if not shared_is_there():
        return Corpus("example", _EXAMPLE / "source.txt", tuple(sorted((_EXAMPLE / "systems").glob("*.txt"))))
    official = DATA / "conll14-official" / "source.tok.txt"
    return Corpus("CoNLL-14", official, tuple(DATA / "conll14-teams" / team for team in _SYSTEMS))


def teams_and_references() -> Corpus:
    """Give the same systems and, after them, both references."""
    corpus = teams()
    if not shared_is_there():
        return replace(corpus, corrections=corpus.corrections + jfleg("test").corrections)
    folder = DATA / "conll14-official" / "gecmetrics-refs"
    references = tuple(folder / f"conll14st-test.tok.trg{n}" for n in range(2))
    return replace(corpus, corrections=corpus.corrections + references)


def jfleg(part: str) -> Corpus:
    """Give a part of JFLEG (`dev` or `test`) with its four references."""
    if not shared_is_there():
        references = tuple(sorted(_EXAMPLE.glob("reference-*.txt")))
        return Corpus("example", _EXAMPLE / "source.txt", references, together=True)
    folder = DATA / "jfleg" / part
    references = tuple(folder / f"{part}.ref{n}" for n in range(4))
    return Corpus(f"JFLEG {part}", folder / f"{part}.src", references, together=True)


def one_output() -> Corpus:
    """Give one good system's output alone."""
    corpus = teams()
    if not shared_is_there():
        return replace(corpus, corrections=corpus.corrections[-2:-1])
    return replace(corpus, corrections=(DATA / "conll14-systems" / "junczys-dowmunt2018" / "test2014.out",))


def longer(corpus: Corpus, times: int, folder: Path) -> Corpus:
    """Write a corpus several times in a row; a number before each sentence makes the copies distinct."""
    copies = {path: folder / f"{path.name}.{times}-times" for path in (corpus.source, *corpus.corrections)}
    for path, copy in copies.items():
        lines = path.read_text(encoding="utf-8").splitlines()
        with copy.open("w", encoding="utf-8") as out:
            out.writelines(f"{n} {line.strip()}\n" for n in range(times) for line in lines)
    name = f"{corpus.name}, {times} × longer"
    return Corpus(name, copies[corpus.source], tuple(copies[path] for path in corpus.corrections), corpus.together)
