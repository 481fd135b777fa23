"""The bundled points games with their own names (docs/reference/rules.md section 9.1)."""

import pytest

from companion.core.commands import Score
from companion.games.points.variant import PointsVariant
from companion.words.variants import players_span
from tests.docs.pages import code, section, tables
from tests.games.points_games import PointsGame
from tests.table.tables import VARIANTS
from tests.worded import worded

NAMED = {
    name: variant
    for name, variant in VARIANTS.items()
    if isinstance(variant, PointsVariant) and name != "points"
}
WINS = {"the highest": "highest", "the lowest": "lowest"}


def test_every_named_game_matches_the_table() -> None:
    (rows,) = tables(section("reference/rules.md", "9.1 Named games"))
    assert [code(row[0])[0] for row in rows] == list(NAMED)
    for name, title, players, wins, target, sums in rows:
        game = NAMED[code(name)[0]]
        assert worded((title, players)) == worded((game.title, players_span(game.players)))
        assert (WINS[wins], target) == (game.wins, str(game.target or "none"))
        assert sums == (" or ".join(map(str, game.sums)) or "anything")
        assert not game.rounds
        assert game.last_round is None


def test_all_titles_and_short_names_differ() -> None:
    for names in ([game.title for game in NAMED.values()], [game.short for game in NAMED.values()]):
        assert len(set(names)) == len(names)


def test_hearts_is_played_to_a_hundred_and_the_fewest_points_win() -> None:
    game = PointsGame(players=4, variant="points-hearts")
    for wrong in ({"Ann": 25, "Bo": 0, "Cy": 0, "Di": 0}, {"Ann": 26, "Bo": 26, "Cy": 0, "Di": 0}):
        assert game.refused(Score(points=wrong)).code == "bad-sum"
    game.rounds("0 26 26 26", "13 13 0 0", "0 26 26 26", "26 0 0 0", "1 25 0 0", "0 26 0 0")
    assert (game.phase, game.winners, game.points) == ("game-over", ["Ann"], [40, 116, 52, 52])


@pytest.mark.parametrize("variant", ["points-doppelkopf", "points-schafkopf"])
def test_zero_sum_game_allows_a_fifth_player_to_sit_out(variant: str) -> None:
    game = PointsGame(players=5, variant=variant)
    assert game.refused(Score(points=dict.fromkeys(game.names, 1))).facts == {
        "missing": -5,
        "sums": [0],
    }
    game.rounds("3 -1 -1 -1 0")
    assert (game.phase, game.points) == ("round-over", [3, -1, -1, -1, 0])
