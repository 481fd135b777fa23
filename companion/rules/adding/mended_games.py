"""Mends an adding game in one place, or in two, in every way that may have happened (docs/disagree.md).

The search goes once through the last entries, place by place, with all mended games at a time. Games that
have come to the same are one from there on, so that each of their later entries is judged once. Those that
cannot lead to the total of the players any more are put off: most searches find enough without them.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import msgspec
from msgspec import UNSET

from companion.rules.adding.effects import SetWithin
from companion.rules.adding.faults import Fault, Faults, Valued, with_value
from companion.rules.adding.later_entries import LaterEntries, adding_state
from companion.rules.adding.likelihood import ONE_VALUE, TWO_THINGS
from companion.rules.adding.possible_totals import PossibleTotals
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState
from companion.rules.cards import Card
from companion.rules.causes import Cause
from companion.rules.commands import Bust, Deal, Play, Set, Step
from companion.rules.disagreement import Edit
from companion.rules.family import HistoryEntry

replace = msgspec.structs.replace

PLAYS_BACK_AT_LEAST: Final = 2
"""How many plays back that is looked for when the time is up."""

PLAYS_BACK_TWICE: Final = 4
"""How many plays back two things may have gone wrong, or one besides a slip."""

COMMON: Final[frozenset[Cause]] = frozenset({"card-missed", "card-twice", "other-choice", "bust-missed"})
"""Only of these two may have gone wrong together."""

Key = tuple[object, ...]


class Mended(NamedTuple):
    """A mended game at one place: how likely it is, by all ways that lead to it, and the likeliest way."""

    state: AddingState
    weight: float
    best: float
    edits: tuple[Edit, ...] = ()
    entries: tuple[HistoryEntry, ...] = ()


Places = list[dict[Key, Mended]]
"""The mended games at each place: before each entry, and after the last."""


class MendedGames:
    """Finds the mended games of a stretch of `later` entries.

    Args:
        rules: those of the game.
        later: the last entries of the game.
        wanted: the total that the players say; None where nobody is sure.
        out_of_time: asked now and then; when it says so, the search comes to its end.
    """

    def __init__(
        self, rules: AddingRules, later: LaterEntries, wanted: int | None, out_of_time: Callable[[], bool]
    ) -> None:
        self.rules, self.later, self.wanted, self.out_of_time = rules, later, wanted, out_of_time
        self.states, self.commands = later.states, later.commands
        self.lies = self.states[0].pile
        self.totals = PossibleTotals(rules, self.commands)
        self.faults = Faults(rules, self.commands, self.states, self._solve, later.new)
        self.numbers: dict[Card, int] = {}
        self.turns_matter = bool(rules.first_turns_without)
        self._put_off = self._no_games()
        self._faults_put_off: list[list[tuple[Mended, Fault]]] = [[] for _ in self.states]
        self._twice_from = _last_plays(self.commands, PLAYS_BACK_TWICE)
        self._seconds: dict[Key, list[Fault]] = {}

    def one_thing(self) -> Places:
        """Return the games in which one thing has gone wrong, place by place, if they may lead to the total.

        When the time is up, that is only looked for in the last plays of all.
        """
        places = self._no_games()
        last = _last_plays(self.commands, PLAYS_BACK_AT_LEAST)
        for place, state in enumerate(self.states):
            box = Mended(state, 1.0, 1.0)
            in_time = place >= last or not self.out_of_time()
            if in_time:
                for fault in self.faults.put_in(place, state):
                    self._add_first(places, place, box, fault)
            if place == len(self.commands):
                break
            if in_time:
                for fault in self.faults.put_right(place, state):
                    self._add_first(places, place, box, fault)
            self._go_on(places, place, self._put_off)
        return places

    def to_another_total(self) -> Places:
        """Return the games that `one_thing` put off, place by place: those with an edit in the last plays."""
        places = self._no_games()
        for place in range(self._twice_from, len(self.states)):
            if self.out_of_time():
                return places
            for game in self._put_off[place].values():
                if game.edits[0].place >= self._twice_from:
                    self._keep(places, place, game, None)
            for before, fault in self._faults_put_off[place]:
                self._add(places, place, before, fault, None)
            if place < len(self.commands):
                self._go_on(places, place, None)
        return places

    def two_things(self, single: Places, other: Places) -> Places:
        """Return the games, place by place, in which two of the commonest things have gone wrong.

        `single` are those of `one_thing`, `other` those that lead `to_another_total`.
        """
        places, useless = self._no_games(), self._no_games()
        self.faults.solves = False
        for place in range(self._twice_from, len(self.states)):
            for before in (*single[place].values(), *other[place].values()):
                if before.edits[0].place < self._twice_from or not _is_common(before.edits[0]):
                    continue
                if self.out_of_time():
                    return places
                for fault in self._second_faults(place, before.state):
                    self._add(places, place, before, fault, useless)
            if place < len(self.commands):
                self._go_on(places, place, useless)
        return places

    def _no_games(self) -> Places:
        return [{} for _ in self.states]

    def key(self, state: AddingState) -> Key:
        """Return what decides how a game goes on: two with equal keys have come to the same.

        Of the pile that is which cards lie on it, in whatever order.
        """
        lies = state.pile
        known = lies[: len(self.lies)] == self.lies
        new = lies[len(self.lies) :] if known else lies
        turns = tuple(one.turns for one in state.players) if self.turns_matter else ()
        return (
            known,
            tuple(sorted(map(self._number, new))),
            tuple((one.chips, one.cards, one.still_in, one.drew, one.missing) for one in state.players),
            turns,
            state.total,
            state.turn,
            state.clockwise,
            state.phase,
            state.owed,
            state.debt,
            state.made,
            state.each_counts,
            state.hand,
            state.dealer,
            state.pot,
            state.stock,
            state.aside,
            state.named,
            state.onward,
            state.winner,
            state.losers,
            state.turned,
            state.reshuffled,
        )

    def _number(self, card: Card) -> int:
        """Return a number of this card alone, to sort by."""
        return self.numbers.setdefault(card, len(self.numbers))

    def _add_first(self, places: Places, place: int, box: Mended, fault: Fault) -> None:
        """Make what a `fault` makes of the game of the box; put it off if no total seen comes of it."""
        if self._may_fit(box.state, place, fault):
            self._add(places, place, box, fault, self._put_off)
        else:
            self._faults_put_off[place].append((box, fault))

    def _second_faults(self, place: int, state: AddingState) -> list[Fault]:
        """Return what may have gone wrong besides, in a mended game, and can lead to the total that was seen.

        These are the same for all games that are alike in what `Faults` looks at.
        """
        alike = (place, state.total, state.turn, state.owed, state.phase, state.seats_in)
        known = self._seconds.get(alike)
        if known is None:
            faults = [*self.faults.put_in(place, state)]
            if place < len(self.commands):
                faults += self.faults.put_right(place, state)
            known = self._seconds[alike] = [
                fault._replace(weight=fault.weight * TWO_THINGS)
                for fault in faults
                if _is_common(fault.edit) and self._may_fit(state, place, fault)
            ]
        return known

    def _may_fit(self, state: AddingState, place: int, fault: Fault) -> bool:
        """Return whether the total seen can come of a fault; True where only the rules can tell."""
        wanted, then = self.wanted, place + fault.taken
        return wanted is None or wanted in self.totals.in_the_end(state.total, fault.steps, then)

    def _go_on(self, places: Places, place: int, useless: Places | None) -> None:
        """Judge the entry at `place` in all games that are mended there."""
        for mended in places[place].values():
            for entries, state, factor in self.later.again(mended.state, place):
                weight = factor * self.later.unnoticed(state, place + 1)
                if isinstance(self.commands[place], Bust):
                    weight *= self.faults.bust_likelihood(place, mended.state)
                after = mended._replace(
                    state=state,
                    weight=mended.weight * weight,
                    best=mended.best * weight,
                    entries=mended.entries + entries,
                )
                self._keep(places, place + 1, after, useless)

    def _add(self, places: Places, place: int, before: Mended, fault: Fault, useless: Places | None) -> None:
        """Make what a `fault` makes of a game at `place`, if the rules allow it."""
        state, entries = before.state, before.entries
        for command in fault.steps:
            kept = self.later.kept_near(place, command)
            done = next(self.later.judged(state, command, kept), None)
            if done is None:
                return
            entry, _ = done
            state, entries = adding_state(entry.state), (*entries, entry)
        then = place + fault.taken
        weight = fault.weight * self.later.unnoticed(state, then)
        mended = before._replace(
            state=state,
            weight=before.weight * weight,
            best=before.best * weight,
            edits=(*before.edits, fault.edit),
            entries=entries,
        )
        self._keep(places, then, mended, useless)

    def _keep(self, places: Places, place: int, new: Mended, useless: Places | None) -> None:
        """Keep a mended game, as one with another that has come to the same.

        One that cannot lead to the total seen is kept in `useless`, if there is such a place for it.
        """
        if useless is not None and self.wanted is not None:
            leads = self.wanted in self.totals.in_the_end(new.state.total, (), place)
            places = places if leads else useless
        there, key = places[place], self.key(new.state)
        old = there.get(key)
        if old is None:
            there[key] = new
        elif new.best > old.best:
            there[key] = new._replace(weight=new.weight + old.weight)
        else:
            there[key] = old._replace(weight=new.weight + old.weight)

    def _solve(
        self, state: AddingState, then: int, command: Valued, numbers: SetWithin
    ) -> tuple[int, float] | None:
        """Return the value of a `command` that leads to the total seen, with what came from `then` on.

        With it comes how likely it is, of all `numbers` that the card may have; None if no value does.
        """
        low, high = numbers.low, numbers.high
        as_it_was = min(max(state.total, low), high)
        wanted = self.wanted
        if wanted is None:
            return as_it_was, 1.0
        tried = {
            value: self.later.total_in_the_end(state, then, with_value(command, value))
            for value in (low, low + 1)
        }
        at_low, above = tried[low], tried[low + 1]
        if at_low is None or above is None or at_low == above:
            last = self.later.total_in_the_end(state, then, with_value(command, as_it_was))
            return (as_it_was, 1.0) if last == wanted else None
        value, left = divmod(wanted - at_low, above - at_low)
        return (low + value, ONE_VALUE) if not left and low <= low + value <= high else None


def _is_common(edit: Edit) -> bool:
    """Return whether it may have gone wrong with something else: no set or up-card, and nobody named."""
    match edit.now:
        case Play() as play:
            return edit.cause in COMMON and isinstance(play.card, str) and play.target is UNSET
        case Deal() | Set():
            return False
    return edit.cause in COMMON


def _last_plays(commands: Sequence[Step], count: int) -> int:
    """Return where the last plays begin, so many of them."""
    places = [place for place, command in enumerate(commands) if isinstance(command, Play | Bust)]
    return places[-count] if len(places) >= count else 0
