"""Asks for the suit of a card where it matters:
of a card that is added to a set or to a shown hand.
"""

from companion.dialogs.context import Move, Scene
from companion.dialogs.current import adding_game
from companion.dialogs.toolkit import Choice, WidgetDialog, ok_and_undo, suit_options
from companion.message import Words, in_context
from companion.rules.adding.rules import AddingRules
from companion.rules.cards import SUIT_ORDER, Card
from companion.rules.family import Rules
from companion.screens.model import ChoiceScreen
from companion.screens.table_pictures import names_of
from companion.text.questions import which_suit


class AsksForSuit(WidgetDialog, frozen=True):
    """A dialog that may ask for the suit of a card;
    a `card` that has it, or is scanned instead, is added.
    """

    def unsuited(self) -> Move:
        """Return the next move after UNDO instead of an answer."""
        return self

    def suit_rules(self, scene: Scene) -> Rules | None:
        """Return the rules that define each suit's effect;
        None while they contradict each other.
        """
        return scene.rules

    def table(self, scene: Scene) -> tuple[str, ...]:
        """Return the names of all players."""
        return names_of(adding_game(scene)[1])

    def suit_hints(self, scene: Scene, card: str) -> tuple[Words, Words]:
        """Return the right end of the title, and the label of OK for `card`."""
        raise NotImplementedError


class PickSuitDialog(WidgetDialog, frozen=True):
    """The four suits of a `rank`, each with what it adds or sets."""

    asker: AsksForSuit
    rank: str
    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        card = self.rank + SUIT_ORDER[self.chosen]
        options = suit_options(self.asker.suit_rules(scene), self.rank, SUIT_ORDER)
        whose, does = self.asker.suit_hints(scene, card)
        title, table = which_suit(self.rank), self.asker.table(scene)
        keys = ok_and_undo(does, in_context("key", "back"))
        return Choice(
            screen=ChoiceScreen(title, whose, options, self.chosen, table, *keys),
            ok=self.asker.card(scene, card),
            undo=self.asker.unsuited(),
        )

    def card(self, scene: Scene, card: str) -> Move:
        return self.asker.card(scene, card)


def suit_is_missing(rules: AddingRules, card: Card) -> bool:
    """Return whether `card` was scanned without a suit
    and its rank alone does not define its effect.
    """
    return card.suit is None and (card.rank, None) not in rules.effects
