"""A student, the teacher and the folder of evaluation data in; a report of their agreement out."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from redink.language.pipeline import Analysis, Pipeline
from training.english import agreement, scores, testsets
from training.english.agreement import Comparison, TypedSpan
from training.english.classes import class_of
from training.english.testsets import Pair

Find = Callable[[Any, Any], list[TypedSpan]]


class Analysed(NamedTuple):
    """Sentences as one side sees them, and what that cost."""

    documents: dict[str, Any]
    words_a_second: float


def test_sets(data: Path, *, untouched_only: bool) -> dict[str, list[Pair]]:
    """Give the sets to choose on, and unless `untouched_only` those to report."""
    chosen_on = {"JFLEG dev": testsets.jfleg(data, "dev"), "CoNLL-13": testsets.conll13(data)}
    if untouched_only:
        return chosen_on
    return chosen_on | {"JFLEG test": testsets.jfleg(data, "test"), "CoNLL-14": testsets.conll14(data)}


def report(student: Pipeline, teacher: Any, data: Path, *, untouched_only: bool = False) -> Iterator[str]:
    """Give the lines of the report, set by set; the teams' F0.5 last."""
    find = agreement.edit_finder(teacher)
    for name, pairs in test_sets(data, untouched_only=untouched_only).items():
        texts = sorted({text for pair in pairs for text in pair})
        expected, found = analyse_both(texts, student, teacher)
        edits = [agreement.all_edits(pairs, side.documents, find) for side in (expected, found)]
        comparison = agreement.compare(*edits)
        yield _line(name, comparison)
        yield f"  tokens: {token_agreement(expected.documents, found.documents)}"
        yield f"  words a CPU second: {found.words_a_second:.0f} to {expected.words_a_second:.0f}"
        yield f"  confusions: {comparison.confusions.most_common(20)}"
        if name == "CoNLL-14":
            yield _teams(data, expected.documents, found.documents, find)


def analyse_both(texts: list[str], student: Pipeline, teacher: Any) -> tuple[Analysed, Analysed]:
    """Let both analyse the same sentences, one after the other, in this process."""
    words = sum(len(text.split()) for text in texts)
    started = time.process_time()
    expected = agreement.spacy_documents(texts, teacher)
    between = time.process_time()
    analyses: list[Analysis] = list(student.analyse(text.split() for text in texts))
    ended = time.process_time()
    found = agreement.student_documents(texts, analyses, teacher.vocab)
    return Analysed(expected, words / (between - started)), Analysed(found, words / (ended - between))


def _line(name: str, comparison: Comparison) -> str:
    return (
        f"{name}: {comparison.teacher} edits, span F {comparison.span_f:.4f}, "
        f"span and type F {comparison.edit_f:.4f}, type given span {comparison.type_given_span:.4f}"
    )


def token_agreement(expected: dict[str, Any], found: dict[str, Any]) -> str:
    """Give the shares of tokens with the same tag, POS, lemma and class."""
    same: Counter[str] = Counter()
    for text, document in expected.items():
        for left, right in zip(document, found[text], strict=True):
            same["tokens"] += 1
            same["tag"] += left.tag_ == right.tag_
            same["pos"] += left.pos_ == right.pos_
            same["lemma"] += left.lemma_ == right.lemma_
            same["class"] += class_of(left.dep_) == class_of(right.dep_)
    shares = (f"{name} {same[name] / same['tokens']:.4f}" for name in ("tag", "pos", "lemma", "class"))
    return ", ".join(shares)


def _teams(data: Path, expected: dict[str, Any], found: dict[str, Any], find: Find) -> str:
    """Say how far the F0.5 of CoNLL-2014's twelve teams moves, and whether their order does."""
    before, after = (team_scores(data, documents, find) for documents in (expected, found))
    order = [sorted(side, key=side.__getitem__, reverse=True) for side in (before, after)]
    listed = ", ".join(f"{team} {before[team] * 100:.2f} {after[team] * 100:.2f}" for team in order[0])
    largest = scores.largest_difference(before, after)
    return f"  F0.5: largest difference {largest:.3f} points, same order: {order[0] == order[1]}; {listed}"


def team_scores(data: Path, documents: dict[str, Any], find: Find) -> dict[str, float]:
    """Give the F0.5 of the twelve teams against both references."""
    source = testsets.conll14_source(data)
    known: dict[Pair, scores.Keys] = {}

    def sentence_keys(pair: Pair) -> scores.Keys:
        if pair not in known:
            edits = find(documents[pair[0]], documents[pair[1]]) if all(pair) and pair[0] != pair[1] else []
            known[pair] = scores.keys(edits, pair[1])
        return known[pair]

    def version_keys(version: Iterable[str]) -> list[scores.Keys]:
        return [sentence_keys(pair) for pair in zip(source, version, strict=True)]

    references = [version_keys(version) for version in testsets.conll14_references(data)]
    teams = testsets.conll14_teams(data)
    return {team: scores.f05(version_keys(output), references) for team, output in teams.items()}
