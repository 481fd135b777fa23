"""Changes by hand (docs/reference/rules.md section 1.7; docs/reference/referee-protocol.md,
"Decisions").
"""

import pytest
from msgspec.structs import replace

from companion.core.commands import Bust, Deal, Join, Leave, Play, Repair, Set
from companion.core.events import (
    CardDrawn,
    GameEnded,
    HandEnded,
    LastCardDrawn,
    ManualSettings,
    PlaysOwed,
    SetByHand,
)
from companion.core.refusals import ChipsShort, OverTarget, StockShort, TooManyPlayers
from companion.games import family_of
from companion.games.adding.state import AddingState
from tests.drivers.game import POLIGNAC, GameDriver, TrickGame
from tests.games.points_games import PointsGame
from tests.variants.shown_games import shown


@pytest.fixture
def game() -> GameDriver:
    """Ninety-nine with Ann, Bo and Cy, and Bo to act at 99."""
    game = GameDriver()
    game.new("ninety-nine", 3)
    game.play("KH")
    return game


def adds_up(game: GameDriver) -> bool:
    return family_of(game.rules).miscount(game.rules, game.state) is None


def test_total_turn_and_direction_are_changed_and_recorded_with_old_values(
    game: GameDriver,
) -> None:
    events = game.obey(Set(total=87, turn="Cy", direction="counterclockwise"))
    was = ManualSettings(total=99, turn="Bo", direction="clockwise")
    assert events == (
        SetByHand(was, ManualSettings(total=87, turn="Cy", direction="counterclockwise")),
    )
    assert (game.state.total, game.turn) == (87, "Cy")
    game.play("2D")
    assert game.turn == "Bo"


def test_total_changed_by_hand_has_no_caller(game: GameDriver) -> None:
    game.obey(Set(total=87))
    assert game.state.total == 87
    assert game.adding.call is None


@pytest.mark.parametrize("total", [100, 1000])
def test_total_over_the_target_is_refused(game: GameDriver, total: int) -> None:
    assert game.refused(Set(total=total)).refusal == OverTarget(total, target=99, was=99)


def test_total_below_the_floor_is_refused(game: GameDriver) -> None:
    game.new("ninety-nine", 3, floor=0)
    assert game.refused(Set(total=-1)).code == "bad-field"


def test_chips_come_from_the_pot_or_go_to_it(game: GameDriver) -> None:
    assert game.obey(Set(chips={"Bo": 4})) == (
        SetByHand(ManualSettings(chips={"Bo": 5}, pot=0), ManualSettings(chips={"Bo": 4}, pot=1)),
    )
    assert game.refused(Set(chips={"Bo": 6})).refusal == ChipsShort(needed=2, chips=1)
    assert adds_up(game)


def test_chips_can_come_from_another_player(game: GameDriver) -> None:
    assert game.obey(Set(chips={"Bo": 7}, against="Cy")) == (
        SetByHand(
            ManualSettings(chips={"Bo": 5, "Cy": 5}), ManualSettings(chips={"Bo": 7, "Cy": 3})
        ),
    )
    assert game.refused(Set(chips={"Bo": 11}, against="Cy")).refusal == ChipsShort(4, 3, "Cy")
    assert adds_up(game)


def test_cards_come_from_the_stock_or_go_to_it(game: GameDriver) -> None:
    stock = game.adding.stock
    assert game.obey(Set(hands={"Bo": 5, "Cy": 2})) == (
        SetByHand(
            ManualSettings(hands={"Bo": 3, "Cy": 3}), ManualSettings(hands={"Bo": 5, "Cy": 2})
        ),
    )
    assert game.adding.stock == stock - 1
    assert game.refused(Set(hands={"Bo": 60})).refusal == StockShort(55, stock - 1)
    assert adds_up(game)


def test_player_out_has_no_cards_to_set(game: GameDriver) -> None:
    game.obey(Set(still_in={"Bo": False}))
    assert game.refused(Set(hands={"Bo": 1})).code == "player-out"


def test_last_card_of_the_stock_is_drawn_by_the_last_player_set(game: GameDriver) -> None:
    game.new("ninety-nine", 2, last_card="KS")
    stock = game.adding.stock
    events = game.obey(Set(hands={"Ann": 3 + stock}))
    assert events[-1] == LastCardDrawn("Ann", "KS")


def test_points_are_set_in_a_match_only(game: GameDriver) -> None:
    assert game.refused(Set(points={"Bo": 3})).code == "bad-field"
    match = shown("last-in-scores", 3)
    was, now = ManualSettings(points={"Bo": 0}), ManualSettings(points={"Bo": 3})
    assert match.obey(Set(points={"Bo": 3})) == (SetByHand(was, now),)
    assert [player.points for player in match.adding.players] == [0, 3, 0]


def test_points_are_set_between_hands_too_and_end_a_match_after_the_next_hand() -> None:
    match = shown("last-in-scores", 2)
    match.obey(Bust())
    match.obey(Set(points={"Ann": 30}))
    assert match.refused(Set(hands={"Ann": 1})).code == "hand-over"
    match.obey(Deal(), Bust())
    assert match.state.phase == "game-over"


def test_turn_passes_from_a_player_whose_cards_are_set_to_none() -> None:
    game = shown("cribbage-pegging", 3)
    game.obey(Set(hands={"Ann": 0}))
    assert game.turn == "Bo"
    game.obey(Set(turn="Ann"))
    assert game.turn == "Bo"
    assert game.obey(Set(hands={"Bo": 0, "Cy": 0}))[-1] == HandEnded("Ann")


def test_player_to_act_without_cards_wins_the_hand_if_that_wins() -> None:
    game = shown("first-out-of-cards", 3)
    game.obey(Set(hands={"Bo": 0}))
    assert game.play("2")[-1] == HandEnded("Ann", "Bo")
    game.obey(Deal())
    assert game.turn == "Bo"
    assert game.obey(Set(hands={"Bo": 0}))[-1] == HandEnded("Bo", "Bo")


def test_player_to_act_without_cards_busts_if_cards_may_come() -> None:
    game = GameDriver()
    game.new("one-hundred", 3)
    game.obey(Set(hands={"Ann": 0}))
    assert (game.turn, game.adding.players[0].turns) == ("Ann", 1)


def test_chips_can_be_changed_between_hands_but_not_the_total(game: GameDriver) -> None:
    game.obey(Bust(), Set(chips={"Bo": 5}))
    assert game.refused(Set(total=9)).code == "hand-over"


def test_player_put_back_in_has_had_no_turn(game: GameDriver) -> None:
    game.obey(Set(still_in={"Cy": False}))
    game.obey(Set(still_in={"Cy": True}))
    assert game.adding.players[2].turns == 0


def test_player_put_back_in_draws_from_the_stock_if_too_few_cards_were_set_aside(
    game: GameDriver,
) -> None:
    game.obey(Set(still_in={"Cy": False}))
    state = replace(game.adding, aside=1, stock=game.adding.stock + 2)
    after, _ = family_of(game.rules).step(game.rules, state, Set(still_in={"Cy": True}))
    assert isinstance(after, AddingState)
    assert (after.players[2].cards, after.aside, after.stock) == (3, 0, game.adding.stock)


def test_turn_passes_from_a_player_put_out_also_while_another_comes_in(game: GameDriver) -> None:
    game.obey(Set(still_in={"Bo": False}))
    game.obey(Set(still_in={"Cy": False, "Bo": True}))
    assert game.turn == "Ann"


def test_player_put_out_sets_cards_aside_and_the_turn_passes(game: GameDriver) -> None:
    game.obey(Set(still_in={"Bo": False}))
    assert (game.turn, game.adding.aside, game.state.seats_in) == ("Cy", 3, (0, 2))
    assert adds_up(game)


def test_player_put_back_in_takes_the_cards_set_aside(game: GameDriver) -> None:
    stock = game.adding.stock
    game.obey(Set(still_in={"Bo": False}), Set(still_in={"Bo": True}, turn="Bo"))
    assert (game.turn, game.adding.players[1].cards, game.adding.aside) == ("Bo", 3, 0)
    assert game.adding.stock == stock
    assert adds_up(game)


def test_player_cannot_be_put_back_in_without_cards_for_the_next_hand(game: GameDriver) -> None:
    game.new("ninety-nine", 3, hand_size=17)
    game.obey(Set(still_in={"Bo": False}), Join(player="Eva"))
    assert game.refused(Set(still_in={"Bo": True})).refusal == TooManyPlayers(68, 52)


def test_last_player_left_in_wins_and_cannot_be_put_out(game: GameDriver) -> None:
    assert game.refused(Set(still_in=dict.fromkeys(("Ann", "Bo", "Cy"), False))).code == "bad-field"
    assert game.obey(Set(still_in={"Bo": False, "Cy": False}))[-1] == GameEnded("Ann")


def test_previous_player_to_act_draws_and_the_debt_passes_on() -> None:
    game = GameDriver()
    game.new("arizona-ninety-eight", 3)
    game.play("JK 4D")
    assert game.obey(Set(turn="Cy"))[1:] == (CardDrawn("Bo", 1, 1),)
    assert (game.turn, game.state.owed) == ("Cy", 1)
    game.obey(Set(turn="Bo"))
    game.play("JK")
    assert game.obey(Set(still_in={"Cy": False}))[-1] == PlaysOwed("Ann", 2)
    assert adds_up(game)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (Set(turn="Zoe"), "unknown-player"),
        (Set(chips={"Zoe": 1}), "unknown-player"),
        (Set(chips={"Bo": 1}, against="Zoe"), "unknown-player"),
        (Set(still_in={"Zoe": True}), "unknown-player"),
        (Set(turn="Bo", still_in={"Bo": False}), "player-out"),
    ],
)
def test_invalid_change_is_refused(game: GameDriver, command: Set, code: str) -> None:
    assert game.refused(command).code == code


def test_chips_are_refused_in_a_game_without_chips() -> None:
    game = GameDriver()
    game.new("ninety-eight", 3)
    assert game.refused(Set(chips={"Bo": 1})).code == "bad-field"


def test_points_game_allows_only_putting_players_in_and_out() -> None:
    game = PointsGame(players=3)
    game.obey(Leave(player="Bo"))
    assert game.obey(Set(still_in={"Bo": True})) == (
        SetByHand(ManualSettings(still_in={"Bo": False}), ManualSettings(still_in={"Bo": True})),
    )
    assert game.state.seats_in == (0, 1, 2)
    assert game.refused(Set(still_in=dict.fromkeys(("Ann", "Bo", "Cy"), False))).code == "bad-field"
    for command in (Set(total=3), Set(turn="Ann"), Set(still_in={"Bo": False}, chips={"Ann": 3})):
        assert game.refused(command).code == "not-in-this-game"


def test_trick_game_allows_no_changes_by_hand() -> None:
    assert TrickGame(POLIGNAC).refused(Set(turn="Bo")).code == "not-in-this-game"


def test_repair_may_contain_a_change_by_hand(game: GameDriver) -> None:
    game.history.obey(Repair(back=1, steps=(Play(card="KS"), Set(total=90))))
    assert (game.state.total, game.turn) == (90, "Bo")
    game.undo()
    assert game.state.total == 99
