"""The refusals of the rules, one struct for each error code of docs/reference/referee-protocol.md,
"Error codes".

A refusal has the fields that its sentence needs; `facts` are those that the protocol prints. Its
`message` is an English text with field names in braces, which `companion.words.refusals` fills in.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from companion.core.cards import SUITS, parse_card
from companion.core.frozen import Frozen
from companion.core.options import Operation
from companion.foreign.schema_errors import shown, with_known, with_nearest
from companion.message import Message, Words, in_context, joined, phrase, plural

Role = Literal["plays next", "is knocked out", "is meant"]
"""What happens to the player whom a card names."""


class Refusal(Frozen):
    """A refusal with its `code` in the protocol. `printed` names the fields that the protocol
    prints after the code, in order, separated by spaces; those in `if_any` only with a value. A
    refusal that `asks` names the field of a play that answers it.
    """

    code: ClassVar[str]
    asks: ClassVar[str] = ""
    printed: ClassVar[str] = ""
    if_any: ClassVar[str] = ""
    if TYPE_CHECKING:

        @property
        @abstractmethod
        def message(self) -> Message: ...

    @property
    def brief(self) -> Words:
        """The reason as the label of a key."""
        return in_context("key", "not now")

    @property
    def facts(self) -> dict[str, object]:
        """Return the fields that the protocol prints with the code, as JSON values."""
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name in f"{self.printed} {self.if_any}".split()
            if (value := getattr(self, name)) or name in self.printed.split()
        }


class BadJson(Refusal):
    """A line is not a JSON object."""

    code = "bad-json"
    message = phrase('This line is no JSON object: {why}; write one like {{"cmd": "state"}}')
    why: str


class UnknownCommand(Refusal):
    """The command `cmd` does not exist; it may be any JSON value."""

    code = "unknown-command"
    cmd: object
    known: tuple[str, ...] = ()

    @property
    def message(self) -> Message:
        if self.cmd is None:
            return phrase('No command is named: write one in quotes, like "cmd": "play"')
        if not isinstance(self.cmd, str):
            return phrase(
                '{name} is no command: write one in quotes, like "cmd": "play"',
                name=shown(self.cmd),
            )
        return with_known(
            phrase("There is no command {name}", name=repr(self.cmd[:40])), self.cmd, self.known
        )


class BadField(Refusal):
    """A field is missing, has a wrong type, or is unknown; `why` is the reason.

    With `whole`, that is a sentence for players, who see no fields. Else it may be "turns-up" for a
    missing up-card, "turns-none" for an unexpected one; "in-order" for a round that cannot be
    chosen, "names-none" for a trump that cannot be named.
    """

    code = "bad-field"
    printed = "field"
    field: str
    why: Any
    whole: bool = False

    @property
    def message(self) -> Message:
        if self.whole:
            sentence: Message = self.why
            return sentence
        match self.why:
            case "turns-up":
                return phrase("These rules turn a card up: say which")
            case "turns-none":
                return phrase("These rules turn no card up")
            case "in-order":
                return phrase("The rounds of this game have a fixed order: choose none")
            case "names-none":
                return phrase("No trump is named in this round")
        return phrase("Field {field}: {why}", field=repr(self.field[:40]))


class UnknownVariant(Refusal):
    """A variant with that name does not exist."""

    code = "unknown-variant"
    variant: str
    known: tuple[str, ...] = ()

    @property
    def message(self) -> Message:
        none = phrase("There is no variant {name} here", name=repr(self.variant[:40]))
        return with_nearest(none, self.variant, self.known)


class BadHouseRule(Refusal):
    """The house rule does not exist (`why` is "unknown"), or its value is invalid ("no-chips" or a
    message).

    `chips` is the cost of a bust that no player can pay.
    """

    code = "bad-house-rule"
    printed = "rule"
    rule: str
    why: Any
    known: tuple[str, ...] = ()
    chips: int = 1

    @property
    def message(self) -> Message:
        match self.why:
            case "no-chips":
                return plural(
                    "A bust costs a chip, but nobody has chips: "
                    "give each some, or let a bust put the player out",
                    "A bust costs {n} chips, but nobody has any: "
                    "give each some, or let a bust put players out",
                    self.chips,
                )
            case "unknown":
                none = phrase(
                    "There is no house rule {rule} in this game", rule=repr(self.rule[:40])
                )
                return with_known(none, self.rule, self.known)
        return phrase("House rule {rule}: {why}")


class BadPlayers(Refusal):
    """A name is empty or used `twice` (`name`), or the variant does not allow `count` players, or
    these cannot be divided into `teams`.
    """

    code = "bad-players"
    why: Literal["empty", "twice", "count", "teams"]
    name: str = ""
    count: int = 0
    title: str = ""
    fewest: int = 0
    most: int | None = None
    teams: int = 0

    @property
    def message(self) -> Message:
        match self.why:
            case "teams":
                return phrase("{count} players cannot be divided into {teams} equal teams")
            case "empty":
                return phrase("Everybody needs a name")
            case "twice":
                return phrase(
                    "{player} sits there twice: give each player a name of their own",
                    player=self.name,
                )
        if self.most is None:
            return phrase("{title} needs at least {fewest} players, not {count}")
        if self.fewest == self.most:
            return plural(
                "{title} is for {fewest} player, not {count}",
                "{title} is for {fewest} players, not {count}",
                self.most,
            )
        return phrase("{title} is for {fewest} to {most} players, not {count}")


class TooManyPlayers(Refusal):
    """Dealing needs more cards (`needed`) than the pack has (`cards`)."""

    code = "too-many-players"
    message = phrase("That needs {needed} cards, and the deck has {cards}")
    needed: int
    cards: int


class StockShort(Refusal):
    """Players need more cards (`needed`) than the stock has (`cards`)."""

    code = "stock-short"
    message = phrase("That needs {needed} cards, and the stock has {cards}")
    printed = "needed cards"
    needed: int
    cards: int


class ChipsShort(Refusal):
    """The player `against`, or by default the pot,
    has fewer `chips` than the other side gets (`needed`).
    """

    code = "chips-short"
    printed = "needed chips"
    needed: int
    chips: int
    against: str | None = None

    @property
    def message(self) -> Message:
        if self.against is None:
            return phrase("That needs {needed} chips, and the pot has {chips}")
        return phrase("That needs {needed} chips, and {player} has {chips}", player=self.against)


class NoGame(Refusal):
    """No game has started."""

    code = "no-game"
    message = phrase("No game is on")


class NotInThisGame(Refusal):
    """The command `cmd` belongs to another family of games, or to other variants."""

    code = "not-in-this-game"
    cmd: str

    @property
    def message(self) -> Message:
        return _NOT_IN_THIS_GAME.get(self.cmd) or phrase("There are no rounds in this game")


_NO_SHIELD = phrase("There is no shield in this game")
_NOT_IN_THIS_GAME = {
    "bust": phrase("There is no bust in this game"),
    "claim": phrase("There are no points to check in this game"),
    "total": phrase("There is no total in this game"),
    "shield": _NO_SHIELD,
    "accept": _NO_SHIELD,
    "show": phrase("Nobody shows cards in this game"),
    "forgot": phrase("Nobody draws in this game"),
    "join": phrase("Nobody can join this game"),
    "leave": phrase("Nobody can leave this game"),
    "set": phrase("Nothing of that is set by hand in this game"),
    "bids": phrase("Nobody bids in this game"),
    "winners": phrase("Points are entered in this game, not the winners of a round"),
    "end": phrase("Only a points game is ended by its players"),
    "play": phrase("Only points are entered in this game, no cards"),
}


class GameOver(Refusal):
    """The game is over."""

    code = "game-over"
    message = phrase("The game is over")


class HandOver(Refusal):
    """The hand is over; `player` deals next."""

    code = "hand-over"
    message = phrase("The hand is over. {player} deals")
    player: str


class RoundOver(Refusal):
    """The round is over; `player` deals next."""

    code = "round-over"
    message = phrase("The round is over. {player} deals")
    player: str


class ShieldPending(Refusal):
    """The named `player` must first declare whether they have the shield."""

    code = "shield-pending"
    message = phrase("First: has {player} a shield?")
    player: str | None


class WrongPhase(Refusal):
    """The command `cmd` is not possible now; None if no player is to act."""

    code = "not-now"
    cmd: (
        Literal["deal", "deal-round", "end", "forgot", "places", "score", "seat", "shield"] | None
    ) = None
    player: str = ""

    @property
    def message(self) -> Message:
        return _WRONG_PHASE[self.cmd]


_WRONG_PHASE = {
    "deal": phrase("The hand is not over yet"),
    "forgot": phrase("{player} has nothing to give back now"),
    "shield": phrase("Nobody has been named"),
    "deal-round": phrase("The round is not over yet"),
    "end": phrase("No round has been entered yet"),
    "places": phrase("Only points are entered in this round"),
    "score": phrase("Cards of this round have been played already"),
    "seat": phrase("Seats change between two tricks"),
    None: phrase("Not now"),
}


class UnknownPlayer(Refusal):
    """No player at the table has that name."""

    code = "unknown-player"
    player: str

    @property
    def message(self) -> Message:
        return phrase("Nobody here is called {player}", player=self.player[:20])


class PlayerOut(Refusal):
    """The player is out already."""

    code = "player-out"
    message = phrase("{player} is out already")
    player: str


class NotYourTurn(Refusal):
    """It is the turn of the player `turn`, not of `player`."""

    code = "not-your-turn"
    message = phrase("It is {turn}'s turn, not {player}'s")
    printed = "turn"
    turn: str
    player: str


class BadCard(Refusal):
    """The text is not a card."""

    code = "bad-card"
    message = phrase("{card} is no card")
    printed = "card"
    card: str


class NotInDeck(Refusal):
    """The card is not in this pack, or its deck number exceeds `decks`."""

    code = "not-in-deck"
    brief = in_context("key", "not in deck")
    printed = "card"
    card: str
    decks: int

    @property
    def message(self) -> Message:
        deck = parse_card(self.card).deck
        if deck is None or deck <= self.decks:
            return phrase("{card} is not in this deck")
        if self.decks == 1:
            return phrase("{card} is of deck {deck}; this game has one deck", deck=str(deck)[:20])
        return phrase("{card} is of deck {deck}; this game has only {decks}", deck=str(deck)[:20])


class PlainCardNeeded(Refusal):
    """The up-card does more than add its pips."""

    code = "turn-another"
    message = phrase("{card} is no plain card: turn another")
    brief = in_context("key", "another")
    printed = "card"
    card: str


class SuitNeeded(Refusal):
    """The effect depends on the suit, which is missing."""

    code = "suit-needed"
    asks = "suit"
    message = phrase("Which {card}? The suit counts here")
    brief = in_context("key", "which suit?")
    printed = "card"
    card: str


class SetsNotAllowed(Refusal):
    """Several cards were played at once, but the rules have no sets."""

    code = "sets-not-allowed"
    message = phrase("One card at a time in this game")


class MixedRanks(Refusal):
    """The set has more than one rank."""

    code = "mixed-ranks"
    message = phrase("{ranks} are no set")
    ranks: tuple[str, ...]


class OneAtATime(Refusal):
    """A set was played while the player owes several `plays`."""

    code = "one-at-a-time"
    message = phrase("{player} owes {plays}: one card at a time")
    player: str
    plays: int


class AlreadyPlayed(Refusal):
    """The card is on the pile, or was played to a trick of this round."""

    code = "already-played"
    printed = "card"
    card: str
    where: Literal["pile", "tricks"] = "pile"

    @property
    def message(self) -> Message:
        if self.where == "tricks":
            return phrase("{card} has been played already")
        return phrase("{card} lies on the pile already")

    @property
    def brief(self) -> Words:
        if self.where == "tricks":
            return in_context("key", "is played")
        if parse_card(self.card).suit is None:
            return in_context("key", "all played")
        return in_context("key", "on pile")


class NotDrawn(Refusal):
    """The card is still at the bottom of the stock (`last_card`)."""

    code = "not-drawn"
    message = phrase("{card} is still at the bottom of the stock")
    brief = in_context("key", "in stock")
    printed = "card"
    card: str


class NotEnoughCards(Refusal):
    """The player holds fewer `cards` than were `played`."""

    code = "not-enough-cards"
    message = phrase("{player} holds {cards}, not {played}")
    player: str
    cards: int
    played: int


class TooSoon(Refusal):
    """The player may not play the card yet in this `turn`, counted from 1."""

    code = "too-soon"
    message = phrase("{card} is too soon in {player}'s turn {turn}")
    brief = in_context("key", "too soon")
    printed = "turn"
    turn: int
    player: str
    card: str


class MustLead(Refusal):
    """The round begins with the card `card`, which the player who holds it leads."""

    code = "must-lead"
    message = phrase("{card} is led first, by the player who holds it")
    printed = "card"
    card: str


class LeaderNeeded(Refusal):
    """The card that is led first needs its player, one of the `options`."""

    code = "leader-needed"
    asks = "player"
    message = phrase("Who leads: {players}?")
    brief = in_context("key", "who?")
    printed = "options"
    options: tuple[str, ...]


class ContractNeeded(Refusal):
    """The `player` who deals must choose one of the variant's rounds, the `options`."""

    code = "contract-needed"
    asks = "contract"
    message = phrase("{player} chooses a round: {options}?")
    brief = in_context("key", "which?")
    printed = "options"
    options: tuple[int, ...]
    player: str


class BadContract(Refusal):
    """The round `contract` does not exist, or may not be chosen any more; the `options` may."""

    code = "bad-contract"
    message = phrase("Round {contract} cannot be chosen, only {options}")
    printed = "options"
    options: tuple[int, ...]
    contract: int


class TrumpNeeded(Refusal):
    """The trump of the round must be named."""

    code = "trump-needed"
    asks = "trump"
    message = phrase("Which suit is trump?")
    brief = in_context("key", "which?")
    options: ClassVar = (*SUITS, "none")


class RestrictedLead(Refusal):
    """The suit may not be led before it is broken; a suit that never `opens` only by a leader who
    has nothing else.
    """

    code = "restricted-lead"
    asks = "only_suit"
    brief = in_context("key", "not yet")
    printed = "suit"
    suit: str
    opens: bool = True

    @property
    def message(self) -> Message:
        if self.opens:
            return phrase("{suit} may not be led until broken")
        return phrase("{suit} may only be led by a player who has nothing else")


class FirstTrick(Refusal):
    """The card may not be played to the first trick by a player who has another."""

    code = "first-trick"
    asks = "only_suit"
    message = phrase("{card} may not be played to the first trick")
    brief = in_context("key", "not yet")
    printed = "card"
    card: str


class Revoke(Refusal):
    """The player has shown in that `trick` of the round that they hold no card of the suit, or none
    `above` this rank.
    """

    code = "revoke"
    asks = "accept_revoke"
    message = phrase("{player} had no {suit} in trick {trick}")
    brief = in_context("key", "revoke")
    printed = "trick suit"
    if_any = "above"
    trick: int
    suit: str
    player: str
    above: str = ""


class NoWay(Refusal):
    """No alternative of `card` can be played now. `conditions` is a message that says when."""

    code = "no-way"
    printed = "card"
    message = phrase("{card} can be played only {conditions}")
    card: str
    conditions: Any


class BadWay(Refusal):
    """The alternative `way` does not exist, or its condition does not hold; the `options` do."""

    code = "bad-way"
    printed = "options"
    options: tuple[int, ...]
    way: int
    ways: Any

    @property
    def message(self) -> Message:
        return phrase(
            "Way {way} is not possible, only {ways}", ways=_numbered(self.options, self.ways)
        )


class WayNeeded(Refusal):
    """Several alternatives are possible: the `options`, counted from 1. `ways` are messages that
    say what each does, and `labels` say it in a row of the display.
    """

    code = "way-needed"
    asks = "way"
    brief = in_context("key", "which?")
    printed = "options"
    options: tuple[int, ...]
    ways: Any
    labels: Any = ()

    @property
    def message(self) -> Message:
        return phrase("Which way: {ways}?", ways=_numbered(self.options, self.ways))


def _numbered(options: Sequence[int], ways: Sequence[Words]) -> Words:
    return joined(", ", (joined(" ", (str(n), way)) for n, way in zip(options, ways, strict=True)))


class TargetNeeded(Refusal):
    """The card must name a player, one of the `options`; `role` is what happens to that player."""

    code = "target-needed"
    asks = "target"
    message = phrase("Who: {players}?")
    brief = in_context("key", "whom?")
    printed = "options"
    options: tuple[str, ...]
    role: Role = "plays next"


class BadTarget(Refusal):
    """The card cannot name `target`; without `options` it does not name a player."""

    code = "bad-target"
    printed = "options"
    options: tuple[str, ...]
    target: str

    @property
    def message(self) -> Message:
        if not self.options:
            return phrase("This card names nobody")
        return phrase("{player} cannot be named, only {players}", player=self.target[:20])


class BadValue(Refusal):
    """The card does not offer the value; `card` is "" if there are `options`. `value` is None for
    cards that have none in common.
    """

    code = "bad-value"
    printed = "options"
    options: tuple[int, ...]
    value: int | None = None
    card: str = ""

    @property
    def message(self) -> Message:
        if self.value is None:
            return phrase("These cards have no value in common")
        if self.card:
            return phrase("{card} has no value to choose")
        if not self.options:
            return phrase("These cards have no value {value} in common")
        return phrase("{value} cannot be chosen, only {options}")


FEW = 4
"""The maximum number of values offered as a choice.
More values are dialed, or listed if they have gaps.
"""


def is_span(options: Sequence[int]) -> bool:
    """Return whether the numbers, lowest first, can be given by the first and the last: more than a
    few, without gaps.

    >>> is_span((1, 11)), is_span((0, 1, 2, 3, 4)), is_span((0, 1, 2, 3, 40))
    (False, True, False)
    """
    return len(options) > FEW and options[-1] - options[0] == len(options) - 1


class ChoiceNeeded(Refusal):
    """Several values are legal: the `options`. `counts` is what happens with the value."""

    code = "choice-needed"
    asks = "value"
    printed = "options"
    options: tuple[int, ...]
    counts: Operation = "add"

    @property
    def message(self) -> Message:
        if not is_span(self.options):
            return phrase("{options}?")
        low, *_, high = self.options
        return phrase("Which number from {low} to {high}?", low=low, high=high)

    @property
    def brief(self) -> Words:
        if len(self.options) > FEW:
            return in_context("key", "dial it")
        numbers = (Message("{n}", (("n", option),)) for option in self.options)
        return phrase("{options}?", options=joined("/", numbers))


class OverTarget(Refusal):
    """A play takes the total from `was` to a `total` above the `target`, or below it in a game that
    counts down.

    Under some rules that is a bust instead of a refusal.

    >>> over = OverTarget(total=103, target=98, was=95)
    >>> over.code, over.facts
    ('over-target', {'total': 103, 'target': 98})
    """

    code = "over-target"
    printed = "total target"
    total: int
    target: int
    was: int

    @property
    def is_below(self) -> bool:
        """Whether the game counts down."""
        return self.total < self.target

    @property
    def message(self) -> Message:
        if self.is_below:
            return phrase("{sum} = {total} is below {target}")
        return phrase("{sum} = {total} is over {target}")

    @property
    def brief(self) -> Words:
        below = phrase("below {target}", target=self.target)
        return below if self.is_below else phrase("over {target}", target=self.target)

    @property
    def spoken(self) -> Message:
        """The message to be read out."""
        change = self.total - self.was
        match change < 0, self.is_below:
            case True, False:
                spoken = phrase("{was} minus {change} is {total}, over {target}")
            case False, False:
                spoken = phrase("{was} plus {change} is {total}, over {target}")
            case True, True:
                spoken = phrase("{was} minus {change} is {total}, below {target}")
            case _:
                spoken = phrase("{was} plus {change} is {total}, below {target}")
        return spoken.filled(change=abs(change))


class WrongHandSize(Refusal):
    """The player holds `cards`, but has shown a different number (`shown`)."""

    code = "wrong-hand-size"
    message = phrase("{player} holds {cards}, {shown} were shown")
    printed = "cards"
    cards: int
    player: str
    shown: int


class CanPlay(Refusal):
    """The player has shown `cards` that are playable."""

    code = "can-play"
    message = phrase("{player} can play {cards}")
    printed = "cards"
    cards: tuple[str, ...]
    player: str


class NoSuchShow(Refusal):
    """The shown cards are not three of one of the `ranks`."""

    code = "no-such-show"
    message = phrase("Show {threes}")
    ranks: tuple[str, ...]


class NotAShield(Refusal):
    """The card is not a shield."""

    code = "not-a-shield"
    message = phrase("{card} is no shield")
    printed = "card"
    card: str


class NothingToUndo(Refusal):
    """There are not `count` commands to undo, but only `possible`."""

    code = "nothing-to-undo"
    count: int
    possible: int

    @property
    def message(self) -> Message:
        if not self.possible:
            return phrase("Nothing left to take back")
        return phrase("Only {n:d} can be taken back", n=self.possible)


class NotRepaired(Refusal):
    """A correction would make the command `step`, counted from 1, illegal because of `refusal`."""

    code = "not-repaired"
    printed = "step why"
    step: int
    refusal: Refusal

    @property
    def why(self) -> str:
        return self.refusal.code

    @property
    def message(self) -> Message:
        return phrase("Then play {n:d} is not possible: {why}", n=self.step)


class BadLine(Refusal):
    """The `line`, counted from 1, of a game as a text cannot follow because of `refusal`."""

    code = "bad-line"
    message = phrase("Line {line}: {why}")
    printed = "line why"
    line: int
    refusal: Refusal

    @property
    def why(self) -> str:
        return self.refusal.code


class NothingToClaim(Refusal):
    """No player has called a total, or the points of a round are not known yet."""

    code = "nothing-to-claim"
    what: Literal["total", "points"] = "total"

    @property
    def message(self) -> Message:
        if self.what == "points":
            return phrase("Points are counted when the round is over")
        return phrase("Nobody has called a total")


class BadAmount(Refusal):
    """The `amount` of a round cannot be shared out evenly among so many."""

    code = "bad-amount"
    printed = "amount among"
    amount: int
    among: int

    @property
    def message(self) -> Message:
        return phrase("{amount} cannot be shared out evenly among {among}")


class BadSum(Refusal):
    """The `points` of a round are short of the sum `due` by `missing`; if that is 0, a player's
    points are impossible.

    In a points game `sums` are all sums that are allowed; `due` is the nearest of them. In a trick
    game `below_zero` says whether a player of the round can have points below 0.
    """

    code = "bad-sum"
    printed = "missing"
    if_any = "sums"
    missing: int
    due: int
    step: int
    points: tuple[int, ...]
    sums: tuple[int, ...] = ()
    below_zero: bool = False

    @property
    def message(self) -> Message:
        if self.missing > 0:
            return phrase("{points} missing: together it must be {due}")
        if self.missing < 0:
            return phrase("{points} too many: together it must be {due}")
        if min(self.points) < 0 and not self.below_zero:
            return phrase("Nobody can have less than no points")
        if any(points % self.step for points in self.points):
            return phrase("Points of this round go in steps of {step}")
        return phrase("The cards of this round cannot bring these points")


WithOptions = ChoiceNeeded | ContractNeeded | LeaderNeeded | TargetNeeded | TrumpNeeded | WayNeeded
"""The refusals that name every possible answer to what they ask."""
