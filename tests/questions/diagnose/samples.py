"""Two versions of the bundled example in which every kind of setting changes something, and their scores."""

from dataclasses import replace
from functools import cache

import redink
from redink import example
from redink.evaluation.preparation import annotated, load_annotator
from redink.language.registry import load_pipeline
from redink.questions.diagnose.mathematics.texts import with_blanks, with_sentences, with_text
from redink.questions.diagnose.run import MEASURES, try_settings
from redink.records import EvalSet, Reference, System
from redink.scoring.measure import filled

SENTENCES = 30


@cache
def annotators():
    """Give the pipelines that every test machine has; spaCy takes longer than everything else."""
    return {name: load_annotator(name) for name in ("redink-en", "plain")}


@cache
def gold():
    """Give two annotators with edits of their own, one of whom skips sentences; blank outputs, quotes, accents."""
    data = with_sentences(replace(example.load(), systems=example.load().systems[3:4]), range(SENTENCES))
    first, second = annotated(replace(data, systems=()), annotators()["plain"]).references
    texts, edits = list(second.texts), list(second.edits)
    for number in (2, 7, 8, 19):
        texts[number] = edits[number] = None
    sources = (("“", "the", "cafe\u0301", "”", *data.sources[0]), *data.sources[1:])
    first = Reference("annotator 0", (sources[0], *first.texts[1:]), ((), *first.edits[1:]))
    second = Reference("annotator 1", (sources[0], *texts[1:]), ((), *edits[1:]))
    output = list(data.systems[0].texts)
    output[0] = ('"', "The", "café", '"', *output[0])
    output[4] = output[11] = ()
    return EvalSet(sources, (first, second), (System("strong", tuple(output)),))


@cache
def plain():
    """Give references that are texts, and an output that is not tokenised."""
    data = with_sentences(replace(example.load(), systems=example.load().systems[3:4]), range(SENTENCES))
    texts = (" ".join(tokens).replace(" .", ".").replace(" ,", ",") for tokens in data.systems[0].texts)
    return replace(data, systems=(System("strong", tuple(tuple(text.split()) for text in texts)),))


@cache
def tried(make):
    """Try every setting of a sample once, for all tests."""
    return try_settings(make(), MEASURES, annotators())


def score(data, setting):
    """Score a setting as a user would: change the texts, keep one reference, and call `redink.score`."""
    data = with_text(data, setting.text, load_pipeline(setting.pipeline).tokenise)
    data = with_blanks(data, setting.blanks)
    if setting.reference:
        data = filled(data, setting.absent)
        data = replace(data, references=tuple(one for one in data.references if one.name == setting.reference))
    results = redink.score(
        data,
        setting.measure,
        rule=setting.rule,
        absent=setting.absent,
        auto=setting.edits == "auto",
        pipeline=setting.pipeline,
    )
    return results["strong", setting.measure].value
