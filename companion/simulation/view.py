"""The interface of the program behind the panel, and its messages to the browser."""

from collections.abc import Callable
from typing import Protocol

from companion.core.cards import Card, Pack
from companion.core.history import counting
from companion.devices.sounder import TUNES
from companion.errors import CardError
from companion.inputs import KeyName
from companion.labels.codec import write_label
from companion.message import language_in_use
from companion.phone.history import History
from companion.phone.view import table_parts
from companion.simulation.bot_choice import Level
from companion.simulation.bots import YOURS
from companion.simulation.box import PanelView
from companion.simulation.pack import Hands, SimulatedPack, labels_of
from companion.web.event_stream import Feed
from companion.words.form import FOR_PAGES

FACE_DOWN = "?"
"""The placeholder for the label of a card that is face down."""


_DISPLAY = ("width", "height", "depth", "pixels", "contrast", "on", "text", "asking")
"""The fields of a `PanelView` that the panel gets of the display; pixels are sent in base64."""


class PanelBox(Protocol):
    """The program behind the panel. Every method may be called from the panel's thread."""

    def press(self, key: KeyName, *, down: bool) -> None:
        """Press or release the contact of a key, which the box has to debounce."""

    def pass_card(self, card: Card) -> None:
        """Scan a card; the box receives the bytes of its label as from the serial port."""

    def showing(self) -> PanelView:
        """Return the current view; picture, words and game are from the same moment."""
        ...

    @property
    def switched_off(self) -> bool:
        """Whether the box was switched off; the panel informs its tabs when it closes."""
        ...

    def scan_line(self, text: str) -> None:
        """Scan a line that a person has typed, which may be a plain form."""
        ...

    def subscribe(self, changed: Callable[[], None]) -> None:
        """Call `changed`, from any thread, after each change."""
        ...


class PanelFeed:
    """The source of messages to the tabs: the phone's view of the table, and the panel's own parts.

    Only one thread at a time may call it.

    Attributes:
        others: the level of the bots at every seat but the first, whose cards are face down; None
            while people play them.
    """

    def __init__(self, box: PanelBox) -> None:
        self._box = box
        self.others: Level | None = None
        self._pack, self._history, self._feed = SimulatedPack(), History(), Feed()

    def message(self, since: int | None) -> tuple[int, str]:
        """Return the newest version, and the message that updates a tab from version `since`.

        The first message (`since` None) has everything.
        """
        showing = self._box.showing()
        parts = {name: FOR_PAGES.encode(part) for name, part in self._parts(showing).items()}
        self._feed.update(parts, self._history.rows(showing.snapshot))
        return self._feed.message(since)

    def _parts(self, showing: PanelView) -> dict[str, object]:
        table = showing.snapshot
        rules = table.scene.rules
        pack = Pack() if rules is None else rules.pack
        return {
            "display": {name: getattr(showing, name) for name in _DISPLAY},
            "box": {"language": language_in_use().code, "court": language_in_use().court},
            "lights": showing.lights,
            "sound": {
                "count": showing.sounds,
                "name": showing.sound,
                "notes": TUNES[showing.sound] if showing.sound else (),
            },
            **table_parts(table),
            "deck": [] if pack is None else [write_label(card) for card in labels_of(pack)],
            "hands": self._hands(showing),
            "others": {"level": self.others or ""},
        }

    def hands(self, showing: PanelView) -> Hands | None:
        """Return the location of every card; None in a game without cards.

        Raises:
            CardError: the game's cards are not from this pack.
        """
        scene = showing.snapshot.scene
        pack = Pack() if scene.rules is None else scene.rules.pack
        return (
            None if pack is None else self._pack.follow(showing.seed, pack, counting(scene.moments))
        )

    def _hands(self, showing: PanelView) -> dict[str, object]:
        """Return the cards of each player; no seats if the game's cards are not from this pack."""
        try:
            hands = self.hands(showing)
        except CardError as reason:
            return {"seats": [], "pile": [], "reason": str(reason)}
        if hands is None:
            return {"seats": [], "pile": []}
        is_open = [self.others is None or seat == YOURS for seat in range(len(hands.seats))]
        sent: dict[str, object] = {
            "seats": [
                [card and (write_label(card) if is_own else FACE_DOWN) for card in hand]
                for hand, is_own in zip(hands.seats, is_open, strict=True)
            ],
            "pile": [write_label(card) for card in hands.pile],
        }
        if self.others is not None and not hands.stock:
            # In a game without drawing, each player knows all cards of the others together: those
            # not yet played.
            others = [
                card for hand in hands.seats[YOURS + 1 :] for card in hand if card is not None
            ]
            sent["unseen"] = sorted(map(write_label, others))
        return sent
