"""The thread that talks to the machine's message bus: it reports news and answers requests."""

import fcntl
import queue
import threading
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

from companion.host.network import NAME, PATH, own_network
from companion.host.update_result import SECURING, UpdateResult, is_changing, load, save
from companion.host.worker import UNIT, SystemWorker, is_installing, news_of_update
from companion.inputs import (
    Input,
    KnownNetwork,
    NetworkAnswer,
    NetworkNews,
    PowerNews,
    UpdateAnswer,
)
from tests.drivers.box import HandClock
from tests.host.mocked import ACTIVE, SYSTEMD, Mocked, service
from tests.host.test_manager import CONNECTING

LOGIND = "org.freedesktop.login1"
LOGIND_PATH = "/org/freedesktop/login1"
LONG = 30.0
"""Seconds after which an expected event counts as missing."""


class Told:
    """The box's inputs, in order."""

    def __init__(self) -> None:
        self.inputs: queue.SimpleQueue[Input] = queue.SimpleQueue()

    def report(self, given: Input) -> None:
        self.inputs.put(given)

    def next(self) -> Input:
        return self.inputs.get(timeout=LONG)

    def answer(self) -> NetworkAnswer:
        """Return the next answer; skip the news before it."""
        while not isinstance(given := self.next(), NetworkAnswer):
            pass
        return given

    def of_update(self) -> UpdateAnswer:
        """Return the next answer of an update."""
        while not isinstance(given := self.next(), UpdateAnswer):
            pass
        return given

    def news(self, fits: Callable[[NetworkNews], bool]) -> NetworkNews:
        """Return the next news that `fits`."""
        while not (isinstance(given := self.next(), NetworkNews) and fits(given)):
            pass
        return given


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def worker(mocked: Mocked, told: Told, tmp_path: Path) -> Iterator[SystemWorker]:
    worker = SystemWorker(
        tmp_path, told.report, time, mocked.address, result=tmp_path / "result.json"
    )
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
def test_start_reports_permissions_and_network(
    worker: SystemWorker, told: Told, home: KnownNetwork, tmp_path: Path
) -> None:
    worker.start()
    assert told.next() == PowerNews(can_restart=True)
    assert told.next() == NetworkNews(known=(home,), own=own_network(tmp_path))


@pytest.mark.usefixtures("mocked")
def test_join_reports_news_before_its_answer(
    worker: SystemWorker, told: Told, home: KnownNetwork
) -> None:
    worker.start()
    worker.join(home)
    assert told.news(lambda news: news.name == "Home").known == (home,)
    assert told.next() == NetworkAnswer("joined", "Home")


def test_open_dialog_gets_new_networks(
    mocked: Mocked, worker: SystemWorker, told: Told, home: KnownNetwork
) -> None:
    worker.start()
    worker.look()
    told.news(lambda news: news.known == (home,))
    mocked.access_point("Club", 50)
    club = KnownNetwork("Club", 50, mocked.saved("Club", "club"))
    assert told.news(lambda news: len(news.known) == 2).known == (club, home)
    assert (
        len(mocked.calls("RequestScan", path="/org/freedesktop/NetworkManager/Devices/wlan0")) == 1
    )


def test_own_network_is_opened_and_closed(mocked: Mocked, worker: SystemWorker, told: Told) -> None:
    mocked.wifi_device()
    mocked.opens_networks()
    worker.start()
    worker.open_own()
    news = told.news(lambda news: news.own is not None and news.own.is_open)
    assert news.own is not None
    assert told.next() == NetworkAnswer("own network open")
    ((profile, *_),) = mocked.calls("AddAndActivateConnection2")
    assert profile["802-11-wireless-security"]["psk"] == news.own.password
    worker.close_own()
    told.news(lambda news: news.own is not None and not news.own.is_open)
    assert told.next() == NetworkAnswer("own network closed")


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def alone(mocked: Mocked, told: Told, tmp_path: Path, clock: HandClock) -> Iterator[SystemWorker]:
    """A worker that opens its own network after 90 seconds without any; it is not started yet."""
    mocked.opens_networks()
    worker = SystemWorker(tmp_path, told.report, clock, mocked.address, own_after=90)
    yield worker
    worker.close()


def opened(mocked: Mocked, worker: SystemWorker) -> int:
    """Return how often the own network has been opened, once the worker has done all due work."""
    done = threading.Event()
    worker.do(lambda *_: done.set())
    assert done.wait(LONG)
    return len(mocked.calls("AddAndActivateConnection2"))


def test_machine_without_a_network_opens_the_own_one_once(
    mocked: Mocked, alone: SystemWorker, told: Told, clock: HandClock
) -> None:
    mocked.wifi_device()
    clock.now += 89.9
    alone.start()
    assert opened(mocked, alone) == 0
    clock.now += 0.1
    alone.look()
    assert told.answer() == NetworkAnswer("opened itself")
    alone.close_own()
    assert told.answer() == NetworkAnswer("own network closed")
    clock.now += 900
    alone.look()
    assert opened(mocked, alone) == 1


def test_own_network_stays_closed_while_another_is_connected(
    mocked: Mocked, alone: SystemWorker, clock: HandClock, home: KnownNetwork
) -> None:
    mocked.connected(home.profile)
    clock.now += 90
    alone.start()
    assert opened(mocked, alone) == 0
    mocked.set(PATH, NAME, "ActiveConnections", ("ao", []))
    assert opened(mocked, alone) == 0


def test_own_network_waits_for_a_join_in_progress(
    mocked: Mocked, alone: SystemWorker, told: Told, clock: HandClock, home: KnownNetwork
) -> None:
    joining = mocked.connected(home.profile, state=1)
    clock.now += 90
    alone.start()
    assert opened(mocked, alone) == 0
    mocked.set(joining, ACTIVE, "State", ("u", 4))
    clock.now += 3
    alone.look()
    assert told.answer() == NetworkAnswer("opened itself")


def test_own_network_stays_closed_after_a_manual_choice(
    mocked: Mocked, alone: SystemWorker, told: Told, clock: HandClock
) -> None:
    mocked.wifi_device()
    clock.now += 90
    alone.close_own()
    alone.start()
    assert told.answer() == NetworkAnswer("own network closed")
    assert opened(mocked, alone) == 0


@pytest.mark.parametrize("can_open", [True, False])
def test_own_network_that_cannot_open_is_not_announced(
    mocked: Mocked, alone: SystemWorker, told: Told, clock: HandClock, *, can_open: bool
) -> None:
    mocked.wifi_device(can_open=can_open)
    refusing = "raise dbus.exceptions.DBusException('Not authorized')"
    mocked.answers("AddAndActivateConnection2", "a{sa{sv}}ooa{sv}", "ooa{sv}", refusing)
    clock.now += 90
    alone.start()
    assert opened(mocked, alone) == int(can_open)
    alone.close_own()
    assert told.answer() == NetworkAnswer("own network closed")


def test_refused_request_is_answered(
    mocked: Mocked, worker: SystemWorker, told: Told, home: KnownNetwork
) -> None:
    mocked.answers(
        "ActivateConnection", "ooo", "o", "raise dbus.exceptions.DBusException('Not authorized')"
    )
    worker.start()
    worker.join(home)
    assert told.answer() == NetworkAnswer("forbidden")


def test_newer_request_replaces_the_older_silently(
    mocked: Mocked, worker: SystemWorker, told: Told, home: KnownNetwork
) -> None:
    mocked.answers("ActivateConnection", "ooo", "o", CONNECTING % (1, ""))
    mocked.opens_networks()
    worker.start()
    worker.join(home)
    worker.look()
    worker.open_own()
    assert told.answer() == NetworkAnswer("own network open")


@pytest.mark.usefixtures("told")
def test_close_does_not_wait_for_a_network(
    mocked: Mocked, worker: SystemWorker, home: KnownNetwork
) -> None:
    mocked.answers("ActivateConnection", "ooo", "o", CONNECTING % (1, ""))
    worker.start()
    worker.join(home)
    assert worker.close()


@pytest.mark.parametrize(("restart", "member"), [(False, "PowerOff"), (True, "Reboot")])
def test_go_down_powers_the_machine_off(
    mocked: Mocked, worker: SystemWorker, restart: bool, member: str
) -> None:
    worker.start()
    assert worker.power_off(restart=restart)
    assert calls_of_logind(mocked, member) == [[False]]
    assert calls_of_logind(mocked, "Reboot" if not restart else "PowerOff") == []


def test_refused_go_down_returns_false(mocked: Mocked, worker: SystemWorker) -> None:
    mocked.logind_refuses("PowerOff")
    worker.start()
    assert not worker.power_off(restart=False)


def test_restart_needing_a_password_is_not_offered(
    mocked: Mocked, worker: SystemWorker, told: Told
) -> None:
    given = (f"{LOGIND}.Manager", "CanReboot", "", "s", "ret = 'challenge'")
    mocked.mock("AddMethod", "sssss", *given, name=LOGIND, path=LOGIND_PATH)
    worker.start()
    assert told.next() == PowerNews(can_restart=False)


def test_missing_services_report_nothing(bus_address: str, told: Told, tmp_path: Path) -> None:
    worker = SystemWorker(tmp_path, told.report, time, bus_address)
    worker.start()
    worker.close()
    assert told.inputs.empty()
    assert not worker.power_off(restart=True)


def test_missing_bus_reports_nothing(told: Told, tmp_path: Path) -> None:
    worker = SystemWorker(tmp_path, told.report, time, f"unix:path={tmp_path}/none")
    worker.start()
    worker.close()
    assert told.inputs.empty()


@pytest.fixture
def systemd(mocked: Mocked, bus_address: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Mocked]:
    """Systemd in addition, with the unit of the update, which runs until `ends`."""
    monkeypatch.setattr("companion.host.worker.UPDATING", 0.01)
    with service(bus_address, "systemd", SYSTEMD):
        mocked.plays_systemd(UNIT)
        yield mocked


@pytest.mark.usefixtures("systemd")
def test_update_is_offered_if_its_unit_exists(worker: SystemWorker, told: Told) -> None:
    worker.start()
    assert told.next() == PowerNews(can_restart=True, can_update=True)


def test_update_is_answered_when_it_has_ended(
    systemd: Mocked, worker: SystemWorker, told: Told, tmp_path: Path
) -> None:
    with systemd.started(UNIT):
        worker.start()
        worker.update()
    save(UpdateResult("newest", "0.1.0"), tmp_path / "result.json")
    systemd.ends(UNIT)
    assert told.of_update() == UpdateAnswer("newest", "0.1.0")


def test_update_without_a_result_counts_as_refused(
    systemd: Mocked, worker: SystemWorker, told: Told
) -> None:
    with systemd.started(UNIT):
        worker.start()
        worker.update()
    systemd.ends(UNIT)
    assert told.of_update() == UpdateAnswer("refused")


@pytest.mark.usefixtures("mocked")
def test_update_that_cannot_be_started_is_answered(worker: SystemWorker, told: Told) -> None:
    worker.start()
    worker.update()
    assert told.of_update() == UpdateAnswer("refused")


@pytest.mark.parametrize("outcome", ["updated", "went back"])
def test_restarted_box_reports_the_update_result_once(tmp_path: Path, outcome: str) -> None:
    file, here = tmp_path / "result.json", version("table-companion")
    save(UpdateResult(outcome, here, "0.0.9"), file)
    now = file.stat().st_mtime
    # the outcome is one of its literals
    assert news_of_update(now, file) == UpdateAnswer(outcome, here, "0.0.9")  # type: ignore[arg-type]
    assert news_of_update(now + 3600, file) is None


@pytest.mark.parametrize(
    "result", [UpdateResult("updated", "9.9"), UpdateResult("newest"), UpdateResult("?")]
)
def test_other_results_are_not_reported(tmp_path: Path, result: UpdateResult) -> None:
    file = tmp_path / "result.json"
    save(result, file)
    assert news_of_update(file.stat().st_mtime, file) is None


@pytest.mark.parametrize("text", [None, "", "[]", "{}", '{"outcome": 5}'])
def test_unreadable_result_is_none(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "result.json").write_text(text, "utf-8")
    assert load(tmp_path / "result.json") is None


def test_system_is_changing_while_its_lock_is_held(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    assert not is_changing(lock)
    with lock.open("wb") as held:
        assert not is_changing(lock)
        fcntl.flock(held, fcntl.LOCK_EX)
        assert is_changing(lock)
    assert not is_changing(lock)


@pytest.mark.parametrize(
    ("result", "installs"),
    [
        (UpdateResult("updated", "0.2.0", "0.1.0"), True),
        (UpdateResult("updated", "0.1.0", "0.0.9"), False),
        (UpdateResult(SECURING, "0.1.0"), True),
        (UpdateResult("secured", "0.1.0"), False),
    ],
)
def test_update_is_installed_while_the_lock_is_held(
    tmp_path: Path, result: UpdateResult, installs: bool
) -> None:
    file, lock = tmp_path / "result.json", tmp_path / "lock"
    with lock.open("wb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert not is_installing("0.1.0", file, lock)
        save(result, file)
        assert is_installing("0.1.0", file, lock) == installs
    assert not is_installing("0.1.0", file, lock)
