"""The dialogs of 98, 99, One Hundred and their kin,
as `companion.dialogs.family` hands them out.
"""

from typing import Final, assert_never

from companion.dialogs.adding.counting_chips import counting_row
from companion.dialogs.adding.menu import adding_menu_rows, adding_people_rows
from companion.dialogs.adding.playing import PlayingDialog
from companion.dialogs.adding.ranks import ranks_of
from companion.dialogs.adding.set_up import chips_row, decks_of, seats_of
from companion.dialogs.adding.setting import ChipCounterpartyDialog, SetDialog
from companion.dialogs.adding.suits import AsksForSuit, PickSuitDialog
from companion.dialogs.adding.turning_up import begin, deal
from companion.dialogs.context import Dialog, FamilyDialogs, Item, Move, Reject, Scene, Submit
from companion.dialogs.current import adding_game
from companion.dialogs.disagreement.asking import not_right
from companion.dialogs.disagreement.by_hand import ByHandDialog
from companion.dialogs.house_rules import HouseRulesDialog
from companion.dialogs.taking_back import ask_take_back
from companion.dialogs.toolkit import (
    Choice,
    Confirmation,
    IdleQuestion,
    Page,
    PlayDialog,
    WidgetDialog,
    ok_and_undo,
)
from companion.errors import Illegal
from companion.message import Words, in_context, phrase
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState
from companion.rules.cards import JOKER, RANKS
from companion.rules.commands import Accept, Shield
from companion.rules.disagreement import Observed
from companion.rules.family import Rules
from companion.rules.refusals import ShieldPending
from companion.screens.adding.pictures import hand_over_picture
from companion.screens.model import KeyHint, RankScreen
from companion.screens.table_pictures import names_of
from companion.text.busts import without_shield
from companion.text.cards import face, rank_face
from companion.text.turns import shield_asked


class ShieldDialog(IdleQuestion, WidgetDialog, frozen=True):
    """Asks for the shield. OK: the player has none and is out; MORE, or scanning it: has it."""

    def widget(self, scene: Scene) -> Confirmation:
        rules, state = adding_game(scene)
        rank, suit = rules.shields[0]
        player, shield = (
            state.players[state.named or 0].name,
            face(rules.pack.read(rank + (suit or ""))),
        )
        shows = KeyHint("MORE", phrase("shows {card}", card=shield))
        return Confirmation(
            question=shield_asked(player),
            line=without_shield(player, shield).short,
            table=names_of(state),
            keys=(KeyHint("OK", in_context("key", "out")), shows),
            ok=Submit(Accept()),
            more=Submit(Shield(card=rank + (suit or ""))),
            undo=ask_take_back(scene),
            first=Illegal(ShieldPending(player)),
        )

    def card(self, scene: Scene, card: str) -> Move:
        rules = adding_game(scene)[0]
        effect = rules.effect(rules.pack.named(rules.pack.read(card)))
        if effect is None or not effect.shield:
            return Reject(self.widget(scene).first)
        return Submit(Shield(card=card))


class HandOverDialog(PlayDialog, WidgetDialog, frozen=True):
    """All players' chips, who paid, who deals; OK deals the next hand."""

    def widget(self, scene: Scene) -> Page:
        rules, state = adding_game(scene)
        before = scene.before()
        screen = hand_over_picture(
            rules, state, before if isinstance(before, AddingState) else None
        )
        return Page(screen=screen, ok=deal(scene), undo=ask_take_back(scene))


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


def _idle(state: AddingState) -> Dialog | None:
    match state.phase:
        case "play":
            return PlayingDialog()
        case "shield":
            return ShieldDialog()
        case "hand-over":
            return HandOverDialog()
        case "game-over":
            return None
        case _:
            assert_never(state.phase)


def _menu_rows(scene: Scene, menu: Dialog) -> tuple[Item, ...]:
    return (*not_right(scene), *adding_menu_rows(scene, menu), *counting_row(scene, menu))


def _by_hand(scene: Scene, seen: Observed, back: Dialog) -> Dialog:
    """Return what sets the chips that were counted, those of a player;
    else the list of the last plays.
    """
    for name, count in seen.chips.items():
        return (
            back
            if scene.game()[1].seat_of(name) is None
            else ChipCounterpartyDialog(back, name, count)
        )
    return ByHandDialog.start(scene, back)


ADDING: Final = FamilyDialogs(
    idle=_idle,
    menu_rows=_menu_rows,
    seats=seats_of,
    people_rows=adding_people_rows,
    played_with=decks_of,
    set_up_rows=chips_row,
    begin=begin,
    own_house_rules={LAST_CARD: LastCardDialog},
    by_hand=_by_hand,
    set_by_hand=SetDialog,
)
