"""Ranks under several rules in, a slope chart out: which systems rise and which fall when the rule changes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from redink.errors import UsageError
from redink.frozen import frozen
from redink.reports.figure import MARGIN, PHONE, Chart, empty_chart, for_both_screens, make_chart
from redink.reports.lettering import distinct, isolate, shorten, spread, text_width
from redink.reports.numbers import finite
from redink.reports.svg import GRID, INK, PAPER, QUIET, SIZE, Svg, circle, group, line, polyline, text
from redink.reports.tables import Column, make_table
from redink.reports.theme import category

_LABEL_ROOM = 170.0
_RULE_ROOM = 80.0
"""Room for the slanted name of a rule."""
_STEP = 22.0


@frozen
class Track:
    """The ranks of one system under every rule."""

    name: str
    """Name of the system."""
    ranks: tuple[float | None, ...]
    """Rank under each rule; 1 is best. Tied systems may share a whole or a half rank. `None` if there is no rank."""


def slope_chart(title: str, rules: Sequence[str], tracks: Sequence[Track]) -> Chart:
    """Draw a line for each system from its rank under the first rule to its rank under the last.

    A system that rises is blue and marked ▲, one that falls is vermilion and marked ▼, both with the number of ranks.
    A system that keeps its rank is grey. On a phone, the right end has only the rank and the mark.
    """
    return for_both_screens(lambda width: _slope_chart(title, rules, tracks, width))


def _slope_chart(title: str, rules: Sequence[str], tracks: Sequence[Track], width: float) -> Chart:
    if any(len(track.ranks) != len(rules) for track in tracks):
        raise UsageError(f"slope chart {title!r}: every system needs {len(rules)} ranks")
    columns = [Column("system", "System")]
    columns += [Column(f"{number} {rule}", rule, digits=1) for number, rule in enumerate(rules, start=1)]
    rows = [[track.name, *(_plain_rank(rank) for rank in track.ranks)] for track in tracks]
    table = make_table(title, columns, rows)
    if len(rules) < 2 or not any(finite(rank) is not None for track in tracks for rank in track.ranks):
        return empty_chart(table, width)
    places = _Places.of(rules, tracks, width)
    body = [*_rule_names(rules, places)]
    # Systems that keep their rank are drawn first, so that the lines of the others are on top.
    for track in sorted(tracks, key=lambda track: abs(_climb(track))):
        body += _way(track, places)
    body += _names(tracks, places, last=False) + _names(tracks, places, last=True)
    summary = f"Ranks of {len(tracks)} systems by {', '.join(rules)}."
    return make_chart(table, body, width=width, height=places.bottom + 14, description=summary)


def _plain_rank(rank: float | None) -> float | int | None:
    finite_rank = finite(rank)
    return int(finite_rank) if finite_rank is not None and finite_rank == int(finite_rank) else finite_rank


def _show_rank(rank: float) -> str:
    return f"{rank:g}"


def _climb(track: Track) -> float:
    """Give the number of ranks gained from the first known rank to the last; negative if ranks were lost."""
    finite_ranks = [rank for rank in track.ranks if finite(rank) is not None]
    return (finite_ranks[0] or 0) - (finite_ranks[-1] or 0) if finite_ranks else 0.0


def _stroke(track: Track) -> str:
    climb = _climb(track)
    return category(0) if climb > 0 else category(1) if climb < 0 else QUIET


def _has_name_at_end(track: Track, width: float) -> bool:
    """Tell whether a name stands at the right end too; on a phone, only if it does not stand at the left."""
    return width > PHONE or finite(track.ranks[0]) is None


@frozen
class _Places:
    """The places of rules and ranks."""

    columns: tuple[float, ...]
    top: float
    bottom: float
    best: float
    step: float
    width: float
    slanted: bool
    """Whether the names of the rules are slanted, because they are wider than the space between two rules."""
    label_room: float
    """Room for the name of a system."""

    @classmethod
    def of(cls, rules: Sequence[str], tracks: Sequence[Track], width: float) -> _Places:
        ranks = [rank for track in tracks for rank in track.ranks if rank is not None and finite(rank) is not None]
        at_end = [_has_name_at_end(track, width) for track in tracks]
        # Names at both sides of a phone must leave room between them.
        room = min(_LABEL_ROOM, (0.2 if any(at_end) else 0.33) * width)
        names = [shorten(track.name, room, SIZE) for track in tracks]
        left = MARGIN + 34 + max(text_width(name, SIZE) for name in names)
        ends = [name for name, is_at_end in zip(names, at_end, strict=True) if is_at_end]
        right = width - MARGIN - 64 - max((text_width(name, SIZE) for name in ends), default=0)
        gap = (right - left) / (len(rules) - 1)
        widest = max(text_width(shorten(rule, _RULE_ROOM, SIZE), SIZE) for rule in rules) * 1.08
        slanted = len(rules) > 2 and widest + 8 > gap  # the gap that _rule_names leaves between two names
        top, high = (28 + 0.7 * widest if slanted else 40.0), _STEP * max(1, len(tracks) - 1)
        span = max(ranks) - min(ranks)
        columns = tuple(left + gap * number for number in range(len(rules)))
        return cls(columns, top, top + high, min(ranks), high / span if span else 0.0, width, slanted, room)

    def height(self, rank: float) -> float:
        return self.top + (rank - self.best) * self.step


def _rule_names(rules: Sequence[str], places: _Places) -> list[Svg]:
    gap = places.columns[1] - places.columns[0] - 8
    shapes: list[Svg] = [line((x, places.top - 12), (x, places.bottom + 8), stroke=GRID) for x in places.columns]
    for rule, x in zip(rules, places.columns, strict=True):
        if places.slanted:
            shown = shorten(rule, _RULE_ROOM, SIZE)
            shapes.append(text(x - 4, places.top - 18, shown, weight="600", rotate=-45, full=rule))
            continue
        # Bold letters are wider, and the names at both sides must stay inside the picture.
        room = min(gap, 2 * min(x, places.width - x) - 8) / 1.08
        shapes.append(text(x, 12, shorten(rule, room, SIZE), anchor="middle", weight="600", full=rule))
    return shapes


def _way(track: Track, places: _Places) -> list[Svg]:
    stroke, width = _stroke(track), 2.5 if _climb(track) else 1.5
    points = [
        None if rank is None or finite(rank) is None else (x, places.height(rank))
        for x, rank in zip(places.columns, track.ranks, strict=True)
    ]
    full = f"{isolate(track.name)}: " + " → ".join("–" if finite(rank) is None else f"{rank:g}" for rank in track.ranks)
    shapes = [
        polyline([start, end], stroke=stroke, width=width, full=full)
        for start, end in pairwise(points)
        if start is not None and end is not None
    ]
    return shapes + [circle(point, 4, fill=stroke, stroke=PAPER, full=full) for point in points if point is not None]


def _names(tracks: Sequence[Track], places: _Places, *, last: bool) -> list[Svg]:
    """Draw rank and name beside the first or the last rule, moved apart if systems share a rank."""
    short = distinct([shorten(track.name, places.label_room, SIZE) for track in tracks])
    ranked = []
    for track, name in zip(tracks, short, strict=True):
        rank = track.ranks[-1 if last else 0]
        if rank is not None and finite(rank) is not None:
            ranked.append((track, name, rank))
    heights = spread(
        [places.height(rank) for _, _, rank in ranked],
        15,
        low=places.top - 8,
        high=max(places.bottom + 8, places.top + 8),
    )
    side, x = (1, places.columns[-1]) if last else (-1, places.columns[0])
    shapes = []
    for (track, name, rank), height in zip(ranked, heights, strict=True):
        rank_height = places.height(rank)
        if abs(rank_height - height) > 2:
            shapes.append(line((x + side * 5, rank_height), (x + side * 12, height), stroke=QUIET, width=0.8))
        isolated = isolate(name)
        end_name = f"  {isolated}" if _has_name_at_end(track, places.width) else ""
        words = f"{_show_rank(rank)}{end_name}{_arrow(track)}" if last else f"{isolated}  {_show_rank(rank)}"
        shapes.append(text(x + side * 14, height, words, anchor="start" if last else "end", full=track.name))
    return [group(shapes, fill=INK)]


def _arrow(track: Track) -> str:
    climb = _climb(track)
    return f" ▲{climb:g}" if climb > 0 else f" ▼{-climb:g}" if climb < 0 else ""
