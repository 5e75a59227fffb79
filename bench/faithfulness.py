"""`redink faithfulness` on CoNLL-14: a workbench in; order of systems, perturbations, ranks against people, speed out.

The numbers to compare with are those of SPEC-conservatism §7 and §8, which came from a far weaker parser. Everything
is computed in this process: each distinct sentence is parsed once, and checked once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from bench.corpora import DATA, OFFICIAL, shared_is_there
from bench.finding import Finding
from bench.perturbing import delete_words, drop_argument, swap_roles
from bench.workbench import Workbench
from redink.annotation import word_alignment
from redink.questions.faithfulness.mathematics.checks import check_meaning
from redink.questions.faithfulness.mathematics.ud_units import units_of_tree
from redink.questions.faithfulness.mathematics.units import Units
from redink.questions.faithfulness.mathematics.usim import usim
from redink.questions.faithfulness.plan import Plan
from redink.questions.faithfulness.results import FaithfulnessResults
from redink.questions.faithfulness.run import measure_trees
from redink.questions.meta.agreeing import MetaPlan, rank_systems
from redink.reading.conllu import Tree
from redink.reading.corrections import read_references
from redink.reading.human_rankings import read_choices
from redink.reading.plain_text import read_sentences
from redink.records import Tokens
from redink.stats.correlation import spearman

if TYPE_CHECKING:
    from redink.language.trees import TreeParser

Perturbation: TypeAlias = Callable[[Tree, np.random.Generator], Tokens | None]
_NAME = "faithfulness"
_ORDER = ("gold", "CAMB", "CUUI", "AMU", "IPN")


def faithfulness(bench: Workbench) -> list[Finding]:
    """Measure everything once."""
    if not shared_is_there() or "errant" not in bench.pipelines:
        return []
    from redink.language.trees import load_tree_parser
    from redink.questions.faithfulness.mathematics.fluency_errors import load_checker
    from redink.questions.faithfulness.mathematics.trigram import load_model

    parser = load_tree_parser("errant")
    texts = _texts(quick=bench.quick)
    trees = _parse(parser, (text for own in texts.values() for text in own))
    plan = Plan(checker=load_checker("harper"), model=load_model(), trust=None)
    systems = {name: [trees[text] for text in own] for name, own in texts.items() if name != "source"}
    results = measure_trees([trees[text] for text in texts["source"]], systems, plan=plan)
    return [
        *_order(results),
        *_people(results, quick=bench.quick),
        *_speed(texts, trees),
        *_perturbations(texts, trees, parser),
    ]


def _texts(*, quick: bool) -> dict[str, tuple[Tokens, ...]]:
    """Read the source, the first annotator's corrections and the outputs."""
    source, (gold, *_) = read_references(OFFICIAL / "official-2014.0.m2")
    corrected = tuple(own if text is None else text for own, text in zip(source, gold.texts, strict=True))
    paths = sorted(path for path in (DATA / "conll14-teams").iterdir() if path.suffix != ".md")
    chosen = [path for path in paths if not quick or path.name in _ORDER]
    return {"source": source, "gold": corrected, **{path.name: read_sentences(path) for path in chosen}}


def _parse(parser: TreeParser, sentences: Iterable[Tokens]) -> dict[Tokens, Tree]:
    distinct = sorted(set(sentences))
    return dict(zip(distinct, parser.parse(distinct), strict=True))


def _order(results: FaithfulnessResults) -> list[Finding]:
    found = {one.name: one.score("USim-UD changed").value for one in results.systems}
    kept = {name: value for name, value in found.items() if value is not None}
    rising = sum(kept[one] < kept[two] for one, two in pairwise(_ORDER))
    rows = [
        Finding(_NAME, "errant", f"USim-UD, changed sentences: {name}", value) for name, value in sorted(kept.items())
    ]
    what = f"neighbours in the expected order {' < '.join(_ORDER)}"
    return [*rows, Finding(_NAME, "errant", what, rising, at_least=len(_ORDER) - 1)]


def _people(results: FaithfulnessResults, *, quick: bool) -> list[Finding]:
    """Correlate perplexity, errors and Scribendi's rule with the human ranking of the 13 outputs."""
    if quick:
        return []
    choices = read_choices(DATA / "human-grundkiewicz15" / "judgments.xml")
    by_name = {one.name: one for one in results.systems}
    findings = []
    for ranking in rank_systems(choices, MetaPlan(("expected-wins", "trueskill"))):
        for name, sign, wanted in (("perplexity", -1, 0.75), ("errors fewer", 1, 0.5), ("Scribendi", 1, None)):
            values = [sign * (by_name[system].score(name).value or 0.0) for system in ranking.systems]
            people = [value or 0.0 for value in ranking.values]
            what = f"Spearman of {name} with people ({ranking.method}, {len(values)} outputs)"
            findings.append(Finding(_NAME, "–", what, spearman(values, people), at_least=wanted))
    return findings


def _speed(texts: dict[str, tuple[Tokens, ...]], trees: dict[Tokens, Tree]) -> list[Finding]:
    """Time what comes after parsing: units, alignment and USim of changed pairs, and the named checks."""
    pairs = sorted(
        {
            (source, output)
            for own in texts.values()
            for source, output in zip(texts["source"], own, strict=True)
            if source != output
        }
    )
    word_alignment._kept.cache_clear()  # alignments are part of the work
    begun = time.process_time()
    for source, output in pairs:
        usim(units_of_tree(trees[source]), units_of_tree(trees[output]))
    rate = len(pairs) / (time.process_time() - begun)
    begun = time.process_time()
    for source, output in pairs:
        check_meaning(trees[source], trees[output])
    checks = len(pairs) / (time.process_time() - begun)
    return [
        Finding(_NAME, "–", "USim-UD: sentence pairs per CPU second after parsing, units included", rate, at_least=300),
        Finding(_NAME, "–", "named checks: sentence pairs per CPU second", checks),
    ]


def _perturbations(
    texts: dict[str, tuple[Tokens, ...]], trees: dict[Tokens, Tree], parser: TreeParser
) -> list[Finding]:
    """Damage the gold corrections, parse them anew, and see how often USim-UD falls and the checks speak."""
    rng = np.random.default_rng(0)
    pairs = [(trees[source], trees[gold]) for source, gold in zip(texts["source"], texts["gold"], strict=True)]
    known = {tokens: units_of_tree(tree) for tokens, tree in trees.items()}
    findings = []
    for name, damage, wanted in (
        ("a sixth of the words deleted", delete_words, 0.95),
        ("an argument dropped", drop_argument, 0.9),
        ("subject and object swapped", swap_roles, None),
    ):
        rows = [(source, gold, damaged) for source, gold in pairs if (damaged := damage(gold, rng))]
        findings += _fall(name, rows, known, parser, wanted)
    return findings


def _fall(
    name: str,
    rows: Sequence[tuple[Tree, Tree, Tokens]],
    known: dict[Tokens, Units],
    parser: TreeParser,
    wanted: float | None,
) -> list[Finding]:
    damaged = _parse(parser, (tokens for _, _, tokens in rows))
    units = known | {tokens: units_of_tree(tree) for tokens, tree in damaged.items()}
    before = np.array([usim(units[source.tokens], units[gold.tokens]).value or 0.0 for source, gold, _ in rows])
    after = np.array([usim(units[source.tokens], units[tokens]).value or 0.0 for source, _, tokens in rows])
    spoken = np.mean([bool(check_meaning(gold, damaged[tokens])) for _, gold, tokens in rows])
    number = f"{len(rows):,} sentences"
    return [
        Finding(_NAME, "errant", f"{name}: mean USim-UD ({number}; gold {before.mean():.3f})", float(after.mean())),
        Finding(
            _NAME, "errant", f"{name}: share scored lower", float((after < before - 1e-12).mean()), at_least=wanted
        ),
        Finding(_NAME, "errant", f"{name}: share with a finding of a named check", float(spoken)),
    ]
