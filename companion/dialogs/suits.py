"""Which suit: asked only where it matters, the same way for a play, a set and a shown hand."""

from typing import Protocol

import msgspec

from companion.dialogs.context import Move, Reject, Scene
from companion.dialogs.keys import around, turned
from companion.inputs import Key
from companion.rules.adding.rules import AddingRules
from companion.rules.cards import SUIT_SIGNS, Card
from companion.rules.family import Rules
from companion.rules.tricks.rules import TrickRules
from companion.screens.model import ChoiceOption, ChoiceScreen, KeyHint, Picture, Words
from companion.screens.words import briefly

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

    def suit_rules(self, scene: Scene) -> Rules | None:
        """The rules that say what each suit does; None where they contradict each other."""
        ...

    def table(self, scene: Scene) -> tuple[str, ...]:
        """Everybody at the table."""
        ...

    def suit_hints(self, scene: Scene, card: str) -> tuple[Words, str]:
        """Whose or what (right end of the title), and what OK does with `card`."""
        ...


class PickSuitDialog(msgspec.Struct, frozen=True):
    """The four suits of a `rank`; what each adds or sets stands below it."""

    asker: WantsSuit
    rank: str
    chosen: int = 0

    def picture(self, scene: Scene) -> Picture:
        rules = self.asker.suit_rules(scene)
        options = tuple(ChoiceOption(SUIT_SIGNS[suit], self._does(rules, suit)) for suit in SUIT_ORDER)
        whose, does_ok = self.asker.suit_hints(scene, self._card)
        ok, back = KeyHint("OK", does_ok), KeyHint("UNDO", "back")
        title = f"{self.rank} of which suit?"
        return ChoiceScreen(title, whose, options, self.chosen, self.asker.table(scene), ok, back)

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
        move = self.asker.card(scene, card)
        if isinstance(move, Reject) and isinstance(move.back, PickSuitDialog):
            return msgspec.structs.replace(move, back=self)  # the suit chosen so far stays chosen
        return move

    def _does(self, rules: Rules | None, suit: str) -> str:
        if isinstance(rules, AddingRules):
            effect = rules.effects.get((self.rank, suit))
            return "" if effect is None else briefly(effect)
        if isinstance(rules, TrickRules) and Card(self.rank, suit) not in rules.pack:
            return "out"
        return ""

    @property
    def _card(self) -> str:
        return self.rank + SUIT_ORDER[self.chosen]


def place_of(suit: str | None) -> int:
    """Where a suit stands among the four; the first place for none."""
    return SUIT_ORDER.index(suit) if suit is not None else 0


def suit_is_missing(rules: AddingRules, card: Card) -> bool:
    """Whether the rank of `card` alone does not say what it does: a label without a suit was read."""
    return card.suit is None and (card.rank, None) not in rules.effects
