"""Notices the box opens itself: a failing disk, a found backup, missing entries, a new evening."""

from companion.core.cards import Card
from companion.core.disagreement import Observed
from companion.core.seats import State
from companion.dialogs.context import (
    AnswerEvening,
    Close,
    Dialog,
    LeaveBackup,
    Scene,
    SwitchOff,
    TakeBackup,
    TryDisk,
)
from companion.dialogs.taking_back import ask_take_back
from companion.dialogs.toolkit import Confirmation, Information, Page, WidgetDialog, ok_and_undo
from companion.message import in_context, joined, phrase
from companion.screens.model import KeyHint, NoticeScreen
from companion.screens.table_pictures import not_safe, not_saved
from companion.words.disk import LastGame, entries_missing, kept_up_to, last_game, play_on
from companion.words.undo import last_entry


class NotSavedDialog(Information):
    """Instructions after the disk did not accept the `refused` card (None for any other command).

    OK tries the disk again, MORE shows what to write down. The next card is tried at once.
    """

    refused: Card | None = None

    def widget(self, scene: Scene) -> Page:
        screen = not_saved(scene.disk or "failing", self.refused, scene.state)
        return Page(screen=screen, ok=TryDisk(), more=NotSafeDialog())


class NotSafeDialog(Information):
    """The facts to write down, because the disk may not hold every card.

    With `leaving`, OK switches off or restarts anyway; without it, any key continues.
    """

    leaving: SwitchOff | None = None

    def widget(self, scene: Scene) -> Page:
        if self.leaving is None:
            return Page(screen=not_safe(scene.state), rest=Close())
        return Page(screen=not_safe(scene.state, asks=True), ok=self.leaving)


class BackupQuestion(WidgetDialog):
    """A question about which journal to continue; until then no card or phone command counts.

    `when` is the time of the backup's last entry for the display ("21:40"), and `last` its last
    game.
    """

    when: str
    last: LastGame


class BackupOfferedDialog(BackupQuestion):
    """Offer to continue with the backup (52); MORE shows its contents, UNDO declines it."""

    def widget(self, scene: Scene) -> Confirmation:
        return Confirmation(
            title=phrase("New journal"),
            question=phrase("Use backup?"),
            line=phrase("last played {when}", when=self.when),
            keys=(
                KeyHint("OK", in_context("key", "use it")),
                KeyHint("MORE", in_context("key", "look")),
            ),
            ok=TakeBackup(),
            more=BackupShownDialog(self.when, self.last),
            undo=LeaveBackup(),
        )


class BackupShownDialog(BackupQuestion):
    """The contents of the backup, before the box continues with it."""

    def widget(self, scene: Scene) -> Page:
        keys, table = ok_and_undo(in_context("key", "use it")), self.last.players
        screen = NoticeScreen(phrase("The backup"), last_game(self.last), table=table, keys=keys)
        back = BackupOfferedDialog(self.when, self.last)
        first = phrase("Answer first: {question}", question=phrase("Use backup?"))
        return Page(screen=screen, ok=TakeBackup(), undo=back, first=first)


class EntriesMissingDialog(Information):
    """Notice that `missing` entries follow the state `kept`; it stays until a key or the next card.

    MORE inserts them by hand, if the family allows that.
    """

    missing: int
    kept: State

    def widget(self, scene: Scene) -> Page:
        by_hand = self._by_hand(scene)
        keys: tuple[KeyHint, ...] = (KeyHint("OK", in_context("key", "play on")),)
        if by_hand is not None:
            keys = (*keys, KeyHint("MORE", in_context("key", "enter")))
        options = play_on(self.missing, by_hand=by_hand is not None)
        why = joined(". ", (kept_up_to(self.kept), options))
        screen = NoticeScreen(entries_missing(self.missing), why, keys=keys)
        return Page(screen=screen, ok=Close(), more=by_hand)

    def _by_hand(self, scene: Scene) -> Dialog | None:
        """Return the dialog that inserts a play; None without one or before the first play."""
        if len(scene.counted) < 2:
            return None
        by_hand = scene.family(scene.playing).by_hand(scene, Observed(), self)
        return None if by_hand is self else by_hand


class NewEveningDialog(WidgetDialog):
    """Question on a box without a clock whether to start counting wins from this start (55).

    Until it is answered, no card counts. A phone that begins a game answers yes.
    """

    def widget(self, scene: Scene) -> Confirmation:
        return Confirmation(
            title=phrase("The clock is not set"),
            question=phrase("New evening?"),
            line=phrase("wins restart at 0"),
            ok=AnswerEvening(new=True),
            undo=AnswerEvening(new=False),
        )


class CutOffDialog(Information):
    """Notice of the last entry before a power cut, which may have been saved unnoticed (56).

    Every key closes it; UNDO asks whether to undo the entry.
    """

    def widget(self, scene: Scene) -> Page:
        keys = ok_and_undo(in_context("key", "continue"), in_context("key", "last"))
        screen = NoticeScreen(phrase("Power was off"), last_entry(scene.moments), keys=keys)
        return Page(screen=screen, undo=ask_take_back(scene), rest=Close())
