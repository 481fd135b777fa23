"""Undo: each UNDO goes one command further back, down to the previous game."""

from typing import assert_never

import msgspec

from companion.dialogs.context import Close, Move, Reject, ReopenGame, Scene, TakeBack
from companion.inputs import Key
from companion.rules.adding.state import AddingState
from companion.rules.events import (
    Busted,
    Dealt,
    DrawForgotten,
    Eliminated,
    Event,
    LaterEvent,
    Played,
    RoundDealt,
    Scored,
    Shielded,
    Showed,
    ToTrick,
    WentOver,
)
from companion.rules.family import State
from companion.rules.tricks.state import TrickState
from companion.screens.model import ConfirmScreen, KeyHint, Picture
from companion.screens.table_pictures import names_of
from companion.text.cards import face_of
from companion.text.named import Named, Words

replace = msgspec.structs.replace


def ask_take_back(scene: Scene) -> Move:
    """Return the question, or the statement that there is nothing to take back."""
    if len(scene.moments) > 1:
        return TakeBackDialog(1)
    return ReopenDialog() if scene.can_reopen else Reject("Nothing left to take back", headline="Take back")


class TakeBackDialog(msgspec.Struct, frozen=True):
    """OK takes back everything down to the shown command; UNDO goes one further, RIGHT one less."""

    count: int

    def picture(self, scene: Scene) -> Picture:
        _, state = scene.game()
        moment = scene.moments[-self.count]
        then = scene.moments[-self.count - 1].state
        if self._can_go_further(scene):
            other = KeyHint("UNDO", "earlier")
        else:
            other = KeyHint("RIGHT", "less") if self.count > 1 else KeyHint("UNDO", "no")
        return ConfirmScreen(
            title="Take back?" if self.count == 1 else f"Take back {self.count}?",
            whose="",
            question=what_was_done(moment.events),
            line=_back_to(state, then),
            table=names_of(state),
            ok=KeyHint("OK", "yes"),
            other=other,
        )

    def _can_go_further(self, scene: Scene) -> bool:
        return self.count < len(scene.moments) - 1

    def key(self, scene: Scene, key: Key) -> Move:
        match key.name:
            case "OK":
                return TakeBack(self.count)
            case "UNDO" | "LEFT" if self._can_go_further(scene):
                return replace(self, count=self.count + 1)
            case "RIGHT" if self.count > 1:
                return replace(self, count=self.count - 1)
            case "UNDO" | "LEFT" if self.count > 1:
                return self
        return Close()

    def card(self, scene: Scene, card: str) -> Move:
        return Reject("First: take back, yes or no?", self)


class ReopenDialog(msgspec.Struct, frozen=True):
    """Offers, at the start of a game, to resume the game before it."""

    def picture(self, scene: Scene) -> Picture:
        _, state = scene.game()
        return ConfirmScreen(
            title="Take back?",
            whose="",
            question="This game",
            line="the one before goes on",
            table=names_of(state),
            ok=KeyHint("OK", "yes"),
            other=KeyHint("UNDO", "no"),
        )

    def key(self, scene: Scene, key: Key) -> Move:
        return ReopenGame() if key.name == "OK" else Close()

    def card(self, scene: Scene, card: str) -> Move:
        return Reject("First: open the game before again?", self)


def _back_to(now: State, then: State) -> Words:
    """Return the state to return to: the total, the hand or round, or whose turn it is."""
    match now, then:
        case AddingState(), AddingState():
            if then.hand != now.hand:
                return f"back to hand {then.hand}"
            if then.total != now.total or then.turn is None:
                return f"{now.total} → {then.total}"
        case TrickState(), TrickState():
            if then.round != now.round or then.turn is None:
                return f"back to round {then.round}"
        case AddingState() | TrickState(), _:
            pass
        case never:
            assert_never(never)
    return Named(then.players[then.turn].name, after=" to play") if then.turn is not None else ""


def what_was_done(events: tuple[Event, ...]) -> Words:  # noqa: PLR0912  # one case for each event
    """Return what a command did, in the words of its first event that tells it."""
    for event in events:
        if isinstance(event, LaterEvent):
            continue
        match event:
            case ToTrick() | Scored() | RoundDealt():
                return _what_in_tricks(event)
            case Played(player, cards) if len(cards) > 1:
                return Named(player, before=f"{len(cards)} cards by ")
            case Played(player, cards) | WentOver(player, cards):
                return Named(player, before=f"{face_of(cards[0])} by ")
            case Busted(player):
                return Named(player, after="'s bust")
            case Shielded(player):
                return Named(player, after="'s shield")
            case Eliminated(player, "knocked out"):
                return Named(player, after=" is out")
            case Eliminated(player, "left"):
                return Named(player, after=" left")
            case DrawForgotten(player):
                return Named(player, after=" forgot")
            case Showed(player, cards):
                return Named(player, before=f"{len(cards)} shown by ")
            case Dealt(hand):
                return f"Deal of hand {hand}"
            case Eliminated():
                pass  # follows from a bust or a card
            case _:
                assert_never(event)
    return "The last command"


def _what_in_tricks(event: ToTrick | Scored | RoundDealt) -> Words:
    match event:
        case ToTrick(player, card):
            return Named(player, before=f"{face_of(card)} by ")
        case Scored(number):
            return f"Points of round {number}"
        case RoundDealt(number):
            return f"Deal of round {number}"
        case _:
            assert_never(event)
