"""Corpora in; edits to rate, sentences to correct, or corrections to vote on out: the three tasks other than pairs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from redink.errors import UsageError
from redink.evaluation.conditions import conditions
from redink.judging.contexts import Surroundings
from redink.reading.judging_tasks import Item, Task, TaskSet
from redink.records import AnnotatedSentence, Edit, Tokens


def sample_ratings(
    corpora: Sequence[tuple[str, Sequence[AnnotatedSentence]]], *, count: int = 100, seed: int = 12345
) -> TaskSet:
    """Draw edits of each corpus whose types are to be rated Good, Acceptable or Bad.

    Args:
        corpora: Name and annotated sentences of each corpus.
        count: Number of edits drawn from each corpus; all of them if there are fewer.
        seed: Seed of the random draws.
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

    Args:
        sources: The learners' sentences.
        documents: The essay of each sentence, if known.
        count: Number of sentences.
        longest: Largest number of tokens: long sentences have too many independent errors to count their corrections.
        shortest: Smallest number of tokens.
        votes: Number of corrections requested for each sentence, each from another person.
        seed: Seed of the random draws.
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

    Args:
        sources: The learners' sentences.
        corrections: Number of the sentence (from 0) and a correction of it, in any order; duplicates are allowed.
        documents: The essay of each sentence, if known.
        count: Number of corrections; all by default.
        votes: Number of people who vote on each correction.
        seed: Seed of the random draws.
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
