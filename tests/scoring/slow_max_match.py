"""MaxMatch as a textbook would have it: all arcs by Floyd and Warshall, best path by Bellman and Ford.

Weights are whole numbers (a step 1000, a change 1), so that rounding decides nothing; ties go to fewer
proposed edits.
"""

from redink.records import Edits, Tokens

Vertex = tuple[int, int]
Arc = tuple[Vertex, Vertex]
Facts = dict[Arc, tuple[int, int, bool]]


def lattice_arcs(source: Tokens, hypothesis: Tokens, substitution: int) -> list[Arc]:
    distance: dict[Vertex, int] = {}
    before: dict[Vertex, list[Vertex]] = {}
    for i in range(len(source) + 1):
        for j in range(len(hypothesis) + 1):
            ways = {}
            if i and j:
                cost = 0 if source[i - 1] == hypothesis[j - 1] else substitution
                ways[i - 1, j - 1] = distance[i - 1, j - 1] + cost
            if i:
                ways[i - 1, j] = distance[i - 1, j] + 1
            if j:
                ways[i, j - 1] = distance[i, j - 1] + 1
            distance[i, j] = min(ways.values(), default=0)
            before[i, j] = [vertex for vertex, cost in ways.items() if cost == distance[i, j]]
    arcs: list[Arc] = []
    todo, seen = [(len(source), len(hypothesis))], set[Vertex]()
    while todo:
        vertex = todo.pop()
        if vertex not in seen:
            seen.add(vertex)
            arcs += [(start, vertex) for start in before[vertex]]
            todo += before[vertex]
    return arcs


def all_arcs(source: Tokens, hypothesis: Tokens, max_unchanged: int) -> tuple[list[Vertex], list[Arc], Facts]:
    """Give the list of arcs with repetitions, and (steps, unchanged, idle) of each arc."""
    listed = sorted(lattice_arcs(source, hypothesis, 1) + lattice_arcs(source, hypothesis, 2))
    vertices = sorted({(0, 0)} | {vertex for arc in listed for vertex in arc})
    facts: Facts = {}
    for (i, j), (k, m) in listed:
        same = (k - i, m - j) == (1, 1) and source[i] == hypothesis[j]
        facts[(i, j), (k, m)] = (1, int(same), same)
    for middle in vertices:
        for start in vertices:
            for end in vertices:
                if (start, middle) in facts and (middle, end) in facts:
                    left, right = facts[start, middle], facts[middle, end]
                    steps, unchanged = left[0] + right[0], left[1] + right[1]
                    old = facts.get((start, end), (10**9, 0, False))
                    if steps < old[0] and unchanged <= max_unchanged:
                        facts[start, end] = (steps, unchanged, left[2] and right[2])
                        listed.append((start, end))
    kept = [arc for arc in listed if not facts[arc][2] or facts[arc][0] == 1]
    return vertices, kept, facts


def reward(listed: list[Arc], facts: Facts, hypothesis: Tokens, gold: Edits) -> dict[Arc, int]:
    """Give each arc its weight: far below zero when it equals a gold edit."""
    weight = {arc: facts[arc][0] * 1000 for arc in listed}
    answers: dict[tuple[int, int], list[tuple[Tokens, ...]]] = {}
    for edit in gold:
        answers.setdefault((edit.start, edit.end), []).append((edit.replacement, *edit.alternatives))
    for span in {(start[0], end[0]) for start, end in listed}:
        row = sorted(arc for arc in listed if (arc[0][0], arc[1][0]) == span)
        own = answers.get(span, [])
        fits = {arc: [n for n, ways in enumerate(own) if text(arc, hypothesis) in ways] for arc in row}
        if span[0] < span[1]:
            for arc in row:
                if fits[arc]:
                    weight[arc] = -(10**9)
                elif not facts[arc][2]:
                    weight[arc] += 1
            continue
        insertions(row, fits, len(own), weight)
    return weight


def insertions(row: list[Arc], fits: dict[Arc, list[int]], answers: int, weight: dict[Arc, int]) -> None:
    left, right, low, high = 0, len(row) - 1, 0, answers - 1
    from_left = True
    while left <= right:
        from_left = from_left or left == right
        at = left if from_left else right
        arc = row[at]
        possible = [n for n in fits[arc] if low <= n <= high]
        if not possible:
            weight[arc] += 1
            left, right = (left + 1, right) if from_left else (left, right - 1)
            from_left = not from_left
        elif from_left:
            weight[arc] = -(10**9)
            low, left = possible[0] + 1, left + 1
            while left < len(row) and row[left][0] != arc[1]:
                weight[row[left]] += 1
                left += 1
        else:
            weight[arc] = -(10**9)
            high, right = possible[-1] - 1, right - 1
            while right >= 0 and row[right][1] != arc[0]:
                weight[row[right]] += 1
                right -= 1


def text(arc: Arc, hypothesis: Tokens) -> Tokens:
    return hypothesis[arc[0][1] : arc[1][1]]


def slow_counts(source: Tokens, hypothesis: Tokens, gold: Edits, max_unchanged: int = 2) -> tuple[int, int, int]:
    vertices, listed, facts = all_arcs(source, hypothesis, max_unchanged)
    weight = reward(listed, facts, hypothesis, gold)
    far = (10**15, 0)
    best = dict.fromkeys(vertices, far)
    back: dict[Vertex, Vertex] = {}
    best[0, 0] = (0, 0)
    for _ in vertices:
        for start, end in sorted(weight):
            change = 0 if facts[start, end][2] else 1
            new = (best[start][0] + weight[start, end], best[start][1] + change)
            if best[start] != far and new < best[end]:
                best[end], back[end] = new, start
    path: list[Arc] = []
    vertex = vertices[-1]
    while vertex in back:
        if not facts[back[vertex], vertex][2]:
            path.append((back[vertex], vertex))
        vertex = back[vertex]
    return count_matches(path[::-1], hypothesis, gold), len(path), len(gold)


def count_matches(path: list[Arc], hypothesis: Tokens, gold: Edits) -> int:
    correct = done = 0
    for arc in path:
        for number in range(done, len(gold)):
            edit = gold[number]
            ways = (edit.replacement, *edit.alternatives)
            if (edit.start, edit.end) == (arc[0][0], arc[1][0]) and text(arc, hypothesis) in ways:
                correct, done = correct + 1, number + 1
                break
    return correct
