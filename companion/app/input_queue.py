"""The queue between the parts and the box, which a scanner cannot fill.

Consecutive noise of one kind is merged into one input, and a limited number of cards per scanner
can wait. So the queue stays short, and noise never displaces a card.
"""

import queue
import threading
from collections import Counter, deque
from typing import Generic, NamedTuple, TypeVar

from companion.errors import LabelError
from companion.inputs import Input, Noise, PartName, Scan
from companion.labels.codec import read_label

MAX_CARDS = 32
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
        self._messages: deque[Message | Input | _NoiseKey] = deque()
        self._noise: dict[_NoiseKey, Noise | Scan] = {}
        self._others = 0
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
                self._others += 1
                self._messages.append(given)
            self._changed.notify()

    def _put_noise(self, given: Noise | Scan) -> None:
        key = _NoiseKey(given.reader, given.what if isinstance(given, Noise) else "", self._others)
        match self._noise.get(key), given:
            case Noise() as before, Noise():
                self._noise[key] = given.after(before)
            case Scan() as before, Scan():
                self._noise[key] = given.after(before)
            case _:
                self._noise[key] = given
                self._messages.append(key)

    def get(self, timeout: float | None = None) -> Message | Input:
        """Wait for a message and return the oldest.

        Raises:
            queue.Empty: no message arrived within `timeout` seconds.
        """
        with self._changed:
            if not self._changed.wait_for(lambda: self._messages, timeout):
                raise queue.Empty
            given = self._messages.popleft()
            if isinstance(given, _NoiseKey):
                return self._noise.pop(given)
            if isinstance(given, Scan) and given.receipt is None:
                self._cards[given.reader] -= 1
            return given


class _NoiseKey(NamedTuple):
    """The place in the queue for noise of one kind from one scanner, or for its lines that are no
    labels; only noise after the same number of `others` is merged.
    """

    reader: PartName
    what: str
    others: int


def _is_label(scan: Scan) -> bool:
    try:
        read_label(scan.text, plain=scan.plain and scan.ended)
    except LabelError:
        return False
    return True
