"""A judged reference in; heat maps and chunk grids out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np

from redink.questions.difficulty.mathematics.chunks import Chunk
from redink.questions.difficulty.mathematics.formulas import row_weights
from redink.questions.difficulty.mathematics.groups import Groups
from redink.questions.difficulty.mathematics.judged_reference import JudgedReference
from redink.reports.charts import theme_css
from redink.reports.error_list import ErrorList, ErrorRow, error_browser
from redink.reports.escape import escape_html
from redink.reports.heat_map import STYLE, HeatChunk, HeatSentence, Kind, chunk_grid, heat_line, heat_map
from redink.reports.one_page import Page, Section, content_policy, to_page
from redink.signature import Signature

PAPER = "Gotou, Nagata, Mita and Hanawa (2020): difficulty of errors and weighted scores"
CONTEXT = 8
"""Words shown on each side of an error."""
_BODY = (
    "body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:60em;"
    "margin:2em auto 6em;padding:0 1em}.signature{color:var(--quiet);font-size:.85em;overflow-wrap:anywhere}\n"
)


def heat_sentences(
    reference: JudgedReference, groups: Groups | None = None, side: int | None = None
) -> Iterator[HeatSentence]:
    """Spell out the chunks of sentences with errors or false positives: their weights, and who got them right.

    With a side, the map is two-sided: the group of that number against all others.
    """
    gold, table = reference.table.gold, reference.table
    weights, untouched = row_weights(table, reference.pool, reference.settings)
    borders = np.searchsorted(table.chunk, gold.chunk_starts).tolist()
    notes = card_notes(reference, groups)
    leaning = None if groups is None or side is None else groups.leaning(side)
    untouched_chunk = cache(lambda original: HeatChunk(original, "same", untouched))
    for number in range(gold.n_sentences):
        rows = range(borders[number], borders[number + 1])
        if not rows:
            continue
        row_of = {int(table.chunk[row] - gold.chunk_starts[number]): row for row in rows}
        chunks = []
        for place, chunk in enumerate(gold.sentence_chunks(number)):
            row = row_of.get(place)
            original = " ".join(reference.sources[number][chunk.start : chunk.end])
            if row is None:
                chunks.append(untouched_chunk(original))
                continue
            heat = _heat_chunk(reference, original, chunk, row, float(weights[row]))
            if heat.kind == "error":
                error = int(table.error[row])
                heat = replace(
                    heat,
                    notes=notes[error],
                    lean=None if leaning is None else float(leaning[error]),
                )
            elif side is not None:
                heat = replace(heat, kind="same")
            chunks.append(heat)
        yield HeatSentence(number + 1, tuple(chunks))


def _heat_chunk(reference: JudgedReference, original: str, chunk: Chunk, row: int, weight: float) -> HeatChunk:
    table = reference.table
    right = table.correct[row]
    names = [tuple(name for name, flag in zip(table.systems, flags, strict=True) if flag) for flags in (right, ~right)]
    if chunk.edit is None:
        kind: Kind = "false positive" if names[1] else "same"
        return HeatChunk(original, kind, weight, right=names[0], wrong=names[1])
    ways = (chunk.edit.replacement, *chunk.edit.alternatives)
    correction = " / ".join(" ".join(way) for way in ways)
    return HeatChunk(original, "error", weight, correction, chunk.edit.type, right=names[0], wrong=names[1])


def card_notes(reference: JudgedReference, groups: Groups | None = None) -> list[tuple[str, ...]]:
    """Say of each error how hard a model finds it, who wants it corrected, and who of each group solves it."""
    notes: list[list[str]] = [[] for _ in reference.table.gold.edits]
    for place, (b, low, high) in enumerate(_difficulties(reference)):
        notes[place].append(f"Difficulty b {b:.2f}, 95 % interval {low:.2f} to {high:.2f}")
    if len(reference.references) > 1:
        for place, need in enumerate(reference.table.gold.need.tolist()):
            notes[place].append(f"Changed by {need:.0%} of the annotators")
    for place, shares in enumerate([] if groups is None else groups.shares.tolist()):
        named = zip(groups.names if groups else (), shares, strict=True)
        notes[place].append("Solved by " + ", ".join(f"{share:.0%} of {name}" for name, share in named))
    return list(map(tuple, notes))


def _difficulties(reference: JudgedReference) -> list[tuple[float, float, float]]:
    """Give b of each error with the ends of its interval, if there is a model."""
    if reference.model is None:
        return []
    low, high = reference.model.intervals(0.95)
    return list(zip(reference.model.difficulty.tolist(), low.tolist(), high.tolist(), strict=True))


def deepest_weight(reference: JudgedReference) -> float:
    """Give the weight of an error that nobody solves: the deepest red."""
    return float(reference.settings.weight(np.array([0]), reference.pool.size)[0])


def error_list(reference: JudgedReference, groups: Groups | None = None) -> ErrorList:
    """Give every error with its words around it, for the error browser."""
    table, gold = reference.table, reference.table.gold
    solved, weights = table.of_errors(), reference.error_weights.tolist()
    rows, difficulties = [], _difficulties(reference)
    for index, edit in enumerate(gold.edits):
        number = int(gold.sentence[index])
        tokens = reference.sources[number]
        rows.append(
            ErrorRow(
                number + 1,
                " ".join(tokens[max(edit.start - CONTEXT, 0) : edit.start]),
                " ".join(tokens[edit.start : edit.end]),
                tuple(" ".join(way) for way in (edit.replacement, *edit.alternatives)),
                " ".join(tokens[edit.end : edit.end + CONTEXT]),
                edit.type,
                weights[index],
                float(gold.need[index]),
                tuple(np.flatnonzero(solved[index]).tolist()),
                () if groups is None else tuple(groups.shares[index].tolist()),
                difficulties[index] if difficulties else None,
            )
        )
    names = () if groups is None else groups.names
    return ErrorList(table.systems, tuple(rows), names, len(reference.references), deepest_weight(reference))


def two_sided_maps(groups: Groups) -> Iterator[tuple[str, str]]:
    """Give title and map of each group against the others; of two groups, one map says all."""
    for side, name in enumerate(groups.names[: 1 if len(groups.names) == 2 else None]):
        other = groups.names[1] if len(groups.names) == 2 else "the others"
        title = f"Solved more by {name} or by {other}"
        sentences = (
            sentence
            for sentence in heat_sentences(groups.reference, groups, side)
            if any(chunk.kind == "error" for chunk in sentence.chunks)
        )
        yield title, heat_map(sentences, title=title, sides=(name, other))


def heat_map_page(reference: JudgedReference, signature: Signature, groups: Groups | None = None) -> str:
    """Write the heat map as a page of its own, which needs no network; groups add two-sided maps."""
    title = f"Errors of {reference.name}, judged by {reference.pool.size} systems"
    drawn = heat_map(heat_sentences(reference, groups), title=title, deepest=deepest_weight(reference))
    drawn += "".join(two_sided for _, two_sided in two_sided_maps(groups)) if groups is not None else ""
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{content_policy()}">\n'
        "<title>redink: difficulty heat map</title>\n"
        f"<style>\n{theme_css()}{_BODY}{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>Difficulty heat map</h1>\n"
        f"{drawn}</main>\n"
        f'<footer><p class="signature">{escape_html(str(signature))}</p></footer>\n</body>\n</html>\n'
    )


def browser_page(reference: JudgedReference, signature: Signature, groups: Groups | None = None) -> str:
    """Write the error browser as a page of its own, which needs no network and can be read without scripts."""
    lead = f"{len(reference.table.gold.edits):,} errors, judged by {reference.pool.size} systems ({reference.name})"
    text = "The fewer systems solve an error, the larger its weight w. Choose a heading to sort by it."
    browser = error_browser(error_list(reference, groups))
    section = Section("errors", "Errors by difficulty", text, (browser,), papers=(PAPER,))
    return to_page(Page("redink: error browser", lead, (section,), str(signature)))


def chunk_views(reference: JudgedReference, *, colour: bool = False, width: int | None = None) -> Iterator[str]:
    """Write for each sentence with errors or false positives its heat line and its grid of chunks.

    With a width, which is that of the terminal, wider grids go on below.
    """
    deepest = deepest_weight(reference)
    for sentence in heat_sentences(reference):
        yield f"{heat_line(sentence, colour=colour, deepest=deepest)}\n{chunk_grid(sentence, width=width)}\n"
