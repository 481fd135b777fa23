"""The driver of one OLED display: draws the newest frame in its own thread, on a bus that may
fail.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

from PIL import Image, ImageChops

from companion.devices.oled.buses import DisplayBus, OpenBus
from companion.devices.oled.memory import MEMORIES, ControllerName, changed, content, whole
from companion.devices.ports import Health, MakeWorker, Report, Worker
from companion.inputs import PartName
from companion.message import using
from companion.screens.model import DarkScreen, Frame, Picture, PlayerTableScreen, WinnerScreen

CHECK_EVERY = 2.0
"""Seconds between two checks that a display on I2C with an unchanged picture still answers."""

REMIND_EVERY = 15
"""Checks (half a minute) after which the driver sends everything to a display again."""

REPEAT_EVERY = 10.0
"""Seconds without a change after which everything is sent again to a display on SPI, which never
answers.
"""

RETRY_EVERY = 0.5
"""Seconds between two attempts to reach a display that does not answer.

Start-up and picture take 0.2 s at 100 kHz, so a display shows its picture within a second of being
reconnected.
"""

NOP = 0xE3
"""No operation on SSD1306, SSD1309 and SH1106, which acknowledge it on I2C."""

IS_OFF = 0x40
"""The bit in the status byte of SSD1306, SSD1309 and SH1106 (datasheets) for a panel that is off,
as after a reset.
"""

DISPLAY_OFF = 0xAE
"""SSD1306, SSD1309 and SH1106 datasheets, "Set Display ON/OFF";
luma's start-up sequence begins with it.
"""

UNSAID = frozenset({0xA4, 0x81, 0xC1})
"""Commands that `remind` omits because they would be visible: all pixels off, luma's own
contrast.
"""

MAX_ARGUMENTS = 2
"""Maximum arguments of an SSD1322 command, sent as data; longer data is picture memory."""

RING = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
"""The shift to the right and down against burn-in at each step; step 0 does not move the
picture.
"""

HALF_WAY = 4
"""Number of steps by which the turned display is ahead."""


class Draw(Protocol):
    """`companion.drawing.draw`."""

    def __call__(
        self, picture: Picture, width: int = 128, *, turned: bool = False
    ) -> Image.Image: ...


class OledDisplay:
    """A display that draws frames, sends only changes, and recovers from failures.

    Wiring: 3.3 V (header 1 or 17) and ground; on I2C SDA to GPIO 2 and SCL to GPIO 3, two displays
    at the addresses 0x3C and 0x3D; on SPI the five lines of docs/reference/wiring.md
    (hardware/board.toml).

    On a Pi `over_i2c()` opens the bus; here a model of the controller is connected to it:

    >>> from companion.devices.oled import over_i2c
    >>> from companion.drawing import draw
    >>> from companion.screens.model import BootScreen
    >>> from companion.simulation.displays import SimulatedI2c
    >>> from companion.simulation.controller import Ssd1309
    >>> panel = Ssd1309()
    >>> display = OledDisplay("ssd1309", over_i2c(bus=SimulatedI2c({0x3C: panel})), draw, print)
    >>> display.show(Frame(BootScreen()))
    >>> display.step()  # `start` has a thread call it: the seconds until it looks again
    2.0
    >>> panel.lit, panel.image().getbbox() is not None
    (True, True)
    >>> display.close()
    >>> panel.lit
    False

    The driver reports a display that is missing or stops answering once as `PartLost`, retries with
    every new frame and at least every 0.5 s, then reports `PartBack`. It restarts a display that
    was reset by a voltage dip: on I2C the status byte shows that; on SPI the driver resends
    everything from time to time.

    Args:
        controller: the chip on the module. A module sold as SSD1306 that shows two wrong columns at
            its edge has an SH1106.
        open_bus: `over_i2c(...)` or `over_spi(...)`.
        draw: draws a picture as pixels.
        report: receives `PartLost` and `PartBack`.
        part: the name of the part in reports.
        turned: True for the display across the table, which is mounted upside down relative to the
            first and is shifted against burn-in out of step with it.
        worker: makes the worker that runs the driver after `start`.
    """

    def __init__(
        self,
        controller: ControllerName,
        open_bus: OpenBus,
        draw: Draw,
        report: Report,
        *,
        part: PartName = "Display",
        turned: bool = False,
        worker: MakeWorker = Worker,
    ) -> None:
        self._memory = MEMORIES[controller]
        self._open_bus, self._draw, self._turned = open_bus, draw, turned
        self._health = Health(part, report)
        self._wire = _Wire()
        self._device = self._memory.driver(self._wire)
        # Otherwise luma would blank the panel, and "Safe to unplug" with it, when the program ends.
        self._device.persist = True
        self._frame: Frame | None = None
        self._shown: Frame | None = None
        self._written = b""
        self._lit = False
        self._tells = False
        self._level: int | None = None
        self._checks = 0
        self._worker = worker(self.step, part)

    def start(self) -> None:
        """Start the display's thread."""
        self._worker.start()

    def show(self, frame: Frame) -> None:
        """Queue `frame` and return at once; a newer frame replaces one that is not yet drawn."""
        self._frame = frame
        self._worker.wake()

    def step(self) -> float | None:
        """Update the display; return the seconds until the next step is due, or None."""
        frame = self._frame  # read once, because any thread may call `show` at any time
        try:
            if self._wire.bus is None:
                self._connect()
            elif self._open_bus.answers:
                self._look_after(idle=frame == self._shown)
            elif frame == self._shown and self._lit:
                self._repeat()
            if frame is not None and frame != self._shown:
                self._update(frame)
        except Exception as error:  # noqa: BLE001 - luma, smbus2, spidev and pins raise different exceptions
            return self._lost(error)
        self._health.recover()
        if self._open_bus.answers:
            return CHECK_EVERY
        return REPEAT_EVERY if self._lit else None

    def close(self, *, keep: bool = False) -> None:
        """Show the last frame and stop; then switch the display off, unless `keep` leaves its
        picture on.
        """
        if not self._worker.close():
            return  # the bus hangs, and waiting for it would keep the box from ending
        self.step()
        if self._wire.bus is None:
            return
        try:
            if not keep:
                self._device.hide()
        except Exception as error:  # noqa: BLE001 - as in step
            self._lost(error)
        self._wire.disconnect()

    def _connect(self) -> None:
        self._wire.connect(self._open_bus.connect())
        self._start()
        # Some modules are write-only, or report "off" while they are on.
        with suppress(OSError):
            status = self._wire.status()
            self._tells = status is not None and not status & IS_OFF

    def _start(self) -> None:
        self._shown = None
        # The failure may have cut a command before its last two arguments; these NOPs complete it.
        self._wire.start((NOP, NOP) if self._open_bus.answers else ())
        # luma's start-up sequence clears the memory and switches the panel on.
        self._written = bytes(self._memory.columns * self._memory.rows * self._memory.cell)
        self._lit, self._level = True, None

    def _look_after(self, *, idle: bool) -> None:
        """Check that the display is present and on; from time to time send everything again to an
        idle one.
        """
        status = self._wire.status() if self._tells else None
        if status is not None and status & IS_OFF and self._lit:
            self._start()
            return
        if not idle:
            return
        if status is None:
            self._device.command(NOP)
        self._checks += 1
        if self._checks % REMIND_EVERY == 0 and self._lit:
            self._repeat()

    def _repeat(self) -> None:
        """Send everything to the display again, in case of an undetected reset."""
        self._wire.remind()
        if self._level is not None:
            self._device.contrast(self._level)
        for window in whole(self._memory):
            self._memory.write(self._device, window, content(self._memory, self._written, window))

    def _update(self, frame: Frame) -> None:
        dark = isinstance(frame.picture, DarkScreen)
        if dark and self._lit:
            self._device.hide()
        if not dark:
            anew = not self._open_bus.answers and isinstance(
                frame.picture, PlayerTableScreen | WinnerScreen
            )
            if not self._lit:
                self._start()  # because it may have been reset while it was dark
            elif anew:  # there is time for it at the end of a hand
                self._wire.remind()
                self._level = None
            self._send(frame, everything=anew)
            level = round(frame.contrast * 255)
            if level != self._level:
                self._device.contrast(level)
                self._level = level
        self._lit = not dark
        self._shown = frame

    def _send(self, frame: Frame, *, everything: bool) -> None:
        memory = self._memory
        with using(frame.language):
            image = self._draw(frame.picture, memory.width, turned=self._turned)
        image = shifted(image, frame.step + HALF_WAY * self._turned)
        if self._turned:
            image = image.transpose(Image.Transpose.ROTATE_180)
        picture = memory.pack(image)
        # Each step of the shift sends all pixels, so that a corrupt pixel stays for at most three
        # minutes.
        moved = self._shown is not None and frame.step != self._shown.step
        windows = whole(memory) if moved or everything else changed(memory, self._written, picture)
        for window in windows:
            memory.write(self._device, window, content(memory, picture, window))
        self._written = picture

    def _lost(self, error: Exception) -> float:
        self._wire.disconnect()
        self._shown = None
        self._health.lose(error)
        return RETRY_EVERY


class _Wire:
    """The serial interface of luma's driver; it records the start-up sequence and replays it to
    each new bus.

    So one driver, made without a bus, survives a display that is unplugged and plugged in. A new
    driver for each bus would leak memory, because luma registers every driver for cleanup at exit.
    """

    def __init__(self) -> None:
        self.bus: DisplayBus | None = None
        self._recording = True
        self._start_up: list[tuple[tuple[int, ...], tuple[int, ...]]] = []

    def connect(self, bus: DisplayBus) -> None:
        """Send all further commands to `bus`."""
        self.bus, self._recording = bus, False

    def start(self, before: Sequence[int]) -> None:
        """Send the commands `before` and the start-up sequence."""
        if before:
            self.command(*before)
        for command, data in self._start_up:
            self.command(*command)
            if data:
                self.data(list(data))

    def remind(self) -> None:
        """Repeat the commands of the start-up sequence without a visible effect."""
        for command, data in self._start_up:
            if command[0] in UNSAID or len(data) > MAX_ARGUMENTS:
                continue
            self.command(*(command[1:] if command[0] == DISPLAY_OFF else command))
            if data:
                self.data(list(data))

    def status(self) -> int | None:
        """Return the display's status byte; None on a write-only bus."""
        return self.bus.status() if self.bus is not None else None

    def disconnect(self) -> None:
        """Close the bus, which may be broken already."""
        bus, self.bus = self.bus, None
        if bus is not None:
            # A broken bus may fail to close; nothing more can be done about it.
            with suppress(Exception):
                bus.cleanup()

    def command(self, *cmd: int) -> None:
        if self._recording:
            self._start_up.append((cmd, ()))
        elif self.bus is not None:
            self.bus.command(*cmd)

    def data(self, data: Sequence[int]) -> None:
        if self._recording:
            self._start_up[-1] = self._start_up[-1][0], tuple(data)
        elif self.bus is not None:
            self.bus.data(data)

    def cleanup(self) -> None:
        """Do nothing when luma calls this at exit: the bus is closed, or the picture stays."""


def shifted(image: Image.Image, step: int) -> Image.Image:
    """Return `image` moved to place `step` of the ring; any whole number is valid, modulo nine.

    A picture leaves two dark pixels at every side, so nothing is lost, and only dark pixels wrap
    round.
    """
    return ImageChops.offset(image, *RING[step % len(RING)])
