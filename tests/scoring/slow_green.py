"""GREEN by the book: one sentence and one reference at a time, n-grams in counters."""

from collections import Counter


def counts(source, output, reference):
    """Give TP, FP and FN for n = 1…4: four of each."""
    rows = []
    for n in range(1, 5):
        s, h, r = (Counter(tuple(t[i : i + n]) for i in range(len(t) - n + 1)) for t in (source, output, reference))
        rows.append(
            (
                sum((s & h & r).values()) + sum((s - (h | r)).values()) + sum(((h & r) - s).values()),
                sum(((s & r) - h).values()) + sum((h - (s | r)).values()),
                sum(((s & h) - r).values()) + sum((r - (s | h)).values()),
            )
        )
    return [row[part] for part in range(3) for row in rows]


def f_beta(row, beta, order, empty_recall):
    p = r = 1.0
    for tp, fp, fn in zip(row[:order], row[4 : 4 + order], row[8 : 8 + order], strict=True):
        p *= (tp / (tp + fp) if tp + fp else 1.0) ** (1 / order)
        r *= (tp / (tp + fn) if tp + fn else empty_recall) ** (1 / order)
    return (1 + beta**2) * p * r / (beta**2 * p + r) if p + r else 0.0
