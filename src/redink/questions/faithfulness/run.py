"""Sources and outputs, with trees, UCCA graphs or a parser, in; meaning kept beside the amount of change out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

from redink.annotation.word_alignment import Rule
from redink.arrays import Floats
from redink.errors import InputError, UsageError
from redink.language.trees import TreeParser
from redink.questions.faithfulness.mathematics.checks import CHECKS
from redink.questions.faithfulness.mathematics.dist_sim import dist_sim
from redink.questions.faithfulness.mathematics.embedding import Embedder
from redink.questions.faithfulness.mathematics.fluency_errors import Checker, Complaint, check_all
from redink.questions.faithfulness.mathematics.measures import formulas
from redink.questions.faithfulness.mathematics.pairs import BINS, Language, Outcome, Side, compare, statistics
from redink.questions.faithfulness.mathematics.trigram import TrigramModel, words_of_text
from redink.questions.faithfulness.mathematics.ud_units import units_of_tree
from redink.questions.faithfulness.mathematics.usim import Compat
from redink.questions.faithfulness.results import Bin, FaithfulnessResults, SentenceFaithfulness, SystemFaithfulness
from redink.questions.score.run import Trust
from redink.reading.conllu import Tree
from redink.records import EvalSet, Score, Tokens
from redink.signature import Signature, Value, checksum
from redink.stats.intervals import interval
from redink.stats.resampling import Resamples, ScoreFromSums, bootstrap

Pairs: TypeAlias = Sequence[tuple[Side, Side]]
"""Sources with their corrections by one system."""
Watch: TypeAlias = Callable[[Iterable[Tokens], str, int], Iterable[Tokens]]
"""Shows progress: items, what is done to them, how many."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is measured, and how."""

    compat: Compat = "printed"
    """Rule of USim."""
    alignment: Rule = "thesis"
    """How words are aligned."""
    checker: Checker | None = None
    """Counts errors."""
    model: TrigramModel | None = None
    """Gives perplexities."""
    embedder: Embedder | None = None
    """Compares embeddings."""
    trust: Trust | None = field(default_factory=Trust)
    """Makes intervals; `None` for none."""
    watch: Watch = field(default=lambda items, _what, _number: items)
    """Shows progress."""


def measure_faithfulness(data: EvalSet, parser: TreeParser, *, plan: Plan | None = None) -> FaithfulnessResults:
    """Parse every distinct sentence once, and measure every system's outputs against the sources (USim-UD)."""
    plan = plan or Plan()
    distinct = sorted({text for texts in (data.sources, *(one.texts for one in data.systems)) for text in texts})
    watched = plan.watch(distinct, "parsing", len(distinct))
    trees = dict(zip(distinct, _checked(parser.parse(watched), distinct, parser.name), strict=True))
    systems = {system.name: [trees[text] for text in system.texts] for system in data.systems}
    named = f"{parser.name}@{parser.version}"
    return measure_trees([trees[text] for text in data.sources], systems, plan=plan, trees=named, groups=data.documents)


def _checked(trees: Iterable[Tree], sentences: Sequence[Tokens], name: str) -> Iterable[Tree]:
    for number, (tree, tokens) in enumerate(zip(trees, sentences, strict=True), start=1):
        if tree.tokens != tokens:
            raise InputError(
                f"the parser {name} changed the tokens of sentence {number}: {' '.join(tokens)[:60]!r}",
                remedy="give another --pipeline, or trees (CoNLL-U) of your own",
            )
        yield tree


def measure_trees(
    sources: Sequence[Tree],
    systems: Mapping[str, Sequence[Tree]],
    *,
    plan: Plan | None = None,
    trees: str = "given",
    groups: Sequence[str] | None = None,
) -> FaithfulnessResults:
    """Measure systems whose outputs are parsed already (USim-UD).

    Args:
        sources: Trees of the sources.
        systems: Trees of the outputs, as many as there are sources.
        plan: What is measured.
        trees: Who drew them, for the signature.
        groups: The essay of each sentence; essays are then drawn whole for intervals.
    """
    known: dict[Tree, Side] = {}

    def side(tree: Tree) -> Side:
        if tree not in known:
            known[tree] = Side(tree.tokens, units_of_tree(tree), tree)
        return known[tree]

    for name, outputs in systems.items():
        if len(outputs) != len(sources):
            raise InputError(
                f"{name}: {len(outputs)} trees, but the source has {len(sources)}",
                remedy="every file must have one tree a source sentence, in the same order",
            )
    pairs = {
        name: [(side(source), side(output)) for source, output in zip(sources, outputs, strict=True)]
        for name, outputs in systems.items()
    }
    return measure_pairs(pairs, measure="USim-UD", plan=plan, graphs=trees, groups=groups)


def measure_pairs(
    systems: Mapping[str, Pairs],
    *,
    measure: str,
    plan: Plan | None = None,
    graphs: str = "given",
    groups: Sequence[str] | None = None,
) -> FaithfulnessResults:
    """Measure pairs of texts whose units are known, from trees or from UCCA.

    Args:
        systems: Pairs by system.
        measure: `USim-UD` or `USim`.
        plan: What is measured.
        graphs: Who made the trees or graphs, for the signature.
        groups: The essay of each pair.
    """
    plan = plan or Plan()
    if not systems:
        raise UsageError("nothing to measure", remedy="give at least one output")
    languages = _languages(systems, plan)
    outcomes = {
        name: [compare(*pair, languages, compat=plan.compat, alignment=plan.alignment) for pair in pairs]
        for name, pairs in systems.items()
    }
    tables = {
        name: statistics(outcomes[name], [(len(one.tokens), len(two.tokens)) for one, two in pairs])
        for name, pairs in systems.items()
    }
    mix = sum((table[:, -len(BINS) :].sum(axis=0) for table in tables.values()), start=np.zeros(len(BINS)))
    named = formulas(measure, mix, errors=plan.checker is not None, fluency=plan.model is not None)
    found = (_system(name, pairs, outcomes[name], tables[name], named, plan, groups) for name, pairs in systems.items())
    return FaithfulnessResults(
        _signature(systems, measure, plan, graphs), measure, tuple(found), _sentences(systems, outcomes)
    )


def _languages(systems: Mapping[str, Pairs], plan: Plan) -> dict[Tokens, Language]:
    """Ask checker and model about every distinct text once."""
    if plan.checker is None and plan.model is None:
        return {}
    texts = sorted({side.tokens for pairs in systems.values() for pair in pairs for side in pair})
    complaints: Sequence[tuple[Complaint, ...] | None] = [None] * len(texts)
    if plan.checker is not None:
        complaints = list(check_all(plan.checker, plan.watch(texts, "checking", len(texts))))
    scored: Sequence[tuple[float | None, int]] = [(None, 0)] * len(texts)
    if plan.model is not None:
        logs, words = plan.model.score([words_of_text(text) for text in texts])
        scored = list(zip(logs.tolist(), words.tolist(), strict=True))
        _refuse_impossible(texts, scored, plan.model.name)
    return {text: Language(found, *fluency) for text, found, fluency in zip(texts, complaints, scored, strict=True)}


_LEAST_PROBABLE = -700.0
"""ln of the least probability of a word, on average, whose perplexity is still a number."""


def _refuse_impossible(texts: Sequence[Tokens], scored: Sequence[tuple[float | None, int]], model: str) -> None:
    """Refuse a model that gives ∞, NaN or a perplexity beyond all numbers: nothing could be added up."""
    for text, (log, words) in zip(texts, scored, strict=True):
        if log is None or words < 1 or not _LEAST_PROBABLE < log / words < -_LEAST_PROBABLE:
            raise InputError(
                f"the language model {model} gives {' '.join(text)[:60]!r} a log probability of {log} "
                f"in {words} words, from which no perplexity can be had",
                remedy="use another model, or none (--no-fluency)",
            )


def _cosines(embedder: Embedder, pairs: Pairs) -> Floats:
    """Ask for the likeness of all pairs; refuse a model that gives ∞ or NaN."""
    cosines = embedder.similarities([one.tokens for one, _ in pairs], [two.tokens for _, two in pairs])
    if not np.isfinite(cosines).all():
        number = int(np.flatnonzero(~np.isfinite(cosines))[0])
        raise InputError(
            f"the embedding model {embedder.name} gives pair {number + 1} a cosine of {cosines[number]}",
            remedy="use another model, or none",
        )
    return cosines


def _system(
    name: str,
    pairs: Pairs,
    outcomes: Sequence[Outcome],
    table: Floats,
    named: Mapping[str, ScoreFromSums],
    plan: Plan,
    groups: Sequence[str] | None,
) -> SystemFaithfulness:
    sums = table.sum(axis=0)
    draws = None
    if plan.trust is not None and len(table):
        # Systems with the same number of pairs are drawn alike, because every generator starts at the same seed.
        rng = np.random.default_rng(plan.trust.seed)
        draws = Resamples.draw(len(table), plan.trust.resamples, rng, groups)
    scores = [_score(measure, formula, table, draws, plan.trust) for measure, formula in named.items()]
    if plan.embedder is not None:
        cosines = _cosines(plan.embedder, pairs)
        both = np.column_stack([cosines, np.ones(len(cosines))])
        scores.append(_score("embedding", lambda sums: sums[:, 0] / sums[:, 1], both, draws, plan.trust))
    kept, number = sums[-2 * len(BINS) : -len(BINS)].tolist(), sums[-len(BINS) :].tolist()
    return SystemFaithfulness(
        name,
        len(pairs),
        sum(outcome.changed for outcome in outcomes),
        tuple(scores),
        tuple(Bin(words, int(n), k / n if n else None) for words, k, n in zip(BINS, kept, number, strict=True)),
        _check_counts(outcomes),
        dist_sim((one.units, two.units) for one, two in pairs),
    )


def _check_counts(outcomes: Sequence[Outcome]) -> dict[str, int]:
    counts = Counter(finding.check for outcome in outcomes for finding in outcome.findings or ())
    return {check: counts[check] for check in CHECKS}


def _score(name: str, formula: ScoreFromSums, table: Floats, draws: Resamples | None, trust: Trust | None) -> Score:
    if draws is None or trust is None:
        with np.errstate(divide="ignore", invalid="ignore"):
            value = float(formula(table.sum(axis=0)[np.newaxis])[0]) if len(table) else float("nan")
        return Score(name, value if np.isfinite(value) else None)
    found = bootstrap(table, formula, draws)
    value = found.estimate
    return Score(name, None if np.isnan(value) else value, interval(found, level=trust.level, method=trust.method))


def _sentences(
    systems: Mapping[str, Pairs], outcomes: Mapping[str, Sequence[Outcome]]
) -> tuple[SentenceFaithfulness, ...]:
    rows = [
        SentenceFaithfulness(
            name,
            number,
            source.tokens,
            output.tokens,
            outcome.word_change,
            outcome.usim.value,
            outcome.risk,
            outcome.findings or (),
            outcome.steps,
            _fluency(outcome),
        )
        for name, pairs in systems.items()
        for number, ((source, output), outcome) in enumerate(zip(pairs, outcomes[name], strict=True), start=1)
        if outcome.changed
    ]
    return tuple(sorted(rows, key=lambda row: -row.risk))


def _fluency(outcome: Outcome) -> float | None:
    before, after = outcome.before.perplexity, outcome.after.perplexity
    return None if before is None or after is None else 1 - after / before


def _signature(systems: Mapping[str, Pairs], measure: str, plan: Plan, graphs: str) -> Signature:
    texts = (" ".join(side.tokens) for name, pairs in systems.items() for pair in pairs for side in pair)
    fields: dict[str, Value] = {
        "measure": measure,
        "compat": plan.compat,
        "alignment": plan.alignment,
        "graphs": graphs,
    }
    if plan.checker is not None:
        fields["checker"] = f"{plan.checker.name}@{plan.checker.version}"
    if plan.model is not None:
        fields["model"] = plan.model.name
    if plan.embedder is not None:
        fields["embedding"] = plan.embedder.name
    if plan.trust is not None:
        fields |= {"interval": plan.trust.method, "resamples": plan.trust.resamples, "seed": plan.trust.seed}
    return Signature.of(**fields, data=checksum(texts))
