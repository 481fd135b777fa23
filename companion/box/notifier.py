"""Shows pictures, notices and verdict lights, plays sounds, lets the voices call, each on time.

A notice covers the picture for some seconds, a verdict light is lit for less than one, and an
unused display rests.
"""

from collections.abc import Callable, Sequence
from typing import Literal

from msgspec.structs import replace

from companion.box.state import Snapshot, VoiceCall, earliest
from companion.config import Config
from companion.core.commands import Judged
from companion.core.events import Played
from companion.core.family import HistoryEntry
from companion.core.frozen import Frozen
from companion.core.seats import State
from companion.devices.ports import Display, LightRing, Sounder, Voice
from companion.dialogs.context import Scene, UseLearning, UseVoice
from companion.drawing.dialogs import pages_of
from companion.inputs import KeyName
from companion.message import Language, Words, in_context, language_in_use, phrase
from companion.outputs import Lights, Sound
from companion.screens.burn_in import BurnInGuard, apply_idle
from companion.screens.lights import lights_of
from companion.screens.model import BootScreen, Frame, KeyHint, NoticeScreen, Picture
from companion.screens.table_pictures import names_of, progress_picture, waiting_picture
from companion.table.journal import Journal
from companion.table.table import Table
from companion.words.calling import (
    SILENCE,
    Course,
    VoiceMode,
    clips,
    only_trouble,
    utterance,
    wrong_call,
)
from companion.words.disk import entries_missing
from companion.words.refusals import Why, key_in, words_of

NOTICE = 4.0
"""Seconds that a refusal, a miscount or another notice stays unless a player dismisses it
(docs/reference/buttons.md).
"""

UNTIL_READ = float("inf")
"""The duration of a notice that stays until a player dismisses it."""

VERDICT = 0.6
"""Seconds that the accepted or refused light is lit."""

DARK_BETWEEN = 0.1
"""Seconds that a lit verdict light goes dark before the next verdict; a GM65 needs at least 0.2 s
per card.
"""

AFTER = 2.0
"""Seconds in which the player calls, and in which the others can notice a miscount."""


class Outputs(Frozen):
    """The output parts; each of them may be missing."""

    displays: tuple[Display, ...] = ()
    lights: LightRing | None = None
    sounder: Sounder | None = None
    voice: Voice | None = None


class Notifier:
    """The control of all outputs of the box: displays, lights, sounder and voice.

    Attributes:
        muted: silences the sounder and the voice.
        night: halves all contrasts.
        frame, lights: the current state of the displays and lights.
        whole: the full picture; the displays may show one page of it.
        outcome: true if the table has accepted the current input, false if it has refused it, else
            None. The box resets it before each input.

    Args:
        outputs: the displays, the lights, the sounder and the voice.
        table: supplies the state for the lights and the names for notices.
        config: has the initial `muted` and `night`.
        monotonic: returns the time of the box's clock in seconds.
    """

    def __init__(
        self,
        outputs: Outputs,
        table: Table,
        config: Config,
        monotonic: Callable[[], float],
    ) -> None:
        self.muted, self.night = config.sounder.muted, config.table.night
        self.frame = Frame(BootScreen())
        self.whole: Picture = BootScreen()
        self.lights = Lights()
        self.outcome: bool | None = None
        self._outputs, self._table, self._monotonic = outputs, table, monotonic
        self._burn_in = BurnInGuard(monotonic())
        self._notice: Picture | None = None
        self._notice_until = 0.0
        self._must_be_read = False
        self._named: KeyName | None = None
        self._ignores_key = False
        self._unread: Picture | None = None
        self._shown: tuple[Picture, Language] = BootScreen(), language_in_use()
        self._pages: tuple[Picture, ...] = (BootScreen(),)
        self._page = 0
        self._verdict = ""
        self._verdict_from: float | None = 0.0  # None: shortly after the next `show`
        self._verdict_until: float | None = None

    @property
    def has_notice(self) -> bool:
        """Whether a notice covers the picture."""
        return self._notice is not None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all players, for notices; empty before the first game."""
        state = self._table.state
        return () if state is None else names_of(state)

    def wake(self) -> bool:
        """Record activity at the box; return whether it only woke the resting display."""
        return self._burn_in.wake(self._monotonic())

    def closed(self) -> None:
        """Ignore the next key, because a phone has closed the dialog that it was meant for.

        Show a notice about it, unless a notice already tells what the phone has done.
        """
        if not self.has_notice:
            self.tell(phrase("Closed"), phrase("A phone continued the game"))
        self.ignore_key()

    def ignore_key(self) -> None:
        """Ignore the next key: its dialog has closed, and the key would do something else."""
        self._ignores_key = True

    def accepted(self, sound: Sound) -> None:
        """Signal that the table has accepted a command."""
        self.outcome = True
        self.signal("accepted", sound)

    def done(self) -> None:
        """Signal that a request without a card is done."""
        self.signal("accepted", "accepted")

    def refused(self, why: Why, headline: Words) -> None:
        """Signal a refusal, and show why."""
        self.disputed()
        notice = NoticeScreen(headline, words_of(why), mark="cross", table=self.names)
        self.notify(notice, key=key_in(why))

    def disputed(self) -> None:
        """Signal a refusal that the display explains by a question instead of a notice."""
        self.outcome = self.outcome or False
        self.signal("refused", "refused")

    def tell(self, headline: Words, sentence: Words, *, failed: bool = False) -> None:
        """Show a notice, with a cross if something `failed`."""
        mark: Literal["cross", ""] = "cross" if failed else ""
        self.notify(NoticeScreen(headline, sentence, mark, table=self.names))

    def warn_of_journal(self, journal: Journal) -> None:
        """Show the trouble found when the journal was opened, if any, until a player presses OK."""
        if journal.trouble:
            headline = entries_missing(journal.missing) if journal.missing else phrase("Journal")
            go_on = KeyHint("OK", in_context("key", "continue"))
            self.notify(NoticeScreen(headline, journal.trouble, keys=(go_on,)), UNTIL_READ)

    def notify(self, notice: Picture, seconds: float = NOTICE, key: KeyName | None = None) -> None:
        """Show a notice over the picture for `seconds`; an unread one that must be read returns
        afterwards.

        A notice with several pages stays until a player has turned them or continues. `key` is the
        key that the notice names for the picture below it.
        """
        if self._stays and self._unread is None:
            self._unread = self._notice
        self._divide(notice)
        until = UNTIL_READ if len(self._pages) > 1 else self._monotonic() + seconds
        self._notice, self._notice_until = notice, until
        self._must_be_read, self._named = seconds == UNTIL_READ, key
        self._page = 0

    def extend(self, notice: Picture) -> None:
        """Restart the time of this notice if it is still shown."""
        if self._notice is notice:
            self._notice_until = max(self._notice_until, self._monotonic() + NOTICE)

    def dismiss(self, *, unread: bool = True) -> None:
        """Remove the notice because a player continues; one that must be read only if `unread`."""
        if unread:
            self._unread, self._ignores_key = None, False
        if unread or not self._stays:
            self._uncover()

    def press(self, key: KeyName) -> bool:
        """Remove the notice, if there is one, with a key; return whether that consumes the key.

        OK and UNDO only remove the notice, unless the notice names that key. A notice that must be
        read needs one of these two.
        """
        ignored, self._ignores_key = self._ignores_key, False
        if self._notice is None:
            return ignored
        reads = key in {"OK", "UNDO"}
        if self._stays and not reads:
            return True
        is_named = key == self._named
        self._uncover()
        return ignored or (reads and not is_named)

    @property
    def _stays(self) -> bool:
        """Whether the notice stays until a player presses OK or UNDO."""
        return self._notice is not None and self._must_be_read

    def _uncover(self) -> None:
        """Remove the notice; one below it that must be read appears again."""
        self._notice, self._notice_until, self._unread = self._unread, UNTIL_READ, None
        self._must_be_read, self._named = True, None

    def turn_page(self, key: KeyName) -> bool:
        """Turn to the next page with OK or back with LEFT; return whether the page changed."""
        page = self._page + {"OK": 1, "LEFT": -1}.get(key, 0)
        turned = page != self._page and 0 <= page < len(self._pages)
        if turned:
            self._page = page
        return turned

    def signal(self, verdict: str, sound: Sound) -> None:
        """Light "accepted" or "refused" briefly, and play a sound unless muted."""
        is_lit = self.lights.accepted if verdict == "accepted" else self.lights.refused
        if is_lit:  # so that players can tell the answers to two cards apart
            self._verdict_from = None
        elif verdict != self._verdict:
            self._verdict_from = self._monotonic()
        self._verdict, self._verdict_until = verdict, None
        if self._outputs.sounder is not None and not self.muted:
            self._outputs.sounder.play(sound)

    def try_sounder(self) -> None:
        """Play a sound for the self-test, even if the sounder is muted."""
        if self._outputs.sounder is not None:
            self._outputs.sounder.play("game-over")

    def seat(self, names: tuple[str, ...]) -> None:
        """Let the voice prepare the names of the players, seat by seat."""
        if self._outputs.voice is not None:
            seats = (phrase("Seat {number}", number=n + 1) for n in range(len(names)))
            self._outputs.voice.seat(
                language_in_use().code, dict(zip(names, map(clips, seats), strict=True))
            )

    def call(self, words: Words) -> None:
        """Let the voice speak a sentence unless muted."""
        if self._outputs.voice is not None and not self.muted:
            self._outputs.voice.say(language_in_use().code, clips(words))

    def show(self, picture: Picture, state: State | None, lights: Lights | None = None) -> None:
        """Update displays and lights; they show the `picture` of `state` unless a notice covers it.

        `lights` replace those of the game, for the self-test.
        """
        now = self._monotonic()
        if self._notice is not None and now >= self._notice_until:
            self._uncover()
        if self._verdict_until is not None and now >= self._verdict_until:
            self._verdict, self._verdict_until = "", None
        whole = self._notice or picture
        self._divide(whole)
        page = self._pages[self._page]
        measures = self._burn_in.look(now, changed=page != self.frame.picture)
        # starts only now, because a slow write may take longer than the dark time
        if self._verdict_from is None:
            self._verdict_from = now + DARK_BETWEEN
        verdict = self._verdict if now >= self._verdict_from else ""
        if verdict and self._verdict_until is None:
            self._verdict_until = (
                now + VERDICT
            )  # counted from now, because writing and drawing a card may take long
        drawn = apply_idle(page, measures, state)
        self.whole = whole if drawn is page else drawn
        contrast = measures.contrast / 2 if self.night else measures.contrast
        self._show_frame(Frame(drawn, contrast, measures.step))
        resting = measures.place is not None
        usual = lights_of(None if measures.is_dark else state, verdict, resting=resting)
        self._show_lights(lights or usual)

    def _divide(self, whole: Picture) -> None:
        """Divide a picture into its pages, and begin with the first, unless that is done."""
        divided = whole, language_in_use()
        if divided != self._shown:
            self._shown, self._pages, self._page = divided, pages_of(whole), 0

    def show_waiting(self, snapshot: Snapshot) -> Snapshot:
        """Show with both verdict lights, until the next `show`, that the box is waiting for its
        disk.

        Return the snapshot that replaces `snapshot` during the wait.
        """
        waits = waiting_picture()
        self._show_frame(Frame(waits, self.frame.contrast, self.frame.step))
        self._show_lights(replace(self.lights, accepted=True, refused=True))
        return replace(snapshot, picture=waits, whole=waits, waits=True)

    def show_progress(self, done: int, total: int) -> None:
        """Show the progress of a long task that the players wait for; the next `show`
        replaces it.
        """
        self._show_frame(Frame(progress_picture(done, total), self.frame.contrast, self.frame.step))

    def show_last(self, last: Picture) -> Picture:
        """Show and return the first page of the picture that stays after the box is off."""
        last = pages_of(last)[0]
        self._show_frame(Frame(last, self.frame.contrast, self.frame.step))
        self._show_lights(Lights())
        return last

    def deadline(self) -> float | None:
        """Return when `show` is due next, or None."""
        moments = [self._burn_in.deadline(self._monotonic())]
        if self._notice is not None and self._notice_until != UNTIL_READ:
            moments.append(self._notice_until)
        if self._verdict:
            # Not compared with the time: if it has passed since `show`, the light would stay dark.
            moments.append(
                self._verdict_from if self._verdict_until is None else self._verdict_until
            )
        return earliest(*moments)

    def _show_frame(self, frame: Frame) -> None:
        if frame == self.frame:
            return
        self.frame = frame
        for display in self._outputs.displays:
            display.show(frame)

    def _show_lights(self, lights: Lights) -> None:
        if lights == self.lights:
            return
        self.lights = lights
        if self._outputs.lights is not None:
            self._outputs.lights.show(lights)


class Caller:
    """Chooses the utterance for each change, and the moment when it is due.

    Attributes:
        mode: when the voices speak.
        learns: whether each total is hidden until the player has called it.
        called: the utterance that was due last.

    Args:
        mode, learns: the initial switches.
        monotonic: returns the time of the box's clock in seconds.
    """

    def __init__(self, mode: VoiceMode, monotonic: Callable[[], float], *, learns: bool) -> None:
        self.mode: VoiceMode = mode
        self.learns, self._monotonic = learns, monotonic
        self.called = VoiceCall()
        self._course: Course | None = None
        self._judged_at = 0.0
        self._pending = SILENCE
        self._due = 0.0

    def switch(self, move: UseVoice | UseLearning) -> None:
        """Change when the voices speak, or whether totals are hidden."""
        if isinstance(move, UseVoice):
            self.mode = move.mode
        else:
            self.learns = move.on

    def hides_total(self, moments: Sequence[HistoryEntry], *, is_called: bool) -> bool:
        """Return whether the total after these moments is hidden until a player calls it."""
        if not self.learns or is_called or not moments:
            return False
        state, events = moments[-1].state, moments[-1].events
        is_played = bool(events) and isinstance(events[0], Played)
        return is_played and state.phase == "play" and state.total is not None

    def look(self, game: int | None, scene: Scene) -> bool:
        """Take the table as it is; return whether an utterance has become due."""
        before, self._course = self._course, Course(game, scene.moments)
        now = self._monotonic()
        if before is None:
            self._judged_at = scene.called_at
            return False
        spoken = utterance(before, self._course)
        if scene.hides_total:
            spoken = replace(spoken, number="")
        if self.mode == "trouble":
            spoken = only_trouble(spoken)
        if not spoken.is_silent:
            self._pending, self._due = spoken, now + AFTER * (self.mode == "after")
        if scene.called_at != self._judged_at:
            self._judged_at = scene.called_at
            self._follow(scene.undoable_call)
        if self._pending.is_silent or now < self._due:
            return False
        self.called = VoiceCall(self.called.number + 1, self._pending)
        self._pending = SILENCE
        return True

    def deadline(self) -> float | None:
        """Return when `look` is due next, or None."""
        return None if self._pending.is_silent else self._due

    def _follow(self, call: Judged | None) -> None:
        """Leave out a total that its player has called, and answer a wrong call at once."""
        if call is None:
            return
        if not call.correct:
            turn, player = self._pending.turn, self._pending.player
            self._pending = replace(wrong_call(call), turn=turn, player=player)
            self._due = self._monotonic()
        elif self.mode == "after":
            self._pending = SILENCE
