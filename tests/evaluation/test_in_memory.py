"""Texts, tables and containers: the same numbers by every way in, and messages that say what is wanted."""

import json
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import redink
from redink.errors import Note
from redink.evaluation.preparation import prepare
from redink.reading.conllu import Tree

SOURCES = ["He go home, but I don't know.", "I like musics."]
CORRECT = ["He goes home, but I don't know.", "I like music."]
OUTPUT = ["He goes home, but I don't know.", "I like musics."]
ROWS = [
    {"source": source, "reference": [reference], "mine": output}
    for source, reference, output in zip(SOURCES, CORRECT, OUTPUT, strict=True)
]
SCORE = 1 / (1 + 0.25 * 1 / 1.25)  # TP 1, FP 0, FN 1

pytestmark = pytest.mark.filterwarnings("ignore::redink.errors.Note")


def test_lists_of_strings():
    results = redink.score(sources=SOURCES, outputs={"mine": OUTPUT}, references=[CORRECT], pipeline="plain")
    assert results["mine", "F0.5"].value == pytest.approx(SCORE)
    assert dict(results.signature.to_dict())["tokeniser"] == "en"


def test_the_decision_is_said_once():
    with pytest.warns(Note, match=r"--tokenise en\)") as notes:
        redink.read({"a": OUTPUT, "b": CORRECT}, source=SOURCES, references=[CORRECT])
    assert len(notes) == 1


def test_a_plain_list_is_one_system_and_one_reference():
    results = redink.score(sources=SOURCES, outputs=OUTPUT, references=CORRECT, pipeline="plain")
    assert results["output", "F0.5"].value == pytest.approx(SCORE)


@pytest.mark.parametrize("verb", [redink.score, redink.compare, redink.difficulty, redink.conservatism])
def test_every_verb_takes_texts(verb):
    outputs = {"mine": OUTPUT, "other": CORRECT}
    data = redink.read(outputs, source=SOURCES, references=[CORRECT])
    texts = verb(sources=SOURCES, outputs=outputs, references=[CORRECT], pipeline="plain")
    assert texts.to_dict() == verb(data, pipeline="plain").to_dict()


def test_faithfulness_takes_texts_too():
    class Parser:
        """Every word hangs on the one before it."""

        name, version = "chain", "1"

        def parse(self, sentences):
            return [
                Tree(tuple(words), tuple(max(0, place - 1) for place in range(len(words))), ("dep",) * len(words))
                for words in sentences
            ]

    data = redink.read({"mine": OUTPUT}, source=SOURCES)
    options = {"pipeline": Parser(), "fluency": False, "checker": "none"}
    texts = redink.faithfulness(sources=SOURCES, outputs={"mine": OUTPUT}, **options)
    assert texts.to_dict() == redink.faithfulness(data, **options).to_dict()


def frames():
    yield ROWS
    for module, make in (
        ("pandas", lambda library: library.DataFrame(ROWS)),
        ("polars", lambda library: library.DataFrame(ROWS)),
        ("datasets", lambda library: library.Dataset.from_list(ROWS)),
    ):
        yield pytest.param((module, make), id=module)


@pytest.mark.parametrize("table", list(frames()))
def test_tables_in_memory(table):
    if isinstance(table, tuple):
        module, make = table
        table = make(pytest.importorskip(module))
    results = redink.score(table, columns={"output": "mine"}, pipeline="plain")
    assert results["mine", "F0.5"].value == pytest.approx(SCORE)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (
            lambda: redink.score(SOURCES, OUTPUT, [CORRECT]),
            r"a list of 2 texts and 2 more arguments.*sources=\[\.\.\.\]",
        ),
        (lambda: redink.score(SOURCES), "a list of 2 texts, not an EvalSet"),
        (lambda: texts(outputs={"m": OUTPUT[:1]}), r"outputs\['m'\] has 1 texts, but sources has 2"),
        (lambda: texts(outputs={"m": [1, 2]}), r"outputs\['m'\] has an int in place of a text"),
        (lambda: texts(outputs=3), "outputs is an int"),
        (lambda: texts(references=[[text, text, text] for text in CORRECT]), "one list for each sentence.*zip"),
        (lambda: texts(references=[CORRECT, CORRECT[:1]]), r"references\[1\] has 1 texts"),
        (lambda: texts(references="reference.txt"), "references are the text 'reference.txt'"),
        (lambda: texts(sources="He go home."), "sources is the text 'He go home.'"),
        (lambda: redink.score(ROWS, sources=SOURCES), "given twice"),
    ],
)
def test_wrong_shapes_say_what_was_given_and_what_is_wanted(call, message):
    with pytest.raises(redink.UsageError, match=message):
        call()


def texts(**more):
    return redink.score(**{"sources": SOURCES, "outputs": {"mine": OUTPUT}, "references": [CORRECT]} | more)


def test_sentences_groups_and_pictures_are_there():
    results = redink.score(
        sources=SOURCES, outputs={"mine": OUTPUT}, references=[CORRECT], by="operation", pipeline="plain"
    )
    first, second = results.per_sentence()
    assert (first["system"], first["sentence"], first["F0.5.tp"], second["F0.5.fn"]) == ("mine", 1, 1, 1)
    assert results.breakdowns
    assert results.plot("F0.5").svg.startswith("<svg")


def test_edits_of_raw_texts_have_characters():
    data = redink.read({"mine": CORRECT}, source=SOURCES, references=[CORRECT])
    for text, edits in zip(SOURCES, prepare(data, pipeline="plain").data.systems[0].edits, strict=True):
        for edit in edits:
            start, end = edit.characters
            assert text[start:end] in ("go", "musics")


def test_files_with_columns_give_the_same(tmp_path):
    path = tmp_path / "data.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    columns = ["output=mine"]
    data = redink.read(path, columns=columns)
    assert data == redink.read({"data": OUTPUT}, source=SOURCES, references=[CORRECT])
    apart = redink.read(path, source=path, references=path, columns=columns)
    assert apart == data
    with pytest.raises(redink.InputError, match=r"no column 'z'.*the columns are source, reference, mine"):
        redink.read(path, columns=["output=z"])
    with pytest.raises(redink.UsageError, match="there is no role 'colour'"):
        redink.read(path, columns=["colour=z"])
    with pytest.raises(redink.UsageError, match="not a column"):
        redink.read(path, columns=["mine"])


def test_parquet_gives_the_same(tmp_path):
    arrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    parquet.write_table(arrow.Table.from_pylist(ROWS), tmp_path / "data.parquet")
    data = redink.read(tmp_path / "data.parquet", columns=["output=mine"])
    assert data == redink.read({"data": OUTPUT}, source=SOURCES, references=[CORRECT])


def test_columns_without_a_container_are_refused(tmp_path):
    for name in ("s", "o"):
        (tmp_path / name).write_text("a b .\n")
    with pytest.raises(redink.UsageError, match="--columns names columns"):
        redink.read(tmp_path / "o", source=tmp_path / "s", columns=["output=x"])


def test_folders_and_essays(tmp_path):
    for name, sentences in (("src", SOURCES), ("ref", CORRECT), ("out", OUTPUT)):
        (tmp_path / name).mkdir()
        for number, text in enumerate(sentences):
            (tmp_path / name / f"{number}.txt").write_text(text)
        (tmp_path / f"{name}.md").write_text(
            "".join(f"### essay_id = {number}\n{text}\n\n" for number, text in enumerate(sentences))
        )
    folders = redink.read(tmp_path / "out", source=tmp_path / "src", references=tmp_path / "ref")
    essays = redink.read(tmp_path / "out.md", source=tmp_path / "src.md", references=tmp_path / "ref.md")
    assert folders == essays == redink.read({"out": OUTPUT}, source=SOURCES, references=[CORRECT])
    (tmp_path / "out.md").write_text("### essay_id = 1\nI like musics.\n")
    with pytest.warns(UserWarning, match="1 of 2 essays are missing, first '0'"):
        data = redink.read(tmp_path / "out.md", source=tmp_path / "src.md", references=tmp_path / "ref.md")
    assert data.systems[0].texts[0] == ("!",)
    with pytest.raises(redink.UsageError, match="essays go together with essays only"):
        redink.read({"a": OUTPUT}, source=tmp_path / "src.md", references=tmp_path / "ref.md")


def test_bug_a_folder_of_systems_beside_a_text_was_told_about_essays_only(tmp_path):
    (tmp_path / "systems").mkdir()
    for name in ("source", "reference", "systems/mine"):
        (tmp_path / f"{name}.txt").write_text("I like it .\n")
    with pytest.raises(redink.UsageError) as caught:
        redink.read(tmp_path / "systems", source=tmp_path / "source.txt", references=tmp_path / "reference.txt")
    assert caught.value.remedy.endswith(f"name these files: {tmp_path}/systems/*")


def test_raw_outputs_are_cut_as_m2_has_it(tmp_path):
    gold = tmp_path / "gold.m2"
    gold.write_text("S We can not use well-known e-mail .\nA 1 3|||R:OTHER|||could not|||REQUIRED|||-NONE-|||0\n\n")
    output = tmp_path / "out.txt"
    output.write_text("We cannot use well-known e-mail.\n")
    data = redink.read(output, references=gold, tokenise="en")
    assert data.systems[0].texts == (("We", "can", "not", "use", "well-known", "e-mail", "."),)


@settings(max_examples=30)
@given(st.lists(st.lists(st.sampled_from(["the", "cat", "sat", ",", "."]), min_size=1), min_size=1, max_size=5))
def test_tokenised_text_is_left_as_it_is(sentences):
    lines = [" ".join([*tokens, "."]) for tokens in sentences]
    data = redink.read({"mine": lines}, source=lines, references=[lines])
    assert data.sources == tuple(tuple(line.split()) for line in lines)
    assert data.text_stages == ()
    assert data.characters is None


def test_bug_a_list_of_outputs_was_one_output_with_sentences_as_tokens():
    with pytest.raises(redink.UsageError, match="outputs is a list of 2 items, and one of them is a list of 2 texts"):
        redink.score(sources=SOURCES, outputs=[OUTPUT, OUTPUT], references=[CORRECT])


def test_bug_no_sentences_was_a_request_to_annotate_them():
    with pytest.raises(redink.UsageError, match="sources has no texts"):
        redink.score(sources=[], outputs={"mine": []}, references=[[]])
    with pytest.raises(redink.UsageError, match="there are no outputs"):
        redink.score(sources=SOURCES, references=[CORRECT])


def test_bug_cleaning_and_aligning_were_for_files_only():
    answers = [f"Here is the corrected text: {text}" for text in OUTPUT]
    plain = redink.score(sources=SOURCES, outputs={"mine": OUTPUT}, references=[CORRECT])["mine", "F0.5"].value
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        clean = redink.score(sources=SOURCES, outputs={"mine": answers}, references=[CORRECT], clean="llm")
        joined = {"mine": [" ".join(OUTPUT)]}
        aligned = redink.score(sources=SOURCES, outputs=joined, references=[CORRECT], align="sentences")
    assert clean["mine", "F0.5"].value == aligned["mine", "F0.5"].value == plain


def test_arrays_and_columns_of_frames_are_lists():
    plain = redink.score(sources=SOURCES, outputs={"mine": OUTPUT}, references=[CORRECT])["mine", "F0.5"].value
    array = np.array
    results = redink.score(sources=array(SOURCES), outputs={"mine": array(OUTPUT)}, references=array([CORRECT]))
    assert results["mine", "F0.5"].value == plain
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"s": SOURCES, "o": OUTPUT, "r": CORRECT}, index=range(5, 5 + len(SOURCES)))
    results = redink.score(sources=frame["s"], outputs={"mine": frame["o"]}, references=[frame["r"]])
    assert results["mine", "F0.5"].value == plain


def test_bug_a_lazy_frame_ended_in_a_traceback():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"source": SOURCES, "output": OUTPUT, "reference": CORRECT})
    assert redink.score(frame.lazy()).to_dict() == redink.score(frame).to_dict()


def test_bug_a_frame_of_outputs_ended_in_a_traceback():
    frames = pytest.importorskip("pandas")
    with pytest.raises(redink.UsageError, match="outputs is a DataFrame"):
        redink.score(sources=SOURCES, outputs=frames.DataFrame({"mine": OUTPUT}), references=[CORRECT])
