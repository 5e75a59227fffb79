"""A model of errors, and judgements of people about pairs of errors, in; one scale for machines and people out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from redink.arrays import Ints
from redink.errors import InputError
from redink.questions.difficulty.mathematics.by_type import UNNAMED
from redink.questions.difficulty.mathematics.chunks import GoldChunks
from redink.questions.difficulty.mathematics.error_models import ErrorModel
from redink.reading.judgements import Judgement, latest
from redink.reading.judging_tasks import ErrorId
from redink.scoring.edit_overlap import main_type_of
from redink.stats.item_response import prior_masses
from redink.stats.joint_scale import Agreement, JointScale, held_out_agreement, join_scales
from redink.stats.rankings_from_pairs import Pairs

_OUTCOMES = {">": 1, "<": -1, "=": 0}


@dataclass(frozen=True, slots=True, eq=False)
class People:
    """What people add to a model of E errors."""

    scale: JointScale
    """Difficulties for machines and for people; the common one makes the weights."""
    types: tuple[str, ...]
    """(G,) the error types that have a discrepancy of their own."""
    answers: Ints
    """(E,) how many answers are about each error."""
    agreement: tuple[Agreement, ...]
    """How many held-out answers the joint scale, machines alone and people alone predict."""
    strangers: int
    """Answers about errors that the reference does not have; they are left out."""


def joined(model: ErrorModel, gold: GoldChunks, judgements: Sequence[Judgement]) -> tuple[ErrorModel, People]:
    """Give the model on the common scale, and what people say."""
    pairs, strangers = _pairs(gold, judgements)
    kinds = [main_type_of(edit.type) or UNNAMED for edit in gold.edits]
    types, group = np.unique(kinds, return_inverse=True)
    variance = model.mass @ model.b**2 - model.difficulty**2
    arguments = (model.difficulty, variance, group.astype(np.int64), pairs)
    scale = join_scales(*arguments)
    mass = prior_masses(scale.common.mean, scale.common.sd, model.b)
    answers = np.bincount(np.concatenate((pairs.first, pairs.second)), minlength=len(gold.edits))
    people = People(scale, tuple(types.tolist()), answers, held_out_agreement(*arguments), strangers)
    assert model.response is not None
    chances = 1 / (1 + np.exp(-model.slope * (model.response.ability - model.b[:, np.newaxis])))  # Q × N
    return replace(model, mass=mass, solved=(mass @ chances).sum(axis=1), others=None, is_joint=True), people


def _pairs(gold: GoldChunks, judgements: Sequence[Judgement]) -> tuple[Pairs, int]:
    """Find the errors of the answers that call one harder, or both equally hard; the last pass counts."""
    places = {
        ErrorId(sentence + 1, edit.start, edit.end, " ".join(edit.replacement)).key: number
        for number, (sentence, edit) in enumerate(zip(gold.sentence.tolist(), gold.edits, strict=True))
    }
    answers = [answer for answer in latest(judgements).values() if answer.task == "pair" and answer.answer in _OUTCOMES]
    known = [
        (places[answer.left.key], places[answer.right.key], _OUTCOMES[answer.answer])
        for answer in answers
        if answer.left and answer.right and answer.left.key in places and answer.right.key in places
    ]
    if not known:
        raise InputError(
            f"none of {len(answers)} answers is about two errors of this reference",
            remedy="give the corpus, the reference and the --pipeline that the pairs were drawn from",
        )
    first, second, outcome = zip(*known, strict=True)
    return Pairs.of(first, second, outcome, len(gold.edits)), len(answers) - len(known)
