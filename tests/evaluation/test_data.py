"""Reading an evaluation: text and M2 mixed, misalignment named, duplicates refused, the source as a system."""

import gzip
import warnings

import pytest

from redink.annotation.annotator import Annotator
from redink.errors import InputError, UsageError
from redink.evaluation.data import read as load
from redink.evaluation.plausibility.look import PlausibilityWarning
from redink.evaluation.preparation import annotated, lacks_edits, prepare
from redink.language.plain import PlainPipeline
from redink.reading.kinds import is_m2, system_name
from redink.records import EvalSet, Reference, System
from tests.questions.samples import DATA, EAGER_M2, GOLD_M2, GOOD, SOURCES, WENT, write_files


@pytest.fixture
def folder(tmp_path):
    return write_files(tmp_path)


def test_names_come_from_files():
    assert [system_name(name) for name in ("a/b.txt", "b.m2.gz", "c.out", "d", "e.f.txt")] == [
        "b",
        "b",
        "c",
        "d",
        "e.f",
    ]
    assert [is_m2(name) for name in ("a.m2", "a.m2.gz", "m2", "a.m2.txt")] == [True, True, False, False]


def test_bug_a_system_in_zstd_kept_its_endings():
    assert [system_name(name) for name in ("a/b.m2.zst", "c.txt.zst")] == ["b", "c"]
    assert is_m2("a.m2.zst")


def test_text_alone(folder):
    data = load([folder / "eager.txt"], source=folder / "source.txt", references=[folder / "reference.txt"])
    assert data.sources == SOURCES
    assert [system.name for system in data.systems] == ["eager"]
    assert data.systems[0].edits is None
    assert data.references[0].edits is None


def test_m2_and_text_mix_and_the_source_comes_from_m2(folder):
    data = load(
        [folder / "eager.m2", folder / "perfect.txt"],
        source=None,
        references=[folder / "gold.m2", folder / "reference.txt"],
    )
    assert data.sources == SOURCES
    assert data.systems[0].edits == ((WENT,), (), (GOOD,))
    assert data.systems[0].texts == DATA.systems[1].texts
    assert data.systems[1].edits is None
    assert [reference.name for reference in data.references] == ["annotator 0", "annotator 1", "reference"]


def test_a_zipped_file_is_the_same(folder):
    (folder / "eager.m2.gz").write_bytes(gzip.compress(EAGER_M2.encode()))
    plain, zipped = (
        load([folder / name], source=None, references=[folder / "gold.m2"]) for name in ("eager.m2", "eager.m2.gz")
    )
    assert plain == zipped


def test_two_m2_references_are_numbered(folder):
    data = load([folder / "eager.txt"], source=None, references=[folder / "gold.m2", folder / "gold.m2"])
    assert [reference.name for reference in data.references] == [f"reference {number}" for number in range(4)]


def test_another_source_in_m2_names_the_first_sentence_that_differs(folder):
    (folder / "other.m2").write_text(GOLD_M2.replace("S I like the music", "S I love the music"))
    with pytest.raises(InputError, match=r"other\.m2, sentence 2: another source sentence: 'I love the music \.'"):
        load([folder / "eager.txt"], source=folder / "source.txt", references=[folder / "other.m2"])
    with pytest.raises(InputError, match=r"other\.m2, sentence 2"):
        load([folder / "other.m2"], source=None, references=[folder / "gold.m2"])


def test_a_shorter_m2_names_the_first_missing_sentence(folder):
    (folder / "short.m2").write_text(EAGER_M2.split("S Fine")[0])
    with pytest.raises(InputError, match=r"short\.m2, sentence 3: 2 sentences, but .*gold\.m2 has 3"):
        load([folder / "short.m2"], source=None, references=[folder / "gold.m2"])


@pytest.mark.parametrize("lines", ["He goes home .\n", "a\nb\nc\nd\n"])
def test_text_of_another_length_names_both_files_both_counts_and_the_place(folder, lines):
    (folder / "odd.txt").write_text(lines)
    found, place = len(lines.splitlines()), min(len(lines.splitlines()), 3) + 1
    for systems, reference in ((["odd.txt"], "reference.txt"), (["eager.txt"], "odd.txt")):
        with pytest.raises(InputError, match=rf"odd\.txt:\d: {found} lines, but .*source\.txt has 3;") as caught:
            load([folder / name for name in systems], source=folder / "source.txt", references=[folder / reference])
        assert "one sentence per line, in the same order" in caught.value.remedy
    with pytest.raises(InputError, match=rf"odd\.txt:{place}: {found} lines, but .*gold\.m2 has 3 sentences"):
        load([folder / "odd.txt"], source=None, references=[folder / "gold.m2"])


def test_an_empty_line_is_an_empty_sentence_not_a_missing_one(folder):
    (folder / "empty.txt").write_text("He goes home .\n\nFine .\n")
    data = load([folder / "empty.txt"], source=None, references=[folder / "gold.m2"])
    assert data.systems[0].texts[1] == ()


def test_duplicate_names_are_refused_and_can_be_changed(folder):
    twice = [folder / "eager.m2", folder / "eager.txt"]
    with pytest.raises(InputError, match="two systems are called 'eager'"):
        load(twice, source=None, references=[folder / "gold.m2"])
    data = load(twice, source=None, references=[folder / "gold.m2"], names=["as edits", "as text"])
    assert [system.name for system in data.systems] == ["as edits", "as text"]
    with pytest.raises(UsageError, match="1 names for 2 systems"):
        load(twice, source=None, references=[folder / "gold.m2"], names=["as edits"])


def test_the_unchanged_source_can_take_part(folder):
    data = load([folder / "eager.m2"], source=None, references=[folder / "gold.m2"], with_source=True)
    assert data.systems[-1] == System("source", SOURCES, ((), (), ()))
    assert not lacks_edits(data, "edits")


def test_without_any_source_there_is_nothing_to_compare_with(folder):
    with pytest.raises(UsageError, match="the source sentences are not known"):
        load([folder / "eager.m2"], source=None, references=[folder / "reference.txt"])


def test_a_system_of_two_annotators_is_refused(folder):
    with pytest.raises(InputError, match=r"gold\.m2: 2 annotators, but an output has only one"):
        load([folder / "gold.m2"], source=None, references=[folder / "gold.m2"])


def test_documents_come_from_a_column(folder):
    read = {"source": None, "references": [folder / "gold.m2"]}
    assert load([], documents=(folder / "essays.tsv", "essay"), **read).documents == ("e1", "e1", "e2")
    with pytest.raises(
        InputError, match=r"essays\.tsv:1: there is no column 'writer' \(the columns in the first line are sentence"
    ):
        load([], documents=(folder / "essays.tsv", "writer"), **read)
    (folder / "essays.tsv").write_text("essay\ne1\n")
    with pytest.raises(InputError, match=r"essays\.tsv:3: 1 rows, but .*gold\.m2 has 3 sentences"):
        load([], documents=(folder / "essays.tsv", "essay"), **read)


BARE = EvalSet(
    SOURCES,
    (DATA.references[0], Reference("text", DATA.references[0].texts)),
    (System("text", DATA.systems[1].texts), DATA.systems[0]),
)


def test_what_a_measure_needs_decides_what_is_annotated():
    assert [lacks_edits(BARE, need) for need in ("texts", "reference edits", "edits")] == [False, True, True]
    half = annotated(BARE, Annotator(PlainPipeline()), need="reference edits")
    assert half.systems == BARE.systems
    assert [lacks_edits(half, need) for need in ("texts", "reference edits", "edits")] == [False, False, True]
    whole = annotated(half, Annotator(PlainPipeline()))
    assert not lacks_edits(whole, "edits")
    assert [edit.replacement for edits in whole.systems[0].edits for edit in edits] == [("went",), ("Good",)]


def test_gold_spans_are_kept_unless_they_are_asked_for_anew():
    kept = annotated(BARE, Annotator(PlainPipeline()))
    assert kept.references[0] == BARE.references[0]
    assert kept.systems[1] == BARE.systems[1]
    anew = annotated(BARE, Annotator(PlainPipeline()), anew=True)
    assert [[edit.type for edit in edits] for edits in anew.references[0].edits] == [["R:OTHER"], ["U:OTHER"], []]
    assert anew.systems[1] == BARE.systems[1]


def test_an_absent_annotator_stays_absent_when_annotated_anew():
    anew = annotated(DATA, Annotator(PlainPipeline()), anew=True)
    assert anew.references[1].edits[1] is None


def test_nothing_to_do_is_nothing_done():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert annotated(DATA, Annotator(PlainPipeline())) == DATA


PARA = """1\tHe go home .\tHe goes home .\tHe went home .
2\tI like the music .\tI like music .
3\tFine .\tFine .\tFine .\tFine !
"""


def test_parallel_files_are_references_and_systems_with_gaps_and_without_a_warning(tmp_path):
    (tmp_path / "gold.para").write_text(PARA)
    (tmp_path / "mine.para").write_text(
        "1\tHe go home .\tHe goes home .\n2\tI like the music .\tI like .\n3\tFine .\tFine .\n"
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        data = load(tmp_path / "mine.para", references=tmp_path / "gold.para")
    assert data.sources[1] == ("I", "like", "the", "music", ".")
    assert data.systems == (System("mine", (("He", "goes", "home", "."), ("I", "like", "."), ("Fine", "."))),)
    assert [[text is not None for text in reference.texts] for reference in data.references] == [
        [True, True, True],
        [True, False, True],
        [False, False, True],
    ]
    edited = annotated(data, Annotator(PlainPipeline()))
    assert [reference.edits[1] is None for reference in edited.references] == [False, True, True]


def test_a_system_has_one_output_in_every_line_of_a_parallel_file(tmp_path):
    (tmp_path / "gold.para").write_text(PARA)
    with pytest.raises(InputError, match=r"gold\.para: 3 annotators, but an output has only one \(keep one correction"):
        load(tmp_path / "gold.para", references=tmp_path / "gold.para")
    (tmp_path / "short.para").write_text("1\tHe go home .\tHe goes .\n2\tI like the music .\n3\tFine .\tFine .\n")
    with pytest.raises(InputError, match=r"short\.para:2: there is no output in this line"):
        load(tmp_path / "short.para", references=tmp_path / "gold.para")


def test_sentences_without_any_reference_are_left_out_of_everything(tmp_path):
    (tmp_path / "gold.para").write_text(PARA.replace("I like music .", "无法标注"))
    (tmp_path / "essays.tsv").write_text("essay\na\nb\nc\n")
    with pytest.warns(
        UserWarning,
        match=r"1 of 3 sentences have no reference and are left out\. The rest are numbered again, without gaps",
    ):
        data = load(
            {"mine": ["He .", "I .", "Fine ."]},
            references=tmp_path / "gold.para",
            documents=(tmp_path / "essays.tsv", "essay"),
        )
    assert data.systems[0].texts == (("He", "."), ("Fine", "."))
    assert data.documents == ("a", "c")
    assert {len(reference.texts) for reference in data.references} == {2}


def twin_files(folder, changed):
    """Write an M2 file of twenty sentences and a text that differs from it in some of them."""
    edit = "A 0 1|||R:OTHER|||That|||REQUIRED|||-NONE-|||0\n\n"
    (folder / "gold.m2").write_text("".join(f"S This is {n} .\n{edit}" for n in range(20)))
    lines = [f"{'This' if n < changed else 'That'} is {n} ." for n in range(20)]
    (folder / "reference.txt").write_text("\n".join(lines) + "\n")
    return [folder / "gold.m2", folder / "reference.txt"]


@pytest.mark.filterwarnings("ignore::redink.evaluation.plausibility.look.PlausibilityWarning")
def test_a_text_that_is_nearly_an_annotator_of_the_m2_is_warned_of(tmp_path):
    with pytest.warns(UserWarning, match=r"reference\.txt differs from annotator 0 of .*gold\.m2 in only 2 of 20 sent"):
        load([], references=twin_files(tmp_path, changed=2))


@pytest.mark.parametrize("changed", [0, 3])
def test_the_same_text_and_another_annotator_are_no_reason_for_a_warning(tmp_path, changed):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("ignore", PlausibilityWarning)
        load([], references=twin_files(tmp_path, changed))


def test_bug_nfc_of_raw_text_moved_the_places_of_tokens_and_failed_where_letters_grow():
    source, output = "Na\u0303o e\u0301 \u095c aqui.", "Na\u0303o e\u0301 \u095c ali."
    data = load({"mine": [output]}, source=[source], references=[[output]], normalise=["nfc"], tokenise="pt")
    (edit,) = prepare(data, pipeline="plain").data.systems[0].edits[0]
    assert source[slice(*edit.characters)] == "aqui"


def test_bug_nfc_kept_tokens_that_nobody_can_see():
    source, output = "\ufeffElla come, hoy.", "Ella \u200b come, hoy."
    data = load({"mine": [output]}, source=[source], references=[[output]], normalise=["nfc"], tokenise="es")
    assert data.sources == data.systems[0].texts == (("Ella", "come", ",", "hoy", "."),)
    assert [source[start:end] for start, end in data.characters[0]] == ["Ella", "come", ",", "hoy", "."]


def test_nfc_keeps_the_tokens_of_an_m2_file(tmp_path):
    (tmp_path / "gold.m2").write_text("S \u200b Ella comen .\nA 2 3|||R:VERB|||come|||REQUIRED|||-NONE-|||0\n\n")
    data = load({"mine": ["\u200b Ella come ."]}, references=[tmp_path / "gold.m2"], normalise=["nfc"])
    assert data.references[0].texts == data.systems[0].texts == (("\u200b", "Ella", "come", "."),)
