"""CoNLL-U files and the trees in them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.errors import InputError
from redink.reading.conllu import Tree, read_conllu
from tests.shared_files import DATA, needs_shared

TEXT = """# sent_id = 1
# text = He doesn't go.
1\tHe\the\tPRON\t_\t_\t4\tnsubj\t_\t_
2-3\tdoesn't\t_\t_\t_\t_\t_\t_\t_\t_
2\tdoes\tdo\tAUX\t_\t_\t4\taux\t_\t_
3\tn't\tnot\tPART\t_\t_\t4\tadvmod\t_\t_
4\tgo\tgo\tVERB\t_\t_\t0\troot\t_\t_
4.1\tgo\tgo\tVERB\t_\t_\t_\t_\t_\t_

1\tYes\tyes\tINTJ\t_\t_\t0\troot\t_\t_
"""


def read(folder, text):
    (folder / "t.conllu").write_text(text, encoding="utf-8")
    return read_conllu(folder / "t.conllu")


def test_words_count_and_ranges_and_empty_nodes_do_not(tmp_path):
    first, second = read(tmp_path, TEXT)
    assert first == Tree(
        ("He", "does", "n't", "go"),
        (3, 3, 3, 3),
        ("nsubj", "aux", "advmod", "root"),
        ("he", "do", "not", "go"),
        ("PRON", "AUX", "PART", "VERB"),
    )
    assert second.tokens == ("Yes",)


def test_a_sentence_of_comments_alone_is_empty_and_not_lost(tmp_path):
    assert [len(tree.tokens) for tree in read(tmp_path, "# empty\n\n" + TEXT)] == [0, 4, 1]


@pytest.mark.parametrize(
    ("old", "new", "message", "line"),
    [
        ("3\tn't", "7\tn't", "where 3 was expected", 6),
        ("\t4\taux", "\t_\taux", "is not a number", 5),
        ("\t4\taux", "\t9\taux", "does not exist", 3),
        ("\t0\troot\t_\t_\n4.1", "\t1\troot\t_\t_\n4.1", "on itself", 3),
        ("nsubj\t_\t_", "nsubj\t_", "9 columns", 3),
    ],
)
def test_what_is_refused_and_where(tmp_path, old, new, message, line):
    assert old in TEXT
    with pytest.raises(InputError, match=message) as caught:
        read(tmp_path, TEXT.replace(old, new, 1))
    assert caught.value.place.line == line


@pytest.mark.parametrize("heads", [(1, 0), (1, 2, 1), (0, 5), (0, -1)])
def test_a_tree_has_no_cycle_and_no_missing_head(heads):
    with pytest.raises(InputError):
        Tree(tuple("abc"[: len(heads)]), heads, ("x",) * len(heads))


@needs_shared
def test_a_treebank_is_read_whole():
    trees = read_conllu(DATA / "treebank" / "PUD" / "en_pud-ud-test.conllu")
    assert (len(trees), sum(len(tree.tokens) for tree in trees)) == (1000, 21180)  # grep -cP "^[0-9]+\t"


@given(st.text("1234567890\t_-.#\nab", max_size=120))
def test_any_text_gives_our_error_or_trees(tmp_path_factory, text):
    path = tmp_path_factory.mktemp("c") / "t.conllu"
    path.write_text(text, encoding="utf-8")
    try:
        found = read_conllu(path)
    except InputError:
        pass
    else:
        assert all(len(tree.heads) == len(tree.tokens) for tree in found)
