"""The whole box in one process without a thread: real drivers, box, table, journal and pages on one clock.

`World.do` lets one thing happen and then checks every promise of `tests.soak.promises`.
"""

import random
import sqlite3
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, Self

import msgspec

from companion.app.displays import bus_of, display_on
from companion.box.controller import Box
from companion.box.language_choice import CHOICE, LanguageChoice
from companion.box.notifier import Outputs
from companion.box.requests import Accepted, TableRequest, TableResponse
from companion.box.state import Settings, Snapshot
from companion.config import Config, pins_of
from companion.config.sections import DisplaySettings, TextSettings
from companion.devices.buttons import KeyButtons
from companion.devices.keypad import Keypad
from companion.devices.lights import LedRing
from companion.devices.oled import OledDisplay
from companion.devices.serial_reader import SerialReader
from companion.devices.sounder import Piezo
from companion.dialogs.context import Dialog
from companion.dialogs.family import for_family
from companion.errors import JournalError
from companion.inputs import Input, KeyName, KnownNetwork, NetworkAnswer, NetworkNews, PowerNews, Receipt
from companion.languages import CATALOGUES
from companion.phone.language import PhoneLanguages, multilingual
from companion.phone.pairing.access import AccessControl
from companion.phone.pairing.gateway import PairingGateway
from companion.phone.server import PhonePage
from companion.rules.explain import explain
from companion.screens.model import BootScreen, Frame, NoticeScreen
from companion.simulation.displays import SimulatedDisplay, simulated_displays
from companion.simulation.pins import SimulatedPins
from companion.table.files import JOURNAL
from companion.table.journal import Journal
from companion.table.reader import Entry
from companion.table.recorded import RESUMES
from companion.table.table import Table
from companion.variants import load_variants
from tests.soak.disk import Disk
from tests.soak.faults import FAULTS, OF_A_MOMENT, OF_THE_DISPLAY
from tests.soak.lines import PORT, Module, Node, SerialLine
from tests.soak.phones import HOST, Phone, Reply, Web
from tests.soak.promises import PROMISES
from tests.soak.steps import AtOnce, Card, Fault, Order, Pair, PowerCut, Press, Step, Upgrade, Wait
from tests.soak.truth import Failure, Truth

VARIANTS: Final = load_variants().variants
READS_EVERY: Final = 0.5
"""Seconds between two looks at a silent serial port, as its thread looks (`companion.devices.polling`)."""
NODE_STEPS: Final = 0.05
"""Seconds between two steps of a reader node that has something to send."""
RECOVERS_IN: Final = 12.0
"""Seconds without a change in which a display is well again: on SPI the driver repeats after ten."""


class Setting(msgspec.Struct, frozen=True):
    """How one box is built: the language, the display, the reader, and the languages of the phones."""

    language: str = "en"
    controller: str = "ssd1309"
    reader: str = "module"
    phones: tuple[str, ...] = ("en", "de")

    def words(self) -> str:
        return (
            f"a box in {self.language} with an {self.controller}, a reader {self.reader} "
            f"and phones in {' and '.join(self.phones)}"
        )


class Clock:
    """The time of the world: every look at it costs a little, so that a search with a limit ends."""

    LOOK: Final = 0.0001

    def __init__(self) -> None:
        self.now = 1000.0
        self.wall = 1_700_000_000.0

    def monotonic(self) -> float:
        self.now += self.LOOK
        return self.now

    def time(self) -> float:
        return self.wall + self.now

    def passed(self, seconds: float) -> None:
        self.now += seconds


class _PowerGone(Exception):  # noqa: N818  # no error: it ends a step
    """The power has failed within a step."""


class _Network:
    """The machine's network and updates (`companion.box.network.NetworkControl`), a second later."""

    def __init__(self, world: "World") -> None:
        self._world = world

    def look(self) -> None:
        home = KnownNetwork("Home", 80, "home")
        self._say(NetworkNews("Home", address=HOST, profile="home", known=(home,)))

    def join(self, network: KnownNetwork) -> None:
        self._say(NetworkAnswer("joined", network.name))

    def open_own(self) -> None:
        self._say(NetworkAnswer("no Wi-Fi"))

    def close_own(self) -> None:
        self._say(NetworkAnswer("own network closed"))

    def update(self) -> None:
        pass

    def is_changing(self) -> bool:
        return False

    def is_installing(self) -> bool:
        return False

    def _say(self, news: Input) -> None:
        self._world.later(1.0, news)


class _Refusals:
    """The inputs of nodes that the box has refused (`companion.devices.ports.AnswersCards`)."""

    def __init__(self) -> None:
        self.receipts: set[Receipt] = set()

    def taken(self, receipt: Receipt) -> None:
        pass

    def verdict(self, receipt: Receipt, *, accepted: bool) -> None:
        (self.receipts.discard if accepted else self.receipts.add)(receipt)


class World:
    """One box and everybody around it; a context.

    Attributes:
        truth: how the table stands.
        table, box: the real ones, between two starts of the program.
        failed: promises that were broken where nothing may be raised.
        faults: the names of those that go on.
        replies: the phones' orders of this step, each with its reply.
        met: how often each pair of a state and a fault has been met.
        step: what happens now.
        offered: the dialog that was open before it, unless a reader node's keys may still come.
    """

    box: Box
    table: Table
    page: PhonePage
    display: OledDisplay
    pins: SimulatedPins
    access: AccessControl
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
        self.truth = Truth()
        self.failed: list[Failure] = []
        self.faults: set[str] = set()
        self.replies: list[Reply] = []
        self.met: Counter[tuple[str, str]] = Counter()
        self.entries_before = 0
        self.address = HOST
        self.stuck: set[KeyName] = set()
        self.display_hangs = False
        self.looked_at: Frame | None = None
        self.fitted: set[tuple[NoticeScreen, str]] = set()
        self._trouble_until = 0.0
        self._queue: deque[Input | TableRequest] = deque()
        self._timers: list[tuple[float, Input]] = []
        self._happened: list[str] = []
        self._budget = 0
        self._rotten: set[int] = set()
        self._refused = _Refusals()
        self._read_at = self._draw_at = self._sound_at = self._node_at = 0.0
        spi = setting.controller == "ssd1322"
        self._config = Config(
            display=DisplaySettings(controller=setting.controller, bus="spi" if spi else "i2c"),  # type: ignore[arg-type]
            text=TextSettings(setting.language),
        )

    def __enter__(self) -> Self:
        self.disk.wipe()
        self.disk.__enter__()
        self._switch_on()
        self._settle()
        return self

    def __exit__(self, *_: object) -> None:
        self.disk.is_dead = True
        self._let_go()
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
        self.offered = self.box._dialog if self.line.is_quiet else None
        self._meet(step)
        match step:
            case PowerCut(at, seed, during, rots):
                self._cut(at, seed, during, rots)
            case Upgrade(version):
                self._upgrade(version)
            case _:
                self._act(step)
        self._settle()
        if self.box.switched_off:
            self._restart()
        self._check()

    def _act(self, step: Step) -> None:
        match step:
            case Card(text):
                self._budget += 1
                self.line.scan(text, self.clock.now)
                self._read()
            case Press(key, seconds, bounces):
                self._press(key, seconds, bounces)
            case Order(phone, fields, late):
                self._order(phone, fields, late)
            case AtOnce(steps):
                for each in steps:
                    self._act(each)
            case Wait(seconds):
                self.wait(seconds)
            case Pair(phone, right):
                self._pair(phone, right=right)
            case Fault(name, ends):
                (self.faults.discard if ends else self.faults.add)(name)
                self._budget += name == "a key sticks"
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
        return self._is_in_trouble or self.display._shown != self.display._frame

    @property
    def _is_in_trouble(self) -> bool:
        return self.clock.now < self._trouble_until

    def draw_soon(self) -> None:
        """Let the display's thread go on."""
        self._draw_at = self.clock.now

    def _sound_soon(self) -> None:
        self._sound_at = self.clock.now

    def later(self, seconds: float, given: Input) -> None:
        """Report something to the box after so many seconds."""
        self._timers.append((self.clock.now + seconds, given))
        self._timers.sort(key=lambda timer: timer[0])

    def report(self, given: Input) -> None:
        self._queue.append(given)

    def wait(self, seconds: float) -> None:
        """Let time pass; every part does what is due when it is due."""
        until = self.clock.now + seconds
        self._settle()
        while (due := self._due()) <= until and self.clock.now < until:
            self.clock.now = max(self.clock.now, due)
            self._do_due()
            if self._has_news:
                self._settle()
        self.clock.now = max(self.clock.now, until)

    # The box on and off

    def _switch_on(self) -> None:
        """Build the box as `companion.app.application` does, and start it."""
        with self._starting():
            journal = Journal(self.folder / JOURNAL)
            self.table = Table(VARIANTS, journal, self.clock)
        self.pins = SimulatedPins(pins_of(self._config), changed=self._lights_changed)
        self.displays: dict[str, SimulatedDisplay] = simulated_displays(
            self._config, self.pins, changed=lambda: None
        )
        factory, pins = self.pins.factory, pins_of(self._config)
        (part, wired) = next(iter(self._config.displays()))
        self.panel = self.displays[part]
        self.display = display_on(bus_of(wired, pins, factory, self.panel.line), part, wired, self.report)
        self.display._worker.wake = self.draw_soon  # type: ignore[method-assign]  # in place of its thread
        self.display.show(Frame(BootScreen()))
        lights = pins.lights
        self.ring = LedRing(
            lights.seats,
            lights.clockwise,
            lights.counterclockwise,
            lights.accepted,
            lights.refused,
            report=self.report,
            pin_factory=factory,
            dim=self._config.lights.dim,
        )
        self.piezo = Piezo(pins.sounder.pin, clock=self.clock, report=self.report, pin_factory=factory)
        self.piezo._worker.wake = self._sound_soon  # type: ignore[method-assign]  # in place of its thread
        self.buttons = KeyButtons(pins.keys, clock=self.clock, pin_factory=factory)
        self.buttons.start(self.report)
        self.reader = SerialReader(
            PORT, clock=self.clock, opener=self.line.open, taken=self.table.journal.taken
        )
        language = LanguageChoice(self.setting.language, "JQK", self.folder / CHOICE, CATALOGUES)
        settings = Settings(
            dialogs_of=for_family,
            explain=explain,
            first_game="ninety-nine",
            version="1.0",
            chance=self.chance.choice,
        )
        self._published = False
        self.box = Box(
            self.table,
            self.clock.monotonic,
            Outputs((self.display,), self.ring, self.piezo),
            settings,
            Keypad(self._config.buttons.debounce),
            self._publish,
            language,
        )
        self.box.acknowledgements.readers = [self.reader, self._refused]
        self.box.use_network(_Network(self))
        self._queue.append(PowerNews(can_restart=True, can_update=True))
        self._open_pages(language)
        self._draw_at = self._sound_at = self._node_at = self.clock.now
        self._read()

    @contextmanager
    def _starting(self) -> Iterator[None]:
        try:
            yield
        except JournalError as error:
            raise Failure("the box starts", str(error)) from error

    def _open_pages(self, language: LanguageChoice) -> None:
        languages = PhoneLanguages(lambda: language.in_use)
        self.access = AccessControl(
            self.folder, self.clock, self.report, lambda: f"{self.chance.randrange(10**6):06}"
        )
        self.page = PhonePage(self.access, self.box.shown, self._requested, languages)
        app = multilingual(None, self.page.application(lambda: [HOST]), languages)
        gateway = PairingGateway(self.access, 8098, lambda: self.address, lambda: "")
        tokens = [phone.token for phone in self.phones] or [""] * len(self.setting.phones)
        self.phones = [
            Phone(self.web, app, spoken, lambda: self.clock.now, token)
            for spoken, token in zip(self.setting.phones, tokens, strict=True)
        ]
        self.box.admit_phones(gateway)
        for phone in self.phones:
            phone.open()
        self.web.spin(most=60)
        self._published = True

    def _let_go(self) -> None:
        """Release what the box holds: the program has ended, or has no power."""
        with suppress(sqlite3.Error):
            self.table.journal.database.close()
        for part in (self.ring, self.buttons, self.piezo):
            part.close()
        self.web.restart()
        self._queue.clear()
        self._timers.clear()

    def _restart(self) -> None:
        """Somebody has switched the box off at its menu, and plugs it in again."""
        if not self.disk.is_synced:
            raise Failure("accepted means synced", "the box says that it can be unplugged")
        self._let_go()
        self.disk.start()
        self._power_up()

    def _upgrade(self, version: int) -> None:
        with suppress(JournalError):  # the program ends all the same, and the new one reads the log
            self.table.close()
        self._let_go()
        with closing(sqlite3.connect(self.folder / JOURNAL)) as database:
            if version < 4:
                database.execute("ALTER TABLE commands DROP COLUMN edition")
            database.execute(f"PRAGMA user_version = {version}")
        self._power_up()

    def _cut(self, at: int, seed: int, during: Step, rots: bool) -> None:
        if at:
            self.disk.die_in(at)
        with suppress(_PowerGone):
            self._act(during)
            self._settle()
        self.replies.clear()
        doubted = self.disk.doubtful
        self.disk.is_dead = True
        self._let_go()
        chance = random.Random(seed)  # noqa: S311  # which sectors, no secret
        self.disk.cut(chance)
        if rots:
            self.disk.rot(chance)
        for name in sorted(self.faults):
            if name != "a phone sleeps":
                FAULTS[name](self, on=False)
        self.faults.clear()
        self.line.restart()
        self._power_up(may_gain=self._budget + doubted, may_lose=rots)

    def _power_up(self, *, may_gain: int = 0, may_lose: bool = False) -> None:
        """Start the box on what its disk holds, and compare that with the truth."""
        self._switch_on()
        # A node sends again what the box had not settled; what the box has refused must not count now.
        self._budget = self.line.reader.waiting_but(self._refused.receipts)
        found = self._entries()
        known = self.truth.entries
        trouble = self.table.journal.trouble
        others = [
            was.sequence
            for was, now in zip_longest(known, found[: len(known)])
            if was is not None and (now is None or now.command != was.command)
        ]
        if may_lose and trouble is None:
            # What has rotted of a game that is over is found when somebody looks at it.
            self._rotten.update(place for place in others if known[place - 1].game != self.table.game)
        if may_lose and trouble is not None and others:
            self._rotten.clear()
            self.truth.begin_again([entry for entry in found if not entry.command.startswith(RESUMES)])
        elif lost := set(others) - self._rotten:
            promise = "nothing is lost unsaid" if may_lose else "accepted means synced"
            raise Failure(
                promise, f"{known[min(lost) - 1].command} (entry {min(lost)}) is not in the journal"
            )
        elif len(found) > len(known) + may_gain:
            raise Failure("refused means never", f"the journal has gained {found[-1].command}")
        else:
            for entry in found[len(known) :]:
                self.truth.take(entry)
        self._published = True
        self._settle()
        self._draw()

    def _entries(self) -> list[Entry]:
        """All entries of the journal, as far as their letters can be read."""
        database = self.table.journal.database
        database.text_factory = lambda text: text.decode("utf-8", "replace")
        try:
            return list(self.table.journal.forwards())
        finally:
            database.text_factory = str

    # Inputs

    def _press(self, key: KeyName, seconds: float, bounces: int) -> None:
        self._budget += 1
        if isinstance(self.line.reader, Node) and self.chance.random() < 0.3:
            self.line.key(key, self.clock.now, down=True)
            self.wait(seconds)
            self.line.key(key, self.clock.now, down=False)
            self.wait(0.06)
            return
        for _ in range(bounces):
            self.pins.press(key)
            self.clock.passed(0.001)
            self.pins.release(key)
            self.clock.passed(0.001)
        self.pins.press(key)
        self.wait(seconds)
        self.pins.release(key)
        self.wait(0.04)

    def _order(self, number: int, fields: dict[str, Any], late: int) -> None:
        phone = self.phones[number]
        if not phone.is_open:
            phone.open()
            self._settle()
        self._budget += 1
        self.replies.append(phone.order(fields, max(phone.seen - late, 0)))
        self.web.spin(lambda: bool(self._queue), 60)

    def _pair(self, number: int, *, right: bool) -> None:
        if self.access.pairing.active is None:
            self.access.issue()
        active = self.access.pairing.active
        assert active is not None
        phone = self.phones[number]
        phone.pair(active.code if right else f"{(int(active.code) + 1) % 10**6:06}")
        self._settle()
        phone.open()

    def _requested(self, request: object) -> None:
        assert isinstance(request, TableRequest)
        self._queue.append(request)

    # What is due

    def _due(self) -> float:
        box = None if self.box.switched_off else self.box.deadline()
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
        box = None if self.box.switched_off else self.box.deadline()
        if box is not None and now >= box:
            self._taken(self.box.tick)

    def _read(self) -> None:
        for heard in self.reader.poll(0):
            self._queue.append(heard)
        self._read_at = self.clock.now + (
            0.0 if self.line.in_reach and self.reader.connected else READS_EVERY
        )
        if self.line.to_node:
            self._node_at = min(self._node_at, self.clock.now + NODE_STEPS)

    def _draw(self) -> None:
        if self.display._frame != self.display._shown and self._is_in_trouble:
            self._trouble_until = self.clock.now + RECOVERS_IN
        due = self.display.step()
        self._draw_at = self.clock.now + (3600.0 if due is None else due)

    def _sound(self) -> None:
        due = self.piezo.step()
        self._sound_at = self.clock.now + (3600.0 if due is None else max(due, 0.001))

    def _settle(self) -> None:
        """Do everything that does not have to wait for time to pass."""
        while True:
            while self._queue:
                given = self._queue.popleft()
                self._taken(partial(self._hand_over, given))
            self._published = False
            self.page._publisher._publish_pending()
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
            self._draw()
        if self._sound_at <= self.clock.now:
            self._sound()

    def _hand_over(self, given: Input | TableRequest) -> None:
        if isinstance(given, TableRequest):
            self.box.execute_request(
                msgspec.structs.replace(given, answer=partial(self._answered, given.answer))
            )
        else:
            self.box.handle(given)

    def _taken(self, work: Callable[[], None]) -> None:
        """Let the box do one thing, and see that what it says of it is on the disk by then."""
        self._happened = []
        self.disk.happened = self._happened
        before = self.table.journal.sequence
        work()
        if self.disk.is_dead and set(self._happened) <= {"synced"}:
            raise _PowerGone
        if self.table.journal.sequence > before:
            self._look_at_order()
        self._take_entries()
        if self.disk.is_dead:
            raise _PowerGone

    def _look_at_order(self) -> None:
        synced = self._happened.index("synced") if "synced" in self._happened else len(self._happened)
        for what in ("the green light", "a phone's answer"):
            if what in self._happened and self._happened.index(what) < synced:
                self.failed.append(Failure("accepted means synced", f"{what} came before the sync"))

    def _take_entries(self) -> None:
        """Add what the journal has gained to the truth; each entry has an input of its own."""
        journal, known = self.table.journal, len(self.truth.entries)
        if journal.sequence == known:  # also after the box is switched off, when nothing can be read
            return
        new: list[Entry] = []
        for entry in journal.backwards():
            if entry.sequence <= known:
                break
            new.append(entry)
        for entry in reversed(new):
            self._budget -= 1
            self.truth.take(entry)
        if self._budget < 0:
            raise Failure("refused means never", f"nobody has asked for {new[0].command}")

    # What the box says

    def _publish(self, snapshot: Snapshot) -> None:
        if hasattr(self, "page"):
            self.page.publish(snapshot)
            self._published = True

    def _answered(self, answer: Callable[[TableResponse], None], response: TableResponse) -> None:
        if isinstance(response, Accepted):
            self._said("a phone's answer")
        answer(response)

    def _lights_changed(self) -> None:
        if hasattr(self, "box") and self.pins.is_high(self.pins.pins.lights.accepted):
            self._said("the green light")

    def _said(self, what: str) -> None:
        if self.disk.is_dead:
            return
        self._happened.append(what)
        if not self.disk.is_synced:
            self.failed.append(Failure("accepted means synced", f"{what} came before the sync"))

    # Promises

    @property
    def place(self) -> str:
        """What is on the display, in a word: the dialog that asks, else the phase of the game."""
        dialog = self.box._dialog
        state = self.table.state
        if dialog is not None:
            return type(dialog).__name__
        return (
            "no game"
            if state is None
            else f"{type(state).__name__.removesuffix('State').lower()} {state.phase}"
        )

    def _meet(self, step: Step) -> None:
        place = self.place
        names = set(self.faults)
        match step:
            case PowerCut(rots=rots):
                names |= {"a power cut", *(["the journal rots"] if rots else [])}
            case Upgrade():
                names.add("an upgrade")
            case Fault(name):
                names.add(name)
            case AtOnce():
                names.add("several at once")
            case Order(late=late) if late:
                names.add("an old page")
            case Press(bounces=bounces) if bounces:
                names.add("a bouncing key")
        self.met.update((place, name) for name in names or {"nothing"})

    def _check(self) -> None:
        if self.line.is_quiet:
            self._budget = 0
        if self.failed:
            raise self.failed.pop(0)
        for promise in PROMISES:
            promise(self)
