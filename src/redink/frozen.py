"""A class with annotated fields in; what `dataclass(frozen=True, slots=True)` makes of it out, in a tenth of the time.

`dataclass` compiles six functions for each class. This takes half a millisecond, and the shortest command has more than
50 such classes: an eighth of its time. Here, all classes share five of these functions, and `__init__` is compiled when
the first instance is made. `fields`, `replace`, `asdict`, `copy`, `pickle` and `match` work as with `dataclass`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, FrozenInstanceError, dataclass, field, fields
from functools import cache
from reprlib import recursive_repr
from typing import Any, NoReturn, TypeVar, dataclass_transform

Record = TypeVar("Record")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[Record]) -> type[Record]:
    """Make a frozen dataclass with slots.

    Fields may have defaults, but no default factories. Subclasses with fields of their own are made in this way too.
    """
    # To `dataclass`, all of ours are frozen: it lets only frozen classes inherit from them.
    inherits = hasattr(cls, "__dataclass_params__")
    made = dataclass(init=False, repr=False, eq=False, slots=True, frozen=inherits)(cls)
    vars(made)["__dataclass_params__"].frozen = True
    for name, method in (("__init__", _first_init(made)), *_SHARED):
        if name not in cls.__dict__:
            setattr(made, name, method)
    return made


def _first_init(cls: type[Any]) -> Callable[..., None]:
    """Give an `__init__` that puts a compiled one in its own place."""

    def __init__(self: Any, *args: Any, **values: Any) -> None:  # noqa: N807
        _with_compiled_init(cls)(self, *args, **values)

    return __init__


def _with_compiled_init(cls: type[Any]) -> Callable[..., None]:
    compiled = _compiled_init(cls)
    type.__setattr__(cls, "__init__", compiled)
    return compiled


class _Signature:
    """What `inspect.signature` and `help` show of a class, made when they ask for it."""

    def __get__(self, record: object, cls: type[Any]) -> object:
        if record is not None:  # a record that can be called has the signature of its `__call__`
            raise AttributeError("__signature__")
        from inspect import signature

        owner = next(each for each in cls.__mro__ if "__init__" in each.__dict__)
        init = owner.__dict__["__init__"]
        if init.__qualname__.startswith(_first_init.__name__):
            init = _with_compiled_init(owner)
        shown = signature(init)
        return shown.replace(parameters=list(shown.parameters.values())[1:])


def _compiled_init(cls: type[Any]) -> Callable[..., None]:
    parameters, lines, known = [], [], {}
    for each in fields(cls):
        known[f"_set_{each.name}"] = getattr(cls, each.name).__set__  # past `__setattr__`, which refuses
        known[f"_default_{each.name}"] = each.default
        parameters.append(each.name if each.default is MISSING else f"{each.name}=_default_{each.name}")
        lines.append(f"_set_{each.name}(self, {each.name})")
    lines += ["self.__post_init__()"] if hasattr(cls, "__post_init__") else []
    exec(f"def __init__(self, {', '.join(parameters)}): {'; '.join(lines)}", known)
    init: Callable[..., None] = known["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    init.__annotations__ = {each.name: each.type for each in fields(cls)} | {"return": None}
    return init


@cache
def _names(cls: type[Any]) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Name the fields of a class: all, those that are shown, and those that are compared."""
    all_fields = fields(cls)
    shown, compared = ([each.name for each in all_fields if getattr(each, use)] for use in ("repr", "compare"))
    return tuple(each.name for each in all_fields), tuple(shown), tuple(compared)


def _compared(record: Any) -> tuple[object, ...]:
    return tuple([getattr(record, name) for name in _names(record.__class__)[2]])


def _is_equal(self: Any, other: object) -> bool:
    return _compared(self) == _compared(other) if other.__class__ is self.__class__ else NotImplemented


def _hash(self: Any) -> int:
    return hash(_compared(self))


@recursive_repr()
def _shown(self: Any) -> str:
    values = [f"{name}={getattr(self, name)!r}" for name in _names(self.__class__)[1]]
    return f"{type(self).__qualname__}({', '.join(values)})"


def _refuse_change(self: Any, name: str, value: object) -> NoReturn:  # noqa: ARG001
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_deletion(self: Any, name: str) -> NoReturn:  # noqa: ARG001
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _packed(self: Any) -> list[object]:
    return [getattr(self, name) for name in _names(self.__class__)[0]]


def _unpack(self: Any, values: list[object]) -> None:
    for name, value in zip(_names(self.__class__)[0], values, strict=True):
        object.__setattr__(self, name, value)


_SHARED = (
    ("__signature__", _Signature()),
    ("__eq__", _is_equal),
    ("__hash__", _hash),
    ("__repr__", _shown),
    ("__setattr__", _refuse_change),
    ("__delattr__", _refuse_deletion),
    ("__getstate__", _packed),
    ("__setstate__", _unpack),
)
