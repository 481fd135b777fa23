"""Random games of a table's own: variant files that the checker accepts, for both referees."""

import random
from functools import cache
from typing import Any

from companion.core.family import Variant
from companion.errors import VariantError
from companion.variants.reading import finish_variant, merge_content
from tests.games.naive.files import rules_of_file
from tests.games.naive.tables import OWN_GAMES, RANKS, SUITS

File = dict[str, Any]

GAMES = 200

CHANGES: list[File] = [
    *({"add": number} for number in (0, 0, -10, -5, 5, 10, 12, 20)),
    *({"add": numbers} for numbers in ([1, 11], [10, -10], [5, 6, 7])),
    *({"set": total} for total in (0, 20, "target", {"from": 0, "to": 30})),
    *({"set": {"from": 10, "to": "target"}}, {"multiply": 2}, {"multiply": -1}),
]
ACTIONS: list[File] = [
    *({"reverse": True}, {"reverse": True}, {"skip": 1}, {"skip": 2}, {"choose_next": True}),
    *({"oblige": 2}, {"oblige": 3, "each_counts": False}, {"knock_out": True}),
]
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
            "bust": pick(["out", "lose", "chip, new hand", "chip, play on", "chip, new pile"]),
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
        file["cards"] = self.cards(file)
        if self.maybe(0.5):
            file.setdefault("chips", pick([2, 4]))
            self.add_consequences(file)
        return file

    def add_consequences(self, file: File) -> None:
        """Add consequences wherever a file may have them."""
        if self.maybe(0.4):
            file["on_bust"] = self.consequences()
        if self.maybe(0.3):
            file["passing"] = {"15": self.consequences(), "7": self.consequences()}
        if self.maybe(0.3):
            file["exact"] = {"20": self.consequences(), "0": self.consequences(), "10": "chip"}
        if self.maybe(0.4):
            file["reward"] = self.consequences(ends=False)
        if self.maybe(0.4):
            file["forfeit"] = self.consequences(ends=False)
        for line in file["cards"].values():
            if self.maybe(0.2):
                names = bool(line.get("choose_next") or line.get("knock_out"))
                line["then"] = self.consequences(names=names)

    def others(self) -> dict[str, list[Any]]:
        """Return the values of keys that a file may leave out."""
        return {
            "decks": [1, 2, 3, 4],
            "jokers": [1, 2, 3, 8],
            "deal": ["all"],
            "over": ["refuse", "bust"],
            "stock_out": ["play on", "reshuffle"],
            "forgotten": ["lost", "made up"],
            "up_card": ["none", "apply", "plain"],
            "leads": ["loser", "winner"],
            "ends": ["first out"],
            "match": [{"to": 3}, {"to": 1}, {"to": 5, "points": 2}, {"to": 9, "points": "cards"}],
            "sets": [True, False],
            "debt_passes": ["unmet", "full"],
            "two_player_reverse": ["again", "pass"],
            "floor": [0, -20, False],
            "honor": [True, False],
            "winner_takes_all": [True, False],
            "exact": [{"20": "chip"}, {"10": "reset", "15": "drink"}, {"7": "point", "0": "chip"}],
        }

    def consequences(self, *, ends: bool = True, names: bool = False) -> Any:
        """Return a consequence, or a list of them; `names` is whether a card names a player."""
        some = [
            self.consequence(ends=ends, names=names)
            for _ in range(self.luck.choice([1, 1, 1, 2, 3]))
        ]
        return some if len(some) > 1 or self.maybe(0.2) else some[0]

    def consequence(self, *, ends: bool, names: bool) -> File:
        pick = self.luck.choice
        does = pick(["pays", "pays", "pays", "takes", "takes", "drinks", "scores"])
        if ends and self.maybe(0.2):
            does = pick(["is out", "wins the hand", "wins the game"])
        table: File = {"does": does}
        whom = ["next", "previous", "player", "last payer"] + ["named"] * 4 * names
        if self.maybe(0.7):
            table["who"] = pick(whom + ["others"] * 3 * (not does.startswith("wins")))
        counts = does in ("pays", "takes", "drinks", "scores")
        if counts and self.maybe(0.4):
            table["how_many"] = pick([1, 2, 3])
        if does in ("pays", "takes") and self.maybe(0.5):
            sides = {"pot", "player", "others"} - {table.get("who", "player")}
            table["with"] = pick(sorted(sides))
        return table

    def cards(self, file: File) -> File:
        """Return a line for each rank of the deck, and for some single cards and the joker."""
        ranks = file["ranks"].split() if "ranks" in file else RANKS
        cards = {rank: self.line() if self.maybe(0.4) else {"add": "pip"} for rank in ranks}
        for _ in range(self.luck.choice([0, 0, 1, 3])):
            cards[self.luck.choice(ranks) + self.luck.choice(SUITS)] = self.line()
        if self.maybe(0.7):
            cards["JK"] = self.line()
        return cards

    def line(self) -> File:
        change = dict(self.luck.choice(CHANGES))
        return change | (self.luck.choice(ACTIONS) if self.maybe(0.4) else {})


@cache
def own_games(games: int = GAMES) -> dict[str, Variant]:
    """Return random games that the checker accepts; the naive referee knows them from now on."""
    found: dict[str, Variant] = {}
    seed = 0
    while len(found) < games:
        file = OwnGames(random.Random(seed)).file()  # noqa: S311 - games, not secrets
        name, seed = f"own-{len(found)}", seed + 1
        try:
            found[name] = finish_variant(name, merge_content(file, {}))
        except VariantError:
            continue
        OWN_GAMES[name] = rules_of_file(file)
    return found
