"""Which deck a card is from: docs/protocol.md, "Cards"."""

from typing import Any

import pytest

from companion.errors import Illegal
from companion.rules.commands import Play
from companion.text.refusals import sentence
from tests.drivers.game import GameDriver


def refused(card: str, variant: str, house: dict[str, Any]) -> Illegal:
    game = GameDriver()
    game.new(variant, 3, **house)
    return game.refused(Play(card=card))


@pytest.mark.parametrize(
    ("card", "variant", "house"),
    [
        ("8H/2", "ninety-nine", {}),
        ("8H/9", "ninety-nine", {}),
        ("8H/4299", "ninety-nine", {}),
        ("QS/3", "ninety-nine", {"decks": 2}),
        ("JK/3", "arizona-ninety-eight", {"decks": 2}),
        ("QS/3", "arizona-spaghetti", {}),
    ],
)
def test_a_deck_that_this_pack_lacks_can_be_read_and_is_not_in_it(
    card: str, variant: str, house: dict[str, Any]
) -> None:
    illegal = refused(card, variant, house)
    assert (illegal.code, illegal.facts) == ("not-in-deck", {"card": card})


@pytest.mark.parametrize("card", ["8H/0", "8H/01", "8H/-1", "8H/", "8H/1.5", "8H/²", "8/3", "8H/1/1"])
def test_a_deck_is_a_whole_number_from_1_behind_a_suit(card: str) -> None:
    illegal = refused(card, "ninety-nine", {"decks": 2})
    assert (illegal.code, illegal.facts) == ("bad-card", {"card": card})


@pytest.mark.parametrize(
    ("card", "house", "said"),
    [
        ("8H/2", {}, "8♥ is of deck 2; this game has one deck"),
        ("QS/3", {"decks": 2}, "Q♠ is of deck 3; this game has only 2"),
        ("8H/" + "9" * 4300, {}, f"8♥ is of deck {'9' * 20}; this game has one deck"),
        ("JK/1", {}, "Joker is not in this deck"),
    ],
)
def test_a_card_of_another_deck_is_told_as_that(card: str, house: dict[str, Any], said: str) -> None:
    assert sentence(refused(card, "ninety-nine", house)) == said
