"""A box for the panel's tests, without display driver, dialogs and journal.

It plays ninety-nine with plain cards. An ace asks whether it counts 1 or 11 (LEFT or RIGHT, then
OK), all other cards add their pips, a total above 99 is refused, UNDO undoes. The box records the
panel's actions.
"""

import threading
from collections.abc import Callable
from itertools import count

import msgspec
from PIL import Image, ImageDraw

from companion.box.state import Snapshot
from companion.core.cards import Card, Pack
from companion.core.commands import Play, Undo
from companion.dialogs.context import Scene
from companion.errors import Illegal
from companion.games import FAMILIES
from companion.games.adding.rules import AddingRules
from companion.games.adding.state import AddingState
from companion.inputs import KeyName
from companion.outputs import Sound
from companion.screens.lights import lights_of
from companion.simulation.box import PanelView
from companion.simulation.controller import packed
from companion.table.lines import Entry
from tests.drivers.game import GameDriver
from tests.table.tables import VARIANTS

replace = msgspec.structs.replace

PATIENCE = 10.0  # seconds
PIPS = {"A": 1, "J": 10, "Q": 10, "K": 10, "JK": 0}
PLAIN = {"A": {"add": [1, 11]}, "4 9": {"add": "pip"}, "10 K": {"add": 10}, "JK": {"add": 0}}


class SmallBox:
    """An implementation of PanelBox. `pressed` and `lines` hold the inputs, oldest first.

    Attributes:
        game: the current game; its moments may be changed.
    """

    def __init__(
        self,
        players: tuple[str, ...] = ("Ann", "Bo", "Cy", "Di"),
        *,
        held: int = 3,
        deck: Pack | None = None,
        total: int = 0,
        seed: str = "a seed",
    ) -> None:
        self.pressed: list[tuple[str, bool]] = []
        self.passed: list[Card] = []
        self.lines: list[str] = []
        self.seed = seed
        self.contrast = 1.0
        self.picture: Image.Image | None = None
        self.switched_off = False
        self._lock = threading.Condition()
        self._changed: list[Callable[[], None]] = []
        self._asked: str | None = None
        self._answer = 1
        self._verdict = ""
        self._sounds = 0
        self._sound: Sound | None = None
        deck = deck or Pack()
        house = {
            "decks": deck.decks,
            "jokers": deck.jokers,
            "hand_size": held,
            "chips": 5,
            "cards": PLAIN,
        }
        driver = GameDriver(stickers=True)
        driver.new("ninety-nine", players, **house)
        self.game = driver.history
        self.game.moments[0] = replace(self.game.moments[0], state=replace(self.state, total=total))
        self._numbers = count(1)
        self._kept = [self._next_place()]

    @property
    def state(self) -> AddingState:
        assert isinstance(self.game.state, AddingState)
        return self.game.state

    @property
    def deck(self) -> Pack:
        assert isinstance(self.game.rules, AddingRules)
        return self.game.rules.pack

    def showing(self) -> PanelView:
        with self._lock:
            text = self._text()
            image = self.picture or self._written(text)
            depth = 4 if image.mode == "L" else 1
            return PanelView(
                pixels=packed(image, depth),
                width=image.width,
                height=image.height,
                depth=depth,
                contrast=self.contrast,
                on=True,
                text=text,
                lights=lights_of(self.state, self._verdict),
                asking=self._asked is not None,
                sound=self._sound,
                sounds=self._sounds,
                snapshot=self._snapshot(),
                seed=self.seed,
            )

    def press(self, key: KeyName, *, down: bool) -> None:
        with self._lock:
            self.pressed.append((key, down))
            if down:
                self._key(key)
        self.tell()

    def pass_card(self, card: Card) -> None:
        with self._lock:
            self.passed.append(card)
            face = card.rank + (card.suit or "")
            self._scan(f"{face}/{card.deck}" if self.deck.decks > 1 else face)
        self.tell()

    def scan_line(self, text: str) -> None:
        with self._lock:
            self.lines.append(text)
            self._scan(text)
        self.tell()

    def subscribe(self, changed: Callable[[], None]) -> None:
        self._changed.append(changed)

    def until(self, came: Callable[[], bool]) -> None:
        """Return when `came` holds for the inputs; fail the test if it does not hold soon."""
        with self._lock:
            assert self._lock.wait_for(came, PATIENCE), (self.pressed, self.passed, self.lines)

    def tell(self) -> None:
        with self._lock:
            self._lock.notify_all()
        for changed in list(self._changed):
            changed()

    @property
    def total(self) -> int:
        return self.state.total

    def _snapshot(self) -> Snapshot:
        scene = Scene(
            VARIANTS, self.game.rules, self.game.state, tuple(self.game.moments), families=FAMILIES
        )
        return Snapshot(scene, self._kept[-1].sequence, game=1, kept=tuple(self._kept))

    def _next_place(self) -> Entry:
        return Entry(1, 0.0, "{}", b"", sequence=next(self._numbers))

    def _key(self, key: KeyName) -> None:
        self._verdict = ""
        if key in {"LEFT", "RIGHT"}:
            self._answer = 12 - self._answer
        elif key == "OK" and self._asked:
            self._play(Play(card=self._asked, value=self._answer))
        elif key == "UNDO":
            if self._asked is None and len(self._kept) > 1:
                self.game.obey(Undo())
                self._kept.pop()
            self._asked = None

    def _scan(self, text: str) -> None:
        if text.startswith("A"):
            self._asked, self._answer = text, 1
            return
        self._play(Play(card=text))

    def _play(self, play: Play) -> None:
        self._asked = None
        self._sounds += 1
        try:
            self.game.obey(play)
        except Illegal:
            self._verdict = self._sound = "refused"
        else:
            self._verdict = self._sound = "accepted"
            self._kept.append(self._next_place())

    def _text(self) -> str:
        if self._asked:
            return f"Ace counts as? {self._answer}"
        if self._verdict == "refused":
            return "Not allowed. That is over 99."
        return f"{self.total}. {self.state.name_of(self.state.turn)} to play."

    def _written(self, text: str) -> Image.Image:
        image = Image.new("1", (128, 64))
        ImageDraw.Draw(image).text((3, 3), text.replace(". ", ".\n"), fill=1)
        return image
