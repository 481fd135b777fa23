"""Tests of the call for the director at the box: offered while a floor follows the table."""

import errno
from pathlib import Path

import pytest

from companion.box.requests import Accepted, DirectorRequest, Rejected, TableResponse
from companion.dialogs.context import CallDirector
from companion.errors import DiskError
from companion.host.clock import BoxClock
from companion.phone.pairing.access import FLOOR_STAYS, AccessControl
from companion.screens.model import NoticeScreen, PlayScreen
from tests.box.test_requests import NINETY_NINE
from tests.drivers.box import BoxDriver
from tests.table.failing_disk import FailingDisk


class Hall:
    """A box in a club, and the access through which a floor asks for its journal."""

    def __init__(self, folder: Path) -> None:
        self.rig = rig = BoxDriver(folder, NINETY_NINE)
        self.access = AccessControl(folder, BoxClock(rig.clock, lambda: True), rig.box.handle)
        rig.box.admit_phones(self.access)

    def follow(self) -> None:
        self.access.floor_seen()

    def ask(self, *, calls: bool) -> TableResponse:
        answers: list[TableResponse] = []
        self.rig.box.answer(DirectorRequest(calls, "Bo's phone", answers.append))
        (answer,) = answers
        return answer


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path)


def rows(hall: Hall) -> list[CallDirector]:
    """Return the rows about the director in the box's menu."""
    moves = hall.rig.hold("MORE").moves
    hall.rig.press("UNDO")
    return [move for move in moves if isinstance(move, CallDirector)]


def test_family_at_home_sees_no_row(hall: Hall) -> None:
    assert rows(hall) == []


def test_row_comes_with_the_floor_and_goes_a_minute_after_its_last_request(hall: Hall) -> None:
    hall.follow()
    assert hall.rig.told[-1].scene.has_floor
    assert rows(hall) == [CallDirector(calls=True)]
    hall.rig.wait(FLOOR_STAYS - 10)
    shown = len(hall.rig.told)
    hall.follow()
    assert len(hall.rig.told) == shown  # a floor that asks again is no news
    hall.rig.wait(FLOOR_STAYS - 1)
    assert hall.rig.told[-1].scene.has_floor
    hall.rig.wait(2)
    assert not hall.rig.told[-1].scene.has_floor


def test_call_from_the_menu_is_shown_for_a_moment_and_then_its_end_is_offered(hall: Hall) -> None:
    hall.follow()
    rig = hall.rig.hold("MORE").choose("Call the director")
    assert isinstance(rig.picture, NoticeScreen)
    assert rig.told[-1].scene.calls_director
    rig.draw_everything_shown()
    rig.wait(5).showing(PlayScreen)
    rig.hold("MORE").choose("The director has come")
    assert isinstance(rig.picture, NoticeScreen)
    assert not rig.told[-1].scene.calls_director


def test_call_can_be_ended_without_a_floor(hall: Hall) -> None:
    hall.ask(calls=True)
    assert rows(hall) == [CallDirector(calls=False)]


def test_phone_calls_and_leaves_the_open_question_alone(hall: Hall) -> None:
    hall.rig.press("BUST")
    asked = hall.rig.dialog
    assert hall.ask(calls=True) == Accepted(1)
    assert hall.rig.told[-1].scene.calls_director
    hall.rig.wait(5)
    assert hall.rig.dialog == asked


def test_phone_hears_that_a_call_is_not_on_disk(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = FailingDisk(monkeypatch)
    disk.number = errno.ENOSPC
    answer = hall.ask(calls=True)
    assert isinstance(answer, Rejected)
    assert isinstance(answer.error, DiskError)
    assert not hall.rig.told[-1].scene.calls_director
    disk.number = 0
