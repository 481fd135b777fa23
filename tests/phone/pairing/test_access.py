"""Tests of access control: codes and phones together, and its reports."""

from pathlib import Path

import pytest

from companion.dialogs.context import PhoneStatus, Scene
from companion.dialogs.menu import items
from companion.host.clock import BoxClock
from companion.inputs import CodeGuessed, CodeSpent, PhoneNews, PhonePaired
from companion.phone.pairing.access import AccessControl
from companion.phone.pairing.code import ANOTHER_CODE, NO_CODE, WrongCode
from companion.phone.request import RequestError
from tests.drivers.box import HandClock
from tests.worded import worded

PHONE = "192.168.1.7"


class Hall:
    """An access control that records its reports to the box."""

    def __init__(self, folder: Path) -> None:
        self.reports: list[PhoneNews] = []
        self.counts: list[int] = []
        self.clock = HandClock()
        self.access = AccessControl(folder, BoxClock(self.clock, lambda: True), self.reports.append)
        self.access.on_change = lambda: self.counts.append(self.access.sessions.count)


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path)


def wrong_for(code: str) -> str:
    return "000000" if code != "000000" else "000001"


def test_right_code_pairs_the_phone_and_reports_its_name(hall: Hall) -> None:
    before = hall.access.version
    token, _name = hall.access.redeem(hall.access.issue(), PHONE, "Cy's phone")
    assert hall.access.sessions.use(token) == "Cy's phone"
    assert hall.reports == [PhonePaired("Cy's phone")]
    assert hall.counts == [0, 1]
    assert hall.access.version != before


def test_wrong_code_pairs_no_phone_and_the_fifth_is_reported(hall: Hall) -> None:
    code = hall.access.issue()
    for _ in range(4):
        with pytest.raises(WrongCode):
            hall.access.redeem(wrong_for(code), PHONE)
        assert hall.reports == []
    with pytest.raises(WrongCode):
        hall.access.redeem(wrong_for(code), PHONE)
    assert (hall.reports, hall.counts, hall.access.sessions.count) == (
        [CodeGuessed(5, PHONE)],
        [0, 0],
        0,
    )
    with pytest.raises(RequestError, match="Too many wrong codes"):
        hall.access.redeem(code, PHONE)


def test_wrong_codes_are_reported_at_most_twice(hall: Hall) -> None:
    code = hall.access.issue()
    for host in range(400):
        with pytest.raises(WrongCode):
            hall.access.redeem(wrong_for(code), f"10.0.{host // 256}.{host % 256}")
    assert hall.reports == [CodeGuessed(50, "10.0.0.49"), CodeSpent()]
    assert (hall.access.phones().code, hall.access.phones().spent) == ("", True)
    hall.access.issue()
    assert not hall.access.phones().spent


def test_missing_token_is_not_paired(hall: Hall) -> None:
    hall.access.redeem(hall.access.issue(), PHONE)
    assert hall.access.sessions.use("") is None


def test_dismiss_unpairs_all_phones_and_ends_the_code(hall: Hall) -> None:
    token, _name = hall.access.redeem(hall.access.issue(), PHONE)
    code, version = hall.access.issue(), hall.access.version
    hall.access.dismiss()
    assert hall.access.sessions.use(token) is None
    assert hall.counts == [0, 1, 1, 0]
    assert hall.access.version != version
    with pytest.raises(WrongCode):
        hall.access.redeem(code, PHONE)


def test_leaving_phone_notifies_listeners_once(hall: Hall) -> None:
    token, _name = hall.access.redeem(hall.access.issue(), PHONE)
    hall.access.sessions.end(token)
    hall.access.sessions.end(token)
    assert hall.access.sessions.use(token) is None
    assert hall.counts == [0, 1, 0]


def test_version_differs_after_a_restart(hall: Hall, tmp_path: Path) -> None:
    before = hall.access.version
    hall.clock.now += 30
    assert AccessControl(tmp_path, hall.access.clock, hall.reports.append).version != before


def test_messages_name_an_existing_menu_row() -> None:
    rows = [item.text for item in items(Scene({}, phones=PhoneStatus("192.168.1.7:8098")))]
    for sentence in (NO_CODE, ANOTHER_CODE):
        assert any(f"choose {row}." in worded(sentence) for row in rows)


def test_first_phone_of_a_box_without_display_needs_no_code(tmp_path: Path) -> None:
    clock = BoxClock(HandClock(), lambda: True)
    access = AccessControl(tmp_path, clock, lambda _: None, shows_codes=False)
    assert access.is_open
    first, _name = access.redeem("", PHONE)
    assert access.sessions.use(first)
    assert not access.is_open
    with pytest.raises(WrongCode):
        access.redeem("", "192.168.1.8")
    assert access.redeem(access.issue(), "192.168.1.8")
    access.dismiss()
    assert access.is_open


def test_box_with_a_display_lets_no_phone_in_without_a_code(hall: Hall) -> None:
    assert not hall.access.is_open
    with pytest.raises(WrongCode):
        hall.access.redeem("", PHONE)
