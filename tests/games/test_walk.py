"""One play from every state of a table: the engine against the naive referee.

Totals run from -150 to the target, in both directions, with one to four plays owed and two to four
of four players in. Every card of the deck is tried with every choice and every player to name. Away
from all marks one total represents its neighbors, with fewer totals in variants whose cards do what
another variant's do. If the state differs in more than the total, one card represents all cards of
its rank with the same effect, and each direction, debt and number of players takes other totals.
With `DEPTH=full` no total represents another: this takes a quarter of an hour on one core.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

import pytest

from companion.core.commands import Play
from companion.errors import Illegal
from companion.games.adding import engine as adding
from companion.games.adding.rules import AddingRules, adding_rules_in_force
from companion.games.adding.state import AddingState, Player
from companion.games.adding.variant import AddingVariant
from companion.variants import load_variants
from tests.depth import FULL
from tests.games.naive import house as naive_house
from tests.games.naive.cards import effects_of, read_card
from tests.games.naive.playing import play
from tests.games.naive.refused import Refused
from tests.games.naive.table import Game, new_game
from tests.games.naive.tables import RANKS, SUITS, VARIANTS

NAMES = ["Ann", "Bo", "Cy", "Di"]
SEATS_IN = [(0, 1, 2, 3), (0, 1, 3), (0, 2)]
LOWEST = -150
STOCK = 30
NEAR = 11
"""The distance from a mark within which all totals are tried, or every fourth if more than the
total differs.
"""
DENSE, SPARSE = 20, 149
"""The step between the other totals."""

LATER_TURN = 6
"""A turn on which Ishihara's kings may be played."""

OBLIGING = {
    "6": {"add": 6, "oblige": 2},
    "7": {"add": 0, "reverse": True, "oblige": 1},
    "8": {"add": 3, "oblige": 2, "each_counts": False},
}

DECK = [rank + suit for rank in RANKS for suit in SUITS] + ["JK"]
SHELF = load_variants().variants
DIFFERENT_TABLES = [
    name
    for place, name in enumerate(VARIANTS)
    if all(VARIANTS[name]["table"] != each["table"] for each in list(VARIANTS.values())[:place])
]

Fields = dict[str, Any]
Outcome = tuple[Any, ...]


class Moment(NamedTuple):
    """A state in which Ann is to act at this total."""

    total: int
    clockwise: bool = True
    owed: int = 1
    seats_in: tuple[int, ...] = SEATS_IN[0]
    turns: int = LATER_TURN
    turned: bool = False
    each: bool = False


class Walk:
    """A variant under both referees, with jokers in the deck and optional house rules."""

    def __init__(self, variant: str, **house: Any) -> None:
        self.variant = variant
        house = {"jokers": 2, **house}
        shelved = SHELF[variant]
        assert isinstance(shelved, AddingVariant)
        self.real: AddingRules = adding_rules_in_force(shelved, house, len(NAMES))
        self.naive = naive_house.rules_in_force(variant, house, len(NAMES))
        self.kinds: dict[str, tuple[str, str]] = {}

    def every_total(self) -> range:
        return range(LOWEST, int(self.naive["target"]) + 1)

    def totals(self, step: int = SPARSE, first: int = 0, near: int = 4) -> Sequence[int]:
        """Return every `near`th total near a mark and every `step`th other one, from `first`; all
        of them with `DEPTH=full`.
        """
        if FULL:
            return self.every_total()
        return [
            total
            for total in self.every_total()
            if (total - first) % step == 0 or ((total - first) % near == 0 and self.is_near(total))
        ]

    def is_near(self, total: int) -> bool:
        """Return whether a card may lead from this total to the target, to a number that costs, or
        below the floor.
        """
        target, floor, exact = (self.naive[rule] for rule in ("target", "floor", "exact"))
        above_floor = NEAR if floor is None else total - floor
        return any(
            0 <= there < NEAR
            for there in (above_floor, *(mark - total for mark in (target, *exact)))
        )

    def agree(self, moment: Moment, plays: list[Fields]) -> None:
        """Require that both referees agree on each of these plays."""
        game, state = self.game(moment), self.state(moment)
        alike: dict[object, Outcome] = {}
        for fields in plays:
            key = self.same_for_naive(fields)
            expected = alike.get(key) or naive_step(game, fields)
            if key is not None:
                alike[key] = expected
            assert real_step(self.real, state, fields) == expected, (self.variant, moment, fields)

    def same_for_naive(self, fields: Fields) -> object:
        """Return what determines the naive outcome of a card on an empty pile: its rank and effect,
        not its suit.
        """
        text = fields.get("card")
        if text is None:
            return None
        if text not in self.kinds:
            card = read_card(text)
            self.kinds[text] = card[0], str(effects_of(card, self.naive))
        return self.kinds[text], fields.get("value"), fields.get("target")

    def game(self, moment: Moment) -> Game:
        game: Game = new_game(self.variant, NAMES, 3, self.naive)
        for seat, player in enumerate(game["players"]):
            player.update(
                {
                    "in": seat in moment.seats_in,
                    "cards": 3,
                    "turns": moment.turns,
                    "drew": False,
                    "missing": 0,
                }
            )
        game.update(
            phase="play", hand=1, total=moment.total, direction=1 if moment.clockwise else -1
        )
        game.update(
            pile=[], aside=0, stock=STOCK, turn=0, owed=moment.owed, debt=moment.owed, made=0
        )
        game.update(named=None, call=None, actor=None, pending=None, reversals=int(moment.turned))
        game.update(each=moment.each, reshuffled=False)
        return game

    def state(self, moment: Moment) -> AddingState:
        players = tuple(
            Player(name, seat in moment.seats_in, self.real.chips, 3, moment.turns)
            for seat, name in enumerate(NAMES)
        )
        return AddingState(
            phase="play",
            hand=1,
            dealer=3,
            players=players,
            total=moment.total,
            clockwise=moment.clockwise,
            turn=0,
            owed=moment.owed,
            debt=moment.owed,
            stock=STOCK,
            turned=moment.turned,
            each_counts=moment.each,
        )

    def plays(self, card: str) -> Iterator[Fields]:
        """Yield the card with each of its choices, an invalid one, and with and without each
        player.
        """
        (effect,) = effects_of(read_card(card), self.naive)
        values: list[int | None] = [None, 7]
        if effect["op"] == "add":
            values = [None, *effect["numbers"], 7]
        elif effect["choice"]:
            values = [None, -1, 0, 1, 50, self.naive["target"], self.naive["target"] + 1]
        named: list[str | None] = [None]
        if "knock_out" in effect or "choose_next" in effect:
            named = [None, *NAMES, "Zoë"]
        for value in values:
            for name in named:
                beside = {"value": value, "target": name}
                yield {"card": card} | {
                    key: each for key, each in beside.items() if each is not None
                }

    def sets(self, rank: str) -> Iterator[Fields]:
        """Yield sets of two and three of a rank, with and without a value and a player."""
        suits = ["CD", "HS", "SH", "SC", "SS", "DHS"] if rank in RANKS else ["", ""]
        for together in suits:
            cards = [rank + suit for suit in together] or [rank, rank]
            for value in (None, 1, 11, -10, 50):
                yield {"cards": cards} | ({} if value is None else {"value": value})
            yield {"cards": cards, "target": "Cy"}

    def one_of_each(self) -> list[str]:
        """Return one card for each effect that the cards of a rank have."""
        chosen: dict[str, str] = {}
        for card in DECK:
            rank = read_card(card)[0]
            chosen.setdefault(f"{rank} {effects_of(read_card(card), self.naive)}", card)
        return list(chosen.values())


def naive_step(before: Game, fields: Fields) -> Outcome:
    """Return the naive outcome of a play, without changing `before`."""
    game: Game = {**before, "pile": [], "players": [dict(player) for player in before["players"]]}
    try:
        play(game, fields)
    except Refused as refused:
        return refused.code, refused.beside.get("options"), refused.beside.get("total")
    held = tuple(player["cards"] for player in game["players"])
    who = (game["turn"], game["named"], game["winner"], tuple(game["losers"]))
    clockwise = game["direction"] == 1
    return (
        game["phase"],
        game["total"],
        clockwise,
        game["owed"],
        who,
        game["stock"],
        game["pot"],
        held,
    )


def real_step(rules: AddingRules, before: AddingState, fields: Fields) -> Outcome:
    """Return the engine's outcome of a play, in the same terms."""
    try:
        after, _ = adding.step(rules, before, Play(**fields))
    except Illegal as refused:
        return refused.code, refused.facts.get("options"), refused.facts.get("total")
    held = tuple(player.cards for player in after.players)
    who = (after.turn, after.named, after.winner, after.losers)
    return after.phase, after.total, after.clockwise, after.owed, who, after.stock, after.pot, held


@pytest.mark.parametrize("variant", VARIANTS)
def test_referees_agree_on_every_card_from_every_total(variant: str) -> None:
    walk = Walk(variant)
    plays = [fields for card in DECK for fields in walk.plays(card)]
    for total in walk.totals(DENSE if variant in DIFFERENT_TABLES else SPARSE, near=1):
        walk.agree(Moment(total), plays)


@pytest.mark.parametrize("variant", VARIANTS)
def test_referees_agree_in_both_directions_with_debts_and_players_out(variant: str) -> None:
    walk = Walk(variant)
    cards = DECK if FULL else walk.one_of_each()
    plays = [fields for card in cards for fields in walk.plays(card)]
    beside_the_total = product((True, False), (1, 2, 3, 4), SEATS_IN)
    for number, (clockwise, owed, seats_in) in enumerate(beside_the_total):
        for total in walk.totals(first=number):
            walk.agree(Moment(total, clockwise, owed, seats_in), plays)


@pytest.mark.parametrize(
    "house",
    [
        {"two_player_reverse": "again", "floor": 0},
        {"over": "bust", "bust": "chip, play on", "chips": 1},
        {"over": "bust", "bust": "chip, new pile", "chips": 2, "debt_passes": "full"},
        {"over": "bust", "bust": "chip, new hand", "chips": 1, "honor": True},
        {"over": "bust", "bust": "lose", "exact": {"69": "reset", "88": "chip"}},
        {"over": "bust", "bust": "out", "target": 60, "floor": -20},
    ],
    ids=str,
)
@pytest.mark.parametrize("variant", DIFFERENT_TABLES)
def test_referees_agree_on_house_rules_around_the_target(variant: str, house: Fields) -> None:
    walk = Walk(variant, **house)
    plays = [fields for card in walk.one_of_each() for fields in walk.plays(card)]
    for number, (owed, seats_in) in enumerate(product((1, 3), SEATS_IN[1:])):
        for total in walk.totals(first=number):
            walk.agree(Moment(total, total // 4 % 2 == 0, owed, seats_in), plays)


@pytest.mark.parametrize("variant", DIFFERENT_TABLES)
def test_referees_agree_on_sets_of_every_rank(variant: str) -> None:
    walk = Walk(variant, sets=True)
    plays = [fields for rank in [*RANKS, "JK"] for fields in walk.sets(rank)]
    for owed in (1, 2):
        for total in walk.totals(first=owed):
            walk.agree(Moment(total, owed=owed, seats_in=SEATS_IN[total % len(SEATS_IN)]), plays)


@pytest.mark.parametrize("variant", ["ninety-nine", "arizona-ninety-eight", "ninety-eight-umass"])
def test_referees_agree_on_debts_after_reversals_in_the_same_turn(variant: str) -> None:
    walk = Walk(variant, cards=OBLIGING, two_player_reverse="again")
    plays = [fields for card in walk.one_of_each() for fields in walk.plays(card)]
    moments = product((1, 2, 4), SEATS_IN[1:], (False, True))
    for number, (owed, seats_in, turned) in enumerate(moments):
        each = owed > 1 and number % 2 == 0
        for total in walk.totals(first=number):
            walk.agree(Moment(total, owed=owed, seats_in=seats_in, turned=turned, each=each), plays)


@pytest.mark.parametrize("turns", range(1, 9))
def test_referees_agree_on_kings_in_each_turn_of_a_player(turns: int) -> None:
    walk = Walk("ninety-nine-ishihara")
    for total in walk.every_total():
        walk.agree(Moment(total, turns=turns), [{"card": "KH"}, {"card": "QH"}])


def test_referees_agree_on_every_value_of_a_black_ace() -> None:
    walk = Walk("one-hundred")
    plays = [{"card": card, "value": value} for card in ("AS", "AC") for value in range(-2, 103)]
    for total in (LOWEST, 0, 50, 100):
        walk.agree(Moment(total), plays)
