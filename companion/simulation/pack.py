"""The pack: the physical cards of the players at the simulated table.

The box counts cards and sees only those that are played. At a real table the players see the
others; here the pack derives all hands from a seed and the game's moments. The same seed and
moments always give the same hands, so a card returns to its hand when its play is undone.
"""

import random
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field

from companion.core.cards import SUIT_ORDER, Card, Pack, parse_card
from companion.core.commands import New
from companion.core.events import Played, Shielded, TrickCardPlayed
from companion.core.family import HistoryEntry
from companion.core.seats import CardCounts, State
from companion.errors import CardError
from companion.labels.codec import stickers
from companion.web.event_stream import first_other

_SORTED_FROM = 8
"""Minimum size of a hand that is sorted when it is dealt; in a trick game every hand is."""


read_sticker = Pack(stickers=True).read
"""Returns the card named by the text of a sticker, like "8H/1" or "JK/1#2"."""


def labels_of(pack: Pack) -> list[Card]:
    """Return the sticker of every card: deck by deck, suits in the order of sorted hands, jokers
    last.
    """
    suits = (*SUIT_ORDER, None)
    return sorted(stickers(pack), key=lambda card: (card.deck or 0, suits.index(card.suit)))


_Hand = list[Card | None]
_Place = list[Card] | _Hand


@dataclass
class Hands:
    """The location of every card.

    `seats` has the cards of each seat, with None for the gap of a played card. `pile` starts at the
    bottom; the last card of `stock` is its top; `drawn` is each seat's last draw. `lot` decides how
    cards are mixed at this moment.
    """

    seats: list[_Hand] = field(default_factory=list)
    stock: list[Card] = field(default_factory=list)
    pile: list[Card] = field(default_factory=list)
    aside: list[Card] = field(default_factory=list)
    drawn: _Hand = field(default_factory=list)
    lot: str = field(default="", compare=False)

    def reseat(self, before: Sequence[str], after: Sequence[str]) -> None:
        """Move the hands with players who change seats; a new player has none yet."""
        if before == after:
            return
        seats, drawn = self.seats, self.drawn
        came_from = [before.index(name) if name in before else None for name in after]
        self.seats = [[] if seat is None else seats[seat] for seat in came_from]
        self.drawn = [None if seat is None else drawn[seat] for seat in came_from]

    def place(
        self, seat: int, called: Sequence[Card], lying: Sequence[Card], *, under_top: bool
    ) -> None:
        """Move cards from a seat's hand to the pile; a shield goes `under_top`
        (docs/reference/rules.md 3.3).

        `called` are the cards as far as the game knows them, `lying` those already on the pile.
        """
        laid = {}
        for place in sorted(range(len(called)), key=lambda at: -len(called[at].sticker)):
            laid[place] = self._given(seat, called[place], called, lying)
        at = max(len(self.pile) - 1, 0) if under_top else len(self.pile)
        self.pile[at:at] = [laid[place] for place in range(len(called))]

    def _given(
        self, seat: int, wanted: Card, called: Sequence[Card], lying: Sequence[Card]
    ) -> Card:
        """Take from the hand a card that may be `wanted`, leaving a gap, and return it.

        The player may scan any card of the deck. A card from elsewhere is exchanged for one of the
        hand, so that every hand keeps the number of cards that the box counts.
        """
        hand = self.seats[seat]
        others = [
            held
            for held in hand
            if held is not None and not any(_is(held, face) for face in called)
        ]
        where, at = self._find(wanted, [hand, self.stock, self.aside, *self.seats], lying, set())
        card = where[at]
        if card is None:
            raise CardError(f"{wanted.sticker} is neither in a hand nor in the stock")
        if where is not hand:
            if not others:
                raise CardError(f"seat {seat + 1} holds no card to play as {wanted.sticker}")
            swapped = self._mixed(others, wanted.sticker)[0]
            where[at] = swapped
            at = hand.index(swapped)
        hand[at] = None
        return card

    def _find(
        self, wanted: Card, places: Sequence[_Place], lying: Sequence[Card], tried: set[int]
    ) -> tuple[_Place, int]:
        """Return the location of a card that may be the `wanted` one and is not on the pile.

        A card entered only by its rank may have been any of that rank; if its suit is played now,
        the earlier card was a different one.
        """
        for place in places:
            for at, card in enumerate(place):
                if card is not None and _is(card, wanted):
                    return place, at
        for at, called in enumerate(lying):
            if at not in tried and _is(self.pile[at], wanted):
                tried.add(at)
                place, other = self._find(called, places, lying, tried)
                card = place[other]
                if card is not None:
                    place[other], self.pile[at] = self.pile[at], card
                    return place, other
        nowhere: list[Card | None] = [None]
        return nowhere, 0

    def settle(self, after: CardCounts) -> None:
        """Move cards until all counts match the state: return, set aside, reshuffle, draw."""
        self._give_up(after)
        kept = len(after.lying)
        rest = self.pile[: len(self.pile) - kept]
        if len(self.pile) < kept:
            raise CardError(f"{kept} cards lie on the pile, but only {len(self.pile)} were played")
        del self.pile[: len(rest)]
        if not kept:
            self.aside += rest
            rest = []
            if not after.has_stock:
                self._close_up()
        spare = len(self.aside) - after.aside if after.has_stock else 0
        if spare < 0:
            raise CardError(
                f"{after.aside} cards are aside, but only {len(self.aside)} were set aside"
            )
        if rest or spare:
            self.stock[:0] = self._mixed(rest + self.aside[:spare])
            del self.aside[:spare]
        self._draw(after)
        if after.has_stock and len(self.stock) != after.stock:
            raise CardError(f"{len(self.stock)} cards are left in the stock, not {after.stock}")

    def _give_up(self, after: CardCounts) -> None:
        """Set aside the hands of players who are out, and return a card drawn by mistake."""
        for seat, count in enumerate(after.held):
            hand = self.seats[seat]
            held = [card for card in hand if card is not None]
            if count == 0:
                self.aside += held
                hand.clear()
            while 0 < count < len(held):
                last = self.drawn[seat]
                back = last if last in held else held[-1]
                held.remove(back)
                hand[hand.index(back)] = None
                self.stock = [*self.stock[:1], *self._mixed([*self.stock[1:], back])]

    def _close_up(self) -> None:
        """Remove the gaps of a taken trick, because there is no drawing in a trick game."""
        for hand in self.seats:
            hand[:] = [card for card in hand if card is not None]

    def _draw(self, after: CardCounts) -> None:
        for seat, count in enumerate(after.held):
            hand = self.seats[seat]
            for _ in range(count - sum(card is not None for card in hand)):
                card = _top(self.stock)
                self.drawn[seat] = card
                if None in hand:
                    hand[hand.index(None)] = card
                else:
                    hand.append(card)

    def _mixed(self, cards: list[Card], what: str = "") -> list[Card]:
        return _shuffled(f"{self.lot} {what}", cards)


class SimulatedPack:
    """The simulated pack, which follows each game and derives the hands of its newest moment."""

    def __init__(self) -> None:
        self._game: tuple[str, Pack, Card | None] = ("", Pack(), None)
        self._moments: list[HistoryEntry] = []
        self._hands: list[Hands] = []

    def follow(self, seed: str, pack: Pack, moments: Sequence[HistoryEntry]) -> Hands:
        """Return the hands after `moments`, oldest first; only new moments are computed.

        Raises:
            CardError: one of the moments is impossible with this deck.
        """
        last = _last_card(moments)
        if (seed, pack, last) != self._game:
            self._game = (seed, pack, last)
            self._moments.clear()
            self._hands.clear()
        known = first_other(self._moments, moments)
        del self._moments[known:], self._hands[known:]
        for moment in moments[known:]:
            self._hands.append(self._after(moment))
            self._moments.append(moment)
        return self._hands[-1] if self._hands else Hands()

    def _after(self, moment: HistoryEntry) -> Hands:
        before = self._moments[-1].state if self._moments else None
        if before is None or before.deal_number != moment.state.deal_number:
            return self._dealt(moment.state)
        cards = deepcopy(self._hands[-1])
        cards.lot = f"{self._game[0]} {len(self._moments)}"
        cards.reseat(_names(before), _names(moment.state))
        passed = cards_passed(moment)
        if passed:
            lying = _counts(before).lying
            cards.place(_seat_of(moment, before), passed, lying, under_top=before.phase == "shield")
        cards.settle(_counts(moment.state))
        return cards

    def _dealt(self, state: State) -> Hands:
        """Return a new deal: shuffle everything, turn the up-card, deal the number of cards in the
        state.
        """
        after = _counts(state)
        deck = labels_of(self._game[1])
        stock = _shuffled(f"{self._game[0]} hand {state.deal_number}", deck)
        pile = [_take(stock, card) for card in after.lying]
        if last := self._game[2]:
            stock.insert(0, _take(stock, last))
        seats: list[_Hand] = []
        for count in after.held:
            hand = [_top(stock) for _ in range(count)]
            if not after.has_stock or len(hand) >= _SORTED_FROM:
                hand.sort(key=deck.index)
            seats.append([*hand])
        aside = [_top(stock) for _ in range(after.aside if after.has_stock else len(stock))]
        if len(stock) != after.stock:
            raise CardError(
                f"a pack of {len(deck)} cards leaves {len(stock)} in the stock, not {after.stock}"
            )
        return Hands(seats, stock, pile, aside, [None] * len(seats))


def _last_card(moments: Sequence[HistoryEntry]) -> Card | None:
    """Return the card that the house rule `last_card` puts at the bottom of the stock, if any."""
    command = moments[0].command if moments else None
    card = command.house.get("last_card") if isinstance(command, New) else None
    return parse_card(card) if isinstance(card, str) else None


def _counts(state: State) -> CardCounts:
    if state.card_counts is None:
        raise CardError("nobody holds cards in a game of which only the points are kept")
    return state.card_counts


def _seat_of(moment: HistoryEntry, before: State) -> int:
    """Return the seat of the player of a card; the box may learn only with it who leads."""
    if before.lit is not None:
        return before.lit
    names = (event.player for event in moment.events if isinstance(event, TrickCardPlayed))
    return before.seat_of(next(names, "")) or 0


def _names(state: State) -> list[str]:
    return [player.name for player in state.players]


def cards_passed(moment: HistoryEntry) -> tuple[Card, ...]:
    """Return the cards that a command put on the table.

    The state does not always show them: a trick may be taken immediately, and a reshuffle may cover
    a set.
    """
    for event in moment.events:
        if isinstance(event, Shielded | TrickCardPlayed):
            return (read_sticker(event.card),)
        if isinstance(event, Played):
            return _counts(moment.state).called
    return ()


def _is(card: Card, known: Card) -> bool:
    """Return whether `card` may be the one that the game has `known` as far as it was named."""
    return (
        card.rank == known.rank
        and known.suit in {None, card.suit}
        and known.deck in {None, card.deck}
        and known.number in {None, card.number}
    )


def _take(cards: list[Card], known: Card) -> Card:
    for at, card in enumerate(cards):
        if _is(card, known):
            return cards.pop(at)
    raise CardError(f"{known.sticker} is not in this deck")


def _top(stock: list[Card]) -> Card:
    if not stock:
        raise CardError("more cards are held than the deck has")
    return stock.pop()


def _shuffled(text: str, cards: list[Card]) -> list[Card]:
    """Return the shuffled cards; the same text always gives the same order, because `Random` is
    stable.
    """
    mixed = list(cards)
    random.Random(text).shuffle(mixed)  # noqa: S311 - for a game, not a secret
    return mixed
