"""Colours: enough contrast for letters, scales that only go one way, pages that follow the reader's wish."""

from itertools import pairwise

import pytest

from redink.reports.theme import CATEGORIES, DARK, LIGHT, STEPS, category, colour, contrast, heat_step, theme_css

PALETTES = pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])


def test_contrast_by_hand() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@PALETTES
def test_letters_can_be_read(palette: dict[str, str]) -> None:
    assert contrast(palette["ink"], palette["paper"]) >= 7
    assert contrast(palette["quiet"], palette["paper"]) >= 4.5
    for name, ink in palette.items():
        if name.endswith("-ink"):
            assert contrast(ink, palette[name.removesuffix("-ink")]) >= 4.5, name


@PALETTES
@pytest.mark.parametrize("scale", ["score", "difficulty"])
def test_heat_moves_away_from_the_page(palette: dict[str, str], scale: str) -> None:
    steps = [contrast(palette[f"{scale}-{step}"], palette["paper"]) for step in range(STEPS)]
    assert all(less < more for less, more in pairwise(steps))
    assert steps[-1] >= (7 if palette is LIGHT else 5)  # a strong red on a dark page cannot have more


@pytest.mark.parametrize("scale", ["score", "difficulty"])
def test_bug_the_hardest_errors_were_the_palest_on_dark_pages(scale: str) -> None:
    parts = [[int(DARK[f"{scale}-{step}"][place : place + 2], 16) for place in (1, 3, 5)] for step in range(STEPS)]
    colourfulness = [max(shade) - min(shade) for shade in parts]
    assert all(less < more for less, more in pairwise(colourfulness[:-1]))
    assert colourfulness[-1] > 190


@PALETTES
def test_categories_differ_from_each_other_and_the_page(palette: dict[str, str]) -> None:
    colours = [palette[f"category-{number}"] for number in range(CATEGORIES)]
    assert len(set(colours)) == CATEGORIES
    assert all(contrast(shade, palette["paper"]) >= 2 for shade in colours)


def test_difficulty_is_red_and_score_is_blue() -> None:
    for step in range(2, STEPS):
        red, _, blue = (int(LIGHT[f"difficulty-{step}"][place : place + 2], 16) for place in (1, 3, 5))
        assert red > blue
        red, _, blue = (int(LIGHT[f"score-{step}"][place : place + 2], 16) for place in (1, 3, 5))
        assert blue > red


def test_steps_by_hand() -> None:
    assert [heat_step(value, 0, 1) for value in (-1, 0, 0.5, 1, 2)] == [0, 0, 4, 8, 8]
    assert heat_step(3, 3, 3) == 4


def test_colours_have_fallbacks_and_the_page_defines_them_all() -> None:
    assert colour("ink") == "var(--ink, #222222)"
    assert category(0) == category(CATEGORIES)
    css = theme_css()
    assert all(f"--{name}:{shade};" in css for palette in (LIGHT, DARK) for name, shade in palette.items())
    assert "prefers-color-scheme:dark" in css
    assert "url(" not in css
    assert css.count("{") == css.count("}")
