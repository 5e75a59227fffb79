"""`python -m tools.better_analyses ../shared`: agreement with corpora under analyses by other programs than ours.

It tells errors of the analyser from errors of the rules. The programs are no dependency: `pip install simplemma HanTa
islenska` brings them with their dictionaries. Their analyses reach redink as CoNLL-U files, as a user's would.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from redink.annotation.annotator import Annotator
from redink.language.pipeline import Analysis
from redink.language.registry import load_pipeline
from redink.reading.m2 import read_m2
from redink.records import AnnotatedSentence
from tools.language_tables import MOST, _agreement, _first_annotator, _german, _icelandic

Reading = tuple[str, str, str]
"""Part of speech, features and lemma of a word."""

_STTS = {"ART": "DET", "APPR": "ADP", "APPRART": "ADP", "APPO": "ADP", "APZR": "ADP", "KON": "CCONJ", "KOUS": "SCONJ",
         "KOUI": "SCONJ", "KOKOM": "CCONJ", "CARD": "NUM", "NN": "NOUN", "NE": "PROPN", "ADJA": "ADJ", "ADJD": "ADJ",
         "ADV": "ADV", "PROAV": "ADV", "PAV": "ADV", "PWAV": "ADV", "PTKVZ": "ADP", "PTKNEG": "PART", "PTKZU": "PART",
         "ITJ": "INTJ"}  # fmt: skip
_BIN = {"kk": "NOUN", "kvk": "NOUN", "hk": "NOUN", "so": "VERB", "lo": "ADJ", "ao": "ADV", "fs": "ADP", "st": "SCONJ",
        "fn": "PRON", "pfn": "PRON", "to": "NUM", "gr": "DET"}  # fmt: skip


def simplemma_lemmas(analysis: Analysis) -> list[Reading]:
    """Give our parts of speech and features, with the dictionary forms of simplemma."""
    from simplemma import lemmatize

    return [(token.pos, token.tag, lemmatize(token.text, lang="de")) for token in analysis]


def hanta_readings() -> Callable[[Analysis], list[Reading]]:
    """Give the parts of speech and dictionary forms of HanTa, and our features."""
    from HanTa import HanoverTagger

    tagger = HanoverTagger.HanoverTagger("morphmodel_ger.pgz")

    def readings(analysis: Analysis) -> list[Reading]:
        tagged = tagger.tag_sent([token.text for token in analysis])
        return [
            (_pos(re.sub("[()]", "", tag)), token.tag, lemma)
            for token, (_, lemma, tag) in zip(analysis, tagged, strict=True)
        ]

    return readings


def _pos(tag: str) -> str:
    """Translate a tag of the Stuttgart-Tübingen set."""
    if tag.startswith("$"):
        return "PUNCT"
    if tag.startswith("V"):
        return {"V": "VERB", "A": "AUX", "M": "AUX"}.get(tag[1:2], "VERB")
    if tag.startswith(("PPOSAT", "PDAT", "PIAT", "PIDAT", "PWAT", "PRELAT")):
        return "DET"
    return _STTS.get(tag, "PRON" if tag.startswith("P") else "X")


def bin_readings() -> Callable[[Analysis], list[Reading]]:
    """Give our parts of speech where BÍN allows them, or else its only one, and the dictionary forms of BÍN."""
    from islenska import Bin

    words = Bin()

    def readings(analysis: Analysis) -> list[Reading]:
        return [_of_bin(token, words.lookup(token.text, at_sentence_start=place == 0)[1])
                for place, token in enumerate(analysis)]  # fmt: skip

    return readings


def _of_bin(token: Any, entries: Iterable[Any]) -> Reading:
    by_pos: dict[str, str] = {}
    for entry in entries:
        by_pos.setdefault(_BIN.get(entry.ofl, "X"), entry.ord.replace("-", ""))
    pos = {"PROPN": "NOUN", "AUX": "VERB", "CCONJ": "SCONJ", "DET": "PRON"}.get(token.pos, token.pos)
    if pos in by_pos:
        return token.pos, token.tag, by_pos[pos]
    if len(by_pos) == 1:
        return next((pos, "", lemma) for pos, lemma in by_pos.items())
    return token.pos, token.tag, token.lemma


def rows(data: Path) -> Iterator[str]:
    """Yield the agreement with each analysis, ours first."""
    german, icelandic = data / "ml-falko-merlin/fm-test.m2", data / "ml-iceec/testCorpus.m2"
    codes = _icelandic(data / "ml-iceec/errorCodes.tsv")
    yield from _compared("German", "de", german, _german, {"simplemma": simplemma_lemmas, "HanTa": hanta_readings()})
    yield from _compared("Icelandic", "is", icelandic, codes, {"BÍN": bin_readings()})


def _compared(
    name: str,
    code: str,
    path: Path,
    theirs: Callable[[str], str | None],
    programs: dict[str, Callable[[Analysis], list[Reading]]],
) -> Iterator[str]:
    sentences = [sentence for sentence in read_m2(path) if sentence.edits][:MOST]
    pipeline = load_pipeline(code)
    yield _agreement(f"{name}, ours", Annotator(pipeline), sentences, theirs)
    texts = list(dict.fromkeys(_texts(sentences)))
    for program, readings in programs.items():
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "parsed.conllu"
            blocks = (
                _block(text, readings(analysis)) for text, analysis in zip(texts, pipeline.analyse(texts), strict=True)
            )
            file.write_text("\n".join(blocks), encoding="utf-8")
            annotator = Annotator(load_pipeline(f"{code}=conllu:{file}"))
            yield _agreement(f"{name}, {program}", annotator, sentences, theirs)


def _texts(sentences: Iterable[AnnotatedSentence]) -> Iterator[tuple[str, ...]]:
    for sentence in sentences:
        corrected = list(sentence.tokens)
        for edit in reversed(_first_annotator(sentence)):
            corrected[edit.start : edit.end] = edit.replacement
        yield sentence.tokens
        yield tuple(corrected)


def _block(text: tuple[str, ...], readings: list[Reading]) -> str:
    """Write a sentence as CoNLL-U."""
    return "".join(
        f"{number}\t{word}\t{lemma or word}\t{pos or 'X'}\t_\t{feats or '_'}\t0\troot\t_\t_\n"
        for number, (word, (pos, feats, lemma)) in enumerate(zip(text, readings, strict=True), start=1)
    )


if __name__ == "__main__":
    for row in rows(Path(sys.argv[1]) / "data"):
        print(row, flush=True)
