"""What stands while nothing is opened: the play, a shield asked for, the hand or game over, stopped."""

from typing import Final, assert_never

import msgspec

from companion.dialogs.context import Attempt, Dialog, Move, Refuse, Scene
from companion.dialogs.menu import Menu
from companion.dialogs.network import ShowOwn, Waiting
from companion.dialogs.phones import ShowCode, Welcome
from companion.dialogs.playing import ChooseRank, Playing
from companion.dialogs.points import WhosePoints
from companion.dialogs.set_up import ChooseGame, Summary
from companion.dialogs.taking_back import ask_take_back
from companion.dialogs.tricks import ChooseTrickRank, PlayingTrick
from companion.dialogs.turning_up import deal
from companion.inputs import Key
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState, Phase
from companion.rules.commands import Accept, Play, Shield
from companion.rules.tricks.state import TrickPhase, TrickState
from companion.screens.model import ConfirmScreen, KeyHint, Named, NoticeScreen, Picture
from companion.screens.table_pictures import hand_over_picture, names_of, winner_picture
from companion.screens.trick_pictures import points_picture, round_picture, trick_winner_picture


class AskShield(msgspec.Struct, frozen=True):
    """Has the player named the shield? OK: no, and out; MORE, or passing the card: yes."""

    def picture(self, scene: Scene) -> Picture:
        rules, state = scene.adding()
        named = state.players[state.named or 0].name
        return ConfirmScreen(
            title="",
            whose="",
            question=Named(named, after=": shield?"),
            line="without it: out",
            table=names_of(state),
            ok=KeyHint("OK", "out"),
            other=KeyHint("MORE", f"shows {_shield(rules)}"),
        )

    def key(self, scene: Scene, key: Key) -> Move:
        rules, _ = scene.adding()
        match key.name:
            case "OK":
                return Attempt(Accept())
            case "MORE":
                rank, suit = rules.shields[0]
                return Attempt(Shield(card=rank + (suit or "")))
            case "UNDO":
                return ask_take_back(scene)
        return self

    def card(self, scene: Scene, card: str) -> Move:
        rules, state = scene.adding()
        effect = rules.effect(rules.pack.named(rules.pack.read(card)))
        if effect is None or not effect.shield:
            named = state.players[state.named or 0].name
            return Refuse(f"First: has {named} {_shield(rules)}?")
        return Attempt(Shield(card=card))


def _shield(rules: AddingRules) -> str:
    rank, suit = rules.shields[0]
    return rules.pack.read(rank + (suit or "")).face


class HandOver(msgspec.Struct, frozen=True):
    """Chips of everyone, who paid, who deals; OK deals the next hand."""

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
        return Attempt(Play(card=card))


class RoundOver(msgspec.Struct, frozen=True):
    """Everybody's points; OK deals the next round, MORE checks a call, LEFT and RIGHT show this round's."""

    this_round: bool = False

    def picture(self, scene: Scene) -> Picture:
        rules, state = scene.tricks()
        return round_picture(state) if self.this_round else points_picture(rules, state)

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "OK":
                return deal(scene)
            case "MORE":
                return WhosePoints()
            case "LEFT" | "RIGHT" if not key.repeat:
                return RoundOver(not self.this_round)
            case "UNDO":
                return ask_take_back(scene)
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Attempt(Play(card=card))


class TricksOver(msgspec.Struct, frozen=True):
    """The winner or winners, and the evening's table; LEFT and RIGHT show everybody's points."""

    points: bool = False

    def picture(self, scene: Scene) -> Picture:
        rules, state = scene.tricks()
        if self.points:
            return points_picture(rules, state)
        return trick_winner_picture(state, scene.tally)

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "LEFT" | "RIGHT" if not key.repeat:
                return TricksOver(not self.points)
            case "OK":
                return Summary.again(scene)
            case "MORE":
                return ChooseGame.start(scene)
            case "UNDO":
                return ask_take_back(scene)
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Attempt(Play(card=card))


class GameOver(msgspec.Struct, frozen=True):
    """The winner, and the evening's table."""

    def picture(self, scene: Scene) -> Picture:
        _, state = scene.adding()
        return winner_picture(state, scene.tally)

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "OK":
                return Summary.again(scene)
            case "MORE":
                return ChooseGame.start(scene)
            case "UNDO":
                return ask_take_back(scene)
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Attempt(Play(card=card))


class Stopped(msgspec.Struct, frozen=True):
    """A number cannot be stood behind: what is wrong, and the way out."""

    def picture(self, scene: Scene) -> Picture:
        return NoticeScreen(
            headline="Stopped",
            sentence=scene.stopped or "",
            small="nothing is lost",
            ok=KeyHint("UNDO", "last"),
            other=KeyHint("MORE", "menu"),
        )

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "UNDO":
                return ask_take_back(scene)
            case "MORE":
                return Menu()
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Refuse("The game is stopped: take the last play back")


ADDING: Final[dict[Phase, Dialog]] = {
    "play": Playing(),
    "shield": AskShield(),
    "hand-over": HandOver(),
    "game-over": GameOver(),
}
TRICKS: Final[dict[TrickPhase, Dialog]] = {
    "play": PlayingTrick(),
    "round-over": RoundOver(),
    "game-over": TricksOver(),
}


def standing(scene: Scene) -> Dialog:
    """What the box shows while nobody has opened anything."""
    if scene.state is None:
        return ChooseGame.start(scene)
    if scene.stopped:
        return Stopped()
    match scene.state:
        case AddingState(phase=phase):
            return ADDING[phase]
        case TrickState(phase=phase):
            return TRICKS[phase]
        case _:
            assert_never(scene.state)


NOT_ASKING: Final = (
    *(Playing, ChooseRank, HandOver, GameOver, Stopped),
    *(PlayingTrick, ChooseTrickRank, RoundOver, TricksOver),
    *(ShowCode, ShowOwn, Waiting, Welcome),
)


def has_menu(dialog: Dialog) -> bool:
    """Whether MORE held opens the menu: wherever no answer is half given."""
    return isinstance(dialog, AskShield | ChooseGame) or not is_asking(dialog)


def is_asking(dialog: Dialog) -> bool:
    """Whether a question stands, so that a card answers it or is refused with it."""
    return not isinstance(dialog, NOT_ASKING)
