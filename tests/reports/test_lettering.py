"""Where labels go: estimated widths, shortened names, places that do not overlap."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from redink.reports.lettering import distinct, isolate, shorten, spread, text_width, thin_out, wrap
from tests.reports.samples import any_text


def test_widths_by_hand() -> None:
    assert text_width("", 10) == 0
    assert text_width("系统", 10) == 20
    assert text_width("e\u0301", 10) == text_width("e", 10)
    assert text_width("ill", 10) < text_width("eee", 10) < text_width("WWW", 10)


def test_names_are_cut_in_the_middle() -> None:
    assert shorten("short", 100, 12) == "short"
    assert shorten("t5-large-ensemble-v1", 100, 12) == "t5-larg…mble-v1"
    assert shorten("abc", 10, 12) == "…"
    assert shorten("minimal (reference)", 100, 12) == "minimal (ref.)"
    assert shorten("abc", 20, 12) == "a…"


@given(any_text, st.floats(30, 300))
def test_shortened_names_fit_and_keep_their_ends(name: str, room: float) -> None:
    short = shorten(name, room, 12)
    assert text_width(short, 12) <= room
    if short != name:
        head, tail = short.split("…", 1) if name.count("…") == 0 else (short[:1], short[-1:])
        assert name.startswith(head)
        assert name.endswith(tail)


@given(any_text, st.floats(60, 300))
def test_wrapped_lines_fit(text: str, room: float) -> None:
    lines = wrap(text, room, 12)
    assert all(text_width(line, 12) <= room for line in lines)
    assert len(lines) <= len(text.split())


def test_places_that_do_not_touch_stay() -> None:
    assert spread([10, 50, 30], 10, low=0, high=100) == [10, 50, 30]
    assert spread([20, 20], 10, low=0, high=100) == [15, 25]
    assert spread([0, 0], 10, low=0, high=100) == [0, 10]
    assert spread([], 10, low=0, high=100) == []


@given(st.lists(st.floats(0, 300), min_size=1, max_size=30))
def test_spread_keeps_gap_order_and_bounds(wanted: list[float]) -> None:
    places = spread(wanted, 14, low=0, high=300)
    gap = min(14, 300 / max(1, len(wanted) - 1))
    order = sorted(range(len(wanted)), key=lambda index: (wanted[index], index))
    assert all(places[right] - places[left] >= gap - 1e-6 for left, right in pairwise(order))
    assert all(-1e-6 <= place <= 300 + 1e-6 for place in places)


@given(st.lists(st.floats(1, 80), min_size=1, max_size=40), st.floats(2, 60))
def test_thinned_out_labels_do_not_overlap(widths: list[float], step: float) -> None:
    places = [step * number for number in range(len(widths))]
    kept = thin_out(places, widths)
    assert kept[0] == 0
    for left, right in pairwise(kept):
        assert places[right] - widths[right] / 2 >= places[left] + widths[left] / 2 + 6 - 1e-6


def test_equal_names_are_numbered() -> None:
    assert distinct(["a", "b", "a"]) == ["a ¹", "b", "a ²"]
    assert distinct([]) == []


def test_right_to_left_names_are_isolated() -> None:
    assert isolate("CAMB") == "CAMB"
    assert isolate("שלום") == "\u2068שלום\u2069"
