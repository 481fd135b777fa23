"""Defines what each family of games gives to the dialogs, and what the dialogs give to it."""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

import msgspec

from companion.dialogs.context import Dialog, Move, Scene
from companion.rules.commands import New
from companion.rules.family import Rules
from companion.text.named import Words

_Variant_contra = TypeVar("_Variant_contra", contravariant=True)
_Rules_contra = TypeVar("_Rules_contra", contravariant=True)

MOST_SEATS = 12
"""Maximum number of seats by key, as many names as fit on the table after a hand; a phone may seat more."""


class Item(msgspec.Struct, frozen=True):
    """One row of the menu or of the set-up, and the move of OK on it."""

    text: str
    move: Move
    value: Words = ""


class SetUp(Dialog, Protocol):
    """A game that is set up; a step of the family's own changes its house rules."""

    @property
    def command(self) -> New: ...

    def with_house(self, house: dict[str, Any]) -> Dialog: ...


class RuleList(Dialog, Protocol):
    """The list of house rules, which a dialog of the family's own changes."""

    @property
    def command(self) -> New: ...

    def in_force(self, scene: Scene) -> Rules:
        """Return the rules as edited."""
        ...

    def laid(self, rule: str, value: object) -> Dialog:
        """Return the list with a rule changed."""
        ...


class FamilyDialogs(Protocol[_Variant_contra, _Rules_contra]):
    """The dialogs of a family of games, which has variants of one type and rules of one type.

    Scenes, rules and variants handed over are of this family.
    """

    def idle(self, scene: Scene) -> Dialog | None:
        """Return what stands there while nobody has opened a dialog: what keys and cards do then.

        None once the game is over: what then stands there shows the pictures of a finished game.
        """
        ...

    def menu_rows(self, scene: Scene, menu: Dialog) -> tuple[Item, ...]:
        """Return the rows of the menu that are possible now; a dialog opened there goes back to `menu`."""
        ...

    def listed(self, variant: _Variant_contra) -> str:
        """Return what stands beside the short name in the list of games, untranslated; "" for the title."""
        ...

    def seats(self, variant: _Variant_contra) -> tuple[int, int]:
        """Return the minimum and maximum of players by key, at most `MOST_SEATS`."""
        ...

    def played_with(self, rules: _Rules_contra) -> str:
        """Return what a game is started with ("2 decks"), "" where nobody asks."""
        ...

    def set_up_rows(self, set_up: SetUp, rules: Rules | None) -> tuple[Item, ...]:
        """Return the family's own steps of the set-up; `rules` is None while they contradict each other."""
        ...

    @property
    def own_house_rules(self) -> Mapping[str, Callable[[RuleList], Dialog]]:
        """The house rules that a dialog of the family's own sets."""
        ...

    def begin(self, scene: Scene, command: New, back: Dialog | None) -> Move:
        """Return the move that starts a game, or asks first for what its deal needs."""
        ...
