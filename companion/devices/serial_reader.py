"""The driver of a card reader on a serial port: a barcode module, a scanner in USB-COM mode or a
reader node.
"""

import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import serial

from companion.config.board import PI_5_HEADER, PI_MODEL, is_pi_5, pi_model
from companion.devices import scanner_node
from companion.devices.lines import LineAssembler
from companion.devices.ports import READ_SECONDS, Clock, MakeWorker, PolledReader, Worker
from companion.devices.scanner_node import NodeLink
from companion.errors import DeviceError, PartNotDetectedError
from companion.inputs import Input, Noise, PartName, Receipt, Scan
from companion.message import phrase

AUTO = "auto"
USB_PORTS = ("ttyACM0", "ttyUSB0")
HEADER_PORT = "serial0"
"""The UART on the pins of the 40-pin header, except on a Pi 5 (`header_of`)."""

WRITE_SECONDS = 0.2
"""Seconds that one write waits; a node asks again if it gets no answer."""
READ_BYTES = 4096
"""Maximum bytes of one read: the size of the kernel's buffer."""

MAX_RATE = 16 * 1024
"""Bytes a second that are assembled into lines; a scanner at 115200 baud sends 11,520."""
MAX_BURST = 32 * 1024
"""Bytes that may be assembled at once regardless of the rate."""
TAIL_BYTES = 64
"""Bytes at the end of dropped data that are still assembled, because they may be a card."""
MAX_READS = 64
"""Consecutive reads that drop bytes; a fast sender has refilled the buffer by then."""
DROP_SECONDS = 0.02
"""Seconds until the next read while bytes are dropped, so that the game gets the processor."""

_GONE: tuple[type[Exception], ...] = (OSError,)
try:
    import termios
except ImportError:  # Windows, where pyserial only raises OSError
    pass
else:
    # pyserial raises termios.error, which is not an OSError, if a port vanishes during its setup.
    _GONE = (OSError, termios.error)


class SerialPort(Protocol):
    """The part of `serial.Serial` that the reader uses."""

    timeout: float | None

    @property
    def in_waiting(self) -> int: ...
    def read(self, size: int) -> bytes: ...
    def write(self, data: bytes) -> object: ...
    def close(self) -> None: ...


Opener = Callable[[str, int], SerialPort]
"""Opens the port at a path with a baud rate; raises OSError if that fails."""


def open_port(path: str, baud: int) -> SerialPort:
    """Open `path` exclusively, with 8 data bits, no parity and 1 stop bit.

    Raises:
        OSError: the port is missing, in use, or not a serial port.
    """
    port: SerialPort = serial.Serial(
        path, baud, timeout=READ_SECONDS, write_timeout=WRITE_SECONDS, exclusive=True
    )
    return port


def header_of(model: str) -> str:
    """Return the name of the UART on the header's pins: on a Pi 5 "serial0" is the debug connector.

    >>> header_of("Raspberry Pi 5 Model B Rev 1.0"), header_of("Raspberry Pi 4 Model B Rev 1.5")
    ('ttyAMA0', 'serial0')
    """
    return Path(PI_5_HEADER).name if is_pi_5(model) else HEADER_PORT


def find_port(name: str, *, header: str = HEADER_PORT, dev: Path = Path("/dev")) -> str:
    """Return the path of the port called `name`.

    >>> find_port("usb-GM65"), find_port("/dev/ttyAMA0")
    ('/dev/serial/by-id/usb-GM65', '/dev/ttyAMA0')

    Args:
        name: a path, a name in /dev/serial/by-id, or "auto": the only port in by-id, else the first
            USB port, else the UART of the header.
        header: the name of the header's UART; if "", "auto" does not fall back to it.
        dev: the folder of device files.

    Raises:
        PartNotDetectedError: the name is "auto" and no port was found.
        DeviceError: the name is "auto" and several ports were found.
    """
    by_id = dev / "serial" / "by-id"
    if name != AUTO:
        return name if "/" in name else str(by_id / name)
    named = sorted(path for path in by_id.glob("*") if path.exists())
    if len(named) > 1:
        names = ", ".join(path.name for path in named)
        raise DeviceError(
            phrase(
                "more than one serial port is plugged in, name the reader's: {names}", names=names
            )
        )
    for path in (*named, *(dev / port for port in (*USB_PORTS, *([header] if header else [])))):
        if path.exists():
            return str(path)
    raise PartNotDetectedError(phrase("no serial port is plugged in"))


class SerialReader(PolledReader):
    r"""A reader on a serial port; it reports every received line as a `Scan`.

    The driver recognizes a reader node (docs/reference/node-link.md) by its messages. Each input of
    a node carries a `Receipt`, which the box answers with `taken` and `verdict`.

    Wiring: a barcode module's TX to GPIO15 (RXD, pin 10), its RX to GPIO14 (TXD, pin 8), ground to
    ground, its supply as in its datasheet, 3.3 V signals (docs/reference/wiring.md,
    hardware/board.toml). Set the module to end a scan with CR, LF or both; otherwise a pause ends
    the scan. Disable the login console on the UART (`raspi-config`). A scanner with a USB plug only
    has to be set to USB-COM.

    The driver reports a missing or unplugged port once with `PartLost`, looks for it, and reports
    `PartBack` when it has returned. With "auto" it does not report a loss if it never found a
    reader. Bytes that are not lines of text are reported as `Noise`.

    On a Pi the port is "auto"; here it is a pseudo-terminal, which gets what a GM65 sends:

    >>> import os, tty
    >>> import time
    >>> near, far = os.openpty()
    >>> _ = tty.setraw(far)
    >>> reader = SerialReader(os.ttyname(far), clock=time)
    >>> reader.poll()  # `start` has a thread do so and report each scan
    []
    >>> _ = os.write(near, b"1QSF\r")
    >>> [scan.text for scan in reader.poll() or reader.poll()]
    ['1QSF']
    >>> reader.close()
    >>> os.close(near), os.close(far)
    (None, None)

    Args:
        port: a path, a name in /dev/serial/by-id, or "auto". "auto" switches from a silent header
            to a USB port, but never from a USB port to the header.
        baud: bits a second; the default of a GM65 is 9600, that of a DE2120 115200.
        clock: gives each scan its time.
        part: the reader's name on the display.
        opener: opens a port, by default through pyserial.
        dev: the folder in which "auto" and plain names look for ports.
        model: the file in which the kernel reports the model of the Pi, which determines the
            header's port.
        receipts: the last receipt on disk for each boot of a node; the driver only reads it.
        worker: makes the worker that runs the driver after `start`.
    """

    def __init__(  # noqa: PLR0913  # the machine's parts, which tests and the simulation hand in
        self,
        port: str = AUTO,
        baud: int = 9600,
        *,
        clock: Clock,
        part: PartName = "Reader",
        opener: Opener = open_port,
        dev: Path = Path("/dev"),
        model: Path = PI_MODEL,
        receipts: Mapping[str, int] | None = None,
        worker: MakeWorker = Worker,
    ) -> None:
        super().__init__(part, worker)
        self._name, self._baud = port, baud
        self._clock, self._opener, self._dev = clock, opener, dev
        self._lines = LineAssembler(part)
        self._link = NodeLink({} if receipts is None else receipts, part)
        self._port: SerialPort | None = None
        self._path = ""
        self._budget, self._refilled = float(MAX_BURST), clock.monotonic()
        self._header = header_of(pi_model(model))
        self._header_allowed, self._header_spoke = True, False
        # Guards only the reference to the open port, so that a thread does not use a port that
        # another closes.
        self._swap = threading.Lock()

    def taken(self, receipt: Receipt) -> None:
        """Acknowledge to the node that everything up to `receipt` is on disk; thread-safe."""
        if self._link.is_mine(receipt):
            self._write(self._link.acknowledged(receipt))

    def verdict(self, receipt: Receipt, *, accepted: bool) -> None:
        """Send the table's verdict on the card to the node; thread-safe."""
        if self._link.is_mine(receipt):
            self._write(scanner_node.verdict(receipt, accepted=accepted))

    def poll(self, timeout: float = READ_SECONDS) -> list[Input]:
        if self._port is None:
            return self._open()
        noise: list[Input] = []
        try:
            data = self._read(self._port, timeout)
            is_too_much = not self._affords(len(data))
            if is_too_much:
                noise, data = self._drop(self._port, data)
        except _GONE as error:
            return self._lose(error)
        now = self._clock.monotonic()
        self._pause = DROP_SECONDS if is_too_much else 0.0
        if data:
            self._header_spoke = True
            heard = self._link.feed(data, now)
            self._write(heard.answer)
            if not self._link.is_node:
                return noise + self._plain(self._lines.feed(data), now)
            self._lines.drop()  # may hold the first half of the node's first frame
            return noise + heard.inputs
        self._prefer_usb()
        return (
            self._link.quiet(now)
            if self._link.is_node
            else self._plain(self._lines.quiet(), now, ended=False)
        )

    def _plain(
        self, lines: Sequence[str | Noise], now: float, *, ended: bool = True
    ) -> list[Input]:
        """Return the inputs of a plain reader; half a frame of an unrecognized node does not count
        as a label.
        """
        heard = [
            line if isinstance(line, Noise) else Scan(line, now, self._part, ended=ended)
            for line in lines
            if isinstance(line, Noise) or not line.startswith("~")
        ]
        return [
            *(self._link.well() if any(isinstance(item, Scan) for item in heard) else ()),
            *heard,
        ]

    def _write(self, data: bytes) -> None:
        # Errors are ignored because the next read reports a loss, and a node asks again.
        with self._swap, suppress(*_GONE):
            if data and self._port is not None:
                self._port.write(data)

    def _open(self) -> list[Input]:
        try:
            header = self._header if self._header_allowed else ""
            path = find_port(self._name, header=header, dev=self._dev)
            port = self._opener(path, self._baud)
        except _GONE as error:
            return self._lose(error)
        with self._swap:
            self._port, self._path = port, path
        self._write(self._link.open())
        self._header_allowed = self._on_header()
        return self._found()

    def _read(self, port: SerialPort, timeout: float) -> bytes:
        if port.timeout != timeout:  # assigning it makes pyserial configure the whole port again
            port.timeout = timeout
        return port.read(max(1, min(port.in_waiting, READ_BYTES)))

    def _affords(self, count: int) -> bool:
        """Return whether `count` bytes may be assembled now; if so, charge them to the budget."""
        now = self._clock.monotonic()
        refilled, self._refilled = (now - self._refilled) * MAX_RATE, now
        self._budget = min(self._budget + refilled, MAX_BURST)
        if count > self._budget:
            return False
        self._budget -= count
        return True

    def _drop(self, port: SerialPort, data: bytes) -> tuple[list[Input], bytes]:
        """Drop `data` and the bytes waiting after it except for the end; return the noise and the
        end.
        """
        count = len(data)
        for _ in range(MAX_READS):
            if not (waiting := port.in_waiting):
                break
            more = port.read(min(waiting, READ_BYTES))
            count += len(more)
            data = (data + more)[-TAIL_BYTES - 1 :]
        dropped, end = data[:-TAIL_BYTES], data[-TAIL_BYTES:]
        if not dropped:
            return [], end
        self._lines.skip(dropped)
        return [Noise("too much", count - len(end), self._part)], end

    def _lose(self, error: Exception) -> list[Input]:
        self._shut()
        dropped: Sequence[Input] = self._lines.drop()
        if self._link.is_node:
            # the node repeats an incomplete frame
            dropped = self._link.let_go(self._clock.monotonic())
        return self._missing(error, dropped)

    def _prefer_usb(self) -> None:
        """Close the header's port if it has never sent anything and a USB port was plugged in."""
        if self._name != AUTO or not self._on_header() or self._header_spoke:
            return
        try:
            found = find_port(AUTO, header=self._header, dev=self._dev)
        except DeviceError:
            return
        if found != self._path:
            self._shut()

    def _on_header(self) -> bool:
        return self._path == str(self._dev / self._header)

    def _shut(self) -> None:
        with self._swap:
            port, self._port = self._port, None
        if port is not None:
            port.close()
