"""Controls the machine's network, power and updates for the box's menu.

A separate thread talks to the message bus and reports results as inputs, because a call may take
seconds and the game must not wait.
"""

import logging
import queue
import threading
from collections.abc import Callable
from functools import cached_property
from importlib.metadata import version
from pathlib import Path
from typing import get_args

from companion.devices.ports import Clock, Report
from companion.errors import BusError
from companion.host.dbus import SYSTEM, SystemBus
from companion.host.network import NetworkManager, own_network
from companion.host.update_result import LOCK, RESULT, SECURING, is_changing, load
from companion.inputs import (
    KnownNetwork,
    NetworkAnswer,
    NetworkNews,
    OwnNetwork,
    PowerNews,
    UpdateAnswer,
    UpdateOutcome,
)

log = logging.getLogger(__name__)

JOINING = 45.0
"""Seconds after which joining a network has failed; NetworkManager allows 25 for Wi-Fi and 45 for
DHCP.
"""

LOOKS = 3.0
"""Seconds between two scans while the network dialog is open."""

LOOKING = 60.0
"""Seconds for which the worker keeps scanning after the last key in the network dialog."""

UPDATING = 1.0
"""Seconds between two checks for the end of an update."""

TRIES = 12
TRIES_EVERY = 10.0
"""Seconds between two attempts to reach NetworkManager, which may be ready later than the box."""

_LOGIND = (
    "org.freedesktop.login1",
    "/org/freedesktop/login1",
    "org.freedesktop.login1.Manager",
)
"""The name, path and interface of systemd-logind,
which switches the machine off and restarts it.
"""

UNIT = "companion-update.service"
"""The unit of an update, the only one that polkit lets the box's user start
(deploy/polkit/50-companion.rules).
"""

_NAME = "org.freedesktop.systemd1"
SYSTEMD = (_NAME, "/org/freedesktop/systemd1", f"{_NAME}.Manager")

_RECENT = 10 * 60.0
"""Seconds after an update in which a starting box still reports it."""

_ASKS_PASSWORD = False
"""logind must not ask for a password, because a box has no keyboard to type it."""

Done = Callable[[], bool]
Work = Callable[[NetworkManager, Done], NetworkAnswer | None]
"""A network task; it stops early when `Done` returns true, and returns the failure or None."""


class SystemWorker:
    """The thread that talks to NetworkManager and logind; it also works if neither is running.

    `folder` contains the password file of the box's own network; `report` receives news and answers
    as inputs. If the machine has not joined a network after `own_after` seconds (0: never), the own
    network is opened, unless a player has chosen before. `result` is the file of an update's
    result.
    """

    def __init__(
        self,
        folder: Path,
        report: Report,
        clock: Clock,
        address: str = SYSTEM,
        *,
        own_after: float = 0,
        result: Path = RESULT,
    ) -> None:
        self._folder, self._report, self._clock, self._address = folder, report, clock, address
        self._tasks: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        # A daemon, because a hanging bus call must not keep the program from ending.
        self._thread = threading.Thread(target=self._serve, name="system-worker", daemon=True)
        self._last_news: NetworkNews | None = None
        self._looks_until = 0.0
        self._orders = 0
        self._own_at = clock.monotonic() + own_after if own_after else None
        self._result = result
        self._version = version("table-companion")  # read now, because an update removes it
        self._updates = False

    def start(self) -> None:
        """Start the thread; return at once."""
        self._thread.start()

    def close(self) -> bool:
        """Stop the thread; return False if it hangs in an unanswered call."""
        self._orders += 1
        self._tasks.put(None)
        self._thread.join(2.0)
        return not self._thread.is_alive()

    def do(self, work: Work) -> None:
        """Queue `work` for the thread; no answer is reported."""
        self._tasks.put(lambda: self._perform(work))

    def look(self) -> None:
        """Scan for networks in range, and keep reporting them for `LOOKING` seconds."""
        self.do(lambda manager, _: manager.scan())

    def join(self, network: KnownNetwork) -> None:
        """Join a known network; the answer is reported unless another request replaces this one."""
        self._ask(
            lambda manager, is_over: manager.join(network, JOINING, is_over),
            NetworkAnswer("joined", network.name),
        )

    def open_own(self) -> None:
        """Open the box's own network; reports like `join`."""
        self._ask(self._opening, NetworkAnswer("own network open"))

    def close_own(self) -> None:
        """Close the box's own network; reports like `join`."""
        self._ask(lambda manager, _: manager.close_own(), NetworkAnswer("own network closed"))

    def update(self) -> None:
        """Start an update; the answer is reported when it ends, unless it restarts the box."""
        self._tasks.put(self._start_update)

    def is_changing(self) -> bool:
        """Return whether the system is being changed, so that the power must stay on."""
        return is_changing()

    def is_installing(self) -> bool:
        """Return whether a newer version is replacing this one right now."""
        return is_installing(self._version, self._result)

    def power_off(self, *, restart: bool) -> bool:
        """Switch off or restart the machine, in the calling thread; return whether logind
        agreed.
        """
        try:
            with SystemBus(self._address) as bus:
                bus.call(*_LOGIND, "Reboot" if restart else "PowerOff", "b", _ASKS_PASSWORD)
        except BusError as error:
            log.warning("the machine stays on: %s", error)
            return False
        return True

    def _ask(self, work: Work, success: NetworkAnswer) -> None:
        self._orders = order = self._orders + 1
        self._tasks.put(lambda: self._perform(work, success, order))

    def _opening(self, manager: NetworkManager, is_over: Done) -> NetworkAnswer | None:
        return manager.open_own(self._own, JOINING, is_over)

    @cached_property
    def _own(self) -> OwnNetwork:
        """The box's own network, made once so that its password stays the same while the box
        is on.
        """
        return own_network(self._folder)

    def _serve(self) -> None:
        tries = TRIES
        has_power = False
        if (answer := news_of_update(self._clock.time(), self._result)) is not None:
            self._report(answer)
        while True:
            if self._last_news is None and tries:
                tries -= 1
                has_power = has_power or self._ask_power()
                self._tell()
            if self._last_news and self._own_at is not None and self._now >= self._own_at:
                self._open_unasked()
            try:
                task = self._tasks.get(timeout=self._patience(tries))
            except queue.Empty:
                self._look_at_update()
                if self._last_news is not None and not self._updates:
                    self._tell()
                continue
            if task is None:
                return
            task()

    def _patience(self, tries: int) -> float | None:
        """Return the seconds until the next attempt or scan; None to wait for a request."""
        if self._updates:
            return UPDATING
        if self._last_news is None:
            return TRIES_EVERY if tries else None
        now = self._now
        looks_in = LOOKS if now < self._looks_until else None
        own_in = None if self._own_at is None else max(0.0, self._own_at - now)
        return min((wait for wait in (looks_in, own_in) if wait is not None), default=None)

    @property
    def _now(self) -> float:
        return self._clock.monotonic()

    def _open_unasked(self) -> None:
        """Open the own network, once, if the machine has none; check again later while it joins
        one.
        """
        news = self._tell()
        if news is None or news.joining:
            self._own_at = self._now + LOOKS
            return
        self._own_at = None
        if not (news.name or news.own is None or self._orders):
            self._perform(self._opening, NetworkAnswer("opened itself"))

    def _ask_power(self) -> bool:
        try:
            with SystemBus(self._address) as bus:
                # "yes" means without a password, which a box could not ask for.
                can_restart = bus.call(*_LOGIND, "CanReboot") == ("yes",)
                self._report(PowerNews(can_restart, has_update_unit(bus)))
        except BusError as error:
            log.info("the machine is not switched off from the menu: %s", error)
            return False
        return True

    def _start_update(self) -> None:
        try:
            with SystemBus(self._address) as bus:
                bus.call(*SYSTEMD, "StartUnit", "ss", UNIT, "replace")
        except BusError as error:
            log.warning("update: %s", error)
            self._report(UpdateAnswer("refused"))
        else:
            self._updates = True

    def _look_at_update(self) -> None:
        """Report the result of a requested update that has ended."""
        if not self._updates:
            return
        try:
            with SystemBus(self._address) as bus:
                (path,) = bus.call(*SYSTEMD, "LoadUnit", "s", UNIT)
                state = bus.properties(_NAME, path, f"{_NAME}.Unit")["ActiveState"]
                self._updates = state == "activating"
        except BusError as error:
            log.warning("update: %s", error)
            self._updates = False
        if not self._updates:
            self._report(result_of_update(self._result))

    def _perform(self, work: Work, success: NetworkAnswer | None = None, order: int = 0) -> None:
        """Do the `work`, and report its failure or `success`; `order` is the number of the user's
        request (0 for none).
        """
        self._looks_until = self._now + LOOKING
        try:
            with SystemBus(self._address) as bus:
                failure = work(NetworkManager(bus), lambda: order != self._orders)
        except BusError as error:
            log.warning("network: %s", error)
            failure = NetworkAnswer("forbidden")
        self._tell()
        if order != self._orders or success is None:
            return
        if failure is None or order:
            self._report(failure or success)
        else:
            log.warning("the own network did not open: %s", failure.outcome)

    def _tell(self) -> NetworkNews | None:
        """Return the state of the network, or None if unknown; report changes."""
        try:
            with SystemBus(self._address) as bus:
                news = NetworkManager(bus).look(self._own)
        except BusError as error:
            log.info("nothing is known of the network: %s", error)
            return None
        if news != self._last_news:
            self._last_news = news
            self._report(news)
        return news


def has_update_unit(bus: SystemBus) -> bool:
    """Return whether this machine has the unit that updates the box."""
    try:
        bus.call(*SYSTEMD, "GetUnitFileState", "s", UNIT)
    except BusError:
        return False
    return True


def result_of_update(file: Path = RESULT) -> UpdateAnswer:
    """Return the result of the update that has just ended."""
    result = load(file)
    if result is None or result.outcome not in get_args(UpdateOutcome):
        return UpdateAnswer("refused")
    return UpdateAnswer(result.outcome, result.version, result.before)  # type: ignore[arg-type]  # it is one


def is_installing(running: str, file: Path = RESULT, lock: Path = LOCK) -> bool:
    """Return whether apt is installing a version other than the `running` one, or security updates,
    according to `file`.
    """
    result = load(file)
    if result is None:
        return False
    is_new = result.outcome == "updated" and result.version != running
    return (is_new or result.outcome == SECURING) and is_changing(lock)


def news_of_update(now: float, file: Path = RESULT) -> UpdateAnswer | None:
    """Return the recent update or rollback to this version, for a box that has just started, or
    None.
    """
    answer = result_of_update(file)
    if answer.outcome not in {"updated", "went back"} or answer.version != version(
        "table-companion"
    ):
        return None
    return answer if 0 <= now - file.stat().st_mtime < _RECENT else None
