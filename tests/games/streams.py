"""Seeded games as lines of the protocol: long games, mostly of plausible commands."""

import json
import random
from collections.abc import Sequence
from typing import Any

from tests.games.coming_streams import Comers
from tests.games.hostile import hostile_line
from tests.games.naive.point_tables import POINTS_GAMES
from tests.games.naive.tables import OWN_GAMES, PLAIN_RULES
from tests.games.naive.trick_tables import TRICK_GAMES
from tests.games.points_streams import PointsPlayers
from tests.games.random_cards import random_cards
from tests.games.trick_streams import NAMES, TrickPlayers

Fields = dict[str, Any]
State = dict[str, Any]

VARIANTS = [
    "ninety-eight",
    "arizona-ninety-eight",
    "arizona-ninety-eight-original",
    "ninety-eight-umass",
    "ninety-nine",
    "ninety-nine-orcutt",
    "ninety-nine-boyer",
    "ninety-nine-kolb",
    "ninety-nine-new-pile",
    "ninety-nine-king-pass",
    "ninety-nine-nine-reverse",
    "ninety-nine-ten-minus",
    "ninety-nine-ace-eleven",
    "ninety-nine-sixty-nine",
    "ninety-nine-stack",
    "ninety-nine-wilson",
    "ninety-nine-ishihara",
    "ninety-nine-ishihara-shows",
    "ninety-nine-thai",
    "one-hundred",
    "one-hundred-strict",
]
TRICK_VARIANTS = ["arizona-spaghetti", "slobberhannes", "polignac"]
POINTS_VARIANTS = ["points"]
FAVOURITES = [
    name for name in VARIANTS if "umass" in name or "arizona" in name or "shows" in name
] * 2
RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SUITS = ["C", "D", "H", "S"]
LIVELY = ["A", "4", "9", "10", "J", "Q", "K", "AS", "AH", "QS", "2S", "QH", "JK", "JK", "JK"]

POINTS_KINDS = ["points", "points-hearts", "points-doppelkopf", "my-phase-10", "our-three-rounds"]
"""Points games that differ in more than numbers."""

HOUSE: dict[str, list[Any]] = {
    "target": [1, 9, 20, 45, 98, 99, 100, 150],
    "decks": [1, 2, 3, 4],
    "jokers": [0, 1, 2, 2, 4, 8],
    "deal": ["all", "all", "hand size"],
    "hand_size": [1, 1, 2, 3, 4, 5, 12],
    "chips": [1, 1, 2, 3],
    "bust": ["out", "lose", "chip, new hand", "chip, play on", "chip, new pile"],
    "over": ["refuse", "bust"],
    "stock_out": ["play on", "reshuffle"],
    "forgotten": ["lost", "made up"],
    "leads": ["loser", "winner", "left of dealer"],
    "ends": ["first out", "first out", "one left"],
    "up_card": ["none", "apply", "apply", "plain"],
    "sets": [True, True, False],
    "debt_passes": ["unmet", "full"],
    "two_player_reverse": ["again", "again", "pass"],
    "floor": [0, -5, -40],
    "honor": [True, True, False],
    "winner_takes_all": [True, False],
    "exact": [
        {"69": "chip"},
        {"69": "reset"},
        {"98": "reset", "0": "chip", "99": "chip"},
        {"-10": "chip", "10": "chip", "20": "reset", "11": "point"},
        {"33": "drink", "7": "reset"},
        {},
    ],
    "last_card": ["8H", "KS", "ac", "JK", "AH", "9H"],
}
BESIDE: dict[str, Fields] = {  # house rules that only matter together
    "jokers": {"debt_passes": "full"},
    "honor": {"chips": 1},
    "bust": {"chips": 2},
    "stock_out": {"hand_size": 4},
}


class Stream:
    """One seeded run of commands; each line depends on the reply to the one before.

    Args:
        seed: the same seed and the same replies make the same lines.
        hostility: how often, from 0 to 1, a line is corrupted.
        variant: always this one; "" for any.
        comings: how often, from 0 to 1, a player joins, leaves or moves, or a game is corrected.
        games: names of games of a table's own that may be played, too.
    """

    def __init__(
        self,
        seed: int,
        hostility: float = 0.0,
        variant: str = "",
        comings: float = 0.0,
        games: Sequence[str] = (),
    ) -> None:
        self.games = games
        self.seed = seed
        self.random = random.Random(seed)  # noqa: S311 - games, not secrets
        self.hostility, self.variant = hostility, variant
        self.comings, self.comers = comings, Comers(random.Random(seed))  # noqa: S311 - games, not secrets
        self.state: State | None = None
        self.house: Fields = {}
        self.house_of = ""
        self.sent: Fields = {}
        self.line = b""
        self.over = 0
        self.trick_players = TrickPlayers(seed, self.random)
        self.points_players = PointsPlayers(self.random)

    def next(self, reply: dict[str, Any] | None) -> bytes:
        """Return the line that follows this reply (None before the first)."""
        error: Fields = {}
        if reply is not None:
            before, self.state = self.state, reply.get("state", self.state)
            error = reply.get("error", {})
            if self.state is not None and self.plays_tricks():
                self.trick_players.look(before, self.state, self.line)
        self.line = self.next_line(error)
        return self.line

    def next_line(self, error: Fields) -> bytes:
        if self.random.random() < self.hostility:
            return hostile_line(self.random, self.sensible(error))
        self.sent = self.sensible(error)
        if isinstance(self.sent.get("card"), str) and self.chance(0.03):
            self.sent["card"] = self.respelt(self.sent["card"])
        if self.random.random() < 0.02:
            self.sent["id"] = self.random.choice([1, "x", None, [1, {"a": 2}], 2.5])
        return json.dumps(self.sent, ensure_ascii=self.random.random() < 0.5).encode()

    def plays_tricks(self) -> bool:
        return self.state is not None and "led" in self.state

    def chance(self, likely: float) -> bool:
        return self.random.random() < likely

    def sensible(self, error: Fields) -> Fields:
        """Return a plausible command."""
        if self.state is None:
            return (
                {"cmd": self.random.choice(["deal", "accept", "undo"])}
                if self.chance(0.1)
                else self.new()
            )
        if self.comings and not self.plays_tricks() and self.comers.maybe(self.comings):
            return self.comers.act(self.state)
        if self.plays_tricks():
            return self.trick_players.sensible(error, self.sent) or self.new()
        if "total" not in self.state:
            return self.points_players.sensible(self.state, error) or self.new()
        if self.chance(0.03):
            return {
                "cmd": "claim",
                "total": self.state["total"] + self.random.choice([0, 0, 1, -7]),
            }
        if self.chance(0.03):
            return {"cmd": "undo", "count": self.random.choice([1, 1, 2, 3, 5, 12, 60])}
        if self.chance(0.005):
            return {"cmd": self.random.choice(["undo", "state"])}
        better = self.answer_to(error)
        if better is not None and self.chance(0.9):
            return better
        return self.in_phase(self.state["phase"])

    def in_phase(self, phase: str) -> Fields:
        match phase:
            case "game-over":
                self.over += 1
                if self.over > 1 or self.chance(0.5):
                    return self.new()
                return {"cmd": self.random.choice(["deal", "play", "claim", "leave"]), "card": "8H"}
            case "hand-over" if self.chance(0.03):
                return {"cmd": "leave", "player": self.anybody()}
            case "hand-over":
                return {"cmd": "deal", **self.up_card()}
            case "shield" if self.chance(0.1):
                return self.on_a_turn()
            case "shield":
                return self.random.choice(
                    [{"cmd": "accept"}, {"cmd": "shield", "card": self.random.choice(SHIELDS)}]
                )
        return self.on_a_turn()

    def on_a_turn(self) -> Fields:
        """Return a command for the player to act."""
        luck = self.random.random()
        if luck < 0.05:
            return {"cmd": "forgot", "player": self.anybody()}
        if luck < 0.056:
            return {"cmd": "leave", "player": self.anybody()}
        if luck < 0.066:
            return self.new()
        if luck < (0.1 if "shows" in self.house_of else 0.068):
            rank = self.random.choice(["K", "6", "8"])
            return {
                "cmd": "show",
                "player": self.anybody(),
                "cards": [rank + suit for suit in self.suits(3)],
            }
        if luck < 0.13:
            return self.bust(with_hand=self.chance(0.6))
        return self.play()

    def answer_to(self, error: Fields) -> Fields | None:
        """Return the reaction of a player who was refused with this error."""
        again = dict(self.sent)
        target, value = (
            ("target", "value") if again.get("cmd") == "play" else ("up_target", "up_value")
        )
        match error.get("code"):
            case "choice-needed":
                again[value] = self.random.choice(error["options"])
            case "way-needed":
                again["way" if target == "target" else "up_way"] = self.random.choice(
                    error["options"]
                )
            case "target-needed" if error["options"]:
                again[target] = self.random.choice(error["options"])
            case "suit-needed" if "card" in again:
                again["card"] += self.random.choice(SUITS)
            case "turn-another" | "over-target" if "up_card" in again:
                again["up_card"] = self.random.choice(["2C", "3D", "5H", "6S", "7H", "8D"])
            case "over-target" if self.chance(0.3):
                return self.bust(with_hand=self.chance(0.5))
            case "not-enough-cards" if "cards" not in again:
                return self.bust(with_hand=False)
            case _:
                return None
        return again

    def new(self) -> Fields:
        """Return a new game; an adding game often has a few house rules."""
        self.over = 0
        families = VARIANTS + FAVOURITES * 2 + TRICK_VARIANTS * 4 + POINTS_VARIANTS * 3
        families += self.random.sample(self.games, min(len(self.games), 20))
        self.house_of = self.variant or self.random.choice(families)
        if self.house_of in TRICK_GAMES:
            return self.trick_players.new(self.house_of)
        if self.house_of in POINTS_GAMES:
            return self.points_players.new(self.house_of)
        players = self.random.choice([2, 2, 3, 3, 4, 4, 5, 6, 7, 9])
        self.house = {}
        if self.chance(0.75):
            for rule in self.random.sample(sorted(HOUSE), self.random.randint(1, 4)):
                self.house |= BESIDE.get(rule, {}) if self.chance(0.5) else {}
                self.house[rule] = self.random.choice(HOUSE[rule])
        if self.is_own and not self.hostility and self.chance(0.2):
            ranks = self.random.sample(RANKS[1:], 2)
            chips = self.own["chips"] is not None
            self.house["cards"] = random_cards(self.random, ranks, then=chips)
        if self.chance(0.2):
            cards = (52 + self.house.get("jokers", 0)) * self.house.setdefault("decks", 1)
            self.house["hand_size"] = max(1, (cards - self.random.randint(-9, 6)) // players)
        if self.names_somebody() and self.chance(0.3):
            self.house |= {"decks": 2, "sets": True}
        fields: Fields = {
            "cmd": "new",
            "variant": self.house_of,
            "players": self.random.sample(NAMES, players),
        }
        if self.chance(0.01):
            fields["variant"] = "ninety nine"
        if self.house or self.chance(0.2):
            fields["house"] = self.house
        if self.chance(0.2):
            fields["dealer"] = self.random.choice(NAMES)
        return fields | self.up_card()

    def up_card(self) -> Fields:
        """Return an up-card if the rules in force turn one up, and sometimes if they do not."""
        printed = "plain" if "ishihara" in self.house_of else self.own["up_card"]
        kind = self.house.get("up_card", printed)
        if (kind == "none") != self.chance(0.02):
            return {}
        fields: Fields = {
            "up_card": self.random.choice([self.random.choice(RANKS), "JK", "AS", "QS", "9H", "4"])
        }
        if fields["up_card"] in RANKS and self.chance(0.8):
            fields["up_card"] += self.random.choice(SUITS)
        if self.chance(0.05):
            fields["up_value"] = self.random.choice([1, 7, 10, -10, 50])
        if self.chance(0.05):
            fields["up_target"] = self.anybody()
        if self.is_own and self.chance(0.2):
            fields["up_way"] = self.random.choice([1, 2, 3])
        return fields

    def bust(self, *, with_hand: bool) -> Fields:
        fields: Fields = {"cmd": "bust"}
        if with_hand and self.state and self.state["turn"]:
            held = {player["name"]: player["cards"] for player in self.state["players"]}[
                self.state["turn"]
            ]
            fields["hand"] = [self.card() for _ in range(held + (1 if self.chance(0.05) else 0))]
        if self.chance(0.1):
            fields["player"] = self.anybody()
        return fields

    def play(self) -> Fields:
        """Return a card, or a set if the rules have sets, with optional fields."""
        fields: Fields = {"cmd": "play"}
        card = self.card()
        sets = self.house.get("sets", "arizona" in self.house_of or self.own["sets"])
        if self.chance(0.3 if sets else 0.01):
            rank = card.partition("/")[0].rstrip("CDHS") or card
            suits = self.suits(self.random.choice([1, 2, 2, 3, 4]))
            fields["cards"] = (
                ["JK"] * min(2, len(suits)) if rank == "JK" else [rank + suit for suit in suits]
            )
            if self.chance(0.04):
                fields["cards"].append(self.card())
        else:
            fields["card"] = card
        if self.chance(0.02):
            fields["value"] = self.random.choice([1, 11, 10, -10, 0, 50, 99, 2, -5])
        if card.startswith(("AS", "QS")) and self.chance(0.5 if self.names_somebody() else 0.02):
            fields["target"] = self.anybody()
        if self.is_own and self.chance(0.15):
            fields["way"] = self.random.choice([1, 1, 2, 2, 3, 4, 0])
        if self.chance(0.03):
            fields["player"] = self.anybody()
        return fields

    def card(self) -> str:
        """Return a card that is not on the pile, as far as one look can tell."""
        lying = set(self.state["pile"]) if self.state else set()
        for _ in range(8):
            card = self.random.choice(LIVELY) if self.chance(0.5) else self.random.choice(RANKS)
            if self.names_somebody() and self.chance(0.25):
                card = self.random.choice(["AS", "AS", "QS", "AH"])
            if self.is_own and card not in self.own["ranks"] and self.chance(0.97):
                card = self.random.choice([*self.own["ranks"], *self.own["jokers"] * ["JK"]])
            if card == "JK" and not self.chance(self.joker_weight()):
                continue
            if card in RANKS and self.chance(0.85):
                card += self.random.choice(SUITS)
            if card[-1] in SUITS and self.state and self.decks() == 2 and self.chance(0.7):
                card += self.random.choice(["/1", "/2", "/3"][: 3 if self.chance(0.3) else 2])
            if card not in lying or card == "JK":
                return card
        return self.random.choice(RANKS)

    def respelt(self, card: str) -> str:
        """Return the same card in another spelling."""
        if self.chance(0.5):
            return card.lower()
        card = card.replace("10", "T")
        return card if card.startswith("JK") else card[0] + card[1:].translate(SIGNS)

    def joker_weight(self) -> float:
        jokers = self.house.get("jokers", 2 if "arizona" in self.house_of else self.own["jokers"])
        return 0.7 if jokers else 0.02

    @property
    def is_own(self) -> bool:
        """Whether it is a game of the table's own."""
        return self.house_of in OWN_GAMES

    @property
    def own(self) -> Fields:
        """The rules of a game of the table's own, or plain ones."""
        return OWN_GAMES.get(self.house_of, PLAIN_RULES)

    def names_somebody(self) -> bool:
        return "umass" in self.house_of or self.is_own

    def decks(self) -> int:
        assert self.state is not None
        held = sum(player["cards"] for player in self.state["players"])
        return (
            2
            if self.state["stock"] + self.state["aside"] + len(self.state["pile"]) + held > 60
            else 1
        )

    def suits(self, count: int) -> list[str]:
        return self.random.sample(SUITS, count)

    def anybody(self) -> str:
        """Return a name, mostly of a player at the table."""
        if self.state is None or self.chance(0.02):
            return self.random.choice(NAMES)
        return str(self.random.choice(self.state["players"])["name"])


SIGNS = str.maketrans("CDHS", "♣♦♥♠")
SHIELDS = ["AH", "AH", "AH", "a♥", "AH/1", "AH/2", "8H", "A", "AD"]
