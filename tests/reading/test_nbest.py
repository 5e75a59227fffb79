import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import InputError
from redink.reading.nbest import read_nbest
from tests.strategies import some_tokens


def read(tmp_path, text, **options):
    path = tmp_path / "list.txt"
    path.write_text(text, encoding="utf-8")
    return read_nbest(path, **options)


EXPECTED = {0: (("a", "b"), ("a",)), 2: (("c",),)}


@pytest.mark.parametrize(
    "text",
    [
        "0 ||| a b ||| LM: -1 ||| -2\n0 ||| a ||| ||| -3\n2 ||| c ||| ||| -1\n",
        "2 ||| c\n0 ||| a b\n0 ||| a\n0 ||| a b\n",
        "sentence\tcandidate\n1\ta b\n1\ta\n3\tc\n",
        "sentence\tscore\ttext\n1\t-3\ta\n3\t-1\tc\n1\t-2\ta b\n",
    ],
)
def test_forms_are_told_apart(tmp_path, text):
    assert read(tmp_path, text) == EXPECTED


def test_blocks(tmp_path):
    assert read(tmp_path, "a b\na\n\nb\n\nc\n\n") == {0: (("a", "b"), ("a",)), 1: (("b",),), 2: (("c",),)}
    assert read(tmp_path, "0 ||| a\n", form="blocks") == {0: (("0", "|||", "a"),)}


@pytest.mark.parametrize(
    ("text", "message", "form"),
    [
        ("", "empty", "auto"),
        ("0 ||| a\nb\n", ":2: no '|||'", "auto"),
        ("x ||| a\n", "is not a sentence number", "moses"),
        ("-1 ||| a\n", "is not a sentence number", "moses"),
        ("sentence\tcandidate\n0\ta\n", ":2: '0' is not a sentence number", "auto"),
        ("sentence\tcandidate\n1\n", "1 cells", "auto"),
        ("sentence\tscore\ttext\n1\tx\ta\n", ":2: 'x' is not a score", "auto"),
        ("sentence\tscore\ttext\n1\tnan\ta\n", ":2: 'nan' is not a score", "auto"),
        ("sentence\tword\n1\ta\n", "sentence, word", "auto"),
        ("a\n\n\nb\n", ":3: two blank lines in a row", "auto"),
    ],
)
def test_faults_are_named_with_their_place(tmp_path, text, message, form):
    with pytest.raises(InputError, match=r"list\.txt") as caught:
        read(tmp_path, text, form=form)
    assert message in str(caught.value)


@given(st.lists(st.lists(some_tokens, min_size=1, max_size=3, unique=True), min_size=1, max_size=4))
def test_all_forms_say_the_same(tmp_path_factory, lists):
    texts = [[" ".join(candidate) for candidate in own] for own in lists]
    moses = "".join(f"{number} ||| {text} ||| |||\n" for number, own in enumerate(texts) for text in own)
    tsv = "sentence\tcandidate\n" + "".join(f"{n}\t{text}\n" for n, own in enumerate(texts, 1) for text in own)
    blocks = "\n\n".join("\n".join(own) for own in texts) + "\n"
    folder = tmp_path_factory.mktemp("lists")
    expected = {number: tuple(own) for number, own in enumerate(lists)}
    for form, text in (("moses", moses), ("tsv", tsv), ("blocks", blocks)):
        assert read(folder, text, form=form) == expected
