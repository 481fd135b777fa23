"""What an accepted command made happen, in the order in which it happened.

Each event prints as one JSON object whose ``event`` says what it is; the names are the players'.
"""

from typing import Literal

import msgspec


class _Event(msgspec.Struct, frozen=True, tag_field="event"):
    pass


class Dealt(_Event, frozen=True, tag="dealt"):
    """A hand begins: `player` dealt, everybody in holds `cards`."""

    hand: int
    player: str
    cards: int


class TurnedUp(_Event, frozen=True, tag="turned-up"):
    """The dealer turned up the top card of the stock."""

    player: str
    card: str
    total: int


class Played(_Event, frozen=True, tag="played"):
    """Cards went to the pile; `call` is what is said with the new `total`, often nothing."""

    player: str
    cards: tuple[str, ...]
    total: int
    call: str = ""


class Reversed(_Event, frozen=True, tag="reversed"):
    """The direction of play turned round."""

    direction: str


class CardDrawn(_Event, frozen=True, tag="drew"):
    """`cards` were drawn back, `due` were due; fewer when there was nothing left to draw."""

    player: str
    cards: int
    due: int


class Reshuffled(_Event, frozen=True, tag="reshuffled"):
    """The pile but its last card, and what was aside, became a stock of `cards`."""

    cards: int


class TargetReached(_Event, frozen=True, tag="exactly"):
    """The total came to exactly `number`: "chip", "reset", "point" or "drink"."""

    player: str
    number: int
    what: str


class PlaysOwed(_Event, frozen=True, tag="owes"):
    """The player to act owes more than one play."""

    player: str
    plays: int


class NamedBy(_Event, frozen=True, tag="named"):
    """A card named a player."""

    player: str
    named: str


class Shielded(_Event, frozen=True, tag="shielded"):
    """The named player showed the shield and stays in."""

    player: str
    card: str


class WentOver(_Event, frozen=True, tag="went-over"):
    """A card that went over costs what a bust costs; it goes back to the hand."""

    player: str
    cards: tuple[str, ...]
    total: int


class Busted(_Event, frozen=True, tag="busted"):
    """A player gave up the turn."""

    player: str


class Paid(_Event, frozen=True, tag="paid"):
    """A chip went to the pot."""

    player: str
    left: int


class PileStarted(_Event, frozen=True, tag="new-pile"):
    """The pile was taken away; the total is 0."""

    cards: int


class Eliminated(_Event, frozen=True, tag="out"):
    """A player is out of the game."""

    player: str
    why: Literal["bust", "no chips", "no cards", "knocked out", "left"]


class DrawForgotten(_Event, frozen=True, tag="forgot"):
    """A player forgot to draw; one card went back to the stock."""

    player: str


class Showed(_Event, frozen=True, tag="showed"):
    """Three cards of a rank were shown."""

    player: str
    cards: tuple[str, ...]


class HandEnded(_Event, frozen=True, tag="hand-over"):
    """The hand is over; `deals` deals the next one."""

    deals: str


class GameEnded(_Event, frozen=True, tag="game-over"):
    """The game is over: a winner, or those who lost; `winners` are several who share the win, or the one."""

    winner: str | None
    losers: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()


class RoundDealt(_Event, frozen=True, tag="round-dealt"):
    """A round of a trick game begins: `player` dealt, everybody holds `cards`."""

    round: int
    player: str
    cards: int


class ToTrick(_Event, frozen=True, tag="to-trick"):
    """A card was played to a trick, and `led` it or followed."""

    player: str
    card: str
    led: bool


class VoidShown(_Event, frozen=True, tag="void-shown"):
    """A player did not follow and has shown to hold no card of the led suit."""

    player: str
    suit: str


class Broken(_Event, frozen=True, tag="broken"):
    """The restricted suit was broken: it may be led from now on."""

    player: str
    suit: str


class OnlySuit(_Event, frozen=True, tag="only-suit"):
    """A leader has said to hold nothing but the restricted suit."""

    player: str
    suit: str


class Revoked(_Event, frozen=True, tag="revoked"):
    """A revoke was let stand; in that `trick` the player had shown to hold none of the suit."""

    player: str
    suit: str
    trick: int
    penalty: int


class TrickTaken(_Event, frozen=True, tag="trick-taken"):
    """A trick went to the one who played its highest card of the led suit, and cost so many points."""

    player: str
    card: str
    trick: int
    points: int


class Swept(_Event, frozen=True, tag="swept"):
    """A player has taken all that costs in the round, and pays `points` more."""

    player: str
    points: int


class Scored(_Event, frozen=True, tag="scored"):
    """The points of a round were entered, without its cards."""

    round: int
    points: dict[str, int]


class RoundEnded(_Event, frozen=True, tag="round-over"):
    """The round is over; `deals` deals the next one."""

    round: int
    deals: str


FirstEvent = (
    Dealt
    | Played
    | Shielded
    | WentOver
    | Busted
    | Eliminated
    | DrawForgotten
    | Showed
    | RoundDealt
    | ToTrick
    | Scored
)
"""The events that an accepted command begins with: they say what was done."""

LaterEvent = (
    TurnedUp
    | Reversed
    | CardDrawn
    | Reshuffled
    | TargetReached
    | PlaysOwed
    | NamedBy
    | Paid
    | PileStarted
    | HandEnded
    | GameEnded
    | VoidShown
    | Broken
    | OnlySuit
    | Revoked
    | TrickTaken
    | Swept
    | RoundEnded
)
"""The events that only follow others: they say what came of it."""

Event = FirstEvent | LaterEvent
