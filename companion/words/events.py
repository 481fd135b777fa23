"""A row of the history: an event, a refusal or a note, in words and as a structure."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, assert_never

from companion.core.events import (
    ChipsLeft,
    Event,
    GameEnded,
    HandEnded,
    Joined,
    ManualSettings,
    PlaysOwed,
    Repaired,
    SeatChanged,
    SetByHand,
)
from companion.core.family import Family, Rules
from companion.core.frozen import Frozen
from companion.core.refusals import Refusal
from companion.core.seats import State
from companion.message import Aloud, Name, Words, joined, phrase, plural
from companion.words import causes
from companion.words.causes import cause_words
from companion.words.form import AroundName, beside_the_name, with_signs
from companion.words.numbers import MINUS, Count, direction, figure, parted, sentences, together
from companion.words.refusals import refusal_sentence
from companion.words.turns import deals, is_out, outcome, owes, still_to_play, to_play
from companion.words.undo import undone

Kind = Literal[
    "deal",
    "lot",
    "play",
    "bust",
    "over",
    "out",
    "shield",
    "show",
    "left",
    "joined",
    "seat",
    "set",
    "forgot",
    "score",
    "bids",
    "trick",
    "end",
    "repair",
    "refused",
    "right",
    "miscount",
]


class EventRow(Frozen, kw_only=True):
    """The action of `player` with `cards` in a few words, and the `total` after it, if any.

    `hand` is the number of the hand or round. `text` follows the player's name, and `brief` is the
    same without the total. `after` lists the consequences, one sentence each. `said` is the whole
    row for a screen reader, without the next turn; `undone` is read out when the row is undone.
    `turns` means that the direction changed, and `paid` is the player who paid a chip. `headline`
    is how the row ended a hand. `struck` is a wrong call, with its number in place of the name.
    """

    kind: Kind
    hand: int
    player: str | None
    text: Words
    brief: Words
    cards: tuple[str, ...] = ()
    total: int | None = None
    turns: bool = False
    after: tuple[Words, ...] = ()
    said: Words
    undone: Words = ""
    headline: Words = ""
    paid: str | None = None
    struck: AroundName | None = None


def round_row(
    kind: Kind,
    state: State,
    player: str | None,
    words: Words,
    events: Sequence[Event],
    *,
    after: Iterable[Words],
    spoken: Iterable[Words],
    cards: tuple[str, ...] = (),
) -> EventRow:
    """Return the row of a command in a game of rounds, or of a change of seats. `words` describe
    the command, and `after` its consequences; "" is left out.
    """
    text = with_signs(beside_the_name(words))
    return EventRow(
        kind=kind,
        hand=state.deal_number,
        player=player,
        text=text,
        brief=text,
        cards=cards,
        total=state.total,
        after=tuple(with_signs(line) for line in after if line),
        said=Aloud(sentences(spoken)),
        undone=undone(events),
    )


def seating_row(
    state: State, first: Joined | SeatChanged | SetByHand | Repaired, events: Sequence[Event]
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
            kind, words = "set", phrase("Changed by hand: {what}", what=what_is_set(first.now))
        case Repaired():
            kind, words = "repair", phrase("Corrected: {what}", what=cause_words(first.why))
        case _:
            assert_never(first)
    after = tuple(_more_of(state, first))
    return round_row(
        kind,
        state,
        player,
        words,
        events,
        after=(*after, *_consequences(state, events)),
        spoken=(words, *after),
    )


def plays_from(joined: Joined, state: State) -> Words:
    """Return when a player who joined starts to play: now with new cards, or from the next deal."""
    if joined.cards:
        return plural(
            "{player} takes {n} card",
            "{player} takes {n} cards",
            joined.cards,
            player=joined.player,
            n=Count(joined.cards),
        )
    if state.seat_of(joined.player) in state.seats_in:
        return ""
    if state.deals_a == "hand":
        return phrase("{player} plays from the next hand on", player=joined.player)
    return phrase("{player} plays from the next round on", player=joined.player)


def chips_left(gone: ChipsLeft) -> Words:
    """Return where the chips of a player who left went.

    >>> chips_left(ChipsLeft("Cy", 0, {"Ann": 1, "Bo": 1}, 1))
    'Ann and Bo get a chip each. The pot gets a chip'
    """
    if gone.taken:
        return plural(
            "{player} takes a chip home",
            "{player} takes {n} chips home",
            gone.taken,
            player=gone.player,
            n=Count(gone.taken),
        )
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
    """Return the values set by hand as a list.

    >>> what_is_set(ManualSettings(total=94, turn="Cy"))
    'total 94, Cy to play'
    >>> what_is_set(ManualSettings(points={"Bo": -1}, hands={"Cy": 2}))
    'Bo -1 point, Cy 2 cards'
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
    for name, points in now.points.items():
        yield plural(
            "{player} {n:d} point",
            "{player} {n:d} points",
            abs(points),
            player=parted(name),
            n=points,
        )
    for name, cards in now.hands.items():
        yield plural(
            "{player} {n:d} card", "{player} {n:d} cards", cards, player=parted(name), n=cards
        )
    for name, is_in in now.still_in.items():
        yield phrase("{player} is in", player=name) if is_in else is_out(name)


def _more_of(state: State, first: Event) -> Iterator[Words]:
    if isinstance(first, Joined):
        yield plays_from(first, state)
        if first.chips is not None:
            yield plural(
                "{player} brings a chip",
                "{player} brings {n} chips",
                first.chips,
                player=first.player,
                n=Count(first.chips),
            )
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


def refusal_row(
    refusal: Refusal | str,
    *,
    hand: int,
    player: str | None,
    cards: tuple[str, ...],
    state: State | None,
) -> EventRow:
    """Return the row of a refusal, or of a code if only that is known.

    `state` is the table at which it was refused, if that is known.
    """
    words = refusal if isinstance(refusal, str) else refusal_sentence(refusal)
    text = with_signs(words)
    return EventRow(
        kind="refused",
        hand=hand,
        player=player,
        text=text,
        brief=text,
        cards=cards,
        total=None if state is None else state.total,
        said=refused_aloud(words, state),
    )


def refused_aloud(why: Words, state: State | None) -> Words:
    """Return a refusal for a screen reader, and whose turn it still is in `state`.

    >>> from companion.core.refusals import OverTarget
    >>> refused_aloud(refusal_sentence(OverTarget(105, 99, was=97)), None)
    'Not allowed. 97 plus 8 is 105, over 99.'
    """
    return sentences(
        [phrase("Not allowed"), Aloud(why), "" if state is None else still_to_play(state)]
    )


def lot_row(dealer: str, *, hand: int) -> EventRow:
    """Return the row of the first dealer, who was drawn by lot."""
    words = phrase("By lot: {name} deals", name=dealer)
    return EventRow(
        kind="lot", hand=hand, player=None, text=words, brief=words, said=sentences([words])
    )


def claim_row(player: str, called: int, actual: int, *, hand: int, total: int | None) -> EventRow:
    """Return the row of a called total, or of called points, that was checked."""
    words = causes.called(player, figure(called))
    text, comes_to = beside_the_name(words), causes.verdict(called, actual)
    struck = AroundName(
        beside_the_name(causes.called(player, Name(str(called).replace("-", MINUS))))
    )
    return EventRow(
        kind="right" if called == actual else "miscount",
        hand=hand,
        player=player,
        text=text,
        brief=text,
        total=total,
        after=(comes_to,),
        said=sentences([words, comes_to]),
        struck=None if called == actual else struck,
    )


def event_row(
    family: Family, rules: Rules, before: State | None, state: State, events: Sequence[Event]
) -> EventRow:
    """Return the row of a command whose `events` led from the state `before` it to `state`."""
    first = events[0]
    if isinstance(first, Joined | SeatChanged | SetByHand | Repaired):
        return seating_row(state, first, events)
    return family.event_row(rules, before, state, events)
