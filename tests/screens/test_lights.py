"""The lights for the player to act, the direction, the players in, and the last verdict."""

import pytest

from companion.core.commands import Bust
from companion.outputs import Lights, SeatLight
from companion.screens.lights import lights_of
from tests.drivers.game import GameDriver


@pytest.fixture
def game() -> GameDriver:
    """Ninety-nine with one chip each: Ann, Bo and Cy have lights 1, 4 and 6, and Ann begins."""
    game = GameDriver()
    game.new("ninety-nine", 3, chips=1)
    return game


def seats(**lit: SeatLight) -> tuple[SeatLight, ...]:
    """Return the eight seat lights; those that are not named are dark."""
    return tuple(lit.get(f"light_{number}", "dark") for number in range(1, 9))


def test_player_to_act_is_bright_and_the_others_are_dim(game: GameDriver) -> None:
    assert lights_of(game.state).seats == seats(light_1="act", light_4="in", light_6="in")
    game.play("8")
    assert lights_of(game.state).seats == seats(light_1="in", light_4="act", light_6="in")


def test_player_who_is_out_is_dark(game: GameDriver) -> None:
    game.obey(Bust())
    game.deal()
    assert lights_of(game.state).seats == seats(light_4="in", light_6="act")


def test_direction_is_lit_while_cards_are_played(game: GameDriver) -> None:
    def direction() -> tuple[bool, bool]:
        lights = lights_of(game.state)
        return lights.clockwise, lights.counterclockwise

    assert direction() == (True, False)
    game.play("4")
    assert direction() == (False, True)
    game.obey(Bust())
    assert game.phase == "hand-over"
    assert direction() == (False, False)


@pytest.mark.parametrize(
    ("verdict", "green_and_red"),
    [("accepted", (True, False)), ("refused", (False, True)), ("", (False, False))],
)
def test_last_verdict_is_green_or_red(
    game: GameDriver, verdict: str, green_and_red: tuple[bool, bool]
) -> None:
    for state in (game.state, None):
        lights = lights_of(state, verdict)
        assert (lights.accepted, lights.refused) == green_and_red


def test_resting_display_leaves_one_dim_light(game: GameDriver) -> None:
    assert lights_of(game.state, "accepted", resting=True) == Lights(seats(light_1="in"))


def test_all_lights_are_dark_without_a_game() -> None:
    assert lights_of(None) == Lights()
