"""The numbers that Gotou, Nagata, Mita and Hanawa (2020) print."""

from __future__ import annotations

from typing import Final

SYSTEMS: Final = {
    "Kiyono19": "Kiyono et al. (2019)",
    "JD18": "Junczys-Dowmunt et al. (2018)",
    "Ge18": "Ge et al. (2018)",
    "JDG16": "Junczys-Dowmunt and Grundkiewicz (2016)",
    "Transformer": "Transformer",
    "SMT": "SMT",
    "LSTM": "LSTM",
    "CNN": "CNN",
}
"""The systems of Tables 2 and 3 as the paper names them."""

CORPORA: Final = {
    "CoNLL-2013": (1381, 0.15),
    "CoNLL-2014": (1312, 0.12),
    "FCE": (32212, 0.12),
    "JFLEG": (747, 0.20),
    "KJ": (3081, 0.14),
    "ICNALE": (1732, 0.08),
}
"""Table 1: number of sentences, token error rate."""

WEIGHTED_F: Final = {
    "Kiyono19": (26.09, 0),
    "JD18": (21.40, 1),
    "Ge18": (19.14, -1),
    "JDG16": (15.76, 0),
    "Transformer": (15.05, 0),
    "SMT": (12.78, 1),
    "LSTM": (10.70, -1),
    "CNN": (9.81, 0),
}
"""Table 2: weighted F0.5 in per cent, and places gained against the conventional F0.5."""

WEIGHTED_A: Final = {
    "Kiyono19": (25.19, 0),
    "JDG16": (24.10, 2),
    "Ge18": (23.76, -1),
    "JD18": (22.98, -1),
    "LSTM": (22.79, 1),
    "SMT": (21.94, 1),
    "CNN": (20.13, 1),
    "Transformer": (17.93, -3),
}
"""Table 3: weighted A in per cent, and places gained."""

TYPES: Final = {
    "ADJ": (0.982, 0.074, 28),
    "CONTR": (0.979, 0.051, 6),
    "OTHER": (0.972, 0.120, 440),
    "PUNCT": (0.966, 0.114, 109),
    "CONJ": (0.945, 0.137, 16),
    "ORTH": (0.940, 0.164, 42),
    "NOUN": (0.937, 0.180, 93),
    "PRON": (0.923, 0.177, 63),
    "ADV": (0.911, 0.181, 55),
    "VERB": (0.891, 0.254, 160),
    "NOUN:POSS": (0.890, 0.233, 17),
    "VERB:TENSE": (0.876, 0.213, 191),
    "WO": (0.800, 0.265, 10),
    "PART": (0.797, 0.312, 16),
    "DET": (0.747, 0.292, 356),
    "PREP": (0.724, 0.343, 226),
    "MORPH": (0.644, 0.370, 78),
    "VERB:FORM": (0.590, 0.393, 89),
    "NOUN:NUM": (0.539, 0.340, 210),
    "SPELL": (0.533, 0.342, 64),
    "VERB:SVA": (0.499, 0.365, 97),
    "ADJ:FORM": (0.375, 0.415, 5),
    "NOUN:INFL": (0.208, 0.246, 6),
    "VERB:INFL": (0.062, 0.088, 2),
}
"""Table 4: average w, SD, frequency."""

SOLVED: Final = {2: 1, 5: 1, 7: 3}
"""§3.2: n_i of three chunks of example (3), shown in Figure 2."""

RECIPROCALS: Final = {"have → had": 2.0, "aple → apple": 1.0}
"""§3.1: weights of the two errors of example (1)."""

BREAKPOINT: Final = (2600, 0.45, 10, 130.0)
"""§5.2: M, R, N and the breakpoint."""
