"""The whole box in one process without threads: real drivers, box, table, journal and pages on one
clock.

`World.do` takes one step and then checks every promise of `tests.soak.promises`.
"""

import random
from collections.abc import Callable
from contextlib import ExitStack
from math import inf
from pathlib import Path
from typing import Any, Self
from unittest import mock

from companion.box.requests import Accepted, Rejected, TableResponse
from companion.dialogs.context import Dialog, Scene
from companion.errors import Illegal
from companion.inputs import KeyName, PowerNews
from tests.soak.acceptance import REFUSED, Acceptance
from tests.soak.disk import Disk
from tests.soak.faults import FAULTS, OF_A_MOMENT
from tests.soak.lines import SerialLine
from tests.soak.parts import Parts
from tests.soak.phones import HOST, Phone, Reply, Web
from tests.soak.power import Power
from tests.soak.promises import PROMISES
from tests.soak.schedule import Schedule
from tests.soak.setting import Clock, Setting
from tests.soak.steps import AtOnce, Card, Fault, Order, Pair, PowerCut, Press, Step, Wait
from tests.soak.truth import with_names


class World:
    """One box and the people around it; a context.

    Attributes:
        parts: the real box, table and drivers, between two starts of the program.
        truth: the true state of the table.
        faults: the names of the current faults.
        replies: the phones' orders of this step, each with its reply.
        step: the current step.
        offered: the dialog that was open before it, and its scene.
    """

    parts: Parts
    step: Step
    offered: tuple[Dialog | None, Scene]

    def __init__(self, folder: Path, setting: Setting, seed: int) -> None:
        self.setting, self.folder = setting, folder
        self.chance = random.Random(f"{seed} world")  # noqa: S311  # games, not secrets
        self.clock = Clock()
        self.schedule = Schedule(self.clock, {"Reader": lambda: self.line.in_reach})
        self.disk = Disk(folder, self._passed)
        self.line = SerialLine()
        self.web = Web(lambda: self.clock.now)
        self.phones: list[Phone] = []
        self.acceptance = Acceptance(self.disk)
        self.truth = self.acceptance.truth
        self.faults: set[str] = set()
        self.replies: list[Reply] = []
        self.entries_before = 0
        self.power = Power(self)
        self._patches = ExitStack()

    def __enter__(self) -> Self:
        self.disk.wipe()
        self._patches.enter_context(self.disk)
        for module in (
            "companion.app.after_hands",
            "companion.table.restore",
        ):  # no USB stick really hangs here
            self._patches.enter_context(mock.patch(f"{module}.in_time", lambda _folder, work: work))
        self.switch_on()
        self.settle()
        return self

    def __exit__(self, *_: object) -> None:
        self.disk.is_dead = True
        self.parts.let_go()
        self._patches.close()
        self.web.close()

    @property
    def names(self) -> dict[str, str]:
        """The names of the players by id, as the table has them."""
        table = self.parts.table
        names = {person: name for name, person in table._ids.items()}
        players = () if table.state is None else table.state.players
        return names | {table._ids[player.name]: player.name for player in players}

    @property
    def state(self) -> dict[str, Any] | None:
        """The current game in the protocol's form, with names."""
        state: dict[str, Any] | None = with_names(self.truth.state, self.names)
        return state

    # Steps

    def do(self, step: Step) -> None:
        """Take one step, and check every promise.

        Raises:
            Failure: a promise is broken.
        """
        self.replies = []
        self.entries_before = len(self.truth.entries)
        self.step = step
        box = self.parts.box
        self.offered = box._dialog, box.shown.scene
        if isinstance(step, PowerCut):
            self.power.cut(step)
        else:
            self.act(step)
        self.settle()
        if self.parts.box.shutdown.is_done:
            self.power.restart()
        self._check()

    def act(self, step: Step) -> None:
        """Take one step that does not end the program."""
        match step:
            case Card(text):
                self.acceptance.budget += 1
                self.line.scan(text)
                self.schedule.read()
            case Press(key, seconds):
                self._press(key, seconds)
            case Order(phone, fields, late):
                self._order(self.phones[phone], fields, late)
            case AtOnce(steps):
                for each in steps:
                    self.act(each)
            case Wait(seconds):
                self.wait(seconds)
            case Pair(phone):
                self.phones[phone].token, _name = self.parts.access.redeem(
                    self.parts.access.issue(), HOST
                )
                self.phones[phone].open()
            case Fault(name, ends):
                FAULTS[name].set(self, on=not ends)
                (self.faults.discard if ends or name in OF_A_MOMENT else self.faults.add)(name)

    def _press(self, key: KeyName, seconds: float) -> None:
        self.acceptance.budget += 1
        pins = self.parts.bench.pins
        pins.press(key)
        self.wait(seconds)
        pins.release(key)
        self.wait(0.04)

    def _order(self, phone: Phone, fields: dict[str, Any], late: int) -> None:
        if not phone.is_open:
            phone.open()
            self.settle()
        self.acceptance.budget += 1
        self.replies.append(phone.order(fields, max(phone.seen - late, 0)))
        self.web.spin(lambda: self.has_news, 60)

    def wait(self, seconds: float) -> None:
        """Let time pass; every part acts when it is due."""
        until = self.clock.now + seconds
        self.settle()
        while (due := self._due()) <= until and self.clock.now < until:
            self.clock.now = max(self.clock.now, due)
            self._do_due()
            if self.has_news or self.schedule.due() <= self.clock.now:
                self.settle()
        self.clock.now = max(self.clock.now, until)

    def switch_on(self) -> None:
        """Start the box, and open the page on every phone."""
        self.parts = Parts(self, self.folder, self.setting.config())
        app = self.parts.app
        app.report(PowerNews(can_restart=True, can_update=True))
        self.take_messages()
        tokens = [phone.token for phone in self.phones] or [""] * len(self.setting.phones)
        self.phones = [
            Phone(self.web, self.parts.site.site, spoken, lambda: self.clock.now, token)
            for spoken, token in zip(self.setting.phones, tokens, strict=True)
        ]
        for phone in self.phones:
            phone.open()
        self.web.spin(most=60)

    # Due work

    @property
    def has_news(self) -> bool:
        """Whether a message waits for the box."""
        return bool(self.parts.app._inputs._messages)

    def _due(self) -> float:
        return min(self.schedule.due(), self._box_due())

    def _box_due(self) -> float:
        due = None if self.parts.box.shutdown.is_done else self.parts.box.deadline()
        return inf if due is None else due

    def _do_due(self) -> None:
        self.schedule.run_due()
        if not self.has_news and self._box_due() <= self.clock.now:
            self.acceptance.watch(self.parts.app.step, self.parts.table)

    def _passed(self, seconds: float) -> None:
        """Let the time pass during which the box waits for its disk. A worker's wait delays only
        itself.
        """
        if not self.schedule.is_working:
            self.clock.passed(seconds)

    def settle(self) -> None:
        """Do everything that does not have to wait for time to pass."""
        while True:
            self.take_messages()
            worked = self.schedule.run_due()
            waits = any(phone.waits for phone in self.phones)
            self.web.spin(lambda: self.has_news, 60 if waits else 12)
            for phone in self.phones:
                phone.hear()
            if not (worked or self.has_news or any(phone.is_new for phone in self.phones)):
                break

    def take_messages(self) -> None:
        """Let the box handle the messages that it has received."""
        while self.has_news:
            self.acceptance.watch(self.parts.app.step, self.parts.table)

    # Answers of the box

    def answered(self, answer: Callable[[TableResponse], None], response: TableResponse) -> None:
        """Pass an answer of the box on to a phone."""
        if isinstance(response, Accepted):
            self.acceptance.said("a phone's answer")
        if isinstance(response, Rejected) and isinstance(response.error, Illegal):
            self.acceptance.said(REFUSED)
        answer(response)

    # Promises

    def _check(self) -> None:
        if not self.line.in_reach:
            self.acceptance.budget = 0
        if self.acceptance.failed:
            raise self.acceptance.failed.pop(0)
        for promise in PROMISES:
            promise(self)
