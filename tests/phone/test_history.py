"""Tests of the rows of plays, each worded for its game."""

from pathlib import Path

import pytest

from companion.core.commands import Bust, Deal, New, Play
from companion.languages import load_language
from companion.message import using
from tests.drivers.game import NAMES
from tests.phone.told_table import ToldTable
from tests.table.tables import table_in


@pytest.fixture
def table(tmp_path: Path) -> ToldTable:
    return ToldTable(tmp_path)


def test_rows_begin_with_the_deal_and_count_undoable_steps(table: ToldTable) -> None:
    table.new("ninety-nine")
    table.play("8H", "4S")
    deal, first, second = table.rows()
    assert all(deal.pop(words) for words in ("text", "brief", "said", "undone"))
    assert deal == {
        "id": "1",
        "at": 1_700_000_000.0,
        "kind": "deal",
        "hand": 1,
        "player": "Di",
        "cards": [],
        "total": 0,
        "turns": False,
        "after": [],
        "headline": "",
        "paid": None,
        "struck": None,
        "by": None,
        "step": None,
    }
    assert (first["id"], first["at"], first["step"], first["cards"]) == (
        "2",
        1_700_000_010.0,
        1,
        ["8H"],
    )
    assert (first["turns"], second["turns"], second["step"]) == (False, True, 2)


def test_up_card_is_part_of_the_deal_row(table: ToldTable) -> None:
    table.obey(
        New(variant="ninety-nine", players=NAMES[:3], house={"up_card": "apply"}, up_card="KS")
    )
    row = table.last()
    assert (row["kind"], len(row["after"]), row["cards"], row["total"]) == ("deal", 1, ["KS"], 99)
    table.obey(Bust(), Deal(up_card="10H", up_value=-10))
    row = table.last()
    assert (row["kind"], len(row["after"]), row["cards"], row["total"]) == ("deal", 1, ["10H"], -10)


def test_joker_row_omits_the_sticker_number(table: ToldTable) -> None:
    table.new("arizona-ninety-eight")
    table.play("JK/1#2")
    assert table.last()["cards"] == ["JK"]
    table.refused(Play(cards=("JK/1#2", "JK/1#2")))
    assert table.last()["cards"] == ["JK/1", "JK/1"]


def test_row_names_the_phone_also_after_a_restart(table: ToldTable, tmp_path: Path) -> None:
    table.new("ninety-nine")
    table.obey(Play(card="8H"), origin="Cy's phone")
    assert [row["by"] for row in table.rows()] == [None, "Cy's phone"]
    before = table.rows()
    table.table.close()
    table.game = table_in(tmp_path)
    assert table.rows() == before


def test_row_names_an_unnamed_phone_in_the_language_of_the_page(table: ToldTable) -> None:
    table.new("ninety-nine")
    table.obey(Play(card="8H"), origin="Phone 2")
    with using(load_language("de")):
        assert table.last()["by"] == "Handy 2"


def test_rename_applies_to_all_rows(table: ToldTable) -> None:
    table.new("ninety-nine", 3)
    table.play("J")
    table.refused(Play(card="JK"))
    assert table.rows()[-1]["player"] == "Bo"
    table.table.rename("Bo", "Zoë")
    assert [row["player"] for row in table.rows()] == ["Cy", "Ann", "Zoë"]
    table.table.rename("Cy", "Xi")
    assert [row["player"] for row in table.rows()] == ["Xi", "Ann", "Zoë"]


def test_rows_follow_new_and_reopened_games(table: ToldTable) -> None:
    table.new("ninety-nine")
    table.play("J", "Q")
    before = table.rows()
    table.new("arizona-spaghetti")
    assert [(row["kind"], row["hand"]) for row in table.rows()] == [("deal", 1)]
    table.table.reopen()
    assert table.rows() == before


def test_history_without_a_game_has_no_rows(table: ToldTable) -> None:
    assert table.rows() == []
