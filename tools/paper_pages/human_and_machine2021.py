"""The files of ../shared in; the page on human-judged and machine-judged difficulty (2021) out."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from statistics import mean

import numpy as np

from redink.reports.charts import Axis, Chart, Curve, curves
from redink.reports.tables import Column
from redink.stats.agreement import kappa_of, two_proportion_z
from tools.paper_pages import human_printed as printed
from tools.paper_pages.beside import Both, Quantity, beside, laid_out, plain
from tools.paper_pages.human_data import SEEDS, Data, load

_LIKE = printed.PAIRS - printed.UNLIKE
"""Pairs of equal level."""

_INTRODUCTION = """# Human-judged and machine-judged difficulty (2021), made again

This page has every table and figure of the paper in order, with the printed numbers beside ours. The paper,
*Exploring Human-judged and Automatically-induced Correction Difficulty for Grammatical Error Correction* (anonymous
submission, 2021), asks two experts, H₁ and H₂, which of two errors is harder to correct. It compares their answers
with the machine, M: the error that fewer of eight systems correct is harder. [Agreement of judges](../agreement.md)
explains the measures. `python -m tools.paper_pages ../shared --paper human-and-machine2021` writes this page, and a
test compares the page with the numbers.

The experts' judgements and their pairs are not public. The outputs of four of the eight systems are not public either.
There are therefore two kinds of numbers. If the paper prints counts, ours are computed **from its counts**. If the
judgements are needed, **the twelve teams of CoNLL-2014 replace an expert**: of two errors, the one that fewer teams
correct is the harder. The teams are none of the eight systems. The pairs are drawn as in the paper (50 for each two
levels, 25 for each level with itself) from the published weights of the eight systems. The teams cannot replace
people; these numbers show how far two machines agree.

| | outcome |
| --- | --- |
| Table 1 | four invented examples, no numbers |
| Table 2 | the same digits |
| Table 3 | all six rates; κ: all six if the paper cut them at two decimals, three if it rounded |
| Table 4, Table 5 | the judgements are not public |
| Figure 1, Figure 2 | the numbers are not printed; computed with the teams instead of people |
"""


def charts(shared: Path) -> dict[str, Chart]:
    """Give the pictures of the page."""
    data = load(shared)
    return {"human2021-figure-1": _gap_chart(data), "human2021-figure-2": _size_chart(data)}


def page(shared: Path) -> str:
    """Give the page."""
    data = load(shared)
    return laid_out(
        (
            _INTRODUCTION,
            _TABLE_1,
            _table_2(data),
            _table_3(),
            _kappas(),
            _with_teams(data),
            _table_4(),
            _figure_1(data),
            _table_5(data),
            _figure_2(data),
        )
    )


_TABLE_1 = """## Table 1: examples of pairs

Four pairs with the four answers `<`, `>`, `=` and `?`. Nothing is computed. `redink judge pairs.jsonl` shows real
pairs in this way and records the same four answers ([judging](../judging.md)).
"""


def _table_2(data: Data) -> str:
    rows = [((str(level),), (Both(count, data.levels[level]),)) for level, count in enumerate(printed.LEVELS)]
    rows.append((("total",), (Both(sum(printed.LEVELS), sum(data.levels)),)))
    low, high = min(data.distinct), max(data.distinct)
    return f"""## Table 2: errors by level

```text
redink difficulty --with-source -r official-2014.0.m2 --weights conll14_8sys.txt --levels
redink pairs -r official-2014.0.m2 --weights conll14_8sys.txt -o pairs.jsonl
```

{beside(("level",), (Quantity("errors", 0),), rows)}

The second command draws the 2,025 pairs of §3.2. The paper's have {printed.DISTINCT:,} distinct errors; ours {low:,}
to {high:,} (mean {mean(data.distinct):,.0f}, {len(SEEDS)} seeds). We draw every pair independently. The paper does
not say how it draws; if it took no error twice before all errors of the level were used, there would be
{_without_repeats(data.levels):,}.
"""


def _without_repeats(levels: tuple[int, ...]) -> int:
    """Give the distinct errors if each level fills its places in the pairs without repeats while it can."""
    places = 50 * (len(levels) - 1) + 2 * 25
    return sum(min(count, places) for count in levels)


@cache
def count_behind(rate: float, n: int) -> int:
    """Give the only whole number of pairs that makes a printed rate; fails if there are several or none."""
    (count,) = (k for k in range(n + 1) if round(100 * k / n, 2) == rate)
    return count


def agreed(couple: tuple[str, str]) -> tuple[int, int]:
    """Give the pairs on which two evaluators agree: of all, and of those with different levels."""
    (everywhere, _), (unlike, _) = printed.AGREEMENT[couple]
    return count_behind(everywhere, printed.PAIRS), count_behind(unlike, printed.UNLIKE)


def _table_3() -> str:
    rows = []
    for block, name, n in ((0, "all", printed.PAIRS), (1, "different levels", printed.UNLIKE)):
        for couple in printed.AGREEMENT:
            rate, kappa = printed.AGREEMENT[couple][block]
            count = agreed(couple)[block]
            ours = kappa_all(couple) if block == 0 else kappa_unlike(couple)
            rows.append(((name, "–".join(couple), count), (Both(rate, 100 * count / n), Both(kappa, ours))))
    z = two_proportion_z(agreed(("H₁", "H₂"))[0], printed.PAIRS, 900, printed.PAIRS)
    rates, kappas = (
        [pick(couple) for couple in printed.AGREEMENT if "M" in couple]
        for pick in (lambda couple: 100 * agreed(couple)[1] / printed.UNLIKE, kappa_unlike)
    )
    means = [
        (("rate, different levels",), (Both(printed.MEAN_WITH_M[0], mean(rates)),)),
        (("κ, different levels",), (Both(printed.MEAN_WITH_M[1], mean(kappas)),)),
        (("majority baseline",), (Both(printed.BASELINE, 100 * 900 / printed.PAIRS),)),
    ]
    return f"""## Table 3: agreement and κ

Each printed rate fits only one whole number of pairs, which the column *agreed* shows; *ours* is computed from it.

{beside(("pairs", "evaluators", Column("agreed", digits=0).key), (Quantity("rate"), Quantity("κ")), rows)}

Erratum: by §4, the upper block is the one without pairs of equal level. The caption says the opposite and is right:
only then do the rates fit whole numbers. `redink agreement judgements.jsonl --pairs pairs.jsonl` gives this table
for your own judgements.

The abstract's means of H₁–M and H₂–M, and the baseline of §4:

{beside(("number",), (Quantity(""),), means)}

§4 has p < 0.01 for 65.38 against 44.44 %: z = {z.z:.2f}.
"""


def _shares(person: str, *, equal: int | None = None) -> dict[str, float]:
    """Give the shares of answers: of all pairs, or of those with different levels if their number of `=` is given."""
    answers = printed.ANSWERS[person]
    if equal is None:
        return {sign: count / printed.PAIRS for sign, count in answers.items()}
    decided = printed.UNLIKE - equal - answers["?"]
    both = answers["<"] + answers[">"]
    counts = {sign: decided * answers[sign] / both for sign in "<>"} | {"=": float(equal), "?": float(answers["?"])}
    return {sign: count / printed.UNLIKE for sign, count in counts.items()}


def _machine(less: int, like: int) -> dict[str, float]:
    n = printed.UNLIKE + like
    return {"<": less / n, ">": (printed.UNLIKE - less) / n, "=": like / n, "?": 0.0}


def _kappa(count: int, n: int, first: dict[str, float], second: dict[str, float]) -> float:
    value = kappa_of(count / n, sum(first[sign] * second[sign] for sign in first))
    assert value is not None
    return value


def kappa_all(couple: tuple[str, str], less: int = printed.UNLIKE // 2) -> float:
    """Give κ over all pairs from the margins of Table 4; M says `<` as often as given."""
    machine = _machine(less, _LIKE)
    first, second = (machine if name == "M" else _shares(name) for name in couple)
    return _kappa(agreed(couple)[0], printed.PAIRS, first, second)


def equal_answers(person: str) -> tuple[int, int]:
    """Give how often a person says `=` to pairs of equal level, where it agrees with M, and to the others."""
    everywhere, unlike = agreed((person, "M"))
    return everywhere - unlike, printed.ANSWERS[person]["="] - (everywhere - unlike)


def kappa_unlike(couple: tuple[str, str]) -> float:
    """Give κ over the pairs of different levels; `<` and `>` are divided as in all pairs."""
    first, second = (
        _machine(printed.UNLIKE // 2, 0) if name == "M" else _shares(name, equal=equal_answers(name)[1])
        for name in couple
    )
    return _kappa(agreed(couple)[1], printed.UNLIKE, first, second)


def splits_that_round() -> list[int]:
    """Give the numbers of `<` among M's answers with which both κ with M, over all pairs, round to the printed ones."""
    return [
        less
        for less in range(printed.UNLIKE + 1)
        if all(round(kappa_all((name, "M"), less), 2) == printed.AGREEMENT[name, "M"][0][1] for name in printed.ANSWERS)
    ]


def _kappas() -> str:
    splits = splits_that_round()
    kappas = [(kappa_all(couple), kappa_unlike(couple)) for couple in printed.AGREEMENT]
    cut = sum(
        int(100 * ours) == round(100 * number)
        for pair, blocks in zip(kappas, printed.AGREEMENT.values(), strict=True)
        for ours, (_, number) in zip(pair, blocks, strict=True)
    )
    equal = {name: equal_answers(name) for name in printed.ANSWERS}
    return f"""How κ is computed. For all pairs, from the margins of Table 4; M says `=` to the {_LIKE} pairs of
equal level, and, as we assume, `<` and `>` 900 times each. For the others, the margins are not printed, but follow
in part: M says `=` only to pairs of equal level, so an expert agrees with M on them exactly by saying `=`. H₁
does so {equal["H₁"][0]} times (1,202 − 1,165) and H₂ {equal["H₂"][0]} times (1,182 − 1,157), which leaves
{equal["H₁"][1]} and {equal["H₂"][1]} times `=` for the other pairs. We assume that `<` and `>` are divided there as
in all pairs, and that the one `?` is among them.

Why three κ differ by 0.01: {cut} of 6 printed values are ours cut off after two decimals, so the paper may have cut
instead of rounded. If it rounded, M must say `<` to {splits[0]:,} to {splits[-1]:,} of the 1,800 pairs of different
levels (upper block), {100 * splits[0] / printed.UNLIKE:.0f} to {100 * splits[-1] / printed.UNLIKE:.0f} %. This does
not happen by chance if the two sides of a pair are random; the paper does not say how the sides were chosen.
"""


def _with_teams(data: Data) -> str:
    rows = [
        (
            {"all": "all", "unlike": "different levels"}[agreement.block],
            agreement.agreed,
            agreement.n,
            100 * (agreement.rate or 0),
            agreement.kappa.value,
        )
        for agreement in data.by_teams.agreements
    ]
    columns = ("pairs", Column("agreed", digits=0), Column("of", digits=0), "rate", "κ")
    return f"""The twelve teams against M, on pairs drawn with seed {SEEDS[0]}:

{plain(columns, rows)}
"""


def _table_4() -> str:
    sums = " and ".join(f"{sum(answers.values()):,}" for answers in printed.ANSWERS.values())
    columns = (Column("evaluator"), *(Column(sign, digits=0) for sign in "<=>?"))
    shown = plain(columns, [(name, *(answers[sign] for sign in "<=>?")) for name, answers in printed.ANSWERS.items()])
    return f"""## Table 4: answers

Printed; ours would need the judgements. The rows sum to {sums}, the number of pairs.

{shown}
"""


_BY_GAP = Axis("agreement rate", percent=True, digits=1, low=0, high=1)


def _like_rates() -> dict[str, float]:
    """Give the rates on pairs of equal level, which are the difference of the two blocks of Table 3."""
    return {"–".join(couple): (agreed(couple)[0] - agreed(couple)[1]) / _LIKE for couple in printed.AGREEMENT}


def _gap_chart(data: Data) -> Chart:
    gaps = data.by_teams.by_gap
    lines = [Curve("12 teams–M", tuple(float(gap.group) for gap in gaps), tuple(gap.rates[0] for gap in gaps))]
    x_axis = Axis("difference of levels", whole=True, low=0, high=8)
    return curves("Figure 1 with twelve teams in place of people", lines, x_axis=x_axis, y_axis=_BY_GAP)


def _figure_1(data: Data) -> str:
    like = _like_rates()
    gaps = data.by_teams.by_gap
    columns = (
        Column("difference"),
        Column("pairs", digits=0),
        *(Column(name, digits=1, percent=True) for name in like),
    )
    rows = [
        (
            gap.group,
            gap.n,
            *((rate for rate in like.values()) if gap.group == "0" else (None,) * len(like)),
            gap.rates[0],
        )
        for gap in gaps
    ]
    return f"""## Figure 1: agreement by difference of levels

The values of the figure are not printed. The text says that all rates exceed 90 % at a difference of 8, and reach
96 % (48 of the 50 pairs). The rates at 0 follow from Table 3, because the two blocks differ by the {_LIKE} pairs of
equal level. The last column has the teams in place of people:

![Agreement by difference of levels](../pictures/human2021-figure-1.svg)

{plain((*columns, Column("12 teams–M", digits=1, percent=True)), rows)}

As for people, agreement grows with the difference. At a difference of 0, M says `=` to every pair. People seldom do:
they see differences that M does not. The teams say `=` to {100 * (gaps[0].rates[0] or 0):.1f} % of these pairs.
"""


def _table_5(data: Data) -> str:
    by_type = {row.group: row for row in data.by_teams.by_type}
    columns = [Column("type"), *(Column(f"{name} printed") for name in ("H₁–M", "H₂–M", "H₁–H₂"))]
    rows = [
        (
            kind,
            *rates,
            by_type[kind].rates[0] if kind in by_type else None,
            by_type[kind].n if kind in by_type else None,
        )
        for kind, rates in printed.TYPES.items()
    ]
    shown = plain((*columns, "12 teams–M", Column("pairs", digits=0)), rows)
    pairs = [(printed.TYPES[kind], by_type[kind].rates[0]) for kind in printed.TYPES if kind in by_type]
    people = np.array([mean(rates[:2]) for rates, _ in pairs])
    r = float(np.corrcoef(people, np.array([rate for _, rate in pairs], dtype=np.float64))[0, 1])
    counts, harder = zip(*data.spelling, strict=True)
    spelling = [
        (("SPELL errors in the pairs",), (Both(printed.SPELLING[0], mean(counts)),)),
        (("… corrected by at most two, harder for M",), (Both(printed.SPELLING[1], mean(harder)),)),
    ]
    return f"""## Table 5: agreement by type

Pairs of different levels. A pair counts for the types of both its errors; the paper does not say how it counts. Our
columns have the teams in place of people, with types by ERRANT 3.0.2; *pairs* is their number in our draw, which the
paper does not print.

{shown}

The printed mean of H₁–M and H₂–M correlates with 12 teams–M at r = {r:.2f} over the {len(pairs)} types. On ORTH and
SPELL, where the paper's evaluators differ most, the teams agree with M about as often as elsewhere.

§5.1 counts spelling errors; ours are means over {len(SEEDS)} draws:

{beside(("count",), (Quantity("", 0),), spelling)}

ERRANT 3.0.2 calls 75 errors SPELL and the paper's ERRANT 64 ([Table 4 of
2020](gotou2020.md#table-4-types-by-difficulty)), so our numbers are larger. The second number of the paper may count
each error once. Erratum: §5.1 calls the spelling error that no system corrects *easier* for the machine; it must be
*harder*.
"""


def _size_chart(data: Data) -> Chart:
    sizes = data.by_size.by_size
    ks = tuple(float(row.k) for row in sizes)
    lines = [
        Curve("agreement", ks, tuple(row.rate for row in sizes)),
        Curve("on untied pairs", ks, tuple(row.untied for row in sizes)),
        Curve("ties", ks, tuple(row.ties for row in sizes)),
    ]
    x_axis = Axis("number of teams", whole=True, low=1, high=12)
    y_axis = Axis("share of pairs", percent=True, digits=1, low=0, high=1)
    return curves("Figure 2 with twelve teams as the machine, M as the judge", lines, x_axis=x_axis, y_axis=y_axis)


def _figure_2(data: Data) -> str:
    sizes = data.by_size.by_size
    columns = (
        Column("k", digits=0),
        Column("choices", digits=0),
        *(Column(name, digits=1, percent=True) for name in ("agreement", "ties", "on untied pairs")),
    )
    rows = [(row.k, row.subsets, row.rate, row.ties, row.untied) for row in sizes]
    first, last = sizes[0], sizes[-1]
    return f"""## Figure 2: agreement by number of systems

The values are not printed. The text says that the curve rises and saturates at five or six of eight systems. To draw
it, one must know which system corrects which error, and the published weights have only counts. We exchange the
roles: the judge is M with its eight systems, and the machine consists of k of the twelve teams, averaged over all
choices.

![Agreement by number of systems](../pictures/human2021-figure-2.svg)

{plain(columns, rows)}

Agreement rises from {100 * (first.rate or 0):.1f} to {100 * (last.rate or 0):.1f} %, the more slowly the more teams
there are. The rise is largely mechanical: one team ties on {100 * first.ties:.1f} % of the pairs, twelve on
{100 * last.ties:.1f} %, and a tie agrees only with `=`. On untied pairs, agreement goes from
{100 * (first.untied or 0):.1f} to {100 * (last.untied or 0):.1f} %. The paper's figure contains the same effect.
`redink agreement judgements.jsonl --pairs pairs.jsonl` prints both columns.
"""
