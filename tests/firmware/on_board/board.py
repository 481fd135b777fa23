"""The environment of the firmware: `machine`, the clock, the USB line. Runs on MicroPython.

Time does not pass while the firmware works. When it sleeps, its actions are reported. The next
command gives the time at which it wakes and the input that arrived in between.
"""

import json
import sys
from binascii import hexlify, unhexlify

import bench
import micropython


class Off(BaseException):
    """The supply is off."""


class Restarted(BaseException):
    """The firmware has reset the board."""


class World:
    """The firmware's view of the outside, and its effects on it."""

    def __init__(self):
        self.ticks = 0
        self.uart_in = bytearray()
        self.uart_out = bytearray()
        self.line_in = bytearray()
        self.line_out = bytearray()
        self.line_full = False
        self.levels = {}
        self.written = {}
        self.tone = 0
        self.watchdog = None
        self.fed = 0
        self.interrupt = 3
        self.baud = None
        self.seed = b"\0\0\0\0"

    def take(self, command):
        if "off" in command:
            raise Off
        self.ticks = command.get("ticks", self.ticks)
        self.uart_in += unhexlify(command.get("uart", ""))
        self.line_in += unhexlify(command.get("line", ""))
        self.line_full = command.get("full", self.line_full)
        self.seed = unhexlify(command.get("seed", hexlify(self.seed)))
        self.levels.update(command.get("levels", {}))

    def report(self):
        said = {
            "uart": hexlify(self.uart_out).decode(),
            "line": hexlify(self.line_out).decode(),
            "pins": self.written,
            "tone": self.tone,
            "watchdog": self.watchdog,
            "fed": self.fed,
            "interrupt": self.interrupt,
            "baud": self.baud,
        }
        self.uart_out = bytearray()
        self.line_out = bytearray()
        self.fed = 0
        return said


world = World()


class Pin:
    IN, OUT, PULL_UP = 0, 1, 1

    def __init__(self, number, mode=None, pull=None):
        self.number = str(number)
        self.pull = pull

    def value(self, level=None):
        if level is None:
            return world.levels.get(self.number, 1 if self.pull else 0)
        world.written[self.number] = level
        return None

    __call__ = value


class PWM:
    def __init__(self, pin):
        self.hertz = 0

    def freq(self, hertz):
        self.hertz = hertz

    def duty_u16(self, duty):
        world.tone = self.hertz if duty else 0


class UART:
    def __init__(self, number, baud, tx, rx, timeout, rxbuf):
        assert timeout == 0, "reading would wait"
        world.baud = baud
        self.room = rxbuf

    def any(self):
        return len(world.uart_in)

    def readinto(self, buffer, size):
        if len(world.uart_in) > self.room:
            world.uart_in = world.uart_in[: self.room]
        count = min(size, len(world.uart_in))
        buffer[:count] = world.uart_in[:count]
        world.uart_in = world.uart_in[count:]
        return count or None

    def write(self, data):
        world.uart_out += data
        return len(data)


class WDT:
    def __init__(self, timeout):
        world.watchdog = timeout

    def feed(self):
        world.fed += 1


def reset():
    raise Restarted


class Stdin:
    def __init__(self):
        self.buffer = self

    def read(self, size):
        assert 0 < size <= len(world.line_in), "reading would wait"
        got = bytes(world.line_in[:size])
        world.line_in = world.line_in[size:]
        return got


class Stdout:
    def __init__(self):
        self.buffer = self

    def write(self, data):
        assert not world.line_full, "writing would wait"
        world.line_out += data
        return len(data)


READY = ((None, 1),)


class Polled:
    def register(self, stream, event):
        self.reads = isinstance(stream, Stdin)
        assert event == (1 if self.reads else 4)

    def ipoll(self, timeout):
        assert timeout == 0, "polling would wait"
        ready = world.line_in if self.reads else not world.line_full
        return READY if ready else ()


def sleep_ms(_):
    world.take(json.loads(bench.exchange(json.dumps(world.report()))))


def kbd_intr(character):
    world.interrupt = character


class Module:
    """A module with exactly these names; the firmware uses no others."""

    def __init__(self, **names):
        for name, value in names.items():
            setattr(self, name, value)


def switch_on():
    """Boot the firmware and run it until it ends."""
    world.take(json.loads(bench.exchange("")))
    print_exception = sys.print_exception
    sys.modules["machine"] = Module(Pin=Pin, PWM=PWM, UART=UART, WDT=WDT, reset=reset)
    sys.modules["time"] = Module(ticks_ms=lambda: world.ticks, sleep_ms=sleep_ms)
    sys.modules["select"] = Module(poll=Polled, POLLIN=1, POLLOUT=4)
    sys.modules["os"] = Module(urandom=lambda size: world.seed[:size])
    sys.modules["micropython"] = Module(const=micropython.const, kbd_intr=kbd_intr)
    sys.modules["sys"] = Module(stdin=Stdin(), stdout=Stdout(), print_exception=print_exception)
    try:
        import main  # noqa: F401, PLC0415  # the import runs the firmware
    except Off:
        raise SystemExit("off") from None
    except Restarted:
        raise SystemExit("reset") from None
    raise SystemExit("repl")
