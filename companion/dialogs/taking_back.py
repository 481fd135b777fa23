"""Undo: each UNDO goes one command further back, down to the previous game."""

from msgspec.structs import replace

from companion.core.commands import Judged, Undo
from companion.core.refusals import NothingToUndo
from companion.dialogs.context import Close, Dialog, Move, Reject, ReopenGame, Scene, UndoCall
from companion.dialogs.toolkit import Confirmation, WidgetDialog, ok_and_undo
from companion.errors import Illegal
from companion.message import in_context, phrase
from companion.screens.model import KeyHint
from companion.words.causes import called
from companion.words.numbers import figure
from companion.words.undo import back_to, taken_back


def ask_take_back(scene: Scene) -> Move:
    """Return the question, or the statement that there is nothing to undo."""
    earlier: Dialog | None = None
    if scene.can_reopen:
        earlier = REOPEN_QUESTION
    elif len(scene.moments) > 1:
        earlier = TakeBackDialog(1)
    if scene.undoable_call is not None:
        return _ask_take_back_call(scene, scene.undoable_call, earlier)
    return earlier or Reject(Illegal(NothingToUndo(1, 0)), headline=phrase("Undo"))


def _ask_take_back_call(scene: Scene, judged: Judged, earlier: Dialog | None) -> Confirmation:
    """Return the question for undoing the last judged call (OK); UNDO asks about the play before
    it.
    """
    other = in_context("key", "no") if earlier is None else in_context("key", "earlier")
    return Confirmation(
        title=phrase("Undo?"),
        question=called(judged.player, figure(judged.called)),
        line=phrase("the call no longer counts"),
        keys=ok_and_undo(in_context("key", "yes"), other),
        ok=UndoCall(scene.called_at),
        undo=earlier or Close(),
        more=Close(),
        bust=Close(),
        first=phrase("Answer first: undo, yes or no?"),
    )


class TakeBackDialog(WidgetDialog):
    """Question for undoing everything down to the shown command.

    OK undoes it, UNDO adds one command, RIGHT removes one.
    """

    count: int

    def widget(self, scene: Scene) -> Confirmation:
        state = scene.playing
        moment = scene.moments[-self.count]
        state_before = scene.moments[-self.count - 1].state
        further: Move = Close()
        other = KeyHint("UNDO", in_context("key", "no"))
        if self.count < len(scene.moments) - 1:
            further = replace(self, count=self.count + 1)
            other = KeyHint("UNDO", in_context("key", "earlier"))
        elif self.count > 1:
            further, other = self, KeyHint("RIGHT", in_context("key", "less"))
        return Confirmation(
            title=phrase("Undo?") if self.count == 1 else phrase("Undo {n}?", n=self.count),
            question=taken_back(moment.events).short,
            line=back_to(state, state_before),
            keys=(KeyHint("OK", in_context("key", "yes")), other),
            ok=Undo(self.count),
            undo=further,
            left=further,
            right=replace(self, count=self.count - 1) if self.count > 1 else None,
            rest=Close(),
            first=phrase("Answer first: undo, yes or no?"),
        )


REOPEN_QUESTION = Confirmation(
    title=phrase("Undo?"),
    question=phrase("This game"),
    line=phrase("the one before continues"),
    ok=ReopenGame(),
    more=Close(),
    bust=Close(),
    first=phrase("Answer first: reopen the previous game?"),
)
"""The offer, at the start of a game, to resume the game before it."""
