"""The numbers that "Exploring Human-judged and Automatically-induced Correction Difficulty" (2021) prints."""

from __future__ import annotations

from typing import Final

PAIRS: Final = 2025
"""Pairs of errors that were judged."""
UNLIKE: Final = 1800
"""Those whose errors have different levels."""
DISTINCT: Final = 1412
"""Distinct errors in the pairs (§3.2)."""

LEVELS: Final = (110, 80, 104, 107, 109, 111, 154, 208, 1396)
"""Table 2: number of errors at each level 0 … 8."""

AGREEMENT: Final = {
    ("H₁", "H₂"): ((65.38, 0.41), (66.39, 0.42)),
    ("H₁", "M"): ((59.36, 0.32), (64.72, 0.37)),
    ("H₂", "M"): ((58.37, 0.28), (64.28, 0.33)),
}
"""Table 3: agreement rate in per cent and Cohen's κ, for all pairs and without pairs of equal level."""

ANSWERS: Final = {"H₁": {"<": 922, "=": 256, ">": 846, "?": 1}, "H₂": {"<": 938, "=": 167, ">": 920, "?": 0}}
"""Table 4: how often each expert gave each answer."""

BASELINE: Final = 44.44
"""§4: the majority baseline, in per cent."""

MEAN_WITH_M: Final = (64.50, 0.35)
"""Abstract: agreement of people with the machine, without pairs of equal level, mean of both experts."""

SPELLING: Final = (211, 19)
"""§5.1: occurrences of SPELL in the pairs; those that at most two systems correct and M calls the harder of the two."""

TYPES: Final = {
    "ADJ": (0.92, 0.85, 0.92),
    "VERB:INFL": (0.90, 1.00, 0.90),
    "WO": (0.88, 0.75, 0.69),
    "CONJ": (0.87, 0.73, 0.73),
    "PUNCT": (0.75, 0.80, 0.81),
    "NOUN": (0.73, 0.72, 0.58),
    "ADV": (0.72, 0.72, 0.72),
    "VERB": (0.72, 0.68, 0.70),
    "PART": (0.70, 0.63, 0.59),
    "ADJ:FORM": (0.69, 0.46, 0.54),
    "VERB:FORM": (0.69, 0.65, 0.68),
    "PRON": (0.67, 0.72, 0.72),
    "VERB:TENSE": (0.67, 0.70, 0.69),
    "PREP": (0.66, 0.64, 0.70),
    "VERB:SVA": (0.64, 0.62, 0.65),
    "NOUN:INFL": (0.64, 0.64, 0.50),
    "MORPH": (0.63, 0.58, 0.60),
    "DET": (0.62, 0.61, 0.62),
    "NOUN:NUM": (0.59, 0.58, 0.61),
    "NOUN:POSS": (0.56, 0.56, 0.69),
    "SPELL": (0.54, 0.61, 0.77),
    "ORTH": (0.45, 0.70, 0.30),
}
"""Table 5: agreement of H₁–M, H₂–M and H₁–H₂ by type, without pairs of equal level."""
