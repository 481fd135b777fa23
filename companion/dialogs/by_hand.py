"""Dialogs that correct the last plays by hand and show what the rules make of each change."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, cast

from msgspec.structs import replace

from companion.core.cards import JOKER, RANKS
from companion.core.commands import Bust, Play, Repair, Step
from companion.core.disagreement import Edit, Explanation, for_anybody
from companion.core.events import Cause, Played, TrickCardPlayed, WentOver
from companion.core.family import HistoryEntry
from companion.core.frozen import Frozen
from companion.core.refusals import ChoiceNeeded
from companion.dialogs.context import Close, Dialog, Item, Move, Reject, Scene, Submit
from companion.dialogs.questions import question_for
from companion.dialogs.toolkit import Choice, Page, WidgetDialog, list_of, ok_and_undo, rank_ring
from companion.errors import Illegal
from companion.inputs import Key
from companion.message import Name, Words, in_context, joined, phrase
from companion.screens.model import (
    ExplanationScreen,
    KeyHint,
    NoticeScreen,
    Picture,
)
from companion.words.disagreement import explained, played_cards
from companion.words.numbers import figure
from companion.words.refusals import sentence
from companion.words.undo import taken_back


class KeptStep(NamedTuple):
    """A step of a corrected game, and the value that the box took for it, if any."""

    step: Step
    value: int | None = None


class MendedGame(Frozen):
    """A change of the game: `steps` replace all counted entries from `place` on.

    `edit` describes the change.
    """

    place: int
    steps: tuple[KeptStep, ...]
    edit: Edit

    def with_step(self, number: int, step: Step) -> "MendedGame":
        """Return the change with step `number` replaced."""
        edit, former = self.edit, self.steps[number]
        if edit.now == former.step:
            edit = replace(edit, now=step)
        return replace(self._with(number, former._replace(step=step)), edit=edit)

    def without_step(self, number: int) -> "MendedGame":
        """Return the change without step `number`."""
        return self._with(number)

    def _with(self, number: int, *steps: KeptStep) -> "MendedGame":
        return replace(self, steps=(*self.steps[:number], *steps, *self.steps[number + 1 :]))


def scene_at(scene: Scene, place: int, entries: tuple[HistoryEntry, ...]) -> Scene:
    """Return the scene of the corrected game, with `entries` replacing those from `place` on."""
    moments = (*scene.counted[:place], *entries)
    return replace(scene, moments=moments, state=moments[-1].state)


def judged(
    scene: Scene, place: int, steps: Iterable[KeptStep]
) -> tuple[tuple[HistoryEntry, ...], Illegal | None]:
    """Return the entries that result if `steps` replace all entries from `place` on.

    They end before the first step that the rules refuse or ask a question about; the refusal says
    why. If a value has to be chosen, the one that the box took is used if it is legal.
    """
    entries: tuple[HistoryEntry, ...] = ()
    for step, value in steps:
        try:
            entries = (*entries, _judged(scene_at(scene, place, entries), step, value))
        except Illegal as illegal:
            return entries, illegal
    return entries, None


def _judged(here: Scene, step: Step, kept: int | None) -> HistoryEntry:
    try:
        return HistoryEntry(*here.result(step), step)
    except Illegal as illegal:
        refusal = illegal.refusal
        if (
            not isinstance(refusal, ChoiceNeeded)
            or kept not in refusal.options
            or not isinstance(step, Play)
        ):
            raise
        valued = replace(step, value=kept)
        return HistoryEntry(*here.result(valued), valued)


def scene_before(scene: Scene, change: MendedGame, number: int) -> Scene:
    """Return the scene of the corrected game before step `number`; all earlier steps are legal."""
    entries, _refused = judged(scene, change.place, change.steps[:number])
    return scene_at(scene, change.place, entries)


MAX_ROWS = 20
"""Maximum number of recent plays in the list."""


class ByHandDialog(WidgetDialog):
    """The last plays, newest last, and a row for a new one; OK asks what is wrong with a play."""

    back: Dialog
    chosen: int

    @classmethod
    def start(cls, scene: Scene, back: Dialog) -> "ByHandDialog":
        """Return the list at the newest play; before the first play, at the row for a new one."""
        return cls(back, max(0, len(_last(scene)) - 1))

    def widget(self, scene: Scene) -> Choice:
        last = _last(scene)
        end = len(scene.counted)
        rows = [
            _row(entry, EditPlayDialog(self, place))
            for place, entry in enumerate(last, start=end - len(last))
        ]
        new = _insert(scene, self, end)
        return list_of(
            [*rows, Item(phrase("a new play"), new, prefix="+")],
            self.chosen,
            phrase("Which play?"),
            phrase("newest last"),
            undo=self.back,
            first=phrase("Answer first: which play?"),
        )


class EditPlayDialog(WidgetDialog):
    """Choice of what was wrong with the counted play at `place`."""

    back: Dialog
    place: int
    chosen: int = 0

    def widget(self, scene: Scene) -> Choice:
        entry = scene.counted[self.place]
        whose: Words = taken_back(entry.events).short
        if isinstance(entry.command, Play):
            whose = joined(" ", (played_cards(entry.command), Name(_who(scene, self.place))))
        return list_of(
            [*self._rows(scene)],
            self.chosen,
            phrase("What was it?"),
            whose,
            undo=self.back,
            first=phrase("Answer first: what was it?"),
        )

    def _rows(self, scene: Scene) -> Iterator[Item]:
        place, counted = self.place, scene.counted
        command = counted[place].command
        is_play = isinstance(command, Play)
        if is_play:
            yield Item(phrase("another card"), _insert(scene, self, place, "other-card"))
        yield Item(phrase("remove it"), _changed(scene, self, place, _cause_out(command)))
        yield Item(phrase("insert before"), _insert(scene, self, place))
        yield Item(phrase("insert after"), _insert(scene, self, place + 1))
        if is_play and isinstance(counted[place - 1].command, Play):
            yield Item(phrase("the other player"), _changed(scene, self, place - 1, "order"))
        setting = scene.family(counted[-1].state).set_by_hand
        if setting is not None:
            yield Item(phrase("change by hand"), setting(self))


class PlayedCardDialog(WidgetDialog, kw_only=True):
    """Choice of the card that was played; scanning it answers as well."""

    back: Dialog
    name: str
    chosen: int = 6

    def widget(self, scene: Scene) -> Choice:
        pack = scene.game()[0].pack
        ranks = RANKS if pack is None else (*pack.ranks, *((JOKER,) if pack.jokers else ()))
        ring = rank_ring(ranks, self.name, self.chosen)
        return Choice(screen=ring, ok=self.card(scene, ranks[ring.chosen]), undo=self.back)


class InsertCardDialog(PlayedCardDialog, kw_only=True):
    """Choice of the card for the change at `place`."""

    place: int
    cause: Cause

    def card(self, scene: Scene, card: str) -> Move:
        return _changed(scene, self, self.place, self.cause, Play(card=card))


def _insert(
    scene: Scene, back: Dialog, place: int, cause: Cause = "card-missed"
) -> InsertCardDialog:
    return InsertCardDialog(back=back, name=_who(scene, place), place=place, cause=cause)


def _changed(scene: Scene, back: Dialog, place: int, cause: Cause, now: Play | None = None) -> Move:
    """Return the game with one change at `place`, the first question it raises, or its refusal.

    The change inserts the play `now`, swaps two entries (`order`), or for any other `cause`
    replaces an entry by `now`, or removes it.
    """
    old = [
        KeptStep(for_anybody(entry.command), entry.state.value_taken)
        for entry in scene.counted[place:]
    ]
    put = () if now is None else (KeptStep(now),)
    edit = Edit(cause, place, _who(scene, place), old[0].step if old else None, now)
    match cause:
        case "card-missed":
            edit, steps = replace(edit, entered=None), (*put, *old)
        case "order":
            edit, steps = replace(edit, now=old[1].step), (old[1], old[0], *old[2:])
        case _:
            steps = (*put, *old[1:])
    return _mended(scene, MendedGame(place, steps, edit), back)


def _cause_out(command: object) -> Cause:
    """Return the cause of removing a command."""
    match command:
        case Play():
            return "card-twice"
        case Bust():
            return "bust-twice"
    return "by-hand"


def _mended(scene: Scene, change: MendedGame, back: Dialog) -> Move:
    """Return the confirmation of the corrected game, or the question to answer first."""
    entries, refused = judged(scene, change.place, change.steps)
    for number, entry in enumerate(entries):
        change = change.with_step(number, cast("Step", entry.command))
    here, number = scene_at(scene, change.place, entries), len(entries)
    if refused is not None:
        step = change.steps[number].step
        question = question_for(here, step, refused, None)
        if question is not None:
            return ResolveStepDialog(back, change, number, question)
        if number == 0 and step == change.edit.now:
            return Reject(refused, back)
        return IllegalDialog(back, change, number)
    count = len(scene.counted)
    if change.place == count and not change.steps:
        return back
    steps = tuple(kept.step for kept in change.steps)
    repair = Repair(count - change.place, steps, change.edit.cause)
    state = here.playing
    return ConfirmDialog(back, Explanation((change.edit,), repair, state, entries))


class ResolveStepDialog(Frozen):
    """The `question` about one step of a corrected game, as the display asks it about a card."""

    back: Dialog
    change: MendedGame
    number: int
    question: Dialog

    def picture(self, scene: Scene) -> Picture:
        return self.question.picture(scene_before(scene, self.change, self.number))

    def key(self, scene: Scene, key: Key) -> Move:
        return self._after(
            scene, self.question.key(scene_before(scene, self.change, self.number), key)
        )

    def card(self, scene: Scene, card: str) -> Move:
        return self._after(
            scene, self.question.card(scene_before(scene, self.change, self.number), card)
        )

    def _after(self, scene: Scene, move: Move) -> Move:
        match move:
            case Submit(command=Play() as answered):
                return _mended(scene, self.change.with_step(self.number, answered), self.back)
            case Close():
                return self.back
            case Reject():
                return replace(move, back=self)
        return replace(self, question=move) if isinstance(move, type(self.question)) else self.back


class IllegalDialog(WidgetDialog):
    """Notice of a later play that is now illegal, with the choice to replace or remove it."""

    back: Dialog
    change: MendedGame
    number: int

    def widget(self, scene: Scene) -> Page:
        here = scene_before(scene, self.change, self.number)
        step = self.change.steps[self.number].step
        state = here.playing
        refused = here.trial(step)
        name = state.name_of(state.lit) or self._entered_by(scene)
        headline: Words = phrase("{card} by {name}", name=Name(name), card=played_cards(step))
        other = None
        if isinstance(step, Play) and state.lit is not None:
            other = OtherCardDialog(back=self, name=name, change=self.change, number=self.number)
        if not isinstance(step, Play):
            headline = phrase("Not possible")
        out = _mended(scene, self.change.without_step(self.number), self.back)
        keys: tuple[KeyHint, ...] = (KeyHint("MORE", in_context("key", "out")),)
        if other is not None:
            keys = (KeyHint("OK", in_context("key", "other card")), *keys)
        screen = NoticeScreen(
            headline,
            "" if refused is None else sentence(refused),
            mark="cross",
            keys=keys,
        )
        return Page(
            screen=screen,
            ok=other,
            more=out,
            undo=self.back,
            first=phrase("Answer first: what was it?"),
        )

    def _entered_by(self, scene: Scene) -> str:
        """Return whose entry it was in the box's game; the later entries end with the newest."""
        place = len(scene.counted) - len(self.change.steps) + self.number
        if self.change.edit.cause == "order" and place - self.change.place in {0, 1}:
            place = 2 * self.change.place + 1 - place
        return _who(scene, place)


class OtherCardDialog(PlayedCardDialog, kw_only=True):
    """Choice of another card for a play that has become illegal."""

    change: MendedGame
    number: int

    def card(self, scene: Scene, card: str) -> Move:
        return _mended(scene, self.change.with_step(self.number, Play(card=card)), self)


class ConfirmDialog(WidgetDialog):
    """The state of the game before and after the change; OK corrects the game."""

    back: Dialog
    explanation: Explanation

    def widget(self, scene: Scene) -> Page:
        rules, _state = scene.game()
        words = explained(scene.family(rules), rules, scene.counted, self.explanation)
        keys = ok_and_undo(in_context("key", "correct"))
        screen = ExplanationScreen(words.short, "", words.before, words.after, keys=keys)
        repair = self.explanation.repair
        ok = self.back if repair is None else Submit(repair, self)
        return Page(
            screen=screen, ok=ok, undo=self.back, first=phrase("First correct it, or go back")
        )


def _last(scene: Scene) -> list[HistoryEntry]:
    """Return the last counted entries of this game."""
    return scene.counted[1:][-MAX_ROWS:]


def _row(entry: HistoryEntry, move: Move) -> Item:
    total = "" if entry.state.total is None else figure(entry.state.total)
    match entry.events[0]:
        case Played(player) | WentOver(player) | TrickCardPlayed(player):
            return Item(Name(player), move, total, played_cards(entry.command))
    return Item(taken_back(entry.events).short, move, total)


def _who(scene: Scene, place: int) -> str:
    """Return whose turn it is at a place among the counted entries."""
    state = scene.counted[place - 1].state
    return state.name_of(state.lit) or ""
