"""Trick games in words, for users who cannot see the picture."""

import pytest

from companion.games.tricks.screens import trick_picture
from companion.message import phrase
from companion.screens.model import (
    Chips,
    ConfirmScreen,
    KeyHint,
    PlayerRow,
    PlayerTableScreen,
    Slot,
    TrickScreen,
    WinnerScreen,
)
from companion.screens.spoken import spoken
from tests.drivers.game import TrickGame
from tests.worded import named
from tests.words.renderings import golden

SLOTS = (
    Slot("Ann", "7 of diamonds"),
    Slot("Bo", "jack of diamonds", "wins"),
    Slot("Cy", "3 of clubs"),
    Slot("Di", mark="act"),
    Slot("Eva"),
)
"""The slots of a picture that is made for a voice."""


COSTS = "king of spades costs 100"


def trick(said: str, *slots: Slot, missing: bool = False, complete: bool = False) -> str:
    screen = TrickScreen(
        "Round 4", "K♠ costs 100", slots, named("Di"), "follow ♦", missing, complete, (COSTS, said)
    )
    return spoken(screen)


def test_spoken_trick_has_costs_turn_and_cards() -> None:
    assert trick("Di to follow diamonds", *SLOTS) == (
        f"Round 4. {COSTS}. Di to follow diamonds. "
        "Ann 7 of diamonds; Bo jack of diamonds has it so far; Cy 3 of clubs."
    )


def test_winning_card_is_not_spoken_once_the_trick_is_taken() -> None:
    assert trick("Bo takes it, 25", *SLOTS[:3], complete=True) == (
        f"Round 4. {COSTS}. Bo takes it, 25. Ann 7 of diamonds; Bo jack of diamonds; Cy 3 of clubs."
    )


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ((), "Ann leads."),
        (("9C",), "Bo to follow clubs."),
        (("9C", "JC", "3C"), "Cy leads, not hearts."),
    ],
)
def test_voice_states_the_duty_of_the_player_to_act(cards: tuple[str, ...], said: str) -> None:
    game = TrickGame(players=3)
    if len(cards) == 3:
        game.score(Ann=170)
        game.deal()
    game.play(*cards)
    assert said in spoken(trick_picture(game.rules, game.state, missing=False))


def test_missing_part_is_spoken_last() -> None:
    assert trick("Di to lead", SLOTS[3], missing=True).endswith("Di to lead. A part is missing.")


def test_spoken_points_name_the_leader() -> None:
    table = PlayerTableScreen(named("Cy", " +100"), "after 4 of 6", (
            PlayerRow("Ann", text="75"), PlayerRow("Bo", text="40", crowned=True),
            PlayerRow("Cy", text="155", marked=True),
        ), keys=(KeyHint("OK", named("Ann", " deals")), KeyHint("", "low wins")))  # fmt: skip
    assert spoken(table) == "Cy +100. Ann 75; Bo 40, leading; Cy 155. OK Ann deals, low wins."


def test_spoken_chips_are_counted() -> None:
    table = PlayerTableScreen(
        named("Bo", " pays 1"), "", (PlayerRow("Ann", Chips(3, 3)), PlayerRow("Bo", text="out"))
    )
    assert spoken(table) == "Bo pays 1. Ann 3, Bo out."


def test_unit_is_spoken_before_the_figures_of_a_result() -> None:
    ann = (PlayerRow("Ann", text="2"),)
    assert spoken(WinnerScreen("Ann and Bo win", "chips", ann)) == "Ann and Bo win. chips: Ann 2."
    lost = WinnerScreen("Bo loses", crown=False, forfeit="takes a drink")
    assert spoken(lost) == "Bo loses, takes a drink."


def test_name_that_ends_in_a_figure_is_separated_from_the_result() -> None:
    rows = (PlayerRow("Seat 3", text="1"), PlayerRow("Seat 1", text="0"))
    assert spoken(WinnerScreen("Seat 3 wins", "", rows)) == "Seat 3 wins. Seat 3: 1, Seat 1: 0."


def test_no_period_follows_a_question_mark() -> None:
    asked, told = named("Bo.", phrase(": bust?")), named("Who?", before="by ")
    assert spoken(ConfirmScreen("", "", asked, told)) == "Bo.: bust? by Who?"


def test_voice_speaks_no_symbols() -> None:
    """Brackets enclose what is only displayed."""
    said = [line.partition(" [")[0] for line in golden("dialogs").read_text("utf-8").splitlines()]
    assert not [line for line in said if "Screen: " in line and not set("♠♥♦♣→").isdisjoint(line)]
