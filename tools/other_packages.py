"""`python -m tools.other_packages DATA jieba|kiwi`: how often a package gives gold words their part of speech.

The packages (`pip install jieba kiwipiepy`) have tags of their own. A tag, or a row of tags, stands for the part of
speech that it has most often in the training part; a row that is not seen there stands for that of its first tag. Of
jieba's pieces of a word, the last one counts. kiwipiepy reads the sentence, and its morphemes are put into the words.
"""

from __future__ import annotations

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias

from training.languages.treebank import Sentence, read_treebank

Tagger: TypeAlias = Callable[[Sequence[str]], list[str]]


def jieba() -> Tagger:
    """Give the tagger for Chinese words."""
    from jieba import posseg  # type: ignore[import-untyped]

    return lambda words: [[piece.flag for piece in posseg.cut(word)][-1] for word in words]


def kiwi() -> Tagger:
    """Give the tagger for Korean words."""
    from kiwipiepy import Kiwi

    analyser = Kiwi(num_workers=1)

    def tag(words: Sequence[str]) -> list[str]:
        ends = [len(" ".join(words[: place + 1])) for place in range(len(words))]
        tags: list[list[str]] = [[] for _ in words]
        for morpheme in analyser.tokenize(" ".join(words)):
            tags[next(place for place, end in enumerate(ends) if morpheme.start < end)].append(morpheme.tag)
        return list(map("+".join, tags))

    return tag


TAGGERS = {"jieba": ("zh", jieba), "kiwi": ("ko", kiwi)}


def accuracy(tagger: Tagger, train: Sequence[Sentence], test: Sequence[Sentence]) -> tuple[float, float]:
    """Give the share of right parts of speech on the test part, and words a CPU second."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for tags, gold in _tagged(tagger, train):
        counts[tags][gold] += 1
        counts["first " + tags.split("+")[0]][gold] += 1
    start = time.process_time()
    tagged = _tagged(tagger, test)
    seconds = time.process_time() - start
    right = 0
    for tags, gold in tagged:
        known = counts.get(tags) or counts["first " + tags.split("+")[0]]
        right += known.most_common(1)[0][0] == gold if known else 0
    return right / len(tagged), len(tagged) / seconds


def _tagged(tagger: Tagger, sentences: Sequence[Sentence]) -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for sentence in sentences:
        tags = tagger([word.form for word in sentence.words])
        pairs += zip(tags, (word.pos for word in sentence.words), strict=True)
    return pairs


if __name__ == "__main__":
    folder, *names = sys.argv[1:]
    for name in names or TAGGERS:
        language, make = TAGGERS[name]
        treebank = read_treebank(Path(folder) / f"ud-{language}")
        share, speed = accuracy(make(), treebank.train, treebank.test)
        print(f"{name}\t{language}\tUPOS {share:.3f}\t{speed:,.0f} words/s")
