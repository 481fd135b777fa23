"""While a hand is played and nothing is asked: the play picture, and the rank of a card by key."""

import msgspec

from companion.dialogs.busting import AskBust
from companion.dialogs.calling import DialCall
from companion.dialogs.keys import around, turned
from companion.dialogs.questions import preview
from companion.dialogs.scene import Attempt, Close, Move, Refuse, Scene
from companion.dialogs.sets import GatherSet, faces_of, ranks_of, start_set
from companion.dialogs.taking_back import ask_take_back
from companion.inputs import Key
from companion.rules.commands import Play
from companion.screens.pictures import KeyHint, Named, PickRank, Picture
from companion.screens.table_pictures import names_of, play_picture

replace = msgspec.structs.replace
FIRST_RANK = 6
"""The ring of ranks opens at the seven, from which every rank is near."""


class Playing(msgspec.Struct, frozen=True):
    """The play picture. LEFT and RIGHT pick a rank, OK checks a call, MORE begins a set."""

    def picture(self, scene: Scene) -> Picture:
        return play_picture(*scene.adding(), missing=bool(scene.missing))

    def key(self, scene: Scene, key: Key) -> Move:
        rules, _ = scene.adding()
        match key.name:
            case "LEFT" | "RIGHT":
                return ChooseRank(FIRST_RANK)
            case "OK":
                return DialCall.start(scene)
            case "MORE" if rules.sets:
                return GatherSet()
            case "MORE":
                return Refuse("One card at a time in this game", headline="No set")
            case "BUST":
                return AskBust()
            case "UNDO":
                return ask_take_back(scene)
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Attempt(Play(card=card))


class ChooseRank(msgspec.Struct, frozen=True):
    """The rank of the card to be played; its suit is asked only where it matters."""

    chosen: int

    def picture(self, scene: Scene) -> Picture:
        rules, state = scene.adding()
        name = state.players[state.turn or 0].name
        ranks = ranks_of(rules)
        ok = KeyHint("OK", preview(scene, Play(card=ranks[self.chosen])))
        more = KeyHint("MORE", "set") if rules.sets else KeyHint("UNDO", "no")
        title, faces = Named(name, after=" plays"), faces_of(rules)
        return PickRank(title, str(state.total), faces, self.chosen, names_of(state), ok, more)

    def key(self, scene: Scene, key: Key) -> Move:
        rules, _ = scene.adding()
        ranks = ranks_of(rules)
        match key.name:
            case "LEFT" | "RIGHT":
                return replace(self, chosen=around(self.chosen, turned(key), len(ranks)))
            case "OK":
                return Attempt(Play(card=ranks[self.chosen]), self)
            case "MORE" if rules.sets:
                return start_set(scene, self.chosen)
            case "BUST":
                return AskBust()
            case "UNDO":
                return Close()
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Attempt(Play(card=card))
