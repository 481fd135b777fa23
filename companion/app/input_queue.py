"""The queue between the parts and the box, which a scanner cannot fill.

Consecutive noise of one kind is merged into one input, and a limited number of cards per scanner
can wait. So the queue stays short, and noise never displaces a card.
"""

import queue
import threading
from collections import Counter, deque
from typing import Final, Generic, TypeVar

import msgspec

from companion.errors import LabelError
from companion.inputs import Input, Noise, PartName, Scan
from companion.labels.codec import read_label

MAX_CARDS: Final = 32
"""Most cards of one scanner that can wait: a person scans three a second, and a slow disk may take
ten seconds.
"""

Message = TypeVar("Message")


class InputQueue(Generic[Message]):
    """Inputs and other messages for the box, oldest first; any thread may add them.

    The inputs of a reader node are never dropped, because the next receipt acknowledges them all;
    `NodeLink` limits how many come.

    >>> waiting = InputQueue[str]()
    >>> for given in (Noise("odd bytes", 3), Noise("odd bytes", 4), "stop"):
    ...     waiting.put(given)
    >>> waiting.get(), waiting.get()
    (Noise(what='odd bytes', count=7, reader='Reader', text='', times=2), 'stop')
    """

    def __init__(self) -> None:
        self._messages: deque[Message | Input | _WaitingNoise] = deque()
        self._noise: dict[tuple[PartName, str], _WaitingNoise] = {}
        self._cards: Counter[PartName] = Counter()
        self._changed = threading.Condition()

    def put(self, given: Message | Input) -> None:
        """Add a message; while `MAX_CARDS` of its scanner wait, a card is only counted."""
        is_noise = isinstance(given, Noise) or (isinstance(given, Scan) and not _is_label(given))
        with self._changed:
            if isinstance(given, Scan) and not is_noise and given.receipt is None:
                if self._cards[given.reader] < MAX_CARDS:
                    self._cards[given.reader] += 1
                else:
                    given, is_noise = Noise("not kept", 1, given.reader), True
            if isinstance(given, Noise | Scan) and is_noise:
                self._put_noise(given)
            else:
                self._noise.clear()  # later noise must not be merged with noise before this message
                self._messages.append(given)
            self._changed.notify()

    def _put_noise(self, given: Noise | Scan) -> None:
        key = given.reader, given.what if isinstance(given, Noise) else ""
        if key not in self._noise:
            self._noise[key] = _WaitingNoise(given)
            self._messages.append(self._noise[key])
        else:
            self._noise[key].add(given)

    def get(self, timeout: float | None = None) -> Message | Input:
        """Wait for a message and return the oldest.

        Raises:
            queue.Empty: no message arrived within `timeout` seconds.
        """
        with self._changed:
            if not self._changed.wait_for(lambda: self._messages, timeout):
                raise queue.Empty
            given = self._messages.popleft()
            if isinstance(given, _WaitingNoise):
                self._noise = {
                    key: noise for key, noise in self._noise.items() if noise is not given
                }
                return given.noise
            if isinstance(given, Scan) and given.receipt is None:
                self._cards[given.reader] -= 1
            return given


class _WaitingNoise(msgspec.Struct, eq=False):
    """Noise of one kind from one scanner, or lines that are not labels, merged into one waiting
    input.
    """

    noise: Noise | Scan

    def add(self, later: Noise | Scan) -> None:
        match self.noise, later:
            case Noise() as before, Noise():
                self.noise = later.after(before)
            case Scan() as before, Scan():
                self.noise = later.after(before)


def _is_label(scan: Scan) -> bool:
    try:
        read_label(scan.text, plain=scan.plain and scan.ended)
    except LabelError:
        return False
    return True
