"""Searches what may have happened between a table and a box in a trick game (docs/disagree.md).

There is no total that people say. What they know is who acts next, and how many cards lie in the trick.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

import msgspec
from msgspec import UNSET

from companion.errors import Illegal
from companion.rules.cards import SUITS, Card, parse_card
from companion.rules.causes import Cause
from companion.rules.commands import New, Play, Repair, Step
from companion.rules.disagreement import Edit, Explanation, Observed
from companion.rules.family import HistoryEntry, Rules, State
from companion.rules.game import counting
from companion.rules.refusals import RestrictedLead
from companion.rules.tricks.likelihood import FURTHER_APART, LIGHT_UNSEEN, ONLY_SUIT, SLIP, WEIGHTS, follows
from companion.rules.tricks.rules import TrickRules
from companion.rules.tricks.state import TrickState
from companion.rules.tricks.step import step

replace = msgspec.structs.replace

PLAYS_BACK: Final = 9
"""How many plays back something may have gone wrong: with eight right ones after it."""

TINY: Final = 1e-9
"""How likely people play what they cannot have played: nobody knows what happened before."""


class _Fault(NamedTuple):
    """One thing that may have gone wrong: `steps` stand in the place of the next `taken` entries."""

    edit: Edit
    steps: tuple[Step, ...]
    taken: int
    weight: float


class _Mended(NamedTuple):
    """The entries of a mended game, from the fault on, and how likely people play so, unnoticed."""

    entries: tuple[HistoryEntry, ...]
    weight: float


def explain(
    rules: Rules, moments: Sequence[HistoryEntry], seen: Observed, out_of_time: Callable[[], bool]
) -> list[Explanation]:
    """Return what may explain that the players have `seen` something else than the box, the likeliest first.

    `out_of_time` is asked now and then; when it says so, what was found until then is returned. Nothing is
    returned where the box shows what the players have seen, or for another family.
    """
    if not isinstance(rules, TrickRules):
        return []
    counted = counting(moments)
    box = _state(counted[-1])
    if _fits(box, seen):
        return []
    found: dict[object, Explanation] = {}
    for place in range(len(counted), _begin(counted) - 1, -1):
        as_it_was = _as_it_was(rules, counted, place)
        for fault in _faults(rules, counted, place):
            mended = _mended(rules, counted, place, fault)
            if mended is None:
                continue
            state = _state(mended.entries[-1]) if mended.entries else _state(counted[place - 1])
            if _fits(state, seen):
                likelihood = fault.weight * mended.weight / (as_it_was or TINY)
                _keep(found, _explanation(counted, place, fault, mended, likelihood))
        if out_of_time():
            break
    explanations = list(found.values())
    if box.lit is not None and seen.trick in {None, len(box.trick)}:
        explanations.append(Explanation((), None, box, slip=True, likelihood=SLIP))
    return sorted(explanations, key=lambda one: -one.likelihood)


def _faults(rules: TrickRules, counted: Sequence[HistoryEntry], place: int) -> Iterator[_Fault]:
    """Yield what may have gone wrong at the entry at `place`, or before it."""
    before = _state(counted[place - 1])
    player = before.name_of(before.turn) or ""
    if before.phase != "play":
        return
    cards = list(_likely(rules, before, _unseen(rules, counted, place)))
    yield from _with_cards("card-missed", place, player, None, cards)
    command = counted[place].command if place < len(counted) else None
    if not isinstance(command, Play):
        return
    yield _Fault(Edit("card-twice", place, player, command), (), 1, WEIGHTS["card-twice"])
    yield from _with_cards("other-card", place, player, command, cards)
    between: list[Step] = []
    for apart in range(1, len(before.players)):
        after = counted[place + apart].command if place + apart < len(counted) else None
        if not isinstance(after, Play):
            return
        first, last = _for_anybody(after), _for_anybody(command)
        edit = Edit("order", place, player, command, first)
        weight = WEIGHTS["order"] * FURTHER_APART ** (apart - 1)
        yield _Fault(edit, (first, *between, last), apart + 1, weight)
        between.append(first)


def _with_cards(
    cause: Cause, place: int, player: str, was: Play | None, cards: Sequence[tuple[Card, float]]
) -> Iterator[_Fault]:
    """Yield that each of `cards` was missed, or played in the place of another one."""
    for card, share in cards:
        now = Play(card=str(card))
        edit = Edit(cause, place, player, was, now, (card,))
        yield _Fault(edit, (now,), 0 if was is None else 1, WEIGHTS[cause] * share)


def _likely(rules: TrickRules, before: TrickState, unseen: Sequence[Card]) -> Iterator[tuple[Card, float]]:
    """Yield the cards that the player to act may have played, the likeliest first, and their shares."""
    of_suit = {suit: follows(rules, before, suit) for suit in SUITS}
    shares = [of_suit[card.suit or ""] for card in unseen]
    for share, card in sorted(zip(shares, unseen, strict=True), key=lambda pair: -pair[0]):
        yield card, share / (sum(shares) or 1.0)


def _mended(rules: TrickRules, counted: Sequence[HistoryEntry], place: int, fault: _Fault) -> _Mended | None:
    """Return the entries from `place` on as they are in the mended game; None if one of them is illegal."""
    later = (entry.command for entry in counted[place + fault.taken :])
    state, entries = _state(counted[place - 1]), []
    box = place + fault.taken - len(fault.steps) - 1
    weight = 1.0 if fault.steps else _unnoticed(counted, box, state)
    for number, command in enumerate((*fault.steps, *later), start=1):
        if command is None or isinstance(command, New | Repair):
            return None
        try:
            entry, asked = _judged(rules, state, _for_anybody(command))
        except Illegal:
            return None
        put_in = number == 1 and fault.edit.alike  # what is put in has its share already
        weight *= asked if put_in else asked * _follows(rules, state, command)
        state = _state(entry)
        entries.append(entry)
        if number >= len(fault.steps):
            weight *= _unnoticed(counted, box + number, state)
    return _Mended(tuple(entries), weight)


def _unnoticed(counted: Sequence[HistoryEntry], place: int, state: TrickState) -> float:
    """Return how likely nobody said a word at what the box showed at `place`, if `state` is right."""
    if place == len(counted) - 1:
        return 1.0  # then somebody did
    return 1.0 if _state(counted[place]).lit == state.lit else LIGHT_UNSEEN


def _follows(rules: TrickRules, state: TrickState, command: Step | New | Repair | None) -> float:
    """Return how many times likelier a card is played in a `state` than by pure chance."""
    return follows(rules, state, parse_card(command.all_cards[0]).suit) if isinstance(command, Play) else 1.0


def _as_it_was(rules: TrickRules, counted: Sequence[HistoryEntry], place: int) -> float:
    """Return how many times likelier than by pure chance people play as the box has it, from `place` on."""
    return math.prod(
        _follows(rules, _state(counted[at - 1]), counted[at].command) for at in range(place, len(counted))
    )


def _judged(rules: TrickRules, state: TrickState, command: Step) -> tuple[HistoryEntry, float]:
    """Return what a command makes of a mended game, and how likely it is there.

    Where the box has not asked whether a leader holds only one suit, it would have been so.

    Raises:
        Illegal: the rules refuse it.
    """
    try:
        return HistoryEntry(*step(rules, state, command), command), 1.0
    except Illegal as illegal:
        if not isinstance(command, Play) or not isinstance(illegal.refusal, RestrictedLead):
            raise
    only = replace(command, only_suit=True)
    return HistoryEntry(*step(rules, state, only), only), ONLY_SUIT


def _explanation(
    counted: Sequence[HistoryEntry], place: int, fault: _Fault, mended: _Mended, likelihood: float
) -> Explanation:
    steps = tuple(entry.command for entry in mended.entries if isinstance(entry.command, Step))
    repair = Repair(back=len(counted) - place, steps=steps, why=fault.edit.cause)
    state = _state(mended.entries[-1]) if mended.entries else _state(counted[place - 1])
    return Explanation((fault.edit,), repair, state, mended.entries, likelihood=likelihood)


def _keep(found: dict[object, Explanation], new: Explanation) -> None:
    """Keep an explanation, as one with others that differ only in the card missed, or read as another one.

    The players are asked which card it was; what it costs follows from that.
    """
    edit, repair, state = new.edits[0], new.repair, _trick(new.state)
    later = () if repair is None or not edit.alike else repair.steps[1:]
    now = edit.now if not edit.alike else None
    same = (edit.cause, edit.place, now, state.turn, state.phase, len(state.trick), later)
    old = found.get(same)
    if old is None:
        found[same] = new
        return
    alike = replace(old.edits[0], alike=(*old.edits[0].alike, *edit.alike))
    found[same] = replace(old, edits=(alike,), likelihood=old.likelihood + new.likelihood)


def _fits(state: TrickState, seen: Observed) -> bool:
    turn = seen.turn is None or state.lit == seen.turn
    return turn and (seen.trick is None or len(state.trick) == seen.trick)


def _unseen(rules: TrickRules, counted: Sequence[HistoryEntry], place: int) -> list[Card]:
    """Return the cards that nobody has played in the round of the entry before `place`."""
    round_number = _state(counted[place - 1]).round
    last = [state for entry in counted if (state := _state(entry)).round == round_number][-1]
    return [card for card in rules.pack.cards() if card not in last.played]


def _begin(counted: Sequence[HistoryEntry]) -> int:
    """Return where the last plays begin in which something may have gone wrong."""
    plays = 0
    for back in range(len(counted) - 1, 0, -1):
        plays += isinstance(counted[back].command, Play)
        if plays == PLAYS_BACK:
            return back
    return 1


def _for_anybody(command: Step) -> Step:
    """Return a command without the name of the player to act: in a mended game it may be another one."""
    return replace(command, player=UNSET) if isinstance(command, Play) else command


def _state(entry: HistoryEntry) -> TrickState:
    return _trick(entry.state)


def _trick(state: State) -> TrickState:
    if not isinstance(state, TrickState):
        raise TypeError("a trick game has states of its own")
    return state
