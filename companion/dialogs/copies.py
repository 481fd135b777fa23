"""The copy of the journal that a start offers, when the journal cannot be saved."""

import msgspec

from companion.dialogs.context import LeaveCopy, Scene, TakeCopy
from companion.dialogs.toolkit import Confirmation, Page, WidgetDialog, ok_and_undo
from companion.rules.family import Rules, State
from companion.screens.model import KeyHint, NoticeScreen
from companion.screens.table_pictures import names_of
from companion.text.copies import copy_of, holds, journal_damaged, what_is_missing, whence
from companion.text.language import asks, pgettext
from companion.text.language import gettext as _


class OfferedCopy(msgspec.Struct, frozen=True):
    """A copy that is offered: the last game's `rules` and `state`, and how many `games` it holds.

    `when` is the time of its last command for the display ("21:40"). So many entries are `missing` from the
    journal, or `is_all` that it had; it `is_damaged`, or it is new.
    """

    when: str
    rules: Rules
    state: State
    games: int
    missing: int
    is_all: bool
    is_damaged: bool


class JournalQuestion(WidgetDialog, frozen=True):
    """Asks which journal goes on: until the answer no card and no phone's command counts."""

    copy: OfferedCopy


class CopyOfferedDialog(JournalQuestion, frozen=True):
    """Asks whether the copy takes over (52); MORE shows what it holds, UNDO goes on without it."""

    def widget(self, scene: Scene) -> Confirmation:
        copy = self.copy
        is_lost = copy.is_damaged and copy.is_all
        return Confirmation(
            title=what_is_missing(copy.missing, is_all=copy.is_all, is_damaged=copy.is_damaged),
            question=asks("Use the copy?"),
            line=whence(copy.when, copy.state),
            keys=(KeyHint("OK", pgettext("key", "use it")), KeyHint("MORE", pgettext("key", "look"))),
            ok=TakeCopy(),
            more=CopyShownDialog(copy),
            undo=BeginAnewDialog(copy) if is_lost else LeaveCopy(),
            first=asks("First: use the copy, yes or no?"),
        )


class CopyShownDialog(JournalQuestion, frozen=True):
    """Shows what the copy holds, before it takes over."""

    def widget(self, scene: Scene) -> Page:
        copy = self.copy
        ok, undo = ok_and_undo(pgettext("key", "use it"), pgettext("key", "back"))
        screen = NoticeScreen(
            copy_of(copy.when),
            holds(copy.rules, copy.state, copy.games),
            table=names_of(copy.state),
            ok=ok,
            other=undo,
        )
        back = CopyOfferedDialog(copy)
        return Page(screen=screen, ok=TakeCopy(), undo=back, first=asks("First: use the copy, yes or no?"))


class BeginAnewDialog(JournalQuestion, frozen=True):
    """Says that the damaged journal is kept, then asks for a new one or the copy (53)."""

    is_last: bool = False

    def widget(self, scene: Scene) -> Page:
        offered = CopyOfferedDialog(self.copy)
        headline, first = journal_damaged(), asks("First: a new journal, or the copy?")
        if not self.is_last:
            last = BeginAnewDialog(self.copy, is_last=True)
            turn = KeyHint("OK", pgettext("key", "next"))
            screen = NoticeScreen(headline, _("It is set aside and kept as it is"), ok=turn, page="1/2")
            return Page(screen=screen, ok=last, undo=offered, turn=last, first=first)
        screen = NoticeScreen(
            headline,
            asks("Start a new one, or use a copy?"),
            ok=KeyHint("OK", pgettext("key", "new")),
            other=KeyHint("MORE", pgettext("key", "copies")),
            page="2/2",
        )
        turn_back = BeginAnewDialog(self.copy)
        return Page(screen=screen, ok=LeaveCopy(), more=offered, undo=offered, turn=turn_back, first=first)
