"""A true game: players with real hands from a real pack, and a referee who sees everything."""

import random
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from companion.core.cards import JOKER, Card
from companion.core.commands import Accept, Bust, Deal, New, Play, Shield, Step
from companion.core.events import Eliminated, Event, PileStarted, Reshuffled
from companion.core.family import HistoryEntry, Variant
from companion.core.refusals import ChoiceNeeded, TargetNeeded
from companion.errors import Illegal
from companion.games.adding.effects import is_plain
from companion.games.adding.evaluate import playable
from companion.games.adding.rules import AddingRules, adding_rules_in_force
from companion.games.adding.state import AddingState
from tests.drivers.game import NAMES, GameDriver

SETS = 0.5
"""How often a player who holds a legal set plays it."""


class Done(NamedTuple):
    """A player's deed: the command, and the chosen value."""

    command: Step
    value: int | None = None


class TrueGame:
    """Makes random legal plays from real hands; `done` is the list of plays.

    Args:
        variant: the game.
        count: the players.
        chance: the source of randomness.
        reads_suits: cards are named with their suits, as a scanner names them.
    """

    def __init__(
        self, variant: Variant, count: int, chance: random.Random, *, reads_suits: bool
    ) -> None:
        self.chance, self.reads_suits = chance, reads_suits
        self.names = NAMES[:count]
        rules = adding_rules_in_force(variant, {}, count)  # type: ignore[arg-type]  # adding variants only
        self.rules: AddingRules = rules
        pack = rules.pack
        self.cards = [
            replace(card, deck=deck if pack.decks > 1 else None)
            for deck in range(1, pack.decks + 1)
            for card in (*pack.cards(), *[Card(JOKER)] * pack.jokers)
        ]
        self.game = GameDriver()
        self.done: list[Done] = []
        self.new = New(variant=variant.name, players=self.names)
        self._shuffle()
        if rules.up_card != "none":
            plain = next(
                card
                for card in self.stock
                if not card.is_joker and is_plain(rules.ways(card), card.rank, down=False)
            )
            self.stock.remove(plain)
            self.pile.append(plain)
            self.new = replace(self.new, up_card=self.text(plain))
        self._follow(self.game.obey(self.new))

    @property
    def state(self) -> AddingState:
        return self.game.adding

    @property
    def moments(self) -> list[HistoryEntry]:
        return self.game.history.moments

    def text(self, card: Card) -> str:
        """Return the text that is entered for a card: its rank if that is enough, else the card."""
        if not self.reads_suits and (card.rank, None) in self.rules.effects:
            return card.rank
        return str(card)

    def unseen(self) -> list[Card]:
        """Return the cards that have not been seen yet, in any order."""
        return [card for hand in self.hands for card in hand] + self.stock

    def next(self) -> Done | None:
        """Let the player to act do something; return None when the game is over."""
        state = self.state
        match state.phase:
            case "game-over":
                return None
            case "hand-over":
                self._shuffle()
                return self._do(Deal())
            case "shield":
                return self._do(*self._answer())
        seat = state.turn
        assert seat is not None
        hand = self.hands[seat]
        for cards in self._wishes(hand):
            if not all(playable(self.rules, state, seat, card) for card in cards):
                continue
            texts = tuple(self.text(card) for card in cards)
            play = Play(card=texts[0]) if len(cards) == 1 else Play(cards=texts)
            try:
                return self._do(self.answered(self.game, play), cards)
            except Illegal:
                continue
        if self.rules.over == "bust" and self.chance.random() < 0.5:
            for card in hand:
                try:
                    return self._do(self.answered(self.game, Play(card=self.text(card))))
                except Illegal:
                    continue
        return self._do(Bust())

    def answered(self, game: GameDriver, play: Play) -> Play:
        """Return the play with answers to all questions of the rules.

        Raises:
        Illegal: the play is refused.
        """
        while True:
            try:
                game.history.decide(play)
            except Illegal as illegal:
                match illegal.refusal:
                    case ChoiceNeeded(values):
                        play = replace(play, value=self.chance.choice(values))
                    case TargetNeeded(names):
                        play = replace(play, target=self.chance.choice(names))
                    case _:
                        raise
            else:
                return play

    def _wishes(self, hand: Sequence[Card]) -> list[tuple[Card, ...]]:
        singly: list[tuple[Card, ...]] = [(card,) for card in hand]
        self.chance.shuffle(singly)
        if not self.rules.sets or self.chance.random() > SETS:
            return singly
        of_rank: dict[str, list[Card]] = {}
        for card in hand:
            of_rank.setdefault(card.rank, []).append(card)
        return [tuple(cards) for cards in of_rank.values() if len(cards) > 1] + singly

    def _answer(self) -> tuple[Step, tuple[Card, ...]]:
        named = self.state.named
        assert named is not None
        for card in self.hands[named]:
            if any(way.shield for way in self.rules.ways(card) or ()):
                return Shield(card=self.text(card)), (card,)
        return Accept(), ()

    def _do(self, command: Step, cards: Sequence[Card] = ()) -> Done:
        seat = self.state.lit
        events = self.game.obey(command)
        call = self.state.call
        for card in cards:
            assert seat is not None
            self.hands[seat].remove(card)
        self.pile += cards
        self.done.append(Done(command, call.value if isinstance(command, Play) and call else None))
        self._follow(events)
        return self.done[-1]

    def _shuffle(self) -> None:
        self.hands: list[list[Card]] = [[] for _ in self.names]
        self.stock: list[Card] = list(self.cards)
        self.pile: list[Card] = []
        self.aside: list[Card] = []
        self.chance.shuffle(self.stock)

    def _follow(self, events: Sequence[Event]) -> None:
        """Move the cards as the referee has counted them."""
        state = self.state
        for event in events:
            match event:
                case Eliminated(name):
                    seat = self.names.index(name)
                    self.aside += self.hands[seat]
                    self.hands[seat] = []
                case PileStarted():
                    self.aside, self.pile = self.aside + self.pile, []
                case Reshuffled():
                    self.stock += self.pile[:-1] + self.aside
                    self.pile, self.aside = self.pile[-1:], []
                    self.chance.shuffle(self.stock)
        for seat, player in enumerate(state.players):
            while len(self.hands[seat]) < player.cards:
                self.hands[seat].append(self.stock.pop())
        assert len(self.stock) == state.stock
        assert len(self.pile) == len(state.pile)


def fingerprint(rules: AddingRules, state: AddingState, *, in_order: bool = False) -> Hashable:
    """Return everything in a state that players know or that decides the game, without suits that
    do not matter.
    """
    whole = rules.effects
    pile = [
        card.rank if (card.rank, None) in whole else f"{card.rank}{card.suit}"
        for card in state.pile
    ]
    return (
        state.total,
        state.turn,
        state.clockwise,
        state.owed,
        state.debt,
        state.pot,
        state.phase,
        state.hand,
        state.dealer,
        state.named,
        state.stock,
        tuple((one.chips, one.still_in, one.cards) for one in state.players),
        tuple(one.turns for one in state.players) if rules.first_turns_without else (),
        tuple(pile) if in_order else frozenset(Counter(pile).items()),
    )
