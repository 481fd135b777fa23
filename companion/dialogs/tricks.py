"""The dialogs of a trick in progress: the trick's picture, and the choice of a card's rank by key."""

import msgspec

from companion.dialogs.context import Close, Move, Reject, Scene, Submit
from companion.dialogs.hints import preview
from companion.dialogs.keys import around, turned
from companion.dialogs.points import EnterPointsDialog, can_enter_points
from companion.dialogs.taking_back import ask_take_back
from companion.inputs import Key
from companion.rules.commands import Play
from companion.rules.refusals import NothingToClaim, NotInThisGame, SetsNotAllowed
from companion.screens.model import KeyHint, Picture, RankScreen
from companion.screens.table_pictures import names_of
from companion.screens.trick_pictures import to_do, trick_picture
from companion.text.cards import rank_face
from companion.text.language import gettext as _
from companion.text.language import pgettext
from companion.text.named import named
from companion.text.refusals import refusal_sentence

replace = msgspec.structs.replace


class PlayingTrickDialog(msgspec.Struct, frozen=True):
    """The trick. LEFT and RIGHT pick a rank, OK before a round's first card enters its points."""

    def picture(self, scene: Scene) -> Picture:
        rules, state = scene.tricks()
        return trick_picture(rules, state, missing=bool(scene.missing))

    def key(self, scene: Scene, key: Key) -> Move:
        rules = scene.tricks()[0]
        match key.name:
            case "LEFT" | "RIGHT":
                return ChooseTrickRankDialog(len(rules.pack.ranks) // 2)
            case "OK" if can_enter_points(scene):
                return EnterPointsDialog()
            case "OK":
                return Reject(refusal_sentence(NothingToClaim("points")), headline=_("Not now"))
            case "MORE":
                return Reject(refusal_sentence(SetsNotAllowed()), headline=_("No set"))
            case "BUST":
                return Reject(refusal_sentence(NotInThisGame("bust")), headline=_("No bust"))
            case "UNDO":
                return ask_take_back(scene)
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Submit(Play(card=card))


class ChooseTrickRankDialog(msgspec.Struct, frozen=True):
    """Chooses the rank of the card to play, and then its suit."""

    chosen: int

    def picture(self, scene: Scene) -> Picture:
        rules, state = scene.tricks()
        name, ranks = state.players[state.turn or 0].name, rules.pack.ranks
        ok, no = KeyHint("OK", preview(scene, self._play(ranks))), KeyHint("UNDO", pgettext("key", "no"))
        title = named(_("{name} plays"), name)
        faces = tuple(rank_face(rank) for rank in ranks)
        return RankScreen(title, to_do(rules, state), faces, self.chosen, names_of(state), ok, no)

    def _play(self, ranks: tuple[str, ...]) -> Play:
        return Play(card=ranks[self.chosen])

    def key(self, scene: Scene, key: Key) -> Move:
        rules = scene.tricks()[0]
        ranks = rules.pack.ranks
        match key.name:
            case "LEFT" | "RIGHT":
                return replace(self, chosen=around(self.chosen, turned(key), len(ranks)))
            case "OK":
                return Submit(self._play(ranks), self)
            case "UNDO":
                return Close()
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Submit(Play(card=card))
