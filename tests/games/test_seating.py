"""Players who join late, leave early or change seats (docs/reference/rules.md section 1.6;
docs/reference/referee-protocol.md, "Decisions").
"""

import pytest

from companion.core.commands import Bust, ChangeSeat, Deal, End, Join, Leave, Play, Shield
from companion.core.events import (
    ChipsLeft,
    Dealt,
    Eliminated,
    GameEnded,
    HandEnded,
    Joined,
    RoundEnded,
    Scored,
    SeatChanged,
)
from companion.core.refusals import BadField, BadPlayers, StockShort, TooManyPlayers
from companion.games import family_of
from tests.drivers.game import POLIGNAC, SPAGHETTI, GameDriver, TrickGame
from tests.games.points_games import PointsGame


@pytest.fixture
def game() -> GameDriver:
    """Ninety-nine with Ann, Bo and Cy; each hand ends with a bust."""
    game = GameDriver()
    game.new("ninety-nine", 3)
    return game


def chips(game: GameDriver) -> dict[str, int | None]:
    return {player.name: player.chips for player in game.state.players}


def adds_up(game: GameDriver) -> bool:
    return family_of(game.rules).miscount(game.rules, game.state) is None


# Joining late


def test_latecomer_gets_the_starting_chips_and_waits_for_the_next_hand(
    game: GameDriver,
) -> None:
    assert game.obey(Join(player="Eva", after="Ann")) == (Joined("Eva", "Ann", cards=0, chips=5),)
    assert (game.names, game.turn) == (("Ann", "Eva", "Bo", "Cy"), "Ann")
    game.play("8H")
    assert game.turn == "Bo"
    game.obey(Bust())
    game.deal()
    assert [player.cards for player in game.adding.players] == [3, 3, 3, 3]
    assert adds_up(game)


def test_latecomer_gets_the_chips_that_the_command_names(game: GameDriver) -> None:
    game.obey(Join(player="Eva", chips=2))
    assert (game.names[-1], chips(game)["Eva"]) == ("Eva", 2)
    assert adds_up(game)


def test_latecomer_can_take_a_hand_from_the_stock_at_once(game: GameDriver) -> None:
    stock = game.adding.stock
    assert game.obey(Join(player="Eva", after="Ann", when="now")) == (Joined("Eva", "Ann", 3, 5),)
    assert game.adding.stock == stock - 3
    game.play("8H")
    assert game.turn == "Eva"
    assert adds_up(game)


def test_latecomer_between_hands_may_deal_the_next(game: GameDriver) -> None:
    game.obey(Bust(), Join(player="Eva", after="Cy"))
    assert (game.state.deals_next, game.deal()[0]) == ("Eva", Dealt(2, "Eva", 3))


def test_waiting_player_is_in_as_soon_as_the_hand_is_over(game: GameDriver) -> None:
    game.obey(Join(player="Eva", after="Cy"))
    assert game.public()["players"][3] == {
        "name": "Eva",
        "in": False,
        "chips": 5,
        "cards": 0,
        "waits": True,
    }
    assert game.obey(Bust())[-1] == HandEnded("Eva")
    assert game.public()["players"][3] == {"name": "Eva", "in": True, "chips": 5, "cards": 0}


def test_hand_ends_instead_of_the_game_if_players_wait() -> None:
    game = GameDriver()
    game.new("ninety-nine", 2)
    game.obey(Join(player="Eva"))
    assert game.obey(Leave(player="Bo")) == (Eliminated("Bo", "left"), HandEnded("Eva"))
    game.deal()
    assert game.turn == "Ann"


def test_latecomer_takes_cards_at_once_if_there_is_no_other_hand() -> None:
    game = GameDriver()
    game.new("one-hundred", 3)
    assert game.obey(Join(player="Eva"))[0] == Joined("Eva", "Cy", 3, 3)
    refusal = game.refused(Join(player="Flo", when="deal")).refusal
    assert isinstance(refusal, BadField)
    assert refusal.field == "when"


def test_latecomer_is_refused_if_the_stock_has_no_hand_left(game: GameDriver) -> None:
    game.new("ninety-nine", 3, hand_size=17)
    assert game.refused(Join(player="Eva", when="now")).refusal == TooManyPlayers(68, 52)
    game.new("one-hundred", 3, hand_size=17)
    assert game.refused(Join(player="Eva")).refusal == StockShort(needed=17, cards=1)


@pytest.mark.parametrize(
    ("join", "code"),
    [
        (Join(player="Eva", after="Zoe"), "unknown-player"),
        (Join(player="Bo"), "bad-players"),
        (Join(player=""), "bad-players"),
        (Join(player="Eva", points=3), "bad-field"),
    ],
)
def test_latecomer_is_refused_with_the_reason(game: GameDriver, join: Join, code: str) -> None:
    assert game.refused(join).code == code


def test_points_are_refused_in_a_game_without_points(game: GameDriver) -> None:
    assert game.refused(Join(player="Eva", points=3)).facts["field"] == "points"


def test_chips_are_refused_in_a_game_without_chips() -> None:
    game = GameDriver()
    game.new("ninety-eight", 3)
    assert game.refused(Join(player="Eva", chips=3)).code == "bad-field"
    assert game.obey(Join(player="Eva")) == (Joined("Eva", "Cy", 4),)


@pytest.mark.parametrize("command", [Join(player="Eva"), ChangeSeat(player="Ann", after="Bo")])
def test_joining_and_moving_are_refused_after_the_game(
    game: GameDriver, command: Join | ChangeSeat
) -> None:
    game.new("ninety-eight", 2)
    game.obey(Bust())
    assert game.refused(command).code == "game-over"


def test_joining_is_refused_while_a_shield_may_be_shown() -> None:
    game = GameDriver()
    game.new("ninety-eight-umass", 3)
    game.obey(Play(card="AS", target="Bo"))
    assert game.refused(Join(player="Eva")).code == "shield-pending"
    game.obey(Shield(card="AH"))


def test_taking_cards_at_once_is_refused_between_hands(game: GameDriver) -> None:
    game.obey(Bust())
    assert game.refused(Join(player="Eva", when="now")).code == "hand-over"


# Leaving early


def test_leaving_player_can_take_the_chips(game: GameDriver) -> None:
    assert game.obey(Leave(player="Bo", chips="taken")) == (
        Eliminated("Bo", "left"),
        ChipsLeft("Bo", taken=5, shared={}, pot=0),
    )
    assert (chips(game), game.state.pot) == ({"Ann": 5, "Bo": 0, "Cy": 5}, 0)
    assert adds_up(game)


def test_chips_of_a_leaving_player_can_be_shared_with_the_rest_to_the_pot(
    game: GameDriver,
) -> None:
    assert game.obey(Leave(player="Bo", chips="shared"))[1] == ChipsLeft(
        "Bo", 0, {"Ann": 2, "Cy": 2}, 1
    )
    assert (chips(game), game.state.pot) == ({"Ann": 7, "Bo": 0, "Cy": 7}, 1)
    assert adds_up(game)


def test_waiting_player_may_leave(game: GameDriver) -> None:
    game.obey(Join(player="Eva", chips=3), Leave(player="Eva", chips="taken"), Bust(), Deal())
    assert game.state.seats_in == (0, 1, 2)
    assert adds_up(game)


# Changing seats


def test_turn_and_deal_follow_a_player_to_another_seat(game: GameDriver) -> None:
    game.play("8H")
    assert game.obey(ChangeSeat(player="Cy", after="Ann")) == (SeatChanged("Cy", "Ann"),)
    assert (game.names, game.turn) == (("Ann", "Cy", "Bo"), "Bo")
    assert game.state.players[game.state.dealer].name == "Cy"
    assert game.call(8).player == "Ann"
    game.play("4D")
    assert game.turn == "Cy"


@pytest.mark.parametrize(
    ("move", "code"),
    [
        (ChangeSeat(player="Bo", after="Ann"), "bad-field"),
        (ChangeSeat(player="Ann", after="Cy"), "bad-field"),
        (ChangeSeat(player="Zoe", after="Cy"), "unknown-player"),
        (ChangeSeat(player="Ann", after="Zoe"), "unknown-player"),
    ],
)
def test_change_of_seat_is_refused_with_the_reason(
    game: GameDriver, move: ChangeSeat, code: str
) -> None:
    assert game.refused(move).code == code


def test_shown_voids_follow_a_player_who_changes_seats_between_tricks() -> None:
    game = TrickGame(SPAGHETTI, 4)
    game.play("5H 9C 6H 7H")
    game.obey(ChangeSeat(player="Bo", after="Cy"))
    assert (game.names, game.turn) == (("Ann", "Cy", "Bo", "Di"), "Di")
    assert [(game.names[void.seat], void.suit) for void in game.state.voids] == [("Bo", "H")]
    taken = game.state.taken
    assert taken is not None
    assert [game.names[laid.seat] for laid in taken.cards] == ["Ann", "Bo", "Cy", "Di"]
    game.play("2D 3D 4D 5D")
    assert game.taken == {"Di": 1, "Bo": 1}


def test_change_of_seat_is_refused_during_a_trick() -> None:
    game = TrickGame(POLIGNAC, 4)
    game.play("7D")
    assert game.refused(ChangeSeat(player="Ann", after="Bo")).code == "not-now"


# Points games


def test_latecomer_plays_from_the_next_round_with_their_own_points() -> None:
    game = PointsGame(players=2)
    assert game.obey(Join(player="Eva", after="Ann", points=20)) == (
        Joined("Eva", "Ann", 0, points=20),
    )
    assert game.score(Ann=1, Bo=2) == (Scored(1, {"Ann": 1, "Bo": 2}), RoundEnded(1, "Ann"))
    game.deal()
    game.score(Ann=1, Bo=2, Eva=3)
    assert game.points == [2, 23, 4]


def test_latecomer_between_rounds_plays_the_next() -> None:
    game = PointsGame(players=2)
    game.rounds("1 2")
    game.obey(Join(player="Eva"))
    assert (game.state.seats_in, game.state.deals_next) == ((0, 1, 2), "Eva")


def test_latecomer_may_play_the_current_round() -> None:
    game = PointsGame(players=2)
    game.obey(Join(player="Eva", when="now"))
    assert game.score(Ann=1, Bo=2, Eva=3)[0] == Scored(1, {"Ann": 1, "Bo": 2, "Eva": 3})


def test_waiting_player_cannot_win() -> None:
    game = PointsGame(players=2, wins="lowest")
    game.rounds("10 20")
    game.deal()
    game.obey(Join(player="Eva"))
    assert game.obey(End())[-1] == GameEnded("Ann", winners=("Ann",))


def test_waiting_players_come_in_if_one_player_is_left() -> None:
    game = PointsGame(players=2)
    game.obey(Join(player="Eva"), Leave(player="Bo"))
    assert (game.phase, game.state.seats_in) == ("play", (0, 2))


def test_points_game_has_a_maximum_of_players() -> None:
    game = PointsGame(players=tuple(f"P{n}" for n in range(12)))
    refusal = game.refused(Join(player="Eva")).refusal
    assert refusal == BadPlayers("count", count=13, title="Points", fewest=2, most=12)


def test_deal_stays_with_its_dealer_in_a_points_game() -> None:
    game = PointsGame(players=3)
    game.obey(ChangeSeat(player="Cy", after="Ann"))
    assert (game.names, game.dealer) == (("Ann", "Cy", "Bo"), "Cy")
