"""The refusals of the rules: one struct for each error code of docs/protocol.md, "Error codes".

A refusal has the fields that its sentence needs; `facts` are those that the protocol prints.
"""

from typing import ClassVar, Literal

import msgspec

from companion.message import Message


class _Refusal(msgspec.Struct, frozen=True):
    """`code` is the protocol's; `printed` names the fields that the protocol prints beside it, in order."""

    code: ClassVar[str]
    printed: ClassVar[tuple[str, ...]] = ()

    @property
    def facts(self) -> dict[str, object]:
        """Return what the protocol prints beside the code, as JSON values."""
        fields = {name: getattr(self, name) for name in self.printed}
        return {name: list(value) if isinstance(value, tuple) else value for name, value in fields.items()}


class BadJson(_Refusal, frozen=True):
    """A line is no JSON object."""

    code = "bad-json"
    why: str


class UnknownCommand(_Refusal, frozen=True):
    """No command has the name `cmd`, which may be any JSON value."""

    code = "unknown-command"
    cmd: object
    known: tuple[str, ...] = ()


class BadField(_Refusal, frozen=True):
    """A field is missing, of a wrong type, or unknown, as `why` says.

    It is "turns-up" for a missing up-card, "turns-none" for one too many.
    An older note has its sentence.
    """

    code = "bad-field"
    printed = ("field",)
    field: str
    why: Message | str


class UnknownVariant(_Refusal, frozen=True):
    """No variant has that name."""

    code = "unknown-variant"
    variant: str
    known: tuple[str, ...] = ()


class BadHouseRule(_Refusal, frozen=True):
    """There is no such house rule (`why` is "unknown"), or its value is invalid ("no-chips", or in words).

    A bust that nobody can pay costs `chips`.
    """

    code = "bad-house-rule"
    printed = ("rule",)
    rule: str
    why: Message | str
    known: tuple[str, ...] = ()
    chips: int = 1


class BadPlayers(_Refusal, frozen=True):
    """A name is empty or given `twice` (`name`), or the variant is not for `count` players."""

    code = "bad-players"
    why: Literal["empty", "twice", "count"]
    name: str = ""
    count: int = 0
    title: str = ""
    fewest: int = 0
    most: int | None = None


class TooManyPlayers(_Refusal, frozen=True):
    """Dealing needs more cards (`needed`) than the pack has (`cards`)."""

    code = "too-many-players"
    needed: int
    cards: int


class StockShort(_Refusal, frozen=True):
    """A player who joins at once needs more cards (`needed`) than the stock has (`cards`)."""

    code = "stock-short"
    printed = ("needed", "cards")
    needed: int
    cards: int


class ChipsShort(_Refusal, frozen=True):
    """The player `against`, or without one the pot, has fewer `chips` than the other side gets (`needed`)."""

    code = "chips-short"
    printed = ("needed", "chips")
    needed: int
    chips: int
    against: str | None = None


class NoGame(_Refusal, frozen=True):
    """No game has started."""

    code = "no-game"


class NotInThisGame(_Refusal, frozen=True):
    """The command `cmd` is of another family of games, or of other variants."""

    code = "not-in-this-game"
    cmd: str


class GameOver(_Refusal, frozen=True):
    """The game is over."""

    code = "game-over"


class HandOver(_Refusal, frozen=True):
    """The hand is over; the player `deals` has to deal."""

    code = "hand-over"
    deals: str


class RoundOver(_Refusal, frozen=True):
    """The round is over; the player `deals` has to deal."""

    code = "round-over"
    deals: str


class ShieldPending(_Refusal, frozen=True):
    """The player `named` has to declare first whether they have the shield."""

    code = "shield-pending"
    named: str | None


class NotNow(_Refusal, frozen=True):
    """The command `cmd` is not possible now; None if there is nobody to act."""

    code = "not-now"
    cmd: Literal["deal", "deal-round", "end", "forgot", "score", "seat", "shield"] | None = None
    player: str = ""


class UnknownPlayer(_Refusal, frozen=True):
    """Nobody at the table has that name."""

    code = "unknown-player"
    player: str


class PlayerOut(_Refusal, frozen=True):
    """The player is out already."""

    code = "player-out"
    player: str


class NotYourTurn(_Refusal, frozen=True):
    """It is the turn of the player `turn`, not of `player`."""

    code = "not-your-turn"
    printed = ("turn",)
    turn: str
    player: str


class BadCard(_Refusal, frozen=True):
    """A text that is no card."""

    code = "bad-card"
    printed = ("card",)
    card: str


class NotInDeck(_Refusal, frozen=True):
    """A card that is not in this pack, or of a deck beyond its `decks`."""

    code = "not-in-deck"
    printed = ("card",)
    card: str
    decks: int


class TurnAnother(_Refusal, frozen=True):
    """The up-card does more than add its pips."""

    code = "turn-another"
    printed = ("card",)
    card: str


class SuitNeeded(_Refusal, frozen=True):
    """The effect depends on the suit, which is missing."""

    code = "suit-needed"
    printed = ("card",)
    card: str


class SetsNotAllowed(_Refusal, frozen=True):
    """Several cards at once, but the rules have no sets."""

    code = "sets-not-allowed"


class MixedRanks(_Refusal, frozen=True):
    """A set of more than one rank."""

    code = "mixed-ranks"
    ranks: tuple[str, ...]


class OneAtATime(_Refusal, frozen=True):
    """A set while the player owes more than one play."""

    code = "one-at-a-time"
    player: str
    owed: int


class AlreadyPlayed(_Refusal, frozen=True):
    """The card lies on the pile, or was played to a trick of this round."""

    code = "already-played"
    printed = ("card",)
    card: str
    where: Literal["pile", "tricks"] = "pile"


class NotDrawn(_Refusal, frozen=True):
    """The card is still at the bottom of the stock (`last_card`)."""

    code = "not-drawn"
    printed = ("card",)
    card: str


class NotEnoughCards(_Refusal, frozen=True):
    """The player holds fewer `cards` than were `played`."""

    code = "not-enough-cards"
    player: str
    cards: int
    played: int


class TooSoon(_Refusal, frozen=True):
    """The player may not play the card in this `turn` yet, counted from 1."""

    code = "too-soon"
    printed = ("turn",)
    turn: int
    player: str
    card: str


class RestrictedLead(_Refusal, frozen=True):
    """The suit may not be led before it is broken."""

    code = "restricted-lead"
    printed = ("suit",)
    suit: str


class Revoke(_Refusal, frozen=True):
    """The player has shown in that `trick` of the round that they hold no card of the suit."""

    code = "revoke"
    printed = ("trick", "suit")
    trick: int
    suit: str
    player: str


class TargetNeeded(_Refusal, frozen=True):
    """The card must name a player, one of the `options`."""

    code = "target-needed"
    printed = ("options",)
    options: tuple[str, ...]


class BadTarget(_Refusal, frozen=True):
    """The card cannot name `target`; without `options` it names nobody."""

    code = "bad-target"
    printed = ("options",)
    options: tuple[str, ...]
    target: str


class BadValue(_Refusal, frozen=True):
    """The card does not offer the value; `card` is one without any choice, "" for one with `options`."""

    code = "bad-value"
    printed = ("options",)
    options: tuple[int, ...]
    value: int
    card: str = ""


class ChoiceNeeded(_Refusal, frozen=True):
    """Several values are legal: the `options`."""

    code = "choice-needed"
    printed = ("options",)
    options: tuple[int, ...]


class OverTarget(_Refusal, frozen=True):
    """A play that takes the total from `was` to a `total` above the `target`.

    Under some rules that is a bust instead of a refusal.

    >>> over = OverTarget(total=103, target=98, was=95)
    >>> over.code, over.facts
    ('over-target', {'total': 103, 'target': 98})
    """

    code = "over-target"
    printed = ("total", "target")
    total: int
    target: int
    was: int


class WrongHandSize(_Refusal, frozen=True):
    """The player holds `cards`, but has `shown` another number."""

    code = "wrong-hand-size"
    printed = ("cards",)
    cards: int
    player: str
    shown: int


class CanPlay(_Refusal, frozen=True):
    """The player has shown `cards` that are playable."""

    code = "can-play"
    printed = ("cards",)
    cards: tuple[str, ...]
    player: str


class NoSuchShow(_Refusal, frozen=True):
    """The shown cards are not three of one of the `ranks`."""

    code = "no-such-show"
    ranks: tuple[str, ...]


class NotAShield(_Refusal, frozen=True):
    """The card is no shield."""

    code = "not-a-shield"
    printed = ("card",)
    card: str


class NotRepaired(_Refusal, frozen=True):
    """A repair would make the command `step`, counted from 1, illegal: `refusal` says why."""

    code = "not-repaired"
    printed = ("step", "why")
    step: int
    refusal: "Refusal"

    @property
    def why(self) -> str:
        return self.refusal.code


class BadLine(_Refusal, frozen=True):
    """The `line`, counted from 1, of a game as a text is none that can follow: `refusal` says why."""

    code = "bad-line"
    printed = ("line", "why")
    line: int
    refusal: "Refusal"

    @property
    def why(self) -> str:
        return self.refusal.code


class NothingToUndo(_Refusal, frozen=True):
    """There are not `count` commands to take back, but only `possible`."""

    code = "nothing-to-undo"
    count: int
    possible: int


class NothingToClaim(_Refusal, frozen=True):
    """No player has called a total, or the points of a round are not known yet."""

    code = "nothing-to-claim"
    what: Literal["total", "points"] = "total"


class BadSum(_Refusal, frozen=True):
    """The `points` of a round are `missing` so many of the sum `due`; with 0, one of them is impossible.

    In a points game `sums` are all sums that hold; `due` is the nearest of them.
    """

    code = "bad-sum"
    printed = ("missing",)
    missing: int
    due: int
    step: int
    points: tuple[int, ...]
    sums: tuple[int, ...] = ()

    @property
    def facts(self) -> dict[str, object]:
        """Return what is missing, and in a points game the sums that hold."""
        return super().facts | ({"sums": list(self.sums)} if self.sums else {})


Refusal = (
    BadJson
    | UnknownCommand
    | BadField
    | UnknownVariant
    | BadHouseRule
    | BadPlayers
    | TooManyPlayers
    | StockShort
    | ChipsShort
    | NoGame
    | NotInThisGame
    | GameOver
    | HandOver
    | RoundOver
    | ShieldPending
    | NotNow
    | UnknownPlayer
    | PlayerOut
    | NotYourTurn
    | BadCard
    | NotInDeck
    | TurnAnother
    | SuitNeeded
    | SetsNotAllowed
    | MixedRanks
    | OneAtATime
    | AlreadyPlayed
    | NotDrawn
    | NotEnoughCards
    | TooSoon
    | RestrictedLead
    | Revoke
    | TargetNeeded
    | BadTarget
    | BadValue
    | ChoiceNeeded
    | OverTarget
    | WrongHandSize
    | CanPlay
    | NoSuchShow
    | NotAShield
    | NothingToUndo
    | NotRepaired
    | BadLine
    | NothingToClaim
    | BadSum
)
