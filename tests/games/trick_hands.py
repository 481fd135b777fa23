"""Players of a trick game with real hands, of which the companion sees only the cards played.

The points of a round are computed here from the cards alone. The engine receives each card, and
must refuse what the record of the hands says it must refuse.
"""

import random
from collections.abc import Sequence
from typing import NamedTuple

from companion.core.commands import New, Play, Score
from companion.games.tricks.state import TrickState
from tests.drivers.game import NAMES, GameDriver
from tests.games.trick_laws import Law


class Habits(NamedTuple):
    """The probabilities, from 0 to 1, of entering only a round's points, ignoring suits, and
    undoing cards.
    """

    quick: float = 0.0
    careless: float = 0.0
    undo: float = 0.0


class Round:
    """One round: the hands, every card played, and the consequences.

    `laid` has the seat, the card, whether it was led as the only suit left, and whether it was an
    accepted revoke. `tricks` are those taken, with the player and the cards. `voids` has, for a
    seat and a suit, the trick in which the void was shown. `points` are those entered if no card
    was.
    """

    def __init__(self, law: Law, number: int, hands: Sequence[Sequence[str]], leader: int) -> None:
        self.law, self.number, self.dealt, self.leader = law, number, hands, leader
        self.hands = [list(hand) for hand in hands]
        self.restricted, self.ends = law.restricted(number), law.ends(number)
        self.turn = leader
        self.laid: list[tuple[int, str, bool, bool]] = []
        self.trick: list[tuple[int, str]] = []
        self.tricks: list[tuple[int, list[str]]] = []
        self.voids: dict[tuple[int, str], int] = {}
        self.broken = False
        self.missing = set(self.ends)
        self.points: list[int] | None = None

    @property
    def is_over(self) -> bool:
        """Return whether all cards, or those that end the round, are played and taken."""
        if self.points is not None:
            return True
        played_out = not any(self.hands) or (bool(self.ends) and not self.missing)
        return not self.trick and bool(self.laid) and played_out

    def is_restricted(self, card: str) -> bool:
        """Return whether the card may not be led now."""
        return not self.trick and not self.broken and card[-1] == self.restricted

    def shown_void(self, card: str) -> int | None:
        """Return the trick in which the player to act has shown a void in this card's suit."""
        return self.voids.get((self.turn, card[-1]))

    def is_free(self, card: str) -> bool:
        """Return whether no rule forbids the card."""
        return not self.is_restricted(card) and self.shown_void(card) is None

    def fitting(self) -> list[str]:
        """Return the cards that the player to act may play, or all if none follows suit or may be
        led.
        """
        hand = self.hands[self.turn]
        if self.trick:
            led = self.trick[0][1][-1]
            return [card for card in hand if card[-1] == led] or hand
        if self.restricted is None or self.broken:
            return hand
        return [card for card in hand if card[-1] != self.restricted] or hand

    def lay(self, card: str, only_suit: bool, revoke: bool) -> None:
        """Play a card of the player to act."""
        seat, suit, number = self.turn, card[-1], len(self.tricks) + 1
        self.laid.append((seat, card, only_suit, revoke))
        self.hands[seat].remove(card)
        self.missing.discard(card)
        if only_suit:
            for other in "CDHS".replace(suit, ""):
                self.voids.setdefault((seat, other), number)
        if self.trick and suit != self.trick[0][1][-1]:
            self.voids.setdefault((seat, self.trick[0][1][-1]), number)
            self.broken = self.broken or suit == self.restricted
        self.trick.append((seat, card))
        self.turn = (seat + 1) % len(self.hands)
        if len(self.trick) == len(self.hands):
            self._take()

    def _take(self) -> None:
        led = self.trick[0][1][-1]
        taker, highest = self.trick[0]
        for seat, card in self.trick:
            if card[-1] == led and self.law.ranks.index(card[:-1]) > self.law.ranks.index(
                highest[:-1]
            ):
                taker, highest = seat, card
        self.tricks.append((taker, [card for _, card in self.trick]))
        self.trick = []
        self.turn = taker

    def paid(self) -> list[int]:
        """Return each player's points for a finished round, without penalties."""
        if self.points is not None:
            return self.points
        paid = [0] * len(self.hands)
        for place, (taker, cards) in enumerate(self.tricks, start=1):
            paid[taker] += self.law.cost(self.number, cards, place == 1, place == len(self.tricks))
        assert sum(paid) == self.law.due(self.number, len(self.dealt[0]))
        return [each + (self.law.sweep if each == sum(paid) else 0) for each in paid]

    def revokes(self, seat: int) -> int:
        """Return the number of accepted revokes of a seat."""
        return sum(revoke for each, _, _, revoke in self.laid if each == seat)

    def without_last(self) -> "Round":
        """Return this round before its last card, or before its points were entered."""
        again = Round(self.law, self.number, self.dealt, self.leader)
        if self.points is None:
            for _, card, only_suit, revoke in self.laid[:-1]:
                again.lay(card, only_suit, revoke)
        return again


class Evening:
    """One game played to its end with real hands.

    Args:
        law: the rules of the game.
        players: how many.
        seed: the same seed deals and plays the same.
        habits: how often players do more than follow suit.
    """

    def __init__(self, law: Law, players: int, seed: int, habits: Habits) -> None:
        self.law, self.habits = law, habits
        self.random = random.Random(f"{law.name} {players} {seed}")  # noqa: S311  # games, not secrets
        self.penalty = self.random.choice([0, 5, 7, 100])
        self.dealer = self.random.randrange(players)
        self.names = NAMES[:players]
        self.rounds: list[Round] = []
        self.driver = GameDriver()
        house = {"revoke_penalty": self.penalty}
        dealer = self.names[self.dealer]
        self.driver.obey(New(variant=law.name, players=self.names, house=house, dealer=dealer))
        self.deal()

    @property
    def round(self) -> Round:
        return self.rounds[-1]

    @property
    def state(self) -> TrickState:
        return self.driver.tricks

    def chance(self, likely: float) -> bool:
        return likely > 0 and self.random.random() < likely

    def deal(self) -> None:
        """Shuffle and deal; sometimes one player gets all high cards, or a whole suit."""
        deck, players = self.law.deck(len(self.names)), len(self.names)
        self.random.shuffle(deck)
        if self.chance(0.02):
            deck.sort(key=lambda card: self.law.ranks.index(card[:-1]))
        elif self.chance(0.03):
            deck.sort(key=lambda card: card[-1])
        each = len(deck) // players
        hands = [deck[seat * each : (seat + 1) * each] for seat in range(players)]
        self.random.shuffle(hands)
        number = len(self.rounds) + 1
        self.rounds.append(Round(self.law, number, hands, (self.dealer + number) % players))

    def step(self) -> bool:
        """Do the next thing at the table; return False once the game is finally over."""
        if len(self.driver.game.moments) > 1 and self.chance(self.habits.undo):
            self.take_back()
        elif self.round.is_over:
            if self.state.phase == "game-over":
                return False
            self.driver.deal()
            self.deal()
        elif not self.round.laid and self.chance(self.habits.quick):
            self.score()
        else:
            self.play()
        return True

    def take_back(self) -> None:
        """Undo one command or several, often across the end of a round."""
        count = min(self.random.choice([1, 1, 2, 5, 30]), len(self.driver.game.moments) - 1)
        self.driver.undo(count)
        for _ in range(count):
            if self.round.laid or self.round.points is not None:
                self.rounds[-1] = self.round.without_last()
            else:
                self.rounds.pop()

    def score(self) -> None:
        """Enter the points of the round, sometimes after a first miscount."""
        things = self.law.things(self.round.number, len(self.round.dealt[0]))
        takers = self.random.sample(range(len(self.names)), self.random.randint(1, len(self.names)))
        points = [0] * len(self.names)
        for thing in things:
            points[self.random.choice(takers)] += thing
        points = [each + (self.law.sweep if each == sum(things) else 0) for each in points]
        named = {name: each for name, each in zip(self.names, points, strict=True) if each}
        if self.chance(0.5):
            name = self.random.choice(self.names)
            facts = {} if self.law.sweep else {"missing": 1}
            self.refused(Score(points={**named, name: named.get(name, 0) - 1}), "bad-sum", **facts)
        self.driver.score(**named)
        self.round.points = points

    def play(self) -> None:
        """Play a card of the player to act, after trying what must be refused."""
        now = self.round
        cards = now.hands[now.turn] if self.chance(self.habits.careless) else now.fitting()
        card = self.random.choice(cards)
        only_suit = now.is_restricted(card)
        if only_suit:
            self.refused(Play(card=card), "restricted-lead", suit=card[-1])
            others = [other for other in now.hands[now.turn] if other[-1] != card[-1]]
            if others and self.chance(0.5):
                card, only_suit = self.random.choice(others), False
        trick = now.shown_void(card)
        if trick is not None:
            self.refused(Play(card=card, only_suit=only_suit), "revoke", trick=trick, suit=card[-1])
            others = [other for other in now.hands[now.turn] if now.is_free(other)]
            if others and self.chance(0.5):
                card, only_suit, trick = self.random.choice(others), False, None
        self.driver.obey(Play(card=card, only_suit=only_suit, accept_revoke=trick is not None))
        now.lay(card, only_suit, trick is not None)

    def refused(self, command: Play | Score, code: str, **facts: object) -> None:
        """Require that the engine refuses the command for this reason and stays as it was."""
        refused = self.driver.refused(command)
        assert refused.code == code
        assert facts.items() <= refused.facts.items()
