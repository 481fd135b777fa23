"""A change of the last plays of a game, and what the rules make of it."""

from collections.abc import Sequence
from itertools import zip_longest

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from companion.dialogs.context import Scene
from companion.errors import Illegal
from companion.rules import family
from companion.rules.commands import Bust, Play, Step
from companion.rules.disagreement import Edit
from companion.rules.family import HistoryEntry
from companion.rules.game import counting
from companion.rules.refusals import ChoiceNeeded


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
        edit = (
            replace(self.edit, now=step)
            if now is not None and now == self.steps[number]
            else self.edit
        )
        return replace(
            self, steps=(*self.steps[:number], step, *self.steps[number + 1 :]), edit=edit
        )

    def without_step(self, number: int) -> "MendedGame":
        """Return the change with one step less."""
        steps, kept = self.steps, self.kept
        return replace(
            self,
            steps=steps[:number] + steps[number + 1 :],
            kept=kept[:number] + kept[number + 1 :],
        )


def scene_at(scene: Scene, place: int, entries: tuple[HistoryEntry, ...]) -> Scene:
    """Return the scene in the mended game, after `entries` in the place
    of those from `place` on.
    """
    moments = (*counting(scene.moments)[:place], *entries)
    return replace(scene, moments=moments, state=moments[-1].state)


def judged(
    scene: Scene, place: int, steps: Sequence[Step], kept: Sequence[int | None] = ()
) -> tuple[tuple[HistoryEntry, ...], Illegal | None]:
    """Return what `steps` make in the place of all entries from `place` on, one after the other.

    The entries go up to the first step that the rules refuse, or of which they ask more; the
    refusal says why. Where a value has to be chosen, the one of `kept` is taken if it may be.
    """
    entries: tuple[HistoryEntry, ...] = ()
    for step, value in zip_longest(steps, kept[: len(steps)]):
        try:
            entries = (*entries, _judged(scene_at(scene, place, entries), step, value))
        except Illegal as illegal:
            return entries, illegal
    return entries, None


def _judged(here: Scene, step: Step, kept: int | None) -> HistoryEntry:
    rules, state = here.game()
    try:
        return HistoryEntry(*family.step(rules, state, step), step)
    except Illegal as illegal:
        refusal = illegal.refusal
        if (
            not isinstance(refusal, ChoiceNeeded)
            or kept not in refusal.options
            or not isinstance(step, Play)
        ):
            raise
        valued = replace(step, value=kept)
        return HistoryEntry(*family.step(rules, state, valued), valued)


def scene_before(scene: Scene, change: MendedGame, number: int) -> Scene:
    """Return the scene in the mended game before the step of that number;
    all before it are legal.
    """
    entries, _refused = judged(scene, change.place, change.steps[:number], change.kept)
    return scene_at(scene, change.place, entries)


def for_anybody(step: Step) -> Step:
    """Return a step without the name of the player to act:
    in a mended game it may be another one.
    """
    return replace(step, player=UNSET) if isinstance(step, Play | Bust) else step
