"""The search for mistakes that explain a difference between table and box (docs/disagreement.md).

It tries each edit of the last entries, judges the later entries again by the rules, and ranks the
edits that agree with the players. The possible edits of a family come from its faults.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from math import prod
from typing import Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from companion.core.commands import Accept, Deal, Play, Repair, Set, Shield, Step
from companion.core.disagreement import Candidate, Edit, Explanation, Observed, for_anybody
from companion.core.family import Family, Faults, HistoryEntry, Rules
from companion.core.history import counting, repaired
from companion.core.questions import field_of
from companion.core.refusals import (
    ChoiceNeeded,
    FirstTrick,
    RestrictedLead,
    TargetNeeded,
    WayNeeded,
)
from companion.core.seats import State
from companion.errors import Illegal

MAX_PLAYS_BACK = 9  # Eight correct plays may follow the mistake.
MAX_ENTRIES_BACK = 14  # This includes busts and other entries between the plays.
MIN_PLAYS_BACK = 2  # These are always searched, even if the time is up.
PLAYS_BACK_TWICE = 4  # Two mistakes at once are searched only in these.
FEW = 3  # With fewer explanations, two mistakes at once are searched.
MAX_EXPLANATIONS = 24  # Players do not read more.
MAX_CHOICES = 4  # Of more values, only the one that leads to the players' total is tried.
COMMON = frozenset(
    {"card-missed", "card-twice", "other-choice", "bust-missed"}
)  # These may occur in pairs.

TWO_THINGS = 0.05  # The factor for a second mistake.
TOTAL_UNHEARD = 0.2  # The probability that a wrong total goes unnoticed.
LIGHT_UNSEEN = 0.5  # The probability that a wrong light goes unnoticed.
CHOICE_KEPT = 0.8  # The probability that a later choice is the one that the box recorded.
ONLY_SUIT = (
    0.03  # The probability that a leader holds only the restricted suit, if not asked by the box.
)
TINY = 1e-9  # The probability of a command that is impossible.


class _Game(NamedTuple):
    """A corrected game from the entry at `place`: its last state, edits, steps and likelihood."""

    place: int
    state: State
    edits: tuple[Edit, ...] = ()
    steps: tuple[Step, ...] = ()
    likelihood: float = 1.0

    def then(self, later: "_Game") -> "_Game":
        """Return this game, continued by another one."""
        edits, steps = self.edits + later.edits, self.steps + later.steps
        return _Game(self.place, later.state, edits, steps, self.likelihood * later.likelihood)


def explain(
    family: Family,
    rules: Rules,
    moments: Sequence[HistoryEntry],
    seen: Observed,
    out_of_time: Callable[[], bool] = lambda: False,
) -> list[Explanation]:
    """Return the explanations for what the players have `seen`, likeliest first.

    When `out_of_time` returns true, the search ends with the explanations found so far. The list is
    empty if the box agrees with the players, and in a points game, whose entries do not depend on
    each other.
    """
    counted = counting(moments)
    if family.faults is None or seen.fits(counted[-1].state):
        return []
    return _Search(family, rules, counted, family.faults(rules, counted, seen), out_of_time).all()


class _Search:
    def __init__(
        self,
        family: Family,
        rules: Rules,
        counted: list[HistoryEntry],
        faults: Faults,
        out_of_time: Callable[[], bool],
    ) -> None:
        self.family, self.rules, self.counted = family, rules, counted
        self.faults, self.seen = faults, faults.seen
        self.out_of_time = out_of_time
        self.commands = [for_anybody(entry.command) for entry in counted]
        plays = [isinstance(command, Play) for command in self.commands]
        self.plays_from = [*accumulate(reversed(plays), initial=0)][::-1]
        self._judged: dict[Hashable, list[_Game]] = {}
        self._known = set[Hashable]()

    def all(self) -> list[Explanation]:
        """Return the explanations by one mistake, or by an error of the players. If there are few,
        also those by two mistakes.
        """
        box = self.counted[-1].state
        found = self._ranked(self._edited_back(MAX_PLAYS_BACK))
        if slip := self.faults.slip(box):
            found.append(Explanation((), None, box, likelihood=slip))
        if len(found) < FEW and self.faults.two_things:
            found += self._ranked(self._edited_back(PLAYS_BACK_TWICE, twice=True))
        return sorted(found, key=_likeliest)[:MAX_EXPLANATIONS]

    def _edited_back(self, plays: int, *, twice: bool = False) -> Iterator[_Game]:
        """Yield the games with an edit in the last `plays` that agree with the players,
        last edit first.
        """
        end = len(self.counted)
        for place in range(end, max(end - MAX_ENTRIES_BACK, 1) - 1, -1):
            if self.plays_from[place] <= plays:
                games = self._edited(place, self.counted[place - 1].state, common=twice, more=twice)
                yield from (game for game in games if self.seen.fits(game.state))

    def _edited(
        self, place: int, state: State, *, common: bool = False, more: bool = False
    ) -> Iterator[_Game]:
        """Yield the games with an edit at `place`, or only a `common` one;
        with `more`, another edit follows.
        """
        hurries = common or self.plays_from[place] > MIN_PLAYS_BACK
        for candidate in self.faults.candidates(place, state):
            if hurries and self.out_of_time():
                return
            if not common or _is_common(candidate.edit):
                for game in self._made(candidate, place, state):
                    for later in self._later(place + candidate.replaced, game.state, more=more):
                        yield game.then(later)

    def _made(self, candidate: Candidate, place: int, state: State) -> Iterator[_Game]:
        """Yield the game up to the end of the edit, in each way that the rules allow."""
        edit, steps, replaced, likelihood = candidate
        last, is_order, entered = (
            place + replaced - 1,
            edit.cause == "order",
            range(place, place + replaced),
        )
        games = [_Game(place, state, (edit,), (), likelihood)]
        kept = self._answers(place) | self._answers(last) if is_order else set()
        for command in steps:
            games = [
                game.then(way)
                for game in games
                for way in self._ways(last, command, kept, game.state)
            ]
        for game in games:
            edits = game.edits if is_order or not steps else (replace(edit, now=game.steps[0]),)
            usual = prod(map(self._usual, entered))
            quiet = self._unnoticed(last, game.state)
            yield game._replace(edits=edits, likelihood=game.likelihood * quiet / usual)

    def _later(self, place: int, state: State, *, more: bool) -> list[_Game]:
        """Return the continuations by the entries from `place` on;
        with `more`, they include another edit.
        """
        if place == len(self.counted) and not more:
            return [_Game(place, state)]
        key = place, more, self.faults.same(state)
        if key not in self._judged:
            games: list[_Game] = []
            if more:
                edited = self._edited(place, state, common=True)
                games += (game._replace(likelihood=game.likelihood * TWO_THINGS) for game in edited)
            if place < len(self.counted):
                for game in self._again(place, state):
                    now = game._replace(
                        likelihood=game.likelihood * self._unnoticed(place, game.state)
                    )
                    games += (
                        now.then(later) for later in self._later(place + 1, game.state, more=more)
                    )
            self._judged[key] = games
        return self._judged[key]

    def _again(self, place: int, state: State) -> Iterator[_Game]:
        """Judge the entry at `place` again in a corrected game, for each possible meaning."""
        command, game = self.commands[place], _Game(place, state)
        if state.named is None and isinstance(command, Accept):
            yield game  # The box asked for a shield that no player could show any more.
            return
        if state.named is not None and not isinstance(command, Accept | Shield):
            # In the box's game no player could show the shield, so it did not ask for it.
            game = _Game(place, self.family.step(self.rules, state, Accept())[0], (), (Accept(),))
        for way in self._ways(place, command, self._answers(place), game.state):
            yield game.then(way._replace(likelihood=way.likelihood / self._usual(place)))

    def _ways(self, place: int, command: Any, kept: set[object], state: State) -> Iterator[_Game]:
        """Yield the results of a command for each answer to the rules' questions; nothing if it is
        illegal.

        The answers that the box has `kept` are likelier than others. Of many values only one is
        tried: the value that leads to the players' total if the entries after `place` add the same
        as before.
        """
        try:
            after, _events = self.family.step(self.rules, state, command)
        except Illegal as illegal:
            refusal = illegal.refusal
        else:
            yield _Game(place, after, (), (command,), self.faults.likely(place, state, command))
            return
        match refusal:
            case RestrictedLead() | FirstTrick():
                for game in self._ways(place, replace(command, only_suit=True), kept, state):
                    yield game._replace(likelihood=game.likelihood * ONLY_SUIT)
            case ChoiceNeeded(options) | TargetNeeded(options) | WayNeeded(options):
                field = field_of(command, refusal.asks)
                tried: list[Any] = list(options)
                if field.endswith("value") and len(tried) > MAX_CHOICES:
                    tried = [value for value in tried if value in kept] or [
                        min(tried, key=self._off(place))
                    ]
                for option in tried:
                    share = 1.0 / len(options)
                    if kept.intersection(options):
                        share = CHOICE_KEPT if option in kept else 1.0 - CHOICE_KEPT
                    for game in self._ways(place, replace(command, **{field: option}), kept, state):
                        yield game._replace(likelihood=game.likelihood * share)

    def _off(self, place: int) -> Callable[[int], int]:
        """Return a function for the distance of a total after `place` from the players' one,
        provided that the later entries add the same.
        """
        here, last = self.counted[place].state.total or 0, self.counted[-1].state.total or 0
        wanted = here if self.seen.total is None else here + self.seen.total - last
        return lambda value: abs(value - wanted)

    def _answers(self, place: int) -> set[object]:
        """Return the answers that the box recorded for the rules' questions at `place`."""
        state, command = self.counted[place].state, self.counted[place].command
        return {
            state.value_taken,
            getattr(command, "target", None),
            getattr(command, "up_target", None),
            getattr(command, "way", None),
            getattr(command, "up_way", None),
        }

    def _usual(self, place: int) -> float:
        """Return the likelihood of the command entered at `place` in the box's game."""
        return max(
            self.faults.likely(place, self.counted[place - 1].state, self.commands[place]), TINY
        )

    def _unnoticed(self, place: int, state: State) -> float:
        """Return the probability that no player objected to the box's state after `place`, if
        `state` is right.
        """
        box = self.counted[place].state
        if not self.plays_from[place + 1]:
            return 1.0  # The players objected after the last play.
        heard = 1.0 if box.total == state.total else TOTAL_UNHEARD
        return heard if box.lit == state.lit else heard * LIGHT_UNSEEN

    def _ranked(self, games: Iterable[_Game]) -> list[Explanation]:
        """Return explanations, each of which merges all
        games with the same result, likeliest first.
        """
        games = [game for game in games if self._outcome(game) not in self._known]
        self._known.update(map(self._outcome, games))
        # J and Q differ from Q and J until the cards of each edit are merged.
        games = _merged(games, lambda game: (self._outcome(game), _open_cards(game)))
        for number in (1, 0):
            games = _merged(games, partial(self._but_for_card, number), number)
        games = _merged(games, self._outcome)
        found = []
        for game in games[:MAX_EXPLANATIONS]:
            back = len(self.counted) - game.place
            repair = Repair(back=back, steps=game.steps, why=game.edits[0].cause)
            try:
                entry = repaired(self.family, self.rules, self.counted, repair)
            except Illegal:
                continue  # The same card would be played twice, which `same` ignores.
            likely = game.likelihood
            found.append(
                Explanation(game.edits, repair, entry.state, entry.mended, likelihood=likely)
            )
        return found

    def _outcome(self, game: _Game) -> Hashable:
        """Return the key of games with the same result and the same cards on the pile."""
        changed = Counter(_cards(game.steps))
        changed.subtract(_cards(self.commands[game.place :]))
        by_hand = tuple(
            (edit.cause, edit.place) for edit in game.edits if isinstance(edit.now, Set)
        )
        cards = frozenset((card, count) for card, count in changed.items() if count)
        return self.faults.same(game.state), cards, by_hand

    def _but_for_card(self, number: int, game: _Game) -> Hashable:
        """Return the key of games that differ only in the card of one edit."""
        edits = list(game.edits)
        for edit in edits[number : number + 1]:
            if edit.alike and isinstance(edit.now, Play):
                now = replace(edit.now, card=f"{len(edit.now.all_cards)}", cards=UNSET, value=UNSET)
                edits[number] = replace(edit, now=now, alike=())
        only = [made for made in game.steps[1:] if isinstance(made, Play) and made.only_suit]
        return game.place, self.faults.alike(game.state), repr(edits), repr(only)


def _merged(
    games: Iterable[_Game], key: Callable[[_Game], Hashable], number: int | None = None
) -> list[_Game]:
    """Return the games merged by `key`.
    The merged game has all cards `alike` in the edit with index `number`.
    """
    groups: dict[Hashable, list[_Game]] = {}
    for game in sorted(games, key=_likeliest):
        groups.setdefault(key(game), []).append(game)
    merged = []
    for same in groups.values():
        edits = list(same[0].edits)
        if number is not None and number < len(edits) and edits[number].alike:
            cards = dict.fromkeys(card for game in same for card in game.edits[number].alike)
            edits[number] = replace(edits[number], alike=tuple(cards))
        likelihood = sum(game.likelihood for game in same)
        merged.append(same[0]._replace(edits=tuple(edits), likelihood=likelihood))
    return sorted(merged, key=_likeliest)


def _open_cards(game: _Game) -> Hashable:
    """Return the cards that may be replaced by others with the same effect, in order."""
    return tuple(_cards(edit.now for edit in game.edits if edit.alike))


def _is_common(edit: Edit) -> bool:
    """Return whether the edit may occur with another one: no sets, deals or changes by hand."""
    is_set = isinstance(edit.now, Play) and len(edit.now.all_cards) > 1
    return edit.cause in COMMON and not is_set and not isinstance(edit.now, Deal | Set)


def _likeliest(found: _Game | Explanation) -> float:
    return -found.likelihood


def _cards(commands: Iterable[object]) -> Iterator[str]:
    return (card for command in commands if isinstance(command, Play) for card in command.all_cards)
