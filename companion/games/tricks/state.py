"""The frozen state of a trick game, and its public form."""

from typing import ClassVar, cast

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from companion.core.cards import Card, text_of
from companion.core.frozen import Frozen
from companion.core.seats import CardCounts, RoundPhase, SeatsOfRounds
from companion.games.tricks.variant import Round, Suit, TrickRules


class TrickPlayer(Frozen, gc=False):
    """A player at a seat.

    `points` is the total including this round so far. `round_points` are this round's; `penalty` is
    the part of them paid for accepted revokes, and `gains` the part for what does not cost.
    `chosen` are the rounds that the player chose as a dealer.
    """

    still_in: ClassVar[bool] = True
    waits: ClassVar[bool] = False
    chips: ClassVar[None] = None
    name: str
    points: int = 0
    round_points: int = 0
    penalty: int = 0
    gains: int = 0
    tricks: int = 0
    cards: int = 0
    chosen: tuple[int, ...] = ()

    def pays(self, points: int) -> "TrickPlayer":
        """Return the player after paying `points` more in this round."""
        return replace(self, points=self.points + points, round_points=self.round_points + points)


class TrickCard(Frozen, gc=False):
    """A card in a trick, and the seat that played it."""

    seat: int
    card: Card


class Void(Frozen, gc=False):
    """A suit of which the player at `seat` holds no card from this height up, shown in that `trick`
    of the round.
    """

    seat: int
    suit: str
    trick: int
    height: int = 0


class Taken(Frozen, gc=False):
    """The last trick taken: its cards in order, its taker, and its cost."""

    seat: int
    cards: tuple[TrickCard, ...]
    points: int


class TrickState(SeatsOfRounds, gc=False):
    """A moment of a trick game.

    `trick` is the one in progress; `played` are the round's cards in order, including those of that
    trick. `taken` is the last trick of this round. `settled` is the sum that all players paid in
    earlier rounds, including penalties. `contract` is the number
    of a round that was chosen, else 0; `trump` is the one named at the deal. `opens` is the card
    to be led, as long as its player is not known. The dealer of this round `deals_on` if the same
    player deals the next one.
    """

    family: ClassVar[str] = "tricks"
    clockwise: ClassVar[bool] = True
    players: tuple[TrickPlayer, ...]
    turn: int | None = None
    trick: tuple[TrickCard, ...] = ()
    played: tuple[Card, ...] = ()
    voids: tuple[Void, ...] = ()
    broken: bool = False
    revokes: int = 0
    taken: Taken | None = None
    settled: int = 0
    contract: int = 0
    trump: Suit | None = None
    opens: Card | None = None
    deals_on: bool = False

    @property
    def cards_in_trick(self) -> int:
        return len(self.trick)

    @property
    def leads(self) -> bool:
        return self.turn is not None and not self.trick

    @property
    def deals_counted(self) -> int:
        return self.round

    @property
    def next_dealer(self) -> int:
        return self.dealer if self.deals_on else self.next_seat(self.dealer)

    @property
    def lit(self) -> int | None:
        return self.turn

    @property
    def card_counts(self) -> CardCounts:
        held = tuple(player.cards for player in self.players)
        return CardCounts(held, tuple(laid.card for laid in self.trick))

    @property
    def number(self) -> int:
        """The number of the current trick in its round, counted from 1."""
        return (len(self.played) - len(self.trick)) // len(self.players) + 1

    @property
    def quick(self) -> bool:
        """Whether this round's points were entered directly, without its cards."""
        return self.phase != "play" and not self.played

    @property
    def led(self) -> str | None:
        """The suit led in the current trick, or None before its lead."""
        return self.trick[0].card.suit if self.trick else None

    def next_seat(self, seat: int) -> int:
        return (seat + 1) % len(self.players)

    def void_in(self, seat: int, suit: str | None, height: int = 0) -> Void | None:
        """Return when the player showed in this round that they hold no card of `suit` from this
        height up, or None.
        """
        for void in self.voids:
            if void.seat == seat and void.suit == suit and void.height <= height:
                return void
        return None


def round_now(rules: TrickRules, state: TrickState) -> Round:
    """Return the round in progress, with the trump that was named for it."""
    costs = rules.round(state.contract or state.round)
    return replace(costs, trump=state.trump) if costs.trump == "named" else costs


class PublicTrickPlayer(Frozen, gc=False):
    """A player of a trick game."""

    name: str
    points: int
    round_points: int
    tricks: int
    cards: int


class PublicLaid(Frozen, gc=False):
    """A card of the trick under way."""

    player: str
    card: str


class PublicTrickState(Frozen, gc=False):
    """The state of a trick game; `trump` only in a round with one, `contract` only if rounds are
    chosen, and `opens` only while a card waits to be led.
    """

    variant: str
    phase: RoundPhase
    round: int
    turn: str | None
    dealer: str
    led: Suit | None
    restricted: Suit | None
    broken: bool
    trick: tuple[PublicLaid, ...]
    revokes: int
    players: tuple[PublicTrickPlayer, ...]
    winners: tuple[str, ...]
    trump: Suit | UnsetType = UNSET
    contract: int | UnsetType = UNSET
    opens: str | UnsetType = UNSET


def public_trick_state(rules: TrickRules, state: TrickState) -> PublicTrickState:
    """Return the public form of a state."""
    costs = round_now(rules, state)
    return PublicTrickState(
        variant=rules.variant,
        phase=state.phase,
        round=state.round,
        turn=state.name_of(state.turn),
        dealer=state.players[state.dealer].name,
        led=cast("Suit | None", state.led),  # Cards use the same letters for suits.
        restricted=costs.restricted,
        broken=state.broken,
        trick=tuple(
            [PublicLaid(state.players[laid.seat].name, text_of(laid.card)) for laid in state.trick]
        ),
        revokes=state.revokes,
        players=tuple(
            [
                PublicTrickPlayer(
                    player.name, player.points, player.round_points, player.tricks, player.cards
                )
                for player in state.players
            ]
        ),
        winners=state.won_by,
        # The trump of a round in progress is a suit; only a file's says that it is named.
        trump=cast("Suit | None", costs.trump) or UNSET,
        contract=state.contract or UNSET,
        opens=UNSET if state.opens is None else text_of(state.opens),
    )
