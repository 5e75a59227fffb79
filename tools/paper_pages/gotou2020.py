"""The files of ../shared in; the page on Gotou, Nagata, Mita and Hanawa (2020) out: tables and figures in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np

from redink.questions.difficulty.mathematics.breakpoint import breakpoint_of
from redink.questions.difficulty.mathematics.by_type import TypeDifficulty
from redink.questions.difficulty.mathematics.stability import RankChange, rank_changes
from redink.questions.difficulty.mathematics.weights import parse_weight
from redink.questions.difficulty.results import DifficultyResults
from redink.records import Edit
from redink.reports.charts import Chart, Track, slope_chart
from redink.reports.tables import Column
from tools.paper_pages import gotou2020_printed as printed
from tools.paper_pages.beside import Both, Quantity, beside, laid_out, plain
from tools.paper_pages.gotou2020_data import OUTPUTS, Data, load
from tools.paper_pages.heat_sentence import Piece, heat_sentence

_SENTENCE = "Personally I am study in oversea"
"""How the sentence of Figure 1 (b) begins that the page shows; the paper names one of its words, *oversea*."""

_INTRODUCTION = """# Gotou, Nagata, Mita and Hanawa (2020), made again

This page has every table and figure of the paper in order, with the printed numbers beside ours, and the command
for each. The paper, *Taking the Correction Difficulty into Account in Grammatical Error Correction Evaluation*
(COLING 2020), gives an error more weight if fewer systems correct it. [Correction
difficulty](../measures/difficulty.md) explains the measures. `python -m tools.paper_pages ../shared --paper
gotou2020` writes this page, and a test compares the page with the numbers.

We have CoNLL-2014, CoNLL-2013 and JFLEG, the published weight files, and the outputs of four of the eight systems.
We do not have the outputs of the other four systems (Transformer, SMT, LSTM and CNN of Mita and others, 2019) and
the corpora FCE, KJ and ICNALE. Commands are shown with short names of files. *Ours* uses the edits of redink-en,
unless the page says otherwise; the paper uses the edits of an ERRANT of 2020.

| | outcome |
| --- | --- |
| §3.1, Figure 2, §5.2 | the same digits |
| Figure 1 | a picture of another sentence, because the text of the paper does not contain the sentence of the figure |
| Table 1 | number of sentences for four corpora, error rate for three |
| Figure 3 | not possible, because no outputs are public; a smaller figure instead |
| Tables 2, 3 | four of eight systems, within 0.64 points; same order, same changes of rank |
| Table 4 | all 24 types; mean w within 0.09 |
"""


def charts(shared: Path) -> dict[str, Chart]:
    """Give the pictures of the page."""
    data = load(shared)
    return {"gotou2020-figure-1": _heat_map(data), "gotou2020-figure-3": _ranks_chart(data)}


def page(shared: Path) -> str:
    """Give the page."""
    data = load(shared)
    sections = (
        _INTRODUCTION,
        _section_3_1(),
        _figure_1(data),
        _figure_2(data),
        _table_1(data),
        _figure_3(data),
        _table_2(data),
        _table_3(data),
        _table_4(data),
        _section_5_2(),
    )
    return laid_out(sections)


def _section_3_1() -> str:
    weights = parse_weight("reciprocal:0")(np.array([1, 2]), 2).tolist()
    rows = [
        ((error,), (Both(number, ours),))
        for (error, number), ours in zip(printed.RECIPROCALS.items(), weights, strict=True)
    ]
    return f"""## §3.1: the first example

Two systems; one corrects *have → had*, both correct *aple → apple*. The weight is the reciprocal of the success
rate: `redink difficulty … --weight reciprocal:0`.

{beside(("error",), (Quantity("w", 1),), rows)}
"""


def _pieces(data: Data) -> list[Piece]:
    judged = data.faithful.reference()
    gold = judged.table.gold
    number = next(place for place, tokens in enumerate(judged.sources) if " ".join(tokens).startswith(_SENTENCE))
    tokens = judged.sources[number]
    errors = [
        (gold.edits[place], float(judged.error_weights[place])) for place in np.flatnonzero(gold.sentence == number)
    ]
    pieces, done = [], 0
    for edit, weight in errors:
        pieces += [Piece(token) for token in tokens[done : edit.start]]
        pieces.append(Piece(" ".join(tokens[edit.start : edit.end]) or "∅", weight, " ".join(edit.replacement) or "∅"))
        done = edit.end
    return pieces + [Piece(token) for token in tokens[done:]]


def _heat_map(data: Data) -> Chart:
    return heat_sentence("Figure 1 (b), another sentence of CoNLL-2014 with eight systems", _pieces(data))


def _figure_1(data: Data) -> str:
    rows = [(piece.text, piece.correction, piece.weight) for piece in _pieces(data) if piece.weight is not None]
    return f"""## Figure 1: heat maps

Figure 1 (a) is from ICNALE with four systems, which we do not have. Figure 1 (b) is from CoNLL-2014 with eight
systems. The figure is a picture, and its sentence is not in the text of the paper. The text names *oversea* as
an easy error and tense as a hard one. This is a sentence of CoNLL-2014 with *oversea*, with the published weights
(annotator 0):

![Heat map of a sentence](../pictures/gotou2020-figure-1.svg)

{plain(("error", "correction", Column("w", digits=3)), rows)}

`redink difficulty --with-source -r official-2014.0.m2 --weights conll14_8sys.txt --heatmap map.html` shows all 1,312
sentences in this way.
"""


def _figure_2(data: Data) -> str:
    judged = data.example
    table = judged.table.with_rows(np.arange(judged.table.gold.n_chunks))
    solved = table.correct.sum(axis=1).tolist()
    tokens = judged.sources[0]
    rows = [
        (
            (
                str(number),
                _chunk_text(tokens[chunk.start : chunk.end], chunk.edit),
                *map(str, table.correct[number].astype(int).tolist()),
            ),
            (Both(printed.SOLVED.get(number), solved[number]), _weight_of(printed.SOLVED.get(number), solved[number])),
        )
        for number, chunk in enumerate(table.gold.sentence_chunks(0))
    ]
    shown = beside(
        ("i", "gold chunk", *(f"b {name}" for name in table.systems)), (Quantity("n", 0), Quantity("w", 3)), rows
    )
    return f"""## Figure 2: from sentences to b, n and w

The source is *We discussing about its .*, the correct sentence *We have been discussing it .* The paper's text
prints n and w of three chunks; the rows of b in the figure are incomplete in the text that we have. ∅ is a dummy
chunk or a deletion. The edits are those of redink-en, and the matching is the paper's elastic one (`redink
difficulty sys1.txt sys2.txt sys3.txt -s source.txt -r correct.txt --matching elastic`); the look-up gives the same.

{shown}

The symbol table of the figure swaps ℰ and 𝒞: by §3.3, ℰ are the errors and 𝒞 the chunks that a system touched.
"""


def _chunk_text(tokens: Sequence[str], edit: Edit | None) -> str:
    old = " ".join(tokens) or "∅"
    return old if edit is None else f"{old} → {' '.join(edit.replacement) or '∅'}"


def _weight_of(solved: int | None, ours: int) -> Both:
    return Both(None if solved is None else round(1 - solved / 3, 3), 1 - ours / 3)


def _table_1(data: Data) -> str:
    rows = []
    for name, (sentences, rate) in printed.CORPORA.items():
        counted, ours = data.corpora.get(name, (None, None))
        rows.append(((name,), (Both(sentences, counted), Both(rate, ours))))
    quantities = (Quantity("sentences", 0), Quantity("token error rate"))
    return f"""## Table 1: corpora

{beside(("corpus",), quantities, rows)}

`redink difficulty --with-source -r official-2014.0.m2 -r official-2014.1.m2 --corpus`; `-r official-preprocessed.m2
--overlaps first` for CoNLL-2013; `-r test.ref.m2` for JFLEG. The paper does not define its token error rate. Ours is
the word error rate over all references, which gives the three printed numbers. [Token error
rate](../measures/difficulty-data.md#token-error-rate) lists the other definitions that we tried. By footnote 6 of
the paper only the first reference is used, but no definition that we tried then gives .12, .15 and .20. We do not
have FCE, KJ and ICNALE; the number of sentences of FCE is the number of lines of its published weight file.
"""


def _ranks(data: Data) -> dict[str, dict[str, dict[str, tuple[float, int]]]]:
    """Give score and rank of each system by measure and annotator."""
    ranks: dict[str, dict[str, dict[str, tuple[float, int]]]] = {}
    for measure in ("M2", "wF0.5", "wA"):
        ranks[measure] = {}
        for annotator, results in data.four.items():
            source = data.faithful if measure == "M2" and annotator == "0" else results
            scores = {name: _score(source, name, measure) for name in OUTPUTS}
            order = sorted(scores, key=lambda name: -scores[name])
            ranks[measure][annotator] = {name: (scores[name], order.index(name) + 1) for name in OUTPUTS}
    return ranks


def _score(results: DifficultyResults, name: str, measure: str) -> float:
    value = results[name, measure].value
    assert value is not None
    return value


def _ranks_chart(data: Data) -> Chart:
    ranks = _ranks(data)
    # Annotator 0 comes last, because colours show the change from the first place to the last.
    places = [(measure, annotator) for measure in ranks for annotator in ("1", "0")]
    tracks = [
        Track(name, tuple(ranks[measure][annotator][name][1] for measure, annotator in places)) for name in OUTPUTS
    ]
    return slope_chart(
        "Figure 3 in small: ranks on CoNLL-2014 by annotators 1 and 0", [f"{m}, {a}" for m, a in places], tracks
    )


def _figure_3(data: Data) -> str:
    ranks = _ranks(data)
    columns = ["system"] + [f"{measure}, annotator {annotator}" for measure in ranks for annotator in ranks[measure]]
    rows = [
        [
            name,
            *(
                f"{100 * score:.2f} ({rank})"
                for by_annotator in ranks.values()
                for score, rank in (systems[name] for systems in by_annotator.values())
            ),
        ]
        for name in OUTPUTS
    ]
    orders = {
        measure: {tuple(rank for _, rank in systems.values()) for systems in by_annotator.values()}
        for measure, by_annotator in ranks.items()
    }
    steady = [measure for measure, different in orders.items() if len(different) == 1]
    same = " and ".join(steady) or "no measure"
    return f"""## Figure 3: six corpora, four systems

The numbers of the figure are not printed, and the outputs behind it are not public. The text makes three claims.
By weighted F0.5, Transformer is first on all six corpora. By weighted A, SMT is first most of the time. By the
conventional F0.5 (M2), ranks vary greatly. None of these claims can be tested with public files.

A smaller figure with real systems: the four public outputs on CoNLL-2014, with two annotators in place of six
corpora. The four are their own pool, as in the paper. Per cent, and rank:

![Ranks of four systems by three measures and two annotators](../pictures/gotou2020-figure-3.svg)

{plain(columns, rows)}

All four keep their ranks from one annotator to the other by {same}. `redink difficulty OUTPUT… -r official-2014.1.m2
--rank-against M2 --format json -o second.json`, then `redink difficulty OUTPUT… -r official-2014.0.m2 --rank-against
M2 --across second.json`. [Across corpora](../measures/difficulty-data.md#across-corpora) has two more
comparisons: the twelve teams under two annotators, and four simple correctors on four corpora.
"""


def _changes(data: Data, measure: str) -> dict[str, RankChange]:
    names = list(OUTPUTS)
    new, old = ([_score(data.faithful, name, kind) for name in names] for kind in (measure, "M2"))
    return {change.system: change for change in rank_changes(names, new, old)}


def _ranking(data: Data, measure: str, numbers: Mapping[str, tuple[float, int]]) -> str:
    changes = _changes(data, measure)
    rows = []
    for rank, (name, (value, gained)) in enumerate(numbers.items(), start=1):
        gain = f"{'↑' if gained > 0 else '↓'} {abs(gained)}" if gained else "="
        ours = 100 * _score(data.faithful, name, measure) if name in changes else None
        first = (rank, printed.SYSTEMS[name], gain, changes[name].arrow if name in changes else "–")
        rows.append((first, (Both(value, ours),)))
    names = ("rank", "system", "change of rank printed", "change of rank ours")
    return beside(names, (Quantity(measure),), rows)


def _ordered(numbers: Mapping[str, tuple[float, int]], data: Data, measure: str) -> bool:
    shared = [name for name in numbers if name in OUTPUTS]
    return all(
        _score(results, one, measure) > _score(results, other, measure)
        for results in (data.faithful, data.paper)
        for one, other in pairwise(shared)
    )


_SAME = {True: "is that of the paper", False: "is not that of the paper"}


def _table_2(data: Data) -> str:
    doubles = data.paper.reference().table
    weights = data.paper.reference().pool.weights(data.paper.settings.weight)[0]
    rows = []
    for column, name in enumerate(doubles.systems):
        brushed = doubles.brushed[:, column]
        lost = 100 * (_score(data.paper, name, "wF0.5") - _score(data.faithful, name, "wF0.5"))
        paper = 100 * _score(data.paper, name, "wF0.5")
        rows.append((printed.SYSTEMS[name], int(brushed.sum()), float(weights[brushed].sum()), lost, paper))
    columns = (
        "system",
        Column("double FP", digits=0),
        Column("Σ w", digits=3),
        Column("wF0.5 lost by them"),
        Column("wF0.5, mode paper"),
    )
    return f"""## Table 2: systems by weighted F0.5

CoNLL-2014, annotator 0, the published weights of eight systems. The conventional measure is the M2 scorer's F0.5.

```text
redink difficulty OUTPUT… -r official-2014.0.m2 --weights conll14_8sys.txt --rank-against M2 --mode faithful
```

{_ranking(data, "wF0.5", printed.WEIGHTED_F)}

The order {_SAME[_ordered(printed.WEIGHTED_F, data, "wF0.5")]}, in both modes, and so are the changes of rank: the
four public systems have the first four places. The paper's numbers come from its program, which `faithful` follows.
The program counts a false positive twice if a system inserts something right before an error that it leaves alone;
the paper does not mention this. It is the only difference between the modes:

{plain(columns, rows)}

The other differences come from the edits. On ERRANT 3.0.2's edits of these outputs, the program itself gives 26.28,
22.12, 19.65 and 16.11, and so does `--mode faithful --pipeline errant`. The paper used an older ERRANT. The outputs
of the other four systems are not public.
"""


def _table_3(data: Data) -> str:
    return f"""## Table 3: systems by weighted A

The command is the same. A does not use false positives, so both modes give the same numbers.

{_ranking(data, "wA", printed.WEIGHTED_A)}

The order {_SAME[_ordered(printed.WEIGHTED_A, data, "wA")]}, and so are the changes of rank. With ERRANT 3.0.2's
edits, wA is 25.28, 24.23, 23.96 and 23.29.
"""


def _correlation(types: Mapping[str, TypeDifficulty]) -> float:
    """Give Pearson's r of mean weights with Table 4, weighted by the printed frequency."""
    pairs = np.array([(types[kind].mean, mean, count) for kind, (mean, _, count) in printed.TYPES.items()])
    ours, theirs, count = pairs.T
    covariance = np.cov(ours, theirs, aweights=count)
    return float(covariance[0, 1] / np.sqrt(covariance[0, 0] * covariance[1, 1]))


def _table_4(data: Data) -> str:
    rows = []
    for kind, (mean, sd, count) in printed.TYPES.items():
        errant, ours = data.errant_types[kind], data.our_types[kind]
        both = Both(mean, errant.mean), Both(sd, errant.sd), Both(count, errant.frequency)
        rows.append(((kind,), both, (ours.mean, ours.sd, ours.frequency)))
    quantities = (Quantity("mean w", 3), Quantity("SD", 3, difference=False), Quantity("errors", 0, difference=False))
    by_errant = beside(("type",), quantities, [row[:2] for row in rows])
    columns = ("type", Column("mean w", digits=3), Column("SD", digits=3), Column("errors", digits=0))
    by_redink = plain(columns, [(*name, *ours) for name, _, ours in rows])
    exact = [
        kind
        for (kind,), (mean, sd, count), _ in rows
        if round(mean.ours or 0, 3) == mean.printed
        and round(sd.ours or 0, 3) == sd.printed
        and count.ours == count.printed
    ]
    counted = sum(kind.frequency for kind in data.errant_types.values())
    total = sum(count for _, _, count in printed.TYPES.values())
    return f"""## Table 4: types by difficulty

The published weights of eight systems, averaged over the errors of each type; SD is that of the sample (n − 1). The
weights are the paper's own, so only the types can differ. Types by ERRANT 3.0.2 with spaCy 3.8:

{by_errant}

```text
redink difficulty --with-source -r official-2014.0.m2 --weights conll14_8sys.txt --by type
```

To the digit: {", ".join(exact)}. The others differ because a newer ERRANT with a newer tagger gives some errors
another type; the printed frequencies sum to {total:,}, ours to {counted:,}. Pearson's r of the mean weights,
weighted by frequency, is {_correlation(data.errant_types):.3f} with these types and
{_correlation(data.our_types):.3f} with those of redink-en, which the command gives:

{by_redink}
"""


def _section_5_2() -> str:
    errors, recall, size, expected = printed.BREAKPOINT
    breakpoints = {
        name: breakpoint_of(errors, recall, size, parse_weight(name)) for name in ("linear", "linear:1,0.5,0.5")
    }
    larger = breakpoint_of(errors, recall, size, parse_weight("linear:1,0.5,0"))
    rows = [((f"M = {errors:,}, R = {recall}, N = {size}",), (Both(expected, breakpoints["linear"]),))]
    return f"""## §5.2: the breakpoint

The breakpoint is the number of errors that a different system must correct, and the others cannot, to reach the
score of N − 1 identical systems (`redink difficulty … --levels` computes it for your systems):

{beside(("setting",), (Quantity("K", 0),), rows)}

An erratum: the paper says that a higher b makes this harder for the different system. By the paper's own formula it
becomes easier: b = 0.5 gives K = {larger:.1f}.
"""
