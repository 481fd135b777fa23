"""A person at the box: keypad, box, table and journal are real; clock and parts are recorded or set
by hand.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Self, TypeVar

from msgspec.structs import replace

from companion.box.controller import Box
from companion.box.language_choice import LanguageChoice
from companion.box.notifier import Outputs
from companion.box.power import StartBackup
from companion.box.requests import TableCommand, TableRequest, TableResponse
from companion.box.state import Settings, Snapshot
from companion.core.cards import Card
from companion.core.commands import Claim, New
from companion.core.events import Event
from companion.core.family import Variant
from companion.core.refusals import Refusal
from companion.devices.keypad import Keypad
from companion.devices.ports import Voice
from companion.dialogs.context import Dialog, Move
from companion.dialogs.idle import idle_dialog
from companion.dialogs.menu import MenuDialog, items
from companion.dialogs.set_up import ChooseFromGroupDialog, ChooseGameDialog
from companion.drawing import draw
from companion.drawing.dialogs import pages_of
from companion.errors import Illegal
from companion.games import family_of
from companion.games.adding.state import AddingState, Player
from companion.host.clock import BoxClock
from companion.inputs import Edge, KeyName, Receipt, Scan
from companion.labels.codec import read_label, write_label
from companion.message import Language, Name, Words, language_in_use, render, using
from companion.outputs import Lights, Sound
from companion.screens.model import (
    CountScreen,
    DialScreen,
    Frame,
    ListScreen,
    NoticeScreen,
    PartFailedScreen,
    Picture,
    PlayerTableScreen,
    RankScreen,
    WinnerScreen,
)
from companion.screens.spoken import spoken
from companion.table.journal import Journal
from companion.table.lines import Entry, JournalNote
from companion.table.recorded import Recorded
from companion.table.table import Table
from companion.variants import load_variants
from companion.words.refusals import sentence
from tests.drawing.whole import drawn_whole
from tests.journals import journal_at
from tests.worded import worded

VARIANTS = load_variants().variants
Asked = TypeVar("Asked", bound=Dialog)
Shown = TypeVar("Shown", bound=Picture)
Text = TypeVar("Text", str, str | None)
ID = re.compile(r"\b(?:[0-9a-f]{8}|seat\d+\.\d+)\b")
"""Matches the id of a player."""

TAP = 0.05
"""Seconds for which a tapped key is down, and then up."""


class HandClock:
    """A clock in seconds that only advances when it is changed."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now

    def time(self) -> float:
        return 1_700_000_000.0 + self.now


class Screen:
    """A display that records its pictures; `watching` is called for each."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self.languages: dict[Picture, Language] = {}
        self.watching: Callable[[], object] | None = None

    def show(self, frame: Frame) -> None:
        self.frames.append(frame)
        self.languages[frame.picture] = language_in_use()
        if self.watching is not None:
            self.watching()

    def close(self) -> None:
        pass


class Ring:
    """Lights that record what they showed."""

    def __init__(self) -> None:
        self.shown: list[Lights] = []

    def show(self, lights: Lights) -> None:
        self.shown.append(lights)

    def close(self) -> None:
        pass


class Buzzer:
    """A buzzer that records what it played."""

    def __init__(self) -> None:
        self.played: list[Sound] = []

    def play(self, sound: Sound) -> None:
        self.played.append(sound)

    def close(self) -> None:
        pass


class Loudspeaker:
    """A voice that records its sentences, each as the clips and names that it is made of."""

    def __init__(self) -> None:
        self.said: list[tuple[str, ...]] = []
        self.seated: list[tuple[str, Mapping[str, Sequence[str | Name]]]] = []

    def seat(self, language: str, names: Mapping[str, Sequence[str | Name]]) -> None:
        self.seated.append((language, names))

    def say(self, language: str, clips: Sequence[str | Name]) -> None:  # noqa: ARG002  # a voice has one for each
        self.said.append(tuple(map(str, clips)))

    def close(self) -> None:
        pass


class WatchedTable(Table):
    """A table that records the reasons of its refusals."""

    refused: Illegal | None = None

    def note_refusal(
        self,
        command: Recorded | Claim,
        refused: Illegal,
        origin: str | None = None,
        *,
        settles: bool = False,
    ) -> None:
        self.refused = refused
        super().note_refusal(command, refused, origin, settles=settles)


class BoxDriver:
    """A box with its journal in `folder`, and with `game` as the current game if given.

    `publish` receives each snapshot that the box sends to its phones. Without `language` the box
    has English only. `is_set` returns whether a time server has set its `clock` since the start
    `boot` of the machine. `speaker` replaces the `voice` that only records.
    """

    def __init__(
        self,
        folder: Path,
        game: New | None = None,
        settings: Settings | None = None,
        publish: Callable[[Snapshot], None] = lambda _: None,
        language: LanguageChoice | None = None,
        backup: Callable[[Journal], StartBackup] | None = None,
        *,
        clock: HandClock | None = None,
        is_set: Callable[[], bool] = lambda: True,
        boot: str = "b0070001",
        variants: Mapping[str, Variant] | None = None,
        speaker: Voice | None = None,
    ) -> None:
        self.path = folder / "journal"
        self.clock = clock or HandClock()
        self.box_clock = BoxClock(self.clock, is_set)
        self.screen, self.ring, self.buzzer = Screen(), Ring(), Buzzer()
        self.voice = Loudspeaker()
        self.table = WatchedTable(variants or VARIANTS, journal_at(self.path, boot), self.box_clock)
        if game is not None:
            self.table.obey(game)
        outputs = Outputs((self.screen,), self.ring, self.buzzer, speaker or self.voice)
        self.told: list[Snapshot] = []
        self._publish = publish
        self.box = Box(
            self.table,
            self.box_clock,
            outputs,
            settings or Settings(),
            Keypad(),
            self._tell,
            language or LanguageChoice(catalogues=folder),
            backup=None if backup is None else backup(self.table.journal),
        )

    def _tell(self, snapshot: Snapshot) -> None:
        self.told.append(snapshot)
        self._publish(snapshot)

    # A person's actions

    def press(self, *keys: KeyName, times: int = 1) -> Self:
        """Tap the keys one after the other, and the whole sequence `times` times."""
        for key in keys * times:
            self.hold(key, TAP)
        return self

    def hold(self, key: KeyName, seconds: float = 1.0) -> Self:
        self.box.handle(Edge(key, down=True, at=self.clock.now))
        self.wait(seconds)
        self.box.handle(Edge(key, down=False, at=self.clock.now))
        return self.wait(TAP)  # the time that a finger needs between taps

    def wait(self, seconds: float) -> Self:
        """Let time pass, waking the box exactly when it asked to be woken."""
        until = self.clock.now + seconds
        while (due := self.box.deadline()) is not None and due <= until:
            self.clock.now = max(self.clock.now, due)
            self.box.tick()
        self.clock.now = until
        return self

    def scan(self, text: str, *, plain: bool = False, receipt: Receipt | None = None) -> Self:
        """Send a line of the scanner unchanged; `plain` if this scanner accepts plain forms."""
        self.box.handle(Scan(text, self.clock.now, plain=plain, receipt=receipt))
        return self

    def show_card(self, card: str, deck: int = 1) -> Self:
        """Scan a card with the project's sticker: ``8H``, ``JK1``, ``JK2``."""
        return self.scan(sticker(card, deck))

    def show_cards(self, *cards: str) -> Self:
        for card in cards:
            self.show_card(card)
        return self

    def reads(self, words: Words) -> str:
        """Return words in the language of the box."""
        with using(self.told[-1].language):
            return render(words)

    def choose(self, row: str) -> Self:
        """Turn a list to the row that starts with `row`, and press OK."""
        for _ in range(60):
            shown = self.listing
            entry = shown.rows[shown.chosen]
            if self.reads(entry.text).startswith(row):
                return self.press("OK")
            self.press("RIGHT")
        raise AssertionError(f"no row {row!r} in {self.says}")

    def choose_game(self, title: str) -> Self:
        """Choose the game whose row contains `title`, from its group if it is in one."""
        self.asking(ChooseGameDialog)
        for _ in self.rows:
            if title in self.rows:
                return self.choose_exactly(title)
            self.press("OK")
            if isinstance(self.dialog, ChooseFromGroupDialog):
                if title in self.rows:
                    return self.choose_exactly(title)
                if self.rows[-1] == "Published variants":
                    self.choose_exactly("Published variants")
                    if title in self.rows:
                        return self.choose_exactly(title)
                    self.press("UNDO")
            self.press("UNDO", "RIGHT")
        raise AssertionError(f"no game {title!r}")

    def choose_exactly(self, row: str) -> Self:
        """Turn a list to the row with exactly this text, and press OK."""
        while self.rows[self.listing.chosen] != row:
            self.press("RIGHT")
        return self.press("OK")

    def dial(self, number: int) -> Self:
        """Turn a dial to `number`, and press OK."""
        for _ in range(1000):
            shown = self.picture
            assert isinstance(shown, DialScreen | CountScreen), self.says
            if shown.value == number:
                return self.press("OK")
            self.press("RIGHT" if shown.value is None or shown.value < number else "LEFT")
        raise AssertionError(f"cannot dial {number}: {self.says}")

    def turn_to(self, rank: str) -> Self:
        """Turn the ring of ranks to this rank; Joker is a rank."""
        if not isinstance(self.picture, RankScreen):
            self.press("RIGHT")
        for _ in range(20):
            shown = self.picture
            assert isinstance(shown, RankScreen), self.says
            if worded(shown.ranks[shown.chosen]) == worded(rank):
                return self
            self.press("RIGHT")
        raise AssertionError(f"no rank {rank}: {self.says}")

    def play(self, rank: str) -> Self:
        """Play a card of this rank by key."""
        return self.turn_to(rank).press("OK")

    def rule(
        self, order: TableCommand, phone: str = "Cy's phone", seen: int | None = None
    ) -> TableResponse:
        """Send a phone's order and return the box's answer. By default the phone shows the current
        table.
        """
        answers: list[TableResponse] = []
        self.box.answer(
            TableRequest(
                order, phone, self.told[-1].sequence if seen is None else seen, answers.append
            )
        )
        (answer,) = answers
        return answer

    # What a person sees, and the true state

    @property
    def snapshot(self) -> Snapshot:
        """The box's current message to its phones about the table."""
        self.box.tick()
        return self.told[-1]

    @property
    def frame(self) -> Frame:
        return self.screen.frames[-1]

    @property
    def picture(self) -> Picture:
        return self.told[-1].picture

    def showing(self, kind: type[Shown]) -> Shown:
        """Return the picture, which must be of this kind."""
        shown = self.picture
        assert isinstance(shown, kind), self.says
        return shown

    @property
    def evening(self) -> dict[str, int]:
        """Return the evening's games on the display, pressing one key if it shows a standing with
        figures.
        """
        self.showing(WinnerScreen)
        shown = self.press("RIGHT").picture
        assert isinstance(shown, WinnerScreen | PlayerTableScreen), self.says
        self.press("LEFT")
        return {row.name: int(render(row.text)) for row in shown.rows}

    @property
    def listing(self) -> ListScreen:
        return self.showing(ListScreen)

    @property
    def rows(self) -> list[str]:
        """The texts of the list."""
        return [worded(row.text) for row in self.listing.rows]

    @property
    def moves(self) -> list[Move]:
        """The effect of OK on each row of the menu."""
        self.asking(MenuDialog)
        return [item.move for item in items(self.told[-1].scene)]

    @property
    def notice(self) -> NoticeScreen:
        return self.showing(NoticeScreen)

    @property
    def dialog(self) -> Dialog | None:
        """The question on the display, or None."""
        asked = self._asked
        if asked is not None:
            assert self.picture in self._pages(asked), f"{self.says} covers {asked}"
        return asked

    def asking(self, kind: type[Asked]) -> Asked:
        """Return the question on the display, which must be of this kind."""
        asked = self.dialog
        assert isinstance(asked, kind), self.says
        return asked

    @property
    def still_asks(self) -> Dialog | None:
        """The question below the refusal on the display, or None."""
        assert self.notice.mark == "cross", self.says
        asked = self._asked
        assert asked is None or self.picture not in self._pages(asked), "nothing is refused"
        return asked

    @property
    def _asked(self) -> Dialog | None:
        told = self.told[-1]
        return told.question or (idle_dialog(told.scene) if told.asking else None)

    def _pages(self, dialog: Dialog) -> tuple[Picture, ...]:
        with using(self.told[-1].language):
            return pages_of(dialog.picture(self.told[-1].scene))

    @property
    def refusal(self) -> Refusal:
        """The last refusal of the rules, which the display must show."""
        refused = self.table.refused
        assert refused is not None, self.says
        with using(self.told[-1].language):
            assert worded((self.notice.mark, self.notice.sentence)) == worded(
                ("cross", sentence(refused))
            )
        return refused.refusal

    @property
    def announced(self) -> tuple[Event, ...]:
        """The events of the last command, which the display must announce."""
        assert self.table.rules is not None
        before, now = self.table.moments[-2:]
        family = family_of(now.state)
        shown = family.announcement(self.table.rules, before.state, now.state, now.events)
        assert self.picture == shown, self.says
        return now.events

    @property
    def says(self) -> str:
        """The picture in words."""
        with using(self.told[-1].language):
            return spoken(self.told[-1].whole)

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
        """The commands of the current game that are on disk, with the names of players."""
        kept = self.table.journal.record(self.table.game or 0).entries
        return tuple(
            replace(one, command=self._named(one.command), origin=self._named(one.origin))
            for one in kept
        )

    @property
    def notes(self) -> tuple[JournalNote, ...]:
        """The notes about the current game that are on disk, with the names of players."""
        kept = self.table.journal.record(self.table.journal.game).notes
        return tuple(
            replace(
                one,
                facts=json.loads(self._named(json.dumps(one.facts))),
                origin=self._named(one.origin),
            )
            for one in kept
        )

    def _named(self, text: Text) -> Text:
        return text and ID.sub(lambda found: self.table.people.name(found[0]), text)

    def draw_everything_shown(self) -> None:
        """Assert that every picture so far can be drawn on both kinds of display and put into
        words, and that no notice is cut.
        """
        for picture, language in self.screen.languages.items():
            with using(language):
                assert spoken(picture)
            drawn = drawn_whole if isinstance(picture, NoticeScreen | PartFailedScreen) else draw
            drawn(picture, 128)
            drawn(picture, 256)


def sticker(card: str, deck: int = 1) -> str:
    """Return the text on the sticker of ``8H`` or of a joker, ``JK2``."""
    if card.startswith("JK"):
        return write_label(Card("JK", None, deck, int(card[2:])))
    plain = read_label(card, plain=True)
    assert isinstance(plain, Card)
    return write_label(Card(plain.rank, plain.suit, deck))
