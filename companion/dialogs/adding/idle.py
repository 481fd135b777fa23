"""Dialogs that the box shows between the plays of an adding game, while nobody opens another."""

from companion.dialogs.adding.turning_up import deal
from companion.dialogs.context import Move, Reject, Scene, Submit
from companion.dialogs.current import adding_game
from companion.dialogs.taking_back import ask_take_back
from companion.dialogs.toolkit import Confirmation, IdleQuestion, Page, PlayDialog, WidgetDialog
from companion.errors import Illegal
from companion.message import in_context, phrase
from companion.rules.adding.state import AddingState
from companion.rules.commands import Accept, Shield
from companion.rules.refusals import ShieldPending
from companion.screens.adding.pictures import hand_over_picture
from companion.screens.model import KeyHint
from companion.screens.table_pictures import names_of
from companion.text.busts import without_shield
from companion.text.cards import face
from companion.text.turns import shield_asked


class ShieldDialog(IdleQuestion, WidgetDialog, frozen=True):
    """Asks for the shield. OK: the player has none and is out; MORE, or scanning it: has it."""

    def widget(self, scene: Scene) -> Confirmation:
        rules, state = adding_game(scene)
        rank, suit = rules.shields[0]
        player, shield = state.players[state.named or 0].name, face(rules.pack.read(rank + (suit or "")))
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
        screen = hand_over_picture(rules, state, before if isinstance(before, AddingState) else None)
        return Page(screen=screen, ok=deal(scene), undo=ask_take_back(scene))
