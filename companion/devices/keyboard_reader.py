"""The driver of a card reader that types like a keyboard; grabs it through evdev, so terminals get
no input.
"""

import selectors
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Protocol

from companion.devices.lines import TypedLines
from companion.devices.ports import READ_SECONDS, Clock, MakeWorker, PolledReader, Worker
from companion.errors import DeviceError, PartNotDetectedError
from companion.inputs import Input, Layout, PartName, Scan
from companion.message import phrase

AUTO = "auto"

KEY_EVENT = 1
"""The type of a key event: EV_KEY of Linux's input-event-codes.h."""


class KeyEvent(Protocol):
    """The part of `evdev.InputEvent` that the reader uses."""

    type: int
    code: int
    value: int


class Keyboard(Protocol):
    """The part of `evdev.InputDevice` that the reader uses."""

    def fileno(self) -> int: ...
    def grab(self) -> None: ...
    def read(self) -> Iterable[KeyEvent]: ...
    def close(self) -> None: ...


Opener = Callable[[str], Keyboard]
"""Opens the input device at a path; raises OSError if that fails."""


def open_keyboard(path: str) -> Keyboard:
    """Open the input device at `path`.

    Raises:
        OSError: the device is missing, or this user may not read it (the group is "input").
        DeviceError: evdev is not installed.
    """
    try:
        import evdev  # noqa: PLC0415  # only boxes with this kind of reader need it
    except ImportError:
        raise DeviceError(
            phrase("a reader that types needs evdev"), "apt install python3-evdev"
        ) from None
    keyboard: Keyboard = evdev.InputDevice(path)
    return keyboard


def find_keyboard(name: str, dev: Path = Path("/dev")) -> str:
    """Return the path of the scanner called `name`: a path, a name in /dev/input/by-id, or "auto",
    the only keyboard there.

    Raises:
        PartNotDetectedError: the name is "auto" and there is no keyboard.
        DeviceError: the name is "auto" and there are several keyboards.
    """
    by_id = dev / "input" / "by-id"
    if name != AUTO:
        return name if "/" in name else str(by_id / name)
    found = sorted(by_id.glob("*event-kbd"))
    if len(found) > 1:
        names = ", ".join(path.name for path in found)
        raise DeviceError(
            phrase("more than one keyboard is plugged in, name the scanner: {names}", names=names)
        )
    if not found:
        raise PartNotDetectedError(phrase("no scanner is plugged in"))
    return str(found[0])


class KeyboardReader(PolledReader):
    """Reports every line that a scanner types as a `Scan`.

    Wiring: its USB plug. Look for the scanner's name in /dev/input/by-id (it ends in
    ``event-kbd``), and add the user of the box to the group "input". The reader grabs the scanner,
    so its input never reaches a terminal. Set the scanner to end a scan with Enter or Tab;
    otherwise a pause ends the scan.

    The reader reports an unplugged scanner once with `PartLost`, looks for it, and reports
    `PartBack` when it has returned. With "auto" it does not report a loss if it never found one.

    On a Pi omit `opener`; here it opens a device that types 8, H and Enter (the codes are from
    Linux's input-event-codes.h):

    >>> import os
    >>> from types import SimpleNamespace
    >>> import time
    >>> class Scanner:
    ...     def __init__(self, path):
    ...         self.near, self.far = os.pipe()
    ...         _ = os.write(self.far, b"!")
    ...     def fileno(self):
    ...         return self.near
    ...     def grab(self):
    ...         pass
    ...     def read(self):
    ...         _ = os.read(self.near, 1)
    ...         pressed = [(code, value) for code in (9, 35, 28) for value in (1, 0)]
    ...         return [SimpleNamespace(type=KEY_EVENT, code=c, value=v) for c, v in pressed]
    ...     def close(self):
    ...         _ = os.close(self.near), os.close(self.far)
    >>> reader = KeyboardReader("usb-Scanner_Barcode-event-kbd", clock=time, opener=Scanner)
    >>> reader.poll()  # `start` has a thread do so; the first time opens the scanner
    []
    >>> [scan.text for scan in reader.poll()]
    ['8h']
    >>> reader.close()

    Args:
        device: a path, a name in /dev/input/by-id, or "auto" for the only keyboard, in a box that
            has no other.
        layout: the keyboard layout that the scanner is set to; "us" by default.
        clock: gives each scan its time.
        part: the reader's name on the display.
        opener: opens a device, by default through evdev.
        dev: the folder of device files.
        worker: makes the worker that runs the driver after `start`.
    """

    def __init__(
        self,
        device: str,
        layout: Layout = "us",
        *,
        clock: Clock,
        part: PartName = "Reader",
        opener: Opener = open_keyboard,
        dev: Path = Path("/dev"),
        worker: MakeWorker = Worker,
    ) -> None:
        super().__init__(part, worker)
        self._name, self._dev = device, dev
        self._clock, self._opener = clock, opener
        self._lines = TypedLines(layout)
        self._keyboard: Keyboard | None = None

    def poll(self, timeout: float = READ_SECONDS) -> list[Input]:
        if self._keyboard is None:
            return self._open()
        try:
            return self._read(self._keyboard, timeout)
        except OSError as error:
            return self._lose(error)

    def _open(self) -> list[Input]:
        try:
            self._keyboard = self._opener(find_keyboard(self._name, self._dev))
            self._keyboard.grab()
        except OSError as error:
            return self._lose(error)
        return self._found()

    def _read(self, keyboard: Keyboard, timeout: float) -> list[Input]:
        with selectors.DefaultSelector() as selector:
            selector.register(keyboard, selectors.EVENT_READ)
            has_typed = bool(selector.select(timeout))
        if has_typed:
            keys = (event for event in keyboard.read() if event.type == KEY_EVENT)
            lines = [self._lines.key(key.code, key.value) for key in keys]
        else:
            lines = [self._lines.quiet()]
        now = self._clock.monotonic()
        return [Scan(line, now, self._part, ended=has_typed) for line in lines if line is not None]

    def _lose(self, error: OSError) -> list[Input]:
        self._shut()
        self._lines.drop()
        return self._missing(error)

    def _shut(self) -> None:
        keyboard, self._keyboard = self._keyboard, None
        if keyboard is not None:
            keyboard.close()
