"""The result of a game: the final standing in words, the pot, and the evening."""

from companion.core.commands import Bust, Deal, End, Leave, Score
from companion.words.result import FinalPlace, Result, result_of
from tests.drivers.game import GameDriver
from tests.worded import worded

WON = (("Ann", 1), ("Bo", 2), ("Cy", 0))


def result(game: GameDriver) -> Result:
    return result_of(game.rules, game.history.moments, WON)


def test_chips_are_ranked_with_later_eliminations_higher() -> None:
    game = GameDriver()
    game.new("ninety-nine", 4, chips=1)
    game.obey(Bust(), Deal(), Leave(player="Cy"), Bust())
    found = result(game)
    winner = game.state.won_by[0]
    assert worded(found.places[0]) == worded(FinalPlace(winner, 1, 1, "1 chip", won=True))
    assert worded(
        [(place.name, place.rank, place.figure, place.about) for place in found.places[1:]]
    ) == [
        ("Di", 2, 0, "out in hand 2"),
        ("Cy", 3, 0, "left in hand 2"),
        ("Ann", 4, 0, "out in hand 1"),
    ]
    assert worded((found.game, found.unit)) == ("Ninety-nine, hand 2", "chips")
    assert worded(found.pot) == f"The pot goes to {winner}: 3 chips."
    assert worded((found.title, found.evening)) == (
        "Games won this evening",
        (("Bo", 2), ("Ann", 1), ("Cy", 0)),
    )


def test_points_are_ranked_and_equal_ones_share_a_rank() -> None:
    game = GameDriver()
    game.new("points", 4)
    game.obey(Score(points={"Ann": 7, "Bo": 12, "Cy": -2, "Di": 7}), End())
    found = result(game)
    assert worded([(place.rank, place.name, place.about) for place in found.places]) == [
        (1, "Bo", "12 points"),
        (2, "Ann", "7 points"),
        (2, "Di", "7 points"),
        (4, "Cy", "-2 points"),
    ]
    assert worded((found.game, found.unit, found.pot)) == ("Points, after round 1", "points", "")


def test_game_with_only_a_loser_counts_losses_without_ranks() -> None:
    game = GameDriver()
    game.new("ninety-eight", 3)
    game.obey(Bust())
    found = result(game)
    assert worded([(place.name, place.rank, place.about) for place in found.places]) == [
        ("Bo", 0, ""),
        ("Cy", 0, ""),
        ("Ann", 0, "loses"),
    ]
    assert worded((found.forfeit, found.unit, found.title)) == (
        "takes a drink",
        "",
        "Games lost this evening",
    )
