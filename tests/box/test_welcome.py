"""Tests of the welcome screen: a new box shows its address once, as soon as it is in a network."""

from pathlib import Path

import pytest

from companion.dialogs.context import IssueCode
from companion.dialogs.set_up import ChooseGameDialog
from companion.screens.model import ListScreen, OwnWifiScreen, PairingScreen, WelcomeScreen
from companion.screens.model import PlayScreen as PlayPicture
from tests.box.test_network import open_itself
from tests.box.test_phone_code import Porch
from tests.box.test_requests import NINETY_NINE
from tests.drivers.box import BoxDriver


@pytest.fixture
def new(tmp_path: Path) -> BoxDriver:
    return BoxDriver(tmp_path)


def test_new_box_shows_its_address_as_soon_as_phones_can_connect(new: BoxDriver) -> None:
    assert isinstance(new.picture, ListScreen)
    new.box.admit_phones(Porch(new))
    shown = new.showing(WelcomeScreen)
    assert (shown.address, shown.name) == ("192.168.178.23:8098", "card-table.local:8098")
    new.draw_everything_shown()


def test_ok_closes_the_welcome_screen_for_good(new: BoxDriver) -> None:
    new.box.admit_phones(Porch(new))
    new.press("OK")
    assert new.asking(ChooseGameDialog)
    assert new.wait(60).asking(ChooseGameDialog)


def test_more_issues_a_pairing_code(new: BoxDriver) -> None:
    new.box.admit_phones(Porch(new))
    new.press("MORE")
    assert isinstance(new.picture, PairingScreen)
    assert new.picture.code == "000001"


def test_held_more_opens_the_menu(new: BoxDriver) -> None:
    new.box.admit_phones(Porch(new))
    new.hold("MORE")
    assert IssueCode() in new.moves


@pytest.mark.parametrize("is_first", [True, False])
def test_welcome_screen_follows_the_network_that_the_box_has_opened(
    new: BoxDriver, is_first: bool
) -> None:
    porch = Porch(new)
    porch.networked = not is_first
    new.box.admit_phones(porch)
    open_itself(new)
    assert isinstance(new.picture, OwnWifiScreen)
    porch.networked = True
    new.press("OK").wait(0)
    assert isinstance(new.picture, WelcomeScreen)
    assert new.press("OK").wait(60).asking(ChooseGameDialog)


def test_welcome_screen_appears_once_a_network_is_up(new: BoxDriver) -> None:
    porch = Porch(new)
    porch.networked = False
    new.box.admit_phones(porch)
    assert isinstance(new.picture, ListScreen)
    porch.networked = True
    new.wait(4)
    assert isinstance(new.picture, ListScreen)
    new.wait(1)
    assert isinstance(new.picture, WelcomeScreen)


def test_welcome_screen_does_not_interrupt_set_up(new: BoxDriver) -> None:
    porch = Porch(new)
    porch.networked = False
    new.box.admit_phones(porch)
    new.press("RIGHT")
    porch.networked = True
    new.wait(60)
    assert new.asking(ChooseGameDialog)


def test_card_closes_the_welcome_screen_and_is_handled(new: BoxDriver) -> None:
    new.box.admit_phones(Porch(new))
    new.show_card("7H")
    assert not isinstance(new.picture, WelcomeScreen)


def test_used_box_shows_its_game_instead_of_the_welcome_screen(tmp_path: Path) -> None:
    rig = BoxDriver(tmp_path, NINETY_NINE)
    rig.box.admit_phones(Porch(rig))
    assert isinstance(rig.picture, PlayPicture)
    rig.wait(60)
    assert isinstance(rig.picture, PlayPicture)
