"""Spoken comments on a trick on the table."""

import pytest

from companion.games.tricks.words import said_of_trick
from companion.message import render
from tests.drivers.game import TrickGame
from tests.screens.test_trick_table import round_of
from tests.worded import worded


def said(game: TrickGame) -> str:
    return render(said_of_trick(game.game.moments[-1].events))


def test_ordinary_card_gets_no_comment() -> None:
    game = TrickGame(players=3)
    game.play("9H", "JH")
    assert said(game) == ""


@pytest.mark.parametrize(
    ("number", "cards", "sentence"),
    [
        (1, ("9H", "JH", "2H"), "Bo takes it, 10"),
        (2, ("9C", "JC", "3C"), "Cy takes it"),
        (3, ("9C", "QC", "QH"), "Ann takes it, 50"),
        (6, ("9C", "JC", "KS"), "Ann takes it, 110"),
    ],
)
def test_taken_trick_is_announced_with_its_cost(
    number: int, cards: tuple[str, ...], sentence: str
) -> None:
    game = round_of(number)
    game.play(*cards)
    assert worded(said(game)) == worded(sentence)


def test_broken_suit_is_announced_with_the_trick() -> None:
    game = round_of(2)
    game.play("9C", "2H")
    assert worded(said(game)) == "The hearts are broken"
    game.undo()
    game.play("10C", "2H")
    assert worded(said(game)) == "The hearts are broken. Cy takes it, 10"


def test_lead_of_the_only_suit_left_is_announced() -> None:
    game = round_of(4)
    game.only("9S")
    assert worded(said(game)) == "Only ♠ left"


@pytest.mark.parametrize(("penalty", "cost"), [(0, ""), (15, " and costs 15")])
def test_accepted_revoke_is_announced_with_its_trick_and_cost(penalty: int, cost: str) -> None:
    game = round_of(1, penalty=penalty)
    game.play("9H", "2S", "3H", "AH")
    game.let_stand("4H")
    assert worded(said(game)) == f"Bo had no ♥ in trick 1, the card stays{cost}"


def test_sweep_is_announced_with_its_extra_cost() -> None:
    game = TrickGame("slobberhannes", 3)
    suits = [[f"{rank}{suit}" for rank in ("A", "K", "Q", "J", "10", "9", "8")] for suit in "CHS"]
    for cards in zip(*suits, strict=True):
        game.play(*cards)
    for cards in (("AD", "9D", "8D"), ("KD", "10D", "7D"), ("QD", "JD", "7H")):
        game.play(*cards)
    assert worded(said(game)) == "Ann takes it, 1. Ann has taken all that costs, 1 more"
