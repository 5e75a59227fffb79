"""Charts: as before for small data, well-formed for any data, with a title, a twin and nothing from outside."""

import math
import re
import zlib
from base64 import b64decode
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from redink.errors import UsageError
from redink.records import Interval
from redink.reports.charts import (
    Axis,
    Bar,
    Chart,
    Curve,
    Dot,
    Stack,
    Track,
    curves,
    heat_table,
    scatter,
    score_bars,
    slope_chart,
    stacked_bars,
)
from redink.reports.lettering import text_width
from redink.reports.tables import show_value
from redink.reports.theme import notebook_fragment
from tests.reports.samples import NASTY, PERCENT, any_text, intervals, numbers, sample_charts
from tests.reports.snapshots import assert_as_before

SPACE = "{http://www.w3.org/2000/svg}"
KINDS = tuple(sample_charts())


def _root(chart: Chart) -> ElementTree.Element:
    return ElementTree.fromstring(chart.svg)


def _texts(chart: Chart) -> list[str]:
    return [element.text or "" for element in _root(chart).iter(f"{SPACE}text")]


@pytest.mark.parametrize("kind", KINDS)
def test_charts_are_as_before(kind: str) -> None:
    assert_as_before(f"{kind}.svg", sample_charts()[kind].svg + "\n")


@pytest.mark.parametrize("kind", KINDS)
def test_charts_have_title_description_role_and_twin(kind: str) -> None:
    chart = sample_charts()[kind]
    root = _root(chart)
    assert root.get("role") == "img"
    named = {element.get("id"): element.text for element in root if element.get("id")}
    title, description = (root.get("aria-labelledby") or "").split()
    assert named[title] == chart.title == chart.table.title
    assert named[description] == chart.description
    assert chart.title in _texts(chart)
    assert chart.table.rows
    figure = ElementTree.fromstring(chart.to_figure())
    assert figure.find("details/div/table") is not None
    assert chart._repr_html_() == notebook_fragment(chart.to_figure())


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_comes_from_outside(kind: str) -> None:
    figure = sample_charts()[kind].to_figure()
    assert set(re.findall(r"\w+://[^\s\"'<]*", figure)) == {"http://www.w3.org/2000/svg"}
    assert not re.search(r"<(script|a|img|image|use|link|style)\b|\b(href|src|on\w+)=|url\(|@import", figure)


def _empty_charts() -> list[Chart]:
    axis = Axis("x")
    return [
        score_bars("t", [], axis=axis),
        score_bars("t", [Bar("a", math.nan)], axis=axis),
        stacked_bars("t", [], [], axis=axis),
        stacked_bars("t", ["p"], [Stack("a", (0,))], axis=axis),
        heat_table("t", [], [], [], axis=axis),
        heat_table("t", ["r"], ["c"], [[None]], axis=axis),
        slope_chart("t", ["a", "b"], []),
        slope_chart("t", ["a"], [Track("x", (1,))]),
        curves("t", [], x_axis=axis, y_axis=axis),
        scatter("t", [Dot("a", None, 1)], x_axis=axis, y_axis=axis),
    ]


def test_without_data_a_chart_says_so() -> None:
    for chart in _empty_charts():
        assert _texts(chart) == ["t", "No data to show."]


def test_bug_a_bar_of_zero_was_shown_as_missing() -> None:
    stacks = [Stack("a", (2, 1)), Stack("none", (0, 0)), Stack("unknown", (None, None))]
    shown = stacked_bars("t", ["p", "q"], stacks, axis=Axis("n", digits=0)).svg
    words = [element.text for element in ElementTree.fromstring(shown).iter(f"{SPACE}text")]
    assert (words.count("0"), words.count("–")) == (1, 1)


def test_ids_differ() -> None:
    one, other = score_bars("t", [Bar("a", 1)], axis=PERCENT), score_bars("t", [Bar("a", 2)], axis=PERCENT)
    assert _root(one).get("id") != _root(other).get("id")


def test_bars_are_as_long_as_their_values() -> None:
    chart = score_bars("t", [Bar("a", 0.2), Bar("b", 0.4), Bar("c", -0.1)], axis=PERCENT)
    boxes = [(float(box.get("x") or 0), float(box.get("width") or 0)) for box in _root(chart).iter(f"{SPACE}rect")]
    widths = [width for _, width in boxes]
    assert widths[1] == pytest.approx(2 * widths[0], abs=0.2)
    assert widths[2] == pytest.approx(widths[0] / 2, abs=0.2)
    assert boxes[2][0] + boxes[2][1] == pytest.approx(boxes[0][0], abs=0.2)


def test_stacks_fill_the_whole_when_shares_are_asked_for() -> None:
    chart = stacked_bars("t", ["p", "q"], [Stack("a", (1, 3)), Stack("b", (2, 2))], axis=Axis("x"), share=True)
    boxes = [box for box in _root(chart).iter(f"{SPACE}rect") if box.find(f"{SPACE}title") is not None]
    widths = [float(box.get("width") or 0) for box in boxes]
    assert sum(widths[:2]) == pytest.approx(sum(widths[2:]), abs=0.3)
    assert [box.findtext(f"{SPACE}title") for box in boxes[:2]] == ["a, p: 1.00 (25.0 %)", "a, q: 3.00 (75.0 %)"]


def test_heat_runs_from_the_first_shade_to_the_last() -> None:
    chart = heat_table("t", ["r"], ["a", "b", "c"], [[0.0, None, 1.0]], axis=Axis("w"))
    fills = [box.get("fill") or "" for box in _root(chart).iter(f"{SPACE}rect")][:3]
    assert [fill.split(",")[0] for fill in fills] == ["var(--score-0", "none", "var(--score-8"]
    with pytest.raises(UsageError, match="must be 1 rows of 2"):
        heat_table("t", ["r"], ["a", "b"], [[1.0]], axis=Axis("w"))


def test_slopes_tell_who_moved() -> None:
    texts = _texts(sample_charts()["slope_chart"])
    assert "2  CAMB ▼1" in texts
    assert any(words.startswith("1  ") and words.endswith(" ▲1") for words in texts)
    with pytest.raises(UsageError, match="needs 2 ranks"):
        slope_chart("t", ["a", "b"], [Track("x", (1,))])


def test_curves_of_unlike_lengths_are_refused() -> None:
    with pytest.raises(UsageError, match="differ in length"):
        Curve("a", (1, 2), (1,))


def test_missing_points_break_a_curve() -> None:
    chart = curves("t", [Curve("a", (1, 2, 3, 4), (1, 2, None, 4))], x_axis=Axis("x"), y_axis=Axis("y"))
    assert len(list(_root(chart).iter(f"{SPACE}polyline"))) == 2


def test_the_interval_of_a_single_point_is_a_line() -> None:
    chart = curves("t", [Curve("a", (1,), (2,), (Interval(1, 3),))], x_axis=Axis("x"), y_axis=Axis("y"))
    assert not list(_root(chart).iter(f"{SPACE}polygon"))
    stroked = [line for line in _root(chart).iter(f"{SPACE}line") if line.get("stroke-width") == "1.5"]
    assert len(stroked) == 1
    assert stroked[0].get("x1") == stroked[0].get("x2")


def test_equal_f_lines_are_where_f_is_equal() -> None:
    axis = Axis("x", percent=True, low=0, high=1)
    chart = scatter("t", [Dot("a", 0.5, 0.5)], x_axis=axis, y_axis=axis, f_beta=0.5)
    line = next(iter(_root(chart).iter(f"{SPACE}polyline")))
    grid = list(_root(chart).iter(f"{SPACE}line"))
    xs = [float(element.get("x1") or 0) for element in grid if element.get("x1") == element.get("x2")]
    ys = [float(element.get("y1") or 0) for element in grid if element.get("y1") == element.get("y2")]
    left, right, top, bottom = min(xs), max(xs), min(ys), max(ys)
    for pair in (line.get("points") or "").split():
        x, y = map(float, pair.split(","))
        recall, precision = (x - left) / (right - left), (bottom - y) / (bottom - top)
        assert 1.25 * precision * recall / (0.25 * precision + recall) == pytest.approx(0.1, abs=0.01)


def test_names_of_equal_f_lines_stay_off_the_axes() -> None:
    recall, precision = Axis("Recall", low=0, high=1), Axis("Precision", low=0.4, high=1)
    root = _root(scatter("t", [Dot("a", 0.1, 0.6), Dot("b", 0.9, 0.9)], x_axis=recall, y_axis=precision, f_beta=0.5))
    grid = list(root.iter(f"{SPACE}line"))
    left = min(float(line.get("x1") or 0) for line in grid if line.get("x1") == line.get("x2"))
    bottom = max(float(line.get("y1") or 0) for line in grid if line.get("y1") == line.get("y2"))
    names = [element for element in root.iter(f"{SPACE}text") if (element.text or "").startswith("F0.5 =")]
    assert len(names) > 3
    for name in names:
        assert float(name.get("y") or 0) <= bottom - 7
        assert float(name.get("x") or 0) - text_width(name.text or "", 10) >= left


@pytest.mark.parametrize("size", range(3, 12))
def test_bug_a_measure_lost_letters_on_a_phone(size: int) -> None:
    measures = ("F0.5", "P", "R", "GLEU", "EM", "M2", "GREEN", "wF0.5", "wA", "I", "CLEME")[:size]
    ways = [Track(name, tuple(map(float, [rank] * size))) for rank, name in enumerate(("CAMB", "INPUT"), start=1)]
    chart = slope_chart("Ranking", measures, ways)
    assert "…" not in chart.svg + chart.phone_svg


def test_scatter_names_cover_neither_each_other_nor_dots() -> None:
    dots = [Dot(f"system {number}", 0.4 + number % 6 / 100, 0.4 + number // 6 / 100) for number in range(30)]
    root = _root(scatter("t", dots, x_axis=PERCENT, y_axis=PERCENT))
    names = [element for element in root.iter(f"{SPACE}text") if element.get("paint-order")]
    boxes = []
    for element in names:
        x, y, half = float(element.get("x") or 0), float(element.get("y") or 0), text_width(element.text or "", 11) / 2
        boxes.append((x - half, y - 7, x + half, y + 7))
    circles = [(float(dot.get("cx") or 0), float(dot.get("cy") or 0)) for dot in root.iter(f"{SPACE}circle")]
    assert len(circles) == len(names) == 30
    for one, other in combinations(boxes, 2):
        apart = (
            one[2] <= other[0] + 0.2 or other[2] <= one[0] + 0.2 or one[3] <= other[1] + 0.2 or other[3] <= one[1] + 0.2
        )
        assert apart
    for left, top, right, bottom in boxes:
        assert not any(left < x < right and top < y < bottom for x, y in circles)


@pytest.mark.parametrize("count", [1, 2, 8, 12, 30])
def test_end_names_of_curves_keep_apart(count: int) -> None:
    lines = [Curve(f"system {number}", (1, 2), (0.5, 0.5 + number / 1000)) for number in range(count)]
    root = _root(curves("t", lines, x_axis=Axis("x"), y_axis=PERCENT))
    heights = sorted(
        float(element.get("y") or 0)
        for element in root.iter(f"{SPACE}text")
        if (element.text or "").startswith("system")
    )
    assert len(heights) == count
    assert all(below - above >= 12 for above, below in pairwise(heights))


def test_long_names_are_shortened_and_kept_in_full() -> None:
    name = "a system with quite a long name, version one of several"
    chart = score_bars("t", [Bar(name, 0.5), Bar(name + " hundred", 0.4)], axis=PERCENT)
    label = next(element for element in _root(chart).iter(f"{SPACE}text") if "…" in (element.text or ""))
    assert text_width(label.text or "", 12) <= 191
    assert label.findtext(f"{SPACE}title") == name


def test_bug_people_had_the_same_shortened_name_on_a_phone() -> None:
    names = ["annotator 0 (person)", "annotator 1 (person)"]
    phone = score_bars("t", [Bar(name, 0.5, Interval(0.4, 0.6)) for name in names], axis=PERCENT).phone_svg
    assert ">annotator 0<" in phone
    assert ">annotator 1<" in phone
    same = ["a system with a long name (first)", "a system with a long name (second)"]
    phone = score_bars("t", [Bar(name, 0.5) for name in same], axis=PERCENT).phone_svg
    assert "(first)<" in phone or "first)<" in phone


names = any_text
bars = st.lists(st.builds(Bar, names, numbers, intervals), max_size=30)
stacks = st.integers(0, 9).flatmap(
    lambda count: st.tuples(
        st.lists(names, min_size=count, max_size=count),
        st.lists(st.builds(Stack, names, st.lists(numbers, min_size=count, max_size=count).map(tuple)), max_size=6),
    )
)
axes = st.builds(
    Axis, names, unit=names, percent=st.booleans(), digits=st.integers(0, 3), whole=st.booleans(), log=st.booleans()
)


@st.composite
def grids(draw: st.DrawFn) -> tuple[list[str], list[str], list[list[float | None]]]:
    rows, columns = draw(st.lists(names, max_size=4)), draw(st.lists(names, max_size=4))
    row = st.lists(numbers, min_size=len(columns), max_size=len(columns))
    return rows, columns, draw(st.lists(row, min_size=len(rows), max_size=len(rows)))


@st.composite
def curve_lists(draw: st.DrawFn) -> list[Curve]:
    lines = []
    for _ in range(draw(st.integers(0, 4))):
        points = draw(st.lists(st.tuples(st.floats() | st.floats(0, 10), numbers, intervals), max_size=5))
        parts = tuple(zip(*points, strict=True)) or ((), (), ())
        lines.append(Curve(draw(names), parts[0], parts[1], parts[2] if draw(st.booleans()) else ()))
    return lines


@st.composite
def track_lists(draw: st.DrawFn) -> tuple[list[str], list[Track]]:
    rules = draw(st.lists(names, min_size=1, max_size=3))
    ranks = st.lists(st.none() | st.floats(1, 30), min_size=len(rules), max_size=len(rules)).map(tuple)
    return rules, draw(st.lists(st.builds(Track, names, ranks), max_size=6))


def _any_chart() -> dict[str, st.SearchStrategy[Chart]]:
    flags = st.booleans()
    dots = st.lists(st.builds(Dot, names, numbers, numbers, intervals, intervals), max_size=8)
    return {
        "bars": st.builds(lambda t, a, b: score_bars(t, b, axis=a), names, axes, bars),
        "stacks": st.builds(
            lambda t, a, s, share: stacked_bars(t, *s, axis=a, share=share), names, axes, stacks, flags
        ),
        "heat": st.builds(
            lambda t, a, g, r, c: heat_table(t, *g, axis=a, row_label=r, column_label=c),
            names,
            axes,
            grids(),
            names,
            names,
        ),
        "slopes": st.builds(lambda t, r: slope_chart(t, *r), names, track_lists()),
        "curves": st.builds(lambda t, x, y, c: curves(t, c, x_axis=x, y_axis=y), names, axes, axes, curve_lists()),
        "scatter": st.builds(
            lambda t, x, y, d, f, g: scatter(t, d, x_axis=x, y_axis=y, f_beta=f, diagonal=g),
            names,
            axes,
            axes,
            dots,
            st.none() | st.sampled_from([0.5, 1.0]),
            flags,
        ),
    }


@pytest.mark.parametrize("kind", list(_any_chart()))
@settings(deadline=None, max_examples=60)
@given(data=st.data())
def test_any_data_give_a_well_formed_chart(kind: str, data: st.DataObject) -> None:
    chart = data.draw(_any_chart()[kind])
    root = _root(chart)
    width, height = (float(side) for side in (root.get("viewBox") or "").split()[2:])
    for element in root.iter():
        for name in ("x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "width", "height", "r"):
            value = element.get(name)
            assert value is None or re.fullmatch(r"-?\d+(\.\d)?", value), (name, value)
    for element in root.iter(f"{SPACE}text"):
        assert -1 <= float(element.get("x") or 0) <= width + 1
        assert -12 <= float(element.get("y") or 0) <= height
    ElementTree.fromstring(chart.to_figure())
    for row in chart.table.rows:
        for cell, column in zip(row.cells, chart.table.columns, strict=True):
            assert isinstance(show_value(cell, column), str)


@pytest.mark.parametrize("count", [1, 2, 5, 12, 20, 30])
def test_one_to_thirty_systems_keep_inside_the_picture(count: int) -> None:
    systems = [f"{NASTY} {number}" for number in range(count)]
    spread = Interval(0.1, 0.9)
    charts = [
        score_bars("t", [Bar(name, 0.5, spread) for name in systems], axis=PERCENT),
        stacked_bars("t", ["p", "q"], [Stack(name, (1, 2)) for name in systems], axis=Axis("x")),
        heat_table("t", ["DET"], systems, [[0.5] * count], axis=PERCENT),
        slope_chart(
            "t", ["a" * 99, "b" * 99], [Track(name, (number, count - number)) for number, name in enumerate(systems)]
        ),
        curves("t", [Curve(name, (1, 2), (0.1, 0.2)) for name in systems], x_axis=Axis("x"), y_axis=PERCENT),
    ]
    for root in [ElementTree.fromstring(svg) for chart in charts for svg in (chart.svg, chart.phone_svg)]:
        width = float((root.get("viewBox") or "").split()[2])
        _assert_inside(root, width, anchor="start", size=12)


@pytest.mark.parametrize("kind", KINDS)
def test_a_chart_has_a_second_drawing_for_phones(kind: str) -> None:
    chart = sample_charts()[kind]
    assert float((ElementTree.fromstring(chart.phone_svg).get("viewBox") or "").split()[2]) == 330
    assert "data-phone" not in chart.to_figure()
    packed = re.search('data-phone="([^"]+)"', chart.to_figure(adapts=True))
    assert packed
    drawing = zlib.decompress(b64decode(packed[1])).decode()
    assert "<title>" in chart.phone_svg  # tooltips, which a finger cannot open
    assert drawing == re.sub("<title>[^<]*</title>", "", chart.phone_svg)
    assert ElementTree.fromstring(drawing).get("id") != _root(chart).get("id")


def test_an_empty_chart_is_as_narrow_as_a_phone() -> None:
    chart = score_bars("t", [Bar("a", None)], axis=PERCENT)
    assert 'viewBox="0 0 330 ' in chart.phone_svg


def test_ranks_on_a_phone_go_from_left_to_right_beside_a_system_without_a_first_rank() -> None:
    tracks = [Track("a system with a long name", (1, 2)), Track("another one with a long name", (None, 1))]
    root = ElementTree.fromstring(slope_chart("t", ["F0.5", "P"], tracks).phone_svg)
    first, last = [float(rule.get("x1") or "") for rule in root.iter(f"{SPACE}line")][:2]
    assert last - first > 60


def _assert_inside(element: ElementTree.Element, width: float, *, anchor: str, size: float) -> None:
    anchor, size = element.get("text-anchor", anchor), float(element.get("font-size", size))
    if element.tag == f"{SPACE}text" and "rotate" not in (element.get("transform") or ""):
        long, x = text_width(element.text or "", size), float(element.get("x") or 0)
        start = x - {"start": 0.0, "middle": long / 2, "end": long}[anchor]
        assert start >= 0, element.text
        assert start + long <= width, element.text
    for child in element:
        _assert_inside(child, width, anchor=anchor, size=size)


def test_areas_of_dots_show_sizes():
    import re

    axes = {"x_axis": Axis("x"), "y_axis": Axis("y")}
    dots = [Dot("none", 1.0, 0.0, size=0.0), Dot("some", 0.9, 0.5, size=1.0), Dot("much", 0.8, 1.0, size=4.0)]
    chart = scatter("Sizes", dots, size_axis=Axis("change"), **axes)
    radii = [float(radius) for radius in re.findall(r'<circle[^>]* r="([\d.]+)"', chart.svg)]
    assert radii[0] == min(radii)
    assert radii[2] == pytest.approx(2 * radii[1])
    assert [row.cells[3].value for row in chart.table.rows] == [0.0, 1.0, 4.0]
    plain = scatter("Sizes", dots, **axes)
    assert len(plain.table.columns) == 3
    assert len(set(re.findall(r'<circle[^>]* r="([\d.]+)"', plain.svg))) == 1
