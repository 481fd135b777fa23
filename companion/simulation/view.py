"""The protocol of the program behind the panel, and the messages from it to the browser."""

import base64
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from companion.box.state import Snapshot
from companion.devices.sounder import TUNES
from companion.dialogs.context import Scene
from companion.errors import CardError
from companion.inputs import KeyName
from companion.labels.codec import CardLabel, write_label
from companion.phone.history import History
from companion.phone.view import table_parts
from companion.rules.cards import Pack
from companion.rules.family import HistoryEntry, pack_of
from companion.rules.game import counting
from companion.simulation.box import PanelView
from companion.simulation.pack import SimulatedPack, labels_of
from companion.text.language import language_in_use
from companion.web.feed import Feed

NOTHING = Snapshot(Scene({}))
"""The table until the box publishes a snapshot: no game is known."""


class PanelBox(Protocol):
    """The program behind the panel. Every method may be called from the panel's thread."""

    def showing(self) -> PanelView:
        """Return the current view; picture, words and game are of one moment."""
        ...

    @property
    def switched_off(self) -> bool:
        """Whether somebody has switched the box off; the panel tells its tabs when it closes."""
        ...

    def press(self, key: KeyName, *, down: bool) -> None:
        """Press or release the contact of a key, which the box still has to debounce."""
        ...

    def pass_card(self, card: CardLabel) -> None:
        """Pass a card over the reader: the box gets its label's bytes as from the serial port."""
        ...

    def scan_line(self, text: str) -> None:
        """Scan a line that a person has typed, which may be a plain form."""
        ...

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed`, from any thread, after each change; return the function that unsubscribes."""
        ...


class PanelFeed:
    """Builds the messages to the tabs: the phone's view of the table, and the panel's own parts.

    Only one thread at a time may call it.
    """

    def __init__(self, box: PanelBox) -> None:
        self._box = box
        self._pack, self._history, self._feed = SimulatedPack(), History(), Feed()

    def message(self, since: int | None) -> tuple[int, str]:
        """Return the newest version, and the message that brings a tab from version `since` up to it.

        The first message (`since` None) holds everything.
        """
        showing = self._box.showing()
        parts = {name: msgspec.json.encode(part) for name, part in self._parts(showing).items()}
        self._feed.update(parts, self._history.rows(_table(showing)))
        return self._feed.message(since)

    def _parts(self, showing: PanelView) -> dict[str, object]:
        table = _table(showing)
        rules = table.scene.rules
        pack = Pack() if rules is None else pack_of(rules)
        return {
            "display": {
                "width": showing.width,
                "height": showing.height,
                "depth": showing.depth,
                "pixels": base64.b64encode(showing.pixels).decode(),
                "contrast": showing.contrast,
                "on": showing.on,
                "text": showing.text,
                "asking": showing.asking,
            },
            "box": {"language": language_in_use().code, "court": language_in_use().court},
            "lights": showing.lights,
            "sound": {
                "count": showing.sounds,
                "name": showing.sound,
                "notes": TUNES[showing.sound] if showing.sound else (),
            },
            **table_parts(table),
            "deck": [] if pack is None else [write_label(card) for card in labels_of(pack)],
            "hands": self._hands(showing.seed, pack, counting(table.scene.moments)),
        }

    def _hands(self, seed: str, pack: Pack | None, moments: Sequence[HistoryEntry]) -> dict[str, object]:
        """Return the cards of each player; no seats when the game's cards do not come from this pack."""
        if pack is None:
            return {"seats": [], "pile": []}
        try:
            hands = self._pack.follow(seed, pack, moments)
        except CardError as reason:
            return {"seats": [], "pile": [], "reason": str(reason)}
        return {
            "seats": [[card and write_label(card) for card in hand] for hand in hands.seats],
            "pile": [write_label(card) for card in hands.pile],
        }


def _table(showing: PanelView) -> Snapshot:
    return showing.snapshot if isinstance(showing.snapshot, Snapshot) else NOTHING
