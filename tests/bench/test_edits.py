from pathlib import Path

import pytest

from bench.edits import agreement, differing_blocks
from bench.honesty import span_counts

ERRANT = """S a b c
A 0 1|||R:DET|||the|||REQUIRED|||-NONE-|||0
A 2 3|||R:NOUN|||d|||REQUIRED|||-NONE-|||0

S x
A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0

"""
OTHER_TYPE = ERRANT.replace("R:NOUN", "R:VERB")
OTHER_SPAN = ERRANT.replace("A 2 3", "A 1 3")


def written(folder: Path, text: str, name: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_agreement_counts_spans_types_and_confusions(tmp_path: Path) -> None:
    left, right = written(tmp_path, ERRANT, "left.m2"), written(tmp_path, OTHER_TYPE, "right.m2")
    found = agreement(left, right)
    assert (found.left, found.right, found.same_span, found.same_type) == (2, 2, 2, 1)
    assert found.confusions == {("R:NOUN", "R:VERB"): 1}
    assert found.type_given_span == 0.5


def test_span_f_is_the_harmonic_mean(tmp_path: Path) -> None:
    left, right = written(tmp_path, ERRANT, "left.m2"), written(tmp_path, OTHER_SPAN, "right.m2")
    assert agreement(left, right).span_f == pytest.approx(0.5)
    counts = span_counts(left, right)
    assert (counts.tp, counts.fp, counts.fn) == (1, 1, 1)


def test_one_file_of_ours_is_compared_with_several_of_theirs(tmp_path: Path) -> None:
    both = ERRANT.replace("|||0\n\n", "|||0\nA 1 2|||U:ADV||||||REQUIRED|||-NONE-|||1\n\n", 1)
    both = both.replace("noop|||-NONE-|||REQUIRED|||-NONE-|||0", "noop|||-NONE-|||REQUIRED|||-NONE-|||1")
    ours = written(tmp_path, both, "ours.m2")
    first = written(tmp_path, ERRANT.split("S x", maxsplit=1)[0] + "S x\n\n", "first.m2")
    second = written(
        tmp_path, "S a b c\nA 1 2|||U:ADV||||||REQUIRED|||-NONE-|||0\n\n" + ERRANT[ERRANT.index("S x") :], "2"
    )
    assert differing_blocks(ours, [first, second]) == 0
    assert differing_blocks(ours, [second, first]) == 4


def test_unclear_and_idle_edits_are_no_spans(tmp_path: Path) -> None:
    human = written(
        tmp_path, "S a b\nA 0 1|||Um|||a|||REQUIRED|||-NONE-|||0\nA 1 2|||Nn|||b|||REQUIRED|||-NONE-|||0\n\n", "h"
    )
    auto = written(tmp_path, "S a b\nA -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0\n\n", "a")
    counts = span_counts(human, auto)
    assert (counts.tp, counts.fp, counts.fn) == (0, 0, 0)
