"""The backup of another box that a box without a game offers at its start."""

from companion.dialogs.context import LeaveBackup, Scene, TakeBackup
from companion.dialogs.toolkit import Confirmation, Page, WidgetDialog, ok_and_undo
from companion.message import in_context, phrase
from companion.screens.model import KeyHint, NoticeScreen
from companion.text.backup import LastGame, last_game, last_played


class BackupQuestion(WidgetDialog, frozen=True):
    """Asks which journal goes on: until the answer no card and no phone's command counts.

    `when` is the time of the last entry of the backup for the display ("21:40"), and `last` its
    last game.
    """

    when: str
    last: LastGame


class BackupOfferedDialog(BackupQuestion, frozen=True):
    """Asks whether the box goes on with the backup (52);
    MORE shows what it holds, UNDO declines it.
    """

    def widget(self, scene: Scene) -> Confirmation:
        return Confirmation(
            title=phrase("The journal is new"),
            question=phrase("Use the backup?"),
            line=last_played(self.when),
            keys=(
                KeyHint("OK", in_context("key", "use it")),
                KeyHint("MORE", in_context("key", "look")),
            ),
            ok=TakeBackup(),
            more=BackupShownDialog(self.when, self.last),
            undo=LeaveBackup(),
            first=phrase("First: use the backup, yes or no?"),
        )


class BackupShownDialog(BackupQuestion, frozen=True):
    """Shows what the backup holds, before the box goes on with it."""

    def widget(self, scene: Scene) -> Page:
        ok, undo = ok_and_undo(in_context("key", "use it"), in_context("key", "back"))
        screen = NoticeScreen(
            phrase("The backup"),
            last_game(self.last),
            table=self.last.players,
            ok=ok,
            other=undo,
        )
        back = BackupOfferedDialog(self.when, self.last)
        first = phrase("First: use the backup, yes or no?")
        return Page(screen=screen, ok=TakeBackup(), undo=back, first=first)
