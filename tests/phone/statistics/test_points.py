"""Tests of points games in the evening: who is ahead, the records, and no payments."""

from pathlib import Path

import pytest

from companion.core.commands import End, Leave
from companion.phone.statistics.export import rows
from companion.phone.statistics.routes import evening_page
from tests.phone.statistics.evening_table import EveningTable
from tests.worded import worded


@pytest.fixture
def at(tmp_path: Path) -> EveningTable:
    at = EveningTable(tmp_path)
    at.begin("Ann", "Bo", "Cy", variant="points")
    return at


@pytest.mark.parametrize(
    ("wins", "who", "points"),
    [("highest", "Ann", "5"), ("lowest", "Cy", "0")],
)
def test_best_remaining_player_is_ahead(tmp_path: Path, wins: str, who: str, points: str) -> None:
    at = EveningTable(tmp_path)
    at.begin("Ann", "Bo", "Cy", variant="points", wins=wins, last_round=4)
    at.score(Ann=5, Bo=-2, Cy=0)
    at.obey(Leave(player="Bo"))
    ahead = worded(evening_page(at.read()).ahead)
    assert ahead.title.startswith(who)
    assert (points in ahead.by, "4" in ahead.text) == (True, True)


def test_equal_players_have_no_lead(at: EveningTable) -> None:
    assert worded(evening_page(at.read()).ahead.by) == ""


def test_wins_and_points_are_in_the_records_and_nothing_is_paid(at: EveningTable) -> None:
    at.score(Ann=5, Bo=-2, Cy=0)
    at.claim("Bo", 2)
    at.obey(End())
    page = evening_page(at.read())
    found = {
        each.name: (each.wins, each.hands, each.points, each.chips, each.miscounts)
        for each in page.players
    }
    assert found == {"Ann": (1, 1, 5, None, 0), "Bo": (0, 1, -2, None, 1), "Cy": (0, 1, 0, None, 0)}
    assert page.settled is None
    (game,) = page.games
    assert (game.steps, game.stands) == ("rounds", "over")


def test_table_of_moves_has_a_row_for_each_round(at: EveningTable) -> None:
    at.score(Ann=5, Bo=-2, Cy=0)
    dealt, scored = rows(at.read())
    assert (dealt.player, scored.hand, scored.total, scored.chips) == ("Cy", 1, None, 0)
    assert "Bo -2" in scored.what
