"""A player gives up: confirmed once, with the hand shown if the house rules require it."""

from msgspec.structs import replace

from companion.dialogs.adding.ranks import (
    NOT_HELD,
    card_face,
    faces_of,
    gathered_already,
    is_gathered,
    ranks_of,
)
from companion.dialogs.adding.suits import AsksForSuit, PickSuitDialog, suit_is_missing
from companion.dialogs.context import Move, Reject, Scene, Submit
from companion.dialogs.current import adding_game
from companion.dialogs.toolkit import Choice, Confirmation, Page, WidgetDialog, ok_and_undo
from companion.message import Name, Words, in_context, phrase
from companion.rules.adding.busts import payment
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import Player
from companion.rules.commands import Bust
from companion.screens.adding.pictures import chips_of
from companion.screens.model import CardRowScreen, Chips, RankScreen
from companion.screens.table_pictures import names_of
from companion.text.busts import bust_costs
from companion.text.numbers import figure


class AskBustDialog(AsksForSuit, frozen=True):
    """OK confirms. A scan, or MORE and a rank, adds a card of the hand; the last card decides."""

    hand: tuple[str, ...] = ()

    def widget(self, scene: Scene) -> Confirmation | Page:
        rules, state = adding_game(scene)
        player = state.players[state.turn or 0]
        table, more = names_of(state), ShowRankDialog(self)
        if not self.hand:
            line, chips = _cost(rules, player)
            return Confirmation(
                question=phrase("{name}: bust?", name=Name(player.name)),
                line=line,
                chips=chips,
                table=table,
                keys=ok_and_undo(in_context("key", "bust"), in_context("key", "no")),
                ok=Submit(Bust()),
                more=more,
            )
        keys = ok_and_undo(
            in_context("key of a shown hand", "bust"), in_context("key of cards", "less")
        )
        faces = tuple(card_face(rules.pack, card) for card in self.hand)
        title, left = phrase("{name} shows", name=Name(player.name)), player.cards - len(self.hand)
        return Page(
            screen=CardRowScreen(title, figure(state.total), faces, left, table, *keys),
            ok=Submit(Bust(hand=self.hand), self),
            more=more,
            undo=AskBustDialog(self.hand[:-1]),
        )

    def card(self, scene: Scene, card: str) -> Move:
        rules, state = adding_game(scene)
        read = rules.pack.read(card)
        if suit_is_missing(rules, read):
            return PickSuitDialog(self, read.rank)
        same_rank = tuple(other for other in self.hand if rules.pack.read(other).rank == read.rank)
        if is_gathered(rules, card, same_rank):
            return Reject(gathered_already(rules, card, same_rank), self, phrase("No bust"))
        hand = (*self.hand, card)
        if len(hand) >= state.players[state.turn or 0].cards:
            return Submit(Bust(hand=hand), self)
        refused = scene.trial(Bust(hand=hand))
        if refused is not None and refused.code in NOT_HELD:
            return Submit(Bust(hand=hand), self)
        return AskBustDialog(hand)

    def suit_hints(self, scene: Scene, card: str) -> tuple[Words, Words]:
        return phrase("shown"), in_context("key", "show")


def _cost(rules: AddingRules, player: Player) -> tuple[Words, Chips | None]:
    paid, chips = payment(rules, player), chips_of(rules, player)
    left = None if paid is None or chips is None else replace(chips, held=paid.left)
    return bust_costs(rules.bust, paid), left


class ShowRankDialog(WidgetDialog, frozen=True):
    """Enters the rank of a card of the hand by key."""

    asked: AskBustDialog
    chosen: int = 6

    def widget(self, scene: Scene) -> Choice:
        rules, state = adding_game(scene)
        title = phrase("{name} shows", name=Name(state.players[state.turn or 0].name))
        keys = ok_and_undo(in_context("key", "show"), in_context("key", "back"))
        return Choice(
            screen=RankScreen(
                title, figure(state.total), faces_of(rules), self.chosen, names_of(state), *keys
            ),
            ok=self.asked.card(scene, ranks_of(rules)[self.chosen]),
            undo=self.asked,
        )

    def card(self, scene: Scene, card: str) -> Move:
        return self.asked.card(scene, card)
