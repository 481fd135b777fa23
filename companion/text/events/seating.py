"""Words the rows of the history that are about the players: who came, who moved, what was set by hand."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from companion.rules.events import (
    ChipsLeft,
    Event,
    GameEnded,
    HandEnded,
    Joined,
    PlaysOwed,
    SeatChanged,
    SetByHand,
    WhatIsSet,
)
from companion.rules.family import State
from companion.text.events.row import EventRow, Kind, beside_the_name
from companion.text.form import aloud, in_parts
from companion.text.language import gettext as _
from companion.text.language import ngettext
from companion.text.named import Words, named, parted, plain
from companion.text.numbers import Count, figure, together
from companion.text.turns import deals, is_out, owes, to_play
from companion.text.undo import undone
from companion.text.voice import direction, sentences
from companion.text.whose_move import outcome


def seating_row(state: State, first: Joined | SeatChanged | SetByHand, events: Sequence[Event]) -> EventRow:
    """Return the row of a command whose `events` begin with `first` and led to `state`."""
    kind: Kind
    player: str | None = None
    words: Words
    match first:
        case Joined(player, other):
            kind, words = "joined", named(_("{name} sits down after {other}"), player, other=other)
        case SeatChanged(player, other):
            kind, words = "seat", named(_("{name} moves to the seat after {other}"), player, other=other)
        case SetByHand():
            kind, words = "set", _("Set by hand: {what}").format(what=what_is_set(first.now))
        case _:
            assert_never(first)
    after = tuple(filter(None, _more_of(state, first)))
    text = in_parts(beside_the_name(words))
    return EventRow(
        kind=kind,
        hand=state.deal_number,
        player=player,
        text=text,
        brief=text,
        total=state.total,
        after=tuple(map(in_parts, (*after, *_consequences(state, events)))),
        said=aloud(lambda: sentences([plain(words), *after])),
        undone=undone(events),
    )


def plays_from(joined: Joined, state: State) -> str:
    """Return from when on a player who joined plays: at once with so many cards, or from the next deal on."""
    if joined.cards:
        said = ngettext("{player} takes {n} card", "{player} takes {n} cards", joined.cards)
        return said.format(player=joined.player, n=Count(joined.cards))
    seat = state.seat_of(joined.player)
    if seat in state.seats_in:
        return ""
    if state.deals_a == "hand":
        return _("{player} plays from the next hand on").format(player=joined.player)
    return _("{player} plays from the next round on").format(player=joined.player)


def chips_left(gone: ChipsLeft) -> str:
    """Return what became of the chips of a player who left.

    >>> chips_left(ChipsLeft("Cy", 0, {"Ann": 1, "Bo": 1}, 1))
    'Ann and Bo get a chip each. The pot gets a chip'
    """
    if gone.taken:
        said = ngettext("{player} takes a chip along", "{player} takes {n} chips along", gone.taken)
        return said.format(player=gone.player, n=Count(gone.taken))
    return ". ".join(filter(None, (_shared(gone.shared), _to_pot(gone.pot))))


def _shared(shared: dict[str, int]) -> str:
    if not shared:
        return ""
    *_others, each = shared.values()
    names = together(list(shared))
    if len(shared) == 1:
        said = ngettext("{names} gets a chip", "{names} gets {n} chips", each)
    else:
        said = ngettext("{names} get a chip each", "{names} get {n} chips each", each)
    return said.format(names=names, n=Count(each))


def _to_pot(chips: int) -> str:
    if not chips:
        return ""
    return ngettext("The pot gets a chip", "The pot gets {n} chips", chips).format(n=Count(chips))


def what_is_set(now: WhatIsSet) -> str:
    """Return what was set by hand, one thing after the other.

    >>> what_is_set(WhatIsSet(total=94, turn="Cy"))
    'total 94, Cy to play'
    """
    return ", ".join(_set(now))


def _set(now: WhatIsSet) -> Iterator[str]:
    if now.total is not None:
        yield _("total {n}").format(n=figure(now.total))
    if now.turn is not None:
        yield plain(to_play(now.turn))
    if now.direction is not None:
        yield direction(now.direction == "clockwise")
    for name, chips in now.chips.items():
        yield ngettext("{player} {n:d} chip", "{player} {n:d} chips", chips).format(
            player=parted(name), n=chips
        )
    if now.pot is not None:
        yield _("pot {n:d}").format(n=now.pot)
    for name, is_in in now.still_in.items():
        yield _("{player} is in").format(player=name) if is_in else plain(is_out(name))


def _more_of(state: State, first: Joined | SeatChanged | SetByHand) -> Iterator[str]:
    if isinstance(first, Joined):
        yield plays_from(first, state)
        if first.chips is not None:
            said = ngettext("{player} brings a chip", "{player} brings {n} chips", first.chips)
            yield said.format(player=first.player, n=Count(first.chips))
        if first.points:
            yield _("{player} begins with {points}").format(player=first.player, points=figure(first.points))


def _consequences(state: State, events: Sequence[Event]) -> Iterator[str]:
    for event in events:
        match event:
            case PlaysOwed(player, plays):
                yield plain(owes(player, plays))
            case HandEnded(player):
                yield plain(deals(player))
            case GameEnded():
                yield plain(outcome(state))
