"""Essays: MultiGEC's Markdown and folders; ids align them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import InputError
from redink.reading.essays import HEADING, by_source, is_essays, read_essays, read_multigec

LINES = st.text(st.characters(exclude_characters="\n\r", exclude_categories=["Cs"])).filter(
    lambda line: not line.startswith(HEADING)
)
ESSAYS = st.dictionaries(
    st.text(st.characters(categories=["L", "N"]), min_size=1),
    st.lists(LINES).map(lambda lines: "\n".join(lines).strip("\n")),
)


@given(ESSAYS)
def test_what_was_written_is_read(tmp_path_factory, essays):
    path = tmp_path_factory.mktemp("essays") / "en-x-orig-dev.md"
    path.write_text(
        "".join(f"{HEADING}{essay}\n{text}\n\n" for essay, text in essays.items()), encoding="utf-8", newline=""
    )
    assert read_multigec(path) == essays


def test_other_headings_are_text(tmp_path):
    path = tmp_path / "a.md"
    path.write_text("### essay_id = 1\r\n# My day\r\n\r\nIt was.\r\n\r\n### essay_id = 2\r\n\r\n")
    assert is_essays(path)
    assert read_essays(path) == {"1": "# My day\n\nIt was.", "2": ""}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("### essay_id = 1\na\n### essay_id = 1\nb\n", r"a\.md:3: a second essay has the id '1'"),
        ("### essay_id = \n", r"a\.md:1: an essay without an id"),
        ("Title\n### essay_id = 1\n", r"a\.md:1: text before the first essay"),
    ],
)
def test_what_cannot_be_meant_is_refused(tmp_path, text, message):
    path = tmp_path / "a.md"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        read_essays(path)


def test_a_folder_has_an_essay_in_each_file(tmp_path):
    (tmp_path / "b.txt").write_text("B one.\n\nB two.\n")
    (tmp_path / "a.txt").write_text("A.\n")
    (tmp_path / ".hidden").write_text("no")
    assert list(read_essays(tmp_path).items()) == [("a.txt", "A."), ("b.txt", "B one.\n\nB two.")]
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(InputError, match="no file in this folder"):
        read_essays(empty)


def test_ids_align_essays():
    sources = {"1": "a", "2": "b"}
    assert by_source({"2": "B"}, sources, "out", "src") == [None, "B"]
    with pytest.raises(InputError, match="there is no essay '3' in src"):
        by_source({"3": "C"}, sources, "out", "src")
