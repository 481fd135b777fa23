"""What the panel needs of the program behind it, and what it tells the browser about it."""

import base64
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from companion.devices.sounder import TUNES
from companion.errors import CardError
from companion.inputs import KeyName
from companion.labels.codec import CardLabel, write_label
from companion.outputs import Lights, Sound
from companion.rules.family import HistoryEntry
from companion.simulation.pack import Deck, SimulatedPack
from companion.simulation.trick import OpenTrick


class PanelGame(msgspec.Struct, frozen=True):
    """The game that is on.

    `title` is the variant's ("Ninety-nine"), `call` what is said with the last play ("back on you 97",
    "Bo takes it, 25"), `number` tells it from other games.
    `places` tells for each seat which of the eight lights is its own: 0 at the top, then clockwise;
    seats from the ninth on have none. `chips` is what everyone began with, None without chips.
    `seed` shuffles this game's pack; `moments` are the states after each command that still
    stands, oldest first, so an undo makes them fewer. The newest put `cards` on the table, and `state`
    is its public form. `trick` lies on the table in a trick game.
    """

    title: str
    call: str
    places: tuple[int, ...]
    chips: int | None
    seed: str
    deck: Deck
    moments: Sequence[HistoryEntry]
    cards: tuple[str, ...]
    state: dict[str, object]
    trick: OpenTrick | None = None
    number: int | None = None


class PanelView(msgspec.Struct, frozen=True):
    """What can be seen and heard of the box at one moment, and the `game` that is on, or None.

    `pixels` are what the display's model has decoded: row by row, `depth` bits a pixel (1, or 4 for
    grey), the leftmost in the highest bits. `contrast` 0.0 to 1.0; `on` is false while the display is
    switched off. `text` is the picture in words. `lights` are read from the pins. `asking` is true
    while an answer or another card is waited for (a choice, a set being gathered). `sound` is the
    newest one and `sounds` how many there have been.
    """

    pixels: bytes
    contrast: float
    on: bool
    text: str
    lights: Lights
    asking: bool = False
    sound: Sound | None = None
    sounds: int = 0
    width: int = 128
    height: int = 64
    depth: int = 1
    game: PanelGame | None = None


class PanelBox(Protocol):
    """The program behind the panel. Every method may be called from the panel's thread."""

    def showing(self) -> PanelView:
        """What there is now: picture, words and game belong together."""
        ...

    @property
    def switched_off(self) -> bool:
        """Whether somebody has switched the box off; the panel says so when it closes."""
        ...

    def press(self, key: KeyName, *, down: bool) -> None:
        """A cap goes down or comes up: the contact of that key, not yet debounced."""
        ...

    def pass_card(self, card: CardLabel) -> None:
        """A card is passed over the reader: its label's bytes come in as from the serial port."""
        ...

    def scan_line(self, text: str) -> None:
        """A line comes in that a person has typed, which may be a plain form."""
        ...

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Calls `changed`, from any thread, when there is something new; returns what ends that."""
        ...


class Views:
    """The box as the browser gets it: named parts, each as JSON, so that only changed parts are sent."""

    def __init__(self, box: PanelBox) -> None:
        self._box = box
        self._pack = SimulatedPack()

    def view(self) -> dict[str, bytes]:
        """All parts as they are now: display, lights, sound, table, deck, hands."""
        showing = self._box.showing()
        game = showing.game
        deck = game.deck if game else Deck()
        display = {
            "width": showing.width,
            "height": showing.height,
            "depth": showing.depth,
            "pixels": base64.b64encode(showing.pixels).decode(),
            "contrast": showing.contrast,
            "on": showing.on,
            "text": showing.text,
            "asking": showing.asking,
        }
        parts = {
            "display": display,
            "lights": showing.lights,
            "sound": {
                "count": showing.sounds,
                "name": showing.sound,
                "notes": TUNES[showing.sound] if showing.sound else (),
            },
            "table": _table(game),
            "deck": [write_label(card) for card in deck.cards()],
            "hands": self._hands(game),
        }
        return {part: msgspec.json.encode(value) for part, value in parts.items()}

    def _hands(self, game: PanelGame | None) -> dict[str, object]:
        """Who holds what; without seats when the game's cards do not come from this pack."""
        if game is None:
            return {"seats": [], "pile": []}
        try:
            hands = self._pack.follow(game.seed, game.deck, game.moments)
        except CardError as reason:
            return {"seats": [], "pile": [], "reason": str(reason)}
        return {
            "seats": [[card and write_label(card) for card in hand] for hand in hands.seats],
            "pile": [write_label(card) for card in hands.pile],
        }


def _table(game: PanelGame | None) -> dict[str, object] | None:
    if game is None or not game.moments:
        return None
    return {
        "game": game.number,
        "title": game.title,
        "call": game.call,
        "places": game.places,
        "chips": game.chips,
        "count": len(game.moments),
        "cards": game.cards,
        "trick": game.trick,
        "state": game.state,
    }
