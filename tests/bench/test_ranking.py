"""Which systems differ significantly: a clear case by hand."""

from __future__ import annotations

from pathlib import Path

from bench.ranking import significant_pairs

GOLD = "S a b c\nA 1 2|||R:OTHER|||x|||REQUIRED|||-NONE-|||0\n\n"
WRONG = "S a b c\nA 1 2|||R:OTHER|||y|||REQUIRED|||-NONE-|||0\n\n"


def test_only_clear_differences_count_and_the_better_stands_first(tmp_path: Path) -> None:
    texts = {"gold": GOLD * 60, "wrong": WRONG * 60, "right": GOLD * 59 + WRONG, "nearly": GOLD * 58 + WRONG * 2}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    names = ["wrong", "right", "nearly"]
    found = significant_pairs([tmp_path / name for name in names], names, tmp_path / "gold")
    assert found == {("right", "wrong"), ("nearly", "wrong")}
