"""Seeded games with cards, long enough that every event occurs in one of them."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec

from companion.core.cards import RANKS, SUITS
from companion.core.commands import (
    Accept,
    Bust,
    ChangeSeat,
    Deal,
    Forget,
    Join,
    Leave,
    New,
    Play,
    Repair,
    Score,
    Set,
    Shield,
    Show,
    Step,
)
from companion.core.family import HistoryEntry, Rules
from companion.core.refusals import (
    BadHouseRule,
    BadPlayers,
    ChoiceNeeded,
    FirstTrick,
    RestrictedLead,
    Revoke,
    TargetNeeded,
)
from companion.errors import Illegal
from companion.games.adding.rules import AddingRules
from companion.games.adding.state import AddingState
from companion.games.adding.variant import AddingVariant
from companion.games.history import GameHistory
from companion.games.points.variant import PointsVariant
from companion.games.tricks.state import TrickState, round_now
from companion.games.tricks.variant import TrickRules
from companion.variants import load_variants
from tests.variants.shown_games import SHOWN

replace = msgspec.structs.replace

BUNDLED = load_variants().variants
VARIANTS = load_variants(extra=sorted(SHOWN.glob("*.toml"))).variants
"""The bundled games, and those that the tests show."""

PEOPLE = ("Ann", "Bo", "James", "Seat 3", "Cy", "Di")
LONGEST = 400
"""The maximum number of commands in a game."""

CARELESS = 0.08
"""The probability that a player of a trick game plays an illegal card."""

ALL_DEALT: dict[str, Any] = {"hand_size": 12, "target": 900, "chips": 9, "stock_out": "play on"}
HOUSES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("ninety-nine", {"exact": dict.fromkeys(map(str, range(10, 20)), "chip"), "chips": 3}),
    ("ninety-nine", ALL_DEALT | {"bust": "chip, play on", "cards": {"K": {"add": 0}}}),
    ("arizona-ninety-eight", ALL_DEALT | {"bust": "chip, play on", "cards": {"K": {"add": 0}}}),
    ("ninety-eight-umass", {"hand_size": 8, "stock_out": "play on", "target": 300}),
    ("ninety-nine", {"exact": {"69": "chip", "40": "reset"}, "chips": 3}),
    ("ninety-nine", {"exact": dict.fromkeys(map(str, range(10, 20)), "drink") | {"99": "reset"}}),
    (
        "ninety-nine",
        {"exact": dict.fromkeys(map(str, range(10, 20)), "point")},
    ),
    ("ninety-nine", {"bust": "chip, new pile", "chips": 2, "over": "bust"}),
    ("ninety-nine", {"bust": "chip, play on", "chips": 2, "honor": True}),
    ("ninety-nine", {"bust": "lose", "over": "bust", "hand_size": 1}),
    ("ninety-nine", {"stock_out": "reshuffle", "hand_size": 2, "target": 400, "floor": -5}),
    ("ninety-nine", {"stock_out": "play on", "hand_size": 6, "target": 400, "chips": 2}),
    (
        "ninety-nine",
        {"up_card": "apply", "cards": {"A": {"add": [1, 11]}, "2": {"set": {"from": 0, "to": 50}}}},
    ),
    (
        "ninety-nine",
        {"up_card": "plain", "cards": {"3": {"multiply": 2}, "8": {"add": 8, "skip": 1}}},
    ),
    (
        "ninety-nine",
        {"jokers": 2, "sets": True, "debt_passes": "full", "two_player_reverse": "again"},
    ),
    (
        "ninety-nine",
        {"cards": {"3": {"add": 3, "again": True}, "5": {"add": 0, "choose_next": True}}},
    ),
    (
        "arizona-ninety-eight",
        {"decks": 2, "cards": {"5": {"add": 5, "oblige": 2}, "A": {"multiply": 2}}},
    ),
    ("ninety-eight-umass", {"decks": 2, "sets": True, "hand_size": 5}),
    ("ninety-eight-umass", {"stock_out": "reshuffle", "bust": "chip, new hand", "chips": 2}),
    ("arizona-ninety-eight", ALL_DEALT | {"bust": "chip, play on", "last_card": "KS"}),
)
"""Games under house rules, for events that no bundled variant causes."""


ANN, BO, CY, DI, EVA, *_ = PEOPLE
COMINGS: tuple[tuple[str, tuple[Step | Repair, ...]], ...] = (
    (
        "ninety-nine",
        (
            Join(player=EVA, after=ANN, chips=3),
            Play(card="KH"),
            Leave(player=DI, chips="taken"),
            ChangeSeat(player=ANN, after=CY),
            Repair(back=0, steps=(Set(chips={BO: 6}, against=CY),), why="chip-not-paid"),
            Set(total=90, turn=CY, direction="counterclockwise"),
            Set(chips={BO: 1}, still_in={ANN: False}),
            Leave(player=BO, chips="shared"),
            Deal(),
        ),
    ),
    (
        "one-hundred",
        (
            Join(player=EVA, chips=1),
            Leave(player=EVA, chips="taken"),
            Play(card="KH"),
            Repair(back=1, steps=(), why="card-twice"),
            Set(still_in={EVA: True}),
            Leave(player=DI, chips="shared"),
            Set(still_in={ANN: False, BO: False, CY: False}),
        ),
    ),
    ("arizona-spaghetti", (ChangeSeat(player=ANN, after=BO),)),
)
"""Games in which players join, leave and change seats, and something is changed by hand or
corrected.
"""


class Game(NamedTuple):
    """A game as far as it was played; `moments` begins with the first deal."""

    rules: Rules
    moments: tuple[HistoryEntry, ...]


@cache
def games() -> tuple[Game, ...]:
    """Return the same games each time, in the same order."""
    return tuple(_games())


def _games() -> Iterator[Game]:
    for place, (name, variant) in enumerate(BUNDLED.items()):
        if isinstance(variant, PointsVariant):
            continue  # tests/words/points_told.py plays these
        fewest, most = variant.players
        for count in sorted({max(fewest, 2), 3, 4, min(most or 6, 6)}):
            if fewest <= count <= (most or count):
                yield _played(f"{place} {count}", name, count, {})
    for place, (name, house) in enumerate(HOUSES):
        for count in (2, 3, 4):
            yield _played(f"house {place} {count}", name, count, house)
    for name in ("arizona-spaghetti", "slobberhannes", "polignac"):
        yield _played(f"penalty {name}", name, 4, {"revoke_penalty": 7})
    for name, commands in COMINGS:
        game = GameHistory(VARIANTS, stickers=True)
        game.obey(New(variant=name, players=PEOPLE[:4]))
        for command in commands:
            game.obey(command)
        assert game.rules is not None
        yield Game(game.rules, tuple(game.moments))
    yield from _shown()


def _shown() -> Iterator[Game]:
    for name in ("hearts", "knaves"):
        yield _played(f"shown {name}", name, 3, {})
    for name, variant in VARIANTS.items():
        if name not in BUNDLED and isinstance(variant, AddingVariant):
            for count in (3, 4):
                yield _played(f"shown {name} {count}", name, count, {}, longest=60)


def _played(
    seed: str, variant: str, count: int, house: dict[str, Any], longest: int = LONGEST
) -> Game:
    luck = random.Random(seed)  # noqa: S311  # games, not secrets
    game = GameHistory(VARIANTS, stickers=True)
    _begin(luck, game, New(variant=variant, players=PEOPLE[:count], house=house))
    player: AddingPlayers | TrickPlayers = (
        AddingPlayers(luck, game)
        if isinstance(game.rules, AddingRules)
        else TrickPlayers(luck, game)
    )
    for _ in range(longest):
        if game.state is None or game.state.phase == "game-over":
            break
        player.act()
    assert game.rules is not None
    return Game(game.rules, tuple(game.moments))


def _begin(luck: random.Random, game: GameHistory, new: New) -> None:
    """Start the game, with a card turned up if these rules require one."""
    ups = [f"{rank}{suit}" for rank in RANKS for suit in SUITS]
    luck.shuffle(ups)
    for up in (None, *ups):
        try:
            game.obey(new if up is None else replace(new, up_card=up))
        except Illegal as illegal:
            match illegal.refusal:
                case ChoiceNeeded(values):
                    game.obey(replace(new, up_card=up, up_value=values[-1]))
                    return
                case BadHouseRule() | BadPlayers():
                    raise
            continue
        return


class AddingPlayers:
    """The players of an adding game: they play any card that they can, and make some mistakes."""

    def __init__(self, luck: random.Random, game: GameHistory) -> None:
        self.luck, self.game = luck, game

    @property
    def rules(self) -> AddingRules:
        assert isinstance(self.game.rules, AddingRules)
        return self.game.rules

    @property
    def state(self) -> AddingState:
        assert isinstance(self.game.state, AddingState)
        return self.game.state

    def act(self) -> None:
        match self.state.phase:
            case "hand-over":
                self._between_hands()
            case "shield":
                rank, suit = self.rules.shields[0]
                shield = Shield(card=rank + (suit or ""))
                _ = self._tries(shield if self.luck.random() < 0.5 else Accept()) or self._tries(
                    Accept()
                )
            case "play":
                self._on_a_turn()

    def _between_hands(self) -> None:
        if self.luck.random() < 0.05 and self._tries(Leave(player=self._somebody())):
            return
        if self._tries(Deal()):
            return
        while not self._tries(Deal(up_card=self._card())):
            pass

    def _on_a_turn(self) -> None:
        roll = self.luck.random()
        if roll < 0.04 and self._tries(Forget(player=self._somebody())):
            return
        if roll < 0.05 and self._tries(Leave(player=self._somebody())):
            return
        if roll < 0.09 and self.rules.shows and self._tries(self._show()):
            return
        if roll < 0.14 and self._tries(Bust()):
            return
        if roll < 0.35 and self.rules.sets and self._tries(self._set()):
            return
        if not any(self._tries(Play(card=self._card())) for _ in range(12)):
            self._tries(Bust())

    def _tries(self, command: Step) -> bool:
        """Try the command, answering what it leaves open; return whether the rules accept it."""
        try:
            self.game.obey(command)
        except Illegal as illegal:
            match illegal.refusal, command:
                case ChoiceNeeded(values), Play():
                    return self._tries(replace(command, value=self.luck.choice(list(values))))
                case TargetNeeded(names), Play():
                    return bool(names) and self._tries(
                        replace(command, target=self.luck.choice(names))
                    )
                case ChoiceNeeded(values), Deal():
                    return self._tries(replace(command, up_value=self.luck.choice(list(values))))
            return False
        return True

    def _show(self) -> Show:
        rank = self.luck.choice(list(self.rules.shows))
        return Show(
            player=self._somebody(), cards=tuple(rank + suit for suit in self.luck.sample(SUITS, 3))
        )

    def _set(self) -> Play:
        rank = self.luck.choice(RANKS)
        return Play(
            cards=tuple(
                rank + suit for suit in self.luck.sample(SUITS, self.luck.choice([2, 2, 3]))
            )
        )

    def _card(self) -> str:
        if self.rules.pack.jokers and self.luck.random() < 0.1:
            return f"JK#{self.luck.choice([1, 2])}"
        if self.rules.shields and self.luck.random() < 0.1:
            return "AS"
        card = self.luck.choice(RANKS) + self.luck.choice(SUITS)
        return card if self.rules.pack.decks == 1 else f"{card}/{self.luck.choice([1, 2])}"

    def _somebody(self) -> str:
        return self.luck.choice(self.state.players).name


class TrickPlayers:
    """The players of a trick game: they hold real hands, and sometimes forget to follow suit."""

    def __init__(self, luck: random.Random, game: GameHistory) -> None:
        self.luck, self.game = luck, game
        self.hands: dict[str, list[str]] = {}
        self._deal()

    @property
    def rules(self) -> TrickRules:
        assert isinstance(self.game.rules, TrickRules)
        return self.game.rules

    @property
    def state(self) -> TrickState:
        assert isinstance(self.game.state, TrickState)
        return self.game.state

    def act(self) -> None:
        if self.state.phase == "round-over":
            self.game.obey(next(iter(self.game.due())))
            self._deal()
            if self.luck.random() < 0.4:
                self.game.obey(Score(points=self._points()))
            return
        if self.state.opens is not None:
            self._lead_first(str(self.state.opens))
            return
        name = self.state.name_of(self.state.turn)
        assert name is not None
        hand = self.hands[name]
        follows = [card for card in hand if card[-1] == self.state.led]
        restricted = round_now(self.rules, self.state).restricted
        leads = [card for card in hand if card[-1] != restricted] or hand
        fitting = follows or (hand if self.state.led else leads)
        card = self.luck.choice(hand if self.luck.random() < CARELESS else fitting)
        hand.remove(card)
        play = Play(card=card)
        try:
            self.game.obey(play)
        except Illegal as illegal:
            match illegal.refusal:
                case Revoke():
                    self.game.obey(replace(play, accept_revoke=True))
                case RestrictedLead() | FirstTrick():
                    self.game.obey(replace(play, only_suit=True))
                case _:
                    raise

    def _lead_first(self, card: str) -> None:
        name = next(name for name, hand in self.hands.items() if card in hand)
        self.hands[name].remove(card)
        self.game.obey(Play(card=card, player=name))

    def _deal(self) -> None:
        cards = [str(card) for card in self.rules.pack.cards()]
        self.luck.shuffle(cards)
        names = [player.name for player in self.state.players]
        self.hands = {name: cards[seat :: len(names)] for seat, name in enumerate(names)}

    def _points(self) -> dict[str, int]:
        """Return the points of the round, for one player or in steps for several."""
        costs = round_now(self.rules, self.state)
        names = [player.name for player in self.state.players]
        if self.luck.random() < 0.3:
            return self._swept(self.luck.choice(names))
        points = dict.fromkeys(names, 0)
        for _ in range(costs.total // costs.step):
            points[self.luck.choice(names)] += costs.step
        if costs.total in points.values():
            points = self._swept(next(name for name, paid in points.items() if paid))
        return points

    def _swept(self, sweeper: str) -> dict[str, int]:
        """Return the points of a round in which one player takes everything."""
        costs = round_now(self.rules, self.state)
        points = {player.name: costs.others_pay for player in self.state.players}
        points[sweeper] = costs.total + costs.sweeper_pays
        return {name: paid for name, paid in points.items() if paid}
