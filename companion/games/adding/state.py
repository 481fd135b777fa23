"""The state of an adding game, the checks before a command, and its public form."""

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, assert_never

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.core import refusals
from companion.core.cards import Card, text_of
from companion.core.checks import seat_called
from companion.core.events import Event, Events
from companion.core.frozen import Frozen
from companion.core.options import Always
from companion.core.seats import CardCounts, State
from companion.errors import Illegal
from companion.games.adding.rules import AddingRules
from companion.games.adding.variant import largest_hand

Phase = Literal["play", "shield", "hand-over", "game-over"]
Direction = Literal["clockwise", "counterclockwise"]


class Player(Frozen, gc=False):
    """A player at a seat.

    `chips` is None in a game without chips. `turns` counts the turns begun in this hand. `drew` is
    true if the player drew after the last turn, so that a forgotten draw may still be declared.
    `waits` is true for a player who sat down during a hand and plays from the next one. `missing`
    counts the forgotten cards that the player draws at the end of the next turn. `points` are those
    of a match, or None.
    """

    name: str
    still_in: bool = True
    chips: int | None = None
    cards: int = 0
    turns: int = 0
    drew: bool = False
    waits: bool = False
    missing: int = 0
    points: int | None = None


class Call(Frozen, gc=False):
    """The last play, whose player called the total: seat, cards and chosen value.

    `was` is the total before it; `up` marks the dealer's up-card. `way` is the alternative of cards
    that have several.
    """

    seat: int
    cards: tuple[Card, ...]
    value: int | None
    was: int
    up: bool = False
    way: int | None = None


class NextTurn(Frozen, gc=False):
    """How the turn passes on after a play; stored while a shield may still be shown.

    `stays` is true if further plays are owed, or if the player plays again (`again`). `chosen` is
    the seat named as next. `owed` is the number of plays that the next player will owe;
    `each_counts` is true if each of them changes the total.
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


class AddingState(State, gc=False):
    """A moment of an adding game.

    `owed` counts down the plays of this turn from `debt`. Only the last one changes the total,
    unless `each_counts` is true. `made` counts its cards, which the player draws back at its end.
    `pile` starts with the bottom card; `lying` has the bits of its cards, and identifies all of
    them if it has one for each. `turned`, used only by two-player "again", marks an odd number of
    reversals in this turn. `brought` are the chips added to the table besides those dealt to every
    seat, less those taken away. `reshuffled` is true if this hand's stock was reshuffled from the
    pile. `leader` is the seat that plays first in the next hand, or None for the dealer's left.
    `last_payer` paid last, and `busted` is true after a bust in this game, if a rule is about that.
    `passes` counts the busts since the last play or new pile, if a bust is a pass.
    """

    family: ClassVar[str] = "adding"
    deals_a: ClassVar[Literal["hand"]] = "hand"
    derived: ClassVar[tuple[str, ...]] = ("lying",)
    phase: Phase
    hand: int
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
    leader: int | None = None
    last_payer: int | None = None
    busted: bool = False
    passes: int = 0

    @property
    def deal_number(self) -> int:
        return self.hand

    deals_counted = deal_number

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
    def playing(self) -> int:
        """The number of players who are in or wait for the next hand."""
        return sum(player.still_in or player.waits for player in self.players)

    @property
    def card_counts(self) -> CardCounts:
        held = tuple(player.cards for player in self.players)
        called = () if self.call is None else self.call.cards
        return CardCounts(held, self.pile, called, self.stock, self.aside, has_stock=True)

    def next_seat(self, seat: int, skip: int = 0, *, clockwise: bool | None = None) -> int:
        """Return the next player still in after `seat` in the direction of play,
        after `skip` skipped ones.
        """
        step = 1 if (self.clockwise if clockwise is None else clockwise) else -1
        missed = -1
        while missed < skip:
            seat = (seat + step) % len(self.players)
            missed += self.players[seat].still_in
        return seat


Result = tuple[AddingState, Events]
"""The result of an accepted command: the next state, and its events."""


@dataclass(slots=True)
class GameStep:
    """A command under way: the rules, the state so far, and the events that led to it.

    `winner` is the player whom a consequence lets win, of this hand only if `wins_hand` is true.
    The hand or the game ends once the consequences have acted (`turns.ended`).
    """

    rules: AddingRules
    state: AddingState
    events: list[Event] = field(default_factory=list)
    winner: int | None = None
    wins_hand: bool = False

    @property
    def result(self) -> Result:
        return self.state, tuple(self.events)

    def player(self, seat: int) -> Player:
        """Return the player at `seat` as the state is now."""
        return self.state.players[seat]

    def tell(self, event: Event) -> None:
        """Add an event."""
        self.events.append(event)

    def set(self, **changes: Any) -> None:
        """Change fields of the state."""
        self.state = replace(self.state, **changes)

    def stop(self, phase: Phase, **changes: Any) -> None:
        """Let nobody act in this `phase`."""
        self.set(phase=phase, turn=None, owed=0, debt=0, made=0, each_counts=False, **changes)

    def set_player(self, seat: int, **changes: Any) -> None:
        """Change fields of the player at `seat`."""
        self.state = self.state.seated(seat, replace(self.player(seat), **changes))


def check_phase(state: AddingState, *, also: str = "play") -> None:
    """Check that play is in progress, or that the phase is `also`;
    otherwise raise the code of the phase.
    """
    if state.phase in {"play", also}:
        return
    raise Illegal(wrong_phase(state))


def wrong_phase(state: AddingState) -> refusals.Refusal:
    """Return the reason why this phase does not allow a command,
    and the player whose move it is.
    """
    match state.phase:
        case "shield":
            return refusals.ShieldPending(state.name_of(state.named))
        case "hand-over":
            return refusals.HandOver(state.deals_next)
        case "game-over":
            return refusals.GameOver()
        case "play":
            return refusals.WrongPhase()
        case _:
            assert_never(state.phase)


def acting(state: AddingState, player: str | UnsetType) -> int:
    """Return the seat to act; raise ``unknown-player``,
    or ``not-your-turn`` if `player` is another one.
    """
    if state.turn is None:
        raise Illegal(refusals.WrongPhase())
    if player is not UNSET:
        seat = seat_called(state, player)
        if seat != state.turn:
            raise Illegal(refusals.NotYourTurn(state.players[state.turn].name, player))
    return state.turn


def last_to_come(rules: AddingRules, state: AddingState) -> Card | None:
    """Return the good card at the bottom of the stock (`last_card`) while it is still there."""
    last = rules.last_card
    if last is None or not state.stock or state.reshuffled or rules.pack.is_spent(last, state.pile):
        return None
    return last


def check_holds(player: Player, played: int) -> None:
    """Raise ``not-enough-cards`` if the player holds fewer than `played`."""
    if played > player.cards:
        raise Illegal(refusals.NotEnoughCards(player.name, player.cards, played))


def check_deal(rules: AddingRules, players: int) -> None:
    """Raise ``too-many-players`` if the pack has too
    few cards to deal any hand to this number of players.
    """
    each = 1 if rules.deal == "all" else largest_hand(rules.hand_size)
    needed = players * each + (rules.up_card != "none")
    if needed > rules.pack.size:
        raise Illegal(refusals.TooManyPlayers(needed, rules.pack.size))


def check_next_deal(rules: AddingRules, players: int) -> None:
    """Raise ``too-many-players`` if another hand follows
    and cannot be dealt to this number of players.
    """
    if rules.has_next_hand:
        check_deal(rules, players)


class PublicAddingPlayer(Frozen, gc=False, rename={"still_in": "in"}):
    """A player of an adding game."""

    name: str
    still_in: bool
    chips: int | None
    cards: int
    waits: Always | UnsetType = UNSET
    points: int | UnsetType = UNSET


class PublicAddingState(Frozen, gc=False):
    """The state of an adding game."""

    variant: str
    phase: Phase
    hand: int
    total: int
    direction: Direction
    turn: str | None
    owed: int
    dealer: str
    pot: int
    stock: int
    pile: tuple[str, ...]
    aside: int
    named: str | None
    players: tuple[PublicAddingPlayer, ...]
    winner: str | None
    losers: tuple[str, ...]


def public_adding_state(variant: str, state: AddingState) -> PublicAddingState:
    """Return the public form of a state of a game of `variant`."""
    return PublicAddingState(
        variant=variant,
        phase=state.phase,
        hand=state.hand,
        total=state.total,
        direction=state.direction,
        turn=state.name_of(state.turn),
        owed=state.owed,
        dealer=state.players[state.dealer].name,
        pot=state.pot,
        stock=state.stock,
        pile=tuple(map(text_of, state.pile)),
        aside=state.aside,
        named=state.name_of(state.named),
        players=tuple(
            [
                PublicAddingPlayer(
                    player.name,
                    player.still_in,
                    player.chips,
                    player.cards,
                    player.waits or UNSET,
                    UNSET if player.points is None else player.points,
                )
                for player in state.players
            ]
        ),
        winner=state.name_of(state.winner),
        losers=tuple([state.players[seat].name for seat in state.losers]),
    )
