"""The bundled trick games according to docs/reference/rules.md, for independent checks."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

SUITS = "CDHS"
FROM_TWO = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
FROM_SEVEN = FROM_TWO[5:]
BLACK_SEVENS = "7C 7S"


class Law(NamedTuple):
    """One game. Ranks are lowest first; rounds count from 1.

    `cards` is the size of a hand, for each number of players. `cost` is the cost of a trick: given
    the round, its cards, whether it is the first and whether it is the last of the round. `ends`
    are the cards after whose trick a round ends early. `things` are the points of each cost in a
    round with this number of tricks, and `due` is their sum.
    """

    name: str
    ranks: list[str]
    cards: dict[int, int]
    removed: dict[int, str]
    restricted: Callable[[int], str | None]
    ends: Callable[[int], set[str]]
    cost: Callable[[int, Sequence[str], bool, bool], int]
    things: Callable[[int, int], list[int]]
    due: Callable[[int, int], int]
    sweep: int
    rounds: int | None
    until: int | None

    def deck(self, players: int) -> list[str]:
        """Return the cards that are dealt to `players` players."""
        removed = self.removed.get(players, "").split()
        return [rank + suit for suit in SUITS for rank in self.ranks if rank + suit not in removed]

    def is_over(self, rounds: int, points: Sequence[int]) -> bool:
        """Return whether the game is over after `rounds` rounds with these points."""
        return rounds == self.rounds or (self.until is not None and max(points) >= self.until)


def _spaghetti_cost(number: int, cards: Sequence[str], _first: bool, last: bool) -> int:
    points = 0
    for card in cards:
        if card[-1] == "H" and number in {2, 6}:
            points += 10
        if card[0] == "Q" and number in {3, 6}:
            points += 25
        if card == "KS" and number in {4, 6}:
            points += 100
    if number in {1, 6}:
        points += 10
    if last and number in {5, 6}:
        points += 100
    return points


def _spaghetti_things(number: int, tricks: int) -> list[int]:
    each = {1: [10] * tricks, 2: [10] * 13, 3: [25] * 4, 4: [100], 5: [100]}
    return each[number] if number < 6 else [thing for things in each.values() for thing in things]


SPAGHETTI = Law(
    name="arizona-spaghetti",
    ranks=FROM_TWO,
    cards={3: 17, 4: 13, 5: 10, 6: 8, 7: 7, 8: 6},
    removed={3: "2C", 5: "2C 2D", 6: "2C 3C 2D 3D", 7: "2C 3C 2D", 8: "2C 3C 2D 3D"},
    restricted={2: "H", 4: "S", 6: "H"}.get,
    ends=lambda number: {
        2: {rank + "H" for rank in FROM_TWO},
        3: {"QC", "QD", "QH", "QS"},
        4: {"KS"},
    }.get(number, set()),
    cost=_spaghetti_cost,
    things=_spaghetti_things,
    due=lambda number, tricks: [10 * tricks, 130, 100, 100, 100, 10 * tricks + 430][number - 1],
    sweep=0,
    rounds=6,
    until=None,
)

SLOBBERHANNES = Law(
    name="slobberhannes",
    ranks=FROM_SEVEN,
    cards={3: 10, 4: 8, 5: 6, 6: 5},
    removed={3: BLACK_SEVENS, 5: BLACK_SEVENS, 6: BLACK_SEVENS},
    restricted=lambda _number: None,
    ends=lambda _number: set(),
    cost=lambda _number, cards, first, last: int(first) + int(last) + int("QC" in cards),
    things=lambda _number, _tricks: [1, 1, 1],
    due=lambda _number, _tricks: 3,
    sweep=1,
    rounds=None,
    until=10,
)

POLIGNAC = Law(
    name="polignac",
    ranks=FROM_SEVEN,
    cards={4: 8, 5: 6, 6: 5},
    removed={5: BLACK_SEVENS, 6: BLACK_SEVENS},
    restricted=lambda _number: None,
    ends=lambda _number: set(),
    cost=lambda _number, cards, _first, _last: sum(
        {"JC": 1, "JD": 1, "JH": 1, "JS": 2}.get(card, 0) for card in cards
    ),
    things=lambda _number, _tricks: [1, 1, 1, 2],
    due=lambda _number, _tricks: 5,
    sweep=0,
    rounds=None,
    until=10,
)

LAWS = (SPAGHETTI, SLOBBERHANNES, POLIGNAC)
