"""Defines what each family of games gives to the page."""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol, TypeVar

from companion.dialogs.context import Scene
from companion.phone.keys import CardKey
from companion.phone.view_model import TableView
from companion.rules.family import HistoryEntry

Steps = Literal["hands", "busts", "rounds"]
"""What the players of a game count its course by."""

_Rules_contra = TypeVar("_Rules_contra", contravariant=True)
_State_contra = TypeVar("_State_contra", contravariant=True)


class FamilyPage(Protocol[_Rules_contra, _State_contra]):
    """Gives the page what it shows of a family of games,
    which has rules of one type and states of one type.

    Rules, states and scenes handed over are of this family.
    """

    @property
    def enters_rounds(self) -> bool:
        """True if the players enter points a round at a time:
        a round then counts once entered, not dealt.
        """
        ...

    def keys(self, rules: _Rules_contra) -> tuple[CardKey, ...]:
        """Return a key for each rank of the pack, the joker last; none in a game without cards."""
        ...

    def game(self, rules: _Rules_contra, state: _State_contra) -> Mapping[str, object]:
        """Return the family's own fields of `game`,
        which stay the same in the game or in this round.
        """
        ...

    def now(
        self, view: TableView, scene: Scene, rules: _Rules_contra, state: _State_contra
    ) -> TableView:
        """Return `now` with the fields of this family."""
        ...

    def rounds(
        self, rules: _Rules_contra, moments: Sequence[HistoryEntry]
    ) -> Sequence[object] | None:
        """Return the rounds of the game from its `moments`, the first one first;
        None in a game of hands.
        """
        ...

    def steps(self, rules: _Rules_contra) -> Steps:
        """Return what the players count the course of a game by:
        busts where no bust leads to a new hand.
        """
        ...

    def last_round(self, rules: _Rules_contra) -> int | None:
        """Return after how many rounds the game ends; None if something else ends it."""
        ...
