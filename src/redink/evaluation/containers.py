"""Files with many texts (JSON lines, Parquet, essays) or tables in memory in; lists of texts by role out.

A role is `source`, `reference` or `output`. A column belongs to a role because the user says so (`--columns`), or
because of its name. A cell of a reference column may hold several references.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping, Sequence
from math import isnan
from pathlib import Path
from typing import Any, TypeAlias

from redink.errors import InputError, Note, Place, UsageError, users_line
from redink.frozen import frozen
from redink.reading.essays import by_source, is_essays, read_essays
from redink.reading.files import Source, display_name
from redink.reading.json_lines import columns_of, is_json_lines, read_json_lines
from redink.reading.parquet import is_parquet, parquet_columns

Columns: TypeAlias = Sequence[str] | Mapping[str, str | Sequence[str]]
"""`role=column` for each column, or a dictionary from roles to columns."""

_ROLES = ("source", "reference", "output")
_USUAL = {
    "source": re.compile(r"source|sources|src|orig|original|input", re.IGNORECASE),
    "reference": re.compile(r"(?:reference|ref|target|trg|correction|corrected)s?[-_ ]?\d*", re.IGNORECASE),
    "output": re.compile(r"(?:output|prediction|hypothesis|hypotheses|hyp|hypo|system)s?[-_ ]?\d*", re.IGNORECASE),
}
"""Names by which a column is known where the user names none."""
_NO_ESSAY = "!"
"""What the official scorer of MultiGEC-2025 takes for an essay that a system did not give."""


@frozen
class Opened:
    """What `read` is to read: files, and texts that came out of containers."""

    source: Any
    references: list[Any]
    outputs: list[Any]
    names: list[str]


def is_table(given: object) -> bool:
    """Tell tables in memory: a list of dictionaries, a data frame, a data set of Hugging Face."""
    if isinstance(given, list):
        return bool(given) and all(isinstance(row, Mapping) for row in given)
    kind = type(given)  # a lazy frame would warn if its columns were looked at
    return hasattr(kind, "__getitem__") and (hasattr(kind, "column_names") or hasattr(kind, "columns"))


def is_container(given: object) -> bool:
    """Tell files and tables that hold more than one text a line."""
    if not isinstance(given, str | Path):
        return is_table(given)
    return str(given) != "-" and (is_json_lines(given) or is_parquet(given) or is_essays(given))


def columns_by_role(columns: Columns) -> dict[str, list[str]]:
    """Read `--columns`: the columns of each role."""
    pairs: list[tuple[str, str]] = []
    if isinstance(columns, Mapping):
        for role, given in columns.items():
            pairs += ((role, name) for name in ([given] if isinstance(given, str) else given))
    else:
        for column in [columns] if isinstance(columns, str) else columns:
            role, sign, name = column.partition("=")
            if not sign or not name:
                raise UsageError(f"not a column: {column!r}", remedy="write ROLE=COLUMN, for example source=text")
            pairs.append((role, name))
    by_role: dict[str, list[str]] = {}
    for role, name in pairs:
        if role.removesuffix("s") not in _ROLES:
            raise UsageError(f"there is no role {role!r}", remedy=f"choose from {', '.join(_ROLES)}")
        by_role.setdefault(role.removesuffix("s"), []).append(name)
    return by_role


def opened(
    source: Any, references: Sequence[Any], outputs: Sequence[Any], names: Sequence[str], columns: Columns
) -> Opened:
    """Replace every container by its texts; where none are given, it also gives the source and the references."""
    roles = columns_by_role(columns)
    if not any(map(is_container, (source, *references, *outputs))):
        if roles:
            raise UsageError(
                "--columns names columns of JSON lines or Parquet, and there is no such file",
                remedy="leave it out for text and M2 files",
            )
        return Opened(source, list(references), list(outputs), list(names))
    if any(isinstance(each, str | Path) and is_essays(each) for each in (source, *references, *outputs)):
        return _opened_essays(source, references, outputs, names)
    tables: dict[str | int, dict[str, list[Any]]] = {}  # each container is read once, however many roles it has

    def table_of(given: Any) -> dict[str, list[Any]]:
        key = str(given) if isinstance(given, str | Path) else id(given)
        if key not in tables:
            tables[key] = _table(given)
        return tables[key]

    first = next(filter(is_container, outputs), None)
    if source is None:
        sourced = (each for each in (*outputs, *references) if is_container(each))
        source = next((each for each in sourced if _names(table_of(each), roles, "source")), None)
    if first is not None and not references and _names(table_of(first), roles, "reference"):
        references = [first]
    elif first is not None and not references:
        _name_unknown(first, table_of(first), roles)
    new_source = _one_column(source, table_of(source), roles) if is_container(source) else source
    tokens = isinstance(new_source, list | tuple) and any(isinstance(cell, list | tuple) for cell in new_source)
    new_references: list[Any] = []
    for reference in references:
        new_references += (
            _reference_lists(reference, table_of(reference), roles, tokens=tokens)
            if is_container(reference)
            else [reference]
        )
    new_outputs, new_names = _outputs(outputs, names, roles, table_of)
    return Opened(new_source, new_references, new_outputs, new_names)


def _outputs(
    outputs: Sequence[Any], names: Sequence[str], roles: Mapping[str, list[str]], table_of: Any
) -> tuple[list[Any], list[str]]:
    texts: list[Any] = []
    named: list[str] = []
    several = sum(map(is_container, outputs)) > 1
    for number, output in enumerate(outputs):
        if not is_container(output):
            texts.append(output)
            named.append(names[number] if len(names) == len(outputs) else Path(str(output)).stem)
            continue
        table = table_of(output)
        chosen = _required(output, table, roles, "output")
        for name in chosen:
            texts.append(_texts(output, table, name))
            label = name if len(chosen) > 1 or not isinstance(output, str | Path) else Path(output).stem
            named.append(f"{Path(str(output)).stem} {name}" if several and len(chosen) > 1 else label)
    return texts, list(names) if len(names) == len(texts) else named


def _table(given: Any) -> dict[str, list[Any]]:
    """Give the columns of a container."""
    if isinstance(given, str | Path):
        return parquet_columns(str(given)) if is_parquet(given) else read_json_lines(given)
    if isinstance(given, list):
        return {name: values_of(cells) for name, cells in columns_of([dict(row) for row in given]).items()}
    if hasattr(given, "collect"):
        given = given.collect()  # a lazy frame of polars
    names = list(getattr(given, "column_names", None) or given.columns)
    return {str(name): values_of(given[name]) for name in names}


def values_of(column: Any) -> list[Any]:
    """Give the values of a column of a frame, or of an array; what pandas writes for a missing value is `None`."""
    way = next((way for way in ("to_list", "tolist") if hasattr(column, way)), None)
    values = list(column) if way is None else list(getattr(column, way)())
    return [None if _is_missing(value) else value for value in values]


def _is_missing(value: object) -> bool:
    return (isinstance(value, float) and isnan(value)) or type(value).__name__ == "NAType"  # NaN, or pandas.NA


def _names(table: Mapping[str, list[Any]], roles: Mapping[str, list[str]], role: str) -> list[str]:
    return roles.get(role) or [name for name in table if _USUAL[role].fullmatch(name)]


def _required(given: Any, table: Mapping[str, list[Any]], roles: Mapping[str, list[str]], role: str) -> list[str]:
    names = _names(table, roles, role)
    missing = [name for name in names if name not in table]
    if not names or missing:
        cause = f"there is no column {missing[0]!r}" if missing else f"no column is known to be the {role}"
        raise InputError(
            cause,
            place=Place(_called(given)),
            remedy=f"name the column, with --columns {role}=NAME; the columns are {', '.join(table) or 'none'}",
        )
    return names


def _name_unknown(given: Any, table: Mapping[str, list[Any]], roles: Mapping[str, list[str]]) -> None:
    """Say that no column is known to be the reference, if one of them may be it."""
    known = {name for role in _ROLES for name in _names(table, roles, role)}
    if any(isinstance(cell, str | list | tuple) for name in table if name not in known for cell in table[name][:1]):
        warnings.warn(
            f"redink: note: {_called(given)}: no column is known to be the reference; the columns are "
            f"{', '.join(table)}. To name it, add --columns reference=NAME",
            Note,
            stacklevel=users_line(),
        )


def _called(given: Any) -> str:
    return display_name(given) if isinstance(given, str | Path) else f"the {type(given).__name__}"


def _one_column(given: Any, table: Mapping[str, list[Any]], roles: Mapping[str, list[str]]) -> list[Any]:
    return _texts(given, table, _required(given, table, roles, "source")[0])


def _texts(given: Any, table: Mapping[str, list[Any]], name: str) -> list[Any]:
    """Give the texts of a column, and refuse cells that are none."""
    for number, cell in enumerate(table[name], start=1):
        if not isinstance(cell, str) and not _is_list_of_texts(cell):
            raise _no_text(given, name, number, cell)
    return list(table[name])


def _no_text(given: Any, name: str, number: int, cell: object) -> InputError:
    place = Place(_called(given), sentence=number)
    if cell is None:
        return InputError(
            f"no value in column {name!r}",
            place=place,
            remedy="write an empty sentence as an empty text; remove the row if there is no sentence",
        )
    return InputError(
        f"{cell!r:.40} in column {name!r} is not a text",
        place=place,
        remedy="write a text in quotation marks, or a list of tokens; several references are a list of them",
    )


def _is_list_of_texts(cell: object) -> bool:
    return isinstance(cell, list | tuple) and all(isinstance(part, str) for part in cell)


def _reference_lists(
    given: Any, table: Mapping[str, list[Any]], roles: Mapping[str, list[str]], *, tokens: bool
) -> list[list[Any]]:
    """Give one list of texts for each reference; cells may hold several. If `tokens`, a list of words is one text."""
    lists: list[list[Any]] = []
    for name in _required(given, table, roles, "reference"):
        cells = []
        for number, cell in enumerate(table[name], start=1):
            several = [] if cell is None else cell
            if isinstance(cell, str) or (
                tokens and cell and _is_list_of_texts(cell) and not any(" " in part for part in cell)
            ):
                several = [cell]
            if not isinstance(several, list | tuple) or not all(
                isinstance(part, str) or (tokens and _is_list_of_texts(part)) for part in several
            ):
                raise _no_text(given, name, number, cell)
            cells.append(several)
        most = max(map(len, cells), default=0)
        lists += [[texts[place] if place < len(texts) else None for texts in cells] for place in range(most)]
    return lists


def _opened_essays(source: Any, references: Sequence[Any], outputs: Sequence[Any], names: Sequence[str]) -> Opened:
    """Read essays and put them into the order of the source's; a missing output is `!`, as in MultiGEC-2025."""
    for given in (source, *references, *outputs):
        if given is None or not isinstance(given, str | Path) or not is_essays(given):
            remedy = "give source, references and outputs all as folders, or all as MultiGEC's Markdown (-s, -r)"
            folder = next(
                (output for output in outputs if isinstance(output, str | Path) and Path(output).is_dir()), ""
            )
            if folder:
                remedy += f"; if {folder} has a file for each system, name these files: {Path(folder) / '*'}"
            raise UsageError(
                "essays go together with essays only" if given is not None else "the source essays are not known",
                remedy=remedy,
            )
    sources = read_essays(source)
    lists = [by_source(read_essays(given), sources, str(given), str(source)) for given in (*references, *outputs)]
    new_outputs = []
    for output, texts in zip(outputs, lists[len(references) :], strict=True):
        missing = [essay for essay, text in zip(sources, texts, strict=True) if text is None]
        if missing:
            warnings.warn(
                f"{display_name(output)}: {len(missing)} of {len(sources)} essays are missing, first {missing[0]!r}; "
                "each counts as `!`, as in the official scorer of MultiGEC-2025",
                stacklevel=users_line(),
            )
        new_outputs.append([_NO_ESSAY if text is None else text for text in texts])
    stems: list[Source] = list(names) or [Path(output).stem for output in outputs]
    return Opened(list(sources.values()), list(lists[: len(references)]), new_outputs, [str(stem) for stem in stems])
