"""The machine that the box runs on, as the box's menu reaches it: its network, and its power.

The message bus is asked on a thread of its own; what it says comes to the box as inputs.
"""

import logging
import queue
import threading
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

from companion.devices.ports import Clock, Report
from companion.errors import BusError
from companion.host import power
from companion.host.network.access_point import own_network
from companion.host.network.dbus import SYSTEM, SystemBus
from companion.host.network.manager import NetworkManager
from companion.inputs import KnownNetwork, NetworkAnswer, NetworkNews, OwnNetwork

log = logging.getLogger(__name__)

JOINING: Final = 45.0
"""Seconds that a network has to let the box in: NetworkManager itself gives Wi-Fi 25, DHCP 45."""

LOOKS: Final = 3.0
"""Seconds between two looks while somebody looks at the page of the network."""

LOOKING: Final = 60.0
"""Seconds for which the page is kept fresh after a key has been pressed on it."""

TRIES: Final = 12
TRIES_EVERY: Final = 10.0
"""Seconds: a box is played before NetworkManager is up, which starts beside it."""

Done = Callable[[], bool]
Work = Callable[[NetworkManager, Done], str]
"""Something done with the network, until it need not be; a sentence on why it could not be, or ""."""


class _Task(NamedTuple):
    """`work`, and what is said when it is done; `order` counts what was asked for beside looking."""

    work: Work
    said: str = ""
    order: int = 0


class SystemWorker:
    """Asks NetworkManager and logind, from `start` until `close`; they are not missed where there are none.

    Args:
        folder: where the password of the box's own network is kept.
        report: where news and answers go.
        clock: the time.
        address: the message bus.
    """

    def __init__(self, folder: Path, report: Report, clock: Clock, address: str = SYSTEM) -> None:
        self._folder, self._report, self._clock, self._address = folder, report, clock, address
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._serve, name="janitor", daemon=True)
        self._last_news: NetworkNews | None = None
        self._looks_until = 0.0
        self._orders = 0

    def start(self) -> None:
        """Begins to look; returns at once."""
        self._thread.start()

    def close(self) -> None:
        """Ends what it is doing; a call that nobody answers is not waited for."""
        self._orders += 1
        self._tasks.put(None)
        self._thread.join(2.0)

    # What the menu asks

    def look(self) -> None:
        """Looks for networks in range, and keeps telling what it finds for a while."""
        self._tasks.put(_Task(_scan))

    def join(self, network: KnownNetwork) -> None:
        """Joins a known network; an answer follows, unless something else is asked meanwhile."""
        self._ask(lambda manager, is_over: manager.join(network, JOINING, is_over), f"In {network.name} now")

    def open_own(self) -> None:
        """Opens the box's own network; as `join`."""
        self._ask(
            lambda manager, is_over: manager.open_own(self._own, JOINING, is_over), "Own network is open"
        )

    def close_own(self) -> None:
        """Closes the box's own network; as `join`."""
        self._ask(_close_own, "Own network is closed")

    def go_down(self, *, restart: bool) -> bool:
        """Switches the machine off, or starts it anew, from the calling thread; whether it will."""
        try:
            with SystemBus(self._address) as bus:
                if restart:
                    power.restart(bus)
                else:
                    power.switch_off(bus)
        except BusError as error:
            log.warning("the machine stays on: %s", error)
            return False
        return True

    def _ask(self, work: Work, said: str) -> None:
        self._orders += 1
        self._tasks.put(_Task(work, said, self._orders))

    # On its own thread

    @cached_property
    def _own(self) -> OwnNetwork:
        """What the box would open; only this thread makes it, and its password stays while the box is on."""
        return own_network(self._folder)

    def _serve(self) -> None:
        tries = TRIES
        has_power = False
        while True:
            if self._last_news is None and tries:
                tries -= 1
                has_power = has_power or self._ask_power()
                self._tell()
            try:
                task = self._tasks.get(timeout=self._patience(tries))
            except queue.Empty:
                if self._last_news is not None:
                    self._tell()
                continue
            if task is None:
                return
            self._do(task)

    def _patience(self, tries: int) -> float | None:
        """Seconds until there is something to do that nobody has asked for."""
        if self._last_news is None:
            return TRIES_EVERY if tries else None
        return LOOKS if self._clock.monotonic() < self._looks_until else None

    def _ask_power(self) -> bool:
        try:
            with SystemBus(self._address) as bus:
                self._report(power.look(bus))
        except BusError as error:
            log.info("the machine is not switched off from the menu: %s", error)
            return False
        return True

    def _do(self, task: _Task) -> None:
        self._looks_until = self._clock.monotonic() + LOOKING
        try:
            with SystemBus(self._address) as bus:
                why_not = task.work(NetworkManager(bus), lambda: task.order != self._orders)
        except BusError as error:
            log.warning("network: %s", error)
            why_not = "The box may not do that, or its network does not answer"
        self._tell()
        if task.order == self._orders and task.said:
            self._report(NetworkAnswer(why_not or task.said, refused=bool(why_not)))

    def _tell(self) -> None:
        """Reports how the network is, when it is otherwise than told last."""
        try:
            with SystemBus(self._address) as bus:
                news = NetworkManager(bus).look(self._own)
        except BusError as error:
            log.info("nothing is known of the network: %s", error)
            return
        if news != self._last_news:
            self._last_news = news
            self._report(news)


def _scan(manager: NetworkManager, _: Done) -> str:
    manager.scan()
    return ""


def _close_own(manager: NetworkManager, _: Done) -> str:
    manager.close_own()
    return ""
