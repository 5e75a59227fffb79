"""Sources and outputs, with trees, UCCA graphs or a parser, in; meaning kept beside the amount of change out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, starmap

import numpy as np

from redink.annotation.word_alignment import Rule
from redink.arrays import Floats
from redink.errors import InputError, UsageError
from redink.evaluation.conditions import conditions, partition
from redink.evaluation.containers import Columns, is_container
from redink.evaluation.data import read
from redink.evaluation.estimate import Named, estimates
from redink.evaluation.in_memory import takes_texts
from redink.evaluation.preparation import expect_files
from redink.evaluation.trust import Draws, Trust
from redink.language.trees import TreeParser, load_tree_parser
from redink.questions.faithfulness.asking import languages_of, notes_on_language, trees_of
from redink.questions.faithfulness.inputs import Level, Pairs, as_many_trees, kind_of, passage_pairs
from redink.questions.faithfulness.mathematics.checks import CHECKS
from redink.questions.faithfulness.mathematics.dist_sim import dist_sim
from redink.questions.faithfulness.mathematics.embedding import Embedder
from redink.questions.faithfulness.mathematics.measures import formulas
from redink.questions.faithfulness.mathematics.pairs import (
    BIN_COLUMNS,
    BINS,
    COLUMNS,
    NUMBER_COLUMNS,
    Outcome,
    Side,
    compare,
    statistics,
    with_mix,
)
from redink.questions.faithfulness.mathematics.ud_units import units_of_tree
from redink.questions.faithfulness.mathematics.usim import Compat
from redink.questions.faithfulness.plan import CheckerName, Plan, load_plan
from redink.questions.faithfulness.results import (
    Bin,
    FaithfulnessResults,
    Listing,
    SentenceFaithfulness,
    SystemFaithfulness,
)
from redink.reading.conllu import Tree, read_conllu
from redink.reading.files import Source
from redink.reading.kinds import system_name
from redink.reading.tables import read_documents
from redink.records import EvalSet
from redink.signature import Signature, Value, checksum
from redink.stats.intervals import IntervalMethod
from redink.stats.resampling import ScoreFromSums


@takes_texts
def faithfulness(
    systems: EvalSet | Source | Sequence[Source],
    *,
    source: Source | None = None,
    names: Sequence[str] = (),
    pipeline: str | TreeParser = "errant",
    compat: Compat = "printed",
    alignment: Rule = "thesis",
    level: Level = "sentence",
    checker: CheckerName | None = None,
    fluency: bool | None = None,
    embedding: str | None = None,
    sentences: int | None = None,
    sort: str = "risk",
    checks: Sequence[str] = (),
    details: bool = False,
    documents: tuple[Source, str] | None = None,
    tokenise: str = "auto",
    columns: Columns = (),
    ci: bool = False,
    interval: IntervalMethod = "percentile",
    resamples: int = 1000,
    seed: int = 12345,
) -> FaithfulnessResults:
    """Measure, without references, whether corrections keep the meaning and improve the language.

    Arguments that are not in this list mean the same as in `score`:
        systems: The result of `read`, or files: text or M2 (which redink parses), trees (`.conllu`), or UCCA; or texts
            by keyword, as in `score`.
        source: The source, in the same format as the files.
        names: Names of the systems. If empty, file names are used.
        pipeline: Parser for texts: `errant`, a spaCy model, or any object with `name`, `version` and `parse`.
        compat: USim as the papers define it (`printed`), or as the published program computes it (`released`).
        alignment: How words are aligned, as in `conservatism`.
        level: For UCCA only: compare whole passages (`essay`), or the sentences in them (`sentence`).
        checker: Program that counts errors. Without it: Harper, if it is installed.
        fluency: Whether to compute perplexity. Without it: if the extra [fluency] is installed.
        embedding: A sentence-transformers model by name or path.
        sentences: List this many sentences whose meaning is most at risk (0: all sentences).
        sort: The order of this list: `risk`, `kept`, `words`, `fluency` or `sentence`.
        checks: List only what these checks find.
        details: Whether to show precision and recall in each direction, unlabelled USim and DistSim.
        documents: A TSV table, and the column that names the essay of each sentence. Whole essays are resampled.
        tokenise: The tokeniser for texts, as in `read`.
        columns: The columns of JSON lines and Parquet, as in `read`.
        ci: Whether numbers get confidence intervals.
    """
    listing = Listing(sentences, sort, tuple(checks), details)
    plan = partial(
        load_plan,
        compat=compat,
        alignment=alignment,
        checker=checker,
        fluency=fluency,
        embedding=embedding,
        trust=Trust(interval, resamples=resamples, seed=seed) if ci else None,
    )
    if isinstance(systems, EvalSet):
        results = measure_faithfulness(systems, _parser(pipeline), plan=plan())
        return replace(results, listing=listing)
    expect_files(systems)
    paths = [systems] if isinstance(systems, Source) else list(systems)
    kind = kind_of(paths if source is None else [source, *paths])
    if source is None and (kind != "text" or not any(map(is_container, paths))):
        raise UsageError("the source sentences are not known", remedy="give --source")
    if kind != "ucca" and level == "essay":
        raise UsageError(
            "--level essay compares UCCA passages; texts and trees are compared sentence by sentence",
            remedy="leave it out; --documents draws whole essays for intervals",
        )
    if kind == "text":
        # The parser comes first: it may be missing, which must not wait for a grammar checker's answer.
        parser = _parser(pipeline)
        data = read(paths, source=source, names=names, documents=documents, tokenise=tokenise, columns=columns)
        return replace(measure_faithfulness(data, parser, plan=plan()), listing=listing)
    assert source is not None  # containers hold texts
    named = list(names) or [_stem(system_name(path)) for path in paths]
    if len(named) != len(paths) or len(set(named)) != len(named):
        raise UsageError("every output needs its own name", remedy="give one --name for each output")
    if kind == "trees":
        sources = read_conllu(source)
        trees = {name: as_many_trees(path, sources, source) for name, path in zip(named, paths, strict=True)}
        groups = read_documents(*documents, source=source, sentences=len(sources)) if documents else None
        results = measure_trees(sources, trees, plan=plan(), trees="CoNLL-U", groups=groups)
    else:
        pairs = {name: passage_pairs(source, path, level=level) for name, path in zip(named, paths, strict=True)}
        size = len(next(iter(pairs.values()), ()))
        groups = read_documents(*documents, source=source, sentences=size) if documents else None
        results = measure_pairs(pairs, measure="USim", plan=plan(), graphs=f"UCCA/{level}", groups=groups)
    return replace(results, listing=listing)


def _parser(pipeline: str | TreeParser) -> TreeParser:
    return load_tree_parser(pipeline) if isinstance(pipeline, str) else pipeline


def _stem(name: str) -> str:
    return name.removesuffix(".conllu").removesuffix(".xml").removesuffix(".mrp")


def measure_faithfulness(data: EvalSet, parser: TreeParser, *, plan: Plan | None = None) -> FaithfulnessResults:
    """Parse every distinct sentence once, and measure every system's outputs against the sources (USim-UD)."""
    plan = plan or Plan()
    texts = (data.sources, *(system.texts for system in data.systems))
    trees = trees_of(chain.from_iterable(texts), parser)
    systems = {system.name: [trees[text] for text in system.texts] for system in data.systems}
    named = f"{parser.name}@{parser.version}"
    return measure_trees([trees[text] for text in data.sources], systems, plan=plan, trees=named, groups=data.documents)


def measure_trees(
    sources: Sequence[Tree],
    systems: Mapping[str, Sequence[Tree]],
    *,
    plan: Plan | None = None,
    trees: str = "given",
    groups: Sequence[str] | None = None,
) -> FaithfulnessResults:
    """Measure systems whose outputs are parsed already (USim-UD).

    `trees` names who drew them, for the signature. Essays (`groups`) are drawn whole for intervals.
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
                remedy="every file must have one tree for each source sentence, in the same order",
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

    The measure is `USim-UD` or `USim`; `graphs` names who made the trees or graphs, for the signature.
    """
    plan = plan or Plan()
    if not systems:
        raise UsageError("nothing to measure", remedy="give at least one output")
    sides = (side.tokens for pairs in systems.values() for pair in pairs for side in pair)
    languages = languages_of(sides, plan.checker, plan.model)
    outcomes = {
        name: [compare(*pair, languages, compat=plan.compat, alignment=plan.alignment) for pair in pairs]
        for name, pairs in systems.items()
    }
    rows = [
        statistics(outcomes[name], [(len(source.tokens), len(output.tokens)) for source, output in pairs])
        for name, pairs in systems.items()
    ]
    tables = dict(zip(systems, with_mix(rows), strict=True))
    named = formulas(measure, errors=plan.checker is not None, fluency=plan.model is not None)
    return FaithfulnessResults(
        _signature(systems, measure, plan, graphs, groups),
        measure,
        tuple(
            _system(name, pairs, outcomes[name], tables[name], named, plan, groups) for name, pairs in systems.items()
        ),
        _sentences(systems, outcomes),
        (*plan.notes, *_notes_on_language(next(iter(systems.values())), plan, graphs)),
    )


def _notes_on_language(pairs: Pairs, plan: Plan, graphs: str) -> Iterator[str]:
    """Give the notes on programs that do not know the language of the sources, as the command line shows them."""
    checker = "" if plan.checker is None else plan.checker.name
    programs = [graphs.partition("@")[0], checker, "" if plan.model is None else "model"]
    notes = notes_on_language([source.tokens for source, _ in pairs], programs)
    return (f"redink: warning: {note[0].lower()}{note[1:]}" for note in notes)


def _cosines(embedder: Embedder, pairs: Pairs) -> Floats:
    """Ask for the likeness of all pairs; refuse a model that gives ∞ or NaN."""
    cosines = embedder.similarities([source.tokens for source, _ in pairs], [output.tokens for _, output in pairs])
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
    # Systems with the same number of pairs are drawn alike, because every generator starts at the same seed.
    draws = None if plan.trust is None or not len(table) else Draws(plan.trust, len(table), groups)
    scores = estimates(table, list(starmap(Named, named.items())), draws)
    if plan.embedder is not None:
        cosines = _cosines(plan.embedder, pairs)
        both = np.column_stack([cosines, np.ones(len(cosines))])
        scores += estimates(both, [Named("embedding", lambda sums: sums[:, 0] / sums[:, 1])], draws)
    by_name = dict(zip(COLUMNS, sums.tolist(), strict=True))
    return SystemFaithfulness(
        name,
        len(pairs),
        sum(outcome.changed for outcome in outcomes),
        tuple(scores),
        tuple(
            Bin(words, int(by_name[number]), by_name[kept] / by_name[number] if by_name[number] else None)
            for words, kept, number in zip(BINS, BIN_COLUMNS, NUMBER_COLUMNS, strict=True)
        ),
        _check_counts(outcomes),
        dist_sim((source.units, output.units) for source, output in pairs),
    )


def _check_counts(outcomes: Sequence[Outcome]) -> dict[str, int]:
    counts = Counter(finding.check for outcome in outcomes for finding in outcome.findings or ())
    return {check: counts[check] for check in CHECKS}


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


def _signature(
    systems: Mapping[str, Pairs], measure: str, plan: Plan, graphs: str, groups: Sequence[str] | None
) -> Signature:
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
        fields["units"] = "pairs" if groups is None else f"documents@{checksum(partition(groups))}"
    sides = (side for pairs in systems.values() for pair in pairs for side in pair)
    return conditions(fields, trust=plan.trust, checksums={"data": map(_side_line, sides)})


def _side_line(side: Side) -> str:
    units, covered = side.units, "".join(map(str, side.units.yields.astype(int).ravel().tolist()))
    labels = " ".join(",".join(sorted(unit_labels)) for unit_labels in units.labels)
    return f"{' '.join(side.tokens)}\t{covered}\t{labels}\t{units.heads}"
