"""Access control: a phone may play for one evening once its user enters the code on the display.

The box and the page see pairing through it: the code, the paired phones, and the address to show.
"""

import logging
from collections.abc import Callable
from pathlib import Path
from threading import Lock

from companion import inputs
from companion.dialogs.context import PhoneStatus
from companion.host.clock import BoxClock
from companion.phone.pairing.address import modules_of, own_name
from companion.phone.pairing.code import MAX_WRONG_CODES, PairingCode, WrongCode, six_digits
from companion.phone.pairing.sessions import Sessions

log = logging.getLogger(__name__)

FLOOR_STAYS = 60.0
"""Seconds after a floor's last request until it counts as gone."""

Report = Callable[[inputs.PhoneNews], None]
"""Puts a report about pairing on the box's queue."""


class AccessControl:
    """Pairing code, sessions and the address of the page.

    The box's thread issues codes and disconnects phones, the web's threads redeem codes.

    Attributes:
        pairing: the current code, if there is one.
        sessions: the paired phones.
        look_up: returns the address of the page in the local network, "" without one.
        on_change: called whenever the set of paired phones or an owner changes, or a code is
            issued, on the thread that did it.
        version: a number that changes whenever one of these does.

    Args:
        folder: the folder of the file of paired phones.
        clock: the time.
        report: puts reports on the box's queue.
        look_up: see above.
        draw: draws codes.
        shows_codes: whether the box has a display; without one, the first phone needs no code.
    """

    def __init__(
        self,
        folder: Path,
        clock: BoxClock,
        report: Report,
        look_up: Callable[[], str] = str,
        draw: Callable[[], str] = six_digits,
        *,
        shows_codes: bool = True,
    ) -> None:
        self.shows_codes = shows_codes
        self.clock = clock
        self.on_change: Callable[[], None] = lambda: None
        self.pairing = PairingCode(clock, draw)
        self.look_up = look_up
        self._address, self._name, self._modules = "", "", tuple[str, ...]()
        self._floor_until: float | None = None
        self.sessions = Sessions(folder, clock, self._changed)
        self._report = report
        self.version = int(clock.time())  # It differs from the number before a restart.
        self._lock = Lock()

    @property
    def is_open(self) -> bool:
        """Whether the next phone needs no code: it is the first, and no display could show one."""
        return not self.shows_codes and not self.sessions.count

    def floor_until(self) -> float | None:
        """Return the monotonic time until which the floor of a club night counts as following this
        table; None before its first request for the journal.
        """
        return self._floor_until

    def floor_seen(self) -> None:
        """Record that a floor has looked at the journal, and report one that was not here."""
        now, until = self.clock.monotonic(), self._floor_until
        self._floor_until = now + FLOOR_STAYS
        if until is None or now >= until:
            self._report(inputs.FloorSeen())

    def look(self) -> bool:
        """Look up the address again, because networks change; return whether there is one.

        Only the box's thread calls it.
        """
        found = self.look_up()
        if found:
            self._address, self._modules = found, modules_of(found)
            name = own_name()
            self._name = f"{name}:{found.partition(':')[2]}" if name else ""
        return bool(found)

    def phones(self) -> PhoneStatus:
        """Return the state of the phones' access, for the display."""
        active, guesser = self.pairing.active, self.pairing.guesser
        code = active.code if active is not None else ""
        return PhoneStatus(
            self._address,
            self._modules,
            code,
            self.sessions.count,
            self._name,
            self.pairing.is_spent,
            modules_of(self._address, code) if code and self._address else (),
            guesser.address if guesser is not None else "",
            guesser.count if guesser is not None else 0,
        )

    def until(self) -> float | None:
        """Return the monotonic time in seconds at which the code expires; None without a code."""
        active = self.pairing.active
        return active.until if active is not None else None

    def issue(self) -> str:
        """Issue a new code for the display and return it; pages that wait for one are notified."""
        code = self.pairing.issue()
        self._changed()
        return code

    def dismiss(self) -> None:
        """Disconnect all phones and invalidate the code."""
        with self._lock:
            self.pairing.dismiss()
            self.sessions.end_all()
        self._changed()

    def redeem(self, code: str, address: str, name: str = "", before: str = "") -> tuple[str, str]:
        """Pair a phone that has the right code; return its token and its name.

        On return the pairing is on disk.

        The box gets at most two reports of wrong codes for each code, however many are sent.
        `address` is the phone's. `before` is the token that the phone already had, which becomes
        invalid. While the box `is_open`, an empty code is right.

        Raises:
            WrongCode: the code is wrong; the message is for the page.
            RequestError: the address sent too many wrong codes; the message is for the page.
        """
        try:
            with self._lock:  # No phone may be paired while all are being disconnected.
                if code or not self.is_open:
                    self.pairing.redeem(code, address)
                token, name = self.sessions.begin(name, before)
        except WrongCode as wrong:
            if wrong.is_news or wrong.count == MAX_WRONG_CODES:
                log.warning("%s wrong codes, the last from %s", wrong.count, address)
                self._report(
                    inputs.CodeGuessed(wrong.count, address)
                    if wrong.is_news
                    else inputs.CodeSpent()
                )
                self._changed()
            raise
        self._report(inputs.PhonePaired(name))
        self._changed()
        return token, name

    def judge(self, *, shut: bool) -> None:
        """Record a player's verdict on the guessing address: allowed, or blocked with `shut`."""
        self.pairing.judge(shut=shut)
        self._report(inputs.GuesserJudged())
        self._changed()

    def hear_time(self, now: float) -> None:
        """Set the box's clock to the `now` of a paired phone, unless another source has set it."""
        if self.clock.hear(now):
            self.sessions.save()
            self._changed()

    def _changed(self) -> None:
        with self._lock:
            self.version += 1
        self.on_change()
