"""The long corpus of the difficulty comparison: whole blocks, as many as wanted."""

from bench import difficulty
from redink.reading.m2 import read_m2


def test_a_corpus_is_repeated_block_by_block(tmp_path, monkeypatch):
    monkeypatch.setattr(difficulty, "_LONG", 5)
    short = tmp_path / "short.m2"
    short.write_text("S a b\nA 0 1|||R|||c|||REQUIRED|||-NONE-|||0\n\nS d\n\n")
    copy = difficulty._repeated(short, tmp_path / "long.m2")
    assert ["".join(sentence.tokens) for sentence in read_m2(copy)] == ["ab", "d", "ab", "d", "ab"]
    assert [len(sentence.edits) for sentence in read_m2(copy)] == [1, 0, 1, 0, 1]
