"""Tests of the evening's tally: what lost games and exact totals cost the players."""

import csv
import io
import json
from pathlib import Path

import pytest

from companion.core.commands import Leave, Show
from companion.phone.statistics.export import as_csv, as_json
from companion.phone.statistics.players import TallyCount, TallyRow, tally
from companion.variants import load_variants
from companion.words.consequences import forfeit_of
from tests.phone.statistics.evening_table import EveningTable
from tests.worded import worded

DRINK = TallyCount("forfeit", "takes a drink", 1)


@pytest.fixture
def at(tmp_path: Path) -> EveningTable:
    return EveningTable(tmp_path)


def tally_of(at: EveningTable) -> tuple[TallyRow, ...]:
    return tally(at.read())


def lost(at: EveningTable) -> None:
    """Let Bo exceed 98."""
    at.begin("Ann", "Bo", "Cy", variant="ninety-eight")
    at.play("KD", "5H")


def test_lost_games_are_tallied_over_the_evening(at: EveningTable) -> None:
    lost(at)
    lost(at)
    assert worded(tally_of(at)) == worded(
        (TallyRow("Bo", (TallyCount("forfeit", "takes a drink", 2),)),)
    )


def test_undone_game_does_not_count(at: EveningTable) -> None:
    lost(at)
    lost(at)
    at.undo()
    assert worded(tally_of(at)) == worded((TallyRow("Bo", (DRINK,)),))


def test_exact_totals_are_tallied_with_lost_games(at: EveningTable) -> None:
    at.begin("Ann", "Bo", "Cy", variant="ninety-eight", exact={"5": "point", "10": "reset"})
    at.play("5H", "3H", "2H", "5C", "K", "5D")
    assert worded(tally_of(at)) == worded(
        (
            TallyRow("Ann", (TallyCount("point", "point", 2),)),
            TallyRow("Cy", (DRINK,)),
        )
    )


def test_points_that_the_box_keeps_are_not_tallied(tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_text(
        'extends = "ninety-nine"\ntitle = "Ours"\nchips = false\nbust = "out"\n'
        'match = { to = 9 }\nexact.5 = "point"\nalike.2 = { does = "scores" }\n'
    )
    at = EveningTable(tmp_path / "data", load_variants(tmp_path).variants)
    at.begin(variant="ours")
    at.play("3H", "2S", "2D")
    assert [player.points for player in at.adding.players] == [0, 1, 1, 0]
    assert tally_of(at) == ()


def test_remaining_other_players_drink_to_an_exact_total(at: EveningTable) -> None:
    at.begin("Ann", "Bo", "Cy", "Di", variant="ninety-eight", bust="out", exact={"8": "drink"})
    at.obey(Leave(player="Di"))
    at.play("5H", "3H")
    drink = (TallyCount("drink", "drink", 1),)
    assert worded(tally_of(at)) == worded((TallyRow("Ann", drink), TallyRow("Cy", drink)))


def test_game_without_a_forfeit_costs_nothing(at: EveningTable) -> None:
    at.begin("Ann", "Bo", "Cy", variant="ninety-nine-ishihara-shows", up_card="none")
    at.obey(Show(player="Bo", cards=("6H", "6C", "6D")))
    assert at.read()[0].losers
    assert tally_of(at) == ()


def test_both_exports_have_the_tally(at: EveningTable) -> None:
    lost(at)
    rows = csv.DictReader(io.StringIO(as_csv(at.read()).removeprefix("\ufeff"), newline=""))
    (tally,) = json.loads(as_json(at.read()))["tally"]
    (counted,) = tally["counts"]
    assert (tally["name"], counted["kind"], counted["count"]) == ("Bo", "forfeit", 1)
    assert [row["tally"] for row in rows] == ["", "", f"Bo: {counted['text']}"]


def test_winner_has_no_forfeit() -> None:
    assert forfeit_of("takes a drink", 0) == ""
