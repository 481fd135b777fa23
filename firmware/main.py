"""The boot file of the reader node, the only module that accesses the machine.

MicroPython runs it when the board is switched on. It ends only if UNDO is held down or GP22 is
connected to ground at that moment, which starts the REPL. It prints any error and restarts the
node.
"""

import os
import select
import sys
from time import sleep_ms, ticks_ms  # type: ignore[attr-defined]

import wiring
from machine import PWM, UART, WDT, Pin, reset
from micropython import kbd_intr
from node.de2120 import De2120
from node.gm65 import Gm65
from node.keys import Keys
from node.lines import Lines
from node.link import Link
from node.node import Node
from node.signals import Signals
from node.usb import UsbLine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

    from node.ports import Poll

WATCHDOG = 8000
"""Milliseconds without a step after which the watchdog restarts the board; an RP2040 allows at most
8388.
"""

DRIVERS = {driver.name: driver for driver in (Gm65, De2120, Lines)}


def input_pin(number: int) -> Pin:
    """Return the pin of a contact to ground; it reads 0 while the contact is closed."""
    return Pin(number, Pin.IN, Pin.PULL_UP)


def wants_repl() -> bool:
    """Return whether UNDO or GP22 is low, which requests the REPL."""
    pins = [
        input_pin(number) for number in (wiring.REPL, wiring.KEYS.get("UNDO")) if number is not None
    ]
    sleep_ms(20)  # the pull-ups need time to raise the pins
    return any(pin.value() == 0 for pin in pins)


def led() -> Pin | None:
    """Return the pin of the light, or None."""
    return None if wiring.LED is None else Pin(wiring.LED, Pin.OUT)


def beeper() -> Callable[[int], None] | None:
    """Return the function that sounds the beeper, or None."""
    if wiring.BEEPER is None:
        return None
    pwm = PWM(Pin(wiring.BEEPER))
    pwm.freq(1000)  # any frequency works, because the duty of 0 keeps it silent

    def sound(hertz: int) -> None:
        if hertz:
            pwm.freq(hertz)
        pwm.duty_u16(0x8000 if hertz else 0)

    return sound


def poll(stream: TextIO, event: int) -> Poll:
    """Return a `select.poll` for one `event` of one `stream`."""
    polled = select.poll()
    polled.register(stream, event)
    return polled  # type: ignore[return-value]  # CPython's class has no ipoll


def the_node() -> Node:
    """Return the node for this board's wiring."""
    uart = UART(
        wiring.UART,
        wiring.BAUD[wiring.MODULE],
        tx=Pin(wiring.TX),
        rx=Pin(wiring.RX),
        timeout=0,
        rxbuf=512,
    )
    line = UsbLine(
        sys.stdin.buffer,
        sys.stdout.buffer,
        poll(sys.stdin, select.POLLIN),
        poll(sys.stdout, select.POLLOUT),
    )
    has = {"keys": wiring.KEYS, "led": wiring.LED is not None, "beeper": wiring.BEEPER is not None}
    abilities = [wiring.MODULE] + [ability for ability in ("keys", "led", "beeper") if has[ability]]
    boot = "".join(f"{byte:02X}" for byte in os.urandom(4))
    keys = Keys({name: input_pin(number) for name, number in wiring.KEYS.items()})
    return Node(
        DRIVERS[wiring.MODULE](uart), Link(line, boot, abilities), keys, Signals(led(), beeper())
    )


def run() -> None:
    """Run the node until an error occurs."""
    kbd_intr(-1)  # a byte 03 in a corrupt line must not act as Ctrl-C
    node = the_node()
    watchdog = WDT(timeout=WATCHDOG)
    while True:
        node.step(ticks_ms())
        watchdog.feed()
        sleep_ms(1)


if wants_repl():
    light = led()
    if light is not None:
        light(1)
    print("The reader node was not started: UNDO or GP22 was held.")  # noqa: T201
else:
    try:
        run()
    except Exception as error:  # noqa: BLE001  # any error restarts the node, so that it continues to read cards
        sys.print_exception(error)  # type: ignore[attr-defined]
        sleep_ms(500)  # so that USB sends the text before the reset
        reset()
