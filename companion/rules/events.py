"""What an accepted command made happen, in the order in which it happened.

Each event prints as one JSON object whose ``event`` says what it is; the names are the players'.
"""

from typing import Literal

import msgspec


class Event(msgspec.Struct, frozen=True, tag_field="event", tag=str.lower):
    """The common kind of all events."""


class Dealt(Event, frozen=True, tag="dealt"):
    """A hand begins: `player` dealt, everybody in holds `cards`."""

    hand: int
    player: str
    cards: int


class TurnedUp(Event, frozen=True, tag="turned-up"):
    """The dealer turned up the top card of the stock."""

    player: str
    card: str
    total: int


class Played(Event, frozen=True, tag="played"):
    """Cards went to the pile; `call` is what is said with the new `total`, often nothing."""

    player: str
    cards: tuple[str, ...]
    total: int
    call: str = ""


class Reversed(Event, frozen=True, tag="reversed"):
    """The direction of play turned round."""

    direction: str


class Drew(Event, frozen=True, tag="drew"):
    """`cards` were drawn back, `due` were due; fewer when there was nothing left to draw."""

    player: str
    cards: int
    due: int


class Reshuffled(Event, frozen=True, tag="reshuffled"):
    """The pile but its last card, and what was aside, became a stock of `cards`."""

    cards: int


class Exactly(Event, frozen=True, tag="exactly"):
    """The total came to exactly `number`: "chip", "reset", "point" or "drink"."""

    player: str
    number: int
    what: str


class Owes(Event, frozen=True, tag="owes"):
    """The player to act owes more than one play."""

    player: str
    plays: int


class NamedBy(Event, frozen=True, tag="named"):
    """A card named a player."""

    player: str
    named: str


class Shielded(Event, frozen=True, tag="shielded"):
    """The named player showed the shield and stays in."""

    player: str
    card: str


class WentOver(Event, frozen=True, tag="went-over"):
    """A card that went over costs what a bust costs; it goes back to the hand."""

    player: str
    cards: tuple[str, ...]
    total: int


class Busted(Event, frozen=True, tag="busted"):
    """A player gave up the turn."""

    player: str


class Paid(Event, frozen=True, tag="paid"):
    """A chip went to the pot."""

    player: str
    left: int


class NewPile(Event, frozen=True, tag="new-pile"):
    """The pile was taken away; the total is 0."""

    cards: int


class Out(Event, frozen=True, tag="out"):
    """A player is out of the game."""

    player: str
    why: Literal["bust", "no chips", "no cards", "knocked out", "left"]


class Forgot(Event, frozen=True, tag="forgot"):
    """A player forgot to draw; one card went back to the stock."""

    player: str


class Showed(Event, frozen=True, tag="showed"):
    """Three cards of a rank were shown."""

    player: str
    cards: tuple[str, ...]


class HandOver(Event, frozen=True, tag="hand-over"):
    """The hand is over; `deals` deals the next one."""

    deals: str


class GameOver(Event, frozen=True, tag="game-over"):
    """The game is over: a winner, or those who lost."""

    winner: str | None
    losers: tuple[str, ...] = ()
