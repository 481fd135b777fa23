"""Words the rows of the history that are about the players:
who came, who moved, what was set by hand.
"""

from collections.abc import Iterator, Sequence
from typing import assert_never

from companion.message import Aloud, Name, Words, joined, phrase, plural
from companion.rules.events import (
    ChipsLeft,
    Event,
    GameEnded,
    HandEnded,
    Joined,
    ManualSettings,
    PlaysOwed,
    SeatChanged,
    SetByHand,
)
from companion.rules.family import State
from companion.text.events.row import EventRow, Kind
from companion.text.form import beside_the_name, with_signs
from companion.text.named import parted
from companion.text.numbers import Count, together
from companion.text.turns import deals, is_out, owes, to_play
from companion.text.undo import undone
from companion.text.voice import direction, sentences
from companion.text.whose_move import outcome


def seating_row(
    state: State, first: Joined | SeatChanged | SetByHand, events: Sequence[Event]
) -> EventRow:
    """Return the row of a command whose `events` begin with `first` and led to `state`."""
    kind: Kind
    player: str | None = None
    words: Words
    match first:
        case Joined(player, other):
            kind, words = (
                "joined",
                phrase("{name} sits down after {other}", name=Name(player), other=other),
            )
        case SeatChanged(player, other):
            kind, words = (
                "seat",
                phrase("{name} moves to the seat after {other}", name=Name(player), other=other),
            )
        case SetByHand():
            kind, words = "set", phrase("Set by hand: {what}", what=what_is_set(first.now))
        case _:
            assert_never(first)
    after = [words for words in _more_of(state, first) if words]
    text = with_signs(beside_the_name(words))
    return EventRow(
        kind=kind,
        hand=state.deal_number,
        player=player,
        text=text,
        brief=text,
        total=state.total,
        after=tuple(map(with_signs, (*after, *_consequences(state, events)))),
        said=Aloud(sentences([words, *after])),
        undone=undone(events),
    )


def plays_from(joined: Joined, state: State) -> Words:
    """Return from when on a player who joined plays:
    at once with so many cards, or from the next deal on.
    """
    if joined.cards:
        template = plural("{player} takes {n} card", "{player} takes {n} cards", joined.cards)
        return template.filled(player=joined.player, n=Count(joined.cards))
    seat = state.seat_of(joined.player)
    if seat in state.seats_in:
        return ""
    if state.deals_a == "hand":
        return phrase("{player} plays from the next hand on", player=joined.player)
    return phrase("{player} plays from the next round on", player=joined.player)


def chips_left(gone: ChipsLeft) -> Words:
    """Return what became of the chips of a player who left.

    >>> chips_left(ChipsLeft("Cy", 0, {"Ann": 1, "Bo": 1}, 1))
    'Ann and Bo get a chip each. The pot gets a chip'
    """
    if gone.taken:
        template = plural(
            "{player} takes a chip along", "{player} takes {n} chips along", gone.taken
        )
        return template.filled(player=gone.player, n=Count(gone.taken))
    return joined(". ", (_shared(gone.shared), _to_pot(gone.pot)))


def _shared(shared: dict[str, int]) -> Words:
    if not shared:
        return ""
    *_others, each = shared.values()
    names = together(list(shared))
    if len(shared) == 1:
        template = plural("{names} gets a chip", "{names} gets {n} chips", each)
    else:
        template = plural("{names} get a chip each", "{names} get {n} chips each", each)
    return template.filled(names=names, n=Count(each))


def _to_pot(chips: int) -> Words:
    if not chips:
        return ""
    return plural("The pot gets a chip", "The pot gets {n} chips", chips, n=Count(chips))


def what_is_set(now: ManualSettings) -> Words:
    """Return what was set by hand, one thing after the other.

    >>> what_is_set(ManualSettings(total=94, turn="Cy"))
    'total 94, Cy to play'
    """
    return joined(", ", _set(now))


def _set(now: ManualSettings) -> Iterator[Words]:
    if now.total is not None:
        yield phrase("total {n}", n=now.total)
    if now.turn is not None:
        yield to_play(now.turn)
    if now.direction is not None:
        yield direction(now.direction == "clockwise")
    for name, chips in now.chips.items():
        yield plural(
            "{player} {n:d} chip", "{player} {n:d} chips", chips, player=parted(name), n=chips
        )
    if now.pot is not None:
        yield phrase("pot {n:d}", n=now.pot)
    for name, is_in in now.still_in.items():
        yield phrase("{player} is in", player=name) if is_in else is_out(name)


def _more_of(state: State, first: Joined | SeatChanged | SetByHand) -> Iterator[Words]:
    if isinstance(first, Joined):
        yield plays_from(first, state)
        if first.chips is not None:
            template = plural("{player} brings a chip", "{player} brings {n} chips", first.chips)
            yield template.filled(player=first.player, n=Count(first.chips))
        if first.points:
            yield phrase("{player} begins with {points}", player=first.player, points=first.points)


def _consequences(state: State, events: Sequence[Event]) -> Iterator[Words]:
    for event in events:
        match event:
            case PlaysOwed(player, plays):
                yield owes(player, plays)
            case HandEnded(player):
                yield deals(player)
            case GameEnded():
                yield outcome(state)
