"""A person at the box: real keypad, box, table and journal; clock and parts are recorded or set by hand."""

from collections.abc import Callable
from pathlib import Path
from typing import Self

from companion.box.controller import Box
from companion.box.language_choice import LanguageChoice
from companion.box.notifier import Outputs
from companion.box.requests import TableCommand, TableRequest, TableResponse
from companion.box.state import Settings, Snapshot
from companion.devices.keypad import Keypad
from companion.drawing import draw
from companion.inputs import Edge, KeyName, Receipt, Scan
from companion.labels.codec import CardLabel, read_label, write_label
from companion.outputs import Lights, Sound
from companion.rules.adding.state import AddingState, Player
from companion.rules.commands import New
from companion.screens.model import (
    CountScreen,
    DialScreen,
    Frame,
    ListScreen,
    NoticeScreen,
    PartFailedScreen,
    Picture,
    RankScreen,
)
from companion.screens.spoken import spoken
from companion.table.journal import Connect, connect
from companion.table.reader import Entry, JournalNote
from companion.table.table import Table
from companion.text.named import Named, Words
from companion.variants import load_variants
from tests.drawing.whole import drawn_whole
from tests.journals import journal_at

VARIANTS = load_variants().variants
TAP = 0.05
"""Seconds a key is down, and up again, when a person taps it."""


class HandClock:
    """Stands still until somebody moves it. Seconds."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now

    def time(self) -> float:
        return 1_700_000_000.0 + self.now


class Screen:
    """A display that remembers what it was told to show; `watching` is called each time."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self.watching: Callable[[], object] | None = None

    def show(self, frame: Frame) -> None:
        self.frames.append(frame)
        if self.watching is not None:
            self.watching()

    def close(self) -> None:
        pass


class Ring:
    """Lights that remember what they were told to show."""

    def __init__(self) -> None:
        self.shown: list[Lights] = []

    def show(self, lights: Lights) -> None:
        self.shown.append(lights)

    def close(self) -> None:
        pass


class Buzzer:
    """A sounder that remembers what it was told to play."""

    def __init__(self) -> None:
        self.played: list[Sound] = []

    def play(self, sound: Sound) -> None:
        self.played.append(sound)

    def close(self) -> None:
        pass


class BoxDriver:
    """A box with its journal in `folder`; with `game` that game is on when it is switched on.

    `publish` hears of each snapshot that the box tells its phones; without `language` the box has English
    alone.
    """

    def __init__(
        self,
        folder: Path,
        game: New | None = None,
        settings: Settings | None = None,
        connect: Connect = connect,
        publish: Callable[[Snapshot], None] = lambda _: None,
        language: LanguageChoice | None = None,
    ) -> None:
        self.path = folder / "journal.db"
        self.clock = HandClock()
        self.screen, self.ring, self.buzzer = Screen(), Ring(), Buzzer()
        self.table = Table(VARIANTS, journal_at(self.path, connect), self.clock)
        if game is not None:
            self.table.obey(game)
        outputs = Outputs((self.screen,), self.ring, self.buzzer)
        self.told: list[Snapshot] = []
        self._publish = publish
        self.box = Box(
            self.table,
            self.clock,
            outputs,
            settings or Settings(first_game="ninety-nine"),
            Keypad(),
            self._tell,
            language,
        )

    def _tell(self, snapshot: Snapshot) -> None:
        self.told.append(snapshot)
        self._publish(snapshot)

    # What a person does

    def press(self, *keys: KeyName, times: int = 1) -> Self:
        """Taps the keys one after the other, the whole row of them `times`."""
        for key in keys * times:
            self.hold(key, TAP)
            self.wait(TAP)
        return self

    def hold(self, key: KeyName, seconds: float = 1.0) -> Self:
        self.box.handle(Edge(key, down=True, at=self.clock.now))
        self.wait(seconds)
        self.box.handle(Edge(key, down=False, at=self.clock.now))
        return self

    def wait(self, seconds: float) -> Self:
        """Lets time pass; the box is woken exactly when it asked to be."""
        until = self.clock.now + seconds
        while (due := self.box.deadline()) is not None and due <= until:
            self.clock.now = max(self.clock.now, due)
            self.box.tick()
        self.clock.now = until
        return self

    def scan(self, text: str, *, plain: bool = False, receipt: Receipt | None = None) -> Self:
        """A line from the reader, as it stands; `plain` where that reader takes plain forms too."""
        self.box.handle(Scan(text, self.clock.now, plain=plain, receipt=receipt))
        return self

    def show_card(self, card: str, deck: int = 1) -> Self:
        """A card with the project's sticker is passed over the reader: ``8H``, ``JK1``, ``JK2``."""
        return self.scan(sticker(card, deck))

    def show_cards(self, *cards: str) -> Self:
        for card in cards:
            self.show_card(card)
        return self

    def choose(self, row: str) -> Self:
        """Turns a list until the row that begins so is chosen, and presses OK."""
        for _ in range(60):
            shown = self.listing
            entry = shown.rows[shown.chosen]
            if words(entry.text).startswith(row):
                return self.press("OK")
            self.press("RIGHT")
        raise AssertionError(f"no row {row!r} in {self.says}")

    def dial(self, number: int) -> Self:
        """Turns a number until it stands there, and presses OK."""
        for _ in range(1000):
            shown = self.picture
            assert isinstance(shown, DialScreen | CountScreen), self.says
            if shown.value == number:
                return self.press("OK")
            self.press("RIGHT" if shown.value < number else "LEFT")
        raise AssertionError(f"cannot dial {number}: {self.says}")

    def turn_to(self, rank: str) -> Self:
        """Turns the ring of ranks until this rank is chosen; Joker is a rank."""
        if not isinstance(self.picture, RankScreen):
            self.press("RIGHT")
        for _ in range(20):
            shown = self.picture
            assert isinstance(shown, RankScreen), self.says
            if shown.ranks[shown.chosen] == rank:
                return self
            self.press("RIGHT")
        raise AssertionError(f"no rank {rank}: {self.says}")

    def play(self, rank: str) -> Self:
        """Plays a card of this rank by key."""
        return self.turn_to(rank).press("OK")

    def rule(self, order: TableCommand, phone: str = "Cy's phone", seen: int | None = None) -> TableResponse:
        """What a phone orders, and what the box answers; by default it shows the table as it is."""
        answers: list[TableResponse] = []
        self.box.execute_request(
            TableRequest(order, phone, self.told[-1].sequence if seen is None else seen, answers.append)
        )
        (answer,) = answers
        return answer

    # What a person sees, and what is true

    @property
    def snapshot(self) -> Snapshot:
        """What the box tells its phones of the table as it is now."""
        self.box.tick()
        return self.told[-1]

    @property
    def frame(self) -> Frame:
        return self.screen.frames[-1]

    @property
    def picture(self) -> Picture:
        return self.told[-1].picture

    @property
    def listing(self) -> ListScreen:
        shown = self.picture
        assert isinstance(shown, ListScreen), self.says
        return shown

    @property
    def notice(self) -> NoticeScreen:
        shown = self.picture
        assert isinstance(shown, NoticeScreen), self.says
        return shown

    @property
    def says(self) -> str:
        """The picture in words."""
        return spoken(self.picture)

    @property
    def state(self) -> AddingState:
        assert isinstance(self.table.state, AddingState)
        return self.table.state

    @property
    def phase(self) -> str:
        return self.state.phase

    @property
    def total(self) -> int:
        return self.state.total

    @property
    def to_act(self) -> str | None:
        return self.state.name_of(self.state.turn)

    def player(self, name: str) -> Player:
        seat = self.state.seat_of(name)
        assert seat is not None
        return self.state.players[seat]

    @property
    def kept(self) -> tuple[Entry, ...]:
        """The commands of the current game that are on disk."""
        return self.table.commands()

    @property
    def notes(self) -> tuple[JournalNote, ...]:
        return self.table.journal.notes()

    def draw_everything_shown(self) -> None:
        """Every picture so far can be drawn, on both kinds of display, and said; no notice is cut."""
        for picture in {spoken(frame.picture): frame.picture for frame in self.screen.frames}.values():
            drawn = drawn_whole if isinstance(picture, NoticeScreen | PartFailedScreen) else draw
            drawn(picture, 128)
            drawn(picture, 256)


def sticker(card: str, deck: int = 1) -> str:
    """The text on the sticker of ``8H`` or of a joker, ``JK2``."""
    if card.startswith("JK"):
        return write_label(CardLabel("JK", None, deck, int(card[2:])))
    plain = read_label(card, plain=True)
    assert isinstance(plain, CardLabel)
    return write_label(CardLabel(plain.rank, plain.suit, deck))


def words(text: Words) -> str:
    return text.before + text.name + text.after if isinstance(text, Named) else text
