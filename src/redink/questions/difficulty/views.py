"""A judged reference in; heat maps and chunk grids out."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from redink.questions.difficulty.mathematics.chunks import Chunk
from redink.questions.difficulty.mathematics.formulas import row_weights
from redink.questions.difficulty.mathematics.judged_reference import JudgedReference
from redink.reports.charts import theme_css
from redink.reports.escape import escape_html
from redink.reports.heat_map import STYLE, HeatChunk, HeatSentence, Kind, chunk_grid, heat_line, heat_map
from redink.reports.one_page import content_policy
from redink.signature import Signature

_BODY = (
    "body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:60em;"
    "margin:2em auto 6em;padding:0 1em}.signature{color:var(--quiet);font-size:.85em;overflow-wrap:anywhere}\n"
)


def heat_sentences(reference: JudgedReference) -> Iterator[HeatSentence]:
    """Spell out the chunks of sentences with errors or false positives: their weights, and who got them right."""
    gold, table = reference.table.gold, reference.table
    weights, untouched = row_weights(table, reference.pool, reference.settings)
    borders = np.searchsorted(table.chunk, gold.chunk_starts).tolist()
    for number in range(gold.n_sentences):
        rows = range(borders[number], borders[number + 1])
        if not rows:
            continue
        row_of = {int(table.chunk[row] - gold.chunk_starts[number]): row for row in rows}
        chunks = []
        for place, chunk in enumerate(gold.sentence_chunks(number)):
            row = row_of.get(place)
            weight = untouched if row is None else float(weights[row])
            chunks.append(_heat_chunk(reference, number, chunk, row, weight))
        yield HeatSentence(number + 1, tuple(chunks))


def _heat_chunk(reference: JudgedReference, number: int, chunk: Chunk, row: int | None, weight: float) -> HeatChunk:
    table = reference.table
    original = " ".join(reference.sources[number][chunk.start : chunk.end])
    if row is None:
        return HeatChunk(original, "same", weight)
    right = table.correct[row]
    names = [tuple(name for name, flag in zip(table.systems, flags, strict=True) if flag) for flags in (right, ~right)]
    if chunk.edit is None:
        kind: Kind = "false positive" if names[1] else "same"
        return HeatChunk(original, kind, weight, right=names[0], wrong=names[1])
    ways = (chunk.edit.replacement, *chunk.edit.alternatives)
    correction = " / ".join(" ".join(way) for way in ways)
    return HeatChunk(original, "error", weight, correction, chunk.edit.type, *names)


def deepest_weight(reference: JudgedReference) -> float:
    """Give the weight of an error that nobody solves: the deepest red."""
    return float(reference.settings.weight(np.array([0]), reference.pool.size)[0])


def heat_map_page(reference: JudgedReference, signature: Signature) -> str:
    """Write the heat map as a page of its own, which needs no network."""
    title = f"Errors of {reference.name}, judged by {reference.pool.size} systems"
    drawn = heat_map(heat_sentences(reference), title=title, deepest=deepest_weight(reference))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{content_policy()}">\n'
        "<title>redink: difficulty heat map</title>\n"
        f"<style>\n{theme_css()}{_BODY}{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>Difficulty heat map</h1>\n"
        f"{drawn}</main>\n"
        f'<footer><p class="signature">{escape_html(str(signature))}</p></footer>\n</body>\n</html>\n'
    )


def chunk_views(reference: JudgedReference, *, colour: bool = False, width: int | None = None) -> Iterator[str]:
    """Write for each sentence with errors or false positives its heat line and its grid of chunks.

    With a width, which is that of the terminal, wider grids go on below.
    """
    deepest = deepest_weight(reference)
    for sentence in heat_sentences(reference):
        yield f"{heat_line(sentence, colour=colour, deepest=deepest)}\n{chunk_grid(sentence, width=width)}\n"
