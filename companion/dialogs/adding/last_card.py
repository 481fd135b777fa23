"""The house rule of an adding game that only a dialog of its own can set: the last card of the stock."""

from typing import Final

from companion.dialogs.adding.ranks import ranks_of
from companion.dialogs.adding.suits import AsksForSuit, PickSuitDialog
from companion.dialogs.context import Move, Scene
from companion.dialogs.house_rules import HouseRulesDialog
from companion.dialogs.toolkit import Choice, ok_and_undo
from companion.message import Words, in_context, phrase
from companion.rules.adding.rules import AddingRules
from companion.rules.cards import JOKER, RANKS
from companion.rules.family import Rules
from companion.screens.model import RankScreen
from companion.text.cards import rank_face

LAST_CARD: Final = "last_card"


class LastCardDialog(AsksForSuit, frozen=True):
    """Chooses the good card that the dealer puts at the bottom of the stock."""

    rules: HouseRulesDialog
    chosen: int = 12

    def widget(self, scene: Scene) -> Choice:
        ranks = self._ranks(scene)
        rank, faces = ranks[self.chosen], tuple(rank_face(rank) for rank in ranks)
        is_whole = rank == JOKER
        keys = ok_and_undo(
            in_context("key of a value", "set") if is_whole else in_context("key", "suit"),
            in_context("key", "back"),
        )
        return Choice(
            screen=RankScreen(phrase("Last card of the stock"), "", faces, self.chosen, (), *keys),
            ok=self.rules.laid(LAST_CARD, JOKER) if is_whole else PickSuitDialog(self, rank),
            undo=self.rules,
        )

    def _ranks(self, scene: Scene) -> tuple[str, ...]:
        rules = self.rules.in_force(scene)
        return ranks_of(rules) if isinstance(rules, AddingRules) else RANKS

    def card(self, scene: Scene, card: str) -> Move:
        return self.rules.laid(LAST_CARD, card.partition("#")[0])

    def suit_hints(self, scene: Scene, card: str) -> tuple[Words, Words]:
        return phrase("last card"), in_context("key of a value", "set")

    def suit_rules(self, scene: Scene) -> Rules | None:
        return self.rules.in_force(scene)

    def table(self, scene: Scene) -> tuple[str, ...]:
        return self.rules.command.players
