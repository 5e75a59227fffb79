"""`python -m training.languages.perceptron DATA [LANGUAGE …]`: a greedy averaged perceptron, the floor for ours.

It reads from left to right and knows a word's letters, its neighbours and the two parts of speech before it. It is
trained on the same files as our analysers, from seed 1, without noise. `perceptron.tsv` beside this file gets the share
of right parts of speech of each language.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from training.languages.treebank import Sentence, read_treebank

RECORD = Path(__file__).with_name("perceptron.tsv")
EPOCHS = 5
SEED = 1
START = "-start-"


class Perceptron:
    """Weights by feature and part of speech, and their mean over the training."""

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        """Train on sentences."""
        self.pos = sorted({word.pos for sentence in sentences for word in sentence.words})
        self._numbers: dict[str, int] = {}
        # Feature 0 is that of everything which was never seen; its weights stay zero.
        rows = [self._rows(_forms(sentence), learn=True) for sentence in sentences]
        targets = [[self.pos.index(word.pos) for word in sentence.words] for sentence in sentences]
        for tag in (START, *self.pos):
            for other in ("", *(f" {before}" for before in (START, *self.pos))):
                self._numbers.setdefault(f"tags {tag}{other}", len(self._numbers) + 1)
        self._weights = np.zeros((len(self._numbers) + 1, len(self.pos)))
        self._totals, self._moments, self._step = self._weights.copy(), self._weights.copy(), 0
        rng = np.random.default_rng(SEED)
        for _ in range(EPOCHS):
            for number in rng.permutation(len(sentences)).tolist():
                self._read(rows[number], targets[number])
        self._totals += (self._step - self._moments) * self._weights
        self._weights = self._totals / max(1, self._step)

    def tag(self, forms: Sequence[str]) -> list[str]:
        """Give the parts of speech of a sentence."""
        return [self.pos[number] for number in self._read(self._rows(forms), None)]

    def _rows(self, forms: Sequence[str], *, learn: bool = False) -> list[list[int]]:
        """Give the numbers of the features of each word that need no parts of speech."""
        if learn:
            return [
                [self._numbers.setdefault(feature, len(self._numbers) + 1) for feature in features]
                for features in _features(forms)
            ]
        return [[self._numbers.get(feature, 0) for feature in features] for features in _features(forms)]

    def _read(self, rows: list[list[int]], targets: list[int] | None) -> list[int]:
        """Tag a sentence from left to right; with targets, learn from each mistake."""
        before, last = START, START
        tags = []
        for place, features in enumerate(rows):
            history = [self._numbers[f"tags {last}"], self._numbers[f"tags {last} {before}"]]
            known = np.array(features + history)
            tag = int(self._weights[known].sum(axis=0).argmax())
            if targets is not None:
                self._step += 1
                if tag != targets[place]:
                    self._change(known, targets[place], 1)
                    self._change(known, tag, -1)
            tags.append(tag)
            before, last = last, self.pos[tag]
        return tags

    def _change(self, features: NDArray[np.intp], tag: int, by: int) -> None:
        self._totals[features, tag] += (self._step - self._moments[features, tag]) * self._weights[features, tag]
        self._moments[features, tag] = self._step
        self._weights[features, tag] += by


def _forms(sentence: Sentence) -> list[str]:
    return [word.form for word in sentence.words]


def _features(forms: Sequence[str]) -> Iterable[list[str]]:
    lower = ["", "", *(form.lower() for form in forms), "", ""]
    for place, form in enumerate(forms):
        word = lower[place + 2]
        around = lower[place : place + 5]
        shape = f"{form[:1].isupper()}{form.isupper()}{any(map(str.isdigit, form))}{form.isalpha()}{place == 0}"
        yield [
            "bias",
            f"shape {shape}",
            *(f"{distance} {neighbour}" for distance, neighbour in enumerate(around)),
            f"ends {around[1][-3:]} {around[3][-3:]}",
            *(f"last {word[-length:]}" for length in (1, 2, 3, 4)),
            *(f"first {word[:length]}" for length in (1, 3)),
            f"before {around[1][-3:]}",
            f"after {around[3][-3:]}",
        ]


def accuracy(data: Path, language: str) -> float:
    """Train on a language's files and give the share of right parts of speech on its test part."""
    treebank = read_treebank(data / f"ud-{language}")
    perceptron = Perceptron(treebank.train)
    right = [
        tag == word.pos
        for sentence in treebank.test
        for tag, word in zip(perceptron.tag(_forms(sentence)), sentence.words, strict=True)
    ]
    return sum(right) / len(right)


def recorded() -> dict[str, str]:
    """Give the share of right parts of speech by language, as it was measured last."""
    return dict(line.split("\t") for line in RECORD.read_text(encoding="utf-8").splitlines())


def write(language: str, share: float) -> None:
    """Record the share of a language."""
    shares = recorded() | {language: f"{share:.3f}"}
    RECORD.write_text("".join(f"{code}\t{shares[code]}\n" for code in sorted(shares)), encoding="utf-8")


if __name__ == "__main__":
    folder, *languages = sys.argv[1:]
    for code in languages:
        write(code, accuracy(Path(folder), code))
