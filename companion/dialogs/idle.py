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
from companion.dialogs.tricks import ChooseTrickRankDialog, PlayingTrickDialog
from companion.dialogs.turning_up import deal
from companion.inputs import Key
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState, Phase
from companion.rules.commands import Accept, Play, Shield
from companion.rules.tricks.state import TrickPhase, TrickState
from companion.screens.model import ConfirmScreen, KeyHint, NoticeScreen, Picture
from companion.screens.table_pictures import hand_over_picture, names_of, winner_picture
from companion.screens.trick_pictures import points_picture, round_picture, trick_winner_picture
from companion.text.cards import face
from companion.text.language import asks, pgettext
from companion.text.language import gettext as _
from companion.text.miscounts import miscount_sentence, stopped_sentence
from companion.text.named import named


class ShieldDialog(msgspec.Struct, frozen=True):
    """Asks for the shield. OK: the player has none and is out; MORE, or scanning it: has it."""

    def picture(self, scene: Scene) -> Picture:
        rules, state = scene.adding()
        return ConfirmScreen(
            title="",
            whose="",
            question=named(asks("{name}: shield?"), state.players[state.named or 0].name),
            line=_("without it: out"),
            table=names_of(state),
            ok=KeyHint("OK", pgettext("key", "out")),
            other=KeyHint("MORE", _("shows {card}").format(card=_shield(rules))),
        )

    def key(self, scene: Scene, key: Key) -> Move:
        rules = scene.adding()[0]
        match key.name:
            case "OK":
                return Submit(Accept())
            case "MORE":
                rank, suit = rules.shields[0]
                return Submit(Shield(card=rank + (suit or "")))
            case "UNDO":
                return ask_take_back(scene)
        return self

    def card(self, scene: Scene, card: str) -> Move:
        rules, state = scene.adding()
        effect = rules.effect(rules.pack.named(rules.pack.read(card)))
        if effect is None or not effect.shield:
            player = state.players[state.named or 0].name
            return Reject(asks("First: has {player} {card}?").format(player=player, card=_shield(rules)))
        return Submit(Shield(card=card))


def _shield(rules: AddingRules) -> str:
    rank, suit = rules.shields[0]
    return face(rules.pack.read(rank + (suit or "")))


class HandOverDialog(msgspec.Struct, frozen=True):
    """All players' chips, who paid, who deals; OK deals the next hand."""

    def picture(self, scene: Scene) -> Picture:
        rules, state = scene.adding()
        before = scene.before()
        return hand_over_picture(rules, state, before if isinstance(before, AddingState) else None)

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "OK":
                return deal(scene)
            case "UNDO":
                return ask_take_back(scene)
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Submit(Play(card=card))


class RoundOverDialog(msgspec.Struct, frozen=True):
    """All players' points; OK deals the next round, MORE checks a call, LEFT and RIGHT show this round's."""

    this_round: bool = False

    def picture(self, scene: Scene) -> Picture:
        rules, state = scene.tricks()
        return round_picture(state) if self.this_round else points_picture(rules, state)

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "OK":
                return deal(scene)
            case "MORE":
                return WhosePointsDialog()
            case "LEFT" | "RIGHT" if not key.repeat:
                return RoundOverDialog(not self.this_round)
            case "UNDO":
                return ask_take_back(scene)
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Submit(Play(card=card))


class TricksOverDialog(msgspec.Struct, frozen=True):
    """The winner or winners, and the evening's wins; LEFT and RIGHT show all points."""

    points: bool = False

    def picture(self, scene: Scene) -> Picture:
        rules, state = scene.tricks()
        if self.points:
            return points_picture(rules, state)
        return trick_winner_picture(state, scene.tally)

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "LEFT" | "RIGHT" if not key.repeat:
                return TricksOverDialog(not self.points)
            case "OK":
                return SummaryDialog.again(scene)
            case "MORE":
                return ChooseGameDialog.start(scene)
            case "UNDO":
                return ask_take_back(scene)
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Submit(Play(card=card))


class GameOverDialog(msgspec.Struct, frozen=True):
    """The winner, and the evening's wins."""

    def picture(self, scene: Scene) -> Picture:
        state = scene.adding()[1]
        return winner_picture(state, scene.tally)

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "OK":
                return SummaryDialog.again(scene)
            case "MORE":
                return ChooseGameDialog.start(scene)
            case "UNDO":
                return ask_take_back(scene)
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Submit(Play(card=card))


class StoppedDialog(msgspec.Struct, frozen=True):
    """Something does not add up: says what, and offers to take back."""

    def picture(self, scene: Scene) -> Picture:
        return NoticeScreen(
            headline=_("Stopped"),
            sentence="" if scene.stopped is None else miscount_sentence(scene.stopped),
            small=_("nothing is lost"),
            ok=KeyHint("UNDO", pgettext("key", "last")),
            other=KeyHint("MORE", pgettext("key", "menu")),
        )

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "UNDO":
                return ask_take_back(scene)
            case "MORE":
                return MenuDialog()
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Reject(stopped_sentence())


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
