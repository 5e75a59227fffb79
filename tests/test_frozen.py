"""`frozen` against its slow twin, `dataclass(frozen=True, slots=True)`."""

import copy
import pickle
from dataclasses import FrozenInstanceError, asdict, dataclass, field, fields, replace
from inspect import signature

import pytest
from hypothesis import given
from hypothesis import strategies as st

from redink.frozen import frozen

VALUES = st.none() | st.integers(-2, 2) | st.text(max_size=2) | st.tuples(st.integers(0, 1))


def twins(body):
    """Give the class that `frozen` makes of a body, and the one that `dataclass` makes of it."""
    return frozen(body()), dataclass(frozen=True, slots=True)(body())


def point():
    class Point:
        """Where something is."""

        x: int
        y: object = None
        note: str = field(default="", compare=False)
        hidden: int = field(default=0, repr=False)

        @property
        def both(self):
            return self.x, self.y

    return Point


def checked():
    class Positive:
        """A number that is looked at."""

        value: int
        twice: int = 0

        def __post_init__(self):
            if self.value < 0:
                raise ValueError("negative")
            object.__setattr__(self, "twice", 2 * self.value)

        def __repr__(self):
            return "my own"

    return Positive


@frozen
class Base:
    """A class that a module has, so that `pickle` finds it."""

    first: int
    second: object = None


@frozen
class Derived(Base):
    """One more field."""

    third: str = "x"


@given(st.lists(VALUES, min_size=1, max_size=4), st.lists(VALUES, min_size=1, max_size=4))
def test_records_are_shown_compared_and_hashed_as_dataclasses_are(values, others):
    fast, slow = twins(point)
    ours, other_ours, theirs, other_theirs = fast(*values), fast(*others), slow(*values), slow(*others)
    assert repr(ours) == repr(theirs)
    assert (ours == other_ours) is (theirs == other_theirs)
    assert hash(ours) == hash(theirs)
    assert (ours == tuple(values)) is False
    assert ours != theirs
    assert asdict(ours) == asdict(theirs)
    assert ours.both == theirs.both
    assert repr(replace(ours, y=1)) == repr(replace(theirs, y=1))
    assert copy.copy(ours) == ours == copy.deepcopy(ours)


@given(VALUES, VALUES)
def test_records_survive_pickle_and_belong_to_their_class(first, second):
    base, derived = Base(1, first), Derived(1, first, str(second))
    for record in (base, derived):
        assert pickle.loads(pickle.dumps(record)) == record
    assert base != derived
    assert [each.name for each in fields(Derived)] == ["first", "second", "third"]


def test_wrong_calls_fail_as_those_of_dataclasses_do():
    fast, slow = twins(point)
    for arguments, named in (((), {}), ((1, 2, "", 0, 5), {}), ((1,), {"x": 2}), ((1,), {"z": 2})):
        with pytest.raises(TypeError) as ours:
            fast(*arguments, **named)
        with pytest.raises(TypeError) as theirs:
            slow(*arguments, **named)
        assert str(ours.value) == str(theirs.value)


def test_records_cannot_be_changed():
    for made in twins(point):
        record = made(1)
        with pytest.raises(FrozenInstanceError, match="cannot assign to field 'x'"):
            record.x = 2
        with pytest.raises(FrozenInstanceError, match="cannot delete field 'x'"):
            del record.x
        assert not hasattr(record, "__dict__")
        assert made.__match_args__ == ("x", "y", "note", "hidden")


def test_methods_of_the_class_stay_and_post_init_is_called():
    for made in twins(checked):
        assert (made(3).twice, repr(made(3))) == (6, "my own")
        with pytest.raises(ValueError, match="negative"):
            made(-1)


def test_a_record_that_holds_itself_is_shown():
    for made in twins(point):
        inside = []
        record = made(1, inside)
        inside.append(record)
        assert repr(record).endswith("y=[...], note='')")


def test_bug_a_frozen_dataclass_could_not_inherit_from_a_record():
    @dataclass(frozen=True)
    class Named(Base):
        name: str = ""

    named = Named(1, 2, "a")
    assert (named.first, named.second, named.name) == (1, 2, "a")
    assert replace(named, first=3) == Named(3, 2, "a")
    assert repr(named).endswith("Named(first=1, second=2, name='a')")
    with pytest.raises(FrozenInstanceError):
        named.first = 2
    with pytest.raises(TypeError, match="frozen"):

        @dataclass
        class Open(Base):
            name: str = ""


def test_bug_help_showed_no_fields_before_the_first_instance():
    """`help(Interval)` showed `(*args, **values)`, because `__init__` is compiled late."""
    ours, theirs = twins(point)
    assert signature(ours) == signature(theirs)
    assert signature(ours.__init__) == signature(theirs.__init__)

    class Callable(ours):
        def __call__(self, times: int) -> int:
            return self.x * times

    record = Callable(2)
    assert record(3) == 6
    assert list(signature(record).parameters) == ["times"]
