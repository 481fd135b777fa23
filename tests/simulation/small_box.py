"""A box for the panel's tests: a small game of adding to 99, without rules worth the name.

An ace asks whether it counts 1 or 11 (LEFT or RIGHT, then OK), everything else adds its pips, what
goes over 99 is refused, UNDO takes back. It records what the panel did to it.
"""

import threading
from collections.abc import Callable
from typing import Any

from PIL import Image, ImageDraw

from companion.inputs import KeyName
from companion.labels.codec import CardLabel
from companion.outputs import Lights, SeatLight, Sound
from companion.simulation.controller import packed
from companion.simulation.pack import Deck, TableState
from companion.simulation.view import PanelGame, PanelView

PATIENCE = 10.0  # seconds
PIPS = {"A": 1, "J": 10, "Q": 10, "K": 10, "JK": 0}
PLACES = {
    2: (0, 4),
    3: (0, 3, 5),
    4: (7, 1, 3, 5),
    5: (0, 1, 3, 5, 7),
    6: (7, 0, 1, 3, 4, 5),
    7: (0, 1, 2, 3, 5, 6, 7),
    8: (0, 1, 2, 3, 4, 5, 6, 7),
}


class SmallBox:
    """Implements SimulatedBox. `pressed` and `lines` keep what came in, oldest first."""

    def __init__(
        self,
        players: tuple[str, ...] = ("Ann", "Bo", "Cy", "Di"),
        *,
        held: int = 3,
        deck: Deck | None = None,
        total: int = 0,
        seed: str = "a seed",
    ) -> None:
        self.pressed: list[tuple[str, bool]] = []
        self.passed: list[CardLabel] = []
        self.lines: list[str] = []
        self.deck = deck or Deck()
        self.seed = seed
        self.contrast = 1.0
        self.picture: Image.Image | None = None
        self.switched_off = False
        self._lock = threading.Condition()
        self._changed: list[Callable[[], None]] = []
        self._players, self._held = players, held
        self._asked: str | None = None
        self._answer = 1
        self._refused = self._accepted = False
        self._sounds = 0
        self._sound: Sound | None = None
        self._moments = [TableState(self._state(total, 0, (), held * len(players)))]

    def showing(self) -> PanelView:
        with self._lock:
            state = self._moments[-1].state
            text = self._text(state)
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
                lights=self._lights(state),
                asking=self._asked is not None,
                sound=self._sound,
                sounds=self._sounds,
                game=self._game(),
            )

    def press(self, key: KeyName, *, down: bool) -> None:
        with self._lock:
            self.pressed.append((key, down))
            if down:
                self._key(key)
        self.tell()

    def pass_card(self, card: CardLabel) -> None:
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

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        self._changed.append(changed)
        return lambda: self._changed.remove(changed)

    def until(self, came: Callable[[], bool]) -> None:
        """Returns when `came` holds of what came in, as it will soon; fails the test when it does not."""
        with self._lock:
            assert self._lock.wait_for(came, PATIENCE), (self.pressed, self.passed, self.lines)

    def tell(self) -> None:
        with self._lock:
            self._lock.notify_all()
        for changed in list(self._changed):
            changed()

    @property
    def total(self) -> int:
        return int(self._moments[-1].state["total"])

    def _game(self) -> PanelGame:
        places = PLACES[len(self._players)]
        moments = tuple(self._moments)
        total = moments[-1].state["total"]
        return PanelGame("Ninety-nine", str(total), places, 5, self.seed, self.deck, moments)

    def _key(self, key: KeyName) -> None:
        self._refused = self._accepted = False
        if key in {"LEFT", "RIGHT"}:
            self._answer = 12 - self._answer
        elif key == "OK" and self._asked:
            self._play(self._asked, self._answer)
        elif key == "UNDO":
            if self._asked is None and len(self._moments) > 1:
                self._moments.pop()
            self._asked = None

    def _scan(self, text: str) -> None:
        if text.startswith("A"):
            self._asked, self._answer = text, 1
            return
        rank = text.split("/", maxsplit=1)[0].rstrip("CDHS")
        self._play(text, PIPS[rank] if rank in PIPS else int(rank))

    def _play(self, text: str, adds: int) -> None:
        state = self._moments[-1].state
        self._asked = None
        lies = text in state["pile"]
        self._refused = lies or state["total"] + adds > 99
        self._accepted = not self._refused
        self._sounds += 1
        self._sound = "refused" if self._refused else "accepted"
        if self._accepted:
            at = (len(self._moments)) % len(self._players)
            pile = (*state["pile"], text)
            held = self._held * len(self._players)
            self._moments.append(TableState(self._state(state["total"] + adds, at, pile, held), (text,)))

    def _state(self, total: int, turn: int, pile: tuple[str, ...], held: int) -> dict[str, Any]:
        players = [{"name": name, "in": True, "chips": 5, "cards": self._held} for name in self._players]
        return {
            "variant": "ninety-nine",
            "phase": "play",
            "hand": 1,
            "total": total,
            "direction": "clockwise",
            "turn": self._players[turn],
            "owed": 1,
            "dealer": self._players[-1],
            "pot": 0,
            "stock": len(self.deck.cards()) - held - len(pile),
            "pile": list(pile),
            "aside": 0,
            "named": None,
            "players": players,
            "winner": None,
            "losers": [],
        }

    def _text(self, state: dict[str, Any]) -> str:
        if self._asked:
            return f"Ace counts as? {self._answer}"
        if self._refused:
            return "Not played. That is over 99."
        return f"{state['total']}. {state['turn']} to play."

    def _lights(self, state: dict[str, Any]) -> Lights:
        seats: list[SeatLight] = ["dark"] * 8
        for place, name in zip(PLACES[len(self._players)], self._players, strict=True):
            seats[place] = "act" if name == state["turn"] else "in"
        return Lights(tuple(seats), clockwise=True, accepted=self._accepted, refused=self._refused)

    def _written(self, text: str) -> Image.Image:
        image = Image.new("1", (128, 64))
        ImageDraw.Draw(image).text((3, 3), text.replace(". ", ".\n"), fill=1)
        return image
