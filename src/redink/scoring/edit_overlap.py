"""Edits of a system and of references in, true and false positives and false negatives out.

ERRANT's comparison (Bryant et al. 2017, §4.2). Two edits agree, by level, when they have

    correction   the same span and the same replacement            (errant_compare -cs, the default)
    detection    the same span                                     (-ds)
    token        a token in common; an insertion touches the token to its right     (-dt)
    type         the same span, replacement and error type         (-cse)

Every count has an error type: the reference's type for TP and FN, the system's for FP.

With several references each sentence is held against one of them. `faithful` reproduces
errant_compare 3.0.2 digit for digit: the reference that, added to the running totals, gives the
highest F (rounded to four digits), which depends on the order of sentences; duplicates in a
reference count as often as they stand there. `corrected` is free of both: the reference with the
best F_β of the sentence alone (ties: more TP, fewer FP, fewer FN, the first), and an edit is
matched once, so that TP + FP = edits of the system and TP + FN = edits of the reference.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from redink.arrays import Floats
from redink.frozen import frozen
from redink.records import Edit, Edits

Level: TypeAlias = Literal["correction", "detection", "token", "type"]
Size: TypeAlias = Literal["all", "single", "multi"]
Rule: TypeAlias = Literal["corrected", "faithful"]
Quantity: TypeAlias = Literal["P", "R", "F"]

QUANTITIES: tuple[Quantity, ...] = ("P", "R", "F")
COLUMNS = ("tp", "fp", "fn")


@frozen
class Overlap:
    """What counts as agreement, and which edits take part."""

    level: Level = "correction"
    """What two edits must share."""
    beta: float = 0.5
    """The β by which a reference is chosen."""
    rule: Rule = "corrected"
    """How a reference is chosen and duplicates are counted."""
    size: Size = "all"
    """`single`: at most one token on either side; `multi`: two or more on a side."""
    exclude: frozenset[str] = frozenset()
    """Error types to leave out, with operation (`R:PUNCT`) or without (`PUNCT`: all operations)."""


class Match(NamedTuple):
    """One sentence against one reference: the types of all true and false positives and misses."""

    tp: list[str]
    fp: list[str]
    fn: list[str]

    def counts(self) -> tuple[int, int, int]:
        """Give TP, FP and FN."""
        return len(self.tp), len(self.fp), len(self.fn)


class Comparison(NamedTuple):
    """A system against its references, sentence by sentence."""

    matches: list[Match]
    """The match with the chosen reference."""
    chosen: list[int]
    """Which reference was chosen."""

    def table(self) -> Floats:
        """Give TP, FP, FN (sentences × 3)."""
        return np.array([match.counts() for match in self.matches], dtype=np.float64).reshape(-1, 3)

    def by_type(self, group: Callable[[str], str | None]) -> dict[str, Floats]:
        """Give TP, FP, FN (sentences × 3) for every group of types, in alphabetical order."""
        tables: dict[str, Floats] = {}
        for row, match in enumerate(self.matches):
            for column, types in enumerate(match):
                for kind in types:
                    if (name := group(kind)) is not None:
                        if name not in tables:
                            tables[name] = np.zeros((len(self.matches), 3))
                        tables[name][row, column] += 1
        return dict(sorted(tables.items()))


Keyed: TypeAlias = dict[tuple[Hashable, ...], list[str]]
"""Error types of edits, under what two edits must share to agree."""
Candidates: TypeAlias = list[list[Match]]
"""For each sentence the match of the system with every reference that has the sentence."""


def compare(system: Sequence[Edits], references: Sequence[Sequence[Edits]], how: Overlap | None = None) -> Comparison:
    """Compare a system's edits with one or more references of each sentence.

    Each sentence has at least one reference.
    """
    how = how or Overlap()
    return choose_references(match_references(system, keyed_references(references, how), how), how)


def keyed_references(references: Sequence[Sequence[Edits]], how: Overlap) -> list[list[Keyed]]:
    """Give for each sentence the edits of every reference by what they must share; the same for all systems."""
    return [[keyed(answer, how) for answer in answers] for answers in references]


def match_references(system: Sequence[Edits], references: Sequence[Sequence[Keyed]], how: Overlap) -> Candidates:
    """Match each sentence with each of its references; β plays no part in this."""
    candidates: Candidates = []
    for edits, answers in zip(system, references, strict=True):
        proposed = keyed(edits, how)
        candidates.append([_match(proposed, gold, how) for gold in answers])
    return candidates


def choose_references(candidates: Candidates, how: Overlap) -> Comparison:
    """Choose one reference for each sentence by F_β."""
    matches, chosen = [], []
    totals = (0, 0, 0)
    for by_reference in candidates:
        counts = [match.counts() for match in by_reference]
        best = 0 if len(set(counts)) == 1 else _choose(counts, totals, how)
        matches.append(by_reference[best])
        chosen.append(best)
        if how.rule == "faithful":
            totals = _add(totals, counts[best])
    return Comparison(matches, chosen)


def _add(left: tuple[int, int, int], right: tuple[int, int, int]) -> tuple[int, int, int]:
    return left[0] + right[0], left[1] + right[1], left[2] + right[2]


def _choose(counts: Sequence[tuple[int, int, int]], totals: tuple[int, int, int], how: Overlap) -> int:
    """Find the reference with the best F; ties by more TP, fewer FP, fewer FN, the first."""

    def preference(index: int) -> tuple[float, int, int, int]:
        tp, fp, fn = counts[index]
        if how.rule == "faithful":
            f = _published_f(*_add(totals, (tp, fp, fn)), how.beta)
        else:
            whole = (1 + how.beta**2) * tp + fp + how.beta**2 * fn
            f = (1 + how.beta**2) * tp / whole if whole else 1.0
        return f, tp, -fp, -fn

    return max(range(len(counts)), key=preference)


def match_edits(system: Iterable[Edit], reference: Iterable[Edit], how: Overlap) -> Match:
    """Match the edits of one sentence with those of one reference."""
    return _match(keyed(system, how), keyed(reference, how), how)


def _match(proposed: Keyed, gold: Keyed, how: Overlap) -> Match:
    """Give the types of TP and FP in the order of the system's edits, and those of FN in the reference's."""
    match = Match([], [], [])
    repeated = how.rule == "faithful"  # one partner is enough for all edits of a key
    for key, kinds in proposed.items():
        answers = gold.get(key)
        if answers is None:
            match.fp.extend(kinds)
        elif repeated:
            match.tp.extend(answers)
        else:
            match.tp.extend(answers[: len(kinds)])
            match.fp.extend(kinds[len(answers) :])
    for key, kinds in gold.items():
        partners = proposed.get(key)
        if partners is None:
            match.fn.extend(kinds)
        elif not repeated:
            match.fn.extend(kinds[len(partners) :])
    return match


def outcomes(system: Iterable[Edit], reference: Iterable[Edit], how: Overlap) -> Iterator[tuple[int, str]]:
    """Yield column and error type of every TP, FP and FN: the edits of the system in order, then the misses."""
    proposed, gold = keyed(system, how), keyed(reference, how)
    for key, kinds in proposed.items():
        answers = gold.get(key, [])
        matched = answers if how.rule == "faithful" else answers[: len(kinds)]
        yield from ((0, kind) for kind in matched)
        yield from ((1, kind) for kind in _alone(kinds, answers, how))
    for key, kinds in gold.items():
        yield from ((2, kind) for kind in _alone(kinds, proposed.get(key, []), how))


def _alone(kinds: list[str], partners: list[str], how: Overlap) -> list[str]:
    """Give the types of the edits that have no partner; to `faithful`, one partner is enough for all of them."""
    return ([] if partners else kinds) if how.rule == "faithful" else kinds[len(partners) :]


def keyed(edits: Iterable[Edit], how: Overlap) -> Keyed:
    """Collect error types under what two edits must share to agree; the key of a token is its span."""
    types: Keyed = {}
    for edit in edits:
        if _takes_part(edit, how):
            for key in _keys(edit, how.level):
                types.setdefault(key, []).append(edit.type)
    if how.level == "token" and how.rule == "corrected":
        # A token is right or wrong once, however many edits touch it.
        return {key: kinds[:1] for key, kinds in types.items()}
    return types


def _takes_part(edit: Edit, how: Overlap) -> bool:
    if edit.is_noop or (how.exclude and not how.exclude.isdisjoint((edit.type, main_type_of(edit.type)))):
        return False
    # Marked but uncorrected errors can only be detected. ERRANT knows them as UNK alone.
    unclear = edit.type == "UNK" if how.rule == "faithful" else edit.is_detected_only
    if unclear and how.level in {"correction", "type"}:
        return False
    several = edit.end - edit.start > 1 or len(edit.replacement) > 1
    return how.size == "all" or several == (how.size == "multi")


def _keys(edit: Edit, level: Level) -> Iterable[tuple[Hashable, ...]]:
    match level:
        case "correction":
            return ((edit.start, edit.end, edit.replacement),)
        case "detection":
            return ((edit.start, edit.end),)
        case "token":
            return ((token, token + 1) for token in range(edit.start, max(edit.end, edit.start + 1)))
        case "type":
            return ((edit.start, edit.end, edit.type, edit.replacement),)


def precision_recall_f(sums: Floats, *, beta: float = 0.5, rule: Rule = "corrected") -> Floats:
    """Turn (…, [TP, FP, FN]) into (…, [P, R, F_β]); see `one_of_p_r_f`."""
    return np.stack([one_of_p_r_f(sums, quantity, beta=beta, rule=rule) for quantity in QUANTITIES], axis=-1)


def one_of_p_r_f(sums: Floats, quantity: Quantity, *, beta: float = 0.5, rule: Rule = "corrected") -> Floats:
    """Give P, R or F_β of (…, [TP, FP, FN]).

    F_β = (1+β²)·TP / ((1+β²)·TP + FP + β²·FN). Where there is 0/0 the value is NaN; `faithful` puts
    P = 1 when FP = 0 and R = 1 when FN = 0, as errant_compare does, and computes F from them.
    """
    counts = np.asarray(sums, dtype=np.float64)
    tp, errors = counts[..., 0], counts[..., 1 if quantity == "P" else 2]
    with np.errstate(divide="ignore", invalid="ignore"):
        if quantity != "F":
            share = tp / (tp + errors)
            return share if rule == "corrected" else _unless_zero(errors, share, 1.0)
        if rule == "corrected":
            top = (1 + beta**2) * tp
            f: Floats = top / (top + counts[..., 1] + beta**2 * errors)
            return f
        p, r = (one_of_p_r_f(counts, part, rule=rule) for part in ("P", "R"))
        whole = beta**2 * p + r
        return _unless_zero(whole, (1 + beta**2) * p * r / whole, 0.0)


def _unless_zero(whole: Floats, share: Floats, nothing: float) -> Floats:
    """Give `nothing` where the whole is 0; there is hardly ever such a place, which is seen in half the time."""
    return share if whole.min(initial=np.inf) > 0 else np.where(whole > 0, share, nothing)


def published_scores(tp: float, fp: float, fn: float, beta: float) -> tuple[float, float, float]:
    """Give P, R and F_β as errant_compare prints them: 1 for an empty denominator, four digits."""
    # Python's own floats: NumPy rounds 0.04375 up, Python (and so errant_compare) down.
    tp, fp, fn = float(tp), float(fp), float(fn)
    p = tp / (tp + fp) if fp else 1.0
    r = tp / (tp + fn) if fn else 1.0
    return round(p, 4), round(r, 4), _published_f(tp, fp, fn, beta)


def _published_f(tp: float, fp: float, fn: float, beta: float) -> float:
    p = tp / (tp + fp) if fp else 1.0
    r = tp / (tp + fn) if fn else 1.0
    whole = beta**2 * p + r
    return round((1 + beta**2) * p * r / whole, 4) if whole else 0.0


def operation_of(kind: str) -> str | None:
    """Group by operation: `M`, `R`, `U`; marked but uncorrected errors are `UNK`."""
    return kind if kind == "UNK" else kind[:1] or None


def main_type_of(kind: str) -> str | None:
    """Group by the 25 types; types of another scheme (no operation in front) stay as they are."""
    return kind[2:] if kind[1:2] == ":" else kind or None


def coarse_type_of(kind: str) -> str | None:
    """Group by the coarse part of a type: `VERB` of `R:VERB:TENSE`, but `VERB:FORM` of `R:VERB:FORM:TENSE`."""
    name = main_type_of(kind)
    if name is None:
        return None
    first, *others = name.split(":")
    return f"{first}:FORM" if others[:1] == ["FORM"] else first


def full_type_of(kind: str) -> str | None:
    """Group by operation and type together."""
    return kind or None


GROUPS: Mapping[str, Callable[[str], str | None]] = {
    "operation": operation_of,
    "coarse-type": coarse_type_of,
    "type": main_type_of,
    "operation-type": full_type_of,
}
"""How `--by` groups error types."""
