"""Judges the plays after a change again: asks what the rules now need, and of one that has become illegal."""

from typing import cast

import msgspec
from msgspec.structs import replace

from companion.dialogs.context import Close, Dialog, Move, Reject, Scene, Submit
from companion.dialogs.questions import question_for
from companion.dialogs.toolkit import Choice, Page, WidgetDialog, ok_and_undo
from companion.errors import Illegal
from companion.inputs import Key
from companion.rules import family
from companion.rules.cards import JOKER, RANKS
from companion.rules.commands import Play, Repair, Step
from companion.rules.disagreement import Edit, Explanation
from companion.rules.family import HistoryEntry, pack_of
from companion.rules.game import counting
from companion.rules.refusals import ChoiceNeeded
from companion.screens.model import ExplanationScreen, KeyHint, NoticeScreen, Picture, RankScreen
from companion.screens.table_pictures import names_of
from companion.text.cards import rank_face
from companion.text.disagreement import explained, played_cards
from companion.text.language import asks, pgettext
from companion.text.language import gettext as _
from companion.text.named import Named, Words, named
from companion.text.refusals import sentence


class MendedGame(msgspec.Struct, frozen=True):
    """A change of the game: `steps` stand in the place of all entries that count, from `place` on.

    `kept` are the values that the box took for them, where there were any. `edit` says what it is.
    """

    place: int
    steps: tuple[Step, ...]
    kept: tuple[int | None, ...]
    edit: Edit

    def with_step(self, number: int, step: Step) -> "MendedGame":
        """Return the change with another step of that number."""
        now = self.edit.now
        edit = replace(self.edit, now=step) if now is not None and now == self.steps[number] else self.edit
        return replace(self, steps=(*self.steps[:number], step, *self.steps[number + 1 :]), edit=edit)

    def without_step(self, number: int) -> "MendedGame":
        """Return the change with one step less."""
        steps, kept = self.steps, self.kept
        return replace(
            self, steps=steps[:number] + steps[number + 1 :], kept=kept[:number] + kept[number + 1 :]
        )


def mended(scene: Scene, change: MendedGame, back: Dialog) -> Move:
    """Return the question whether the game is to be mended so, or what has to be answered before."""
    here = _at(scene, change.place, ())
    entries: tuple[HistoryEntry, ...] = ()
    for number, step in enumerate(change.steps):
        try:
            entry = _judged(here, step, change.kept[number])
        except Illegal as illegal:
            question = question_for(here, step, illegal, None)
            if question is not None:
                return AnswerDialog(back, change, number, question)
            if number == 0 and step == change.edit.now:
                # Evaluated when it is shown, outside of this block.
                return _refused(illegal, back)
            return IllegalDialog(back, change, number)
        change = change.with_step(number, cast("Step", entry.command))
        entries = (*entries, entry)
        here = _at(scene, change.place, entries)
    count = len(counting(scene.moments))
    if change.place == count and not change.steps:
        return back
    repair = Repair(count - change.place, change.steps, change.edit.cause)
    _rules, state = here.game()
    return ConfirmDialog(back, Explanation((change.edit,), repair, state, entries))


def _refused(illegal: Illegal, back: Dialog) -> Reject:
    return Reject(lambda: sentence(illegal), back)


def _at(scene: Scene, place: int, entries: tuple[HistoryEntry, ...]) -> Scene:
    """Return the scene in the mended game, after `entries` in the place of those from `place` on."""
    moments = (*counting(scene.moments)[:place], *entries)
    return replace(scene, moments=moments, state=moments[-1].state)


def _judged(here: Scene, step: Step, kept: int | None) -> HistoryEntry:
    """Return what a step makes, with the value that the box took if one has to be chosen now.

    Raises:
        Illegal: the rules refuse it, or ask for more.
    """
    rules, state = here.game()
    try:
        return HistoryEntry(*family.step(rules, state, step), step)
    except Illegal as illegal:
        refusal = illegal.refusal
        if not isinstance(refusal, ChoiceNeeded) or kept not in refusal.options or not isinstance(step, Play):
            raise
        valued = replace(step, value=kept)
        return HistoryEntry(*family.step(rules, state, valued), valued)


def _before(scene: Scene, change: MendedGame, number: int) -> Scene:
    """Return the scene in the mended game before the step of that number; all before it are legal."""
    here = _at(scene, change.place, ())
    entries: tuple[HistoryEntry, ...] = ()
    for place in range(number):
        entries = (*entries, _judged(here, change.steps[place], change.kept[place]))
        here = _at(scene, change.place, entries)
    return here


class AnswerDialog(msgspec.Struct, frozen=True):
    """Asks the `question` about one step of a mended game, as the display asks it about a card."""

    back: Dialog
    change: MendedGame
    number: int
    question: Dialog

    def picture(self, scene: Scene) -> Picture:
        return self.question.picture(_before(scene, self.change, self.number))

    def key(self, scene: Scene, key: Key) -> Move:
        return self._after(scene, self.question.key(_before(scene, self.change, self.number), key))

    def card(self, scene: Scene, card: str) -> Move:
        return self._after(scene, self.question.card(_before(scene, self.change, self.number), card))

    def _after(self, scene: Scene, move: Move) -> Move:
        match move:
            case Submit(command=Play() as answered):
                return mended(scene, self.change.with_step(self.number, answered), self.back)
            case Close():
                return self.back
            case Reject():
                return replace(move, back=self)
        return replace(self, question=move) if isinstance(move, type(self.question)) else self.back


class IllegalDialog(WidgetDialog, frozen=True):
    """A later play that has become illegal in the mended game: another card, or take it out as well."""

    back: Dialog
    change: MendedGame
    number: int

    def widget(self, scene: Scene) -> Page:
        here, step = _before(scene, self.change, self.number), self.change.steps[self.number]
        _rules, state = here.game()
        refused = here.trial(step)
        name = state.name_of(state.lit) or ""
        headline: Words = named(_("{card} by {name}"), name, card=played_cards(step))
        other = None
        if isinstance(step, Play):
            other = OtherCardDialog(self, self.change, self.number)
        else:
            headline = _("Not in order")
        out = mended(scene, self.change.without_step(self.number), self.back)
        ok = KeyHint("OK", pgettext("key", "another card")) if other else None
        screen = NoticeScreen(
            headline,
            "" if refused is None else sentence(refused),
            mark="cross",
            table=names_of(state),
            ok=ok,
            other=KeyHint("MORE", pgettext("key", "take out")),
        )
        return Page(screen=screen, ok=other, more=out, undo=self.back, first=asks("First: what was it?"))


class OtherCardDialog(WidgetDialog, frozen=True):
    """Chooses another card for a play that has become illegal."""

    back: Dialog
    change: MendedGame
    number: int
    chosen: int = 6

    def widget(self, scene: Scene) -> Choice:
        here = _before(scene, self.change, self.number)
        _rules, state = here.game()
        screen = card_ring(here, state.name_of(state.lit) or "", self.chosen)
        return Choice(screen=screen, ok=self.card(scene, ranks_in(scene)[screen.chosen]), undo=self.back)

    def card(self, scene: Scene, card: str) -> Move:
        return mended(scene, self.change.with_step(self.number, Play(card=card)), self)


class ConfirmDialog(WidgetDialog, frozen=True):
    """What the change comes to; OK mends the game."""

    back: Dialog
    explanation: Explanation

    def widget(self, scene: Scene) -> Page:
        rules, state = scene.game()
        words = explained(rules, counting(scene.moments), self.explanation)
        keys = ok_and_undo(pgettext("key", "mend"), pgettext("key", "back"))
        screen = ExplanationScreen(words.short, "", words.before, words.after, names_of(state), *keys)
        repair = self.explanation.repair
        ok = self.back if repair is None else Submit(repair, self)
        return Page(screen=screen, ok=ok, undo=self.back, first=asks("First: mend it, or go back?"))


def ranks_in(scene: Scene) -> tuple[str, ...]:
    """Return the ranks of the pack, the joker last."""
    rules, _state = scene.game()
    pack = pack_of(rules)
    if pack is None:
        return RANKS
    return (*pack.ranks, JOKER) if pack.jokers else pack.ranks


def card_ring(scene: Scene, name: str, chosen: int) -> RankScreen:
    """Return the picture of the ring from which the card that was played is picked."""
    _rules, state = scene.game()
    ranks = ranks_in(scene)
    keys = ok_and_undo(pgettext("key", "next"), pgettext("key", "back"))
    faces, place = tuple(map(rank_face, ranks)), chosen % len(ranks)
    return RankScreen(asks("Which card was it?"), Named(name), faces, place, names_of(state), *keys)
