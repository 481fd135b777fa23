import re
from pathlib import Path
from typing import get_args

import pytest

from companion.box.notifier import NOTICE
from companion.config import Config
from companion.core.cards import Card
from companion.core.commands import Deal, New, Score
from companion.core.events import (
    ChipsLeft,
    Eliminated,
    Event,
    Joined,
    LastCardDrawn,
    NamedBy,
    Reshuffled,
    TargetReached,
    WentOver,
)
from companion.dialogs.idle import has_menu
from companion.dialogs.set_up import ChooseGameDialog
from companion.games import family_of
from companion.games.adding.playing import HIGHEST, LOWEST
from companion.games.history import GameHistory
from companion.games.tricks.state import TrickState
from companion.inputs import KEYS, KeyName
from companion.labels.codec import CommandLabel, CommandName, Label, read_label, write_label
from companion.message import render
from companion.outputs import SEATS
from companion.screens.burn_in import DARK_AFTER, DIM_AFTER, REST_AFTER
from companion.screens.lights import light_places
from companion.screens.model import (
    ChoiceScreen,
    ConfirmScreen,
    DialScreen,
    NoticeScreen,
    PlayerTableScreen,
    TrickScreen,
    WinnerScreen,
)
from companion.variants import load_variants
from tests.docs.pages import code, numbers, section, tables
from tests.drivers.box import BoxDriver
from tests.worded import named, worded


def test_buttons_match_those_of_the_box() -> None:
    text = section("reference/buttons.md", "The six buttons")
    without_question, *_ = tables(text)
    named = {
        key.strip() for row in without_question for key in row[0].replace("held", "").split(",")
    }
    assert named == set(KEYS)
    assert f"{LOWEST} to {HIGHEST}" in text
    assert NOTICE in numbers(text)


def test_holding_more_opens_the_menu_before_any_game() -> None:
    without_question, *_ = tables(section("reference/buttons.md", "The six buttons"))
    assert "MORE held" in {row[0] for row in without_question}
    assert has_menu(ChooseGameDialog())


def test_announcements_are_listed() -> None:
    game = GameHistory(load_variants().variants)
    game.obey(New(variant="ninety-nine", players=("Ann", "Bo")))
    rules, state = game.rules, game.state
    assert rules is not None
    assert state is not None
    happened: tuple[tuple[Event, ...], ...] = (
        (WentOver("Bo", ("8H",), 107),),
        (TargetReached("Bo", 69, "point"),),
        (LastCardDrawn("Bo", "KS"),),
        (Reshuffled(40),),
        (Eliminated("Bo", "no cards"),),
        (NamedBy("Ann", "Bo"), Eliminated("Bo", "knocked out")),
        (Joined("Bo", "Ann", 3, 5),),
        (Eliminated("Bo", "left"), ChipsLeft("Bo", 3, {}, 0)),
    )
    notices = [family_of(state).announcement(rules, state, state, events) for events in happened]
    told = {worded(notice.headline) for notice in notices if isinstance(notice, NoticeScreen)}
    announced = tables(section("reference/buttons.md", "The six buttons"))[2]
    assert told == {row[0] for row in announced}
    assert None not in notices


def test_printed_stickers_are_parsed_as_described() -> None:
    stickers, commands = tables(section("reference/buttons.md", "The scanner"))
    labels: dict[str, Label] = {
        "1QSF": Card("Q", "S", deck=1),
        "2THH": Card("10", "H", deck=2),
        "1X16": Card("JK", deck=1, number=1),
        "1X24": Card("JK", deck=1, number=2),
    }
    printed = [text for row in stickers for text in code(row[0])]
    assert {text: read_label(text) for text in printed} == labels
    names = list(get_args(CommandName))
    assert [code(row[0])[0].rstrip("…") for row in commands] == [f"0{name}" for name in names]
    for name in names:
        assert write_label(CommandLabel(name)).startswith(f"0{name}")


def test_display_dims_after_the_stated_minutes() -> None:
    (rows,) = tables(section("reference/buttons.md", "The display looks after itself"))
    minutes = [int(row[0].split(" ")[0]) for row in rows]
    assert [60.0 * each for each in minutes] == [DIM_AFTER, REST_AFTER, DARK_AFTER]


def test_seat_lights_match_the_table() -> None:
    assert SEATS == 8
    _, rows = tables(section("reference/buttons.md", "The lights"))
    told = {row[0]: [int(light) - 1 for light in re.findall(r"\d", row[1])] for row in rows}
    *some, (_or_more, many) = told.items()
    assert many == list(light_places(8)) == list(light_places(11))
    assert dict(some) == {str(count): list(light_places(count)) for count in range(2, 8)}


def test_default_of_read_once_is_stated() -> None:
    text = section("reference/buttons.md", "The scanner")
    assert Config().reader.read_once in numbers(text)
    assert {"read_once", "[reader]"} <= set(code(text))


TRICKS = "The buttons in a trick game"


def in_tricks(place: int) -> dict[str, tuple[str, ...]]:
    """Return the rows of one of the tables about trick games, by the words in bold or else by the
    first cell.
    """
    return {
        row[0].strip("*").partition("**")[0]: row
        for row in tables(section("reference/buttons.md", TRICKS))[place]
    }


def trick_game(folder: Path, variant: str = "arizona-spaghetti", **house: int) -> BoxDriver:
    folder.mkdir(exist_ok=True)
    return BoxDriver(
        folder, New(variant=variant, players=("Ann", "Bo", "Cy", "Di"), house=dict(house))
    )


def now(rig: BoxDriver) -> TrickState:
    assert isinstance(rig.table.state, TrickState)
    return rig.table.state


def numbers_shown(rig: BoxDriver) -> list[str]:
    assert isinstance(rig.picture, PlayerTableScreen), rig.says
    return [render(row.text) for row in rig.picture.rows]


def test_buttons_with_another_function_in_a_trick_game_work_as_printed(tmp_path: Path) -> None:
    assert list(in_tricks(0)) == ["LEFT, RIGHT", "OK", "MORE held", "UNDO"]
    rig = trick_game(tmp_path).press("OK")
    assert isinstance(rig.picture, DialScreen)
    rig.press("UNDO").show_card("5D").turn_to("9").press("OK")
    assert isinstance(rig.picture, ChoiceScreen)
    assert worded(rig.picture.options[rig.picture.chosen].label) == "♦"
    rig.press("OK")
    assert [str(laid.card) for laid in now(rig).trick] == ["5D", "9D"]
    assert isinstance(rig.press("UNDO").picture, ConfirmScreen)


@pytest.mark.parametrize("key", ["BUST", "MORE", "OK"])
def test_buttons_without_a_function_in_a_trick_game_are_refused(
    tmp_path: Path, key: KeyName
) -> None:
    text = section("reference/buttons.md", TRICKS)
    assert key in text
    rig = trick_game(tmp_path).show_card("5D").press(key)
    assert rig.notice.mark == "cross"
    rig.wait(NOTICE)
    assert isinstance(rig.picture, TrickScreen)
    assert len(now(rig).trick) == 1


def test_menu_of_a_trick_game_has_the_printed_entries(tmp_path: Path) -> None:
    entering, checking = re.findall(r'"([^"]+)"', in_tricks(0)["MORE held"][1])
    rig = trick_game(tmp_path)

    def listed() -> list[str]:
        rows = rig.hold("MORE").listing.rows
        rig.press("UNDO")
        return [worded(row.text) for row in rows if worded(row.text) in {entering, checking}]

    assert listed() == [entering]
    rig.show_card("5D")
    assert listed() == []
    rig.press("UNDO", "OK", "OK").dial(130)
    assert listed() == [checking]


def asked_as_printed(rig: BoxDriver, bold: str) -> None:
    """Require the printed question, with red light and low tone, until it is answered."""
    question, _ok, _ = in_tricks(1)[bold]
    assert worded(rig.notice.sentence) == re.findall(r'"([^"]+)"', question)[0]
    assert [hint.key for hint in rig.notice.keys] == ["OK", "MORE"]
    assert rig.ring.shown[-1].refused
    assert rig.buzzer.played[-1] == "refused"
    asked = rig.picture
    assert rig.wait(10 * NOTICE).picture == asked


def test_question_about_a_revoke_is_as_printed(tmp_path: Path) -> None:
    rig = trick_game(tmp_path, revoke_penalty=5)
    for cards in ("2C AC 3C 4C", "AS 2S 3S 5S", "AD 6D 7D 2H", "KD 8D 9D QD"):
        rig.show_cards(*cards.split())
    asked_as_printed(rig, "A revoke")
    rig.press("OK")
    assert len(now(rig).trick) == 3
    rig.show_card("QD").press("MORE")
    assert (now(rig).revokes, now(rig).players[0].points) == (1, 5)


def test_question_about_a_restricted_lead_is_as_printed(tmp_path: Path) -> None:
    rig = trick_game(tmp_path)
    for points in ({"Ann": 130}, {"Bo": 130}, {"Cy": 100}):
        rig.table.obey(Score(points=points))
        rig.table.obey(Deal())
    rig.box.tick()
    rig.show_card("5S")
    asked_as_printed(rig, "A restricted lead")
    rig.press("OK")
    assert now(rig).trick == ()
    rig.show_card("5S").press("MORE")
    assert now(rig).led == "S"


def test_points_of_a_round_are_entered_as_described(tmp_path: Path) -> None:
    rig = trick_game(tmp_path).press("OK", "RIGHT")
    assert isinstance(rig.picture, DialScreen)
    assert rig.picture.value == 10
    rig.dial(50).press("UNDO")
    assert isinstance(rig.picture, DialScreen)
    assert rig.picture.value == 50
    rig.press("OK").dial(20).dial(0)
    assert now(rig).phase == "round-over"
    assert worded(numbers_shown(rig)) == ["50", "20", "0", "60"]


def test_end_of_a_round_and_of_a_game_are_as_described(tmp_path: Path) -> None:
    assert all(key in in_tricks(1)["Round over"][2] for key in ("MORE", "LEFT", "RIGHT"))
    assert all(key in in_tricks(1)["Game over"][2] for key in ("LEFT", "RIGHT"))
    rig = trick_game(tmp_path, "polignac").press("OK").dial(4).dial(1)
    rig.press("OK", "OK").dial(5)
    assert now(rig).round == 2
    rig.wait(NOTICE)
    assert worded(numbers_shown(rig)) == ["9", "1", "0", "0"]
    assert numbers_shown(rig.press("LEFT")) == ["+5", "+0", "+0", "+0"]
    assert worded(numbers_shown(rig.press("RIGHT"))) == ["9", "1", "0", "0"]
    rig.press("MORE").choose("Bo")
    assert isinstance(rig.picture, DialScreen)
    assert rig.picture.value is None
    rig.dial(0)
    assert worded(rig.notice.headline) == "Right"
    rig.wait(NOTICE).press("OK", "OK").dial(0).dial(5)
    rig.wait(NOTICE).press("OK", "OK").dial(5).wait(NOTICE)
    assert worded([row.text for row in rig.showing(WinnerScreen).rows]) == ["0", "0", "6", "14"]
    assert list(rig.evening.values()) == [1, 1, 0, 0]


def test_announcements_in_a_trick_game_are_listed(tmp_path: Path) -> None:
    _trick, revoke = tables(section("reference/buttons.md", TRICKS))[2]
    rig = trick_game(tmp_path, revoke_penalty=5).hold("MORE").choose("New game")
    rig.choose_game("Polignac").dial(5).choose("Start").press("OK")
    assert f'"{rig.notice.headline} ' in section("reference/buttons.md", TRICKS)
    rig.press("UNDO", "UNDO", "UNDO", "UNDO", "UNDO")
    for cards in ("2C AC 3C 4C", "AS 2S 3S 5S", "AD 6D 2H 7D"):
        rig.show_cards(*cards.split())
        assert isinstance(rig.picture, TrickScreen)
        assert worded((rig.picture.who, rig.picture.does)) == worded((named("Bo"), "takes 10"))
        assert worded([slot.card != "" for slot in rig.picture.slots]) == worded([True] * 4)
    rig.show_cards("KD", "8D", "QD").press("MORE")
    assert worded((rig.notice.headline, rig.notice.sentence)) == worded(
        (revoke[0], named("Di", after=" pays 5"))
    )
