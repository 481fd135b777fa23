"""Creates the parts of one box from its configuration: devices on a Pi, models in simulation.

The box reports a part that it cannot create, and continues with the others.
"""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from typing import Any, TypeVar

from msgspec.structs import replace

from companion.app.displays import display_of
from companion.app.runtime import Runtime
from companion.box.notifier import Outputs
from companion.config import LightSettings, pins_of
from companion.devices.buttons import KeyButtons, KeyEncoder
from companion.devices.keyboard_reader import KeyboardReader
from companion.devices.lights import DrivenLights, LedRing, open_bus
from companion.devices.oled import OledDisplay
from companion.devices.pin_factory import choose_pin_factory
from companion.devices.ports import LightRing, Report, Sounder, Source, Voice
from companion.devices.serial_reader import SerialReader
from companion.devices.sounder import Piezo
from companion.devices.voice import VOICES, AlsaVoice
from companion.errors import DeviceError
from companion.inputs import Input, PartLost, PartName, Scan
from companion.screens.model import BootScreen, Frame

_Driven = TypeVar("_Driven", DrivenLights, Piezo, AlsaVoice)


class Parts:
    """The factory of the parts; the app asks for them one by one.

    Parts pass their inputs to `report` and register how to close them on the stack `closing`.

    Raises:
        BoardError: the wiring is impossible.
    """

    def __init__(self, runtime: Runtime, report: Report, closing: ExitStack) -> None:
        config, bench = runtime.config, runtime.bench
        # The simulated box always has a display, even if the configuration has none.
        self._config = config if bench is None else bench.config
        self._pins, self._clock, self._bench = pins_of(config), runtime.clock, bench
        self._runtime, self._report, self._closing = runtime, report, closing
        self._factory = self._pin_factory()
        self._plain = {part for part, settings in config.readers() if settings.plain}
        self.keep_picture = False

    def displays(self) -> tuple[OledDisplay, ...]:
        """Start and return the displays, which show the boot picture."""
        started = []
        for part, settings in self._config.displays():
            line = None if self._bench is None else self._bench.displays[part].line
            with self._fitting(part):
                display = display_of(
                    part,
                    settings,
                    self._pins,
                    self._factory,
                    self._report,
                    self._runtime.worker,
                    line=line,
                    lights=self._config.lights.enabled,
                )
                display.show(Frame(BootScreen()))
                display.start()
                self._closing.callback(self._close, display)
                started.append(display)
        return tuple(started)

    def outputs(self, displays: tuple[OledDisplay, ...]) -> Outputs:
        """Return the displays, lights, sounder and voice that could be created."""
        return Outputs(displays, self._lights(), self._sounder(), self._voice())

    def sources(self, receipts: Mapping[str, int]) -> tuple[Source, ...]:
        """Start and return the parts that report inputs; `receipts` are the receipts on disk by
        node boot.
        """
        sources = tuple(self._sources(receipts))
        for source in sources:
            self._closing.callback(source.close)
            source.start(self._heard)
        return sources

    def _heard(self, heard: Input) -> None:
        """Forward a report, and mark a scan from a reader that accepts plain forms."""
        if isinstance(heard, Scan) and heard.reader in self._plain:
            heard = replace(heard, plain=True)
        self._report(heard)

    @contextmanager
    def _fitting(self, part: PartName) -> Iterator[None]:
        """Report `part` as lost if the block cannot open it."""
        try:
            yield
        except DeviceError as error:
            self._report(PartLost(part, error.reason))

    def _close(self, display: OledDisplay) -> None:
        display.close(keep=self.keep_picture)

    def _lights(self) -> LightRing | None:
        settings = self._config.lights
        if settings.on_chip:
            return self._driven_lights(settings)
        if not settings.enabled or self._factory is None:
            return None
        pins = self._pins.lights
        with self._fitting("Lights"):
            ring = LedRing(
                pins.seats,
                pins.clockwise,
                pins.counterclockwise,
                pins.accepted,
                pins.refused,
                report=self._report,
                pin_factory=self._factory,
                dim=settings.dim,
            )
            self._closing.callback(ring.close)
            return ring
        return None

    def _driven_lights(self, settings: LightSettings) -> LightRing:
        port = settings.i2c_port
        line = None if self._bench is None else self._bench.buses[port]
        return self._started(
            DrivenLights(
                lambda: open_bus(port) if line is None else line,
                settings.address,
                report=self._report,
                dim=settings.dim,
                worker=self._runtime.worker,
            )
        )

    def _started(self, part: _Driven) -> _Driven:
        """Start a part that has a thread of its own."""
        part.start()
        self._closing.callback(part.close)
        return part

    def _sounder(self) -> Sounder | None:
        if not self._config.sounder.enabled or self._factory is None:
            return None
        with self._fitting("Sounder"):
            piezo = self._started(
                Piezo(
                    self._pins.sounder.pin,
                    clock=self._clock,
                    report=self._report,
                    kind=self._config.sounder.kind,
                    pin_factory=self._factory,
                    worker=self._runtime.worker,
                )
            )
            return piezo if self._bench is None else self._bench.heard(piezo)
        return None

    def _voice(self) -> Voice | None:
        device, own = self._config.voice.device, self._runtime.voice
        # A simulated box is silent unless its sound output is named.
        if device == "none" or (device == "auto" and self._bench is not None):
            return None
        return self._started(
            AlsaVoice(
                device,
                (VOICES,) if own is None else (own, VOICES),
                clock=self._clock,
                report=self._report,
                worker=self._runtime.worker,
            )
        )

    def _sources(self, receipts: Mapping[str, int]) -> Iterator[Source]:
        config, pins, clock = self._config, self._pins, self._clock
        if config.buttons.enabled and self._factory is not None:
            with self._fitting("Buttons"):
                keys = {**pins.keys, "OK": pins.ok}
                yield KeyButtons(keys, clock=clock, pin_factory=self._factory)
                if (dial := pins.encoder) is not None:
                    yield KeyEncoder(dial.a, dial.b, pin_factory=self._factory)
        if self._bench is not None:
            yield self._bench
        for part, settings in config.readers():
            if self._bench is not None and settings.port == "auto":
                # the simulated box has its own reader, so a real one in addition needs a named port
                continue
            reader: KeyboardReader | SerialReader
            if settings.kind == "keyboard":
                reader = KeyboardReader(
                    settings.port,
                    settings.layout,
                    clock=clock,
                    part=part,
                    opener=self._runtime.open_keyboard,
                    worker=self._runtime.worker,
                )
            else:
                reader = SerialReader(
                    settings.port,
                    settings.baud,
                    clock=clock,
                    part=part,
                    opener=self._runtime.open_serial,
                    receipts=receipts,
                    worker=self._runtime.worker,
                )
            yield reader

    def _pin_factory(self) -> Any:
        config = self._config
        if self._bench is not None:
            return self._bench.pins.factory
        wants_pins = config.lights.on_pins or config.sounder.enabled or config.buttons.enabled
        if not wants_pins and all(settings.bus == "i2c" for _, settings in config.displays()):
            return None
        with self._fitting("Pins"):
            factory = choose_pin_factory(config.pins.factory, pin=self._pins.ok)
            self._closing.callback(
                factory.close
            )  # until it is closed, the kernel refuses its pins to another factory
            return factory
        return None
