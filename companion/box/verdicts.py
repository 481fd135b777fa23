"""What the front says when something was accepted, refused, judged or has failed."""

from collections.abc import Sequence
from typing import Final

from companion.box.notifier import Notifier
from companion.errors import CompanionError, Illegal, JournalError
from companion.inputs import KeyName
from companion.outputs import Sound
from companion.rules.cards import Card
from companion.rules.commands import Bust, Deal, New, Play, Score, Shield, Show
from companion.rules.events import Busted, Event, GameEnded, HandEnded, RoundEnded, WentOver
from companion.rules.family import State
from companion.rules.sentences import sentence
from companion.screens.announcements import announcement
from companion.screens.model import MiscountScreen, Named, NoticeScreen, PartFailedScreen
from companion.screens.table_pictures import names_of
from companion.table.table import Judged, Table

HEADLINES: Final[dict[type, str]] = {
    New: "Not started",
    Play: "Not played",
    Bust: "No bust",
    Show: "Not shown",
    Shield: "No shield",
    Deal: "Not dealt",
    Score: "Not right",
}
"""What the refusal of a command says first; of any other it is not now."""


class Verdicts:
    """Tells the table of `table` what came of what it did; `now` is the clock's moment in seconds.

    `refusals` and `acceptances` count, so that whoever caused something can see what came of it.
    """

    def __init__(self, front: Notifier, table: Table) -> None:
        self.refusals = self.acceptances = 0
        self._notifier, self._table = front, table

    def accepted(self, before: State | None, events: Sequence[Event], now: float) -> None:
        """A command was accepted and made `events` happen, from the state `before` (None: a new game)."""
        self.acceptances += 1
        self._notifier.signal("accepted", _sound(events), now)
        rules, after = self._table.rules, self._table.state
        if rules is not None and after is not None:
            notice = announcement(rules, before, after, events)
            if notice is not None:
                self._notifier.notify(notice, now)

    def dismiss(self) -> None:
        """Somebody goes on elsewhere: what was told last goes, unless it is to be read at the box."""
        self._notifier.dismiss(unread=False)

    def taken_back(self, now: float) -> None:
        """What was asked to be taken back is taken back."""
        self._notifier.signal("accepted", "accepted", now)

    def judged(self, judged: Judged, now: float) -> None:
        """What was called was right, or it was not."""
        said = Named(judged.player, after=f" called {judged.called}")
        if judged.correct:
            self._notifier.signal("accepted", "accepted", now)
            self._notifier.notify(NoticeScreen("Right", said, table=self._names), now)
        else:
            self._notifier.signal("refused", "refused", now)
            self._notifier.notify(MiscountScreen(judged.actual, judged.called, said, self._names), now)

    def refused(self, why: str, headline: str, now: float, key: KeyName | None = None) -> None:
        """Nothing has changed, and why; `key` is one that the sentence names."""
        self.refusals += 1
        self._notifier.signal("refused", "refused", now)
        self._notifier.notify(NoticeScreen(headline, why, mark="cross", table=self._names), now, key=key)

    def disputed(self, now: float) -> None:
        """A card was refused, and the question that it leaves stands on the display."""
        self.refusals += 1
        self._notifier.signal("refused", "refused", now)

    def renamed(self, player: str, name: str, now: float) -> None:
        """A player is called otherwise from now on."""
        self._notifier.signal("accepted", "accepted", now)
        self._notifier.notify(
            NoticeScreen("Name", Named(name, before=f"{player} is "), table=self._names), now
        )

    def phones(self, headline: str, said: str, now: float) -> None:
        """Something about who may rule from a phone."""
        self._notifier.notify(NoticeScreen(headline, said), now)

    def network(self, said: str, now: float, *, refused: bool) -> None:
        """What came of something that was asked of the network; no card was refused with it."""
        self._notifier.notify(NoticeScreen("Network", said, mark="cross" if refused else ""), now)

    def illegal(self, command: object, illegal: Illegal, now: float) -> None:
        """The rules refuse a command."""
        headline = HEADLINES.get(type(command), "Not now")
        self.refused(sentence(illegal), "Special" if illegal.code == "turn-another" else headline, now)

    def read_once(self, card: Card, now: float) -> None:
        """A card was read again that has been read a moment ago."""
        self._notifier.notify(NoticeScreen("Read once", f"{card.face} has been read"), now)

    def lost(self, part: str, missing: tuple[str, ...], ways_in: tuple[str, ...], now: float) -> None:
        """A part does not answer any more: what is `missing` now, and which of the `ways_in` is left."""
        # Buttons hang on pins: with the pins all of them are gone.
        gone = {*missing, *(("Buttons",) if "Pins" in missing else ())}
        left = [way for way in ways_in if way not in gone]
        instead = "play goes on"
        if gone & set(ways_in):
            instead = f"use the {left[0].lower()}" if left else "no way left to play"
        failed = PartFailedScreen(f"{part} not answering", instead, "warning")
        if len(missing) == 2:  # the menu's "About" lists more than there is room for
            failed = PartFailedScreen(f"{missing[0]} and {missing[1]} missing", instead, "warning")
        elif len(missing) > 2:
            failed = PartFailedScreen(f"{len(missing)} parts missing", instead, "warning")
        elif part == "Reader":
            failed = PartFailedScreen("Reader unplugged", instead, "plug")
        self._notifier.notify(failed, now)

    def back(self, part: str, now: float) -> None:
        """A part that was lost answers again."""
        self._notifier.notify(NoticeScreen("All well", f"{part} is back"), now)

    def failed(self, error: CompanionError, now: float) -> None:
        """Anything else that went wrong; nothing has changed."""
        match error:
            case Illegal():
                self.refused(sentence(error), "Not now", now)
            case JournalError():
                self.refused(str(error), "Not saved", now)
            case _:
                self.refused(str(error), "Stopped", now)

    @property
    def _names(self) -> tuple[str, ...]:
        return names_of(self._table.state) if self._table.state is not None else ()


def _sound(events: Sequence[Event]) -> Sound:
    if any(isinstance(event, GameEnded) for event in events):
        return "game-over"
    if any(isinstance(event, HandEnded | RoundEnded) for event in events):
        return "hand-over"
    return "bust" if any(isinstance(event, Busted | WentOver) for event in events) else "accepted"
