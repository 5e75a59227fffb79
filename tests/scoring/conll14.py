"""The CoNLL-2014 files of `../shared` in; sources, gold edits, outputs and published scores out."""

import gzip
from functools import cache

from redink.records import Edit, Edits, Tokens
from tests.shared_files import DATA

TEAMS = ("AMU", "CAMB", "CUUI", "IITB", "IPN", "NTHU", "PKU", "POST", "RAC", "SJTU", "UFC", "UMC", "INPUT")
SCORES = DATA / "metric-scores-chollampatt18"


@cache
def blocks() -> tuple[tuple[Tokens, tuple[Edits, ...]], ...]:
    """Give each source with the edits of each annotator who has a line there (none in some blocks)."""
    path = DATA / "conll14-official" / "noalt" / "official-2014.combined.m2"
    found = []
    for block in path.read_text(encoding="utf-8").strip().split("\n\n"):
        first, *rest = block.split("\n")
        edits: dict[int, list[Edit]] = {}
        for line in rest:
            span, kind, correction, _, _, annotator = line[2:].split("|||")
            own = edits.setdefault(int(annotator), [])
            if kind != "noop":
                start, end = map(int, span.split())
                ways = [tuple(way.split()) for way in correction.split("||")]
                own.append(Edit(start, end, ways[0], kind, int(annotator), tuple(ways[1:])))
        found.append((tuple(first[2:].split()), tuple(tuple(edits[who]) for who in sorted(edits))))
    return tuple(found)


@cache
def sources() -> tuple[Tokens, ...]:
    return tuple(source for source, _ in blocks())


@cache
def gold() -> tuple[tuple[Edits, ...], ...]:
    """Give the edits of each annotator; a block without any line was left alone by one annotator."""
    return tuple(edits or ((),) for _, edits in blocks())


@cache
def output(team: str) -> tuple[Tokens, ...]:
    text = (DATA / "conll14-teams" / team).read_text(encoding="utf-8")
    return tuple(tuple(line.split()) for line in text.split("\n")[: len(sources())])


@cache
def references() -> tuple[tuple[Tokens, Tokens], ...]:
    folder = DATA / "conll14-official" / "gecmetrics-refs"
    texts = [(folder / f"conll14st-test.tok.trg{number}").read_text(encoding="utf-8") for number in (0, 1)]
    first, second = ([tuple(line.split()) for line in text.split("\n")[: len(sources())]] for text in texts)
    return tuple(zip(first, second, strict=True))


@cache
def system_scores(measure: str) -> dict[str, float]:
    """Give what Chollampatt & Ng (2018) publish for each system."""
    with gzip.open(SCORES / "system_scores_metrics" / f"{measure}.txt.gz", "rt") as file:
        rows = [line.split("\t") for line in file if line.strip()]
    return {row[3]: float(row[4]) for row in rows}


@cache
def sentence_scores(measure: str) -> dict[tuple[str, int], float]:
    """Give what Chollampatt & Ng (2018) publish for each system and sentence."""
    with gzip.open(SCORES / "sentence_scores_metrics" / f"{measure}.txt.gz", "rt") as file:
        rows = [line.split("\t") for line in file if line.strip()]
    return {(row[3], int(row[4])): float(row[5]) for row in rows}
