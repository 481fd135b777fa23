"""Tests of the deck that a card is from: docs/reference/referee-protocol.md, "Cards"."""

from typing import Any

import pytest

from companion.core.cards import Pack, parse_card
from companion.core.commands import New, Play
from companion.core.refusals import NotInDeck
from companion.errors import CardError, Illegal
from companion.games.history import GameHistory
from tests.drivers.game import GameDriver
from tests.table.tables import VARIANTS


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
def test_card_of_a_missing_deck_is_parsed_but_not_in_the_pack(
    card: str, variant: str, house: dict[str, Any]
) -> None:
    illegal = refused(card, variant, house)
    assert (illegal.code, illegal.facts) == ("not-in-deck", {"card": card})


@pytest.mark.parametrize(
    "card", ["8H/0", "8H/01", "8H/-1", "8H/", "8H/1.5", "8H/²", "8/1", "8/3", "8H/1/1"]
)
def test_deck_must_be_a_whole_number_from_1_after_a_suit(card: str) -> None:
    illegal = refused(card, "ninety-nine", {"decks": 2})
    assert (illegal.code, illegal.facts) == ("bad-card", {"card": card})


@pytest.mark.parametrize(
    ("card", "house", "decks"),
    [
        ("8H/2", {}, 1),
        ("QS/3", {"decks": 2}, 2),
        ("8H/" + "9" * 4300, {}, 1),
        ("JK/1", {}, 1),
        ("JK", {}, 1),
    ],
)
def test_card_of_another_deck_is_refused(card: str, house: dict[str, Any], decks: int) -> None:
    assert refused(card, "ninety-nine", house).refusal == NotInDeck(card, decks)


@pytest.mark.parametrize("text", ["JK#0", "JK#9", "JK#11", "JK#", "8H#1"])
def test_sticker_numbers_are_limited_to_the_jokers_of_a_deck(text: str) -> None:
    with pytest.raises(CardError, match="is no joker's sticker"):
        Pack(jokers=8, stickers=True).read(text)


def test_card_with_a_known_deck_is_played_only_once() -> None:
    pack, eight = Pack(decks=2), parse_card("8H/1")
    assert pack.is_spent(eight, [eight])
    assert not pack.is_spent(eight, [parse_card("8H/2")])


def test_joker_numbers_are_unknown_if_stickers_are_not_mentioned() -> None:
    game = GameHistory(VARIANTS)
    game.obey(New(variant="arizona-ninety-eight", players=("Ann", "Bo")))
    with pytest.raises(Illegal, match="bad-card"):
        game.obey(Play(card="JK#1"))
