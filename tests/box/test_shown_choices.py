"""Trick games in which a round, a trump or a leader is announced, at the box and on the page."""

from pathlib import Path

from companion.core.commands import Deal, New, Play, Score
from companion.core.questions import WhichTrump
from companion.core.refusals import WrongPhase
from companion.dialogs.questions import ChooseAnswerDialog
from companion.games.tricks.state import TrickState
from companion.message import render
from companion.phone.orders import QuestionView
from companion.screens.model import ListScreen, TrickScreen
from companion.variants import load_variants
from tests.drivers.box import BoxDriver
from tests.phone.drawn_text import as_drawn
from tests.phone.told_table import ToldTable
from tests.worded import worded

SHELF = load_variants(Path(__file__).parents[1] / "variants" / "shown").variants
FOUR = ("Ann", "Bo", "Cy", "Di")


def rows(box: BoxDriver) -> list[str]:
    return [render(row.text) for row in box.showing(ListScreen).rows]


def options(asked: QuestionView) -> list[str]:
    return [as_drawn(option.label) for option in asked.options]


def test_box_asks_who_leads_the_two_of_clubs(tmp_path: Path) -> None:
    box = BoxDriver(tmp_path, New(variant="two-of-clubs-leads", players=FOUR), variants=SHELF)
    trick = box.showing(TrickScreen)
    assert worded((trick.who, trick.does)) == ("2♣", "leads")
    box.draw_everything_shown()
    box.show_card("2C")
    assert rows(box) == [*FOUR]
    box.press("RIGHT", "RIGHT", "OK")
    assert worded(box.showing(TrickScreen).who) == "Di"
    box.draw_everything_shown()


def test_box_asks_for_the_round_and_the_trump(tmp_path: Path) -> None:
    new = New(variant="king-with-trumps", players=FOUR, contract=3)
    box = BoxDriver(tmp_path, new, variants=SHELF)
    box.table.obey(Score(points={"Ann": -16}))
    box.box.tick()
    box.press("OK")
    assert box.asking(ChooseAnswerDialog).question.answers == (1, 2)
    box.draw_everything_shown()
    box.press("RIGHT", "OK")
    assert isinstance(box.asking(ChooseAnswerDialog).question, WhichTrump)
    box.draw_everything_shown()
    box.press("RIGHT", "OK")
    assert box.table.state is not None
    assert worded(box.showing(TrickScreen).title) == "Trump ♥"


def test_first_deal_of_a_game_asks_too(tmp_path: Path) -> None:
    box = BoxDriver(tmp_path, variants=SHELF).choose_game("King with trumps").dial(4)
    box.choose("Start").press("OK")
    assert box.asking(ChooseAnswerDialog).question.answers[1:] == (2, 3)
    box.press("RIGHT", "OK", "LEFT", "OK")
    assert worded(box.showing(TrickScreen).title) == "Round 1"
    assert box.table.state is not None
    assert (box.table.state.deal_number, box.table.state.turn) == (1, 0)
    box.draw_everything_shown()


def test_box_asks_for_the_points_of_dominoes(tmp_path: Path) -> None:
    new = New(variant="barbu-with-dominoes", players=FOUR, contract=7)
    box = BoxDriver(tmp_path, new, variants=SHELF)
    trick = box.showing(TrickScreen)
    assert worded((trick.who, trick.costs)) == ("OK", "dominoes")
    box.show_card("7H")
    assert box.refusal == WrongPhase("places")
    box.wait(60).press("OK")
    for points in (10, -10, 40):
        box.dial(points)
    box.press("OK")
    assert isinstance(box.table.state, TrickState)
    assert [player.points for player in box.table.state.players] == [10, -10, 40, 25]
    box.draw_everything_shown()


def test_page_asks_for_the_player_the_round_and_the_trump(tmp_path: Path) -> None:
    hearts = ToldTable(tmp_path / "hearts", SHELF)
    hearts.new("two-of-clubs-leads")
    assert as_drawn(hearts.now()["trick"]["title"]) == "2♣ leads"
    asked = hearts.asked(Play(card="2C"))
    assert options(asked) == [*FOUR]
    assert asked.options[2].order == {"cmd": "play", "card": "2C", "player": "Cy"}
    king = ToldTable(tmp_path / "king", SHELF)
    king.obey(New(variant="king-with-trumps", players=FOUR, contract=1))
    king.obey(Score(points={"Ann": -16}))
    asked = king.asked(Deal())
    assert [option.order for option in asked.options] == [
        {"cmd": "deal", "contract": contract} for contract in (2, 3)
    ]
    asked = king.asked(Deal(contract=2))
    assert [option.suit for option in asked.options] == ["S", "H", "D", "C", None]
    assert asked.options[4].order == {"cmd": "deal", "contract": 2, "trump": "none"}


def test_page_asks_whether_there_is_no_other_card(tmp_path: Path) -> None:
    table = ToldTable(tmp_path, SHELF)
    table.new("two-of-clubs-leads")
    table.obey(Play(card="2C", player="Ann"))
    asked = table.asked(Play(card="QS"))
    assert asked.options[0].order is None
    assert asked.options[1].order == {"cmd": "play", "card": "QS", "only_suit": True}
