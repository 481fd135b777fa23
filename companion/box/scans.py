"""Reads scanned labels: which card or key each of them is, and which of them only repeats the last one."""

from companion.box.deduplicate import ScanDeduplicator
from companion.box.notifier import Notifier
from companion.dialogs.context import Dialog
from companion.dialogs.disputes import DisputeDialog
from companion.dialogs.idle import is_asking
from companion.errors import LabelError
from companion.inputs import Key, Scan
from companion.labels.codec import CommandLabel, read_label
from companion.rules.cards import Card
from companion.screens.model import NoticeScreen
from companion.table.table import Table


class ScanReader:
    """Turns scans into cards and keys, and notifies the players of those that come to nothing.

    Args:
        table: keeps a note of each label that cannot be read.
        notifier: shows why a scan comes to nothing.
        deduplicator: remembers the last scan.
    """

    def __init__(self, table: Table, notifier: Notifier, deduplicator: ScanDeduplicator) -> None:
        self._table, self._notifier, self._deduplicator = table, notifier, deduplicator

    def read(self, scan: Scan, dialog: Dialog | None, now: float) -> Card | Key | None:
        """Return the card or the key of a label while `dialog` is open; None where nothing is to be done.

        Call `done` once the card or the key has been dealt with.
        """
        try:
            label = read_label(scan.text, plain=scan.plain)
        except LabelError as error:
            settles = dialog is None or not is_asking(dialog)
            self._table.note("unknown label", settles=settles, reader=scan.reader, text=scan.text)
            self._notifier.refused(str(error), "Not read", now)
            return None
        is_echo = self._deduplicator.is_echo(scan)
        if isinstance(label, CommandLabel):
            # Two that a node reports are two: it passes each on once, but late ones come in one moment.
            key = None if is_echo and scan.receipt is None else self._key(label, dialog, now)
            if key is None:
                self._deduplicator.heard(scan, taken=True)
            return key
        card = Card(label.rank, label.suit, label.deck, label.joker)
        was_taken = self._deduplicator.was_taken
        if isinstance(dialog, DisputeDialog) and is_echo:
            self._deduplicator.heard(scan, taken=False)  # the card that the question is about
        elif not is_echo or not (was_taken or self._notifier.has_notice):
            return card
        else:
            self._deduplicator.heard(scan, taken=was_taken)
            if was_taken:
                self._notifier.notify(NoticeScreen("Read once", f"{card.face} has been read"), now)
        return None

    def done(self, scan: Scan, *, taken: bool) -> None:
        """Remember a scan that has been dealt with; `taken` unless it was refused."""
        self._deduplicator.heard(scan, taken=taken)

    def forget(self) -> None:
        """Let the last scan count again when it is repeated: something is taken back."""
        self._deduplicator.forget()

    def _key(self, label: CommandLabel, dialog: Dialog | None, now: float) -> Key | None:
        if label.name != "DEAL":
            return Key(label.name)
        self._notifier.dismiss()
        state = self._table.state
        is_asked = dialog is not None and is_asking(dialog)
        if not is_asked and state is not None and state.phase in {"hand-over", "round-over"}:
            return Key("OK")
        self._notifier.refused("There is nothing to deal now", "Not dealt", now)
        return None
