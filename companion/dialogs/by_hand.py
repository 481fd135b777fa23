"""Dialogs that correct the last plays by hand and show what the rules make of each change."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from companion.core.cards import JOKER, RANKS
from companion.core.commands import Bust, Play, Repair, Step
from companion.core.disagreement import Edit, Explanation, for_anybody
from companion.core.events import Cause, Played, TrickCardPlayed, WentOver
from companion.core.family import HistoryEntry
from companion.core.frozen import Frozen
from companion.dialogs.context import Close, Dialog, Item, Move, Reject, Scene, Submit
from companion.dialogs.questions import question_for
from companion.dialogs.toolkit import Choice, Page, WidgetDialog, list_of, ok_and_undo, rank_ring
from companion.errors import Illegal
from companion.inputs import Key
from companion.message import Name, Words, in_context, joined, phrase
from companion.screens.model import ExplanationScreen, KeyHint, NoticeScreen, Picture
from companion.words.disagreement import explained, played_cards
from companion.words.numbers import figure
from companion.words.refusals import sentence
from companion.words.undo import taken_back


class MendedGame(Frozen):
    """A change of the game: `steps` replace all counted entries from `place` on.

    `edit` describes the change.
    """

    place: int
    steps: tuple[Step, ...]
    edit: Edit

    def with_step(self, number: int, *now: Step) -> "MendedGame":
        """Return the change with another step `number`, or without it."""
        edit = self.edit
        if now and edit.now == self.steps[number]:
            edit = replace(edit, now=now[0])
        steps = (*self.steps[:number], *now, *self.steps[number + 1 :])
        return replace(self, steps=steps, edit=edit)


def scene_at(scene: Scene, place: int, entries: tuple[HistoryEntry, ...]) -> Scene:
    """Return the scene of the corrected game, with `entries` replacing those from `place` on."""
    moments = (*scene.counted[:place], *entries)
    return replace(scene, moments=moments, state=moments[-1].state)


def judged(
    scene: Scene, place: int, steps: Iterable[Step]
) -> tuple[tuple[HistoryEntry, ...], Illegal | None]:
    """Return the entries that result if `steps` replace all entries from `place` on.

    They end before the first step that the rules refuse or ask a question about; the refusal says
    why.
    """
    entries: tuple[HistoryEntry, ...] = ()
    for step in steps:
        try:
            result = scene_at(scene, place, entries).result(step)
        except Illegal as illegal:
            return entries, illegal
        entries = (*entries, HistoryEntry(*result, step))
    return entries, None


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
        return list_of(
            [*rows, Item(phrase("a new play"), _insert(scene, self, end), prefix="+")],
            self.chosen,
            phrase("Which play?"),
            phrase("newest last"),
            undo=self.back,
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
        )

    def _rows(self, scene: Scene) -> Iterator[Item]:
        place, counted = self.place, scene.counted
        command = counted[place].command
        is_play = isinstance(command, Play)
        if is_play:
            yield Item(phrase("another card"), _insert(scene, self, place, "other-card"))
        yield Item(
            phrase("remove it"), _mended(scene, _change(scene, place, _cause_out(command)), self)
        )
        yield Item(phrase("insert before"), _insert(scene, self, place))
        yield Item(phrase("insert after"), _insert(scene, self, place + 1))
        if is_play and isinstance(counted[place - 1].command, Play):
            yield Item(
                phrase("the other player"), _mended(scene, _change(scene, place - 1, "order"), self)
            )
        setting = scene.family(counted[-1].state).set_by_hand
        if setting is not None:
            yield Item(phrase("change by hand"), setting(self))


class PlayedCardDialog(WidgetDialog):
    """Choice of the card that `name` played in step `number` of a `change`; scanning it answers."""

    back: Dialog
    name: str
    change: MendedGame
    number: int = 0
    chosen: int = 6

    def widget(self, scene: Scene) -> Choice:
        pack = scene.game()[0].pack
        ranks = RANKS if pack is None else (*pack.ranks, *((JOKER,) if pack.jokers else ()))
        ring = rank_ring(ranks, self.name, self.chosen)
        return Choice(screen=ring, ok=self.card(scene, ranks[ring.chosen]), undo=self.back)

    def card(self, scene: Scene, card: str) -> Move:
        return _mended(scene, self.change.with_step(self.number, Play(card=card)), self)


def _insert(
    scene: Scene, back: Dialog, place: int, cause: Cause = "card-missed"
) -> PlayedCardDialog:
    """Return the question for the card to insert, or to play instead of the one at `place`."""
    not_yet_known = Play(card="")
    return PlayedCardDialog(back, _who(scene, place), _change(scene, place, cause, not_yet_known))


def _change(scene: Scene, place: int, cause: Cause, now: Play | None = None) -> MendedGame:
    """Return the game with one change at `place`.

    The change inserts the play `now`, swaps two entries (`order`), or for any other `cause`
    replaces an entry by `now`, or removes it.
    """
    old = [for_anybody(entry.command) for entry in scene.counted[place:]]
    put = () if now is None else (now,)
    edit = Edit(cause, place, _who(scene, place), old[0] if old else None, now)
    match cause:
        case "card-missed":
            return MendedGame(place, (*put, *old), replace(edit, entered=None))
        case "order":
            return MendedGame(place, (old[1], old[0], *old[2:]), replace(edit, now=old[1]))
    return MendedGame(place, (*put, *old[1:]), edit)


def _cause_out(command: object) -> Cause:
    """Return the cause of removing a command."""
    match command:
        case Play():
            return "card-twice"
        case Bust():
            return "bust-twice"
    return "by-hand"


def _mended(scene: Scene, change: MendedGame, back: Dialog) -> Move:
    """Return the confirmation of the corrected game, the question to answer first, or a refusal."""
    entries, refused = judged(scene, change.place, change.steps)
    here, number = scene_at(scene, change.place, entries), len(entries)
    if refused is not None:
        step = change.steps[number]
        question = question_for(here, step, refused, None)
        if question is not None:
            return ResolveStepDialog(back, change, number, question)
        if number == 0 and step == change.edit.now:
            return Reject(refused, back)
        return IllegalDialog(back, change, number)
    count = len(scene.counted)
    if change.place == count and not change.steps:
        return back
    repair = Repair(count - change.place, change.steps, change.edit.cause)
    return ConfirmDialog(back, Explanation((change.edit,), repair, here.playing, entries))


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
        step, state = self.change.steps[self.number], here.playing
        refused = here.trial(step)
        headline: Words = phrase("Not possible")
        keys: tuple[KeyHint, ...] = (KeyHint("MORE", in_context("key", "out")),)
        other = None
        name = state.name_of(state.lit)
        if isinstance(step, Play) and name is not None:
            headline = phrase("{card} by {name}", name=Name(name), card=played_cards(step))
            other = PlayedCardDialog(self, name, self.change, self.number)
            keys = (KeyHint("OK", in_context("key", "other card")), *keys)
        screen = NoticeScreen(
            headline, "" if refused is None else sentence(refused), mark="cross", keys=keys
        )
        return Page(
            screen=screen,
            ok=other,
            more=_mended(scene, self.change.with_step(self.number), self.back),
            undo=self.back,
            first=phrase("First correct it, or go back"),
        )


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
