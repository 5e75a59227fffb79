"""What is fuzzed: each target takes any bytes and either reads them or says in our words why not.

A target that raises anything but `RedinkError` has found a fault. Where a format can be written as
well, what was read must survive writing and reading again.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from redink.errors import RedinkError
from redink.reading.rough_words import rough_words

if TYPE_CHECKING:
    from redink.annotation.annotator import Annotator

Target: TypeAlias = Callable[[Path], None]


def m2(path: Path) -> None:
    """M2, as strict and as lenient as it can be read, and back."""
    from redink.reading.m2 import format_m2, parse_m2, read_m2

    sentences = list(read_m2(path, conflicts="first"))
    text = "".join(map(format_m2, sentences))
    assert list(parse_m2(text.split("\n"), conflicts="first")) == sentences
    list(read_m2(path))


def references(path: Path) -> None:
    """M2 as references: every annotator's edits applied."""
    from redink.reading.corrections import read_references

    read_references(path, overlaps="first")


def weights(path: Path) -> None:
    """Weight files, the published format and ours, and back."""
    from redink.reading.weights import read_weights

    read_weights(path)


def rankings(path: Path) -> None:
    """Human rankings: Appraise XML and CSV."""
    from redink.reading.human_rankings import read_choices

    read_choices(path)


def tables(path: Path) -> None:
    """Metadata tables."""
    from redink.reading.tables import read_table

    read_table(path)


def text(path: Path) -> None:
    """Plain text and what packs it (gzip, zstd)."""
    from redink.reading.plain_text import read_sentences

    read_sentences(path)


def para(path: Path) -> None:
    """Parallel files, with any number of corrections."""
    from redink.reading.para import is_para, read_para

    is_para(path)
    sources, corrections = read_para(path)
    assert all(len(correction.texts) == len(sources) for correction in corrections)


def ucca(path: Path) -> None:
    """UCCA's standard XML, and back."""
    from redink.reading.ucca_xml import read_ucca_xml, write_ucca_xml

    passage = read_ucca_xml(path)
    write_ucca_xml(path, passage)
    assert read_ucca_xml(path) == passage


def mrp(path: Path) -> None:
    """UCCA as MRP, JSON lines, and back."""
    from redink.reading.ucca_mrp import read_ucca_mrp, write_ucca_mrp

    passages = tuple(passage.plain() for passage in read_ucca_mrp(path))
    write_ucca_mrp(path, passages)
    assert read_ucca_mrp(path) == passages


def conllu(path: Path) -> None:
    """Trees as CoNLL-U."""
    from redink.reading.conllu import read_conllu

    read_conllu(path)


def corrections(path: Path) -> None:
    """Tables of corrections."""
    from redink.reading.corrected_sentences import read_correction_table

    read_correction_table(path, source=None)


def nbest(path: Path) -> None:
    """Candidates of systems: Moses, TSV or blocks."""
    from redink.reading.nbest import read_nbest

    read_nbest(path)


def judgements(path: Path) -> None:
    """People's answers, JSON lines or CSV, and back."""
    from redink.reading.judgement_tables import to_csv, to_jsonl
    from redink.reading.judgements import read_judgements

    found = read_judgements(path)
    path.write_text(to_jsonl(found), encoding="utf-8")
    assert not found or read_judgements(path) == found
    to_csv(found)


def tasks(path: Path) -> None:
    """What is to be judged, and back."""
    from redink.reading.judging_tasks import read_tasks, write_tasks

    found = read_tasks(path)
    write_tasks(path, found)
    assert read_tasks(path) == found


def json_lines(path: Path) -> None:
    """JSON lines: columns by role."""
    from redink.evaluation.containers import opened
    from redink.reading.json_lines import json_line_texts, read_json_lines

    named = path.with_suffix(".jsonl")
    named.write_bytes(path.read_bytes())
    try:
        columns = read_json_lines(named)
        opened(None, [], [named], [], ())
        for _ in json_line_texts(named, list(columns)[:1]):
            pass
    finally:
        named.unlink()


def parquet(path: Path) -> None:
    """Parquet: columns by role."""
    from redink.evaluation.containers import opened
    from redink.reading.parquet import parquet_columns

    named = path.with_suffix(".parquet")
    named.write_bytes(path.read_bytes())
    try:
        parquet_columns(str(named))
        opened(None, [], [named], [], ())
    finally:
        named.unlink()


def scores(path: Path) -> None:
    """Scores: JSON, tables with tabs, WMT's tables."""
    from redink.reading.score_files import read_score_file

    read_score_file(path)


def essays(path: Path) -> None:
    """MultiGEC's Markdown, and back."""
    from redink.reading.essays import HEADING, read_multigec

    texts = read_multigec(path)
    written = "".join(f"{HEADING}{essay}\n{text}\n\n" for essay, text in texts.items())
    path.write_text(written, encoding="utf-8", newline="")
    assert read_multigec(path) == texts


def tokenisers(path: Path) -> None:
    """Every tokeniser, on any text: tokens are the text without its blanks, in their places."""
    from redink.language.tokenising.choosing import choose_tokeniser, find_tokeniser
    from redink.reading.files import read_lines

    lines = list(read_lines(path))
    choose_tokeniser([lines])
    for name in ("en", "penn", "char", "generic", "fr", "cs"):
        for line in lines:
            tokens = find_tokeniser(name)(line)
            assert all(line.startswith(token, start) for token, start in tokens)
            assert "".join(token for token, _ in tokens) == "".join(line.split())


def aligning(path: Path) -> None:
    """Any text beside a source: one text for each source sentence, and nothing lost without a word."""
    from redink.evaluation.segmentation import segmented
    from redink.reading.files import read_lines

    lines = list(read_lines(path))
    sources = ["He go home .", "It rains a lot here .", "I like it , too ."]
    aligned = segmented(sources, lines, "fuzzed")
    assert len(aligned.texts) == len(sources)
    placed = [text for number, text in enumerate(aligned.texts, 1) if number not in aligned.lost]
    placed += (text for _, text in aligned.added)
    assert sorted(rough_words("\n".join(placed))) == sorted(rough_words("\n".join(lines)))


def cleaning(path: Path) -> None:
    """Any answers of a language model, one for each sentence or one for all: as many texts as answers."""
    from redink.evaluation.cleaning import cleaned
    from redink.reading.files import read_lines

    lines = list(read_lines(path))
    sources = ["He go home ."] * len(lines)
    assert len(cleaned(sources, lines).texts) == len(lines)
    cleaned([*sources, "Fine ."], lines)


def annotation(path: Path) -> None:
    """Any text beside any other: the whole way from two lines to M2 and back."""
    from redink.annotation.inputs import tokenised_rows
    from redink.reading.corrections import apply_edits
    from redink.reading.files import read_lines

    lines = list(read_lines(path))
    annotator = _english()
    rows = list(tokenised_rows(zip(lines[::2], lines[1::2], strict=False)))
    for (source, (correction,)), sentence in zip(rows, annotator.annotate(rows), strict=True):
        edits = sentence.edits_of(0) or ()
        assert apply_edits(source, edits) == correction


@cache
def _english() -> Annotator:
    from redink.annotation.annotator import Annotator
    from redink.language.english.pipeline import EnglishPipeline

    return Annotator(EnglishPipeline())


TARGETS: dict[str, Target] = {
    function.__name__: function
    for function in (
        m2,
        references,
        weights,
        rankings,
        tables,
        text,
        para,
        ucca,
        mrp,
        conllu,
        corrections,
        nbest,
        judgements,
        tasks,
        json_lines,
        parquet,
        scores,
        essays,
        tokenisers,
        aligning,
        cleaning,
        annotation,
    )
}


def run_bytes(target: Target, data: bytes, *, strict: bool = False) -> None:
    """Give a target its bytes as the file it expects; our own errors are answers, unless `strict`."""
    path = Path(tempfile.gettempdir()) / f"redink-fuzz-{os.getpid()}"
    path.write_bytes(data)
    try:
        target(path)
    except RedinkError:
        if strict:
            raise
    finally:
        path.unlink()
