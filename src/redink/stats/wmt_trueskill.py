"""Tallies of pairwise comparisons in; TrueSkill ratings on the scale of the WMT program out.

The program `wmt-trueskill` (Sakaguchi, Post and Van Durme 2014) made the human rankings of correction systems that were
published: Grundkiewicz et al. (2015), Napoles et al. (2015), Sakaguchi et al. (2016), SEEDA (Kobayashi et al. 2024). It
starts at μ = 0, σ = 0.5, with τ = 0 and draw probability 0.25. It plays as many matches as there are judgements, N,
with β = σ·N/40. Each match is between the system of the greatest σ and an opponent j that is drawn with weight
exp(−|μᵢ − μⱼ|); its outcome is a judgement of the two, drawn with replacement. The ratings are averaged over many runs.

β grows with N, so that a match moves μ by about 1/N and σ hardly changes. For many judgements the mean over runs
therefore follows a differential equation in the share t of the matches played, which is solved here: the result is the
limit for infinitely many runs, and needs no random draws. With ε the margin of a tie and z = ε/(√2·β) = Φ⁻¹(0.625),

    dμᵢ/dt = g · Σⱼ (mᵢⱼ + mⱼᵢ) · (P(i beats j) − P(j beats i)),   g = 40·σ/√2 · v,   v = φ(z)/Φ(−z).

mᵢⱼ is the share of matches in which i has the greatest σ and j is its opponent. The variances shrink by w = v(v − z) at
a win and by w = 2zφ(z)/0.25 at a tie. Since the system with the greatest variance plays next, all variances shrink at
the same rate; this fixes how often each system comes first.
"""

from __future__ import annotations

import math
from statistics import NormalDist

import numpy as np

from redink.arrays import Flags, Floats, ratio
from redink.stats.normal import normal_cdf
from redink.stats.rankings_from_pairs import Tally

ENOUGH = 5000
"""With fewer comparisons, the program's ratings differ visibly from their limit."""

_SIGMA, _DRAW, _STEPS = 0.5, 0.25, 50
_NORMAL = NormalDist()
_Z = _NORMAL.inv_cdf((1 + _DRAW) / 2)
_SHIFT = _NORMAL.pdf(_Z) / normal_cdf(-_Z)
_WIN_NARROWING = _SHIFT * (_SHIFT - _Z)
_TIE_NARROWING = 2 * _Z * _NORMAL.pdf(_Z) / _DRAW
_GAIN = 40 * _SIGMA / math.sqrt(2) * _SHIFT


def wmt_trueskill(tally: Tally) -> Floats:
    """Give μ of each item in the limit of many comparisons and runs; NaN for an item that was never compared.

    Pairs that were never compared are never drawn. The published program cannot handle them.
    """
    games = tally.wins + tally.wins.T + tally.ties
    judged = games > 0
    net = ratio(tally.wins - tally.wins.T, games, nothing=0.0)
    tied = ratio(tally.ties, games, nothing=0.0)
    narrowing = tied * _TIE_NARROWING + (1 - tied) * _WIN_NARROWING
    mu = np.zeros(len(games))

    def slope(at: Floats) -> Floats:
        matches = _matches(at, judged, narrowing)
        moved: Floats = _GAIN * ((matches + matches.T) * net).sum(axis=1)
        return moved

    step = 1 / _STEPS
    for _ in range(_STEPS):  # the classical Runge–Kutta method
        first = slope(mu)
        second = slope(mu + step / 2 * first)
        third = slope(mu + step / 2 * second)
        mu = mu + step / 6 * (first + 2 * second + 2 * third + slope(mu + step * third))
    return np.where(judged.any(axis=1), mu, np.nan)


def _matches(mu: Floats, judged: Flags, narrowing: Floats) -> Floats:
    """Give the share of matches in which the row's item has the greatest σ and the column's is its opponent."""
    weights = np.where(judged, np.exp(-np.abs(mu[:, np.newaxis] - mu)), 0.0)
    chances = ratio(weights, weights.sum(axis=1, keepdims=True), nothing=0.0)
    narrowed = chances * narrowing
    # Each variance shrinks when its item comes first (the diagonal) and when it is drawn as an opponent.
    rates = np.diag(narrowed.sum(axis=1)) + narrowed.T
    first = np.linalg.lstsq(rates, np.ones(len(mu)), rcond=None)[0].clip(min=0)
    return ratio(first[:, np.newaxis] * chances, first.sum(), nothing=0.0)
