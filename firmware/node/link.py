"""The node's end of the link to the box (docs/reference/node-link.md, "The link").

>>> link = Link(UsbLine(...), "5F3A1C22", ["gm65", "led"])
>>> link.tell_scan(b"1QSF", now)
True
>>> link.step(now, "ok")  # True when the box has accepted a card since the last step
"""

from binascii import hexlify

from micropython import const

from node import VERSION
from node.frames import FrameReader, framed
from node.ring import Ring
from node.ticks import since

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from node.ports import Line

_PROTOCOL = const(1)
_HEARTBEAT = const(1000)
_AGAIN = const(500)
"""Milliseconds until the link sends an unacknowledged item again."""
_AHEAD = const(8)
"""Maximum number of unacknowledged items on the line when the link sends some again."""
_LOOK = const(50)
"""Milliseconds between two checks for items to send again."""
_READ = const(64)
"""Maximum bytes that one step takes from the line."""
_STUCK = const(2000)
"""Milliseconds without an acknowledgement until the node shows that it is waiting."""


class Link:
    """The link that reports each item to the box once and in order.

    Args:
        line: the line for the frames, such as a `UsbLine`.
        boot: eight hexadecimal digits in upper case, random at every start.
        abilities: the parts of the node that are listed in the hello.

    Attributes:
        lost: the number of scans since the start that were dropped for lack of room.
    """

    def __init__(self, line: Line, boot: str, abilities: list[str]) -> None:
        self.lost = 0
        self._line, self._boot = line, boot
        self._abilities = ",".join(abilities)
        self._ring = Ring()
        self._frames = FrameReader()
        self._buffer = bytearray(_READ)
        self._cursor = 1  # the first item to check for sending again
        self._looked = self._beat = self._moved = 0
        self._look_now = False
        self._greets = True
        self._judged = (0, "")
        self._verdict: bool | None = None

    def tell_scan(self, text: bytes, now: int, *, ended: bool = True) -> bool:
        """Store and send a code of at most 64 bytes; return False if there is no room.

        Args:
            text: the code.
            now: ticks.
            ended: whether the module sent the end of its line.
        """
        kept = self._tell("S" if ended else "U", text, now)
        if not kept:
            self.lost += 1
        return kept

    def tell_key(self, name: str, now: int, *, down: bool) -> bool:
        """Store and send a change of a key; return False if there is no room."""
        return self._tell("K", (name + (" d" if down else " u")).encode(), now)

    def is_stuck(self, now: int) -> bool:
        """Return whether the node has items and the box has not acknowledged any for a while."""
        return len(self._ring) > 0 and since(now, self._moved) > _STUCK

    def step(self, now: int, module: str) -> bool | None:
        """Process the box's frames and send what is due.

        Args:
            now: ticks.
            module: `ok`, or `silent` while the barcode module does not answer.

        Returns:
            The box's last verdict on a card since the last step, or None.
        """
        self._verdict = None
        for index in range(self._line.read_into(self._buffer)):
            words = self._frames.take(self._buffer[index])
            if words is not None:
                self._heard(words, now)
        if self._greets:
            self._greets = not self._say(
                f"H {self._state()} {_PROTOCOL} {VERSION} {self._abilities}"
            )
        if since(now, self._beat) >= _HEARTBEAT:
            self._beat = now
            self._say(f"T {self._state()} {self.lost} {module}")
        if len(self._ring) and (self._look_now or since(now, self._looked) >= _LOOK):
            self._looked, self._look_now = now, False
            self._send_again(now)
        return self._verdict

    def _state(self) -> str:
        return f"{self._boot} {self._ring.oldest} {self._ring.following}"

    def _say(self, body: str) -> bool:
        return self._line.write(framed(body))

    def _tell(self, kind: str, text: bytes, now: int) -> bool:
        if not len(self._ring):
            self._moved = now
        number = self._ring.keep(kind, text)
        if number:
            self._send(number, now)
        return number > 0

    def _send(self, number: int, now: int) -> bool:
        """Send one item; if the line has no room, it is due again immediately."""
        kind, text = self._ring.thing(number)
        said = hexlify(text).decode().upper() if kind in "SU" else text.decode()
        done = self._say(f"{kind} {self._boot} {number} {said}")
        self._ring.mark_sent(number, now if done else now - _AGAIN)
        return done

    def _send_again(self, now: int) -> None:
        """Send what is due in rotation; if the oldest were always first, others might never be
        sent.

        While the box asks a question, it may leave a card unacknowledged and still need the keys
        that answer it.
        """
        ring = self._ring
        room = _AHEAD
        for number in range(ring.oldest, ring.following):
            if since(now, ring.sent(number)) < _AGAIN:
                room -= 1
        number = self._cursor
        for _ in range(len(ring)):
            if room <= 0:
                break
            if not ring.oldest <= number < ring.following:
                number = ring.oldest
            if since(now, ring.sent(number)) >= _AGAIN:
                if not self._send(number, now):
                    break
                room -= 1
            number += 1
        self._cursor = number

    def _heard(self, words: list[str], now: int) -> None:
        if words == ["?"]:
            self._greets = True
            for number in range(self._ring.oldest, self._ring.following):
                self._ring.mark_sent(number, now - _AGAIN)
            self._begin_with_oldest()
        elif len(words) > 2 and words[1] == self._boot and words[2].isdigit():
            number = int(words[2])
            if words[0] == "A" and len(words) == 3:
                if self._ring.forget(number):
                    self._moved = now
                    self._begin_with_oldest()
            elif words[0] == "V" and len(words) == 4 and words[3] in ("+", "-"):
                self._judge(number, words[3])

    def _begin_with_oldest(self) -> None:
        self._cursor, self._look_now = self._ring.oldest, True

    def _judge(self, number: int, verdict: str) -> None:
        """Process a verdict only once, even if the line repeats its frame."""
        if number < self._ring.following and self._judged != (number, verdict):
            self._judged = (number, verdict)
            self._verdict = verdict == "+"
