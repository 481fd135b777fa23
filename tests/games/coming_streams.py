"""Commands of players who join, leave and change seats, and of those who correct the box."""

import random
from typing import Any

Fields = dict[str, Any]
State = dict[str, Any]

NAMES = ["Ann", "Bo", "Cy", "Di", "Eva", "Flo", "Gus", "Hal", "Ida", "Zoë", ""]
CARDS = ["8H", "9C", "4D", "10S", "KD", "QC", "2S", "A", "JH", "3C", "JK"]


class Comers:
    """The players at a table. `luck` makes their choices."""

    def __init__(self, luck: random.Random) -> None:
        self.luck = luck

    def act(self, state: State) -> Fields:
        """Return a command whose fields mostly make sense."""
        kinds = [self.join, self.join, self.leave, self.seat, self.set_by_hand, self.repair]
        return self.luck.choice(kinds)(state)

    def join(self, state: State) -> Fields:
        fields: Fields = {"cmd": "join", "player": self.luck.choice(NAMES)}
        if self.maybe(0.7):
            fields["after"] = self.anybody(state)
        if self.maybe(0.3):
            fields["chips"] = self.luck.choice([0, 1, 3, 7, 10**30, -1])
        if self.maybe(0.6 if "total" not in state else 0.05):
            fields["points"] = self.luck.choice([0, 20, -5])
        if self.maybe(0.5):
            fields["when"] = self.luck.choice(
                ["deal", "now", "now", "soon"] if self.maybe(0.2) else ["now"]
            )
        return fields

    def leave(self, state: State) -> Fields:
        chips = self.luck.choice(["pot", "taken", "shared", "shared"])
        return {
            "cmd": "leave",
            "player": self.anybody(state),
            "chips": chips if self.maybe(0.97) else "mine",
        }

    def seat(self, state: State) -> Fields:
        return {"cmd": "seat", "player": self.anybody(state), "after": self.anybody(state)}

    def set_by_hand(self, state: State) -> Fields:
        fields: Fields = {"cmd": "set"}
        if self.maybe(0.3):
            fields["in"] = {
                self.anybody(state): self.maybe(0.6) for _ in range(self.luck.choice([1, 1, 2]))
            }
        if "total" not in state and self.maybe(0.9):
            return fields
        if self.maybe(0.4):
            fields["total"] = self.luck.choice([0, 50, 90, 98, -3, 101])
        if self.maybe(0.4):
            fields["turn"] = self.anybody(state)
        if self.maybe(0.3):
            fields["direction"] = self.luck.choice(["clockwise", "counterclockwise"])
        if self.maybe(0.4):
            fields["chips"] = {
                self.anybody(state): self.luck.choice([0, 1, 2, 4]) for _ in range(2)
            }
        if self.maybe(0.3):
            fields["points"] = {self.anybody(state): self.luck.choice([0, 2, 30, -4])}
        if self.maybe(0.3):
            fields["hands"] = {
                self.anybody(state): self.luck.choice([0, 1, 3, 5, 40]) for _ in range(2)
            }
        if self.maybe(0.2):
            fields["against"] = self.luck.choice(["pot", self.anybody(state)])
        return fields

    def repair(self, state: State) -> Fields:
        """Return a `repair` of the last commands: with one more, one fewer, or different ones."""
        steps = [self.step(state) for _ in range(self.luck.choice([0, 1, 1, 2, 3]))]
        back = self.luck.choice([0, 1, 1, 2, 3, 40, -1] if self.maybe(0.1) else [0, 1, 1, 2])
        fields: Fields = {"cmd": "repair", "back": back, "steps": steps}
        if self.maybe(0.3):
            fields["why"] = self.luck.choice(["card-missed", "bust-twice", "by-hand", "drunk"])
        return fields

    def step(self, state: State) -> Fields:
        if "total" not in state:
            names = [player["name"] for player in state["players"] if player["in"]]
            score: Fields = {"cmd": "score", "points": dict.fromkeys(names, 13)}
            return self.luck.choice(
                [score, score, {"cmd": "deal"}, self.seat(state), {"cmd": "undo"}]
            )
        kinds: list[Fields] = [{"cmd": "play", "card": self.luck.choice(CARDS)}] * 7
        others: list[Fields] = [
            {"cmd": "bust"},
            {"cmd": "deal"},
            {"cmd": "claim", "total": 9},
            {"cmd": "play"},
        ]
        return self.luck.choice([*kinds, *others, self.set_by_hand(state), self.join(state)])

    def anybody(self, state: State) -> str:
        return "Zoë" if self.maybe(0.03) else str(self.luck.choice(state["players"])["name"])

    def maybe(self, likely: float) -> bool:
        return self.luck.random() < likely
