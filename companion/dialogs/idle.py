"""The dialogs shown while nobody opens one: play, shield, hand over, game over, stopped."""

from typing import Final, assert_never

import msgspec

from companion.dialogs.context import Dialog, Move, Reject, Scene, Submit
from companion.dialogs.menu import MenuDialog, SwitchOffDialog
from companion.dialogs.network import OwnNetworkDialog, WaitingDialog
from companion.dialogs.phones import CodeDialog, DismissPhonesDialog, WelcomeDialog
from companion.dialogs.playing import ChooseRankDialog, PlayingDialog
from companion.dialogs.points import WhosePointsDialog
from companion.dialogs.set_up import ChooseGameDialog, SummaryDialog
from companion.dialogs.taking_back import ask_take_back
from companion.dialogs.toolkit import Confirmation, Page, PlayDialog, WidgetDialog
from companion.dialogs.tricks import ChooseTrickRankDialog, PlayingTrickDialog
from companion.dialogs.turning_up import deal
from companion.inputs import Key
from companion.rules.adding.state import AddingState, Phase
from companion.rules.commands import Accept, Shield
from companion.rules.tricks.state import TrickPhase, TrickState
from companion.screens.model import KeyHint, NoticeScreen, Picture
from companion.screens.table_pictures import hand_over_picture, names_of, winner_picture
from companion.screens.trick_pictures import points_picture, round_picture, trick_winner_picture
from companion.text.cards import face
from companion.text.language import gettext as _
from companion.text.language import pgettext
from companion.text.miscounts import miscount_sentence
from companion.text.named import named

replace = msgspec.structs.replace


class ShieldDialog(WidgetDialog, frozen=True):
    """Asks for the shield. OK: the player has none and is out; MORE, or scanning it: has it."""

    def widget(self, scene: Scene) -> Confirmation:
        rules, state = scene.adding()
        rank, suit = rules.shields[0]
        player, shield = state.players[state.named or 0].name, face(rules.pack.read(rank + (suit or "")))
        shows = KeyHint("MORE", _("shows {card}").format(card=shield))
        return Confirmation(
            question=named(_("{name}: shield?"), player),
            line=_("without it: out"),
            table=names_of(state),
            keys=(KeyHint("OK", pgettext("key", "out")), shows),
            ok=Submit(Accept()),
            more=Submit(Shield(card=rank + (suit or ""))),
            undo=ask_take_back(scene),
            first=_("First: has {player} {card}?").format(player=player, card=shield),
        )

    def card(self, scene: Scene, card: str) -> Move:
        rules = scene.adding()[0]
        effect = rules.effect(rules.pack.named(rules.pack.read(card)))
        if effect is None or not effect.shield:
            return Reject(self.widget(scene).first)
        return Submit(Shield(card=card))


class HandOverDialog(PlayDialog, frozen=True):
    """All players' chips, who paid, who deals; OK deals the next hand."""

    def widget(self, scene: Scene) -> Page:
        rules, state = scene.adding()
        before = scene.before()
        screen = hand_over_picture(rules, state, before if isinstance(before, AddingState) else None)
        return Page(screen=screen, ok=deal(scene), undo=ask_take_back(scene))


class RoundOverDialog(PlayDialog, frozen=True):
    """All players' points; OK deals the next round, MORE checks a call, LEFT and RIGHT show this round's."""

    this_round: bool = False

    def widget(self, scene: Scene) -> Page:
        rules, state = scene.tricks()
        return Page(
            screen=round_picture(state) if self.this_round else points_picture(rules, state),
            ok=deal(scene),
            more=WhosePointsDialog(),
            undo=ask_take_back(scene),
            turn=RoundOverDialog(not self.this_round),
        )


class TricksOverDialog(PlayDialog, frozen=True):
    """The winner or winners, and the evening's wins; LEFT and RIGHT show all points."""

    points: bool = False

    def widget(self, scene: Scene) -> Page:
        rules, state = scene.tricks()
        winners = trick_winner_picture(state, scene.tally)
        screen = points_picture(rules, state) if self.points else winners
        return replace(over(scene, screen), turn=TricksOverDialog(not self.points))


class GameOverDialog(PlayDialog, frozen=True):
    """The winner, and the evening's wins."""

    def widget(self, scene: Scene) -> Page:
        return over(scene, winner_picture(scene.adding()[1], scene.tally))


def over(scene: Scene, screen: Picture) -> Page:
    """Return the page of a finished game: OK plays it again, MORE chooses another game."""
    again, other = SummaryDialog.again(scene), ChooseGameDialog.start(scene)
    return Page(screen=screen, ok=again, more=other, undo=ask_take_back(scene))


class StoppedDialog(WidgetDialog, frozen=True):
    """Something does not add up: says what, and offers to take back."""

    def widget(self, scene: Scene) -> Page:
        screen = NoticeScreen(
            headline=_("Stopped"),
            sentence="" if scene.stopped is None else miscount_sentence(scene.stopped),
            small=_("nothing is lost"),
            ok=KeyHint("UNDO", pgettext("key", "last")),
            other=KeyHint("MORE", pgettext("key", "menu")),
        )
        return Page(screen=screen, undo=ask_take_back(scene), more=MenuDialog())

    def card(self, scene: Scene, card: str) -> Move:
        return Reject(_("The game is stopped: take the last play back"))


ADDING: Final[dict[Phase, Dialog]] = {
    "play": PlayingDialog(),
    "shield": ShieldDialog(),
    "hand-over": HandOverDialog(),
    "game-over": GameOverDialog(),
}
TRICKS: Final[dict[TrickPhase, Dialog]] = {
    "play": PlayingTrickDialog(),
    "round-over": RoundOverDialog(),
    "game-over": TricksOverDialog(),
}


def idle_dialog(scene: Scene) -> Dialog:
    """Return the dialog shown while nobody has opened one."""
    if scene.state is None:
        return ChooseGameDialog.start(scene)
    if scene.stopped is not None:
        return StoppedDialog()
    match scene.state:
        case AddingState(phase=phase):
            return ADDING[phase]
        case TrickState(phase=phase):
            return TRICKS[phase]
        case _:
            assert_never(scene.state)


NOT_ASKING: Final = (
    *(PlayingDialog, ChooseRankDialog, HandOverDialog, GameOverDialog, StoppedDialog),
    *(PlayingTrickDialog, ChooseTrickRankDialog, RoundOverDialog, TricksOverDialog),
    *(CodeDialog, OwnNetworkDialog, WaitingDialog, WelcomeDialog),
)


def is_asking(dialog: Dialog) -> bool:
    """Return whether the dialog asks a question, so that a card answers it or is refused."""
    return not isinstance(dialog, NOT_ASKING)


def key_move(dialog: Dialog, scene: Scene, key: Key) -> Move:
    """Return the reaction of `dialog` to a key; holding MORE opens the menu if possible."""
    opens_menu = key.held and key.name == "MORE" and has_menu(dialog)
    return MenuDialog() if opens_menu else dialog.key(scene, key)


def has_menu(dialog: Dialog) -> bool:
    """Return whether holding MORE opens the menu over `dialog`: not during a half-given answer."""
    return isinstance(dialog, ShieldDialog | ChooseGameDialog) or not is_asking(dialog)


def closes_on_card(dialog: Dialog | None) -> bool:
    """Return whether `dialog` only informs, so that a scanned card is played at once."""
    return isinstance(dialog, WelcomeDialog | CodeDialog | OwnNetworkDialog | WaitingDialog)


def stays_on_request(dialog: Dialog | None) -> bool:
    """Return whether `dialog` stays open on a phone's command, because OK must not change its meaning."""
    return isinstance(dialog, DismissPhonesDialog | SwitchOffDialog)
