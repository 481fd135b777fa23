"""The code that lets a phone rule: six digits on the box's display, for whoever can see it."""

import math
import secrets
from collections.abc import Callable
from threading import Lock
from typing import Final

import msgspec

from companion.errors import CompanionError
from companion.variants.card_table import NUMBERS
from companion.web.connection_limit import origin_of

GOOD_FOR: Final = 120.0
"""Seconds from the press at the box until its code is good no more: time to fetch a phone and type."""

TRIES: Final = 5
"""Wrong codes from one address until it has to wait."""

WAIT: Final = 20.0
"""Seconds that such an address waits for each further try."""

MANY: Final = 50
"""Wrong codes from all addresses together until an address has only its first try."""

MOST: Final = 300
"""Wrong codes from all addresses together until the code is spent."""

DIGITS: Final = 6

NO_CODE: Final = "No code is shown now. On the box hold MORE and choose Phone code."
ANOTHER: Final = "Too many wrong codes. On the box hold MORE and choose Phone code."


class WrongCode(CompanionError):  # noqa: N818  # said of the code
    """Not the code that is shown, or none is shown; it was the `count`-th wrong one, 0 if none is shown."""

    def __init__(self, sentence: str, count: int = 0) -> None:
        self.count = count
        super().__init__(sentence)


class NotHeard(CompanionError):  # noqa: N818  # said of the try
    """Too many wrong codes have come: this one was not looked at."""


class ActiveCode(msgspec.Struct, frozen=True):
    """The code that is good now, and until which monotonic second."""

    code: str
    until: float


class _Tried(msgspec.Struct, frozen=True):
    """How many wrong codes came from one address, and from which monotonic second on it may try again."""

    count: int = 0
    again: float = 0.0


def six_digits() -> str:
    """A code that nobody can foretell."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"


class PairingCode:
    """One code at a time: there from a press at the box until it is used, guessed at too often, or old.

    Whoever guesses is slowed down, and the code stays for the others. One address has five tries at
    once and one every 20 seconds: ten while a code is good, which guess it once in 100,000 codes. All
    addresses together have 300, which guess it once in 3,333 codes, and each code needs a press at the
    box. From the fiftieth wrong code on an address has only its first try: an attacker who holds all of the
    252 addresses that a network of 254 leaves beside the box and one phone sends 297 wrong codes at most
    (ten from each of five addresses, one from each other), and the phone is still heard. Phones behind
    one address share its tries. No more than 300 addresses are remembered, until the next code.

    Any thread may ask and try.

    Args:
        monotonic: the time in seconds, from some fixed moment.
        draw: where codes come from.
    """

    def __init__(self, monotonic: Callable[[], float], draw: Callable[[], str] = six_digits) -> None:
        self._monotonic, self._draw = monotonic, draw
        self._showing: ActiveCode | None = None
        self._tried: dict[str, _Tried] = {}
        self._wrong = 0
        self._lock = Lock()

    @property
    def is_spent(self) -> bool:
        """True if wrong codes have used the last code up."""
        return self._wrong >= MOST

    def issue(self) -> str:
        """A new code, from now on the only one that is good; everybody has all tries again."""
        with self._lock:
            self._tried, self._wrong = {}, 0
            self._showing = ActiveCode(self._draw(), self._monotonic() + GOOD_FOR)
            return self._showing.code

    def dismiss(self) -> None:
        """No code is good any more."""
        with self._lock:
            self._showing = None

    @property
    def showing(self) -> ActiveCode | None:
        """The code that is good now; None when there is none."""
        with self._lock:
            return self._good()

    def redeem(self, code: str, address: str) -> None:
        """Uses the code up, if this is it; else one of the tries of `address`.

        Raises:
            WrongCode: it is not, with the sentence for whoever typed it.
            NotHeard: this address may not try now, with the sentence that says when.
        """
        origin = origin_of(address)
        with self._lock:
            showing, now = self._good(), self._monotonic()
            if showing is None:
                raise WrongCode(NO_CODE)
            tried = self._tried.get(origin, _Tried())
            if tried.count and self._wrong >= MANY:
                raise NotHeard(ANOTHER)
            if now < tried.again:
                raise NotHeard(f"Too many wrong codes from here. {_in(tried.again - now)}")
            # In constant time: how long the answer takes must not tell how many digits were right.
            if secrets.compare_digest(code.encode("utf-8", "replace"), showing.code.encode()):
                self._showing = None
                return
            self._wrong += 1
            count = tried.count + 1
            self._tried[origin] = _Tried(count, now + WAIT if count >= TRIES else now)
            if self._wrong >= MOST:
                self._showing = None
            raise WrongCode(self._next_try(TRIES - count), self._wrong)

    def _next_try(self, left: int) -> str:
        if self._wrong >= MANY:
            return ANOTHER
        if left <= 0:
            return f"Not that code. {_in(WAIT)}"
        return f"Not that code. {NUMBERS[left].capitalize()} {'try' if left == 1 else 'tries'} left."

    def _good(self) -> ActiveCode | None:
        if self._showing is not None and self._monotonic() >= self._showing.until:
            self._showing = None
        return self._showing


def _in(seconds: float) -> str:
    whole = math.ceil(seconds)
    return f"The next try is in {whole} {'second' if whole == 1 else 'seconds'}."
