"""Corrections of sentences in; coverage, a perfect corrector's scores, and systems beside it out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from redink.annotation.annotator import Annotator
from redink.errors import UsageError
from redink.evaluation.calls import checked
from redink.evaluation.containers import Columns
from redink.evaluation.estimate import estimates
from redink.evaluation.preparation import annotated, described, expect_data, load_annotator
from redink.evaluation.sources import Sentences
from redink.evaluation.statistics import Statistics
from redink.evaluation.trust import Draws
from redink.questions.coverage.conditions import conditions_beside, coverage_conditions
from redink.questions.coverage.curves import change_coverage, estimate_corrections, match_results, measure_curves
from redink.questions.coverage.inputs import Condition, corrections_of_pairs, read_corrections, tokens_of
from redink.questions.coverage.mathematics.counts import Normalisation, cleaned, normalised
from redink.questions.coverage.mathematics.f_curve import Draw
from redink.questions.coverage.mathematics.human_scores import human_scores
from redink.questions.coverage.mathematics.matching import Match
from redink.questions.coverage.mathematics.pair_table import make_pool
from redink.questions.coverage.mathematics.unseen import Method
from redink.questions.coverage.mathematics.validity import Given, Validity, validity_by_frequency
from redink.questions.coverage.results import (
    CorrectionFacts,
    CoverageResults,
    CoverageSettings,
    MeasureCurve,
    SystemLine,
)
from redink.questions.coverage.saved import is_saved, read_saved
from redink.reading.corrected_sentences import CorrectedSentence, corrections_of_references, read_votes
from redink.reading.corrections import Overlaps
from redink.reading.files import Source, display_name
from redink.records import EvalSet
from redink.scoring.edit_overlap import Rule
from redink.scoring.measure import Conventions, WithoutReferences, expect_list
from redink.scoring.names import need_of, parse_measure, parse_measures


@checked
def coverage(
    corrections: Source | Sequence[Source] | Iterable[tuple[str, Sequence[str]]] = (),
    *,
    source: Sentences | None = None,
    where: Sequence[Condition] = (),
    fold_case: bool = False,
    drop_punctuation: bool = False,
    left_alone: float | None = 1.0,
    fewest: int = 2,
    matches: Sequence[Match] = ("exact", "index"),
    numbers: Sequence[int] = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20),
    unseen: Method = "vv",
    floor: float | None = None,
    grid: float | None = None,
    alpha: float = 0.5,
    gammas: Sequence[float] = (0.0, 0.001, 0.01, 0.1),
    measures: str | Sequence[str] = ("F0.5", "GLEU"),
    rule: Rule = "corrected",
    sentences: int | None = None,
    untouched: int | None = None,
    draw: Draw = "people",
    data: EvalSet | None = None,
    overlaps: Overlaps = "error",
    tokenise: str = "auto",
    columns: Columns = (),
    validity: Source | None = None,
    vote: str = "is_correction",
    resamples: int = 1000,
    seed: int = 12345,
    level: float = 0.95,
    pipeline: str = "redink-en",
    cache: bool = False,
) -> CoverageResults:
    """Measure the share of people's corrections that M references contain, and the score of a perfect corrector.

    Arguments that are not in this list mean the same as in `score`:
        corrections: A table (`.tsv`, `.csv`), M2 or text files, pairs of a source and its corrections, or a file that
            `save` wrote (`.json`), which has its own settings. If empty, the references of `data` are used.
        source: Source sentences, for text files and for tables that give only sentence numbers.
        where: Read only the rows of a table that have this value: `COLUMN=VALUE`, or (column, value).
        fold_case: Whether upper and lower case are the same.
        drop_punctuation: Whether only letters and digits count.
        left_alone: Drop a sentence if at least this share of people left it unchanged; `None` keeps all sentences.
        fewest: The smallest number of corrections that a sentence must have.
        matches: When two corrections are the same: `exact` (same text), `index` (same places), `index-printed` (same
            places, insertions not counted).
        numbers: Numbers of references M.
        unseen: Method that estimates the corrections that nobody wrote: `vv` or `zou`.
        floor: The smallest probability that `unseen` uses.
        grid: The ratio of neighbouring probabilities in the grid of `unseen`.
        alpha: With `vv`: how much worse than the best fit a distribution may fit, if it has fewer corrections.
        gammas: Count the corrections that have at least these probabilities.
        measures: Measures that score the perfect corrector; `none` for no measure.
        rule: How P, R, F and M2 choose a reference.
        sentences: Number of sentences in the simulated test set. Without it: the number in `data`, or 1312.
        untouched: How many of these sentences need no correction. Without it: the sentences that no reference of `data`
            changes, or 136 of 1312.
        draw: How the output and the references are drawn: from different `people`, with replacement (`independent`), or
            as `distinct` corrections.
        data: Systems and references to compare with the perfect corrector, from `read`.
        overlaps: What to do if edits of one annotator overlap in M2 files of corrections.
        tokenise: The tokeniser for the corrections, as in `read`.
        columns: The columns of corrections in JSON lines or Parquet (role `reference`), as in `read`.
        validity: A table of yes/no votes on corrections.
        vote: The column of `validity` that has the votes.
    """
    expect_list("matches", matches)
    names = [measures] if isinstance(measures, str) else measures
    settings = CoverageSettings(
        references=tuple(numbers),
        matches=tuple(dict.fromkeys(matches)),
        normalisation=Normalisation(fold_case, drop_punctuation),
        left_alone=left_alone,
        fewest=fewest,
        method=unseen,
        floor=floor,
        grid=grid,
        alpha=alpha,
        gammas=tuple(gammas),
        measures=tuple(name for name in names if name != "none"),
        rule=rule,
        draw=draw,
        resamples=resamples,
        seed=seed,
        level=level,
    )
    if data is not None:
        expect_data(data)
        need_references(data)
    given = [corrections] if isinstance(corrections, Source) else list(corrections)
    paths = [item for item in given if isinstance(item, Source)]
    if len(paths) == 1 and is_saved(paths[0]):
        changed = settings != CoverageSettings() or where or validity or sentences is not None or untouched is not None
        return _saved_beside(paths[0], data, pipeline, cache=cache, changed=bool(changed))
    if paths:
        corrected = read_corrections(
            paths, source=source, where=where, overlaps=overlaps, tokenise=tokenise, columns=columns
        )
    elif given:
        corrected = corrections_of_pairs((item for item in given if not isinstance(item, Source)), tokenise)
    elif data is not None:
        corrected = corrections_of_references(data.sources, data.references)
    else:
        raise UsageError("there are no corrections", remedy="give a table of corrections, or references (-r)")
    votes = None if validity is None else read_votes(validity, source=tokens_of(source), vote=vote)
    annotator = _annotator(settings.measures, pipeline, cache=cache)
    return measured(
        corrected,
        _with_test_set(settings, data, sentences, untouched),
        annotator=annotator,
        data=_with_edits(data, settings.measures, annotator, pipeline),
        votes=votes,
    )


def _annotator(measures: Sequence[str], pipeline: str, *, cache: bool) -> Annotator | None:
    return load_annotator(pipeline, cache=cache) if measures and need_of(measures) != "texts" else None


def _with_edits(
    data: EvalSet | None, measures: Sequence[str], annotator: Annotator | None, pipeline: str
) -> EvalSet | None:
    if data is None or annotator is None:
        return data
    return annotated(data, annotator, need=need_of(measures), loaded_as=pipeline)


def _saved_beside(path: Source, data: EvalSet | None, pipeline: str, *, cache: bool, changed: bool) -> CoverageResults:
    """Read saved results, and set data beside them; refuse settings that differ from the usual ones."""
    if changed:
        raise UsageError(
            f"{display_name(path)} was measured with its own settings",
            remedy="give the corrections themselves to measure them with others",
        )
    results = read_saved(path)
    measures = [curve.measure for curve in results.curves]
    annotator = None if data is None else _annotator(measures, pipeline, cache=cache)
    data = _with_edits(data, measures, annotator, pipeline)
    return results if data is None else beside(results, data, pipeline=_name(annotator))


def _name(annotator: Annotator | None) -> str:
    return "none" if annotator is None else described(annotator)


def _with_test_set(
    settings: CoverageSettings, data: EvalSet | None, sentences: int | None, untouched: int | None
) -> CoverageSettings:
    """Take the size of the imagined test set as asked for, or from the references at hand."""
    size, clean = (settings.sentences, settings.clean) if data is None else size_and_clean(data)
    if sentences is not None:
        size, clean = sentences, round(clean * sentences / size)
    if untouched is not None:
        clean = untouched
    if clean > size:
        raise UsageError(
            f"--untouched {clean} is more than the {size} sentences", remedy="give fewer, or more --sentences"
        )
    return replace(settings, sentences=size, clean=clean)


def size_and_clean(data: EvalSet) -> tuple[int, int]:
    """Count sentences, and those of them that no reference changes."""
    need_references(data)
    rows = zip(data.sources, zip(*(reference.texts for reference in data.references), strict=True), strict=True)
    return len(data.sources), sum(all(text in (None, source) for text in texts) for source, texts in rows)


def need_references(data: EvalSet) -> None:
    """Refuse data without references, beside which nothing can be set."""
    if not data.references:
        raise UsageError("there are no references", remedy="load the data with references, or give no data")


def measured(
    sentences: Sequence[CorrectedSentence],
    settings: CoverageSettings | None = None,
    *,
    annotator: Annotator | None = None,
    data: EvalSet | None = None,
    votes: Mapping[Given, Sequence[bool]] | None = None,
    statistics: Statistics | None = None,
) -> CoverageResults:
    """Measure the coverage of corrections that were read.

    `annotator` finds edits, for measures that look at them. `data` are set beside the perfect corrector; they have the
    edits that the measures need, and their `statistics` may have been counted before.
    """
    settings = settings or CoverageSettings()
    _refuse(settings, data)
    kept = cleaned(
        normalised(sentences, settings.normalisation), left_alone=settings.left_alone, fewest=settings.fewest
    )
    distributions = tuple(estimate_corrections(kept, match, settings) for match in settings.matches)
    pool = make_pool(kept, annotator)
    sizes, types = change_coverage(pool, settings)
    curves, notes = measure_curves(pool, settings, None if data is None else len(data.references))
    results = CoverageResults(
        coverage_conditions(sentences, len(kept), settings, _name(annotator), votes),
        settings,
        _facts(kept, len(sentences)),
        distributions,
        tuple(match_results(distribution, settings) for distribution in distributions),
        curves,
        validity=None if votes is None else _validity(votes, kept, settings.normalisation),
        footnotes=(*_repeats_note(sentences), *_spacing_note(sentences, settings), *notes),
        sizes=sizes,
        types=types,
    )
    return results if data is None else beside(results, data, pipeline=_name(annotator), statistics=statistics)


def _refuse(settings: CoverageSettings, data: EvalSet | None) -> None:
    """Refuse what would give no number, or a wrong one, before the work."""
    if settings.fewest < 2:
        raise UsageError(
            "one correction says nothing about others", remedy="ask for at least two per sentence: fewest=2"
        )
    for name in settings.measures:
        if isinstance(parse_measure(name), WithoutReferences):
            raise UsageError(
                f"{name} looks at no reference, so their number does not matter",
                remedy="choose another measure; redink score has this one",
            )
    if not settings.references:
        raise UsageError("no number of references is asked for", remedy="name at least one M: references=(1,)")
    if not 0 <= settings.clean <= settings.sentences or not settings.sentences:
        raise UsageError(
            f"{settings.clean} of {settings.sentences} sentences cannot be clean", remedy="give from 0 to all sentences"
        )
    if data is not None:
        need_references(data)


def _facts(kept: Sequence[CorrectedSentence], read: int) -> CorrectionFacts:
    sizes = [len(sentence.corrections) for sentence in kept]
    unchanged = sum(sentence.corrections.count(sentence.source) for sentence in kept)
    return CorrectionFacts(
        len(kept), read - len(kept), sum(sizes), min(sizes), max(sizes), unchanged / max(sum(sizes), 1)
    )


def beside(
    results: CoverageResults, data: EvalSet, *, pipeline: str = "none", statistics: Statistics | None = None
) -> CoverageResults:
    """Set systems and references beside a perfect corrector that was measured before.

    The data have the edits that the measures need; `statistics` are theirs, if they were counted before.
    """
    need_references(data)
    settings = results.settings
    draws = Draws(settings.trust, len(data.sources), data.documents)
    people = parse_measures(settings.measures, Conventions(settings.rule)) if len(data.references) > 1 else []
    return replace(
        results,
        signature=conditions_beside(results, data, pipeline),
        references=len(data.references),
        systems=tuple(_system_lines(statistics or Statistics(data), results.curves, settings.rule, draws)),
        people=tuple(human_scores(data, measure, draws) for measure in people),
    )


def _system_lines(
    statistics: Statistics, curves: Sequence[MeasureCurve], rule: Rule, draws: Draws
) -> Iterator[SystemLine]:
    measures = [parse_measure(curve.measure, Conventions(rule)) for curve in curves]
    statistics.count(measures)
    for curve, measure in zip(curves, measures, strict=True):
        point = curve.at(len(statistics.data.references))
        for system in statistics.data.systems:
            for score in estimates(statistics.rows(measure, system.name), [measure], draws):
                perfect = point.score if point else None
                yield SystemLine(system.name, curve.measure, score.value, score.interval, perfect)


def _validity(votes: Mapping[Given, Sequence[bool]], kept: Sequence[CorrectedSentence], how: Normalisation) -> Validity:
    """Normalise judged corrections like those given; votes on what is then the same go together."""
    together: dict[Given, list[bool]] = {}
    for (source, text), answers in votes.items():
        together.setdefault((how(source), how(text)), []).extend(answers)
    return validity_by_frequency(together, kept)


def _repeats_note(sentences: Sequence[CorrectedSentence]) -> tuple[str, ...]:
    """Say so when a person corrected a sentence more than once: such corrections are not independent."""
    repeats = sum(len(sentence.workers) - len(set(sentence.workers)) for sentence in sentences if sentence.workers)
    if not repeats:
        return ()
    return (f"{repeats} corrections are by a person who had already corrected the same sentence; all are counted.",)


def _spacing_note(sentences: Sequence[CorrectedSentence], settings: CoverageSettings) -> tuple[str, ...]:
    """Say so when many corrections differ in punctuation marks and case alone, as untokenised ones do."""
    loose = Normalisation(fold_case=True, drop_punctuation=True)
    strict = sum(len(set(map(settings.normalisation, sentence.corrections))) for sentence in sentences)
    fewer = sum(len(set(map(loose, sentence.corrections))) for sentence in sentences)
    if fewer > 0.9 * strict:
        return ()
    return (
        f"{1 - fewer / strict:.0%} of the distinct corrections differ from others in punctuation, spacing or case "
        "alone: if the texts are not tokenised in the same way, use --drop-punctuation and --fold-case.",
    )
