"""Debounces the keys that are wired to the node.

>>> keys = Keys({"OK": Pin(4, Pin.IN, Pin.PULL_UP)})
>>> keys.change(now), keys.change(now + 5)
(None, ('OK', True))
"""

from micropython import const

from node.ticks import since

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

_PRESS = const(4)
"""Milliseconds that a contact must be closed for its key to count as pressed.

Interference lasts microseconds, the tap of a finger tens of milliseconds."""

_RELEASE = const(20)
"""Milliseconds that it must be open for the key to count as released; new tactile switches bounce
for up to 5.
"""


class _Contact:
    def __init__(self, name: str, level: Callable[[], int]) -> None:
        self.name, self.level = name, level
        self.down = False
        self.turned: int | None = None  # ticks of the first reading that differs from `down`


class Keys:
    """Contacts to ground; a change counts when all readings have agreed for a while, so spikes are
    ignored.

    Args:
        levels: for each key, a function that returns the level of its pin: 0 while it is pressed.
    """

    def __init__(self, levels: dict[str, Callable[[], int]]) -> None:
        self._contacts = [_Contact(name, level) for name, level in levels.items()]

    def change(self, now: int) -> tuple[str, bool] | None:
        """Return the next changed key and whether it is pressed, or None."""
        for contact in self._contacts:
            down = not contact.level()
            if down == contact.down:
                contact.turned = None
            elif contact.turned is None:
                contact.turned = now
            elif since(now, contact.turned) >= (_PRESS if down else _RELEASE):
                contact.down, contact.turned = down, None
                return contact.name, down
        return None
