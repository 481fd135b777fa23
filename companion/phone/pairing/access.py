"""The way in: who enters the code that the display shows may rule from a phone, for the evening."""

import logging
from collections.abc import Callable
from pathlib import Path
from threading import Lock

import msgspec

from companion.devices.ports import Clock
from companion.inputs import CodeGuessed, CodeSpent, PhonePaired
from companion.phone.pairing.code import MOST, TRIES, ActiveCode, PairingCode, WrongCode, six_digits
from companion.phone.pairing.sessions import Sessions

log = logging.getLogger(__name__)

Report = Callable[[PhonePaired | CodeGuessed | CodeSpent], None]
"""Where the door tells the box what has come of its code; puts it on the box's queue."""


class Admitted(msgspec.Struct, frozen=True):
    """A phone that may rule: the `token` that its cookie holds, and its `name`."""

    token: str
    name: str


class AccessControl:
    """Codes and phones together. The box's thread shows and dismisses, the web's threads try.

    `listeners` are called whenever other phones may rule than before, by the thread that made it so.

    Args:
        folder: where the phones are remembered.
        clock: the time.
        report: the box's queue.
        draw: where codes come from.
    """

    def __init__(
        self, folder: Path, clock: Clock, report: Report, draw: Callable[[], str] = six_digits
    ) -> None:
        self.clock = clock
        self.listeners: list[Callable[[], None]] = []
        self._pairing = PairingCode(clock.monotonic, draw)
        self._sessions = Sessions(folder, clock)
        self._report = report
        self._version = int(clock.time())  # another one than before a restart
        self._lock = Lock()

    @property
    def showing(self) -> ActiveCode | None:
        """The code that is good now; None when there is none."""
        return self._pairing.showing

    @property
    def is_spent(self) -> bool:
        """True if wrong codes have used the last code up."""
        return self._pairing.is_spent

    @property
    def ruling(self) -> int:
        """How many phones may rule now."""
        return self._sessions.count

    @property
    def version(self) -> int:
        """Another number whenever other phones may rule."""
        return self._version

    def issue(self) -> str:
        """A new code for the display."""
        return self._pairing.issue()

    def dismiss(self) -> None:
        """No phone may rule any more, and no code is good."""
        with self._lock:
            self._pairing.dismiss()
            self._sessions.end_all()
        self._changed()

    def enter(self, code: str, address: str, name: str = "", before: str = "") -> Admitted:
        """Lets a phone rule that has the right code; on return it is on disk.

        The box hears of wrong codes twice at most for each code, whoever sends how many. `address` is the
        phone's. `before` is the token that it came with, if it had one: it is good no more.

        Raises:
            WrongCode: it has not, with the sentence for its page.
            NotHeard: too many wrong codes came from its address, with the sentence for its page.
        """
        try:
            with self._lock:  # a phone that is half in when all are dismissed is out
                self._pairing.redeem(code, address)
                admitted = Admitted(*self._sessions.begin(name, before))
        except WrongCode as wrong:
            if wrong.count in {TRIES, MOST}:
                log.warning("%s wrong codes, the last from %s", wrong.count, address)
                self._report(CodeGuessed(wrong.count, address) if wrong.count < MOST else CodeSpent())
            raise
        self._report(PhonePaired(admitted.name))
        self._changed()
        return admitted

    def ruler(self, token: str) -> str | None:
        """The name of the phone that has this token; None if it may only look."""
        return self._sessions.use(token) if token else None

    def known(self, token: str) -> str:
        """What tells the phone with this token from others, "" if it may only look; waits for no disk."""
        return self._sessions.known(token)

    def leave(self, token: str) -> None:
        """The phone with this token rules no more."""
        if self._sessions.end(token):
            self._changed()

    def _changed(self) -> None:
        with self._lock:
            self._version += 1
        for tell in tuple(self.listeners):
            tell()
