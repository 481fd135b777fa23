"""Reads scanned labels: decides which card or key a label is, and whether it only repeats the last
one. Records and shows noise; a scanner that babbles gets one notice.

Scanning the same label again within a moment is not a second play.
"""

from collections.abc import Callable
from typing import assert_never

from msgspec import Struct

from companion.box.notifier import Notifier
from companion.core.cards import Card
from companion.dialogs.context import Dialog
from companion.dialogs.notices import NotSavedDialog
from companion.dialogs.questions import DisputeDialog
from companion.errors import LabelError
from companion.inputs import Input, Key, Noise, PartName, Scan
from companion.labels.codec import CommandLabel, Label, read_label
from companion.message import Words, joined, phrase, plural
from companion.screens.model import NoticeScreen
from companion.table.table import Table
from companion.words.cards import face
from companion.words.parts import noise_line, part_word

ODD_ONES = 10.0
"""Lines without a card that count as accidents even if they come faster than `ODD_RATE`."""
ODD_RATE = 3.0
"""Lines a second that are not babble, so that a scanner left in front of a foreign code is fine."""
SILENCE = 2.0
"""Seconds without noise after which a scanner no longer babbles."""

PLAIN_AFTER = 0.5
"""Seconds without noise after which a plain form from a babbling scanner counts as a card again."""

_HARMLESS = frozenset({"", "odd bytes", "half a line", "no line end", "long line", "too much"})
"""Noise that needs no action, and "" for an unknown label. The other kinds ask to scan a card
again.
"""


class _Heard(Struct):
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
        monotonic: returns the time of the box's clock in seconds.
    """

    def __init__(self, table: Table, notifier: Notifier, monotonic: Callable[[], float]) -> None:
        self._table, self._notifier, self._monotonic = table, notifier, monotonic
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

    def look(self) -> None:
        """Forget the noise of silent scanners."""
        now = self._monotonic()
        self._heard = {
            reader: heard for reader, heard in self._heard.items() if now < heard.at + SILENCE
        }

    def babbles(self, given: Noise | Scan) -> bool:
        """Count noise or an invalid scan; return whether its scanner babbles, and show that."""
        what = given.what if isinstance(given, Noise) else ""
        if what not in _HARMLESS:
            return False
        self.look()
        now = self._monotonic()
        heard = self._heard.setdefault(given.reader, _Heard(now))
        heard.level = max(0.0, heard.level - (now - heard.at) * ODD_RATE) + given.times
        heard.at = now
        if heard.notice is not None:
            self._notifier.extend(heard.notice)
        elif heard.level > ODD_ONES or what == "too much":
            heard.notice = _notice(given.reader, self._notifier.names)
            self._notifier.wake()
            self._notifier.notify(heard.notice)
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


class ScanReader:
    """The translation of scans into cards and keys, which notifies the players of invalid scans.

    Attributes:
        noise: watches which scanners babble.

    Args:
        table: records each label that cannot be read.
        notifier: shows why a scan has no effect.
        seconds: time in which the same label is not a second play; each echo restarts it.
        monotonic: returns the time of the box's clock in seconds.
    """

    def __init__(
        self, table: Table, notifier: Notifier, seconds: float, monotonic: Callable[[], float]
    ) -> None:
        self._table, self._notifier, self._seconds = table, notifier, seconds
        self.noise = NoiseWatch(table, notifier, monotonic)
        self._last: Scan | None = None
        self._was_accepted = (
            False  # the box played the last scan or asked about it, and did not refuse it
        )

    def read(self, scan: Scan, dialog: Dialog | None, *, settled: bool) -> Card | Key | None:
        """Return the card or the key of a scan while `dialog` is open; None if there is nothing to
        do.

        `settled` means that no question is open. Call `done` once the card or the key has been
        handled.
        """
        try:
            label = self._label(scan)
        except LabelError as error:
            if not scan.ended:
                noise = Noise("no line end", reader=scan.reader, text=scan.text, times=scan.times)
                self.report_noise(noise)
                return None
            if settled and scan.receipt is not None:
                facts = {"reader": scan.reader, "text": scan.text, "times": scan.times}
                self._table.note("unknown label", settles=True, **facts)
            else:
                self.noise.hold(scan)
            if not self.noise.babbles(scan):
                self._notifier.refused(error, phrase("Not scanned"))
            return None
        last = self._last
        is_echo = last is not None and last.text == scan.text and scan.at - last.at < self._seconds
        if isinstance(label, CommandLabel):
            # Two scans from a node are two plays: it reports each once, but delayed ones arrive
            # together.
            key = None if is_echo and scan.receipt is None else self._key(label, settled=settled)
            if key is None:
                self.done(scan, accepted=True)
            return key
        if isinstance(dialog, DisputeDialog) and is_echo:
            self.done(scan, accepted=False)  # the card that the question is about
        elif not is_echo or not (
            self._was_accepted or self._notifier.has_notice or isinstance(dialog, NotSavedDialog)
        ):
            return label
        else:
            self.done(scan, accepted=self._was_accepted)
            if self._was_accepted:
                sentence = phrase("{card} has been scanned", card=face(label))
                self._notifier.tell(phrase("Already scanned"), sentence)
        return None

    def absorbs(self, given: Input) -> bool:
        """Absorb noise from a scanner that already babbles; return whether that was so and nothing
        changes.
        """
        if not isinstance(given, Noise | Scan) or given.reader not in self.noise.readers:
            return False
        if isinstance(given, Scan) and self._is_label(given):
            return False
        self.noise.look()
        is_noise = given.reader in self.noise.readers and self.noise.babbles(given)
        if is_noise:
            self.noise.hold(given)
        return is_noise

    def report_noise(self, noise: Noise) -> None:
        """Record and show `noise` from a reader."""
        self._notifier.wake()
        self.noise.hold(noise)
        if self.noise.babbles(noise):
            return
        sentence = joined(": ", (part_word(noise.reader), noise_sentence(noise)))
        self._notifier.refused(sentence, phrase("Not scanned"))

    def done(self, scan: Scan, *, accepted: bool) -> None:
        """Remember a scan that has been handled; `accepted` is false if it was refused."""
        self._last, self._was_accepted = scan, accepted

    def count_after_all(self) -> None:
        """Let a refused scan count as a play, because the players have decided so."""
        self._was_accepted = self._last is not None

    def forget(self) -> None:
        """Let the last scan count again if it is repeated, because of an undo."""
        self._last, self._was_accepted = None, False

    def _label(self, scan: Scan) -> Label:
        # Half a label may look like a plain form, so only a check character proves that it is
        # complete.
        return read_label(
            scan.text, plain=scan.plain and scan.ended and not self.noise.is_amid(scan)
        )

    def _is_label(self, scan: Scan) -> bool:
        try:
            self._label(scan)
        except LabelError:
            return False
        return True

    def _key(self, label: CommandLabel, *, settled: bool) -> Key | None:
        if label.name != "DEAL":
            return Key(label.name)
        self._notifier.dismiss()
        state = self._table.state
        if settled and state is not None and state.phase in {"hand-over", "round-over"}:
            return Key("OK")
        self._notifier.refused(phrase("There is nothing to deal now"), phrase("Not dealt"))
        return None
