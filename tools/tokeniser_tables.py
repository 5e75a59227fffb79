"""Corpora in `../shared` in; the tables of docs/preparation-measured.md about tokenisers, written into the page, out.

    python -m tools.tokeniser_tables ../shared

Tables: the share of sentences that `en` splits as spaCy does and `penn` as CoNLL does, token F by
language against treebanks, and the scores of CoNLL-2014 after a round trip: everything was detokenised and tokenised
again, or the outputs alone, beside the official M2 file.
"""

from __future__ import annotations

import gzip
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from redink.language.tokenising.choosing import find_tokeniser
from redink.language.tokenising.generic import Tokeniser
from redink.records import EvalSet

PAGE = Path(__file__).parents[1] / "docs" / "preparation-measured.md"
TEAMS = ("AMU", "CAMB", "CUUI", "IITB", "IPN", "NTHU", "PKU", "POST", "RAC", "SJTU", "UFC", "UMC")
M2 = "conll14-official/noalt/official-2014.combined.m2"
TREEBANKS = (
    *("ar", "cs", "da", "de", "el", "es", "fi", "fr", "hi", "is", "it", "ko"),
    *("lv", "nb", "nl", "nn", "pl", "pt", "ro", "ru", "sl", "sv", "tr", "uk"),
)

_LEFT = frozenset([".", ",", ";", ":", "!", "?", ")", "]", "}", "%", "''", "...", "'"])
_RIGHT = frozenset(["(", "[", "{", "$", "``"])
_CLITIC = re.compile(r"n['’]t|['’](?:s|m|d|ll|re|ve)", re.IGNORECASE)


def detokenised(tokens: Iterable[str]) -> str:
    """Write tokenised English as people do: marks and clitics stick to words."""
    text = ""
    glued, quoted = True, False
    for token in tokens:
        opens = token in _RIGHT
        closes = token in _LEFT or _CLITIC.fullmatch(token) is not None
        if token == '"':
            opens, closes, quoted = not quoted, quoted, not quoted
        text += token if glued or closes else f" {token}"
        glued = opens
    return text


def treebank_sentences(path: Path) -> Iterator[tuple[str, list[str]]]:
    """Give the raw text and the tokens of each sentence; words that are written as one count as one."""
    text, tokens, covered = "", list[str](), 0
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            cells = line.rstrip("\n").split("\t")
            if line.startswith("# text = "):
                text = line.removeprefix("# text = ").rstrip("\n")
            elif not line.strip():
                yield text, tokens
                text, tokens, covered = "", [], 0
            elif line.startswith("#"):
                continue
            elif "-" in cells[0]:
                tokens.append(cells[1])
                covered = int(cells[0].split("-")[1])
            elif cells[0].isdecimal() and int(cells[0]) > covered:
                tokens.append(cells[1])


def token_f(sentences: Iterable[tuple[str, Sequence[str]]], tokenise: Tokeniser) -> float:
    """Give F1 of character spans of tokens."""
    right = total = 0
    for text, tokens in sentences:
        gold: set[tuple[int, int]] = set()
        position = 0
        for token in tokens:
            start = text.find(token, position)
            if start >= 0:
                position = start + len(token)
                gold.add((start, position))
        spans = {(start, start + len(token)) for token, start in tokenise(text)}
        right += 2 * len(gold & spans)
        total += len(gold) + len(spans)
    return right / total


def _spacy_rows(shared: Path) -> Iterator[str]:
    import spacy

    tokenizer = spacy.blank("en").tokenizer
    ours = find_tokeniser("en")
    yield "| text | sentences or paragraphs | identical |"
    yield "| --- | ---: | ---: |"
    for name, texts in _english(shared):
        same = sum(
            [token for token, _ in ours(text)] == [token.text for token in tokenizer(text) if not token.is_space]
            for text in texts
        )
        yield f"| {name} | {len(texts):,} | {100 * same / len(texts):.2f} % |"


def _english(shared: Path) -> Iterator[tuple[str, list[str]]]:
    data = shared / "data"
    essays = sorted(data.glob("conll14-official/**/*.sgml")) + sorted(data.glob("conll13/**/*.sgml"))
    yield (
        "CoNLL-2013 and 2014, raw essays (SGML)",
        [line for path in essays for line in _lines(path) if line and not line.startswith("<")],
    )
    yield "CoNLL-2014, source, detokenised", _raw(data / "conll14-official/source.tok.txt")
    for name in ("CAMB", "RAC"):
        yield f"CoNLL-2014, output of {name}, detokenised", _raw(data / "conll14-teams" / name)
    yield "JFLEG test, source, detokenised", _raw(data / "jfleg/test/test.src")
    yield "web text (C4), raw", [line for line in _lines(data / "web-text/c4-pairs.csv") if line.strip()]


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8", errors="replace").splitlines()


def _raw(path: Path) -> list[str]:
    return [detokenised(line.split()) for line in _lines(path) if line.strip()]


def _penn_rows(shared: Path) -> Iterator[str]:
    ours = find_tokeniser("penn")
    yield "| corpus | sentences | identical |"
    yield "| --- | ---: | ---: |"
    for name, essays, gold in (
        ("CoNLL-2013", "conll13/original/data/official.sgml", "conll13/original/data/official-preprocessed.m2"),
        ("CoNLL-2014", "conll14-official/noalt/official-2014.0.sgml", M2),
    ):
        lines = [line[2:] for line in _lines(shared / "data" / gold) if line.startswith("S ")]
        texts = list(raw_sentences((shared / "data" / essays).read_text(encoding="utf-8"), lines))
        same = sum([token for token, _ in ours(text)] == line.split() for text, line in zip(texts, lines, strict=True))
        yield f"| {name} | {len(lines):,} | {100 * same / len(lines):.2f} % |"


def raw_sentences(essays: str, lines: Iterable[str]) -> Iterator[str]:
    """Find tokenised sentences in the raw text of SGML essays."""
    paragraphs = re.findall(r"<(?:TITLE|P)>(.*?)</(?:TITLE|P)>", essays, re.DOTALL)
    text, position = "\n".join(paragraphs), 0
    for line in lines:
        match = re.compile(r"\s*".join(map(re.escape, "".join(line.split())))).search(text, position)
        if match is None:
            raise ValueError(f"not in the essays: {line}")
        position = match.end()
        yield match.group()


def _treebank_rows(shared: Path) -> Iterator[str]:
    from redink.language.tokenising.languages import LANGUAGES

    yield "| language | token F | `generic` |"
    yield "| --- | ---: | ---: |"
    for code in TREEBANKS:
        sentences = list(treebank_sentences(shared / "data" / f"ud-{code}" / "test.conllu.gz"))
        names = (code if code in LANGUAGES else "generic", "generic")
        scores = [token_f(sentences, find_tokeniser(name)) for name in names]
        yield f"| {code} | {scores[0]:.4f} | {scores[1]:.4f} |"


def _round_trip_rows(shared: Path) -> Iterator[str]:
    import redink

    measures = ["P", "R", "F0.5", "GLEU"]
    scores = {name: redink.score(_conll14(shared, name), measures) for name in ("none", "penn", "en")}
    yield "| team | P R F0.5 GLEU, tokenised | `penn`: difference | `en`: difference |"
    yield "| --- | --- | --- | --- |"
    for team in TEAMS:
        tokenised = [100 * (scores["none"][team, measure].value or 0) for measure in measures]
        cells = [" ".join(f"{value:.2f}" for value in tokenised)]
        for name in ("penn", "en"):
            again = [100 * (scores[name][team, measure].value or 0) for measure in measures]
            cells.append(" ".join(f"{new - old:+.2f}" for new, old in zip(again, tokenised, strict=True)))
        yield f"| {team} | {' | '.join(cells)} |"


def _m2_rows(shared: Path) -> Iterator[str]:
    import redink

    data = {
        name: _beside_m2(shared, "raw" if name in ("penn", "en") else "tokenised", tokenise)
        for name, tokenise in (("none", "none"), ("penn", "penn"), ("en", "en"), ("recut", "penn"))
    }
    scores = {name: redink.score(each, ["M2", "F0.5"]) for name, each in data.items()}
    yield "| team | M2 F0.5, tokenised | `penn`: difference | `en`: difference | tokenised, `--tokenise penn` | lines |"
    yield "| --- | --- | --- | --- | --- | ---: |"
    for number, team in enumerate(TEAMS):
        values = {name: [100 * (scores[name][team, m].value or 0) for m in ("M2", "F0.5")] for name in scores}
        changes = (
            " ".join(f"{new - old:+.2f}" for new, old in zip(values[name], values["none"], strict=True))
            for name in ("penn", "en", "recut")
        )
        texts = [data[name].systems[number].texts for name in ("none", "recut")]
        lines = sum(old != new for old, new in zip(*texts, strict=True))
        first = " ".join(f"{value:.2f}" for value in values["none"])
        yield f"| {team} | {first} | {' | '.join(changes)} | {lines} |"


def _beside_m2(shared: Path, kind: str, tokenise: str) -> EvalSet:
    """Read the outputs, as they are or detokenised, with the official M2 file as reference."""
    import redink

    read = _all_raw if kind == "raw" else _lines
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        outputs = {team: read(shared / "data/conll14-teams" / team) for team in TEAMS}
        return redink.read(outputs, references=[shared / "data" / M2], tokenise=tokenise)


def _conll14(shared: Path, tokenise: str) -> EvalSet:
    """Read source, references and outputs, detokenised unless `none` is asked for."""
    import redink

    data = shared / "data"
    read: Callable[[Path], list[str]] = _lines if tokenise == "none" else _all_raw
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return redink.read(
            {team: read(data / "conll14-teams" / team) for team in TEAMS},
            source=read(data / "conll14-official/source.tok.txt"),
            references=[
                read(data / f"conll14-official/gecmetrics-refs/conll14st-test.tok.trg{number}") for number in (0, 1)
            ],
            tokenise=tokenise,
        )


def _all_raw(path: Path) -> list[str]:
    return [detokenised(line.split()) for line in _lines(path)]


TABLES: dict[str, Callable[[Path], Iterator[str]]] = {
    "spacy": _spacy_rows,
    "penn": _penn_rows,
    "treebanks": _treebank_rows,
    "round-trip": _round_trip_rows,
    "round-trip-m2": _m2_rows,
}
"""Tables of the page, by the name in their marks."""


def main(shared: Path, names: Sequence[str]) -> None:
    """Write the tables between their marks in the page."""
    for name in names or TABLES:
        rows = "\n".join(TABLES[name](shared))
        start, end = f"<!-- table: {name} -->", f"<!-- end: {name} -->"
        before, _, after = PAGE.read_text(encoding="utf-8").partition(start)
        PAGE.write_text(f"{before}{start}\n\n{rows}\n\n{end}{after.partition(end)[2]}", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
