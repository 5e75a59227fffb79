"""`python -m training.english TEXT DATA`: from plain text to the package's weights, and how good they are.

tables    WordNet's lists (JSON)      → data/lemmas.txt.gz
labels    plain text + teacher        → work/labels.npz
train     labels                      → work/seed-N.npz
evaluate  weights + learner corpora   → report
treebank  weights + treebanks         → report
seeds     train and evaluate, on the sets to choose on, with every seed of SEEDS
all       labels, train with the chosen seed, evaluate on the sets to choose on, install into the package
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from redink.language.english.lemmas import read_tables
from redink.language.english.pipeline import EnglishPipeline
from redink.language.english.tagger import Tagger
from training.english import corpus, evaluate, labels, lemma_tables, treebank
from training.english.classes import CLASSES
from training.english.labelled import Labelled
from training.english.network import Size
from training.english.optimiser import Pace
from training.english.pack import pack
from training.english.train import train

WORK = Path(__file__).parent / "work"
PACKAGE_DATA = Path(__file__).parents[2] / "src/redink/language/english/data"
TEXT_SEED = 12
"""Seed of the noise."""
SEEDS = (0, 1, 2)
"""Seeds of training, fixed when only the first had been evaluated; the best on JFLEG dev and CoNLL-13 is shipped."""
CHOSEN = 1
"""The one that is shipped."""


def make_labels(text: Path, teacher: str, work: Path) -> None:
    """Noise the text and have it labelled."""
    told = corpus.build(text, read_tables(), np.random.default_rng(TEXT_SEED))
    print(f"{len(told)} sentences, {sum(map(len, told))} tokens", flush=True)
    loaded = labels.load_teacher(teacher, exclude=["lemmatizer", "attribute_ruler"])
    work.mkdir(parents=True, exist_ok=True)
    labels.label(told, loaded).save(work / "labels.npz")


def make_weights(seed: int, size: Size, pace: Pace, work: Path) -> Path:
    """Train from one seed; all seeds share the labels."""
    text = Labelled.load(work / "labels.npz")
    trained = train(text, size, pace, np.random.default_rng(seed), report=lambda line: print(line, flush=True))
    target = work / f"seed-{seed}.npz"
    packed = pack(trained, size, text.tagset, list(CLASSES))
    target.write_bytes(packed)
    print(f"{target.name}: sha256 {hashlib.sha256(packed).hexdigest()}", flush=True)
    return target


def show_agreement(weights: Path | None, teacher: str, data: Path, *, all_sets: bool) -> None:
    """Print how far the edits agree with the teacher's."""
    for line in evaluate.report(_student(weights), labels.load_teacher(teacher), data, untouched_only=not all_sets):
        print(line, flush=True)


def show_accuracy(weights: Path | None, teacher: str, data: Path) -> None:
    """Print how often both are right on treebanks."""
    for line in treebank.report(_student(weights), labels.load_teacher(teacher), read_tables(), data / "treebank"):
        print(line, flush=True)


def _student(weights: Path | None) -> EnglishPipeline:
    return EnglishPipeline(None if weights is None else Tagger(weights.read_bytes()))


def main(arguments: Sequence[str] | None = None) -> None:
    """Do one step, or all of them."""
    options = _parse(arguments)
    if options.step == "tables":
        lemma_tables.write(lemma_tables.build(options.lists), PACKAGE_DATA / "lemmas.txt.gz")
    if options.step in ("labels", "all"):
        make_labels(options.text, options.teacher, options.work)
    weights = options.weights
    for seed in SEEDS if options.step == "seeds" else (options.seed,):
        if options.step in ("train", "seeds", "all"):
            size = Size(width=options.width, depth=options.depth)
            weights = make_weights(seed, size, Pace(steps=options.steps), options.work)
        if options.step in ("evaluate", "seeds", "all"):
            show_agreement(weights, options.teacher, options.data, all_sets=options.all_sets)
    if options.step == "treebank":
        show_accuracy(weights, options.teacher, options.data)
    if options.step == "all":
        options.target.write_bytes(weights.read_bytes())


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m training.english", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("step", choices=("tables", "labels", "train", "evaluate", "treebank", "seeds", "all"))
    shared = Path("../shared")
    parser.add_argument("--text", type=Path, default=shared / "data/plain-text/openstax.txt.gz")
    parser.add_argument("--teacher", default="en_core_web_sm", help="name or folder of the spaCy model")
    parser.add_argument("--data", type=Path, default=shared / "data", help="folder of the learner corpora")
    parser.add_argument("--lists", type=Path, help="folder with en_lemma_exc.json.gz and en_lemma_index.json.gz")
    parser.add_argument("--work", type=Path, default=WORK, help="folder for labels and weights on the way")
    parser.add_argument("--target", type=Path, default=PACKAGE_DATA / "tagger.npz", help="where `all` puts the weights")
    parser.add_argument("--weights", type=Path, help="weights to evaluate; the package's if left out")
    parser.add_argument("--seed", type=int, default=CHOSEN)
    parser.add_argument("--steps", type=int, default=19_000)
    parser.add_argument("--width", type=int, default=80)
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("--all-sets", action="store_true", help="JFLEG test and CoNLL-14 too: not to choose on")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
