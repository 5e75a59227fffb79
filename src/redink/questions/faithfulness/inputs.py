"""Paths in, what faithfulness is measured on out: texts to be parsed, trees, or UCCA passages, by the files' names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, TypeAlias

from redink.errors import InputError, Place, UsageError
from redink.questions.faithfulness.mathematics.dag_f import dag_f
from redink.questions.faithfulness.mathematics.essays import sentence_pairs
from redink.questions.faithfulness.mathematics.pairs import Side
from redink.questions.faithfulness.mathematics.units import Units, units_of_passage
from redink.reading.conllu import Tree, read_conllu
from redink.reading.files import Source, display_name
from redink.reading.packing import unpacked_name
from redink.reading.ucca import Passage
from redink.reading.ucca_mrp import read_ucca_mrp
from redink.reading.ucca_xml import read_ucca_xml
from redink.records import Counts
from redink.reports.tables import Column, Table, make_table

Pairs: TypeAlias = Sequence[tuple[Side, Side]]
"""Sources with their corrections by one system."""
Kind: TypeAlias = Literal["text", "trees", "ucca"]
Level: TypeAlias = Literal["essay", "sentence"]
_ENDINGS: dict[str, Kind] = {".conllu": "trees", ".conll": "trees", ".xml": "ucca", ".mrp": "ucca"}


def kind_of(paths: Sequence[Source]) -> Kind:
    """Tell what the files hold by their names; all must hold the same. A folder is one of UCCA XML files."""
    kinds = {path: _kind(path) for path in paths}
    if len(set(kinds.values())) > 1:
        first, *others = kinds.items()
        other = next(pair for pair in others if pair[1] != first[1])
        raise UsageError(
            f"{display_name(first[0])} is {first[1]}, but {display_name(other[0])} is {other[1]}",
            remedy="give source and outputs in one form: text or M2, CoNLL-U (.conllu), or UCCA (.xml, .mrp, a folder)",
        )
    return next(iter(kinds.values()))


def _kind(path: Source) -> Kind:
    if Path(path).is_dir():
        return "ucca"
    return _ENDINGS.get(Path(unpacked_name(path)).suffix.lower(), "text")


def read_passages(path: Source) -> tuple[Passage, ...]:
    """Read UCCA: MRP, one XML file, or all XML files of a folder in the order of their names."""
    if Path(path).is_dir():
        files = sorted(Path(path).glob("*.xml"))
        if not files:
            raise InputError(
                "no .xml file in this folder",
                place=Place(str(path)),
                remedy="give a folder with passages as .xml files, or a file",
            )
        return tuple(read_ucca_xml(file) for file in files)
    if unpacked_name(path).lower().endswith(".mrp"):
        return read_ucca_mrp(path)
    return (read_ucca_xml(path),)


def passage_pairs(source: Source, output: Source, *, level: Level) -> Pairs:
    """Pair passages in order, or the sentences inside each pair."""
    before, after = read_passages(source), read_passages(output)
    if len(before) != len(after):
        raise InputError(
            f"{len(after)} passages, but {display_name(source)} has {len(before)}",
            place=Place(display_name(output)),
            remedy="give as many passages on both sides, in the same order",
        )
    pairs: list[tuple[Side, Side]] = []
    for old, new in zip(before, after, strict=True):
        units = sentence_pairs(old, new) if level == "sentence" else [(units_of_passage(old), units_of_passage(new))]
        pairs += [(_side(old, first), _side(new, second)) for first, second in units]
    return pairs


def as_many_trees(path: Source, sources: Sequence[Tree], source: Source) -> tuple[Tree, ...]:
    """Read trees, and refuse more or fewer than the source has."""
    trees = read_conllu(path)
    if len(trees) != len(sources):
        raise InputError(
            f"{len(trees)} trees, but {source} has {len(sources)}",
            place=Place(str(path)),
            remedy="every file must have one tree for each source sentence, in the same order",
        )
    return trees


def _side(passage: Passage, units: Units) -> Side:
    places = units.positions
    return Side(passage.tokens[places[0] : places[-1] + 1] if places else (), units)


def agreement_table(first: Sequence[Passage], second: Sequence[Passage]) -> Table:
    """Compare annotators passage by passage, and show P, R and F of all edges together."""
    if len(first) != len(second):
        raise InputError(f"{len(first)} passages against {len(second)}", remedy="give the same passages on both sides")
    edges = [dag_f(*passages) for passages in zip(first, second, strict=True)]
    rows = []
    names = ("primary, labelled", "primary, unlabelled", "remote, labelled", "remote, unlabelled")
    for number, name in enumerate(names):
        counts = sum((counts[number] for counts in edges), start=Counts())
        whole = (counts.tp, counts.tp + counts.fp, counts.tp + counts.fn)
        rows.append([name, counts.precision, counts.recall, counts.f(1.0), *map(int, whole)])
    columns = (
        Column("edges"),
        *(Column(name, digits=3) for name in ("P", "R", "F")),
        *(Column(name, digits=0) for name in ("agreed", "first", "second")),
    )
    note = "Edges match if they cover the same words and, if labelled, share a category; punctuation is left out."
    return make_table("DAG-F: agreement of two annotators", columns, rows, notes=(note,))
