"""Tests of the pairing code at the box: shown on request, gone once it is used, spent or old."""

from pathlib import Path

import pytest

from companion.box.requests import Accepted
from companion.core.commands import Play
from companion.dialogs.context import IssueCode, PhoneStatus
from companion.dialogs.menu import DismissPhonesDialog
from companion.inputs import CodeGuessed, CodeSpent, GuesserJudged, PartLost, PhonePaired
from companion.screens.model import ConfirmScreen, NoticeScreen, PairingScreen
from companion.screens.model import PlayScreen as PlayPicture
from tests.box.test_requests import NINETY_NINE
from tests.drivers.box import BoxDriver

GOOD_FOR = 120.0


class Porch:
    """A gate whose codes count up. `ruling` phones can play, and a network is up unless stated
    otherwise.
    """

    def __init__(self, rig: BoxDriver) -> None:
        self.rig = rig
        self.armed = self.ruling = 0
        self.networked, self.spent = True, False
        self.good_until: float | None = None
        self.guesser = ""
        self.judged: list[bool] = []

    def look(self) -> bool:
        return self.networked

    def issue(self) -> str:
        self.armed, self.spent = self.armed + 1, False
        self.good_until = self.rig.clock.now + GOOD_FOR
        return self.phones().code

    def judge(self, *, shut: bool) -> None:
        self.guesser = ""
        self.judged.append(shut)

    def dismiss(self) -> None:
        self.ruling, self.good_until = 0, None

    def phones(self) -> PhoneStatus:
        code = f"{self.armed:06}" if self.until() is not None else ""
        name = "card-table.local:8098"
        return PhoneStatus(
            "192.168.178.23:8098",
            ("101", "010", "101"),
            code,
            self.ruling,
            name,
            spent=self.spent,
            invitation=("111", "010", "111") if code else (),
            guesser=self.guesser,
            guesses=5 if self.guesser else 0,
        )

    def is_guessed_at_too_often(self) -> None:
        self.spent, self.good_until = True, None
        self.rig.box.handle(CodeSpent())

    def until(self) -> float | None:
        if self.good_until is not None and self.rig.clock.now >= self.good_until:
            self.good_until = None
        return self.good_until

    def floor_until(self) -> float | None:
        return None


@pytest.fixture
def rig(tmp_path: Path) -> BoxDriver:
    return BoxDriver(tmp_path, NINETY_NINE)


@pytest.fixture
def porch(rig: BoxDriver) -> Porch:
    porch = Porch(rig)
    rig.box.admit_phones(porch)
    return porch


def show_code(rig: BoxDriver) -> BoxDriver:
    return rig.hold("MORE").choose("Phone code")


def code_of(rig: BoxDriver) -> str:
    assert isinstance(rig.picture, PairingScreen), rig.says
    return rig.picture.code


def test_menu_has_no_code_row_without_phones(rig: BoxDriver) -> None:
    rig.hold("MORE")
    assert IssueCode() not in rig.moves


def test_menu_shows_address_and_code(rig: BoxDriver, porch: Porch) -> None:
    show_code(rig)
    assert (code_of(rig), porch.armed) == ("000001", 1)
    assert isinstance(rig.picture, PairingScreen)
    assert rig.picture.address == "192.168.178.23:8098"
    assert rig.picture.modules == ("111", "010", "111")
    rig.draw_everything_shown()


def test_ok_issues_another_code(rig: BoxDriver, porch: Porch) -> None:
    assert code_of(show_code(rig).press("OK")) == "000002"
    assert porch.armed == 2


@pytest.mark.parametrize("key", ["UNDO", "LEFT", "BUST", "MORE"])
def test_other_keys_close_the_code_dialog(rig: BoxDriver, porch: Porch, key: str) -> None:
    show_code(rig).press(key)  # type: ignore[arg-type]  # one of the six keys
    assert isinstance(rig.picture, PlayPicture)
    assert porch.armed == 1


def test_code_dialog_closes_after_two_minutes(rig: BoxDriver, porch: Porch) -> None:
    show_code(rig).wait(GOOD_FOR - 5)
    assert isinstance(rig.picture, PairingScreen)
    rig.wait(5)
    assert isinstance(rig.picture, PlayPicture)
    assert porch.until() is None


def test_card_is_played_while_the_code_is_shown(rig: BoxDriver, porch: Porch) -> None:
    show_code(rig).show_card("7H")
    assert rig.total == 7
    assert isinstance(rig.picture, PlayPicture)
    assert porch.until() is not None


def test_pairing_is_announced(rig: BoxDriver, porch: Porch) -> None:
    show_code(rig)
    porch.good_until = None
    rig.box.handle(PhonePaired("Cy's phone"))
    assert rig.notice.mark == ""
    rig.wait(10)
    assert isinstance(rig.picture, PlayPicture)


def guessed(rig: BoxDriver, porch: Porch) -> None:
    porch.guesser = "192.168.178.40"
    rig.box.handle(CodeGuessed(5, porch.guesser))


@pytest.mark.parametrize(("key", "shut"), [("OK", False), ("MORE", True)])
def test_guesses_replace_the_code_until_a_key(
    rig: BoxDriver, porch: Porch, key: str, shut: bool
) -> None:
    show_code(rig)
    guessed(rig, porch)
    assert isinstance(rig.wait(30).picture, NoticeScreen)
    assert porch.guesser in rig.says
    rig.draw_everything_shown()
    assert code_of(rig.press(key)) == "000001"  # type: ignore[arg-type]  # one of the six keys
    assert porch.judged == [shut]


def test_code_returns_when_a_phone_has_judged_the_guesses(rig: BoxDriver, porch: Porch) -> None:
    show_code(rig)
    guessed(rig, porch)
    porch.guesser = ""
    rig.box.handle(GuesserJudged())
    assert code_of(rig) == "000001"


def test_guesses_are_a_temporary_notice_if_the_code_is_not_shown(
    rig: BoxDriver, porch: Porch
) -> None:
    show_code(rig).show_card("7H")
    guessed(rig, porch)
    assert isinstance(rig.picture, NoticeScreen)
    assert isinstance(rig.wait(4).picture, PlayPicture)


def test_card_is_played_during_the_notice_of_guesses(rig: BoxDriver, porch: Porch) -> None:
    show_code(rig)
    guessed(rig, porch)
    rig.show_card("7H")
    assert (rig.total, type(rig.picture), porch.judged) == (7, PlayPicture, [])


def is_spent(rig: BoxDriver) -> bool:
    """Return whether the display says, instead of the code, that too many guesses were wrong and
    which key to press.
    """
    return isinstance(rig.picture, NoticeScreen) and rig.notice.keys != ()


def test_spent_code_notice_stays_until_ok_issues_another(rig: BoxDriver, porch: Porch) -> None:
    show_code(rig)
    porch.is_guessed_at_too_often()
    assert is_spent(rig)
    assert is_spent(rig.wait(GOOD_FOR))
    assert code_of(rig.press("OK")) == "000002"


def test_spent_code_notice_survives_events_and_phone_orders(rig: BoxDriver, porch: Porch) -> None:
    show_code(rig)
    porch.is_guessed_at_too_often()
    rig.box.handle(PartLost("Lights", "no such pin"))
    assert is_spent(rig.wait(4))
    assert rig.rule(Play(card="8")) == Accepted(2)
    assert is_spent(rig)
    assert isinstance(rig.press("UNDO").picture, PlayPicture)


def test_spent_code_without_its_dialog_open_needs_no_key(rig: BoxDriver, porch: Porch) -> None:
    show_code(rig).show_card("7H")
    porch.is_guessed_at_too_often()
    assert rig.notice.keys == ()
    assert isinstance(rig.wait(4).picture, PlayPicture)


def test_card_is_played_during_the_notice_of_a_spent_code(rig: BoxDriver, porch: Porch) -> None:
    show_code(rig)
    porch.is_guessed_at_too_often()
    rig.show_card("7H")
    assert (rig.total, type(rig.picture)) == (7, PlayPicture)


def test_code_without_a_network_shows_a_notice(rig: BoxDriver, porch: Porch) -> None:
    porch.networked = False
    show_code(rig)
    assert rig.still_asks is None


def test_unpairing_phones_asks_first(rig: BoxDriver, porch: Porch) -> None:
    porch.ruling = 2
    rig.hold("MORE").choose("Disconnect phones")
    assert rig.dialog == DismissPhonesDialog()
    rig.press("UNDO")
    assert porch.ruling == 2
    rig.hold("MORE").choose("Disconnect phones").press("OK")
    assert porch.ruling == 0
    rig.hold("MORE")
    assert DismissPhonesDialog() not in rig.moves


def test_code_dialog_is_not_sent_to_phones_as_a_question(rig: BoxDriver, porch: Porch) -> None:
    show_code(rig)
    assert porch.armed == 1
    assert (rig.told[-1].question, rig.told[-1].pending) == (None, None)


def test_unpair_question_stays_open_while_a_phone_plays(rig: BoxDriver, porch: Porch) -> None:
    porch.ruling = 2
    rig.hold("MORE").choose("Disconnect phones")
    assert rig.rule(Play(card="8")) == Accepted(2)
    assert isinstance(rig.picture, ConfirmScreen)
    rig.press("OK")
    assert porch.ruling == 0
    assert isinstance(rig.picture, PlayPicture)
    assert rig.total == 8
