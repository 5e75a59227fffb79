"""The corpora of ../shared and the example in, the cross-corpora view of difficulty out (the figures of the docs).

No system's outputs are public for all the corpora of the paper's Figure 3. Four stand in that can be had for each:
Harper, a grammar checker; Harper's speller alone; another human correction; and the source itself.
Run it as `python -m tools.cross_corpora` (needs ../shared and the extra `fluency`).
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from pathlib import Path

from harper import Lint, Linter

from redink import example
from redink.annotation.annotator import Annotator
from redink.evaluation.preparation import annotated, load_annotator
from redink.questions.difficulty.mathematics.formulas import Settings
from redink.questions.difficulty.mathematics.judged_reference import judge_reference
from redink.questions.difficulty.plan import Plan
from redink.questions.difficulty.results import DifficultyResults
from redink.questions.difficulty.run import measured
from redink.questions.difficulty.tables import corpus_table, stability_table
from redink.reading.corrections import Overlaps, read_references
from redink.reading.weights import read_weights
from redink.records import EvalSet, Reference, System, Tokens
from redink.reports.rendering import render
from redink.reports.tables import Column, make_table

DATA = Path(__file__).resolve().parents[1].parent / "shared" / "data"
CONLL14 = DATA / "conll14-official" / "noalt"
CONLL13 = DATA / "conll13"
JFLEG = DATA / "jfleg" / "EACL_exp" / "m2converter" / "test.ref.m2"
CORPORA = {
    "CoNLL-13": (CONLL13 / "original/data/official-preprocessed.m2", 0, "conll13_4sys.txt"),
    "CoNLL-14": (CONLL14 / "official-2014.0.m2", 0, "conll14_4sys.txt"),
    "JFLEG": (JFLEG, 2, "jfleg_4sys.txt"),
}
HUMANS = {
    "CoNLL-13": (CONLL13 / "revised/data/official-preprocessed.m2", 0),
    "CoNLL-14": (CONLL14 / "official-2014.1.m2", 0),
    "JFLEG": (JFLEG, 0),
}


def corrected(sentence: Tokens, linter: Linter, *, kinds: Iterable[str] = ()) -> Tokens:
    """Take Harper's first suggestion everywhere, except where it only moves spaces."""
    text = " ".join(sentence)
    reach = len(text) + 1
    for lint in sorted(linter.lint(text), key=lambda lint: -lint.span.start):
        old = text[lint.span.start : lint.span.end]
        if lint.span.end > reach or not lint.suggestions or (kinds and lint.lint_kind not in kinds):
            continue
        new = _suggested(lint, old)
        if new.replace(" ", "") != old.replace(" ", ""):
            text, reach = text[: lint.span.start] + new + text[lint.span.end :], lint.span.start
    return tuple(text.split()) or sentence


def _suggested(lint: Lint, old: str) -> str:
    first = lint.suggestions[0]
    if lint.message.startswith("Use the irregular form"):  # which Harper lists in an order of the run
        first = min(lint.suggestions, key=lambda one: str(one.replacement_text))
    kind = str(first.kind)
    if "Remove" in kind:
        return ""
    return f"{old}{first.replacement_text}" if "Insert" in kind else str(first.replacement_text)


def systems_of(sources: tuple[Tokens, ...], human: Reference) -> tuple[System, ...]:
    """Make the four outputs of a corpus."""
    linter = Linter()
    texts = tuple(source if text is None else text for source, text in zip(sources, human.texts, strict=True))
    return (
        System("human", texts),
        System("Harper", tuple(corrected(source, linter) for source in sources)),
        System("speller", tuple(corrected(source, linter, kinds=["Spelling"]) for source in sources)),
        System("source", sources),
    )


def measured_corpus(name: str, annotator: Annotator) -> DifficultyResults:
    """Score the four outputs of one corpus with its published weights."""
    path, index, weights = CORPORA[name]
    other, annotator_id = HUMANS[name]
    sources, gold = _reference(path, index, "both")
    theirs, human = _reference(other, annotator_id, "first")
    if theirs != sources:
        raise SystemExit(f"{other} has other sentences than {path}")
    data = annotated(EvalSet(sources, (gold,), systems_of(sources, human)), annotator)
    counts = read_weights(DATA / "gts-weights" / weights)
    return measured(data, Plan(settings=Settings("faithful"), weights=[counts], mismatches="skip", absent="noop"))


def _reference(path: Path, annotator: int, overlaps: Overlaps) -> tuple[tuple[Tokens, ...], Reference]:
    sources, references = read_references(path, overlaps=overlaps)
    return sources, next(reference for reference in references if reference.name == f"annotator {annotator}")


def measured_example(annotator: Annotator) -> DifficultyResults:
    """Score the four outputs of the example with the weights of its own six systems."""
    data = example.load()
    minimal, fluent = data.references
    judged = judge_reference(annotated(EvalSet(data.sources, (minimal,), data.systems), annotator))
    outputs = annotated(EvalSet(data.sources, (minimal,), systems_of(data.sources, fluent)), annotator)
    return measured(outputs, Plan(settings=Settings("faithful"), weights=[judged.solved_counts()]))


def main() -> None:
    """Print Table 1 and Figure 3 for our four corpora."""
    warnings.simplefilter("ignore")
    annotator = load_annotator()
    results = {name: measured_corpus(name, annotator) for name in CORPORA} | {"example": measured_example(annotator)}
    tables = [corpus_table({corpus: measured.reference() for corpus, measured in results.items()})]
    for measure in ("wF0.5", "wA", "uF0.5"):
        scores = {
            corpus: {name: score.value for name, score in measured if score.measure == measure}
            for corpus, measured in results.items()
        }
        columns = ("system", *(Column(corpus, percent=True) for corpus in scores))
        rows = [(name, *(values[name] for values in scores.values())) for name in scores["example"]]
        tables += [make_table(f"{measure} across corpora", columns, rows), stability_table(scores, measure)]
    print("\n".join(render(table, "md") for table in tables))


if __name__ == "__main__":
    main()
