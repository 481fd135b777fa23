"""The state of an adding game: frozen, and but for `lying` without values
that follow from others.
"""

from typing import Literal

import msgspec

from companion.rules.cards import Card
from companion.rules.events import Event
from companion.rules.seats import CardCounts, EliminablePlayer, EliminationState

Phase = Literal["play", "shield", "hand-over", "game-over"]
Direction = Literal["clockwise", "counterclockwise"]


class Player(EliminablePlayer, frozen=True, gc=False):
    """One player at a seat.

    `chips` is None in a game without chips. `turns` counts the turns begun in this hand; `drew`
    says that this player drew after the last one, so that a forgotten draw may still be declared.
    `waits`: the player sat down during a hand and plays from the next one on. `missing` counts the
    forgotten cards that the player draws at the end of the next turn.
    """

    chips: int | None = None
    cards: int = 0
    turns: int = 0
    drew: bool = False
    waits: bool = False
    missing: int = 0


class Call(msgspec.Struct, frozen=True, gc=False):
    """The last play, whose player called the total: seat, cards, chosen value.

    `was` is the total before it, `up` says that it was the dealer's up-card.
    """

    seat: int
    cards: tuple[Card, ...]
    value: int | None
    was: int
    up: bool = False


class NextTurn(msgspec.Struct, frozen=True, gc=False):
    """How the turn passes on after a play; stored while a shield may still be shown.

    `stays`: this play was not the last one owed, or the player plays again (`again`); `chosen` is
    the seat named as next; `owed` is what the next player will owe, and `each_counts` whether each
    of these plays changes the total.
    """

    seat: int
    stays: bool = False
    again: bool = False
    skip: int = 0
    chosen: int | None = None
    owed: int = 1
    debt: int = 1
    made: int = 0
    each_counts: bool = False


class AddingState(EliminationState, frozen=True, gc=False):
    """One moment of an adding game.

    `owed` counts down the plays of this turn from `debt`, of which only the last one changes the
    total, unless `each_counts`; `made` counts its cards, which the player draws back at its end.
    `pile` lies bottom first; `lying` has the bits of its cards, and tells all of them if it has one
    for each. `turned`, used only by two-player "again", says that an odd number of reversals was
    played in this turn. `brought` are the chips that came to the table besides those dealt to every
    seat, less those taken away. `reshuffled` says that the stock of this hand was made anew.
    """

    phase: Phase
    hand: int
    dealer: int
    players: tuple[Player, ...]
    total: int = 0
    clockwise: bool = True
    turn: int | None = None
    owed: int = 0
    debt: int = 0
    made: int = 0
    pot: int = 0
    stock: int = 0
    pile: tuple[Card, ...] = ()
    aside: int = 0
    named: int | None = None
    onward: NextTurn | None = None
    call: Call | None = None
    winner: int | None = None
    losers: tuple[int, ...] = ()
    turned: bool = False
    brought: int = 0
    lying: int = 0
    each_counts: bool = False
    reshuffled: bool = False

    @property
    def deal_number(self) -> int:
        return self.hand

    @property
    def deals_a(self) -> Literal["hand"]:
        return "hand"

    @property
    def next_dealer(self) -> int:
        return self.next_seat(self.dealer, clockwise=True)

    @property
    def deals_again(self) -> str:
        return self.players[self.dealer if self.winner is None else self.winner].name

    @property
    def won_by(self) -> tuple[str, ...]:
        return () if self.winner is None else (self.players[self.winner].name,)

    @property
    def direction(self) -> Direction:
        return "clockwise" if self.clockwise else "counterclockwise"

    @property
    def value_taken(self) -> int | None:
        return None if self.call is None else self.call.value

    @property
    def lit(self) -> int | None:
        return self.named if self.phase == "shield" else self.turn

    @property
    def card_counts(self) -> CardCounts:
        held = tuple(player.cards for player in self.players)
        called = () if self.call is None else self.call.cards
        return CardCounts(held, self.pile, called, self.stock, self.aside, has_stock=True)

    def next_seat(self, seat: int, skip: int = 0, *, clockwise: bool | None = None) -> int:
        """Return the next player still in after `seat` in the direction of play,
        skipping `skip` of them.
        """
        step = 1 if (self.clockwise if clockwise is None else clockwise) else -1
        missed = -1
        while missed < skip:
            seat = (seat + step) % len(self.players)
            missed += self.players[seat].still_in
        return seat


Result = tuple[AddingState, tuple[Event, ...]]
"""The result of an accepted command: the next state, and its events."""
