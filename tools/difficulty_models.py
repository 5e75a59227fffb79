"""The outputs on CoNLL-14 in ../shared/data in; the tables of docs/difficulty-models.md out, in their places.

Run it from the checkout: python -m tools.difficulty_models [TABLE …] (needs ../shared; about three CPU minutes).
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np
from scipy.stats import rankdata, spearmanr

from redink.arrays import Flags, Floats, Ints
from redink.evaluation.data import read
from redink.evaluation.preparation import prepare
from redink.questions.difficulty.mathematics.error_models import _varies, predicted_model
from redink.questions.difficulty.mathematics.features import error_features
from redink.questions.difficulty.mathematics.formulas import Settings, formulas, sentence_stats
from redink.questions.difficulty.mathematics.judged_reference import JudgedReference, judge_reference
from redink.questions.difficulty.mathematics.pool import pool_of
from redink.questions.difficulty.shipped import shipped_model
from redink.reading.weights import read_weights
from redink.records import EvalSet
from redink.stats.correlation import kendall
from redink.stats.item_response import ItemResponse, fit_item_response
from tools.build_weight_pools import DATA, GOLD, NEWER, TEAMS, outputs

PAGE = Path(__file__).resolve().parents[1] / "docs" / "difficulty-models.md"
DISTINCT = len(TEAMS) + len(NEWER)
"""The 12 teams, then one output each of 7 newer systems; what follows are variants of newer systems."""
POOLS = 10
"""Random pools of each size."""


class Corpus(NamedTuple):
    """The errors of one annotator."""

    judged: JudgedReference
    solved: Flags
    """(E × 34) who solves which error."""
    features: Floats
    """(E × K)."""
    sentence: Ints
    """(E,)."""


def main() -> None:
    """Write every table into its place on the page."""
    corpora = load()
    text = PAGE.read_text(encoding="utf-8")
    for name, table in ((name, TABLES[name]) for name in sys.argv[1:] or TABLES):
        rows = "\n".join(table(corpora))
        print(name, rows, sep="\n", flush=True)
        before, _, after = text.partition(f"<!-- {name} -->\n")
        text = f"{before}<!-- {name} -->\n{rows}\n<!-- end -->{after.partition('<!-- end -->')[2]}"
        PAGE.write_text(text, encoding="utf-8")


def load() -> list[Corpus]:
    """Judge the 12 teams and 22 newer outputs under both annotators."""
    folder = DATA / "conll14-systems"
    files = outputs()
    known = set(files.values())
    variants = sorted(path for path in folder.rglob("*") if path.suffix in (".out", ".txt") and path not in known)
    files |= {str(path.relative_to(folder)): path for path in variants}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # blanks at the ends of lines, which some outputs have
        golds = [DATA / "conll14-official" / "noalt" / name for name in GOLD]
        data = prepare(read(files, references=golds), "edits", types=True).data
    return [corpus_of(data, place) for place in range(len(golds))]


def corpus_of(data: EvalSet, place: int) -> Corpus:
    """Judge one reference, and measure its errors."""
    judged = judge_reference(data, place)
    gold = judged.table.gold
    features = error_features(gold.edits, gold.sentence, data.sources)
    columns = np.stack([values for values in features.values() if _varies(values)], axis=1)
    return Corpus(judged, judged.table.of_errors(), columns, gold.sentence)


def fit(corpus: Corpus, systems: Sequence[int], rows: Flags | slice = slice(None)) -> ItemResponse:
    """Fit some systems on some errors."""
    return fit_item_response(corpus.solved[rows][:, list(systems)], corpus.features[rows], with_errors=False)


def prior(model: ItemResponse, features: Floats) -> Floats:
    """Give the difficulties that the features let expect."""
    means: Floats = (features - model.centre) @ model.effects
    return means


def auc(ease: Floats, solved: Flags) -> float:
    """Give the chance that a solved error has a larger value than an unsolved one."""
    ranks, ones = rankdata(ease), int(solved.sum())
    return float((ranks[solved].sum() - ones * (ones + 1) / 2) / (ones * (len(solved) - ones)))


def newer_systems(corpora: Sequence[Corpus]) -> Iterator[str]:
    """Train on the 12 teams, and predict the 22 newer outputs."""
    yield "| annotator, and what is predicted | n/N alone | prior alone | both |\n| --- | --- | --- | --- |"
    teams = range(len(TEAMS))
    for place, corpus in enumerate(corpora):
        model = fit(corpus, teams)
        newer = corpus.solved[:, len(TEAMS) :]
        n = corpus.solved[:, : len(TEAMS)].sum(axis=1)
        scores = (n.astype(float), -prior(model, corpus.features), -model.difficulty)
        unsolved = n == 0
        some = newer.any(axis=1)
        cases = {
            "does a newer output solve the error?": lambda s, some=some: auc(s, some),
            f"the same, for the {unsolved.sum():,} errors that no team solves": lambda s, u=unsolved, some=some: auc(
                s[u], some[u]
            ),
            "each newer output by itself (mean)": lambda s, newer=newer: float(np.mean([auc(s, c) for c in newer.T])),
        }
        for name, measure in cases.items():
            yield f"| {place}: {name} | " + " | ".join(_points(measure(score)) for score in scores) + " |"


def small_pools(corpora: Sequence[Corpus]) -> Iterator[str]:
    """Train on pools of 2, 4 and 8 teams."""
    yield "| teams in the pool | n/N alone | prior alone | both |\n| --- | --- | --- | --- |"
    rng = np.random.default_rng(0)
    corpus = corpora[0]
    some = corpus.solved[:, len(TEAMS) :].any(axis=1)
    for size in (2, 4, 8):
        rows = []
        for _ in range(POOLS):
            pool = rng.permutation(len(TEAMS))[:size]
            model = fit(corpus, pool.tolist())
            n = corpus.solved[:, pool].sum(axis=1).astype(float)
            rows.append([auc(score, some) for score in (n, -prior(model, corpus.features), -model.difficulty)])
        means, least, most = np.mean(rows, axis=0), np.min(rows, axis=0), np.max(rows, axis=0)
        cells = [f"{_points(a)} ({_points(b)}–{_points(c)})" for a, b, c in zip(means, least, most, strict=True)]
        yield f"| {size} | " + " | ".join(cells) + " |"


def unseen_sentences(corpora: Sequence[Corpus]) -> Iterator[str]:
    """Predict the difficulty in sentences that the model has not seen, five times a fifth."""
    yield "| annotator | trained on | ρ with n of all 34 outputs | of the 19 systems | of the 12 teams |"
    yield "| --- | --- | --- | --- | --- |"
    for place, corpus in enumerate(corpora):
        for name, systems in (("12 teams", len(TEAMS)), ("19 systems", DISTINCT)):
            ease = np.zeros(len(corpus.solved))
            for fold in range(5):
                held = corpus.sentence % 5 == fold
                ease[held] = -prior(fit(corpus, range(systems), ~held), corpus.features[held])
            counts = (corpus.solved[:, :many].sum(axis=1) for many in (corpus.solved.shape[1], DISTINCT, len(TEAMS)))
            yield f"| {place} | {name} | " + " | ".join(_points(spearmanr(ease, n).statistic) for n in counts) + " |"


def coverage(corpora: Sequence[Corpus]) -> Iterator[str]:
    """How much of what all 19 systems say lies in the 90 % intervals of a smaller pool."""
    yield "| systems in the pool | annotator 0: mean | least, most | annotator 1: mean | least, most |"
    yield "| --- | --- | --- | --- | --- |"
    full = [fit(corpus, range(DISTINCT)) for corpus in corpora]
    for size in (2, 4, 8, 12):
        cells = []
        for corpus, everybody in zip(corpora, full, strict=True):
            rng = np.random.default_rng(size)
            b, mass = everybody.masses()
            shares = []
            for _ in range(POOLS):
                low, high = fit(corpus, rng.permutation(DISTINCT)[:size].tolist()).intervals(0.9)
                inside = (b >= low[:, np.newaxis]) & (b <= high[:, np.newaxis])
                shares.append(float((mass * inside).sum(axis=1).mean()))
            cells += [f"{100 * np.mean(shares):.1f} %", f"{100 * min(shares):.0f}, {100 * max(shares):.0f}"]
        yield f"| {size} | " + " | ".join(cells) + " |"


@dataclass(frozen=True)
class Ranked:
    """Scores of the 12 teams with the weights of one pool."""

    paper: Floats
    """wF0.5 by the paper."""
    model: Floats
    """wF0.5 with the weights of the model."""
    ability: Floats
    """θ."""


def ranked(corpus: Corpus, pool: Sequence[int], sentences: Flags) -> Ranked:
    """Score the 12 teams with the weights of a pool, on some sentences."""
    table, settings = corpus.judged.table, Settings()
    counted = pool_of(table, [table.systems[number] for number in pool])
    rows = sentences[corpus.sentence]
    model = fit(corpus, pool, rows)
    expected = np.zeros(len(corpus.solved))
    expected[rows] = model.chances().sum(axis=1)
    solved = counted.solved.astype(float)
    solved[table.is_error] = expected
    (f_score,) = formulas(settings, kinds=("F",))
    values = []
    for judges in (counted, type(counted)(counted.systems, counted.size, solved)):
        sums = [sentence_stats(table, team, judges, settings)[sentences].sum(axis=0) for team in range(len(TEAMS))]
        values.append(f_score.score_from_sums(np.stack(sums)))
    return Ranked(*values, corpus.solved[rows][:, : len(TEAMS)].sum(axis=0).astype(float))


def rankings(corpora: Sequence[Corpus]) -> Iterator[str]:
    """Does a ranking by ability move less than one by wF0.5, when the pool or the corpus changes?"""
    yield "| what changes | wF0.5 (paper) | wF0.5 (model) | ability θ |\n| --- | --- | --- | --- |"
    rng = np.random.default_rng(1)
    everything = np.ones(corpora[0].judged.table.gold.n_sentences, dtype=bool)
    for size in (4, 8):
        runs = [ranked(corpora[0], rng.permutation(DISTINCT)[:size].tolist(), everything) for _ in range(POOLS)]
        yield f"| the pool: {size} of 19 systems | " + _agreement(list(combinations(runs, 2))) + " |"
    pool = list(range(len(TEAMS)))
    runs = [ranked(corpus, pool, everything) for corpus in corpora]
    yield "| the annotator | " + _agreement([(runs[0], runs[1])]) + " |"
    halves = []
    for _ in range(POOLS):
        half = np.zeros(len(everything), dtype=bool)
        half[rng.permutation(len(half))[: len(half) // 2]] = True
        halves.append((ranked(corpora[0], pool, half), ranked(corpora[0], pool, ~half)))
    yield "| the sentences: one half, the other half | " + _agreement(halves) + " |"


def _agreement(pairs: Sequence[tuple[Ranked, Ranked]]) -> str:
    cells = []
    for name in ("paper", "model", "ability"):
        taus = [kendall(getattr(first, name), getattr(second, name)) for first, second in pairs]
        spread = f" ({_points(np.quantile(taus, 0.05))}–{_points(np.quantile(taus, 0.95))})" if len(taus) > 1 else ""
        cells.append(_points(np.mean(taus)) + spread)
    return " | ".join(cells)


def other_corpora(_: Sequence[Corpus]) -> Iterator[str]:
    """Predict corpora that the shipped model has never seen; four systems of Gotou and others (2020) judged them."""
    yield "| corpus | errors | ρ of predicted w with 1 − n/4 | AUC: does a system solve the error? |"
    yield "| --- | --- | --- | --- |"
    golds = {
        "CoNLL-13": ("conll13_4sys.txt", DATA / "conll13" / "original" / "data" / "official-preprocessed.m2", 0),
        "JFLEG test": ("jfleg_4sys.txt", DATA / "jfleg" / "EACL_exp" / "m2converter" / "test.ref.m2", 2),
    }
    for name, (weights, gold, place) in golds.items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            data = read([], references=[gold], with_source=True, overlaps="both")
        data = prepare(data, "edits", types=True).data
        counts = (read_weights(DATA / "gts-weights" / weights),)
        judged = judge_reference(data, place, weights=counts, mismatched="skip", clashes="both")
        predicted = predicted_model(judged.table.gold, data.sources, shipped_model())
        n = judged.pool.solved[judged.table.is_error]
        rho, area = spearmanr(predicted.solved, n).statistic, auc(predicted.solved, n > 0)
        yield f"| {name} | {len(n):,} | {_points(rho)} | {_points(area)} |"


def _points(value: float) -> str:
    return f"{value:.3f}".replace("0.", ".", 1) if abs(value) < 1 else f"{value:.0f}"


TABLES: dict[str, Callable[[Sequence[Corpus]], Iterator[str]]] = {
    "newer systems": newer_systems,
    "small pools": small_pools,
    "unseen sentences": unseen_sentences,
    "other corpora": other_corpora,
    "coverage": coverage,
    "rankings": rankings,
}

if __name__ == "__main__":
    main()
