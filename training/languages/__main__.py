"""`python -m training.languages DATA [LANGUAGE …]`: from treebanks to the files of redink-languages, and their quality.

DATA holds the folders `ud-XX`. Each language is trained from seed 1 on one thread. The package wordfreq gives the word
lists. `--only-evaluate` leaves the files as they are and prints their accuracy on the test parts.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from redink.language.universal.analyser import Analyser
from redink.language.universal.vocabulary import Vocabulary
from training.languages import evaluate, lemma_rules, word_lists
from training.languages.keys import collect_rows
from training.languages.labels import collect
from training.languages.pack import pack
from training.languages.train import train
from training.languages.treebank import Treebank, read_treebank

PACKAGE_DATA = Path(__file__).parents[2] / "languages/src/redink_languages/data"
SEED = 1
LANGUAGES = (
    *("ar", "cs", "da", "de", "el", "es", "fi", "fr", "hi", "is", "it", "ko"),
    *("lv", "nb", "nl", "nn", "pl", "pt", "ro", "ru", "sl", "sv", "tr", "uk"),
)


def make(language: str, treebank: Treebank) -> bytes:
    """Train a language and pack it, with the margins from which features are sure on dev."""
    labels, rows = collect(treebank.train), collect_rows(treebank.train)
    rng = np.random.default_rng(SEED)
    size, parameters = train(treebank, labels, rows, rng, report=lambda line: print(line, flush=True))
    tokens = (word for sentence in treebank.train for word in (*sentence.words, *sentence.surface))
    lemmas = lemma_rules.build(tokens)
    vocabulary = Vocabulary.pack(word_lists.word_list(language, treebank.train))
    parts = (size, parameters, labels, rows, treebank.train, lemmas, vocabulary)
    sure = evaluate.sure_margins(Analyser(pack(*parts)), treebank.dev)
    return pack(*parts, sure)


def main(arguments: Sequence[str] | None = None) -> None:
    """Make and evaluate all languages, or those that are named."""
    parser = argparse.ArgumentParser(prog="python -m training.languages", description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("languages", nargs="*", default=LANGUAGES)
    parser.add_argument("--target", type=Path, default=PACKAGE_DATA)
    parser.add_argument("--only-evaluate", action="store_true")
    options = parser.parse_args(arguments)
    for language in options.languages:
        treebank = read_treebank(options.data / f"ud-{language}")
        path = options.target / f"{language}.npz"
        if not options.only_evaluate:
            path.write_bytes(make(language, treebank))
        packed = path.read_bytes()
        found = evaluate.accuracy(Analyser(packed), treebank.test)
        numbers = "\t".join(f"{name} {value:.4f}" for name, value in found._asdict().items())
        print(
            f"{language}\t{numbers}\t{len(packed)} bytes\tsha256 {hashlib.sha256(packed).hexdigest()[:12]}", flush=True
        )


if __name__ == "__main__":
    main()
