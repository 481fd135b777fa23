"""Commands of players of a trick game: the seed deals real hands, so players follow suit and run
out.
"""

import json
import random
from typing import Any

from tests.games.naive.tables import RANKS, SUITS
from tests.games.naive.trick_tables import BUNDLED, TRICK_GAMES, deck

Fields = dict[str, Any]
State = dict[str, Any]

NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Zoë"]
NOT_HERE: list[Fields] = [
    {"cmd": "bust"},
    {"cmd": "bust", "hand": ["8H"]},
    {"cmd": "shield", "card": "AH"},
    {"cmd": "accept"},
    {"cmd": "forgot", "player": "Ann"},
    {"cmd": "show", "player": "Ann", "cards": ["KC", "KD", "KH"]},
    {"cmd": "leave", "player": "Bo"},
    {"cmd": "claim", "total": 40},
]
"""Commands of adding games."""

UNLIKELY_CARDS = [
    "2C",
    "2D",
    "3D",
    "7C",
    "7S",
    "JK",
    "jk",
    "Q",
    "8",
    "2",
    "KS/1",
    "KS/2",
    "2C/1",
    "1H",
    "8/1",
]
TURNED_UP: list[Fields] = [
    {"up_card": "8H"},
    {"up_card": "8H", "up_value": 8},
    {"up_card": "x", "up_target": "Bo"},
    {"contract": 1},
    {"contract": 9},
    {"trump": "H"},
    {"trump": "x"},
]
PLAINLY = str.maketrans({"♣": "C", "♦": "D", "♥": "H", "♠": "S", "T": "10"})


class TrickPlayers:
    """The players of a trick game, whose hands only they know.

    A state has the number of cards played in the round; the cards themselves are remembered here,
    round by round, so that undone cards return to the right hand.

    Args:
        seed: the same seed deals the same hands.
        luck: the source of their choices.
    """

    def __init__(self, seed: int, luck: random.Random) -> None:
        self.seed, self.random = seed, luck
        self.quick = self.careless = 0.0
        self.played: dict[int, list[tuple[str, str]]] = {}
        self.state: State = {}

    def new(self, variant: str) -> Fields:
        """Return the command by which all players start a new game.

        `quick` is the probability of entering only a round's points, `careless` that of ignoring
        suits.
        """
        self.quick = self.random.choice([0.02, 0.3, 0.9, 0.9])
        self.careless = self.random.choice([0.0, 0.02, 0.06])
        fitting = sorted(TRICK_GAMES[variant]["deals"])
        players = (
            self.random.choice([2, 7, 9]) if self.chance(0.03) else self.random.choice(fitting)
        )
        fields: Fields = {
            "cmd": "new",
            "variant": variant,
            "players": self.random.sample(NAMES, players),
        }
        if self.chance(0.5):
            penalties = [0, 1, 5, 7, 10, 25] if variant in BUNDLED else [0, 5, -5]
            fields["house"] = {"revoke_penalty": self.random.choice(penalties)}
        if self.chance(0.02):
            fields["house"] = {
                self.random.choice(["target", "decks", "floor"]): 1,
                "revoke_penalty": 5,
            }
        if self.chance(0.2):
            fields["dealer"] = self.random.choice(NAMES)
        return fields | self.said_at_deal(variant, 1) | self.rarely_turned_up()

    def said_at_deal(self, variant: str, number: int) -> Fields:
        """Return the round and the trump named at the deal of this round, mostly as they may be."""
        rules = TRICK_GAMES[variant]
        rounds, fields = rules["rounds"], Fields()
        if rules.get("contracts", "in order") != "in order" and self.chance(0.9):
            number = self.random.randint(1, len(rounds))
            fields["contract"] = number
        if rounds[(number - 1) % len(rounds)]["trump"] == "named" and self.chance(0.9):
            fields["trump"] = self.random.choice([*SUITS, "none"])
        return fields

    def look(self, before: State | None, now: State, line: bytes) -> None:
        """Process the result of the last line, whoever sent it."""
        self.state = now
        held = sum(player["cards"] for player in now["players"])
        count = self.dealt() * len(now["players"]) - held
        if now["round"] == 1 and count == 0:
            self.played = {}
        lying = self.played.setdefault(now["round"], [])
        if count == len(lying) + 1 and before is not None:
            player = before.get("turn") or json.loads(line).get("player")
            lying.append((str(player), self.last_card(line)))
        lying += [("", "")] * (count - len(lying))
        del lying[count:]

    def last_card(self, line: bytes) -> str:
        """Return the last card of the trick, or the one sent if the trick has been taken."""
        if self.state["trick"]:
            return str(self.state["trick"][-1]["card"])
        sent = json.loads(line)
        card = sent["cards"][0] if "cards" in sent else sent.get("card", "")
        return str(card).upper().translate(PLAINLY).partition("/")[0]

    def deck(self) -> list[str]:
        return deck(self.state["variant"], len(self.state["players"]))

    def costs(self) -> Any:
        """Return the round of the variant that is played."""
        rounds = TRICK_GAMES[self.state["variant"]]["rounds"]
        number = self.state["contract"] if "contract" in self.state else self.state["round"]
        return rounds[(number - 1) % len(rounds)]

    def dealt(self) -> int:
        """Return the number of cards dealt to each player."""
        return self.costs()["hand_size"] or len(self.deck()) // len(self.state["players"])

    def hands(self) -> dict[str, list[str]]:
        """Return all hands. A card that belonged to another player has been swapped for one of the
        player who played it.
        """
        cards = self.deck()
        players = [player["name"] for player in self.state["players"]]
        random.Random(f"{self.seed} {players} {self.state['round']}").shuffle(cards)  # noqa: S311 - games
        hands = {
            name: cards[seat :: len(players)][: self.dealt()] for seat, name in enumerate(players)
        }
        for name, card in self.played[self.state["round"]]:
            for holder, hand in hands.items():
                if card in hand:
                    hand.remove(card)
                    if holder != name and hands.get(name):
                        hand.append(hands[name].pop())
        for player in self.state["players"]:
            del hands[player["name"]][player["cards"] :]
        return hands

    def sensible(self, error: Fields, sent: Fields) -> Fields | None:
        """Return a plausible command; None for a new game."""
        if self.chance(0.03):
            return {"cmd": "undo", "count": self.random.choice([1, 1, 2, 3, 5, 12, 60])}
        if self.chance(0.01):
            return self.random.choice([{"cmd": "undo"}, {"cmd": "state"}, {"cmd": "variants"}])
        if self.chance(0.01):
            return self.claim()
        if self.chance(0.01):
            return dict(self.random.choice(NOT_HERE))
        if self.chance(0.9):
            better = self.answer_to(error, dict(sent))
            if better is not None:
                return better
        match self.state["phase"]:
            case "play":
                return self.in_play()
            case "round-over":
                return self.after_a_round()
        if self.chance(0.4):
            return None
        return self.random.choice(
            [self.claim(), {"cmd": "deal"}, {"cmd": "play", "card": "8H"}, self.score()]
        )

    def in_play(self) -> Fields | None:
        if self.chance(0.003):
            return None
        if self.chance(0.006):
            return self.random.choice(
                [{"cmd": "deal"}, {"cmd": "deal", "up_card": "8H"}, self.score()]
            )
        if not self.played[self.state["round"]] and self.chance(self.quick):
            return self.score()
        return self.play()

    def after_a_round(self) -> Fields:
        if self.chance(0.3):
            return self.claim()
        if self.chance(0.03):
            return self.random.choice([{"cmd": "play", "card": "8H"}, self.score()])
        said = self.said_at_deal(self.state["variant"], self.state["round"] + 1)
        return {"cmd": "deal"} | said | self.rarely_turned_up()

    def answer_to(self, error: Fields, again: Fields) -> Fields | None:
        """Return the reaction of a player who was refused with this error."""
        match error.get("code"):
            case "restricted-lead" | "first-trick" if self.chance(0.4):
                return again | {"only_suit": True}
            case "revoke" if self.chance(0.5):
                return again | {"accept_revoke": True}
            case "revoke":
                suit = "" if "above" in error else error["suit"]
                others = [card for card in self.holds() if card[-1] != suit]
                return {"cmd": "play", "card": self.random.choice(others)} if others else None
            case "leader-needed":
                return again | {"player": self.random.choice(error["options"])}
            case "must-lead" if "card" in again:
                return again | {"card": error["card"]}
            case "contract-needed" | "bad-contract":
                return again | {"contract": self.random.choice(error["options"])}
            case "trump-needed":
                return again | {"trump": self.random.choice([*SUITS, "none"])}
            case "bad-field" if error.get("field") == "trump":
                return {key: value for key, value in again.items() if key != "trump"}
            case "suit-needed" if "card" in again:
                return again | {"card": again["card"] + self.random.choice(SUITS)}
            case "bad-value" | "bad-target" if "card" in again:
                return {"cmd": "play", "card": again["card"]}
            case "bad-sum" if self.chance(0.7):
                return {"cmd": "score", "points": self.right_points()}
        return None

    def holds(self) -> list[str]:
        """Return the hand of the player to act."""
        return self.hands().get(self.state["turn"], [])

    def play(self) -> Fields:
        """Return a card of the player to act, usually a legal one."""
        if self.state["turn"] is None and "opens" not in self.state and self.chance(0.9):
            return self.score()
        if "opens" in self.state and self.chance(0.8):
            return self.first_lead(str(self.state["opens"]))
        hand = self.deck() if "opens" in self.state else self.holds()
        card = self.random.choice(self.allowed(hand) or hand or ["8H"])
        fields: Fields = {"cmd": "play", "card": card}
        if hand and self.chance(self.careless):
            fields["card"] = self.random.choice(hand)  # whether it follows suit or not
        elif self.all_restricted(hand):
            fields["only_suit"] = True
        elif self.leads_restricted(hand):
            fields["card"] = self.random.choice(
                [card for card in hand if card not in self.allowed(hand)]
            )
            if self.chance(0.5):
                fields["only_suit"] = self.chance(0.8)
        if self.chance(0.02):
            wrong = [self.random.choice(self.deck()), self.random.choice(RANKS), *UNLIKELY_CARDS]
            fields["card"] = self.random.choice(wrong)
        if self.chance(0.01):
            cards = [
                fields.pop("card"),
                *self.random.sample(self.deck(), self.random.choice([0, 0, 1, 3])),
            ]
            fields["cards"] = cards
        if self.chance(0.02):
            fields |= self.random.choice([{"value": 10}, {"value": 0}, {"target": self.anybody()}])
        if self.chance(0.01):
            fields[self.random.choice(["only_suit", "accept_revoke"])] = self.chance(0.7)
        if self.chance(0.03):
            fields["player"] = self.anybody()
        return fields

    def first_lead(self, card: str) -> Fields:
        """Return the lead of the first card of a round, often with its player."""
        holders = [name for name, hand in self.hands().items() if card in hand]
        fields: Fields = {"cmd": "play", "card": card}
        if holders and self.chance(0.8):
            fields["player"] = holders[0]
        return fields

    def allowed(self, hand: list[str]) -> list[str]:
        """Return the cards of a hand that follow suit, and mostly beat the trick if they must, or
        that may be led.
        """
        led, restricted = self.state["led"], self.state["restricted"]
        rules = TRICK_GAMES[self.state["variant"]]
        if led is not None:
            cards = [card for card in hand if card[-1] == led]
            if rules.get("must_trump") and not cards:
                cards = [card for card in hand if card[-1] == self.state.get("trump")]
            if rules.get("must_beat") and cards and self.chance(0.9):
                return [max(cards, key=lambda card: rules["ranks"].index(card[:-1]))]
            return cards
        return [card for card in hand if card[-1] != restricted or self.state["broken"]]

    def all_restricted(self, hand: list[str]) -> bool:
        return self.state["led"] is None and hand != [] and self.allowed(hand) == []

    def leads_restricted(self, hand: list[str]) -> bool:
        """Return whether to lead the restricted suit in spite of others; rarely true."""
        return (
            self.state["led"] is None and len(self.allowed(hand)) < len(hand) and self.chance(0.3)
        )

    def score(self) -> Fields:
        """Return the points of the round, often miscounted."""
        points = self.right_points()
        if self.chance(0.5):
            points = self.wrong_points(points)
        return {"cmd": "score", "points": points}

    def right_points(self) -> dict[str, int]:
        """Distribute the points of the round among the players at random; players with 0 may be
        left out.
        """
        costing, tricks = self.costs(), self.dealt()
        names = [player["name"] for player in self.state["players"]]
        if costing["places"] == "any":
            return {name: self.random.choice([0, 8, -40, 9999]) for name in names}
        if costing["places"]:
            places = self.random.sample(costing["places"], len(names))
            return dict(zip(names, places, strict=True))
        dealt = self.deck()
        if TRICK_GAMES[self.state["variant"]].get("left_over") == "out":
            dealt = self.random.sample(dealt, tricks * len(names))
        things = [costing["trick"]] * tricks + [
            costing["first"],
            *[costing["last"]] * costing["last_many"],
            *costing["numbers"].values(),
            *(points for card, points in costing["cards"].items() if card in dealt),
        ]
        lowest = TRICK_GAMES[self.state["variant"]]["wins"] == "lowest"
        bad = [thing for thing in things if (thing > 0 if lowest else thing < 0)]
        everything = sum(bad or things)
        takers = (
            names if self.chance(0.7) else self.random.sample(names, self.random.choice([1, 2]))
        )
        points = dict.fromkeys(names, 0)
        if self.state["variant"] not in BUNDLED and self.chance(0.2):
            takers = takers[:1]
        costs = dict.fromkeys(names, 0)
        for thing in things:
            is_cost = thing in (bad or things)
            taker = self.random.choice(takers if is_cost or not thing else names)
            points[taker] += thing
            costs[taker] += thing if is_cost else 0
        for sweeper in names:
            if costs[sweeper] == everything and costing["others"] is not None:
                for name in names:
                    points[name] += -everything if name == sweeper else costing["others"]
            elif costs[sweeper] == everything:
                points[sweeper] += costing["sweep"]
        for name in names:
            if points[name] == 0 and self.chance(0.6):
                del points[name]
        return points

    def wrong_points(self, points: dict[str, int]) -> dict[str, int]:
        """Return a miscount: one item too many or too few, too fine a split, or a stranger's
        points.
        """
        first, second = self.random.sample([player["name"] for player in self.state["players"]], 2)
        by = self.random.choice([1, 5, 10, 25, 100, 10**30])
        match self.random.randrange(6):
            case 0:
                return {**points, first: points.get(first, 0) + by}
            case 1:
                return {**points, first: points.get(first, 0) - by}
            case 2:
                return {
                    **points,
                    first: points.get(first, 0) - by,
                    second: points.get(second, 0) + by,
                }
            case 3:
                return {**points, self.random.choice(NAMES): self.random.choice([0, by])}
            case 4:
                return {
                    first: self.random.choice([2, 3, 4, 5]),
                    second: self.random.choice([0, 0, 1, 2, -1]),
                }
        return {first: sum(points.values())}

    def claim(self) -> Fields:
        """Return a claim of a player's points."""
        name = self.anybody()
        actual = {player["name"]: player["round_points"] for player in self.state["players"]}.get(
            name, 0
        )
        return {
            "cmd": "claim",
            "player": name,
            "points": actual + self.random.choice([0, 0, 10, -1]),
        }

    def rarely_turned_up(self) -> Fields:
        return dict(self.random.choice(TURNED_UP)) if self.chance(0.02) else {}

    def anybody(self) -> str:
        """Return a name, mostly of a player at the table."""
        if self.chance(0.05):
            return self.random.choice(NAMES)
        return str(self.random.choice(self.state["players"])["name"])

    def chance(self, likely: float) -> bool:
        return self.random.random() < likely
