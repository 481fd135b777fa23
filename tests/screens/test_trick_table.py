"""A trick as it lies on the table, and what is said to it."""

import pytest

from companion.rules.cards import parse_card
from companion.rules.tricks.state import Laid
from companion.screens.trick_table import LyingTrick, lying_trick
from companion.text.events.tricks import said_of_trick
from tests.drivers.game import TrickGame


def trick(game: TrickGame) -> LyingTrick:
    return lying_trick(game.rules, game.state)


def laid(*cards: tuple[int, str]) -> tuple[Laid, ...]:
    return tuple(Laid(seat, parse_card(card)) for seat, card in cards)


def said(game: TrickGame) -> str:
    return said_of_trick(game.game.moments[-1].events)


def round_of(number: int, penalty: int = 0) -> TrickGame:
    """Arizona Spaghetti whose rounds before were entered by their points."""
    game = TrickGame(players=3, revoke_penalty=penalty)
    for points in (170, 130, 100, 100, 100)[: number - 1]:
        game.score(Ann=points)
        game.deal()
    return game


def test_before_the_first_lead_nothing_lies() -> None:
    assert trick(TrickGame(players=3)) == LyingTrick(cards=(), wins=None, taken=False, number=1)


def test_the_highest_card_of_the_led_suit_wins_so_far() -> None:
    game = TrickGame(players=3)
    game.play("9H", "AS")
    assert trick(game).cards == laid((0, "9H"), (1, "AS"))
    assert (trick(game).wins, trick(game).taken) == (0, False)


def test_a_trick_lies_until_the_next_is_led_and_keeps_its_number() -> None:
    game = TrickGame(players=3)
    game.play("9H", "JH", "AS")
    taken = trick(game)
    assert taken.cards == laid((0, "9H"), (1, "JH"), (2, "AS"))
    assert (taken.wins, taken.taken, taken.number) == (1, True, 1)
    game.play("5C")
    assert trick(game).cards == laid((1, "5C"))
    assert (trick(game).taken, trick(game).number) == (False, 2)
    game.undo()
    assert trick(game) == taken
    game.undo()
    assert trick(game).cards == laid((0, "9H"), (1, "JH"))
    assert (trick(game).taken, trick(game).number) == (False, 1)


def test_the_last_trick_of_a_round_lies_until_the_deal() -> None:
    game = round_of(4)
    game.play("2H", "3H", "KS")
    assert trick(game).taken
    assert len(trick(game).cards) == 3
    game.deal()
    assert trick(game).cards == ()


def test_points_entered_leave_no_trick() -> None:
    game = TrickGame(players=3)
    game.score(Ann=170)
    assert (trick(game).cards, trick(game).taken) == ((), False)


def test_a_card_like_any_other_is_passed_over_in_silence() -> None:
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
def test_whoever_takes_a_trick_says_what_it_costs(number: int, cards: tuple[str, ...], sentence: str) -> None:
    game = round_of(number)
    game.play(*cards)
    assert said(game) == sentence


def test_a_suit_that_is_broken_is_said_with_the_trick() -> None:
    game = round_of(2)
    game.play("9C", "2H")
    assert said(game) == "Hearts are broken"
    game.undo()
    game.play("10C", "2H")
    assert said(game) == "Hearts are broken. Cy takes it, 10"


def test_a_leader_who_holds_nothing_else_says_so() -> None:
    game = round_of(4)
    game.only("9S")
    assert said(game) == "Only ♠ left"


@pytest.mark.parametrize(("penalty", "cost"), [(0, ""), (15, " and costs 15")])
def test_a_revoke_that_stands_is_said_with_its_trick_and_its_cost(penalty: int, cost: str) -> None:
    game = round_of(1, penalty=penalty)
    game.play("9H", "2S", "3H", "AH")
    game.let_stand("4H")
    assert said(game) == f"Bo had no ♥ in trick 1, it stands{cost}"


def test_whoever_has_taken_all_that_costs_pays_more() -> None:
    game = TrickGame("slobberhannes", 3)
    suits = [[f"{rank}{suit}" for rank in ("A", "K", "Q", "J", "10", "9", "8")] for suit in "CHS"]
    for cards in zip(*suits, strict=True):
        game.play(*cards)
    for cards in (("AD", "9D", "8D"), ("KD", "10D", "7D"), ("QD", "JD", "7H")):
        game.play(*cards)
    assert said(game) == "Ann takes it, 1. Ann has taken all that costs, 1 more"
