"""Results of `measure_difficulty` in; heat maps and chunk grids out."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from redink.questions.difficulty.mathematics.chunks import Chunk
from redink.questions.difficulty.results import DifficultyResults
from redink.reports.charts import theme_css
from redink.reports.escape import escape_html
from redink.reports.heat_map import STYLE, HeatChunk, HeatSentence, Kind, chunk_grid, heat_line, heat_map

_BODY = (
    "body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:60em;"
    "margin:2em auto 6em;padding:0 1em}.signature{color:var(--quiet);font-size:.85em;overflow-wrap:anywhere}\n"
)


def heat_sentences(results: DifficultyResults, *, only_marked: bool = True) -> Iterator[HeatSentence]:
    """Spell out the chunks of each sentence with their weights and who got them right.

    Args:
        results: What was measured; the first reference is shown.
        only_marked: Whether sentences without errors and false positives are left out.
    """
    first = results.judged[0]
    gold, table = first.table.gold, first.table
    weights, rest = first.pool.weights(results.settings.weight)
    borders = np.searchsorted(table.chunk, gold.chunk_starts).tolist()
    for number in range(gold.n_sentences):
        rows = range(borders[number], borders[number + 1])
        if only_marked and not rows:
            continue
        row_of = {int(table.chunk[row] - gold.chunk_starts[number]): row for row in rows}
        chunks = []
        for place, chunk in enumerate(gold.sentence_chunks(number)):
            row = row_of.get(place)
            weight = rest if row is None else float(weights[row])
            chunks.append(_heat_chunk(results, number, chunk, row, weight))
        yield HeatSentence(number + 1, tuple(chunks))


def _heat_chunk(results: DifficultyResults, number: int, chunk: Chunk, row: int | None, weight: float) -> HeatChunk:
    table = results.judged[0].table
    original = " ".join(results.sources[number][chunk.start : chunk.end])
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


def deepest_weight(results: DifficultyResults) -> float:
    """Give the weight of an error that nobody solves: the deepest red."""
    size = results.judged[0].pool.size
    return float(results.settings.weight(np.array([0]), size)[0])


def heat_map_fragment(results: DifficultyResults) -> str:
    """Write the heat map as an HTML fragment; the page needs `redink.reports.heat_map.STYLE`."""
    first = results.judged[0]
    title = f"Errors of {first.reference}, judged by {first.pool.size} systems"
    return heat_map(heat_sentences(results), title=title, deepest=deepest_weight(results))


def heat_map_page(results: DifficultyResults) -> str:
    """Write the heat map as a page of its own, which needs no network."""
    signature = escape_html(str(results.scores.signature))
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        "<title>redink: difficulty heat map</title>\n"
        f"<style>\n{theme_css()}{_BODY}{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>Difficulty heat map</h1>\n"
        f"{heat_map_fragment(results)}</main>\n"
        f'<footer><p class="signature">{signature}</p></footer>\n</body>\n</html>\n'
    )


def chunk_views(results: DifficultyResults, *, colour: bool = False, width: int | None = None) -> Iterator[str]:
    """Write for each sentence with errors or false positives its heat line and its grid of chunks.

    Args:
        results: What was measured; the first reference is shown.
        colour: Whether the heat line is coloured.
        width: Columns of the terminal, if there is one: wider grids go on below.
    """
    deepest = deepest_weight(results)
    for sentence in heat_sentences(results):
        yield f"{heat_line(sentence, colour=colour, deepest=deepest)}\n{chunk_grid(sentence, width=width)}\n"
