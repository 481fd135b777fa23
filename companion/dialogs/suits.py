"""Asks for a suit where it matters, in the same way for a play, a set and a shown hand."""

from typing import Protocol

import msgspec

from companion.dialogs.context import Move, Reject, Scene
from companion.dialogs.keys import around, turned
from companion.inputs import Key
from companion.rules.adding.rules import AddingRules
from companion.rules.cards import SUIT_SIGNS, Card
from companion.rules.family import Rules
from companion.rules.tricks.rules import TrickRules
from companion.screens.model import ChoiceOption, ChoiceScreen, KeyHint, Picture
from companion.text.cards import rank_face
from companion.text.effects import effect_signs
from companion.text.language import asks, pgettext
from companion.text.named import Words

SUIT_ORDER = ("S", "H", "D", "C")


class WantsSuit(Protocol):
    """The dialog that asked for the suit and handles the answer."""

    def suited(self, scene: Scene, card: str) -> Move:
        """Return the next move, now that the card has its suit."""
        ...

    def unsuited(self) -> Move:
        """Return the next move after UNDO instead of an answer."""
        ...

    def card(self, scene: Scene, card: str) -> Move:
        """Return the next move after a scan instead of an answer."""
        ...

    def suit_rules(self, scene: Scene) -> Rules | None:
        """Return the rules that define each suit's effect; None while they contradict each other."""
        ...

    def table(self, scene: Scene) -> tuple[str, ...]:
        """Return the names of all players."""
        ...

    def suit_hints(self, scene: Scene, card: str) -> tuple[Words, str]:
        """Return the right end of the title, and the label of OK for `card`."""
        ...


class PickSuitDialog(msgspec.Struct, frozen=True):
    """The four suits of a `rank`, each with what it adds or sets."""

    asker: WantsSuit
    rank: str
    chosen: int = 0

    def picture(self, scene: Scene) -> Picture:
        rules = self.asker.suit_rules(scene)
        options = tuple(ChoiceOption(SUIT_SIGNS[suit], self._does(rules, suit)) for suit in SUIT_ORDER)
        whose, does_ok = self.asker.suit_hints(scene, self._card)
        ok, back = KeyHint("OK", does_ok), KeyHint("UNDO", pgettext("key", "back"))
        title = asks("{rank} of which suit?").format(rank=rank_face(self.rank))
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
            return msgspec.structs.replace(move, back=self)  # keep the suit chosen so far
        return move

    def _does(self, rules: Rules | None, suit: str) -> str:
        if isinstance(rules, AddingRules):
            effect = rules.effects.get((self.rank, suit))
            return "" if effect is None else effect_signs(effect)
        if isinstance(rules, TrickRules) and Card(self.rank, suit) not in rules.pack:
            return pgettext("card", "out")
        return ""

    @property
    def _card(self) -> str:
        return self.rank + SUIT_ORDER[self.chosen]


def place_of(suit: str | None) -> int:
    """Return the index of a suit among the four; 0 for None."""
    return SUIT_ORDER.index(suit) if suit is not None else 0


def suit_is_missing(rules: AddingRules, card: Card) -> bool:
    """Return whether `card` was scanned without a suit and its rank alone does not define its effect."""
    return card.suit is None and (card.rank, None) not in rules.effects
