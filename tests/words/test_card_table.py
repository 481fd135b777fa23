"""The card table: one row per card, with its effect."""

import msgspec
import pytest

from companion.core.cards import RANKS, SUITS, Card
from companion.games.adding.card_words import card_rows, grouped
from companion.games.adding.effects import add, pip_value
from companion.games.adding.rules import AddingRules, adding_rules_in_force
from companion.games.adding.variant import AddingVariant
from companion.variants import load_variants
from tests.worded import worded

ADDING = {
    name: variant
    for name, variant in load_variants().variants.items()
    if isinstance(variant, AddingVariant)
}


def rules(name: str, **house: object) -> AddingRules:
    variant = ADDING[name]
    return adding_rules_in_force(variant, house, variant.players[0])


def test_ninety_nine_has_these_cards() -> None:
    assert worded(card_rows(rules("ninety-nine"))) == (
        ("A 2 3 5–8", "add their pips; an ace is 1"),
        ("4", "adds nothing, reverses play, with the words “back on you”"),
        ("9", "adds nothing, with the words “pass to you”"),
        ("10", "goes 10 up or 10 down, as called"),
        ("J Q", "add 10"),
        ("K", "sets the total to 99"),
    )


def test_one_hundred_has_these_cards() -> None:
    assert worded(card_rows(rules("one-hundred"))) == (
        ("A♣ A♠", "set the total to any number from 0 to 100"),
        ("A♦ A♥ 2♣ 2♦ 2♥ 3 5♣ 5♠ 6–9", "add their pips; an ace is 1"),
        ("2♠", "doubles the total"),
        ("4", "adds nothing, reverses play"),
        ("5♦ 5♥", "take 5 off"),
        ("10", "sets the total to 100"),
        ("J", "takes 10 off"),
        ("Q♣ Q♦ Q♠", "add 10"),
        ("Q♥", "sets the total to 0"),
        ("K", "adds nothing"),
    )


def test_joker_has_a_row_if_there_are_jokers() -> None:
    assert "Joker" not in dict(worded(card_rows(rules("ninety-nine"))))
    joker = dict(worded(card_rows(rules("ninety-nine", jokers=1))))["Joker"]
    assert joker == "sets the total to 99, makes the next player owe 2 plays"


def test_house_rules_appear_in_the_table() -> None:
    ours = dict(
        worded(card_rows(rules("ninety-nine", target=120, cards={"3": {"add": 3, "skip": 1}})))
    )
    assert ours["K"] == "sets the total to 120"
    assert ours["3"] == "adds its pips, skips a player"
    assert ours["A 2 5–8"] == "add their pips; an ace is 1"


def test_range_below_the_target_is_written_in_full() -> None:
    ours = rules("ninety-nine", cards={"QS": {"set": {"from": 0, "to": 50}}})
    assert dict(worded(card_rows(ours)))["Q♠"] == "sets the total to any number from 0 to 50"


@pytest.mark.parametrize("name", ADDING)
def test_every_card_is_in_one_row_with_its_effect(name: str) -> None:
    in_force = rules(name)
    listed = [
        (Card(card.rank, suit), row)
        for row in grouped(in_force)
        for card in row.cards
        if not card.is_joker
        for suit in ((card.suit,) if card.suit else SUITS)
    ]
    assert sorted(str(card) for card, _ in listed) == sorted(
        rank + suit for rank in RANKS for suit in SUITS
    )
    for card, row in listed:
        (effect,), (way,) = in_force.effects[card.rank, card.suit], row.ways
        change = add(pip_value(card.rank)) if row.add_pips else way.change
        assert effect == msgspec.structs.replace(way, change=change)
