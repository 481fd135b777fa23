"""A trick as it lies on the table, and what is said to it."""

import pytest

from companion.rules.cards import parse_card
from companion.rules.commands import Deal, New, Play, Score, Undo
from companion.rules.game import GameHistory
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.state import Laid, TrickState
from companion.screens.trick_table import LyingTrick, lying_trick, said_of_trick
from companion.variants import load_variants

VARIANTS = load_variants().variants


def game_of(variant: str = "arizona-spaghetti", players: int = 3, penalty: int = 0) -> GameHistory:
    game = GameHistory(VARIANTS)
    names = ("Ann", "Bo", "Cy", "Di", "Eva", "Fay")[:players]
    game.obey(New(variant=variant, players=names, house={"revoke_penalty": penalty}))
    return game


def play(game: GameHistory, *cards: str) -> None:
    for card in cards:
        game.obey(Play(card=card))


def trick(game: GameHistory) -> LyingTrick:
    assert isinstance(game.rules, TrickRules)
    assert isinstance(game.state, TrickState)
    return lying_trick(game.rules, game.state)


def laid(*cards: tuple[int, str]) -> tuple[Laid, ...]:
    return tuple(Laid(seat, parse_card(card)) for seat, card in cards)


def said(game: GameHistory) -> str:
    return said_of_trick(game.moments[-1].events)


def round_of(number: int, penalty: int = 0) -> GameHistory:
    """Arizona Spaghetti whose rounds before were entered by their points."""
    game = game_of(penalty=penalty)
    for points in (170, 130, 100, 100, 100)[: number - 1]:
        game.obey(Score(points={"Ann": points}))
        game.obey(Deal())
    return game


def test_before_the_first_lead_nothing_lies() -> None:
    assert trick(game_of()) == LyingTrick(cards=(), wins=None, taken=False, number=1)


def test_the_highest_card_of_the_led_suit_wins_so_far() -> None:
    game = game_of()
    play(game, "9H", "AS")
    assert trick(game).cards == laid((0, "9H"), (1, "AS"))
    assert (trick(game).wins, trick(game).taken) == (0, False)


def test_a_trick_lies_until_the_next_is_led_and_keeps_its_number() -> None:
    game = game_of()
    play(game, "9H", "JH", "AS")
    taken = trick(game)
    assert taken.cards == laid((0, "9H"), (1, "JH"), (2, "AS"))
    assert (taken.wins, taken.taken, taken.number) == (1, True, 1)
    play(game, "5C")
    assert trick(game).cards == laid((1, "5C"))
    assert (trick(game).taken, trick(game).number) == (False, 2)
    game.obey(Undo())
    assert trick(game) == taken
    game.obey(Undo())
    assert trick(game).cards == laid((0, "9H"), (1, "JH"))
    assert (trick(game).taken, trick(game).number) == (False, 1)


def test_the_last_trick_of_a_round_lies_until_the_deal() -> None:
    game = round_of(4)
    play(game, "2H", "3H", "KS")
    assert trick(game).taken
    assert len(trick(game).cards) == 3
    game.obey(Deal())
    assert trick(game).cards == ()


def test_points_entered_leave_no_trick() -> None:
    game = game_of()
    game.obey(Score(points={"Ann": 170}))
    assert (trick(game).cards, trick(game).taken) == ((), False)


def test_a_card_like_any_other_is_passed_over_in_silence() -> None:
    game = game_of()
    play(game, "9H", "JH")
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
    play(game, *cards)
    assert said(game) == sentence


def test_a_suit_that_is_broken_is_said_with_the_trick() -> None:
    game = round_of(2)
    play(game, "9C", "2H")
    assert said(game) == "Hearts are broken"
    game.obey(Undo())
    play(game, "10C", "2H")
    assert said(game) == "Hearts are broken. Cy takes it, 10"


def test_a_leader_who_holds_nothing_else_says_so() -> None:
    game = round_of(4)
    game.obey(Play(card="9S", only_suit=True))
    assert said(game) == "Only spades left"


@pytest.mark.parametrize(("penalty", "cost"), [(0, ""), (15, ", 15")])
def test_a_revoke_that_stands_is_said_with_its_trick_and_its_cost(penalty: int, cost: str) -> None:
    game = round_of(1, penalty=penalty)
    play(game, "9H", "2S", "3H", "AH")
    game.obey(Play(card="4H", accept_revoke=True))
    assert said(game) == f"Bo had no hearts in trick 1, it stands{cost}"


def test_whoever_has_taken_all_that_costs_pays_more() -> None:
    game = game_of("slobberhannes")
    suits = [[f"{rank}{suit}" for rank in ("A", "K", "Q", "J", "10", "9", "8")] for suit in "CHS"]
    for cards in zip(*suits, strict=True):
        play(game, *cards)
    for cards in (("AD", "9D", "8D"), ("KD", "10D", "7D"), ("QD", "JD", "7H")):
        play(game, *cards)
    assert said(game) == "Ann takes it, 1. Ann has taken all that costs, 1 more"
