"""ERRANT's own M2 byte for byte on CoNLL-2014, the types of its edits, and three other languages through `plain`.

Origin: ../shared/golden/errant-3.0.2 (errant 3.0.2, spaCy 3.8, en_core_web_sm 3.8.0). Tolerance: none.
"""

import warnings
from dataclasses import replace
from itertools import groupby

import pytest

from redink.annotation.annotator import Annotator
from redink.annotation.cache import AnalysisCache
from redink.annotation.classify import error_type
from redink.annotation.inputs import raw_rows
from redink.annotation.reannotation import Reannotation, reannotate_all
from redink.annotation.spans import Span
from redink.language.plain import PlainPipeline
from redink.reading.corrections import annotators_of, apply_edits, take_reference
from redink.reading.files import read_lines
from redink.reading.m2 import M2Warning, format_m2, read_m2
from redink.reading.plain_text import read_parallel
from redink.records import AnnotatedSentence
from tests.shared_files import DATA, SHARED, needs_shared

GOLDEN = SHARED / "golden" / "errant-3.0.2"
TEAMS = ["AMU", "CAMB", "CUUI", "IITB", "IPN", "NTHU", "PKU", "POST", "RAC", "SJTU", "UFC", "UMC"]
GERMAN = [DATA / "ml-falko-merlin" / name for name in ("fm-dev.m2", "fm-test.m2")]
CZECH = [DATA / "ml-geccc" / "test" / "sentence.m2"]


@pytest.fixture(scope="module")
def annotator(errant_pipeline, tmp_path_factory):
    """One cache for all tests here: sources are analysed once, and cached analyses must give the same bytes."""
    folder = tmp_path_factory.mktemp("cache")
    return Annotator(errant_pipeline, cache=AnalysisCache(folder, errant_pipeline.name, errant_pipeline.version))


def one_annotator(sentence, annotator):
    own = (replace(edit, annotator=0) for edit in sentence.edits if edit.annotator == annotator)
    return AnnotatedSentence(sentence.tokens, tuple(own))


@needs_shared
def test_all_teams_in_one_run_equal_errant_byte_for_byte(annotator, tmp_path):
    for team in TEAMS:  # the golden files were made without carriage returns
        text = (DATA / "conll14-teams" / team).read_bytes().replace(b"\r", b"")
        (tmp_path / team).write_bytes(text)
    lines = read_parallel([DATA / "conll14-official" / "source.tok.txt", *(tmp_path / team for team in TEAMS)])
    sentences = list(annotator.annotate(raw_rows(lines)))
    different = [
        team
        for number, team in enumerate(TEAMS)
        if "".join(format_m2(one_annotator(sentence, number)) for sentence in sentences).encode()
        != (GOLDEN / f"{team}.m2").read_bytes()
    ]
    assert len(sentences) == 1312
    assert different == []


@needs_shared
@pytest.mark.parametrize("mode", ["auto", "gold"])
def test_references_equal_errant_byte_for_byte(annotator, mode):
    name = "official-2014.combined"
    sentences = read_m2(DATA / "conll14-official" / "noalt" / f"{name}.m2", conflicts="first")
    found = reannotate_all(sentences, annotator, Reannotation(mode))
    assert "".join(map(format_m2, found)).encode() == (GOLDEN / f"{name}.{mode}.m2").read_bytes()


def pairs_of(path):
    """Give source, correction and typed spans for each annotator of each block."""
    for block in path.read_text(encoding="utf-8").strip().split("\n\n"):
        first, *lines = block.split("\n")
        rows = [line[2:].split("|||") for line in lines]
        # One annotator's lines stand together, in the order of their spans.
        for _, own in groupby(rows, key=lambda row: row[5]):
            yield applied(first[2:].split(), [row for row in own if row[1] != "noop"])


def applied(source, rows):
    target, spans, offset = list(source), [], 0
    for where, kind, replacement, *_ in rows:
        start, end = map(int, where.split())
        # An error that was only marked leaves the text alone, whatever stands in its line.
        words = source[start:end] if kind == "UNK" else replacement.split()
        target[start + offset : end + offset] = words
        spans.append((Span(start, end, start + offset, start + offset + len(words)), kind))
        offset += len(words) - (end - start)
    return tuple(source), tuple(target), spans


@needs_shared
def test_every_edit_of_errant_gets_its_type(annotator):
    """All edits ERRANT wrote for 12 systems and both kinds of reference: its spans in, its types out."""
    pairs = [pair for path in sorted(GOLDEN.glob("*.m2")) for pair in pairs_of(path) if pair[2]]
    texts = sorted({text for pair in pairs for text in pair[:2]})
    analyses = dict(zip(texts, annotator.analyse(texts), strict=True))
    different = [
        (source, target, span, kind)
        for source, target, spans in pairs
        for span, kind in spans
        if error_type(analyses[source], analyses[target], span) != kind
    ]
    assert sum(len(spans) for *_, spans in pairs) == 23_690
    assert not different


def assert_edits_give_the_corrections_back(rows):
    """Annotate rows with `plain`; give the number of edits."""
    edits = 0
    for (source, corrections), sentence in zip(rows, Annotator(PlainPipeline()).annotate(rows), strict=True):
        for annotator, correction in enumerate(corrections):
            own = sentence.edits_of(annotator)
            if correction is None:
                assert own is None or not sentence.edits
            else:
                assert apply_edits(source, own) == correction
                edits += len(own)
    return edits


def rows_of_m2(path):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", M2Warning)  # some edits of the corpora overlap
        sentences = list(read_m2(path, conflicts="first"))
    references = [take_reference(sentences, annotator) for annotator in annotators_of(sentences)]
    texts = zip(*(reference.texts for reference in references), strict=True)
    return list(zip((sentence.tokens for sentence in sentences), texts, strict=True))


@needs_shared
@pytest.mark.parametrize("path", [*GERMAN, *CZECH], ids=lambda path: path.name)
def test_german_and_czech_through_plain(path):
    rows = rows_of_m2(path)
    assert len(rows) > 2000
    assert assert_edits_give_the_corrections_back(rows) > len(rows)


@needs_shared
def test_a_german_system_through_plain():
    sources = [source for source, _ in rows_of_m2(GERMAN[0])]
    outputs = read_lines(DATA / "ml-falko-merlin" / "grundkiewicz2019-magec" / "finetuned.fm-dev.out")
    rows = [(source, (tuple(line.split()),)) for source, line in zip(sources, outputs, strict=True)]
    assert assert_edits_give_the_corrections_back(rows) > 1000


@needs_shared
@pytest.mark.parametrize("name", ["MuCGEC_dev.txt", "example_pred_dev.txt"])
def test_chinese_through_plain(name):
    def tokens(text):
        return tuple(token for token, _ in PlainPipeline().tokenise(text))

    lines = [line.split("\t") for line in read_lines(DATA / "ml-mucgec" / name)]
    rows = [(tokens(source), tuple(map(tokens, corrections))) for _, source, *corrections in lines]
    assert len(rows) == 1137
    assert assert_edits_give_the_corrections_back(rows) > len(rows)
