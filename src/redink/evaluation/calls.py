"""A function that Python users call in; the same function out, which refuses arguments that it cannot use."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial, wraps
from numbers import Integral, Real
from os import PathLike
from typing import Any, ParamSpec, TypeVar

from redink.errors import RedinkError, UsageError
from redink.scoring.measure import expect_list

Given = ParamSpec("Given")
Result = TypeVar("Result")


def checked(verb: Callable[Given, Result]) -> Callable[Given, Result]:
    """Let a verb refuse names that it does not know and values that do not fit its annotations, before it works."""
    signature = inspect.signature(verb)

    @wraps(verb)
    def called(*given: Given.args, **options: Given.kwargs) -> Result:
        try:
            arguments = signature.bind(*given, **options).arguments
        except TypeError as error:
            raise UsageError(
                f"{verb.__name__}: {error}", remedy=f"help(redink.{verb.__name__}) explains the arguments"
            ) from None
        for name, value in arguments.items():
            expect_kind(name, str(signature.parameters[name].annotation), value)
        try:
            return verb(*given, **options)
        except RedinkError as error:
            _add_keywords(error, {*signature.parameters, *_DATA})
            raise

    return called


def _add_keywords(error: RedinkError, known: Iterable[str]) -> None:
    """Say under the message which arguments its options are; the command line does not show notes of exceptions."""
    options = re.findall(r"(?<![\w-])--?[a-z][a-z-]*", f"{error.cause} {error.remedy}")
    names = {option: _SHORT.get(option, option.strip("-").replace("-", "_")) for option in options}
    words = [f"{name}= for {option}" for option, name in names.items() if name in known]
    if words and not hasattr(error, "__notes__"):
        error.add_note(f"In Python, options are arguments: {', '.join(words)}")


def expect_kind(name: str, annotation: str, value: object) -> None:
    """Refuse a value that does not fit its annotation; what the table does not know excludes only `None`."""
    parts = [annotation] if annotation in _KINDS else annotation.split(" | ")
    if not all(part in _KINDS for part in parts):
        if value is None and parts[-1] != "None" and parts[0] != "EvalSet":  # data have a message of their own
            raise UsageError(f"{name} is None", remedy="give a value, or leave it out")
        return
    if any(_KINDS[part][1](value) for part in parts):
        return
    if "Sequence" in annotation:
        expect_list(name, value)
    wanted = " or ".join(_KINDS[part][0] for part in parts)
    raise UsageError(f"{name} is {value!r:.60}", remedy=f"give {wanted}")


def _is(kind: Any, value: object) -> bool:
    return isinstance(value, kind)


def _is_list(kind: Any, value: object) -> bool:
    """Tell whether a value has several items, all of this kind; an iterator is not used up for that."""
    if isinstance(value, str | bytes | Mapping) or not isinstance(value, Iterable):
        return False
    return not isinstance(value, list | tuple) or all(isinstance(item, kind) for item in value)


def _is_tokens(value: object) -> bool:
    """Tell a list of tokens from a list of sentences, which have blanks."""
    return _is_list(str, value) and not (isinstance(value, list | tuple) and any(" " in token for token in value))


_DATA = ("source", "references")
_SHORT = {"-m": "measures", "--measure": "measures", "--name": "names", "-r": "references", "-s": "source"}
"""Options that are not called like their arguments."""
_FILE = (str, PathLike)
_KINDS: Mapping[str, tuple[str, Callable[[object], bool]]] = {
    "None": ("None", partial(_is, type(None))),
    "bool": ("True or False", lambda value: isinstance(value, Integral) or type(value).__name__.startswith("bool")),
    "int": ("a whole number", partial(_is, Integral)),
    "float": ("a number", partial(_is, Real)),
    "str": ("a text", partial(_is, str)),
    "Path": ("a path", partial(_is, PathLike)),
    "Source": ("the path of a file", partial(_is, _FILE)),
    "Text": ("a text, or a list of tokens without blanks", lambda value: isinstance(value, str) or _is_tokens(value)),
    "Sequence[str]": ("a list of texts", partial(_is_list, str)),
    "Sequence[int]": ("a list of whole numbers", partial(_is_list, Integral)),
    "Sequence[float]": ("a list of numbers", partial(_is_list, Real)),
    "Sequence[str | Path]": ("a list of paths", partial(_is_list, _FILE)),
}
"""What annotations mean, in words and as a test."""
