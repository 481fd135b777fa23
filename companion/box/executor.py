"""What a dialog of the box has asked for, done: a command tried, a call judged, a play taken back."""

from collections.abc import Callable
from typing import assert_never

from companion.box.deduplicate import ScanDeduplicator
from companion.box.requests import TableCommand
from companion.box.verdicts import Verdicts
from companion.dialogs.context import CheckTotal, Dialog, Reject, ReopenGame, Scene, Submit, TakeBack
from companion.dialogs.disputes import DisputeDialog, dispute_about
from companion.dialogs.questions import question_for
from companion.errors import CompanionError, Illegal
from companion.rules.commands import Claim, New, Undo
from companion.table.replay import Reopen as Reopened
from companion.table.table import Table


class CommandExecutor:
    """Does it to the `table`, and tells the `verdicts` what came of it.

    Each deed answers with the dialog that is open afterwards, None when nothing is asked. `once` hears
    of what makes a card that was read a moment ago count, or count no more. `last_called` is the total
    that was called last.
    """

    def __init__(self, table: Table, verdicts: Verdicts, once: ScanDeduplicator) -> None:
        self.last_called = 0
        self._table, self._verdicts, self._deduplicator = table, verdicts, once

    def do(
        self,
        wish: Submit | CheckTotal | TakeBack | ReopenGame | Reject,
        scene: Scene,
        dialog: Dialog | None,
        now: float,
    ) -> Dialog | None:
        """Does what the open `dialog` wishes; `now` is the clock's moment in seconds."""
        match wish:
            case Submit():
                return self._attempt(wish, scene, dialog, now)
            case CheckTotal(claim):
                self._judge(claim, now)
            case TakeBack(count):
                self._put_back(lambda: self._table.take_back(count), now)
            case ReopenGame():
                self._put_back(self._table.reopen, now)
            case Reject(why, back, headline, key):
                self._verdicts.refused(why if key is None else f"{why} with {key}", headline, now, key)
                return back
            case _:
                assert_never(wish)
        return None

    def done_elsewhere(self, dialog: Dialog | None, order: TableCommand) -> None:
        """An order from a phone was done while `dialog` was open."""
        if isinstance(dialog, DisputeDialog):
            self._deduplicator.take()
        if isinstance(order, Undo | Reopened):
            self._deduplicator.forget()

    def _attempt(self, wish: Submit, scene: Scene, dialog: Dialog | None, now: float) -> Dialog | None:
        command, back = wish.command, wish.back
        try:
            try:
                decision = self._table.decide(command)
            except Illegal as illegal:
                question = question_for(scene, command, illegal, back)
                if question is not None:
                    return question
                dispute = dispute_about(command, illegal)
                self._table.note_refusal(command, illegal, settles=back is None and dispute is None)
                if dispute is not None:
                    self._verdicts.disputed(now)
                    return dispute
                self._verdicts.illegal(command, illegal, now)
                # Whoever has shown a card that can be played is to play it next.
                return None if illegal.code == "can-play" else back
            events = self._table.commit(decision)
        except CompanionError as error:
            self._verdicts.failed(error, now)
            return None
        if isinstance(dialog, DisputeDialog):
            self._deduplicator.take()
        self._verdicts.accepted(None if isinstance(command, New) else scene.state, events, now)
        return None

    def _judge(self, claim: Claim, now: float) -> None:
        if isinstance(claim.total, int):
            self.last_called = claim.total
        try:
            judged = self._table.judge(claim)
        except CompanionError as error:
            self._verdicts.failed(error, now)
            return
        self._verdicts.judged(judged, now)

    def _put_back(self, change: Callable[[], None], now: float) -> None:
        self._deduplicator.forget()
        try:
            change()
        except CompanionError as error:
            self._verdicts.failed(error, now)
        else:
            self._verdicts.taken_back(now)
