"""The dialogs of Arizona Spaghetti and its kin, as `companion.dialogs.family` hands them out."""

from typing import Final, assert_never

from companion.dialogs.context import Dialog, FamilyDialogs, Item, Move, Reject, Scene, Submit
from companion.dialogs.current import trick_game
from companion.dialogs.disagreement.asking import not_right
from companion.dialogs.disagreement.by_hand import ByHandDialog
from companion.dialogs.questions import makes
from companion.dialogs.taking_back import ask_take_back
from companion.dialogs.toolkit import Choice, Page, PlayDialog, WidgetDialog, ok_and_undo
from companion.dialogs.tricks.points import (
    EnterPointsDialog,
    WhosePointsDialog,
    can_check_points,
    can_enter_points,
)
from companion.errors import Illegal
from companion.inputs import Key
from companion.message import Name, Words, in_context, phrase, plural
from companion.rules.commands import Deal, Play
from companion.rules.refusals import NothingToClaim, NotInThisGame, SetsNotAllowed
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.state import TrickState
from companion.screens.model import Picture, RankScreen
from companion.screens.table_pictures import names_of
from companion.screens.tricks.pictures import points_picture, round_picture, to_do, trick_picture
from companion.text.cards import rank_face


class PlayingTrickDialog(PlayDialog, frozen=True):
    """The trick. LEFT and RIGHT pick a rank, OK before a round's first card enters its points."""

    def picture(self, scene: Scene) -> Picture:
        rules, state = trick_game(scene)
        return trick_picture(rules, state, missing=scene.warns)

    def key(self, scene: Scene, key: Key) -> Move:
        rules = trick_game(scene)[0]
        match key.name:
            case "LEFT" | "RIGHT":
                return ChooseTrickRankDialog(len(rules.pack.ranks) // 2)
            case "OK" if can_enter_points(scene):
                return EnterPointsDialog()
            case "OK":
                return Reject(Illegal(NothingToClaim("points")), headline=phrase("Not now"))
            case "MORE":
                return Reject(Illegal(SetsNotAllowed()), headline=phrase("No set"))
            case "BUST":
                return Reject(Illegal(NotInThisGame("bust")), headline=phrase("No bust"))
            case "UNDO":
                return ask_take_back(scene)
        return self


class ChooseTrickRankDialog(PlayDialog, WidgetDialog, frozen=True):
    """Chooses the rank of the card to play, and then its suit."""

    chosen: int

    def widget(self, scene: Scene) -> Choice:
        rules, state = trick_game(scene)
        ranks = rules.pack.ranks
        title, play = (
            phrase("{name} plays", name=Name(state.players[state.turn or 0].name)),
            Play(card=ranks[self.chosen]),
        )
        keys, faces = (
            ok_and_undo(makes(scene, play), in_context("key", "no")),
            tuple(map(rank_face, ranks)),
        )
        screen = RankScreen(title, to_do(rules, state), faces, self.chosen, names_of(state), *keys)
        return Choice(screen=screen, ok=Submit(play, self))


class RoundOverDialog(PlayDialog, WidgetDialog, frozen=True):
    """All players' points; OK deals the next round, MORE checks a call,
    LEFT and RIGHT show this round's.
    """

    this_round: bool = False

    def widget(self, scene: Scene) -> Page:
        rules, state = trick_game(scene)
        return Page(
            screen=round_picture(state) if self.this_round else points_picture(rules, state),
            ok=Submit(Deal()),
            more=WhosePointsDialog(),
            undo=ask_take_back(scene),
            turn=RoundOverDialog(not self.this_round),
        )


def _idle(state: TrickState) -> Dialog | None:
    match state.phase:
        case "play":
            return PlayingTrickDialog()
        case "round-over":
            return RoundOverDialog()
        case "game-over":
            return None
        case _:
            assert_never(state.phase)


def _menu_rows(scene: Scene, _menu: Dialog) -> tuple[Item, ...]:
    if can_enter_points(scene):
        return (*not_right(scene), Item(phrase("Enter points"), EnterPointsDialog()))
    if can_check_points(scene):
        return (*not_right(scene), Item(phrase("Check points"), WhosePointsDialog()))
    return not_right(scene)


def _played_with(rules: TrickRules) -> Words:
    return plural("{n:d} each", "{n:d} each", rules.hand_size)


TRICKS: Final = FamilyDialogs(
    _idle,
    _menu_rows,
    seats=lambda variant: variant.players,
    played_with=_played_with,
    by_hand=lambda scene, _seen, back: ByHandDialog.start(scene, back),
    group=phrase("Trick games"),
)
