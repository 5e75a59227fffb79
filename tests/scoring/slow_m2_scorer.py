"""The M2 scorer 3.2 rule by rule, with its floats and the order of its list of arcs (slow).

Written from the numbered rules that decide between paths of (nearly) the same weight; the numbers in the comments are
those of the rules. Everything is as slow as it sounds: a cube over the vertices, and |V| − 1 rounds over the list.
"""

import math
from typing import NamedTuple

from redink.records import Edits, Tokens
from tests.scoring.slow_max_match import Arc, Vertex, lattice_arcs, text

EPSILON = 0.001


class Scored(NamedTuple):
    counts: tuple[int, int, int]
    edits: list[tuple[int, int, Tokens]]
    entries: int


class Lists(NamedTuple):
    vertices: list[Vertex]
    entries: list[Arc]
    lengths: dict[Arc, int]
    idle: dict[Arc, bool]


def scored(source: Tokens, hypothesis: Tokens, gold: Edits, max_unchanged: int = 2, drop_same: bool = False) -> Scored:
    lists = build_lists(source, hypothesis, max_unchanged)
    answers = [edit for edit in gold if not edit.is_noop]
    path = [arc for arc in best_path(lists, weights_of(lists, hypothesis, answers)) if not lists.idle[arc]]
    edits = [(start[0], end[0], text((start, end), hypothesis)) for start, end in path]
    if drop_same:
        edits = [edit for edit in edits if letters(source[edit[0] : edit[1]]) != letters(edit[2])]
    return Scored((count_correct(edits, answers), len(edits), len(answers)), edits, len(lists.entries))


def letters(tokens: Tokens) -> str:
    return "".join(tokens).lower()


def build_lists(source: Tokens, hypothesis: Tokens, max_unchanged: int) -> Lists:
    # 2: a step that is in both lattices is listed twice.
    entries = sorted(lattice_arcs(source, hypothesis, 1) + lattice_arcs(source, hypothesis, 2))
    vertices = sorted({(0, 0)} | {vertex for arc in entries for vertex in arc})  # 1
    lengths, unchanged, idle = {}, {}, {}
    for (i, j), (k, m) in entries:
        same = (k - i, m - j) == (1, 1) and source[i] == hypothesis[j]
        lengths[(i, j), (k, m)], unchanged[(i, j), (k, m)], idle[(i, j), (k, m)] = 1, int(same), same
    for middle in vertices:  # 3
        for start in vertices:
            left = start, middle
            for end in vertices if left in lengths else ():
                right, joined = (middle, end), (start, end)
                if right not in lengths:
                    continue
                length, equal = lengths[left] + lengths[right], unchanged[left] + unchanged[right]
                if length < lengths.get(joined, math.inf) and equal <= max_unchanged:
                    lengths[joined], unchanged[joined], idle[joined] = length, equal, idle[left] and idle[right]
                    entries.append(joined)
    kept, examine = [], True
    for arc in entries:  # 4
        dropped = examine and idle[arc] and lengths[arc] > 1
        examine = not dropped
        if not dropped:
            kept.append(arc)
    return Lists(vertices, kept, lengths, idle)


def weights_of(lists: Lists, hypothesis: Tokens, gold: Edits) -> dict[Arc, float]:
    weight = {arc: float(lists.lengths[arc]) for arc in lists.entries}  # 5
    spans: dict[tuple[int, int], list[Arc]] = {}
    for arc in lists.entries:
        spans.setdefault((arc[0][0], arc[1][0]), []).append(arc)
    for span, entries in spans.items():
        answers = [(edit.replacement, *edit.alternatives) for edit in gold if (edit.start, edit.end) == span]
        if span[0] == span[1]:
            weigh_insertions(sorted(entries), answers, weight, hypothesis, -len(lists.entries))
            continue
        for arc in entries:
            if any(text(arc, hypothesis) in ways for ways in answers):
                weight[arc] = -len(lists.entries)
            elif not lists.idle[arc]:
                weight[arc] += EPSILON
    return weight


def weigh_insertions(
    entries: list[Arc], answers: list[tuple[Tokens, ...]], weight: dict[Arc, float], hypothesis: Tokens, reward: float
) -> None:
    low, high, first, last = 0, len(entries) - 1, 0, len(answers) - 1
    left = True
    while low <= high:
        left = left or low == high
        arc = entries[low if left else high]
        window = range(first, last + 1) if left else range(last, first - 1, -1)
        match = next((n for n in window if text(arc, hypothesis) in answers[n]), None)
        if match is None:
            weight[arc] += EPSILON
            low, high, left = (low + 1, high, False) if left else (low, high - 1, True)
        elif left:
            weight[arc], first, low = reward, match + 1, low + 1
            while low < len(entries) and entries[low][0] != arc[1]:
                weight[entries[low]] += EPSILON
                low += 1
        else:
            weight[arc], last, high = reward, match - 1, high - 1
            while high >= 0 and entries[high][1] != arc[0]:
                weight[entries[high]] += EPSILON
                high -= 1


def best_path(lists: Lists, weight: dict[Arc, float]) -> list[Arc]:
    distance = dict.fromkeys(lists.vertices, math.inf)  # 6
    before: dict[Vertex, Vertex] = {}
    distance[0, 0] = 0.0
    for _ in lists.vertices[1:]:
        known = dict(distance)
        for start, end in lists.entries:
            if distance[start] + weight[start, end] < distance[end]:
                distance[end], before[end] = distance[start] + weight[start, end], start
        if distance == known:
            break  # nor would any later round change anything
    path: list[Arc] = []
    vertex = lists.vertices[-1]
    while vertex != (0, 0):
        path.append((before[vertex], vertex))
        vertex = before[vertex]
    return path[::-1]


def count_correct(edits: list[tuple[int, int, Tokens]], gold: Edits) -> int:
    correct = cursor = 0  # 7
    for start, end, correction in edits:
        for number in range(cursor, len(gold)):
            answer = gold[number]
            if (answer.start, answer.end) == (start, end) and correction in (answer.replacement, *answer.alternatives):
                correct, cursor = correct + 1, number + 1
    return correct
