"""`python -m training.english STEP`: from plain text to the package's weights, and how good they are.

tables    WordNet's lists (JSON)      → data/lemmas.txt.gz
text      kinds of text               → their sizes and SHA-256
labels    kinds of text + teacher     → work/labels-KIND.npz
train     labels                      → work/seed-N.npz
evaluate  weights + learner corpora   → report
kinds     weights + kinds of text     → report
unsure    weights + kinds of text     → report: agreement by how sure the teacher is
treebank  weights + treebanks         → report
seeds     train and evaluate, on the sets to choose on, with every seed of SEEDS
install   train with the chosen seed, evaluate on the sets to choose on, put the weights into the package
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from redink.language.english.lemmas import read_tables
from redink.language.english.pipeline import EnglishPipeline
from redink.language.english.tagger import Tagger
from redink.language.spacy_pipeline import ErrantPipeline
from training.english import by_kind, corpus, evaluate, kinds, labels, lemma_tables, treebank, unsure
from training.english.classes import CLASSES
from training.english.kinds import Places
from training.english.labelled import Labelled
from training.english.network import START, Size, Weights
from training.english.optimiser import Pace
from training.english.pack import pack
from training.english.text import Words
from training.english.train import train

WORK = Path(__file__).parent / "work"
PACKAGE_DATA = Path(__file__).parents[2] / "src/redink/language/english/data"
TEXT_SEED = 12
"""Seed of the noise."""
SEEDS = (0, 1, 2)
"""Seeds of training; the best on JFLEG dev and CoNLL-13 is shipped."""
CHOSEN = 1
"""The one that is shipped."""
STEPS = ("tables", "text", "labels", "train", "evaluate", "kinds", "unsure", "treebank", "seeds", "install")


def training_text(kind: str, places: Places) -> list[Words]:
    """Give the sentences of a kind, noised, as they are labelled."""
    rng = np.random.default_rng(TEXT_SEED)
    return corpus.build(kinds.training_sentences(kind, places, rng), read_tables(), rng, corpus.RECIPES[kind])


def show_text(kind: str, places: Places) -> None:
    """Print how much text of a kind there is, before and after the noise, and its SHA-256."""
    clean = kinds.training_sentences(kind, places, np.random.default_rng(TEXT_SEED))
    for name, text in (("clean", clean), ("noised", training_text(kind, places))):
        digest = hashlib.sha256("\n".join(map(" ".join, text)).encode()).hexdigest()
        print(f"{kind}, {name}: {len(text)} sentences, {sum(map(len, text))} tokens, sha256 {digest}", flush=True)


def make_labels(kind: str, places: Places, teacher: str, work: Path) -> None:
    """Noise the text of a kind and have it labelled."""
    told = training_text(kind, places)
    print(f"{kind}: {len(told)} sentences, {sum(map(len, told))} tokens", flush=True)
    loaded = labels.load_teacher(teacher, exclude=["lemmatizer", "attribute_ruler"])
    work.mkdir(parents=True, exist_ok=True)
    labels.label(told, loaded).save(_labels(kind, work))


def make_weights(seed: int, size: Size, pace: Pace, options: argparse.Namespace) -> Path:
    """Train from one seed; all seeds share the labels."""
    # The textbooks stand last: the end of the text is kept apart to watch the training.
    files = (_labels(kind, options.work) for kind in sorted(options.kinds, key="textbooks".__eq__))
    text = Labelled.joined([Labelled.load(file) for file in files])
    counts = Weights(*options.loss)
    alone = labels.word_vectors(text.types, options.teacher)
    trained = train(text, alone, size, pace, np.random.default_rng(seed), weights=counts, report=_say)
    target: Path = options.work / f"seed-{seed}.npz"
    packed = pack(trained, size, text.tagset, list(CLASSES))
    target.write_bytes(packed)
    print(f"{target.name}: sha256 {hashlib.sha256(packed).hexdigest()}", flush=True)
    return target


def _say(line: str) -> None:
    print(line, flush=True)


def show_agreement(weights: Path | None, teacher: str, data: Path, *, all_sets: bool) -> None:
    """Print how far the edits agree with the teacher's."""
    for line in evaluate.report(_student(weights), labels.load_teacher(teacher), data, untouched_only=not all_sets):
        print(line, flush=True)


def show_kinds(weights: Sequence[Path], teacher: str, places: Places, *, all_sets: bool) -> None:
    """Print how far the edits and scores of networks agree with the teacher's on kinds of text."""
    students = {str(path): _student(path) for path in weights or ()} or {"shipped": _student(None)}
    loaded = ErrantPipeline(Path(teacher))
    for kind, part in _kind_parts(all_sets=all_sets):
        texts = by_kind.kind_set(kind, part, places, read_tables())
        for name, score in by_kind.compare(texts, students, loaded):
            print(by_kind.line(texts.name, name, score), flush=True)


def _kind_parts(*, all_sets: bool) -> Iterator[tuple[str, kinds.Part]]:
    """Give the parts to choose on, or those to report."""
    seen = [kind for kind in kinds.KINDS if kind != "textbooks"]
    if not all_sets:
        yield from ((kind, "dev") for kind in seen)
    else:
        yield from ((kind, "test") for kind in (*seen, *kinds.UNSEEN))


def show_accuracy(weights: Path | None, teacher: str, data: Path) -> None:
    """Print how often both are right on treebanks."""
    for line in treebank.report(_student(weights), labels.load_teacher(teacher), read_tables(), data / "treebank"):
        print(line, flush=True)


def show_unsure(weights: Path | None, teacher: str, places: Places) -> None:
    """Print how often the tags are the teacher's, by how sure the teacher is."""
    student = Tagger.load() if weights is None else Tagger(weights.read_bytes())
    seen = [*_kind_parts(all_sets=False), *((kind, "test") for kind in kinds.UNSEEN)]
    loaded = labels.load_teacher(teacher, exclude=["lemmatizer", "attribute_ruler"])
    for line in unsure.report(student, loaded, places, seen, read_tables()):
        print(line, flush=True)


def _student(weights: Path | None) -> EnglishPipeline:
    return EnglishPipeline(None if weights is None else Tagger(weights.read_bytes()))


def _labels(kind: str, work: Path) -> Path:
    return work / f"labels-{kind}.npz"


def main(arguments: Sequence[str] | None = None) -> None:
    """Do one step, or all of them."""
    options = _parse(arguments)
    step, places = options.step, Places(options.data, options.packages)
    if step == "tables":
        lemma_tables.write(lemma_tables.build(options.lists), PACKAGE_DATA / "lemmas.txt.gz")
    for kind in options.kinds:
        if step == "text":
            show_text(kind, places)
        if step == "labels":
            make_labels(kind, places, options.teacher, options.work)
    if step == "kinds":
        show_kinds(options.weights, options.teacher, places, all_sets=options.all_sets)
    if step == "unsure":
        show_unsure(options.weights[0] if options.weights else None, options.teacher, places)
    if step in ("train", "evaluate", "treebank", "seeds", "install"):
        _networks(options)


def _networks(options: argparse.Namespace) -> None:
    """Train and evaluate networks, or evaluate one."""
    step = options.step
    weights: Path | None = options.weights[0] if options.weights else None
    for seed in SEEDS if step == "seeds" else (options.seed,):
        if step in ("train", "seeds", "install"):
            size = Size(width=options.width)
            pace = Pace(steps=options.steps, peak=options.peak)
            weights = make_weights(seed, size, pace, options)
        if step in ("evaluate", "seeds", "install"):
            show_agreement(weights, options.teacher, options.data, all_sets=options.all_sets)
    if step == "treebank":
        show_accuracy(weights, options.teacher, options.data)
    if step == "install" and weights is not None:
        options.target.write_bytes(weights.read_bytes())


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m training.english", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("step", choices=STEPS)
    shared = Path("../shared")
    parser.add_argument("--kinds", nargs="+", choices=kinds.KINDS, default=kinds.KINDS, help="kinds to train on")
    parser.add_argument("--packages", type=Path, default=WORK / "packages", help="folder of the Debian packages")
    parser.add_argument("--teacher", default="en_core_web_sm", help="name or folder of the spaCy model")
    parser.add_argument("--data", type=Path, default=shared / "data", help="folder of the corpora")
    parser.add_argument("--lists", type=Path, help="folder with en_lemma_exc.json.gz and en_lemma_index.json.gz")
    parser.add_argument("--work", type=Path, default=WORK, help="folder for labels and weights on the way")
    parser.add_argument(
        "--target", type=Path, default=PACKAGE_DATA / "tagger.npz", help="where `install` puts the weights"
    )
    parser.add_argument("--weights", type=Path, nargs="+", help="weights to evaluate; the package's if left out")
    parser.add_argument("--seed", type=int, default=CHOSEN)
    parser.add_argument("--steps", type=int, default=Pace().steps)
    parser.add_argument("--peak", type=float, default=Pace().peak)
    parser.add_argument("--width", type=int, default=Size().width)
    parser.add_argument(
        "--loss", type=float, nargs=4, default=START, help="weights of tags, classes, vectors and words"
    )
    parser.add_argument("--all-sets", action="store_true", help="test sets too, or instead: not to choose on")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
