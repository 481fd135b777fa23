"""What the node has to tell, kept until the box has it on disk.

>>> ring = Ring()
>>> ring.keep("S", b"1QSF"), ring.keep("K", b"OK d")
(1, 2)
>>> ring.thing(1)
('S', b'1QSF')
>>> ring.forget(1), len(ring)
(True, 1)
"""

from array import array

from micropython import const

CAPACITY = const(128)
"""Things kept. The protocol asks for 64; a question of the box that is answered with the node's own keys
holds two things a key press, so that twice as many leave room for the cards of a round as well."""

LONGEST = const(64)
"""Bytes of one thing: the longest code that is read. A label of the game has six characters."""


class Ring:
    """Numbers what it keeps from 1, without gaps.

    Attributes:
        oldest: the number of the oldest thing kept; `following` when nothing is.
        following: the number that the next thing will get.
    """

    def __init__(self) -> None:
        self.oldest = 1
        self.following = 1
        self._texts = bytearray(CAPACITY * LONGEST)
        self._lengths = bytearray(CAPACITY)
        self._kinds = bytearray(CAPACITY)
        self._sent = array("l", [0] * CAPACITY)

    def __len__(self) -> int:
        return self.following - self.oldest

    def keep(self, kind: str, text: bytes) -> int:
        """The number that the thing gets, or 0 when there is no room; `text` has at most 64 bytes."""
        if len(self) >= CAPACITY:
            return 0
        slot = self.following % CAPACITY
        self._texts[slot * LONGEST : slot * LONGEST + len(text)] = text
        self._lengths[slot] = len(text)
        self._kinds[slot] = ord(kind)
        self.following += 1
        return self.following - 1

    def thing(self, number: int) -> tuple[str, bytes]:
        """The kind and the text of what is kept under `number`."""
        slot = number % CAPACITY
        begin = slot * LONGEST
        return chr(self._kinds[slot]), bytes(self._texts[begin : begin + self._lengths[slot]])

    def sent(self, number: int) -> int:
        """The ticks at which it was sent last."""
        return self._sent[number % CAPACITY]

    def mark_sent(self, number: int, ticks: int) -> None:
        """Remembers when it was sent."""
        self._sent[number % CAPACITY] = ticks

    def forget(self, number: int) -> bool:
        """Drops everything up to and with `number`; False when that number is not kept."""
        if not self.oldest <= number < self.following:
            return False
        self.oldest = number + 1
        return True
