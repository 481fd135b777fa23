"""What the box asks by itself: a failing disk, a found backup, missing entries, a new evening."""

from companion.core.cards import Card
from companion.core.disagreement import Observed
from companion.core.history import counting
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
from companion.message import in_context, phrase
from companion.screens.model import KeyHint, NoticeScreen
from companion.screens.table_pictures import names_of, not_safe, not_saved
from companion.words.disk import (
    LastGame,
    entries_missing,
    kept_up_to,
    last_game,
    last_played,
    play_on,
)
from companion.words.undo import last_entry


class NotSavedDialog(Information, WidgetDialog, frozen=True):
    """Says what to do because the disk did not take the `refused` card;
    None stands for anything else.

    OK tries the disk again, MORE shows what to write down; the next card is tried at once.
    """

    refused: Card | None = None

    def widget(self, scene: Scene) -> Page:
        screen = not_saved(scene.disk or "failing", self.refused, scene.state)
        return Page(screen=screen, ok=TryDisk(), more=NotSafeDialog())


class NotSafeDialog(Information, WidgetDialog, frozen=True):
    """Says what to write down, because the disk may not hold every card.

    With `leaving` OK switches off, or restarts, all the same; without, any key goes on.
    """

    leaving: SwitchOff | None = None

    def widget(self, scene: Scene) -> Page:
        leave = Close()
        if self.leaving is None:
            return Page(screen=not_safe(scene.state), ok=leave, more=leave, bust=leave)
        return Page(screen=not_safe(scene.state, asks=True), ok=self.leaving)


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
            title=phrase("New journal"),
            question=phrase("Use backup?"),
            line=last_played(self.when),
            keys=(
                KeyHint("OK", in_context("key", "use it")),
                KeyHint("MORE", in_context("key", "look")),
            ),
            ok=TakeBackup(),
            more=BackupShownDialog(self.when, self.last),
            undo=LeaveBackup(),
            first=phrase("Answer first: use the backup, yes or no?"),
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
        first = phrase("Answer first: use the backup, yes or no?")
        return Page(screen=screen, ok=TakeBackup(), undo=back, first=first)


class EntriesMissingDialog(Information, WidgetDialog, frozen=True):
    """Says how many entries are `missing` after the state `kept`;
    stays until a key or the next card.

    MORE puts them in by hand, in a family that can.
    """

    missing: int
    kept: State
    is_last: bool = False

    def widget(self, scene: Scene) -> Page:
        headline, table = entries_missing(self.missing), names_of(self.kept)
        if not self.is_last:
            last = EntriesMissingDialog(self.missing, self.kept, is_last=True)
            ok = KeyHint("OK", in_context("key", "next"))
            screen = NoticeScreen(headline, kept_up_to(self.kept), table=table, ok=ok, page="1/2")
            return Page(screen=screen, ok=last, turn=last)
        by_hand = self._by_hand(scene)
        screen = NoticeScreen(
            headline,
            play_on(self.kept, self.missing, by_hand=by_hand is not None),
            table=table,
            ok=KeyHint("OK", in_context("key", "play on")),
            other=None if by_hand is None else KeyHint("MORE", in_context("key", "enter")),
            page="2/2",
        )
        return Page(
            screen=screen,
            ok=Close(),
            more=by_hand,
            turn=EntriesMissingDialog(self.missing, self.kept),
        )

    def _by_hand(self, scene: Scene) -> Dialog | None:
        """Return what puts a play in; None before the first play,
        and where nothing can be put in.
        """
        if len(counting(scene.moments)) < 2:
            return None
        by_hand = scene.family(scene.game()[0]).by_hand(scene, Observed(), self)
        return None if by_hand is self else by_hand


class NewEveningDialog(WidgetDialog, frozen=True):
    """Asks on a box that does not know the date if the wins are counted from the start (55).

    Until the answer no card counts. A phone that begins a game answers yes.
    """

    def widget(self, scene: Scene) -> Confirmation:
        return Confirmation(
            title=phrase("The clock is not set"),
            question=phrase("New evening?"),
            line=phrase("wins restart at 0"),
            ok=AnswerEvening(new=True),
            undo=AnswerEvening(new=False),
            first=phrase("Answer first: a new evening, yes or no?"),
        )


class CutOffDialog(Information, WidgetDialog, frozen=True):
    """Names the last entry after a power cut, because it may have been written unnoticed (56).

    Every key closes it, and UNDO asks to take the entry back.
    """

    def widget(self, scene: Scene) -> Page:
        ok, undo = ok_and_undo(in_context("key", "continue"), in_context("key", "last"))
        screen = NoticeScreen(
            phrase("Power was off"),
            last_entry(scene.moments),
            table=names_of(scene.game()[1]),
            ok=ok,
            other=undo,
        )
        shut = Close()
        return Page(
            screen=screen, ok=shut, undo=ask_take_back(scene), more=shut, bust=shut, turn=shut
        )
