"""Commands of players of a points game, who add up rounds, often wrongly, and sometimes leave."""

import random
from typing import Any

from tests.games.naive.point_tables import POINTS_GAMES
from tests.games.trick_streams import NAMES, TURNED_UP

Fields = dict[str, Any]
State = dict[str, Any]

NOT_HERE: list[Fields] = [
    {"cmd": "play", "card": "8H"},
    {"cmd": "bust"},
    {"cmd": "shield", "card": "AH"},
    {"cmd": "accept"},
    {"cmd": "forgot", "player": "Ann"},
    {"cmd": "show", "player": "Ann", "cards": ["KC", "KD", "KH"]},
    {"cmd": "claim", "total": 40},
]
"""Commands of games with cards."""


class PointsPlayers:
    """The players of a points game.

    Args:
        luck: the source of their choices.
    """

    def __init__(self, luck: random.Random) -> None:
        self.random = luck
        self.rules: Fields = POINTS_GAMES["points"]

    def new(self, variant: str) -> Fields:
        """Return the command by which all players start a new game."""
        rules = self.rules = POINTS_GAMES[variant]
        players = self.random.randint(rules["least"], min(rules["most"], len(NAMES)))
        if self.chance(0.03):
            players = self.random.choice([1, 2, 8])
        house: Fields = {}
        for rule, values in (
            ("wins", ["highest", "lowest", "most"]),
            ("target", [1, 30, 100, 0]),
            ("last_round", [1, 2, 5, 0]),
            ("out_at", [20, 60, 0]),
            ("tie", ["one more round", "share", "draw"]),
            ("entry", ["winners", "points", "bids"]),
            ("losers", ["nothing", "pay", "all"]),
            ("solo", [3, 2, 1]),
            ("teams", [2, 3, 7]),
            ("sums", [[0], [26, 78], [], [0, 0]]),
            ("rounds", [[{}], [{"times": 2, "sums": [5]}, {"says": "Grand"}], []]),
        ):
            if self.chance(0.3):
                house[rule] = self.random.choice(values[:-1] if self.chance(0.95) else values)
        self.rules = rules | house if house.get("rounds", [{}]) else rules
        fields: Fields = {
            "cmd": "new",
            "variant": variant,
            "players": self.random.sample(NAMES, players),
            "house": house,
        }
        if self.chance(0.2):
            fields["dealer"] = self.random.choice(NAMES)
        return fields | self.rarely_turned_up()

    def sensible(self, state: State, error: Fields) -> Fields | None:
        """Return a plausible command; None for a new game."""
        if self.chance(0.05):
            return {"cmd": "undo", "count": self.random.choice([1, 1, 2, 3, 40])}
        if self.chance(0.1):
            return self.claim(state)
        if self.chance(0.03):
            return dict(self.random.choice(NOT_HERE))
        if self.chance(0.03):
            return {"cmd": "leave", "player": self.anybody(state)}
        if self.chance(0.08):
            return {"cmd": "end"}
        match state["phase"]:
            case "round-over" if not self.chance(0.05):
                return {"cmd": "deal"} | self.rarely_turned_up()
            case "game-over" if self.chance(0.5):
                return None
        if self.chance(0.03):
            return {"cmd": "deal"}
        return self.score(state, wrong=0.0 if error.get("code") == "bad-sum" else 0.3)

    def score(self, state: State, wrong: float) -> Fields:
        """Return the points of the round, wrong with the probability `wrong`."""
        if self.chance(0.85 if self.rules["bids"] else 0.01):
            return self.bids(state, wrong)
        if self.chance(0.8 if self.rules["entry"] == "winners" else 0.02):
            return self.won(state, wrong)
        rules = self.rules
        sums = rules["rounds"][(state["round"] - 1) % len(rules["rounds"])].get(
            "sums", rules["sums"]
        )
        names = self.one_of_each_team(state)
        points = {name: self.random.choice([0, 0, 5, 13, 26, -1, -20]) for name in names}
        self.random.shuffle(names)
        if sums:
            points[names[0]] += self.random.choice(sums) - sum(points.values())
        if self.chance(wrong):
            who = self.anybody(state)
            points[who] = points.get(who, 0) + self.random.choice([0, 1, -3, 52, 10**30])
        if self.chance(0.2):  # a player who is not named has 0
            points = {name: each for name, each in points.items() if each or self.chance(wrong / 4)}
        return {
            "cmd": "score",
            "points": {name: points[name] for name in self.random.sample([*points], len(points))},
        }

    def one_of_each_team(self, state: State) -> list[str]:
        """Return the names of players still in, mostly one of each team."""
        inside = [player for player in state["players"] if player["in"]]
        if self.chance(0.05):
            return [player["name"] for player in inside]
        shuffled = self.random.sample(inside, len(inside))
        return [
            *{player.get("team", player["name"]): player["name"] for player in shuffled}.values()
        ]

    def bids(self, state: State, wrong: float) -> Fields:
        """Return the bids of a round, its tricks, or both at once."""
        names = [player["name"] for player in state["players"] if player["in"]]
        fields: Fields = {"cmd": "score"}
        known = any(player.get("bid") is not None for player in state["players"])
        if not known or self.chance(0.2):
            fields["bids"] = {name: self.random.choice([0, 1, 1, 2, 3]) for name in names}
        if known or self.chance(0.3):
            fields["tricks"] = {name: self.random.choice([0, 1, 1, 2, 3]) for name in names}
        if self.chance(wrong / 2):
            of = self.random.choice(["bids", "tricks"])
            fields[of] = {self.anybody(state): self.random.choice([1, -1, 10**30])}
        return fields

    def won(self, state: State, wrong: float) -> Fields:
        """Return the winners of the round and the amount that it is about."""
        names = [player["name"] for player in state["players"] if player["in"]]
        winners = self.random.sample(names, self.random.randint(1, max(1, len(names) - 1)))
        if self.chance(wrong / 3):
            winners = self.random.choice([[], names, [self.anybody(state)], winners * 2])
        return {
            "cmd": "score",
            "winners": winners,
            "amount": self.random.choice([6, 12, 0, -6, 1, 7, 60]),
        }

    def claim(self, state: State) -> Fields:
        """Return a claim of a player's points."""
        name = self.anybody(state)
        actual = {player["name"]: player["points"] for player in state["players"]}.get(name, 0)
        return {
            "cmd": "claim",
            "player": name,
            "points": actual + self.random.choice([0, 0, 10, -1]),
        }

    def anybody(self, state: State) -> str:
        """Return a name, mostly of a player at the table, in or out."""
        if self.chance(0.05):
            return self.random.choice(NAMES)
        return str(self.random.choice(state["players"])["name"])

    def rarely_turned_up(self) -> Fields:
        return dict(self.random.choice(TURNED_UP)) if self.chance(0.02) else {}

    def chance(self, likely: float) -> bool:
        return self.random.random() < likely
