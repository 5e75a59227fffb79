"""Data in, a `Chart` (SVG and the same numbers as a table) out: all charts under one name. Only layout is computed.

score_bars    scores with intervals            heat_table    type × system, difficulty, word changes
stacked_bars  parts of a whole                 slope_chart   rank changes
curves        lines with bands                 scatter       precision–recall, detection against correction
save_charts   each chart as an SVG file
"""

from __future__ import annotations

from redink.reports.bars import Bar, Stack, score_bars, stacked_bars
from redink.reports.figure import Chart, save_charts
from redink.reports.heat import heat_table
from redink.reports.lines import Curve, curves
from redink.reports.scales import Axis
from redink.reports.scatter import Dot, scatter
from redink.reports.slope import Track, slope_chart
from redink.reports.theme import theme_css

__all__ = [
    "Axis",
    "Bar",
    "Chart",
    "Curve",
    "Dot",
    "Stack",
    "Track",
    "curves",
    "heat_table",
    "save_charts",
    "scatter",
    "score_bars",
    "slope_chart",
    "stacked_bars",
    "theme_css",
]
