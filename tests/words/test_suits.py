"""The effect of a rank whose suits differ: on a key, and in a sentence."""

import pytest

from companion.games.adding.card_words import key_words, what_sets_apart
from companion.games.adding.rules import AddingRules, adding_rules_in_force
from companion.games.adding.variant import AddingVariant
from companion.variants import load_variants
from tests.worded import worded

VARIANTS = load_variants().variants


def rules_of(name: str, **house: object) -> AddingRules:
    variant = VARIANTS[name]
    assert isinstance(variant, AddingVariant)
    return adding_rules_in_force(variant, house, variant.players[0])


@pytest.mark.parametrize(
    ("name", "rank", "words"),
    [
        ("ninety-nine", "A", "1"),
        ("ninety-nine", "4", "0, reverse"),
        ("ninety-nine", "9", "0, pass"),
        ("ninety-nine", "10", "+10 or -10"),
        ("ninety-nine", "K", "sets 99"),
        ("ninety-nine-king-pass", "K", "0, pass"),
        ("ninety-nine-wilson", "3", "3, skip"),
        ("ninety-eight", "10", "-10"),
        ("ninety-eight-umass", "A", "1 or 11 …"),
        ("ninety-eight-umass", "Q", "0, ♠ 0, names"),
        ("arizona-ninety-eight", "A", "1 or 11"),
        ("arizona-ninety-eight", "JK", "sets 98, owe 2"),
        ("one-hundred", "A", "1, black any"),
        ("one-hundred", "2", "2, ♠ doubles"),
        ("one-hundred", "5", "5, red -5"),
        ("one-hundred", "Q", "10, ♥ sets 0"),
    ],
)
def test_key_shows_the_effect_of_its_rank_in_few_words(name: str, rank: str, words: str) -> None:
    assert worded(key_words(rules_of(name), rank)) == worded(words)


@pytest.mark.parametrize(
    ("cards", "rank", "words"),
    [
        ({"10": {"add": [10, -10], "reverse": True}}, "10", "+10 or -10 …"),
        ({"8": {"add": [1, 2, 8, 20]}}, "8", "1, 2, 8 or 20"),
        ({"8": {"add": [5, 6, 7, 8]}}, "8", "5 to 8"),
        ({"QS": {"set": {"from": 0, "to": 50}}}, "Q", "10, ♠ 0 to 50"),
        ({"QS": {"set": {"from": 0, "to": 99}}}, "Q", "10, ♠ any"),
        ({"QS": {"set": {"from": 0, "to": "target"}}}, "Q", "10, ♠ any"),
        ({"8": {"set": {"from": 20, "to": 50}}}, "8", "20 to 50"),
        ({"8": {"multiply": -3}}, "8", "times -3"),
        ({"8": {"add": -9999, "reverse": True, "knock_out": True}}, "8", "-9999 …"),
        ({"8": {"add": 8, "again": True}}, "8", "8, again"),
        ({"8": {"add": 8, "skip": 2}}, "8", "8, skip 2"),
        ({"8S": {"add": 1}, "8H": {"add": 2}, "8D": {"add": 3}}, "8", "8, ♠ 1, ♥ 2, ♦ 3"),
        ({"8S": {"add": 1000}, "8H": {"add": 2000}, "8D": {"add": 3000}}, "8", "8 …"),
    ],
)
def test_house_rule_is_shown_on_the_key_if_it_fits(
    cards: dict[str, object], rank: str, words: str
) -> None:
    assert worded(key_words(rules_of("ninety-nine", cards=cards), rank)) == worded(words)


@pytest.mark.parametrize(
    ("name", "rank", "sentence"),
    [
        ("one-hundred", "A", "Here: black aces set the total to any number from 0 to 100."),
        ("one-hundred", "2", "Here: 2♠ doubles the total."),
        ("one-hundred", "5", "Here: red fives take 5 off."),
        ("one-hundred", "Q", "Here: Q♥ sets the total to 0."),
        ("one-hundred-strict", "5", "Here: red fives take 5 off."),
        (
            "ninety-eight-umass",
            "A",
            (
                "Here: A♠ adds nothing, knocks a player out; "
                "A♥ adds nothing, shields against a knock-out."
            ),
        ),
        ("ninety-eight-umass", "Q", "Here: Q♠ adds nothing, names who plays next."),
        ("ninety-nine", "5", ""),
    ],
)
def test_sentence_names_the_suits_with_another_effect(name: str, rank: str, sentence: str) -> None:
    assert worded(what_sets_apart(rules_of(name), rank)) == worded(sentence)


@pytest.mark.parametrize(
    ("does", "sentence"),
    [
        (
            {"set": {"from": 0, "to": 50}},
            "Here: Q♠ sets the total to any number from 0 to 50.",
        ),
        (
            {"set": {"from": -9, "to": 99}},
            "Here: Q♠ sets the total to any number from -9 to 99.",
        ),
        (
            {"set": {"from": 0, "to": "target"}},
            "Here: Q♠ sets the total to any number from 0 to 99.",
        ),
        ({"add": [1, 2, 8, 20]}, "Here: Q♠ adds 1, 2, 8 or 20, as called."),
    ],
)
def test_sentence_has_only_numbers_that_can_be_chosen(
    does: dict[str, object], sentence: str
) -> None:
    assert worded(what_sets_apart(rules_of("ninety-nine", cards={"QS": does}), "Q")) == worded(
        sentence
    )


def test_range_below_a_higher_target_is_not_any_total() -> None:
    cards = {"QS": {"set": {"from": 0, "to": 99}}}
    assert (
        worded(key_words(rules_of("ninety-nine", cards=cards, target=120), "Q")) == "10, ♠ 0 to 99"
    )


def test_many_exceptions_are_only_mentioned() -> None:
    odd = {f"8{suit}": {"add": 1000 * n, "reverse": True} for n, suit in enumerate("SHD", 1)}
    assert (
        worded(what_sets_apart(rules_of("ninety-nine", cards=odd), "8")) == "The suit counts here."
    )
