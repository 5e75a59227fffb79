"""The page about statistics: its example runs, and its figures are what the code gives."""

import math
import re
from pathlib import Path

from redink.stats.significance import fewest_resamples

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "statistics.md").read_text(encoding="utf-8")


def test_the_example_runs(capsys):
    (example,) = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)
    exec(compile(example, "docs/statistics.md", "exec"), {})
    estimate, difference, bootstrap_p, swap_p = capsys.readouterr().out.splitlines()
    assert estimate.startswith(f"{5 / 12} Interval(low=")
    assert "method='percentile'" in difference
    assert 0 < float(bootstrap_p) < 0.2
    assert abs(float(swap_p) - exact_swap_p()) < 0.02


def exact_swap_p():
    """All exchanges of the eight sentences, one by one."""
    old = [(1, 3), (0, 1), (2, 2), (0, 2), (1, 1), (0, 1), (1, 2), (0, 0)]
    new = [(2, 3), (1, 1), (2, 2), (1, 2), (1, 1), (1, 1), (0, 1), (0, 0)]

    def difference(coins):
        pairs = [(b, a) if coins >> i & 1 else (a, b) for i, (a, b) in enumerate(zip(old, new, strict=True))]
        first, second = ([sum(column) for column in zip(*side, strict=True)] for side in zip(*pairs, strict=True))
        return abs(second[0] / second[1] - first[0] / first[1])

    return sum(difference(coins) >= difference(0) - 1e-12 for coins in range(256)) / 256


def test_the_figures():
    words = " ".join(PAGE.split())
    assert f"`fewest_resamples(66)` says {fewest_resamples(66):,}" in words
    shares = [round(100 * math.exp(-m)) for m in (1, 2, 3, 4)]
    assert "{} % for one, {} % for two, {} % for three, {} % for four".format(*shares) in words
