"""Files of scores or a suite of judgements in; how far measures and people agree out."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from redink.errors import Note, UsageError, users_line
from redink.evaluation.calls import checked
from redink.questions.meta.agreeing import MetaPlan, RankingMethod, SystemScores, evaluate_measures
from redink.questions.meta.mathematics.numbering import FirstSentence, Numbering, find_numbering
from redink.questions.meta.results import MetaResults
from redink.questions.meta.suite import benchmark
from redink.questions.meta.suite_results import SuiteResults
from redink.reading.files import Source, display_name
from redink.reading.human_rankings import PairwiseChoice, read_choices
from redink.reading.score_files import ScoreFile, read_score_file
from redink.scoring.edit_overlap import Rule
from redink.scoring.measure import Conventions
from redink.stats.correlation import CorrelationInterval


@checked
def meta(
    scores: Source | Sequence[Source] | SystemScores = (),
    *,
    human: Source | Sequence[Source] = (),
    human_scores: Source | Sequence[Source] | SystemScores = (),
    ranking: RankingMethod | Sequence[RankingMethod] = ("expected-wins",),
    identical: bool = True,
    first_sentence: FirstSentence | None = None,
    aliases: Sequence[str] = (),
    without: Sequence[str] = (),
    interval: CorrelationInterval | None = None,
    level: float = 0.95,
    orders: int = 10,
    resamples: int = 1000,
    seed: int = 12345,
    suite: str | Path | None = None,
    outputs: str | Path | None = None,
    source: Source | None = None,
    references: Source | Sequence[Source] = (),
    tokenise: str = "auto",
    measures: str | Sequence[str] = ("F0.5", "M2", "GLEU"),
    every: bool = False,
    rule: Rule = "faithful",
    window: int = 8,
    pipeline: str = "redink-en",
) -> MetaResults | SuiteResults:
    """Show how well measures agree with human rankings of systems and sentences.

    Args:
        scores: Files of scores (`redink score -f json`, or tables), or a dictionary measure → system → score.
        human: Files of human judgements: Appraise XML, or WMT's CSV of pairs.
        human_scores: Human scores of the systems, in the form of `scores`.
        ranking: Methods that make a ranking from human judgements: `expected-wins`, `bradley-terry`, `trueskill`,
            `wmt-trueskill`.
        identical: Whether systems with the same output text, which the judge saw only once, count as tied.
        first_sentence: The number of the first sentence in `human`: 0 or 1. Without it, redink finds out.
        aliases: The name in `scores` of a system in the human judgements, for example `INPUT=source`.
        without: Systems to leave out.
        interval: Intervals of the correlations over systems: `fisher` or `bootstrap`. Without it: `bootstrap` with
            `suite`, otherwise `fisher`. Correlations over sentences always use the bootstrap.
        level: Level of all intervals.
        orders: Number of random orders over which TrueSkill is averaged.
        resamples: Number of random draws.
        seed: Seed of the random draws. The same seed gives the same result.
        suite: A folder of judgements in the layout of GJG15 or SEEDA; the measures are computed on its outputs. All
            arguments below are for suites.
        outputs: The folder of the outputs, one file for each system, if the suite does not hold them.
        source: The source sentences. Leave them out if a reference is M2.
        references: References, as in `read`.
        tokenise: The tokeniser, as in `read`.
        measures: Names of the measures.
        every: Whether to compute all measures that can be computed.
        rule: `faithful` gives exactly the numbers of the published programs; `corrected` fixes the bugs of these
            programs.
        window: Number of neighbouring systems in the analysis of windows.
        pipeline: `redink-en`, `errant`, `plain`, or a spaCy model.
    """
    methods = (ranking,) if isinstance(ranking, str) else tuple(dict.fromkeys(ranking))
    intervals = interval or ("fisher" if suite is None else "bootstrap")
    plan = MetaPlan(methods, identical, intervals, level, resamples, seed, orders)
    if suite is not None:
        if scores or human or human_scores or aliases:
            raise UsageError("a suite has its own judgements", remedy="leave out SCORES, --human and --alias")
        return benchmark(
            suite,
            outputs=outputs,
            source=source,
            references=_as_list(references),
            tokenise=tokenise,
            measures=("all",) if every else (measures,) if isinstance(measures, str) else measures,
            conventions=Conventions(rule),
            pipeline=pipeline,
            first_sentence=first_sentence,
            without=without,
            window=window,
            plan=plan,
        )
    names = _aliases(aliases)
    measured, known = _joined(scores, {}, without), _joined(human_scores, names, without)
    choices: list[PairwiseChoice] = []
    numbering: list[Numbering] = []
    for path in _as_list(human):
        read = _renamed(read_choices(path), names, without)
        if measured.sentences:
            numbering.append(find_numbering(read, measured.sentences, file=display_name(path), given=first_sentence))
            _tell(numbering[-1])
            read = [choice._replace(sentence=choice.sentence - numbering[-1].first_sentence) for choice in read]
        choices += read
    return evaluate_measures(
        measured.systems, measured.sentences, choices, given=known.systems, numbering=numbering, plan=plan
    )


def _tell(numbering: Numbering) -> None:
    if numbering.is_known:
        warnings.warn(str(numbering), Note, stacklevel=users_line())
    else:
        warnings.warn(f"{numbering}; if that is wrong, say so with --first-sentence", stacklevel=users_line())


def _as_list(paths: Source | Sequence[Source]) -> Sequence[Source]:
    return [paths] if isinstance(paths, Source) else paths


def _aliases(pairs: Sequence[str]) -> dict[str, str]:
    for pair in pairs:
        if not all(pair.partition("=")):
            raise UsageError(f"--alias {pair!r}", remedy="write it as HUMAN=OURS, e.g. INPUT=source")
    return {pair.partition("=")[0]: pair.partition("=")[2] for pair in pairs}


def _renamed(
    choices: Iterable[PairwiseChoice], names: Mapping[str, str], without: Sequence[str]
) -> list[PairwiseChoice]:
    renamed = (
        choice._replace(first=names.get(choice.first, choice.first), second=names.get(choice.second, choice.second))
        for choice in choices
    )
    return [choice for choice in renamed if choice.first not in without and choice.second not in without]


def _joined(
    given: Source | Sequence[Source] | SystemScores, names: Mapping[str, str], without: Sequence[str]
) -> ScoreFile:
    """Put the measures of several files together; one that is in two files is refused."""
    if isinstance(given, Mapping):
        files = [ScoreFile({measure: dict(scores) for measure, scores in given.items()}, {})]
    else:
        files = [read_score_file(path) for path in _as_list(given)]
    whole = ScoreFile()
    for file in files:
        for measure in (*file.systems, *file.sentences):
            if measure in whole.systems or measure in whole.sentences:
                raise UsageError(
                    f"two files have scores of {measure!r}", remedy="name the measures apart in the header"
                )
        for measure, by_system in file.systems.items():
            whole.systems[measure] = {
                names.get(system, system): score for system, score in by_system.items() if system not in without
            }
        for measure, by_sentence in file.sentences.items():
            whole.sentences[measure] = {key: score for key, score in by_sentence.items() if key[0] not in without}
    return whole
