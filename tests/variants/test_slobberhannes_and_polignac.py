"""The two short trick games according to docs/reference/rules.md sections 7 and 8."""

from collections.abc import Sequence

import pytest

from companion.core.commands import Play, Score
from companion.errors import Illegal
from tests.drivers.game import NAMES, TrickGame

RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
BOTH = ("slobberhannes", "polignac")


def paid(table: TrickGame) -> list[int]:
    """Return the points that each player has paid so far."""
    return list(table.points.values())


# Ann, who leads, holds one suit, of which the other players have no card: she takes everything.
ANN_TAKES_ALL = " ".join(f"{rank}S {rank}H {rank}D {rank}C" for rank in RANKS)
# Ann takes the first trick, Bo Q♣ in the third, Cy the last; two tricks of every suit.
SHARED = """
    AS 7S 8S 9S  7H AH 8H 9H  AC QC 7C 8C  9C KC 10C JC
    7D AD 8D 9D  KD 10D JD QD  10H JH QH KH  KS 10S JS QS
"""
# Ann takes the first trick and the last; Di, with a club, takes Q♣ in the second.
WITHOUT_THE_QUEEN = """
    AS 7H 7D 7S  7C 8H 8D QC  8S 9S 9H 9D  AC 10H 10D 8C
    10S JH JD 9C  JS QH QD 10C  QS KH KD JC  KS AH AD KC
"""


def test_slobberhannes_each_of_the_three_things_costs_a_point() -> None:
    table = TrickGame("slobberhannes")
    table.play("AS 7S 8S 9S")
    assert paid(table) == [1, 0, 0, 0]
    table.play("7H AH 8H 9H")
    assert paid(table) == [1, 0, 0, 0]
    table.play("AC QC 7C 8C")
    assert paid(table) == [1, 1, 0, 0]
    table.play("9C KC 10C JC 7D AD 8D 9D KD 10D JD QD 10H JH QH KH")
    assert paid(table) == [1, 1, 0, 0]
    table.play("KS 10S JS QS")
    assert paid(table) == [1, 1, 1, 0]
    assert table.state.phase == "round-over"


def test_slobberhannes_player_who_takes_all_three_pays_four() -> None:
    table = TrickGame("slobberhannes")
    table.play(ANN_TAKES_ALL)
    assert paid(table) == [4, 0, 0, 0]


def test_slobberhannes_two_of_the_three_cost_two() -> None:
    table = TrickGame("slobberhannes")
    table.play(WITHOUT_THE_QUEEN)
    assert paid(table) == [2, 0, 0, 1]


def test_polignac_three_jacks_cost_one_and_the_fourth_two() -> None:
    table = TrickGame("polignac")
    table.play("JS 7S 8S 9S")
    assert paid(table) == [2, 0, 0, 0]
    table.play("JH KH 8H 9H")
    assert paid(table) == [2, 1, 0, 0]
    table.play("JD JC AD 7D")
    assert paid(table) == [2, 1, 0, 2]
    assert table.state.phase == "play"


def test_polignac_taking_all_costs_nothing_more() -> None:
    table = TrickGame("polignac")
    table.play(ANN_TAKES_ALL)
    assert paid(table) == [5, 0, 0, 0]
    assert table.state.phase == "round-over"


# Properties of both games.


@pytest.mark.parametrize(
    ("variant", "points", "missing"),
    [
        ("slobberhannes", {"Ann": 3}, 1),
        ("slobberhannes", {"Ann": 2}, 1),
        ("slobberhannes", {"Ann": 2, "Bo": 2}, -1),
        ("slobberhannes", {"Ann": 5}, -1),
        ("slobberhannes", {}, 3),
        ("slobberhannes", {"Ann": 4, "Bo": -1}, 0),
        ("slobberhannes", {"Ann": 4, "Bo": 0}, None),
        ("slobberhannes", {"Ann": 2, "Bo": 1}, None),
        ("slobberhannes", {"Ann": 1, "Bo": 1, "Cy": 1}, None),
        ("polignac", {"Ann": 4}, 1),
        ("polignac", {"Ann": 3, "Bo": 3}, -1),
        ("polignac", {}, 5),
        ("polignac", {"Ann": 6, "Bo": -1}, 0),
        ("polignac", {"Ann": 5}, None),
        ("polignac", {"Ann": 2, "Bo": 1, "Cy": 1, "Di": 1}, None),
    ],
)
def test_the_points_of_a_round_add_up(
    variant: str, points: dict[str, int], missing: int | None
) -> None:
    table = TrickGame(variant)
    if missing is None:
        table.score(points)
        assert table.points == {name: points.get(name, 0) for name in NAMES[:4]}
    else:
        refused = table.refused(Score(points=points))
        assert (refused.code, refused.facts["missing"]) == ("bad-sum", missing)
        assert paid(table) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("variant", "brought", "winners"),
    [
        ("slobberhannes", [{"Ann": 4}, {"Ann": 4}, {"Ann": 2, "Bo": 1}], ["Cy", "Di"]),
        (
            "slobberhannes",
            [{"Ann": 4}, {"Bo": 4}, {"Cy": 4}, {"Ann": 4}, {"Ann": 2, "Di": 1}],
            ["Di"],
        ),
        ("polignac", [{"Ann": 5}, {"Ann": 5}], ["Bo", "Cy", "Di"]),
    ],
)
def test_ten_points_end_the_game_and_the_fewest_points_win(
    variant: str, brought: Sequence[dict[str, int]], winners: list[str]
) -> None:
    table = TrickGame(variant)
    table.score(*brought[:-1])
    table.deal()
    assert table.state.phase == "play"
    table.score(brought[-1])
    assert max(paid(table)) >= 10
    assert (table.state.phase, table.winners) == ("game-over", tuple(winners))


def test_nine_points_do_not_end_the_game() -> None:
    table = TrickGame("slobberhannes")
    table.score({"Ann": 4}, {"Ann": 4}, {"Ann": 1, "Bo": 2})
    table.deal()
    assert (paid(table), table.state.round, table.state.phase) == ([9, 2, 0, 0], 4, "play")


def test_the_round_in_which_ten_are_reached_is_played_out() -> None:
    table = TrickGame("slobberhannes")
    table.score({"Ann": 4}, {"Ann": 4}, {"Ann": 1, "Bo": 2}, {"Di": 4})
    table.deal()
    *first, last = [SHARED.split()[start : start + 4] for start in range(0, 32, 4)]
    table.play(" ".join(first[0]))
    assert (paid(table), table.state.phase) == ([10, 2, 0, 4], "play")
    table.play(" ".join(" ".join(trick) for trick in first[1:]))
    assert table.state.phase == "play"
    table.play(" ".join(last))
    assert (paid(table), table.state.phase, table.winners) == ([10, 3, 1, 4], "game-over", ("Cy",))


@pytest.mark.parametrize("variant", BOTH)
def test_black_sevens_are_removed_if_the_pack_does_not_divide(variant: str) -> None:
    for players, cards in ((4, 8), (5, 6), (6, 5)):
        table = TrickGame(variant, players)
        assert [player.cards for player in table.state.players] == [cards] * players
        for seven in ("7C", "7S") if players > 4 else ():
            assert table.refused(Play(card=seven)).code == "not-in-deck"
        assert table.refused(Play(card="6H")).code == "not-in-deck"
        table.play("7H")


def test_three_play_slobberhannes_with_ten_cards_each_but_not_polignac() -> None:
    assert [player.cards for player in TrickGame("slobberhannes", 3).state.players] == [10] * 3
    for variant, players in (
        ("polignac", 3),
        ("polignac", 7),
        ("slobberhannes", 7),
        ("slobberhannes", 2),
    ):
        with pytest.raises(Illegal) as refused:
            TrickGame(variant, players)
        assert refused.value.code == "bad-players"


@pytest.mark.parametrize("variant", BOTH)
def test_no_suit_is_restricted_and_the_player_left_of_the_dealer_leads(variant: str) -> None:
    for suit in "CDHS":
        TrickGame(variant).play(f"7{suit}")
    table = TrickGame(variant)
    points = {"slobberhannes": {"Ann": 1, "Bo": 1, "Cy": 1}, "polignac": {"Ann": 2, "Bo": 3}}[
        variant
    ]
    leads = []
    for _ in range(3):
        leads.append(table.state.turn)
        table.score(points)
        table.deal()
    assert leads == [0, 1, 2]


@pytest.mark.parametrize("variant", BOTH)
@pytest.mark.parametrize("penalty", [0, 1])
def test_revoke_costs_the_penalty_of_the_house_rule(variant: str, penalty: int) -> None:
    table = TrickGame(variant, revoke_penalty=penalty) if penalty else TrickGame(variant)
    table.play("8S 8H 9S 10S  9H 10H")
    refused = table.refused(Play(card="7S"))
    assert (refused.code, refused.facts) == ("revoke", {"trick": 1, "suit": "S"})
    table.let_stand("7S")
    assert (table.points["Bo"], table.state.revokes) == (penalty, 1)
