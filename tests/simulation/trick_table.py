"""A trick game whose players play the cards dealt by the pack outside the box."""

import random
from collections.abc import Iterator

from companion.core.cards import Card
from companion.simulation.pack import Hands, SimulatedPack, labels_of
from tests.drivers.game import TrickGame


class TrickTable(TrickGame):
    """A game of `players`; `luck` chooses among the cards that may be played."""

    def __init__(self, variant: str, players: int, seed: str = "a seed") -> None:
        super().__init__(variant, players)
        self.seed = seed
        self.luck = random.Random(seed)  # noqa: S311 - a game
        self._pack = SimulatedPack()

    @property
    def deck(self) -> list[Card]:
        return labels_of(self.rules.pack)

    @property
    def hands(self) -> Hands:
        """Return the current hands."""
        return self._pack.follow(self.seed, self.rules.pack, self.game.moments)

    @property
    def hand(self) -> list[Card]:
        """Return the cards in hand of the player to act."""
        assert self.state.turn is not None
        return [card for card in self.hands.seats[self.state.turn] if card is not None]

    def fitting(self) -> list[Card]:
        """Return the cards that the player to act may play, or all cards if there are none."""
        led, hand = self.state.led, self.hand
        restricted = None if self.state.broken else self.rules.round(self.state.round).restricted
        fit = [
            card
            for card in hand
            if (card.suit == led if led is not None else card.suit != restricted)
        ]
        return fit or hand

    def play_fitting(self) -> Card:
        """Let the player to act play a random card of those that fit."""
        card = self.luck.choice(self.fitting())
        self.only(face(card))
        return card

    def play_round(self) -> Iterator[tuple[Hands, int, Card]]:
        """Play the round to its end; yield the hands before each card, its player, and the card."""
        while self.state.phase == "play":
            before, seat = self.hands, self.state.turn
            assert seat is not None
            yield before, seat, self.play_fitting()


def face(card: Card) -> str:
    return card.rank + (card.suit or "")
