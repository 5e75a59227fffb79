"""An `EvalSet` in; difficulty weights, weighted scores, intervals and paired tests out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from redink.arrays import Floats
from redink.errors import InputError, Place, UsageError
from redink.evaluation.estimate import adjusted, estimates, with_first
from redink.evaluation.in_memory import takes_texts
from redink.evaluation.preparation import prepare
from redink.evaluation.presets import find_preset
from redink.evaluation.results import Difference, Results, SystemScores
from redink.evaluation.trust import Draws, TestName, Trust
from redink.questions.difficulty.ability import ability_scores
from redink.questions.difficulty.mathematics.chunks import Clashes
from redink.questions.difficulty.mathematics.error_models import Model
from redink.questions.difficulty.mathematics.formulas import (
    UNWEIGHTED,
    WEIGHTED,
    Settings,
    formulas,
    sentence_stats,
)
from redink.questions.difficulty.mathematics.groups import AUTO, make_groups
from redink.questions.difficulty.mathematics.judged_reference import (
    JudgedReference,
    Mismatches,
    ReferenceRule,
    judge_reference,
    outsider_warnings,
)
from redink.questions.difficulty.mathematics.judging_table import JudgingTable, Matching
from redink.questions.difficulty.mathematics.pool import other_pipeline, success_rate_warnings
from redink.questions.difficulty.mathematics.weights import FalsePositives, Mode, check_weights, parse_weight
from redink.questions.difficulty.plan import Plan, difficulty_conditions
from redink.questions.difficulty.pools import weights_of
from redink.questions.difficulty.results import ChunkTest, DifficultyResults, ranked_measures
from redink.questions.difficulty.shipped import shipped_model
from redink.questions.difficulty.tables import Details
from redink.questions.score.run import scored
from redink.reading.corrections import Overlaps
from redink.reading.files import Source, display_name
from redink.reading.judgements import read_judgements
from redink.reading.score_files import ScoreFile, read_score_file
from redink.reading.tables import read_column
from redink.records import Counts, EvalSet, Score, System
from redink.scoring.edit_overlap import Rule
from redink.scoring.measure import Absent, Conventions, expect_choice, expect_list
from redink.scoring.names import parse_measure
from redink.stats.intervals import IntervalMethod
from redink.stats.significance import mcnemar_exact


@takes_texts
def difficulty(
    data: EvalSet,
    *,
    weights: str | Path | None = None,
    mismatches: Mismatches = "error",
    model: Model = "paper",
    judgements: Sequence[str | Path] = (),
    predict: bool = False,
    weight: str = "linear",
    mode: Mode = "paper",
    fp: FalsePositives = "paper",
    leave_one_out: bool = False,
    beta: float = 0.5,
    matching: Matching = "look-up",
    several: ReferenceRule = "one",
    need: bool = False,
    reference: int = 0,
    by: str | None = None,
    levels: bool = False,
    groups: str | Path | Mapping[str, str] | None = None,
    against: str | None = None,
    across: Sequence[str | Path] = (),
    teams: bool = False,
    errors: str | None = None,
    compare: bool = False,
    corpus: bool = False,
    ci: bool = False,
    interval: IntervalMethod = "percentile",
    level: float = 0.95,
    keep_types: bool = False,
    test: TestName = "randomisation",
    rule: Rule = "faithful",
    absent: Absent = "missing",
    overlaps: Overlaps | None = None,
    preset: str | None = None,
    resamples: int = 1000,
    seed: int = 12345,
    auto: bool = False,
    pipeline: str = "redink-en",
    cache: bool = False,
) -> DifficultyResults:
    """Score systems with weights: an error that few systems correct has a large weight (Gotou and others, 2020).

    Arguments that are not in this list mean the same as in `score`:
        data: The result of `read`. The pipeline finds the edits of texts first.
        weights: A weight file, or a pool that redink carries (`conll14`, `conll14-newer`, `conll14-all`). Without it,
            the systems in `data` decide how hard an error is.
        mismatches: What to do with sentences whose chunks differ from the weight file: refuse the file (`error`), or
            `skip` the sentences.
        model: How hard an error is: the share of systems that fail (`paper`), or by item response theory with one or
            two parameters for each error (`irt`, `irt-2pl`).
        judgements: Files of judgements about pairs of errors (from `redink judge`). With `irt`, people and machines are
            joined on one scale.
        predict: Whether to predict the difficulty from the errors alone, by a model that redink carries.
        weight: Weight of an error that n of N systems correct: `linear:A,B,C`, `reciprocal:K`, `log:K` or `constant`.
        mode: Compute as the `paper` says, or exactly as its published program does (`faithful`).
        fp: Weight of a false positive: the weight of its chunk (`paper`), or 1 (`unit`).
        leave_one_out: Whether each system is scored with the difficulty that the other systems give.
        beta: β of F.
        matching: How to find the system's chunk for a gold chunk: `look-up` of its place, or the `elastic` matching of
            the paper.
        several: How to use several references: only `one`, or all: with `regions`, an error is a place that any
            annotator changes.
        need: Whether to multiply the weight of an error by the share of annotators who change something there.
        reference: The number of the reference for `one`, counted from 0.
        by: Show the difficulty by `operation`, `type` or `operation-type`.
        levels: Whether to show the number of errors at each level of difficulty, and the breakpoint.
        groups: The group of each system, or a table (TSV) with the columns `system` and `group`, or `auto` (`auto:3`)
            to find two (three) groups. Shows which types and errors are harder for one group than for another.
        against: Another measure, such as `M2`. Shows how the ranks differ from the ranks by that measure.
        across: Files of earlier runs (`results.save`), to compare ranks between corpora.
        teams: Whether to show what each system adds, and which systems complement each other.
        errors: List the errors that `one` system alone solves, that `none` solves, or `all`.
        compare: Whether to test every system against the first.
        corpus: Whether to show the numbers of sentences, tokens, chunks and errors, and the token error rate.
        keep_types: Whether edits keep their types where references and systems have different ones.
        preset: A shared task or corpus, such as `conll14`: how absent annotators and overlapping edits are read.
        test: The paired test.
        overlaps: What to do if gold edits overlap: `error`, or chunks of `both`. Without it, `mode` decides.
    """
    if preset is not None:
        absent, pipeline = find_preset(preset).picked_absent, find_preset(preset).pipeline or pipeline
    settings = Settings(mode, parse_weight(weight), fp, leave_one_out, beta, matching, need)
    clashes: Clashes = "both" if overlaps_of(overlaps, settings.mode, preset) == "both" else "refuse"
    conventions = Conventions(rule, absent)
    against = None if against is None else parse_measure(against, conventions).name
    earlier = _earlier_scores(across, (*ranked_measures(settings), *((against,) if against else ())))
    plan = Plan(
        settings=settings,
        several=several,
        reference=reference,
        absent=absent,
        clashes=clashes,
        weights=() if weights is None else weights_of(weights),
        mismatches=mismatches,
        groups=groups_of(groups),
        against=against,
        conventions=conventions,
        ci=ci,
        trust=Trust(interval, level, resamples, seed, test),
        details=Details(by, levels, teams, errors, corpus, compare),
        model=model,
        coefficients=shipped_model() if predict else None,
        judgements=[answer for path in judgements for answer in read_judgements(path)],
    )
    if predict and not data.systems:
        data = replace(data, systems=(System("source", data.sources, tuple(() for _ in data.sources)),))
    ready = prepare(data, "edits", pipeline=pipeline, cache=cache, auto=auto, types=True, keep_types=keep_types)
    results = replace(measured(ready.data, plan, pipeline=ready.pipeline), type_notes=ready.notes)
    names = [system.name for system in results.scores.systems]
    here = {measure: dict(zip(names, results.values(measure), strict=True)) for measure in earlier}
    return replace(results, across={measure: {"this corpus": here[measure]} | earlier[measure] for measure in earlier})


def groups_of(groups: str | Path | Mapping[str, str] | None) -> str | Mapping[str, str] | None:
    """Read the table of groups, if it is one."""
    if groups is None or isinstance(groups, Mapping) or str(groups).partition(":")[0] == AUTO:
        return groups if groups is None or isinstance(groups, Mapping) else str(groups)
    return dict(zip(read_column(groups, "system"), read_column(groups, "group"), strict=True))


def overlaps_of(overlaps: Overlaps | None, mode: Mode, preset: str | None) -> Overlaps:
    """Give the way with overlapping gold edits, which is as the preset or the mode has it unless something is said."""
    if overlaps is not None:
        expect_choice("way with overlaps", overlaps, ("error", "first", "both"))
        return overlaps
    return "both" if mode == "faithful" or preset else "error"


def _earlier_scores(paths: Sequence[Source], measures: Sequence[str]) -> dict[str, dict[str, dict[str, float | None]]]:
    """Read the scores of earlier runs: by measure, and by corpus, which is the name of a file."""
    expect_list("across", paths)
    files = {path: read_score_file(path) for path in paths}
    return {
        measure: {Path(path).stem: _scores_in(file, measure, path) for path, file in files.items()}
        for measure in (measures if files else ())
    }


def _scores_in(file: ScoreFile, measure: str, path: Source) -> dict[str, float | None]:
    systems = list(dict.fromkeys(system for scores in file.systems.values() for system in scores))
    if measure not in file.systems:
        raise InputError(
            f"no {measure} of {systems[0] if systems else 'any system'}",
            place=Place(display_name(path)),
            remedy="the earlier run must use the same measure",
        )
    return {system: file.systems[measure].get(system) for system in systems}


def measured(data: EvalSet, plan: Plan | None = None, *, pipeline: str = "none") -> DifficultyResults:
    """Judge how hard every error is, and score the systems with that."""
    plan = plan or Plan()
    settings = plan.settings
    judged = judge_reference(
        data,
        plan.reference,
        several=plan.several,
        settings=settings,
        absent=plan.absent,
        clashes=plan.clashes,
        weights=plan.weights,
        mismatched=plan.mismatches,
        pipeline=pipeline,
        model=plan.model,
        coefficients=plan.coefficients,
        judgements=plan.judgements,
    )
    warnings = tuple(_warnings(plan, judged))
    weighted, unweighted = (
        {
            system.name: sentence_stats(judged.table, column, judged.pool, how)
            for column, system in enumerate(data.systems)
        }
        for how in (settings, settings.unweighted())
    )
    conventional = _conventional(data, plan)
    draws = Draws(plan.trust, len(data.sources), data.documents)
    abilities = ability_scores(judged, plan.trust.level)
    systems = []
    for system in data.systems:
        tables = ((weighted[system.name], WEIGHTED), (unweighted[system.name], UNWEIGHTED))
        scores = [score for rows, prefix in tables for score in _estimates(rows, prefix, plan, draws)]
        beside = () if conventional is None else conventional.of(system.name).scores
        systems.append(SystemScores(system.name, (*scores, *abilities.get(system.name, ()), *beside)))
    results = DifficultyResults(
        # Weighted P and R have no value where there is 0/0, whatever the rule of other measures is.
        Results(
            difficulty_conditions(data, plan, judged, pipeline), tuple(systems), footnotes=warnings, rule="corrected"
        ),
        settings,
        judged,
        weighted,
        unweighted,
        against=plan.against,
        details=plan.details,
        groups=None if plan.groups is None else make_groups(judged, plan.groups),
    )
    return _compared(results, draws) if plan.details.compare else results


def _estimates(rows: Floats, prefix: str, plan: Plan, draws: Draws) -> list[Score]:
    counts = Counts(*rows[:, :3].sum(axis=0).tolist())
    return estimates(rows, formulas(plan.settings, prefix), draws if plan.ci else None, counts=counts)


def _conventional(data: EvalSet, plan: Plan) -> Results | None:
    """Score by the measure that ranks are held against."""
    if plan.against is None:
        return None
    ours = [formula.name for prefix in (WEIGHTED, UNWEIGHTED) for formula in formulas(plan.settings, prefix)]
    if plan.against in ours:
        raise UsageError(
            f"{plan.against} is among the weighted scores", remedy="compare with another measure: M2, F0.5"
        )
    return scored(data, (plan.against,), conventions=plan.conventions)


def _warnings(plan: Plan, judged: JudgedReference) -> Iterator[str]:
    """Refuse weights that make no sense, and say what a reader of the numbers should know."""
    settings, weights = plan.settings, judged.weights
    yield from check_weights(settings.weight, judged.pool.size - settings.leave_one_out, mode=settings.mode)
    yield from success_rate_warnings(settings.weight, judged.pool)
    if settings.false_positives == "paper":
        yield from outsider_warnings(judged)
    if weights is not None and other_pipeline(weights, judged.pipeline):
        behind_weights = weights.settings["pipeline"]
        yield f"The edits behind the weight file come from {behind_weights}, those of this run from {judged.pipeline}."
    clashing = judged.table.gold.clashing()
    if len(clashing):
        numbers = ", ".join(str(number + 1) for number in clashing[:10].tolist())
        more = ", …" if len(clashing) > 10 else ""
        where = f"{len(clashing)} sentences; both are kept, so their tokens count twice: {numbers}{more}"
        yield f"Gold edits overlap in {where}."
    if judged.skipped:
        numbers = ", ".join(str(number + 1) for number in judged.skipped)
        yield f"{len(judged.skipped)} sentences do not have the chunks of the weight file and are left out: {numbers}."


def _compared(results: DifficultyResults, draws: Draws) -> DifficultyResults:
    """Test each system against the first: wF_β and wA by resampling, b on the chunks they share by McNemar's test.

    p-values are adjusted by Holm over the systems of a measure.
    """
    first, *others = results.counts
    differences = []
    for scorer in formulas(results.settings, kinds=("F", "A")):
        tests = with_first(list(results.counts.values()), scorer.score_from_sums, draws)
        corrected = adjusted([test.p for test in tests], "holm")
        differences += [
            Difference(scorer.name, first, system, test.difference, test.p, p)
            for system, test, p in zip(others, tests, corrected, strict=True)
        ]
    table = results.reference().table
    return replace(
        results,
        scores=replace(results.scores, differences=tuple(differences)),
        chunk_tests=_chunk_tests([_chunk_test(table, first, system) for system in others]),
    )


def _chunk_test(table: JudgingTable, base: str, system: str) -> ChunkTest:
    first, second = (table.correct[:, table.systems.index(name)] for name in (base, system))
    discordant = [first & ~second, second & ~first]
    chunks = [int(flags.sum()) for flags in discordant]
    errors = [int((flags & table.is_error).sum()) for flags in discordant]
    return ChunkTest(
        base, system, chunks[0], chunks[1], mcnemar_exact(*chunks), errors[0], errors[1], mcnemar_exact(*errors)
    )


def _chunk_tests(tests: Sequence[ChunkTest]) -> tuple[ChunkTest, ...]:
    chunks, errors = adjusted([test.p for test in tests], "holm"), adjusted([test.errors_p for test in tests], "holm")
    return tuple(
        replace(test, adjusted_p=p, errors_adjusted_p=errors_p)
        for test, p, errors_p in zip(tests, chunks, errors, strict=True)
    )
