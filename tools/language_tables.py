"""`python -m tools.language_tables ../shared`: treebanks and typed corpora in, the tables of docs/languages.md out.

Accuracy of every analyser on the test part of its treebank; speed; how far our types agree with those of corpora that
have types; how far our spans agree. Only the text between the marks of a table is written anew.
"""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import redink
from redink.annotation.annotator import Annotator
from redink.annotation.gold_types import with_own_types
from redink.annotation.universal.classifier import UniversalClassifier
from redink.annotation.word_list import is_word
from redink.language.registry import load_pipeline
from redink.language.tokenising.choosing import find_tokeniser
from redink.language.universal.analyser import Analyser
from redink.language.universal.weights import languages, read_weights
from redink.reading.m2 import read_m2
from redink.records import AnnotatedSentence, Edit
from redink.scoring.edit_overlap import coarse_type_of, main_type_of
from tools.language_corpora import chinese_rows, spanish_sentences, spanish_type
from training.languages.evaluate import accuracy
from training.languages.perceptron import recorded
from training.languages.treebank import read_treebank

PAGE = Path(__file__).parents[1] / "docs/languages.md"
MOST = 800
"""Sentences of a corpus that are looked at."""


def accuracy_table(data: Path) -> Iterator[str]:
    """Give the rows of the table of analysers."""
    look_up = dict(_look_up(data / "ud-lookup-baseline.tsv"))
    floors = recorded()
    names = [
        "language",
        "UPOS",
        "look-up",
        "perceptron",
        "FEATS",
        "look-up",
        "lemma",
        "look-up",
        "sure",
        "right",
        "tokens/s",
        "redink-en",
        "KB",
    ]
    yield f"| {' | '.join(names)} |"
    yield "|" + " --- |" * len(names)
    for code in languages():
        packed = read_weights(code)
        analyser, test = Analyser(packed), read_treebank(data / f"ud-{code}").test
        found = accuracy(analyser, test)
        floor = look_up[code]
        mark = "" if found.pos >= 0.9 else " (experimental)"
        cells = (
            *(f"{code}{mark}", f"{found.pos:.3f}", floor[0], floors[code]),
            *(f"{found.feats:.3f}", floor[1], f"{found.lemma:.3f}", floor[2]),
            *(f"{found.sure:.2f}", f"{found.sure_right:.3f}"),
            *(f"{_speed(name, test):,.0f}" for name in (code, "redink-en")),
            f"{len(packed) // 1000:,}",
        )
        yield f"| {' | '.join(map(str, cells))} |"


def _look_up(path: Path) -> Iterator[tuple[str, list[str]]]:
    for line in path.read_text(encoding="utf-8").splitlines():
        yield line.split("\t")[0].removeprefix("ud-"), re.findall(r"(?:UPOS|FEATS|lemma) (\S+)", line)


def _speed(code: str, test: Sequence) -> float:
    """Give tokens a CPU second of the whole pipeline, on text that it has not seen."""
    pipeline = load_pipeline(code)
    sentences = [tuple(word.form for word in sentence.words) for sentence in test]
    list(pipeline.analyse(sentences[:5]))
    start = time.process_time()
    list(pipeline.analyse(sentences))
    return sum(map(len, sentences)) / (time.process_time() - start)


def agreement_table(data: Path) -> Iterator[str]:
    """Give the rows of the table of corpora whose edits have types."""
    yield "| corpus | edits | same coarse type | OTHER: theirs, ours | F1 of spans | confusions (theirs → ours) |"
    yield "| --- | --- | --- | --- | --- | --- |"
    corpora: tuple[tuple[str, str, str, Callable[[str], str | None]], ...] = (
        ("German, Falko-MERLIN dev", "de", "ml-falko-merlin/fm-dev.m2", _german),
        ("German, Falko-MERLIN test", "de", "ml-falko-merlin/fm-test.m2", _german),
        ("Czech, GECCC dev", "cs", "ml-geccc-dev/sentence.m2", _czech),
        ("Czech, GECCC test", "cs", "ml-geccc/test/sentence.m2", _czech),
        ("Icelandic, IceEC (people)", "is", "ml-iceec/testCorpus.m2", _icelandic(data / "ml-iceec/errorCodes.tsv")),
    )
    for name, code, path, theirs in corpora:
        if code in languages() and (data / path).is_file():
            sentences = [sentence for sentence in read_m2(data / path) if sentence.edits][:MOST]
            yield _agreement(name, Annotator(load_pipeline(code)), sentences, theirs)
    yield _spanish(data / "ml-cowsl2h")
    if "el" in languages():
        yield from _greek(data / "ml-elerrant")
    yield _english(data / "jfleg/dev")


def _agreement(
    name: str,
    annotator: Annotator,
    sentences: list[AnnotatedSentence],
    theirs: Callable[[str], str | None],
    rename: Callable[[str], str] = str,
) -> str:
    gold = [_first_annotator(sentence) for sentence in sentences]
    sources = [sentence.tokens for sentence in sentences]
    pairs = Counter(
        (their, rename(coarse_type_of(own.type) or ""))
        for edits, own_edits in zip(gold, with_own_types(sources, gold, annotator), strict=True)
        for edit, own in zip(edits, own_edits or (), strict=True)
        if (their := theirs(edit.type)) is not None
    )
    return _row(name, pairs, _span_f(annotator, sources, gold))


def _spanish(folder: Path) -> str:
    """Give the row of Spanish: every tenth sentence with an error, so that all prompts and levels are among them."""
    annotator = Annotator(load_pipeline("es"))
    sentences = [sentence for sentence in spanish_sentences(folder, find_tokeniser("es")) if sentence.edits][::10]
    return _agreement("Spanish, COWS-L2H (people)", annotator, sentences, spanish_type, rename=_without_auxiliaries)


def _without_auxiliaries(kind: str) -> str:
    return kind.replace("AUX", "VERB")


def _row(name: str, pairs: Counter[tuple[str, str]], spans: str) -> str:
    total = pairs.total()
    same = sum(count for (their, own), count in pairs.items() if their == own)
    others = [sum(count for pair, count in pairs.items() if pair[side] == "OTHER") / total for side in (0, 1)]
    wrong = [f"{their} → {own} {count}" for (their, own), count in pairs.most_common() if their != own][:6]
    return (
        f"| {name} | {total:,} | {same / total:.3f} | {others[0]:.3f}, {others[1]:.3f} | {spans} | {'; '.join(wrong)} |"
    )


def _first_annotator(sentence: AnnotatedSentence) -> tuple[Edit, ...]:
    """Give the edits of the first annotator that can be applied together: nested ones are left out."""
    edits: list[Edit] = []
    for edit in sorted((edit for edit in sentence.edits if edit.annotator == 0 and not edit.is_noop), key=_place):
        if (
            not edit.is_detected_only
            and (not edits or edit.start >= edits[-1].end)
            and edit.end <= len(sentence.tokens)
        ):
            edits.append(replace(edit, replacement=()) if edit.replacement == ("-NONE-",) else edit)
    return tuple(edits)


def _place(edit: Edit) -> tuple[int, int]:
    return edit.start, edit.end


def _span_f(annotator: Annotator, sources: Sequence[tuple[str, ...]], gold: Iterable[tuple[Edit, ...]]) -> str:
    """Give F1 of our edits against the corpus's own, by span and correction."""
    counts = Counter[str]()
    for source, edits in zip(sources, gold, strict=True):
        corrected = list(source)
        for edit in reversed(edits):
            corrected[edit.start : edit.end] = edit.replacement
        theirs = {(edit.start, edit.end, edit.replacement) for edit in edits}
        ours = {(edit.start, edit.end, edit.replacement) for edit in annotator.edits(source, tuple(corrected))}
        counts.update(both=len(ours & theirs), ours=len(ours), theirs=len(theirs))
    return f"{2 * counts['both'] / max(1, counts['ours'] + counts['theirs']):.3f}"


def _german(kind: str) -> str | None:
    return (coarse_type_of(kind) or "").replace("CONJ", "CCONJ").replace("SCCONJ", "SCONJ") or None


def _czech(kind: str) -> str | None:
    name = main_type_of(kind) or ""
    if name in _CZECH:
        return _CZECH[name]
    return name.replace(":INFL", ":FORM") or None


_CZECH = {"DIACR": "SPELL", "ORTH:CASING": "ORTH", "ORTH:WSPACE": "ORTH", "QUOTATION": "PUNCT", "WO:SPELL": "WO",
          "MeMne": "PRON:FORM"}  # fmt: skip


def _icelandic(path: Path) -> Callable[[str], str | None]:
    """Give a map from human codes to the classes that both sides have; other codes are left out of the comparison."""
    rows = (line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:])
    classes = {row[2]: _ICELANDIC.get(row[1]) for row in rows if len(row) > 2}
    return lambda codes: next((classes[code] for code in codes.split("+") if classes.get(code)), None)


_ICELANDIC = {"punctuation": "PUNCT", "spelling": "SPELL", "typo": "SPELL", "nonword": "SPELL", "spacing": "ORTH",
              "capitalization": "ORTH", "prep": "ADP"}  # fmt: skip


def _greek(folder: Path) -> Iterator[str]:
    """Give the rows of the Greek corpora: the two annotators of GNC, and 100 edits of Wikipedia with both people."""
    annotator, tokenise = Annotator(load_pipeline("el")), find_tokeniser("el")

    def own_type(old: str, new: str) -> str:
        source, target = (tuple(token for token, _ in tokenise(text)) for text in (old, new))
        edits = annotator.edits(source, target)
        return coarse_type_of(edits[0].type) or "" if len(edits) == 1 else "OTHER"

    for person in "AB":
        rows = _rows(folder / f"GNC_annotator_{person}.tsv")
        pairs = Counter((_greek_type(row[4]), own_type(row[1], row[2])) for row in rows if len(row) > 4 and row[4])
        yield _row(f"Greek, GNC, annotator {person}", pairs, "–")
    rows = [row for row in _rows(folder / "GWE.tsv") if len(row) > 9]
    for column, person in ((8, "A"), (9, "B")):
        pairs = Counter((_greek_type(row[column][2:]), own_type(row[1], row[2])) for row in rows)
        yield _row(f"Greek, Wikipedia, annotator {person} (people agree in 0.79)", pairs, "–")


def _rows(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()[1:]]


def _greek_type(kind: str) -> str:
    named = {"ACC": "SPELL", "FN": "ORTH", "AD:FORM": "ADJ:FORM", "VERB:SVA": "VERB:FORM", "PREP": "ADP",
             "CONJ": "CCONJ", "ARTorDET": "DET", "NOUN:INFL": "NOUN:FORM"}  # fmt: skip
    return named.get(kind, coarse_type_of(f"R:{kind}") or "")


def _english(folder: Path) -> str:
    """Give the row of English: ERRANT's rules beside ours for any language, on the same analyses and spans."""
    pipeline = load_pipeline("redink-en")
    annotator, rules = Annotator(pipeline), UniversalClassifier("en", knows=is_word_in_any_case)
    lines = ((folder / name).read_text(encoding="utf-8").splitlines() for name in ("dev.src", "dev.ref0"))
    pairs: Counter[tuple[str, str]] = Counter()
    for old, new in zip(*lines, strict=True):
        source, target = tuple(old.split()), tuple(new.split())
        bare = [tuple(token._replace(tag="") for token in side) for side in annotator.analyse((source, target))]
        for span in annotator.spans(source, target):
            theirs = main_type_of(annotator.classify(source, target, span).type) or ""
            ours = coarse_type_of(rules.error_type(bare[0], bare[1], span)) or ""
            pairs[_ENGLISH.get(theirs, theirs), ours.replace("PROPN", "NOUN").replace("SCONJ", "CCONJ")] += 1
    return _row("English, JFLEG dev, against ERRANT's rules", pairs, "1 (the same spans)")


def is_word_in_any_case(word: str) -> bool:
    """Tell whether a word is in the English list."""
    return is_word(word) or is_word(word.lower())


_ENGLISH = {"VERB:TENSE": "VERB:FORM", "VERB:SVA": "VERB:FORM", "VERB:INFL": "VERB:FORM", "NOUN:NUM": "NOUN:FORM",
            "NOUN:INFL": "NOUN:FORM", "NOUN:POSS": "NOUN:FORM", "PREP": "ADP", "CONJ": "CCONJ"}  # fmt: skip


def chinese_table(data: Path) -> Iterator[str]:
    """Give the example prediction of MuCGEC scored by our edits, beside the numbers that come with it."""
    gold, prediction = (chinese_rows(data / "ml-mucgec" / name) for name in ("MuCGEC_dev.txt", "example_pred_dev.txt"))
    numbers = [number for number in gold if number in prediction]
    texts = [gold[number] for number in numbers]
    most = max(map(len, texts))
    references = [[row[min(i, len(row) - 1)] for row in texts] for i in range(1, most)]
    system = {"prediction": [prediction[number][1] for number in numbers]}
    source = [row[0] for row in texts]
    read = redink.read(system, source=source, references=references, tokenise="char")
    results = redink.score(read, ["P", "R", "F0.5"], pipeline="zh")
    counts = results["prediction", "F0.5"].counts
    yield "| edits | TP | FP | FN | P | R | F0.5 |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    yield "| ChERRANT, as published with the data | 1,084 | 1,635 | 3,003 | 0.399 | 0.265 | 0.362 |"
    cells = [f"{number:,.0f}" for number in (counts.tp, counts.fp, counts.fn)]
    cells += [f"{results['prediction', name].value:.3f}" for name in ("P", "R", "F0.5")]
    yield f"| `--language zh` | {' | '.join(cells)} |"


TABLES: dict[str, Callable[[Path], Iterator[str]]] = {
    "accuracy": accuracy_table,
    "agreement": agreement_table,
    "chinese": chinese_table,
}


def write(page: str, name: str, rows: Iterable[str]) -> str:
    """Put rows between the marks of a table."""
    start, end = f"<!-- table: {name} -->", "<!-- end -->"
    before, _, after = page.partition(start)
    return f"{before}{start}\n\n" + "\n".join(rows) + "\n\n" + end + after.partition(end)[2]


def main(arguments: Sequence[str]) -> None:
    """Write all tables, or those that are named after the folder."""
    shared, *names = arguments
    for name in names or TABLES:
        rows = []
        for row in TABLES[name](Path(shared) / "data"):
            print(row, flush=True)
            rows.append(row)
        PAGE.write_text(write(PAGE.read_text(encoding="utf-8"), name, rows), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
