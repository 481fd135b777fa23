"""The whole box in one process without a thread: real drivers, box, table, journal and pages on one clock.

`World.do` lets one thing happen and then checks every promise of `tests.soak.promises`.
"""

import random
from collections import Counter, deque
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Final, Self

import msgspec

from companion.box.requests import Accepted, TableRequest, TableResponse
from companion.dialogs.context import Dialog
from companion.inputs import Input, KeyName, PowerNews
from companion.screens.model import Frame, NoticeScreen
from tests.soak.acceptance import Acceptance
from tests.soak.disk import Disk
from tests.soak.faults import FAULTS, OF_A_MOMENT, OF_THE_DISPLAY
from tests.soak.lines import Module, Node, SerialLine
from tests.soak.met import met_in
from tests.soak.outside import Network, order, pair, press
from tests.soak.parts import Parts
from tests.soak.phones import HOST, Phone, Reply, Web
from tests.soak.power import Power
from tests.soak.promises import PROMISES
from tests.soak.setting import Clock, Setting
from tests.soak.steps import AtOnce, Card, Fault, Order, Pair, PowerCut, Press, Step, Upgrade, Wait

READS_EVERY: Final = 0.5
"""Seconds between two looks at a silent serial port, as its thread looks (`companion.devices.polling`)."""
NODE_STEPS: Final = 0.05
"""Seconds between two steps of a reader node that has something to send."""
RECOVERS_IN: Final = 12.0
"""Seconds without a change in which a display is well again: on SPI the driver repeats after ten."""


class World:
    """One box and everybody around it; a context.

    Attributes:
        parts: the real box, table and drivers, between two starts of the program.
        truth: how the table stands.
        faults: the names of those that go on.
        replies: the phones' orders of this step, each with its reply.
        met: how often each pair of a state and a fault has been met.
        step: what happens now.
        offered: the dialog that was open before it, unless a reader node's keys may still come.
    """

    parts: Parts
    step: Step
    offered: Dialog | None

    def __init__(self, folder: Path, setting: Setting, seed: int) -> None:
        self.setting, self.folder = setting, folder
        self.chance = random.Random(f"{seed} world")  # noqa: S311  # games, not secrets
        self.clock = Clock()
        self.disk = Disk(folder, self.clock.passed)
        self.line = SerialLine(Node() if setting.reader == "node" else Module(), self.chance)
        self.web = Web(lambda: self.clock.now)
        self.phones: list[Phone] = []
        self.acceptance = Acceptance(self.disk)
        self.truth = self.acceptance.truth
        self.faults: set[str] = set()
        self.replies: list[Reply] = []
        self.met: Counter[tuple[str, str]] = Counter()
        self.entries_before = 0
        self.address = HOST
        self.stuck: set[KeyName] = set()
        self.display_hangs = False
        self.looked_at: Frame | None = None
        self.fitted: set[tuple[NoticeScreen, str]] = set()
        self._power = Power(self)
        self._trouble_until = 0.0
        self._queue: deque[Input | TableRequest] = deque()
        self._timers: list[tuple[float, Input]] = []
        self._published = False
        self._read_at = self._draw_at = self._sound_at = self._node_at = 0.0

    def __enter__(self) -> Self:
        self.disk.wipe()
        self.disk.__enter__()
        self.switch_on()
        self.settle()
        return self

    def __exit__(self, *_: object) -> None:
        self.disk.is_dead = True
        self.let_go()
        self.disk.__exit__(None, None, None)
        self.web.close()

    # What happens

    def do(self, step: Step) -> None:
        """Let one thing happen, and check every promise.

        Raises:
            Failure: one is broken.
        """
        self.replies = []
        self.entries_before = len(self.truth.entries)
        self.step = step
        self.offered = self.parts.box._dialog if self.line.is_quiet else None
        self.met.update(met_in(self, step))
        match step:
            case PowerCut():
                self._power.cut(step)
            case Upgrade(version):
                self._power.upgrade(version)
            case _:
                self.act(step)
        self.settle()
        if self.parts.box.switched_off:
            self._power.restart()
        self._check()

    def act(self, step: Step) -> None:
        """Let one thing happen that is not the end of the program."""
        match step:
            case Card(text):
                self.acceptance.budget += 1
                self.line.scan(text, self.clock.now)
                self._read()
            case Press(key, seconds, bounces):
                press(self, key, seconds, bounces)
            case Order(phone, fields, late):
                order(self, phone, fields, late)
            case AtOnce(steps):
                for each in steps:
                    self.act(each)
            case Wait(seconds):
                self.wait(seconds)
            case Pair(phone, right):
                pair(self, phone, right=right)
            case Fault(name, ends):
                (self.faults.discard if ends else self.faults.add)(name)
                self.acceptance.budget += name == "a key sticks"
                FAULTS[name](self, on=not ends)
                if name in OF_THE_DISPLAY:
                    self._trouble_until, self.looked_at = self.clock.now + RECOVERS_IN, None
                if name in OF_A_MOMENT:
                    self.faults.discard(name)

    @property
    def display_is_late(self) -> bool:
        """Whether the display may show something older, because of its bus."""
        if self.faults & OF_THE_DISPLAY:
            self._trouble_until = self.clock.now + RECOVERS_IN
        return self._is_in_trouble or self.parts.display._shown != self.parts.display._frame

    @property
    def _is_in_trouble(self) -> bool:
        return self.clock.now < self._trouble_until

    def draw_soon(self) -> None:
        """Let the display's thread go on."""
        self._draw_at = self.clock.now

    def sound_soon(self) -> None:
        """Let the sounder's thread go on."""
        self._sound_at = self.clock.now

    def later(self, seconds: float, given: Input) -> None:
        """Report something to the box after so many seconds."""
        self._timers.append((self.clock.now + seconds, given))
        self._timers.sort(key=lambda timer: timer[0])

    def report(self, given: Input) -> None:
        """Report something to the box at once."""
        self._queue.append(given)

    def wait(self, seconds: float) -> None:
        """Let time pass; every part does what is due when it is due."""
        until = self.clock.now + seconds
        self.settle()
        while (due := self._due()) <= until and self.clock.now < until:
            self.clock.now = max(self.clock.now, due)
            self._do_due()
            if self._has_news:
                self.settle()
        self.clock.now = max(self.clock.now, until)

    # The box on and off

    def switch_on(self) -> None:
        """Start the box, and open the page on every phone."""
        self.parts = Parts(self, self.folder, self.setting.config())
        box, app = self.parts.box, self.parts.app
        box.acknowledgements.readers = [self.parts.reader, self.acceptance]
        box.use_network(Network(self))
        self._queue.append(PowerNews(can_restart=True, can_update=True))
        tokens = [phone.token for phone in self.phones] or [""] * len(self.setting.phones)
        self.phones = [
            Phone(self.web, app, spoken, lambda: self.clock.now, token)
            for spoken, token in zip(self.setting.phones, tokens, strict=True)
        ]
        box.admit_phones(self.parts.gateway)
        for phone in self.phones:
            phone.open()
        self.web.spin(most=60)
        self._draw_at = self._sound_at = self._node_at = self.clock.now
        self._read()

    def let_go(self) -> None:
        """Release what the box holds: the program has ended, or has no power."""
        self.parts.let_go()
        self.web.restart()
        self._queue.clear()
        self._timers.clear()

    # What is due

    def _due(self) -> float:
        box = None if self.parts.box.switched_off else self.parts.box.deadline()
        moments = [self._read_at, self._node_at, self._sound_at, *(at for at, _ in self._timers[:1])]
        if not self.display_hangs:
            moments.append(self._draw_at)
        return min([*moments, *([] if box is None else [box])])

    def _do_due(self) -> None:
        now = self.clock.now
        while self._timers and self._timers[0][0] <= now:
            self._queue.append(self._timers.pop(0)[1])
        if now >= self._node_at:
            self.line.step(now)
            busy = self.line.reader.waiting or self.line.to_node
            self._node_at = now + (NODE_STEPS if busy else 1.0)
            if self.line.in_reach:
                self._read()
        if now >= self._read_at:
            self._read()
        self._do_soon()
        box = None if self.parts.box.switched_off else self.parts.box.deadline()
        if box is not None and now >= box:
            self._watch(self.parts.box.tick)

    def _read(self) -> None:
        for heard in self.parts.reader.poll(0):
            self._queue.append(heard)
        self._read_at = self.clock.now + (
            0.0 if self.line.in_reach and self.parts.reader.connected else READS_EVERY
        )
        if self.line.to_node:
            self._node_at = min(self._node_at, self.clock.now + NODE_STEPS)

    def draw(self) -> None:
        """Let the display's thread do one step."""
        if self.parts.display._frame != self.parts.display._shown and self._is_in_trouble:
            self._trouble_until = self.clock.now + RECOVERS_IN
        due = self.parts.display.step()
        self._draw_at = self.clock.now + (3600.0 if due is None else due)

    def _sound(self) -> None:
        due = self.parts.piezo.step()
        self._sound_at = self.clock.now + (3600.0 if due is None else max(due, 0.001))

    def settle(self) -> None:
        """Do everything that does not have to wait for time to pass."""
        while True:
            while self._queue:
                given = self._queue.popleft()
                self._watch(partial(self._hand_over, given))
            self._published = False
            self.parts.page._publisher._publish_pending()
            waits = any(phone.waits for phone in self.phones)
            self.web.spin(lambda: bool(self._queue), 60 if waits else 12)
            for phone in self.phones:
                phone.hear()
            self._do_soon()
            if not self._has_news and not any(phone.is_new for phone in self.phones):
                break

    @property
    def _has_news(self) -> bool:
        return bool(self._queue) or self._published

    def _do_soon(self) -> None:
        """Let display and sounder do what they have been woken for."""
        if self._draw_at <= self.clock.now and not self.display_hangs:
            self.draw()
        if self._sound_at <= self.clock.now:
            self._sound()

    def _hand_over(self, given: Input | TableRequest) -> None:
        if isinstance(given, TableRequest):
            self.parts.box.execute_request(
                msgspec.structs.replace(given, answer=partial(self._answered, given.answer))
            )
        else:
            self.parts.box.handle(given)

    def _watch(self, work: Callable[[], None]) -> None:
        self.acceptance.watch(work, self.parts.table.journal)

    # What the box says

    def published(self) -> None:
        """Note that the pages have something new to show."""
        self._published = True

    def requested(self, request: object) -> None:
        """Hand the box what a phone asks."""
        assert isinstance(request, TableRequest)
        self._queue.append(request)

    def hear_phones(self) -> None:
        """Let the pages go on until the box has to do something."""
        self.web.spin(lambda: bool(self._queue), 60)

    def _answered(self, answer: Callable[[TableResponse], None], response: TableResponse) -> None:
        if isinstance(response, Accepted):
            self.acceptance.said("a phone's answer")
        answer(response)

    # Promises

    def _check(self) -> None:
        if self.line.is_quiet:
            self.acceptance.budget = 0
        if self.acceptance.failed:
            raise self.acceptance.failed.pop(0)
        for promise in PROMISES:
            promise(self)
