"""Tables of corrections and votes; and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import InputError, UsageError
from redink.reading.corrected_sentences import (
    CorrectedSentence,
    corrections_of_references,
    read_correction_table,
    read_votes,
)
from redink.records import Reference


@pytest.fixture
def write(tmp_path):
    def put(name: str, text: str):
        path = tmp_path / name
        path.write_text(text)
        return path

    return put


def test_source_text_in_the_table(write) -> None:
    path = write("c.tsv", "worker\tsource\tcorrection\nw1\ta b\ta c\nw2\td\td\nw2\ta b\ta b\n")
    assert read_correction_table(path) == [
        CorrectedSentence(("a", "b"), (("a", "c"), ("a", "b")), ("w1", "w2")),
        CorrectedSentence(("d",), (("d",),), ("w2",)),
    ]


def test_numbered_sentences(write) -> None:
    source = write("source.txt", "a b\na b\n")
    path = write("c.tsv", "sentence\tcorrection\n2\tx\n1\ty\n2\tz\n")
    # The two sentences read alike, and are two all the same.
    assert [own.corrections for own in read_correction_table(path, source=source)] == [(("x",), ("z",)), (("y",),)]
    with pytest.raises(UsageError, match="refers to sentences by number"):
        read_correction_table(path)
    with pytest.raises(InputError, match="no sentence '3'"):
        read_correction_table(write("d.tsv", "sentence\tcorrection\n3\tx\n"), source=source)


def test_csv_with_quotes_and_conditions(write) -> None:
    path = write("c.csv", 'worker,source,correction,batch\n1,"a, b","a; ""c""",x\n2,"a, b",d,y\n3,"a, b",e,x\n')
    found = read_correction_table(path, where=[("batch", "x")])
    assert found == [CorrectedSentence(("a,", "b"), (("a;", '"c"'), ("e",)), ("1", "3"))]
    assert len(read_correction_table(path, where=[("batch", "x"), ("batch", "y")])[0].corrections) == 3


def test_what_is_missing_is_named(write) -> None:
    with pytest.raises(InputError, match="no column 'correction'"):
        read_correction_table(write("a.tsv", "source\tnew\na\tb\n"))
    with pytest.raises(InputError, match="no column 'source'"):
        read_correction_table(write("b.tsv", "correction\nb\n"))
    with pytest.raises(InputError, match="no column 'batch'"):
        read_correction_table(write("c.tsv", "source\tcorrection\na\tb\n"), where=[("batch", "1")])
    with pytest.raises(InputError, match="no correction"):
        read_correction_table(write("d.tsv", "source\tcorrection\na\tb\n"), where=[("source", "c")])
    with pytest.raises(InputError, match=r"e\.csv:2: 1 cells"):
        read_correction_table(write("e.csv", "source,correction\na\n"))


def test_votes(write) -> None:
    path = write("v.tsv", "source\tcorrection\tis_correction\na\tb\tYes\na\tb\tno\na\tc\t1\n")
    assert read_votes(path) == {(("a",), ("b",)): [True, False], (("a",), ("c",)): [True]}
    with pytest.raises(InputError, match="neither yes nor no"):
        read_votes(write("w.tsv", "source\tcorrection\tis_correction\na\tb\tmaybe\n"))


def test_references_are_people() -> None:
    references = [Reference("A", (("x",), None)), Reference("B", (("y",), ("b",)))]
    assert corrections_of_references([("a",), ("b",)], references) == [
        CorrectedSentence(("a",), (("x",), ("y",)), ("A", "B")),
        CorrectedSentence(("b",), (("b",),), ("B",)),
    ]


SENTENCES = st.lists(st.text("ab.é我", min_size=1, max_size=3), min_size=1, max_size=4).map(tuple)


@given(
    st.dictionaries(SENTENCES, st.lists(st.tuples(SENTENCES, st.sampled_from(["w1", "w2"])), min_size=1), min_size=1)
)
def test_any_table_of_corrections_is_read_as_it_was_written(tmp_path_factory, table):
    path = tmp_path_factory.mktemp("table") / "c.tsv"
    rows = [
        f"{worker}\t{' '.join(source)}\t{' '.join(correction)}\n"
        for source, corrections in table.items()
        for correction, worker in corrections
    ]
    path.write_text("worker\tsource\tcorrection\n" + "".join(rows), encoding="utf-8")
    assert read_correction_table(path) == [
        CorrectedSentence(source, *zip(*corrections, strict=True)) for source, corrections in table.items()
    ]
