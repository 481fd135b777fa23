"""Random games of a table's own: variant files that the checker accepts, for both referees."""

import random
from collections.abc import Callable
from functools import cache
from typing import Any

from companion.core.family import Variant
from companion.errors import VariantError
from companion.variants.reading import finish_variant, merge_content
from tests.games.naive.files import add_own_game
from tests.games.naive.tables import RANKS, SUITS
from tests.games.random_cards import random_cards, random_consequences
from tests.games.random_points import random_points
from tests.games.random_tricks import random_tricks

File = dict[str, Any]

GAMES = 200

RANKS_OF_DECKS = ["7 8 9 10 J Q K A", "9 10 J Q K A", "A 2 3 4 5 6 7 J Q K", "A K"]


class OwnGames:
    """The files of random games. `luck` chooses their keys."""

    def __init__(self, luck: random.Random) -> None:
        self.luck = luck

    def maybe(self, likely: float) -> bool:
        return self.luck.random() < likely

    def file(self) -> File:
        """Return the content of a file, which may contradict itself."""
        pick = self.luck.choice
        file: File = {
            "title": "Ours",
            "short": "O",
            "target": pick([20, 51, 98, 99, 150]),
            "hand_size": pick([1, 2, 3, 4, 5, [3, 4, 5], [5, 2, 1], [4]]),
            "bust": pick(
                ["out", "lose", "chip, new hand", "chip, play on", "chip, new pile", "pass"]
            ),
            "cards": {},
        }
        if file["bust"].startswith("chip") or self.maybe(0.2):
            file["chips"] = pick([1, 2, 3, 5])
        if self.maybe(0.5):
            file["ranks"] = pick(RANKS_OF_DECKS)
        if self.maybe(0.4):
            ranks = file["ranks"].split() if "ranks" in file else RANKS
            out = {pick(ranks) + pick(SUITS) for _ in range(pick([1, 2, 5, 9]))}
            file["cards_out"] = " ".join(sorted(out))
        for key, values in self.others().items():
            if self.maybe(0.3):
                file[key] = pick(values)
        if self.maybe(0.3):
            file |= {"start": pick([20, 60, 99]), "target": pick([0, 0, 0, 10])}
            file.pop("floor", None)
        then = self.maybe(0.5)
        if then:
            file.setdefault("chips", pick([2, 4]))
            self.add_consequences(file)
        ranks = file["ranks"].split() if "ranks" in file else RANKS
        file["cards"] = random_cards(self.luck, ranks, then=then)
        if self.maybe(0.5):
            file["cards"] |= random_cards(self.luck, ["JK"], then=then)
        return file

    def add_consequences(self, file: File) -> None:
        """Add consequences wherever a file may have them."""
        if self.maybe(0.4):
            file["on_bust"] = self.consequences()
            if file.get("over") == "bust" and self.maybe(0.5):
                file["on_bust"] = {"does": "pays", "with": "others", "how_many": "over"}
        if self.maybe(0.4):
            file["stuck"] = self.consequences()
        if self.maybe(0.3):
            file["multiples"] = {"11": self.consequences(), "5": self.consequences()}
        if self.maybe(0.3):
            file["alike"] = {"2": self.consequences(), "3": self.consequences()}
        if self.maybe(0.3):
            file["runs"] = {"3": self.consequences(), "5": self.consequences()}
        if self.maybe(0.3):
            file["passing"] = {"15": self.consequences(), "7": self.consequences()}
            if self.maybe(0.4):
                file["passing"]["16"] = {"does": "drinks", "going": "up"}
                file["passing"]["14"] = [{"does": "scores", "going": "down"}, {"does": "scores"}]
            if file.get("start") == 99:
                file["passing"] = {"15": self.consequences(), "77": self.consequences()}
        if self.maybe(0.3):
            file["exact"] = {"20": self.consequences(), "0": self.consequences(), "10": "chip"}
        if self.maybe(0.4):
            file["reward"] = self.consequences(ends=False)
        if self.maybe(0.4):
            file["forfeit"] = self.consequences(ends=False)

    def others(self) -> dict[str, list[Any]]:
        """Return the values of keys that a file may leave out."""
        return {
            "decks": [1, 2, 3, 4],
            "jokers": [1, 2, 3, 8],
            "deal": ["all"],
            "over": ["refuse", "bust"],
            "stock_out": ["play on", "reshuffle"],
            "draws": ["never"],
            "empty_hand": ["passes", "wins"],
            "forgotten": ["lost", "made up"],
            "up_card": ["none", "apply", "plain"],
            "leads": ["loser", "winner"],
            "ends": ["first out"],
            "match": [
                {"to": 3},
                {"to": 1},
                {"to": 5, "points": 2},
                {"to": 9, "points": "cards"},
                {"to": 4, "at_once": True},
            ],
            "sets": [True, False],
            "debt_passes": ["unmet", "full"],
            "two_player_reverse": ["again", "pass"],
            "floor": [0, -20, False],
            "honor": [True, False],
            "winner_takes_all": [True, False],
            "exact": [{"20": "chip"}, {"10": "reset", "15": "drink"}, {"7": "point", "0": "chip"}],
        }

    def consequences(self, *, ends: bool = True) -> Any:
        return random_consequences(self.luck, ends=ends)


RANDOM_FILES: dict[str, Callable[[random.Random], File]] = {
    "adding": lambda luck: OwnGames(luck).file(),
    "tricks": random_tricks,
    "points": random_points,
}
"""What draws a file of each family, which may contradict itself."""


def own_game(seed: int, name: str, family: str = "adding") -> tuple[File, Variant]:
    """Return the file of a random game that the checker accepts, and its variant."""
    luck = random.Random(seed)  # noqa: S311 - games, not secrets
    while True:
        file = RANDOM_FILES[family](luck)
        try:
            return file, finish_variant(name, merge_content(file, {}))
        except VariantError:
            continue


@cache
def own_games(games: int = GAMES) -> dict[str, Variant]:
    """Return random games that the checker accepts; the naive referee knows them from now on."""
    found: dict[str, Variant] = {}
    for seed in range(games):
        name = f"own-{seed}"
        file, found[name] = own_game(seed, name)
        add_own_game(name, file)
    return found
