"""The files of ../shared in; the page on Choshen's thesis out: its table and figures in order, with pictures."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from redink.questions.conservatism.charts import all_charts
from redink.questions.conservatism.mathematics.statistics import MOST_CHANGES
from redink.questions.conservatism.results import Measured
from redink.reports.charts import Axis, Chart, heat_table
from redink.reports.tables import Column
from tools.paper_pages import choshen_coverage as coverage
from tools.paper_pages import choshen_printed as printed
from tools.paper_pages import choshen_words as words
from tools.paper_pages.beside import interval_text, laid_out, picture, plain, right, share
from tools.paper_pages.choshen_data import Data, load


def charts(shared: Path) -> dict[str, Chart]:
    """Give the pictures of the page; those of Figure 1 are also in `docs/conservatism.md`."""
    data = load(shared)
    return {
        **{f"conservatism-{name}": chart for name, chart in all_charts(data.changes).items()},
        "choshen-figure-2": _picks_chart(data),
        "choshen-figure-3": coverage.validity_chart(data),
        "choshen-figure-4": coverage.accuracy_chart(data),
        "choshen-figure-5": coverage.f_chart(data),
        "choshen-figure-6": coverage.systems_chart(data),
    }


def page(shared: Path) -> str:
    """Give the page."""
    data = load(shared)
    return laid_out(
        (
            words.INTRODUCTION,
            _figure_1(data),
            _figure_2(data),
            coverage.crowd(data),
            coverage.table_1(data),
            coverage.figure_3(data),
            coverage.figure_4(data),
            coverage.figure_5(data),
            coverage.figure_6(data),
            _chapter_4(data),
        )
    )


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
    table = plain([Column("claim"), *right("printed", "ours, `approx`", "ours, `exact`")], rows)
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
        picture(title, f"conservatism-{name}")
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
            plain([Column(""), *right(*heads)], versions),
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
            f"{share(version['WordChange'].value)} {interval_text(version['WordChange'].interval)}",
            f"{version.column('rho').mean():.4f}".lstrip("0"),
            version.count("reordered"),
            version.count("splits"),
            version.count("merges"),
        )
        for version in _picks(data)
    ]
    heads = ("sentences changed", "words changed", "mean ρ", "ρ < 1", "splits", "merges")
    table = plain([Column("picked by"), *right(*heads)], rows)
    chart = picture("Figure 2: conservatism after oracle re-ranking", "choshen-figure-2")
    return "\n\n".join((words.FIGURE_2, table, words.FIGURE_2_WHY, chart))


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


def _chapter_4(data: Data) -> str:
    rows = [
        (f"DAG-F of two annotators, essay {number}", share(printed.AGREEMENT), share(agreement.labelled.f(1)))
        for number, agreement in data.agreement.items()
    ]
    for kind, values in data.usim.items():
        people = "annotator" if kind == "same" else "annotators"
        name = f"USim of learner text and correction, {kind} {people} ({len(values)} pairs of essays)"
        rows.append((name, share(printed.USIM[kind], 2), share(float(np.mean(values)))))
    table = plain([Column("what"), *right("Choshen and Abend (2018)", "ours")], rows)
    return "\n\n".join((words.CHAPTER_4, table, words.CHAPTER_4_WHY))
