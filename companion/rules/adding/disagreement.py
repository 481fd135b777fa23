"""Searches what may have happened between a table and a box in an adding game (docs/disagree.md).

The search goes once through the last entries, place by place, with all mended games at a time. Games that
have come to the same are one from there on, so that each of their later entries is judged once.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

import msgspec
from msgspec import UNSET

from companion.errors import Illegal
from companion.rules.adding.effects import SetWithin
from companion.rules.adding.evaluate import effects_of, read_cards
from companion.rules.adding.faults import Fault, Faults
from companion.rules.adding.likelihood import (
    CHOICE_KEPT,
    LIGHT_UNSEEN,
    ONE_VALUE,
    SLIP,
    SLIP_BY_ANOTHER,
    SLIPS,
    TOTAL_UNHEARD,
    TWO_THINGS,
)
from companion.rules.adding.possible_totals import PossibleTotals
from companion.rules.adding.rules import AddingRules
from companion.rules.adding.state import AddingState
from companion.rules.adding.step import step
from companion.rules.cards import Card
from companion.rules.causes import Cause
from companion.rules.commands import Accept, Bust, New, Play, Repair, Shield, Step
from companion.rules.disagreement import Edit, Explanation, Observed
from companion.rules.events import Played
from companion.rules.family import HistoryEntry, State
from companion.rules.game import counting
from companion.rules.refusals import ChoiceNeeded

replace = msgspec.structs.replace

PLAYS_BACK: Final = 9
"""How many plays back something may have gone wrong: with eight right ones after it."""

ENTRIES_BACK: Final = 14
"""How many entries back that may be, with busts and all else between the plays."""

PLAYS_BACK_AT_LEAST: Final = 2
"""How many plays back that is looked for when the time is up."""

PLAYS_BACK_TWICE: Final = 4
"""How many plays back two things may have gone wrong."""

COMMON: Final[frozenset[Cause]] = frozenset({"card-missed", "card-twice", "other-choice", "bust-missed"})
"""Only of these two may have gone wrong together."""

MOST: Final = 24
"""Nobody reads more explanations than these."""

FEW: Final = 3
"""With fewer explanations than these the players' total may be wrong in addition."""

CHOICES: Final = 4
"""A choice among more other values than these is taken to be the one that the box took."""

Key = tuple[object, ...]


class _Mended(NamedTuple):
    """A mended game at one place: how likely it is, by all ways that lead to it, and the likeliest way."""

    state: AddingState
    weight: float
    best: float
    edits: tuple[Edit, ...] = ()
    entries: tuple[HistoryEntry, ...] = ()


Places = list[dict[Key, _Mended]]
"""The mended games at each place: before each entry, and after the last."""


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
    search = _Search(rules, counting(moments), seen, out_of_time)
    return search.run()


class _Search:
    def __init__(
        self,
        rules: AddingRules,
        counted: list[HistoryEntry],
        seen: Observed,
        out_of_time: Callable[[], bool],
    ) -> None:
        self.rules, self.seen, self.out_of_time = rules, seen, out_of_time
        self.count = len(counted)
        self.first = _begin(counted)
        stretch = counted[self.first - 1 :]
        self.states = [entry.state for entry in stretch if isinstance(entry.state, AddingState)]
        self.commands = [
            _for_anybody(entry.command)
            for entry in stretch[1:]
            if entry.command is not None and not isinstance(entry.command, New | Repair)
        ]
        self.kept = [state.value_taken for state in self.states[1:]]
        self.lies = self.states[0].pile
        self.totals = PossibleTotals(rules, self.commands)
        self.faults = Faults(rules, self.commands, self.states, self._solve)
        self.play_follows = [
            any(isinstance(command, Play) for command in self.commands[place:])
            for place in range(len(self.states))
        ]
        self.numbers: dict[Card, int] = {}
        self.turns_matter = bool(rules.first_turns_without)

    def run(self) -> list[Explanation]:
        box = self.states[-1]
        if self._fits(box):
            return []
        single = self._one_thing()
        explanations = self._explanations(single)
        if self._seat_fits(box) and self._chips_fit(box):
            likely = SLIP * self._slip(box)
            explanations.append(Explanation((), None, box, slip=True, likelihood=likely))
        if len(explanations) < FEW and not self.out_of_time():
            double = self._two_things(single)
            for key in single[-1]:
                double[-1].pop(key, None)
            explanations += self._explanations(double)
        if len(explanations) < FEW:
            explanations += self._with_a_slip(single)
        explanations.sort(key=lambda one: -one.likelihood)
        return explanations[:MOST]

    def _with_a_slip(self, single: Places) -> list[Explanation]:
        """Return what explains who acts next, where the total of the players is wrong as well."""
        as_it_is = self._key(self.states[-1])
        return [
            self._explanation(mended, slip=True)
            for key, mended in single[-1].items()
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

    # The mended games

    def _one_thing(self) -> Places:
        """Return the games, place by place, in which one thing has gone wrong.

        When the time is up, that is only looked for in the last plays of all.
        """
        places: Places = [{} for _ in self.states]
        last = _last_plays(self.commands, PLAYS_BACK_AT_LEAST)
        for place, state in enumerate(self.states):
            box = _Mended(state, 1.0, 1.0)
            in_time = place >= last or not self.out_of_time()
            if in_time:
                for fault in self.faults.put_in(place, state):
                    self._add(places, place, box, fault)
            if place == len(self.commands):
                break
            if in_time:
                for fault in self.faults.put_right(place, state):
                    self._add(places, place, box, fault)
            self._go_on(places, place)
        return places

    def _two_things(self, single: Places) -> Places:
        """Return the games, place by place, in which two of the commonest things have gone wrong."""
        places: Places = [{} for _ in self.states]
        begin = _last_plays(self.commands, PLAYS_BACK_TWICE)
        self.faults.solves = False
        for place in range(begin, len(self.states)):
            for before in list(single[place].values()):
                if before.edits[0].place < begin or not _is_common(before.edits[0]):
                    continue
                if self.out_of_time():
                    return places
                for fault in self.faults.put_in(place, before.state):
                    self._add_second(places, place, before, fault)
                if place < len(self.commands):
                    for fault in self.faults.put_right(place, before.state):
                        self._add_second(places, place, before, fault)
            if place < len(self.commands):
                self._go_on(places, place)
        return places

    def _add_second(self, places: Places, place: int, before: _Mended, fault: Fault) -> None:
        """Make what a second `fault` makes of a game, if it can lead to the total that was seen."""
        if _is_common(fault.edit) and self._may_fit(before.state, place, fault):
            self._add(places, place, before, fault._replace(weight=fault.weight * TWO_THINGS))

    def _may_fit(self, state: AddingState, place: int, fault: Fault) -> bool:
        """Return whether the total seen can come of a fault; True where only the rules can tell."""
        wanted, then = self.seen.total, place + fault.taken
        return wanted is None or wanted in self.totals.in_the_end(state.total, fault.steps, then)

    def _go_on(self, places: Places, place: int) -> None:
        """Judge the entry at `place` in all games that are mended there."""
        for mended in places[place].values():
            for entries, state, factor in self._again(mended.state, place):
                weight = factor * self._unnoticed(state, place + 1)
                if isinstance(self.commands[place], Bust):
                    weight *= self.faults.bust_likelihood(place, mended.state)
                self._keep(
                    places[place + 1],
                    mended._replace(
                        state=state,
                        weight=mended.weight * weight,
                        best=mended.best * weight,
                        entries=mended.entries + entries,
                    ),
                )

    def _add(self, places: Places, place: int, before: _Mended, fault: Fault) -> None:
        """Make what a `fault` makes of a game at `place`, if the rules allow it."""
        state, entries = before.state, before.entries
        for command in fault.steps:
            done = next(self._judged(state, command, self._kept_near(place, command)), None)
            if done is None:
                return
            entry, _ = done
            state, entries = _adding(entry.state), (*entries, entry)
        then = place + fault.taken
        weight = fault.weight * self._unnoticed(state, then)
        mended = before._replace(
            state=state,
            weight=before.weight * weight,
            best=before.best * weight,
            edits=(*before.edits, fault.edit),
            entries=entries,
        )
        self._keep(places[then], mended)

    def _kept_near(self, place: int, command: Step) -> int | None:
        """Return the value that the box has taken for a command entered at `place`, or just after."""
        return next(
            (
                kept
                for entered, kept in zip(
                    self.commands[place : place + 2], self.kept[place : place + 2], strict=True
                )
                if entered == command
            ),
            None,
        )

    def _keep(self, there: dict[Key, _Mended], new: _Mended) -> None:
        """Keep a mended game, as one with another that has come to the same."""
        key = self._key(new.state)
        old = there.get(key)
        if old is None:
            there[key] = new
        elif new.best > old.best:
            there[key] = new._replace(weight=new.weight + old.weight)
        else:
            there[key] = old._replace(weight=new.weight + old.weight)

    def _again(
        self, state: AddingState, place: int
    ) -> Iterator[tuple[tuple[HistoryEntry, ...], AddingState, float]]:
        """Judge the entry at `place` in a mended game, in each way it may have been meant.

        Yields what it makes, and how likely it was meant that way.
        """
        command = self.commands[place]
        answers = isinstance(command, Accept | Shield)
        if state.phase == "shield" and not answers:
            # The box did not ask for the shield, since in its game nobody could show it.
            for answer, _ in self._judged(state, Accept(), None):
                for entry, factor in self._judged(_adding(answer.state), command, self.kept[place]):
                    yield (answer, entry), _adding(entry.state), factor
            return
        if state.phase != "shield" and isinstance(command, Accept):
            yield (), state, 1.0  # the box asked for a shield that nobody could show any more
            return
        for entry, factor in self._judged(state, command, self.kept[place]):
            yield (entry,), _adding(entry.state), factor

    def _judged(
        self, state: AddingState, command: Step, kept: int | None
    ) -> Iterator[tuple[HistoryEntry, float]]:
        """Yield what a command makes of a state, with each choice where one comes up; nothing if illegal.

        `kept` is the value that the box has taken.
        """
        try:
            after, events = step(self.rules, state, command)
        except Illegal as illegal:
            refusal = illegal.refusal
        else:
            yield HistoryEntry(after, events, command), 1.0
            return
        if not isinstance(refusal, ChoiceNeeded) or not isinstance(command, Play):
            return
        others = [value for value in refusal.options if value != kept]
        values = [] if kept is None or len(others) == len(refusal.options) else [(kept, CHOICE_KEPT)]
        if len(others) <= CHOICES:
            rest = 1.0 - sum(share for _, share in values)
            values += [(value, rest / len(others)) for value in others]
        for value, share in values:
            valued = replace(command, value=value)
            after, events = step(self.rules, state, valued)
            yield HistoryEntry(after, events, valued), share

    def _unnoticed(self, state: AddingState, place: int) -> float:
        """Return how likely nobody said a word at what the box showed at `place`, if `state` is right."""
        box = self.states[place]
        if not self.play_follows[place]:
            return 1.0  # after the last play somebody did
        heard = 1.0 if box.total == state.total else TOTAL_UNHEARD
        return heard if box.lit == state.lit else heard * LIGHT_UNSEEN

    def _solve(self, state: AddingState, then: int, play: Play) -> tuple[int, float] | None:
        """Return the value of a `play` that leads to the total seen, with what came from `then` on.

        With it comes how likely it is, of all values that the card may have; None if no value does.
        """
        low, high = _span(self.rules, play)
        as_it_was = min(max(state.total, low), high)
        wanted = self.seen.total
        if wanted is None:
            return as_it_was, 1.0
        tried = {value: self._total_in_the_end(state, then, play, value) for value in (low, low + 1)}
        at_low, above = tried[low], tried[low + 1]
        if at_low is None or above is None or at_low == above:
            fits = self._total_in_the_end(state, then, play, as_it_was) == wanted
            return (as_it_was, 1.0) if fits else None
        value, left = divmod(wanted - at_low, above - at_low)
        return (low + value, ONE_VALUE) if not left and low <= low + value <= high else None

    def _total_in_the_end(self, state: AddingState, then: int, play: Play, value: int) -> int | None:
        """Return the last total if a `play` sets the total to `value`; None if something is illegal."""
        entry, _ = next(self._judged(state, replace(play, value=value), None), (None, 0.0))
        if entry is None:
            return None
        state = _adding(entry.state)
        for place in range(then, len(self.commands)):
            _, after, _ = next(self._again(state, place), (None, None, 0.0))
            if after is None:
                return None
            state = after
        return state.total

    def _key(self, state: AddingState) -> Key:
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
            tuple((one.chips, one.cards, one.still_in, one.drew) for one in state.players),
            turns,
            state.total,
            state.turn,
            state.clockwise,
            state.phase,
            state.owed,
            state.debt,
            state.made,
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
        )

    def _number(self, card: Card) -> int:
        """Return a number of this card alone, to sort by."""
        return self.numbers.setdefault(card, len(self.numbers))

    # What comes of it

    def _explanations(self, places: Places) -> list[Explanation]:
        """Return what explains what was seen, of all mended games."""
        found = [mended for mended in places[-1].values() if self._fits(mended.state)]
        return [self._explanation(mended) for mended in self._with_all_alike(found)]

    def _with_all_alike(self, found: list[_Mended]) -> list[_Mended]:
        """Return the games, as one where they differ in nothing but the card that one player has played."""
        together: dict[Key, _Mended] = {}
        for mended in sorted(found, key=lambda one: -one.weight):
            edit = mended.edits[-1]
            known, _, *rest = self._key(mended.state)
            now = edit.now
            same: Key = (known, *rest, mended.edits[:-1], edit.cause, edit.place, edit.was)
            if not edit.alike or not isinstance(now, Play) or now.target is not UNSET:
                together[*same, now] = mended
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

    def _latest(self, mended: _Mended) -> Edit:
        """Return the edit; of plays of the same card one after the other it is the last that was missed."""
        edit = mended.edits[0]
        place = edit.place
        if edit.was is not None:
            return edit
        while edit.now in self.commands[place : place + 1]:
            place += 1
        done = mended.entries[place - edit.place]
        players = (event.player for event in done.events if isinstance(event, Played))
        return replace(edit, place=place, player=next(players, edit.player))

    def _explanation(self, mended: _Mended, *, slip: bool = False) -> Explanation:
        first = mended.edits[0].place
        found = mended.edits if len(mended.edits) > 1 else (self._latest(mended),)
        edits = tuple(replace(edit, place=edit.place + self.first) for edit in found)
        steps = tuple(_step_of(entry) for entry in mended.entries)
        repair = Repair(back=self.count - self.first - first, steps=steps, why=edits[0].cause)
        likelihood = mended.weight * (SLIP * self._slip(mended.state) if slip else 1.0)
        return Explanation(edits, repair, mended.state, mended.entries, slip, likelihood)


def _begin(counted: Sequence[HistoryEntry]) -> int:
    """Return where the last plays begin in which something may have gone wrong."""
    plays = 0
    for back in range(len(counted) - 1, 0, -1):
        command = counted[back].command
        if command is None or isinstance(command, New):
            return back + 1
        plays += isinstance(command, Play)
        if plays == PLAYS_BACK or len(counted) - back == ENTRIES_BACK:
            return back
    return 1


def _is_common(edit: Edit) -> bool:
    """Return whether this may have gone wrong together with something else: no set, and nobody named."""
    now = edit.now
    plain = not isinstance(now, Play) or (isinstance(now.card, str) and now.target is UNSET)
    return edit.cause in COMMON and plain


def _last_plays(commands: Sequence[Step], count: int) -> int:
    """Return where the last plays begin, so many of them."""
    places = [place for place, command in enumerate(commands) if isinstance(command, Play | Bust)]
    return places[-count] if len(places) >= count else 0


def _for_anybody(command: Step) -> Step:
    """Return a command without the name of the player to act: in a mended game it may be another one."""
    return replace(command, player=UNSET) if isinstance(command, Play | Bust) else command


def _step_of(entry: HistoryEntry) -> Step:
    if entry.command is None or isinstance(entry.command, New | Repair):
        raise TypeError("a mended game has steps only")
    return entry.command


def _adding(state: State) -> AddingState:
    if not isinstance(state, AddingState):
        raise TypeError("an adding game has states of its own")
    return state


def _span(rules: AddingRules, play: Play) -> tuple[int, int]:
    """Return the lowest and the highest number to which a card may set the total."""
    for effect in effects_of(rules, read_cards(rules, play.all_cards)):
        if isinstance(effect.change, SetWithin):
            return effect.change.low, effect.change.high
    return 0, 0
