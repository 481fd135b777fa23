"""Possible discrepancies between table and box in a trick game, and their probabilities.

Players do not call a total in these games. They know who acts next, and how many cards the trick
has.

The numbers are assumptions. They started from the fault rates of `make disagree`
(docs/disagreement.md) and were tuned on the training seeds of that simulation. None was measured at
a real table.
"""

import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import cast

from companion.core.cards import SUITS, parse_card
from companion.core.commands import Play, Step
from companion.core.disagreement import Candidate, Observed, card_edits
from companion.core.events import Cause
from companion.core.family import HistoryEntry
from companion.core.seats import State
from companion.games.tricks.state import TrickState
from companion.games.tricks.variant import TrickRules

WEIGHTS: Mapping[Cause, float] = {
    "card-missed": 0.55,
    "card-twice": 0.12,
    "other-card": 0.2,
    "order": 0.2,
}
"""The probability of each cause where it is possible.

This is its share of all faults. Faults that mostly have no consequence weigh more: two cards in the
wrong order, or another card.
"""

SLIP = 0.045
"""The probability that the box is right and the players are wrong about who acts next."""


class TrickFaults:
    """The candidate corrections of a trick game, entry by entry."""

    two_things = False

    def __init__(self, rules: TrickRules, counted: Sequence[HistoryEntry], seen: Observed) -> None:
        self.rules, self.counted, self.seen = rules, counted, seen

    def candidates(self, place: int, state: TrickState) -> Iterator[Candidate]:
        """Yield the edits before the entry at `place`, and of that entry;
        `state` is the state before it.
        """
        if state.phase != "play":
            return
        *_, last = (entry.state for entry in self.counted if entry.state.deal_number == state.round)
        played = cast("TrickState", last).played
        unseen = [card for card in self.rules.pack.cards() if card not in played]
        suits = {suit: follows(self.rules, state, suit) for suit in SUITS}
        whole = sum(suits[card.suit or ""] for card in unseen) or 1.0
        likeliest = sorted(unseen, key=lambda card: -suits[card.suit or ""])
        cards = [(card, 1.0 / whole) for card in likeliest]
        yield from card_edits(self.counted, place, state, WEIGHTS, cards, len(state.players) - 1)

    def likely(self, _place: int, state: TrickState, command: Step) -> float:
        """Return how many times likelier than by chance a player plays that card."""
        if not isinstance(command, Play):
            return 1.0
        return follows(self.rules, state, parse_card(command.all_cards[0]).suit)

    def slip(self, state: State) -> float:
        """Return the probability that the players are wrong about who acts next,
        if `state` is right.
        """
        return (
            SLIP
            if state.lit is not None and self.seen.trick in {None, state.cards_in_trick}
            else 0.0
        )

    def same(self, state: State) -> Hashable:
        """Return the part of the state that determines the rest of the game,
        which is the whole state.
        """
        return state

    def alike(self, state: State) -> Hashable:
        """Return the parts of the state that players can see;
        a trick's cost follows from its cards.
        """
        return state.turn, state.phase, state.cards_in_trick


def follows(rules: TrickRules, state: TrickState, suit: str | None) -> float:
    """Return how many times likelier than by chance the player to act plays a card of `suit`.

    A player who can follow suit does so. Each unseen card is equally likely to be in a hand.
    """
    if state.led is None or state.turn is None:
        return 1.0
    unseen = rules.pack.size - len(state.played)
    removed = sum(card.suit == state.led for card in rules.pack.removed)
    gone = removed + sum(card.suit == state.led for card in state.played)
    of_suit = len(rules.pack.ranks) - gone
    others = unseen - of_suit
    if state.void_in(state.turn, state.led) is not None:
        void = 1.0
    else:
        hand = min(state.players[state.turn].cards, unseen)
        void = math.comb(others, hand) / math.comb(unseen, hand)
    share, of = (1.0 - void, of_suit) if suit == state.led else (void, others)
    return share * unseen / of if of else 0.0
