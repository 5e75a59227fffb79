"""Heat maps: well-formed and escaped, usable without a mouse, readable colours, cells of equal width."""

import re
import xml.etree.ElementTree as ET

import pytest
from rich.cells import cell_len

from redink.reports.heat_map import STYLE, HeatChunk, HeatSentence, chunk_grid, heat_line, heat_map

SENTENCE = HeatSentence(
    7,
    (
        HeatChunk("", "false positive", 0.25, wrong=("B",)),
        HeatChunk("I", "same", 0.0),
        HeatChunk("", "same", 0.0),
        HeatChunk("do<n't", "error", 0.75, "don't & \"won't\"", "R:VERB", ("A",), ("B", "C")),
        HeatChunk("", "error", 1.0, "the", "M:DET", (), ("A", "B", "C")),
        HeatChunk("very", "error", 0.0, "", "U:ADV", ("A", "B", "C"), ()),
        HeatChunk("good", "false positive", 0.5, right=("A",), wrong=("B", "C")),
    ),
)


@pytest.fixture
def page():
    html = heat_map([SENTENCE], title="a < b & c").replace("<br>", "<br/>")
    return ET.fromstring(re.sub(r"(<input[^>]*)>", r"\1/>", html))


def test_everything_is_escaped_and_well_formed(page):
    text = "".join(page.itertext())
    assert "do<n't → don't & \"won't\"" in text
    assert page.get("aria-label") == "a < b & c"


def test_every_marked_chunk_can_be_reached_by_keyboard_and_opens_on_focus(page):
    marked = [node for node in page.iter("span") if node.get("class", "").startswith("chunk") and node.get("tabindex")]
    assert len(marked) == 5
    assert all(node.find("span[@class='detail']") is not None for node in marked)
    assert ".chunk:focus .detail" in STYLE
    assert ".chunk:hover .detail" in STYLE


def test_no_script(page):
    assert not list(page.iter("script"))
    assert not [name for node in page.iter() for name in node.attrib if name.startswith("on")]


def test_details_tell_correction_type_weight_and_systems(page):
    details = ["|".join(node.itertext()) for node in page.iter("span") if node.get("class") == "detail"]
    assert details == [
        "Nothing is missing here; weight 0.25|Changed by: B",
        "do<n't → don't & \"won't\"|Weight 0.75; R:VERB|Corrected by: A|Missed by: B, C",
        "(nothing) → the|Weight 1.00; M:DET|Corrected by: none|Missed by: A, B, C",
        "very → (nothing)|Weight 0.00; U:ADV|Corrected by: A, B, C|Missed by: none",
        "good is correct; weight 0.50|Changed by: B, C",
    ]


def test_there_is_a_legend_from_easy_to_hard(page):
    scales = page.findall("div[@class='legend']/p/span[@class='scale']")
    assert [[node.text for node in scale] for scale in scales] == [["0.00", "0.25", "0.50", "0.75", "1.00"]] * 2
    assert [node.get("class") for node in scales[0]] == [f"difficulty-{step}" for step in (0, 2, 4, 6, 8)]
    assert "legend" not in heat_map([SENTENCE], legend=False)


def test_switches_need_no_script_and_have_names(page):
    labels = page.findall("div[@class='legend']/p/label")
    assert [label[0].tail or label.text for label in labels] == [" Show corrections", "Show false positives "]
    assert ":has(.redink-show-fixes:checked)" in STYLE
    options = labels[1].findall("select/option")
    assert [option.text for option in options] == [
        *("none", "from weight 0.75", "from weight 0.50", "from weight 0.25", "all"),
    ]
    for option in options[:-1]:
        assert f".redink-false-from option[value='{option.get('value')}']:checked" in STYLE


def test_a_two_sided_map_has_a_colour_for_each_side():
    leaning = [HeatChunk("x", "error", 0.5, "y", lean=lean, notes=("Wanted by 1 of 2",)) for lean in (1.0, 0.2, -1.0)]
    drawn = heat_map([HeatSentence(1, tuple(leaning))], sides=("neural", "<rules>"))
    assert re.findall(r"chunk error ((?:score|difficulty)-\d)", drawn) == ["score-8", "score-1", "difficulty-8"]
    assert "more by &lt;rules&gt;" in drawn
    assert "Wanted by 1 of 2" in drawn


def test_all_kinds_of_errors_are_told_apart_by_shape(page):
    shown = [node for node in page.iter("span") if node.get("tabindex")]
    gap, replaced, missing, surplus, false = shown
    assert gap.text == "‸"
    assert gap.get("class").startswith("chunk false-positive gap ")
    assert (replaced.find("s").text, replaced.find("ins").text.strip()) == ("do<n't", "don't & \"won't\"")
    assert missing.text == "‸the"
    assert surplus.find("s").text == "very"
    assert surplus.find("ins") is None
    assert false.text == "good"


@pytest.mark.parametrize("kind", ["error", "false positive"])
def test_shades_run_through_the_scale_and_have_their_letters(kind):
    # That letters stand out from every shade, light and dark, is shown in test_theme.
    before = 0
    for step in range(101):
        shown = heat_map([HeatSentence(1, (HeatChunk("x", kind, step / 100, "y"),))])
        *_, found = re.finditer(r'class="chunk [a-z-]+ (score|difficulty)-(\d)" tabindex', shown)
        assert found[1] == {"error": "difficulty", "false positive": "score"}[kind]
        assert f".{found[1]}-{found[2]}{{background:var(--{found[1]}-{found[2]}, " in STYLE
        assert 0 <= int(found[2]) - before <= 1
        before = int(found[2])
    assert before == 8


@pytest.mark.parametrize(
    ("weight", "deepest", "step"), [(5.0, 1.0, 8), (-1.0, 1.0, 0), (0.0, 0.0, 0), (1.0, 0.0, 0), (2.0, 4.0, 4)]
)
def test_odd_weights_stay_on_the_scale(weight, deepest, step):
    sentence = HeatSentence(1, (HeatChunk("x", "error", weight, "y"),))
    assert f'chunk error difficulty-{step}" tabindex' in heat_map([sentence], deepest=deepest)
    assert heat_line(sentence, colour=True, deepest=deepest)


def test_a_line_for_the_terminal():
    plain = heat_line(SENTENCE, colour=False)
    assert plain == ("7: {‸ 0.25} I [do<n't→don't & \"won't\" 0.75] [→the 1.00] [very→ 0.00] {good 0.50}")
    coloured = heat_line(SENTENCE, colour=True)
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain
    assert "48;5;88m" in coloured  # the deepest red


def test_control_characters_do_not_reach_the_terminal():
    sentence = HeatSentence(1, (HeatChunk("a\x1b[31m", "error", 1.0, "b\nc"),))
    assert "\x1b" not in heat_line(sentence, colour=False)
    assert chunk_grid(sentence).count("\n") == 3


def test_the_grid_is_right_for_wide_characters():
    sentence = HeatSentence(
        1,
        (
            HeatChunk("我", "same", 0.0),
            HeatChunk("", "same", 0.0),
            HeatChunk("昨天去", "error", 0.5, "去", "R:VERB"),
            HeatChunk("é", "same", 0.0),
        ),
    )
    grid = chunk_grid(sentence).splitlines()
    assert [row.split(" |")[0].strip() for row in grid] == ["orig", "gold", "weight", "type"]
    bars = [[cell_len(row[: found.start()]) for found in re.finditer(r"\|", row)] for row in grid]
    assert all(row == bars[0] for row in bars)
    assert len(bars[0]) == 4
    assert len(re.findall(r"\|", chunk_grid(sentence, every_gap=True).splitlines()[0])) == 5


@pytest.mark.parametrize("width", [30, 50])
def test_grids_wider_than_the_terminal_go_on_below(width):
    sentence = HeatSentence(1, tuple(HeatChunk(f"词{n}", "error", n / 20, "x" * (n % 7)) for n in range(20)))
    grids = chunk_grid(sentence, width=width).split("\n\n")
    assert len(grids) > 1
    assert max(cell_len(row) for grid in grids for row in grid.splitlines()) <= width
    cells = [row.split(" |", 1)[1] for grid in grids for row in grid.splitlines()[:1]]
    assert re.findall(r"词\d+", "".join(cells)) == [f"词{n}" for n in range(20)]
    assert chunk_grid(sentence, width=10_000) == chunk_grid(sentence)
