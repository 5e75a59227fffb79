"""Kinds of text: reading packages, laying sentences out, parts that do not overlap, agreement on a kind."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.language.english.lemmas import read_tables
from redink.language.english.pipeline import EnglishPipeline
from redink.records import Edit
from training.english import by_kind, corpus, kinds, layout, packages, unsure
from training.english.by_kind import KindSet
from training.english.kinds import Places

TEXT = "The well-known students do n't agree , however , with London 's plan ."
SENTENCE = TEXT.split()
PAGE = """<html><head><title>Not this</title></head><body><h1>Change your&nbsp;password</h1><p>Press <b>Tab</b> &amp;
 wait.<br/></p><pre>x = 1</pre><ul><li>One item</li><li>One item</li><li>42</li></ul></body></html>"""
WEB = 'input,target\n"grammar: He go home.","He goes home."\n'


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_paragraphs_of_a_page() -> None:
    found = [" ".join(text.split()) for text in packages.page_paragraphs(PAGE)]
    assert [text for text in found if text] == [
        "Change your password",
        "Press Tab & wait.",
        "One item",
        "One item",
        "42",
    ]


def test_glosses_of_wordnet() -> None:
    line = '00003829 00 s 01 parturient 0 002 & 00003356 a 0000 | giving birth; "a parturient heifer"  '
    assert list(packages.glosses(f"  1 This is a licence.\n{line}\n")) == ["giving birth", "a parturient heifer"]


def test_what_people_say() -> None:
    assert packages.quoted_lines('choice\n\t`"Hello."`\n\tgoto `end`\n`open\n') == ['"Hello."', "end"]


@pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg-deb is not there")
def test_a_package_gives_distinct_paragraphs_of_its_wanted_files(tmp_path: Path) -> None:
    for path in ("help/C/gnome-help/b.page", "help/de/gnome-help/b.page"):
        page = tmp_path / "built/usr/share" / path
        page.parent.mkdir(parents=True)
        page.write_text(PAGE if "/C/" in path else "<p>Nicht das hier</p>", encoding="utf-8")
    control = tmp_path / "built/DEBIAN/control"
    control.parent.mkdir()
    control.write_text("Package: gnome-user-docs\nVersion: 1\nArchitecture: all\nMaintainer: a\nDescription: a\n")
    target = tmp_path / "held" / "gnome-user-docs_1_all.deb"
    target.parent.mkdir()
    subprocess.run(["dpkg-deb", "--build", str(tmp_path / "built"), str(target)], check=True, capture_output=True)
    expected = ["Change your password", "Press Tab & wait.", "One item"]
    assert packages.paragraphs("gnome-user-docs", tmp_path / "held") == expected


@pytest.mark.parametrize(
    ("change", "possible"),
    [
        (layout.heading, "The Well-known Students do"),
        (layout.fragment, "students do"),
        (layout.item, "- The well-known students do n't agree , however , with London 's plan ."),
        (layout.tail, "The well-known students do n't agree , however , with London 's plan …"),
        (layout.small_letters, "the well-known students do n't agree , however , with london 's plan ."),
        (layout.unmarked, "The well-known students do n't agree however with London 's plan"),
        (layout.glued, "The well-known students don't agree, however, with London's plan."),
        (layout.split, "The well - known students do n ' t agree , however , with London 's plan ."),
    ],
)
def test_layouts_by_hand(change: layout.Layout, possible: str) -> None:
    assert possible in {" ".join(change(SENTENCE, rng(seed))) for seed in range(400)}


def test_code_takes_the_place_of_words() -> None:
    found = {word for seed in range(400) for word in layout.code_like(SENTENCE, rng(seed))}
    assert {"plan()", "--agree", "#students", "www.plan.org"} <= found
    assert {",", "n't", "well-known"} <= found


@given(st.lists(st.sampled_from([*SENTENCE, "😀", "'"]), min_size=1, max_size=30), st.integers(0, 1000))
def test_layouts_are_never_empty_and_leave_the_sentence_alone(words: list[str], seed: int) -> None:
    before = list(words)
    for change in (layout.lay_out, *(change for change, _ in layout.LAYOUTS)):
        changed = change(words, rng(seed))
        assert changed
        assert all(word and not any(map(str.isspace, word)) for word in changed)
    assert words == before


def test_most_sentences_are_left_as_they_are() -> None:
    same = sum(layout.lay_out(SENTENCE, rng(seed)) == SENTENCE for seed in range(300))
    assert 150 < same < 230


@given(st.integers(10, 60), st.integers(1, 200))
def test_parts_of_a_package_do_not_overlap(count: int, words: int) -> None:
    texts = [f"paragraph {i}" for i in range(count)]
    shares = [kinds._share(texts, words, part) for part in ("train", "dev", "test")]
    assert len({text for share in shares for text in share}) == sum(map(len, shares))
    assert all(share for share in shares)
    assert all(2 * (len(share) - 1) <= words for share in shares)


def web_folder(tmp_path: Path) -> Path:
    (tmp_path / "web-text").mkdir()
    (tmp_path / "web-text/c4-pairs.csv").write_text(WEB, encoding="utf-8")
    return tmp_path


def test_rows_of_the_web_are_trained_on_both_ways(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "WEB_ROWS", {"train": slice(None), "dev": slice(None)})
    places = Places(web_folder(tmp_path), tmp_path)
    clean = kinds.training_sentences("web", places, rng())
    assert clean == [["He", "go", "home", "."], ["He", "goes", "home", "."]]
    assert kinds.web_pairs("dev", tmp_path) == [("He go home .", "He goes home .")]
    told = corpus.build(clean, read_tables(), rng(), corpus.Recipe(1.0, 3, laid_out=True))
    assert len(told) == 2 * 4
    assert all(sentence in told for sentence in clean)


def test_edits_have_places_in_the_correction() -> None:
    edits = [Edit(0, 0, ("The", "old"), "M:DET"), Edit(2, 4, ("is",), "R:VERB"), Edit(5, 6, (), "U:NOUN")]
    assert [edit[:4] for edit in by_kind._spans(edits)] == [(0, 0, 0, 2), (2, 4, 4, 5), (5, 6, 6, 6)]


def test_a_student_that_is_the_teacher_agrees() -> None:
    teacher = EnglishPipeline()
    texts = KindSet(
        "toy", ["He go home .", "She like a cats ."], {
            "target": ["He goes home .", "She likes cats ."], "system": ["He went home .", "She likes a cats ."],
        },
    )  # fmt: skip
    scores = dict(by_kind.compare(texts, {"same": teacher, "plain": _Untagged()}, teacher))
    assert scores["same"].comparison.edit_f == 1.0
    assert scores["same"].moves == {"system": 0.0}
    assert scores["plain"].comparison.teacher == scores["same"].comparison.teacher == 5
    assert scores["plain"].comparison.edit_f < 1.0
    assert by_kind.line("toy", "same", scores["same"]) == "toy | same | 5 | 1.0000 | 1.0000 | system +0.00"


class _Untagged(EnglishPipeline):
    """A student that takes every word for a noun."""

    def analyse(self, sentences):  # type: ignore[no-untyped-def]
        for analysis in super().analyse(sentences):
            yield tuple(token._replace(pos="NOUN", tag="NN", lemma=token.lower) for token in analysis)


def test_outputs_make_a_share_of_the_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "WEB_ROWS", {"dev": slice(None)})
    monkeypatch.setattr(by_kind, "SYSTEMS", {"none": (0.0, 0.0), "all": (1.0, 0.0)})
    texts = by_kind.kind_set("web", "dev", Places(web_folder(tmp_path), tmp_path), read_tables())
    assert texts.versions["none"] == texts.source == ["He go home ."]
    assert texts.versions["all"] == texts.versions["target"] == ["He goes home ."]


def test_agreement_by_certainty_by_hand() -> None:
    equal, certainty = np.array([False, True, False, True, True]), np.array([0.5, 0.7, 0.8, 0.95, 0.99])
    assert list(unsure.agreement(equal, certainty)) == [
        "from 0: 0.200 of the tokens, 0.000 equal",
        "from 0.6: 0.400 of the tokens, 0.500 equal",
        "from 0.9: 0.200 of the tokens, 1.000 equal",
        "from 0.99: 0.200 of the tokens, 1.000 equal",
        "1.000 of the unlike tags are below 0.9",
    ]
