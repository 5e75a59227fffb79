"""Who was shown which item, and when, in; the people who have an item on their screens out."""

from __future__ import annotations

from typing import NamedTuple

HELD = 900.0
"""Seconds for which an item that is on somebody's screen, without an answer, is not asked of others."""


class Screen(NamedTuple):
    """What one person sees."""

    item: str
    """Id of the item."""
    since: float
    """Time when it was drawn for the person, in seconds since 1970."""


class Screens:
    """The item that each person has on the screen; a person has at most one."""

    def __init__(self) -> None:
        """Begin with empty screens."""
        self._screens: dict[int, Screen] = {}
        self._people: dict[str, set[int]] = {}

    def of(self, person: int) -> Screen | None:
        """Give what a person has on the screen; `None` if that is nothing."""
        return self._screens.get(person)

    def show(self, person: int, screen: Screen) -> None:
        """Put an item on the screen of a person, instead of the one before."""
        self.clear(person)
        self._screens[person] = screen
        self._people.setdefault(screen.item, set()).add(person)

    def clear(self, person: int) -> None:
        """Empty the screen of a person."""
        screen = self._screens.pop(person, None)
        if screen is not None:
            self._people[screen.item].discard(person)

    def holders(self, item: str, now: float) -> set[int]:
        """Give the people who have an item on their screens, and have not had it there for too long."""
        return {person for person in self._people.get(item, ()) if now - self._screens[person].since < HELD}
