"""Turns edges of contacts into key presses: computes debounce, hold and repeat from the times of the edges.

Pure: it has no clock and no thread. The caller passes edges to `edge` and calls `tick` when `deadline` is
reached; both return the key presses that follow.

    >>> keypad = Keypad()
    >>> keypad.edge(Edge("OK", down=True, at=10.0))
    [Key(name='OK', held=False, repeat=0)]
    >>> keypad.edge(Edge("OK", down=False, at=10.003))
    []

OK, UNDO and BUST act when pressed; LEFT and RIGHT act when pressed and repeat while held; MORE acts
when released, or once as `held` when it has been down for `HOLD` seconds.
"""

from companion.inputs import KEYS, Edge, Key, KeyName

HOLD = 0.8
"""Seconds that MORE is down before it counts as held."""

FIRST_REPEAT = 0.5
"""Seconds that LEFT or RIGHT is down before it repeats."""

REPEAT = 0.12
"""Seconds between repeats."""

DEBOUNCE = 0.02
"""Seconds after an accepted change in which a contact may bounce; tactile switches settle in 5 to 10 ms."""


class _Contact:
    """One key: its debounced state (`down`), and the last level of its contact (`raw`)."""

    def __init__(self) -> None:
        self.down = self.raw = False
        self.settles: float | None = None
        self.due: float | None = None
        self.repeat = 0


class Keypad:
    """Turns `Edge`s into `Key`s.

    The keypad accepts a change at once, so that a key answers without delay and the shortest tap counts.
    It then ignores the contact for `debounce` seconds, and afterwards takes over its state.
    """

    def __init__(self, debounce: float = DEBOUNCE) -> None:
        self._debounce = debounce
        self._contacts: dict[KeyName, _Contact] = {name: _Contact() for name in KEYS}

    def edge(self, edge: Edge) -> list[Key]:
        """Take one edge; return its key presses, after those that were due before it."""
        keys = self.tick(edge.at)
        contact = self._contacts[edge.key]
        if edge.receipt is not None:  # a node debounces, and sends many at once after the cable was unplugged
            contact.settles = None
        contact.raw = edge.down
        if contact.settles is None and contact.raw != contact.down:
            keys += self._changed(edge.key, contact, edge.at)
        return keys

    def tick(self, now: float) -> list[Key]:
        """Return the key presses that are due by `now`.

        Pass edges that wait in a queue first: a tick with a later time would take a key that is released
        long since for one that is held.
        """
        keys: list[Key] = []
        for name, contact in self._contacts.items():
            if contact.settles is not None and contact.settles <= now:
                settled, contact.settles = contact.settles, None
                if contact.raw != contact.down:
                    keys += self._changed(name, contact, settled)
            if contact.due is not None and contact.due <= now:
                keys += self._held(name, contact, now)
        return keys

    def deadline(self) -> float | None:
        """Return when to call `tick` next, or None when nothing is pending."""
        times = (time for contact in self._contacts.values() for time in (contact.settles, contact.due))
        return min((time for time in times if time is not None), default=None)

    def _changed(self, name: KeyName, contact: _Contact, at: float) -> list[Key]:
        contact.down = contact.raw
        contact.settles = at + self._debounce
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
        # One repeat a tick, and the next counts from now, so that a stall causes no burst of repeats.
        contact.repeat += 1
        contact.due = now + REPEAT
        return [Key(name, repeat=contact.repeat)]
