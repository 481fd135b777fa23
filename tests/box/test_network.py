"""Tests of the network menu and of switching off: asked once, never blocking a card."""

from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from companion.dialogs.context import JoinNetwork, OpenOwnNetwork, ScanNetworks
from companion.dialogs.menu import (
    CLOSE_OWN_QUESTION,
    UPDATE,
    NetworkDialog,
    SwitchOffDialog,
    UpdatingDialog,
    WaitingDialog,
    join_question,
    open_own_question,
)
from companion.inputs import (
    KnownNetwork,
    NetworkAnswer,
    NetworkNews,
    OwnNetwork,
    PowerNews,
    UpdateAnswer,
    UpdateOutcome,
)
from companion.screens.model import (
    BootScreen,
    ConfirmScreen,
    OwnWifiScreen,
    Picture,
    SafeToUnplugScreen,
)
from companion.screens.model import PlayScreen as PlayPicture
from tests.box.test_requests import NINETY_NINE
from tests.drivers.box import BoxDriver
from tests.worded import worded

HOME = KnownNetwork("Home", 80, "/home")
CAFE = KnownNetwork("Café", 33, "/cafe")
OWN = OwnNetwork("companion", "ky74fehp38")
OPEN = OwnNetwork("companion", "ky74fehp38", is_open=True)
AT_HOME = NetworkNews(
    "Home", address="192.168.178.23", profile="/home", known=(CAFE, HOME), own=OWN
)
ON_ITS_OWN = NetworkNews(
    "companion", address="10.42.0.1", profile="/own", known=(CAFE, HOME), own=OPEN
)


class Air:
    """Networks that record the requests they receive."""

    def __init__(self) -> None:
        self.asked: list[str | KnownNetwork] = []
        self.changes = self.installs = False

    def look(self) -> None:
        self.asked.append("look")

    def join(self, network: KnownNetwork) -> None:
        self.asked.append(network)

    def open_own(self) -> None:
        self.asked.append("open")

    def close_own(self) -> None:
        self.asked.append("close")

    def update(self) -> None:
        self.asked.append("update")

    def is_changing(self) -> bool:
        return self.changes

    def is_installing(self) -> bool:
        return self.installs


@pytest.fixture
def rig(tmp_path: Path) -> BoxDriver:
    return BoxDriver(tmp_path, NINETY_NINE)


@pytest.fixture
def air(rig: BoxDriver) -> Air:
    """Return the networks around the box, which is at home."""
    air = Air()
    rig.box.network.networks = air
    rig.box.handle(AT_HOME)
    return air


def open_page(rig: BoxDriver) -> BoxDriver:
    return rig.hold("MORE").choose("Network")


def ask_join(rig: BoxDriver) -> BoxDriver:
    return open_page(rig).choose("Café")


def test_menu_has_no_network_rows_without_network_manager(rig: BoxDriver) -> None:
    moves = rig.hold("MORE").moves
    assert ScanNetworks() not in moves
    assert SwitchOffDialog(restart=True) not in moves
    assert SwitchOffDialog() in moves


@pytest.mark.usefixtures("air")
def test_menu_names_the_network_that_the_box_is_in(rig: BoxDriver) -> None:
    rig.hold("MORE")
    assert "Home" in worded(
        [row.value for row in rig.listing.rows if worded(row.text) == "Network"]
    )


def test_network_dialog_shows_current_and_available_networks(rig: BoxDriver, air: Air) -> None:
    open_page(rig)
    assert air.asked == ["look"]
    assert (rig.listing.title, rig.listing.whose) == ("Home", "192.168.178.23")
    assert rig.dialog == NetworkDialog()
    assert rig.rows[:2] == ["Café", "Home"]
    assert (len(rig.rows), rig.listing.rows[0].value) == (3, "33 %")
    rig.draw_everything_shown()


@pytest.mark.usefixtures("air")
def test_network_changes_update_the_dialog(rig: BoxDriver) -> None:
    open_page(rig)
    attic = KnownNetwork("Attic", 12, "/attic")
    rig.box.handle(
        NetworkNews(joining=True, name="Café", profile="/cafe", known=(attic, CAFE, HOME))
    )
    assert rig.rows == ["Attic", "Café", "Home"]


def test_joining_a_network_asks_first(rig: BoxDriver, air: Air) -> None:
    ask_join(rig)
    assert rig.dialog == join_question(CAFE)
    assert rig.press("UNDO").dialog == NetworkDialog()
    rig.choose("Café").press("OK")
    assert air.asked == ["look", CAFE]
    assert rig.picture == WaitingDialog(JoinNetwork(CAFE)).picture(rig.snapshot.scene)
    rig.box.handle(
        NetworkNews("Café", address="10.0.0.7", profile="/cafe", known=(CAFE, HOME), own=OWN)
    )
    rig.box.handle(NetworkAnswer("joined", "Café"))
    assert rig.notice.mark == ""
    rig.press("OK")
    assert (rig.listing.title, rig.listing.whose) == ("Café", "10.0.0.7")


@pytest.mark.usefixtures("air")
def test_failed_join_is_announced(rig: BoxDriver) -> None:
    ask_join(rig).press("OK")
    rig.box.handle(NetworkAnswer("not let in", "Café"))
    assert rig.still_asks == NetworkDialog()
    assert rig.press("OK").dialog == NetworkDialog()
    assert rig.buzzer.played == []


@pytest.mark.parametrize("leave", ["UNDO", "card"])
@pytest.mark.usefixtures("air")
def test_waiting_for_a_network_does_not_block_play(rig: BoxDriver, leave: str) -> None:
    ask_join(rig).press("OK")
    if leave == "UNDO":
        rig.press("UNDO")
    else:
        rig.show_card("7H")
        assert rig.total == 7
    assert isinstance(rig.picture, PlayPicture)
    rig.box.handle(NetworkAnswer("joined", "Café"))
    assert rig.notice.mark == ""
    rig.wait(10)
    assert isinstance(rig.picture, PlayPicture)


@pytest.mark.usefixtures("air")
def test_card_is_refused_during_a_network_question(rig: BoxDriver) -> None:
    ask_join(rig).show_card("7H")
    assert rig.still_asks == join_question(CAFE)
    assert rig.total == 0


def test_opening_own_network_asks_and_shows_its_password(rig: BoxDriver, air: Air) -> None:
    open_page(rig).choose("Own network")
    assert rig.dialog == open_own_question(HOME.name)
    rig.press("OK")
    assert air.asked == ["look", "open"]
    rig.box.handle(ON_ITS_OWN)
    assert rig.picture == WaitingDialog(OpenOwnNetwork()).picture(rig.snapshot.scene)
    rig.box.handle(NetworkAnswer("own network open"))
    assert replace(rig.picture, table=()) == OwnWifiScreen("companion", (), "ky74fehp38")
    rig.draw_everything_shown()


@pytest.mark.usefixtures("air")
def test_card_is_played_while_the_password_is_shown(rig: BoxDriver) -> None:
    rig.box.handle(ON_ITS_OWN)
    open_page(rig).choose("Own network")
    assert isinstance(rig.picture, OwnWifiScreen)
    rig.show_card("7H")
    assert rig.total == 7
    assert isinstance(rig.picture, PlayPicture)


@pytest.mark.usefixtures("air")
def test_password_is_not_sent_to_phones(rig: BoxDriver) -> None:
    rig.box.handle(ON_ITS_OWN)
    open_page(rig).choose("Own network")
    assert isinstance(rig.picture, OwnWifiScreen)
    assert (rig.told[-1].question, rig.told[-1].pending) == (None, None)


def test_own_network_is_closed_after_a_question(rig: BoxDriver, air: Air) -> None:
    rig.box.handle(ON_ITS_OWN)
    assert len(open_page(rig).rows) == 4
    rig.choose("Close own network")
    assert rig.dialog == CLOSE_OWN_QUESTION
    rig.press("OK")
    assert air.asked == ["look", "close"]
    rig.box.handle(AT_HOME)
    rig.box.handle(NetworkAnswer("own network closed"))
    assert rig.notice.mark == ""


@pytest.mark.parametrize(
    "news",
    [NetworkNews("Cable", address="192.168.178.23"), NetworkNews(), NetworkNews(radio=False)],
)
@pytest.mark.usefixtures("air")
def test_network_dialog_without_choices_shows_the_state(rig: BoxDriver, news: NetworkNews) -> None:
    rig.box.handle(news)
    open_page(rig).press("OK", "RIGHT")
    assert rig.asking(NetworkDialog)
    assert isinstance(rig.picture, ConfirmScreen)
    rig.press("UNDO")
    assert isinstance(rig.picture, PlayPicture)


def test_join_question_survives_loss_of_the_network(rig: BoxDriver, air: Air) -> None:
    ask_join(rig)
    rig.box.handle(NetworkNews())
    assert rig.dialog == join_question(CAFE)
    rig.press("OK")
    assert air.asked[-1] == CAFE


def open_itself(rig: BoxDriver) -> BoxDriver:
    """Let the box find no network and open its own."""
    rig.box.handle(ON_ITS_OWN)
    rig.box.handle(NetworkAnswer("opened itself"))
    return rig


@pytest.mark.parametrize("leave", ["LEFT", "card"])
def test_automatically_opened_network_is_shown_between_games(rig: BoxDriver, leave: str) -> None:
    assert isinstance(open_itself(rig).picture, OwnWifiScreen)
    if leave == "card":
        rig.show_card("7H")
        assert rig.total == 7
    else:
        rig.press("LEFT")
        assert rig.total == 0
    assert isinstance(rig.picture, PlayPicture)


def test_automatically_opened_network_is_a_notice_during_a_game(rig: BoxDriver) -> None:
    rig.show_card("7H")
    assert open_itself(rig).notice.mark == ""
    rig.show_card("8C")
    assert rig.total == 15
    assert isinstance(rig.wait(10).picture, PlayPicture)


@pytest.mark.parametrize(("news", "picture"), [(ON_ITS_OWN, OwnWifiScreen), (AT_HOME, PlayPicture)])
def test_automatically_opened_network_waits_for_an_open_question(
    rig: BoxDriver, news: NetworkNews, picture: type[Picture]
) -> None:
    rig.hold("MORE").choose("Switch off")
    assert open_itself(rig).dialog == SwitchOffDialog()
    rig.box.handle(news)
    assert isinstance(rig.press("UNDO").picture, picture)


def test_restart_asks_once(rig: BoxDriver) -> None:
    rig.box.handle(PowerNews(can_restart=True))
    rig.hold("MORE").choose("Restart")
    assert rig.dialog == SwitchOffDialog(restart=True)
    assert rig.show_card("7H").still_asks == SwitchOffDialog(restart=True)
    rig.press("UNDO")
    assert not rig.box.shutdown.is_done
    rig.press("OK")
    assert (rig.box.shutdown.is_done, rig.box.shutdown.restarts) == (True, True)
    assert rig.picture == BootScreen()


def test_switching_off_does_not_restart(rig: BoxDriver) -> None:
    rig.box.handle(PowerNews(can_restart=True))
    rig.hold("MORE").choose("Switch off").press("OK")
    assert (rig.box.shutdown.is_done, rig.box.shutdown.restarts) == (True, False)
    assert isinstance(rig.picture, SafeToUnplugScreen)


@pytest.fixture
def updatable(rig: BoxDriver, air: Air) -> BoxDriver:  # noqa: ARG001  # it receives the requests
    rig.box.handle(PowerNews(can_restart=True, can_update=True))
    return rig


@pytest.mark.usefixtures("air")
def test_menu_has_no_update_without_its_unit(rig: BoxDriver) -> None:
    rig.box.handle(PowerNews(can_restart=True))
    assert UPDATE not in rig.hold("MORE").moves


def test_update_is_asked_once_and_started(updatable: BoxDriver, air: Air) -> None:
    updatable.hold("MORE").choose("Update")
    assert updatable.dialog == UPDATE
    assert updatable.press("OK").picture == UpdatingDialog().picture(updatable.snapshot.scene)
    assert air.asked == ["update"]
    updatable.draw_everything_shown()


def test_update_that_is_refused_is_not_started(updatable: BoxDriver, air: Air) -> None:
    updatable.hold("MORE").choose("Update").press("UNDO")
    assert air.asked == []
    assert isinstance(updatable.picture, PlayPicture)


@pytest.mark.parametrize("leave", [True, False])
def test_result_of_an_update_is_announced(updatable: BoxDriver, leave: bool) -> None:
    updatable.hold("MORE").choose("Update").press("OK")
    if leave:
        assert isinstance(updatable.press("UNDO").picture, PlayPicture)
    updatable.box.handle(UpdateAnswer("newest", "0.1.0"))
    assert updatable.notice.mark == ""
    updatable.wait(10)
    assert isinstance(updatable.picture, PlayPicture)


def test_box_is_not_switched_off_while_an_update_is_installed(rig: BoxDriver, air: Air) -> None:
    air.changes = True
    rig.hold("MORE").choose("Switch off").press("OK")
    assert not rig.box.shutdown.is_done
    assert rig.notice.mark == "cross"
    rig.draw_everything_shown()
    air.changes = False
    rig.wait(10).hold("MORE").choose("Switch off").press("OK")
    assert rig.box.shutdown.is_done


@pytest.mark.parametrize("idle", [0, 9_000])
def test_unrequested_update_is_shown_once_it_is_installed(
    rig: BoxDriver, air: Air, idle: int
) -> None:
    rig.hold("MORE").choose("Switch off").wait(idle)
    air.installs = True
    rig.box.look_around()
    assert rig.picture == UpdatingDialog().picture(rig.snapshot.scene)
    assert rig.box.network.is_installing
    rig.show_card("7H")
    rig.box.look_around()
    assert isinstance(rig.picture, PlayPicture)


def test_update_that_fails_is_no_longer_shown(rig: BoxDriver, air: Air) -> None:
    rig.box.look_around()
    assert isinstance(rig.picture, PlayPicture)
    for air.installs in (True, False):
        rig.box.look_around()
    assert isinstance(rig.picture, PlayPicture)
    assert not rig.box.network.is_installing


def test_card_is_played_while_the_update_runs(updatable: BoxDriver) -> None:
    updatable.hold("MORE").choose("Update").press("OK").show_card("7H")
    assert updatable.total == 7


@pytest.mark.parametrize("outcome", get_args(UpdateOutcome))
def test_every_outcome_of_an_update_is_drawn(updatable: BoxDriver, outcome: UpdateOutcome) -> None:
    updatable.box.handle(
        UpdateAnswer(outcome, "0.12.3+git20261123.abc1234", "0.13.10+git20261124.def5678")
    )
    assert updatable.notice.mark == ("" if outcome in {"newest", "updated"} else "cross")
    updatable.draw_everything_shown()
