"""How things stand beside the state: what can be ruled, what was called, what undo would do."""

from typing import Any

import msgspec


class AllowedActions(msgspec.Struct, frozen=True, rename="camel"):
    """What the rules take now. `up_card`: whoever deals turns a card up; the others are names."""

    play: bool = False
    bust: bool = False
    claim: bool = False
    deal: bool = False
    up_card: bool = False
    forgot: tuple[str, ...] = ()
    leave: tuple[str, ...] = ()
    show: tuple[str, ...] = ()
    score: bool = False
    points: tuple[str, ...] = ()


class Called(msgspec.Struct, frozen=True):
    """The last play whose total was called: `text` is what is said with the total, often nothing."""

    player: str
    cards: tuple[str, ...]
    text: str


class UndoOffer(msgspec.Struct, frozen=True):
    """What would be taken back, and how things stand then."""

    what: str
    then: str


class TrickCard(msgspec.Struct, frozen=True):
    """A card of a trick, and whose."""

    player: str
    card: str


class TrickView(msgspec.Struct, frozen=True):
    """The trick under way, or the last one until the next is led; `says` is what was said last."""

    number: int
    cards: tuple[TrickCard, ...]
    wins: str | None
    taken: bool
    says: str


class TableView(msgspec.Struct, frozen=True):
    """The part of that name in docs/phone.md. Told also without a game."""

    sequence: int
    steps: int = 0
    hand: int | None = None
    plays: int = 0
    reversals: int = 0
    twice: int = 0
    call: Called | None = None
    last: str | None = None
    deals: str | None = None
    shield: str | None = None
    can: AllowedActions = AllowedActions()
    undo: UndoOffer | None = None
    reopen: str | None = None
    again: dict[str, Any] | None = None
    tally: tuple[tuple[str, int], ...] = ()
    trick: TrickView | None = None
    adds: str | None = None
