"""The image of a reader node, booted in an emulated RP2040: `make test-node`.

The emulator runs the machine code of MicroPython. A model of the GM65 is at the pins of its UART.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from rp2040py.boards import BoardSpec
from rp2040py.device import MicroPythonDevice
from rp2040py.device.base_device import BaseDevice
from rp2040py.peripherals.uart import UARTTXINTR

from companion.devices.scanner_node import FrameAssembler, framed
from tests.devices.gm65_on_a_line import Gm65OnALine
from tests.firmware.board import FIRMWARE, REPL, ROOT

IMAGE = ROOT / "build" / "node" / "companion-node-pico.uf2"
PATIENCE = 120.0
"""Seconds until a test gives up."""

MODE, READS_BY_ITSELF = 0x00, 0x96
"""A register of the module, and what the node saves in it last."""

Words = tuple[str, ...]


class Pico:
    """An emulated Pico with the image: a module at its UART, a box at its USB line."""

    def __init__(self, device: Any) -> None:
        self.device = device
        self.frames: list[Words] = []
        self.module = Gm65OnALine()
        self._news = asyncio.Event()
        self._uart = device.mcu.uart[0]
        self._uart.check_interrupts = self._check_interrupts
        self._uart.on_byte = self._sent
        self._assembler = FrameAssembler()
        device.cdc.on_serial_data = self._heard

    def show(self, text: str) -> None:
        """Hold a code in front of the module."""
        self._receive(self.module.pass_code(text))

    def say(self, line: bytes) -> None:
        """Send a line from the box."""
        for byte in line:
            self.device.cdc.send_serial_byte(byte)

    async def until(self, is_so: Callable[[], object]) -> None:
        """Let the Pico run until something is the case."""
        async with asyncio.timeout(PATIENCE):
            while not is_so():
                self._news.clear()
                await self._news.wait()

    def heard(self, kind: str) -> list[Words]:
        return [words for words in self.frames if words[0] == kind]

    def _heard(self, data: bytes) -> None:
        self.frames += self._assembler.feed(bytes(data))
        self._news.set()

    def _sent(self, byte: int) -> None:
        self._receive(self.module.receive(bytes([byte])))
        self._news.set()
        self._uart._interrupt_status |= UARTTXINTR  # noqa: SLF001  # the emulator has no other way
        self._uart.check_interrupts()

    def _receive(self, data: bytes) -> None:
        for byte in data:
            self._uart.feed_byte(byte)

    def _check_interrupts(self) -> None:
        """Replace the emulator's own, which asks for the next byte for ever, so that MicroPython
        does nothing else: an RP2040 asks once, when the one before has left.
        """
        asks = self._uart._interrupt_status & self._uart._interrupt_mask  # noqa: SLF001  # the same
        self.device.mcu.set_interrupt(self._uart.irq, bool(asks))


def test_card_reaches_the_box_from_a_pico_with_nothing_but_the_image() -> None:
    async def play() -> None:
        async with BaseDevice(board=BoardSpec(image=IMAGE)) as device:
            pico = Pico(device)
            await pico.until(lambda: pico.heard("H"))
            hello = pico.heard("H")[0]
            assert hello[5:] == ("0.1.0", "gm65,keys,led,beeper")
            await pico.until(lambda: pico.module.saved[MODE] == READS_BY_ITSELF)
            pico.show("1QSF")
            await pico.until(lambda: pico.heard("S"))
            pico.say(framed(f"A {hello[1]} 1"))
            pico.show("18H0")
            await pico.until(lambda: pico.heard("S")[-1][2] == "2")
            texts = [bytes.fromhex(words[3]).decode() for words in pico.heard("S")]
            assert texts == ["1QSF", "18H0"]

    asyncio.run(play())


def test_own_wiring_wins_over_that_of_the_image() -> None:
    wiring = (FIRMWARE / "wiring.py").read_text("utf-8") + 'MODULE = "lines"\n'

    async def play() -> None:
        device = MicroPythonDevice(board=BoardSpec(image=IMAGE))
        repl = device.mcu.gpio[int(REPL)]
        repl.set_input_value(False)
        async with device:
            write = f"with open('wiring.py', 'w') as file: file.write({wiring!r})"
            assert await device.aexec(write) == (b"", b"")
            repl.release_input()
            pico = Pico(device)
            device.hard_reset()
            await pico.until(lambda: pico.heard("H"))
            assert pico.heard("H")[0][6] == "lines,keys,led,beeper"

    asyncio.run(play())
