"""The slow twins: every cell of the alignment table, every stretch of a run, as the definitions say."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from string import punctuation

from rapidfuzz.distance import Indel

from redink.annotation.align import substitution_cost
from redink.annotation.spans import Operation, Span, Step
from redink.language.pipeline import Analysis, Token

Cell = tuple[int, int]


def slow_align(source: Analysis, target: Analysis, costs: str) -> list[Step]:
    """Fill the whole table of D(i, j), keeping the cell each one came from, and go back from the end."""
    price: dict[Cell, float] = {(0, 0): 0.0}
    origin: dict[Cell, tuple[Operation, Cell]] = {}
    for i in range(len(source) + 1):
        for j in range(len(target) + 1):
            if (i, j) != (0, 0):
                price[i, j], *origin[i, j] = _best(price, source, target, (i, j), costs)
    cell, steps = (len(source), len(target)), []
    while cell != (0, 0):
        operation, before = origin[cell]
        steps.append(Step(operation, before[0], cell[0], before[1], cell[1]))
        cell = before
    return steps[::-1]


def _best(price, source, target, cell, costs):
    i, j = cell
    if i and j and source[i - 1].text == target[j - 1].text:
        return price[i - 1, j - 1], "M", (i - 1, j - 1)
    candidates = []
    if i and j:
        start = _transposed_from(price, source, target, cell) if costs == "linguistic" else None
        if start:
            candidates.append((price[start] + (i - start[0] - 1), "T", start))
        change = substitution_cost(source[i - 1], target[j - 1]) if costs == "linguistic" else 1
        candidates.append((price[i - 1, j - 1] + change, "S", (i - 1, j - 1)))
    if j:
        candidates.append((price[i, j - 1] + 1, "I", (i, j - 1)))
    if i:
        candidates.append((price[i - 1, j] + 1, "D", (i - 1, j)))
    return min(candidates, key=lambda candidate: candidate[0])


def _transposed_from(price, source, target, cell):
    i, j = cell
    for size in range(2, min(i, j) + 1):
        if price[i - size + 1, j - size + 1] == price[i - size, j - size]:
            return None
        words = Counter(token.lower for token in source[i - size : i])
        if words == Counter(token.lower for token in target[j - size : j]):
            return i - size, j - size
    return None


def slow_merge(steps: list[Step], source: Analysis, target: Analysis) -> list[Span]:
    """Merge by rules, with recursion, trying each stretch of each run."""
    spans: list[Span] = []
    run: list[Step] = []
    for step in [*steps, Step("M", 0, 0, 0, 0)]:
        if step.operation in "SID":
            run.append(step)
            continue
        spans += [_span(part) for part in _divide(run, source, target)]
        run = []
        if step.operation == "T":
            spans.append(_span([step]))
    return spans


def _span(part):
    return Span(part[0].start, part[-1].end, part[0].target_start, part[-1].target_end)


def _divide(run, source, target):
    kinds = {step.operation for step in run}
    if len(run) < 2:
        return [run] if run else []
    if kinds in ({"I"}, {"D"}):
        return [run]
    stretches = [(a, b) for a in range(len(run)) for b in range(a + 1, len(run))]
    content = False
    for a, b in sorted(stretches, key=lambda stretch: (stretch[0] - stretch[1], stretch[0])):
        if not any(step.operation == "S" for step in run[a : b + 1]):
            continue
        span = _span(run[a : b + 1])
        ours, theirs = source[span.start : span.end], target[span.target_start : span.target_end]
        decision = _decide(run, a, b, ours, theirs)
        if decision is not None:
            low, high = decision
            middle = [run[low:high]] if low < high else []
            return _divide(run[:low], source, target) + middle + _divide(run[high:], source, target)
        content |= any(token.pos in {"ADJ", "ADV", "AUX", "NOUN", "VERB", ""} for token in chain(ours, theirs))
    return [run] if content else [[step] for step in run]


def _decide(run, a, b, ours: Analysis, theirs: Analysis):
    """Give the part run[low:high] to be merged, low = high to cut there, None to go on."""
    last_two, all_pos = (b - 1, b + 1), {token.pos for token in chain(ours, theirs)}
    if a == 0 and "POS" in (ours[0].tag, theirs[0].tag):
        return 1, 1
    if "POS" in (ours[-1].tag, theirs[-1].tag):
        return last_two
    if ours[-1].lower == theirs[-1].lower:
        if a == 0 and ((len(ours) == 1 and _capital(theirs[0])) or (len(theirs) == 1 and _capital(ours[0]))):
            return a, b + 1
        if any(len(side) > 1 and _mark(side[-2]) for side in (ours, theirs)):
            return last_two
    if _bare(ours) == _bare(theirs):
        return a, b + 1
    if len(ours) != len(theirs) and (len(all_pos - {""}) == len(all_pos) == 1 or all_pos <= {"AUX", "PART", "VERB"}):
        return a, b + 1
    if b == a + 1 and _apart(run, a, b, ours, theirs):
        return b, b
    return None


def _apart(run, a, b, ours, theirs):
    if len(ours) == len(theirs) == 2:
        return True
    if (run[a].operation == "S" and _like(ours[0], theirs[0])) or (
        run[b].operation == "S" and _like(ours[-1], theirs[-1])
    ):
        return True
    if b != len(run) - 1:
        return False
    operation = run[b].operation
    return (operation in "DS" and ours[-1].pos == "DET") or (operation in "IS" and theirs[-1].pos == "DET")


def _capital(token: Token) -> bool:
    return token.text != "" and token.text[0].isupper()


def _mark(token: Token) -> bool:
    return token.pos == "PUNCT" or token.text in punctuation


def _bare(side: Analysis) -> str:
    return "".join(token.lower for token in side).replace("'", "").replace("-", "")


def _like(a: Token, b: Token) -> bool:
    return 1 - Indel.normalized_distance(a.text, b.text) > 0.75
