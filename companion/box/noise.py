"""Records and shows noise from scanners; a scanner that babbles gets one notice."""

from typing import Final, assert_never

import msgspec

from companion.box.notifier import Notifier
from companion.inputs import Noise, PartName, Scan
from companion.message import Words, phrase, plural
from companion.screens.model import NoticeScreen
from companion.table.table import Table
from companion.words.parts import noise_line

ODD_ONES: Final = 10.0
"""Lines without a card that count as accidents even if they come faster than `ODD_RATE`."""
ODD_RATE: Final = 3.0
"""Lines a second that are not babble, so that a scanner left in front of a foreign code is fine."""
SILENCE: Final = 2.0
"""Seconds without noise after which a scanner no longer babbles."""

PLAIN_AFTER: Final = 0.5
"""Seconds without noise after which a plain form from a babbling scanner counts as a card again."""

_HARMLESS: Final = frozenset(
    {"", "odd bytes", "half a line", "no line end", "long line", "too much"}
)
"""Noise that needs no action, and "" for an unknown label. The other kinds ask to scan a card
again.
"""


class _Heard(msgspec.Struct):
    """The noise level of one scanner at the time `at`, and the `notice` shown while it babbles."""

    at: float
    level: float = 0.0
    notice: NoticeScreen | None = None


class NoiseWatch:
    """The watch for babbling scanners, which send lines without a card faster than people scan.

    While a scanner babbles, one notice covers the picture until a card counts or a player dismisses
    it.

    Args:
        table: records all noise; the notes are written to disk with the next command.
        notifier: shows the notice.
    """

    def __init__(self, table: Table, notifier: Notifier) -> None:
        self._table, self._notifier = table, notifier
        self._heard: dict[PartName, _Heard] = {}

    @property
    def readers(self) -> tuple[PartName, ...]:
        """The scanners that babble."""
        return tuple(reader for reader, heard in self._heard.items() if heard.notice is not None)

    def is_amid(self, scan: Scan) -> bool:
        """Return whether a scan is part of babble, where a single letter does not count as a
        card.
        """
        heard = self._heard.get(scan.reader)
        return heard is not None and heard.notice is not None and scan.at < heard.at + PLAIN_AFTER

    def deadline(self) -> float | None:
        """The time at which `look` is due next."""
        return min((self._heard[reader].at + SILENCE for reader in self.readers), default=None)

    def look(self, now: float) -> None:
        """Forget the noise of silent scanners."""
        self._heard = {
            reader: heard for reader, heard in self._heard.items() if now < heard.at + SILENCE
        }

    def babbles(self, given: Noise | Scan, now: float) -> bool:
        """Count noise or an invalid scan; return whether its scanner babbles, and show that."""
        what = given.what if isinstance(given, Noise) else ""
        if what not in _HARMLESS:
            return False
        self.look(now)
        heard = self._heard.setdefault(given.reader, _Heard(now))
        heard.level = max(0.0, heard.level - (now - heard.at) * ODD_RATE) + given.times
        heard.at = now
        if heard.notice is not None:
            self._notifier.extend(heard.notice, now)
        elif heard.level > ODD_ONES or what == "too much":
            heard.notice = _notice(given.reader, self._notifier.names)
            self._notifier.wake(now)
            self._notifier.notify(heard.notice, now)
        return heard.notice is not None

    def hold(self, given: Noise | Scan) -> None:
        """Keep a note until the next command is written."""
        if isinstance(given, Noise):
            facts = {"what": given.what, "count": given.count, "text": given.text}
            self._table.hold_note("noise", given.reader, given.times, **facts)
        else:
            self._table.hold_note("unknown label", given.reader, given.times, text=given.text)


def _notice(reader: PartName, names: tuple[str, ...]) -> NoticeScreen:
    sentence = phrase("{noise}. Unplug it if this does not stop", noise=noise_line(reader))
    return NoticeScreen(phrase("Noise"), sentence, table=names)


def noise_sentence(noise: Noise) -> Words:
    """Return the sentence about `noise`, without the reader's name.

    >>> noise_sentence(Noise("odd bytes", 2)), noise_sentence(Noise("restarted"))
    ('2 odd bytes', 'restarted: scan the last card again if it is not shown')
    """
    count = noise.count
    match noise.what:
        case "odd bytes":
            words = plural("{n:d} odd byte", "{n:d} odd bytes", count)
        case "half a line":
            words = phrase('half a line, "{text}"')
        case "no line end":
            words = phrase("no line end. Set it to CR")
        case "long line":
            words = plural("a line of over {n:d} byte", "a line of over {n:d} bytes", count)
        case "too much":
            words = phrase("too much at once")
        case "restarted" if not count:
            words = phrase("restarted: scan the last card again if it is not shown")
        case "restarted":
            words = plural(
                "restarted, {n:d} card lost: scan the last card again if it is not shown",
                "restarted, {n:d} cards lost: scan the last card again if it is not shown",
                count,
            )
        case "lost":
            words = plural("{n:d} card lost", "{n:d} cards lost", count)
        case "not kept":
            words = plural(
                "{n:d} card not stored: scan it again",
                "{n:d} cards not stored: scan them again",
                count,
            )
        case _:
            assert_never(noise.what)
    return words.filled(n=count, text=noise.text)
