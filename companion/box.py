"""The box: the one consumer of all inputs, who owns the table and says what the parts show.

Synchronous and without a thread: `handle` takes one input, `tick` does what time has brought, and
`deadline` says when it should be called next. The clock is handed in.
"""

import logging
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from companion.devices.keypad import Keypad
from companion.devices.ports import Clock, Display, LightRing, Sounder
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
from companion.errors import CompanionError, Illegal, JournalError, LabelError
from companion.inputs import Edge, Input, Key, Noise, PartBack, PartLost, Scan
from companion.labels import CardLabel, CommandLabel, read_label
from companion.rules.cards import Card
from companion.rules.commands import Bust, Claim, Deal, New, Play, Shield, Show, Step
from companion.rules.events import Busted, Event, GameOver, HandOver, WentOver
from companion.rules.sentences import sentence
from companion.rules.state import State
from companion.screens.announcements import announcement
from companion.screens.care import Care, Keeper, Times
from companion.screens.pictures import (
    Boot,
    Dark,
    Frame,
    KeyHint,
    Miscount,
    Named,
    Notice,
    PartFailed,
    Picture,
    Resting,
    Safe,
)
from companion.screens.signals import Lights, Sound
from companion.screens.table_pictures import lights_of, names_of
from companion.table import Table

log = logging.getLogger(__name__)

_HEADLINES: Final[dict[type, str]] = {
    New: "Not started",
    Play: "Not played",
    Bust: "No bust",
    Show: "Not shown",
    Shield: "No shield",
    Deal: "Not dealt",
}
"""What a refusal says first; anything else is not now."""

NOTICE = 4.0
"""Seconds a refusal, a miscount or a note stays unless somebody goes on (docs/box.md)."""

VERDICT = 0.6
"""Seconds the accepted or refused light is lit."""


class Settings(msgspec.Struct, frozen=True):
    """What of the configuration the box itself needs.

    `read_once` are the seconds in which the same card read again is not a second play.
    """

    times: Times = Times()
    read_once: float = 2.0
    seat_names: tuple[str, ...] = ()
    first_game: str = ""
    muted: bool = False
    night: bool = False
    about: tuple[str, ...] = ()


class Outputs(msgspec.Struct, frozen=True):
    """The parts that show something; each of them may be missing."""

    displays: tuple[Display, ...] = ()
    lights: LightRing | None = None
    sounder: Sounder | None = None


class _Overlay(msgspec.Struct, frozen=True):
    picture: Picture
    until: float


class _Reading(msgspec.Struct, frozen=True):
    """The last text read; `taken` says that it was played or asked about, not refused."""

    text: str
    at: float
    taken: bool = True


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
        self._outputs = outputs
        self._settings = settings
        self._keypad = keypad
        self._listening = listening
        self._keeper = Keeper(settings.times, clock.monotonic())
        self._keeper.night = settings.night
        self._muted = settings.muted
        self._last_called = 0
        self._missing: dict[str, str] = {}
        self._dialog: Dialog | None = None
        self._overlay: _Overlay | None = None
        self._verdict = ""
        self._verdict_until = 0.0
        self._last_read: _Reading | None = None
        self._has_refused = False
        self._frame = Frame(Boot())
        self._lights = Lights()
        if table.journal.trouble:
            self._note_trouble(table.journal.trouble)
        self._show()

    @property
    def frame(self) -> Frame:
        """What the displays were told to show last."""
        return self._frame

    @property
    def lights(self) -> Lights:
        """What the lights were told to show last."""
        return self._lights

    @property
    def is_asking(self) -> bool:
        """Whether a question stands that a card would interrupt."""
        return is_asking(self._dialog or standing(self._scene()))

    def handle(self, given: Input) -> None:
        """Takes one input to its end: decided, on disk, shown. Once switched off nothing counts."""
        if self.switched_off:
            return
        now = self._clock.monotonic()
        match given:
            case Edge():
                for key in self._keypad.edge(given):
                    self._key(key, now)
            case Key():
                self._key(given, now)
            case Scan():
                self._scan(given, now)
            case Noise(what, reader):
                self._keeper.wake(now)
                self.table.note("noise", reader=reader, what=what)
                self._say_no(f"{reader}: {what}", now, "Not read")
            case PartLost(part, reason):
                self._part_lost(part, reason, now)
            case PartBack(part):
                self._part_back(part, now)
        self._show()

    def tick(self) -> None:
        """What time alone brings: keys held, notices that go, lights that go out, a display that rests."""
        now = self._clock.monotonic()
        for key in self._keypad.tick(now):
            self._key(key, now)
        self._show()

    def deadline(self) -> float | None:
        """The moment of the monotonic clock at which `tick` next has something to do."""
        now = self._clock.monotonic()
        moments = [self._keypad.deadline(), self._keeper.deadline(now)]
        if self._overlay is not None:
            moments.append(self._overlay.until)
        if self._verdict:
            moments.append(self._verdict_until)
        due = [moment for moment in moments if moment is not None]
        return min(due) if due else None

    def close(self) -> None:
        """Everything on disk; the parts are closed by whoever made them."""
        self.table.close()

    # What comes in

    def _key(self, key: Key, now: float) -> None:
        if self._keeper.wake(now):
            return
        if self._overlay is not None:
            self._overlay = None
            if key.name in {"OK", "UNDO"}:
                return
        if key.name in {"BUST", "UNDO"}:
            self._last_read = None
        scene = self._scene()
        dialog = self._dialog or standing(scene)
        opens_menu = key.held and key.name == "MORE" and has_menu(dialog)
        self._do(Menu() if opens_menu else dialog.key(scene, key), now)

    def _scan(self, scan: Scan, now: float) -> None:
        self._keeper.wake(now)
        try:
            label = read_label(scan.text)
        except LabelError as error:
            self.table.note("unknown label", reader=scan.reader, text=scan.text)
            self._say_no(str(error), now, "Not read")
            return
        last = self._within_the_wait(scan)
        if isinstance(label, CommandLabel):
            if last is None:
                self._command_card(label, now)
                self._last_read = _Reading(scan.text, scan.at)
        elif last is None or (not last.taken and self._overlay is None):
            self._card(label, scan, now)
        else:
            self._last_read = _Reading(scan.text, scan.at, last.taken)
            if last.taken:
                face = _sticker(label, plain=True)
                self._overlay = _Overlay(Notice("Read once", f"{face} has been read"), now + NOTICE)

    def _within_the_wait(self, scan: Scan) -> _Reading | None:
        """The last reading, if it was of the same card and this one may be no more than its echo."""
        last = self._last_read
        if last is None or last.text != scan.text or scan.at - last.at >= self._settings.read_once:
            return None
        return last

    def _card(self, label: CardLabel, scan: Scan, now: float) -> None:
        self._overlay = None
        self._has_refused = False
        scene = self._scene()
        dialog = self._dialog or standing(scene)
        self._do(dialog.card(scene, _sticker(label)), now)
        self._last_read = _Reading(scan.text, scan.at, taken=not self._has_refused)

    def _command_card(self, label: CommandLabel, now: float) -> None:
        if label.name != "DEAL":
            self._key(Key(label.name), now)
            return
        self._overlay = None
        state = self.table.state
        if self._dialog is None and state is not None and state.phase == "hand-over":
            self._key(Key("OK"), now)
        else:
            self._say_no("There is no hand to deal now", now, "Not dealt")

    def _part_lost(self, part: str, reason: str, now: float) -> None:
        log.warning("%s lost: %s", part, reason)
        if part in self._missing:
            return
        self._missing[part] = reason
        self.table.note("part lost", part=part, reason=reason)
        if part.startswith("Reader"):
            failed = PartFailed(f"{part} unplugged", "use the buttons", "plug")
        else:
            failed = PartFailed(f"{part} not answering", "play goes on", "warning")
        self._overlay = _Overlay(failed, now + NOTICE)

    def _part_back(self, part: str, now: float) -> None:
        if self._missing.pop(part, None) is None:
            return
        log.info("%s is back", part)
        self.table.note("part back", part=part)
        self._overlay = _Overlay(Notice("All well", f"{part} is back"), now + NOTICE)

    # What a dialog asked for

    def _do(self, move: Move, now: float) -> None:
        match move:
            case Close():
                self._dialog = None
            case Attempt(command, back):
                self._attempt(command, back, now)
            case Call(total):
                self._judge(total, now)
            case TakeBack(count):
                self._take_back(count, now)
            case Reopen():
                self._reopen(now)
            case Refuse(why, back, headline):
                self._dialog = back
                self._say_no(why, now, headline)
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
            events = self.table.obey(command)
        except Illegal as illegal:
            # Whoever has shown a card that can be played is to play it next.
            self._dialog = None if illegal.code == "can-play" else back
            headline = _HEADLINES.get(type(command), "Not now")
            self._say_no(sentence(illegal), now, "Special" if illegal.code == "turn-another" else headline)
        except CompanionError as error:
            self._dialog = None
            self._say_failed(error, now)
        else:
            self._dialog = None
            self._say_yes(scene.state if not isinstance(command, New) else None, events, now)

    def _judge(self, total: int, now: float) -> None:
        self._dialog = None
        self._last_called = total
        try:
            judged = self.table.judge(Claim(total=total))
        except CompanionError as error:
            self._say_failed(error, now)
            return
        said = Named(judged.player, after=f" called {judged.called}")
        table = names_of(self.table.state) if self.table.state is not None else ()
        if judged.correct:
            self._signal("accepted", "accepted", now)
            self._overlay = _Overlay(Notice("Right", said, table=table), now + NOTICE)
        else:
            self._signal("refused", "refused", now)
            self._overlay = _Overlay(Miscount(judged.actual, judged.called, said, table), now + NOTICE)

    def _take_back(self, count: int, now: float) -> None:
        self._dialog = None
        self._last_read = None
        self._guarded(lambda: self.table.take_back(count), now)

    def _reopen(self, now: float) -> None:
        self._dialog = None
        self._last_read = None
        self._guarded(self.table.reopen, now)

    def _guarded(self, change: Callable[[], None], now: float) -> None:
        try:
            change()
        except CompanionError as error:
            self._say_failed(error, now)
        else:
            self._signal("accepted", "accepted", now)

    def _set(self, name: str, *, on: bool) -> None:
        if name == "muted":
            self._muted = on
        else:
            self._keeper.night = on

    def _switch_off(self, now: float) -> None:
        try:
            self.table.close()
        except CompanionError as error:
            self._dialog = None
            self._say_failed(error, now)
            return
        log.info("switched off: everything is on disk")
        self.switched_off = True

    # What is said

    def _say_yes(self, before: State | None, events: Sequence[Event], now: float) -> None:
        sound: Sound = "accepted"
        for event in events:
            if isinstance(event, GameOver):
                sound = "game-over"
            elif isinstance(event, HandOver) and sound != "game-over":
                sound = "hand-over"
            elif isinstance(event, Busted | WentOver) and sound == "accepted":
                sound = "bust"
        self._signal("accepted", sound, now)
        rules, after = self.table.rules, self.table.state
        if rules is not None and after is not None:
            notice = announcement(rules, before, after, events)
            self._overlay = None if notice is None else _Overlay(notice, now + NOTICE)

    def _say_failed(self, error: CompanionError, now: float) -> None:
        match error:
            case Illegal():
                self._say_no(sentence(error), now, "Not now")
            case JournalError():
                self._say_no(str(error), now, "Not saved")
            case _:
                self._say_no(str(error), now, "Stopped")

    def _say_no(self, why: str, now: float, headline: str = "Not played") -> None:
        self._signal("refused", "refused", now)
        self._has_refused = True
        table = names_of(self.table.state) if self.table.state is not None else ()
        self._overlay = _Overlay(Notice(headline, why, mark="cross", table=table), now + NOTICE)

    def _note_trouble(self, trouble: str) -> None:
        log.error("%s", trouble)
        notice = Notice("Journal", trouble, ok=KeyHint("OK", "go on"))
        self._overlay = _Overlay(notice, float("inf"))

    def _signal(self, verdict: str, sound: Sound, now: float) -> None:
        self._verdict, self._verdict_until = verdict, now + VERDICT
        if self._outputs.sounder is not None and not self._muted:
            self._outputs.sounder.play(sound)

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
            muted=self._muted,
            night=self._keeper.night,
            stopped=table.stopped,
            missing=bool(self._missing),
            about=self._settings.about,
        )

    # What is shown

    def _show(self) -> None:
        now = self._clock.monotonic()
        if self._overlay is not None and now >= self._overlay.until:
            self._overlay = None
        if self._verdict and now >= self._verdict_until:
            self._verdict = ""
        picture = self._picture()
        care = self._keeper.look(now, changed=picture != self._frame.picture)
        frame = Frame(_spared(picture, care, self.table), care.contrast, care.step)
        lights = lights_of(None if care.is_dark else self.table.state, self._verdict)
        if frame != self._frame:
            self._frame = frame
            for display in self._outputs.displays:
                display.show(frame)
        if lights != self._lights:
            self._lights = lights
            if self._outputs.lights is not None:
                self._outputs.lights.show(lights)
        if self._listening is not None:
            self._listening()

    def _picture(self) -> Picture:
        if self.switched_off:
            return Safe()
        if self._overlay is not None:
            return self._overlay.picture
        scene = self._scene()
        return (self._dialog or standing(scene)).picture(scene)


def _sticker(label: CardLabel, *, plain: bool = False) -> str:
    """The card in the form of its sticker, ``JK/1#2``; `plain` as printed on it."""
    card = Card(label.rank, label.suit, label.deck, label.joker)
    return card.face if plain else card.sticker


def _spared(picture: Picture, care: Care, table: Table) -> Picture:
    """The picture, or the resting one or none at all when nobody has played for long."""
    if isinstance(picture, Safe):
        return picture
    if care.is_dark:
        return Dark()
    if care.place is None:
        return picture
    state = table.state
    if state is None:
        return Resting(None, place=care.place, text="98 99 100")
    name = "" if state.turn is None else state.players[state.turn].name
    return Resting(state.total, name, state.clockwise, care.place)
