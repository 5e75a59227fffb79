"""The data of Choshen's thesis in; its sections on how much references cover (Table 1, Figures 3 to 6) out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

import numpy as np

from redink.arrays import Floats
from redink.questions.coverage.mathematics.accuracy_curve import (
    coverage_of_counts,
    coverage_of_histogram,
    coverage_without_replacement,
)
from redink.questions.coverage.mathematics.f_curve import CurvePoint
from redink.questions.coverage.mathematics.unseen import Histogram, frequent
from redink.records import Interval
from redink.reports.charts import Axis, Bar, Chart, Curve, curves, score_bars
from redink.reports.tables import Column
from tools.paper_pages import choshen_printed as printed
from tools.paper_pages import choshen_words as words
from tools.paper_pages.beside import interval_text, picture, plain, right, share
from tools.paper_pages.choshen_data import COMPARED, SYSTEMS, Data, Released

NUMBERS = tuple(range(1, 21))
"""The M of Figure 4."""
SHOWN = (1, 2, 3, 5, 10, 20)
"""Those of its table."""


def crowd(data: Data) -> str:
    """Give the section on the corrections that were collected."""
    facts = data.crowd.facts
    sentences, corrections, dropped, fewest, most = printed.CROWD
    rows = [
        ("sentences", sentences, facts.sentences + facts.dropped),
        ("corrections of each", corrections, f"{facts.fewest} to {facts.most}"),
        ("sentences dropped because almost half left them alone", dropped, facts.dropped),
        ("words of a sentence", f"{fewest} to {most}", f"{data.lengths[0]} to {data.lengths[1]}"),
    ]
    return "\n\n".join((words.CROWD, plain([Column("what"), *right("printed", "ours")], rows), words.CROWD_WHY))


def mean_frequent(histograms: Iterable[Histogram], gamma: float) -> tuple[str, str]:
    """Give the mean number and the mean mass of the corrections that are more frequent than γ."""
    corrections = [frequent(histogram, [gamma])[0] for histogram in histograms]
    number, mass = (np.mean([getattr(part, name) for part in corrections]) for name in ("corrections", "mass"))
    return f"{number:,.2f}", f"{mass:.2f}"


def table_1(data: Data) -> str:
    """Give the section on Table 1: how many corrections are more frequent than γ."""
    from_table = {part.gamma: part for part in data.crowd.matches[0].frequent}
    rows = []
    for gamma, (number, mass) in printed.FREQUENT.items():
        released, zou, vv = (
            mean_frequent(histograms, gamma) for histograms in (data.exact.estimates, data.exact.zou, data.exact.vv)
        )
        table = f"{from_table[gamma].corrections:,.2f}", f"{from_table[gamma].mass:.2f}"
        rows.append(
            (
                f"{gamma:g}",
                *(f"{count} ({part})" for count, part in ((f"{number:,}", f"{mass:.2f}"), released, zou, table, vv)),
            )
        )
    heads = ("printed", "released estimates", "ours, `zou`", "ours, `zou`, from the table", "ours, `vv`")
    floors = plain(
        ["smallest probability", *right(*(f"1/({k:,}n)" for k in data.floors))],
        [("mean number of corrections", *(f"{value:,.0f}" for value in data.floors.values()))],
    )
    return "\n\n".join(
        (words.TABLE_1, plain([Column("γ"), *right(*heads)], rows), words.TABLE_1_WHY, floors, words.TABLE_1_FLOORS)
    )


def figure_3(data: Data) -> str:
    """Give the section on Figure 3: the validity of rare corrections."""
    validity = data.crowd.validity
    assert validity is not None
    rows = [
        (
            "10 or more" if row.frequency == validity.most else str(row.frequency),
            row.corrections,
            share(printed.RAREST, 2) if row.frequency == 1 else "only drawn",
            share(row.validity),
            f"{row.majority:.0%}",
        )
        for row in validity.rows
        if row.frequency
    ]
    heads = ("corrections judged", "printed", "ours: mean share of yes", "valid by majority")
    kappa = (
        f"Over all {validity.judged:,} judged corrections, {validity.valid:.0%} are valid by majority, and Fleiss' κ"
    )
    return "\n\n".join(
        (
            words.FIGURE_3,
            plain([Column("given so often"), *right(*heads)], rows),
            f"{kappa} is {share(validity.kappa, 2)}. {words.FIGURE_3_WHY}",
            picture("Figure 3: validity of corrections by frequency", "choshen-figure-3"),
        )
    )


def validity_chart(data: Data) -> Chart:
    """Give the picture of Figure 3."""
    validity = data.crowd.validity
    assert validity is not None
    bars = [
        Bar(f"given {row.frequency}{' times or more' if row.frequency == validity.most else '×'}", row.validity)
        for row in validity.rows
        if row.frequency
    ]
    axis = Axis("Mean share of yes votes", low=0.0, high=1.0, digits=3)
    return score_bars("Figure 3: validity of corrections by how often they were given", bars, axis=axis)


def _covered(released: Released, *, counts: bool) -> Floats:
    rows = (
        [coverage_of_counts(sentence.counts, NUMBERS) for sentence in released.counts]
        if counts
        else [coverage_of_histogram(histogram, NUMBERS) for histogram in released.estimates]
    )
    mean: Floats = np.mean(rows, axis=0)
    return mean


@cache
def _one_annotator(estimates: tuple[Histogram, ...]) -> Floats:
    rng = np.random.default_rng(12345)
    mean: Floats = np.mean([coverage_without_replacement(histogram, NUMBERS, rng) for histogram in estimates], axis=0)
    return mean


def figure_4(data: Data) -> str:
    """Give the section on Figure 4: accuracy by number of references."""
    kinds = [(released, counts) for released in (data.exact, data.index) for counts in (False, True)]
    exact, exact_counts, index, index_counts = (_covered(released, counts=counts) for released, counts in kinds)
    alone = _one_annotator(data.exact.estimates)
    crowd = [{point.references: point for point in match.points} for match in data.crowd.matches]
    above = int(NUMBERS[int(np.argmax(alone > printed.ONE_ANNOTATOR_10))])
    claims = [
        (
            "accuracy, M = 20",
            f"about {share(printed.ACCURACY_20, 1)}",
            *map(share, (exact[19], exact_counts[19])),
            share(crowd[0][20].coverage),
        ),
        (
            "what the 20th reference adds",
            f"about {share(printed.SLOPE_20)}",
            *(share(values[19] - values[18], 4) for values in (exact, exact_counts)),
            share(crowd[0][20].slope, 4),
        ),
        (
            "Exact Index Match, M = 10",
            share(printed.INDEX_10, 2),
            *map(share, (index[9], index_counts[9])),
            share(crowd[1][10].coverage),
        ),
        (
            "accuracy, M = 10, without replacement",
            f"above {share(printed.ONE_ANNOTATOR_10, 2)}",
            share(alone[9]),
            "–",
            share(crowd[0][10].one_annotator),
        ),
        (
            "coverage, M = 2",
            f"below {share(printed.COVERAGE_2, 1)}",
            *map(share, (exact[1], exact_counts[1])),
            share(crowd[0][2].coverage),
        ),
    ]
    heads = ("printed", "released estimates", "released counts", "from the table")
    rows = [
        (
            m,
            *(share(values[m - 1]) for values in (exact, exact_counts)),
            share(crowd[0][m].coverage),
            share(alone[m - 1]),
            *(share(values[m - 1]) for values in (index, index_counts)),
            share(crowd[1][m].coverage),
        )
        for m in SHOWN
    ]
    curve = ("exact, estimates", "counts", "table", "one annotator", "index, estimates", "counts ", "table ")
    reached = f"Without replacement the curve passes .47 at M = {above}, one step later than printed."
    return "\n\n".join(
        (
            words.FIGURE_4,
            plain([Column("claim"), *right(*heads)], claims),
            f"{reached} {words.FIGURE_4_WHY}",
            plain(right("M", *curve), rows),
            picture("Figure 4: accuracy by number of references", "choshen-figure-4"),
        )
    )


def accuracy_chart(data: Data) -> Chart:
    """Give the picture of Figure 4."""
    xs = tuple(map(float, NUMBERS))
    lines = [
        Curve("index, estimates", xs, tuple(_covered(data.index, counts=False).tolist())),
        Curve("index, counts", xs, tuple(_covered(data.index, counts=True).tolist())),
        Curve("exact, one annotator", xs, tuple(_one_annotator(data.exact.estimates).tolist())),
        Curve("exact, estimates", xs, tuple(_covered(data.exact, counts=False).tolist())),
        Curve("exact, counts", xs, tuple(_covered(data.exact, counts=True).tolist())),
    ]
    return curves(
        "Figure 4: a perfect corrector's accuracy by number of references",
        lines,
        x_axis=Axis("References M", whole=True),
        y_axis=Axis("Accuracy", low=0.0, high=0.8, digits=3),
    )


def figure_5(data: Data) -> str:
    """Give the section on Figure 5: F0.5 by number of references."""
    rows = [
        (
            near.references,
            (share(printed.F_2, 2) if near.references == 2 else "only drawn"),
            interval_text(data.released_f[str(near.references)]),
            f"{share(near.score)} {interval_text(near.sentences)}",
            f"{share(far.score)} {interval_text(far.sentences)}",
        )
        for near, far in zip(data.distinct, data.independent, strict=True)
    ]
    heads = ("printed", "released", "ours, `distinct`", "ours, `independent`")
    return "\n\n".join(
        (
            words.FIGURE_5,
            plain([Column("M", align="right"), *right(*heads)], rows),
            words.FIGURE_5_WHY,
            picture("Figure 5: F0.5 of a perfect corrector", "choshen-figure-5"),
        )
    )


def f_chart(data: Data) -> Chart:
    """Give the picture of Figure 5."""

    def ours(name: str, points: Sequence[CurvePoint]) -> Curve:
        xs = tuple(float(point.references) for point in points)
        return Curve(name, xs, tuple(point.score for point in points), tuple(point.sentences for point in points))

    released = [data.released_f[str(point.references)] for point in data.distinct]
    middles = tuple((interval.low + interval.high) / 2 for interval in released)
    lines = [
        ours("independent", data.independent),
        ours("distinct", data.distinct),
        Curve("released (middle)", tuple(float(point.references) for point in data.distinct), middles, tuple(released)),
    ]
    return curves(
        "Figure 5: a perfect corrector's F0.5 (M2) by number of references",
        lines,
        x_axis=Axis("References M", whole=True),
        y_axis=Axis("F0.5", low=0.0, high=0.8, digits=3),
    )


def scores_of_systems(data: Data) -> dict[str, tuple[float | None, Interval | None]]:
    """Give F0.5 with its interval; that of RoRo, whose text has no capitals, without edits of case alone."""
    scores = {system.name: system["M2"] for system in data.scores.systems}
    scores["RoRo"] = next(system for system in data.without_case.systems if system.name == "RoRo")["M2"]
    return {name: (score.value, score.interval) for name, score in scores.items()}


def figure_6(data: Data) -> str:
    """Give the section on Figure 6: F0.5 of systems."""
    letters = {standing.system: "".join(standing.letters) for standing in data.without_case.rankings[0].standings}
    scores = scores_of_systems(data)
    order = sorted(SYSTEMS, key=lambda name: -(scores[name][0] or 0.0))
    rows = [
        (
            name,
            interval_text(data.released_f[name]),
            f"{share(scores[name][0])} {interval_text(scores[name][1])}",
            letters.get(name, ""),
        )
        for name in order
    ]
    perfect = {"distinct": data.distinct[1].score, "independent": data.independent[1].score}
    beside = (
        f"**RoRo and the perfect corrector.** With two references RoRo scores {share(scores['RoRo'][0])}. The"
        f" perfect corrector scores {share(perfect['distinct'])} if it draws distinct corrections, as the released"
        " curve does; RoRo is then better, as the thesis says. It scores"
        f" {share(perfect['independent'])} if it draws from people's distribution, as the text says; RoRo is"
        " then worse."
    )
    table = plain([Column("system"), *right("released", "ours"), Column(f"letters among {', '.join(COMPARED)}")], rows)
    return "\n\n".join(
        (words.FIGURE_6, table, words.FIGURE_6_WHY, beside, picture("Figure 6: F0.5 of systems", "choshen-figure-6"))
    )


def systems_chart(data: Data) -> Chart:
    """Give the picture of Figure 6."""
    scores = scores_of_systems(data)
    order = sorted(SYSTEMS, key=lambda name: -(scores[name][0] or 0.0))
    bars = [Bar("source (no change)", 0.0), *(Bar(name, *scores[name]) for name in order)]
    return score_bars("Figure 6: F0.5 (M2) of systems with two references", bars, axis=Axis("F0.5", low=0.0, digits=3))
