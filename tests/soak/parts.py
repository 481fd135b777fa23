"""The real drivers, box, table, journal and pages, connected as by `companion.app`, without a thread."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from sqlite3 import Error
from typing import TYPE_CHECKING, Final

from starlette.types import ASGIApp

from companion.app.displays import bus_of, display_on
from companion.box.controller import Box
from companion.box.language_choice import CHOICE, LanguageChoice
from companion.box.notifier import Outputs
from companion.box.state import Settings, Snapshot
from companion.config import Config, pins_of
from companion.devices.buttons import KeyButtons
from companion.devices.keypad import Keypad
from companion.devices.lights import LedRing
from companion.devices.oled import OledDisplay
from companion.devices.serial_reader import SerialReader
from companion.devices.sounder import Piezo
from companion.dialogs.family import for_family
from companion.errors import JournalError
from companion.languages import CATALOGUES
from companion.phone.language import PhoneLanguages, multilingual
from companion.phone.pairing.access import AccessControl
from companion.phone.pairing.gateway import PairingGateway
from companion.phone.server import PhonePage
from companion.rules.explain import explain
from companion.screens.model import BootScreen, Frame
from companion.simulation.displays import SimulatedDisplay, simulated_displays
from companion.simulation.pins import SimulatedPins
from companion.table.files import JOURNAL
from companion.table.journal import Journal
from companion.table.table import Table
from companion.variants import load_variants
from tests.soak.lines import PORT
from tests.soak.phones import HOST
from tests.soak.truth import Failure

if TYPE_CHECKING:
    from tests.soak.world import World

VARIANTS: Final = load_variants().variants


class Parts:
    """One start of the program in the `world`, as `companion.app.application` makes it.

    Attributes:
        app: the pages, for the phones.
        gateway: pairs phones; the box admits them with it.

    Raises:
        Failure: the box does not start.
    """

    def __init__(self, world: "World", folder: Path, config: Config) -> None:
        self._world = world
        self._page: PhonePage | None = None
        with _starting():
            journal = Journal(folder / JOURNAL)
            self.table = Table(VARIANTS, journal, world.clock)
        self._connect_outputs(config)
        self._connect_inputs(config)
        language = LanguageChoice(config.text.language, "JQK", folder / CHOICE, CATALOGUES)
        settings = Settings(
            dialogs_of=for_family,
            explain=explain,
            first_game="ninety-nine",
            version="1.0",
            chance=world.chance.choice,
        )
        self.box = Box(
            self.table,
            world.clock.monotonic,
            Outputs((self.display,), self.ring, self.piezo),
            settings,
            Keypad(config.buttons.debounce),
            self._publish,
            language,
        )
        self._open_pages(folder, language)

    def _connect_outputs(self, config: Config) -> None:
        world, pins = self._world, pins_of(config)
        self.pins = SimulatedPins(pins, changed=self._lights_changed)
        displays: dict[str, SimulatedDisplay] = simulated_displays(config, self.pins, changed=lambda: None)
        factory = self.pins.factory
        (part, wired) = next(iter(config.displays()))
        self.panel = displays[part]
        self.display: OledDisplay = display_on(
            bus_of(wired, pins, factory, self.panel.line), part, wired, world.report
        )
        self.display._worker.wake = world.draw_soon  # type: ignore[method-assign]  # in place of its thread
        self.display.show(Frame(BootScreen()))
        lights = pins.lights
        self.ring = LedRing(
            lights.seats,
            lights.clockwise,
            lights.counterclockwise,
            lights.accepted,
            lights.refused,
            report=world.report,
            pin_factory=factory,
            dim=config.lights.dim,
        )
        self.piezo = Piezo(pins.sounder.pin, clock=world.clock, report=world.report, pin_factory=factory)
        self.piezo._worker.wake = world.sound_soon  # type: ignore[method-assign]  # in place of its thread

    def _connect_inputs(self, config: Config) -> None:
        world = self._world
        self.buttons = KeyButtons(pins_of(config).keys, clock=world.clock, pin_factory=self.pins.factory)
        self.buttons.start(world.report)
        self.reader = SerialReader(
            PORT, clock=world.clock, opener=world.line.open, taken=self.table.journal.taken
        )

    def _open_pages(self, folder: Path, language: LanguageChoice) -> None:
        world = self._world
        languages = PhoneLanguages(lambda: language.in_use)
        self.access = AccessControl(
            folder, world.clock, world.report, lambda: f"{world.chance.randrange(10**6):06}"
        )
        self.page = self._page = PhonePage(self.access, self.box.shown, world.requested, languages)
        self.app: ASGIApp = multilingual(None, self.page.application(lambda: [HOST]), languages)
        self.gateway = PairingGateway(self.access, 8098, lambda: world.address, lambda: "")

    def let_go(self) -> None:
        """Release what the box holds: the program has ended, or has no power."""
        with suppress(Error):
            self.table.journal.database.close()
        for part in (self.ring, self.buttons, self.piezo):
            part.close()

    def _publish(self, snapshot: Snapshot) -> None:
        if self._page is not None:
            self._page.publish(snapshot)
            self._world.published()

    def _lights_changed(self) -> None:
        if self.pins.is_high(self.pins.pins.lights.accepted):
            self._world.acceptance.said("the green light")


@contextmanager
def _starting() -> Iterator[None]:
    try:
        yield
    except JournalError as error:
        raise Failure("the box starts", str(error)) from error
