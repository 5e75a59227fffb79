"""A workbench in; one table of what users wait for, with the peer in the same run, out: `python -m bench waits`.

Seconds are CPU seconds of whole commands with one thread, the least of several runs. ERRANT is run here. Peers that
cannot be installed stand in the table with ERRANT's seconds on CAMB in this very run, times a factor that was measured
once with all of them on one machine (`FACTORS`). So every ratio compares seconds of one machine and one day.
"""

from __future__ import annotations

import csv
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice
from pathlib import Path

from bench.corpora import DATA, OFFICIAL, SHARED, Corpus, jfleg, one_output, shared_is_there, teams
from bench.measure import FailedCommandError, Usage
from bench.workbench import Workbench

FACTORS = {"m2scorer on CAMB": 0.78, "m2scorer on NTHU": 17.1, "gec-ranking's GLEU on CAMB": 0.24, "GTS": 0.54}
"""CPU seconds of a peer for one of `errant_parallel` (3.0.2) annotating CAMB."""
RUNS = 3
_GOLD = OFFICIAL / "official-2014.combined.m2"
_ANNOTATED = SHARED / "golden" / "errant-3.0.2"
_REFERENCE = DATA / "conll14-official" / "gecmetrics-refs" / "conll14st-test.tok.trg0"
_WEB = DATA / "web-text" / "c4-pairs.csv"
_HEAD = ("work", "peer", "redink", "ratio", "goal", "MB")


@dataclass(frozen=True, slots=True)
class Wait:
    """One row: what a user waits for."""

    work: str
    ours: Callable[[Workbench], Usage]
    goal: str
    peer: Callable[[Workbench], float] | None = None
    """CPU seconds of the peer for the same work, in this run."""
    runs: int = RUNS


def waits(bench: Workbench) -> Iterator[tuple[str, ...]]:
    """Measure row by row; a row that fails says so and stops nothing."""
    if not shared_is_there():
        yield "the corpora of ../shared are not there", *[""] * (len(_HEAD) - 1)
        return
    for wait in _rows(bench):
        yield _measured(bench, wait)


def table(rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Give the lines of a Markdown table, each as soon as its row is there."""
    for row in chain((_HEAD, tuple("---" for _ in _HEAD)), rows):
        yield f"| {' | '.join(row)} |"


def _measured(bench: Workbench, wait: Wait) -> tuple[str, ...]:
    print(f"  {wait.work} …", file=sys.stderr, flush=True)
    try:
        usages = [wait.ours(bench) for _ in range(1 if bench.quick else wait.runs)]
        peer = wait.peer(bench) if wait.peer else None
    except FailedCommandError as error:
        return wait.work, "", "failed", "", wait.goal, str(error).splitlines()[0][:60]
    seconds = min(usage.cpu for usage in usages)
    shown = ("–", "–") if peer is None else (f"{peer:.1f}", f"{peer / seconds:.1f}")
    return wait.work, shown[0], f"{seconds:.2f}", shown[1], wait.goal, f"{usages[0].peak:.0f}"


def _rows(bench: Workbench) -> list[Wait]:
    camb, nthu = (DATA / "conll14-teams" / name for name in ("CAMB", "NTHU"))
    ready = sorted(path for path in _ANNOTATED.glob("*.m2") if "official" not in path.name)
    rows = [
        Wait(
            f"annotate {what}, {pipeline}", partial(_annotate, corpus, pipeline), f"{goal} ×", partial(_errant, corpus)
        )
        for what, corpus, goals in (
            ("12 teams × CoNLL-14", teams(), {"redink-en": 150, "errant": 20}),
            ("JFLEG × 4", jfleg("test"), {"redink-en": 30, "errant": 6}),
            ("one output", one_output(), {"redink-en": 35, "errant": 5}),
            ("1,000 pairs of web text", web_pairs(bench.folder, 1000), {"redink-en": 30}),
        )
        for pipeline, goal in goals.items()
        if pipeline in bench.pipelines
    ]
    gold = ("--references", _GOLD)
    rows += [
        Wait("M2, one output (CAMB)", _score(camb, *gold, "-m", "M2"), "50 ×", _by_factor("m2scorer on CAMB")),
        Wait("M2, NTHU", _score(nthu, *gold, "-m", "M2"), "–", _by_factor("m2scorer on NTHU")),
        Wait("GLEU, one output", _score(camb, *gold, "-m", "GLEU"), "12 ×", _by_factor("gec-ranking's GLEU on CAMB")),
        Wait("I-measure (mixed), one output", _score(camb, *gold, "-m", "I"), "≤ 2 s", runs=1),
        Wait(
            "difficulty, 13 systems",
            _command("difficulty", *ready, "--references", OFFICIAL / "official-2014.0.m2", "--with-source"),
            "15 ×",
            _by_factor("GTS"),
        ),
    ]
    texts = teams().corrections
    for count, goal in ((12, "≤ 10 s"), (60, "≤ 50 s")):
        outputs = mixed_outputs(texts, count, bench.folder)
        rows.append(Wait(f"report, {count} systems", _command("report", *outputs, *gold), goal, runs=1))
    for count, goal in ((12, "≤ 2 s"), (30, "≤ 4 s"), (60, "≤ 8 s"), (120, "≤ 30 s")):
        outputs = mixed_outputs(ready, count, bench.folder)
        rows.append(Wait(f"compare F0.5, {count} systems", _command("compare", *outputs, *gold, "-m", "F0.5"), goal))
    rows += [
        Wait(f"score, 12 systems from M2: {name}", _score(*ready[:12], *gold, "-m", name), goal)
        for name, goal in (("M2", "≤ 2 s"), ("GLEU", "≤ 1.2 s"), ("EIM", "≤ 0.5 s"))
    ]
    source, output, reference = first_lines([teams().source, camb, _REFERENCE], 10, bench.folder)
    ten = _score(output, "--source", source, "--references", reference)
    rows.append(Wait("score 10 sentences", ten, "≤ 0.35 s", runs=2 * RUNS))
    for count, goal in ((1_000, "≤ 0.9 s"), (10_000, "≤ 6 s"), (100_000, "≤ 60 s")):
        pairs = partial(_web_text, bench.folder, count)
        rows.append(Wait(f"annotate {count:,} pairs of web text", pairs, goal, runs=1))
    return rows


def _web_text(folder: Path, count: int, bench: Workbench) -> Usage:
    return _annotate(web_pairs(folder, count), "redink-en", bench)


def _annotate(corpus: Corpus, pipeline: str, bench: Workbench) -> Usage:
    return bench.annotate(corpus, pipeline)[1]


def _errant(corpus: Corpus, bench: Workbench) -> float:
    return bench.errant(corpus)[1].cpu


def _by_factor(peer: str) -> Callable[[Workbench], float]:
    camb = replace(teams(), name="CAMB", corrections=(DATA / "conll14-teams" / "CAMB",))
    return lambda bench: FACTORS[peer] * bench.errant(camb)[1].cpu


def _command(*words: str | Path) -> Callable[[Workbench], Usage]:
    return lambda bench: bench.redink(*words, "--quiet")[1]


def _score(*words: str | Path) -> Callable[[Workbench], Usage]:
    return _command("score", *words)


def first_lines(paths: Sequence[Path], count: int, folder: Path) -> list[Path]:
    """Write the first lines of some files into a folder."""
    copies = [folder / f"first-{count}-{path.name}.txt" for path in paths]
    for path, copy in zip(paths, copies, strict=True):
        with path.open(encoding="utf-8") as lines:
            copy.write_text("".join(islice(lines, count)), encoding="utf-8")
    return copies


def mixed_outputs(outputs: Sequence[Path], count: int, folder: Path) -> list[Path]:
    """Give `count` outputs: those there are, then others that take each sentence from one of three of them."""
    dice = random.Random(count)
    made = list(outputs[:count])
    separator = "\n\n" if outputs[0].suffix == ".m2" else "\n"
    parts = [path.read_text(encoding="utf-8").rstrip("\n").split(separator) for path in outputs]
    for number in range(len(made), count):
        three = dice.sample(range(len(parts)), 3)
        chosen = [parts[dice.choice(three)][line] for line in range(len(parts[0]))]
        path = folder / f"mixed-{number}{outputs[0].suffix or '.txt'}"
        path.write_text(separator.join(chosen) + separator, encoding="utf-8")
        made.append(path)
    return made


def web_pairs(folder: Path, count: int) -> Corpus:
    """Write pairs of web text, tokenised at white space and marks; beyond what there is, with a word changed."""
    from redink.language.tokenising.english import tokenise

    paths = folder / f"web-{count}.source", folder / f"web-{count}.target"
    if not paths[0].exists():
        with _WEB.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        pairs = [(row["input"].removeprefix("grammar: "), row["target"]) for row in rows]
        texts = [tuple(" ".join(token for token, _ in tokenise(side)) for side in pair) for pair in pairs[:count]]
        with paths[0].open("w", encoding="utf-8") as left, paths[1].open("w", encoding="utf-8") as right:
            for number in range(count):
                source, target = texts[number % len(texts)]
                mark = f"{number // len(texts)} " if number >= len(texts) else ""
                left.write(f"{mark}{source}\n")
                right.write(f"{mark}{target}\n")
    return Corpus(f"web text, {count:,} pairs", paths[0], (paths[1],))
