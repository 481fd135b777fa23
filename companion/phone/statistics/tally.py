"""Counts of an evening: forfeits, points and drinks of exact totals, and corrections."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from companion.core.events import Cause, Event, GameEnded, Got, TargetReached
from companion.core.seats import State
from companion.message import Words, in_context, phrase
from companion.phone.statistics.replay import PlayedGame
from companion.words.causes import cause_count
from companion.words.variants import translated


class TallyCount(msgspec.Struct, frozen=True):
    """The `count` of one `kind` of tally entry, with its `text`."""

    kind: Literal["forfeit", "point", "drink"]
    text: Words
    count: int


class TallyRow(msgspec.Struct, frozen=True):
    """A player and their tally, the earliest entry first."""

    name: str
    counts: tuple[TallyCount, ...]


class Tallied(msgspec.Struct, frozen=True):
    """One entry in a player's tally."""

    name: str
    kind: Literal["forfeit", "point", "drink"]
    text: Words


def tally(games: Iterable[PlayedGame]) -> tuple[TallyRow, ...]:
    """Return a row for each player with tally entries, most entries first."""
    counts: dict[str, Counter[Tallied]] = {}
    for game in games:
        before = game.commands[0].moment.state
        for command in game.commands:
            for entry in tallied(game, before, command.moment.events):
                counts.setdefault(entry.name, Counter())[entry] += 1
            before = command.moment.state
    rows = (
        TallyRow(
            name, tuple(TallyCount(entry.kind, entry.text, count) for entry, count in of.items())
        )
        for name, of in counts.items()
    )
    return tuple(sorted(rows, key=lambda row: -sum(entry.count for entry in row.counts)))


def tallied(game: PlayedGame, before: State, events: Iterable[Event]) -> Iterator[Tallied]:
    """Yield the tally entries from these events of a game, which followed the state `before`."""
    forfeit = translated(game.rules.forfeit)
    for event in events:
        match event:
            case TargetReached(player, _number, "point"):
                yield Tallied(player, "point", in_context("tally", "point"))
            case TargetReached(player, _number, "drink"):
                for seat in before.seats_in:
                    if (other := before.players[seat].name) != player:
                        yield Tallied(other, "drink", in_context("tally", "drink"))
            case Got(player, "points", how_many) if not before.points_of:
                for _ in range(how_many):
                    yield Tallied(player, "point", in_context("tally", "point"))
            case Got(player, "drinks", how_many):
                for _ in range(how_many):
                    yield Tallied(player, "drink", in_context("tally", "drink"))
            case GameEnded(losers=losers) if forfeit:
                for player in losers:
                    yield Tallied(player, "forfeit", forfeit)


def said_of(entry: Tallied) -> Words:
    """Return a tally entry in words, for a table: ``Bo: takes a drink``."""
    return phrase("{player}: {what}", player=entry.name, what=entry.text)


class CauseCount(msgspec.Struct, frozen=True):
    """The `count` of mistakes of one kind, as a sentence in `text`; a "slip" is a wrong call."""

    cause: Cause | Literal["slip"]
    count: int
    text: Words


def causes(games: Iterable[PlayedGame]) -> tuple[CauseCount, ...]:
    """Return the mistakes, most frequent first; undone ones do not count."""
    counts: Counter[Cause | Literal["slip"]] = Counter()
    for game in games:
        counts.update(game.repaired)
        counts["slip"] += game.slips
    return tuple(
        CauseCount(cause, count, cause_count(cause, count))
        for cause, count in counts.most_common()
        if count
    )
