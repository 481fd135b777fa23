"""Texts about a command in the history and by voice that the golden files do not cover."""

from pathlib import Path
from typing import Any

import pytest

from companion.core.commands import Deal, Join, Leave, Play, Score, Set, Show, Step
from tests.phone.told_table import ToldTable

Case = tuple[str, dict[str, Any], list[Step], dict[str, Any]]


@pytest.fixture
def table(tmp_path: Path) -> ToldTable:
    return ToldTable(tmp_path)


def cards(*played: str) -> list[Step]:
    return [Play(card=card) for card in played]


def said(
    kind: str, player: str | None, text: object, total: int | None = None, *after: str
) -> dict[str, Any]:
    return {"kind": kind, "player": player, "text": text, "total": total, "after": list(after)}


ADDING: list[Case] = [
    (
        "ninety-nine",
        {},
        [*cards("J"), Play(card="10S", value=10)],
        said("play", "Bo", "added ten", 20),
    ),
    (
        "ninety-eight-umass",
        {},
        [*cards("AH"), Play(card="AS", target="Cy")],
        said("play", "Bo", "names Cy", 0, "Cy is out"),
    ),
    ("ninety-eight-umass", {}, [Play(card="QS", target="Cy")], said("play", "Ann", "names Cy", 0)),
    (
        "ninety-nine-ishihara-shows",
        {"up_card": "none"},
        [Show(player="Bo", cards=("KS", "KH", "K"))],
        said("show", "Bo", "shows three kings", 0, "Bo wins"),
    ),
    (
        "ninety-nine-sixty-nine",
        {"exact": {"8": "reset"}},
        cards("8H"),
        said("play", "Ann", "“8”", 0, "8 exactly: The total is 0 again"),
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
    (
        "arizona-spaghetti",
        {},
        [Score(points={"Ann": 50, "Cy": 120})],
        said("score", None, "Ann 50, Cy 120", None, "Ann deals"),
    ),
    (
        "arizona-spaghetti",
        {},
        [Score(points={"Ann": 170}), Deal(), *cards("9C", "2H")],
        said("play", "Cy", "", None, "The hearts are broken"),
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
        said("play", "Bo", ["had no ", {"suit": "H"}, " in trick 1, the card stays"]),
    ),
]


SEATING: list[Case] = [
    (
        "ninety-eight",
        {},
        [Join(player="Eva")],
        said("joined", "Eva", "sits down after Cy", 0, "Eva takes four cards"),
    ),
    (
        "ninety-nine",
        {},
        [Leave(player="Cy", chips="shared")],
        said("left", "Cy", "leaves", 0, "Ann and Bo get two chips each. The pot gets a chip"),
    ),
    (
        "ninety-nine",
        {},
        [Set(total=94, turn="Cy", direction="counterclockwise")],
        said("set", None, "Changed by hand: total 94, Cy to play, counterclockwise", 94),
    ),
    (
        "ninety-nine",
        {},
        [Set(chips={"Bo": 4})],
        said("set", None, "Changed by hand: Bo 4 chips, pot 1", 0),
    ),
    (
        "ninety-nine",
        {},
        [Set(still_in={"Bo": False, "Cy": False})],
        said("set", None, "Changed by hand: Bo is out, Cy is out", 0, "Ann wins"),
    ),
    (
        "points",
        {},
        [Set(still_in={"Bo": False}), Set(still_in={"Bo": True})],
        said("set", None, "Changed by hand: Bo is in"),
    ),
]


@pytest.mark.parametrize(("variant", "house", "commands", "row"), ADDING + TRICKS + SEATING)
def test_row_describes_what_the_golden_files_lack(
    table: ToldTable, variant: str, house: dict[str, Any], commands: list[Step], row: dict[str, Any]
) -> None:
    table.new(variant, 3, **house)
    table.obey(*commands)
    told = table.last()
    assert {field: told[field] for field in row} == row


def test_wrong_call_is_struck_out_and_a_right_one_is_not(table: ToldTable) -> None:
    table.new("ninety-nine")
    table.play("J")
    table.call(-3)
    assert table.last()["struck"] == {"name": "−3", "before": "called ", "after": ""}
    assert table.last()["said"] == "Ann called −3. It is 10."
    table.call(10)
    assert (table.last()["struck"], table.last()["said"]) == (None, "Ann called 10. Right.")


def test_spoken_refusal_includes_the_sum_and_the_unchanged_turn(table: ToldTable) -> None:
    table.new("ninety-nine")
    table.play("K")
    table.refused(Play(card="8C"))
    assert table.last()["said"] == (
        "Not allowed. 99 plus 8 is 107, over 99. Bo still to play at 99."
    )
    table.table.take_back()
    assert table.last()["said"] == "Not allowed. 99 plus 8 is 107, over 99."
