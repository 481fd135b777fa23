"""The backup of another box that a box without a game offers at its start."""

import msgspec

from companion.dialogs.context import LeaveBackup, Scene, TakeBackup
from companion.dialogs.toolkit import Confirmation, Page, WidgetDialog, ok_and_undo
from companion.screens.model import KeyHint, NoticeScreen
from companion.text.backup import last_game, last_played
from companion.text.language import asks, pgettext
from companion.text.language import gettext as _


class OfferedBackup(msgspec.Struct, frozen=True):
    """A backup that is offered: so many `games`, and what the last one is called, with its players.

    `when` is the time of its last entry for the display ("21:40").
    """

    when: str
    title: str
    players: tuple[str, ...]
    games: int


class BackupQuestion(WidgetDialog, frozen=True):
    """Asks which journal goes on: until the answer no card and no phone's command counts."""

    backup: OfferedBackup


class BackupOfferedDialog(BackupQuestion, frozen=True):
    """Asks whether the box goes on with the backup (52); MORE shows what it holds, UNDO declines it."""

    def widget(self, scene: Scene) -> Confirmation:
        return Confirmation(
            title=_("The journal is new"),
            question=asks("Use the backup?"),
            line=last_played(self.backup.when),
            keys=(KeyHint("OK", pgettext("key", "use it")), KeyHint("MORE", pgettext("key", "look"))),
            ok=TakeBackup(),
            more=BackupShownDialog(self.backup),
            undo=LeaveBackup(),
            first=asks("First: use the backup, yes or no?"),
        )


class BackupShownDialog(BackupQuestion, frozen=True):
    """Shows what the backup holds, before the box goes on with it."""

    def widget(self, scene: Scene) -> Page:
        backup = self.backup
        ok, undo = ok_and_undo(pgettext("key", "use it"), pgettext("key", "back"))
        screen = NoticeScreen(
            _("The backup"),
            last_game(backup.title, ", ".join(backup.players), backup.games),
            table=backup.players,
            ok=ok,
            other=undo,
        )
        back = BackupOfferedDialog(backup)
        first = asks("First: use the backup, yes or no?")
        return Page(screen=screen, ok=TakeBackup(), undo=back, first=first)
