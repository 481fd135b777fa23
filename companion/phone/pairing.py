"""The code that lets a phone rule: six digits on the box's display, for whoever can see it."""

import secrets
from collections.abc import Callable
from threading import Lock
from typing import Final

import msgspec

from companion.errors import CompanionError
from companion.variants.card_table import NUMBERS

GOOD_FOR: Final = 120.0
"""Seconds from the press at the box until its code is good no more: time to fetch a phone and type."""

TRIES: Final = 5
"""Wrong codes until the one shown is spent: five in a million guess it."""

DIGITS: Final = 6

NO_CODE: Final = "No code is shown now. On the box hold MORE and choose Phone code."
SPENT: Final = "Not that code. Press OK on the box for a new one."


class WrongCode(CompanionError):  # noqa: N818  # said of the code
    """Not the code that is shown, or none is shown; `spent` if this try has used up the last one."""

    def __init__(self, sentence: str, *, spent: bool = False) -> None:
        self.spent = spent
        super().__init__(sentence)


class Showing(msgspec.Struct, frozen=True):
    """The code that is good now, how many tries it has left, and until which monotonic second."""

    code: str
    tries: int
    until: float


def six_digits() -> str:
    """A code that nobody can foretell."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"


class Pairing:
    """One code at a time: there from a press at the box until it is used, guessed at too often, or old.

    Any thread may ask and try.

    Args:
        monotonic: the time in seconds, from some fixed moment.
        draw: where codes come from.
    """

    def __init__(self, monotonic: Callable[[], float], draw: Callable[[], str] = six_digits) -> None:
        self._monotonic, self._draw = monotonic, draw
        self._showing: Showing | None = None
        self._lock = Lock()

    def arm(self) -> str:
        """A new code, from now on the only one that is good."""
        with self._lock:
            self._showing = Showing(self._draw(), TRIES, self._monotonic() + GOOD_FOR)
            return self._showing.code

    def dismiss(self) -> None:
        """No code is good any more."""
        with self._lock:
            self._showing = None

    @property
    def showing(self) -> Showing | None:
        """The code that is good now; None when there is none."""
        with self._lock:
            return self._good()

    def spend(self, code: str) -> None:
        """Uses the code up, if this is it; else one of its tries.

        Raises:
            WrongCode: it is not, with the sentence for whoever typed it.
        """
        with self._lock:
            showing = self._good()
            if showing is None:
                raise WrongCode(NO_CODE)
            # In constant time: how long the answer takes must not tell how many digits were right.
            if secrets.compare_digest(code.encode("utf-8", "replace"), showing.code.encode()):
                self._showing = None
                return
            left = showing.tries - 1
            self._showing = msgspec.structs.replace(showing, tries=left) if left else None
        if not left:
            raise WrongCode(SPENT, spent=True)
        raise WrongCode(
            f"Not that code. {NUMBERS[left].capitalize()} {'try' if left == 1 else 'tries'} left."
        )

    def _good(self) -> Showing | None:
        if self._showing is not None and self._monotonic() >= self._showing.until:
            self._showing = None
        return self._showing
