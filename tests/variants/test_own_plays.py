"""Games of a table's own in which totals, and cards on the pile, do something to people."""

from pathlib import Path
from typing import Protocol

import pytest
from msgspec.structs import replace

from companion.core.cards import parse_card
from companion.core.commands import Play, Set
from companion.core.disagreement import Observed
from companion.core.events import CardsMatched, Eliminated, GameEnded, Got, TotalPassed
from companion.games.adding.faults import AddingFaults
from companion.games.adding.rules import AddingRules
from companion.variants import load_variants
from tests.drivers.game import GameDriver
from tests.variants.shown_games import shown

OURS = 'extends = "ninety-nine"\ntitle = "Ours"\nchips = false\nbust = "out"\n'


class Ours(Protocol):
    """Begins a game of three with these lines over others."""

    def __call__(self, lines: str, over: str = OURS) -> GameDriver: ...


@pytest.fixture
def ours(tmp_path: Path) -> Ours:
    def begun(lines: str, over: str = OURS) -> GameDriver:
        (tmp_path / "ours.toml").write_text(over + lines, "utf-8")
        game = GameDriver(variants=load_variants(tmp_path).variants)
        game.new("ours", 3)
        return game

    return begun


def test_run_alone_is_noticed(ours: Ours) -> None:
    assert CardsMatched("Cy", "run", 3) in ours('runs.3 = { does = "scores" }').play("8H 6S 7D")


def test_owed_play_that_does_not_count_completes_a_run(ours: Ours) -> None:
    game = ours(
        'runs.3 = { does = "scores" }\ncards.6 = { add = 6, oblige = 2, each_counts = false }'
    )
    game.play("8 6")
    assert CardsMatched("Cy", "run", 3) in game.play("7")
    assert game.adding.total == 14


def test_total_passed_may_count_in_one_direction_only(ours: Ours) -> None:
    scores = '{ does = "scores", going = "up" }'
    game = ours(f'passing.10 = [{scores}, {{ does = "drinks", going = "down" }}]')
    assert game.play("8 3")[-3:-1] == (TotalPassed("Bo", 10), Got("Bo", "points", 1))
    game.obey(Set(total=15))
    events = game.obey(Play(card="10", value=-10))
    assert TotalPassed("Cy", 10) in events
    assert Got("Cy", "drinks", 1) in events
    assert Got("Cy", "points", 1) not in events


def test_game_that_counts_down_goes_over_below_its_target(ours: Ours) -> None:
    game = ours(
        'start = 20\ntarget = 0\nover = "bust"\ncards = { 8 = { add = -8 } }\n'
        'on_bust = { does = "drinks", how_many = "over" }'
    )
    assert Got("Cy", "drinks", 4) in game.play("8 8 8")


def test_player_who_loses_points_wins_nothing_at_once(ours: Ours) -> None:
    lines = "match = { to = 5, at_once = true }\n"
    game = ours(f'{lines}alike.2 = {{ does = "scores", how_many = -1 }}')
    game.obey(Set(points={"Bo": 7}))
    game.play("3 3")
    assert (game.phase, game.adding.players[1].points) == ("play", 6)


def test_winner_at_once_does_not_go_out_for_the_last_chip(ours: Ours) -> None:
    game = ours(
        "match = { to = 2, at_once = true }\n"
        'reward = { does = "scores", how_many = 2 }\n'
        'multiples.8 = [{ does = "pays" }, { does = "wins the hand" }]\n',
        over=OURS.replace("chips = false", "chips = 1").replace('"out"', '"chip, new hand"'),
    )
    events = game.play("8")
    assert events[-1] == GameEnded("Ann")
    assert not any(isinstance(event, Eliminated) for event in events)


@pytest.mark.parametrize(("lying", "matter"), [(1, True), (4, True), (6, True), (7, False)])
def test_search_tells_piles_apart_by_the_cards_that_a_run_can_have(
    lying: int, matter: bool
) -> None:
    game = shown("cribbage-pegging", 2)
    assert isinstance(game.rules, AddingRules)
    same = AddingFaults(game.rules, game.history.moments, Observed(total=21)).same
    first, other, *above = map(parse_card, ["2C", "QC", "5D", "4H", "9S", "KC", "8D", "AH"])
    piles = [(card, *above[: lying - 1]) for card in (first, other)]
    states = [same(replace(game.adding, pile=pile)) for pile in piles]
    assert (states[0] != states[1]) is matter
