"""A scanner that acts as a keyboard; its events arrive through a pipe in the kernel's format."""

import os
import queue
import struct
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import evdev
import pytest
from evdev import ecodes

from companion.devices.keyboard_reader import Keyboard, KeyboardReader, KeyEvent, open_keyboard
from companion.errors import DeviceError
from companion.inputs import Input, PartBack, PartLost, Scan
from tests.devices.serial_line import CLOCK, PATIENCE

EVENT = struct.Struct("llHHi")
"""input_event of linux/input.h: seconds, microseconds, type, code, value."""


class PluggedIn:
    """A scanner at the near end of a pipe. When it is unplugged, it fails as the kernel does."""

    def __init__(self) -> None:
        self.grabbed = self.closed = False
        self.pulled = False
        self._near, self._far = os.pipe()

    def types(self, text: str) -> None:
        for sign in text:
            code = ecodes.KEY_ENTER if sign == "\n" else ecodes.ecodes[f"KEY_{sign.upper()}"]
            assert isinstance(code, int)
            self.sends(
                (ecodes.EV_MSC, ecodes.MSC_SCAN, 7),
                (ecodes.EV_KEY, code, 1),
                (ecodes.EV_KEY, code, 0),
            )

    def sends(self, *events: tuple[int, int, int]) -> None:
        os.write(self._far, b"".join(EVENT.pack(0, 0, *event) for event in events))

    def pull(self) -> None:
        self.pulled = True
        self.sends((0, 0, 0))

    # The interface of evdev.InputDevice.

    def fileno(self) -> int:
        return self._near

    def grab(self) -> None:
        self.grabbed = True

    def read(self) -> Iterable[KeyEvent]:
        data = os.read(self._near, 64 * EVENT.size)
        if self.pulled:
            raise OSError(19, "No such device")
        return [evdev.InputEvent(*event) for event in EVENT.iter_unpack(data)]

    def close(self) -> None:
        self.closed = True


class Socket:
    """A socket into which a scanner may be plugged."""

    def __init__(self) -> None:
        self.scanner: PluggedIn | None = None
        self.looked_for: list[str] = []

    def open(self, path: str) -> Keyboard:
        self.looked_for.append(path)
        if self.scanner is None:
            raise FileNotFoundError(2, "No such file or directory", path)
        return self.scanner


@pytest.fixture
def socket() -> Socket:
    return Socket()


@pytest.fixture
def reader(socket: Socket) -> Iterator[KeyboardReader]:
    reader = KeyboardReader("usb-Scanner-event-kbd", clock=CLOCK, opener=socket.open)
    yield reader
    reader.close()


def polled(reader: KeyboardReader, count: int) -> list[Input]:
    heard: list[Input] = []
    while len(heard) < count:
        heard += reader.poll(PATIENCE)
    return heard


def test_card_is_read_and_the_scanner_is_grabbed(socket: Socket, reader: KeyboardReader) -> None:
    socket.scanner = PluggedIn()
    assert reader.poll() == []
    assert socket.looked_for == ["/dev/input/by-id/usb-Scanner-event-kbd"]
    assert socket.scanner.grabbed
    socket.scanner.types("8h\n2c\n")
    assert polled(reader, 2) == [Scan("8h", CLOCK.monotonic()), Scan("2c", CLOCK.monotonic())]


def test_card_is_read_letter_by_letter(socket: Socket, reader: KeyboardReader) -> None:
    socket.scanner = PluggedIn()
    reader.poll()
    heard: list[Input] = []
    for letter in "1qsf\n":
        socket.scanner.types(letter)
        heard += reader.poll(PATIENCE)
    assert heard == [Scan("1qsf", CLOCK.monotonic())]


def test_card_without_enter_is_read_after_a_pause(socket: Socket, reader: KeyboardReader) -> None:
    socket.scanner = PluggedIn()
    reader.poll()
    socket.scanner.types("8h")
    assert reader.poll(PATIENCE) == []
    assert reader.poll(0) == [Scan("8h", CLOCK.monotonic(), ended=False)]
    assert reader.poll(0) == []


def test_missing_scanner_is_reported_once_and_found_later(
    socket: Socket, reader: KeyboardReader
) -> None:
    (lost,) = reader.poll()
    assert isinstance(lost, PartLost)
    assert "No such file" in lost.reason
    assert reader.poll() == []
    socket.scanner = PluggedIn()
    assert reader.poll() == [PartBack("Reader")]


def test_unplugging_the_scanner_discards_half_a_line(
    socket: Socket, reader: KeyboardReader
) -> None:
    socket.scanner = first = PluggedIn()
    reader.poll()
    first.types("8")
    assert reader.poll(PATIENCE) == []
    first.pull()
    (lost,) = polled(reader, 1)
    assert isinstance(lost, PartLost)
    assert first.closed
    socket.scanner = PluggedIn()
    assert reader.poll() == [PartBack("Reader")]
    socket.scanner.types("9h\n")
    assert polled(reader, 1) == [Scan("9h", CLOCK.monotonic())]


def test_scanner_grabbed_by_another_program_is_a_lost_part(
    socket: Socket, reader: KeyboardReader
) -> None:
    class Held(PluggedIn):
        def grab(self) -> None:
            raise OSError(16, "Device or resource busy")

    socket.scanner = Held()
    (lost,) = reader.poll()
    assert isinstance(lost, PartLost)
    assert "busy" in lost.reason
    assert socket.scanner.closed


def test_started_reader_reports_by_itself_and_closes_at_once(socket: Socket) -> None:
    socket.scanner = PluggedIn()
    reader = KeyboardReader("/dev/input/event3", clock=CLOCK, opener=socket.open)
    heard: queue.SimpleQueue[Input] = queue.SimpleQueue()
    reader.start(heard.put)
    socket.scanner.types("8h\n")
    assert heard.get(timeout=PATIENCE) == Scan("8h", CLOCK.monotonic())
    reader.close()
    assert socket.scanner.closed
    assert socket.looked_for == ["/dev/input/event3"]


def test_missing_device_is_reported_by_evdev(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        open_keyboard(str(tmp_path / "event-kbd"))


def test_missing_evdev_names_the_package_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "evdev", None)
    with pytest.raises(DeviceError, match="python3-evdev"):
        open_keyboard("/dev/input/event0")


def test_only_keyboard_is_found_by_itself(socket: Socket, tmp_path: Path) -> None:
    by_id = tmp_path / "input" / "by-id"
    by_id.mkdir(parents=True)
    reader = KeyboardReader("auto", clock=CLOCK, opener=socket.open, dev=tmp_path)
    assert reader.poll() == []  # a box that never had a scanner misses none
    socket.scanner = PluggedIn()
    (by_id / "usb-Scanner-event-kbd").touch()
    (by_id / "usb-Scanner-event-mouse").touch()
    assert reader.poll() == []
    assert socket.looked_for == [str(by_id / "usb-Scanner-event-kbd")]
    (by_id / "usb-Scanner-event-kbd").unlink()
    socket.scanner.pull()
    (lost,) = polled(reader, 1)
    assert isinstance(lost, PartLost)
    reader.close()


def test_two_keyboards_are_not_guessed_between(socket: Socket, tmp_path: Path) -> None:
    by_id = tmp_path / "input" / "by-id"
    by_id.mkdir(parents=True)
    for name in ("usb-Keys-event-kbd", "usb-Scanner-event-kbd"):
        (by_id / name).touch()
    reader = KeyboardReader("auto", clock=CLOCK, opener=socket.open, dev=tmp_path)
    (lost,) = reader.poll()
    assert isinstance(lost, PartLost)
    assert "usb-Keys-event-kbd, usb-Scanner-event-kbd" in lost.reason
    assert socket.looked_for == []
    reader.close()
