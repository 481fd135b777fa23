"""The pairing code: six digits on the box's display, for all players who can see it."""

import math
import random
import secrets
from collections.abc import Callable
from threading import Lock

from companion.core.frozen import Frozen
from companion.devices.ports import Clock
from companion.message import Words, phrase, plural
from companion.phone.request import RequestError
from companion.words.numbers import Count

GOOD_FOR = 120.0
"""Seconds from the key press until the code expires: time to fetch a phone and type."""

TRIES = 5
"""Wrong codes from one address before it has to wait."""

WAIT = 20.0
"""Seconds that such an address waits for each further try."""

MANY = 50
"""Wrong codes from all addresses together after which an address has a single try."""

MAX_WRONG_CODES = 300
"""Wrong codes from all addresses together that end the code."""

DIGITS = 6

_UNPREDICTABLE = random.SystemRandom()


class WrongCode(RequestError):  # noqa: N818  # names the code, not an error
    """The code is wrong, or none is valid.

    It was the `count`-th wrong one, 0 if none is valid. `is_news` means that the players should be
    notified of the guesses now, which happens once for each code.
    """

    def __init__(self, sentence: Words, count: int = 0, *, is_news: bool = False) -> None:
        self.count, self.is_news = count, is_news
        super().__init__(sentence, 403)


class ActiveCode(Frozen):
    """The valid code, and the monotonic time in seconds at which it expires."""

    code: str
    until: float


class RemainingTries(Frozen):
    """The status shown to a user who types a code; it reveals no more than a try would.

    `seconds` is how long the code stays valid, None without a code; `tries` is how many wrong codes
    one address may still send at once; `guessed` means that another address has used up its tries.
    """

    seconds: int | None
    tries: int
    guessed: bool


class _Tried(Frozen):
    """The number of wrong codes from one address, with the times of its next try and its first.

    Times are monotonic, in seconds.
    """

    count: int = 0
    again: float = 0.0
    since: float = 0.0


class Guesser(Frozen):
    """The `address` that guesses, its number of wrong codes, and the time of the first.

    `since` is in seconds since 1970 UTC.
    """

    address: str
    count: int
    since: float


NO_CODE = phrase("No code is shown now. On the box hold MORE and choose Phone code.")

ANOTHER_CODE = phrase("Too many wrong codes. On the box hold MORE and choose Phone code.")

SHUT_OUT = phrase("The box accepts no codes from this phone until it is switched on again.")


def six_digits(chance: random.Random = _UNPREDICTABLE) -> str:
    """Return a code, by default an unpredictable one."""
    return f"{chance.randrange(10**DIGITS):0{DIGITS}}"


class PairingCode:
    """One code at a time: valid until it is used, has been guessed at too often, or expires.

    It is issued by pressing a key on the box, or on a phone that is paired.

    Guessing is slowed down, while the code stays valid for others. One address has five tries at
    once and one more every 20 seconds: ten while a code is valid, which succeed for one code in
    100,000. All addresses together have 300, which succeed for one code in 3,333, and each code
    needs a key press. From the fiftieth wrong code on, an address has only its first try. An
    attacker may hold all of the 252 addresses that a network of 254 leaves to others than the box
    and one phone. They can send at most 297 wrong codes (ten from each of five addresses, one from
    each other), and the phone can still pair. Phones behind one address share its tries. At most
    300 addresses are remembered, until the next code; a blocked address is remembered until the
    program ends.

    Thread-safe.

    Args:
        clock: both times.
        draw: draws codes.
    """

    def __init__(self, clock: Clock, draw: Callable[[], str] = six_digits) -> None:
        self._clock, self._draw = clock, draw
        self._active: ActiveCode | None = None
        self._tried: dict[str, _Tried] = {}
        self._wrong = 0
        self._guesser = ""
        self._is_told = False
        self._shut_out: set[str] = set()
        self._lock = Lock()

    @property
    def is_spent(self) -> bool:
        """Whether too many wrong codes ended the last code."""
        return self._wrong >= MAX_WRONG_CODES

    def issue(self) -> str:
        """Issue a new code, which replaces the old one and restores all tries; return it."""
        with self._lock:
            self._tried, self._wrong = {}, 0
            self._guesser, self._is_told = "", False
            self._active = ActiveCode(self._draw(), self._clock.monotonic() + GOOD_FOR)
            return self._active.code

    def dismiss(self) -> None:
        """Invalidate the code."""
        with self._lock:
            self._active = None

    @property
    def active(self) -> ActiveCode | None:
        """The valid code; None if there is none."""
        with self._lock:
            return self._good()

    @property
    def guesser(self) -> Guesser | None:
        """The address that guesses at the last code, until a player has judged it."""
        with self._lock:
            tried = self._tried.get(self._guesser)
            if tried is None:
                return None
            since = self._clock.time() - (self._clock.monotonic() - tried.since)
            return Guesser(self._guesser, tried.count, since)

    def judge(self, *, shut: bool) -> None:
        """Record that a player has judged the guessing address; with `shut`, block its codes."""
        with self._lock:
            if shut and self._guesser:
                self._shut_out.add(self._guesser)
            self._guesser = ""

    def chances(self, address: str) -> RemainingTries:
        """Return the status of the code and of its own tries for the phone at `address`."""
        with self._lock:
            active, now = self._good(), self._clock.monotonic()
            tried = self._tried.get(address, _Tried())
            left = 1 if self._wrong >= MANY else TRIES
            tries = max(0, left - tried.count) or int(self._wrong < MANY and now >= tried.again)
            guessed = any(
                attempts.count >= TRIES
                for other, attempts in self._tried.items()
                if other != address
            )
            seconds = None if active is None else math.ceil(active.until - now)
            return RemainingTries(seconds, tries, guessed)

    def redeem(self, code: str, address: str) -> None:
        """Use up the code if `code` is right, otherwise one of the tries of `address`.

        Raises:
            WrongCode: it is wrong; the message is for the user who typed it.
            RequestError: this address must wait; the message gives the time.
        """
        with self._lock:
            active, now = self._good(), self._clock.monotonic()
            if address in self._shut_out:
                raise RequestError(SHUT_OUT, 429)
            if active is None:
                raise WrongCode(NO_CODE)
            tried = self._tried.get(address, _Tried())
            if tried.count and self._wrong >= MANY:
                raise RequestError(ANOTHER_CODE, 429)
            if now < tried.again:
                raise RequestError(_wait(tried.again - now), 429)
            # Compare in constant time: the duration must not reveal how many digits are right.
            if secrets.compare_digest(code.encode("utf-8", "replace"), active.code.encode()):
                self._active = None
                if address == self._guesser:
                    self._guesser = ""  # The user had only mistyped.
                return
            self._wrong += 1
            count = tried.count + 1
            since = tried.since if tried.count else now
            self._tried[address] = _Tried(count, now + WAIT if count >= TRIES else now, since)
            is_news = not self._is_told and (count >= TRIES or self._wrong >= MANY)
            if is_news:
                self._is_told, self._guesser = True, address
            if self._wrong >= MAX_WRONG_CODES:
                self._active = None
            raise WrongCode(self._next_try(TRIES - count), self._wrong, is_news=is_news)

    def _next_try(self, left: int) -> Words:
        if self._wrong >= MANY:
            return ANOTHER_CODE
        if left <= 0:
            return plural(
                "Wrong code. Try again in {n:d} second.",
                "Wrong code. Try again in {n:d} seconds.",
                int(WAIT),
                n=int(WAIT),
            )
        return plural(
            "Wrong code: {n} try left.", "Wrong code: {n} tries left.", left, n=Count(left)
        )

    def _good(self) -> ActiveCode | None:
        if self._active is not None and self._clock.monotonic() >= self._active.until:
            self._active = None
        return self._active


def _wait(seconds: float) -> Words:
    return plural(
        "Too many wrong codes from this phone. Try again in {n:d} second.",
        "Too many wrong codes from this phone. Try again in {n:d} seconds.",
        math.ceil(seconds),
    )
