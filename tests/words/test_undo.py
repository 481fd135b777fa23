"""The command that undo would undo and the state after it, sentence by sentence."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.core.commands import (
    Accept,
    Bust,
    ChangeSeat,
    Deal,
    Forget,
    Join,
    Leave,
    New,
    Play,
    Score,
    Set,
    Shield,
    Show,
    Step,
)
from tests.drivers.game import NAMES
from tests.phone.drawn_text import as_drawn
from tests.phone.editor.comes_true import check_comes_true
from tests.phone.told_table import ToldTable

Game = tuple[str, int, dict[str, object], list[New | Step]]


def cards(*played: str) -> list[New | Step]:
    return [Play(card=card) for card in played]


CASES: list[tuple[Game, str, str]] = [
    (
        ("ninety-nine", 4, {}, cards("K", "4S", "4H")),
        "Ann’s 4♥",
        "99 stays, Ann to play, counterclockwise",
    ),
    (("ninety-nine", 4, {}, cards("K", "4S")), "Bo’s 4♠", "99 stays, Bo to play, clockwise"),
    (("ninety-nine", 4, {}, cards("8C", "7")), "Bo’s 7", "8 again, Bo to play"),
    (("ninety-nine", 4, {}, cards("9C")), "Ann’s 9♣", "0 stays, Ann to play"),
    (
        ("ninety-nine", 4, {}, [*cards("8C"), Bust()]),
        "Bo’s bust",
        "8 stays, Bo to play, a chip returned",
    ),
    (("ninety-nine", 4, {}, [Bust(), Deal()]), "the deal of hand 2", "Hand 1 is over. Ann deals"),
    (
        ("ninety-nine", 3, {"chips": 1}, [*cards("8C"), Bust()]),
        "Bo’s bust",
        "8 stays, Bo to play, a chip returned, Bo in again",
    ),
    (
        ("arizona-ninety-eight", 3, {}, [*cards("8C"), Bust()]),
        "Bo’s bust",
        "8 stays, Bo to play, Bo in again",
    ),
    (
        ("arizona-ninety-eight", 3, {}, [*cards("8C"), Play(cards=("6S", "6H"))]),
        "Bo’s two sixes",
        "8 again, Bo to play",
    ),
    (("arizona-ninety-eight", 3, {}, cards("8C", "JK")), "Bo’s joker", "8 again, Bo to play"),
    (
        ("arizona-ninety-eight", 3, {}, [*cards("8C"), Leave(player="Cy")]),
        "Cy’s leaving",
        "8 stays, Bo to play, Cy in again",
    ),
    (
        ("arizona-ninety-eight", 2, {}, [*cards("8C"), Bust()]),
        "Bo’s bust",
        "8 stays, Bo to play, Bo in again",
    ),
    (("ninety-eight", 2, {}, [*cards("K", "8C")]), "Bo’s 8♣", "98 stays, Bo to play"),
    (("ninety-eight", 2, {}, [*cards("J", "2C"), Bust()]), "Ann’s bust", "2 stays, Ann to play"),
    (
        ("ninety-eight", 2, {}, [*cards("3C"), Forget(player="Ann")]),
        "Ann’s forgotten card",
        "3 stays, Bo to play",
    ),
    (
        ("ninety-eight-umass", 3, {}, [Play(card="AS", target="Cy")]),
        "Ann’s A♠",
        "0 stays, Ann to play",
    ),
    (
        ("ninety-eight-umass", 3, {}, [Play(card="AS", target="Cy"), Accept()]),
        "Cy’s answer: no shield",
        "Cy is asked for the shield",
    ),
    (
        ("ninety-eight-umass", 3, {}, [Play(card="AS", target="Cy"), Shield(card="AH")]),
        "Cy’s shield",
        "Cy is asked for the shield",
    ),
    (
        (
            "ninety-nine-ishihara-shows",
            3,
            {"up_card": "none"},
            [Show(player="Bo", cards=("K", "K", "K"))],
        ),
        "Bo’s three kings",
        "0 stays, Ann to play",
    ),
    (
        ("ninety-nine-new-pile", 3, {}, [*cards("8C"), Bust()]),
        "Bo’s bust",
        "8 again, Bo to play, a chip returned",
    ),
    (
        ("ninety-nine", 3, {}, [*cards("8C"), Join(player="Eva")]),
        "Eva’s joining",
        "8 stays, Bo to play",
    ),
    (
        ("ninety-nine", 3, {}, [*cards("8C"), ChangeSeat(player="Cy", after="Ann")]),
        "Cy’s change of seat",
        "8 stays, Bo to play",
    ),
    (
        ("ninety-nine", 3, {}, [*cards("8C"), Set(total=9)]),
        "the change made by hand",
        "8 again, Bo to play",
    ),
    (("arizona-spaghetti", 3, {}, cards("9H")), "Ann’s 9♥", "Ann to lead trick 1 of round 1"),
    (("arizona-spaghetti", 3, {}, cards("9H", "JH")), "Bo’s J♥", "Bo to play, trick 1"),
    (
        ("arizona-spaghetti", 3, {}, cards("9H", "JH", "2H", "3C")),
        "Bo’s 3♣",
        "Bo to lead trick 2 of round 1",
    ),
    (
        ("arizona-spaghetti", 3, {}, [Score(points={"Ann": 170})]),
        "the points of round 1",
        "Ann to lead trick 1 of round 1",
    ),
    (
        ("arizona-spaghetti", 3, {}, [Score(points={"Ann": 170}), Deal()]),
        "the deal of round 2",
        "Round 1 is over. Ann deals",
    ),
]


@pytest.fixture
def play(tmp_path: Path) -> Callable[[Game], ToldTable]:
    def played(game: Game) -> ToldTable:
        variant, players, house, commands = game
        table = ToldTable(tmp_path)
        table.new(variant, players, **house)
        table.obey(*commands)
        return table

    return played


@pytest.mark.parametrize(
    ("game", "what", "then"), CASES, ids=[f"{what} - {then}" for _, what, then in CASES]
)
def test_undo_describes_the_undone_command_and_the_state_after_it(
    play: Callable[[Game], ToldTable], game: Game, what: str, then: str
) -> None:
    table = play(game)
    undo = table.now()["undo"]
    assert (undo["order"]["cmd"], as_drawn(undo["what"]), undo["then"]) == (
        "undo",
        f"Undo {what}",
        then,
    )
    table.table.take_back()
    assert table.table.state is not None
    check_comes_true(table.table.state, then)


def test_first_deal_cannot_be_undone(tmp_path: Path) -> None:
    table = ToldTable(tmp_path)
    assert table.now()["undo"] is None
    table.new("ninety-nine", len(NAMES))
    assert table.now()["undo"] is None
