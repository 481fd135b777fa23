"""The view model of the table: allowed actions, last call, undo, trick."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol, TypeVar

import msgspec

from companion.core.family import HistoryEntry
from companion.dialogs.context import Scene
from companion.message import Words
from companion.page.keys import CardKey
from companion.words.form import AroundName
from companion.words.result import Result
from companion.words.turns import TurnStatus


class AllowedActions(msgspec.Struct, frozen=True, rename="camel"):
    """Whom the rules accept for an action now. `up_card`: a deal needs a card turned up.

    `join` and `seat` say whether a latecomer may sit down, and whether somebody may change seats.
    """

    up_card: bool = False
    join: bool = False
    seat: bool = False
    forgot: tuple[str, ...] = ()
    leave: tuple[str, ...] = ()
    show: tuple[str, ...] = ()
    points: tuple[str, ...] = ()


class Called(msgspec.Struct, frozen=True):
    """The last play whose total was called; `text` is what the player says after the total,
    often "".
    """

    player: str
    cards: tuple[str, ...]
    text: Words


class UndoOffer(msgspec.Struct, frozen=True):
    """The command that one tap takes back, and the state after it; `said` asks both for a voice.

    `order` takes it back.
    """

    order: dict[str, object]
    what: Words
    then: Words
    said: Words


class TrickCardView(msgspec.Struct, frozen=True):
    """A card of a trick, its player, and for a voice the card, and that it wins if it does."""

    player: str
    card: str
    said: Words


class TrickView(msgspec.Struct, frozen=True):
    """The trick in progress, or the last one until the next lead.

    `title` is the suit that was led, or who leads; `bound` which suit may not be led now, if
    somebody leads; `lead` whether the restricted suit of the round may be led; `says` is what a
    player said last, or who has the trick so far.
    """

    number: int
    cards: tuple[TrickCardView, ...]
    wins: str | None
    taken: bool
    title: Words
    bound: Words
    lead: Words
    says: Words


class TableView(msgspec.Struct, frozen=True):
    """The part of that name in docs/phone-protocol.md. It is sent without a game as well.

    `where` is the hand, or the round and trick, that is played, `way` the direction, and `dealt`
    who dealt. `over` says that a hand, a round or the game is over, `deal` who deals which one
    next, `beside` what is to be read beside the name of a player, `leads` beside those whose points
    are best. Each is empty where there is nothing to say.
    """

    sequence: int
    standing: TurnStatus
    move: AroundName
    meanwhile: Words = ""
    steps: int = 0
    hand: int | None = None
    where: Words = ""
    way: Words = ""
    dealt: Words = ""
    plays: int = 0
    reversals: int = 0
    twice: int = 0
    call: Called | None = None
    last: str | None = None
    over: Words = ""
    deals: str | None = None
    deal: Words = ""
    beside: Mapping[str, Words] = {}
    shield: str | None = None
    unshielded: Words = ""
    can: AllowedActions = AllowedActions()
    refused: Mapping[str, Words] = {}
    bust: Words = ""
    undo: UndoOffer | None = None
    again: dict[str, Any] | None = None
    result: Result | None = None
    trick: TrickView | None = None
    adds: Words | None = None
    best: tuple[str, ...] = ()
    leads: Mapping[str, Words] = {}


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
