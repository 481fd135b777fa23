"""Which suit: asked only where it matters, the same way for a play, a set and a shown hand."""

from typing import Protocol

import msgspec

from companion.dialogs.keys import around, turned
from companion.dialogs.scene import Move, Scene
from companion.inputs import Key
from companion.rules.cards import SUIT_SIGNS
from companion.screens.pictures import Choose, KeyHint, Option, Picture, Words
from companion.screens.table_pictures import names_of
from companion.screens.words import does

SUIT_ORDER = ("S", "H", "D", "C")


class WantsSuit(Protocol):
    """Who asked for the suit, and goes on with the answer."""

    def suited(self, scene: Scene, card: str) -> Move:
        """The card with its suit."""
        ...

    def unsuited(self) -> Move:
        """Nobody answered: UNDO."""
        ...

    def card(self, scene: Scene, card: str) -> Move:
        """A card was read while the suit was asked."""
        ...

    def suit_hints(self, scene: Scene, card: str) -> tuple[Words, str]:
        """Whose or what (right end of the title), and what OK does with `card`."""
        ...


class PickSuit(msgspec.Struct, frozen=True):
    """The four suits of a `rank`; what each adds or sets stands below it."""

    asker: WantsSuit
    rank: str
    chosen: int = 0

    def picture(self, scene: Scene) -> Picture:
        effects = scene.rules.effects if scene.rules is not None else {}
        options = tuple(
            Option(SUIT_SIGNS[suit], does(effect.change).replace(" ", ""))
            if (effect := effects.get((self.rank, suit))) is not None
            else Option(SUIT_SIGNS[suit])
            for suit in SUIT_ORDER
        )
        whose, does_ok = self.asker.suit_hints(scene, self._card)
        table = names_of(scene.state) if scene.state is not None else ()
        ok, back = KeyHint("OK", does_ok), KeyHint("UNDO", "back")
        return Choose(f"{self.rank} of which suit?", whose, options, self.chosen, table, ok, back)

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "LEFT" | "RIGHT":
                return msgspec.structs.replace(self, chosen=around(self.chosen, turned(key), len(SUIT_ORDER)))
            case "OK":
                return self.asker.suited(scene, self._card)
            case "UNDO":
                return self.asker.unsuited()
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return self.asker.card(scene, card)

    @property
    def _card(self) -> str:
        return self.rank + SUIT_ORDER[self.chosen]
