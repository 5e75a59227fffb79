"""WordNet's exception and index lists (as JSON) in, the package's compact lemma tables out.

The lists are those of WordNet 3.0 (Princeton University) with a few additions, as the PyPI package
spacy-lookups-data 1.0.5 carries them; nothing else of that package is used.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from redink.language.english.lemmas import LemmaTables, WordClass

WORD_CLASSES: tuple[WordClass, ...] = ("noun", "verb", "adj", "adv")


def build(folder: Path) -> LemmaTables:
    """Read `en_lemma_exc.json.gz` and `en_lemma_index.json.gz` from a folder."""
    exceptions = json.loads(gzip.decompress((folder / "en_lemma_exc.json.gz").read_bytes()))
    index = json.loads(gzip.decompress((folder / "en_lemma_index.json.gz").read_bytes()))
    known = {word_class: frozenset(filter(_is_one_word, index[word_class])) for word_class in WORD_CLASSES}
    regular = LemmaTables({word_class: {} for word_class in WORD_CLASSES}, known)
    return LemmaTables(
        irregular={
            word_class: {
                form: choose(form, lemmas, word_class, regular)
                for form, lemmas in exceptions[word_class].items()
                if _is_one_word(form) and all(map(_is_one_word, lemmas))
            }
            for word_class in WORD_CLASSES
        },
        known=known,
    )


def choose(form: str, lemmas: list[str], word_class: WordClass, regular: LemmaTables) -> str:
    """Choose one of several lemmas: the last that the rules would not give, else what they give."""
    by_rule = [lemma for lemma in regular.detached(form, word_class) if lemma in regular.known[word_class]]
    return [*by_rule, *(lemma for lemma in lemmas if lemma not in by_rule)][-1]


def write(tables: LemmaTables, target: Path) -> None:
    """Write the tables so that equal tables give equal bytes."""
    target.write_bytes(gzip.compress(format_tables(tables).encode("utf-8"), compresslevel=9, mtime=0))


def format_tables(tables: LemmaTables) -> str:
    """Write two lines per word class: `form lemma form lemma …` and the known dictionary forms."""
    lines = []
    for word_class in WORD_CLASSES:
        pairs = sorted(tables.irregular[word_class].items())
        lines.append(" ".join(word for pair in pairs for word in pair))
        lines.append(" ".join(sorted(tables.known[word_class])))
    return "\n".join(lines)


def _is_one_word(text: str) -> bool:
    return bool(text) and not any(character.isspace() for character in text)
