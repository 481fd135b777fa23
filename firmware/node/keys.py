"""Debounces the keys that are wired to the node.

>>> keys = Keys({"OK": Pin(4, Pin.IN, Pin.PULL_UP)})
>>> keys.change(now)
('OK', True)
"""

from micropython import const

from node.ticks import since

TYPE_CHECKING = const(0)
if TYPE_CHECKING:
    from collections.abc import Callable

_DEBOUNCE = const(20)
"""Milliseconds that a contact may bounce after each change; tactile switches settle in 5 to 10."""


class _Contact:
    def __init__(self, name: str, level: Callable[[], int]) -> None:
        self.name, self.level = name, level
        self.down = False
        self.changed = -_DEBOUNCE


class Keys:
    """Contacts to ground: accepts a change at once, then ignores the contact for 20 milliseconds.

    Args:
        levels: for each key, the function that returns the level of its pin: 0 while it is down.
    """

    def __init__(self, levels: dict[str, Callable[[], int]]) -> None:
        self._contacts = [_Contact(name, level) for name, level in levels.items()]

    def change(self, now: int) -> tuple[str, bool] | None:
        """Return the next changed key, and whether it is down; None when there is no other."""
        for contact in self._contacts:
            down = not contact.level()
            if down != contact.down and since(now, contact.changed) >= _DEBOUNCE:
                contact.down, contact.changed = down, now
                return contact.name, down
        return None
