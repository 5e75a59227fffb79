"""Source, references and systems in; what does not look like what the user meant out.

Every look is linear in the size of the files. What nobody can have meant is an error; everything else is a warning,
which is an error too when the user is `strict`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice

from redink.errors import users_line
from redink.evaluation.plausibility.characters import SourceText, character_findings
from redink.evaluation.plausibility.finding import File, Finding
from redink.evaluation.plausibility.order import order_finding, word_sets
from redink.evaluation.plausibility.roles import roles_finding
from redink.evaluation.plausibility.wrappers import columns_finding, wrapper_findings
from redink.records import Tokens

_FEWEST = 10
"""Fewer sentences tell nothing."""
_ROWS = 500
"""So many rows of parallel texts are looked at; there may be millions."""


class PlausibilityWarning(UserWarning):
    """The data may not be what the user meant."""


def look(
    source: Sequence[Tokens], references: Sequence[File], systems: Sequence[File], *, strict: bool = False
) -> tuple[tuple[str, ...], tuple[Finding, ...]]:
    """Warn of what may be wrong; give the warnings, and the findings that nobody can have meant."""
    everything = list(findings(source, references, systems))
    refused = tuple(finding for finding in everything if finding.certain or strict)
    files = {finding.file for finding in refused}
    messages = tuple(str(finding) for finding in everything if finding.file not in files)
    for message in messages:
        warnings.warn(message, PlausibilityWarning, stacklevel=users_line())
    return messages, refused


def findings(source: Sequence[Tokens], references: Sequence[File], systems: Sequence[File]) -> Iterator[Finding]:
    """Give everything that is odd about the files."""
    yield from _findings_by_role(source, {"reference": references, "output": systems})
    if len(source) >= _FEWEST:
        yield from _same(source, references, systems)


def looked_at(
    rows: Iterable[tuple[str, ...]], names: Sequence[str], tokens: Callable[[str], Tokens], *, refuse: bool
) -> Iterator[tuple[str, ...]]:
    """Look at the first rows of a source and its corrections, and give all rows back.

    Without `refuse`, what nobody can have meant is a warning too.
    """
    remaining = iter(rows)
    first = list(islice(remaining, _ROWS))
    source, *corrections = zip(*first, strict=True) if first else ((),)
    for name, lines in zip(names[1:], corrections, strict=False):
        with_columns = columns_finding(source, lines, name)
        files = [File(name, tuple(map(tokens, lines)), may_delete=True)]
        by_role = _findings_by_role(tuple(map(tokens, source)), {"correction": files})
        for finding in [with_columns] if with_columns else by_role:
            if finding.certain and refuse:
                raise finding.error
            warnings.warn(str(finding), PlausibilityWarning, stacklevel=users_line())
    return chain(first, remaining)


def _findings_by_role(source: Sequence[Tokens], by_role: Mapping[str, Sequence[File]]) -> Iterator[Finding]:
    if len(source) < _FEWEST:
        return
    words = word_sets(source)
    text = SourceText(_text(source))
    for role, files in by_role.items():
        for file in files:
            oddities = [
                *wrapper_findings(source, file),
                *character_findings(_beside(source, file) or text, file, _text(file.texts)),
            ]
            if not any(finding.certain for finding in oddities):
                oddities += [finding for finding in [order_finding(source, words, file)] if finding]
            if not oddities:
                oddities += [finding for finding in [roles_finding(source, words, file, role)] if finding]
            yield from oddities


def _beside(source: Sequence[Tokens], file: File) -> SourceText | None:
    """Give the text of the source where a file has lines, if it has none for some sentences."""
    if None not in file.texts:
        return None
    lines = [() if tokens is None else line for line, tokens in zip(source, file.texts, strict=True)]
    return SourceText(_text(lines))


def _text(texts: Sequence[Tokens | None]) -> str:
    return "\n".join(" ".join(tokens or ()) for tokens in texts)


def _same(source: Sequence[Tokens], references: Sequence[File], systems: Sequence[File]) -> Iterator[Finding]:
    """Tell of files with the same sentences."""
    known: dict[tuple[Tokens | None, ...], str] = {tuple(source): "the source"}
    for file in (*references, *systems):
        texts = tuple(file.texts)
        if texts in known and not (known[texts] == "the source" and file.name == "source"):
            yield Finding(
                file.name,
                f"it has the same sentences as {known[texts]}",
                "if this is a mistake, remove one of the two files",
            )
        known.setdefault(texts, file.name)
