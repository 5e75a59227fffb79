"""The files of ../shared in; the page on Choshen's thesis out: its table and figures in order, with pictures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from redink.arrays import Floats
from redink.questions.conservatism.charts import all_charts
from redink.questions.conservatism.mathematics.statistics import MOST_CHANGES
from redink.questions.conservatism.results import Measured
from redink.questions.coverage.mathematics.accuracy_curve import (
    coverage_of_counts,
    coverage_of_histogram,
    coverage_without_replacement,
)
from redink.questions.coverage.mathematics.f_curve import CurvePoint
from redink.questions.coverage.mathematics.unseen import Histogram, frequent
from redink.records import Interval
from redink.reports.charts import Axis, Bar, Chart, Curve, curves, heat_table, score_bars
from redink.reports.tables import Column
from tools.paper_pages import choshen_printed as printed
from tools.paper_pages import choshen_words as words
from tools.paper_pages.beside import laid_out, plain
from tools.paper_pages.choshen_data import COMPARED, SYSTEMS, Data, Released, load

NUMBERS = tuple(range(1, 21))
"""The M of Figure 4."""
SHOWN = (1, 2, 3, 5, 10, 20)
"""Those of its table."""


def charts(shared: Path) -> dict[str, Chart]:
    """Give the pictures of the page; those of Figure 1 are also in `docs/conservatism.md`."""
    data = load(shared)
    return {
        **{f"conservatism-{name}": chart for name, chart in all_charts(data.changes).items()},
        "choshen-figure-2": _picks_chart(data),
        "choshen-figure-3": _validity_chart(data),
        "choshen-figure-4": _accuracy_chart(data),
        "choshen-figure-5": _f_chart(data),
        "choshen-figure-6": _systems_chart(data),
    }


def page(shared: Path) -> str:
    """Give the page."""
    data = load(shared)
    return laid_out(
        (
            words.INTRODUCTION,
            _figure_1(data),
            _figure_2(data),
            _crowd(data),
            _table_1(data),
            _figure_3(data),
            _figure_4(data),
            _figure_5(data),
            _figure_6(data),
            _chapter_4(data),
        )
    )


def _share(value: float | None, digits: int = 3) -> str:
    return "–" if value is None else f"{value:.{digits}f}".replace("0.", ".", 1)


def _range(interval: Interval | None) -> str:
    return "–" if interval is None else f"[{_share(interval.low)}, {_share(interval.high)}]"


def _right(*names: str) -> list[Column]:
    return [Column(name, align="right") for name in names]


def _picture(title: str, name: str) -> str:
    return f"![{title}](../pictures/{name}.svg)"


def _six(version: Measured, *, approx: bool) -> int:
    changes = version.column("changes") - (version.column("small") if approx else 0)
    return int((changes == 6).sum())


def _many(version: Measured) -> int:
    return int((version.column("changes") - version.column("small") >= 6).sum())


def _figure_1(data: Data) -> str:
    systems = [version for version in data.changes.measured if version.kind == "system"]
    golds = [version for version in data.changes.measured if version.kind == "reference"]
    sentences = len(data.changes.data.sources)
    rows = [
        (
            "sentences with six changed words, reference",
            printed.SIX_CHANGES[0],
            *(" / ".join(str(_six(gold, approx=approx)) for gold in golds) for approx in (True, False)),
        ),
        (
            "the same, the most of any corrector",
            printed.SIX_CHANGES[1],
            *(max(_six(system, approx=approx) for system in systems) for approx in (True, False)),
        ),
        (
            "sentences that require no correction",
            printed.CLEAN,
            f"{data.unclear[0]} ({data.unclear[1]} with `Um`)",
            "",
        ),
        (
            "sentences that require correction",
            f"{printed.NEEDY:.1%}",
            f"{1 - data.unclear[0] / sentences:.1%} ({1 - data.unclear[1] / sentences:.1%} with `Um`)",
            "",
        ),
    ]
    table = plain([Column("claim"), *_right("printed", "ours, `approx`", "ours, `exact`")], rows)
    versions = [
        (
            {"reference 0": "gold A", "reference 1": "gold B"}.get(version.name, version.name),
            f"{version.count('changed'):,}",
            _many(version),
            _six(version, approx=True),
            f"{version.column('rho').mean():.4f}".lstrip("0"),
            version.count("reordered"),
            version.count("splits"),
            version.count("merges"),
        )
        for version in data.changes.measured
    ]
    heads = ("sentences changed", "six words or more", "exactly six", "mean ρ", "ρ < 1", "splits", "merges")
    pictures = "\n\n".join(
        _picture(title, f"conservatism-{name}")
        for title, name in (
            ("Figure 1, top: word changes", "word-change"),
            ("Figure 1, middle: sentences split and merged", "boundaries"),
            ("Figure 1, bottom: word order", "word-order"),
        )
    )
    return "\n\n".join(
        (
            words.FIGURE_1,
            table,
            words.FIGURE_1_WHY,
            plain([Column(""), *_right(*heads)], versions),
            words.FIGURE_1_TABLE,
            pictures,
        )
    )


def _picks(data: Data) -> list[Measured]:
    return [version for version in data.picks.measured if version.kind == "system"]


def _figure_2(data: Data) -> str:
    rows = [
        (
            version.name,
            version.count("changed"),
            f"{_share(version['WordChange'].value)} {_range(version['WordChange'].interval)}",
            f"{version.column('rho').mean():.4f}".lstrip("0"),
            version.count("reordered"),
            version.count("splits"),
            version.count("merges"),
        )
        for version in _picks(data)
    ]
    heads = ("sentences changed", "words changed", "mean ρ", "ρ < 1", "splits", "merges")
    table = plain([Column("picked by"), *_right(*heads)], rows)
    picture = _picture("Figure 2: conservatism after oracle re-ranking", "choshen-figure-2")
    return "\n\n".join((words.FIGURE_2, table, words.FIGURE_2_WHY, picture))


def _picks_chart(data: Data) -> Chart:
    golds = [version for version in data.picks.measured if version.kind == "reference"]
    versions = [*_picks(data), *golds[:1]]
    names = [version.name for version in versions[:-1]] + ["gold A"]
    return heat_table(
        "Figure 2: sentences by number of changed words after oracle re-ranking",
        names,
        [*map(str, range(1, MOST_CHANGES)), f"{MOST_CHANGES}+"],
        [version.histogram()[1:] for version in versions],
        axis=Axis("Sentences", digits=0, low=0, whole=True),
        row_label="Picked by",
        column_label="Changed words (WordChange)",
    )


def _crowd(data: Data) -> str:
    facts = data.crowd.facts
    sentences, corrections, dropped, fewest, most = printed.CROWD
    rows = [
        ("sentences", sentences, facts.sentences + facts.dropped),
        ("corrections of each", corrections, f"{facts.fewest} to {facts.most}"),
        ("sentences dropped because almost half left them alone", dropped, facts.dropped),
        ("words of a sentence", f"{fewest} to {most}", f"{data.lengths[0]} to {data.lengths[1]}"),
    ]
    return "\n\n".join((words.CROWD, plain([Column("what"), *_right("printed", "ours")], rows), words.CROWD_WHY))


def _mean(histograms: Iterable[Histogram], gamma: float) -> tuple[str, str]:
    found = [frequent(histogram, [gamma])[0] for histogram in histograms]
    return f"{np.mean([own.corrections for own in found]):,.2f}", f"{np.mean([own.mass for own in found]):.2f}"


def _table_1(data: Data) -> str:
    crowd = {own.gamma: own for own in data.crowd.matches[0].frequent}
    rows = []
    for gamma, (number, mass) in printed.FREQUENT.items():
        released, zou, vv = (_mean(own, gamma) for own in (data.exact.estimates, data.exact.zou, data.exact.vv))
        own = f"{crowd[gamma].corrections:,.2f}", f"{crowd[gamma].mass:.2f}"
        rows.append(
            (
                f"{gamma:g}",
                *(f"{count} ({part})" for count, part in ((f"{number:,}", f"{mass:.2f}"), released, zou, own, vv)),
            )
        )
    heads = ("printed", "released estimates", "ours, `zou`", "ours, `zou`, from the table", "ours, `vv`")
    floors = plain(
        ["smallest probability", *_right(*(f"1/({k:,}n)" for k in data.floors))],
        [("mean number of corrections", *(f"{value:,.0f}" for value in data.floors.values()))],
    )
    return "\n\n".join(
        (words.TABLE_1, plain([Column("γ"), *_right(*heads)], rows), words.TABLE_1_WHY, floors, words.TABLE_1_FLOORS)
    )


def _figure_3(data: Data) -> str:
    validity = data.crowd.validity
    assert validity is not None
    rows = [
        (
            "10 or more" if row.frequency == validity.most else str(row.frequency),
            row.corrections,
            _share(printed.RAREST, 2) if row.frequency == 1 else "only drawn",
            _share(row.validity),
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
            plain([Column("given so often"), *_right(*heads)], rows),
            f"{kappa} is {_share(validity.kappa, 2)}. {words.FIGURE_3_WHY}",
            _picture("Figure 3: validity of corrections by frequency", "choshen-figure-3"),
        )
    )


def _validity_chart(data: Data) -> Chart:
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
        [coverage_of_counts(own.counts, NUMBERS) for own in released.counts]
        if counts
        else [coverage_of_histogram(own, NUMBERS) for own in released.estimates]
    )
    mean: Floats = np.mean(rows, axis=0)
    return mean


@cache
def _one_annotator(estimates: tuple[Histogram, ...]) -> Floats:
    rng = np.random.default_rng(12345)
    mean: Floats = np.mean([coverage_without_replacement(own, NUMBERS, rng) for own in estimates], axis=0)
    return mean


def _figure_4(data: Data) -> str:
    kinds = [(own, counts) for own in (data.exact, data.index) for counts in (False, True)]
    exact, exact_counts, index, index_counts = (_covered(own, counts=counts) for own, counts in kinds)
    alone = _one_annotator(data.exact.estimates)
    crowd = [{point.references: point for point in match.points} for match in data.crowd.matches]
    above = int(NUMBERS[int(np.argmax(alone > printed.ONE_ANNOTATOR_10))])
    claims = [
        (
            "accuracy, M = 20",
            f"about {_share(printed.ACCURACY_20, 1)}",
            *map(_share, (exact[19], exact_counts[19])),
            _share(crowd[0][20].coverage),
        ),
        (
            "what the 20th reference adds",
            f"about {_share(printed.SLOPE_20)}",
            *(_share(own[19] - own[18], 4) for own in (exact, exact_counts)),
            _share(crowd[0][20].slope, 4),
        ),
        (
            "Exact Index Match, M = 10",
            _share(printed.INDEX_10, 2),
            *map(_share, (index[9], index_counts[9])),
            _share(crowd[1][10].coverage),
        ),
        (
            "accuracy, M = 10, without replacement",
            f"above {_share(printed.ONE_ANNOTATOR_10, 2)}",
            _share(alone[9]),
            "–",
            _share(crowd[0][10].one_annotator),
        ),
        (
            "coverage, M = 2",
            f"below {_share(printed.COVERAGE_2, 1)}",
            *map(_share, (exact[1], exact_counts[1])),
            _share(crowd[0][2].coverage),
        ),
    ]
    heads = ("printed", "released estimates", "released counts", "from the table")
    rows = [
        (
            m,
            *(_share(own[m - 1]) for own in (exact, exact_counts)),
            _share(crowd[0][m].coverage),
            _share(alone[m - 1]),
            *(_share(own[m - 1]) for own in (index, index_counts)),
            _share(crowd[1][m].coverage),
        )
        for m in SHOWN
    ]
    curve = ("exact, estimates", "counts", "table", "one annotator", "index, estimates", "counts ", "table ")
    reached = f"Without replacement the curve passes .47 at M = {above}, one step later than printed."
    return "\n\n".join(
        (
            words.FIGURE_4,
            plain([Column("claim"), *_right(*heads)], claims),
            f"{reached} {words.FIGURE_4_WHY}",
            plain(_right("M", *curve), rows),
            _picture("Figure 4: accuracy by number of references", "choshen-figure-4"),
        )
    )


def _accuracy_chart(data: Data) -> Chart:
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


def _figure_5(data: Data) -> str:
    rows = [
        (
            near.references,
            (_share(printed.F_2, 2) if near.references == 2 else "only drawn"),
            _range(data.released_f[str(near.references)]),
            f"{_share(near.score)} {_range(near.sentences)}",
            f"{_share(far.score)} {_range(far.sentences)}",
        )
        for near, far in zip(data.distinct, data.independent, strict=True)
    ]
    heads = ("printed", "released", "ours, `distinct`", "ours, `independent`")
    return "\n\n".join(
        (
            words.FIGURE_5,
            plain([Column("M", align="right"), *_right(*heads)], rows),
            words.FIGURE_5_WHY,
            _picture("Figure 5: F0.5 of a perfect corrector", "choshen-figure-5"),
        )
    )


def _f_chart(data: Data) -> Chart:
    def ours(name: str, points: Sequence[CurvePoint]) -> Curve:
        xs = tuple(float(point.references) for point in points)
        return Curve(name, xs, tuple(point.score for point in points), tuple(point.sentences for point in points))

    released = [data.released_f[str(point.references)] for point in data.distinct]
    middles = tuple((own.low + own.high) / 2 for own in released)
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


def _scores(data: Data) -> dict[str, tuple[float | None, Interval | None]]:
    """Give F0.5 with its interval; that of RoRo, whose text has no capitals, without edits of case alone."""
    scores = {own.name: own["M2"] for own in data.scores.systems}
    scores["RoRo"] = next(own for own in data.without_case.systems if own.name == "RoRo")["M2"]
    return {name: (score.value, score.interval) for name, score in scores.items()}


def _figure_6(data: Data) -> str:
    letters = {own.system: "".join(own.letters) for own in data.without_case.rankings[0].standings}
    scores = _scores(data)
    order = sorted(SYSTEMS, key=lambda name: -(scores[name][0] or 0.0))
    rows = [
        (
            name,
            _range(data.released_f[name]),
            f"{_share(scores[name][0])} {_range(scores[name][1])}",
            letters.get(name, ""),
        )
        for name in order
    ]
    perfect = {"distinct": data.distinct[1].score, "independent": data.independent[1].score}
    beside = (
        f"**RoRo and the perfect corrector.** With two references RoRo scores {_share(scores['RoRo'][0])}. The"
        f" perfect corrector scores {_share(perfect['distinct'])} if it draws distinct corrections, as the released"
        " curve does; RoRo is then better, as the thesis says. It scores"
        f" {_share(perfect['independent'])} if it draws from people's distribution, as the text says; RoRo is"
        " then worse."
    )
    table = plain([Column("system"), *_right("released", "ours"), Column(f"letters among {', '.join(COMPARED)}")], rows)
    return "\n\n".join(
        (words.FIGURE_6, table, words.FIGURE_6_WHY, beside, _picture("Figure 6: F0.5 of systems", "choshen-figure-6"))
    )


def _systems_chart(data: Data) -> Chart:
    scores = _scores(data)
    order = sorted(SYSTEMS, key=lambda name: -(scores[name][0] or 0.0))
    bars = [Bar("source (no change)", 0.0), *(Bar(name, *scores[name]) for name in order)]
    return score_bars("Figure 6: F0.5 (M2) of systems with two references", bars, axis=Axis("F0.5", low=0.0, digits=3))


def _chapter_4(data: Data) -> str:
    rows = [
        (f"DAG-F of two annotators, essay {number}", _share(printed.AGREEMENT), _share(own.labelled.f(1)))
        for number, own in data.agreement.items()
    ]
    for kind, values in data.usim.items():
        people = "annotator" if kind == "same" else "annotators"
        name = f"USim of learner text and correction, {kind} {people} ({len(values)} pairs of essays)"
        rows.append((name, _share(printed.USIM[kind], 2), _share(float(np.mean(values)))))
    table = plain([Column("what"), *_right("Choshen and Abend (2018)", "ours")], rows)
    return "\n\n".join((words.CHAPTER_4, table, words.CHAPTER_4_WHY))
