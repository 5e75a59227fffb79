"""Corpora in; errors and edits to rate, sentences to correct, or corrections to vote on out: all tasks but pairs."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from redink.errors import UsageError
from redink.evaluation.conditions import conditions
from redink.judging.contexts import JudgedErrors, Surroundings
from redink.judging.pairs import PairPlan, balanced, eligible_errors, error_lines, levels_of
from redink.reading.judging_tasks import Item, Task, TaskSet
from redink.records import AnnotatedSentence, Edit, EvalSet, Tokens
from redink.signature import checksum


def sample_ratings(
    corpora: Sequence[tuple[str, Sequence[AnnotatedSentence]]], *, count: int = 100, seed: int = 12345
) -> TaskSet:
    """Draw edits of each corpus whose types are to be rated Good, Acceptable or Bad.

    All edits of a corpus are drawn if it has fewer than `count`.
    """
    rng = np.random.default_rng(seed)
    items: list[Item] = []
    sums = []
    for name, sentences in corpora:
        around = Surroundings.of([sentence.tokens for sentence in sentences])
        sums.append(around.corpus)
        places = [
            (number, edit)
            for number, sentence in enumerate(sentences)
            for edit in sentence.edits
            if not edit.is_noop and not edit.is_detected_only
        ]
        for place in sorted(rng.permutation(len(places))[:count].tolist()):
            number, edit = places[place]
            annotator_edits = _of_annotator(sentences[number], edit)
            error = around.error(number, edit, annotator_edits, reference=f"{name}, annotator {edit.annotator}")
            items.append(Item(item=f"r{len(items) + 1:04}", error=error))
    return _task_set("rating", items, seed, None, count=count, data=" ".join(sums))


def sample_difficulties(errors: JudgedErrors, plan: PairPlan, *, count: int = 100) -> TaskSet:
    """Draw errors whose difficulty is rated on a scale from 1 to 5, as many of each level as there are."""
    eligible = eligible_errors(errors, plan)
    members = [np.flatnonzero(eligible & (errors.level == level)) for level in range(errors.size + 1)]
    chosen = np.concatenate(balanced(members, count, np.random.default_rng(plan.seed)))
    items = [
        Item(item=f"l{place:04}", error=errors.in_context(int(index)))
        for place, index in enumerate(np.sort(chosen).tolist(), start=1)
    ]
    tasks = _task_set(
        "likert", items, plan.seed, None, count=count, exclude=" ".join(plan.exclude), shortest=plan.shortest,
        longest=plan.longest, N=errors.size, reference=errors.reference,
        data=errors.around.corpus, errors=checksum(error_lines(errors)),
    )  # fmt: skip
    systems = errors.systems if errors.solved is not None else ()
    return msgspec.structs.replace(tasks, size=errors.size, systems=systems, levels=levels_of(errors))


def sample_edits(data: EvalSet, *, count: int | None = None, votes: int | None = None, seed: int = 12345) -> TaskSet:
    """Draw edits of systems for people to accept or reject; an edit that several systems make is asked once.

    The flags of an item tell which systems make the edit.
    """
    around = Surroundings.of(data.sources, data.documents)
    makers: dict[tuple[int, int, int, tuple[str, ...]], tuple[Edit, list[int]]] = {}
    for place, system in enumerate(data.systems):
        for number, edits in enumerate(system.edits or ()):
            for edit in edits:
                if not edit.is_noop and not edit.is_detected_only:
                    key = (number, edit.start, edit.end, edit.replacement)
                    makers.setdefault(key, (edit, [0] * len(data.systems)))[1][place] = 1
    keys = sorted(makers)
    if count is not None:
        chosen = np.random.default_rng(seed).permutation(len(keys))[:count]
        keys = [keys[place] for place in sorted(chosen.tolist())]
    items = [
        Item(item=f"e{place:04}", error=around.error(key[0], makers[key][0], (), solved=makers[key][1]))
        for place, key in enumerate(keys, start=1)
    ]
    lines = checksum(f"{key} {flags}" for key, (_, flags) in sorted(makers.items()))
    tasks = _task_set("edit", items, seed, votes, count=count, data=around.corpus, edits=lines)
    names = tuple(system.name for system in data.systems)
    return msgspec.structs.replace(tasks, size=len(names), systems=names)


def _of_annotator(sentence: AnnotatedSentence, edit: Edit) -> tuple[Edit, ...]:
    return tuple(candidate for candidate in sentence.edits if candidate.annotator == edit.annotator)


def sample_sentences(
    sources: Sequence[Tokens],
    *,
    documents: Sequence[str] | None = None,
    count: int = 52,
    longest: int = 15,
    shortest: int = 1,
    votes: int = 50,
    seed: int = 12345,
) -> TaskSet:
    """Draw sentences of limited length for people to correct if necessary; the defaults are those of the thesis.

    Long sentences have too many independent errors to count their corrections. Each of the `votes` corrections of a
    sentence is requested from another person.
    """
    around = Surroundings.of(sources, documents)
    fitting = [number for number, tokens in enumerate(sources) if max(shortest, 1) <= len(tokens) <= longest]
    chosen = np.random.default_rng(seed).permutation(np.array(fitting, dtype=np.int64))[:count]
    items = [
        Item(item=f"c{place:04}", passage=around.passage(number))
        for place, number in enumerate(sorted(chosen.tolist()), start=1)
    ]
    return _task_set("correct", items, seed, votes, count=count, longest=longest, shortest=shortest, data=around.corpus)


def sample_votes(
    sources: Sequence[Tokens],
    corrections: Sequence[tuple[int, str]],
    *,
    documents: Sequence[str] | None = None,
    count: int | None = None,
    votes: int = 3,
    seed: int = 12345,
) -> TaskSet:
    """Give one task for each distinct correction: is it valid? Unchanged sentences are left out.

    Corrections come with the number of their sentence (from 0), in any order; duplicates are allowed.
    """
    around = Surroundings.of(sources, documents)
    distinct = dict.fromkeys((number, " ".join(text.split())) for number, text in corrections)
    asked = [(number, text) for number, text in distinct if text and tuple(text.split()) != tuple(sources[number])]
    if count is not None:
        chosen = np.random.default_rng(seed).permutation(len(asked))[:count]
        asked = [asked[place] for place in sorted(chosen.tolist())]
    items = [
        Item(item=f"v{place:04}", passage=around.passage(number), correction=text)
        for place, (number, text) in enumerate(asked, start=1)
    ]
    return _task_set("valid", items, seed, votes, count=count, data=around.corpus)


def _task_set(task: Task, items: list[Item], seed: int, votes: int | None, **settings: str | int | None) -> TaskSet:
    if not items:
        raise UsageError("there is nothing to ask about", remedy="check the files and the limits on length and number")
    signature = conditions({"task": task, **settings, "votes": votes, "seed": seed})
    return TaskSet(task, tuple(items), seed, votes=votes, signature=str(signature))
