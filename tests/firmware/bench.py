"""A node on a table: its board, a GM65 on its pins, and a reader of its line."""

from collections.abc import Callable, Iterator, Mapping
from typing import Self

from companion.devices.scanner_node import FrameAssembler, framed
from tests.devices.gm65_on_a_line import Gm65OnALine
from tests.firmware.board import BOOT, Board, Did

Words = tuple[str, ...]


class Bench:
    """A board run millisecond by millisecond, with the module at the other end of its UART.

    Args:
        board: switched off at first.
        module: the scanner module; by default one with factory settings.
    """

    def __init__(self, board: Board, module: Gm65OnALine | None = None) -> None:
        self.board = board
        self.module = module or Gm65OnALine()
        self.plugged = True
        self.from_module = b""
        self.to_module: list[bytes] = []
        self.frames: list[Words] = []
        self._assembler = FrameAssembler()

    def start(self, boot: str = BOOT) -> Self:
        """Switch the board on and give it time to set up its module."""
        self.module.switch_on()
        self._after(self.board.switch_on(boot))
        return self.run(500)

    def step(
        self,
        milliseconds: int = 1,
        line: bytes = b"",
        levels: Mapping[str, int] | None = None,
        *,
        full: bool = False,
    ) -> Did:
        """Run one step of the board with the bytes that the module has sent so far."""
        from_module, self.from_module = self.from_module, b""
        did = self.board.step(milliseconds, uart=from_module, line=line, levels=levels, full=full)
        self._after(did)
        return did

    def run(self, milliseconds: int, line: bytes = b"", *, each: int = 5) -> Self:
        """Let `milliseconds` pass in steps of `each`; `line` arrives with the first step."""
        for _ in range(0, milliseconds, each):
            self.step(each, line)
            line = b""
        return self

    def pass_card(self, text: str) -> Self:
        """Show the module a code and let it arrive."""
        self.from_module += self.module.pass_code(text)
        return self.run(5)

    def heard(self, kind: str) -> list[Words]:
        """Return the frames of one kind since the last call of `clear`."""
        return [words for words in self.frames if words[0] == kind]

    def clear(self) -> Self:
        self.frames.clear()
        self.to_module.clear()
        return self

    def scans(self) -> list[str]:
        """Return the texts of the cards that the node reported, repetitions included."""
        return self._texts("S")

    def unended(self) -> list[str]:
        """Return the texts of the reported cards that had no line end."""
        return self._texts("U")

    def _texts(self, kind: str) -> list[str]:
        return [bytes.fromhex(words[3]).decode() for words in self.heard(kind)]

    def acknowledge(self, number: int) -> Self:
        return self.run(5, framed(f"A {BOOT} {number}"))

    def watch(
        self, milliseconds: int, see: Callable[[Did], object]
    ) -> Iterator[tuple[int, object]]:
        """Yield each new value of `see`, with the milliseconds since now."""
        last: object = None
        for passed in range(milliseconds):
            if (seen := see(self.step())) != last:
                last = seen
                yield passed, seen

    def _after(self, did: Did) -> None:
        self.frames += self._assembler.feed(did.line)
        if did.uart:
            self.to_module.append(did.uart)
            if self.plugged:
                self.from_module += self.module.receive(did.uart)
