"""Treebanks: what counts as a word, and how words are counted."""

from __future__ import annotations

from training.english.treebank import Accuracy, Gold, accuracy, read

TEXT = """# text = Don't go.
1-2\tDon't\t_\t_\t_\t_\t_\t_\t_\t_
1\tDo\tdo\tAUX\tVB\t_\t3\taux\t_\t_
2\tn't\tnot\tPART\tRB\t_\t3\tadvmod\t_\t_
3\tgo\tgo\tVERB\tVB\t_\t0\troot\t_\t_
3.1\tyou\tyou\tPRON\tPRP\t_\t_\t_\t_\t_
4\t.\t.\tPUNCT\t.\t_\t3\tpunct\t_\t_

1\tYes\tyes\tINTJ\tUH\t_\t0\troot\t_\t_
"""


def test_ranges_and_empty_nodes_are_no_words() -> None:
    first, second = read(TEXT)
    assert [word.text for word in first] == ["Do", "n't", "go", "."]
    assert second == [Gold("Yes", "yes", "INTJ", "UH")]


def test_accuracy_by_hand() -> None:
    gold = list(read(TEXT))
    found = [[word._replace(tag="NN") if word.text in ("Do", "Yes") else word for word in part] for part in gold]
    found[1][0] = found[1][0]._replace(lemma="yep")
    found[0][2] = found[0][2]._replace(lemma="Go")  # capitals do not count
    assert accuracy(gold, found) == Accuracy(3 / 5, 1.0, 4 / 5)
