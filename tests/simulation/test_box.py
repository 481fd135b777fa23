"""The bench: what it publishes is told whole, the light together with the words that it is about."""

from collections.abc import Iterator

import pytest

from companion.devices.lights import LedRing
from companion.outputs import Lights
from companion.rules.commands import Deal, New, Play, Score
from companion.rules.game import GameHistory
from companion.simulation.box import SimulatedBox
from companion.simulation.pack import deck_of
from companion.simulation.view import PanelGame, Views
from companion.variants import load_variants

VARIANTS = load_variants().variants


@pytest.fixture
def ring(bench: SimulatedBox) -> Iterator[LedRing]:
    pins = bench.pins.pins.lights
    ring = LedRing(
        pins.seats,
        pins.clockwise,
        pins.counterclockwise,
        pins.accepted,
        pins.refused,
        report=lambda _: None,
        pin_factory=bench.pins.factory,
    )
    yield ring
    ring.close()


def published(
    bench: SimulatedBox, played: GameHistory, number: int = 1, text: str = "", *, asking: bool = False
) -> PanelGame:
    bench.publish(number, played.rules, played.moments, text, asking=asking)
    game = bench.showing().game
    assert game is not None
    return game


def game_of(variant: str, players: int = 4) -> GameHistory:
    played = GameHistory(VARIANTS, stickers=True)
    played.obey(New(variant=variant, players=("Ann", "Bo", "Cy", "Di", "Eva")[:players]))
    return played


def test_a_verdict_light_is_seen_with_the_words_that_it_is_about(bench: SimulatedBox, ring: LedRing) -> None:
    played = game_of("arizona-spaghetti")
    published(bench, played, text="Ann to lead")
    ring.show(Lights(seats=("act", *("in",) * 7), refused=True))
    showing = bench.showing()
    assert (showing.text, showing.lights.refused) == ("Ann to lead", False)
    assert showing.lights.seats[0] == "act"
    published(bench, played, text="Revoke", asking=True)
    showing = bench.showing()
    assert (showing.text, showing.asking, showing.lights.refused) == ("Revoke", True, True)


def test_a_verdict_light_that_goes_out_or_changes_is_not_seen_any_longer(
    bench: SimulatedBox, ring: LedRing
) -> None:
    played = game_of("arizona-spaghetti")
    ring.show(Lights(refused=True))
    published(bench, played)
    ring.show(Lights())
    assert not bench.showing().lights.refused
    ring.show(Lights(refused=True))
    published(bench, played)
    ring.show(Lights(accepted=True))
    lights = bench.showing().lights
    assert not lights.accepted
    assert not lights.refused
    published(bench, played)
    assert bench.showing().lights.accepted


def test_a_trick_game_is_told_with_its_trick_and_what_is_said(bench: SimulatedBox) -> None:
    played = game_of("arizona-spaghetti")
    for card in ("9H", "JH", "2H", "3H"):
        played.obey(Play(card=card))
    game = published(bench, played, 7)
    assert (game.title, game.call, game.chips, game.number) == (
        "Arizona Spaghetti",
        "Bo takes it, 10",
        None,
        7,
    )
    assert game.trick is not None
    assert (game.trick.wins, game.trick.taken, len(game.trick.cards)) == (1, True, 4)
    assert game.places == (7, 1, 3, 5)


def test_an_adding_game_is_told_with_its_call_and_without_a_trick(bench: SimulatedBox) -> None:
    played = game_of("ninety-nine")
    for card in ("KH", "9C"):
        played.obey(Play(card=card))
    game = published(bench, played)
    assert (game.call, game.chips, game.trick) == ("pass to you 99", 5, None)


def test_no_game_is_told_while_nobody_plays(bench: SimulatedBox) -> None:
    bench.publish(None, None, (), "Which game?", asking=True)
    assert bench.showing().game is None


@pytest.mark.parametrize(
    ("variant", "players", "cards"),
    [
        ("arizona-spaghetti", 4, 52),
        ("arizona-spaghetti", 5, 50),
        ("slobberhannes", 4, 32),
        ("slobberhannes", 3, 30),
        ("ninety-nine", 4, 52),
        ("arizona-ninety-eight", 4, 54),
        ("ninety-nine", 5, 104),
    ],
)
def test_the_pack_on_the_table_is_that_of_the_game(variant: str, players: int, cards: int) -> None:
    played = game_of(variant, players)
    assert played.rules is not None
    assert len(deck_of(played.rules).cards()) == played.rules.pack.size == cards


@pytest.mark.parametrize(
    ("variant", "players", "total"),
    [("arizona-spaghetti", 5, 100), ("slobberhannes", 5, 4), ("polignac", 4, 5)],
)
def test_the_panel_is_shown_hands_from_the_deal_to_the_next(
    bench: SimulatedBox, variant: str, players: int, total: int
) -> None:
    played = game_of(variant, players)
    views = Views(bench)
    published(bench, played)
    dealt = views.view()["hands"]
    assert b"reason" not in dealt
    played.obey(Score(points={"Ann": total}))
    published(bench, played)
    assert views.view()["hands"] == dealt
    played.obey(Deal())
    published(bench, played)
    assert views.view()["hands"] != dealt
    assert b"reason" not in views.view()["hands"]
