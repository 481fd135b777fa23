"""Defines what each family of games gives to the screens."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from companion.rules.events import Event
from companion.screens.model import Picture

_Rules_contra = TypeVar("_Rules_contra", contravariant=True)
_State_contra = TypeVar("_State_contra", contravariant=True)


class FamilyScreens(Protocol[_Rules_contra, _State_contra]):
    """The pictures of a family of games, which has rules of one type and states of one type.

    Rules and states handed over are of this family.
    """

    def announcement(
        self,
        rules: _Rules_contra,
        before: _State_contra | None,
        after: _State_contra,
        events: Sequence[Event],
    ) -> Picture | None:
        """Return the picture of those of `events` that everybody must notice, or None.

        `before` is the state in which they happened, None for a new game.
        """
        ...
