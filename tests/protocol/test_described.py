"""Variants and rules as data are equivalent to the variants and rules themselves."""

import json
from typing import Any

import msgspec
import pytest

from companion.core.family import Rules, Variant
from companion.games import family_of
from companion.games.adding.rules import AddingRules
from companion.games.tricks.variant import TrickRules
from companion.languages import load_language
from companion.message import using
from companion.variants.reading import finish_variant, merge_content
from companion.variants.show import rules_described, variant_content, variant_described
from tests.drivers.game import RefereeDriver
from tests.games.points_games import shelf_with_points_games

SHELF = shelf_with_points_games()
HOUSES: dict[str, dict[str, Any]] = {
    "adding": {
        "target": 50,
        "chips": 2,
        "jokers": 2,
        "floor": -5,
        "exact": {"-3": "reset", "33": "drink"},
        "last_card": "8h",
        "up_card": "apply",
        "cards": {
            "K": {"set": "target"},
            "KS": {"add": "pip", "call": "ten"},
            "Q": {"set": {"from": 0, "to": "target"}},
        },
    },
    "tricks": {"revoke_penalty": 5},
    "points": {"wins": "lowest", "target": 77},
}
"""House rules that all games of a family have."""


def from_content(content: dict[str, Any], name: str) -> Variant:
    return finish_variant(name, merge_content(content, {}))


@pytest.mark.parametrize("name", SHELF)
def test_file_with_the_content_of_a_variant_yields_that_variant(name: str) -> None:
    content = variant_content(SHELF[name])
    assert from_content(json.loads(json.dumps(content)), name) == SHELF[name]


@pytest.mark.parametrize("laid", [False, True], ids=["as printed", "house rules"])
@pytest.mark.parametrize("name", SHELF)
def test_file_with_the_keys_of_the_rules_in_force_yields_these_rules(name: str, laid: bool) -> None:
    variant = SHELF[name]
    players = variant.players[0]
    rules = family_of(variant).rules_of(variant, HOUSES[variant.family] if laid else {}, players)
    told = json.loads(json.dumps(rules_described(rules)))
    keys = dict(told["keys"])
    house = {"last_card": keys.pop("last_card")} if "last_card" in keys else {}
    content = (
        variant_content(variant)
        | keys
        | {key: told[key] for key in ("cards", "rounds") if key in told}
    )
    match told["family"]:
        case "adding":
            content["from_players"] = {}
        case "tricks":  # lists removed cards for this number only
            content["players"] = [players, players]
    again = family_of(from_content(content, name)).rules_of(
        from_content(content, name), house, players
    )
    assert plain(again) == plain(rules)


def plain(rules: Rules) -> object:
    """Return the rules as they are played: the keys of a file that only lead to them are dropped,
    and so is a joker that is not in the pack.
    """
    if isinstance(rules, AddingRules):
        effects = {
            key: effect
            for key, effect in rules.effects.items()
            if key[0] != "JK" or rules.pack.jokers
        }
        return msgspec.structs.replace(rules, effects=effects, cards={}, from_players={})
    if isinstance(rules, TrickRules):
        return msgspec.structs.replace(rules, players=(2, 2), removed={})
    return rules


def test_keys_that_a_family_lacks_are_left_out() -> None:
    fields = {"variant", "title", "family", "keys", "table"}
    referee = RefereeDriver(SHELF)
    for name, more in (("ninety-nine", {"cards"}), ("polignac", {"rounds"}), ("points", set())):
        referee.says(cmd="new", variant=name, players=["Ann", "Bo", "Cy", "Di"])
        rules = referee.send({"cmd": "rules"})
        assert [*rules] == ["ok", "rules"]
        assert {*rules["rules"]} == fields | more
    assert RefereeDriver().refused(cmd="rules")["code"] == "no-game"


def test_rules_depend_on_the_number_of_players_and_the_house_rules() -> None:
    referee = RefereeDriver()
    house = {"target": 50, "cards": {"QS": {"add": -5}}, "jokers": 1, "last_card": "8h"}
    referee.says(cmd="new", variant="ninety-nine", players=["Ann", "Bo"], house=house)
    rules = referee.send({"cmd": "rules"})["rules"]
    keys, cards = rules["keys"], rules["cards"]
    assert (keys["target"], keys["floor"], keys["last_card"]) == (50, False, "8H")
    assert (cards["Q"], cards["QS"], cards["K"]) == ({"add": 10}, {"add": -5}, {"set": 50})
    assert cards["JK"] == {"set": "target", "oblige": 2}
    assert ["Q♠", "takes 5 off"] in rules["table"]
    assert ["Dealt", "3 cards each"] in rules["table"]


def test_removed_cards_are_those_of_this_table() -> None:
    rules = family_of(SHELF["arizona-spaghetti"]).rules_of(SHELF["arizona-spaghetti"], {}, 5)
    assert isinstance(rules, TrickRules)
    removed = rules_described(rules)["keys"]["removed"]
    assert removed == {"5": " ".join(map(str, rules.pack.removed))}


def test_table_is_english_in_any_language() -> None:
    with using(load_language("de")):
        table = variant_described(SHELF["ninety-nine"])["table"]
    assert ["K", "sets the total to 99"] in table
