"""The typed events of a game, with the causes and miscounts that they refer to."""

from typing import Literal

from msgspec import UNSET, UnsetType

from companion.core.frozen import Frozen
from companion.core.options import Passing

Cause = Literal[
    "card-missed",
    "card-twice",
    "other-card",
    "other-choice",
    "set",
    "order",
    "bust-missed",
    "bust-twice",
    "chip-not-paid",
    "chip-paid-twice",
    "by-hand",
]
"""The kinds of discrepancy between table and box, as stored with a correction."""


class Miscount(Frozen):
    """A mismatch: there are `counted` of `what`, but there should be `due`.

    "points before" are the points of all players before this round.
    """

    what: Literal["cards", "chips", "tricks", "points", "points before"]
    counted: int = 0
    due: int = 0


class _Event(Frozen, tag_field="event", gc=False):
    pass


class Dealt(_Event, tag="dealt"):
    """A hand began: `player` dealt, and every player still in holds `cards`."""

    hand: int
    player: str
    cards: int


class TurnedUp(_Event, tag="turned-up"):
    """The dealer turned up the top card of the stock."""

    player: str
    card: str
    total: int


class Played(_Event, tag="played"):
    """Cards went to the pile; `call` is what the player says with the new `total`, often ""."""

    player: str
    cards: tuple[str, ...]
    total: int
    call: str = ""


class Reversed(_Event, tag="reversed"):
    """The direction of play reversed."""

    direction: str


class CardDrawn(_Event, tag="drew"):
    """A player drew `cards`; `due` were due, and fewer are drawn if there is nothing left."""

    player: str
    cards: int
    due: int


class LastCardDrawn(_Event, tag="last-card"):
    """A player drew the last card of the stock, the good `card` at its bottom (`last_card`)."""

    player: str
    card: str


class Reshuffled(_Event, tag="reshuffled"):
    """The pile except its last card, and the cards set aside, became a stock of `cards`."""

    cards: int


class TargetReached(_Event, tag="exactly"):
    """The total became exactly `number`: "chip", "reset", "point", "drink" or "more".

    With "drink", `player` is the one who made the total; all others who are still in drink. With
    "more" the following events are the consequences.
    """

    player: str
    number: int
    what: str


class TotalPassed(_Event, tag="passed"):
    """A play took the total past `number`; the following events are the consequences."""

    player: str
    number: int


class CardsMatched(_Event, tag="matched"):
    """The top `cards` of the pile are of one rank, or a run; the following events are the
    consequences.
    """

    player: str
    what: Literal["alike", "run"]
    cards: int


class PlaysOwed(_Event, tag="owes"):
    """The player to act owes more than one play."""

    player: str
    plays: int


class NamedBy(_Event, tag="named"):
    """A card named a player."""

    player: str
    named: str


class Shielded(_Event, tag="shielded"):
    """The named player showed the shield and stays in."""

    player: str
    card: str


class WentOver(_Event, tag="went-over"):
    """A card that went over costs what a bust costs; it goes back to the hand."""

    player: str
    cards: tuple[str, ...]
    total: int


class Busted(_Event, tag="busted"):
    """A player busted."""

    player: str


class Paid(_Event, tag="paid", omit_defaults=True, repr_omit_defaults=True):
    """A player paid `chips`, and has so many `left`; None is the pot.

    `to` is the player who got them, or None for the pot. `due` is how many were due, if the payer
    had too few.
    """

    player: str | None
    left: int
    chips: int = 1
    to: str | None = None
    due: int | None = None

    @property
    def is_to_pot(self) -> bool:
        """Whether a player paid to the pot."""
        return self.player is not None and self.to is None


class PileStarted(_Event, tag="new-pile"):
    """The pile was taken away; the total is 0."""

    cards: int


class Eliminated(_Event, tag="out"):
    """A player went out of the game."""

    player: str
    why: Literal["bust", "no chips", "no cards", "knocked out", "left", "points", "rule"]


class DrawForgotten(_Event, tag="forgot"):
    """A player forgot to draw; one card went back to the stock."""

    player: str


class Showed(_Event, tag="showed"):
    """A player showed three cards of a rank."""

    player: str
    cards: tuple[str, ...]


class Joined(_Event, tag="joined"):
    """A player sat down after another one, and took `cards` at once;
    with 0 they play from the next deal on.

    `chips` or `points` are those that the player starts with, or None in a game without them.
    """

    player: str
    after: str
    cards: int
    chips: int | None = None
    points: int | None = None


class ChipsLeft(_Event, tag="chips-left"):
    """What became of the chips of a player who left:
    `taken` along, `shared` out, or put into the `pot`.
    """

    player: str
    taken: int
    shared: dict[str, int]
    pot: int


class SeatChanged(_Event, tag="seat-changed"):
    """A player moved to the seat after another one."""

    player: str
    after: str


class ManualSettings(Frozen, omit_defaults=True, rename={"still_in": "in"}):
    """What was set by hand, and what it was before:
    only what was said, and the counter-account of chips.
    """

    total: int | None = None
    turn: str | None = None
    direction: str | None = None
    chips: dict[str, int] = {}
    pot: int | None = None
    points: dict[str, int] = {}
    hands: dict[str, int] = {}
    still_in: dict[str, bool] = {}


class SetByHand(_Event, tag="set-by-hand"):
    """The players set by hand what was otherwise before."""

    was: ManualSettings
    now: ManualSettings


class Got(_Event, tag="got"):
    """A player got points, which count in a match, drinks, which are only noted, or cards."""

    player: str
    what: Literal["points", "drinks", "cards"]
    how_many: int


class HandEnded(_Event, tag="hand-over", omit_defaults=True, repr_omit_defaults=True):
    """The hand ended; `deals` deals the next one. `winner` won it, or None."""

    deals: str
    winner: str | None = None


class GameEnded(_Event, tag="game-over"):
    """The game ended with a `winner`, with `losers`, or with joint `winners` (or a single one)."""

    winner: str | None
    losers: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()


class RoundDealt(_Event, tag="round-dealt"):
    """A round began: `player` dealt, and every player holds `cards`,
    0 where only points are kept.
    """

    round: int
    player: str
    cards: int


class PassingCalled(_Event, tag="passing"):
    """Before the first trick each player passes on `cards`; "none" is a round without passing."""

    cards: int
    to: Passing


class TrickCardPlayed(_Event, tag="to-trick"):
    """A player played a card to a trick; `led` says whether it was the lead."""

    player: str
    card: str
    led: bool


class VoidShown(_Event, tag="void-shown", omit_defaults=True):
    """A player did not play a card that they had to play, and thereby showed that they hold none of
    the suit, or none `above` this rank.
    """

    player: str
    suit: str
    above: str = ""


class Broken(_Event, tag="broken"):
    """The restricted suit was broken: it may be led from now on."""

    player: str
    suit: str


class OnlySuitDeclared(_Event, tag="only-suit"):
    """A leader declared that they hold nothing but the restricted suit."""

    player: str
    suit: str


class Revoked(_Event, tag="revoked", omit_defaults=True):
    """The table let a revoke stand; in that `trick` the player had shown
    to hold none of the suit, or none `above` this rank.
    """

    player: str
    suit: str
    trick: int
    penalty: int
    above: str = ""


class TrickTaken(_Event, tag="trick-taken"):
    """The player of the highest card of the led suit took a trick, which cost `points`."""

    player: str
    card: str
    trick: int
    points: int


class Swept(_Event, tag="swept"):
    """A player took everything that costs in the round, and pays `points` more; each other player
    pays `others` more, if the sweep is at their cost.
    """

    player: str
    points: int
    others: int | UnsetType = UNSET


class Scored(_Event, tag="scored"):
    """The points of a round were entered without its cards; `points` are what it brought each."""

    round: int
    points: dict[str, int]


class BidsEntered(_Event, tag="bids"):
    """The players of a round said how many tricks they will take."""

    round: int
    bids: dict[str, int]


class EndCalled(_Event, tag="end-called"):
    """The players ended the game after so many `rounds`."""

    rounds: int


class Adjusted(_Event, tag="adjusted"):
    """The `reached` points of a player become these `points`, by a rule for their number."""

    player: str
    reached: int
    points: int


class Tied(_Event, tag="tied"):
    """The game would be over, but these players are equally good: another round is played."""

    players: tuple[str, ...]


class RoundEnded(_Event, tag="round-over"):
    """The round ended; `deals` deals the next one."""

    round: int
    deals: str


class Repaired(_Event, tag="repaired"):
    """What had gone wrong (`why`) was put right: `back` commands gave way to `steps` others."""

    why: Cause
    back: int
    steps: int


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
    | TrickCardPlayed
    | Scored
    | BidsEntered
    | EndCalled
    | Joined
    | SeatChanged
    | SetByHand
    | Repaired
)
"""The first events of an accepted command, which tell a player's action."""

LaterEvent = (
    TurnedUp
    | Reversed
    | CardDrawn
    | LastCardDrawn
    | Reshuffled
    | TargetReached
    | TotalPassed
    | CardsMatched
    | PlaysOwed
    | NamedBy
    | Paid
    | ChipsLeft
    | PileStarted
    | Got
    | HandEnded
    | GameEnded
    | PassingCalled
    | VoidShown
    | Broken
    | OnlySuitDeclared
    | Revoked
    | TrickTaken
    | Swept
    | Adjusted
    | Tied
    | RoundEnded
)
"""The events that only follow others as their consequences."""

Event = FirstEvent | LaterEvent

Events = tuple[Event, ...]
"""The events of a command, in the order in which they happen."""
