"""Explains why a table and its box differ in an adding game: which mended games fit what was seen.

Explanations that come to the same are one, with every card that it may have been.
"""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from msgspec import UNSET

from companion.rules.adding.later_entries import LaterEntries
from companion.rules.adding.likelihood import SLIP, SLIP_BY_ANOTHER, SLIPS
from companion.rules.adding.mended_games import Key, Mended, MendedGames, Places
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState
from companion.rules.commands import New, Play, Repair, Step
from companion.rules.disagreement import Edit, Explanation, Observed
from companion.rules.events import Busted, Played
from companion.rules.family import HistoryEntry
from companion.rules.game import counting

replace = msgspec.structs.replace

MOST: Final = 24
"""Nobody reads more explanations than these."""

FEW: Final = 3
"""With fewer explanations than these the players' total may be wrong in addition."""


def explain(
    rules: AddingRules,
    moments: Sequence[HistoryEntry],
    seen: Observed,
    out_of_time: Callable[[], bool] = lambda: False,
) -> list[Explanation]:
    """Return what may explain that the players have `seen` something else than the box, the likeliest first.

    `out_of_time` is asked now and then; when it says so, only the last plays are still looked at. Nothing is
    returned where the box shows what the players have seen.
    """
    return _Explanations(rules, counting(moments), seen, out_of_time).all()


class _Explanations:
    def __init__(
        self,
        rules: AddingRules,
        counted: list[HistoryEntry],
        seen: Observed,
        out_of_time: Callable[[], bool],
    ) -> None:
        self.seen, self.out_of_time = seen, out_of_time
        self.count = len(counted)
        self.later = LaterEntries(rules, counted)
        self.games = MendedGames(rules, self.later, seen.total, out_of_time)

    def all(self) -> list[Explanation]:
        box = self.later.states[-1]
        if self._fits(box):
            return []
        single = self.games.one_thing()
        explanations = self._fitting(single)
        if self._seat_fits(box) and self._chips_fit(box):
            likely = SLIP * self._slip(box)
            explanations.append(Explanation((), None, box, slip=True, likelihood=likely))
        if len(explanations) < FEW:
            other = self.games.to_another_total()
            double = self.games.two_things(single, other)
            for key in single[-1]:
                double[-1].pop(key, None)
            explanations += self._fitting(double)
            if len(explanations) < FEW:
                explanations += self._with_a_slip(other)
        explanations.sort(key=lambda one: -one.likelihood)
        return explanations[:MOST]

    def _with_a_slip(self, games: Places) -> list[Explanation]:
        """Return what explains who acts next, where the total of the players is wrong as well."""
        as_it_is = self.games.key(self.later.states[-1])
        return [
            self._explanation(mended, slip=True)
            for key, mended in games[-1].items()
            if key != as_it_is
            and self._seat_fits(mended.state)
            and self._chips_fit(mended.state)
            and not self._fits(mended.state)
        ]

    # What the players have seen

    def _fits(self, state: AddingState) -> bool:
        total = self.seen.total
        return (total is None or state.total == total) and self._seat_fits(state) and self._chips_fit(state)

    def _seat_fits(self, state: AddingState) -> bool:
        return self.seen.turn is None or state.lit == self.seen.turn

    def _chips_fit(self, state: AddingState) -> bool:
        chips = self.seen.chips
        return not chips or all(chips.get(one.name, one.chips) == one.chips for one in state.players)

    def _slip(self, state: AddingState) -> float:
        """Return how likely the players are out by so many as they are, if `state` is right."""
        off = 0 if self.seen.total is None else self.seen.total - state.total
        return SLIPS.get(abs(off), SLIP_BY_ANOTHER)

    # What comes of it

    def _fitting(self, places: Places) -> list[Explanation]:
        """Return what explains what was seen, of all mended games."""
        found = [mended for mended in places[-1].values() if self._fits(mended.state)]
        return [self._explanation(mended) for mended in self._with_all_alike(found)]

    def _with_all_alike(self, found: list[Mended]) -> list[Mended]:
        """Return the games, as one where they differ in nothing but the card that one player has played."""
        together: dict[Key, Mended] = {}
        for mended in sorted(found, key=lambda one: -one.weight):
            edit = mended.edits[-1]
            known, _, *rest = self.games.key(mended.state)
            now = edit.now
            same: Key = (known, *rest, mended.edits[:-1], edit.cause, edit.place, edit.was)
            if not edit.alike or not isinstance(now, Play) or now.target is not UNSET:
                together[*same, repr(now)] = mended
                continue
            same = (*same, len(now.all_cards))
            first = together.get(same)
            if first is None:
                together[same] = mended
                continue
            alike = tuple(dict.fromkeys((*first.edits[-1].alike, *edit.alike)))
            edits = (*first.edits[:-1], replace(first.edits[-1], alike=alike))
            together[same] = first._replace(edits=edits, weight=first.weight + mended.weight)
        return list(together.values())

    def _latest(self, mended: Mended) -> Edit:
        """Return the edit; of equal plays or busts one after the other it is the last that was missed."""
        edit = mended.edits[0]
        place = edit.place
        if edit.was is not None:
            return edit
        while edit.now in self.later.commands[place : place + 1]:
            place += 1
        done = mended.entries[place - edit.place]
        players = (event.player for event in done.events if isinstance(event, Played | Busted))
        return replace(edit, place=place, player=next(players, edit.player))

    def _explanation(self, mended: Mended, *, slip: bool = False) -> Explanation:
        first = mended.edits[0].place
        found = mended.edits if len(mended.edits) > 1 else (self._latest(mended),)
        edits = tuple(replace(edit, place=edit.place + self.later.first) for edit in found)
        steps = tuple(_step_of(entry) for entry in mended.entries)
        repair = Repair(back=self.count - self.later.first - first, steps=steps, why=edits[0].cause)
        likelihood = mended.weight * (SLIP * self._slip(mended.state) if slip else 1.0)
        return Explanation(edits, repair, mended.state, mended.entries, slip, likelihood)


def _step_of(entry: HistoryEntry) -> Step:
    if entry.command is None or isinstance(entry.command, New | Repair):
        raise TypeError("a mended game has steps only")
    return entry.command
