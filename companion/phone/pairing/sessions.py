"""The paired phones: their tokens, names, owners, and last use.

A phone identifies itself with 256 random bits. Only their SHA-256 is stored, so that a reader of
the file cannot impersonate a phone.
"""

import logging
import secrets
from collections.abc import Callable, Collection, Mapping
from hashlib import sha256
from itertools import chain, count
from pathlib import Path
from threading import Lock
from typing import Annotated

import msgspec
from msgspec import DecodeError, Meta, Struct

from companion.config.names import visible
from companion.config.sections import MAX_NAME_LENGTH
from companion.core.frozen import Frozen
from companion.foreign.files import content_of
from companion.host.clock import BoxClock
from companion.table.files import write_whole

FILE = "phones.json"

AN_EVENING = 16 * 3600.0
"""Seconds after its last use until a pairing expires: from an afternoon until the next morning."""

WRITTEN_EVERY = 3600.0
"""Seconds between two writes of a phone's last use, to spare the memory card."""

MAX_PHONES = 32
"""Maximum number of paired phones; one more replaces the least recently used one."""

_TOKEN_BYTES = 32
_MAX_FILE_BYTES = 64 * 1024

log = logging.getLogger(__name__)


class _Phone(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A paired phone as stored. `since` and `used` are in seconds since 1970 UTC.

    `owner` is the name of the player who owns the phone, or ""; the file of an older version has
    none.
    """

    digest: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    name: Annotated[str, Meta(min_length=1, max_length=64)]
    since: float
    used: float
    owner: str = ""


class _File(Frozen, forbid_unknown_fields=True):
    phones: Annotated[tuple[_Phone, ...], Meta(max_length=MAX_PHONES)]


class Sessions:
    """The paired phones, in a file of `folder` that survives a restart. Thread-safe.

    In memory the monotonic clock is used, because the time of day may jump by days when a box
    without a real-time clock finds a network. The time before the start counts as soon as the clock
    is set. After a damaged file no phone is paired.

    Args:
        folder: the folder of `FILE`.
        clock: both times.
        changed: called when a phone has left, or has another name or owner.
    """

    def __init__(
        self, folder: Path, clock: BoxClock, changed: Callable[[], None] = lambda: None
    ) -> None:
        self._path = folder / FILE
        self._clock, self._changed = clock, changed
        self._lock = Lock()
        self._writing = Lock()  # A separate lock, so that lookups never wait for the memory card.
        self._started = self._written = clock.monotonic()
        self._used: dict[str, float] = {}  # monotonic, of the phones used since the start
        self._phones = self._read()

    @property
    def count(self) -> int:
        """The number of paired phones."""
        with self._lock:
            return len(self._living())

    def begin(self, name: str, before: str = "") -> tuple[str, str]:
        """Pair a phone; return its token, which is not stored anywhere else, and its name.

        Without a `name` it gets one. `before` is its previous token, which becomes invalid; the
        owner is kept.
        """
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        with self._lock:
            living = self._living()
            former = living.pop(_digest(before), None)
            if len(living) >= MAX_PHONES:
                living.pop(min(living, key=lambda digest: self._used.get(digest, self._started)))
            time = self._clock.time()
            phone = _Phone(_digest(token), plain(name), time, time)
            if former is not None:
                phone.name, phone.owner = phone.name or former.name, former.owner
            phone.name = phone.name or _free_name(living)
            living[phone.digest] = phone
            self._used[phone.digest] = self._clock.monotonic()
        self.save()
        return token, phone.name

    def use(self, token: str) -> str | None:
        """Return the name of the phone with this token and record its use; None if unpaired."""
        # Looking up a digest does not need constant time: its duration reveals only something about
        # a hash.
        with self._lock:
            phone = self._living().get(_digest(token))
            if phone is None:
                return None
            now = self._used[phone.digest] = self._clock.monotonic()
            is_due = now - self._written >= WRITTEN_EVERY
        if is_due:
            self.save()
        return phone.name

    def known(self, token: str) -> str:
        """Return the digest of this token if its phone is paired, or "".

        This does not count as use.
        """
        digest = _digest(token)
        with self._lock:
            return digest if digest in self._living() else ""

    def owner(self, token: str) -> str:
        """Return the player who owns the phone with this token, or "", without disk access."""
        with self._lock:
            phone = self._living().get(_digest(token))
            return "" if phone is None else phone.owner

    def own(self, token: str, player: str) -> None:
        """Assign this phone to `player` and name it accordingly, or to none with "".

        On return that is on disk.
        """
        with self._lock:
            living = self._living()
            phone = living.get(_digest(token))
            if phone is None:
                return
            if player:
                phone.name = phone_of(player)
            elif phone.name == phone_of(phone.owner):
                phone.name = _free_name(living)
            phone.owner = player
        self.save()
        self._changed()

    def rename(self, player: str, name: str, only: Collection[str] | None = None) -> frozenset[str]:
        """Rename the owner `player` of phones to `name`; return the phones' digests.

        With `only`, phones with other digests are unchanged.
        """
        called = phone_of(player)
        with self._lock:
            theirs = [
                phone
                for phone in self._living().values()
                if (player == phone.owner or called == phone.name)
                and (only is None or phone.digest in only)
            ]
            for phone in theirs:
                if phone.name == called:
                    phone.name = phone_of(name)
                if phone.owner == player:
                    phone.owner = name
        if theirs:
            self.save()
            self._changed()
        return frozenset(phone.digest for phone in theirs)

    def end(self, token: str) -> None:
        """Unpair this phone."""
        with self._lock:
            gone = self._living().pop(_digest(token), None)
        if gone is not None:
            self.save(takes_away=True)
            self._changed()

    def end_all(self) -> None:
        """Unpair all phones."""
        with self._lock:
            self._phones.clear()
        self.save(takes_away=True)

    def save(self, *, takes_away: bool = False) -> None:
        """Replace the file atomically; log a failure.

        If the write `takes_away` a phone's right, a failure removes the old file: a full disk has
        room for that, and otherwise the disconnected phone would be paired again after the next
        start.
        """
        with self._writing:
            try:
                write_whole(self._path, self._as_file(), 0o600)
            except OSError as error:
                left = "is removed" if takes_away else "stays as it was"
                log.warning("%s cannot be written and %s: %s", self._path, left, error)
                if takes_away:
                    self._remove()

    def _living(self) -> dict[str, _Phone]:
        for phone in list(self._phones.values()):
            if self._unused(phone) >= AN_EVENING:
                del self._phones[phone.digest]
        return self._phones

    def _unused(self, phone: _Phone) -> float:
        """Return the seconds since the last use, as far as the clocks tell."""
        here = self._clock.monotonic() - self._used.get(phone.digest, self._started)
        if phone.digest in self._used or not self._clock.is_set:
            return here
        return max(here, self._clock.time() - phone.used)

    def _read(self) -> dict[str, _Phone]:
        try:
            text = content_of(self._path, _MAX_FILE_BYTES, links=True)
            return {phone.digest: phone for phone in msgspec.json.decode(text, type=_File).phones}
        except FileNotFoundError:
            return {}
        # DecodeError is not a ValueError in msgspec 0.19, which Debian 13 has.
        except (OSError, ValueError, RecursionError, DecodeError) as error:
            log.error("%s is damaged, no phone can play any more: %s", self._path, error)  # noqa: TRY400  # the trace adds nothing
            return {}

    def _remove(self) -> None:
        try:
            self._path.unlink(missing_ok=True)
        except OSError as error:
            log.error("%s cannot be removed: %s", self._path, error)  # noqa: TRY400  # the trace adds nothing

    def _as_file(self) -> bytes:
        time, now = self._clock.time(), self._clock.monotonic()
        with self._lock:
            living = self._living()
            for digest in living.keys() & self._used.keys():
                living[digest].used = time - (now - self._used[digest])
            self._written = now
            return msgspec.json.encode(_File(tuple(living.values())))


def plain(name: str) -> str:
    """Return the visible part of `name`, cut to the maximum length."""
    return visible(name)[:MAX_NAME_LENGTH].strip()


def phone_of(player: str) -> str:
    """Return the name of a player's phone for the file and the journal.

    `companion.words.parts` puts it into words.
    """
    return f"{player[:MAX_NAME_LENGTH]}'s phone"


def _digest(token: str) -> str:
    return sha256(token.encode("utf-8", "replace")).hexdigest()


def _free_name(living: Mapping[str, _Phone]) -> str:
    """Return an unused name for the file and the journal.

    `companion.words.parts` puts it into words.
    """
    in_use = {phone.name for phone in living.values()}
    names = chain(("A phone",), map("Phone {}".format, count(2)))
    return next(name for name in names if name not in in_use)
