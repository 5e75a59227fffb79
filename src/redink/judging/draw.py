"""A corpus in; what people are to judge out: pairs of errors, edits, sentences to correct, corrections to vote on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from redink.errors import UsageError
from redink.evaluation.calls import checked
from redink.evaluation.containers import Columns, is_container
from redink.evaluation.data import read
from redink.evaluation.preparation import expect_files, prepare
from redink.frozen import frozen
from redink.judging.contexts import JudgedErrors
from redink.judging.errors_of import judged_errors
from redink.judging.pairs import Combination, PairPlan, SampledPairs, named_pairs, sample_pairs
from redink.judging.sampling import (
    sample_difficulties,
    sample_edits,
    sample_ratings,
    sample_sentences,
    sample_votes,
)
from redink.judging.views import duration
from redink.judging.workload import Workload, kappa_half_width
from redink.questions.difficulty.pools import weights_of
from redink.reading.corrections import Overlaps
from redink.reading.files import Source
from redink.reading.judgements import read_corrections, read_judgements
from redink.reading.judging_tasks import Task, TaskSet, write_tasks
from redink.reading.kinds import system_name
from redink.reading.m2 import Conflicts, read_m2
from redink.reading.plain_text import read_sentences
from redink.reading.tables import read_documents
from redink.records import EvalSet
from redink.reports.shown import Shown
from redink.reports.tables import Column, Table, make_table


@frozen
class Drawn(Shown):
    """What people are to judge, and how it was drawn."""

    tasks: TaskSet
    """The items; `redink judge` reads the file that `save` writes."""
    sampled: SampledPairs | None = None
    """How combinations of levels were filled, when pairs were drawn."""

    @property
    def short(self) -> tuple[Combination, ...]:
        """Combinations of levels with fewer pairs than were asked for."""
        return self.sampled.short if self.sampled is not None else ()

    def save(self, path: Source) -> None:
        """Write the items for `redink judge`."""
        write_tasks(path, self.tasks)

    def to_tables(self) -> list[Table]:
        """Give the errors by level, and the number of items."""
        levels = [_level_table(self.sampled)] if self.sampled is not None else []
        return [*levels, _summary(self.tasks)]

    def to_dict(self) -> dict[str, object]:
        """Give the number of items, and how they were drawn."""
        return {"task": self.tasks.task, "items": len(self.tasks.items), "signature": self.tasks.signature}

    def to_dicts(self) -> list[dict[str, object]]:
        """Give one row for each item."""
        return [{"item": item.id, "repeat_of": item.repeat_of} for item in self.tasks.items]


@checked
def pairs(
    files: EvalSet | Source | Sequence[Source] = (),
    *,
    task: Task = "pair",
    source: Source | None = None,
    references: Source | Sequence[Source] = (),
    reference: int = 0,
    names: Sequence[str] = (),
    weights: Source | None = None,
    keep_types: bool = False,
    documents: tuple[Source, str] | None = None,
    overlaps: Overlaps = "error",
    tokenise: str = "auto",
    columns: Columns = (),
    unlike: int = 50,
    like: int = 25,
    exclude: Sequence[str] = (),
    shortest: int = 1,
    longest: int | None = None,
    most_uses: int | None = None,
    repeats: int = 0,
    swapped: int = 0,
    judged: Source | None = None,
    count: int | None = None,
    hours: float | None = None,
    judges: int | None = None,
    overlap: float = 0.2,
    pace: float = 15.0,
    adaptive: bool = False,
    precision: float = 0.9,
    votes: int | None = None,
    seed: int = 12345,
    pipeline: str = "redink-en",
    cache: bool = False,
) -> Drawn:
    """Draw the items that people judge. By default, the items are pairs of errors, drawn by their levels of difficulty.

    Arguments that are not in this list mean the same as in `score`:
        files: The result of `read`, or files: outputs for `pair`, `likert` and `edit`, M2 for `rating`, sources for
            `correct`, a table of corrections for `valid`.
        task: `pair` (which error is harder?), `likert` (how hard is this error?), `edit` (is this edit right?),
            `rating` (does this type fit?), `correct`, `valid`.
        source: Source sentences.
        references: The reference that has the errors.
        reference: The number of the reference, counted from 0.
        names: Names of the systems. If empty, file names are used.
        weights: Take the levels from a weight file, or a pool such as `conll14`, instead of outputs.
        keep_types: Whether the errors of M2 references keep their types where systems have different ones.
        documents: A TSV table, and the column that names the essay of each sentence. Judges see the context.
        overlaps: What to do if edits of one annotator overlap in an M2 file.
        tokenise: The tokeniser for texts of the task `pair`, as in `read`.
        columns: The columns of JSON lines and Parquet, for the tasks `pair` and `correct`, as in `read`.
        unlike: Number of pairs for each combination of two different levels.
        like: Number of pairs for each level, with both errors on this level.
        shortest: Smallest number of tokens in a sentence.
        longest: Largest number of tokens in a sentence. Without it: any, or 15 for `correct`.
        most_uses: Largest number of pairs that contain the same error.
        repeats: Number of pairs that are asked twice, to see how consistent a judge is.
        swapped: Number of pairs that are asked again with sides exchanged.
        judged: Judgements. Their pairs are taken, and no pairs are drawn.
        count: Number of items: pairs, errors (likert: 100), edits (all), edits of each file (rating: 100), sentences
            (correct: 52), corrections (valid: all).
        hours: Hours that each judge can work. They give the number of pairs, instead of `count`.
        judges: Number of judges who divide the pairs among them. Without it, everybody judges every pair.
        overlap: With `judges` or `adaptive`: the share of a judge's answers that are about pairs that all judges get.
        pace: Seconds for one answer, to plan the time.
        adaptive: Whether to ask next the pair from which most can be learnt, given all answers so far.
        precision: With `adaptive`: stop when the harder error of a pair is known with this chance, on average.
        votes: Number of people for each sentence (correct: 50) or correction (valid: 3).
    """
    work = Workload(count, hours, judges, overlap, pace, adaptive, precision)
    plan = PairPlan(unlike, like, tuple(exclude), shortest, longest, most_uses, repeats, swapped, seed, work)
    if task != "pair":
        _refuse_plan(plan, judged)
    if task in ("pair", "likert", "edit"):
        data = files
        if not isinstance(data, EvalSet):
            if task != "edit":
                _refuse_both(_paths(files), references, weights)
            data = read(
                _paths(files),
                source=source,
                references=references,
                names=names,
                documents=documents or None,
                overlaps=overlaps,
                tokenise=tokenise,
                columns=columns,
            )
        ready = prepare(data, "edits", pipeline=pipeline, cache=cache, types=True, keep_types=keep_types)
        if task == "edit":
            return Drawn(sample_edits(ready.data, count=count, votes=votes, seed=seed))
        counts = () if weights is None else weights_of(weights)
        errors = judged_errors(ready.data, reference=reference, weights=counts, pipeline=ready.pipeline)
        return _of_errors(errors, task, plan, judged)
    if task == "rating":
        return _types(_paths(files), plan, overlaps)
    path = _only(_paths(files))
    if task == "correct":
        return _sentences(path, plan, documents, columns, votes or 50)
    return _corrections(path, plan, source, documents, votes or 3)


def _of_errors(errors: JudgedErrors, task: Task, plan: PairPlan, judged: Source | None) -> Drawn:
    """Draw errors to rate, or pairs of errors; or take the pairs that judgements name."""
    if task == "likert":
        return Drawn(sample_difficulties(errors, plan, count=plan.work.count or 100))
    if judged is not None:
        return Drawn(named_pairs(errors, _named(judged), plan.seed))
    sampled = sample_pairs(errors, plan)
    return Drawn(sampled.tasks, sampled)


def _types(paths: Sequence[Source], plan: PairPlan, overlaps: Overlaps) -> Drawn:
    """Draw edits of M2 files whose types are rated."""
    conflicts: Conflicts = "first" if overlaps == "first" else "error"
    corpora = [(system_name(path), tuple(read_m2(path, conflicts=conflicts))) for path in _some(paths)]
    return Drawn(sample_ratings(corpora, count=plan.work.count or 100, seed=plan.seed))


def _sentences(
    path: Source, plan: PairPlan, documents: tuple[Source, str] | None, columns: Columns, votes: int
) -> Drawn:
    """Draw sentences that people correct."""
    sources = read(source=path, tokenise="none", columns=columns).sources
    return Drawn(
        sample_sentences(
            sources,
            documents=_labels(documents, path, len(sources)),
            count=plan.work.count or 52,
            longest=plan.longest or 15,
            shortest=plan.shortest,
            votes=votes,
            seed=plan.seed,
        )
    )


def _corrections(
    path: Source, plan: PairPlan, source: Source | None, documents: tuple[Source, str] | None, votes: int
) -> Drawn:
    """Draw corrections that people vote on."""
    if source is None:
        raise UsageError("the source sentences are not known", remedy="give --source")
    sources = read_sentences(source)
    return Drawn(
        sample_votes(
            sources,
            read_corrections(path, len(sources)),
            documents=_labels(documents, source, len(sources)),
            count=plan.work.count,
            votes=votes,
            seed=plan.seed,
        )
    )


def _paths(files: EvalSet | Source | Sequence[Source]) -> list[Source]:
    if isinstance(files, EvalSet):
        raise UsageError("this task needs files, not data in memory", remedy="give paths of files")
    expect_files(files)
    return [files] if isinstance(files, Source) else list(files)


def _refuse_both(files: Sequence[Source], references: Source | Sequence[Source], weights: Source | None) -> None:
    if not references and not any(map(is_container, files)):
        raise UsageError("the reference is missing", remedy="give --reference")
    if files and weights:
        raise UsageError(
            f"{files[0]} and --weights {weights} both give the levels",
            remedy="give either outputs or --weights; `redink difficulty` makes weights from outputs",
        )


def _refuse_plan(plan: PairPlan, judged: Source | None) -> None:
    """Refuse options that only pairs of errors have."""
    given = {
        "--hours": plan.work.hours,
        "--judges": plan.work.judges,
        "--adaptive": plan.work.adaptive,
        "--repeats": plan.repeats,
        "--swapped": plan.swapped,
        "--of": judged,
    }
    for option, value in given.items():
        if value:
            raise UsageError(f"{option} is about pairs of errors", remedy="leave it out, or give --task pair")


def _named(path: Source) -> list[tuple[str, str, str]]:
    """Give the names of judged pairs, and the keys of their errors."""
    keys: dict[str, tuple[str, str]] = {}
    for number, judgement in enumerate(read_judgements(path), start=1):
        if judgement.left is not None and judgement.right is not None:
            keys.setdefault(judgement.id or f"{number}", (judgement.left.key, judgement.right.key))
    return [(name, *errors) for name, errors in keys.items()]


def _some(paths: Sequence[Source]) -> Sequence[Source]:
    if not paths:
        raise UsageError("there are no files", remedy="give at least one")
    return paths


def _only(paths: Sequence[Source]) -> Source:
    if len(paths) != 1:
        raise UsageError(f"there are {len(paths)} files", remedy="this task needs exactly one")
    return paths[0]


def _labels(documents: tuple[Source, str] | None, source: Source, sentences: int) -> tuple[str, ...] | None:
    return read_documents(*documents, source=source, sentences=sentences) if documents else None


def _level_table(sampled: SampledPairs) -> Table:
    used: dict[int, set[str]] = {}
    for item in sampled.tasks.items:
        for error in (item.left, item.right):
            assert error is not None
            used.setdefault(error.level or 0, set()).add(error.identity.key)
    columns = (Column("level"), *(Column(name, digits=0) for name in ("errors", "eligible", "used")))
    rows: list[tuple[str, int, int, int]] = [
        (str(level), count, sampled.eligible[level], len(used.get(level, ())))
        for level, count in enumerate(sampled.levels)
    ]
    rows.append(("Total", sum(sampled.levels), sum(sampled.eligible), sampled.distinct))
    return make_table("Errors by level of difficulty", columns, rows)


def _summary(tasks: TaskSet) -> Table:
    repeats = sum(bool(item.repeat_of) for item in tasks.items)
    like = sum(
        item.left.level == item.right.level for item in tasks.items if item.left and item.right and not item.repeat_of
    )
    rows: list[tuple[str, int | str]] = [("items", len(tasks.items))]
    if tasks.task == "pair":
        unlike = len(tasks.items) - repeats - like
        rows += [("of different levels", unlike), ("of equal levels", like), ("repeats", repeats)]
    each = len(tasks.items) if tasks.each is None else tasks.each
    notes = [f"Signature: {tasks.signature}."]
    if tasks.pace is not None:
        rows += [("answers of each judge", each), *_plan_rows(tasks)]
        notes.insert(0, f"{duration(each * tasks.pace)} for each judge, at {tasks.pace:g} s an answer.")
        notes[1:1] = _kappa_notes(tasks)
    return make_table("To judge", ("what", Column("n", digits=0)), rows, notes=notes)


def _kappa_notes(tasks: TaskSet) -> Iterator[str]:
    """Tell how well two judges' κ will be known, from the pairs that both judge."""
    blocks = Counter(item.block for item in tasks.items if not item.repeat_of)
    shared = len(tasks.items) if tasks.each is None else blocks["first"] + blocks["shared"]
    for pairs_judged, when in ((blocks["first"], "After the first block"), (shared, "At the end")):
        if pairs_judged:
            half = kappa_half_width(pairs_judged)
            yield f"{when}, κ of two judges is known to ± {half:.2f} ({pairs_judged} pairs; if κ is 0.5)."


def _plan_rows(tasks: TaskSet) -> Iterator[tuple[str, int]]:
    blocks = Counter(item.block for item in tasks.items)
    if tasks.each is not None:
        yield "pairs that everybody judges", blocks["first"] + blocks["shared"]
    yield "of which in the first block", blocks["first"]
    if blocks["adaptive"]:
        yield "pairs to choose from", blocks["adaptive"]
