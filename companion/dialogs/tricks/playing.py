"""The dialogs of a trick in progress: the trick's picture, and the choice of a card's rank by key."""

from companion.dialogs.context import Move, Reject, Scene, Submit
from companion.dialogs.current import trick_game
from companion.dialogs.questions import makes
from companion.dialogs.taking_back import ask_take_back
from companion.dialogs.toolkit import Choice, PlayDialog, WidgetDialog, ok_and_undo
from companion.dialogs.tricks.points import EnterPointsDialog, can_enter_points
from companion.errors import Illegal
from companion.inputs import Key
from companion.message import Name, in_context, phrase
from companion.rules.commands import Play
from companion.rules.refusals import NothingToClaim, NotInThisGame, SetsNotAllowed
from companion.screens.model import Picture, RankScreen
from companion.screens.table_pictures import names_of
from companion.screens.tricks.pictures import to_do, trick_picture
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
        keys, faces = ok_and_undo(makes(scene, play), in_context("key", "no")), tuple(map(rank_face, ranks))
        screen = RankScreen(title, to_do(rules, state), faces, self.chosen, names_of(state), *keys)
        return Choice(screen=screen, ok=Submit(play, self))
