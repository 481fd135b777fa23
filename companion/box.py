"""The box: the one consumer of all inputs, who owns the table and says what the parts show.

Synchronous and without a thread: `handle` takes one input, `tick` does what time has brought, and
`deadline` says when it should be called next. The clock is handed in.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import msgspec

from companion.devices.keypad import Keypad
from companion.devices.ports import AnswersCards, Clock
from companion.dialogs.disputes import Dispute, dispute_about
from companion.dialogs.menu import Menu
from companion.dialogs.questions import question_for
from companion.dialogs.scene import (
    Attempt,
    Call,
    Close,
    Dialog,
    Move,
    Refuse,
    Reopen,
    Scene,
    Set,
    SwitchOff,
    TakeBack,
)
from companion.dialogs.standing import has_menu, is_asking, standing
from companion.errors import CompanionError, Illegal, LabelError
from companion.front import UNTIL_READ, Front, Outputs
from companion.inputs import Edge, Input, Key, Noise, PartBack, PartLost, Scan
from companion.labels import CardLabel, CommandLabel, read_label
from companion.missing import MissingParts
from companion.read_once import ReadOnce
from companion.receipts import Receipts
from companion.rules.cards import Card
from companion.rules.commands import Claim, New, Step
from companion.screens.care import Times
from companion.screens.pictures import Frame, KeyHint, Notice, Picture, Safe
from companion.screens.signals import Lights
from companion.table import Table
from companion.verdicts import Verdicts

log = logging.getLogger(__name__)


class Settings(msgspec.Struct, frozen=True):
    """What of the configuration the box itself needs.

    `read_once` are the seconds in which the same card read again is not a second play; `ways_in` are
    the parts that cards and keys come from, as far as this box has them.
    """

    times: Times = Times()
    read_once: float = 2.0
    seat_names: tuple[str, ...] = ()
    first_game: str = ""
    muted: bool = False
    night: bool = False
    about: tuple[str, ...] = ()
    ways_in: tuple[str, ...] = ("Reader", "Buttons")


class Box:
    """Everything between an input and what the parts show.

    Args:
        table: the owner of the game.
        clock: where the time comes from.
        outputs: displays, lights, sounder.
        settings: what is configurable.
        keypad: makes key presses of contacts.
        listening: called after every change, for whoever shows the table elsewhere.
    """

    def __init__(
        self,
        table: Table,
        clock: Clock,
        outputs: Outputs,
        settings: Settings,
        keypad: Keypad,
        listening: Callable[[], None] | None = None,
    ) -> None:
        self.table = table
        self.switched_off = False
        self._clock = clock
        self._settings = settings
        self._keypad = keypad
        self._listening = listening
        now = clock.monotonic()
        self._front = Front(outputs, settings.times, now, muted=settings.muted, night=settings.night)
        self._once = ReadOnce(settings.read_once)
        self._last_called = 0
        self._dialog: Dialog | None = None
        self._verdicts = Verdicts(self._front, table)
        self._missing = MissingParts(table, self._verdicts, settings.ways_in)
        self._receipts = Receipts(table.journal)
        if table.journal.trouble:
            log.error("%s", table.journal.trouble)
            notice = Notice("Journal", table.journal.trouble, ok=KeyHint("OK", "go on"))
            self._front.lay_over(notice, now, UNTIL_READ)
        self._show()

    @property
    def frame(self) -> Frame:
        """What the displays were told to show last."""
        return self._front.frame

    @property
    def lights(self) -> Lights:
        """What the lights were told to show last."""
        return self._front.lights

    @property
    def is_asking(self) -> bool:
        """Whether a question stands that a card would interrupt."""
        return is_asking(self._dialog or standing(self._scene()))

    def answer(self, readers: Sequence[AnswersCards]) -> None:
        """From now on these readers are told what is on disk of what they have read."""
        self._receipts.readers = readers

    @property
    def _is_settled(self) -> bool:
        """Whether nothing is asked that a card has begun."""
        return self._dialog is None or not is_asking(self._dialog)

    def handle(self, given: Input) -> None:
        """Takes one input to its end: decided, on disk, shown. Once switched off nothing counts."""
        if self.switched_off:
            return
        with self._settling():
            receipt = given.receipt if isinstance(given, Scan | Edge) else None
            self._receipts.begin(receipt, card=isinstance(given, Scan))
            self._take(given, self._clock.monotonic())
            self._show()

    @contextmanager
    def _settling(self) -> Iterator[None]:
        """Whatever is done, a node is told afterwards what of its cards is on disk, and the verdict."""
        verdicts = self._verdicts
        acceptances, refusals = verdicts.acceptances, verdicts.refusals
        yield
        if self.switched_off:
            return
        accepted = verdicts.acceptances > acceptances
        verdict = accepted if accepted or verdicts.refusals > refusals else None
        self._receipts.end(settled=self._is_settled, accepted=verdict)

    def _take(self, given: Input, now: float) -> None:
        match given:
            case Edge():
                for key in self._keypad.edge(given):
                    self._key(key, now)
            case Key():
                self._key(given, now)
            case Scan():
                self._scan(given, now)
            case Noise(what, reader):
                self._front.wake(now)
                self.table.note("noise", reader=reader, what=what)
                self._verdicts.refused(f"{reader}: {what}", "Not read", now)
            case PartLost(part, reason):
                self._missing.lost(part, reason, now)
            case PartBack(part):
                self._missing.back(part, now)

    def tick(self) -> None:
        """What time alone brings: keys held, notices that go, lights that go out, a display that rests."""
        now = self._clock.monotonic()
        with self._settling():
            for key in self._keypad.tick(now):
                self._key(key, now)
            self._show()

    def deadline(self) -> float | None:
        """The moment of the monotonic clock at which `tick` next has something to do."""
        now = self._clock.monotonic()
        moments = (self._keypad.deadline(), self._front.deadline(now))
        return min((moment for moment in moments if moment is not None), default=None)

    def close(self) -> None:
        """Everything on disk; the parts are closed by whoever made them."""
        self.table.close()

    # What comes in

    def _key(self, key: Key, now: float) -> None:
        if self._front.wake(now):
            return
        if self._front.put_away() and key.name in {"OK", "UNDO"}:
            return
        if key.name == "UNDO":
            self._once.forget()
        scene = self._scene()
        dialog = self._dialog or standing(scene)
        opens_menu = key.held and key.name == "MORE" and has_menu(dialog)
        self._do(Menu() if opens_menu else dialog.key(scene, key), now)

    def _scan(self, scan: Scan, now: float) -> None:
        self._front.wake(now)
        try:
            label = read_label(scan.text)
        except LabelError as error:
            settles = self._is_settled
            self.table.note("unknown label", settles=settles, reader=scan.reader, text=scan.text)
            self._verdicts.refused(str(error), "Not read", now)
            return
        is_echo = self._once.is_echo(scan)
        if isinstance(label, CommandLabel):
            # Two that a node tells are two: it passes each on once, but late ones come in one moment.
            is_echo = is_echo and scan.receipt is None
            if not is_echo:
                self._command_card(label, now)
            self._once.heard(scan, taken=True)
        elif isinstance(self._dialog, Dispute) and is_echo:
            self._once.heard(scan, taken=False)  # the card that the question is about
        elif not is_echo or not (self._once.was_taken or self._front.has_notice):
            self._card(label, scan, now)
        else:
            self._once.heard(scan, taken=self._once.was_taken)
            if self._once.was_taken:
                self._verdicts.read_once(_card_of(label), now)

    def _card(self, label: CardLabel, scan: Scan, now: float) -> None:
        self._front.put_away()
        refusals = self._verdicts.refusals
        scene = self._scene()
        dialog = self._dialog or standing(scene)
        self._do(dialog.card(scene, _card_of(label).sticker), now)
        self._once.heard(scan, taken=self._verdicts.refusals == refusals)

    def _command_card(self, label: CommandLabel, now: float) -> None:
        if label.name != "DEAL":
            self._key(Key(label.name), now)
            return
        self._front.put_away()
        state = self.table.state
        if self._is_settled and state is not None and state.phase in {"hand-over", "round-over"}:
            self._key(Key("OK"), now)
        else:
            self._verdicts.refused("There is nothing to deal now", "Not dealt", now)

    # What a dialog asked for

    def _do(self, move: Move, now: float) -> None:
        match move:
            case Close():
                self._dialog = None
            case Attempt(command, back):
                self._attempt(command, back, now)
            case Call(claim):
                self._judge(claim, now)
            case TakeBack(count):
                self._take_back(count, now)
            case Reopen():
                self._reopen(now)
            case Refuse(why, back, headline):
                self._dialog = back
                self._verdicts.refused(why, headline, now)
            case Set(name, on):
                self._set(name, on=on)
            case SwitchOff():
                self._switch_off(now)
            case dialog:
                self._dialog = None if dialog == standing(self._scene()) else dialog

    def _attempt(self, command: New | Step, back: Dialog | None, now: float) -> None:
        scene = self._scene()
        can_be = self.table.stopped is None or isinstance(command, New)
        refused = scene.trial(command) if can_be else None
        if refused is not None:
            question = question_for(scene, command, refused, back)
            if question is not None:
                self._dialog = question
                return
        try:
            settles = refused is not None and back is None and dispute_about(command, refused) is None
            events = self.table.obey(command, settles=settles)
        except Illegal as illegal:
            dispute = dispute_about(command, illegal)
            if dispute is not None:
                self._dialog = dispute
                self._verdicts.disputed(now)
                return
            # Whoever has shown a card that can be played is to play it next.
            self._dialog = None if illegal.code == "can-play" else back
            self._verdicts.illegal(command, illegal, now)
        except CompanionError as error:
            self._dialog = None
            self._verdicts.failed(error, now)
        else:
            if isinstance(self._dialog, Dispute):
                self._once.take()
            self._dialog = None
            self._verdicts.accepted(None if isinstance(command, New) else scene.state, events, now)

    def _judge(self, claim: Claim, now: float) -> None:
        self._dialog = None
        if isinstance(claim.total, int):
            self._last_called = claim.total
        try:
            judged = self.table.judge(claim)
        except CompanionError as error:
            self._verdicts.failed(error, now)
            return
        self._verdicts.judged(judged, now)

    def _take_back(self, count: int, now: float) -> None:
        self._dialog = None
        self._once.forget()
        self._guarded(lambda: self.table.take_back(count), now)

    def _reopen(self, now: float) -> None:
        self._dialog = None
        self._once.forget()
        self._guarded(self.table.reopen, now)

    def _guarded(self, change: Callable[[], None], now: float) -> None:
        try:
            change()
        except CompanionError as error:
            self._verdicts.failed(error, now)
        else:
            self._verdicts.taken_back(now)

    def _set(self, name: str, *, on: bool) -> None:
        if name == "muted":
            self._front.muted = on
        else:
            self._front.night = on

    def _switch_off(self, now: float) -> None:
        # Told again at the next start, what was passed and pressed until now would be done then.
        self._receipts.end(settled=True, accepted=None)
        try:
            self.table.close()
        except CompanionError as error:
            self._dialog = None
            self._verdicts.failed(error, now)
            return
        log.info("switched off: everything is on disk")
        self.switched_off = True

    def _scene(self) -> Scene:
        table = self.table
        return Scene(
            variants=table.variants,
            rules=table.rules,
            state=table.state,
            moments=table.moments,
            can_reopen=table.can_reopen,
            last_new=table.last_new(),
            tally=table.tally() if table.state is not None and table.state.phase == "game-over" else (),
            last_called=self._last_called,
            seat_names=self._settings.seat_names,
            first_game=self._settings.first_game,
            muted=self._front.muted,
            night=self._front.night,
            stopped=table.stopped,
            missing=self._missing.names,
            about=self._about,
        )

    @property
    def _about(self) -> tuple[str, ...]:
        """What this box is made of, and which parts of it are missing."""
        kept = self.table.journal.sequence
        missing = tuple(f"{part} missing" for part in self._missing.names)
        return (*self._settings.about, f"{kept} command{'s' * (kept != 1)} kept", *missing)

    # What is shown

    def _show(self) -> None:
        if self.switched_off:
            self._front.show_last(Safe())
        else:
            self._front.show(self._picture, self.table.state, self._clock.monotonic())
        if self._listening is not None:
            self._listening()

    def _picture(self) -> Picture:
        scene = self._scene()
        return (self._dialog or standing(scene)).picture(scene)


def _card_of(label: CardLabel) -> Card:
    return Card(label.rank, label.suit, label.deck, label.joker)
