"""How many errors a unique system must solve to match a crowd of identical ones (§5.2): numbers in, a number out."""

from __future__ import annotations

import numpy as np

from redink.errors import UsageError
from redink.questions.difficulty.mathematics.weights import WeightFunction, linear


def breakpoint_of(errors: float, recall: float, size: int, weight: WeightFunction | None = None) -> float | None:
    """Give K = M·R·w(N − 1)/w(1); at the default weight K = MR/(N − 1).

    N − 1 identical systems solve MR errors of weight w(N − 1). A unique system that solves K others, of weight w(1),
    draws level. (The paper says that a larger b makes it harder for the unique system. Under its own formula K falls
    as b grows: 130 errors at b = 0 become 68.8 at b = 0.5.)

    Args:
        errors: M, errors of the corpus.
        recall: R of the identical systems.
        size: N, all systems.
        weight: f(n, N).

    Returns:
        K; `None` when w(1) is 0, so that no number of errors would do.
    """
    if size < 2:
        raise UsageError("a breakpoint needs at least two systems", remedy="give more systems")
    crowd, alone = (weight or linear())(np.array([size - 1, 1]), size).tolist()
    return errors * recall * crowd / alone if alone else None
