"""The costs of rounds of trick games, their ends and the winners: docs/reference/rules.md 6.2, 7
and 8.
"""

from companion.core import refusals
from companion.core.commands import Deal, Play, Score
from companion.core.events import GameEnded, RoundDealt, RoundEnded, Swept, TrickTaken
from companion.games import family_of
from tests.drivers.game import POLIGNAC, SLOBBERHANNES, SUM, TrickGame

RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
ONE_SUIT_EACH = " ".join(f"{rank}{suit}" for rank in RANKS for suit in "CDHS")
"""A whole round for four: the leader holds all clubs and takes every trick; the others hold one
suit each.
"""


def costs_of_tricks(game: TrickGame, cards: str) -> list[int]:
    """Return the cost of each trick that these cards make."""
    return [event.points for event in game.play(cards) if isinstance(event, TrickTaken)]


def is_over(game: TrickGame) -> bool:
    return game.state.phase != "play"


# Arizona Spaghetti.


def test_in_round_1_each_trick_costs_10() -> None:
    game = TrickGame()
    assert costs_of_tricks(game, "5C 9C 2C 4C AH KH QH KS") == [10, 10]
    assert game.round_points == {"Bo": 20}


def test_round_1_ends_when_all_cards_are_played() -> None:
    game = TrickGame()
    told = game.play(ONE_SUIT_EACH)
    assert told[-2:] == (TrickTaken("Ann", "2C", 13, 10), RoundEnded(1, "Ann"))
    assert (game.state.phase, game.turn, game.round_points) == ("round-over", None, {"Ann": 130})
    game.undo()
    assert not is_over(game)


def test_in_round_2_each_heart_costs_10() -> None:
    game = TrickGame().to_round(2)
    assert costs_of_tricks(game, "5C 9C 2C 4C 6C AH 7C 8C 3C QH KH JH") == [0, 10, 30]


def test_round_2_ends_after_the_trick_with_the_last_heart() -> None:
    game = TrickGame().to_round(2)
    game.play("2C AH KH QH 3C JH 10H 9H 4C 8H 7H 6H 5C 5H 4H 3H 6C 2H")
    assert not is_over(game)
    assert game.play("KS QS")[-2:] == (TrickTaken("Bo", "6C", 5, 10), RoundEnded(2, "Bo"))
    assert game.round_points == {"Bo": 130}
    assert [player.cards for player in game.state.players] == [8, 8, 8, 8]


def test_in_round_3_each_queen_costs_25() -> None:
    game = TrickGame().to_round(3)
    assert costs_of_tricks(game, "5C QC 2C 4C QD QH 7D KS") == [25, 50]


def test_round_3_ends_after_the_trick_with_the_last_queen() -> None:
    game = TrickGame().to_round(3)
    game.play("5C QC 2C 4C QD QH 7D KS")
    assert not is_over(game)
    game.play("2S 3S QS")
    assert not is_over(game)
    assert game.play("4S")[-2:] == (TrickTaken("Bo", "QS", 3, 25), RoundEnded(3, "Cy"))


def test_in_round_4_the_king_of_spades_costs_100_and_the_round_ends_after_its_trick() -> None:
    game = TrickGame().to_round(4)
    assert costs_of_tricks(game, "5C QC 2C 4C KC KH") == [0]
    game.play("KS")
    assert not is_over(game)
    assert game.play("QH")[-2:] == (TrickTaken("Ann", "KC", 2, 100), RoundEnded(4, "Di"))


def test_in_round_5_the_last_trick_costs_100() -> None:
    game = TrickGame().to_round(5)
    assert costs_of_tricks(game, ONE_SUIT_EACH) == [0] * 12 + [100]


def test_in_round_6_everything_costs() -> None:
    game = TrickGame().to_round(6)
    costs = costs_of_tricks(game, ONE_SUIT_EACH)
    king, queen, other = 10 + 10 + 100, 10 + 4 * 25 + 10, 10 + 10
    assert costs == [other, king, queen, *[other] * 9, other + 100]
    assert sum(costs) == SUM[6] == 10 * 13 + 430


def test_the_queen_of_hearts_costs_45_in_round_6() -> None:
    game = TrickGame().to_round(6)
    assert costs_of_tricks(game, "5C QH 2C 4C") == [45]


def test_round_6_continues_after_the_last_card_that_costs() -> None:
    game = TrickGame().to_round(6)
    told = game.play(ONE_SUIT_EACH)
    assert [event.trick for event in told if isinstance(event, TrickTaken)] == list(range(1, 14))


def test_result_of_a_round_is_kept_until_the_next_deal() -> None:
    game = TrickGame().to_round(4)
    game.play("5C QC 2C 4C 3D 5S KS 7D")
    assert (game.round_points, game.taken, game.state.broken) == (
        {"Di": 100},
        {"Ann": 1, "Di": 1},
        True,
    )
    assert (game.state.led, game.state.trick, game.turn) == (None, (), None)
    assert [player.cards for player in game.state.players] == [11] * 4
    assert game.deal() == (RoundDealt(5, "Di", 13),)
    assert (game.round_points, game.taken, game.state.broken) == ({}, {}, False)
    assert [player.cards for player in game.state.players] == [13] * 4


def test_only_a_deal_is_accepted_between_rounds() -> None:
    game = TrickGame().to_round(2)
    game.score(Bo=130)
    for command in (Play(card="5C"), Score(points={"Bo": 130})):
        refused = game.refused(command)
        assert refused.refusal == refusals.RoundOver("Bo")


def test_deal_is_refused_during_a_round() -> None:
    refused = TrickGame().refused(Deal())
    assert refused.refusal == refusals.WrongPhase("deal-round")


# Winners.


def played_out(**last: int) -> TrickGame:
    """Return a game after these points in the last round. Ann, Bo and Cy had 60 each, Di 380."""
    game = TrickGame()
    for points in (
        {"Ann": 30, "Bo": 30, "Cy": 30, "Di": 40},
        {"Ann": 30, "Bo": 30, "Cy": 30, "Di": 40},
        {"Di": 100},
        {"Di": 100},
        {"Di": 100},
    ):
        game.score(**points)
        game.deal()
    game.score(**last)
    return game


def test_fewest_points_win_after_six_rounds() -> None:
    game = played_out(Ann=200, Bo=100, Cy=260)
    assert game.points == {"Ann": 260, "Bo": 160, "Cy": 320, "Di": 380}
    assert (game.state.phase, game.turn, game.winners) == ("game-over", None, ("Bo",))
    assert game.game.moments[-1].events[-1] == GameEnded("Bo", winners=("Bo",))


def test_players_with_equally_few_points_share_the_win() -> None:
    game = played_out(Cy=100, Ann=100, Bo=360)
    assert game.winners == ("Ann", "Cy")
    assert game.game.moments[-1].events[-1] == GameEnded(None, winners=("Ann", "Cy"))


def test_penalties_count_toward_the_result() -> None:
    game = TrickGame(revoke_penalty=10).to_round(4)
    game.play("5C 6C 6D 7C 9C KS 10C")
    game.let_stand("8C")
    for due in (SUM[5], SUM[6]):
        game.deal()
        game.score(Ann=due)
    assert game.points == {"Ann": 130 + 130 + 100 + 100 + 100 + 560, "Bo": 10, "Cy": 0, "Di": 0}
    assert game.winners == ("Cy", "Di")


def test_plays_are_refused_after_the_end_of_the_game() -> None:
    game = played_out(Bo=560)
    for command in (Play(card="5C"), Score(points={}), Deal(), Deal(up_card="8H")):
        refused = game.refused(command)
        assert refused.refusal == refusals.GameOver()


# Slobberhannes.


def test_the_first_trick_the_last_and_the_queen_of_clubs_cost_1_each() -> None:
    game = TrickGame(SLOBBERHANNES)
    game.play("7C 8C 9C 10C")
    assert game.round_points == {"Di": 1}
    assert costs_of_tricks(game, "KC QC JC AC") == [1]
    assert costs_of_tricks(game, "7D 8D 9D 10D JD QD KD AD 7H 8H 9H 10H JH QH KH AH") == [
        0,
        0,
        0,
        0,
    ]
    told = game.play("7S 8S 9S 10S JS QS KS AS")
    assert [event.points for event in told if isinstance(event, TrickTaken)] == [0, 1]
    assert not any(isinstance(event, Swept) for event in told)
    assert is_over(game)
    assert sum(game.points.values()) == 3


IN_SUITS = " ".join(f"{rank}{suit}" for rank in RANKS[:8] for suit in "CDHS")
"""A whole round for four from the seven up: the leader holds all clubs and takes every trick."""


def test_player_who_takes_all_three_pays_1_more() -> None:
    game = TrickGame(SLOBBERHANNES)
    assert game.play(IN_SUITS)[-2:] == (Swept("Ann", 1), RoundEnded(1, "Ann"))
    assert game.points["Ann"] == 4
    assert family_of(game.rules).miscount(game.rules, game.state) is None


def test_penalty_does_not_count_toward_all_three() -> None:
    game = TrickGame(SLOBBERHANNES, revoke_penalty=1)
    game.play("AC 7D 7H 7S KC")
    game.let_stand("7C")
    game.play("8H 8S 8D AD 9H 9S KD 10H 10S QC QD JH JS 8C JD QH QS 9C 10D KH KS 10C 9D AH AS JC")
    assert game.game.moments[-1].events[-1] == RoundEnded(1, "Ann")
    assert game.points == {"Ann": 1, "Bo": 2 + 1, "Cy": 0, "Di": 0}
    assert family_of(game.rules).miscount(game.rules, game.state) is None


def test_two_penalties_of_a_player_do_not_count_toward_all_three() -> None:
    game = TrickGame(SLOBBERHANNES, revoke_penalty=1)
    game.play("AC 7D 7H 7S KC")
    game.let_stand("7C")
    game.play("8H 8S 9C")
    game.let_stand("8C")
    game.play("9H 9S 8D AD 10H 10S KD JH JS 9D QD QH QS QC JD KH KS 10C 10D AH AS JC")
    assert game.game.moments[-1].events[-1] == RoundEnded(1, "Ann")
    assert game.points == {"Ann": 1, "Bo": 2 + 1 + 1, "Cy": 0, "Di": 0}
    assert family_of(game.rules).miscount(game.rules, game.state) is None


def test_rounds_continue_until_a_player_has_10_points() -> None:
    game = TrickGame(SLOBBERHANNES)
    for points in ({"Ann": 4}, {"Ann": 4}, {"Ann": 1, "Bo": 2}, {"Bo": 3 + 1}):
        game.score(**points)
        assert game.state.phase == "round-over"
        game.deal()
    assert game.points == {"Ann": 9, "Bo": 6, "Cy": 0, "Di": 0}
    game.score(Ann=1, Bo=1, Cy=1)
    assert (game.state.phase, game.winners, game.state.round) == ("game-over", ("Di",), 5)


def test_the_round_in_which_10_points_are_reached_is_played_out() -> None:
    game = TrickGame(SLOBBERHANNES, revoke_penalty=10)
    game.play("AC 7D 7H 7S KC")
    game.let_stand("QC")
    assert (game.points["Bo"], is_over(game)) == (10, False)
    game.play("8H 8S AD 8D 9H 9S JC 9D 10H 10S 10C 10D JH JS 9C JD QH QS 8C QD KH KS 7C KD AH AS")
    assert game.game.moments[-1].events[-2:] == (
        Swept("Ann", 1),
        GameEnded(None, winners=("Cy", "Di")),
    )
    assert game.points == {"Ann": 4, "Bo": 10, "Cy": 0, "Di": 0}


# Polignac.


def test_the_jacks_cost_1_each_and_the_jack_of_spades_2() -> None:
    game = TrickGame(POLIGNAC)
    assert costs_of_tricks(game, "7C JC 9C 10C JD 8D QD JH") == [1, 2]
    assert costs_of_tricks(game, "JS KS 7S 8S") == [2]


def test_polignac_round_ends_when_all_cards_are_played() -> None:
    game = TrickGame(POLIGNAC)
    assert costs_of_tricks(game, IN_SUITS) == [0, 0, 0, 5, 0, 0, 0, 0]
    assert (game.state.phase, game.points["Ann"]) == ("round-over", 5)


def test_polignac_ends_at_10_points() -> None:
    game = TrickGame(POLIGNAC)
    game.play(IN_SUITS)
    game.deal()
    game.score(Ann=5)
    assert (game.state.phase, game.winners) == ("game-over", ("Bo", "Cy", "Di"))
