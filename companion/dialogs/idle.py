"""The dialogs shown by default: play, shield, hand over, game over, stopped."""

from msgspec.structs import replace

from companion.core.commands import New, Step
from companion.dialogs.context import Dialog, Move, Reject, Scene
from companion.dialogs.disagreement import WhyDialog
from companion.dialogs.menu import DismissPhonesDialog, MenuDialog, SwitchOffDialog
from companion.dialogs.notices import EntriesMissingDialog
from companion.dialogs.questions import ChooseAnswerDialog, DialValueDialog, DisputeDialog
from companion.dialogs.self_test import SelfTestDialog
from companion.dialogs.set_up import ChooseGameDialog, SummaryDialog
from companion.dialogs.taking_back import ask_take_back
from companion.dialogs.toolkit import IdleQuestion, Information, Page, PlayDialog, WidgetDialog
from companion.errors import Illegal
from companion.inputs import Key
from companion.message import in_context, phrase
from companion.screens.model import KeyHint, NoticeScreen, Picture, PlayerTableScreen, WinnerScreen
from companion.screens.table_pictures import result_pictures
from companion.words.causes import miscount_sentence, stopped_sentence
from companion.words.result import result_of


class GameOverDialog(PlayDialog, WidgetDialog):
    """The winner and the final standings; LEFT and RIGHT show the evening and the pot.

    OK plays the game again if enough players stay, MORE chooses another game.
    """

    page: int = 0

    def widget(self, scene: Scene) -> Page:
        rules, state = scene.game()
        pictures = result_pictures(state, result_of(rules, scene.moments, scene.tally))
        again, games = SummaryDialog.again(scene), ChooseGameDialog()
        turn = GameOverDialog((self.page + 1) % len(pictures)) if len(pictures) > 1 else None
        screen = pictures[self.page % len(pictures)]
        if again == games:
            screen = _without_again(screen)
        return Page(screen=screen, ok=again, more=games, undo=ask_take_back(scene), turn=turn)


def _without_again(screen: Picture) -> Picture:
    """Return the picture of a game that cannot be repeated: OK leads to the list of games."""
    if not isinstance(screen, WinnerScreen | PlayerTableScreen):
        return screen
    others = (hint for hint in screen.keys[1:] if hint.key != "MORE")  # MORE leads there too.
    return replace(screen, keys=(KeyHint("OK", in_context("key", "games")), *others))


class StoppedDialog(WidgetDialog):
    """Notice of a miscount that stops the game, with the offer to undo."""

    def widget(self, scene: Scene) -> Page:
        screen = NoticeScreen(
            headline=phrase("Stopped"),
            sentence="" if scene.stopped is None else miscount_sentence(scene.stopped),
            small=phrase("nothing is lost"),
            keys=(
                KeyHint("UNDO", in_context("key", "last")),
                KeyHint("MORE", in_context("key", "menu")),
            ),
        )
        return Page(screen=screen, undo=ask_take_back(scene), more=MenuDialog())

    def card(self, scene: Scene, card: str) -> Move:
        return Reject(stopped_sentence())


def idle_dialog(scene: Scene) -> Dialog:
    """Return the dialog shown when no other dialog is open."""
    if scene.state is None:
        return ChooseGameDialog()
    if scene.stopped is not None:
        return StoppedDialog()
    return scene.family(scene.state).idle(scene.state) or GameOverDialog()


def is_asking(dialog: Dialog) -> bool:
    """Return whether the dialog asks a question, so that a card answers it or is refused."""
    return not isinstance(dialog, PlayDialog | StoppedDialog | Information | SelfTestDialog)


def pending(dialog: Dialog | None) -> New | Step | None:
    """Return the command that a question would complete; None for any other dialog."""
    match dialog:
        case ChooseAnswerDialog(question) | DialValueDialog(question) | DisputeDialog(question):
            return question.command
    return None


def is_free(dialog: Dialog | None, scene: Scene) -> bool:
    """Return whether the display may ask why: no dialog is open, or only one that asks the same."""
    return isinstance(dialog, WhyDialog) or (
        dialog is None and isinstance(idle_dialog(scene), PlayDialog)
    )


def key_move(dialog: Dialog, scene: Scene, key: Key) -> Move:
    """Return the reaction of `dialog` to a key; holding MORE opens the menu if possible."""
    opens_menu = key.held and key.name == "MORE" and has_menu(dialog)
    return MenuDialog() if opens_menu else dialog.key(scene, key)


def has_menu(dialog: Dialog) -> bool:
    """Return whether holding MORE opens the menu over `dialog`: not during a half-given answer."""
    return isinstance(dialog, IdleQuestion) or not is_asking(dialog)


def closes_on_card(dialog: Dialog | None) -> bool:
    """Return whether `dialog` only informs, so that a scanned card is played at once."""
    return isinstance(dialog, Information)


def stays_on_request(dialog: Dialog | None) -> bool:
    """Return whether `dialog` stays open on a phone's command.

    OK must not change its meaning while a player is pressing it, and an unread notice must not
    vanish.
    """
    return isinstance(dialog, DismissPhonesDialog | SwitchOffDialog | EntriesMissingDialog)


def picture_of(dialog: Dialog, scene: Scene) -> Picture | Reject:
    """Return the picture of `dialog`; if a phone has deleted the game that it sets up, the move to
    the list of games.
    """
    try:
        return dialog.picture(scene)
    except Illegal as error:
        return Reject(error, ChooseGameDialog(), phrase("Not started"))
