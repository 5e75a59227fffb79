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
from redink.questions.faithfulness.run import Pairs
from redink.reading.files import Source, display_name
from redink.reading.packing import unpacked_name
from redink.reading.ucca import Passage
from redink.reading.ucca_mrp import read_ucca_mrp
from redink.reading.ucca_xml import read_ucca_xml
from redink.records import Counts
from redink.reports.tables import Column, Table, make_table

Kind: TypeAlias = Literal["text", "trees", "ucca"]
Level: TypeAlias = Literal["essay", "sentence"]
_ENDINGS: dict[str, Kind] = {".conllu": "trees", ".conll": "trees", ".xml": "ucca", ".mrp": "ucca"}


def kind_of(paths: Sequence[Source]) -> Kind:
    """Tell what the files hold by their names; all must hold the same. A folder is one of UCCA XML files."""
    kinds = {path: _kind(path) for path in paths}
    if len(set(kinds.values())) > 1:
        first, *others = kinds.items()
        other = next(one for one in others if one[1] != first[1])
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
    own, other = read_passages(source), read_passages(output)
    if len(own) != len(other):
        raise InputError(
            f"{len(other)} passages, but {display_name(source)} has {len(own)}",
            place=Place(display_name(output)),
            remedy="give as many passages on both sides, in the same order",
        )
    pairs: list[tuple[Side, Side]] = []
    for one, two in zip(own, other, strict=True):
        found = sentence_pairs(one, two) if level == "sentence" else [(units_of_passage(one), units_of_passage(two))]
        pairs += [(_side(one, first), _side(two, second)) for first, second in found]
    return pairs


def _side(passage: Passage, units: Units) -> Side:
    places = units.positions
    return Side(passage.tokens[places[0] : places[-1] + 1] if places else (), units)


def agreement_table(first: Sequence[Passage], second: Sequence[Passage]) -> Table:
    """Compare annotators passage by passage, and show P, R and F of all edges together."""
    if len(first) != len(second):
        raise InputError(f"{len(first)} passages against {len(second)}", remedy="give the same passages on both sides")
    found = [dag_f(one, two) for one, two in zip(first, second, strict=True)]
    rows = []
    names = ("primary, labelled", "primary, unlabelled", "remote, labelled", "remote, unlabelled")
    for number, name in enumerate(names):
        counts = sum((one[number] for one in found), start=Counts())
        whole = (counts.tp, counts.tp + counts.fp, counts.tp + counts.fn)
        rows.append([name, counts.precision, counts.recall, counts.f(1.0), *map(int, whole)])
    columns = (
        Column("edges"),
        *(Column(name, digits=3) for name in ("P", "R", "F")),
        *(Column(name, digits=0) for name in ("agreed", "first", "second")),
    )
    note = "Edges match if they cover the same words and, labelled, share a category; punctuation is left out."
    return make_table("DAG-F: agreement of two annotators", columns, rows, notes=(note,))
