"""Edits the house rules by key: a list of switches and numbers that override the variant."""

from typing import Any, Final, Protocol

import msgspec

from companion.dialogs.context import Dialog, Move, Reject, Scene
from companion.dialogs.keys import around, dialled, turned
from companion.dialogs.ranks import ranks_of
from companion.dialogs.suits import PickSuitDialog
from companion.errors import Illegal
from companion.inputs import Key
from companion.rules.adding.rules import AddingRules
from companion.rules.cards import JOKER
from companion.rules.commands import New
from companion.rules.family import Rules, rules_in_force
from companion.rules.tricks.rules import TrickRules
from companion.screens.model import DialScreen, KeyHint, ListEntry, ListScreen, Picture, RankScreen
from companion.text.cards import face_of, rank_face
from companion.text.named import Words

replace = msgspec.structs.replace

CHOICES: Final[dict[str, tuple[tuple[object, str], ...]]] = {
    "bust": (
        ("out", "out"),
        ("lose", "loses"),
        ("chip, new hand", "chip, deal"),
        ("chip, play on", "chip, on"),
        ("chip, new pile", "chip, pile"),
    ),
    "over": (("refuse", "refused"), ("bust", "is a bust")),
    "stock_out": (("play on", "play on"), ("reshuffle", "shuffle")),
    "up_card": (("none", "none"), ("apply", "counts"), ("plain", "plain")),
    "sets": ((True, "yes"), (False, "no")),
    "debt_passes": (("unmet", "the rest"), ("full", "all of it")),
    "two_player_reverse": (("pass", "other"), ("again", "same")),
    "honor": ((True, "yes"), (False, "no")),
    "winner_takes_all": ((True, "yes"), (False, "no")),
}
"""The house rules with a few answers: values and their labels."""

NUMBERS: Final[dict[str, tuple[int, int]]] = {
    "target": (1, 999),
    "decks": (1, 2),
    "jokers": (0, 4),
    "hand_size": (1, 20),
    "floor": (-999, 0),
    "exact": (-99, 999),
    "revoke_penalty": (0, 999),
}
"""The house rules that are numbers, with their range."""

TITLES: Final = {
    "target": "Target",
    "hand_size": "Cards each",
    "decks": "Decks",
    "jokers": "Jokers a deck",
    "bust": "A bust",
    "over": "Going over",
    "stock_out": "Stock out",
    "up_card": "Up-card",
    "sets": "Sets",
    "debt_passes": "Debt passes",
    "two_player_reverse": "Reverse at 2",
    "floor": "Lowest total",
    "honor": "On one's honor",
    "winner_takes_all": "Winner's pot",
    "exact": "Exactly",
    "last_card": "Last card",
}
TRICK_TITLES: Final = {"revoke_penalty": "Revoke costs"}
EXACT: Final = ("chip", "reset", "point", "drink")


class HasHouse(Protocol):
    """The set-up dialog that these house rules belong to."""

    def with_house(self, house: dict[str, Any]) -> Dialog: ...


def titles_of(rules: Rules) -> dict[str, str]:
    """Return the house rules of a family of games with their titles, in the order of the list."""
    return TRICK_TITLES if isinstance(rules, TrickRules) else TITLES


def rows_of(rules: Rules, house: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return each house rule with its value; a dot marks those that override the variant."""
    return tuple((rule, _stands(rules, house, rule)) for rule in titles_of(rules))


def _stands(rules: Rules, house: dict[str, Any], rule: str) -> str:
    mark = "·" if rule in house else ""
    if rule == "exact":
        exact = house.get("exact", _value(rules, rule))
        shown = " ".join(f"{number} {what}" for number, what in exact.items()) or "none"
    elif rule == "last_card":
        shown = face_of(house[rule]) if rule in house else "none"
    else:
        value = house.get(rule, _value(rules, rule))
        shown = (
            dict(CHOICES[rule]).get(value, "") if rule in CHOICES else "none" if value is None else str(value)
        )
    return mark + shown


def _value(rules: Rules, rule: str) -> Any:
    if rule in {"decks", "jokers"}:
        return getattr(rules.pack, rule)
    return getattr(rules, rule)


class HouseRulesDialog(msgspec.Struct, frozen=True):
    """The list. OK sets the next answer or opens a dial, MORE returns a rule to the variant's value."""

    command: New
    chosen: int
    summary: HasHouse

    def in_force(self, scene: Scene) -> Rules:
        """Return the rules as edited; the variant's own if the edits contradict each other."""
        variant, count = scene.variants[self.command.variant], len(self.command.players)
        try:
            return rules_in_force(variant, self.command.house, count)
        except Illegal:
            return rules_in_force(variant, {}, count)

    def picture(self, scene: Scene) -> Picture:
        rules = self.in_force(scene)
        titles = titles_of(rules)
        entries = tuple(
            ListEntry(titles[rule], value=stands) for rule, stands in rows_of(rules, self.command.house)
        )
        return ListScreen("House rules", "UNDO done", entries, self.chosen)

    def key(self, scene: Scene, key: Key) -> Move:
        rules = tuple(titles_of(self.in_force(scene)))
        rule = rules[self.chosen]
        match key.name:
            case "LEFT" | "RIGHT":
                return replace(self, chosen=around(self.chosen, turned(key), len(rules)))
            case "OK":
                return self._open(scene, rule)
            case "MORE":
                return self.laid(rule, None)
            case "UNDO":
                return self.summary.with_house(self.command.house)
        return self

    def _open(self, scene: Scene, rule: str) -> Move:
        in_force = self.in_force(scene)
        if rule == "last_card":
            return LastCardDialog(self)
        if rule in CHOICES:
            values = [value for value, _ in CHOICES[rule]]
            now = self.command.house.get(rule, _value(in_force, rule))
            place = values.index(now) if now in values else -1
            return self.laid(rule, values[around(place, 1, len(values))])
        if rule == "exact":
            return RuleValueDialog(self, rule, 69)
        value = self.command.house.get(rule, _value(in_force, rule))
        return RuleValueDialog(self, rule, value if isinstance(value, int) else 0)

    def laid(self, rule: str, value: object) -> "HouseRulesDialog":
        """Return the list with a rule changed; None returns it to the variant's value."""
        house = {key: old for key, old in self.command.house.items() if key != rule}
        if value is not None:
            house[rule] = value
        return replace(self, command=replace(self.command, house=house))

    def card(self, scene: Scene, card: str) -> Move:
        return Reject("First: leave the house rules", self, key="UNDO")


class RuleValueDialog(msgspec.Struct, frozen=True):
    """Dials a house rule that is a number."""

    rules: HouseRulesDialog
    rule: str
    value: int

    def picture(self, scene: Scene) -> Picture:
        low, high = NUMBERS[self.rule]
        ok, back = KeyHint("OK", "next" if self.rule == "exact" else "set"), KeyHint("UNDO", "back")
        return DialScreen((TITLES | TRICK_TITLES)[self.rule], "", self.value, low, high, False, (), ok, back)

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "LEFT" | "RIGHT" | "MORE":
                return replace(self, value=dialled(self.value, key, *NUMBERS[self.rule]))
            case "OK" if self.rule == "exact":
                return ExactTargetDialog(self.rules, self.value)
            case "OK":
                return self.rules.laid(self.rule, self.value)
            case "UNDO":
                return self.rules
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Reject("First: set the number", self, key="OK")


class ExactTargetDialog(msgspec.Struct, frozen=True):
    """Chooses what happens when the total becomes exactly this number."""

    rules: HouseRulesDialog
    number: int
    chosen: int = 0

    def picture(self, scene: Scene) -> Picture:
        rows = tuple(
            ListEntry(text) for text in ("a chip from the pot", "total becomes 0", "a point", "a drink")
        )
        return ListScreen(f"Exactly {self.number}:", "", rows, self.chosen)

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "LEFT" | "RIGHT":
                return replace(self, chosen=around(self.chosen, turned(key), len(EXACT)))
            case "OK":
                return self.rules.laid("exact", {str(self.number): EXACT[self.chosen]})
            case "UNDO":
                return RuleValueDialog(self.rules, "exact", self.number)
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Reject("First: what happens then?", self)


class LastCardDialog(msgspec.Struct, frozen=True):
    """Chooses the good card that the dealer puts at the bottom of the stock."""

    rules: HouseRulesDialog
    rank: int = 12

    def picture(self, scene: Scene) -> Picture:
        ranks = self._ranks(scene)
        ok = KeyHint("OK", "set" if ranks[self.rank] == JOKER else "suit")
        faces, back = tuple(rank_face(rank) for rank in ranks), KeyHint("UNDO", "back")
        return RankScreen("Last card of the stock", "", faces, self.rank, (), ok, back)

    def _ranks(self, scene: Scene) -> tuple[str, ...]:
        rules = self.rules.in_force(scene)
        return ranks_of(rules) if isinstance(rules, AddingRules) else rules.pack.ranks

    def key(self, scene: Scene, key: Key) -> Move:
        ranks = self._ranks(scene)
        match key.name:
            case "LEFT" | "RIGHT":
                return replace(self, rank=around(self.rank, turned(key), len(ranks)))
            case "OK" if ranks[self.rank] == JOKER:
                return self.rules.laid("last_card", JOKER)
            case "OK":
                return PickSuitDialog(self, ranks[self.rank])
            case "UNDO":
                return self.rules
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return self.rules.laid("last_card", card.partition("#")[0])

    def suited(self, scene: Scene, card: str) -> Move:
        return self.card(scene, card)

    def unsuited(self) -> Move:
        return self

    def suit_hints(self, scene: Scene, card: str) -> tuple[Words, str]:
        return "last card", "set"

    def suit_rules(self, scene: Scene) -> Rules | None:
        return self.rules.in_force(scene)

    def table(self, scene: Scene) -> tuple[str, ...]:
        return self.rules.command.players
