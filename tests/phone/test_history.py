"""The rows of plays, each in the words of the table."""

from pathlib import Path
from typing import Any

import pytest

from companion.rules.commands import (
    Accept,
    Bust,
    Deal,
    Forget,
    Leave,
    New,
    Play,
    Score,
    Shield,
    Show,
    Step,
)
from tests.drivers.game import NAMES
from tests.phone.told_table import ToldTable
from tests.table.tables import table_in

Case = tuple[str, dict[str, Any], list[Step], dict[str, Any]]


@pytest.fixture
def table(tmp_path: Path) -> ToldTable:
    return ToldTable(tmp_path)


def cards(*played: str) -> list[Step]:
    return [Play(card=card) for card in played]


def said(kind: str, player: str | None, text: str, total: int | None = None, *after: str) -> dict[str, Any]:
    return {"kind": kind, "player": player, "text": text, "total": total, "after": list(after)}


ADDING: list[Case] = [
    ("ninety-nine", {}, cards("8H"), said("play", "Ann", "“8”", 8)),
    ("ninety-nine", {}, cards("K", "4H"), said("play", "Bo", "“back on you 99”", 99)),
    ("ninety-nine", {}, cards("K", "9S"), said("play", "Bo", "“pass to you 99”", 99)),
    ("ninety-nine", {}, cards("8H", "KD"), said("play", "Bo", "set it", 99)),
    ("ninety-nine", {}, [*cards("J"), Play(card="10S", value=-10)], said("play", "Bo", "took ten off", 0)),
    ("ninety-nine", {}, [*cards("J"), Play(card="10S", value=10)], said("play", "Bo", "added ten", 20)),
    ("ninety-nine", {}, cards("K", "10S"), said("play", "Bo", "took ten off", 89)),
    ("ninety-nine-thai", {}, [Play(card="AS", value=11)], said("play", "Ann", "counts 11", 11)),
    (
        "arizona-ninety-eight",
        {},
        [Play(cards=("AS", "AH"), value=11)],
        said("play", "Ann", "each counts 11", 22),
    ),
    ("arizona-ninety-eight", {}, [Play(cards=("8S", "8H"))], said("play", "Ann", "“16”", 16)),
    ("arizona-ninety-eight", {}, cards("JK"), said("play", "Ann", "set it", 98, "Bo owes two plays")),
    ("one-hundred", {}, [*cards("J"), Play(card="AS", value=64)], said("play", "Bo", "set it to 64", 64)),
    ("one-hundred", {}, cards("9", "2S"), said("play", "Bo", "doubled it", 18)),
    (
        "one-hundred",
        {"sets": True, "decks": 2},
        [*cards("9"), Play(cards=("2S/1", "2S/2"))],
        said("play", "Bo", "“36”", 36),
    ),
    ("one-hundred", {}, cards("5H"), said("play", "Ann", "“−5”", -5)),
    (
        "ninety-nine",
        {},
        [*cards("8H"), Bust()],
        said("bust", "Bo", "busts at 8", 8, "Bo pays a chip: four left", "Ann deals next"),
    ),
    (
        "ninety-nine",
        {"chips": 1},
        [*cards("8H"), Bust()],
        said("bust", "Bo", "busts at 8", 8, "Bo pays the last chip", "Bo is out", "Ann deals next"),
    ),
    (
        "ninety-nine-new-pile",
        {},
        [*cards("8H"), Bust()],
        said("bust", "Bo", "busts at 8", 0, "Bo pays a chip: four left", "A new pile begins"),
    ),
    ("arizona-ninety-eight", {}, [*cards("8H"), Bust()], said("bust", "Bo", "busts at 8", 8, "Bo is out")),
    ("ninety-eight", {}, [*cards("8H"), Bust()], said("bust", "Bo", "busts at 8", 8, "Bo loses")),
    ("ninety-eight", {}, cards("K", "8H"), said("over", "Bo", "98 + 8 = 106 is over 98", 98, "Bo loses")),
    (
        "one-hundred-strict",
        {},
        cards("10", "9C"),
        said("over", "Bo", "100 + 9 = 109 is over 100", 100, "Bo pays a chip: two left"),
    ),
    ("ninety-nine", {}, [*cards("8H"), Bust(), Deal()], said("deal", "Ann", "deals hand 2", 0)),
    (
        "ninety-eight-umass",
        {},
        [Play(card="AS", target="Cy")],
        said("play", "Ann", "names Cy", 0, "Cy may show the shield"),
    ),
    (
        "ninety-eight-umass",
        {},
        [Play(card="AS", target="Cy"), Accept()],
        said("out", "Cy", "has no shield", 0, "Cy is out"),
    ),
    (
        "ninety-eight-umass",
        {},
        [Play(card="AS", target="Cy"), Shield(card="AH")],
        said("shield", "Cy", "shows the shield", 0),
    ),
    (
        "ninety-eight-umass",
        {},
        [*cards("AH"), Play(card="AS", target="Cy")],
        said("play", "Bo", "names Cy", 0, "Cy is out"),
    ),
    ("ninety-eight-umass", {}, [Play(card="QS", target="Cy")], said("play", "Ann", "names Cy", 0)),
    ("ninety-nine", {}, [*cards("8H"), Forget(player="Ann")], said("forgot", "Ann", "forgets to draw", 8)),
    ("ninety-nine", {}, [*cards("8H"), Leave(player="Cy")], said("left", "Cy", "goes home", 8)),
    (
        "ninety-nine-ishihara-shows",
        {"up_card": "none"},
        [Show(player="Bo", cards=("KS", "KH", "K"))],
        said("show", "Bo", "shows three kings", 0, "Bo wins"),
    ),
    (
        "ninety-nine-ishihara-shows",
        {"up_card": "none"},
        [Show(player="Bo", cards=("6", "6", "6"))],
        said("show", "Bo", "shows three sixes", 0, "All three lose"),
    ),
    (
        "ninety-nine-sixty-nine",
        {"exact": {"8": "drink"}},
        cards("8H"),
        said("play", "Ann", "“8”", 8, "8 exactly: Ann drinks"),
    ),
    (
        "ninety-nine-sixty-nine",
        {"exact": {"8": "point"}},
        cards("8H"),
        said("play", "Ann", "“8”", 8, "8 exactly: Ann gets a point"),
    ),
    (
        "ninety-nine-sixty-nine",
        {"exact": {"8": "reset"}},
        cards("8H"),
        said("play", "Ann", "“0”", 0, "8 exactly: the total is 0 again"),
    ),
    ("ninety-nine-sixty-nine", {"exact": {"8": "chip"}}, cards("8H"), said("play", "Ann", "“8”", 8)),
    (
        "ninety-nine-sixty-nine",
        {"exact": {"8": "chip"}, "bust": "chip, play on"},
        [*cards("3"), Bust(), *cards("5H")],
        said("play", "Cy", "“8”", 8, "8 exactly: Cy takes a chip"),
    ),
    (
        "arizona-ninety-eight",
        {"hand_size": 18},
        cards("3H"),
        said("play", "Ann", "“3”", 3, "Ann draws nothing"),
    ),
    (
        "ninety-nine",
        {"hand_size": 17},
        cards("3H", "4H"),
        said("play", "Bo", "“back on you 3”", 3, "1 card is shuffled again"),
    ),
]
ROUND_LOST: list[Step] = [Score(points={"Ann": 4}), Deal()]
TRICKS: list[Case] = [
    ("arizona-spaghetti", {}, cards("9H"), said("play", "Ann", "")),
    ("arizona-spaghetti", {}, cards("9H", "JH", "2S"), said("trick", "Cy", "", None, "Bo takes it, 10")),
    (
        "arizona-spaghetti",
        {},
        [Score(points={"Ann": 50, "Cy": 120})],
        said("score", None, "Ann 50, Cy 120", None, "Ann deals next"),
    ),
    (
        "arizona-spaghetti",
        {},
        [Score(points={"Ann": 170}), Deal()],
        said("deal", "Ann", "deals round 2"),
    ),
    (
        "arizona-spaghetti",
        {},
        [Score(points={"Ann": 170}), Deal(), *cards("9C", "2H")],
        said("play", "Cy", "", None, "Hearts are broken"),
    ),
    (
        "slobberhannes",
        {},
        [*ROUND_LOST, *ROUND_LOST, Score(points={"Ann": 4})],
        said("score", None, "Ann 4", None, "Bo and Cy win"),
    ),
    (
        "arizona-spaghetti",
        {},
        [*cards("9H", "2S", "3H", "AH"), Play(card="4H", accept_revoke=True)],
        said("play", "Bo", "No ♥ in trick 1, it stands"),
    ),
]


@pytest.mark.parametrize(("variant", "house", "commands", "row"), ADDING + TRICKS)
def test_row_describes_each_command(
    table: ToldTable, variant: str, house: dict[str, Any], commands: list[Step], row: dict[str, Any]
) -> None:
    table.new(variant, 3, **house)
    table.obey(*commands)
    told = table.last()
    assert {field: told[field] for field in row} == row


def test_rows_begin_with_the_deal_and_count_undoable_steps(table: ToldTable) -> None:
    table.new("ninety-nine")
    table.play("8H", "4S")
    deal, first, second = table.rows()
    assert deal == {
        "id": "1",
        "at": 1_700_000_000.0,
        "kind": "deal",
        "hand": 1,
        "player": "Di",
        "cards": [],
        "text": "deals hand 1",
        "total": 0,
        "turns": False,
        "after": [],
        "by": None,
        "step": None,
    }
    assert (first["id"], first["at"], first["step"], first["cards"]) == ("2", 1_700_000_010.0, 1, ["8H"])
    assert (first["turns"], second["turns"], second["step"]) == (False, True, 2)


def test_up_card_is_part_of_the_deal_row(table: ToldTable) -> None:
    table.obey(New(variant="ninety-nine", players=NAMES[:3], house={"up_card": "apply"}, up_card="KS"))
    row = table.last()
    assert (row["text"], row["cards"], row["total"]) == ("deals hand 1, turns up K♠", ["KS"], 99)
    table.obey(Bust(), Deal(up_card="10H", up_value=-10))
    assert table.last()["text"] == "deals hand 2, turns up 10♥, took ten off"


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
    assert [row["text"] for row in table.rows()] == ["deals round 1"]
    table.table.reopen()
    assert table.rows() == before


def test_without_a_game_there_are_no_rows(table: ToldTable) -> None:
    assert table.rows() == []
