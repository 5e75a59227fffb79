"""Numbers of errors and systems in; how many errors a unique system must solve to match identical ones out (§5.2)."""

from __future__ import annotations

import numpy as np

from redink.errors import UsageError
from redink.questions.difficulty.mathematics.weights import WeightFunction, linear


def breakpoint_of(errors: float, recall: float, size: int, weight: WeightFunction | None = None) -> float | None:
    """Give K = M·R·w(N − 1)/w(1), the breakpoint; at the default weight K = MR/(N − 1).

    N − 1 identical systems solve MR errors of weight w(N − 1). A unique system reaches the same score if it solves K
    other errors of weight w(1). (The paper says that a larger b makes it harder for the unique system. Under its own
    formula K falls as b grows: 130 errors at b = 0 become 68.8 at b = 0.5.)

    Args:
        errors: M, the number of errors in the corpus.
        recall: R of the identical systems.
        size: N, the number of all systems.
        weight: f(n, N).

    Returns:
        K; `None` when w(1) is 0, because no number of errors is then enough.
    """
    if size < 2:
        raise UsageError("a breakpoint needs at least two systems", remedy="give more systems")
    crowd, alone = (weight or linear())(np.array([size - 1, 1]), size).tolist()
    return errors * recall * crowd / alone if alone else None
