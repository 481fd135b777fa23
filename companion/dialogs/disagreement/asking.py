"""Dialogs that ask for the players' observations: the table's total, and whose turn it is."""

import msgspec
from msgspec.structs import replace

from companion.core.commands import Judged
from companion.core.disagreement import Observed, seat_decides
from companion.core.history import counting
from companion.core.refusals import NotYourTurn
from companion.dialogs.context import Close, Dialog, Item, Move, Reject, Scene
from companion.dialogs.disagreement.explaining import MAX_EXPLANATIONS, ExplainDialog
from companion.dialogs.keys import cycle, ring_of, step_of
from companion.dialogs.toolkit import Dial, Information, WidgetDialog, ok_and_undo
from companion.inputs import Key
from companion.message import Name, Words, in_context, phrase
from companion.screens.model import (
    DialScreen,
    KeyHint,
    MiscountScreen,
    NoticeScreen,
    Picture,
    SeatScreen,
)
from companion.screens.table_pictures import names_of
from companion.words.causes import called
from companion.words.disagreement import fits
from companion.words.numbers import figure
from companion.words.refusals import refusal_sentence

LOWEST, HIGHEST = -999, 999
"""The range of a table's total, as for a call (docs/reference/buttons.md, "The six buttons")."""


def not_right(scene: Scene, back: Dialog | None = None) -> tuple[Item, ...]:
    """Return the menu row for resolving a disagreement; none before the first play.

    Only families whose games can be searched have it.
    """
    if len(counting(scene.moments)) < 2:
        return ()
    return (Item(phrase("That's not right"), _first_question(scene, back)),)


def _first_question(scene: Scene, back: Dialog | None = None) -> Dialog:
    """Return the first question to the players: their total, or the cards in the trick."""
    _rules, state = scene.game()
    if state.total is not None:
        return NotRightDialog(scene.dialed_from, back)
    if state.cards_in_trick is not None:
        return CardsInTrickDialog(back=back)
    return WhoNextDialog(Observed(), back)


class StartsExplanation(Information, frozen=True):
    """A notice until a key or the next card. OK asks why; other keys keep their function."""

    def why(self, scene: Scene) -> Dialog:
        """Return the question that OK opens."""
        return _first_question(scene)

    def key(self, scene: Scene, key: Key) -> Move:
        if key.name == "OK":
            return self.why(scene)
        below = scene.family(scene.game()[0]).idle(scene.state)
        return Close() if key.name == "UNDO" or below is None else below.key(scene, key)


class OutOfTurnDialog(StartsExplanation, frozen=True):
    """Notice of a phone's play out of turn, refused under that `headline`; OK asks why."""

    refusal: NotYourTurn
    headline: Words

    def picture(self, scene: Scene) -> Picture:
        _rules, state = scene.game()
        sentence, table = refusal_sentence(self.refusal), names_of(state)
        return NoticeScreen(self.headline, sentence, mark="cross", table=table, ok=_asks_why())


class MiscountDialog(StartsExplanation, frozen=True):
    """Notice of a wrong call; OK asks why, starting from the called total."""

    judged: Judged

    def picture(self, scene: Scene) -> Picture:
        _rules, state = scene.game()
        judged = self.judged
        return MiscountScreen(
            judged.actual,
            judged.called,
            called(judged.player, figure(judged.called)),
            names_of(state),
            in_context("over a wrong total", "not"),
            _asks_why(),
        )

    def why(self, scene: Scene) -> Dialog:
        return NotRightDialog(self.judged.called)


def _asks_why() -> KeyHint:
    """Return the label of OK if it asks why."""
    return KeyHint("OK", in_context("key", "why?"))


class NotRightDialog(WidgetDialog, frozen=True):
    """Dial for the table's total. It starts at the call just judged, or else at the box's total."""

    value: int
    back: Dialog | None = None

    def widget(self, scene: Scene) -> Dial:
        _rules, state = scene.game()
        keys = ok_and_undo(in_context("key", "next"), in_context("key", "leave"))
        has = phrase("box: {total}", total=state.total or 0)
        title, table = phrase("Your total?"), names_of(state)
        return Dial(
            screen=DialScreen(title, has, self.value, LOWEST, HIGHEST, False, table, *keys),
            undo=self.back or Close(),
            first=phrase("First enter your total, or leave with {key}", key="UNDO"),
        )

    def key(self, scene: Scene, key: Key) -> Move:
        if key.name == "OK":
            return _found_or_asked(scene, Observed(self.value), self)
        return super().key(scene, key)


class CardsInTrickDialog(WidgetDialog, frozen=True):
    """Dial for the number of cards in the trick. OK on the initial empty dial means "not sure"."""

    value: int | None = None
    back: Dialog | None = None

    def widget(self, scene: Scene) -> Dial:
        _rules, state = scene.game()
        lie, most = state.cards_in_trick or 0, len(state.players) - 1
        title, table = phrase("Cards in the trick?"), names_of(state)
        ok = in_context("key", "not sure") if self.value is None else in_context("key", "next")
        keys = ok_and_undo(ok, in_context("key", "leave"))
        has = phrase("box: {total}", total=lie)
        return Dial(
            screen=DialScreen(title, has, self.value, 0, most, False, table, *keys),
            undo=self.back or Close(),
            start=lie,
            first=phrase("First enter the cards in the trick, or leave with {key}", key="UNDO"),
        )

    def key(self, scene: Scene, key: Key) -> Move:
        if key.name == "OK" and self.value is None:
            return WhoNextDialog(Observed(), self)
        if key.name == "OK":
            return _found_or_asked(scene, Observed(trick=self.value), self)
        return super().key(scene, key)


def _found_or_asked(scene: Scene, seen: Observed, back: Dialog) -> Dialog:
    """Return the explanations, or first the question whose turn it is if only that decides."""
    found = scene.explain(seen)
    if seat_decides(found, MAX_EXPLANATIONS) or fits(scene.game()[1], seen):
        return WhoNextDialog(seen, back)
    return ExplainDialog(seen, found[:MAX_EXPLANATIONS])


class WhoNextDialog(msgspec.Struct, frozen=True):
    """Choice of the player whose turn it is, among those still in; OK starts the search.

    `seen` holds the players' earlier observations. Initially no player is chosen, and OK means "not
    sure".
    """

    seen: Observed
    back: Dialog | None
    seat: int | None = None

    def picture(self, scene: Scene) -> Picture:
        _rules, state = scene.game()
        has = state.name_of(state.lit)
        ok = in_context("key", "not sure") if self.seat is None else in_context("key", "find why")
        undo = in_context("key", "leave") if self.back is None else in_context("key", "back")
        return SeatScreen(
            phrase("Who is next?"),
            "" if has is None else phrase("box: {name}", name=Name(has)),
            (("", "--" if self.seat is None else state.players[self.seat].name),),
            ring_of(state, self.seat),
            names_of(state),
            *ok_and_undo(ok, undo),
        )

    def key(self, scene: Scene, key: Key) -> Move:
        _rules, state = scene.game()
        if step_of(key):
            at = state.seats_in[-1] if state.lit is None else state.lit
            at = at if self.seat is None else self.seat
            return replace(self, seat=cycle(state, at, forward=step_of(key) > 0))
        match key.name:
            case "OK":
                return ExplainDialog.start(scene, replace(self.seen, turn=self.seat))
            case "UNDO":
                return self.back or Close()
        return self

    def card(self, scene: Scene, card: str) -> Move:
        return Reject(phrase("Answer first: who is next?"), self)
