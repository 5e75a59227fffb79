"""Sentences of two essays, paired."""

import numpy as np
import pytest

from redink.questions.faithfulness.mathematics.essays import sentence_pairs
from redink.questions.faithfulness.mathematics.usim import usim
from redink.reading.ucca import TERMINAL, Edge, Passage, Terminal, Unit
from redink.reading.ucca_xml import read_ucca_xml
from tests.shared_files import DATA, needs_shared


def flat(text):
    tokens = text.split()
    return Passage(
        "p",
        tuple(Terminal(f"0.{place}", word, 1, place, word == ".") for place, word in enumerate(tokens)),
        tuple(Unit(f"1.{place}") for place in range(len(tokens) + 1)),
        (
            *(Edge("1.0", f"1.{place + 1}", "H") for place in range(len(tokens))),
            *(Edge(f"1.{place + 1}", f"0.{place}", TERMINAL) for place in range(len(tokens))),
        ),
    )


@pytest.mark.parametrize(
    ("source", "correction", "expected"),
    [
        ("He goes . I stay .", "He went . I stay .", ["he goes|he went", "i stay|i stay"]),
        ("He goes , I stay .", "He goes . I stay .", ["he goes i stay|he goes i stay"]),
        ("One two . Three four .", "Three four .", ["one two|", "three four|three four"]),
        ("It is (e.g.) so. Yes", "It is (e.g.) so. Yes", ["it is eg so|it is eg so", "yes|yes"]),
    ],
)
def test_blocks(source, correction, expected):
    pairs = sentence_pairs(flat(source), flat(correction))
    assert ["|".join(" ".join(side.words) for side in pair) for pair in pairs] == expected
    assert all(len(side) == len(side.words) for pair in pairs for side in pair)


@needs_shared
def test_corrected_essays_keep_most_of_the_meaning():
    """Choshen & Abend (2018): USim of source and reference is .84 by different, .92 by the same annotators."""
    folder = DATA / "ucca-learner"
    essays = {path.stem: read_ucca_xml(path) for path in folder.glob("*.xml") if path.stem != "tree1197"}
    same, unlike = [], []
    for learner, correction in [(a, b) for a in essays for b in essays if int(a[-4:]) == int(b[-4:]) + 100]:
        pairs = sentence_pairs(essays[learner], essays[correction])
        mean = np.mean([usim(*pair).value for pair in pairs])
        one, two = (name[:-4].replace("tree", "borgr") for name in (learner, correction))
        (same if one == two else unlike).append(mean)
    assert (len(same), len(unlike)) == (10, 7)
    assert np.mean(same) == pytest.approx(0.853, abs=0.002)
    assert np.mean(unlike) == pytest.approx(0.780, abs=0.002)
    assert min(same) > 0.78
