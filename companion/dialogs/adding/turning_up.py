"""The dealer turns up a card: by scan, or by rank and suit with the keys."""

from msgspec.structs import replace

from companion.dialogs.adding.ranks import faces_of, ranks_of
from companion.dialogs.adding.suits import AsksForSuit, PickSuitDialog
from companion.dialogs.context import Close, Dialog, Move, Scene, Submit
from companion.dialogs.current import adding_game
from companion.dialogs.questions import makes
from companion.dialogs.toolkit import Choice, ok_and_undo
from companion.message import Name, Words, in_context, phrase
from companion.rules.adding.rules import AddingRules
from companion.rules.commands import Deal, New
from companion.rules.family import asked_of
from companion.rules.refusals import BadField
from companion.screens.model import RankScreen


def deal(scene: Scene) -> Move:
    """Deal the next hand, or ask for the up-card first."""
    rules, _state = adding_game(scene)
    return Submit(Deal()) if rules.up_card == "none" else TurnUpDialog(Deal(), rules)


def begin(scene: Scene, command: New, back: Dialog | None) -> Move:
    """Start a game, or ask for the up-card first."""
    refused = scene.trial(command)
    if (
        refused is not None
        and isinstance(refused.refusal, BadField)
        and refused.refusal.field == "up_card"
    ):
        rules = scene.rules_of(command)
        if isinstance(rules, AddingRules):
            return TurnUpDialog(command, rules, back=back)
    return Submit(command, back)


class TurnUpDialog(AsksForSuit, frozen=True):
    """Asks which card was turned up, and then what the card needs. UNDO goes back."""

    command: New | Deal
    rules: AddingRules
    chosen: int = 6
    back: Dialog | None = None

    def widget(self, scene: Scene) -> Choice:
        rank = ranks_of(self.rules)[self.chosen]
        turned_up, dealer = (
            replace(self.command, up_card=rank),
            Name(asked_of(scene.state, self.command)),
        )
        faces, table = faces_of(self.rules), scene.seated(self.command)
        keys = ok_and_undo(makes(scene, turned_up), in_context("key", "back"))
        has_suit = (rank, None) not in self.rules.effects
        return Choice(
            screen=RankScreen(phrase("Turn one up"), dealer, faces, self.chosen, table, *keys),
            ok=PickSuitDialog(self, rank) if has_suit else Submit(turned_up, self),
            undo=self.back or Close(),
        )

    def card(self, scene: Scene, card: str) -> Move:
        return Submit(replace(self.command, up_card=card), self)

    def suit_hints(self, scene: Scene, card: str) -> tuple[Words, Words]:
        return Name(asked_of(scene.state, self.command)), makes(
            scene, replace(self.command, up_card=card)
        )

    def suit_rules(self, scene: Scene) -> AddingRules | None:
        return self.rules

    def table(self, scene: Scene) -> tuple[str, ...]:
        return scene.seated(self.command)
