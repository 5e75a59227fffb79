"""Names of colours in, CSS colours out: one set for light and one for dark pages, safe for colour-blind readers.

Charts use `var(--ink, #222222)`: they look right by themselves, and use the colours of a page that defines the names
(see `theme_css`). Categories are those of Okabe and Ito (2008). Scores run from pale to deep blue, difficulty from pale
to deep red. On dark pages both run from dull to bright and strong, so that high values stand out from every page: each
step has more contrast and more colour than the one before.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

HeatScale: TypeAlias = Literal["score", "difficulty"]

STEPS: Final = 9
"""Number of shades of a heat scale."""

# Blue, vermilion, green, purple, orange, sky blue; the seventh, black, is the ink of the page.
# Their yellow is left out, because a thin yellow line cannot be seen on white.
_CATEGORIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
# The two blues are lighter here, so that the darker one stands out from a dark page.
_DARK_CATEGORIES = ("#2f8fd3", *_CATEGORIES[1:5], "#a3d8f7")
CATEGORIES: Final = len(_CATEGORIES) + 1
"""Number of colours that readers can distinguish; beyond it, dashes and shades must help."""

_BLUES = ("#f2f7fc", "#dceaf6", "#c0daef", "#9cc5e4", "#73acd6", "#4a90c4", "#2a74ae", "#125691", "#083a6b")
_REDS = ("#fff5f0", "#fee3d7", "#fdc9b4", "#fcaa8e", "#fb8569", "#f25c45", "#d7352c", "#b01419", "#78060f")
_DARK_BLUES = ("#1d242c", "#1d3040", "#1c3f59", "#195176", "#146696", "#0f7db8", "#1296da", "#1fa6f0", "#35b8ff")
_DARK_REDS = ("#2a2223", "#3f2728", "#562a2a", "#702d2c", "#8c2f2a", "#aa3028", "#cb3124", "#ea3a20", "#ff5232")


def contrast(first: str, second: str) -> float:
    """Give the contrast of two colours as WCAG 2 defines it: 1 (none) to 21 (black on white)."""
    bright, dim = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _ink_on(colour: str) -> str:
    return max(("#000000", "#ffffff"), key=lambda ink: contrast(ink, colour))


def _palette(
    ink: str,
    paper: str,
    quiet: str,
    grid: str,
    *,
    categories: tuple[str, ...],
    blues: tuple[str, ...],
    reds: tuple[str, ...],
) -> dict[str, str]:
    colours = {"ink": ink, "paper": paper, "quiet": quiet, "grid": grid}
    for name, shades in (("score", blues), ("difficulty", reds), ("category", (*categories, ink))):
        for number, shade in enumerate(shades):
            colours[f"{name}-{number}"] = shade
            colours[f"{name}-{number}-ink"] = _ink_on(shade)
    return colours


LIGHT: Final = _palette("#222222", "#ffffff", "#5f6368", "#d9dce0", categories=_CATEGORIES, blues=_BLUES, reds=_REDS)
"""Colours by name on a light page."""
DARK: Final = _palette(
    "#e8e8e8", "#15181c", "#a4abb3", "#3a4048", categories=_DARK_CATEGORIES, blues=_DARK_BLUES, reds=_DARK_REDS
)
"""Colours by name on a dark page."""


def colour(name: str) -> str:
    """Give a colour by name: that of the page if it defines one, otherwise the light one."""
    return f"var(--{name}, {LIGHT[name]})"


def category(number: int) -> str:
    """Give the colour of the n-th category; colours repeat after `CATEGORIES`."""
    return colour(f"category-{number % CATEGORIES}")


def category_ink(number: int) -> str:
    """Give the colour of letters on the colour of the n-th category."""
    return colour(f"category-{number % CATEGORIES}-ink")


def heat_step(value: float, low: float, high: float) -> int:
    """Give the shade, 0 … `STEPS` − 1, of a value between low and high."""
    if high <= low:
        return STEPS // 2
    share = (value - low) / (high - low)
    return min(STEPS - 1, max(0, int(share * STEPS)))


def heat(scale: HeatScale, step: int) -> str:
    """Give the colour of one shade."""
    return colour(f"{scale}-{step}")


def heat_ink(scale: HeatScale, step: int) -> str:
    """Give the colour of letters on one shade: black or white, whichever is more readable."""
    return colour(f"{scale}-{step}-ink")


def theme_css() -> str:
    """Give the colours as CSS for a page: light, dark if the reader prefers it, and light on paper."""
    return (
        f":root{{color-scheme:light dark;{_LIGHT_NAMES}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root{{{_DARK_NAMES}}}}}\n{_TABLES}"
    )


def notebook_fragment(fragment: str) -> str:
    """Give a fragment in a box with redink's colours, dark in a dark notebook (Jupyter, VS Code) or page."""
    box = ".redink-notebook"
    # Signs of a dark notebook; without any sign, the reader's preference decides.
    dark = f'[data-jp-theme-light="false"] {box},.vscode-dark {box},html[theme="dark"] {box}'
    silent = f'body:not([data-jp-theme-light]):not([class*="vscode-"]) {box}'
    style = (
        f"{box}{{{_LIGHT_NAMES}color:var(--ink);background:var(--paper);padding:.2em .6em}}\n"
        f"{dark}{{{_DARK_NAMES}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{{silent}{{{_DARK_NAMES}}}}}\n{_TABLES}"
    )
    return f'<div class="redink-notebook">\n<style>\n{style}</style>\n{fragment}</div>\n'


_LIGHT_NAMES = "".join(f"--{name}:{shade};" for name, shade in LIGHT.items())
_DARK_NAMES = "".join(f"--{name}:{shade};" for name, shade in DARK.items() if shade != LIGHT[name])
_TABLES = (
    ".redink-chart,.redink-table{overflow-x:auto;margin:1rem 0}\n"
    ".redink-table table{border-collapse:collapse;font-variant-numeric:tabular-nums}\n"
    ".redink-table caption{text-align:start;font-weight:600;padding:.3em .6em}\n"
    ".redink-table th,.redink-table td{padding:.25em .6em;border-bottom:1px solid var(--grid)}\n"
    ".redink-table .left{text-align:start}.redink-table .right{text-align:end}"
    ".redink-table .centre{text-align:center}\n"
    ".redink-table .interval,.redink-table .note,.redink-table .aside{color:var(--quiet)}\n"
    ".redink-table .interval{font-size:.85em;white-space:nowrap}\n"
    ".redink-table .note{font-size:.85em;margin:.2em .6em}\n"
)
