"""`redink pairs`: a corpus in, pairs of errors (or edits, sentences, corrections) for people to judge out."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import TYPE_CHECKING, Any, TypeVar

import click

from redink.cli.messages import note
from redink.cli.options import (
    cache_option,
    names_option,
    output_option,
    overlaps_option,
    pipeline_option,
    quiet_option,
    retype_option,
    seed_option,
    source_option,
)

if TYPE_CHECKING:
    from redink.judging.contexts import JudgedErrors
    from redink.judging.pairs import SampledPairs
    from redink.reading.judging_tasks import TaskSet
    from redink.records import EvalSet
    from redink.reports.tables import Table

Command = TypeVar("Command", bound=Callable[..., Any])
_ANY = click.IntRange(min=0)
_SOME = click.IntRange(min=1)

_CORPUS = (
    source_option,
    click.option(
        "-r",
        "--references",
        "--reference",
        "references",
        multiple=True,
        metavar="FILE",
        help="The reference whose errors are paired: text, or M2.",
    ),
    click.option("--reference-id", type=_ANY, default=0, show_default=True, help="Which reference, from 0."),
    names_option,
    click.option("--weights", metavar="FILE", help="Take the levels from a weight file instead of outputs."),
    retype_option,
    click.option("--documents", nargs=2, metavar="TSV COLUMN", help="Which essay a sentence belongs to, for context."),
    overlaps_option,
)
_DRAWING = (
    click.option(
        "--unlike", type=_ANY, default=50, show_default=True, help="Pairs for each combination of unlike levels."
    ),
    click.option("--like", type=_ANY, default=25, show_default=True, help="Pairs for each level with itself."),
    click.option("--exclude-type", "exclude", multiple=True, metavar="TYPE", help="Leave out a type; repeat."),
    click.option("--shortest", type=_SOME, default=1, show_default=True, help="Fewest tokens of a sentence."),
    click.option("--longest", type=_SOME, help="Most tokens of a sentence.  [default: any; 15 with --task correct]"),
    click.option("--most-uses", type=_SOME, help="Most pairs one error may be in.  [default: any]"),
    click.option("--repeats", type=_ANY, default=0, show_default=True, help="Pairs asked twice, for self-agreement."),
    click.option("--swapped", type=_ANY, default=0, show_default=True, help="Pairs asked again with sides exchanged."),
    click.option("--of", "judged", metavar="FILE", help="Take the pairs that these judgements are about; draw none."),
    click.option(
        "--count",
        type=_SOME,
        help="Edits of each file (rating: 100), sentences (correct: 52), corrections (valid: all).",
    ),
    click.option("--votes", type=_SOME, help="People wanted for each sentence (correct: 50) or correction (valid: 3)."),
    seed_option,
)


def _with(options: tuple[Callable[[Command], Command], ...]) -> Callable[[Command], Command]:
    return lambda command: reduce(lambda decorated, option: option(decorated), reversed(options), command)


@click.command("pairs")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option(
    "--task",
    type=click.Choice(["pair", "rating", "correct", "valid"]),
    default="pair",
    show_default=True,
    help="What people are asked: which error is harder; does this type fit; correct this; is this a valid correction?",
)
@_with(_CORPUS)
@_with(_DRAWING)
@pipeline_option
@cache_option
@output_option
@quiet_option
def command(files: tuple[str, ...], **options: Any) -> None:
    """Draw what people are to judge with `redink judge`; by default pairs of errors by level of difficulty.

    FILES are outputs of systems with --task pair; annotated corpora (M2) with rating; source sentences with
    correct; a table of corrections (sentence, worker, correction) with valid.

    \b
    Examples:
      redink pairs a.txt b.txt c.txt -s source.txt -r reference.txt -o pairs.jsonl
      redink pairs -r official-2014.0.m2 --weights conll14_8sys.txt --repeats 50 -o pairs.jsonl
      redink pairs a.txt b.txt -s source.txt -r reference.txt --of judgements.jsonl -o pairs.jsonl
      redink pairs --task rating fce.m2 conll14.m2 --count 100 -o ratings.jsonl
      redink pairs --task correct source.txt --longest 15 --count 52 -o sentences.jsonl
      redink pairs --task valid corrections.tsv -s source.txt -o votes.jsonl
    """  # noqa: D301 - click wants the character itself
    from redink.reading.judging_tasks import write_tasks

    found = {"pair": _pairs, "rating": _ratings, "correct": _sentences, "valid": _votes}[options["task"]](
        files, options
    )
    tasks, tables = found
    write_tasks(options["output"], tasks)
    if options["output"] != "-":
        from redink.cli.evaluation import show

        show(tables, {"output": "-", "form": "table"})


def _pairs(files: tuple[str, ...], options: dict[str, Any]) -> tuple[TaskSet, list[Table]]:
    from redink.judging.pairs import PairPlan, named_pairs, sample_pairs

    errors = _errors(files, options)
    if options["judged"]:
        tasks = named_pairs(errors, _named(options["judged"]), options["seed"])
        return tasks, [_summary(tasks)]
    names = ("unlike", "like", "shortest", "longest", "most_uses", "repeats", "swapped", "seed")
    plan = PairPlan(exclude=options["exclude"], **{name: options[name] for name in names})
    sampled = sample_pairs(errors, plan)
    for short in sampled.short:
        note(
            f"redink: warning: levels {short.low} and {short.high}: {short.found} pairs instead of {short.wanted}; "
            "there are no more"
        )
    return sampled.tasks, [_level_table(sampled), _summary(sampled.tasks)]


def _errors(files: tuple[str, ...], options: dict[str, Any]) -> JudgedErrors:
    from redink.cli.options import make_annotator
    from redink.errors import UsageError
    from redink.evaluation.data import annotated, lacks_edits, load
    from redink.judging.errors_of import judged_errors
    from redink.questions.difficulty.run import retyped
    from redink.reading.weights import read_weights

    if not options["references"]:
        raise UsageError("whose errors?", remedy="give --reference")
    if files and options["weights"]:
        raise UsageError(
            f"{files[0]} and --weights {options['weights']} both tell the levels",
            remedy="give outputs of systems, or --weights; for weights of these outputs see `redink difficulty`",
        )
    data: EvalSet = load(
        files,
        source=options["source"],
        references=options["references"],
        names=options["names"],
        documents=options["documents"] or None,
        overlaps=options["overlaps"],
    )
    lacking, pipeline = lacks_edits(data, "edits"), "none"
    if lacking or options["retype"]:
        annotator = make_annotator(options["pipeline"], "rules", levenshtein=False, use_cache=options["use_cache"])
        if lacking:
            data, pipeline = annotated(data, annotator), f"{annotator.pipeline.name}@{annotator.pipeline.version}"
        data = retyped(data, annotator) if options["retype"] else data
    weights = read_weights(options["weights"]) if options["weights"] else None
    return judged_errors(data, reference=options["reference_id"], weights=weights, pipeline=pipeline)


def _named(path: str) -> list[tuple[str, str, str]]:
    from redink.reading.judgements import read_judgements

    found: dict[str, tuple[str, str]] = {}
    for number, one in enumerate(read_judgements(path), start=1):
        if one.left is not None and one.right is not None:
            found.setdefault(one.id or f"{number}", (one.left.key, one.right.key))
    return [(name, *keys) for name, keys in found.items()]


def _ratings(files: tuple[str, ...], options: dict[str, Any]) -> tuple[TaskSet, list[Table]]:
    from redink.evaluation.data import system_name
    from redink.judging.sampling import sample_ratings
    from redink.reading.m2 import read_m2

    corpora = [(system_name(path), tuple(read_m2(path, conflicts=options["overlaps"]))) for path in _some(files)]
    tasks = sample_ratings(corpora, count=options["count"] or 100, seed=options["seed"])
    return tasks, [_summary(tasks)]


def _sentences(files: tuple[str, ...], options: dict[str, Any]) -> tuple[TaskSet, list[Table]]:
    from redink.judging.sampling import sample_sentences
    from redink.reading.plain_text import read_sentences

    (path,) = _some(files, one=True)
    sources = read_sentences(path)
    tasks = sample_sentences(
        sources,
        documents=_documents(options, path, len(sources)),
        count=options["count"] or 52,
        longest=options["longest"] or 15,
        shortest=options["shortest"],
        votes=options["votes"] or 50,
        seed=options["seed"],
    )
    return tasks, [_summary(tasks)]


def _votes(files: tuple[str, ...], options: dict[str, Any]) -> tuple[TaskSet, list[Table]]:
    from redink.errors import UsageError
    from redink.judging.sampling import sample_votes
    from redink.reading.judgements import read_corrections
    from redink.reading.plain_text import read_sentences

    (path,) = _some(files, one=True)
    if not options["source"]:
        raise UsageError("the source sentences are not known", remedy="give --source")
    sources = read_sentences(options["source"])
    tasks = sample_votes(
        sources,
        read_corrections(path, len(sources)),
        documents=_documents(options, options["source"], len(sources)),
        count=options["count"],
        votes=options["votes"] or 3,
        seed=options["seed"],
    )
    return tasks, [_summary(tasks)]


def _some(files: tuple[str, ...], *, one: bool = False) -> tuple[str, ...]:
    from redink.errors import UsageError

    if not files or (one and len(files) > 1):
        raise UsageError(f"{len(files)} files", remedy="this task needs one" if one else "give at least one")
    return files


def _documents(options: dict[str, Any], source: str, sentences: int) -> tuple[str, ...] | None:
    from redink.reading.tables import read_labels

    given = options["documents"]
    return read_labels(*given, source=source, sentences=sentences) if given else None


def _level_table(sampled: SampledPairs) -> Table:
    from redink.reports.tables import Column, make_table

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
    from redink.reports.tables import Column, make_table

    repeats = sum(bool(item.repeat_of) for item in tasks.items)
    like = sum(
        item.left.level == item.right.level for item in tasks.items if item.left and item.right and not item.repeat_of
    )
    own = len(tasks.items) - repeats
    rows = [("items", len(tasks.items))]
    if tasks.task == "pair":
        rows += [("of unlike levels", own - like), ("of like levels", like), ("repeats", repeats)]
    return make_table("To judge", ("what", Column("n", digits=0)), rows, notes=[f"Signature: {tasks.signature}."])
