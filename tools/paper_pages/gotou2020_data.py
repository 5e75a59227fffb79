"""The files of ../shared in; everything that the page on Gotou and others (2020) shows out."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import redink
from redink.evaluation.data import read
from redink.evaluation.preparation import annotated, load_annotator
from redink.questions.difficulty.mathematics.by_type import TypeDifficulty
from redink.questions.difficulty.mathematics.corpus import token_error_rate
from redink.questions.difficulty.mathematics.judged_reference import JudgedReference
from redink.questions.difficulty.results import DifficultyResults
from redink.reading.corrections import read_references
from redink.reading.weights import read_weights
from redink.records import EvalSet, Reference, System

OUTPUTS = {
    "Kiyono19": "kiyono2019/pretlarge+sse+r2l/conll14.test.out",
    "JD18": "junczys-dowmunt2018/test2014.out",
    "Ge18": "ge2018/conll_fb_learning.txt",
    "JDG16": "junczys-dowmunt2016/cclm/best.sparse+cclm.out",
}
"""The public outputs of Tables 2 and 3, below `data/conll14-systems`."""


@dataclass(frozen=True, slots=True, eq=False)
class Data:
    """What the page needs."""

    faithful: DifficultyResults
    """Tables 2 and 3 as the published program counts, with the M2 scorer's F0.5."""
    paper: DifficultyResults
    """The same as the paper defines it."""
    four: Mapping[str, DifficultyResults]
    """The four outputs as their own pool, by annotator; for annotator 0, `faithful` has the M2 scorer's F0.5."""
    example: JudgedReference
    """Example (3), judged by elastic matching."""
    our_types: Mapping[str, TypeDifficulty]
    """Table 4 with types by redink-en."""
    errant_types: Mapping[str, TypeDifficulty]
    """Table 4 with types by ERRANT 3.0.2."""
    corpora: Mapping[str, tuple[int, float | None]]
    """Table 1: sentences, and the token error rate where the corpus is at hand."""


@cache
def load(shared: Path) -> Data:
    """Compute everything, once."""
    with _quiet():
        return _load(shared / "data", shared / "golden" / "errant-3.0.2")


@contextmanager
def _quiet() -> Iterator[None]:
    with warnings.catch_warnings():
        # Overlapping edits, absent annotators, few judges: known of these files, and said on the page.
        warnings.simplefilter("ignore")
        yield


def _load(data: Path, golden: Path) -> Data:
    official = data / "conll14-official" / "noalt"
    files = {name: data / "conll14-systems" / path for name, path in OUTPUTS.items()}
    outputs = annotated(read(files, references=[official / "official-2014.0.m2"]), load_annotator())
    weights = data / "gts-weights" / "conll14_8sys.txt"
    faithful = redink.difficulty(outputs, weights=weights, mode="faithful", against="M2", by="type")
    second = read(references=[official / "official-2014.1.m2"]).references
    typed = read(references=[golden / "official-2014.combined.gold.m2"], with_source=True)
    by_errant = redink.difficulty(typed, weights=weights, keep_types=True)
    return Data(
        faithful,
        redink.difficulty(outputs, weights=weights, keep_types=True),
        {
            "0": redink.difficulty(outputs, keep_types=True),
            "1": redink.difficulty(replace(outputs, references=second), against="M2", keep_types=True),
        },
        _example(),
        {row.type: row for row in faithful.reference().by_type()},
        {row.type: row for row in by_errant.reference().by_type()},
        _corpora(data),
    )


def _example() -> JudgedReference:
    texts = [
        tuple(text.split())
        for text in (
            "We discussing about its .",
            "We have been discussing it .",
            "We have been discussing about it .",
            '" We are discussing it . "',
            "We talking it .",
        )
    ]
    systems = tuple(System(f"Sys{number}", (text,)) for number, text in enumerate(texts[2:], start=1))
    data = EvalSet((texts[0],), (Reference("Correct", (texts[1],)),), systems)
    return redink.difficulty(annotated(data, load_annotator()), matching="elastic").reference()


def _corpora(data: Path) -> dict[str, tuple[int, float | None]]:
    official = data / "conll14-official" / "noalt"
    files = {
        "CoNLL-2013": [data / "conll13/original/data/official-preprocessed.m2"],
        "CoNLL-2014": [official / "official-2014.0.m2", official / "official-2014.1.m2"],
        "JFLEG": [data / "jfleg/EACL_exp/m2converter/test.ref.m2"],
    }
    rates: dict[str, tuple[int, float | None]] = {}
    for name, paths in files.items():
        parts = [read_references(path, overlaps="first") for path in paths]
        sources = parts[0][0]
        references = [reference for _, group in parts for reference in group]
        rates[name] = (len(sources), token_error_rate(sources, references))
    # The published weight file of FCE has one line per sentence; the corpus itself is not at hand.
    rates["FCE"] = (len(read_weights(data / "gts-weights" / "clcfce_4sys.txt").lengths), None)
    return rates
