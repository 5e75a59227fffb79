"""The numbers that Choshen's thesis prints: one table, and what the text says about the figures."""

from __future__ import annotations

from typing import Final

SIX_CHANGES: Final = (36, 5)
"""§2, of Figure 1: sentences with six changed words in the reference, and the most of any corrector."""
NEEDY: Final = 0.896
"""§2: share of the sentences of NUCLE's test set that require corrections."""
CLEAN: Final = 136
"""§3.4: sentences of 1,312 that require none."""

CROWD: Final = (52, 50, 4, 6, 15)
"""§3.2: sentences, corrections of each, sentences dropped, fewest and most words."""

FREQUENT: Final = {0.0: (1351.24, 1.0), 0.001: (74.34, 0.75), 0.01: (8.72, 0.58), 0.1: (1.35, 0.37)}
"""Table 1: mean number of corrections with a probability of γ or more, and their mass."""

RAREST: Final = 0.78
"""§3.3, of Figure 3: "mean IAA" of the corrections that were given once."""

ACCURACY_20: Final = 0.5
"""§3.4, of Figure 4: a perfect corrector's accuracy with M = 20 ("about")."""
SLOPE_20: Final = 0.004
"""The slope of that curve around M = 20 ("about")."""
INDEX_10: Final = 0.54
"""Exact Index Match with M = 10."""
ONE_ANNOTATOR_10: Final = 0.47
"""Accuracy with M = 10 distinct references ("above")."""
COVERAGE_2: Final = 0.5
"""§3.6: the average coverage of two references is lower than this."""

F_2: Final = 0.42
"""§3.4, of Figure 5: a perfect corrector's F0.5 with M = 2."""

AGREEMENT: Final = 0.845
"""DAG-F of two annotators: not in the part of the thesis at hand, but in Choshen and Abend (2018)."""
USIM: Final = {"same": 0.92, "different": 0.84}
"""USim of learner text and correction, by the same and by different annotators; from the same paper."""
