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
from redink.evaluation.data import annotated
from redink.language.registry import load_pipeline
from redink.questions.difficulty.mathematics.measures import Settings
from redink.questions.difficulty.results import DifficultyResults
from redink.questions.difficulty.run import References, measure_difficulty
from redink.questions.difficulty.tables import corpus_table, score_of, stability_table
from redink.reading.corrections import read_references
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


def measured(name: str, annotator: Annotator) -> DifficultyResults:
    """Score the four outputs of one corpus with its published weights."""
    path, index, weights = CORPORA[name]
    other, annotator_id = HUMANS[name]
    sources, (gold,) = read_references(path, [index], overlaps="both")
    theirs, (human,) = read_references(other, [annotator_id], overlaps="first")
    if theirs != sources:
        raise SystemExit(f"{other} has other sentences than {path}")
    data = annotated(EvalSet(sources, (gold,), systems_of(sources, human)), annotator)
    return measure_difficulty(
        data,
        settings=Settings("faithful"),
        references=References(skip_mismatches=True),
        weights=read_weights(DATA / "gts-weights" / weights),
    )


def measured_example(annotator: Annotator) -> DifficultyResults:
    """Score the four outputs of the example with the weights of its own six systems."""
    data = example.load()
    minimal, fluent = data.references
    judged = measure_difficulty(annotated(EvalSet(data.sources, (minimal,), data.systems), annotator))
    own = annotated(EvalSet(data.sources, (minimal,), systems_of(data.sources, fluent)), annotator)
    return measure_difficulty(own, settings=Settings("faithful"), weights=judged.solved_counts())


def main() -> None:
    """Print Table 1 and Figure 3 for our four corpora."""
    warnings.simplefilter("ignore")
    annotator = Annotator(load_pipeline("redink-en"))
    found = {name: measured(name, annotator) for name in CORPORA} | {"example": measured_example(annotator)}
    tables = [corpus_table(found)]
    for measure in ("wF0.5", "wA", "uF0.5"):
        scores = {
            corpus: {one.name: score_of(one, measure).value for one in results.scores.systems}
            for corpus, results in found.items()
        }
        columns = ("system", *(Column(corpus, percent=True) for corpus in scores))
        rows = [(name, *(own[name] for own in scores.values())) for name in scores["example"]]
        tables += [make_table(f"{measure} across corpora", columns, rows), stability_table(scores, measure)]
    print("\n".join(render(table, "md") for table in tables))


if __name__ == "__main__":
    main()
