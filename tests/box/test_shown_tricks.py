"""Published trick games at the box and on the page: passing, a trump, and points below zero."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core.commands import Deal, New, Score
from companion.core.events import PassingCalled, RoundDealt, Swept
from companion.core.refusals import BadSum
from companion.dialogs.checking import CalledPointsDialog
from companion.games.tricks.dialogs import EnterPointsDialog
from companion.message import render
from companion.screens.model import DialScreen, PlayerTableScreen, TrickScreen
from companion.variants import load_variants
from companion.words.refusals import refusal_sentence
from tests.drivers.box import BoxDriver
from tests.phone.drawn_text import as_drawn
from tests.phone.told_table import ToldTable
from tests.worded import worded

SHELF = load_variants(Path(__file__).parents[1] / "variants" / "shown").variants
FOUR = ("Ann", "Bo", "Cy", "Di")


class ShownBox(BoxDriver):
    """A box with a game of four players from the folder `shown`."""

    def __init__(self, folder: Path, variant: str, **said: Any) -> None:
        players = FOUR[: SHELF[variant].players[1]]
        super().__init__(folder, New(variant=variant, players=players, **said), variants=SHELF)

    def enters(self, *points: int) -> "ShownBox":
        """Dial the points of all players but those that follow, and keep them."""
        self.press("OK")
        for paid in points:
            self.dial(paid)
        return self

    @property
    def sheet(self) -> list[str]:
        return [render(row.text) for row in self.showing(PlayerTableScreen).rows]


@pytest.fixture
def hearts(tmp_path: Path) -> Iterator[ShownBox]:
    box = ShownBox(tmp_path, "hearts")
    yield box
    box.draw_everything_shown()


@pytest.fixture
def king(tmp_path: Path) -> Iterator[ShownBox]:
    box = ShownBox(tmp_path, "king")
    yield box
    box.draw_everything_shown()


def test_deal_announces_where_cards_are_passed(hearts: ShownBox) -> None:
    hearts.enters(20, 6, 0).press("OK")
    assert PassingCalled(3, "right") in hearts.announced
    hearts.wait(60).enters(20, 6, 0).press("OK")
    hearts.wait(60).enters(20, 6, 0).press("OK")
    assert PassingCalled(0, "none") in hearts.announced


def test_deal_of_fewer_cards_is_announced(tmp_path: Path) -> None:
    box = ShownBox(tmp_path, "seven-to-one", trump="S")
    box.enters(7).press("OK", "OK")
    assert box.announced[0] == RoundDealt(2, "Ann", 6)
    box.draw_everything_shown()


def test_moon_is_dialed_as_the_points_of_the_others(hearts: ShownBox) -> None:
    hearts.enters(0, 26)
    assert hearts.showing(DialScreen).high == 26
    hearts.dial(26)
    assert hearts.sheet == ["0", "26", "26", "26"]


def test_player_who_has_everything_is_not_the_one_who_pays(hearts: ShownBox) -> None:
    hearts.enters(26, 0, 0)
    sum_of_the_moon = BadSum(52, 78, 1, (26, 0, 0, 0))
    assert hearts.notice.sentence == refusal_sentence(sum_of_the_moon)


def test_moon_shot_with_cards_is_announced(hearts: ShownBox) -> None:
    for rank in ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"):
        for suit in "CDHS":
            hearts.show_card(rank + suit)
    assert Swept("Ann", -26, 26) in hearts.announced
    hearts.wait(60)
    assert hearts.sheet == ["0", "26", "26", "26"]


def test_points_below_zero_are_dialed_and_checked(king: ShownBox) -> None:
    king.press("OK")
    assert (king.showing(DialScreen).low, king.showing(DialScreen).high) == (-16, 0)
    king.dial(-6)
    assert king.dialog == EnterPointsDialog((-6,))
    assert worded(king.showing(DialScreen).whose) == "-10 left"
    king.dial(-10)
    assert king.sheet == ["-6", "-10", "0", "0"]
    king.press("MORE", "OK")
    assert isinstance(king.dialog, CalledPointsDialog)
    king.dial(-6)
    assert "right" in king.says.lower()


def test_points_of_a_domino_are_dialed_for_every_player(tmp_path: Path) -> None:
    box = ShownBox(tmp_path, "our-lorum", contract=7)
    box.enters(0, 3, 5, -8)
    assert box.sheet == ["0", "3", "5", "-8"]
    box.draw_everything_shown()


def test_points_are_dialed_for_every_player_if_a_card_is_left_over(tmp_path: Path) -> None:
    box = ShownBox(tmp_path, "knaves-turned-up", trump="none")
    box.enters(17, -9, 0)
    assert box.sheet == ["17", "-9", "0"]
    box.draw_everything_shown()


def test_page_asks_for_no_sum_of_a_domino(tmp_path: Path) -> None:
    table = ToldTable(tmp_path, SHELF)
    table.obey(New(variant="our-lorum", players=FOUR, contract=7))
    game = table.parts()["game"]
    assert (game["sums"], game["sum_words"], as_drawn(game["costs"])) == ([], "", "domino")
    assert as_drawn(table.now()["where"]) == "Round 1 of 28"


def test_page_tells_the_cards_of_a_round(tmp_path: Path) -> None:
    table = ToldTable(tmp_path, SHELF)
    table.obey(New(variant="seven-to-one", players=FOUR, trump="S"))
    assert as_drawn(table.now()["where"]) == "Round 1 of 7, trick 1 of 7"


def test_trump_is_the_title_of_the_trick(tmp_path: Path) -> None:
    box = ShownBox(tmp_path, "barbu")
    for number, total in enumerate((-26, -30, -24, -20, -30), start=1):
        assert worded(box.showing(TrickScreen).title) == f"Round {number}"
        box.table.obey(Score(points={"Ann": total}))
        box.table.obey(Deal())
        box.box.tick()
    assert worded(box.showing(TrickScreen).title) == "Trump ♠"
    box.draw_everything_shown()


def test_page_tells_passing_trump_and_sums(tmp_path: Path) -> None:
    table = ToldTable(tmp_path / "hearts", SHELF)
    table.new("hearts")
    passing = table.now()["trick"]["says"]
    game = table.parts()["game"]
    assert (game["sums"], game["below_zero"], game["step"]) == ([26, 78], False, 1)
    table.play("2C")
    assert table.now()["trick"]["says"] != passing
    table = ToldTable(tmp_path / "knaves", SHELF)
    table.new("knaves", players=3)
    game = table.parts()["game"]
    assert "♠" in as_drawn(game["costs"])
    assert (game["sums"], game["below_zero"]) == ([7], True)
