"""Stores the items that the node reports until the box has them on disk.

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
"""Maximum number of items. The protocol requires 64, but while the box asks a question each press
of the node's keys takes two items. Twice as many also leave room for the cards of a round.
"""

LONGEST = const(64)
"""Maximum bytes of an item, the longest code that modules read. A label of the game has six
characters.
"""


class Ring:
    """A ring of items, numbered from 1 without gaps.

    Attributes:
        oldest: the number of the oldest item; equal to `following` if there is none.
        following: the number of the next item.
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
        """Store an item and return its number, or 0 if there is no room; `text` has at most 64
        bytes.
        """
        if len(self) >= CAPACITY:
            return 0
        slot = self.following % CAPACITY
        self._texts[slot * LONGEST : slot * LONGEST + len(text)] = text
        self._lengths[slot] = len(text)
        self._kinds[slot] = ord(kind)
        self.following += 1
        return self.following - 1

    def thing(self, number: int) -> tuple[str, bytes]:
        """Return the kind and the text of item `number`."""
        slot = number % CAPACITY
        begin = slot * LONGEST
        return chr(self._kinds[slot]), bytes(self._texts[begin : begin + self._lengths[slot]])

    def sent(self, number: int) -> int:
        """Return the ticks at which the item was last sent."""
        return self._sent[number % CAPACITY]

    def mark_sent(self, number: int, ticks: int) -> None:
        """Remember when the item was sent."""
        self._sent[number % CAPACITY] = ticks

    def forget(self, number: int) -> bool:
        """Drop all items up to and including `number`; return False if that item does not exist."""
        if not self.oldest <= number < self.following:
            return False
        self.oldest = number + 1
        return True
