"""The name of a number in; its formula, from sums of `pairs.statistics`, out.

Three steps (thesis, ch. 4): e errors are detected in a source (step one), k of them are gone in its correction, u of
the meaning is kept (step two), and n errors are new (step three). Errors that were "corrected correctly (First +
Second)" are k·u. Changed meaning gets "a negative score": it counts as wrong, (1 − u) for each removed error, and
(1 − u) once where no error was removed. Over all sentences this is

    TP = Σ k·u,        FP = Σ n + max(k, 1)·(1 − u),        FN = Σ e − k·u,

and P, R and F_β follow as usual. u is USim-UD of the sentence; errors are complaints of the grammar checker.

Grammaticality (Napoles, Sakaguchi and Tetreault 2016) is 1 − errors / tokens of the correction.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from redink.arrays import Floats
from redink.errors import UsageError
from redink.questions.faithfulness.mathematics.checks import CHECKS
from redink.questions.faithfulness.mathematics.pairs import BIN_COLUMNS, COLUMNS, MIX_COLUMNS, NUMBER_COLUMNS
from redink.scoring.beta import beta_digits, read_beta
from redink.scoring.edit_overlap import precision_recall_f
from redink.stats.resampling import ScoreFromSums

Tool: TypeAlias = Literal["trees", "checker", "model"]
"""Who must have looked at the texts: a parser, a grammar checker, a language model."""
Combination: TypeAlias = Literal["mean", "harmonic", "geometric"]

UD = "USim-UD"
_NOREF = re.compile(r"noref-(?:(P|R)|F(\d+(?:\.\d+)?))", re.IGNORECASE)
_COMBINED = re.compile(r"(mean|harmonic|geometric)(\d*\.\d+)?:([^+]+)\+([^+]+)", re.IGNORECASE)


class Formula(NamedTuple):
    """A number as a function of sums."""

    columns: tuple[str, ...]
    """The statistics that it looks at."""
    of: Callable[..., Floats]
    """Takes the sum of each column."""
    tools: frozenset[Tool]
    """Who must have looked at the texts."""
    share: bool = True
    """Whether it is a number from 0 to 1."""

    def score_from_sums(self, sums: Floats) -> Floats:
        """Turn (…, all columns of `statistics`) sums into scores."""
        return self.of(*(sums[..., COLUMNS.index(name)] for name in self.columns))


def _divided(above: Floats, below: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(np.asarray(below) > 0, above / np.asarray(below), np.nan)


def _lacking(above: Floats, below: Floats) -> Floats:
    return 1 - _divided(above, below)


def _perplexity(log: Floats, words: Floats) -> Floats:
    return np.exp(-_divided(log, words))


def _fall(log_before: Floats, words_before: Floats, log_after: Floats, words_after: Floats) -> Floats:
    return 1 - _perplexity(log_after, words_after) / _perplexity(log_before, words_before)


def _per_hundred(tokens: Floats, plus: Floats, minus: Floats | float = 0.0) -> Floats:
    """Give errors per 100 tokens of the source; the common denominator makes before = removed + left."""
    return 100 * _divided(plus - minus, tokens)


def _grammaticality(tokens: Floats, before: Floats, removed: Floats, introduced: Floats) -> Floats:
    """Give 1 − errors / tokens; no less than 0, should there be more errors than tokens."""
    return np.maximum(0.0, 1 - _divided(before - removed + introduced, tokens))


def _matched(*bins: Floats) -> Floats:
    """Give mean USim at equal amounts of change: bins are weighted as over all systems; empty bins are left out."""
    usim_sums, number, mix = np.split(np.stack(bins, axis=-1), 3, axis=-1)
    weights = np.where(number > 0, mix, 0.0)
    means = usim_sums / np.where(number > 0, number, 1.0)
    return _divided((weights * means).sum(axis=-1), weights.sum(axis=-1))


_TREES, _CHECKER, _MODEL = (frozenset[Tool]({tool}) for tool in ("trees", "checker", "model"))


def _mean(column: str, number: str = "has_usim", tools: frozenset[Tool] = _TREES) -> Formula:
    return Formula((column, number), _divided, tools)


def _errors(*columns: str) -> Formula:
    return Formula(("source_tokens", *columns), _per_hundred, _CHECKER, share=False)


_BEFORE, _AFTER = ("log_before", "words_before"), ("log_after", "words_after")
_MATCHED = Formula((*BIN_COLUMNS, *NUMBER_COLUMNS, *MIX_COLUMNS), _matched, _TREES)

MEANING: Mapping[str, Formula] = {
    "{measure}": _mean("usim"),
    "{measure} changed": _mean("usim_changed", "has_usim_changed"),
    "{measure} matched": _MATCHED,
    "{measure} unlabelled": _mean("unlabelled"),
    "precision forward": _mean("precision_forward"),
    "recall forward": _mean("recall_forward"),
    "precision backward": _mean("precision_backward"),
    "recall backward": _mean("recall_backward"),
    "WordChange": _mean("word_change", "one"),
    "at risk": _mean("at_risk", "checked"),
}
ERRORS: Mapping[str, Formula] = {
    "errors before": _errors("errors_before"),
    "errors removed": _errors("errors_removed"),
    "errors left": _errors("errors_before", "errors_removed"),
    "errors introduced": _errors("errors_introduced"),
    "errors fewer": _errors("errors_removed", "errors_introduced"),
}
FLUENCY: Mapping[str, Formula] = {
    "perplexity before": Formula(_BEFORE, _perplexity, _MODEL, share=False),
    "perplexity": Formula(_AFTER, _perplexity, _MODEL, share=False),
    "fluency": Formula((*_BEFORE, *_AFTER), _fall, _MODEL, share=False),
    "Scribendi": Formula(("scribendi", "one"), _divided, _MODEL, share=False),
}


def formulas(measure: str, *, errors: bool, fluency: bool) -> dict[str, ScoreFromSums]:
    """Give for the name of every number of `redink faithfulness` the function that computes it from sums."""
    wanted = {**MEANING, **(ERRORS if errors else {}), **(FLUENCY if fluency else {})}
    return {name.format(measure=measure): formula.score_from_sums for name, formula in wanted.items()}


MATCHED = f"{UD}-matched"
"""The measure for which all systems of a run are looked at together."""
RELEASED = f"{UD}-released"
"""USim-UD by the rule of the published program."""
_NAMED: Mapping[str, Formula] = {
    UD: MEANING["{measure}"],
    f"{UD}-changed": MEANING["{measure} changed"],
    MATCHED: _MATCHED,
    f"{UD}-unlabelled": MEANING["{measure} unlabelled"],
    f"{UD}-P-forward": MEANING["precision forward"],
    f"{UD}-R-forward": MEANING["recall forward"],
    f"{UD}-P-backward": MEANING["precision backward"],
    f"{UD}-R-backward": MEANING["recall backward"],
    RELEASED: MEANING["{measure}"],
    "no-risk": Formula(("at_risk", "checked"), _lacking, _TREES),
    **{f"no-{check.replace(' ', '-')}": Formula((check, "checked"), _lacking, _TREES) for check in CHECKS},
    "grammaticality": Formula(
        ("tokens", "errors_before", "errors_removed", "errors_introduced"), _grammaticality, _CHECKER
    ),
    "errors-removed": ERRORS["errors removed"],
    "errors-fewer": ERRORS["errors fewer"],
    "fluency": FLUENCY["fluency"],
    "Scribendi": FLUENCY["Scribendi"],
}
"""Measures by name. More is better by all of them, so that systems can be ranked and a gate can fail."""
_USUAL = {name.casefold(): name for name in _NAMED}
NAMES = (
    *_NAMED,
    *("noref-P", "noref-R", "noref-F0.5"),
    *(f"{combination}:{UD}+grammaticality" for combination in ("mean", "harmonic", "geometric")),
)


@cache
def named_formula(name: str) -> Formula | None:
    """Give the formula of a measure; `None` if there is none of this name."""
    if name in _NAMED:
        return _NAMED[name]
    if parts := _NOREF.fullmatch(name):
        return _without_reference(parts[1] or "F", read_beta(parts[2]))
    if parts := _COMBINED.fullmatch(name):
        return _combined(name, parts[1], float(parts[2] or 0.5), parts[3], parts[4])
    return None


def usual_name(name: str) -> str:
    """Write a name as all others read it: `noref-F1` for `NOREF-f1.0`; names of other measures stay as they are."""
    if name.casefold() in _USUAL:
        return _USUAL[name.casefold()]
    if parts := _NOREF.fullmatch(name):
        return f"noref-F{beta_digits(read_beta(parts[2]))}" if parts[2] else f"noref-{parts[1].upper()}"
    if parts := _COMBINED.fullmatch(name):
        return f"{parts[1].lower()}{parts[2] or ''}:{usual_name(parts[3])}+{usual_name(parts[4])}"
    return name


def _without_reference(quantity: str, beta: float) -> Formula:
    """Give P, R or F_β of the three steps; 0/0 is not available."""
    place = "PRF".index(quantity)

    def formula(*counts: Floats) -> Floats:
        score: Floats = precision_recall_f(np.stack(counts, axis=-1), beta=beta)[..., place]
        return score

    return Formula(("tp", "fp", "fn"), formula, _TREES | _CHECKER)


def _combined(name: str, combination: str, weight: float, first: str, second: str) -> Formula:
    """Give one score from two: their weighted mean, λ·a + (1 − λ)·b, or the harmonic or geometric mean."""
    parts = [_part(name, combination, part) for part in (first, second)]
    columns = tuple(dict.fromkeys(column for part in parts for column in part.columns))
    if weight > 1:
        raise UsageError(f"{name}: the weight of {first} cannot be {weight:g}", remedy="give a weight from 0 to 1")

    def formula(*sums: Floats) -> Floats:
        known = dict(zip(columns, sums, strict=True))
        a, b = (part.of(*(known[column] for column in part.columns)) for part in parts)
        if combination == "mean":
            return weight * a + (1 - weight) * b
        if combination == "geometric":
            return a**weight * b ** (1 - weight)
        zero = (a == 0) | (b == 0)
        with np.errstate(over="ignore"):  # the mean with 1e-320 is 0
            mean = 1 / (weight / np.where(zero, 1.0, a) + (1 - weight) / np.where(zero, 1.0, b))
        return np.where(zero, 0.0, mean)

    return Formula(columns, formula, parts[0].tools | parts[1].tools, all(part.share for part in parts))


def _part(name: str, combination: str, part: str) -> Formula:
    formula = named_formula(part)
    if formula is None or part in (MATCHED, RELEASED):
        known = ", ".join(known for known in NAMES if known not in (MATCHED, RELEASED) and ":" not in known)
        raise UsageError(f"{name}: {part!r} cannot be combined", remedy=f"choose from {known}")
    if combination != "mean" and not formula.share:
        raise UsageError(
            f"{name}: {part} can be negative, so there is no {combination} mean",
            remedy=f"combine numbers from 0 to 1, such as {combination}:{UD}+grammaticality, or use mean:",
        )
    return formula
