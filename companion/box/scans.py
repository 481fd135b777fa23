"""Reads scanned labels: decides which card or key a label is, and whether it only repeats the last
one.

Scanning the same label again within a moment is not a second play.
"""

from companion.box.noise import NoiseWatch, noise_sentence
from companion.box.notifier import Notifier
from companion.core.cards import Card
from companion.dialogs.context import Dialog
from companion.dialogs.notices import NotSavedDialog
from companion.dialogs.questions import DisputeDialog
from companion.errors import LabelError
from companion.inputs import Input, Key, Noise, Scan
from companion.labels.codec import CommandLabel, Label, read_label
from companion.message import joined, phrase
from companion.screens.model import NoticeScreen
from companion.table.table import Table
from companion.words.cards import face
from companion.words.parts import part_word


class ScanReader:
    """The translation of scans into cards and keys, which notifies the players of invalid scans.

    Attributes:
        noise: watches which scanners babble.

    Args:
        table: records each label that cannot be read.
        notifier: shows why a scan has no effect.
        seconds: time in which the same label is not a second play; each echo restarts it.
    """

    def __init__(self, table: Table, notifier: Notifier, seconds: float) -> None:
        self._table, self._notifier, self._seconds = table, notifier, seconds
        self.noise = NoiseWatch(table, notifier)
        self._last: Scan | None = None
        self._was_accepted = (
            False  # the box played the last scan or asked about it, and did not refuse it
        )

    def read(
        self, scan: Scan, dialog: Dialog | None, now: float, *, settled: bool
    ) -> Card | Key | None:
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
                self.report_noise(noise, now)
                return None
            if settled and scan.receipt is not None:
                facts = {"reader": scan.reader, "text": scan.text, "times": scan.times}
                self._table.note("unknown label", settles=True, **facts)
            else:
                self.noise.hold(scan)
            if not self.noise.babbles(scan, now):
                self._notifier.refused(error, phrase("Not scanned"), now)
            return None
        last = self._last
        is_echo = last is not None and last.text == scan.text and scan.at - last.at < self._seconds
        if isinstance(label, CommandLabel):
            # Two scans from a node are two plays: it reports each once, but delayed ones arrive
            # together.
            key = (
                None if is_echo and scan.receipt is None else self._key(label, now, settled=settled)
            )
            if key is None:
                self.done(scan, accepted=True)
            return key
        card = Card(label.rank, label.suit, label.deck, label.joker)
        if isinstance(dialog, DisputeDialog) and is_echo:
            self.done(scan, accepted=False)  # the card that the question is about
        elif not is_echo or not (
            self._was_accepted or self._notifier.has_notice or isinstance(dialog, NotSavedDialog)
        ):
            return card
        else:
            self.done(scan, accepted=self._was_accepted)
            if self._was_accepted:
                self._notifier.notify(_read_once(card), now)
        return None

    def absorbs(self, given: Input, now: float) -> bool:
        """Absorb noise from a scanner that already babbles; return whether that was so and nothing
        changes.
        """
        if not isinstance(given, Noise | Scan) or given.reader not in self.noise.readers:
            return False
        if isinstance(given, Scan) and self._is_label(given):
            return False
        self.noise.look(now)
        is_noise = given.reader in self.noise.readers and self.noise.babbles(given, now)
        if is_noise:
            self.noise.hold(given)
        return is_noise

    def report_noise(self, noise: Noise, now: float) -> None:
        """Record and show `noise` from a reader."""
        self._notifier.wake(now)
        self.noise.hold(noise)
        if self.noise.babbles(noise, now):
            return
        sentence = joined(": ", (part_word(noise.reader), noise_sentence(noise)))
        self._notifier.refused(sentence, phrase("Not scanned"), now)

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

    def _key(self, label: CommandLabel, now: float, *, settled: bool) -> Key | None:
        if label.name != "DEAL":
            return Key(label.name)
        self._notifier.dismiss()
        state = self._table.state
        if settled and state is not None and state.phase in {"hand-over", "round-over"}:
            return Key("OK")
        self._notifier.refused(phrase("There is nothing to deal now"), phrase("Not dealt"), now)
        return None


def _read_once(card: Card) -> NoticeScreen:
    return NoticeScreen(
        phrase("Already scanned"), phrase("{card} has been scanned", card=face(card))
    )
