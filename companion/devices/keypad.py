"""Turns edges of contacts into key presses: derives debounce, hold and repeat from the edges'
times.

Pure: it has no clock and no thread. The caller passes edges to `edge` and calls `tick` when
`deadline` is reached; both return the resulting key presses.

    >>> keypad = Keypad()
    >>> keypad.edge(Edge("OK", down=True, at=10.0))
    []
    >>> keypad.tick(keypad.deadline())
    [Key(name='OK', held=False, repeat=0)]

A spike on a wire does not press a key, because a contact must be steady for a while before its
change counts.

OK, UNDO and BUST act when pressed; LEFT and RIGHT act when pressed and repeat while held; MORE acts
when released, or once as `held` when it has been down for `HOLD` seconds.
"""

from collections.abc import Iterator

from companion.inputs import KEYS, Edge, Key, KeyName

HOLD = 0.8
"""Seconds that MORE must be down to count as held."""

FIRST_REPEAT = 0.5
"""Seconds that LEFT or RIGHT must be down to repeat."""

REPEAT = 0.12
"""Seconds between repeats."""

PRESS = 0.004
"""Seconds that a contact must be closed for its key to count as pressed.

Interference lasts microseconds, the tap of a finger tens of milliseconds. Keyboards wait about as
long (QMK: 5 ms).
"""

DEBOUNCE = 0.02
"""Seconds that a contact must be open for its key to count as released.

A new tactile switch bounces for at most 5 ms (Omron's B3F, B3S and B3FS); a worn one for longer.
"""


class _Contact:
    """The contact of one key: its debounced state (`down`), and when the contact left that state
    (`turned`).
    """

    def __init__(self) -> None:
        self.down = False
        self.turned: float | None = None
        self.due: float | None = None
        self.repeat = 0


class Keypad:
    """The state machine that turns `Edge`s into `Key`s.

    A change counts when the contact has been steady for `PRESS` seconds, or for `debounce` when it
    opens. The times of the edges decide, so a short tap counts even if both of its edges are
    handled late.

    Args:
        debounce: seconds; if less than `PRESS`, it applies to presses too.
    """

    def __init__(self, debounce: float = DEBOUNCE) -> None:
        self._press, self._release = min(PRESS, debounce), debounce
        self._contacts: dict[KeyName, _Contact] = {name: _Contact() for name in KEYS}

    def edge(self, edge: Edge) -> list[Key]:
        """Process one edge; return the key presses that were due before it, then its own."""
        keys = self.tick(edge.at)
        contact = self._contacts[edge.key]
        # A node debounces, and sends many edges at once after its cable was unplugged.
        is_steady = edge.receipt is not None
        if is_steady and contact.turned is not None:
            keys += self._turn(edge.key, contact, contact.turned)
        if edge.down == contact.down:
            contact.turned = None
        elif is_steady:
            keys += self._turn(edge.key, contact, edge.at)
        elif contact.turned is None:
            contact.turned = edge.at
        return keys + self.tick(edge.at)

    def tick(self, now: float) -> list[Key]:
        """Return the key presses that are due by `now`, in the order of their times.

        Pass waiting edges first: a tick with a later time would treat a key that was released long
        ago as held.
        """
        keys = []
        while (following := min(self._pending(), default=None)) is not None and following[0] <= now:
            name = following[1]
            contact = self._contacts[name]
            if contact.turned is not None:
                keys += self._turn(name, contact, contact.turned)
            else:
                keys += self._held(name, contact, now)
        return keys

    def deadline(self) -> float | None:
        """Return when to call `tick` next, or None if nothing is pending."""
        return min((at for at, _ in self._pending()), default=None)

    def _pending(self) -> Iterator[tuple[float, KeyName]]:
        """Yield when each key acts next; a key whose contact may have opened no longer counts as
        held.
        """
        for name, contact in self._contacts.items():
            if contact.turned is not None:
                yield contact.turned + (self._release if contact.down else self._press), name
            elif contact.due is not None:
                yield contact.due, name

    def _turn(self, name: KeyName, contact: _Contact, at: float) -> list[Key]:
        """Apply the contact's change, which began at `at`."""
        contact.down, contact.turned = not contact.down, None
        if not contact.down:
            released_early, contact.due = contact.due is not None, None
            return [Key(name)] if name == "MORE" and released_early else []
        contact.repeat = 0
        if name == "MORE":
            contact.due = at + HOLD
            return []
        contact.due = at + FIRST_REPEAT if name in {"LEFT", "RIGHT"} else None
        return [Key(name)]

    def _held(self, name: KeyName, contact: _Contact, now: float) -> list[Key]:
        if name == "MORE":
            contact.due = None
            return [Key(name, held=True)]
        # One repeat per tick, and the next is counted from now, so that a stall does not cause a
        # burst.
        contact.repeat += 1
        contact.due = now + REPEAT
        return [Key(name, repeat=contact.repeat)]
