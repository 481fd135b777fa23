"""A true trick game: players with real hands who follow suit and otherwise play any card."""

import random
from collections import Counter
from collections.abc import Hashable

from companion.core.cards import Card
from companion.core.commands import Deal, New, Play
from companion.core.family import HistoryEntry, Variant
from companion.games.tricks.state import TrickState
from companion.games.tricks.variant import TrickRules
from tests.disagree.truth import Done
from tests.drivers.game import NAMES, GameDriver


class TrueTricks:
    """Makes random legal plays from real hands; `done` is the list of plays.

    Args:
        variant: the game.
        count: the players.
        chance: the source of randomness.
    """

    def __init__(self, variant: Variant, count: int, chance: random.Random) -> None:
        self.chance = chance
        self.names = NAMES[:count]
        self.new = New(variant=variant.name, players=self.names)
        self.game = GameDriver()
        self.game.obey(self.new)
        rules = self.game.rules
        assert isinstance(rules, TrickRules)
        self.rules = rules
        self.done: list[Done] = []
        self._shuffle()

    @property
    def state(self) -> TrickState:
        return self.game.tricks

    @property
    def moments(self) -> list[HistoryEntry]:
        return self.game.history.moments

    def unseen(self) -> list[Card]:
        """Return the cards that have not been played yet."""
        return [card for hand in self.hands for card in hand]

    def next(self) -> Done | None:
        """Let the player to act do something; return None when the game is over."""
        state = self.state
        if state.phase == "game-over":
            return None
        if state.phase == "round-over":
            self._shuffle()
            return self._do(Deal())
        seat = state.turn
        assert seat is not None
        hand, bound = self.hands[seat], None
        if state.led is not None:
            fitting = [card for card in hand if card.suit == state.led]
        else:
            bound = None if state.broken else self.rules.round(state.round).restricted
            fitting = [card for card in hand if card.suit != bound]
        card = self.chance.choice(fitting or hand)
        hand.remove(card)
        return self._do(Play(card=str(card), only_suit=bound is not None and card.suit == bound))

    def _do(self, command: Deal | Play) -> Done:
        self.game.obey(command)
        self.done.append(Done(command))
        return self.done[-1]

    def _shuffle(self) -> None:
        cards = list(self.rules.pack.cards())
        self.chance.shuffle(cards)
        self.hands = [cards[seat :: len(self.names)] for seat in range(len(self.names))]


def trick_fingerprint(state: TrickState) -> Hashable:
    """Return everything in a state that players know or that decides the game, but not the order of
    tricks.
    """
    return (
        state.phase,
        state.round,
        state.turn,
        state.trick,
        frozenset(Counter(state.played).items()),
        state.broken,
        frozenset((void.seat, void.suit) for void in state.voids),
        state.players,
    )
