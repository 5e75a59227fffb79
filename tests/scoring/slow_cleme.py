"""CLEME by the book: every sentence is spelled out chunk by chunk, and chunks are compared one after the other."""

import math


def corrected(source, edits, start, end):
    """Give the text of the source tokens start:end and whether an edit is there."""
    inside = sorted(e for e in edits if start <= e[0] <= e[1] <= end)
    text, place = [], start
    for first, last, words in inside:
        text += [*source[place:first], *words]
        place = last
    return (*text, *source[place:end]), bool(inside)


def cut(source, versions):
    """Give the borders of all chunks of a sentence, those nobody changes included."""
    melted = []
    for start, end, _ in sorted(edit for edits in versions for edit in edits):
        if melted and start <= melted[-1][1]:
            melted[-1][1] = max(melted[-1][1], end)
        else:
            melted.append([start, end])
    chunks, place = [], 0
    for start, end in [*melted, [len(source), len(source)]]:
        if place < start:
            chunks.append((place, start, False))
        chunks.append((start, end, True))
        place = end
    return [(start, end, changed) for start, end, changed in chunks[:-1]]


def outcomes(source, output, references, assumption):
    """Give for each comparison a list of (outcome, length)."""
    chunks = cut(source, [output, *references])
    rows = []
    for reference in references if assumption == "dependent" else [None]:
        row = []
        for start, end, melted in chunks:

            def spell(edits, start=start, end=end, melted=melted):
                return corrected(source, edits, start, end) if melted else (source[start:end], False)

            text, changed = spell(output)
            judged = [spell(each) for each in (references if reference is None else [reference])]
            if changed and any(text == answer for answer, _ in judged):
                outcome = "tp"
            elif changed:
                outcome = "wrong" if any(moved for _, moved in judged) else "over"
            elif reference is None:
                outcome = "fn" if all(moved for _, moved in judged) else "tn"
            else:
                outcome = "fn" if text != judged[0][0] else "tn"
            row.append((outcome, max(end - start, len(text))))
        rows.append(row)
    return rows


def weight(length, mean, alpha, low, high, sign):
    return min(high, max(low, alpha / (1 + (alpha - 1) * math.exp(sign * (mean - length)))))
