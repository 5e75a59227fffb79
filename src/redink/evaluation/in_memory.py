"""Texts in memory in; the `EvalSet` that a verb takes out, or a message that says what was given and wanted."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any, TypeAlias, cast

from redink.errors import UsageError
from redink.evaluation.calls import Given, Result, checked
from redink.evaluation.containers import is_table, values_of
from redink.evaluation.data import read
from redink.records import EvalSet

Texts: TypeAlias = Sequence[str] | Sequence[Sequence[str]]
"""One text, or one list of tokens, for each sentence."""

_TEXTS = ("sources", "outputs", "references")
_READING = ("tokenise", "columns", "normalise", "strict", "clean", "align", "keep_going")
WANTED = 'redink.score(sources=[...], outputs={"mine": [...]}, references=[[...], ...]) with a text for each sentence'


def takes_texts(verb: Callable[Given, Result]) -> Callable[Given, Result]:
    """Let a verb be called with texts: `sources=`, `outputs=`, `references=`; or with a table in place of data."""
    ready = cast(Callable[..., Result], checked(verb))
    takes_files = "Source" in next(iter(inspect.signature(verb).parameters.values())).annotation

    @wraps(verb)
    def called(*data: Any, **options: Any) -> Result:
        if "sources" in options or "outputs" in options:
            if data:
                raise UsageError("the data are given twice: by place, and as sources or outputs", remedy=WANTED)
            texts = {name: options.pop(name) for name in (*_TEXTS, *_READING) if name in options}
            return ready(in_memory(**texts), **options)
        if data and is_table(data[0]) and not isinstance(data[0], EvalSet):
            reading = {name: options.pop(name) for name in _READING if name in options}
            data = (read(data[0], **reading), *data[1:])
        elif data and not takes_files and _is_texts(data[0]):
            raise UsageError(f"the data are {_described(data)}, not an EvalSet", remedy=f"write {WANTED}")
        return ready(*data, **options)

    return cast(Callable[Given, Result], called)


def in_memory(
    sources: Texts = (),
    outputs: Mapping[str, Texts] | Texts = (),
    references: Sequence[Texts] | Texts = (),
    **reading: Any,
) -> EvalSet:
    """Check the shapes of texts, and read them."""
    sources, outputs, references = _listed(sources), _listed(outputs), _listed(references)
    _expect_texts("sources", sources)
    if not sources:
        raise UsageError("sources has no texts", remedy=f"wanted: a text for each sentence; write {WANTED}")
    number = None if reading.get("align") else len(sources)
    none = isinstance(outputs, Sequence) and not outputs  # a frame cannot tell whether it is empty
    named = outputs if isinstance(outputs, Mapping) else {} if none else {"output": outputs}
    texts = {name: _listed(given) for name, given in named.items()}
    if not texts:
        raise UsageError("there are no outputs", remedy=f"write {WANTED}")
    for name, given in texts.items():
        where = f"outputs[{name!r}]" if isinstance(outputs, Mapping) else "outputs"
        _expect_texts(where, given)
        _expect_as_many(where, given, number)
    return read(texts, source=sources, references=_references(references, number), **reading)


def _listed(given: Any) -> Any:
    """Give a column of a frame or an array as a list."""
    return values_of(given) if hasattr(given, "to_list") or hasattr(given, "tolist") else given


def _references(given: Sequence[Texts] | Texts, number: int | None) -> list[Texts]:
    """Give one list of texts for each reference, each with this number of texts; a list of texts is one reference."""
    if isinstance(given, str | Mapping) or not isinstance(given, Sequence):
        raise UsageError(f"references are {_shape(given)}", remedy=f"wanted: a list of lists; write {WANTED}")
    if given and all(isinstance(text, str) for text in given):
        given = cast(Sequence[Texts], [given])
    lists = cast(list[Texts], [_listed(texts) for texts in given])
    sizes = {len(texts) for texts in lists if isinstance(texts, Sequence)}
    if len(lists) == number and len(sizes) == 1 and sizes != {number}:
        (size,) = sizes
        raise UsageError(
            f"references are {len(lists)} lists of {size} texts, one list for each sentence",
            remedy=f"wanted: one list for each reference, with {number} texts; write references=list(zip(*references))",
        )
    for place, texts in enumerate(lists):
        _expect_texts(f"references[{place}]", texts, absent=True)
        _expect_as_many(f"references[{place}]", texts, number)
    return lists


def _expect_texts(where: str, given: object, *, absent: bool = False) -> None:
    """Refuse what is no list of texts or of lists of tokens; `absent` allows `None` for a text."""
    if not isinstance(given, str) and isinstance(given, Sequence):
        wrong = next((text for text in given if not (_is_text(text) or (absent and text is None))), given)
        if wrong is given:
            return
        if isinstance(wrong, list | tuple) and where == "outputs":
            raise UsageError(
                f"outputs is {_shape(given)}, and one of them is {_shape(wrong)}",
                remedy='wanted: a name for each system; write outputs={"first": [...], "second": [...]}',
            )
        raise UsageError(
            f"{where} has {_shape(wrong)} in place of a text",
            remedy=f"wanted: a text, or a list of tokens, for each sentence; write {WANTED}",
        )
    raise UsageError(
        f"{where} is {_shape(given)}", remedy=f"wanted: a list with a text for each sentence; write {WANTED}"
    )


def _expect_as_many(where: str, given: Texts, number: int | None) -> None:
    if number is not None and len(given) != number:
        raise UsageError(
            f"{where} has {len(given)} texts, but sources has {number}",
            remedy='wanted: one text for each source, in the same order; or add align="sentences"',
        )


def _is_text(value: object) -> bool:
    """Tell a text or a list of tokens; a token has no blank inside."""
    return isinstance(value, str) or (
        isinstance(value, list | tuple)
        and all(isinstance(token, str) and token and not any(map(str.isspace, token)) for token in value)
    )


def _is_texts(value: object) -> bool:
    return isinstance(value, list | tuple | Mapping)


def _described(data: Sequence[object]) -> str:
    more = f" and {len(data) - 1} more arguments" if len(data) > 1 else ""
    return f"{_shape(data[0])}{more}"


def _shape(value: object) -> str:
    """Say what a value is, as a user would."""
    if isinstance(value, str):
        return f"the text {value!r:.40}"
    if isinstance(value, Mapping):
        return f"a dictionary with {len(value)} keys"
    if isinstance(value, list | tuple):
        kinds = {type(item).__name__ for item in value}
        inside = "texts" if kinds == {"str"} else "items"
        return f"a {type(value).__name__} of {len(value)} {inside}"
    name = type(value).__name__
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"
