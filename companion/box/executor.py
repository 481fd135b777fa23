"""Executes the commands of dialogs and phones at the table,
and notifies the players of the result.
"""

from collections.abc import Sequence
from typing import NamedTuple, assert_never

from companion.box.health import DiskWatch
from companion.box.notifier import Caller, Notifier
from companion.box.requests import (
    Accepted,
    Changing,
    Checked,
    Conflict,
    DirectorRequest,
    DrawDealer,
    Drawn,
    HistoryRequest,
    MiscountReport,
    NewKeepingChips,
    Rejected,
    TableCommand,
    TableRequest,
    TableResponse,
)
from companion.box.scans import ScanReader
from companion.box.state import Chance
from companion.core.cards import Card, bare_card
from companion.core.commands import (
    Bust,
    Claim,
    Deal,
    Judged,
    New,
    Play,
    Repair,
    Score,
    Shield,
    Show,
    Undo,
)
from companion.core.events import Event
from companion.core.history import counting
from companion.core.questions import asks_for_more
from companion.core.refusals import BadField, NotYourTurn
from companion.core.seats import State
from companion.dialogs.context import (
    CallDirector,
    Dialog,
    DrawLot,
    RecordMiscount,
    Reject,
    ReopenGame,
    Scene,
    Submit,
    TableMove,
    TryDisk,
    UndoCall,
    UseLearning,
    UseVoice,
)
from companion.dialogs.disagreement import ASKS_WHY, NotRightDialog, WhyDialog, miscount_picture
from companion.dialogs.questions import DisputeDialog, question_for
from companion.dialogs.set_up import lot_notice
from companion.errors import CompanionError, DiskError, Illegal, JournalError
from companion.games import family_of, kept_chips
from companion.message import Name, Words, phrase
from companion.screens.lights import sound_of
from companion.screens.model import NoticeScreen
from companion.table.recorded import CHIPS_KEPT, Rename, Reopen
from companion.table.table import Table
from companion.words.causes import called, verdict
from companion.words.numbers import figure
from companion.words.refusals import refusal_sentence


class _DealerDraw(NamedTuple):
    """The `dealer` drawn among `players` for the game that they set up."""

    players: tuple[str, ...]
    dealer: str


class CommandExecutor:
    """The only place where keys, cards and phones change the table.

    `last_called` is the total that was called last.

    Args:
        table: the owner of the game.
        notifier: shows and signals the result of each command.
        disk: decides what follows when the disk refuses a command.
        caller: calls what happens.
        scans: counts a refused scan after all, and forgets the last one after an undo.
        chance: draws the first dealer by lot.
    """

    def __init__(
        self,
        table: Table,
        notifier: Notifier,
        scans: ScanReader,
        disk: DiskWatch,
        caller: Caller,
        chance: Chance,
    ) -> None:
        self.last_called = 0
        self._disk, self._caller = disk, caller
        self._table, self._notifier, self._scans, self._chance = table, notifier, scans, chance
        self._lot: _DealerDraw | None = None

    def execute(self, move: TableMove, scene: Scene, dialog: Dialog | None) -> Dialog | None:
        """Execute the `move` of the open `dialog`; return the dialog that is open afterwards, or
        None.
        """
        try:
            return self._execute(move, scene, dialog)
        except CompanionError as error:
            return self._failed(error, move.command if isinstance(move, Submit) else None)

    def execute_request(
        self,
        request: TableRequest,
        scene: Scene,
        dialog: Dialog | None,
    ) -> tuple[TableResponse, Dialog | None]:
        """Execute a phone's request, unless its page shows an outdated table.

        Return the response, and the dialog that asks for the reason of a wrong call or of a play
        out of turn. Show it only if no other dialog is open.

        Args:
            request: the command and, from a phone, the journal's sequence number that its page
                shows.
            scene: the table before the request.
            dialog: the dialog that is open at the box.
        """
        command = request.order
        if request.seen not in (None, self._table.journal.sequence):
            return Conflict(), None
        self._notifier.dismiss(unread=False)
        try:
            if isinstance(command, Claim):
                judged = self._table.judge(command, request.phone)
                return Checked(judged), self._judged(judged)
            if isinstance(command, UseVoice | UseLearning):
                self._caller.switch(command)
                return Accepted(self._table.journal.sequence), None
            if isinstance(command, DrawDealer):
                return Drawn(self._draw(command.players)), None
            response = self._request(command, request.phone)
        except Illegal as illegal:
            return Rejected(illegal), self._refused_request(command, scene.refusal_shown(illegal))
        except CompanionError as error:
            return Rejected(error), self._failed(error, command)
        if isinstance(response, Accepted) and isinstance(dialog, DisputeDialog):
            self._scans.count_after_all()
        return response, None

    def take(self, request: HistoryRequest | DirectorRequest) -> TableResponse:
        """Execute a request about earlier games, a phone's call for the director, or its end."""
        try:
            if isinstance(request, DirectorRequest):
                self._call_director(request.phone, calls=request.calls)
            else:
                request.change(self._table)
        except CompanionError as error:
            return Rejected(error)
        return Accepted(self._table.journal.sequence)

    def _call_director(self, phone: str | None, *, calls: bool) -> None:
        self._table.call_director(phone, calls=calls)
        self._notifier.done()
        sentence = phrase("The director is called") if calls else phrase("The director has come")
        self._notifier.tell(phrase("Director"), sentence)

    def _execute(self, move: TableMove, scene: Scene, dialog: Dialog | None) -> Dialog | None:
        match move:
            case Submit():
                return self._submit(move, scene, dialog)
            case Claim(total=total):
                self.last_called = total if isinstance(total, int) else self.last_called
                return self._judged(self._table.judge(move))
            case RecordMiscount(seen):
                self._request(MiscountReport(seen.total, scene.playing.name_of(seen.turn)))
            case Undo() | UndoCall():
                self._request(move)
            case ReopenGame():
                self._request(Reopen())
            case DrawLot(players, announcement):
                return announcement(self._draw(players))
            case Reject(why, back, headline):
                self._notifier.refused(why, headline or phrase("Not allowed"))
                return back
            case CallDirector(calls):
                self._call_director(None, calls=calls)
            case TryDisk():
                self._disk.try_again()
                return dialog
            case _:
                assert_never(move)
        return None

    def _submit(self, submit: Submit, scene: Scene, dialog: Dialog | None) -> Dialog | None:
        command, back = submit.command, submit.back
        try:
            decision = self._table.decide(command)
        except Illegal as illegal:
            question = None
            if not isinstance(command, Repair):
                question = question_for(scene, command, illegal, back)
            if question is not None and asks_for_more(illegal.refusal):
                return question
            self._table.note_refusal(command, illegal, settles=back is None and question is None)
            if question is not None:
                self._notifier.disputed()
                return question
            self._refused(command, scene.refusal_shown(illegal))
            # A player who has shown a playable card must play it next, so the dialog closes.
            return None if illegal.code == "can-play" else back
        events = self._table.commit(decision)
        if isinstance(command, New):
            self._keep_lot(command)
        if isinstance(dialog, DisputeDialog):
            self._scans.count_after_all()
        self._accepted(None if isinstance(command, New) else scene.state, events)
        return submit.next

    def _request(self, command: Changing, phone: str | None = None) -> Accepted | Conflict:
        table = self._table
        match command:
            case UndoCall(at):
                if not table.undo_call(at, phone):
                    return Conflict()
                self._notifier.done()
            case Undo(count):
                table.take_back(count, phone)
                self._scans.forget()
                self._notifier.done()
            case MiscountReport(total, turn):
                table.note("explained", why="slip", total=total, turn=turn)
                self._notifier.done()
            case Reopen():
                table.reopen(phone)
                self._scans.forget()
                self._notifier.done()
            case Rename(player, name):
                table.rename(player, name, phone)
                self._notifier.done()
                sentence = phrase("{player} is {name}", name=Name(name), player=player)
                self._notifier.tell(phrase("Name"), sentence)
            case NewKeepingChips():
                self._begin_keeping_chips(command, phone)
            case _:
                before = None if isinstance(command, New) else table.state
                self._accepted(before, table.obey(command, phone))
                if isinstance(command, New) and self._keep_lot(command):
                    self._notifier.notify(lot_notice(str(command.dealer), command.players))
        return Accepted(table.journal.sequence)

    def _begin_keeping_chips(self, command: NewKeepingChips, phone: str | None) -> None:
        """Start a game in which the players keep their chips; one undo reverts both commands."""
        table, before = self._table, self._table.state
        new = New(**{name: getattr(command, name) for name in New.__struct_fields__})
        playing = table.decide(new).playing
        players = tuple(player.name for player in playing.moments[0].state.players)
        kept = None
        if before is not None and playing.rules is not None:
            kept = kept_chips(before, playing.rules, players)
        if kept is None:
            raise Illegal(
                BadField("keep_chips", phrase("the chips of this game and of the new one differ"))
            )
        events = table.obey(new, phone)
        table.obey(kept, phone)
        table.note(CHIPS_KEPT)
        self._accepted(None, events)
        self._keep_lot(new)

    def _draw(self, players: tuple[str, ...]) -> str:
        """Return the dealer drawn among `players`, who cannot draw again until a game begins."""
        if self._lot is None or self._lot.players != players:
            self._lot = _DealerDraw(players, self._chance(players))
        return self._lot.dealer

    def _keep_lot(self, command: New) -> bool:
        """Record the draw if the drawn player deals now; return whether it was recorded."""
        lot, self._lot = self._lot, None
        if lot is None or (command.players, command.dealer) != lot:
            return False
        self._table.note("lot", player=lot.dealer, players=lot.players)
        return True

    # Results

    def _accepted(self, before: State | None, events: Sequence[Event]) -> None:
        """Signal an accepted command, and announce its events; `before` is None for a new game."""
        self._notifier.accepted(sound_of(events))
        rules, after = self._table.rules, self._table.state
        if rules is not None and after is not None:
            notice = family_of(after).announcement(rules, before, after, events)
            if notice is not None:
                self._notifier.notify(notice)

    def _judged(self, judged: Judged) -> Dialog | None:
        """Signal the verdict on a call and show it, or return the dialog about a wrong total."""
        state = self._table.state
        if judged.correct:
            self._notifier.done()
            sentence = called(judged.player, figure(judged.called))
            self._notifier.tell(verdict(judged.called, judged.actual), sentence)
            return None
        self._notifier.signal("refused", "refused")
        if state is not None and state.total is not None:
            notice = miscount_picture(judged, self._notifier.names, ASKS_WHY)
            return WhyDialog(notice, NotRightDialog(judged.called))
        self._notifier.notify(miscount_picture(judged, self._notifier.names))
        return None

    def _refused_request(self, command: TableCommand, illegal: Illegal) -> Dialog | None:
        """Refuse a phone's command and show why, or return the dialog about a play out of turn."""
        refusal = illegal.refusal
        is_played = isinstance(command, Play | Bust) and len(counting(self._table.moments)) > 1
        if isinstance(refusal, NotYourTurn) and is_played:
            self._notifier.disputed()
            sentence, names = refusal_sentence(refusal), self._notifier.names
            return WhyDialog(
                NoticeScreen(_headline(command), sentence, "cross", table=names, keys=ASKS_WHY)
            )
        self._refused(command, illegal)
        return None

    def _refused(self, command: TableCommand, illegal: Illegal) -> None:
        headline = phrase("Special card") if illegal.code == "turn-another" else _headline(command)
        self._notifier.refused(illegal, headline)

    def _failed(self, error: CompanionError, command: TableCommand | None = None) -> Dialog | None:
        """Show why `command` failed; return the dialog to continue if the disk failed."""
        match error:
            case DiskError():
                return self._disk.refused(_card_of(command))
            case Illegal():
                self._notifier.refused(error, phrase("Not now"))
            case JournalError():
                self._notifier.refused(error, phrase("Not saved"))
            case _:
                self._notifier.refused(error, phrase("Stopped"))
        return None


def _card_of(command: TableCommand | None) -> Card | None:
    """Return the single card that `command` plays; None for a set or any other command."""
    # The rules have accepted it, so it is a valid card.
    cards = command.all_cards if isinstance(command, Play) else ()
    return bare_card(cards[0]) if len(cards) == 1 else None


def _headline(command: TableCommand) -> Words:
    """Return the headline for the refusal of `command`."""
    match command:
        case New():
            return phrase("Not started")
        case Play():
            return phrase("Not allowed")
        case Bust():
            return phrase("No bust")
        case Show():
            return phrase("Not shown")
        case Shield():
            return phrase("No shield")
        case Deal():
            return phrase("Not dealt")
        case Score():
            return phrase("Not right")
        case Repair():
            return phrase("Not corrected")
    return phrase("Not now")
