"""Shows, lights and sounds what the box has to say, and how long each of it stays.

A notice lies over the picture for some seconds, a verdict light is lit for less than one, and a display
that nobody looks at rests. Each call takes the moment of the box's clock, in seconds.
"""

from collections.abc import Callable

import msgspec

from companion.devices.ports import Display, LightRing, Sounder
from companion.drawing.notices import pages_of
from companion.inputs import KeyName
from companion.outputs import Lights, Sound
from companion.screens.burn_in import BurnInGuard, IdleTimes, spared
from companion.screens.model import (
    BootScreen,
    Frame,
    KeyHint,
    NoticeScreen,
    Picture,
    SafeToUnplugScreen,
)
from companion.screens.table_pictures import lights_of, names_of
from companion.table.table import Table

NOTICE = 4.0
"""Seconds a refusal, a miscount or a note stays unless somebody goes on (docs/box.md)."""

UNTIL_READ = float("inf")
"""For a notice that stays until somebody puts it away."""

VERDICT = 0.6
"""Seconds the accepted or refused light is lit."""

DARK_BETWEEN = 0.1
"""Seconds a verdict light is dark before it answers once more; a GM65 reads a card in 0.2 s at best."""


class Outputs(msgspec.Struct, frozen=True):
    """The parts that show something; each of them may be missing."""

    displays: tuple[Display, ...] = ()
    lights: LightRing | None = None
    sounder: Sounder | None = None


class Notifier:
    """Everything that players see and hear of the box.

    Attributes:
        muted: silences the sounder.
        frame, lights: what the parts were told last.
        acceptances, refusals: how many cards and keys the table has accepted or refused so far; a caller
            that compares them sees the verdict on what it has just done.

    Args:
        outputs: the displays, the lights and the sounder.
        table: its state is what the lights show, and its names lead notices.
        times: seconds until the display dims, rests and goes dark.
        now: the moment of the box's clock.
        muted: whether the sounder begins silent.
        night: whether the display begins at half its contrast.
    """

    def __init__(
        self, outputs: Outputs, table: Table, times: IdleTimes, now: float, *, muted: bool, night: bool
    ) -> None:
        self.muted = muted
        self.frame = Frame(BootScreen())
        self.lights = Lights()
        self.acceptances = self.refusals = 0
        self._outputs, self._table = outputs, table
        self._burn_in = BurnInGuard(times, now)
        self._burn_in.night = night
        self._notice: Picture | None = None
        self._notice_until = 0.0
        self._must_be_read = False
        self._named: KeyName | None = None
        self._unread: Picture | None = None
        self._shown: Picture = BootScreen()
        self._pages: tuple[Picture, ...] = (self._shown,)
        self._page = 0
        self._verdict, self._verdict_shown = "", False
        self._verdict_from = self._verdict_until = 0.0

    @property
    def night(self) -> bool:
        """Whether all contrasts are halved."""
        return self._burn_in.night

    @night.setter
    def night(self, night: bool) -> None:
        self._burn_in.night = night

    @property
    def has_notice(self) -> bool:
        """Whether a notice lies over the picture."""
        return self._notice is not None

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody at the table, for notices; none before the first game."""
        return names_of(self._table.state) if self._table.state is not None else ()

    def wake(self, now: float) -> bool:
        """Note that somebody is there. True when the display rested or was dark, and this only woke it."""
        return self._burn_in.wake(now)

    def accepted(self, sound: Sound, now: float) -> None:
        """Signal that the table has accepted a command."""
        self.acceptances += 1
        self.signal("accepted", sound, now)

    def done(self, now: float) -> None:
        """Signal that what was asked is done, where no card was judged."""
        self.signal("accepted", "accepted", now)

    def refused(self, why: str, headline: str, now: float, key: KeyName | None = None) -> None:
        """Signal that nothing has changed, and say why; `key` is one that the sentence names."""
        self.disputed(now)
        self.notify(NoticeScreen(headline, why, mark="cross", table=self.names), now, key=key)

    def disputed(self, now: float) -> None:
        """Signal a refusal whose question stands on the display in place of a notice."""
        self.refusals += 1
        self.signal("refused", "refused", now)

    def warn(self, headline: str, said: str, now: float) -> None:
        """Show a notice that stays until somebody puts it away with OK."""
        self.notify(NoticeScreen(headline, said, ok=KeyHint("OK", "go on")), now, UNTIL_READ)

    def notify(
        self, notice: Picture, now: float, seconds: float = NOTICE, key: KeyName | None = None
    ) -> None:
        """Shows `notice` in place of the picture for some seconds; one still to be read comes back after it.

        One with pages stays until they are read, or until somebody goes on. `key` is the key that the notice
        names for the picture below it.
        """
        if self._stays and self._unread is None:
            self._unread = self._notice
        has_pages = len(pages_of(notice)) > 1
        self._notice, self._notice_until = notice, UNTIL_READ if has_pages else now + seconds
        self._must_be_read, self._named = seconds == UNTIL_READ, key
        self._page = 0

    def dismiss(self, *, unread: bool = True) -> None:
        """Somebody goes on: takes the notice away, and one that is to be read only if `unread`."""
        if unread:
            self._unread = None
        if unread or not self._stays:
            self._uncover()

    def press(self, key: KeyName) -> bool:
        """Takes the notice away with a key, if there is one; whether the key has done what it does.

        OK and UNDO do nothing else but what the notice names them for. A notice that is to be read goes with
        these two alone.
        """
        if self._notice is None:
            return False
        reads = key in {"OK", "UNDO"}
        if self._stays and not reads:
            return True
        is_named = key == self._named
        self._uncover()
        return reads and not is_named

    @property
    def _stays(self) -> bool:
        """True while the notice waits for OK or UNDO."""
        return self._notice is not None and self._must_be_read

    def _uncover(self) -> None:
        """Takes the notice away; one below it that is to be read is there again."""
        self._notice, self._notice_until, self._unread = self._unread, UNTIL_READ, None
        self._must_be_read, self._named = True, None

    def turn_page(self, key: KeyName) -> bool:
        """OK turns to the next page of what is shown, LEFT to the one before; whether there is one."""
        page = self._page + {"OK": 1, "LEFT": -1}.get(key, 0)
        turned = page != self._page and 0 <= page < len(self._pages)
        if turned:
            self._page = page
        return turned

    def signal(self, verdict: str, sound: Sound, now: float) -> None:
        """Lights "accepted" or "refused" anew for a moment, and plays a sound unless muted."""
        is_lit = self.lights.accepted if verdict == "accepted" else self.lights.refused
        if is_lit:  # it answers each card, so it goes out before it is lit anew
            self._verdict_from = now + DARK_BETWEEN
        elif verdict != self._verdict:
            self._verdict_from = now
        self._verdict, self._verdict_until = verdict, max(now, self._verdict_from) + VERDICT
        if self._outputs.sounder is not None and not self.muted:
            self._outputs.sounder.play(sound)

    def show(self, picture: Callable[[], Picture], now: float) -> None:
        """Bring displays and lights up to date; calls `picture` unless a notice lies over it."""
        state = self._table.state
        if self._notice is not None and now >= self._notice_until:
            self._uncover()
        if now >= self._verdict_until:
            self._verdict = ""
        whole = self._notice or picture()
        if whole != self._shown:
            self._shown, self._pages, self._page = whole, pages_of(whole), 0
        shown = self._pages[self._page]
        care = self._burn_in.look(now, changed=shown != self.frame.picture)
        self._verdict_shown = now >= self._verdict_from
        verdict = self._verdict if self._verdict_shown else ""
        self._show_frame(Frame(spared(shown, care, state), care.contrast, care.step))
        resting = care.place is not None
        self._show_lights(lights_of(None if care.is_dark else state, verdict, resting=resting))

    def show_last(self, *, restarts: bool) -> Picture:
        """Show, and return, the picture that stays when everything else is off."""
        last = BootScreen() if restarts else SafeToUnplugScreen()
        self._show_frame(Frame(last, self.frame.contrast, self.frame.step))
        self._show_lights(Lights())
        return last

    def deadline(self, now: float) -> float | None:
        """When `show` next has something to do by itself."""
        moments = [self._burn_in.deadline(now)]
        if self._notice is not None and self._notice_until != UNTIL_READ:
            moments.append(self._notice_until)
        if self._verdict:
            # Not by `now`: since `show` the moment may have passed, and the light would stay dark.
            moments.append(self._verdict_until if self._verdict_shown else self._verdict_from)
        return min((moment for moment in moments if moment is not None), default=None)

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
