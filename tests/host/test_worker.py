"""The thread that asks the machine's message bus: news when there are any, an answer to what was asked."""

import queue
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.devices.clock import SystemClock
from companion.host.network.access_point import own_network
from companion.host.worker import SystemWorker
from companion.inputs import Input, KnownNetwork, NetworkAnswer, NetworkNews, PowerNews
from tests.host.mocked import Mocked
from tests.host.test_manager import CONNECTING

LOGIND = "org.freedesktop.login1"
LOGIND_PATH = "/org/freedesktop/login1"
LONG = 30.0
"""Seconds after which something that should come is missed."""


class Told:
    """What the box is told, in its order."""

    def __init__(self) -> None:
        self._inputs: queue.SimpleQueue[Input] = queue.SimpleQueue()

    def report(self, given: Input) -> None:
        self._inputs.put(given)

    def next(self) -> Input:
        return self._inputs.get(timeout=LONG)

    def answer(self) -> NetworkAnswer:
        """The next answer; the news before it are passed over."""
        while not isinstance(given := self.next(), NetworkAnswer):
            pass
        return given

    def news(self, fits: Callable[[NetworkNews], bool]) -> NetworkNews:
        """The next news that `fits`."""
        while not (isinstance(given := self.next(), NetworkNews) and fits(given)):
            pass
        return given


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def worker(mocked: Mocked, told: Told, tmp_path: Path) -> Iterator[SystemWorker]:
    worker = SystemWorker(tmp_path, told.report, SystemClock(), mocked.address)
    yield worker
    worker.close()


@pytest.fixture
def home(mocked: Mocked) -> KnownNetwork:
    mocked.wifi_device()
    mocked.access_point("Home", 71)
    return KnownNetwork("Home", 71, mocked.saved("Home", "home"))


def calls_of_logind(mocked: Mocked, member: str) -> list[list[object]]:
    return mocked.calls(member, name=LOGIND, path=LOGIND_PATH)


@pytest.mark.usefixtures("mocked")
def test_at_first_the_box_hears_what_it_may_do_and_where_it_is(
    worker: SystemWorker, told: Told, home: KnownNetwork, tmp_path: Path
) -> None:
    worker.start()
    assert told.next() == PowerNews(can_restart=True)
    assert told.next() == NetworkNews(known=(home,), own=own_network(tmp_path))


@pytest.mark.usefixtures("mocked")
def test_a_network_is_joined_and_the_news_come_before_the_answer(
    worker: SystemWorker, told: Told, home: KnownNetwork
) -> None:
    worker.start()
    worker.join(home)
    assert told.news(lambda news: news.name == "Home").known == (home,)
    assert told.next() == NetworkAnswer("In Home now")


def test_a_page_that_is_looked_at_hears_of_a_network_that_comes_into_range(
    mocked: Mocked, worker: SystemWorker, told: Told, home: KnownNetwork
) -> None:
    worker.start()
    worker.look()
    told.news(lambda news: news.known == (home,))
    mocked.access_point("Club", 50)
    club = KnownNetwork("Club", 50, mocked.saved("Club", "club"))
    assert told.news(lambda news: len(news.known) == 2).known == (club, home)
    assert len(mocked.calls("RequestScan", path="/org/freedesktop/NetworkManager/Devices/wlan0")) == 1


def test_the_own_network_is_opened_and_closed(mocked: Mocked, worker: SystemWorker, told: Told) -> None:
    mocked.wifi_device()
    mocked.opens_networks()
    worker.start()
    worker.open_own()
    news = told.news(lambda news: news.own is not None and news.own.is_open)
    assert news.own is not None
    assert told.next() == NetworkAnswer("Own network is open")
    ((profile, *_),) = mocked.calls("AddAndActivateConnection2")
    assert profile["802-11-wireless-security"]["psk"] == news.own.password
    worker.close_own()
    told.news(lambda news: news.own is not None and not news.own.is_open)
    assert told.next() == NetworkAnswer("Own network is closed")


def test_what_is_refused_is_answered_in_one_sentence(
    mocked: Mocked, worker: SystemWorker, told: Told, home: KnownNetwork
) -> None:
    mocked.answers("ActivateConnection", "ooo", "o", "raise dbus.exceptions.DBusException('Not authorized')")
    worker.start()
    worker.join(home)
    said = "The box may not do that, or its network does not answer"
    assert told.answer() == NetworkAnswer(said, refused=True)


def test_what_was_asked_last_counts_and_nothing_is_said_of_what_was_left_for_it(
    mocked: Mocked, worker: SystemWorker, told: Told, home: KnownNetwork
) -> None:
    mocked.answers("ActivateConnection", "ooo", "o", CONNECTING % (1, ""))
    mocked.opens_networks()
    worker.start()
    worker.join(home)
    worker.look()
    worker.open_own()
    assert told.answer() == NetworkAnswer("Own network is open")


@pytest.mark.usefixtures("told")
def test_a_box_that_ends_does_not_wait_for_a_network(
    mocked: Mocked, worker: SystemWorker, home: KnownNetwork
) -> None:
    mocked.answers("ActivateConnection", "ooo", "o", CONNECTING % (1, ""))
    worker.start()
    worker.join(home)
    worker.close()
    assert not worker._thread.is_alive()


@pytest.mark.parametrize(("restart", "member"), [(False, "PowerOff"), (True, "Reboot")])
def test_the_machine_goes_down(mocked: Mocked, worker: SystemWorker, restart: bool, member: str) -> None:
    worker.start()
    assert worker.go_down(restart=restart)
    assert calls_of_logind(mocked, member) == [[False]]
    assert calls_of_logind(mocked, "Reboot" if not restart else "PowerOff") == []


def test_a_machine_that_refuses_stays_on(mocked: Mocked, worker: SystemWorker) -> None:
    mocked.logind_refuses("PowerOff")
    worker.start()
    assert not worker.go_down(restart=False)


def test_a_user_who_would_be_asked_for_a_password_may_not_restart(
    mocked: Mocked, worker: SystemWorker, told: Told
) -> None:
    given = (f"{LOGIND}.Manager", "CanReboot", "", "s", "ret = 'challenge'")
    mocked.mock("AddMethod", "sssss", *given, name=LOGIND, path=LOGIND_PATH)
    worker.start()
    assert told.next() == PowerNews(can_restart=False)


def test_a_machine_with_neither_service_tells_nothing(bus_address: str, told: Told, tmp_path: Path) -> None:
    worker = SystemWorker(tmp_path, told.report, SystemClock(), bus_address)
    worker.start()
    worker.close()
    assert told._inputs.empty()
    assert not worker.go_down(restart=True)


def test_a_machine_without_a_bus_tells_nothing(told: Told, tmp_path: Path) -> None:
    worker = SystemWorker(tmp_path, told.report, SystemClock(), f"unix:path={tmp_path}/none")
    worker.start()
    worker.close()
    assert told._inputs.empty()
