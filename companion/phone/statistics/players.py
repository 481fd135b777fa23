"""The players' counts of the evening: their records, tallies and corrected mistakes."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from statistics import median
from typing import Literal

from companion.core.events import (
    Busted,
    Cause,
    Dealt,
    Event,
    GameEnded,
    Got,
    Played,
    Reversed,
    Revoked,
    RoundDealt,
    TargetReached,
    TrickCardPlayed,
    TrickTaken,
    WentOver,
)
from companion.core.frozen import Frozen
from companion.core.seats import State
from companion.message import Words, in_context, phrase
from companion.phone.statistics.replay import PlayedGame, ReplayedCommand, players_of
from companion.words.causes import cause_count
from companion.words.variants import translated


class TallyCount(Frozen):
    """The `count` of one `kind` of tally entry, with its `text`."""

    kind: Literal["forfeit", "point", "drink"]
    text: Words
    count: int


class TallyRow(Frozen):
    """A player and their tally, the earliest entry first."""

    name: str
    counts: tuple[TallyCount, ...]


class Tallied(Frozen):
    """One entry in a player's tally."""

    name: str
    kind: Literal["forfeit", "point", "drink"]
    text: Words


def tally(games: Iterable[PlayedGame]) -> tuple[TallyRow, ...]:
    """Return a row for each player with tally entries, most entries first."""
    counts: defaultdict[str, Counter[Tallied]] = defaultdict(Counter)
    for game in games:
        for before, command in game.steps:
            for entry in tallied(game, before.moment.state, command.moment.events):
                counts[entry.name][entry] += 1
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
            case TargetReached(player, _number, "point") if not before.points_of:
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


class CauseCount(Frozen):
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


FEWEST_TURNS = 3
"""The minimum number of turns for showing a player's usual time for a turn."""


class Record(Frozen):
    """One player's evening.

    `here` means that the player is in the newest game; `chips` and `points` are those of that game,
    None if there are none. `hands` are the hands or rounds dealt to the player; `calls` are the
    checked calls and `miscounts` the wrong ones. `revokes` are those the table accepted. `seconds`
    is the median time of the player's turns, `call_seconds` that from a play to its right call;
    None with fewer than three.
    """

    name: str
    here: bool
    games: int
    wins: int
    hands: int
    plays: int
    busts: int
    reversals: int
    tricks: int
    calls: int
    miscounts: int
    revokes: int
    chips: int | None = None
    points: int | None = None
    seconds: float | None = None
    call_seconds: float | None = None


COUNTED = (
    *("games", "wins", "hands", "plays", "busts", "reversals"),
    *("tricks", "calls", "miscounts", "revokes"),
)
"""The fields of a record that `Counts` counts."""


class Counts:
    """The counts of all players in some games, and the seconds of their turns."""

    def __init__(self, games: Iterable[PlayedGame]) -> None:
        self.of: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.seconds: defaultdict[str, list[float]] = defaultdict(list)
        self.call_seconds: defaultdict[str, list[float]] = defaultdict(list)
        for game in games:
            for name in game.players:
                self.of[name]["games"] += 1
            for name in game.winners:
                self.of[name]["wins"] += 1
            for called in game.called:
                self.of[called.player].update(calls=1, miscounts=not called.correct)
            for name, seconds in game.answered:
                self.call_seconds[name].append(seconds)
            for before, command in game.steps:
                self._take_in(command, before)

    def _take_in(self, command: ReplayedCommand, before: ReplayedCommand) -> None:
        who, state = "", command.moment.state
        for event in command.moment.events:
            match event:
                case Dealt() | RoundDealt():
                    for seat in state.seats_in:
                        self.of[state.players[seat].name]["hands"] += 1
                case Played(player=who) | TrickCardPlayed(player=who):
                    self.of[who]["plays"] += 1
                    self._time(who, command, before)
                case Reversed() if who:
                    self.of[who]["reversals"] += 1
                case Busted(player) | WentOver(player):
                    self.of[player]["busts"] += 1
                case TrickTaken(player=player):
                    self.of[player]["tricks"] += 1
                case Revoked(player=player):
                    self.of[player]["revokes"] += 1

    def _time(self, who: str, command: ReplayedCommand, before: ReplayedCommand) -> None:
        """Measure the time since the play before, but not since the deal, which is not a turn.

        A negative time comes from a clock that was set back, and is dropped.
        """
        is_turn = not any(isinstance(event, Dealt | RoundDealt) for event in before.moment.events)
        if is_turn and command.at >= before.at:
            self.seconds[who].append(command.at - before.at)


def _middle(seconds: Sequence[float]) -> float | None:
    """Return the median of at least three times, else None."""
    return round(median(seconds), 1) if len(seconds) >= FEWEST_TURNS else None


def records(games: Sequence[PlayedGame]) -> tuple[Record, ...]:
    """Return the players' records of an evening, those at the table first and in the order of their
    seats.
    """
    counts = Counts(games)
    newest = games[-1].state.players if games else ()
    at_table = {player.name: player for player in newest}

    def record(name: str) -> Record:
        sits = at_table.get(name)
        return Record(
            name=name,
            here=sits is not None,
            **{what: counts.of[name][what] for what in COUNTED},
            chips=None if sits is None else sits.chips,
            points=None if sits is None else sits.points,
            seconds=_middle(counts.seconds[name]),
            call_seconds=_middle(counts.call_seconds[name]),
        )

    return tuple(map(record, players_of(games)))
