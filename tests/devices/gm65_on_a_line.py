"""The model of the GM65 as firmware meets it:
a code lies before it, and commands come in pieces.
"""

from companion.simulation.gm65 import Gm65

HEAD = b"\x7e\x00"
PAUSE, SAME = 0x05, 0x13


class Gm65OnALine(Gm65):
    """A module that a driver talks with, byte by byte, and that sees a code again and again."""

    def switch_on(self) -> None:
        super().switch_on()
        self._heard = bytearray()
        self._last: tuple[str, float] | None = None

    def see(self, text: str, at: float) -> bytes:
        """What is sent at one moment, in seconds, while a code lies before the window."""
        if self._last is not None:
            said, when = self._last
            if at - when < self._setting(PAUSE) / 10 or (
                said == text and not self._again(at - when)
            ):
                return b""
        self._last = (text, at)
        return self.pass_code(text)

    def _again(self, passed: float) -> bool:
        same = self._setting(SAME)
        return not same & 0x80 or (same != 0x80 and passed >= (same & 0x7F) / 10)

    def receive(self, data: bytes) -> bytes:
        """The replies to received bytes, however they are split."""
        self._heard += data
        replies = b""
        while (begin := self._heard.find(HEAD)) >= 0 and len(self._heard) > begin + 3:
            end = begin + 6 + self._heard[begin + 3] + 2  # head, data, checksum
            if len(self._heard) < end:
                break
            replies += self.command(bytes(self._heard[begin:end]))
            del self._heard[:end]
        return replies
