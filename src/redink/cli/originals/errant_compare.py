"""`redink errant_compare`: two M2 files in, the scores that ERRANT 3.0.2 prints out."""

from __future__ import annotations

import warnings
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from itertools import accumulate, product
from typing import TYPE_CHECKING, NamedTuple

import click

from redink.cli.originals.program import Program, add_beta, new_parser
from redink.errors import InputError, Place

if TYPE_CHECKING:
    from redink.records import Edits, Tokens
    from redink.scoring.edit_overlap import Comparison, Match, Overlap

_PARSER = new_parser("errant_compare", "errant_compare (ERRANT 3.0.2)")
_PARSER.add_argument("-hyp", required=True, help="The M2 file of a system.")
_PARSER.add_argument("-ref", required=True, help="The M2 file of the references.")
add_beta(_PARSER, "-b", "--beta")
_PARSER.add_argument("-v", "--verbose", action="store_true", help="Print the edits and counts of every sentence.")
_LEVELS = _PARSER.add_mutually_exclusive_group()
_LEVELS.add_argument("-dt", action="store_true", help="Detection: edits agree on tokens.")
_LEVELS.add_argument("-ds", action="store_true", help="Detection: edits agree on spans.")
_LEVELS.add_argument("-cs", action="store_true", help="Correction: edits agree on spans and corrections (default).")
_LEVELS.add_argument("-cse", action="store_true", help="The same, and on error types.")
_SIZES = _PARSER.add_mutually_exclusive_group()
_SIZES.add_argument("-single", action="store_true", help="Only edits of one token.")
_SIZES.add_argument("-multi", action="store_true", help="Only edits of several tokens.")
_PARSER.add_argument("-filt", nargs="+", default=[], help="Error types to leave out.")
_PARSER.add_argument(
    "-cat",
    type=int,
    choices=(1, 2, 3),
    help="Also print scores for each operation (1), type (2), or operation and type (3).",
)

_TITLES = {
    "token": " Token-Based Detection ",
    "detection": " Span-Based Detection ",
    "type": " Span-Based Correction + Classification ",
    "correction": " Span-Based Correction ",
}
# ERRANT cuts two characters off every type, whether or not they are an operation.
_GROUPS: dict[int, Callable[[str], str]] = {
    1: lambda kind: kind if kind == "UNK" else kind[:1],
    2: lambda kind: kind if kind == "UNK" else kind[2:],
    3: lambda kind: kind,
}


class _Sentence(NamedTuple):
    """A block of an M2 file."""

    tokens: Tokens
    edits: dict[int, Edits]
    """By annotator, in the order of the file; the edits that `-filt` names are left out."""


def _same(arguments: Namespace) -> list[str]:
    how = _overlap(arguments)
    level = "" if how.level == "correction" else f"-{how.level}"
    words = ["score", arguments.hyp, "-r", arguments.ref]
    words += ["-m", f"P{level}", f"R{level}", f"F{how.beta:g}{level}"]
    words += ["--size", how.size] if how.size != "all" else []
    words += [word for kind in arguments.filt for word in ("--exclude-type", kind)]
    by = {1: "operation", 2: "type", 3: "operation-type"}
    words += ["--by", by[arguments.cat], "--counts"] if arguments.cat else []
    words += ["--keep-types"] if arguments.cat or arguments.filt or how.level == "type" else []
    return words


def _run(arguments: Namespace) -> None:
    from redink.scoring.edit_overlap import choose_references, match_edits

    how = _overlap(arguments)
    left_out = frozenset(arguments.filt)
    systems, references = _read(arguments.hyp, left_out), _read(arguments.ref, left_out)
    _expect_same_sentences(arguments, systems, references)
    pairs = [list(product(s.edits.items(), r.edits.items())) for s, r in zip(systems, references, strict=True)]
    candidates = [[match_edits(s, r, how) for (_, s), (_, r) in combinations] for combinations in pairs]
    comparison = choose_references(candidates, how)
    if arguments.verbose:
        totals = accumulate((match.counts() for match in comparison.matches), _add, initial=(0, 0, 0))
        texts = (" ".join(system.tokens) for system in systems)
        for number, sentence in enumerate(zip(texts, pairs, candidates, comparison.chosen, totals, strict=False)):
            _print_sentence(number, *sentence, how)
    _print_scores(comparison, how, arguments.cat)


def _overlap(arguments: Namespace) -> Overlap:
    from redink.scoring.edit_overlap import Level, Overlap, Size

    level: Level = (
        "token" if arguments.dt else "detection" if arguments.ds else "type" if arguments.cse else "correction"
    )
    size: Size = "single" if arguments.single else "multi" if arguments.multi else "all"
    return Overlap(level, arguments.beta, "faithful", size)


def _read(path: str, left_out: frozenset[str]) -> list[_Sentence]:
    from redink.reading.m2 import read_m2

    sentences = []
    for sentence in read_m2(path, conflicts="both"):
        annotators = dict.fromkeys(edit.annotator for edit in sentence.edits) or {0: None}
        edits = {
            annotator: tuple(
                edit for edit in sentence.edits if edit.annotator == annotator and edit.type not in left_out
            )
            for annotator in annotators
        }
        sentences.append(_Sentence(sentence.tokens, edits))
    return sentences


def _expect_same_sentences(arguments: Namespace, systems: Sequence[_Sentence], references: Sequence[_Sentence]) -> None:
    if len(systems) != len(references):
        raise InputError(
            f"there are {len(systems)} sentences, but {arguments.ref} has {len(references)}",
            place=Place(arguments.hyp),
            remedy="both files must have the same sentences in the same order",
        )
    differing = [n for n, (s, r) in enumerate(zip(systems, references, strict=True), 1) if s.tokens != r.tokens]
    if differing:
        warnings.warn(
            f"{arguments.hyp} and {arguments.ref} have different source sentences ({len(differing)}; the first is "
            f"number {differing[0]}), which errant_compare does not look at",
            stacklevel=2,
        )


def _add(left: tuple[int, int, int], right: tuple[int, int, int]) -> tuple[int, int, int]:
    return left[0] + right[0], left[1] + right[1], left[2] + right[2]


def _print_sentence(
    number: int,
    text: str,
    pairs: Sequence[tuple[tuple[int, Edits], tuple[int, Edits]]],
    candidates: Sequence[Match],
    chosen: int,
    totals: tuple[int, int, int],
    how: Overlap,
) -> None:
    from redink.scoring.edit_overlap import outcomes, published_scores

    rule = "-" * 40
    click.echo(f"{rule}\nOriginal sentence {number}: {text}")
    for ((system, proposed), (reference, gold)), match in zip(pairs, candidates, strict=True):
        click.echo(f"{rule}\nSENTENCE {number} - HYP {system} - REF {reference}")
        click.echo(f"HYPOTHESIS EDITS : {_shown(proposed, how)}\nREFERENCE EDITS  : {_shown(gold, how)}")
        for scope, counts in (("Local", match.counts()), ("Global", _add(match.counts(), totals))):
            click.echo(" ".join((f"{scope} TP/FP/FN".ljust(16), ":", *map(str, counts))))
            click.echo(" ".join((f"{scope} P/R/F{how.beta}", " :", *map(str, published_scores(*counts, how.beta)))))
    (system, proposed), (reference, gold) = pairs[chosen]
    click.echo(f"{rule}\n^^ HYP {system}, REF {reference} chosen for sentence {number}\nLocal results:")
    counted = Counter(outcomes(proposed, gold, how))
    kinds = dict.fromkeys(kind for _, kind in counted)
    rows = [("Category", "TP", "FP", "FN"), *((kind, *(str(counted[c, kind]) for c in range(3))) for kind in kinds)]
    widths = [max(map(len, column)) + 3 for column in zip(*rows, strict=True)]
    for row in rows:
        click.echo("".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)))


def _shown(edits: Edits, how: Overlap) -> list[tuple[Hashable, ...]]:
    """Give each edit as what it must share to agree, and its type."""
    from redink.scoring.edit_overlap import keyed

    def text(part: Hashable) -> Hashable:
        return " ".join(part) if isinstance(part, tuple) else part

    rows = {tuple(map(text, key)): kinds[0] for key, kinds in keyed(edits, how).items()}
    return [(*key, rows[key]) for key in sorted(rows)]


def _print_scores(comparison: Comparison, how: Overlap, grouping: int | None) -> None:
    from redink.scoring.edit_overlap import published_scores

    title = _TITLES[how.level]
    if grouping:
        click.echo(f"\n{title:=^66}")
        click.echo(_row("Category", "TP", "FP", "FN", "P", "R", f"F{how.beta}"))
        for kind, table in comparison.by_type(_GROUPS[grouping]).items():
            tp, fp, fn = table.sum(axis=0).astype(int).tolist()
            click.echo(_row(kind, tp, fp, fn, *published_scores(tp, fp, fn, how.beta)))
    tp, fp, fn = comparison.table().sum(axis=0).astype(int).tolist()
    click.echo(f"\n{title:=^46}\nTP\tFP\tFN\tPrec\tRec\tF{how.beta}")
    click.echo("\t".join(map(str, (tp, fp, fn, *published_scores(tp, fp, fn, how.beta)))))
    click.echo("=" * 46 + "\n")


def _row(first: str, *cells: object) -> str:
    *middle, last = map(str, cells)
    return " ".join((first.ljust(14), *(cell.ljust(8) for cell in middle), last))


COMMAND = Program(_PARSER, _run, _same)
