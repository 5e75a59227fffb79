"""Statistics with several choices of references in; how well `redink design` predicts what references buy out.

Two predictions are checked. One rests on references that were counted: differences grow by `kept`, and the deviation is
that with M references. The other rests on a coverage curve (`--coverage`), for more references than a pilot has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from redink.arrays import Floats
from redink.evaluation.data import read
from redink.evaluation.preparation import prepare
from redink.evaluation.statistics import Statistics
from redink.evaluation.trust import Trust
from redink.questions.coverage.run import coverage
from redink.questions.design.inputs import covered, pilot_of
from redink.questions.design.mathematics.pilots import MeasureSpreads, Pilot
from redink.questions.design.mathematics.plans import Wanted, point
from redink.records import EvalSet, System
from redink.reports.markdown import to_markdown
from redink.reports.tables import Column, Table, make_table
from redink.scoring.measure import Conventions, Measure
from redink.scoring.names import parse_measures
from redink.stats.resampling import scores_of
from tools.design_pilot import OFFICIAL, make_pilot
from tools.design_simulation import Errors, errors_of, rejections, stacked

MEASURES = ("F0.5", "M2", "GLEU", "EM")
SIZES = (200, 400, 800)
TRIALS, SHOWN = 600, 8
SHARES = (0.25, 0.5, 0.75, 1.0)
"""In how many sentences the invented systems for JFLEG correct as a person does."""

COUNTED = """\
## More references: counted

Test sets of 200, 400 and 800 sentences were drawn, each with M references, and eight pairs of systems were tested.
*Predicted* is the power from σ with M references and from the difference with the two official references, times `kept`
(one number for all pairs). Each row shows means over pairs and N, and the mean absolute error of a single pair. Other
references favour other systems, so `kept` holds for the mean of many pairs and not for each of them.
"""
FROM_COVERAGE = """\
## More references: from a coverage curve

The table has the smallest difference with M references, divided by the smallest difference with the references of the
pilot. A ratio below 1 means that more references help. *Counted* uses the M references themselves. *Predicted* uses
`--coverage` with the file that `redink coverage` makes from all annotators; it covers fewer references than there are
annotators.

CoNLL-2014: twelve systems, a pilot with two references, ten annotators. JFLEG (test): a pilot with one reference, three
annotators. We have no outputs of systems for JFLEG, so systems were invented from the fourth annotator: each
corrects a share of the sentences (a quarter to all) as this person does. The spell-checked source is a fifth system.
"""


def reference_tables(
    shared: Path, statistics: Mapping[int, Sequence[Statistics]], rng: np.random.Generator
) -> Iterator[str]:
    """Give both checks, with their headings."""
    yield COUNTED
    yield to_markdown(counted_table(statistics, rng))
    yield FROM_COVERAGE
    people = [shared / f"data/conll14-10refs/A{number}.m2" for number in range(1, 11)]
    pilot = make_pilot(statistics, MEASURES)
    yield to_markdown(coverage_table("CoNLL-2014", pilot, people, None))
    jfleg = shared / "data/jfleg/test"
    references = [jfleg / f"test.ref{number}" for number in range(3)]
    pilot = jfleg_pilot(jfleg, references, np.random.default_rng(2016))
    yield to_markdown(coverage_table("JFLEG", pilot, [*references, jfleg / "test.ref3"], jfleg / "test.src"))


def counted_table(statistics: Mapping[int, Sequence[Statistics]], rng: np.random.Generator) -> Table:
    """Compare predicted power with the share of significant tests, by measure and M."""
    rows = []
    for measure in parse_measures(MEASURES, Conventions()):
        (known,) = make_pilot(statistics, [measure.name]).measures
        (official,) = statistics[len(OFFICIAL)]
        scores = _scores(official, measure)
        pairs = _half_power(scores, errors_of(official.tables(measure), measure))
        for number, choices in statistics.items():
            spread = known.with_references(number)
            assert spread is not None
            by_choice = [errors_of(choice.tables(measure), measure) for choice in choices]
            errors = Errors(*(np.mean(kind, axis=0) for kind in zip(*by_choice, strict=True)))
            predicted = np.array(
                [[errors.power((i, j), spread.kept * (scores[j] - scores[i]), n) for i, j in pairs] for n in SIZES]
            )
            tables = [stacked(choice.tables(measure), pairs) for choice in choices]
            observed = np.array([rejections(tables, measure.score_from_sums, size, TRIALS, rng) for size in SIZES])
            error = np.abs(predicted - observed).mean()
            rows.append((measure.name, number, spread.kept, predicted.mean(), observed.mean(), error))
    columns = (
        Column("measure"),
        Column("references", "references M", digits=0),
        Column("kept", digits=2),
        Column("predicted", digits=3),
        Column("observed", digits=3),
        Column("error", "mean error", digits=3),
    )
    single = float(np.mean([row[5] for row in rows]))
    typical = float(np.mean([abs(row[3] - row[4]) for row in rows]))
    note = f"Mean absolute error: {typical:.3f} for the mean of the pairs, {single:.3f} for a single pair."
    return make_table("Power with M references", columns, rows, notes=[note])


def _scores(statistics: Statistics, measure: Measure) -> Floats:
    sums = np.stack([table.sum(axis=0) for table in statistics.tables(measure)])
    return scores_of(sums, measure.score_from_sums)


def _half_power(scores: Floats, errors: Errors) -> list[tuple[int, int]]:
    """Give the pairs whose power at N = 400 is nearest to one half."""
    return sorted(
        combinations(range(len(scores)), 2),
        key=lambda pair: abs(errors.power(pair, scores[pair[1]] - scores[pair[0]], 400) - 0.5),
    )[:SHOWN]


def jfleg_pilot(folder: Path, references: Sequence[Path], rng: np.random.Generator) -> Pilot:
    """Count what the invented systems of JFLEG show with one, two and three references."""
    data = read(
        [folder / "test.spellchecked.src", folder / "test.ref3"], source=folder / "test.src", references=references
    )
    speller, person = data.systems
    invented = [_in_a_share(data, person, share, rng) for share in SHARES]
    ready = prepare(replace(data, systems=(speller, *invented)), "edits", types=False).data
    measures = parse_measures(("F0.5", "GLEU", "EM"), Conventions())
    return replace(pilot_of(ready, measures, Trust(resamples=20)), references=1)


def _in_a_share(data: EvalSet, person: System, share: float, rng: np.random.Generator) -> System:
    chosen = rng.random(len(data.sources)) < share
    texts = tuple(
        text if taken else source for text, source, taken in zip(person.texts, data.sources, chosen, strict=True)
    )
    return System(f"{share:g} of a person", texts)


def coverage_table(name: str, pilot: Pilot, people: Sequence[Path], source: Path | None) -> Table:
    """Compare the smallest differences that a coverage curve predicts with those that were counted."""
    numbers = [spread.references for spread in pilot.measures[0].spreads]
    curves = coverage(
        people,
        source=source,
        numbers=numbers,
        measures=["F0.5", "GLEU"],
        matches=["exact"],
        overlaps="first",
        resamples=20,
    )
    with TemporaryDirectory() as folder:
        path = Path(folder) / "coverage.json"
        curves.save(path)
        at_hand = replace(
            pilot,
            measures=tuple(
                MeasureSpreads(
                    known.measure, tuple(each for each in known.spreads if each.references == pilot.references)
                )
                for known in pilot.measures
            ),
        )
        predicted = covered(at_hand, path, numbers)
    rows = []
    for counted, curve in zip(pilot.measures, predicted.measures, strict=True):
        for number in numbers:
            if number > pilot.references and curve.with_references(number) is not None:
                ratios = [_smallest(each, number) / _smallest(each, pilot.references) for each in (counted, curve)]
                rows.append((counted.measure, number, ratios[0], ratios[1], abs(ratios[1] - ratios[0])))
    columns = (
        Column("measure"),
        Column("references", "references M", digits=0),
        Column("counted", digits=3),
        Column("predicted", digits=3),
        Column("error", digits=3),
    )
    overall = float(np.mean([row[-1] for row in rows]))
    return make_table(
        f"{name}: smallest difference with M references, against {pilot.references}",
        columns,
        rows,
        notes=[f"Mean absolute error: {overall:.3f}."],
    )


def _smallest(known: MeasureSpreads, number: int) -> float:
    spread = known.with_references(number)
    assert spread is not None
    return point(known.measure, spread, 1000, Wanted()).smallest
