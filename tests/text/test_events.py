"""What was done at the table, in the words of the history and of a voice."""

from pathlib import Path
from typing import Any

import pytest

from companion.rules.commands import (
    Accept,
    Bust,
    ChangeSeat,
    Deal,
    Forget,
    Join,
    Leave,
    Play,
    Score,
    Set,
    Shield,
    Show,
    Step,
)
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
        said("bust", "Bo", "busts at 8", 8, "Bo pays a chip: four left", "Ann deals"),
    ),
    (
        "ninety-nine",
        {"chips": 1},
        [*cards("8H"), Bust()],
        said("bust", "Bo", "busts at 8", 8, "Bo pays the last chip", "Bo is out", "Ann deals"),
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
        said("show", "Bo", "shows three sixes", 0, "All lose"),
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
        said("play", "Ann", "“0”", 0, "8 exactly: The total is 0 again"),
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
        said("score", None, "Ann 50, Cy 120", None, "Ann deals"),
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
        said("play", "Bo", ["had no ", {"suit": "H"}, " in trick 1, it stands"]),
    ),
]


SEATING: list[Case] = [
    (
        "ninety-nine",
        {},
        [Join(player="Eva", after="Ann", chips=3)],
        said(
            "joined",
            "Eva",
            "sits down after Ann",
            0,
            "Eva plays from the next hand on",
            "Eva brings three chips",
        ),
    ),
    (
        "ninety-eight",
        {},
        [Join(player="Eva")],
        said("joined", "Eva", "sits down after Cy", 0, "Eva takes four cards"),
    ),
    (
        "ninety-nine",
        {},
        [Leave(player="Cy", chips="taken")],
        said("left", "Cy", "goes home", 0, "Cy takes five chips along"),
    ),
    (
        "ninety-nine",
        {},
        [Leave(player="Cy", chips="shared")],
        said("left", "Cy", "goes home", 0, "Ann and Bo get two chips each. The pot gets a chip"),
    ),
    (
        "ninety-nine",
        {},
        [ChangeSeat(player="Cy", after="Ann")],
        said("seat", "Cy", "moves to the seat after Ann", 0),
    ),
    (
        "ninety-nine",
        {},
        [Set(total=94, turn="Cy", direction="counterclockwise")],
        said("set", None, "Set by hand: total 94, Cy to play, counterclockwise", 94),
    ),
    (
        "ninety-nine",
        {},
        [Set(chips={"Bo": 4})],
        said("set", None, "Set by hand: Bo 4 chips, pot 1", 0),
    ),
    (
        "ninety-nine",
        {},
        [Set(still_in={"Bo": False, "Cy": False})],
        said("set", None, "Set by hand: Bo is out, Cy is out", 0, "Ann wins"),
    ),
    (
        "points",
        {},
        [Join(player="Eva", points=20)],
        said(
            "joined",
            "Eva",
            "sits down after Cy",
            None,
            "Eva plays from the next round on",
            "Eva begins with 20",
        ),
    ),
    (
        "points",
        {},
        [Set(still_in={"Bo": False}), Set(still_in={"Bo": True})],
        said("set", None, "Set by hand: Bo is in"),
    ),
    (
        "arizona-spaghetti",
        {},
        [ChangeSeat(player="Cy", after="Ann")],
        said("seat", "Cy", "moves to the seat after Ann"),
    ),
]


@pytest.mark.parametrize(("variant", "house", "commands", "row"), ADDING + TRICKS + SEATING)
def test_row_describes_each_command(
    table: ToldTable, variant: str, house: dict[str, Any], commands: list[Step], row: dict[str, Any]
) -> None:
    table.new(variant, 3, **house)
    table.obey(*commands)
    told = table.last()
    assert {field: told[field] for field in row} == row


ROUND_2: list[Step] = [Score(points={"Ann": 170}), Deal()]
ALOUD: list[tuple[str, dict[str, Any], list[Step], str]] = [
    ("ninety-nine", {}, cards("K", "4H"), "Bo, 4 of hearts. 99, back on Ann. counterclockwise."),
    ("ninety-nine", {}, cards("K", "9S"), "Bo, 9 of spades. 99, pass to Cy."),
    ("ninety-nine", {}, cards("K", "10S"), "Bo, 10 of spades. 89."),
    ("one-hundred", {}, cards("5H"), "Ann, 5 of hearts. −5."),
    ("arizona-ninety-eight", {}, cards("JK"), "Ann, joker. 98."),
    ("ninety-nine", {}, [*cards("K"), Bust()], "Bo busts at 99. Bo pays a chip: four left."),
    ("arizona-ninety-eight", {}, [*cards("K"), Bust()], "Bo busts at 98. Bo is out."),
    ("ninety-eight", {}, cards("K", "8H"), "Bo, 8 of hearts. 98 plus 8 is 106, over 98."),
    (
        "ninety-nine",
        {"over": "bust"},
        cards("K", "8H"),
        "Bo, 8 of hearts. 99 plus 8 is 107, over 99. Bo pays a chip: four left. Hand 1 is over.",
    ),
    ("ninety-nine", {}, [Bust(), Deal()], "Ann deals hand 2."),
    ("ninety-eight-umass", {}, [Play(card="AS", target="Cy"), Shield(card="AH")], "Cy shows the shield."),
    ("arizona-spaghetti", {}, cards("9H"), "Ann, 9 of hearts."),
    ("arizona-spaghetti", {}, cards("9H", "JH", "2S"), "Cy, 2 of spades. jack of hearts takes it, 10."),
    (
        "arizona-spaghetti",
        {},
        [*cards("9H", "2S", "3H", "5H"), Play(card="KH", accept_revoke=True)],
        "Bo, king of hearts. had no hearts in trick 1, it stands.",
    ),
    (
        "arizona-spaghetti",
        {},
        [Score(points={"Ann": 50, "Cy": 120})],
        "Ann 50, Cy 120. Round 1 is over: Ann 50, Bo 0, Cy 120.",
    ),
    (
        "arizona-spaghetti",
        {},
        ROUND_2,
        "Ann deals round 2. each heart costs 10. Hearts may not be led until one is thrown off.",
    ),
]


@pytest.mark.parametrize(("variant", "house", "commands", "sentence"), ALOUD)
def test_a_voice_says_what_was_done_with_cards_in_words(
    table: ToldTable, variant: str, house: dict[str, Any], commands: list[Step], sentence: str
) -> None:
    table.new(variant, 3, **house)
    table.obey(*commands)
    assert table.last()["said"] == sentence


def test_a_wrong_call_is_struck_out_and_a_right_one_is_not(table: ToldTable) -> None:
    table.new("ninety-nine")
    table.play("J")
    table.call(-3)
    assert table.last()["struck"] == {"name": "−3", "before": "called ", "after": ""}
    assert table.last()["said"] == "Ann called −3. It is 10."
    table.call(10)
    assert (table.last()["struck"], table.last()["said"]) == (None, "Ann called 10. Right.")


def test_a_voice_says_a_refusal_with_its_sum_and_whose_turn_it_still_is(table: ToldTable) -> None:
    table.new("ninety-nine")
    table.play("K")
    table.refused(Play(card="8C"))
    assert table.last()["said"] == "Refused. 99 plus 8 is 107, over 99. Bo still to play at 99."
    table.table.take_back()
    assert table.last()["said"] == "Refused. 99 plus 8 is 107, over 99."
