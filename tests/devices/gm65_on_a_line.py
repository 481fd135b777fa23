"""The model of the GM65 on a serial line, with a code in front of it and commands in pieces."""

from tests.devices.gm65 import Gm65

HEAD = b"\x7e\x00"
PAUSE, SAME = 0x05, 0x13


class Gm65OnALine(Gm65):
    """A scanner module for a driver: it takes bytes one by one and sees a code again and again."""

    def switch_on(self) -> None:
        super().switch_on()
        self._heard = bytearray()
        self._last: tuple[str, float] | None = None

    def see(self, text: str, at: float) -> bytes:
        """Return the bytes sent at time `at` (seconds) while a code is in front of the window."""
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
        """Return the replies to received bytes, however the bytes are split."""
        self._heard += data
        replies = b""
        while (begin := self._heard.find(HEAD)) >= 0 and len(self._heard) > begin + 3:
            end = begin + 6 + self._heard[begin + 3] + 2  # head, data, checksum
            if len(self._heard) < end:
                break
            replies += self.command(bytes(self._heard[begin:end]))
            del self._heard[:end]
        return replies
